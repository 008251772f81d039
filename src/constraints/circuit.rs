//! One round trip through all places.

use super::{repeats_a_variable, views};
use crate::compile::Poster;
use crate::constraint::{Assignment, Constraint, Priority, Status, Wake, forward_check};
use crate::domain::Value;
use crate::store::{Conflict, Store};
use crate::variable::{Variable, View};

/// See [`circuit`].
#[derive(Clone, Debug)]
pub struct Circuit {
    successors: Vec<View>,
    repeats: bool,
}

/// Going from each place to its successor visits all places and comes back (a Hamiltonian circuit); `successors[i]` is
/// the place after `i`, counted from 0. Without places it is true; one place is its own successor.
///
/// The end of a chain of fixed successors does not lead back to its beginning before all are visited (Caseau &
/// Laburthe, "Solving small TSPs with constraints", 1997); no two places have one successor, by forward checking.
///
/// ```
/// # use bezzel::*;
/// let mut model = Model::new();
/// let next = model.variables(4, 0..4)?;
/// model.post(circuit(&next))?;
/// assert_eq!(model.solver().count().solutions, 6);
/// # Ok::<(), ModelError>(())
/// ```
pub fn circuit(successors: impl IntoIterator<Item: Into<View>>) -> Circuit {
    let successors = views(successors);
    Circuit { repeats: repeats_a_variable(&successors), successors }
}

impl Circuit {
    /// A value that is taken is no other's; the engine does this, too, but not inside a formula.
    fn take_values(&self, store: &mut Store) -> Result<bool, Conflict> {
        let mut changed = false;
        for (at, view) in self.successors.iter().enumerate() {
            let Some(value) = view.value(store) else { continue };
            for (_, other) in self.successors.iter().enumerate().filter(|&(other, _)| other != at) {
                changed |= other.contains(store, value);
                other.remove(store, value)?;
            }
        }
        Ok(changed)
    }

    /// Follows each chain from its beginning, the place that no fixed successor leads to.
    fn cut_short_ways_back(&self, store: &mut Store) -> Result<bool, Conflict> {
        let count = self.successors.len();
        let mut next: Vec<Option<usize>> = Vec::with_capacity(count);
        let mut is_start = vec![true; count];
        for view in &self.successors {
            let place = view.value(store).and_then(|value| usize::try_from(value).ok());
            place.into_iter().for_each(|place| is_start[place] = false);
            next.push(place);
        }
        let (mut changed, mut visited) = (false, 0);
        for start in (0..count).filter(|&place| is_start[place]) {
            let (mut end, mut length) = (start, 1);
            while let Some(place) = next[end] {
                (end, length) = (place, length + 1);
            }
            visited += length;
            if length < count {
                let end = &self.successors[end];
                changed |= end.contains(store, start as Value);
                end.remove(store, start as Value)?;
            }
        }
        // what no chain visits is in closed circuits
        let closed = count - visited;
        if closed > 0 && self.round_trip(&next) < count { Err(Conflict) } else { Ok(changed) }
    }

    /// How many places a circuit has, if all are in circuits; fewer than all, if some are not.
    fn round_trip(&self, next: &[Option<usize>]) -> usize {
        let mut length = 1;
        let mut place = next[0];
        while let Some(at) = place.filter(|&at| at != 0 && length < next.len()) {
            (place, length) = (next[at], length + 1);
        }
        if place == Some(0) { length } else { 0 }
    }
}

impl Constraint for Circuit {
    fn name(&self) -> &'static str {
        "circuit"
    }

    fn scope(&self) -> Vec<View> {
        self.successors.clone()
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        let count = self.successors.len();
        let mut visited = vec![false; count];
        let mut place = 0;
        for _ in 0..count {
            if std::mem::replace(&mut visited[place], true) {
                return false;
            }
            let next = usize::try_from(assignment.value(self.successors[place]));
            let Some(next) = next.ok().filter(|&next| next < count) else { return false };
            place = next;
        }
        place == 0
    }

    fn post(&self, poster: &mut Poster) {
        poster.all_different(&self.successors);
        poster.priority(Priority::Linear);
        self.successors.iter().for_each(|&view| poster.wake_on(view, Wake::Fixed));
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let count = self.successors.len();
        for view in &self.successors {
            view.remove_below(store, 0)?;
            view.remove_above(store, count as Value - 1)?;
        }
        while self.take_values(store)? || self.cut_short_ways_back(store)? {}
        match () {
            () if self.successors.iter().all(|view| view.is_fixed(store)) => Ok(Status::Entailed),
            () if self.repeats => forward_check(self, store),
            () => Ok(Status::AtFixpoint),
        }
    }

    fn decided(&self, store: &Store) -> Option<bool> {
        let count = self.successors.len();
        let mut taken = vec![false; count];
        if self.successors.iter().any(|view| view.max(store) < 0 || view.min(store) >= count as Value) {
            return Some(false);
        }
        for value in self.successors.iter().filter_map(|view| view.value(store)) {
            let place = usize::try_from(value).ok().filter(|&place| place < count);
            if place.is_none_or(|place| std::mem::replace(&mut taken[place], true)) {
                return Some(false);
            }
        }
        // each place is now the successor of at most one, so a walk that never ends comes back to where it began
        let after = |place: usize| self.successors[place].value(store).map(|value| value as usize);
        let all_fixed = taken.iter().all(|&taken| taken);
        let closes_early = |start: usize| {
            let mut walk = std::iter::successors(after(start), |&place| after(place)).take(count - 1);
            walk.any(|place| place == start)
        };
        match () {
            () if (0..count).any(closes_early) => Some(false),
            () => all_fixed.then_some(true),
        }
    }
}
