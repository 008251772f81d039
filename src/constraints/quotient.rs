//! Division that rounds toward zero.

use super::function::{Equation, FAR, Range, Rules, bounds, hull, keep_range, keep_ranges, on_side, sides};
use crate::constraint::Assignment;
use crate::store::{Conflict, Store};
use crate::variable::{Variable, View};

/// See [`quotient`].
#[derive(Clone, Debug)]
pub struct Quotient {
    dividend: View,
    divisor: View,
}

/// `dividend / divisor`, rounded toward zero as Rust does. A divisor of 0 makes the constraint that holds the quotient
/// false.
///
/// The bounds of each of the three follow from those of the others, with the two sides of 0 apart (Apt & Zoeteweij,
/// "An analysis of arithmetic constraints on integer intervals", 2007). This is nearly, but not always, bounds(Z).
///
/// ```
/// use bezzel::*;
///
/// let mut model = Model::new();
/// let (x, y) = (model.variable(-8..=8)?, model.variable(-8..=8)?);
/// model.post(quotient(x, y - 1).equals(4))?;
/// let solutions: Vec<_> = model.solver().solutions().map(|s| (s[x], s[y])).collect();
/// assert_eq!(solutions, [(-8, -1), (-4, 0), (4, 2), (8, 3)]);
/// # Ok::<(), ModelError>(())
/// ```
pub fn quotient(dividend: impl Into<View>, divisor: impl Into<View>) -> Quotient {
    Quotient { dividend: dividend.into(), divisor: divisor.into() }
}

impl Quotient {
    /// The quotient is `result`.
    pub fn equals(self, result: impl Into<View>) -> Equation<Quotient> {
        Equation::new(self, result)
    }
}

impl Rules for Quotient {
    const NAME: &'static str = "quotient";

    fn arguments(&self) -> Vec<View> {
        vec![self.dividend, self.divisor]
    }

    fn value(&self, assignment: &Assignment) -> Option<i128> {
        i128::from(assignment.value(self.dividend)).checked_div(assignment.value(self.divisor).into())
    }

    fn range(&self, of: &dyn Fn(View) -> Range) -> Option<Range> {
        let (low, high) = of(self.dividend);
        hull(sides(of(self.divisor)).flat_map(|(sign, (near, far))| {
            [low / near, low / far, high / near, high / far].map(|quotient| (sign * quotient, sign * quotient))
        }))
    }

    fn is_defined(&self, store: &Store) -> bool {
        !self.divisor.contains(store, 0)
    }

    /// `q = x / y` means `|q| * |y| <= |x| < (|q| + 1) * |y|` and fitting signs.
    fn narrow(&self, result: View, store: &mut Store) -> Result<(), Conflict> {
        let (x, y) = (self.dividend, self.divisor);
        y.remove(store, 0)?;
        keep_range(result, store, self.range(&|view| bounds(view, store)).ok_or(Conflict)?)?;

        let (dividends, quotients) = (bounds(x, store), sides(bounds(result, store)));
        let zero = result.contains(store, 0);
        let mut ranges = Vec::new();
        for (sign, (near, far)) in sides(bounds(y, store)) {
            if zero {
                ranges.push((1 - far, far - 1));
            }
            ranges.extend(
                (quotients.clone()).map(|(t, (least, most))| on_side(sign * t, (least * near, most * far + far - 1))),
            );
        }
        keep_ranges(x, store, &mut ranges)?;

        ranges.clear();
        if zero {
            let nearest = dividends.0.max(-dividends.1).max(0);
            ranges.extend([1, -1].map(|sign| on_side(sign, (nearest + 1, FAR))));
        }
        for (sign, (near, far)) in sides(bounds(x, store)) {
            ranges.extend(
                (quotients.clone()).map(|(t, (least, most))| on_side(sign * t, (near / (most + 1) + 1, far / least))),
            );
        }
        keep_ranges(y, store, &mut ranges)
    }
}
