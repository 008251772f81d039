//! Functions of views, and the constraint that a view is the value of one.
//!
//! Each function says how it narrows the domains; what all of them share is here.

use std::sync::Arc;

use crate::compile::Poster;
use crate::constraint::{Assignment, Constraint, LARGEST_FILTERED, Priority, Status, Wake, forward_check};
use crate::domain::{VALUE_LIMIT, Value};
use crate::error::ModelError;
use crate::store::{Conflict, Store};
use crate::variable::{Variable, View};

/// The least and the greatest value of something.
pub type Range = (i128, i128);

/// What [`Model::define`](crate::Model::define) gives a variable to: sums, products, and the other functions of views.
/// One of your own needs no more than a range and a constraint:
///
/// ```
/// use bezzel::*;
///
/// /// How many bits of a view are 1.
/// struct Ones(View);
///
/// impl Function for Ones {
///     fn name(&self) -> &'static str {
///         "ones"
///     }
///     fn arguments(&self) -> Vec<View> {
///         vec![self.0]
///     }
///     fn range(&self, _: &dyn Fn(View) -> (i128, i128)) -> Option<(i128, i128)> {
///         Some((0, 64))
///     }
///     fn equation(self, result: View) -> impl Constraint {
///         predicate([self.0, result], |v| i64::from(v[0].count_ones()) == v[1])
///     }
/// }
///
/// let mut model = Model::new();
/// let x = model.variable(0..32)?;
/// let ones = model.define(Ones(x.view()))?;
/// model.post((ones + ones).equals(4))?;
/// assert_eq!(model.solver().count().solutions, 10); // 5 over 2
/// # Ok::<(), ModelError>(())
/// ```
pub trait Function {
    /// What the constraint is called.
    fn name(&self) -> &'static str;

    /// Every view that the value depends on.
    fn arguments(&self) -> Vec<View>;

    /// What is wrong with the function's own shape.
    fn check(&self) -> Result<(), ModelError> {
        Ok(())
    }

    /// Between which bounds the value lies when that of each argument lies between those that `of` gives; `None` where
    /// it is undefined throughout.
    fn range(&self, of: &dyn Fn(View) -> Range) -> Option<Range>;

    /// The constraint that `result` is the value.
    fn equation(self, result: View) -> impl Constraint;
}

impl<F: Rules> Function for F {
    fn name(&self) -> &'static str {
        F::NAME
    }

    fn arguments(&self) -> Vec<View> {
        Rules::arguments(self)
    }

    fn check(&self) -> Result<(), ModelError> {
        Rules::check(self)
    }

    fn range(&self, of: &dyn Fn(View) -> Range) -> Option<Range> {
        Rules::range(self, of)
    }

    fn equation(self, result: View) -> impl Constraint {
        Equation::new(self, result)
    }
}

/// How a function narrows domains.
pub trait Rules: Clone + Send + Sync + 'static {
    /// See [`Constraint::name`].
    const NAME: &'static str;
    /// What wakes the constraint.
    const WAKE: Wake = Wake::Bounds;

    /// See [`Function::arguments`].
    fn arguments(&self) -> Vec<View>;

    /// See [`Function::check`].
    fn check(&self) -> Result<(), ModelError> {
        Ok(())
    }

    /// The value; `None` where it is undefined, or larger than any variable's.
    fn value(&self, assignment: &Assignment) -> Option<i128>;

    /// See [`Function::range`]; exact where all arguments are fixed.
    fn range(&self, of: &dyn Fn(View) -> Range) -> Option<Range>;

    /// Removes values that take no part in any `self = result`, once over all of them.
    fn narrow(&self, result: View, store: &mut Store) -> Result<(), Conflict>;

    /// Whether there is a value for every assignment in the domains.
    fn is_defined(&self, store: &Store) -> bool {
        let _ = store;
        true
    }

    /// Whether `self = result` is settled in a way that the range does not tell.
    fn decided(&self, result: View, store: &Store) -> Option<bool> {
        let _ = (result, store);
        None
    }
}

/// A function of views has, or has not, the value of a view.
///
/// Beside what the function infers, the last open variable is filtered value by value, if it has at most 4,096 values.
/// The opposite, that the function has another value, waits until one variable is open or all arguments are fixed.
#[derive(Clone, Debug)]
pub struct Equation<F> {
    function: F,
    result: View,
    equal: bool,
}

impl<F: Rules> Equation<F> {
    pub(crate) fn new(function: F, result: impl Into<View>) -> Equation<F> {
        Equation { function, result: result.into(), equal: true }
    }

    fn is_equal(&self, store: &Store) -> Option<bool> {
        let Some((low, high)) = self.function.range(&|view| bounds(view, store)) else { return Some(false) };
        let (least, most) = bounds(self.result, store);
        if high < least || most < low || (low == high && !has(self.result, store, low)) {
            return Some(false);
        }
        if low == high && least == most && self.function.is_defined(store) {
            return Some(true);
        }
        self.function.decided(self.result, store)
    }
}

impl<F: Rules> Constraint for Equation<F> {
    fn name(&self) -> &'static str {
        F::NAME
    }

    fn scope(&self) -> Vec<View> {
        let mut scope = self.function.arguments();
        scope.push(self.result);
        scope
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        let result = i128::from(assignment.value(self.result));
        (self.function.value(assignment) == Some(result)) == self.equal
    }

    fn check(&self) -> Result<(), ModelError> {
        self.function.check()
    }

    fn post(&self, poster: &mut Poster) {
        let scope = self.scope();
        poster.priority(if scope.len() > 3 { Priority::Linear } else { Priority::Cheap });
        let wake = if self.equal { F::WAKE } else { Wake::Fixed };
        scope.into_iter().for_each(|view| poster.wake_on(view, wake));
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        if self.equal {
            self.function.narrow(self.result, store)?;
        }
        match self.decided(store) {
            Some(true) => return Ok(Status::Entailed),
            Some(false) => return Err(Conflict),
            None => {}
        }
        if !self.equal && self.function.arguments().iter().all(|view| view.is_fixed(store)) {
            // an undefined value differs from every other, and that is decided above
            if let Some((value, _)) = self.function.range(&|view| bounds(view, store)) {
                self.result.remove(store, clamp(value))?;
            }
            return Ok(Status::Entailed);
        }
        match forward_check(self, store)? {
            Status::Entailed => Ok(Status::Entailed),
            _ => Ok(Status::Again),
        }
    }

    fn decided(&self, store: &Store) -> Option<bool> {
        self.is_equal(store).map(|equal| equal == self.equal)
    }

    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        Some(Arc::new(Equation { equal: !self.equal, ..self.clone() }))
    }
}

/// Further from 0 than any value; what is computed from there on stays there.
pub(super) const FAR: i128 = 1 << 126;

/// The bounds of a view.
pub(super) fn bounds(view: View, store: &Store) -> Range {
    (view.min(store).into(), view.max(store).into())
}

/// Whether a view can have this value.
pub(super) fn has(view: View, store: &Store, value: i128) -> bool {
    Value::try_from(value).is_ok_and(|value| view.contains(store, value))
}

/// The value, or the first beyond the limits on its side.
fn clamp(value: i128) -> Value {
    let beyond = i128::from(VALUE_LIMIT) + 1;
    value.clamp(-beyond, beyond) as Value
}

/// The smallest range around all of them; `None` if there are none.
pub(super) fn hull(ranges: impl IntoIterator<Item = Range>) -> Option<Range> {
    ranges.into_iter().reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
}

/// The range on both sides of 0: for each side its sign, and how far from 0 it begins and ends.
pub(super) fn sides((low, high): Range) -> impl Iterator<Item = (i128, Range)> + Clone {
    [(1, (low.max(1), high)), (-1, ((-high).max(1), -low))].into_iter().filter(|(_, side)| side.0 <= side.1)
}

/// What lies on one side of 0, this far from it.
pub(super) fn on_side(sign: i128, (near, far): Range) -> Range {
    if sign > 0 { (near, far) } else { (-far, -near) }
}

/// Narrows a view to a range.
pub(super) fn keep_range(view: View, store: &mut Store, (low, high): Range) -> Result<(), Conflict> {
    view.remove_below(store, clamp(low))?;
    view.remove_above(store, clamp(high))
}

/// Narrows a view to the ranges (those that are not empty), in any order.
pub(super) fn keep_ranges(view: View, store: &mut Store, ranges: &mut Vec<Range>) -> Result<(), Conflict> {
    ranges.retain(|range| range.0 <= range.1);
    ranges.sort_unstable();
    keep_range(view, store, hull(ranges.iter().copied()).ok_or(Conflict)?)?;
    let mut end = -FAR;
    for &(low, high) in ranges.iter() {
        if end != -FAR {
            view.remove_range(store, clamp(end + 1), clamp(low - 1))?;
        }
        end = end.max(high);
    }
    Ok(())
}

/// Whether a domain is small enough to be looked at value by value.
pub(super) fn is_small(view: View, store: &Store) -> bool {
    view.len(store) <= LARGEST_FILTERED
}

/// Narrows `x` to the values whose image `y` can have, and `y` to images of what `x` can have, where the domains are
/// small; at most two values share an image.
pub(super) fn keep_images(
    [x, y]: [View; 2],
    store: &mut Store,
    image: impl Fn(i128) -> i128,
    preimages: impl Fn(i128) -> [Option<i128>; 2],
) -> Result<(), Conflict> {
    if is_small(x, store) {
        let lost: Vec<Value> = x.values(store).filter(|&v| !has(y, store, image(v.into()))).collect();
        lost.into_iter().try_for_each(|value| x.remove(store, value))?;
    }
    if is_small(y, store) {
        let is_image = |&w: &Value| preimages(w.into()).into_iter().flatten().any(|v| has(x, store, v));
        let lost: Vec<Value> = y.values(store).filter(|w| !is_image(w)).collect();
        lost.into_iter().try_for_each(|value| y.remove(store, value))?;
    }
    Ok(())
}
