//! Which variables are open (not yet decided or propagated), the first of them, and the one with the smallest domain.
//!
//! Positions follow the declaration, with the variables of a projection moved to the front. Neither question scans all
//! variables: the first open one is found through a summary of non-empty words, the smallest domain through the minimum
//! of each block of 64, of which only those with a change are looked at again.

use super::Store;
use crate::variable::Var;

/// The smallest open domain of each block of 64 positions, brought up to date when asked for.
#[derive(Clone, Default)]
pub(crate) struct Smallest {
    position: Vec<u32>,
    variable: Vec<u32>,
    /// The positions from here on are searched last.
    last: usize,
    /// For each block the size and the position of its smallest open domain.
    best: Vec<(u64, u32)>,
    /// The blocks whose best is out of date, as a bit set.
    stale: Vec<u64>,
}

/// What is searched last counts as larger than anything else.
const LAST: u64 = 1 << 63;

impl Smallest {
    /// Positions for `count` variables; those for which `first` holds come before the others.
    pub(crate) fn new(count: usize, first: impl Fn(usize) -> bool) -> Smallest {
        let (mut variable, others): (Vec<u32>, Vec<u32>) = (0..count as u32).partition(|&x| first(x as usize));
        let last = variable.len();
        variable.extend(others);
        let mut position = vec![0; count];
        for (at, &x) in variable.iter().enumerate() {
            position[x as usize] = at as u32;
        }
        let blocks = count.div_ceil(64);
        Smallest { position, variable, last, best: vec![(u64::MAX, 0); blocks], stale: vec![!0; blocks.div_ceil(64)] }
    }

    /// Notes that the domain of `x` changed; returns its block.
    #[inline]
    pub(crate) fn touch(&mut self, x: usize) -> usize {
        let block = self.position[x] as usize / 64;
        self.invalidate(block);
        block
    }

    #[inline]
    pub(crate) fn invalidate(&mut self, block: usize) {
        self.stale[block / 64] |= 1 << (block % 64);
    }
}

impl Store {
    /// Words that the open set of `count` variables takes: one bit a variable, and one bit for each of those words.
    pub(crate) fn open_words(count: usize) -> usize {
        count.div_ceil(64) + count.div_ceil(64 * 64)
    }

    /// Fills the open set: everything is open.
    pub(crate) fn open_all(&mut self) {
        let count = self.places.len();
        let (words, open) = (count.div_ceil(64), self.open);
        let fill = |target: &mut [u64], bits: usize| {
            for (i, word) in target.iter_mut().enumerate() {
                *word = if bits - i * 64 >= 64 { !0 } else { (1 << (bits - i * 64)) - 1 };
            }
        };
        fill(&mut self.words[open..open + words], count);
        fill(&mut self.words[open + words..open + Store::open_words(count)], words);
    }

    /// Moves the variables for which `first` holds to the front; only before search.
    pub(crate) fn project(&mut self, first: impl Fn(usize) -> bool) {
        self.smallest = Smallest::new(self.places.len(), first);
    }

    /// Whether `x` is still to be decided or propagated.
    #[inline]
    pub(crate) fn is_open(&self, x: usize) -> bool {
        let position = self.smallest.position[x] as usize;
        self.words[self.open + position / 64] >> (position % 64) & 1 == 1
    }

    /// Takes `x` from the open set.
    pub(crate) fn close(&mut self, x: usize) {
        let position = self.smallest.position[x] as usize;
        let at = self.open + position / 64;
        let left = self.words[at] & !(1 << (position % 64));
        self.set_word(at, left);
        if left == 0 {
            let summary = self.open + self.places.len().div_ceil(64) + position / (64 * 64);
            self.set_word(summary, self.words[summary] & !(1 << (position / 64 % 64)));
        }
        let block = self.smallest.touch(x);
        self.trail.save_block(block);
    }

    /// Whether `x` belongs to what is searched first (everything, without a projection).
    pub(crate) fn is_projected(&self, x: usize) -> bool {
        (self.smallest.position[x] as usize) < self.smallest.last
    }

    /// The first variable that is not fixed, in the order of declaration.
    pub fn first_open(&self) -> Option<Var> {
        let summary = self.open + self.places.len().div_ceil(64);
        let (at, word) = self.words[summary..self.open + Store::open_words(self.places.len())]
            .iter()
            .enumerate()
            .find(|(_, word)| **word != 0)?;
        let word_at = at * 64 + word.trailing_zeros() as usize;
        let position = word_at * 64 + self.words[self.open + word_at].trailing_zeros() as usize;
        Some(self.variable(self.smallest.variable[position]))
    }

    /// Brings the answer of [`Store::smallest_open`] up to date.
    pub(crate) fn refresh_smallest(&mut self) {
        for at in 0..self.smallest.stale.len() {
            let mut stale = std::mem::take(&mut self.smallest.stale[at]);
            while stale != 0 {
                let block = at * 64 + stale.trailing_zeros() as usize;
                stale &= stale - 1;
                if block < self.smallest.best.len() {
                    self.smallest.best[block] = self.smallest_of_block(block);
                }
            }
        }
    }

    /// The variable with the fewest values of those that are not fixed, as of the node that chooses; the first declared of
    /// several.
    pub fn smallest_open(&self) -> Option<Var> {
        let best = self.smallest.best.iter().min_by_key(|(size, _)| *size)?;
        (best.0 < u64::MAX).then(|| self.variable(self.smallest.variable[best.1 as usize]))
    }

    fn smallest_of_block(&self, block: usize) -> (u64, u32) {
        let mut best = (u64::MAX, 0);
        let mut open = self.words[self.open + block];
        while open != 0 {
            let position = block * 64 + open.trailing_zeros() as usize;
            open &= open - 1;
            let x = self.smallest.variable[position];
            let size = self.len(self.variable(x)) | if position < self.smallest.last { 0 } else { LAST };
            if size < best.0 {
                best = (size, position as u32);
            }
        }
        best
    }

    pub(crate) fn variable(&self, index: u32) -> Var {
        Var { model: self.model, index }
    }
}
