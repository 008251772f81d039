//! Optimisation by branch and bound: each solution has to be better than the one before.

use std::fmt;

use super::answer::Solution;
use super::control::{Outcome, StopReason};
use super::solver::Solver;
use crate::domain::Value;
use crate::error::ModelError;
use crate::observer::Observer;
use crate::variable::View;

/// What [`Improvements::finish`] came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Optimum {
    /// The best solution, proved so.
    Optimal(Solution),
    /// There is no solution: proved.
    Unsatisfiable,
    /// The search ended before it knew; with the best solution so far, if there is one.
    Stopped(StopReason, Option<Solution>),
}

impl Optimum {
    /// The best solution found, proved or not.
    pub fn solution(self) -> Option<Solution> {
        match self {
            Optimum::Optimal(solution) => Some(solution),
            Optimum::Unsatisfiable => None,
            Optimum::Stopped(_, best) => best,
        }
    }
}

/// Solutions that get better and better; see [`Solver::minimize`].
pub struct Improvements<'a, O: Observer> {
    solver: &'a mut Solver<O>,
    /// What is minimized, and the sign that it has as the user sees it.
    objective: View,
    sign: i64,
    best: Option<Value>,
}

/// Shows where the search stands, and the best value.
impl<O: Observer> fmt::Debug for Improvements<'_, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Improvements").field("solver", self.solver).field("best", &self.best).finish_non_exhaustive()
    }
}

impl<O: Observer> Solver<O> {
    /// Solutions with smaller and smaller values of `objective`; the last one is optimal if the search completes. A sum
    /// or another function becomes an objective through [`Model::define`](crate::Model::define).
    ///
    /// # Errors
    /// [`ModelError::ForeignVariable`], [`ModelError::ViewTooWide`].
    ///
    /// ```
    /// # use bezzel::*;
    /// let mut model = Model::new();
    /// let (x, y) = (model.variable(0..=9)?, model.variable(0..=9)?);
    /// model.post((2 * x + 3 * y).at_least(12))?;
    /// model.post(x.at_most(4))?;
    /// let Optimum::Optimal(best) = model.solver().minimize(y)?.finish() else { panic!("not proved") };
    /// assert_eq!((best[x], best[y]), (3, 2));
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn minimize(&mut self, objective: impl Into<View>) -> Result<Improvements<'_, O>, ModelError> {
        self.optimize(objective.into(), 1)
    }

    /// Solutions with larger and larger values of `objective`.
    ///
    /// # Errors
    /// As [`Solver::minimize`].
    pub fn maximize(&mut self, objective: impl Into<View>) -> Result<Improvements<'_, O>, ModelError> {
        self.optimize(-objective.into(), -1)
    }

    fn optimize(&mut self, objective: View, sign: i64) -> Result<Improvements<'_, O>, ModelError> {
        self.begin_optimizing(objective)?;
        Ok(Improvements { solver: self, objective, sign, best: None })
    }
}

impl<O: Observer> Improvements<'_, O> {
    /// The objective's value in the best solution so far.
    pub fn best(&self) -> Option<Value> {
        self.best.map(|value| self.sign * value)
    }

    /// A value that no solution can better: proved. It is the objective's bound at the root, and the optimum once the
    /// search is complete. The gap is its distance from [`Improvements::best`].
    pub fn bound(&self) -> Option<Value> {
        match (self.solver.outcome(), self.best) {
            (Outcome::Complete, best) => best.map(|value| self.sign * value),
            _ => self.solver.objective_bound().map(|value| self.sign * value),
        }
    }

    /// Where the search stands; [`Outcome::Complete`] means that the last solution is optimal.
    pub fn outcome(&self) -> Outcome {
        self.solver.outcome()
    }

    /// Goes on to the optimum, or as far as the limits allow.
    pub fn finish(mut self) -> Optimum {
        let best = self.by_ref().last();
        match (self.outcome(), best) {
            (Outcome::Stopped(reason), best) => Optimum::Stopped(reason, best),
            (_, Some(best)) => Optimum::Optimal(best),
            (_, None) => Optimum::Unsatisfiable,
        }
    }
}

impl<O: Observer> Iterator for Improvements<'_, O> {
    type Item = Solution;
    fn next(&mut self) -> Option<Solution> {
        let solution = self.solver.advance()?.to_owned();
        let value = solution.value(self.objective);
        self.best = Some(value);
        self.solver.demand_at_most(value - 1);
        Some(solution)
    }
}
