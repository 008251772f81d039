//! Products.

use std::ops::Mul;

use super::function::{Equation, FAR, Range, Rules, bounds, keep_range, keep_ranges, on_side, sides};
use super::views;
use crate::constraint::Assignment;
use crate::store::{Conflict, Store};
use crate::variable::{Var, Variable, View};

/// See [`product`]. Equal factors stand side by side.
#[derive(Clone, Debug)]
pub struct Product(Vec<View>);

/// The product of the views; an empty product is 1. `x * y` is one, too.
///
/// The bounds of each factor follow from those of the result and of the other factors, and the result's from the
/// factors', with the two sides of 0 apart (Apt & Zoeteweij, "An analysis of arithmetic constraints on integer
/// intervals", 2007). This is less than bounds(Z): factors in `3..=4` and `4..=9` leave a result in `13..=30` as it is,
/// though 13 is no product. A run takes time linear in the number of factors.
///
/// ```
/// use bezzel::*;
///
/// let mut model = Model::new();
/// let (x, y, z) = (model.variable(2..=9)?, model.variable(2..=9)?, model.variable(2..=9)?);
/// model.post(product([x, y, z]).equals(18))?;
/// model.post(x.at_most(y))?;
/// let solutions: Vec<_> = model.solver().solutions().map(|s| (s[x], s[y], s[z])).collect();
/// assert_eq!(solutions, [(2, 3, 3), (3, 3, 2)]);
///
/// // inside a larger expression: x * y + z
/// let xy = model.define(x * y)?;
/// model.post((xy + z).equals(9))?;
/// assert_eq!(model.solver().count().solutions, 1);
/// # Ok::<(), ModelError>(())
/// ```
pub fn product(factors: impl IntoIterator<Item: Into<View>>) -> Product {
    let mut factors = views(factors);
    factors.sort_by_key(|view| (view.variable().map(|x| x.index()), view.scale, view.offset));
    Product(factors)
}

impl Product {
    /// The product is `result`.
    pub fn equals(self, result: impl Into<View>) -> Equation<Product> {
        Equation::new(self, result)
    }
}

fn times(a: Range, b: Range) -> Range {
    let corners = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)].map(|(v, w)| v.saturating_mul(w).clamp(-FAR, FAR));
    (corners.into_iter().min().unwrap_or(0), corners.into_iter().max().unwrap_or(0))
}

fn power((low, high): Range, exponent: u32) -> Range {
    let (low, high) = if exponent.is_multiple_of(2) { (low.max(-high).max(0), high.max(-low)) } else { (low, high) };
    let power = |v: i128| v.saturating_pow(exponent).clamp(-FAR, FAR);
    (power(low), power(high))
}

/// The integers between the least and the greatest quotient, for divisors above 0.
fn divide((low, high): Range, (least, most): Range) -> Range {
    let up = |divisor: i128| -(-low).div_euclid(divisor);
    let down = |divisor| high.div_euclid(divisor);
    (up(if low > 0 { most } else { least }), down(if high > 0 { least } else { most }))
}

impl Rules for Product {
    const NAME: &'static str = "product";

    fn arguments(&self) -> Vec<View> {
        self.0.clone()
    }

    fn value(&self, assignment: &Assignment) -> Option<i128> {
        let factors = self.0.iter().map(|&view| i128::from(assignment.value(view)));
        if factors.clone().any(|factor| factor == 0) {
            return Some(0);
        }
        factors.into_iter().try_fold(1i128, |product, factor| product.checked_mul(factor))
    }

    fn range(&self, of: &dyn Fn(View) -> Range) -> Option<Range> {
        let equal = self.0.chunk_by(|a, b| a == b);
        Some(equal.fold((1, 1), |product, views| times(product, power(of(views[0]), views.len() as u32))))
    }

    /// The rules for multiplication, for each factor against the product of the others.
    fn narrow(&self, result: View, store: &mut Store) -> Result<(), Conflict> {
        let zero = result.contains(store, 0);
        let mut after = vec![(1, 1)];
        let mut zeros = 0;
        for &view in self.0.iter().rev() {
            if !zero {
                view.remove(store, 0)?;
            }
            zeros += usize::from(view.contains(store, 0));
            after.push(times(after[after.len() - 1], bounds(view, store)));
        }
        let mut before = (1, 1);
        for (at, &view) in self.0.iter().enumerate() {
            let others = times(before, after[self.0.len() - 1 - at]);
            let others_have_zero = zeros > usize::from(view.contains(store, 0));
            if !(zero && others_have_zero) {
                let range = bounds(result, store);
                let mut ranges: Vec<Range> = if zero {
                    sides(others).map(|(sign, other)| divide(on_side(sign, range), other)).collect()
                } else {
                    let pairs = sides(others).flat_map(|a| sides(range).map(move |b| (a, b)));
                    pairs.map(|((s, other), (t, whole))| on_side(s * t, divide(whole, other))).collect()
                };
                keep_ranges(view, store, &mut ranges)?;
            }
            before = times(before, bounds(view, store));
        }
        if let Some(range) = self.range(&|view| bounds(view, store)) {
            keep_range(result, store, range)?;
        }
        if zeros == 0 {
            result.remove(store, 0)?;
        }
        Ok(())
    }
}

macro_rules! products {
    ($($left:ty: $($right:ty)*;)*) => { $( $(
        impl Mul<$right> for $left {
            type Output = Product;
            fn mul(self, other: $right) -> Product {
                product([self.view(), other.view()])
            }
        }
    )* )* };
}
products!(Var: Var View; View: Var View;);

impl<V: Variable> Mul<V> for Product {
    type Output = Product;
    fn mul(self, factor: V) -> Product {
        product(self.0.into_iter().chain([factor.view()]))
    }
}
