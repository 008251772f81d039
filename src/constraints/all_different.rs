//! All-different, at four strengths.

mod bits;
mod bounds;
mod domain;
mod except;

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

pub use except::{AllDifferentExcept, all_different_except};

use super::all_equal::all_equal;
use super::{repeats_a_variable, views};
use crate::compile::Poster;
use crate::constraint::{Assignment, Constraint, Priority, Status, Wake, forward_check};
use crate::domain::Value;
use crate::store::{Conflict, Store};
use crate::variable::{Variable, View};

/// How much an [`AllDifferent`] infers.
///
/// By `cargo bench --bench strengths`, all by first-fail: 12 queens (all solutions, the strength on all three
/// all-differents), and 20 Latin squares of order 25 with 262 holes (42 %), each searched for one completion under a limit
/// of 20,000 nodes. A node is a value tried; two-way nodes are those of the same tree made of choices between two, root
/// and leaves included: twice the leaves, less one. (Search that branches on `x = v` and `x != v` itself has 181,755 of
/// them at `Domain`.) The times are of one run on a shared machine: only large ratios mean anything.
///
/// | strength | queens: nodes | two-way | time | squares solved | nodes of all | time of all |
/// | --- | --- | --- | --- | --- | --- | --- |
/// | `ForwardChecking` | 207,036 | 232,163 | 10 ms | 0 | 400,000 | 1.5 s |
/// | `Dual` | 163,980 | 188,819 | 24 ms | 20 | 54,170 | 2.2 s |
/// | `Bounds` | 181,060 | 206,043 | 524 ms | 0 | 400,000 | 10.5 s |
/// | `Domain` | 157,478 | 182,227 | 287 ms | 20 | 10,775 | 0.5 s |
///
/// What strength buys is a smaller tree: on the squares it is what makes them solvable at all, and the more expensive
/// node pays for itself many times over. What it costs is time a node, and more than that: a model whose all-differents
/// are all `ForwardChecking` or `Dual`, on small domains, runs on packed words without any propagator, which no strength
/// beyond wins back where the tree shrinks by a quarter only, as for queens. So stay with `ForwardChecking` where
/// values are plenty or the tree is small; take `Dual` for permutations (Sudoku); take `Domain` where all-different is
/// what makes the problem hard. `Bounds` is for views whose domains are intervals, as when they are compared with each
/// other or take part in sums; where holes are punched into the domains, it sees little and costs no less than `Domain`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Strength {
    /// A value that is taken leaves the other domains (Haralick & Elliott 1980).
    #[default]
    ForwardChecking,
    /// With as many values as views also: a value that only one view can take is taken by it (a hidden single). With
    /// more values than views it is the same as forward checking.
    Dual,
    /// Forward checking, and bounds consistency (López-Ortiz, Quimper, Tromp & van Beek 2003): where as many views as
    /// there are values from `a` to `b` lie inside `a..=b`, the bounds of the other views leave it.
    Bounds,
    /// Domain consistency (Régin 1994): exactly the values that are part of a solution of this constraint stay.
    Domain,
}

/// See [`all_different`].
#[derive(Clone, Debug)]
pub struct AllDifferent {
    views: Vec<View>,
    strength: Strength,
    /// Some variable occurs twice.
    repeated: bool,
    /// Some view occurs twice.
    impossible: bool,
}

/// The views take pairwise different values. Over no view or one it is true; a view that occurs twice makes it false.
///
/// Forward checking, unless [`AllDifferent::strength`] chooses another [`Strength`].
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
    let views = views(scope);
    let (mut repeated, mut impossible) = (false, false);
    // the usual views are over one variable after the other
    if !views.is_sorted_by(|a, b| a.var.index < b.var.index) {
        let mut sorted = views.clone();
        sorted.sort_unstable_by_key(|view| (view.var.index, view.scale, view.offset));
        impossible = sorted.windows(2).any(|pair| pair[0] == pair[1]);
        repeated = repeats_a_variable(&views);
    }
    AllDifferent { repeated, impossible, views, strength: Strength::default() }
}

impl AllDifferent {
    /// Chooses how much is inferred. The solutions are the same.
    pub fn strength(self, strength: Strength) -> AllDifferent {
        AllDifferent { strength, ..self }
    }

    /// Every value must have a place, and with as many values as views, a value with one place left is put there.
    fn place_values(&self, store: &mut Store) -> Result<(), Conflict> {
        let low = self.views.iter().map(|view| view.min(store)).min().unwrap_or(0);
        let high = self.views.iter().map(|view| view.max(store)).max().unwrap_or(0);
        if high - low < 64 {
            // bits: of values with a place, of those with two or more
            let (mut once, mut twice) = (0, 0);
            for view in &self.views {
                let word = bits::word(*view, store, low);
                twice |= once & word;
                once |= word;
            }
            match once.count_ones() as usize {
                values if values < self.views.len() => return Err(Conflict),
                values if values > self.views.len() => return Ok(()),
                _ => {}
            }
            for view in self.views.iter().filter(|_| once != twice) {
                let mut single = bits::word(*view, store, low) & once & !twice;
                while single != 0 {
                    view.fix(store, low + Value::from(single.trailing_zeros()))?;
                    single &= single - 1;
                }
            }
            return Ok(());
        }
        let mut places: Vec<(Value, usize)> = Vec::new();
        for (at, view) in self.views.iter().enumerate() {
            places.extend(view.values(store).map(|value| (value, at)));
        }
        places.sort_unstable();
        let values = places.chunk_by(|a, b| a.0 == b.0);
        match values.clone().count() {
            count if count < self.views.len() => return Err(Conflict),
            count if count > self.views.len() => return Ok(()),
            _ => {}
        }
        for places in values.filter(|places| places.len() == 1) {
            self.views[places[0].1].fix(store, places[0].0)?;
        }
        Ok(())
    }
}

/// What the reversible memory of an all-different holds that has handed its pairs to tier 1. As a part of a formula it has
/// not, and finds no memory or that of the formula.
const POSTED: i64 = 0x616c_6c64_6966_6665;

/// Removes the values of the fixed views from the others, except one value that may be taken several times.
fn exclude_fixed(views: &[View], store: &mut Store, except: Option<Value>) -> Result<(), Conflict> {
    let mut excluded = vec![false; views.len()];
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for (at, view) in views.iter().enumerate() {
            if excluded[at] || !view.is_fixed(store) {
                continue;
            }
            excluded[at] = true;
            changed = true;
            let value = view.min(store);
            if Some(value) != except {
                let mut others = views.iter().enumerate().filter(|&(other, _)| other != at);
                others.try_for_each(|(_, other)| other.remove(store, value))?;
            }
        }
    }
    Ok(())
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
        let (priority, wake) = match self.strength {
            Strength::Dual if poster.dual(&self.views) => (Priority::Linear, Wake::Domain),
            Strength::Bounds if self.views.len() > 2 => (Priority::Linear, Wake::Bounds),
            Strength::Domain if self.views.len() > 2 => (Priority::Expensive, Wake::Domain),
            _ => return poster.complete(),
        };
        poster.covered();
        poster.memory(&[POSTED]);
        poster.priority(priority);
        self.views.iter().for_each(|&view| poster.wake_on(view, wake));
    }

    /// What the strength adds to forward checking; as a part of a formula also forward checking.
    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let posted = store.has_memory() && store.memory(0) == POSTED;
        if !posted {
            if self.impossible {
                return Err(Conflict);
            }
            exclude_fixed(&self.views, store, None)?;
            if self.repeated && forward_check(self, store)? == Status::Entailed {
                return Ok(Status::Entailed);
            }
        }
        let status = match self.strength {
            _ if self.views.len() <= 1 => return Ok(Status::Entailed),
            Strength::ForwardChecking => Status::Again,
            Strength::Dual => self.place_values(store).map(|()| Status::Again)?,
            Strength::Bounds => bounds::propagate(&self.views, store)?,
            Strength::Domain => domain::propagate(&self.views, store)?,
        };
        // views of one variable narrow each other
        Ok(if self.repeated || (!posted && self.strength != Strength::Domain) { Status::Again } else { status })
    }

    /// False if two are fixed to one value or there are too few values; true if no two have a value in common.
    fn decided(&self, store: &Store) -> Option<bool> {
        if self.impossible {
            return Some(false);
        }
        let mut spans: Vec<(Value, Value)> = self.views.iter().map(|v| (v.min(store), v.max(store))).collect();
        spans.sort_unstable();
        if spans.windows(2).all(|pair| pair[0].1 < pair[1].0) {
            return Some(true);
        }
        if spans.windows(2).any(|pair| pair[0] == pair[1] && pair[0].0 == pair[0].1) {
            return Some(false);
        }
        let (low, high) = (spans[0].0, spans.iter().map(|span| span.1).max()?);
        if ((high - low) as u64) < self.views.len() as u64 - 1 {
            return Some(false);
        }
        let total: u64 = self.views.iter().map(|view| view.len(store)).fold(0, u64::saturating_add);
        let mut seen = HashSet::new();
        let disjoint = total <= 64 && self.views.iter().all(|view| view.values(store).all(|value| seen.insert(value)));
        disjoint.then_some(true)
    }

    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        (self.views.len() == 2).then(|| Arc::new(all_equal(&self.views)) as Arc<dyn Constraint>)
    }
}
