//! Counting how often a value occurs.

use std::sync::Arc;

use super::function::{Function, Range};
use super::increasing::again_unless_entailed;
use super::{repeats_a_variable, views};
use crate::compile::Poster;
use crate::constraint::{Assignment, Constraint, LARGEST_FILTERED, Priority, Status, Wake, forward_check};
use crate::domain::Value;
use crate::store::{Conflict, Store};
use crate::variable::{Variable, View};

/// How many views of a list have a value; see [`count`].
#[derive(Clone, Debug)]
pub struct Occurrences {
    views: Vec<View>,
    value: View,
}

/// A number of occurrences compared with a view; see [`count`].
#[derive(Clone, Debug)]
pub struct Counted {
    occurrences: Occurrences,
    compare: Compare,
    result: View,
    repeats: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Compare {
    Equal,
    NotEqual,
    AtMost,
    AtLeast,
}

/// The number of views that have the value `value`, to be compared with a number. The value and the number may be
/// variables, and may be among the views (Beldiceanu & Contejean, "Introducing global constraints in CHIP", 1994).
/// Domain consistent, unless a variable occurs twice; by bounds while the value has more than 4,096 candidates.
///
/// ```
/// # use bezzel::*;
/// let mut model = Model::new();
/// let bits = model.variables(4, 0..=1)?;
/// let ones = model.variable(0..=9)?;
/// model.post(count(&bits, 1).equals(ones))?;
/// model.post(count(&bits, 0).at_most(1))?;
/// assert_eq!(model.solver().solutions().map(|s| s[ones]).collect::<Vec<_>>(), [3, 3, 3, 3, 4]);
/// let zeros = model.define(count(&bits, 0))?;
/// assert_eq!(model.domain(zeros).to_string(), "{0..4}");
/// # Ok::<(), ModelError>(())
/// ```
pub fn count(scope: impl IntoIterator<Item: Into<View>>, value: impl Into<View>) -> Occurrences {
    Occurrences { views: views(scope), value: value.into() }
}

impl Occurrences {
    /// Exactly `number`.
    pub fn equals(self, number: impl Into<View>) -> Counted {
        self.compared(Compare::Equal, number.into())
    }

    /// More or fewer than `number`.
    pub fn differs_from(self, number: impl Into<View>) -> Counted {
        self.compared(Compare::NotEqual, number.into())
    }

    /// At most `number`.
    pub fn at_most(self, number: impl Into<View>) -> Counted {
        self.compared(Compare::AtMost, number.into())
    }

    /// At least `number`.
    pub fn at_least(self, number: impl Into<View>) -> Counted {
        self.compared(Compare::AtLeast, number.into())
    }

    fn compared(self, compare: Compare, result: View) -> Counted {
        let mut scope = self.views.clone();
        scope.extend([self.value, result]);
        Counted { repeats: repeats_a_variable(&scope), occurrences: self, compare, result }
    }

    /// How many views have the value `value` for certain, and how many may have it.
    fn bounds(&self, store: &Store, value: Value) -> (Value, Value) {
        self.views.iter().fold((0, 0), |(least, most), view| {
            let possible = Value::from(view.contains(store, value));
            (least + if possible == 1 { Value::from(view.is_fixed(store)) } else { 0 }, most + possible)
        })
    }
}

impl Function for Occurrences {
    fn name(&self) -> &'static str {
        "count"
    }

    fn arguments(&self) -> Vec<View> {
        self.views.iter().copied().chain([self.value]).collect()
    }

    fn range(&self, of: &dyn Fn(View) -> Range) -> Option<Range> {
        let (low, high) = of(self.value);
        let certain = |&(least, most): &Range| least == most && (least, most) == (low, high);
        let possible = |&(least, most): &Range| least <= high && low <= most;
        let number =
            |test: &dyn Fn(&Range) -> bool| self.views.iter().map(|&view| of(view)).filter(test).count() as i128;
        Some((number(&certain), number(&possible)))
    }

    fn equation(self, result: View) -> impl Constraint {
        self.equals(result)
    }
}

/// A value that the counted value may take, and how often it can occur.
struct Candidate {
    value: Value,
    least: Value,
    most: Value,
}

impl Counted {
    /// Whether some number in `least..=most` compares as it should with some number that the result may be.
    fn is_possible(&self, store: &Store, least: Value, most: Value) -> bool {
        let (min, max) = (self.result.min(store), self.result.max(store));
        least <= most
            && match self.compare {
                Compare::AtMost => least <= max,
                Compare::AtLeast => most >= min,
                Compare::NotEqual => least < most || min < max || least != min,
                Compare::Equal if most < min || max < least => false,
                Compare::Equal if least <= min || max <= most => true,
                Compare::Equal => (least..=most).any(|number| self.result.contains(store, number)),
            }
    }

    /// Whether every number in `least..=most` compares as it should with every number that the result may be.
    fn is_certain(&self, store: &Store, least: Value, most: Value) -> bool {
        let (min, max) = (self.result.min(store), self.result.max(store));
        match self.compare {
            Compare::AtMost => most <= min,
            Compare::AtLeast => least >= max,
            Compare::Equal => least == most && min == max && least == min,
            Compare::NotEqual => {
                most < min || max < least || (least..=most).all(|number| !self.result.contains(store, number))
            }
        }
    }

    /// The candidates, if they are not too many to look at.
    fn candidates(&self, store: &Store) -> Option<Vec<Candidate>> {
        let Occurrences { value, .. } = &self.occurrences;
        (value.len(store) <= LARGEST_FILTERED).then(|| {
            let candidate = |value| {
                let (least, most) = self.occurrences.bounds(store, value);
                Candidate { value, least, most }
            };
            value.values(store).map(candidate).collect()
        })
    }

    /// Narrows the result to what some candidate gives.
    fn narrow_result(&self, store: &mut Store, candidates: &[Candidate]) -> Result<(), Conflict> {
        let least = candidates.iter().map(|c| c.least).min().ok_or(Conflict)?;
        let most = candidates.iter().map(|c| c.most).max().ok_or(Conflict)?;
        match self.compare {
            Compare::AtMost => self.result.remove_below(store, least),
            Compare::AtLeast => self.result.remove_above(store, most),
            Compare::NotEqual if least == most => self.result.remove(store, least),
            Compare::NotEqual => Ok(()),
            Compare::Equal => {
                self.result.remove_below(store, least)?;
                self.result.remove_above(store, most)?;
                // between the ranges of two candidates may be a gap
                for number in least..=most {
                    if !candidates.iter().any(|c| (c.least..=c.most).contains(&number)) {
                        self.result.remove(store, number)?;
                    }
                }
                Ok(())
            }
        }
    }

    /// Where the counted value can be too many to look at each: views that cannot meet it are not counted, and if all
    /// others are needed they get its bounds.
    fn propagate_bounds(&self, store: &mut Store) -> Result<Status, Conflict> {
        let Occurrences { views, value } = &self.occurrences;
        let meets = |view: &&View| view.min(store) <= value.max(store) && value.min(store) <= view.max(store);
        let met: Vec<View> = views.iter().filter(meets).copied().collect();
        let most = met.len() as Value;
        self.narrow_result(store, &[Candidate { value: 0, least: 0, most }])?;
        if !self.is_possible(store, 0, most) {
            return Err(Conflict);
        }
        if !self.is_possible(store, 0, most - 1) {
            for view in met {
                for (from, to) in [(view, *value), (*value, view)] {
                    to.remove_below(store, from.min(store))?;
                    to.remove_above(store, from.max(store))?;
                }
            }
        }
        Ok(Status::Again)
    }

    /// Keeps the values of one view that some candidate allows: any value but the candidate's where one occurrence
    /// fewer is possible, the candidate's own where one more is.
    fn narrow_view(&self, store: &mut Store, view: View, candidates: &[Candidate]) -> Result<(), Conflict> {
        let lets_others = |store: &Store, c: &Candidate| {
            !view.contains(store, c.value) || self.is_possible(store, c.least, c.most - 1)
        };
        let mut own: Vec<Value> = Vec::new();
        let mut only = None;
        for candidate in candidates {
            if lets_others(store, candidate) && only.replace(candidate).is_some() {
                return Ok(());
            }
        }
        let lets_own = |store: &Store, c: &Candidate| {
            view.contains(store, c.value) && self.is_possible(store, c.least + 1, c.most)
        };
        match only {
            Some(only) if !view.contains(store, only.value) || lets_own(store, only) => Ok(()),
            Some(only) => view.remove(store, only.value),
            None => {
                own.extend(candidates.iter().filter(|c| lets_own(store, c)).map(|c| c.value));
                own.sort_unstable();
                view.keep_only(store, own)
            }
        }
    }
}

impl Constraint for Counted {
    fn name(&self) -> &'static str {
        "count"
    }

    fn scope(&self) -> Vec<View> {
        let Occurrences { views, value } = &self.occurrences;
        views.iter().copied().chain([*value, self.result]).collect()
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        let Occurrences { views, value } = &self.occurrences;
        let (value, result) = (assignment.value(value), assignment.value(self.result));
        let number = views.iter().filter(|view| assignment.value(*view) == value).count() as Value;
        match self.compare {
            Compare::Equal => number == result,
            Compare::NotEqual => number != result,
            Compare::AtMost => number <= result,
            Compare::AtLeast => number >= result,
        }
    }

    fn post(&self, poster: &mut Poster) {
        let Occurrences { views, value } = &self.occurrences;
        poster.priority(Priority::Linear);
        for &view in views {
            match value.variable() {
                None => {
                    poster.wake_on(view, Wake::Lost(value.offset));
                    poster.wake_on(view, Wake::Fixed);
                }
                Some(_) => poster.wake_on(view, Wake::Domain),
            }
        }
        poster.wake_on(*value, Wake::Domain);
        poster.wake_on(self.result, Wake::Domain);
    }

    /// For each value that may be the one that is counted: how often it occurs at least and at most.
    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let Occurrences { views, value } = &self.occurrences;
        let Some(mut candidates) = self.candidates(store) else { return self.propagate_bounds(store) };
        candidates.retain(|c| self.is_possible(store, c.least, c.most));
        let mut kept: Vec<Value> = candidates.iter().map(|c| c.value).collect();
        kept.sort_unstable();
        value.keep_only(store, kept)?;
        self.narrow_result(store, &candidates)?;
        for view in views.iter().filter(|view| !view.is_fixed(store)).copied().collect::<Vec<_>>() {
            self.narrow_view(store, view, &candidates)?;
        }
        if self.repeats {
            return forward_check(self, store).map(again_unless_entailed);
        }
        let certain = self.decided(store) == Some(true);
        Ok(if certain { Status::Entailed } else { Status::AtFixpoint })
    }

    fn decided(&self, store: &Store) -> Option<bool> {
        let candidates = self.candidates(store)?;
        let all = |test: fn(&Counted, &Store, Value, Value) -> bool, truth| {
            candidates.iter().all(|c| test(self, store, c.least, c.most) == truth)
        };
        match () {
            () if all(Counted::is_certain, true) => Some(true),
            () if all(Counted::is_possible, false) => Some(false),
            () => None,
        }
    }

    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        let next = |offset| self.result.affine(Some(1), Some(offset));
        let (compare, result) = match self.compare {
            Compare::Equal => (Compare::NotEqual, self.result),
            Compare::NotEqual => (Compare::Equal, self.result),
            Compare::AtMost => (Compare::AtLeast, next(1)),
            Compare::AtLeast => (Compare::AtMost, next(-1)),
        };
        Some(Arc::new(Counted { compare, result, ..self.clone() }))
    }
}
