//! The square.

use super::function::{Equation, Range, Rules, bounds, keep_images, keep_range, keep_ranges};
use crate::constraint::{Assignment, Wake};
use crate::store::{Conflict, Store};
use crate::variable::View;

/// See [`square`].
#[derive(Clone, Debug)]
pub struct Square(View);

/// The square of a view; it infers more than `x * x`.
///
/// Domain consistent; a domain of more than 4,096 values is narrowed by bounds only. A run looks at each value of a
/// smaller one.
///
/// ```
/// use bezzel::*;
///
/// // right triangles
/// let mut model = Model::new();
/// let sides = model.variables(3, 1..=20)?;
/// let squares = sides.iter().map(|&side| model.define(square(side))).collect::<Result<Vec<_>, _>>()?;
/// model.post((squares[0] + squares[1]).equals(squares[2]))?;
/// model.post(sides[0].less_than(sides[1]))?;
/// assert_eq!(model.solver().solutions().next().unwrap().values(&sides), [3, 4, 5]);
/// assert_eq!(model.solver().count().solutions, 6);
/// # Ok::<(), ModelError>(())
/// ```
pub fn square(x: impl Into<View>) -> Square {
    Square(x.into())
}

impl Square {
    /// The square is `result`.
    pub fn equals(self, result: impl Into<View>) -> Equation<Square> {
        Equation::new(self, result)
    }
}

/// The least integer above 0 whose square is at least `value`, which is at least 1.
fn root_up(value: i128) -> i128 {
    (value - 1).isqrt() + 1
}

impl Rules for Square {
    const NAME: &'static str = "square";
    const WAKE: Wake = Wake::Domain;

    fn arguments(&self) -> Vec<View> {
        vec![self.0]
    }

    fn value(&self, assignment: &Assignment) -> Option<i128> {
        Some(i128::from(assignment.value(self.0)).pow(2))
    }

    fn range(&self, of: &dyn Fn(View) -> Range) -> Option<Range> {
        let (low, high) = of(self.0);
        Some((low.max(-high).max(0).pow(2), high.max(-low).pow(2)))
    }

    /// Bounds by the two roots; then value by value where the domains have at most some thousands.
    fn narrow(&self, result: View, store: &mut Store) -> Result<(), Conflict> {
        keep_range(result, store, self.range(&|view| bounds(view, store)).ok_or(Conflict)?)?;
        let (low, high) = bounds(result, store);
        let roots = (if low > 0 { root_up(low) } else { 0 }, high.isqrt());
        keep_ranges(self.0, store, &mut vec![roots, (-roots.1, -roots.0)])?;
        let root = |value: i128| value.checked_isqrt().filter(|root| root * root == value);
        keep_images([self.0, result], store, |v| v * v, |value| [root(value), root(value).map(|root| -root)])
    }
}
