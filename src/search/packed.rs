//! Search on copied levels: for models that tier 1 describes completely, where a frame holds its block by value.
//!
//! A node is one AND of a row per word; the lanes that came down to one value, and the smallest domain, are found in all
//! lanes of a word at once.

use std::sync::Arc;

use super::branching::{Orders, ValueOrder, VariableOrder};
use super::{Control, Halt, Next, Request, State};
use crate::domain::Value;
use crate::forward_checking::{Rows, empty_lanes, singles, some_lane_empty};
use crate::literal::Literal;

/// A block of packed domains: an array where the number of words is known at compile time, otherwise a vector.
pub(crate) trait Block: Clone + Send {
    fn from_slice(words: &[u64]) -> Self;
    /// Moves the block out; what stays is only good to be written over.
    fn take(&mut self) -> Self;
    fn words(&self) -> &[u64];
    fn words_mut(&mut self) -> &mut [u64];
}

impl<const W: usize> Block for [u64; W] {
    fn from_slice(words: &[u64]) -> Self {
        std::array::from_fn(|i| words[i])
    }
    #[inline]
    fn take(&mut self) -> Self {
        *self
    }
    #[inline]
    fn words(&self) -> &[u64] {
        self
    }
    #[inline]
    fn words_mut(&mut self) -> &mut [u64] {
        self
    }
}

impl Block for Vec<u64> {
    fn from_slice(words: &[u64]) -> Self {
        words.to_vec()
    }
    fn take(&mut self) -> Self {
        std::mem::take(self)
    }
    #[inline]
    fn words(&self) -> &[u64] {
        self
    }
    #[inline]
    fn words_mut(&mut self) -> &mut [u64] {
        self
    }
}

/// A node that chooses: its domains, the lanes still open, and the values still to be tried.
struct Frame<B> {
    block: B,
    open: B,
    word: u32,
    /// The untried values of the chosen lane, where they stand in their word.
    left: u64,
    total: u32,
}

pub(crate) struct Packed<B> {
    rows: Arc<Rows>,
    /// Room for every level; those below `depth` are in use.
    frames: Vec<Frame<B>>,
    depth: usize,
    /// The current node.
    block: B,
    open: B,
    /// The bit of the value to be tried.
    bit: usize,
    orders: Orders,
    /// Whether dual lanes may be chosen.
    any_route: bool,
}

impl<B: Block> Packed<B> {
    pub(crate) fn new(rows: Arc<Rows>) -> Packed<B> {
        Packed {
            block: B::from_slice(&rows.root),
            open: B::from_slice(&rows.open),
            frames: Vec::with_capacity(rows.lanes.len()),
            depth: 0,
            bit: 0,
            orders: Orders::default(),
            any_route: false,
            rows,
        }
    }

    /// Takes from the root what an assumption rules out.
    fn assume(&mut self, literal: Literal) {
        let x = literal.variable.index;
        let base = self.rows.bases[x as usize];
        self.rows.restrict(self.block.words_mut(), x, |bit| literal.holds(base + Value::from(bit)));
    }

    /// Follows the lanes with one value until there is none, then chooses.
    #[inline]
    fn settle(&mut self, mut block: B, mut open: B, control: &mut Control) -> Result<Next, Halt> {
        let Rows { low, high, .. } = *self.rows;
        loop {
            let mut forced = None;
            for (i, (word, open)) in block.words().iter().zip(open.words()).enumerate() {
                let lanes = singles(*word, low, high) & open;
                if lanes != 0 {
                    forced = Some((i, lanes.trailing_zeros()));
                    break;
                }
            }
            let Some((i, high_bit)) = forced else { break };
            control.statistics.forced += 1;
            let shift = high_bit + 1 - self.rows.width;
            let bit = i * 64 + (block.words()[i] & self.rows.mask() << shift).trailing_zeros() as usize;
            open.words_mut()[i] &= !(1 << high_bit);
            self.rows.close_twins(open.words_mut(), bit);
            let row = &self.rows.row(bit)[..block.words().len()];
            let mut empty = 0;
            for (word, row) in block.words_mut().iter_mut().zip(row) {
                *word &= row;
                empty |= word.wrapping_sub(low) & !*word & high;
            }
            if empty != 0 {
                self.block = block;
                self.open = open;
                return Err(Halt::Conflict);
            }
        }
        let next = self.choose(&block, open.clone(), control);
        self.block = block;
        self.open = open;
        next
    }

    #[inline]
    fn choose(&mut self, block: &B, open: B, control: &mut Control) -> Result<Next, Halt> {
        let Some((i, high_bit)) = self.select(block.words(), open.words()) else { return Ok(Next::Solutions(1)) };
        let shift = high_bit + 1 - self.rows.width;
        let left = block.words()[i] & self.rows.mask() << shift;
        let mut open = open;
        open.words_mut()[i] &= !(1 << high_bit);
        let total = left.count_ones();
        let (word, depth) = (i as u32, self.depth);
        if depth == self.frames.len() {
            self.frames.push(Frame { block: block.clone(), open, word, left, total });
        } else {
            let frame = &mut self.frames[depth];
            frame.block.clone_from(block);
            frame.open = open;
            (frame.word, frame.left, frame.total) = (word, left, total);
        }
        self.depth += 1;
        control.statistics.depth = control.statistics.depth.max(self.depth as u64);
        Ok(Next::Branch)
    }

    /// The lane to choose from, as its word and its high bit.
    #[inline]
    fn select(&self, block: &[u64], open: &[u64]) -> Option<(usize, u32)> {
        let eligible = |i: usize| if self.any_route { open[i] } else { open[i] & self.rows.variables[i] };
        if self.orders.variables == VariableOrder::Input {
            return (0..open.len()).find(|&i| eligible(i) != 0).map(|i| (i, eligible(i).trailing_zeros()));
        }
        if (0..open.len()).all(|i| eligible(i) == 0) {
            return None;
        }
        // every eligible lane has two values or more: take the lowest from each until some lane has none
        let Rows { low, high, .. } = *self.rows;
        let mut rest = B::from_slice(block);
        let rest = rest.words_mut();
        for word in rest.iter_mut() {
            *word &= word.wrapping_sub(low);
        }
        loop {
            let mut found = None;
            for (i, word) in rest.iter_mut().enumerate() {
                *word |= empty_lanes(*word, high);
                *word &= word.wrapping_sub(low);
                let lanes = empty_lanes(*word, high) & eligible(i);
                if lanes != 0 && found.is_none() {
                    found = Some((i, lanes.trailing_zeros()));
                }
            }
            if found.is_some() {
                return found;
            }
        }
    }
}

impl<B: Block, O> State<O> for Packed<B> {
    const INTERVAL: u64 = 1024;

    fn start(&mut self, request: &mut Request, control: &mut Control, _: &mut O) -> Result<Next, Halt> {
        self.depth = 0;
        self.orders = request.orders;
        self.any_route = request.any_route;
        self.block = B::from_slice(&self.rows.root);
        self.open = B::from_slice(&self.rows.open);
        for &literal in request.assumptions {
            self.assume(literal);
        }
        let Rows { low, high, .. } = *self.rows;
        if self.block.words().iter().any(|&word| some_lane_empty(word, low, high)) {
            return Err(Halt::Conflict);
        }
        let (block, open) = (self.block.take(), self.open.take());
        self.settle(block, open, control)
    }

    fn leave_solution(&mut self) {}

    #[inline]
    fn next(&mut self, _: &mut Control, _: &mut O) -> Result<(), Halt> {
        while let Some(frame) = self.depth.checked_sub(1).map(|top| &mut self.frames[top]) {
            if frame.left != 0 {
                let at = match self.orders.values {
                    ValueOrder::Largest => 63 - frame.left.leading_zeros(),
                    _ => frame.left.trailing_zeros(),
                };
                frame.left &= !(1 << at);
                self.bit = frame.word as usize * 64 + at as usize;
                return Ok(());
            }
            self.depth -= 1;
        }
        Err(Halt::Exhausted)
    }

    #[inline]
    fn descend(&mut self, _: &mut Request, control: &mut Control, _: &mut O) -> Result<Next, Halt> {
        control.statistics.decisions += 1;
        let Rows { low, high, .. } = *self.rows;
        let (mut block, mut open) = (self.block.take(), self.open.take());
        let frame = &self.frames[self.depth - 1];
        block.clone_from(&frame.block);
        let row = &self.rows.row(self.bit)[..block.words().len()];
        let mut empty = 0;
        for (word, row) in block.words_mut().iter_mut().zip(row) {
            *word &= row;
            empty |= word.wrapping_sub(low) & !*word & high;
        }
        if empty != 0 {
            self.block = block;
            self.open = open;
            return Err(Halt::Conflict);
        }
        open.clone_from(&frame.open);
        self.rows.close_twins(open.words_mut(), self.bit);
        self.settle(block, open, control)
    }

    fn read(&self, values: &mut [Value]) {
        read_values(&self.rows, self.block.words().iter().copied(), values);
    }

    fn explored(&self) -> f64 {
        super::control::explored(
            self.frames[..self.depth].iter().map(|frame| (frame.total - frame.left.count_ones(), frame.total)),
        )
    }
}

/// The values in a block in which every lane has one bit, where variables are in the order of declaration.
#[inline]
pub(crate) fn read_values(rows: &Rows, block: impl Iterator<Item = u64>, values: &mut [Value]) {
    let shift = rows.width - 1; // in two steps, as a lane may be the whole word
    let mut rest = (values, &rows.bases[..]);
    for mut word in block {
        let lanes = rows.per_word.min(rest.0.len()).min(rest.1.len());
        let (values, bases) = (rest.0.split_at_mut(lanes), rest.1.split_at(lanes));
        for (value, base) in values.0.iter_mut().zip(bases.0) {
            *value = base + Value::from(word.trailing_zeros());
            word = word >> shift >> 1;
        }
        rest = (values.1, bases.1);
    }
}
