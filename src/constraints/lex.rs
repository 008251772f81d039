//! Lexicographic order.

use std::sync::Arc;

use super::increasing::again_unless_entailed;
use super::{repeats_a_variable, views};
use crate::compile::Poster;
use crate::constraint::{Assignment, Constraint, Priority, Status, Wake, forward_check};
use crate::store::{Conflict, Store};
use crate::variable::{Variable, View};

/// See [`lex_less`] and [`lex_at_most`].
#[derive(Clone, Debug)]
pub struct Lex {
    a: Vec<View>,
    b: Vec<View>,
    strict: bool,
    repeats: bool,
}

/// The first list comes before the second in the order of dictionaries: it is less at the first place where they
/// differ, or ends where the other goes on.
///
/// Domain consistent (Frisch et al., "Global constraints for lexicographic orderings", 2002), unless a variable occurs
/// twice.
///
/// ```
/// # use bezzel::*;
/// let mut model = Model::new();
/// let x = model.variables(4, 1..=3)?;
/// model.post(lex_less(&x[..2], &x[2..]))?;
/// assert_eq!(model.solver().count().solutions, 9 * 8 / 2);
/// # Ok::<(), ModelError>(())
/// ```
pub fn lex_less(a: impl IntoIterator<Item: Into<View>>, b: impl IntoIterator<Item: Into<View>>) -> Lex {
    Lex::new(views(a), views(b), true)
}

/// The first list comes before the second in the order of dictionaries, or is the same; see [`lex_less`].
///
/// ```
/// # use bezzel::*;
/// let mut model = Model::new();
/// let x = model.variables(4, 1..=3)?;
/// model.post(lex_at_most(&x[..2], &x[2..]))?;
/// assert_eq!(model.solver().count().solutions, 9 * 10 / 2);
/// # Ok::<(), ModelError>(())
/// ```
pub fn lex_at_most(a: impl IntoIterator<Item: Into<View>>, b: impl IntoIterator<Item: Into<View>>) -> Lex {
    Lex::new(views(a), views(b), false)
}

impl Lex {
    fn new(a: Vec<View>, b: Vec<View>, strict: bool) -> Lex {
        let all: Vec<View> = a.iter().chain(&b).copied().collect();
        Lex { repeats: repeats_a_variable(&all), a, b, strict }
    }

    /// The pairs at the same place.
    fn pairs(&self) -> impl Iterator<Item = (View, View)> {
        self.a.iter().copied().zip(self.b.iter().copied())
    }

    /// Whether the relation is true when all pairs are equal.
    fn true_if_equal(&self) -> bool {
        self.a.len() < self.b.len() || (self.a.len() == self.b.len() && !self.strict)
    }

    /// Whether some values make the relation true of the lists from `place` on.
    fn is_possible(&self, store: &Store, place: usize) -> bool {
        let differs = self.pairs().skip(place).find(|&(a, b)| a != b && a.min(store) != b.max(store));
        differs.map_or(self.true_if_equal(), |(a, b)| a.min(store) < b.max(store))
    }

    /// Whether all values make the relation true.
    fn is_certain(&self, store: &Store) -> bool {
        let differs = self.pairs().find(|&(a, b)| a != b && a.max(store) != b.min(store));
        differs.map_or(self.true_if_equal(), |(a, b)| a.max(store) < b.min(store))
    }
}

impl Constraint for Lex {
    fn name(&self) -> &'static str {
        if self.strict { "lex_less" } else { "lex_at_most" }
    }

    fn scope(&self) -> Vec<View> {
        self.a.iter().chain(&self.b).copied().collect()
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        let values = |list: &[View]| list.iter().map(|view| assignment.value(view)).collect::<Vec<_>>();
        let (a, b) = (values(&self.a), values(&self.b));
        if self.strict { a < b } else { a <= b }
    }

    fn post(&self, poster: &mut Poster) {
        if self.a.is_empty() && self.b.is_empty() && self.strict {
            poster.impossible();
        }
        poster.priority(Priority::Linear);
        self.pairs().flat_map(|(a, b)| [a, b]).for_each(|view| poster.wake_on(view, Wake::Bounds));
        if self.repeats {
            // forward checking waits for all but one, also for those beyond the end of the shorter list
            self.scope().into_iter().for_each(|view| poster.wake_on(view, Wake::Fixed));
        }
    }

    /// The first pair that may differ is in order, strictly if the rest cannot be; only the pairs before it are
    /// settled.
    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        for (place, (a, b)) in self.pairs().enumerate() {
            if a == b {
                continue;
            }
            let both = a.value(store).zip(b.value(store));
            if both.is_some_and(|(a, b)| a == b) {
                continue;
            }
            let gap = i64::from(!self.is_possible(store, place + 1));
            a.remove_above(store, b.max(store) - gap)?;
            b.remove_below(store, a.min(store) + gap)?;
            if a.max(store) < b.min(store) {
                return Ok(Status::Entailed);
            }
            if a.value(store).zip(b.value(store)).is_none_or(|(a, b)| a != b) {
                return match () {
                    () if self.repeats => forward_check(self, store).map(again_unless_entailed),
                    () if self.is_certain(store) => Ok(Status::Entailed),
                    () => Ok(Status::AtFixpoint),
                };
            }
        }
        if self.true_if_equal() { Ok(Status::Entailed) } else { Err(Conflict) }
    }

    fn decided(&self, store: &Store) -> Option<bool> {
        match () {
            () if self.is_certain(store) => Some(true),
            () if !self.is_possible(store, 0) => Some(false),
            () => None,
        }
    }

    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        Some(Arc::new(Lex { a: self.b.clone(), b: self.a.clone(), strict: !self.strict, repeats: self.repeats }))
    }
}
