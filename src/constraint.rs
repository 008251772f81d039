//! The trait [`Constraint`], and what a constraint may tell the engine.

use std::fmt;
use std::sync::Arc;

use crate::compile::Poster;
use crate::domain::Value;
use crate::error::ModelError;
use crate::store::{Conflict, Removal, Store};
use crate::variable::{Variable, View};

/// A relation over some variables, and how it narrows their domains.
///
/// The smallest constraint is `scope` and `holds`: it gets textbook forward checking by itself. Handing pairwise
/// conflicts to the engine in `post`, or overriding `propagate`, makes it stronger or faster; neither may change what
/// `holds` means.
///
/// ```
/// use bezzel::*;
///
/// /// x + y is a square.
/// struct SquareSum(View, View);
///
/// impl Constraint for SquareSum {
///     fn scope(&self) -> Vec<View> {
///         vec![self.0, self.1]
///     }
///     fn holds(&self, assignment: &Assignment) -> bool {
///         let sum = assignment.value(self.0) + assignment.value(self.1);
///         sum >= 0 && sum.isqrt().pow(2) == sum
///     }
/// }
///
/// let mut model = Model::new();
/// let (x, y) = (model.variable(1..=4)?, model.variable(1..=4)?);
/// model.post(SquareSum(x.view(), y.view()))?;
/// assert_eq!(model.solver().count().solutions, 3); // 1 + 3, 2 + 2, 3 + 1
/// # Ok::<(), ModelError>(())
/// ```
pub trait Constraint: Send + Sync + 'static {
    /// What the constraint is called in traces and messages: the field's term, such as `all_different`.
    fn name(&self) -> &'static str {
        "constraint"
    }

    /// Every view that the relation speaks of.
    fn scope(&self) -> Vec<View>;

    /// The relation itself, for an assignment that gives every variable in the scope a value. It is what a solution is
    /// checked against and what tests compare every propagation with; a variable may occur several times in the scope.
    fn holds(&self, assignment: &Assignment) -> bool;

    /// What is wrong with the constraint's own shape, such as a table row of the wrong length; asked by
    /// [`Model::post`](crate::Model::post).
    fn check(&self) -> Result<(), ModelError> {
        Ok(())
    }

    /// Tells the engine what it should know before search: pairwise conflicts, what to wake on, memory.
    fn post(&self, poster: &mut Poster) {
        for view in self.scope() {
            poster.wake_on(view, Wake::Fixed);
        }
    }

    /// Narrows the domains: removes values that no solution below this node can have. Runs once at the root, and then
    /// whenever it was woken.
    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        forward_check(self, store)
    }

    /// Whether the domains settle the relation: true for every assignment in them, or for none. The default knows when
    /// everything is fixed; a better answer makes the constraint infer more inside a formula (see
    /// [`Logic`](crate::Logic)).
    fn decided(&self, store: &Store) -> Option<bool> {
        let fixed = self.scope().iter().all(|view| view.is_fixed(store));
        fixed.then(|| self.holds(&Assignment(Values::Fixed(store))))
    }

    /// The opposite relation, where it has a better propagator than forward checking.
    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        None
    }

    /// Which entries of `history` made `removal` necessary: appends their indices to `out`. The default is every earlier
    /// change in the scope, which is always enough.
    fn explain(&self, removal: &Removal, history: &[Removal], out: &mut Vec<usize>) {
        let _ = removal;
        let scope: Vec<_> = self.scope().into_iter().filter_map(View::variable).collect();
        out.extend((0..history.len()).filter(|&i| scope.contains(&history[i].variable)));
    }
}

/// What a propagator knows at the end of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// The changes of this run, if there were any, wake the constraint once more.
    Again,
    /// Running once more now would change nothing.
    AtFixpoint,
    /// Every assignment in the current domains satisfies the relation: nothing to do until search leaves this node.
    Entailed,
}

/// What happens to a domain to wake a constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wake {
    /// One value is left.
    Fixed,
    /// The smallest or largest value changed.
    Bounds,
    /// Any value was removed.
    Domain,
    /// This value was removed.
    Lost(Value),
}

/// How costly a run of a propagator is: cheap ones run first, expensive ones when nothing else is left to do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Priority {
    /// A few variables.
    #[default]
    Cheap,
    /// Linear in the scope.
    Linear,
    /// More than linear.
    Expensive,
}

/// Which constraint of a model, in the order of posting.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ConstraintId(pub(crate) u32);

impl ConstraintId {
    /// The position of the constraint in its model, counted from 0 in the order of posting.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Shows the name and the scope.
impl fmt::Debug for dyn Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:?}", self.name(), self.scope())
    }
}

/// Values of variables, as [`Constraint::holds`] reads them: at least those of its scope.
#[derive(Clone, Copy, Debug)]
pub struct Assignment<'a>(pub(crate) Values<'a>);

#[derive(Clone, Copy, Debug)]
pub(crate) enum Values<'a> {
    /// By the index of the variable.
    List(&'a [Value]),
    /// Of the variables that are fixed.
    Fixed(&'a Store),
}

impl Assignment<'_> {
    /// The value of a variable, view or constant.
    pub fn value(&self, view: impl Into<View>) -> Value {
        let view = view.into();
        match self.0 {
            Values::List(list) => view.image(view.variable().map_or(0, |x| list[x.index()])),
            Values::Fixed(store) => view.min(store),
        }
    }
}

/// A domain of more values than this is not filtered value by value; the constraint is checked when it is fixed.
pub(crate) const LARGEST_FILTERED: u64 = 4096;

/// Forward checking for any relation (Haralick & Elliott 1980): once at most one variable of the scope is open, its
/// values are tried against `holds`.
pub(crate) fn forward_check<C: Constraint + ?Sized>(constraint: &C, store: &mut Store) -> Result<Status, Conflict> {
    let mut open = None;
    let mut values = std::mem::take(&mut store.assignment);
    let scope = constraint.scope();
    for x in scope.iter().filter_map(|view| view.variable()) {
        if x.is_fixed(store) {
            values[x.index()] = store.min(x);
        } else if open.is_some_and(|y| y != x) {
            store.assignment = values;
            return Ok(Status::AtFixpoint);
        } else {
            open = Some(x);
        }
    }
    let result = match open {
        None if constraint.holds(&Assignment(Values::List(&values))) => Ok(Status::Entailed),
        None => Err(Conflict),
        Some(x) if store.len(x) > LARGEST_FILTERED => Ok(Status::AtFixpoint),
        Some(x) => x
            .retain(store, |value| {
                values[x.index()] = value;
                constraint.holds(&Assignment(Values::List(&values)))
            })
            .map(|()| Status::Entailed),
    };
    store.assignment = values;
    result
}
