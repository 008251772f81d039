//! Array lookup.

use super::function::{Equation, Range, Rules, bounds, hull, is_small, keep_range, keep_ranges};
use super::views;
use crate::constraint::{Assignment, LARGEST_FILTERED, Wake};
use crate::domain::Value;
use crate::store::{Conflict, Store};
use crate::variable::{Variable, View};

/// See [`element`].
#[derive(Clone, Debug)]
pub struct Element {
    array: Vec<View>,
    index: View,
}

/// The entry of an array at an index, counted from 0. The entries are integers or views; an index outside the array
/// makes the constraint that holds the element false.
///
/// Domain consistent, unless a variable occurs twice (see Gent, Jefferson & Miguel, "Watched literals for constraint
/// propagation in Minion", 2006). Entries that have more than 4,096 values together may count by their bounds only. A
/// run may look at each value of the entries that are left.
///
/// ```
/// use bezzel::*;
///
/// let mut model = Model::new();
/// let (index, value) = (model.variable(0..=9)?, model.variable(0..=99)?);
/// model.post(element([7, 8, 7], index).equals(value))?;
/// let solutions: Vec<_> = model.solver().solutions().map(|s| (s[index], s[value])).collect();
/// assert_eq!(solutions, [(0, 7), (1, 8), (2, 7)]);
/// # Ok::<(), ModelError>(())
/// ```
pub fn element(array: impl IntoIterator<Item: Into<View>>, index: impl Into<View>) -> Element {
    Element { array: views(array), index: index.into() }
}

impl Element {
    /// The element is `result`.
    pub fn equals(self, result: impl Into<View>) -> Equation<Element> {
        Equation::new(self, result)
    }

    fn entry(&self, index: Value) -> Option<View> {
        self.array.get(usize::try_from(index).ok()?).copied()
    }

    /// The entries that the index can still choose.
    fn candidates(&self, store: &Store) -> Vec<View> {
        let indices = 0..self.array.len();
        if self.index.len(store) <= indices.len() as u64 {
            return self.index.values(store).filter_map(|at| self.entry(at)).collect();
        }
        indices.filter(|&at| self.index.contains(store, at as Value)).map(|at| self.array[at]).collect()
    }
}

/// Whether two views can have a common value; of wide domains only the bounds are compared.
fn can_meet(a: View, b: View, store: &Store) -> bool {
    let overlap = a.min(store) <= b.max(store) && b.min(store) <= a.max(store);
    let (few, many) = if a.len(store) <= b.len(store) { (a, b) } else { (b, a) };
    overlap && (!is_small(few, store) || few.values(store).any(|value| many.contains(store, value)))
}

/// Narrows `a` to what `b` can be.
fn keep_common(a: View, b: View, store: &mut Store) -> Result<(), Conflict> {
    keep_range(a, store, bounds(b, store))?;
    if is_small(a, store) {
        let lost: Vec<Value> = a.values(store).filter(|&value| !b.contains(store, value)).collect();
        lost.into_iter().try_for_each(|value| a.remove(store, value))?;
    } else if is_small(b, store) {
        keep_ranges(a, store, &mut b.values(store).map(|value| (value.into(), value.into())).collect())?;
    }
    Ok(())
}

impl Rules for Element {
    const NAME: &'static str = "element";
    const WAKE: Wake = Wake::Domain;

    fn arguments(&self) -> Vec<View> {
        let mut arguments = vec![self.index];
        arguments.extend(&self.array);
        arguments
    }

    fn value(&self, assignment: &Assignment) -> Option<i128> {
        Some(assignment.value(self.entry(assignment.value(self.index))?).into())
    }

    fn range(&self, of: &dyn Fn(View) -> Range) -> Option<Range> {
        let (low, high) = of(self.index);
        let length = self.array.len() as i128;
        let chosen = low.clamp(0, length)..(high + 1).clamp(0, length);
        hull(self.array.get(chosen.start as usize..chosen.end as usize)?.iter().map(|&view| of(view)))
    }

    fn is_defined(&self, store: &Store) -> bool {
        self.entry(self.index.min(store)).is_some() && self.entry(self.index.max(store)).is_some()
    }

    fn decided(&self, result: View, store: &Store) -> Option<bool> {
        let candidates = self.candidates(store);
        if !candidates.iter().any(|&entry| can_meet(entry, result, store)) {
            return Some(false);
        }
        let value = result.value(store)?;
        let all = candidates.iter().all(|entry| entry.value(store) == Some(value));
        (all && self.is_defined(store)).then_some(true)
    }

    /// An index stays while its entry and the result can meet, a value of the result while some entry can have it; with
    /// one index left, that entry is the result.
    fn narrow(&self, result: View, store: &mut Store) -> Result<(), Conflict> {
        keep_range(self.index, store, (0, self.array.len() as i128 - 1))?;
        let can_be = |at: Value| self.entry(at).is_some_and(|entry| can_meet(entry, result, store));
        let lost: Vec<Value> = self.index.values(store).filter(|&at| !can_be(at)).collect();
        lost.into_iter().try_for_each(|at| self.index.remove(store, at))?;

        let candidates = self.candidates(store);
        if let [entry] = *candidates {
            keep_common(entry, result, store)?;
            return keep_common(result, entry, store);
        }
        let values: u64 = candidates.iter().fold(0, |total, entry| total.saturating_add(entry.len(store)));
        let mut ranges: Vec<Range> = if values <= LARGEST_FILTERED.max(candidates.len() as u64) {
            candidates.iter().flat_map(|entry| entry.values(store)).map(|v| (v.into(), v.into())).collect()
        } else {
            candidates.iter().map(|&entry| bounds(entry, store)).collect()
        };
        keep_ranges(result, store, &mut ranges)
    }
}
