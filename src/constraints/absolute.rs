//! The absolute value.

use super::function::{Equation, Range, Rules, bounds, keep_images, keep_range, keep_ranges};
use crate::constraint::{Assignment, Wake};
use crate::store::{Conflict, Store};
use crate::variable::View;

/// See [`absolute`].
#[derive(Clone, Debug)]
pub struct Absolute(View);

/// The absolute value of a view; see [`distance`](crate::distance) for that of a difference.
///
/// Domain consistent; a domain of more than 4,096 values is narrowed by bounds only. A run looks at each value of a
/// smaller one.
///
/// ```
/// use bezzel::*;
///
/// let mut model = Model::new();
/// let (x, y) = (model.variable(-3..=3)?, model.variable([-2, 1, 2])?);
/// model.post(absolute(x).equals(y))?;
/// let solutions: Vec<_> = model.solver().solutions().map(|s| (s[x], s[y])).collect();
/// assert_eq!(solutions, [(-2, 2), (-1, 1), (1, 1), (2, 2)]);
/// # Ok::<(), ModelError>(())
/// ```
pub fn absolute(x: impl Into<View>) -> Absolute {
    Absolute(x.into())
}

impl Absolute {
    /// The absolute value is `result`.
    pub fn equals(self, result: impl Into<View>) -> Equation<Absolute> {
        Equation::new(self, result)
    }
}

impl Rules for Absolute {
    const NAME: &'static str = "absolute";
    const WAKE: Wake = Wake::Domain;

    fn arguments(&self) -> Vec<View> {
        vec![self.0]
    }

    fn value(&self, assignment: &Assignment) -> Option<i128> {
        Some(i128::from(assignment.value(self.0)).abs())
    }

    fn range(&self, of: &dyn Fn(View) -> Range) -> Option<Range> {
        let (low, high) = of(self.0);
        Some((low.max(-high).max(0), high.max(-low)))
    }

    /// Bounds by the two branches `x` and `-x`; then value by value where the domains have at most some thousands.
    fn narrow(&self, result: View, store: &mut Store) -> Result<(), Conflict> {
        keep_range(result, store, self.range(&|view| bounds(view, store)).ok_or(Conflict)?)?;
        let (low, high) = bounds(result, store);
        keep_ranges(self.0, store, &mut vec![(low, high), (-high, -low)])?;
        keep_images([self.0, result], store, i128::abs, |value| [Some(value), Some(-value)])
    }
}
