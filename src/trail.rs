//! Levels and undo.
//!
//! What search can change is undone in four forms, each the cheapest for its domains: a whole word (packed domains,
//! reversible memory, flags; at most once a level, by a stamp), one value of a wide domain, one value of each of several
//! wide domains side by side, one range of a sparse one.

use crate::domain::Value;
use crate::store::{Line, Store};

#[derive(Clone, Default)]
pub(crate) struct Trail {
    /// Moves on push and on pop, so that no stamp ever needs restoring.
    clock: u64,
    levels: Vec<Mark>,
    words: Vec<(u32, u64)>,
    /// The values that wide domains lost, as the domain and the bit, and those that they lost line by line.
    pub values: Vec<(u32, u32)>,
    pub lines: Vec<Line>,
    /// What sparse domains lost, from one value to another.
    pub ranges: Vec<(u32, Value, Value)>,
    /// Blocks of variables in which a domain changed, to be looked at again by first-fail.
    blocks: Vec<u32>,
    word_stamps: Vec<u64>,
    block_stamps: Vec<u64>,
}

/// How long each list was when a level began.
#[derive(Clone, Copy)]
struct Mark {
    words: usize,
    values: usize,
    lines: usize,
    ranges: usize,
    blocks: usize,
    log: usize,
}

impl Trail {
    pub(crate) fn new(words: usize, blocks: usize) -> Trail {
        Trail { clock: 1, word_stamps: vec![0; words], block_stamps: vec![0; blocks], ..Trail::default() }
    }

    /// Makes room for more words.
    pub(crate) fn extend_words(&mut self, words: usize) {
        self.word_stamps.resize(words, 0);
    }

    /// Remembers the old content of a word, once a level.
    #[inline]
    pub(crate) fn save_word(&mut self, index: usize, old: u64) {
        if self.word_stamps[index] != self.clock {
            self.word_stamps[index] = self.clock;
            self.words.push((index as u32, old));
        }
    }

    /// Remembers that a domain of this block changed.
    #[inline]
    pub(crate) fn save_block(&mut self, block: usize) {
        if self.block_stamps[block] != self.clock {
            self.block_stamps[block] = self.clock;
            self.blocks.push(block as u32);
        }
    }
}

impl Store {
    /// Begins a level: everything from here on is undone by the matching [`Store::pop_level`].
    pub(crate) fn push_level(&mut self) {
        let trail = &mut self.trail;
        trail.clock += 1;
        trail.levels.push(Mark {
            words: trail.words.len(),
            values: trail.values.len(),
            lines: trail.lines.len(),
            ranges: trail.ranges.len(),
            blocks: trail.blocks.len(),
            log: self.log.len(),
        });
    }

    /// Undoes everything since the matching [`Store::push_level`]; at the root it does nothing.
    pub(crate) fn pop_level(&mut self) {
        let Some(mark) = self.trail.levels.pop() else { return };
        self.trail.clock += 1;
        for (index, old) in self.trail.words.drain(mark.words..).rev() {
            self.words[index as usize] = old;
        }
        for (wide, bit) in self.trail.values.drain(mark.values..) {
            self.wides[wide as usize].restore(&mut self.bits, bit);
        }
        for (wide, bit) in self.trail.lines.drain(mark.lines..).flat_map(Line::bits) {
            self.wides[wide as usize].restore(&mut self.bits, bit);
        }
        for (sparse, low, high) in self.trail.ranges.drain(mark.ranges..).rev() {
            self.sparse[sparse as usize].insert_range(low, high);
        }
        for block in self.trail.blocks.drain(mark.blocks..) {
            self.smallest.invalidate(block as usize);
        }
        self.log.truncate(mark.log);
        self.forget_changes();
    }

    /// Undoes everything down to the root.
    pub(crate) fn pop_all(&mut self) {
        (0..self.trail.levels.len()).for_each(|_| self.pop_level());
    }
}
