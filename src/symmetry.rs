//! Symmetries of a model, found by the solver.
//!
//! A symmetry here is an automorphism of the *conflict graph*: its vertices are the pairs (variable, value) of the initial
//! domains, its edges the pairwise conflicts of all constraints, and the values of one variable are in conflict with each
//! other. A solution is a choice of one vertex for each variable without a conflict, so automorphisms map solutions to
//! solutions (*constraint symmetries*: Cohen, Jeavons, Jefferson, Petrie & Smith, "Symmetry definitions for constraint
//! satisfaction problems", Constraints 11, 2006). They need neither keep a variable's values together, as symmetries of
//! variables do, nor the variables in place, as those of values do: transposing a chessboard does neither.
//!
//! A constraint that pairwise conflicts do not describe is *opaque*: only symmetries count that leave all values of the
//! variables in its scope where they are.

mod automorphisms;
mod classes;
mod counting;
mod partition;
#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use classes::UpToSymmetry;
pub(crate) use counting::{CountBySymmetry, Part, plan};

use crate::domain::Value;
use crate::forward_checking::Rows;
use crate::model::Compiled;
use crate::search::Solution;
use crate::variable::Var;
use automorphisms::{Permutation, find_generators};
use partition::{Graph, Partition, Work};

/// Steps that looking for the symmetries of a model may take; a step is a word looked at, or a little more.
const STEPS: u64 = 200_000_000;

/// The symmetries found in a model.
pub(crate) struct Symmetries {
    rows: Arc<Rows>,
    generators: Vec<Permutation>,
}

impl Symmetries {
    /// The symmetries of the conflict graph that the rows describe, but that move no value of a variable in `fixed`, or as
    /// many as the work limit allows.
    pub(crate) fn find(rows: Arc<Rows>, fixed: &[bool]) -> Symmetries {
        let mut generators = Vec::new();
        let graph = Graph::new(&rows, &rows.root);
        let mut work = Work::new(STEPS);
        let colour = |v: u32| if fixed[rows.variable_at(v) as usize] { v + 1 } else { 0 };
        // at the limit, what was found until then is enough
        let _ = Partition::new(&graph, colour, &mut work)
            .and_then(|partition| find_generators(&graph, partition, u32::MAX, &mut work, &mut generators));
        Symmetries { rows, generators }
    }

    /// Writes the image of a solution.
    fn apply(&self, generator: &Permutation, values: &[Value], image: &mut [Value]) {
        image.copy_from_slice(values);
        for (x, &value) in (0..).zip(values).filter(|&(x, _)| self.rows.has_lane(x)) {
            let bit = self.rows.first_bit_of(x) + (value - self.rows.bases[x as usize]) as u32;
            let (y, value) = self.pair(generator[bit as usize]);
            image[y as usize] = value;
        }
    }

    /// The variable and the value that a bit of the block stands for.
    fn pair(&self, bit: u32) -> (u32, Value) {
        let (rows, x) = (&self.rows, self.rows.variable_at(bit));
        (x, rows.bases[x as usize] + Value::from(bit % 64 % rows.width))
    }
}

/// A symmetry of a model: a permutation of its pairs of variable and value that maps solutions to solutions.
///
/// ```
/// # use bezzel::*;
/// let mut model = Model::new();
/// let (x, y) = (model.variable(0..3)?, model.variable(0..3)?);
/// model.post(not_equal(x + 1, y))?; // only y = x + 1 is in conflict
/// let compiled = model.compile();
/// for symmetry in compiled.symmetries() {
///     for [(x, v), (y, w)] in symmetry.moved() {
///         println!("{x:?} = {v} becomes {y:?} = {w}");
///     }
///     for solution in compiled.solver().solutions() {
///         assert!(symmetry.apply(&solution)[y] != symmetry.apply(&solution)[x] + 1);
///     }
/// }
/// # Ok::<(), ModelError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    moved: Vec<[(Var, Value); 2]>,
}

impl Symmetry {
    /// The pairs that change, each with what it becomes, by variable and value.
    pub fn moved(&self) -> &[[(Var, Value); 2]] {
        &self.moved
    }

    /// What `x = value` becomes.
    pub fn image(&self, x: Var, value: Value) -> (Var, Value) {
        let at = self.moved.binary_search_by_key(&(x.index(), value), |&[(x, value), _]| (x.index(), value));
        at.map_or((x, value), |at| self.moved[at][1])
    }

    /// What a solution becomes.
    ///
    /// # Panics
    /// When the solution belongs to another model.
    pub fn apply(&self, solution: &Solution) -> Solution {
        let mut values = solution.values.clone();
        for &[(x, value), (y, image)] in &self.moved {
            if solution[x] == value {
                values[y.index()] = image;
            }
        }
        Solution { model: solution.model, values }
    }
}

impl Compiled {
    /// Generators of the group of symmetries that were found: every symmetry found is a sequence of these.
    ///
    /// They are looked for once, by individualisation and refinement (McKay, "Practical graph isomorphism", 1981), and
    /// each is proved on all conflicts. On all but very large or unusually regular models they generate the whole group
    /// of automorphisms of the conflict graph; the search for more ends at a fixed number of steps.
    ///
    /// A constraint that is not described by pairwise conflicts is opaque: no symmetry moves a value of a variable in its
    /// scope. Nor does one move a variable whose domain spans more than 64 values.
    ///
    /// ```
    /// # use bezzel::*;
    /// let (model, queens) = models::nqueens(5)?;
    /// let symmetries = model.compile().symmetries();
    /// // two generators of the board's eight symmetries
    /// assert_eq!(symmetries.len(), 2);
    /// // a corner goes to a corner
    /// let (row, column) = symmetries[0].image(queens[0], 0);
    /// assert!((row == queens[0] || row == queens[4]) && (column == 0 || column == 4));
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let Some(symmetries) = self.0.symmetries() else { return Vec::new() };
        let pair = |bit: u32| {
            let (index, value) = symmetries.pair(bit);
            (Var { model: self.0.model, index }, value)
        };
        let vertices = Graph::new(&symmetries.rows, &symmetries.rows.root).vertices;
        let readable = |generator: &Permutation| {
            let changed = vertices.iter().filter(|&&v| generator[v as usize] != v);
            let mut moved: Vec<_> = changed.map(|&v| [pair(v), pair(generator[v as usize])]).collect();
            moved.sort_unstable_by_key(|&[(x, value), _]| (x.index(), value));
            Symmetry { moved }
        };
        symmetries.generators.iter().map(readable).collect()
    }
}
