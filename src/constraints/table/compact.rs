//! Compact table: the rows still valid as a reversible sparse bit set, and for each value of a column the set of its
//! rows.
//!
//! The sets of rows are the same for all searches; they hold only their words that are not zero, so that they take no
//! more room than the table. What changes in search is reversible memory:
//!
//! - the number of words of valid rows that are not zero, their indices in front of the others, and the words;
//! - for each variable the size that its domain had when the rows were last brought up to date, and which of its
//!   values it had then, as bits.

use super::product_of_others;
use crate::constraint::Status;
use crate::domain::Value;
use crate::store::{Conflict, Store};
use crate::variable::{Var, Variable};

#[derive(Debug)]
pub(super) struct Compact {
    columns: Vec<Column>,
    rows: usize,
    words: usize,
}

#[derive(Debug)]
struct Column {
    variable: Var,
    /// The values that occur, ascending.
    values: Vec<Value>,
    /// The rows of value number `i` are `supports[first[i]..first[i + 1]]`: index and content of each word.
    first: Vec<u32>,
    supports: Vec<(u32, u64)>,
    /// Where its size stands in memory, its bits following.
    memory: usize,
    /// The number of its first value, counted through all columns.
    residue: usize,
}

impl Column {
    fn supports(&self, value: usize) -> &[(u32, u64)] {
        &self.supports[self.first[value] as usize..self.first[value + 1] as usize]
    }
}

/// Where a support was found last, for each value of each column; room for a set of rows.
#[derive(Default)]
struct Scratch {
    residues: Vec<u32>,
    mask: Vec<u64>,
    lost: Vec<usize>,
    kept: Vec<usize>,
}

/// Before the indices of the words stands how many are not zero.
const INDICES: usize = 1;

impl Compact {
    pub(super) fn new(variables: &[Var], rows: &[Vec<Value>]) -> Compact {
        let words = rows.len().div_ceil(64);
        let (mut memory, mut residue) = (INDICES + 2 * words, 0);
        let mut columns = Vec::new();
        for (at, &variable) in variables.iter().enumerate() {
            let mut entries: Vec<(Value, usize)> = rows.iter().enumerate().map(|(i, row)| (row[at], i)).collect();
            entries.sort_unstable();
            let (mut values, mut first, mut supports) = (Vec::new(), Vec::new(), Vec::new());
            for same in entries.chunk_by(|a, b| a.0 == b.0) {
                values.push(same[0].0);
                first.push(supports.len() as u32);
                for word in same.chunk_by(|a, b| a.1 / 64 == b.1 / 64) {
                    let bits = word.iter().fold(0, |bits, (_, row)| bits | 1u64 << (row % 64));
                    supports.push(((word[0].1 / 64) as u32, bits));
                }
            }
            first.push(supports.len() as u32);
            let count = values.len();
            columns.push(Column { variable, values, first, supports, memory, residue });
            (memory, residue) = (memory + 1 + count.div_ceil(64), residue + count);
        }
        Compact { columns, rows: rows.len(), words }
    }

    /// The reversible memory before anything was looked at: all rows are valid, the domains unknown.
    pub(super) fn memory(&self) -> Vec<i64> {
        let mut memory = vec![self.words as i64];
        memory.extend(0..self.words as i64);
        memory.extend((0..self.words).map(|word| ones(self.rows - 64 * word) as i64));
        for column in &self.columns {
            memory.push(-1);
            memory
                .extend((0..column.values.len().div_ceil(64)).map(|word| ones(column.values.len() - 64 * word) as i64));
        }
        memory
    }

    fn word(&self, store: &Store, word: usize) -> u64 {
        store.memory(INDICES + self.words + word) as u64
    }

    /// The numbers of the values that a column had when it was last looked at.
    fn known(column: &Column, store: &Store) -> impl Iterator<Item = usize> {
        let words = (0..column.values.len().div_ceil(64)).map(|word| store.memory(column.memory + 1 + word) as u64);
        words.enumerate().flat_map(|(word, bits)| {
            let rest = std::iter::successors(Some(bits).filter(|&bits| bits != 0), |&bits| {
                Some(bits & (bits - 1)).filter(|&bits| bits != 0)
            });
            rest.map(move |bits| 64 * word + bits.trailing_zeros() as usize)
        })
    }

    /// Drops the rows that the domains no longer allow; whether some row is left.
    fn update(&self, store: &mut Store, scratch: &mut Scratch) -> bool {
        for column in &self.columns {
            let size = column.variable.len(store) as i64;
            if store.memory(column.memory) != size {
                self.update_column(column, store, scratch);
                store.set_memory(column.memory, size);
            }
        }
        store.memory(0) > 0
    }

    fn update_column(&self, column: &Column, store: &mut Store, scratch: &mut Scratch) {
        let Scratch { mask, lost, kept, .. } = scratch;
        lost.clear();
        kept.clear();
        for value in Self::known(column, store) {
            let list = if column.variable.contains(store, column.values[value]) { &mut *kept } else { &mut *lost };
            list.push(value);
        }
        if lost.is_empty() {
            return;
        }
        for &value in &*lost {
            let at = column.memory + 1 + value / 64;
            store.set_memory(at, store.memory(at) & !(1 << (value % 64)));
        }
        // the rows of the shorter list are collected: those to drop, or those to keep
        let (list, drop) = if lost.len() < kept.len() { (lost, true) } else { (kept, false) };
        let live = store.memory(0) as usize;
        for at in 0..live {
            mask[store.memory(INDICES + at) as usize] = 0;
        }
        for &(word, bits) in list.iter().flat_map(|&value| column.supports(value)) {
            mask[word as usize] |= bits;
        }
        for at in (0..live).rev() {
            let word = store.memory(INDICES + at) as usize;
            let old = self.word(store, word);
            let new = old & if drop { !mask[word] } else { mask[word] };
            if new != old {
                store.set_memory(INDICES + self.words + word, new as i64);
            }
            if new == 0 {
                let last = store.memory(0) as usize - 1;
                store.set_memory(INDICES + at, store.memory(INDICES + last));
                store.set_memory(INDICES + last, word as i64);
                store.set_memory(0, last as i64);
            }
        }
    }

    fn scratch(&self, store: &mut Store) -> Box<Scratch> {
        let mut scratch: Box<Scratch> = store.take_scratch();
        let values = self.columns.last().map_or(0, |column| column.residue + column.values.len());
        scratch.residues.resize(values, 0);
        scratch.mask.resize(self.words, 0);
        scratch
    }

    /// The rows are allowed: keeps the values that some row supports.
    pub(super) fn keep_supported(&self, store: &mut Store) -> Result<Status, Conflict> {
        let mut scratch = self.scratch(store);
        let result = self.keep_supported_with(store, &mut scratch);
        store.keep_scratch(scratch);
        result
    }

    fn keep_supported_with(&self, store: &mut Store, scratch: &mut Scratch) -> Result<Status, Conflict> {
        if !self.update(store, scratch) {
            return Err(Conflict);
        }
        let mut open = 0;
        for column in &self.columns {
            scratch.kept.clear();
            for value in Self::known(column, store) {
                let supports = column.supports(value);
                let residue = &mut scratch.residues[column.residue + value];
                let is_valid = |&(word, bits): &(u32, u64)| self.word(store, word as usize) & bits != 0;
                if supports.get(*residue as usize).is_some_and(is_valid) {
                    scratch.kept.push(value);
                } else if let Some(found) = supports.iter().position(is_valid) {
                    *residue = found as u32;
                    scratch.kept.push(value);
                }
            }
            if scratch.kept.len() as u64 != column.variable.len(store) {
                column.variable.keep_only(store, scratch.kept.iter().map(|&value| column.values[value]))?;
                let mut bits = vec![0u64; column.values.len().div_ceil(64)];
                scratch.kept.iter().for_each(|value| bits[value / 64] |= 1 << (value % 64));
                bits.iter().enumerate().for_each(|(i, &bits)| store.set_memory(column.memory + 1 + i, bits as i64));
                store.set_memory(column.memory, scratch.kept.len() as i64);
            }
            open += usize::from(scratch.kept.len() > 1);
        }
        Ok(if open <= 1 { Status::Entailed } else { Status::AtFixpoint })
    }

    /// The rows are forbidden: removes the values whose rows are all that the other domains can make.
    pub(super) fn remove_exhausted(&self, store: &mut Store) -> Result<Status, Conflict> {
        let mut scratch = self.scratch(store);
        let result = self.remove_exhausted_with(store, &mut scratch);
        store.keep_scratch(scratch);
        result
    }

    fn remove_exhausted_with(&self, store: &mut Store, scratch: &mut Scratch) -> Result<Status, Conflict> {
        let mut sizes: Vec<u64> = Vec::with_capacity(self.columns.len());
        loop {
            if !self.update(store, scratch) {
                return Ok(Status::Entailed);
            }
            sizes.clear();
            sizes.extend(self.columns.iter().map(|column| column.variable.len(store)));
            let live = store.memory(0) as usize;
            let words = (0..live).map(|at| self.word(store, store.memory(INDICES + at) as usize));
            let valid: u64 = words.map(|word| u64::from(word.count_ones())).sum();
            // the first column with a removal ends the round, as it changes all products
            let mut changed = false;
            for (at, column) in self.columns.iter().enumerate() {
                let others = product_of_others(&sizes, at);
                if others > valid {
                    continue;
                }
                scratch.lost.clear();
                scratch.lost.extend(Self::known(column, store).filter(|&value| {
                    let supports = column.supports(value);
                    let count =
                        |&(word, bits): &(u32, u64)| u64::from((self.word(store, word as usize) & bits).count_ones());
                    supports.iter().map(count).sum::<u64>() == others
                }));
                for &value in &scratch.lost {
                    column.variable.remove(store, column.values[value])?;
                    changed = true;
                }
                if changed {
                    break;
                }
            }
            if !changed {
                return Ok(Status::AtFixpoint);
            }
        }
    }
}

/// The lowest `count` bits, at most a word of them.
fn ones(count: usize) -> u64 {
    if count >= 64 { !0 } else { (1 << count) - 1 }
}
