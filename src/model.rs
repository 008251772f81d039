//! The declarative layer: variables with domains, and constraints over them.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::compile::Program;
use crate::constraint::{Constraint, ConstraintId};
use crate::constraints::Function;
use crate::domain::{Domain, VALUE_LIMIT, Value, ValueSet};
use crate::error::ModelError;
use crate::search::Solver;
use crate::variable::{Var, Variable, View};

/// A problem: variables, their domains, and the constraints over them. A clone has the same variables.
///
/// Everything that can be checked before search is checked when it is declared.
///
/// ```
/// use bezzel::*;
///
/// let mut model = Model::new();
/// let x = model.variable(1..=3)?;
/// let y = model.variable([1, 3, 5])?;
/// model.post(not_equal(x, y))?;
/// let solutions: Vec<_> = model.solver().solutions().map(|s| (s[x], s[y])).collect();
/// assert_eq!(solutions, [(1, 3), (1, 5), (2, 1), (2, 3), (2, 5), (3, 1), (3, 5)]);
/// # Ok::<(), ModelError>(())
/// ```
#[derive(Clone)]
pub struct Model {
    id: u32,
    domains: Vec<ValueSet>,
    helpers: Vec<bool>,
    constraints: Vec<Option<Arc<dyn Constraint>>>,
    labels: BTreeMap<String, ConstraintId>,
}

/// Shows the numbers of variables and constraints, and the labels.
impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let constraints = self.constraints.iter().flatten().count();
        f.debug_struct("Model")
            .field("variables", &self.domains.len())
            .field("constraints", &constraints)
            .field("labels", &self.labels.keys())
            .finish_non_exhaustive()
    }
}

/// The number of the next model; 0 belongs to constants.
static NEXT_MODEL: AtomicU32 = AtomicU32::new(1);

impl Default for Model {
    fn default() -> Model {
        Model::new()
    }
}

impl Model {
    /// A model without variables and constraints; it has one solution, the empty assignment.
    pub fn new() -> Model {
        Model {
            id: NEXT_MODEL.fetch_add(1, Ordering::Relaxed),
            domains: Vec::new(),
            helpers: Vec::new(),
            constraints: Vec::new(),
            labels: BTreeMap::new(),
        }
    }

    /// Declares a variable. A domain is a range, an array, a vector or a [`ValueSet`].
    ///
    /// # Errors
    /// [`ModelError::EmptyDomain`], [`ModelError::DomainTooWide`].
    pub fn variable(&mut self, domain: impl Into<ValueSet>) -> Result<Var, ModelError> {
        self.declare(domain.into(), false)
    }

    /// Declares `count` variables with the same domain.
    ///
    /// # Errors
    /// As [`Model::variable`]; none for a count of 0.
    ///
    /// ```
    /// # use bezzel::*;
    /// let mut model = Model::new();
    /// let queens = model.variables(8, 0..8)?;
    /// assert_eq!(queens.len(), 8);
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn variables(&mut self, count: usize, domain: impl Into<ValueSet>) -> Result<Vec<Var>, ModelError> {
        let domain = domain.into();
        (0..count).map(|_| self.declare(domain.clone(), false)).collect()
    }

    /// Declares a variable that is no part of an answer: two solutions differ only if some other variable differs, and
    /// search leaves the helpers for last.
    ///
    /// # Errors
    /// As [`Model::variable`].
    ///
    /// ```
    /// # use bezzel::*;
    /// let mut model = Model::new();
    /// let x = model.variable(1..=2)?;
    /// let h = model.helper(0..=1)?;
    /// assert_eq!(model.solver().count().solutions, 2);
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn helper(&mut self, domain: impl Into<ValueSet>) -> Result<Var, ModelError> {
        self.declare(domain.into(), true)
    }

    /// Gives the value of a function to a helper variable, so that it can be part of a larger expression. The helper's
    /// domain is the range of the function; an assignment for which the function is undefined (a division by zero, an
    /// index outside the array) is no solution any more.
    ///
    /// # Errors
    /// [`ModelError::Overflow`] if the range leaves the limits, and those of [`Model::post`].
    ///
    /// ```
    /// # use bezzel::*;
    /// let mut model = Model::new();
    /// let (x, y, z) = (model.variable(1..=9)?, model.variable(1..=9)?, model.variable(1..=9)?);
    /// let xy = model.define(x * y)?;
    /// let yz = model.define(y * z)?;
    /// model.post((xy + yz + z).equals(19))?; // x * y + y * z + z
    /// let solutions: Vec<_> = model.solver().solutions().map(|s| (s[x], s[y], s[z])).collect();
    /// assert_eq!(solutions[0], (1, 1, 9));
    /// assert_eq!((solutions.len(), model.domain(xy).to_string()), (13, "{1..81}".to_string()));
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn define(&mut self, function: impl Function) -> Result<Var, ModelError> {
        let (name, arguments) = (function.name(), function.arguments());
        arguments.iter().try_for_each(|&view| check_view(view, self.id, &self.domains, name))?;
        function.check()?;
        let bounds = |view: View| {
            let domain = view.variable().map(|x| &self.domains[x.index()]);
            let ends = [domain.and_then(Domain::min), domain.and_then(Domain::max)];
            let [a, b] = ends.map(|end| i128::from(view.image(end.unwrap_or(0))));
            (a.min(b), a.max(b))
        };
        let (low, high) = function.range(&bounds).unwrap_or((0, 0));
        let limit = i128::from(VALUE_LIMIT);
        if low < -limit || high > limit {
            let item = format!("its value, for {arguments:?},");
            return Err(ModelError::Overflow { constraint: name.to_string(), item });
        }
        let value = self.helper(low as Value..=high as Value)?;
        self.post(function.equation(value.view()))?;
        Ok(value)
    }

    fn declare(&mut self, domain: ValueSet, helper: bool) -> Result<Var, ModelError> {
        let index = self.domains.len();
        let (Some(low), Some(high)) = (domain.min(), domain.max()) else {
            return Err(ModelError::EmptyDomain { index });
        };
        if low < -VALUE_LIMIT || high > VALUE_LIMIT {
            return Err(ModelError::DomainTooWide { index, low, high });
        }
        let too_large = || ModelError::TooLarge { item: format!("{index} variables") };
        let variable =
            Var { model: self.id, index: u32::try_from(index).ok().filter(|&i| i < u32::MAX).ok_or_else(too_large)? };
        self.domains.push(domain);
        self.helpers.push(helper);
        Ok(variable)
    }

    /// Posts a constraint. The result takes a label: `model.post(…)?.label("columns")?`.
    ///
    /// # Errors
    /// [`ModelError::ForeignVariable`] and [`ModelError::ViewTooWide`] for what is in its scope, and what
    /// [`Constraint::check`] finds.
    pub fn post(&mut self, constraint: impl Constraint) -> Result<Posted<'_>, ModelError> {
        for view in constraint.scope() {
            check_view(view, self.id, &self.domains, constraint.name())?;
        }
        constraint.check()?;
        let too_large = |_| ModelError::TooLarge { item: format!("{} constraints", self.constraints.len()) };
        let id = ConstraintId(u32::try_from(self.constraints.len()).map_err(too_large)?);
        self.constraints.push(Some(Arc::new(constraint)));
        Ok(Posted { model: self, id })
    }

    /// The model with some constraints left out; its variables are the same.
    pub(crate) fn without(&self, left_out: impl Fn(ConstraintId) -> bool) -> Model {
        let mut model = self.clone();
        for (id, constraint) in (0..).map(ConstraintId).zip(&mut model.constraints) {
            constraint.take_if(|_| left_out(id));
        }
        model
    }

    /// Leaves the constraint with this label out of the model.
    ///
    /// # Errors
    /// [`ModelError::UnknownLabel`], which lists the labels there are.
    ///
    /// ```
    /// # use bezzel::*;
    /// let (mut model, _) = models::nqueens(4)?;
    /// model.remove("diagonals")?;
    /// assert_eq!(model.solver().count().solutions, 7);
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn remove(&mut self, label: &str) -> Result<(), ModelError> {
        let Some(id) = self.labels.remove(label) else {
            let known: Vec<&str> = self.labels.keys().map(String::as_str).collect();
            return Err(ModelError::UnknownLabel { label: label.to_string(), known: known.join(", ") });
        };
        self.constraints[id.index()] = None;
        Ok(())
    }

    /// The label of a constraint, if it has one.
    pub fn label(&self, constraint: ConstraintId) -> Option<&str> {
        self.labels.iter().find(|(_, id)| **id == constraint).map(|(label, _)| label.as_str())
    }

    /// The constraints in the order of posting, each with its name.
    ///
    /// ```
    /// # use bezzel::*;
    /// let (model, _) = models::nqueens(4)?;
    /// let listed: Vec<_> = model.posted().map(|(id, name)| (name, model.label(id).unwrap())).collect();
    /// assert_eq!(listed[0], ("all_different", "columns"));
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn posted(&self) -> impl Iterator<Item = (ConstraintId, &'static str)> {
        self.constraints().map(|(id, constraint)| (id, constraint.name()))
    }

    /// The domain that a variable was declared with.
    ///
    /// # Panics
    /// When the variable belongs to another model.
    pub fn domain(&self, x: Var) -> &ValueSet {
        assert_eq!(x.model, self.id, "variable {x:?} belongs to another model");
        &self.domains[x.index()]
    }

    /// The form that solvers run on: immutable, shareable, cheap to clone. Extending the model means compiling again.
    pub fn compile(&self) -> Compiled {
        Compiled(Arc::new(Program::new(self)))
    }

    /// A solver for the model as it is now.
    pub fn solver(&self) -> Solver {
        self.compile().solver()
    }

    pub(crate) fn id(&self) -> u32 {
        self.id
    }

    pub(crate) fn domains(&self) -> &[ValueSet] {
        &self.domains
    }

    pub(crate) fn labels(&self) -> BTreeMap<ConstraintId, String> {
        self.labels.iter().map(|(label, &id)| (id, label.clone())).collect()
    }

    pub(crate) fn helpers(&self) -> &[bool] {
        &self.helpers
    }

    pub(crate) fn constraints(&self) -> impl Iterator<Item = (ConstraintId, &Arc<dyn Constraint>)> {
        let ids = (0..).map(ConstraintId);
        ids.zip(&self.constraints).filter_map(|(id, constraint)| Some((id, constraint.as_ref()?)))
    }
}

pub(crate) fn check_variable(x: Var, model: u32, place: impl Display) -> Result<(), ModelError> {
    if x.model == model {
        return Ok(());
    }
    Err(ModelError::ForeignVariable { place: place.to_string(), variable: format!("{x:?}") })
}

/// Checks that a view stays within the limits, over a variable of this model.
fn check_view(view: View, model: u32, domains: &[ValueSet], constraint: &str) -> Result<(), ModelError> {
    let too_wide = || ModelError::ViewTooWide { constraint: constraint.to_string(), view: format!("{view:?}") };
    let Some(x) = view.variable() else {
        return if view.fits(0, 0) { Ok(()) } else { Err(too_wide()) };
    };
    if view.fits_no_value() {
        return Err(too_wide());
    }
    check_variable(x, model, format_args!("constraint {constraint}"))?;
    let domain = &domains[x.index()];
    let (low, high) = (domain.min().unwrap_or(0), domain.max().unwrap_or(0));
    if view.fits(low, high) { Ok(()) } else { Err(too_wide()) }
}

/// A constraint just posted.
#[derive(Debug)]
pub struct Posted<'m> {
    model: &'m mut Model,
    id: ConstraintId,
}

impl Posted<'_> {
    /// Names the constraint, for [`Model::remove`], traces and messages.
    ///
    /// # Errors
    /// [`ModelError::LabelTaken`]; the constraint stays posted.
    pub fn label(self, label: &str) -> Result<ConstraintId, ModelError> {
        if self.model.labels.contains_key(label) {
            return Err(ModelError::LabelTaken { label: label.to_string() });
        }
        self.model.labels.insert(label.to_string(), self.id);
        Ok(self.id)
    }

    /// Which constraint it is.
    pub fn id(&self) -> ConstraintId {
        self.id
    }
}

/// A compiled model. Clones share it; every solver on it has its own state.
///
/// ```
/// # use bezzel::*;
/// let compiled = models::nqueens(6)?.0.compile();
/// let count = std::thread::spawn({ let compiled = compiled.clone(); move || compiled.solver().count() });
/// assert_eq!(count.join().unwrap().solutions, compiled.solver().solutions().count() as u64);
/// # Ok::<(), ModelError>(())
/// ```
#[derive(Clone)]
pub struct Compiled(pub(crate) Arc<Program>);

/// Shows the number of variables, and the labels.
impl fmt::Debug for Compiled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Compiled")
            .field("variables", &self.0.domains.len())
            .field("labels", &self.0.labels.values())
            .finish_non_exhaustive()
    }
}

impl Compiled {
    /// The label of a constraint, if it has one.
    pub fn label(&self, constraint: ConstraintId) -> Option<&str> {
        self.0.labels.get(&constraint).map(String::as_str)
    }

    pub(crate) fn check_view(&self, view: View, place: &str) -> Result<(), ModelError> {
        check_view(view, self.0.model, &self.0.domains, place)
    }

    /// The variables, in the order of declaration.
    pub fn variables(&self) -> impl Iterator<Item = Var> + '_ {
        self.0.variables()
    }

    /// A solver that starts from the beginning.
    pub fn solver(&self) -> Solver {
        Solver::new(self.clone())
    }
}
