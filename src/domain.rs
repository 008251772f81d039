//! Finite sets of integers: what a variable may still be.
//!
//! [`Domain`] is the read side; [`ValueSet`] is the owned set that models are written with.

use std::fmt;
use std::ops::{Range, RangeInclusive};

use smallvec::SmallVec;

/// The type of every value in a model.
pub type Value = i64;

/// Values of variables and views lie in `-VALUE_LIMIT..=VALUE_LIMIT`.
///
/// The difference of two such values never overflows [`Value`].
pub const VALUE_LIMIT: Value = (1 << 62) - 1;

/// The read side of a finite set of integers.
///
/// ```
/// use bezzel::{Domain, ValueSet};
///
/// let digits = ValueSet::from(1..=9);
/// assert_eq!((digits.min(), digits.max(), digits.len()), (Some(1), Some(9), 9));
/// assert!(digits.contains(5) && !digits.contains(0));
/// assert!(!digits.is_fixed());
/// assert_eq!(digits.iter().sum::<i64>(), 45);
/// ```
pub trait Domain {
    /// The smallest member, or `None` if the set is empty.
    fn min(&self) -> Option<Value>;

    /// The largest member, or `None` if the set is empty.
    fn max(&self) -> Option<Value>;

    /// The number of members; `u64::MAX` if there are more than that.
    fn len(&self) -> u64;

    /// Whether `value` is a member.
    fn contains(&self, value: Value) -> bool;

    /// The members in ascending order.
    fn iter(&self) -> impl Iterator<Item = Value> + '_;

    /// Whether there is no member.
    fn is_empty(&self) -> bool {
        self.min().is_none()
    }

    /// Whether there is exactly one member.
    fn is_fixed(&self) -> bool {
        self.len() == 1
    }
}

/// An owned set of integers, kept as sorted ranges: memory grows with gaps, not with width.
///
/// Ranges, arrays, slices, vectors and iterators convert into a set. A reversed range is the empty
/// set; arrays may be unsorted and may repeat values; a `usize` beyond [`i64::MAX`] becomes that.
///
/// ```
/// use bezzel::{Domain, ValueSet};
///
/// let mut set = ValueSet::from(0..1_000_000_000);
/// set.remove_range(10, 10, |_, _| ());
/// set.remove_range(21, 999_999_999, |_, _| ());
/// assert_eq!(set.to_string(), "{0..9, 11..20}");
///
/// assert_eq!(ValueSet::from([5, 1, 2, 5, 3]).to_string(), "{1..3, 5}");
/// assert_eq!((0..10).filter(|v| v % 3 == 0).collect::<ValueSet>().len(), 4);
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct ValueSet {
    /// Closed, sorted, disjoint and never adjacent, so that equal sets have equal representations.
    ranges: SmallVec<[(Value, Value); 1]>,
    /// The length modulo 2^64: wrapping (only the set of all values does) keeps undoing exact.
    size: u64,
}

impl Domain for ValueSet {
    fn min(&self) -> Option<Value> {
        self.ranges.first().map(|range| range.0)
    }

    fn max(&self) -> Option<Value> {
        self.ranges.last().map(|range| range.1)
    }

    fn len(&self) -> u64 {
        if self.size == 0 && !self.ranges.is_empty() {
            return u64::MAX;
        }
        self.size
    }

    fn contains(&self, value: Value) -> bool {
        let at = self.ranges.partition_point(|range| range.1 < value);
        self.ranges.get(at).is_some_and(|range| range.0 <= value)
    }

    fn iter(&self) -> impl Iterator<Item = Value> + '_ {
        self.ranges().flat_map(|(low, high)| low..=high)
    }
}

impl ValueSet {
    /// The maximal closed ranges `(low, high)` of the set in ascending order.
    ///
    /// ```
    /// let set = bezzel::ValueSet::from([1, 2, 3, 7]);
    /// assert!(set.ranges().eq([(1, 3), (7, 7)]));
    /// ```
    pub fn ranges(&self) -> impl Iterator<Item = (Value, Value)> + '_ {
        self.ranges.iter().copied()
    }

    /// How many values lie from the smallest member to the largest; 1 for no member, as it takes a place all the same.
    pub(crate) fn span(&self) -> i64 {
        self.min().zip(self.max()).map_or(1, |(min, max)| max - min + 1)
    }

    /// The smallest member greater than `value`.
    ///
    /// ```
    /// let set = bezzel::ValueSet::from([1, 2, 7]);
    /// assert_eq!((set.next_above(2), set.next_above(7)), (Some(7), None));
    /// assert_eq!((set.next_below(7), set.next_below(1)), (Some(2), None));
    /// ```
    pub fn next_above(&self, value: Value) -> Option<Value> {
        let at = self.ranges.partition_point(|range| range.1 <= value);
        // This range reaches beyond `value`, so `value + 1` exists.
        self.ranges.get(at).map(|range| range.0.max(value + 1))
    }

    /// The largest member less than `value`.
    pub fn next_below(&self, value: Value) -> Option<Value> {
        let end = self.ranges.partition_point(|range| range.0 < value);
        // This range starts below `value`, so `value - 1` exists.
        self.ranges[..end].last().map(|range| range.1.min(value - 1))
    }

    /// Removes every member in `low..=high` and calls `removed(first, last)` with each maximal
    /// removed range, in ascending order.
    ///
    /// [Inserting](Self::insert_range) exactly these ranges, in any order, restores the set.
    ///
    /// ```
    /// let before = bezzel::ValueSet::from([1, 2, 3, 5, 6, 9]);
    /// let (mut set, mut trail) = (before.clone(), Vec::new());
    /// set.remove_range(3, 8, |first, last| trail.push((first, last)));
    /// assert_eq!((set.to_string(), &trail[..]), ("{1..2, 9}".into(), &[(3, 3), (5, 6)][..]));
    ///
    /// trail.into_iter().for_each(|(first, last)| set.insert_range(first, last));
    /// assert_eq!(set, before);
    /// ```
    pub fn remove_range(&mut self, low: Value, high: Value, mut removed: impl FnMut(Value, Value)) {
        let start = self.ranges.partition_point(|range| range.1 < low);
        let end = self.ranges.partition_point(|range| range.0 <= high);
        if low > high || start >= end {
            return;
        }
        let mut size = self.size;
        for range in &self.ranges[start..end] {
            let (first, last) = (range.0.max(low), range.1.min(high));
            size = size.wrapping_sub(width(first, last));
            removed(first, last);
        }
        self.size = size;

        // The rests on both sides reuse freed slots: only a hole within one range needs a new one.
        let (left, right) = (self.ranges[start].0, self.ranges[end - 1].1);
        let mut at = start;
        if left < low {
            self.ranges[at] = (left, low - 1);
            at += 1;
        }
        if right > high {
            let rest = (high + 1, right);
            if at == end {
                self.ranges.insert(at, rest);
                return;
            }
            self.ranges[at] = rest;
            at += 1;
        }
        self.ranges.drain(at..end);
    }

    /// Adds all of `low..=high`; nothing if `low > high`.
    pub fn insert_range(&mut self, low: Value, high: Value) {
        if low > high {
            return;
        }
        // The neighbours are merged, too; beyond the ends of `Value` there are none, so saturate.
        let start = self.ranges.partition_point(|range| range.1 < low.saturating_sub(1));
        let end = self.ranges.partition_point(|range| range.0 <= high.saturating_add(1));
        if start == end {
            self.ranges.insert(start, (low, high));
            self.size = self.size.wrapping_add(width(low, high));
            return;
        }
        for &(first, last) in &self.ranges[start..end] {
            self.size = self.size.wrapping_sub(width(first, last));
        }
        let merged = (low.min(self.ranges[start].0), high.max(self.ranges[end - 1].1));
        self.size = self.size.wrapping_add(width(merged.0, merged.1));
        self.ranges[start] = merged;
        self.ranges.drain(start + 1..end);
    }

    /// Adds `value`, which must not be less than any member.
    fn append(&mut self, value: Value) {
        match self.ranges.last_mut() {
            Some((_, high)) if *high == value => return,
            Some((_, high)) if high.checked_add(1) == Some(value) => *high = value,
            last => {
                debug_assert!(last.is_none_or(|range| range.1 < value));
                self.ranges.push((value, value));
            }
        }
        self.size = self.size.wrapping_add(1);
    }
}

/// The number of values in `low..=high` modulo 2^64.
fn width(low: Value, high: Value) -> u64 {
    high.abs_diff(low).wrapping_add(1)
}

/// Writes the maximal ranges with both ends included: `{0..9, 12, 15..20}`.
impl fmt::Display for ValueSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (index, (low, high)) in self.ranges().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            write!(f, "{separator}{low}")?;
            if low < high {
                write!(f, "..{high}")?;
            }
        }
        f.write_str("}")
    }
}

/// Shows the same as [`Display`](fmt::Display).
impl fmt::Debug for ValueSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromIterator<Value> for ValueSet {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Self {
        let mut values: Vec<Value> = values.into_iter().collect();
        values.sort_unstable();
        let mut set = Self::default();
        values.into_iter().for_each(|value| set.append(value));
        set
    }
}

macro_rules! conversions {
    ($($integer:ty: $to_value:expr;)*) => {$(
        impl From<Range<$integer>> for ValueSet {
            fn from(range: Range<$integer>) -> Self {
                if range.is_empty() {
                    return Self::default();
                }
                (range.start..=range.end - 1).into()
            }
        }
        impl From<RangeInclusive<$integer>> for ValueSet {
            fn from(range: RangeInclusive<$integer>) -> Self {
                let mut set = Self::default();
                // A range that was iterated to its end is empty although its bounds are not.
                if !range.is_empty() {
                    set.insert_range($to_value(*range.start()), $to_value(*range.end()));
                }
                set
            }
        }
        impl<const N: usize> From<[$integer; N]> for ValueSet {
            fn from(values: [$integer; N]) -> Self {
                values.into_iter().map($to_value).collect()
            }
        }
        impl From<Vec<$integer>> for ValueSet {
            fn from(values: Vec<$integer>) -> Self {
                values.into_iter().map($to_value).collect()
            }
        }
    )*};
}

conversions! {
    i32: Value::from;
    i64: std::convert::identity;
    usize: saturating_value;
}

fn saturating_value(value: usize) -> Value {
    Value::try_from(value).unwrap_or(Value::MAX)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    const MIN: Value = Value::MIN;
    const MAX: Value = Value::MAX;

    /// Compares every read of `set` with `model` and checks that the representation is canonical.
    fn check(set: &ValueSet, model: &BTreeSet<Value>) {
        assert!(set.iter().eq(model.iter().copied()));
        assert_eq!(set.min(), model.first().copied());
        assert_eq!(set.max(), model.last().copied());
        assert_eq!(set.len(), model.len() as u64);
        assert_eq!(set.is_empty(), model.is_empty());
        assert_eq!(set.is_fixed(), model.len() == 1);
        for v in -22..=22 {
            assert_eq!(set.contains(v), model.contains(&v));
            assert_eq!(set.next_above(v), model.range(v + 1..).next().copied());
            assert_eq!(set.next_below(v), model.range(..v).next_back().copied());
        }
        assert_eq!(set, &model.iter().copied().collect());
        assert!(set.ranges.windows(2).all(|pair| pair[0].1 + 1 < pair[1].0));
    }

    proptest! {
        #[test]
        fn behaves_like_a_btree_set_and_undoes(
            values in prop::collection::vec(-20i64..=20, 0..30),
            steps in prop::collection::vec((0..3, -21i64..=21, -21i64..=21), 0..20),
            cuts in prop::collection::vec((-21i64..=21, -21i64..=21, any::<[u8; 8]>()), 0..8),
        ) {
            let mut set = ValueSet::from(values.clone());
            let mut model: BTreeSet<Value> = values.into_iter().collect();
            check(&set, &model);
            for (step, a, b) in steps {
                match step {
                    0 => { set.remove_range(a, a, |_, _| ()); model.remove(&a); }
                    1 => { set.insert_range(a, b); model.extend(a..=b); }
                    _ => { set.remove_range(a, b, |_, _| ()); model.retain(|&v| v < a || v > b); }
                }
                check(&set, &model);
            }

            let (before, mut trail) = (set.clone(), Vec::new());
            for (low, high, keys) in cuts {
                let cut: ValueSet = set.iter().filter(|v| (low..=high).contains(v)).collect();
                let mut pieces = Vec::new();
                set.remove_range(low, high, |first, last| pieces.push((first, last)));
                assert!(cut.ranges().eq(pieces.iter().copied()));
                model.retain(|&v| v < low || v > high);
                check(&set, &model);
                trail.extend(pieces.into_iter().zip(keys.into_iter().cycle()));
            }
            trail.sort_by_key(|&(_, key)| key); // an arbitrary order of undoing
            trail.into_iter().for_each(|((first, last), _)| set.insert_range(first, last));
            assert_eq!(set, before);
        }
    }

    #[test]
    fn the_ends_of_the_type_do_not_overflow() {
        let all = ValueSet::from(MIN..=MAX);
        assert_eq!(all.len(), u64::MAX);
        assert!(!all.is_empty() && !all.is_fixed() && all.contains(MIN) && all.contains(MAX));
        assert!(all.next_above(MAX).is_none() && all.next_below(MIN).is_none());
        assert_eq!(all.next_above(MIN), Some(MIN + 1));
        assert_eq!(all.next_below(MAX), Some(MAX - 1));

        let mut set = all.clone();
        assert_eq!(set, all);
        [MIN, MAX, MAX].into_iter().for_each(|value| set.remove_range(value, value, |_, _| ()));
        assert_eq!(set.len(), u64::MAX - 1);
        set.insert_range(MAX, MAX);
        assert_eq!(set.len(), u64::MAX);
        set.insert_range(MIN, MIN);
        assert_eq!(set, all);
        set.remove_range(MIN, MAX, |low, high| assert_eq!((low, high), (MIN, MAX)));
        assert_eq!(set, ValueSet::default());

        assert!(ValueSet::from([MAX, MIN, MAX]).iter().eq([MIN, MAX]));
        assert_eq!(ValueSet::from(MIN..MAX).len(), u64::MAX);
        assert_eq!(ValueSet::from([usize::MAX, 0]).max(), Some(MAX));
    }

    #[test]
    fn a_wide_range_with_holes_stays_small() {
        let mut set = ValueSet::from(0..=1_000_000_000);
        [500, 0].into_iter().for_each(|value| set.remove_range(value, value, |_, _| ()));
        set.remove_range(1_000, 999_999, |_, _| ());
        assert_eq!(set.to_string(), "{1..499, 501..999, 1000000..1000000000}");
        assert_eq!(set.len(), 499 + 499 + 999_000_001);
        assert_eq!(set.next_above(999), Some(1_000_000));
        set.remove_range(502, MAX, |_, _| ());
        set.remove_range(MIN, 500, |_, _| ());
        assert!(set.is_fixed());
        assert_eq!(format!("{set:?}"), "{501}");
    }

    #[test]
    #[expect(clippy::reversed_empty_ranges)]
    fn empty_sets_are_equal() {
        let mut used_up = 0..=3;
        used_up.by_ref().for_each(drop);
        let empty = ValueSet::from(Vec::<i32>::new());
        for set in [(5..5).into(), (5..2).into(), (5..=4).into(), used_up.into(), empty] {
            assert_eq!(set, ValueSet::default());
            assert!(set.is_empty() && set.next_above(0).is_none() && set.next_below(0).is_none());
            assert_eq!((set.len(), set.to_string()), (0, "{}".into()));
        }
    }
}
