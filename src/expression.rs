//! Arithmetic on variables: the operators that make views and sums, and comparisons, which make constraints.

use std::ops::{Add, Mul, Neg, Sub};

use crate::constraint::{Assignment, Constraint, Values};
use crate::constraints::{Function, Linear, Range};
use crate::search::Solution;
use crate::variable::{Var, Variable, View};

/// A sum of views: a linear expression with integer coefficients, as `2 * x` is a view. A variable may occur several
/// times. See [`sum`].
#[derive(Clone, Debug, Default)]
pub struct Sum(pub(crate) Vec<View>);

/// The sum of the views; an empty sum is 0. It is computed exactly, whatever the coefficients.
///
/// ```
/// # use bezzel::*;
/// let mut model = Model::new();
/// let digits = model.variables(3, 0..=9)?;
/// model.post(sum(&digits).equals(25))?;
/// model.post((digits[0] - 2 * digits[1] + 1).at_most(digits[2]))?;
/// let first = model.solver().solutions().next().unwrap();
/// assert_eq!(first.all(), [7, 9, 9]);
/// # Ok::<(), ModelError>(())
/// ```
pub fn sum(terms: impl IntoIterator<Item: Into<View>>) -> Sum {
    Sum(terms.into_iter().map(Into::into).collect())
}

impl Sum {
    /// The value of the expression in a solution.
    ///
    /// ```
    /// # use bezzel::*;
    /// let mut model = Model::new();
    /// let (x, y) = (model.variable(3..=3)?, model.variable(4..=4)?);
    /// let solution = model.solver().solutions().next().unwrap();
    /// assert_eq!((x + 2 * y).value_in(&solution), 11);
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn value_in(&self, solution: &Solution) -> i128 {
        let assignment = Assignment(Values::List(solution.all()));
        self.0.iter().map(|&view| i128::from(assignment.value(view))).sum()
    }
}

impl Function for Sum {
    fn name(&self) -> &'static str {
        "sum"
    }

    fn arguments(&self) -> Vec<View> {
        self.0.clone()
    }

    fn range(&self, of: &dyn Fn(View) -> Range) -> Option<Range> {
        Some(self.0.iter().map(|&view| of(view)).fold((0, 0), |sum, term| (sum.0 + term.0, sum.1 + term.1)))
    }

    fn equation(self, result: View) -> impl Constraint {
        Linear::equal(self - result)
    }
}

/// Comparisons of expressions (variables, views, sums, integers), by name, as Rust's operators give a `bool`.
///
/// ```
/// # use bezzel::*;
/// let mut model = Model::new();
/// let (x, y) = (model.variable(0..=4)?, model.variable(0..=4)?);
/// model.post(x.less_than(y))?;
/// model.post((x + y).equals(4))?;
/// let solutions: Vec<_> = model.solver().solutions().map(|s| (s[x], s[y])).collect();
/// assert_eq!(solutions, [(0, 4), (1, 3)]);
/// # Ok::<(), ModelError>(())
/// ```
///
/// How much each infers, a variable that occurs several times taken once, its coefficients added; a run takes time
/// linear in the number of variables:
///
/// - inequalities (`at_most`, `at_least`, `less_than`, `greater_than`) are domain consistent;
/// - `equals` is bounds consistent, as two inequalities (Harvey & Schimpf, "Bounds consistency techniques for long
///   linear constraints", 2002): bounds(R), and with all coefficients 1 or -1 bounds(Z);
/// - `differs_from` is domain consistent: the last open variable loses the one value that makes the sides equal.
///
/// A literal on the right of `x + …`, `x - …` or `x * …` may be of several types, and nothing settles which when a
/// comparison is called on the result: `(x + 1).equals(y)` does not compile ("type annotations needed"). Give the
/// literal a type, or put the constant on the other side:
///
/// ```
/// # use bezzel::*;
/// let mut model = Model::new();
/// let (x, y) = (model.variable(0..=4)?, model.variable(0..=4)?);
/// model.post((x + 1i64).equals(y))?;
/// model.post(y.equals(x + 1))?; // the same
/// model.post((2 * x).at_most(y))?; // a number on the left has one type, as in 1 + x and 4 - x
/// let solutions: Vec<_> = model.solver().solutions().map(|s| (s[x], s[y])).collect();
/// assert_eq!(solutions, [(0, 1), (1, 2)]);
/// # Ok::<(), ModelError>(())
/// ```
pub trait Compare: Into<Sum> {
    /// `self = other`
    fn equals(self, other: impl Into<Sum>) -> Linear {
        Linear::equal(self.into() - other.into())
    }

    /// `self != other`
    fn differs_from(self, other: impl Into<Sum>) -> Linear {
        Linear::not_equal(self.into() - other.into())
    }

    /// `self <= other`
    fn at_most(self, other: impl Into<Sum>) -> Linear {
        Linear::at_most(self.into() - other.into())
    }

    /// `self >= other`
    fn at_least(self, other: impl Into<Sum>) -> Linear {
        Linear::at_most(other.into() - self.into())
    }

    /// `self < other`
    fn less_than(self, other: impl Into<Sum>) -> Linear {
        Linear::at_most(self.into() - other.into() + 1)
    }

    /// `self > other`
    fn greater_than(self, other: impl Into<Sum>) -> Linear {
        Linear::at_most(other.into() - self.into() + 1)
    }
}

impl<E: Into<Sum>> Compare for E {}

impl<V: Into<View>> From<V> for Sum {
    fn from(view: V) -> Sum {
        Sum(vec![view.into()])
    }
}

macro_rules! operators {
    ($($integer:ty)*) => { $(
        impl From<$integer> for View {
            fn from(value: $integer) -> View {
                View::constant(0).affine(Some(1), i64::try_from(value).ok())
            }
        }
        operators!($integer: Var View);
    )* };
    ($integer:ty: $($variable:ty)*) => { $(
        impl Add<$integer> for $variable {
            type Output = View;
            fn add(self, constant: $integer) -> View {
                self.view().affine(Some(1), i64::try_from(constant).ok())
            }
        }
        impl Sub<$integer> for $variable {
            type Output = View;
            fn sub(self, constant: $integer) -> View {
                self.view().affine(Some(1), i64::try_from(constant).ok().and_then(i64::checked_neg))
            }
        }
        impl Mul<$integer> for $variable {
            type Output = View;
            fn mul(self, scale: $integer) -> View {
                self.view().affine(i64::try_from(scale).ok(), Some(0))
            }
        }
    )* };
}
operators!(i32 i64 usize);

macro_rules! operators_on_the_left {
    ($($variable:ty)*) => { $(
        impl Neg for $variable {
            type Output = View;
            fn neg(self) -> View {
                self.view().affine(Some(-1), Some(0))
            }
        }
        // one integer type only: with two, the literal in `10 * x` would be ambiguous
        impl Mul<$variable> for i64 {
            type Output = View;
            fn mul(self, variable: $variable) -> View {
                variable * self
            }
        }
        impl Add<$variable> for i64 {
            type Output = View;
            fn add(self, variable: $variable) -> View {
                variable + self
            }
        }
        impl Sub<$variable> for i64 {
            type Output = View;
            fn sub(self, variable: $variable) -> View {
                -variable + self
            }
        }
    )* };
}
operators_on_the_left!(Var View);

impl Neg for Sum {
    type Output = Sum;
    fn neg(self) -> Sum {
        self * -1
    }
}

impl Mul<i64> for Sum {
    type Output = Sum;
    fn mul(self, scale: i64) -> Sum {
        Sum(self.0.into_iter().map(|view| view * scale).collect())
    }
}

impl Mul<Sum> for i64 {
    type Output = Sum;
    fn mul(self, sum: Sum) -> Sum {
        sum * self
    }
}

impl Add<Sum> for i64 {
    type Output = Sum;
    fn add(self, sum: Sum) -> Sum {
        sum + self
    }
}

impl Sub<Sum> for i64 {
    type Output = Sum;
    fn sub(self, sum: Sum) -> Sum {
        -sum + self
    }
}

impl<E: Into<Sum>> Add<E> for Sum {
    type Output = Sum;
    fn add(mut self, other: E) -> Sum {
        self.0.extend(other.into().0);
        self
    }
}

impl<E: Into<Sum>> Sub<E> for Sum {
    type Output = Sum;
    fn sub(self, other: E) -> Sum {
        self + -other.into()
    }
}

macro_rules! sums {
    ($($left:ty: $($right:ty)*;)*) => { $( $(
        impl Add<$right> for $left {
            type Output = Sum;
            fn add(self, other: $right) -> Sum {
                Sum::from(self) + other
            }
        }
        impl Sub<$right> for $left {
            type Output = Sum;
            fn sub(self, other: $right) -> Sum {
                Sum::from(self) - other
            }
        }
    )* )* };
}
sums!(Var: Var View Sum; View: Var View Sum;);
