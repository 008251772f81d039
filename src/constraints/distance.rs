//! The distance of two views.

use super::function::{Equation, Range, Rules, bounds, keep_range, keep_ranges};
use crate::constraint::Assignment;
use crate::store::{Conflict, Store};
use crate::variable::View;

/// See [`distance`].
#[derive(Clone, Debug)]
pub struct Distance {
    x: View,
    y: View,
}

/// `|x - y|`.
///
/// Bounds consistent, bounds(Z), unless a variable occurs twice or is scaled. `x` is above or below `y`; both cases
/// follow the rules for addition of Apt & Zoeteweij ("An analysis of arithmetic constraints on integer intervals",
/// 2007). Values that are too near go, too.
///
/// ```
/// use bezzel::*;
///
/// // all-interval series: neighbours have different distances
/// let mut model = Model::new();
/// let notes = model.variables(5, 0..5)?;
/// let steps = notes.windows(2).map(|n| model.define(distance(n[0], n[1]))).collect::<Result<Vec<_>, _>>()?;
/// model.post(all_different(&notes))?;
/// model.post(all_different(&steps))?;
/// assert_eq!(model.solver().count().solutions, 8);
/// # Ok::<(), ModelError>(())
/// ```
pub fn distance(x: impl Into<View>, y: impl Into<View>) -> Distance {
    Distance { x: x.into(), y: y.into() }
}

impl Distance {
    /// The distance is `result`.
    pub fn equals(self, result: impl Into<View>) -> Equation<Distance> {
        Equation::new(self, result)
    }
}

impl Rules for Distance {
    const NAME: &'static str = "distance";

    fn arguments(&self) -> Vec<View> {
        vec![self.x, self.y]
    }

    fn value(&self, assignment: &Assignment) -> Option<i128> {
        Some((i128::from(assignment.value(self.x)) - i128::from(assignment.value(self.y))).abs())
    }

    fn range(&self, of: &dyn Fn(View) -> Range) -> Option<Range> {
        let (x, y) = (of(self.x), of(self.y));
        let (low, high) = (x.0 - y.1, x.1 - y.0);
        Some((low.max(-high).max(0), high.max(-low)))
    }

    /// `x` is above or below `y`: both branches.
    fn narrow(&self, result: View, store: &mut Store) -> Result<(), Conflict> {
        keep_range(result, store, self.range(&|view| bounds(view, store)).ok_or(Conflict)?)?;
        let (near, far) = bounds(result, store);
        for (x, y) in [(self.x, self.y), (self.y, self.x)] {
            let (low, high) = bounds(y, store);
            keep_ranges(x, store, &mut vec![(low + near, high + far), (low - far, high - near)])?;
        }
        Ok(())
    }
}
