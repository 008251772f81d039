//! Conflicts compiled to bit rows over a block of packed domains.
//!
//! The lanes of an island stand side by side in one block of words, all as wide as the widest. For every variable and
//! value one *row* of the same shape says which values every other variable keeps; it is found by the position of the
//! value's bit in the block. *Dual lanes* stand behind the variables': one for each value of an all-different that has
//! as many values as variables, its bits the members that can still take the value. They have no rows of their own, so
//! that the rows stay near the processor.

use crate::domain::Value;

/// Whether some lane of a word has no bit left; `low` and `high` are the lowest and highest bits of all lanes.
#[inline]
pub(crate) fn some_lane_empty(word: u64, low: u64, high: u64) -> bool {
    word.wrapping_sub(low) & !word & high != 0
}

/// The high bits of the lanes that have no bit set.
#[inline]
pub(crate) fn empty_lanes(word: u64, high: u64) -> u64 {
    !(((word & !high) + !high) | word | !high)
}

/// The high bits of the lanes that have exactly one bit set, in a word without an empty lane.
#[inline]
pub(crate) fn singles(word: u64, low: u64, high: u64) -> u64 {
    empty_lanes(word & word.wrapping_sub(low), high)
}

/// In [`Rows::lanes`]: a lane that no variable has (its lowest bit is always set), or a dual lane.
pub(crate) const NO_VARIABLE: u32 = u32::MAX;

/// The rows of an island, and the shape of its block.
#[derive(Debug)]
pub(crate) struct Rows {
    /// Words in a block, and in a row.
    pub words: usize,
    /// Bits in a lane.
    pub width: u32,
    /// Lanes in a word.
    pub per_word: usize,
    /// The lowest and the highest bit of every lane of a word.
    pub low: u64,
    pub high: u64,
    /// The variable of each lane, and the lane of each variable.
    pub lanes: Vec<u32>,
    pub lane_of: Vec<u32>,
    /// The value of the lowest bit of the lane of each variable.
    pub bases: Vec<Value>,
    /// The block before anything is assigned.
    pub root: Vec<u64>,
    /// The high bits of the lanes of variables, and of these and the dual lanes.
    pub variables: Vec<u64>,
    pub open: Vec<u64>,
    /// For each bit of a variable's lane the bits of dual lanes that mean the same, `twins_of_each` of them; the bit itself
    /// where there are fewer. Without dual lanes there are none.
    pub twins: Vec<u16>,
    pub twins_of_each: usize,
    /// The rows of the bits of all words that have a variable's lane; those of values that a domain lacks are never read.
    pub rows: Vec<u64>,
    /// For each bit, where there are dual lanes: the bit of a variable's lane that means the same.
    pub meanings: Vec<u16>,
    /// For each bit of a variable's lane, where there are dual lanes: the high bits of its lane and of those of its twins.
    pub closed: Vec<u16>,
}

impl Rows {
    /// Takes from the open lanes those that the value at `bit` decides besides its own; gives the bit of a variable's lane
    /// that means the same.
    #[inline]
    pub(crate) fn close_twins(&self, open: &mut [u64], bit: usize) -> usize {
        let Some(&meaning) = self.meanings.get(bit) else { return bit };
        let lanes = self.twins_of_each + 1;
        for &high in &self.closed[meaning as usize * lanes..][..lanes] {
            open[high as usize / 64] &= !(1 << (high % 64));
        }
        meaning as usize
    }

    /// Keeps in a block the values of a variable for whose bits in its lane `keep` is true, and what means the same.
    pub(crate) fn restrict(&self, block: &mut [u64], x: u32, keep: impl Fn(u32) -> bool) {
        let first = self.first_bit_of(x);
        for bit in (0..self.width).filter(|&bit| !keep(bit)).map(|bit| first + bit) {
            for bit in self.same_as(bit).chain([bit]) {
                block[bit as usize / 64] &= !(1 << (bit % 64));
            }
        }
    }

    /// What every lane keeps when the variable takes the value that `bit` of its lane stands for.
    #[inline]
    pub(crate) fn row(&self, bit: usize) -> &[u64] {
        &self.rows[bit * self.words..][..self.words]
    }

    /// The rows of all bits of one word of the block, one after the other.
    pub(crate) fn of_word(&self, word: usize) -> &[u64] {
        &self.rows[word * 64 * self.words..][..64 * self.words]
    }

    /// The bits of dual lanes that mean the same as `bit` of a variable's lane, and perhaps `bit`.
    pub(crate) fn same_as(&self, bit: u32) -> impl Iterator<Item = u32> + '_ {
        self.twins[bit as usize * self.twins_of_each..][..self.twins_of_each].iter().map(|&twin| u32::from(twin))
    }

    /// Whether a variable is part of the block.
    pub(crate) fn has_lane(&self, x: u32) -> bool {
        self.lane_of[x as usize] != NO_VARIABLE
    }

    /// The variable whose lane a bit of the block is in.
    pub(crate) fn variable_at(&self, bit: u32) -> u32 {
        self.lanes[bit as usize / 64 * self.per_word + (bit % 64 / self.width) as usize]
    }

    /// The position in the block of a lane's lowest bit.
    #[inline]
    pub(crate) fn first_bit(&self, lane: usize) -> u32 {
        (lane / self.per_word * 64 + lane % self.per_word * self.width as usize) as u32
    }

    /// The position in the block of the lowest bit of a variable's lane.
    #[inline]
    pub(crate) fn first_bit_of(&self, x: u32) -> u32 {
        self.first_bit(self.lane_of[x as usize] as usize)
    }

    /// The bits of one lane, not shifted.
    #[inline]
    pub(crate) fn mask(&self) -> u64 {
        !0 >> (64 - self.width)
    }
}
