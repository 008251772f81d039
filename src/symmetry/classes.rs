//! One solution of each class.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use super::Symmetries;
use crate::domain::Value;
use crate::observer::{Observer, Silent};
use crate::search::{Outcome, Solution, Solutions};

/// The iterator of [`Solutions::up_to_symmetry`].
pub struct UpToSymmetry<'a, O: Observer = Silent> {
    solutions: Solutions<'a, O>,
    symmetries: Option<Arc<Symmetries>>,
    /// The images of solutions handed out that search has not come to.
    expected: HashSet<Box<[Value]>>,
}

/// Shows where the search stands.
impl<O: Observer> fmt::Debug for UpToSymmetry<'_, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UpToSymmetry").field("solutions", &self.solutions).finish_non_exhaustive()
    }
}

impl<'a, O: Observer> Solutions<'a, O> {
    /// One solution of each class: two solutions are in one class when a symmetry of the model maps one to the other.
    ///
    /// The symmetries are those that [`Compiled::symmetries`](crate::Compiled::symmetries) generate. Of each class the
    /// solution that search meets first is handed out: the smallest in lexicographic order, unless another order was
    /// chosen. The others are kept in memory until search has come to them.
    ///
    /// Under assumptions or a projection nothing is left out, as the symmetries of the model are not those of the
    /// question. A limit counts what search meets, handed out or not.
    ///
    /// ```
    /// # use bezzel::*;
    /// let (model, queens) = models::nqueens(6)?;
    /// let mut solver = model.solver();
    /// // four solutions, which turning and mirroring the board maps to one another
    /// let boards: Vec<_> = solver.solutions().up_to_symmetry().map(|s| s.values(&queens)).collect();
    /// assert_eq!(boards, [[1, 3, 5, 0, 2, 4]]);
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn up_to_symmetry(self) -> UpToSymmetry<'a, O> {
        let symmetries = self.solver.symmetries();
        UpToSymmetry { solutions: self, symmetries, expected: HashSet::new() }
    }
}

impl<O: Observer> UpToSymmetry<'_, O> {
    /// Where the search stands.
    pub fn outcome(&self) -> Outcome {
        self.solutions.outcome()
    }

    /// Expects all images of a solution but itself.
    fn expect_images(&mut self, solution: &[Value]) {
        let Some(symmetries) = &self.symmetries else { return };
        let mut reached: Vec<Box<[Value]>> = vec![solution.into()];
        let mut image: Box<[Value]> = solution.into();
        while let Some(values) = reached.pop() {
            for generator in &symmetries.generators {
                symmetries.apply(generator, &values, &mut image);
                if *image != *solution && !self.expected.contains(&image) {
                    self.expected.insert(image.clone());
                    reached.push(image.clone());
                }
            }
        }
    }
}

impl<O: Observer> Iterator for UpToSymmetry<'_, O> {
    type Item = Solution;
    fn next(&mut self) -> Option<Solution> {
        loop {
            let solution = self.solutions.solver.advance()?.to_owned();
            if !self.expected.remove(solution.all()) {
                self.expect_images(solution.all());
                return Some(solution);
            }
        }
    }
}
