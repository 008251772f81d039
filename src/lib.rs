//! Bezzel is a constraint-satisfaction framework: declare variables, their domains and the constraints over them, and
//! pull solutions from an iterator.
//!
//! # N-Queens
//!
//! One variable for each row, its value the column; all columns differ, and so do all diagonals, `row - column` and
//! `row + column`:
//!
//! ```
//! use bezzel::*;
//!
//! let n = 8;
//! let mut model = Model::new();
//! let queens = model.variables(n, 0..n)?;
//! model.post(all_different(&queens))?;
//! model.post(all_different(queens.iter().enumerate().map(|(row, &q)| q - row)))?;
//! model.post(all_different(queens.iter().enumerate().map(|(row, &q)| q + row)))?;
//!
//! let mut boards = 0;
//! for solution in model.solver().solutions() {
//!     assert_ne!(solution[queens[0]], solution[queens[7]]);
//!     boards += 1;
//! }
//! assert_eq!(boards, 92);
//! # Ok::<(), ModelError>(())
//! ```
//!
//! # The parts
//!
//! - [`Model`] collects variables ([`Var`]) with their domains ([`ValueSet`]) and constraints, and checks them.
//! - Constraints are written over variables, integers and [`View`]s such as `2 * x + 1`; see [`constraints`].
//!   [`Compare`] compares sums of them, [`Logic`] makes formulas of constraints, and [`Model::define`] gives the value
//!   of a [`Function`], such as `x * y`, to a variable.
//! - [`Solver`] answers: [`solutions`](Solver::solutions), [`advance`](Solver::advance), [`solve`](Solver::solve),
//!   [`count`](Solver::count), [`unique`](Solver::unique), [`minimize`](Solver::minimize) and
//!   [`maximize`](Solver::maximize), under limits and assumptions; an [`Observer`] watches it.
//! - [`VariableOrder`], [`ValueOrder`] and [`Branching`], with [`branch_on`], [`sequence`] and [`last_conflict`],
//!   choose the order of the search.
//! - [`Model::minimal_conflict`] says why there is no solution; [`Compiled::symmetries`] tells the symmetries of a
//!   model, and [`Solutions::up_to_symmetry`] gives one solution of each class.
//! - The framework stands on three traits: [`Variable`], [`Domain`] and [`Constraint`].
//! - [`models`] has ready models, each a short file.
//!
//! # Features
//!
//! `parallel`: search on several threads, by `Solver::with_threads`.

#![forbid(unsafe_code)]

mod compile;
mod constraint;
pub mod constraints;
mod domain;
mod error;
mod expression;
mod forward_checking;
mod literal;
mod model;
#[path = "../models/mod.rs"]
pub mod models;
mod observer;
mod propagation;
mod search;
mod store;
mod symmetry;
mod trail;
mod variable;
mod waves;

pub use compile::Poster;
pub use constraint::{Assignment, Constraint, ConstraintId, Priority, Status, Wake};
pub use constraints::{
    Function, Logic, Strength, absolute, all_different, all_different_except, all_equal, all_of, any_of, circuit,
    count, distance, element, forbidden, global_cardinality, increasing, inverse, lex_at_most, lex_less, maximum,
    member, minimum, not_equal, predicate, product, quotient, remainder, square, strictly_increasing, table,
};
pub use domain::{Domain, VALUE_LIMIT, Value, ValueSet};
pub use error::ModelError;
pub use expression::{Compare, Sum, sum};
pub use literal::{Literal, Relation};
pub use model::{Compiled, Model, Posted};
pub use observer::{Event, Observer, Silent};
pub use search::{
    Answer, Brancher, Branching, Canceller, Choice, Count, Failure, Improvements, IntoSolutions, LastConflict, Optimum,
    Outcome, Progress, Propagation, Sequence, Solution, SolutionRef, Solutions, Solver, Statistics, StopReason,
    Uniqueness, ValueOrder, VariableOrder, Why, branch_on, last_conflict, sequence,
};
pub use store::{Cause, Conflict, LiveDomain, Removal, Store};
pub use symmetry::{Symmetry, UpToSymmetry};
pub use variable::{Var, Variable, View};

/// The code in README.md, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
