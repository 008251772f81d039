//! Linear constraints.

use std::sync::Arc;

use crate::compile::Poster;
use crate::constraint::{Assignment, Constraint, Priority, Status, Wake};
use crate::domain::Value;
use crate::expression::Sum;
use crate::store::{Conflict, Store};
use crate::variable::{Var, Variable, View};

/// A sum of views compared with an integer; see [`Compare`](crate::Compare).
#[derive(Clone, Debug)]
pub struct Linear {
    views: Vec<View>,
    /// Each variable once, with its coefficient; none is 0.
    terms: Vec<(Var, i128)>,
    compare: Compare,
    /// What the terms are compared with: the constants are on this side.
    bound: i128,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Compare {
    Equal,
    NotEqual,
    AtMost,
}

impl Linear {
    /// `sum` compared with 0; the terms are collected, so that each variable occurs once.
    fn new(sum: Sum, compare: Compare) -> Linear {
        let Sum(views) = sum;
        let mut terms: Vec<(Var, i128)> =
            views.iter().filter_map(|v| Some((v.variable()?, i128::from(v.scale)))).collect();
        terms.sort_by_key(|&(x, _)| x.index());
        terms.dedup_by(|later, first| {
            let same = later.0 == first.0;
            first.1 += if same { later.1 } else { 0 };
            same
        });
        terms.retain(|&(_, coefficient)| coefficient != 0);
        let constants: i128 = views.iter().map(|v| i128::from(v.offset)).sum();
        Linear { views, terms, compare, bound: -constants }
    }

    pub(crate) fn equal(sum: Sum) -> Linear {
        Linear::new(sum, Compare::Equal)
    }

    pub(crate) fn not_equal(sum: Sum) -> Linear {
        Linear::new(sum, Compare::NotEqual)
    }

    pub(crate) fn at_most(sum: Sum) -> Linear {
        Linear::new(sum, Compare::AtMost)
    }

    /// The least and the greatest value of the terms.
    fn bounds(&self, store: &Store) -> (i128, i128) {
        self.terms.iter().map(|&(x, c)| bounds(store, x, c)).fold((0, 0), |sum, term| (sum.0 + term.0, sum.1 + term.1))
    }
}

/// The bounds of `coefficient * x`.
fn bounds(store: &Store, x: Var, coefficient: i128) -> (i128, i128) {
    let (a, b) = (coefficient * i128::from(x.min(store)), coefficient * i128::from(x.max(store)));
    (a.min(b), a.max(b))
}

/// `a / b` rounded down, for b > 0.
fn divide(a: i128, b: i128) -> i128 {
    match (i64::try_from(a), i64::try_from(b)) {
        (Ok(a), Ok(b)) => i128::from(a.div_euclid(b)),
        _ => a.div_euclid(b),
    }
}

fn clamp(value: i128) -> Value {
    value.clamp(i128::from(Value::MIN), i128::from(Value::MAX)) as Value
}

impl Linear {
    /// `terms <= bound`, where `sign * terms` is meant: each variable may exceed its least contribution by the slack.
    fn prune(&self, store: &mut Store, sign: i128, bound: i128) -> Result<(), Conflict> {
        let least: i128 = self.terms.iter().map(|&(x, c)| bounds(store, x, sign * c).0).sum();
        let slack = bound - least;
        if slack < 0 {
            return Err(Conflict);
        }
        for &(x, coefficient) in &self.terms {
            let coefficient = sign * coefficient;
            if coefficient > 0 {
                x.remove_above(store, clamp(i128::from(x.min(store)) + divide(slack, coefficient)))?;
            } else {
                x.remove_below(store, clamp(i128::from(x.max(store)) - divide(slack, -coefficient)))?;
            }
        }
        Ok(())
    }

    fn propagate_not_equal(&self, store: &mut Store) -> Result<Status, Conflict> {
        let mut rest = self.bound;
        let mut open = None;
        for &(x, coefficient) in &self.terms {
            match x.value(store) {
                Some(value) => rest -= coefficient * i128::from(value),
                None if open.is_some() => return Ok(Status::AtFixpoint),
                None => open = Some((x, coefficient)),
            }
        }
        match open {
            None if rest == 0 => return Err(Conflict),
            Some((x, coefficient)) if rest % coefficient == 0 => {
                if let Ok(value) = Value::try_from(rest / coefficient) {
                    x.remove(store, value)?;
                }
            }
            _ => {}
        }
        Ok(Status::Entailed)
    }
}

impl Constraint for Linear {
    fn name(&self) -> &'static str {
        match self.compare {
            Compare::Equal => "linear_equal",
            Compare::NotEqual => "linear_not_equal",
            Compare::AtMost => "linear_at_most",
        }
    }

    fn scope(&self) -> Vec<View> {
        self.views.clone()
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        let total: i128 = self.terms.iter().map(|&(x, c)| c * i128::from(assignment.value(x))).sum();
        match self.compare {
            Compare::Equal => total == self.bound,
            Compare::NotEqual => total != self.bound,
            Compare::AtMost => total <= self.bound,
        }
    }

    fn post(&self, poster: &mut Poster) {
        let wake = if self.compare == Compare::NotEqual { Wake::Fixed } else { Wake::Bounds };
        poster.priority(if self.terms.len() > 3 { Priority::Linear } else { Priority::Cheap });
        self.terms.iter().for_each(|&(x, _)| poster.wake_on(x.view(), wake));
    }

    /// One inequality at a time.
    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        if self.compare == Compare::NotEqual {
            return self.propagate_not_equal(store);
        }
        self.prune(store, 1, self.bound)?;
        if self.compare == Compare::Equal {
            self.prune(store, -1, -self.bound)?;
        }
        // gaps may have taken a bound further than asked for, so the sum is looked at once more
        let (_, most) = self.bounds(store);
        match self.compare {
            Compare::AtMost if most <= self.bound => Ok(Status::Entailed),
            Compare::AtMost => Ok(Status::AtFixpoint),
            _ if !self.terms.iter().all(|(x, _)| x.is_fixed(store)) => Ok(Status::Again),
            _ if most == self.bound => Ok(Status::Entailed),
            _ => Err(Conflict),
        }
    }

    fn decided(&self, store: &Store) -> Option<bool> {
        let (least, most) = self.bounds(store);
        let inside = least <= self.bound && self.bound <= most;
        match self.compare {
            Compare::AtMost if most <= self.bound => Some(true),
            Compare::AtMost if least > self.bound => Some(false),
            Compare::AtMost => None,
            _ if !inside => Some(self.compare == Compare::NotEqual),
            _ if least == most => Some(self.compare == Compare::Equal),
            _ => match *self.terms {
                // one variable: the value asked for may be a hole
                [(x, c)] if self.bound % c != 0 || !x.contains(store, clamp(self.bound / c)) => {
                    Some(self.compare == Compare::NotEqual)
                }
                _ => None,
            },
        }
    }

    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        let opposite = match self.compare {
            Compare::Equal => Linear { compare: Compare::NotEqual, ..self.clone() },
            Compare::NotEqual => Linear { compare: Compare::Equal, ..self.clone() },
            Compare::AtMost => Linear {
                terms: self.terms.iter().map(|&(x, c)| (x, -c)).collect(),
                bound: -self.bound - 1,
                ..self.clone()
            },
        };
        Some(Arc::new(opposite))
    }
}
