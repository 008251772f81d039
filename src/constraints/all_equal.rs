//! All-equal.

use std::collections::HashMap;
use std::sync::Arc;

use super::all_different::all_different;
use super::views;
use crate::compile::Poster;
use crate::constraint::{Assignment, Constraint, LARGEST_FILTERED, Priority, Status, Wake};
use crate::domain::Value;
use crate::store::{Conflict, Store};
use crate::variable::{Var, Variable, View};

/// See [`all_equal`].
#[derive(Clone, Debug)]
pub struct AllEqual {
    views: Vec<View>,
    /// What the common value leaves when divided by what, by the scales; `None`: nothing suits all of them.
    class: Option<(i128, i128)>,
    /// Variables that occur twice, each with the one value that makes the two views equal; `None`: there is none.
    pins: Option<Vec<(Var, Value)>>,
}

/// The views take one value. Over no view or one it is true.
///
/// Every view keeps the values that all have (domain consistent, unless a variable occurs twice); where the domains
/// have thousands of values, those between the largest minimum and the smallest maximum.
///
/// ```
/// # use bezzel::*;
/// let mut model = Model::new();
/// let (x, y) = (model.variable(0..=9)?, model.variable(0..=9)?);
/// model.post(all_equal([2 * x, 3 * y]))?;
/// assert_eq!(model.solver().count().solutions, 4); // 0, 6, 12, 18
/// # Ok::<(), ModelError>(())
/// ```
pub fn all_equal(scope: impl IntoIterator<Item: Into<View>>) -> AllEqual {
    let views = views(scope);
    AllEqual { class: common_class(&views), pins: pins(&views), views }
}

/// The numbers that are a value of every view over all integers, as remainder and modulus.
fn common_class(views: &[View]) -> Option<(i128, i128)> {
    let (mut rest, mut modulus) = (0, 1);
    for view in views.iter().filter(|view| view.scale != 0) {
        let (scale, offset) = (i128::from(view.scale).abs(), i128::from(view.offset));
        let (divisor, inverse) = extended_gcd(modulus, scale);
        if (offset - rest) % divisor != 0 {
            return None;
        }
        if modulus > 1 << 62 {
            continue; // at most one value is left, and the bounds find it
        }
        let steps = ((offset - rest) / divisor % (scale / divisor) * inverse).rem_euclid(scale / divisor);
        rest += modulus * steps;
        modulus *= scale / divisor;
        rest = rest.rem_euclid(modulus);
    }
    Some((rest, modulus))
}

/// The greatest common divisor of `a` and `b`, and the inverse of `a / gcd` modulo `b / gcd`.
fn extended_gcd(a: i128, b: i128) -> (i128, i128) {
    let (mut r, mut s) = ((a, b), (1, 0));
    while r.1 != 0 {
        let quotient = r.0 / r.1;
        r = (r.1, r.0 - quotient * r.1);
        s = (s.1, s.0 - quotient * s.1);
    }
    (r.0, s.0)
}

/// Where two views of one variable are equal.
fn pins(views: &[View]) -> Option<Vec<(Var, Value)>> {
    let mut firsts: HashMap<Var, View> = HashMap::new();
    let mut pins = Vec::new();
    for &view in views {
        let Some(x) = view.variable() else { continue };
        let first = *firsts.entry(x).or_insert(view);
        let scale = i128::from(first.scale) - i128::from(view.scale);
        let offset = i128::from(view.offset) - i128::from(first.offset);
        match scale {
            0 if offset == 0 => {}
            0 => return None,
            _ if offset % scale != 0 => return None,
            _ => pins.push((x, Value::try_from(offset / scale).ok()?)),
        }
    }
    Some(pins)
}

impl Constraint for AllEqual {
    fn name(&self) -> &'static str {
        "all_equal"
    }

    fn scope(&self) -> Vec<View> {
        self.views.clone()
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        self.views.windows(2).all(|pair| assignment.value(pair[0]) == assignment.value(pair[1]))
    }

    fn post(&self, poster: &mut Poster) {
        if self.views.len() <= 1 {
            return poster.complete();
        }
        poster.priority(if self.views.len() > 3 { Priority::Linear } else { Priority::Cheap });
        self.views.iter().for_each(|&view| poster.wake_on(view, Wake::Domain));
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let Some(first) = self.views.first() else { return Ok(Status::Entailed) };
        for &(x, value) in self.pins.as_ref().ok_or(Conflict)? {
            x.fix(store, value)?;
        }
        let (rest, modulus) = self.class.ok_or(Conflict)?;
        // the bounds, until they agree: gaps may take one further than asked for
        loop {
            let low = self.views.iter().map(|view| view.min(store)).max().map_or(0, i128::from);
            let high = self.views.iter().map(|view| view.max(store)).min().map_or(0, i128::from);
            let low = low + (rest - low).rem_euclid(modulus);
            let high = high - (high - rest).rem_euclid(modulus);
            let (low, high) = Value::try_from(low).ok().zip(Value::try_from(high).ok()).ok_or(Conflict)?;
            for view in &self.views {
                view.remove_below(store, low)?;
                view.remove_above(store, high)?;
            }
            if self.views.iter().all(|view| view.min(store) == low && view.max(store) == high) {
                break;
            }
        }
        if first.is_fixed(store) {
            return Ok(Status::Entailed);
        }
        let smallest = self.views.iter().min_by_key(|view| view.len(store)).unwrap_or(first);
        if smallest.len(store) <= LARGEST_FILTERED {
            let mut common: Vec<Value> = smallest.values(store).collect();
            common.retain(|&value| self.views.iter().all(|view| view.contains(store, value)));
            common.sort_unstable();
            for view in &self.views {
                if view.len(store) > common.len() as u64 {
                    view.keep_only(store, common.iter().copied())?;
                }
            }
        }
        Ok(Status::Again)
    }

    /// False if the bounds leave no common value; true if all are fixed to one.
    fn decided(&self, store: &Store) -> Option<bool> {
        let low = self.views.iter().map(|view| view.min(store)).max();
        let high = self.views.iter().map(|view| view.max(store)).min();
        match (low, high) {
            _ if self.views.len() <= 1 => Some(true),
            _ if self.class.is_none() || self.pins.is_none() => Some(false),
            (low, high) if low > high => Some(false),
            (low, _) if self.views.iter().all(|view| view.value(store) == low) => Some(true),
            // two views may have no value in common although their bounds overlap
            _ => match *self.views {
                [x, y] if x.len(store).min(y.len(store)) <= 64 => {
                    let (small, large) = if x.len(store) <= y.len(store) { (x, y) } else { (y, x) };
                    (!small.values(store).any(|value| large.contains(store, value))).then_some(false)
                }
                _ => None,
            },
        }
    }

    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        (self.views.len() == 2).then(|| Arc::new(all_different(&self.views)) as Arc<dyn Constraint>)
    }
}
