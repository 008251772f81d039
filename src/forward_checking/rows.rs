//! Conflicts compiled to bit rows over a block of packed domains.
//!
//! The lanes of an island stand side by side in one block of words, all as wide as the widest. For every variable and
//! value one *row* of the same shape says which values every other variable keeps; it is found by the position of the
//! value's bit in the block. *Dual lanes* stand behind the variables': one for each value of an all-different that has
//! as many values as variables, its bits the members that can still take the value.

use smallvec::SmallVec;

use super::{Conflicts, Lost};
use crate::domain::{Domain, Value, ValueSet};
use crate::store::Conflict;
use crate::variable::View;

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

/// The numbers of words that blocks have, so that the loops over them are made for each; the rows of the largest take 2 MB.
const BLOCKS: [usize; 12] = [1, 2, 3, 4, 5, 6, 8, 16, 24, 32, 48, 64];

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
    /// `(bit, twin)`: the bit of a variable's lane, and a bit of a dual lane that means the same; sorted.
    pub twins: Vec<(u32, u32)>,
    rows: Vec<u64>,
    /// For each bit, where there are dual lanes: the lanes that it decides, as their words and high bits.
    closed_by: Vec<SmallVec<[(u32, u64); 4]>>,
}

impl Rows {
    /// Compiles the conflicts of `variables` (all lanes, closed under conflicts), with a dual lane for each value of each
    /// all-different in `duals`; `None` where the rows would take too much memory. Unused lanes come last, or first.
    pub(crate) fn compile(
        variables: &[u32],
        domains: &[ValueSet],
        conflicts: &Conflicts,
        duals: &[Vec<View>],
        unused_first: bool,
    ) -> Option<Rows> {
        let domain = |x: u32| &domains[x as usize];
        let base = |x: u32| domain(x).min().unwrap_or(0);
        let span = |x: u32| domain(x).max().map_or(1, |max| max - base(x) + 1);
        let dual_values: Vec<Vec<Value>> = duals.iter().map(|members| values_of(members, domains)).collect();
        let width = variables.iter().map(|&x| span(x)).chain(duals.iter().map(|d| d.len() as i64)).max().unwrap_or(1);
        let width = u32::try_from(width).ok().filter(|&width| width <= 64)?;
        let per_word = 64 / width as usize;
        let lanes = variables.len() + dual_values.iter().map(Vec::len).sum::<usize>();
        let words = lanes.div_ceil(per_word);
        let words = BLOCKS.into_iter().find(|&block| block >= words)?;
        let low = (0..per_word).fold(0, |word, lane| word | 1 << (lane as u32 * width));
        let mut rows = Rows {
            words,
            width,
            per_word,
            low,
            high: low << (width - 1),
            lanes: vec![NO_VARIABLE; words * per_word],
            lane_of: vec![NO_VARIABLE; domains.len()],
            bases: (0..domains.len() as u32).map(base).collect(),
            closed_by: Vec::new(),
            root: vec![0; words],
            variables: vec![0; words],
            open: vec![0; words],
            twins: Vec::new(),
            rows: vec![0; words * 64 * words],
        };
        let unused = if unused_first { words * per_word - lanes } else { 0 };
        for (lane, &x) in (unused..).zip(variables) {
            (rows.lanes[lane], rows.lane_of[x as usize]) = (x, lane as u32);
            let high = rows.first_bit(lane) + width - 1;
            rows.variables[high as usize / 64] |= 1 << (high % 64);
            let first = rows.first_bit(lane);
            domain(x).iter().for_each(|value| set(&mut rows.root, first + (value - base(x)) as u32));
        }
        let mut lane = unused + variables.len();
        for (members, values) in duals.iter().zip(&dual_values) {
            for &value in values {
                for (at, member) in members.iter().enumerate() {
                    let x = member.var.index;
                    if let Some(v) = member.preimage(value).filter(|&v| domain(x).contains(v)) {
                        let bit = rows.first_bit_of(x) + (v - base(x)) as u32;
                        let twin = rows.first_bit(lane) + at as u32;
                        rows.twins.push((bit, twin));
                        set(&mut rows.root, twin);
                    }
                }
                lane += 1;
            }
        }
        rows.twins.sort_unstable();
        for at in 0..words * per_word {
            let first = rows.first_bit(at);
            if (unused..lane).contains(&at) {
                set(&mut rows.open, first + width - 1);
            } else {
                set(&mut rows.root, first);
            }
        }
        rows.find_closed();
        for &x in variables {
            for value in domain(x).iter() {
                rows.compile_row(x, value, &base, conflicts);
            }
        }
        Some(rows)
    }

    /// Finds which lanes each bit decides: its own, and those of its twins.
    fn find_closed(&mut self) {
        if self.twins.is_empty() {
            return;
        }
        self.closed_by = vec![SmallVec::new(); self.words * 64];
        for group in self.twins.chunk_by(|a, b| a.0 == b.0) {
            let bits: SmallVec<[u32; 4]> =
                [group[0].0].into_iter().chain(group.iter().map(|&(_, twin)| twin)).collect();
            let lanes: SmallVec<[(u32, u64); 4]> = bits.iter().map(|&bit| self.lane_at(bit)).collect();
            for &bit in &bits {
                self.closed_by[bit as usize] = lanes.clone();
            }
        }
    }

    /// The word and the high bit of the lane that a bit of the block is in.
    fn lane_at(&self, bit: u32) -> (u32, u64) {
        (bit / 64, 1 << (bit % 64 / self.width * self.width + self.width - 1))
    }

    /// Takes from the open lanes those that the value at `bit` decides besides its own.
    #[inline]
    pub(crate) fn close_twins(&self, open: &mut [u64], bit: usize) {
        if let Some(lanes) = self.closed_by.get(bit) {
            for &(word, high) in lanes {
                open[word as usize] &= !high;
            }
        }
    }

    fn compile_row(&mut self, x: u32, value: Value, base: &impl Fn(u32) -> Value, conflicts: &Conflicts) {
        let own = self.first_bit_of(x);
        let bit = own + (value - base(x)) as u32;
        let mut lost: Vec<u32> = (own..own + self.width).filter(|&other| other != bit).collect();
        let _ = conflicts.for_each_pair(x, value, (value - base(x)) as u32, |y, what, _| {
            let bits = self.first_bit_of(y)..self.first_bit_of(y) + self.width;
            match what {
                Lost::Nothing => {}
                Lost::Value(u) => {
                    let from_base = u.wrapping_sub(base(y));
                    lost.extend((0..i64::from(self.width)).contains(&from_base).then(|| bits.start + from_base as u32));
                }
                Lost::AllBut(keep) => lost.extend(bits.clone().filter(|bit| keep >> (bit - bits.start) & 1 == 0)),
            }
            Ok::<(), Conflict>(())
        });
        let mut row = vec![!0u64; self.words];
        for &bit in &lost {
            for bit in self.same_as(bit).chain([bit]) {
                row[bit as usize / 64] &= !(1 << (bit % 64));
            }
        }
        for at in self.same_as(bit).chain([bit]).collect::<Vec<u32>>() {
            self.rows[at as usize * self.words..][..self.words].copy_from_slice(&row);
        }
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

    /// What every lane keeps when the variable takes the value that `bit` of the block stands for.
    #[inline]
    pub(crate) fn row(&self, bit: usize) -> &[u64] {
        &self.rows[bit * self.words..][..self.words]
    }

    /// The rows of all bits of one word of the block, one after the other.
    pub(crate) fn of_word(&self, word: usize) -> &[u64] {
        &self.rows[word * 64 * self.words..][..64 * self.words]
    }

    /// The bits of dual lanes that mean the same as `bit` of a variable's lane.
    pub(crate) fn same_as(&self, bit: u32) -> impl Iterator<Item = u32> + '_ {
        let from = self.twins.partition_point(|&(b, _)| b < bit);
        self.twins[from..].iter().take_while(move |&&(b, _)| b == bit).map(|&(_, twin)| twin)
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

/// The values that the members of an all-different can take.
pub(crate) fn values_of(members: &[View], domains: &[ValueSet]) -> Vec<Value> {
    let values = members.iter().flat_map(|m| domains[m.var.index()].iter().map(|v| m.image(v)));
    values.collect::<ValueSet>().iter().collect()
}

fn set(block: &mut [u64], bit: u32) {
    block[bit as usize / 64] |= 1 << (bit % 64);
}
