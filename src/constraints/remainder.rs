//! The remainder of a division that rounds toward zero.

use super::function::{Equation, FAR, Range, Rules, bounds, keep_range, keep_ranges, on_side, sides};
use crate::constraint::Assignment;
use crate::store::{Conflict, Store};
use crate::variable::{Variable, View};

/// See [`remainder`].
#[derive(Clone, Debug)]
pub struct Remainder {
    dividend: View,
    divisor: View,
}

/// What `dividend / divisor` leaves: it has the sign of the dividend, as in Rust. A divisor of 0 makes the constraint
/// that holds the remainder false.
///
/// The bounds of each of the three follow from those of the others (see Apt & Zoeteweij, "An analysis of arithmetic
/// constraints on integer intervals", 2007). This is less than bounds(Z).
///
/// ```
/// use bezzel::*;
///
/// let mut model = Model::new();
/// let (x, y) = (model.variable(-3..=3)?, model.variable(-3..=3)?);
/// model.post(remainder(x, 3).equals(y))?;
/// let solutions: Vec<_> = model.solver().solutions().map(|s| (s[x], s[y])).collect();
/// assert_eq!(solutions, [(-3, 0), (-2, -2), (-1, -1), (0, 0), (1, 1), (2, 2), (3, 0)]);
/// # Ok::<(), ModelError>(())
/// ```
pub fn remainder(dividend: impl Into<View>, divisor: impl Into<View>) -> Remainder {
    Remainder { dividend: dividend.into(), divisor: divisor.into() }
}

impl Remainder {
    /// The remainder is `result`.
    pub fn equals(self, result: impl Into<View>) -> Equation<Remainder> {
        Equation::new(self, result)
    }
}

/// The dividends in a range above 0 whose remainder by one divisor lies in another: their bounds.
fn matching((near, far): Range, divisor: i128, (least, most): Range) -> Range {
    let (low, high) = (near % divisor, far % divisor);
    let first = match low {
        _ if low > most => near - low + divisor + least,
        _ if low < least => near - low + least,
        _ => near,
    };
    let last = match high {
        _ if high < least => far - high - divisor + most,
        _ if high > most => far - high + most,
        _ => far,
    };
    (first, last)
}

impl Rules for Remainder {
    const NAME: &'static str = "remainder";

    fn arguments(&self) -> Vec<View> {
        vec![self.dividend, self.divisor]
    }

    fn value(&self, assignment: &Assignment) -> Option<i128> {
        i128::from(assignment.value(self.dividend)).checked_rem(assignment.value(self.divisor).into())
    }

    fn range(&self, of: &dyn Fn(View) -> Range) -> Option<Range> {
        let ((low, high), divisors) = (of(self.dividend), of(self.divisor));
        let nearest = sides(divisors).map(|(_, side)| side.0).min()?;
        let farthest = sides(divisors).map(|(_, side)| side.1).max()?;
        if low / nearest == high / nearest && (nearest == farthest || low.abs().max(high.abs()) < nearest) {
            return Some((low % nearest, high % nearest));
        }
        let most = farthest - 1;
        Some((low.clamp(-most, 0), high.clamp(0, most)))
    }

    fn is_defined(&self, store: &Store) -> bool {
        !self.divisor.contains(store, 0)
    }

    /// `r = x % y` means that r is on the side of x, no further from 0 and nearer to it than y, and that y divides
    /// `x - r`.
    fn narrow(&self, result: View, store: &mut Store) -> Result<(), Conflict> {
        let (x, y) = (self.dividend, self.divisor);
        y.remove(store, 0)?;
        keep_range(result, store, self.range(&|view| bounds(view, store)).ok_or(Conflict)?)?;

        let remainders = bounds(result, store);
        let divisors = bounds(y, store);
        let zero = result.contains(store, 0);
        let one_divisor = (divisors.0 == divisors.1).then(|| divisors.0.abs());
        let mut ranges: Vec<Range> = Vec::new();
        if zero {
            ranges.push((0, 0));
        }
        for (sign, side) in sides(bounds(x, store)) {
            let (low, high) = on_side(sign, remainders);
            let left = (low.max(i128::from(!zero)), high);
            if left.0 > left.1 {
                continue;
            }
            let dividends = match one_divisor {
                Some(divisor) if left.0 >= divisor => continue,
                Some(divisor) => matching(side, divisor, (left.0, left.1.min(divisor - 1))),
                None => (side.0.max(left.0), side.1),
            };
            ranges.push(on_side(sign, dividends));
        }
        keep_ranges(x, store, &mut ranges)?;

        let dividends = bounds(x, store);
        let nearest = remainders.0.max(-remainders.1).max(0);
        let (least, most) = (dividends.0 - remainders.1, dividends.1 - remainders.0);
        let farthest = if least > 0 || most < 0 { least.abs().max(most.abs()) } else { FAR };
        keep_ranges(y, store, &mut [1, -1].map(|sign| on_side(sign, (nearest + 1, farthest))).to_vec())
    }
}
