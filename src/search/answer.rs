//! Answers: solutions, and what is known when a search has ended.

use std::ops::Index;

use super::control::{Outcome, StopReason};
use crate::domain::Value;
use crate::variable::{Var, View};

/// A solution: a value for every variable, satisfying every constraint.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Solution {
    pub(crate) model: u32,
    pub(crate) values: Box<[Value]>,
}

/// A solution that is still in the solver; what [`Solver::advance`](crate::Solver::advance) gives, without allocating.
#[derive(Clone, Copy)]
pub struct SolutionRef<'a> {
    pub(super) model: u32,
    pub(super) values: &'a [Value],
}

impl Solution {
    /// The solution without owning it.
    pub fn by_ref(&self) -> SolutionRef<'_> {
        SolutionRef { model: self.model, values: &self.values }
    }

    /// The value of a variable, view or constant.
    ///
    /// # Panics
    /// When the variable belongs to another model, or was declared after the model was compiled.
    pub fn value(&self, view: impl Into<View>) -> Value {
        self.by_ref().value(view)
    }

    /// The values of several variables or views.
    ///
    /// # Panics
    /// As [`Solution::value`].
    pub fn values(&self, views: impl IntoIterator<Item: Into<View>>) -> Vec<Value> {
        self.by_ref().values(views)
    }

    /// The values of all variables, in the order of declaration.
    #[inline]
    pub fn all(&self) -> &[Value] {
        &self.values
    }
}

impl<'a> SolutionRef<'a> {
    /// The value of a variable, view or constant.
    ///
    /// # Panics
    /// As [`Solution::value`].
    #[inline]
    pub fn value(&self, view: impl Into<View>) -> Value {
        let view = view.into();
        view.variable().map_or(view.image(0), |x| view.image(self[x]))
    }

    /// The values of several variables or views.
    ///
    /// # Panics
    /// As [`SolutionRef::value`].
    pub fn values(&self, views: impl IntoIterator<Item: Into<View>>) -> Vec<Value> {
        views.into_iter().map(|view| self.value(view)).collect()
    }

    /// The values of all variables, in the order of declaration.
    #[inline]
    pub fn all(&self) -> &'a [Value] {
        self.values
    }

    /// The solution for keeping.
    pub fn to_owned(&self) -> Solution {
        Solution { model: self.model, values: self.values.into() }
    }
}

impl Index<Var> for Solution {
    type Output = Value;
    #[inline]
    fn index(&self, x: Var) -> &Value {
        value_in(&self.values, self.model, x)
    }
}

impl Index<Var> for SolutionRef<'_> {
    type Output = Value;
    #[inline]
    fn index(&self, x: Var) -> &Value {
        value_in(self.values, self.model, x)
    }
}

/// The value of a variable among those of a model.
#[inline]
fn value_in(values: &[Value], model: u32, x: Var) -> &Value {
    // a variable of another model comes out far beyond the end, so that there is one check for both
    let place = (u64::from(x.model) << 32 | u64::from(x.index)).wrapping_sub(u64::from(model) << 32);
    usize::try_from(place).ok().and_then(|place| values.get(place)).unwrap_or_else(|| no_value(model, x))
}

#[cold]
fn no_value(model: u32, x: Var) -> ! {
    assert_eq!(x.model, model, "variable {x:?} belongs to another model");
    panic!("variable {x:?} was declared after the model was compiled")
}

impl std::fmt::Debug for Solution {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.values.fmt(f)
    }
}

impl std::fmt::Debug for SolutionRef<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.values.fmt(f)
    }
}

/// What [`Solver::solve`](crate::Solver::solve) found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A solution.
    Solution(Solution),
    /// There is none: proved.
    Unsatisfiable,
    /// The search ended before it knew.
    Stopped(StopReason),
}

impl Answer {
    /// The solution, if there is one.
    pub fn solution(self) -> Option<Solution> {
        match self {
            Answer::Solution(solution) => Some(solution),
            _ => None,
        }
    }
}

/// What [`Solver::unique`](crate::Solver::unique) found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Uniqueness {
    /// There is no solution.
    Unsatisfiable,
    /// This one, and no other.
    Unique(Solution),
    /// At least these two.
    Several(Solution, Solution),
    /// The search ended before it knew; with the solution that it had found, if any.
    Stopped(StopReason, Option<Solution>),
}

/// What [`Solver::count`](crate::Solver::count) found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// The number of solutions found; `u64::MAX` where it is that or more.
    pub solutions: u64,
    /// Whether that is all of them.
    pub outcome: Outcome,
}

impl Count {
    /// Whether every solution was counted.
    pub fn is_complete(&self) -> bool {
        self.outcome == Outcome::Complete
    }
}
