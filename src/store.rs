//! The live domains of a search, and the log of what changed in them.
//!
//! A domain is held in one of three forms. A *lane* is a domain whose span is at most 64: a few bits of a word, side by
//! side with the lanes of its neighbours (see [`forward_checking`](crate::forward_checking)). A *wide* domain has a bit
//! set of its own, a *sparse* one a sorted list of ranges that costs nothing for its width.

mod domains;
mod lines;
mod open;

use std::any::Any;
use std::fmt;

use thiserror::Error;

pub(crate) use domains::{Form, Place, Wide};
pub(crate) use lines::Line;
pub(crate) use open::Smallest;

use crate::constraint::ConstraintId;
use crate::domain::{Domain, Value, ValueSet};
use crate::literal::{Literal, Relation};
use crate::trail::Trail;
use crate::variable::Var;

/// The current node has no solution: a domain became empty (a wipeout), or a constraint found itself violated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("no solution below this node")]
pub struct Conflict;

/// Why a value left a domain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Cause {
    /// Search decided.
    Decision,
    /// A literal given to [`Solver::assume`](crate::Solver::assume).
    Assumption,
    /// This constraint. For pairwise conflicts: the first posted of the constraints that forbid the pair.
    Constraint(ConstraintId),
    /// Pairwise conflicts, of constraints that are compiled together (where nobody asks which).
    Conflicts,
    /// An objective has to be better than in the solution before.
    Demand,
    /// Arc consistency: some variable would have no value left, by the pairwise conflicts of all constraints together.
    ArcConsistency,
}

/// One entry of the log: `variable` has no value in `low..=high` any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Removal {
    /// The variable that lost values.
    pub variable: Var,
    /// The smallest value lost.
    pub low: Value,
    /// The largest value lost.
    pub high: Value,
    /// Why.
    pub cause: Cause,
}

/// What happened to a domain; bits of [`Store::events`].
pub(crate) mod event {
    pub const FIXED: u8 = 1;
    pub const BOUNDS: u8 = 2;
    pub const DOMAIN: u8 = 4;
}

/// The live domains; what propagators read and narrow, through [`Variable`](crate::Variable).
#[derive(Clone)]
pub struct Store {
    pub(crate) model: u32,
    pub(crate) places: Vec<Place>,
    /// Lanes first, then the open set, then reversible memory: whatever the trail undoes by words.
    pub(crate) words: Vec<u64>,
    pub(crate) wides: Vec<Wide>,
    pub(crate) bits: Vec<u64>,
    pub(crate) sparse: Vec<ValueSet>,
    pub(crate) trail: Trail,
    /// What happened to each variable since it was last reported, as bits.
    pub(crate) events: Vec<u8>,
    /// The variables with an event.
    pub(crate) changed: Vec<u32>,
    /// The variables that came down to one value and were not yet propagated.
    pub(crate) fixed: Vec<u32>,
    pub(crate) smallest: Smallest,
    /// Where the words of the open set begin.
    pub(crate) open: usize,
    /// Where the reversible memory of each constraint begins, in `words`.
    pub(crate) memory: Vec<u32>,
    pub(crate) scratch: Scratch,
    pub(crate) cause: Cause,
    pub(crate) logging: bool,
    /// Conflicts are followed pair by pair, so that the cause of each removal is known.
    pub(crate) by_pair: bool,
    pub(crate) log: Vec<Removal>,
    /// The variable whose domain became empty last.
    pub(crate) wiped: Option<u32>,
    /// Room for an assignment under construction, one value a variable.
    pub(crate) assignment: Vec<Value>,
}

/// Memory that propagators keep between runs without undo; a cloned store starts without any.
#[derive(Default)]
pub(crate) struct Scratch(Vec<Option<Box<dyn Any + Send + Sync>>>);

impl Clone for Scratch {
    fn clone(&self) -> Scratch {
        Scratch::default()
    }
}

impl Store {
    /// The domain of a variable, as a [`Domain`].
    ///
    /// # Panics
    /// When the domain is read, if the compiled model has no variable at the position of `x`. Whether `x` belongs to
    /// the model is not checked.
    pub fn domain(&self, x: Var) -> LiveDomain<'_> {
        LiveDomain { store: self, x }
    }

    /// Makes a literal true.
    pub(crate) fn apply(&mut self, literal: Literal) -> Result<(), Conflict> {
        let Literal { variable: x, relation, value } = literal;
        match relation {
            Relation::Equal => self.fix(x, value),
            Relation::NotEqual => self.remove(x, value),
            Relation::AtMost => self.remove_above(x, value),
            Relation::Greater => self.remove_below(x, value.saturating_add(1)),
        }
    }

    /// The running propagator's reversible memory at `index`: what it last stored there on the way to this node.
    ///
    /// # Panics
    /// When the index is not below the size that `post` asked for (where that is outside all memory).
    pub fn memory(&self, index: usize) -> i64 {
        self.words[self.memory_at(index)] as i64
    }

    /// Sets the running propagator's reversible memory at `index`; undone when search leaves this node.
    ///
    /// # Panics
    /// As [`Store::memory`].
    pub fn set_memory(&mut self, index: usize, value: i64) {
        let at = self.memory_at(index);
        self.set_word(at, value as u64);
    }

    /// Whether the running propagator has the memory that it asked for. As a part of another constraint it has none.
    pub fn has_memory(&self) -> bool {
        self.memory[self.running()] != self.memory[self.running() + 1]
    }

    fn memory_at(&self, index: usize) -> usize {
        self.memory[self.running()] as usize + index
    }

    /// The index of the constraint whose propagator runs.
    fn running(&self) -> usize {
        match self.cause {
            Cause::Constraint(constraint) => constraint.index(),
            _ => panic!("memory belongs to a propagator, and none is running"),
        }
    }

    /// Takes the running propagator's scratch memory: any content is valid, and nothing undoes it. Give it back with
    /// [`Store::keep_scratch`].
    pub fn take_scratch<T: Any + Send + Sync + Default>(&mut self) -> Box<T> {
        let at = self.running();
        let taken = self.scratch.0.get_mut(at).and_then(Option::take);
        taken.and_then(|any| any.downcast().ok()).unwrap_or_default()
    }

    /// Keeps scratch memory for the running propagator's next run.
    pub fn keep_scratch<T: Any + Send + Sync>(&mut self, scratch: Box<T>) {
        let at = self.running();
        if self.scratch.0.len() <= at {
            self.scratch.0.resize_with(at + 1, || None);
        }
        self.scratch.0[at] = Some(scratch);
    }

    /// Adds words behind all others.
    pub(crate) fn extend_words(&mut self, words: impl Iterator<Item = u64>) {
        self.words.extend(words);
        self.trail.extend_words(self.words.len());
    }

    /// Writes a word that the trail restores.
    #[inline]
    pub(crate) fn set_word(&mut self, index: usize, new: u64) {
        let old = self.words[index];
        if old != new {
            self.trail.save_word(index, old);
            self.words[index] = new;
        }
    }

    /// Reports what happened to a variable's domain.
    #[inline]
    pub(crate) fn report(&mut self, x: usize, events: u8) {
        if self.events[x] == 0 {
            self.changed.push(x as u32);
        }
        self.events[x] |= events;
        if events & event::FIXED != 0 {
            self.fixed.push(x as u32);
        }
        let block = self.smallest.touch(x);
        self.trail.save_block(block);
    }

    /// Drops what was reported and not yet looked at.
    pub(crate) fn forget_changes(&mut self) {
        for &x in &self.changed {
            self.events[x as usize] = 0;
        }
        self.changed.clear();
        self.fixed.clear();
    }

    /// Logs that `x` lost its values in `low..=high`, where someone listens.
    #[inline]
    pub(crate) fn record(&mut self, x: usize, low: Value, high: Value) {
        if self.logging && low <= high {
            let variable = Var { model: self.model, index: x as u32 };
            self.log.push(Removal { variable, low, high, cause: self.cause });
        }
    }
}

/// Shows each domain.
impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries((0..self.places.len() as u32).map(|x| self.domain(self.variable(x)))).finish()
    }
}

/// The live domain of a variable: a read-only [`Domain`].
#[derive(Clone, Copy)]
pub struct LiveDomain<'a> {
    store: &'a Store,
    x: Var,
}

/// Shows the number of values and the bounds.
impl fmt::Debug for LiveDomain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.min(), self.max()) {
            (Some(min), Some(max)) => write!(f, "{} of {min}..={max}", self.len()),
            _ => write!(f, "none"),
        }
    }
}

impl Domain for LiveDomain<'_> {
    fn min(&self) -> Option<Value> {
        (self.len() > 0).then(|| self.store.min(self.x))
    }

    fn max(&self) -> Option<Value> {
        (self.len() > 0).then(|| self.store.max(self.x))
    }

    fn len(&self) -> u64 {
        self.store.len(self.x)
    }

    fn contains(&self, value: Value) -> bool {
        self.store.contains(self.x, value)
    }

    fn iter(&self) -> impl Iterator<Item = Value> + '_ {
        std::iter::successors(self.min(), |&v| self.store.next_above(self.x, v))
    }
}
