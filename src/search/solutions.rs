//! Iterators of solutions: the search is the iterator, pulled one solution at a time.

use std::fmt;

use super::answer::Solution;
use super::control::Outcome;
use super::solver::Solver;
use crate::observer::{Observer, Silent};

/// The iterator of [`Solver::solutions`].
pub struct Solutions<'a, O: Observer = Silent> {
    pub(crate) solver: &'a mut Solver<O>,
    /// Ends the threads of the search when the iterator is dropped.
    #[cfg(feature = "parallel")]
    pub(super) _leaving: super::solver::Leaving,
}

/// Shows where the search stands.
impl<O: Observer> fmt::Debug for Solutions<'_, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Solutions").field(self.solver).finish()
    }
}

impl<O: Observer> Solutions<'_, O> {
    /// Where the search stands.
    pub fn outcome(&self) -> Outcome {
        self.solver.outcome()
    }
}

impl<O: Observer> Iterator for Solutions<'_, O> {
    type Item = Solution;
    fn next(&mut self) -> Option<Solution> {
        self.solver.advance().map(|solution| solution.to_owned())
    }
}

/// The iterator of [`Solver::into_solutions`]. It can be returned where a borrowed solver could not.
///
/// ```
/// # use bezzel::*;
/// fn boards(n: usize) -> Result<impl Iterator<Item = Vec<Value>>, ModelError> {
///     let (model, queens) = models::nqueens(n)?;
///     Ok(model.solver().into_solutions().map(move |solution| solution.values(&queens)))
/// }
/// assert_eq!(boards(6)?.count(), 4);
/// # Ok::<(), ModelError>(())
/// ```
#[derive(Debug)]
pub struct IntoSolutions<O: Observer = Silent>(pub(super) Solver<O>);

impl<O: Observer> IntoSolutions<O> {
    /// The solver.
    pub fn solver(&self) -> &Solver<O> {
        &self.0
    }
}

impl<O: Observer> Iterator for IntoSolutions<O> {
    type Item = Solution;
    fn next(&mut self) -> Option<Solution> {
        self.0.advance().map(|solution| solution.to_owned())
    }
}
