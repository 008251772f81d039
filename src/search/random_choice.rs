//! How a run among restarts chooses: the smallest domain, and of its values the least constraining; ties at random.

use std::convert::Infallible;
use std::sync::Arc;

use super::brancher::Random;
use super::branching::{Branching, Choice};
use crate::compile::Program;
use crate::domain::Value;
use crate::literal::Literal;
use crate::store::Store;
use crate::variable::{Var, Variable};

/// Values are compared only where there are at most so many times open variables: towards the end, as that is where runs
/// fail, and before that it costs more than it tells.
const LARGEST_COMPARED: u64 = 1 << 9;
/// One value of so many is any, so that runs stay different where the comparison misleads.
const ANY_OF: u64 = 16;

/// First-fail with random ties, and the least constraining value: the one in conflict with the fewest values of other
/// variables (Haralick & Elliott 1980; Frost & Dechter 1995), as far as conflicts are pairs; ties at random.
pub(super) struct RandomChoice {
    program: Arc<Program>,
    variables: Vec<Var>,
    seed: u64,
    random: Random,
}

impl RandomChoice {
    pub(super) fn new(program: Arc<Program>, variables: Vec<Var>, seed: u64) -> RandomChoice {
        RandomChoice { program, variables, seed, random: Random(seed) }
    }

    /// One of the smallest domains, and how many are open.
    fn variable(&mut self, store: &Store) -> Option<(Var, u64)> {
        let (mut smallest, mut open) = (Fewest::default(), 0);
        for &x in self.variables.iter().filter(|x| store.is_open(x.index())) {
            smallest.offer(x, x.len(store), &mut self.random);
            open += 1;
        }
        Some((smallest.best?, open))
    }

    /// One of the least constraining values.
    fn value(&mut self, x: Var, open: u64, store: &Store) -> Value {
        let compared = x.len(store).saturating_mul(open) <= LARGEST_COMPARED;
        if !compared || self.random.below(ANY_OF) == 0 {
            return self.random.value(x, store);
        }
        let mut least = Fewest::default();
        for value in x.values(store) {
            least.offer(value, self.values_lost(x, value, store), &mut self.random);
        }
        least.best.unwrap_or(x.min(store))
    }

    /// How many values the open variables would lose to `x = value`.
    fn values_lost(&self, x: Var, value: Value, store: &Store) -> u64 {
        let bit = value.wrapping_sub(store.places[x.index()].base) as u32;
        let mut lost = 0;
        let Ok(()) = self.program.conflicts.for_each_pair(x.index, value, bit, |y, what, _| {
            if store.is_open(y as usize) {
                store.each_lost(y, what, |_| lost += 1);
            }
            Ok::<(), Infallible>(())
        });
        lost
    }
}

impl Branching for RandomChoice {
    fn begin(&mut self) {
        self.random = Random(self.seed);
    }

    fn choose(&mut self, store: &Store) -> Option<Choice> {
        let (x, open) = self.variable(store)?;
        Some(Choice::Literal(Literal::equal(x, self.value(x, open, store))))
    }
}

/// What was offered with the smallest number; of several, any.
struct Fewest<T> {
    best: Option<T>,
    number: u64,
    equal: u64,
}

impl<T> Default for Fewest<T> {
    fn default() -> Fewest<T> {
        Fewest { best: None, number: u64::MAX, equal: 0 }
    }
}

impl<T> Fewest<T> {
    fn offer(&mut self, what: T, number: u64, random: &mut Random) {
        if number > self.number {
            return;
        }
        self.equal = if number == self.number { self.equal + 1 } else { 1 };
        self.number = number;
        if random.below(self.equal) == 0 {
            self.best = Some(what);
        }
    }
}
