//! Arithmetic on variables: the operators that make views.

use std::ops::{Add, Mul, Neg, Sub};

use crate::variable::{Var, Variable, View};

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
    )* };
}
operators_on_the_left!(Var View);
