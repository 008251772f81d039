//! Counting several values at once.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::increasing::again_unless_entailed;
use super::{Counted, any_of, count, repeats_a_variable, views};
use crate::compile::Poster;
use crate::constraint::{Assignment, Constraint, Priority, Status, forward_check};
use crate::domain::Value;
use crate::error::ModelError;
use crate::store::{Conflict, Store};
use crate::variable::{Variable, View};

/// See [`global_cardinality`].
#[derive(Clone, Debug)]
pub struct GlobalCardinality {
    views: Vec<View>,
    values: Vec<Value>,
    counts: Vec<View>,
    parts: Vec<Counted>,
    /// No value is listed twice.
    distinct: bool,
    repeats: bool,
}

/// Each of the values occurs among the views as often as its count says; other values may occur, too. The counts may be
/// variables.
///
/// Each value is counted by itself (see [`count`]), and the counts together are at most as many as the views; less than
/// the flow of Régin ("Generalized arc consistency for global cardinality constraint", 1996) would infer.
///
/// ```
/// # use bezzel::*;
/// let mut model = Model::new();
/// let x = model.variables(6, 1..=3)?;
/// model.post(global_cardinality(&x, 1..=3, [2, 2, 2]))?;
/// assert_eq!(model.solver().count().solutions, 90);
/// # Ok::<(), ModelError>(())
/// ```
pub fn global_cardinality(
    scope: impl IntoIterator<Item: Into<View>>,
    values: impl IntoIterator<Item = Value>,
    counts: impl IntoIterator<Item: Into<View>>,
) -> GlobalCardinality {
    let (scope, counts, values) = (views(scope), views(counts), values.into_iter().collect::<Vec<_>>());
    let all: Vec<View> = scope.iter().chain(&counts).copied().collect();
    GlobalCardinality {
        parts: values
            .iter()
            .zip(&counts)
            .map(|(&value, result)| count(&scope, View::constant(value)).equals(result))
            .collect(),
        distinct: values.iter().collect::<BTreeSet<_>>().len() == values.len(),
        repeats: repeats_a_variable(&all),
        views: scope,
        values,
        counts,
    }
}

impl GlobalCardinality {
    /// What is left for each count by the bounds of the others.
    fn narrow_counts(&self, store: &mut Store) -> Result<(), Conflict> {
        let all = self.views.len() as i128;
        let total = |store: &Store, bound: fn(View, &Store) -> Value| -> i128 {
            self.counts.iter().map(|&count| i128::from(bound(count, store))).sum()
        };
        let (least, most) = (total(store, View::min), total(store, View::max));
        let listed = |view: &View| {
            view.len(store) <= self.values.len() as u64 && view.values(store).all(|value| self.values.contains(&value))
        };
        let closed = self.views.iter().all(listed);
        if least > all || (closed && most < all) {
            return Err(Conflict);
        }
        for count in &self.counts {
            let (min, max) = (i128::from(count.min(store)), i128::from(count.max(store)));
            if max > all - (least - min) {
                count.remove_above(store, (all - (least - min)) as Value)?;
            }
            if closed && min < all - (most - max) {
                count.remove_below(store, (all - (most - max)) as Value)?;
            }
        }
        Ok(())
    }
}

impl Constraint for GlobalCardinality {
    fn name(&self) -> &'static str {
        "global_cardinality"
    }

    fn scope(&self) -> Vec<View> {
        self.views.iter().chain(&self.counts).copied().collect()
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        self.parts.iter().all(|part| part.holds(assignment))
    }

    fn check(&self) -> Result<(), ModelError> {
        if self.values.len() == self.counts.len() {
            return Ok(());
        }
        Err(ModelError::WrongLength {
            constraint: self.name().to_string(),
            item: "the list of counts".to_string(),
            found: self.counts.len(),
            expected: self.values.len(),
        })
    }

    fn post(&self, poster: &mut Poster) {
        self.parts.iter().for_each(|part| part.post(poster));
        poster.priority(Priority::Expensive);
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let mut entailed = true;
        for part in &self.parts {
            entailed &= part.propagate(store)? == Status::Entailed;
        }
        if entailed {
            return Ok(Status::Entailed);
        }
        if self.distinct {
            self.narrow_counts(store)?;
        }
        if self.repeats { forward_check(self, store).map(again_unless_entailed) } else { Ok(Status::Again) }
    }

    fn decided(&self, store: &Store) -> Option<bool> {
        let mut all = Some(true);
        for part in &self.parts {
            match part.decided(store) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => all = None,
            }
        }
        all
    }

    /// Some count is another.
    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        Some(Arc::new(any_of(self.parts.iter().filter_map(|part| part.negation()))))
    }
}
