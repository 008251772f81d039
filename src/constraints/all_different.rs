//! All-different.

use std::collections::BTreeSet;

use super::views;
use crate::compile::Poster;
use crate::constraint::{Assignment, Constraint, Priority, Status, Wake};
use crate::store::{Conflict, Store};
use crate::variable::{Variable, View};

/// How much an [`AllDifferent`] infers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Strength {
    /// A value that is taken leaves the other domains (Haralick & Elliott 1980).
    #[default]
    ForwardChecking,
    /// With as many values as views also: a value that only one view can take is taken by it (a hidden single). With
    /// more values than views it is the same as forward checking.
    Dual,
}

/// See [`all_different`].
#[derive(Clone, Debug)]
pub struct AllDifferent {
    views: Vec<View>,
    strength: Strength,
}

/// The views take pairwise different values. Over no view or one it is true; a view that occurs twice makes it false.
///
/// ```
/// # use bezzel::*;
/// let mut model = Model::new();
/// let x = model.variables(3, 0..3)?;
/// model.post(all_different(&x))?;
/// assert_eq!(model.solver().count().solutions, 6);
/// # Ok::<(), ModelError>(())
/// ```
pub fn all_different(scope: impl IntoIterator<Item: Into<View>>) -> AllDifferent {
    AllDifferent { views: views(scope), strength: Strength::default() }
}

impl AllDifferent {
    /// Chooses how much is inferred. The solutions are the same.
    pub fn strength(self, strength: Strength) -> AllDifferent {
        AllDifferent { strength, ..self }
    }
}

impl Constraint for AllDifferent {
    fn name(&self) -> &'static str {
        "all_different"
    }

    fn scope(&self) -> Vec<View> {
        self.views.clone()
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        let mut seen = BTreeSet::new();
        self.views.iter().all(|view| seen.insert(assignment.value(view)))
    }

    fn post(&self, poster: &mut Poster) {
        poster.all_different(&self.views);
        if self.strength == Strength::Dual && poster.dual(&self.views) {
            poster.covered();
            poster.priority(Priority::Linear);
            self.views.iter().for_each(|&view| poster.wake_on(view, Wake::Domain));
        } else {
            poster.complete();
        }
    }

    /// Where there are no dual lanes: every value must have a place, and a value with one place left is put there.
    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let mut places: Vec<(i64, usize)> = Vec::new();
        for (at, view) in self.views.iter().enumerate() {
            places.extend(view.values(store).map(|value| (value, at)));
        }
        places.sort_unstable();
        let values = places.chunk_by(|a, b| a.0 == b.0);
        if values.clone().count() < self.views.len() {
            return Err(Conflict);
        }
        // the number of values was that of the views from the start
        for places in values.filter(|places| places.len() == 1) {
            self.views[places[0].1].fix(store, places[0].0)?;
        }
        Ok(Status::Again)
    }
}
