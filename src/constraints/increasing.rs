//! Order along a list.

use std::sync::Arc;

use super::{any_of, repeats_a_variable, views};
use crate::compile::Poster;
use crate::constraint::{Assignment, Constraint, Priority, Status, Wake, forward_check};
use crate::domain::Value;
use crate::expression::Compare;
use crate::store::{Conflict, Store};
use crate::variable::{Variable, View};

/// See [`increasing`] and [`strictly_increasing`].
#[derive(Clone, Debug)]
pub struct Increasing {
    views: Vec<View>,
    /// The least difference between neighbours: 0 or 1.
    step: Value,
    repeats: bool,
}

/// Each view is at most the next. Domain consistent, unless a variable occurs twice.
///
/// ```
/// # use bezzel::*;
/// let mut model = Model::new();
/// let x = model.variables(3, 1..=5)?;
/// model.post(increasing(&x))?;
/// assert_eq!(model.solver().count().solutions, 35);
/// # Ok::<(), ModelError>(())
/// ```
pub fn increasing(scope: impl IntoIterator<Item: Into<View>>) -> Increasing {
    Increasing::new(views(scope), 0)
}

/// Each view is less than the next. Domain consistent, unless a variable occurs twice.
///
/// ```
/// # use bezzel::*;
/// let mut model = Model::new();
/// let x = model.variables(3, 1..=5)?;
/// model.post(strictly_increasing(&x))?;
/// assert_eq!(model.solver().count().solutions, 10);
/// # Ok::<(), ModelError>(())
/// ```
pub fn strictly_increasing(scope: impl IntoIterator<Item: Into<View>>) -> Increasing {
    Increasing::new(views(scope), 1)
}

impl Increasing {
    fn new(views: Vec<View>, step: Value) -> Increasing {
        Increasing { repeats: repeats_a_variable(&views), views, step }
    }

    fn is_entailed(&self, store: &Store) -> bool {
        self.views.windows(2).all(|pair| pair[0].max(store) + self.step <= pair[1].min(store))
    }
}

impl Constraint for Increasing {
    fn name(&self) -> &'static str {
        if self.step == 0 { "increasing" } else { "strictly_increasing" }
    }

    fn scope(&self) -> Vec<View> {
        self.views.clone()
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        self.views.windows(2).all(|pair| assignment.value(pair[0]) + self.step <= assignment.value(pair[1]))
    }

    fn post(&self, poster: &mut Poster) {
        poster.priority(if self.views.len() > 3 { Priority::Linear } else { Priority::Cheap });
        self.views.iter().for_each(|&view| poster.wake_on(view, Wake::Bounds));
    }

    /// The smallest values go up along the list, then the largest go down; what is left of each domain has a support,
    /// the smallest values before it and the largest after it.
    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        for pair in self.views.windows(2) {
            pair[1].remove_below(store, pair[0].min(store) + self.step)?;
        }
        for pair in self.views.windows(2).rev() {
            pair[0].remove_above(store, pair[1].max(store) - self.step)?;
        }
        match () {
            () if self.is_entailed(store) => Ok(Status::Entailed),
            () if self.repeats => forward_check(self, store).map(again_unless_entailed),
            () => Ok(Status::AtFixpoint),
        }
    }

    fn decided(&self, store: &Store) -> Option<bool> {
        if self.is_entailed(store) {
            return Some(true);
        }
        let mut least = Value::MIN;
        let fits = self.views.iter().all(|view| {
            least = view.min(store).max(least);
            let fits = least <= view.max(store);
            least += self.step;
            fits
        });
        if fits { None } else { Some(false) }
    }

    /// Some neighbours are in the opposite order.
    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        let opposite =
            |pair: &[View]| if self.step == 0 { pair[0].greater_than(pair[1]) } else { pair[0].at_least(pair[1]) };
        Some(Arc::new(any_of(self.views.windows(2).map(opposite))))
    }
}

/// For a scope with a variable in two places: its own changes may give a propagator more to do.
pub(super) fn again_unless_entailed(status: Status) -> Status {
    if status == Status::Entailed { status } else { Status::Again }
}
