//! Two lists that are the inverse of each other.

use super::{repeats_a_variable, views};
use crate::compile::Poster;
use crate::constraint::{Assignment, Constraint, Priority, Status, Wake, forward_check};
use crate::domain::Value;
use crate::error::ModelError;
use crate::store::{Conflict, Store};
use crate::variable::{Variable, View};

/// See [`inverse`].
#[derive(Clone, Debug)]
pub struct Inverse {
    f: Vec<View>,
    g: Vec<View>,
    repeats: bool,
}

/// `f[i] = j` exactly if `g[j] = i`; positions count from 0. So both are permutations, each the inverse of the other,
/// as in models that are written from both sides (Smith, "Modelling a permutation problem", 2000).
///
/// Each value `j` of `f[i]` has the value `i` of `g[j]` beside it: one is removed with the other.
///
/// ```
/// # use bezzel::*;
/// let mut model = Model::new();
/// let task_at = model.variables(3, 0..3)?;
/// let time_of = model.variables(3, 0..3)?;
/// model.post(inverse(&task_at, &time_of))?;
/// model.post(time_of[2].less_than(time_of[0]))?;
/// let first = model.solver().solutions().next().unwrap();
/// assert_eq!((first.values(&task_at), first.values(&time_of)), (vec![1, 2, 0], vec![2, 0, 1]));
/// # Ok::<(), ModelError>(())
/// ```
pub fn inverse(f: impl IntoIterator<Item: Into<View>>, g: impl IntoIterator<Item: Into<View>>) -> Inverse {
    let (f, g) = (views(f), views(g));
    let all: Vec<View> = f.iter().chain(&g).copied().collect();
    Inverse { repeats: repeats_a_variable(&all), f, g }
}

/// Removes from each `from[i]` what is no position, and each `j` for which `to[j]` has not the value `i`.
fn narrow(store: &mut Store, from: &[View], to: &[View]) -> Result<bool, Conflict> {
    let mut changed = false;
    for (i, view) in (0..).zip(from) {
        let size = view.len(store);
        if let Some(j) = view.value(store) {
            let other = usize::try_from(j).ok().and_then(|j| to.get(j)).ok_or(Conflict)?;
            changed |= !other.is_fixed(store);
            other.fix(store, i)?;
            continue;
        }
        view.remove_below(store, 0)?;
        view.remove_above(store, to.len() as Value - 1)?;
        for (j, other) in (0..).zip(to) {
            if view.contains(store, j) && !other.contains(store, i) {
                view.remove(store, j)?;
            }
        }
        changed |= view.len(store) != size;
    }
    Ok(changed)
}

impl Constraint for Inverse {
    fn name(&self) -> &'static str {
        "inverse"
    }

    fn scope(&self) -> Vec<View> {
        self.f.iter().chain(&self.g).copied().collect()
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        let leads_back = |from: &[View], to: &[View]| {
            (0..).zip(from).all(|(i, view)| {
                let other = usize::try_from(assignment.value(view)).ok().and_then(|j| to.get(j));
                other.is_some_and(|other| assignment.value(other) == i)
            })
        };
        leads_back(&self.f, &self.g) && leads_back(&self.g, &self.f)
    }

    fn check(&self) -> Result<(), ModelError> {
        if self.f.len() == self.g.len() {
            return Ok(());
        }
        Err(ModelError::WrongLength {
            constraint: self.name().to_string(),
            item: "the second list".to_string(),
            found: self.g.len(),
            expected: self.f.len(),
        })
    }

    fn post(&self, poster: &mut Poster) {
        poster.all_different(&self.f);
        poster.all_different(&self.g);
        poster.priority(Priority::Expensive);
        self.scope().into_iter().for_each(|view| poster.wake_on(view, Wake::Domain));
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        while narrow(store, &self.f, &self.g)? | narrow(store, &self.g, &self.f)? {}
        match () {
            () if self.scope().iter().all(|view| view.is_fixed(store)) => Ok(Status::Entailed),
            () if self.repeats => forward_check(self, store),
            () => Ok(Status::AtFixpoint),
        }
    }

    fn decided(&self, store: &Store) -> Option<bool> {
        let breaks = |from: &[View], to: &[View]| {
            (0..).zip(from).any(|(i, view)| {
                let leads_back =
                    |j| usize::try_from(j).ok().and_then(|j| to.get(j)).is_some_and(|x| x.contains(store, i));
                let outside = view.max(store) < 0 || view.min(store) >= to.len() as Value;
                outside || view.value(store).is_some_and(|j| !leads_back(j))
            })
        };
        if breaks(&self.f, &self.g) || breaks(&self.g, &self.f) {
            return Some(false);
        }
        self.scope().iter().all(|view| view.is_fixed(store)).then_some(true)
    }
}
