//! Search on copied levels: for models that tier 1 describes completely, where a frame holds its block by value.
//!
//! A node is one AND of a row per word; the lanes that came down to one value, and the smallest domain, are found in all
//! lanes of a word at once.

use std::sync::Arc;

use super::branching::{Orders, ValueOrder, VariableOrder};
use super::{Control, Halt, Next, Request, State};
use crate::domain::Value;
use crate::forward_checking::{Rows, empty_lanes, singles, some_lane_empty};
use crate::literal::{Literal, Relation};

/// In blocks of at most so many words forced lanes are followed one by one.
const FEW_WORDS: usize = 6;

/// Room for levels at first: propagation decides most variables.
const FEW_LEVELS: usize = 8;

/// A node that chooses: its domains, the lanes still open, and the values still to be tried.
struct Frame<const W: usize> {
    block: [u64; W],
    open: [u64; W],
    /// The word and the high bit of the chosen lane.
    word: u32,
    high_bit: u32,
    /// The untried values of the chosen lane, where they stand in their word.
    left: u64,
}

pub(crate) struct Packed<const W: usize> {
    rows: Arc<Rows>,
    /// The width of lanes, and the bits of the first.
    width: u32,
    mask: u64,
    /// Those below `depth` are in use.
    frames: Vec<Frame<W>>,
    depth: usize,
    /// The current node.
    block: [u64; W],
    open: [u64; W],
    /// The bit of the value to be tried.
    bit: usize,
    orders: Orders,
    /// Whether dual lanes may be chosen.
    any_route: bool,
}

impl<const W: usize> Packed<W> {
    pub(crate) fn new(rows: Arc<Rows>) -> Packed<W> {
        Packed {
            width: rows.width,
            mask: rows.mask(),
            block: std::array::from_fn(|i| rows.root[i]),
            open: std::array::from_fn(|i| rows.open[i]),
            frames: Vec::with_capacity(FEW_LEVELS),
            depth: 0,
            bit: 0,
            orders: Orders::default(),
            any_route: false,
            rows,
        }
    }

    pub(super) fn rows(&self) -> &Arc<Rows> {
        &self.rows
    }

    /// The row of the value at `bit` of a variable's lane.
    #[inline]
    fn row(&self, bit: usize) -> &[u64; W] {
        &self.rows.rows.as_chunks().0[bit]
    }

    /// Makes an assumption true in the root; false if that leaves a lane empty.
    fn assume(&mut self, literal: Literal) -> bool {
        let rows = self.rows.clone();
        let x = literal.variable.index;
        let base = rows.bases[x as usize];
        let from_base = literal.value.wrapping_sub(base);
        if literal.relation == Relation::Equal && (0..i64::from(rows.width)).contains(&from_base) {
            let bit = (rows.first_bit_of(x) + from_base as u32) as usize;
            if self.block[bit / 64] >> (bit % 64) & 1 == 0 {
                return false;
            }
            let high_bit = bit as u32 % 64 / rows.width * rows.width + rows.width - 1;
            self.open[bit / 64] &= !(1 << high_bit);
            rows.close_twins(&mut self.open, bit);
            and_in_place(&mut self.block, rows.row(bit));
        } else {
            rows.restrict(&mut self.block, x, |bit| literal.holds(base + Value::from(bit)));
        }
        true
    }

    /// Follows the lanes with one value until there is none, then chooses.
    #[inline]
    fn settle(&mut self, block: &mut [u64; W], open: &mut [u64; W], control: &mut Control) -> Result<Next, Halt> {
        let followed = if W <= FEW_WORDS {
            self.follow_first(block, open, control)
        } else {
            self.follow_in_turn(block, open, control)
        };
        self.block = *block;
        followed.map(|()| self.choose(block, open, control))
    }

    /// Follows the first lane with one value until there is none: for a block that is quickly looked at again.
    #[inline]
    fn follow_first(&self, block: &mut [u64; W], open: &mut [u64; W], control: &mut Control) -> Result<(), Halt> {
        let (low, high) = (self.rows.low, self.rows.high);
        loop {
            let first = (0..W).find_map(|i| {
                if open[i] == 0 {
                    return None; // soon true of most words
                }
                let lanes = singles(block[i], low, high) & open[i];
                (lanes != 0).then(|| (i, lanes.trailing_zeros()))
            });
            let Some((i, high_bit)) = first else { return Ok(()) };
            control.statistics.forced += 1;
            let bit = i * 64 + self.lane(block[i], high_bit).trailing_zeros() as usize;
            *block = and(block, self.row(self.close(open, i, high_bit, bit)));
            if has_empty_lane(block, low, high) {
                return Err(Halt::Conflict);
            }
        }
    }

    /// Follows the lanes with one value word by word, over and over until there is none: for a block that it takes long
    /// to look at.
    #[inline(never)]
    fn follow_in_turn(&self, block: &mut [u64; W], open: &mut [u64; W], control: &mut Control) -> Result<(), Halt> {
        let (low, high) = (self.rows.low, self.rows.high);
        let (mut i, mut at_rest) = (0, 0);
        while at_rest < W {
            if some_lane_empty(block[i], low, high) {
                return Err(Halt::Conflict);
            }
            let lanes = singles(block[i], low, high) & open[i];
            if lanes == 0 {
                at_rest += 1;
                i = if i + 1 == W { 0 } else { i + 1 };
                continue;
            }
            at_rest = 0;
            control.statistics.forced += 1;
            let high_bit = lanes.trailing_zeros();
            let bit = i * 64 + self.lane(block[i], high_bit).trailing_zeros() as usize;
            let bit = self.close(open, i, high_bit, bit);
            and_in_place(block, self.rows.row(bit));
        }
        Ok(())
    }

    /// The bits of the lane with this high bit, where they stand in their word.
    #[inline]
    fn lane(&self, word: u64, high_bit: u32) -> u64 {
        word & self.mask << (high_bit + 1 - self.width)
    }

    /// Takes a lane from the open ones, and those that the value at `bit` decides with it; gives the bit of a variable's
    /// lane that means the same.
    #[inline]
    fn close(&self, open: &mut [u64; W], word: usize, high_bit: u32, bit: usize) -> usize {
        open[word] &= !(1 << high_bit);
        self.rows.close_twins(open, bit)
    }

    #[inline]
    fn choose(&mut self, block: &[u64; W], open: &[u64; W], control: &mut Control) -> Next {
        let Some((i, high_bit)) = self.select(block, open) else { return Next::Solutions(1) };
        let left = self.lane(block[i], high_bit);
        if self.depth == self.frames.len() {
            self.frames.push(Frame { block: [0; W], open: [0; W], word: 0, high_bit: 0, left: 0 });
        }
        let frame = &mut self.frames[self.depth];
        (frame.block, frame.open) = (*block, *open);
        frame.open[i] &= !(1 << high_bit);
        (frame.word, frame.high_bit, frame.left) = (i as u32, high_bit, left);
        self.depth += 1;
        control.statistics.depth = control.statistics.depth.max(self.depth as u64);
        Next::Branch
    }

    /// The lane to choose from, as its word and its high bit.
    #[inline]
    fn select(&self, block: &[u64; W], open: &[u64; W]) -> Option<(usize, u32)> {
        let rows = &*self.rows;
        let eligible = |i: usize| if self.any_route { open[i] } else { open[i] & rows.variables[i] };
        let first = (0..W).find(|&i| eligible(i) != 0)?;
        if self.orders.variables == VariableOrder::Input {
            return Some((first, eligible(first).trailing_zeros()));
        }
        // every eligible lane has two values or more: take the lowest from each until some lane has none
        let (low, high) = (rows.low, rows.high);
        let mut rest = block.map(|word| word & word.wrapping_sub(low));
        loop {
            for (i, word) in rest.iter_mut().enumerate() {
                *word |= empty_lanes(*word, high);
                *word &= word.wrapping_sub(low);
                let lanes = empty_lanes(*word, high) & eligible(i);
                if lanes != 0 {
                    return Some((i, lanes.trailing_zeros()));
                }
            }
        }
    }
}

/// Whether some lane of a block has no bit left.
#[inline]
fn has_empty_lane<const W: usize>(block: &[u64; W], low: u64, high: u64) -> bool {
    block.iter().fold(0, |empty, word| empty | word.wrapping_sub(low) & !word & high) != 0
}

/// For long blocks: no array of a fixed length, as a loop without a fixed end becomes one of vector instructions.
#[inline]
fn and_in_place(block: &mut [u64], row: &[u64]) {
    block.iter_mut().zip(row).for_each(|(word, row)| *word &= row);
}

#[inline]
fn and<const W: usize>(block: &[u64; W], row: &[u64; W]) -> [u64; W] {
    std::array::from_fn(|i| block[i] & row[i])
}

impl<const W: usize, O> State<O> for Packed<W> {
    const INTERVAL: u64 = 1024;

    fn start(&mut self, request: &mut Request, control: &mut Control, _: &mut O) -> Result<Next, Halt> {
        self.depth = 0;
        self.orders = request.orders;
        self.any_route = request.any_route;
        self.block.copy_from_slice(&self.rows.root);
        self.open.copy_from_slice(&self.rows.open);
        let possible = request.assumptions.iter().all(|&literal| self.assume(literal));
        if !possible || has_empty_lane(&self.block, self.rows.low, self.rows.high) {
            return Err(Halt::Conflict);
        }
        let (mut block, mut open) = (self.block, self.open);
        self.settle(&mut block, &mut open, control)
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
        let (low, high) = (self.rows.low, self.rows.high);
        let frame = &self.frames[self.depth - 1];
        let mut open = frame.open;
        let mut block = and(&frame.block, self.row(self.rows.close_twins(&mut open, self.bit)));
        if has_empty_lane(&block, low, high) {
            return Err(Halt::Conflict);
        }
        self.settle(&mut block, &mut open, control)
    }

    fn read(&self, values: &mut [Value]) {
        let shift = self.width % 64; // a lane that is the whole word is alone in it
        let mut lanes = values.iter_mut().zip(&self.rows.bases);
        for &word in &self.block {
            let mut left = word;
            for (value, base) in lanes.by_ref().take(self.rows.per_word) {
                // the lowest bit is that of the first lane left
                *value = base + Value::from(left.trailing_zeros());
                left >>= shift;
            }
        }
    }

    fn explored(&self) -> f64 {
        super::control::explored(self.frames[..self.depth].iter().map(|frame| {
            let total = self.lane(frame.block[frame.word as usize], frame.high_bit).count_ones();
            (total - frame.left.count_ones(), total)
        }))
    }
}
