//! Membership of a set.

use std::sync::Arc;

use crate::compile::Poster;
use crate::constraint::{Assignment, Constraint, LARGEST_FILTERED, Status, Wake};
use crate::domain::{Domain, ValueSet};
use crate::store::{Conflict, Store};
use crate::variable::{Variable, View};

/// See [`member`].
#[derive(Clone, Debug)]
pub struct Member {
    view: View,
    set: ValueSet,
    inside: bool,
}

/// The value of the view is in the set. For one constraint on its own a smaller domain is plainer; membership is for
/// formulas.
///
/// Domain consistent. On its own it narrows the domain once, before search.
///
/// ```
/// # use bezzel::*;
/// let mut model = Model::new();
/// let (x, is_prime) = (model.variable(0..=9)?, model.variable(0..=1)?);
/// model.post(member(x, [2, 3, 5, 7]).reify(is_prime))?;
/// model.post(member(x, 3..=6).not())?;
/// let primes = model.solver().solutions().filter(|s| s[is_prime] == 1).map(|s| s[x]).collect::<Vec<_>>();
/// assert_eq!(primes, [2, 7]);
/// # Ok::<(), ModelError>(())
/// ```
pub fn member(view: impl Into<View>, set: impl Into<ValueSet>) -> Member {
    Member { view: view.into(), set: set.into(), inside: true }
}

impl Constraint for Member {
    fn name(&self) -> &'static str {
        if self.inside { "member" } else { "not_member" }
    }

    fn scope(&self) -> Vec<View> {
        vec![self.view]
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        self.set.contains(assignment.value(self.view)) == self.inside
    }

    fn post(&self, poster: &mut Poster) {
        if poster.filter(self.view, |value| self.set.contains(value) == self.inside) {
            poster.complete();
        }
        // for formulas; on its own the constraint is settled at the root
        poster.wake_on(self.view, Wake::Domain);
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let mut from = self.view.min(store);
        for (low, high) in self.set.ranges() {
            if self.inside {
                self.view.remove_range(store, from, low.saturating_sub(1))?;
                from = high.saturating_add(1).max(from);
            } else {
                self.view.remove_range(store, low, high)?;
            }
        }
        if self.inside {
            self.view.remove_above(store, from.saturating_sub(1))?;
        }
        Ok(Status::Entailed)
    }

    /// By the bounds, where there are very many values.
    fn decided(&self, store: &Store) -> Option<bool> {
        let (min, max) = (self.view.min(store), self.view.max(store));
        let first = self.set.contains(min);
        let uniform = if self.view.len(store) <= LARGEST_FILTERED {
            self.view.values(store).all(|value| self.set.contains(value) == first)
        } else {
            // no range begins or ends between the bounds
            self.set.contains(max) == first
                && !self.set.ranges().any(|(low, high)| (min < low && low <= max) || (min <= high && high < max))
        };
        uniform.then_some(first == self.inside)
    }

    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        Some(Arc::new(Member { inside: !self.inside, ..self.clone() }))
    }
}
