//! Reading and narrowing one domain, in each of the three forms.

use super::{Conflict, Store, event};
use crate::domain::{Domain, Value};
use crate::variable::Var;

/// Where the domain of a variable is held.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub form: Form,
    /// The value of a lane's or a wide domain's lowest bit.
    pub base: Value,
    /// The bits of a lane, not yet shifted.
    pub mask: u64,
}

#[derive(Clone, Copy)]
pub(crate) enum Form {
    Lane { word: u32, shift: u32 },
    Wide(u32),
    Sparse(u32),
}

/// A domain with a bit set of its own, whose words stand `stride` apart in [`Store::bits`], from `first` on, between those
/// of its neighbours. Bits count from `Place::base`.
#[derive(Clone, Copy)]
pub(crate) struct Wide {
    pub first: u32,
    pub stride: u32,
    pub span: u32,
    pub size: u32,
    pub min: u32,
    pub max: u32,
}

impl Wide {
    /// Where the word is that has the bits from `64 * at` on.
    #[inline]
    pub(crate) fn word(&self, at: u32) -> usize {
        self.first as usize + at as usize * self.stride as usize
    }

    #[inline]
    fn contains(&self, bits: &[u64], bit: u32) -> bool {
        bit < self.span && bits[self.word(bit / 64)] >> (bit % 64) & 1 == 1
    }

    fn next_at_least(&self, bits: &[u64], bit: u32) -> Option<u32> {
        if bit > self.max {
            return None;
        }
        let (mut at, last) = (bit / 64, self.max / 64);
        let mut word = bits[self.word(at)] & (!0 << (bit % 64));
        while word == 0 {
            if at == last {
                return None;
            }
            at += 1;
            word = bits[self.word(at)];
        }
        Some(at * 64 + word.trailing_zeros())
    }

    fn next_at_most(&self, bits: &[u64], bit: u32) -> Option<u32> {
        let mut at = bit / 64;
        let mut word = bits[self.word(at)] & (!0 >> (63 - bit % 64));
        while word == 0 {
            at = at.checked_sub(1)?;
            word = bits[self.word(at)];
        }
        Some(at * 64 + 63 - word.leading_zeros())
    }

    /// Clears a bit that is set, and says whether it was a bound.
    #[inline]
    fn clear(&mut self, bits: &mut [u64], bit: u32) -> bool {
        bits[self.word(bit / 64)] &= !(1 << (bit % 64));
        self.size -= 1;
        let (is_min, is_max) = (bit == self.min, bit == self.max);
        if is_min {
            self.min = self.next_at_least(bits, bit).unwrap_or(bit);
        }
        if is_max {
            self.max = self.next_at_most(bits, bit).unwrap_or(bit);
        }
        is_min || is_max
    }

    /// Sets a bit that was cleared. A domain only grows here, so its bounds need no search.
    #[inline]
    pub(crate) fn restore(&mut self, bits: &mut [u64], bit: u32) {
        bits[self.word(bit / 64)] |= 1 << (bit % 64);
        self.size += 1;
        self.min = self.min.min(bit);
        self.max = self.max.max(bit);
    }
}

/// The bits of a lane that stand for values below `value`, at least, or beyond.
fn bits_below(base: Value, value: Value) -> u64 {
    match i128::from(value) - i128::from(base) {
        ..=0 => 0,
        bit @ 1..64 => (1 << bit) - 1,
        _ => !0,
    }
}

/// The bit of a lane that stands for `value`, if any does.
#[inline]
fn bit_of(base: Value, value: Value) -> u64 {
    match value.wrapping_sub(base) {
        bit @ 0..64 => 1 << bit,
        _ => 0,
    }
}

impl Store {
    #[inline]
    pub(crate) fn lane(&self, word: u32, shift: u32, mask: u64) -> u64 {
        self.words[word as usize] >> shift & mask
    }

    /// The smallest value of the domain (of an empty one, after a wipeout: any value).
    pub(crate) fn min(&self, x: Var) -> Value {
        let Place { form, base, mask } = self.places[x.index()];
        match form {
            Form::Lane { word, shift } => base + Value::from(self.lane(word, shift, mask).trailing_zeros()),
            Form::Wide(wide) => base + Value::from(self.wides[wide as usize].min),
            Form::Sparse(sparse) => self.sparse[sparse as usize].min().unwrap_or(base),
        }
    }

    /// The largest value of the domain (of an empty one: any value).
    pub(crate) fn max(&self, x: Var) -> Value {
        let Place { form, base, mask } = self.places[x.index()];
        match form {
            Form::Lane { word, shift } => base + 63 - Value::from(self.lane(word, shift, mask).leading_zeros()),
            Form::Wide(wide) => base + Value::from(self.wides[wide as usize].max),
            Form::Sparse(sparse) => self.sparse[sparse as usize].max().unwrap_or(base),
        }
    }

    pub(crate) fn len(&self, x: Var) -> u64 {
        let Place { form, mask, .. } = self.places[x.index()];
        match form {
            Form::Lane { word, shift } => u64::from(self.lane(word, shift, mask).count_ones()),
            Form::Wide(wide) => u64::from(self.wides[wide as usize].size),
            Form::Sparse(sparse) => self.sparse[sparse as usize].len(),
        }
    }

    pub(crate) fn is_fixed(&self, x: Var) -> bool {
        self.len(x) == 1
    }

    pub(crate) fn contains(&self, x: Var, value: Value) -> bool {
        let Place { form, base, mask } = self.places[x.index()];
        match form {
            Form::Lane { word, shift } => self.lane(word, shift, mask) & bit_of(base, value) != 0,
            Form::Wide(wide) => {
                let wide = &self.wides[wide as usize];
                u32::try_from(value.wrapping_sub(base)).is_ok_and(|bit| wide.contains(&self.bits, bit))
            }
            Form::Sparse(sparse) => self.sparse[sparse as usize].contains(value),
        }
    }

    /// The smallest value above `value`.
    pub(crate) fn next_above(&self, x: Var, value: Value) -> Option<Value> {
        let Place { form, base, mask } = self.places[x.index()];
        match form {
            Form::Lane { word, shift } => {
                let left = self.lane(word, shift, mask) & !bits_below(base, value.saturating_add(1));
                (left != 0).then(|| base + Value::from(left.trailing_zeros()))
            }
            Form::Wide(wide) => {
                let from = value.saturating_sub(base).saturating_add(1).max(0);
                let wide = &self.wides[wide as usize];
                let bit = u32::try_from(from).ok().and_then(|bit| wide.next_at_least(&self.bits, bit))?;
                Some(base + Value::from(bit))
            }
            Form::Sparse(sparse) => self.sparse[sparse as usize].next_above(value),
        }
    }

    /// The largest value below `value`.
    pub(crate) fn next_below(&self, x: Var, value: Value) -> Option<Value> {
        let Place { form, base, mask } = self.places[x.index()];
        match form {
            Form::Lane { word, shift } => {
                let left = self.lane(word, shift, mask) & bits_below(base, value);
                (left != 0).then(|| base + 63 - Value::from(left.leading_zeros()))
            }
            Form::Wide(wide) => {
                let wide = &self.wides[wide as usize];
                let from = value.saturating_sub(base).saturating_sub(1).min(Value::from(wide.max));
                let bit = u32::try_from(from).ok().and_then(|bit| wide.next_at_most(&self.bits, bit))?;
                Some(base + Value::from(bit))
            }
            Form::Sparse(sparse) => self.sparse[sparse as usize].next_below(value),
        }
    }

    #[inline]
    pub(crate) fn remove(&mut self, x: Var, value: Value) -> Result<(), Conflict> {
        let Place { form, base, .. } = self.places[x.index()];
        match form {
            Form::Lane { .. } => self.restrict_lane(x.index(), !bit_of(base, value), value, value),
            Form::Wide(wide) => match u32::try_from(value.wrapping_sub(base)) {
                Ok(bit) if self.wides[wide as usize].contains(&self.bits, bit) => self.clear_bit(x, wide, bit, value),
                _ => Ok(()),
            },
            Form::Sparse(sparse) => self.clear_sparse(x, sparse, value, value),
        }
    }

    pub(crate) fn remove_below(&mut self, x: Var, bound: Value) -> Result<(), Conflict> {
        let min = self.min(x);
        if bound <= min { Ok(()) } else { self.remove_range(x, min, bound - 1) }
    }

    pub(crate) fn remove_above(&mut self, x: Var, bound: Value) -> Result<(), Conflict> {
        let max = self.max(x);
        if bound >= max { Ok(()) } else { self.remove_range(x, bound + 1, max) }
    }

    /// Removes the values in `low..=high`.
    pub(crate) fn remove_range(&mut self, x: Var, low: Value, high: Value) -> Result<(), Conflict> {
        let (low, high) = (low.max(self.min(x)), high.min(self.max(x)));
        if low > high {
            return Ok(());
        }
        let Place { form, base, .. } = self.places[x.index()];
        match form {
            Form::Lane { .. } => {
                let keep = bits_below(base, low) | !bits_below(base, high + 1);
                self.restrict_lane(x.index(), keep, low, high)
            }
            Form::Wide(wide) => self.clear_range(x, wide, low, high),
            Form::Sparse(sparse) => self.clear_sparse(x, sparse, low, high),
        }
    }

    pub(crate) fn fix(&mut self, x: Var, value: Value) -> Result<(), Conflict> {
        if !self.contains(x, value) {
            self.record(x.index(), self.min(x), self.max(x));
            self.wiped = Some(x.index);
            return Err(Conflict);
        }
        self.remove_below(x, value)?;
        self.remove_above(x, value)
    }

    /// Keeps the values of a lane whose bits are in `keep`; the log will say `low..=high`.
    #[inline]
    pub(crate) fn restrict_lane(&mut self, x: usize, keep: u64, low: Value, high: Value) -> Result<(), Conflict> {
        let Place { form: Form::Lane { word, shift }, mask, .. } = self.places[x] else { unreachable!("not a lane") };
        let old = self.lane(word, shift, mask);
        let new = old & keep;
        if new == old {
            return Ok(());
        }
        self.record(x, low, high);
        let word = word as usize;
        self.set_word(word, self.words[word] ^ (old ^ new) << shift);
        self.report_lane(x, old, new)
    }

    /// Reports that a lane changed from `old` to `new`.
    #[inline]
    pub(crate) fn report_lane(&mut self, x: usize, old: u64, new: u64) -> Result<(), Conflict> {
        let bounds = new.trailing_zeros() != old.trailing_zeros() || new.leading_zeros() != old.leading_zeros();
        let left = if new & new.wrapping_sub(1) == 0 { u64::from(new != 0) } else { 2 };
        self.report_loss(x, left, bounds)
    }

    /// Reports that a domain lost values, perhaps a bound; how many are `left` counts up to two.
    #[inline]
    fn report_loss(&mut self, x: usize, left: u64, bounds: bool) -> Result<(), Conflict> {
        if left == 0 {
            self.wiped = Some(x as u32);
            return Err(Conflict);
        }
        let (bounds, fixed) = (if bounds { event::BOUNDS } else { 0 }, if left == 1 { event::FIXED } else { 0 });
        self.report(x, event::DOMAIN | bounds | fixed);
        Ok(())
    }

    /// Clears a set bit of a wide domain, which stands for `value`.
    #[inline]
    fn clear_bit(&mut self, x: Var, wide: u32, bit: u32, value: Value) -> Result<(), Conflict> {
        self.record(x.index(), value, value);
        self.trail.values.push((wide, bit));
        self.clear_saved_bit(x, wide, bit)
    }

    /// Clears a set bit of a wide domain, of which the trail and the log are told by the caller.
    #[inline]
    pub(super) fn clear_saved_bit(&mut self, x: Var, wide: u32, bit: u32) -> Result<(), Conflict> {
        let set = &mut self.wides[wide as usize];
        let bounds = set.clear(&mut self.bits, bit);
        let left = u64::from(set.size);
        self.report_loss(x.index(), left, bounds)
    }

    /// Clears the set bits of a wide domain that stand for `low..=high`.
    fn clear_range(&mut self, x: Var, wide: u32, low: Value, high: Value) -> Result<(), Conflict> {
        let base = self.places[x.index()].base;
        let (set, last) = (&mut self.wides[wide as usize], (high - base) as u32);
        let (before, mut bounds) = (set.size, false);
        let mut next = set.next_at_least(&self.bits, (low - base) as u32);
        while let Some(bit) = next.filter(|&bit| bit <= last) {
            self.trail.values.push((wide, bit));
            bounds |= set.clear(&mut self.bits, bit);
            next = set.next_at_least(&self.bits, bit + 1);
        }
        let left = set.size;
        if left == before {
            return Ok(());
        }
        self.record(x.index(), low, high);
        self.report_loss(x.index(), left.into(), bounds)
    }

    /// Removes what a sparse domain has in `low..=high`.
    fn clear_sparse(&mut self, x: Var, sparse: u32, low: Value, high: Value) -> Result<(), Conflict> {
        let set = &mut self.sparse[sparse as usize];
        let (min, max, len) = (set.min(), set.max(), set.len());
        let trail = &mut self.trail;
        set.remove_range(low, high, |low, high| trail.ranges.push((sparse, low, high)));
        if set.len() == len {
            return Ok(());
        }
        let (left, bounds) = (set.len(), (set.min(), set.max()) != (min, max));
        self.record(x.index(), low, high);
        self.report_loss(x.index(), left, bounds)
    }
}
