//! Formulas: constraints made of constraints.
//!
//! Every constraint can be a part of a formula. What a part means there is its relation.

use std::sync::Arc;

use crate::compile::Poster;
use crate::constraint::{Assignment, Constraint, Status, Wake, forward_check};
use crate::literal::{Literal, Relation};
use crate::store::{Conflict, Store};
use crate::variable::{Var, Variable, View};

/// Connectives, on every constraint.
///
/// A formula watches which of its parts the domains settle ([`Constraint::decided`]), and runs a part once nothing else
/// can make the formula true. For clauses this is unit propagation (see Lhomme, "Arc-consistency filtering algorithms
/// for logical combinations of constraints", 2004). A part that is undefined (a division by zero, an index outside the
/// array) is false.
///
/// ```
/// use bezzel::*;
///
/// let mut model = Model::new();
/// let x = model.variable(0..=5)?;
/// model.post(x.equals(1).or(x.equals(2)))?;
/// model.post(x.equals(2).not())?;
/// assert_eq!(model.solver().solutions().map(|s| s[x]).collect::<Vec<_>>(), [1]);
/// # Ok::<(), ModelError>(())
/// ```
pub trait Logic: Constraint + Sized {
    /// The constraint behind a pointer, so that different kinds fit into one list.
    fn boxed(self) -> Arc<dyn Constraint> {
        Arc::new(self)
    }

    /// At least one of the two.
    fn or(self, other: impl Constraint) -> AnyOf {
        any_of([self.boxed(), other.boxed()])
    }

    /// Both.
    fn and(self, other: impl Constraint) -> AllOf {
        all_of([self.boxed(), other.boxed()])
    }

    /// The opposite.
    fn not(self) -> Not {
        Not::new(self.boxed())
    }

    /// If this holds, so does the other.
    fn implies(self, other: impl Constraint) -> AnyOf {
        self.not().or(other)
    }

    /// Both or neither.
    fn iff(self, other: impl Constraint) -> Iff {
        Iff::new(self.boxed(), other.boxed())
    }

    /// One of the two, not both.
    fn xor(self, other: impl Constraint) -> Iff {
        self.not().iff(other)
    }

    /// `truth` is 1 exactly if this holds (reification); `truth` is usually declared as `0..=1`.
    fn reify(self, truth: Var) -> Iff {
        Literal::equal(truth, 1).iff(self)
    }

    /// If `condition` is 1, this holds (half reification).
    fn implied_by(self, condition: Var) -> AnyOf {
        Literal::equal(condition, 1).implies(self)
    }
}

impl<C: Constraint> Logic for C {}

/// At least one of the constraints holds; of none, none does. Literals make a clause. [`Logic`] says what is inferred.
///
/// ```
/// # use bezzel::*;
/// let mut model = Model::new();
/// let x = model.variables(3, 0..=1)?;
/// model.post(any_of(x.iter().map(|&x| Literal::equal(x, 1))))?;
/// assert_eq!(model.solver().count().solutions, 7);
/// # Ok::<(), ModelError>(())
/// ```
pub fn any_of(parts: impl IntoIterator<Item: Constraint>) -> AnyOf {
    AnyOf(parts.into_iter().map(Logic::boxed).collect())
}

/// All of the constraints hold; for posting them it is plainer to post each, but a formula may need it as a part.
///
/// ```
/// # use bezzel::*;
/// let mut model = Model::new();
/// let x = model.variables(3, 0..=1)?;
/// model.post(all_of(x.iter().map(|&x| x.equals(1))).not())?;
/// assert_eq!(model.solver().count().solutions, 7);
/// # Ok::<(), ModelError>(())
/// ```
pub fn all_of(parts: impl IntoIterator<Item: Constraint>) -> AllOf {
    AllOf(parts.into_iter().map(Logic::boxed).collect())
}

/// See [`any_of`].
#[derive(Debug)]
pub struct AnyOf(Vec<Arc<dyn Constraint>>);

/// See [`all_of`].
#[derive(Debug)]
pub struct AllOf(Vec<Arc<dyn Constraint>>);

/// See [`Logic::not`].
#[derive(Debug)]
pub struct Not {
    part: Arc<dyn Constraint>,
    negation: Option<Arc<dyn Constraint>>,
}

/// See [`Logic::iff`].
#[derive(Debug)]
pub struct Iff {
    parts: [Arc<dyn Constraint>; 2],
    opposites: [Not; 2],
}

impl Not {
    fn new(part: Arc<dyn Constraint>) -> Not {
        Not { negation: part.negation(), part }
    }
}

impl Iff {
    fn new(a: Arc<dyn Constraint>, b: Arc<dyn Constraint>) -> Iff {
        Iff { opposites: [Not::new(a.clone()), Not::new(b.clone())], parts: [a, b] }
    }
}

fn scope_of(parts: &[Arc<dyn Constraint>]) -> Vec<View> {
    parts.iter().flat_map(|part| part.scope()).collect()
}

fn check_parts(parts: &[Arc<dyn Constraint>]) -> Result<(), crate::ModelError> {
    parts.iter().try_for_each(|part| part.check())
}

fn post_parts(parts: &[Arc<dyn Constraint>], poster: &mut Poster) {
    parts.iter().for_each(|part| poster.nested(&**part));
}

/// `truth` as soon as one part is settled so, the opposite once all are settled otherwise.
fn settled(parts: &[Arc<dyn Constraint>], store: &Store, truth: bool) -> Option<bool> {
    let mut open = false;
    for part in parts {
        match part.decided(store) {
            Some(decided) if decided == truth => return Some(truth),
            Some(_) => {}
            None => open = true,
        }
    }
    (!open).then_some(!truth)
}

fn opposites(parts: &[Arc<dyn Constraint>]) -> Vec<Arc<dyn Constraint>> {
    parts.iter().map(|part| part.negation().unwrap_or_else(|| Not::new(part.clone()).boxed())).collect()
}

impl Constraint for AnyOf {
    fn name(&self) -> &'static str {
        "any_of"
    }

    fn scope(&self) -> Vec<View> {
        scope_of(&self.0)
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        self.0.iter().any(|part| part.holds(assignment))
    }

    fn check(&self) -> Result<(), crate::ModelError> {
        check_parts(&self.0)
    }

    fn post(&self, poster: &mut Poster) {
        if self.0.is_empty() {
            poster.impossible();
        }
        post_parts(&self.0, poster);
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let mut open = None;
        for part in &self.0 {
            match part.decided(store) {
                Some(true) => return Ok(Status::Entailed),
                Some(false) => {}
                None if open.is_some() => return Ok(Status::AtFixpoint),
                None => open = Some(part),
            }
        }
        open.ok_or(Conflict)?.propagate(store)
    }

    fn decided(&self, store: &Store) -> Option<bool> {
        settled(&self.0, store, true)
    }

    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        Some(Arc::new(AllOf(opposites(&self.0))))
    }
}

impl Constraint for AllOf {
    fn name(&self) -> &'static str {
        "all_of"
    }

    fn scope(&self) -> Vec<View> {
        scope_of(&self.0)
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        self.0.iter().all(|part| part.holds(assignment))
    }

    fn check(&self) -> Result<(), crate::ModelError> {
        check_parts(&self.0)
    }

    fn post(&self, poster: &mut Poster) {
        post_parts(&self.0, poster);
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let mut entailed = true;
        for part in &self.0 {
            entailed &= part.propagate(store)? == Status::Entailed;
        }
        Ok(if entailed { Status::Entailed } else { Status::Again })
    }

    fn decided(&self, store: &Store) -> Option<bool> {
        settled(&self.0, store, false)
    }

    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        Some(Arc::new(AnyOf(opposites(&self.0))))
    }
}

impl Constraint for Not {
    fn name(&self) -> &'static str {
        "not"
    }

    fn scope(&self) -> Vec<View> {
        self.part.scope()
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        !self.part.holds(assignment)
    }

    fn check(&self) -> Result<(), crate::ModelError> {
        self.part.check()
    }

    fn post(&self, poster: &mut Poster) {
        poster.nested(&*self.part);
        if let Some(negation) = &self.negation {
            poster.nested(&**negation);
        }
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        match (self.part.decided(store), &self.negation) {
            (Some(true), _) => Err(Conflict),
            (Some(false), _) => Ok(Status::Entailed),
            (None, Some(negation)) => negation.propagate(store),
            (None, None) => forward_check(self, store),
        }
    }

    fn decided(&self, store: &Store) -> Option<bool> {
        self.part.decided(store).map(|holds| !holds)
    }

    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        Some(self.part.clone())
    }
}

impl Constraint for Iff {
    fn name(&self) -> &'static str {
        "iff"
    }

    fn scope(&self) -> Vec<View> {
        scope_of(&self.parts)
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        self.parts[0].holds(assignment) == self.parts[1].holds(assignment)
    }

    fn check(&self) -> Result<(), crate::ModelError> {
        check_parts(&self.parts)
    }

    fn post(&self, poster: &mut Poster) {
        post_parts(&self.parts, poster);
        self.opposites.iter().for_each(|opposite| poster.nested(opposite));
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let decided = [self.parts[0].decided(store), self.parts[1].decided(store)];
        let (truth, other) = match decided {
            [Some(a), Some(b)] => return if a == b { Ok(Status::Entailed) } else { Err(Conflict) },
            [Some(truth), None] => (truth, 1),
            [None, Some(truth)] => (truth, 0),
            [None, None] => return Ok(Status::AtFixpoint),
        };
        if truth { self.parts[other].propagate(store) } else { self.opposites[other].propagate(store) }
    }

    fn decided(&self, store: &Store) -> Option<bool> {
        Some(self.parts[0].decided(store)? == self.parts[1].decided(store)?)
    }

    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        let [a, b] = self.parts.clone();
        Some(Arc::new(Iff::new(Not::new(a).boxed(), b)))
    }
}

impl Constraint for Arc<dyn Constraint> {
    fn name(&self) -> &'static str {
        (**self).name()
    }

    fn scope(&self) -> Vec<View> {
        (**self).scope()
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        (**self).holds(assignment)
    }

    fn check(&self) -> Result<(), crate::ModelError> {
        (**self).check()
    }

    fn post(&self, poster: &mut Poster) {
        (**self).post(poster);
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        (**self).propagate(store)
    }

    fn decided(&self, store: &Store) -> Option<bool> {
        (**self).decided(store)
    }

    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        (**self).negation()
    }

    fn explain(&self, removal: &crate::Removal, history: &[crate::Removal], out: &mut Vec<usize>) {
        (**self).explain(removal, history, out);
    }
}

/// A literal is a constraint; in formulas it is the smallest part.
impl Constraint for Literal {
    fn name(&self) -> &'static str {
        "literal"
    }

    fn scope(&self) -> Vec<View> {
        vec![self.variable.view()]
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        Literal::holds(*self, assignment.value(self.variable))
    }

    fn post(&self, poster: &mut Poster) {
        let wake = match self.relation {
            Relation::Equal | Relation::NotEqual => Wake::Lost(self.value),
            Relation::AtMost | Relation::Greater => Wake::Bounds,
        };
        poster.wake_on(self.variable.view(), wake);
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        store.apply(*self).map(|()| Status::Entailed)
    }

    fn decided(&self, store: &Store) -> Option<bool> {
        let (min, max) = (self.variable.min(store), self.variable.max(store));
        let possible = match self.relation {
            Relation::Equal | Relation::NotEqual => self.variable.contains(store, self.value),
            Relation::AtMost | Relation::Greater => min <= self.value && max > self.value,
        };
        (!possible || min == max).then(|| Literal::holds(*self, min))
    }

    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        Some(Arc::new(!*self))
    }
}
