//! Ready models, one a file: each is short enough to be read as an example of its own.
//!
//! | model | variables |
//! |---|---|
//! | [`all_interval()`] | one per position: the note that stands there |
//! | [`cryptarithm()`] | one per letter: its digit |
//! | [`golomb()`] | one per mark: its place |
//! | [`graph_colouring()`] | one per node: its colour |
//! | [`job_shop()`] | one per task: its start; the makespan; one per two tasks of a machine: which is first |
//! | [`langford()`] | one per number: the place of its first copy |
//! | [`magic_square()`] | one per cell, row by row: its number |
//! | [`nqueens()`] | one per row: the column of its queen |
//! | [`permutations()`] | one per position: the value that stands there |
//! | [`sudoku()`] | one per cell, row by row: its digit |
//! | [`zebra()`] | one per colour, person, animal, drink and brand: its house |

pub mod all_interval;
pub mod cryptarithm;
pub mod golomb;
pub mod graph_colouring;
pub mod job_shop;
pub mod langford;
pub mod magic_square;
pub mod nqueens;
pub mod permutations;
pub mod sudoku;
pub mod zebra;

pub use all_interval::all_interval;
pub use cryptarithm::cryptarithm;
pub use golomb::golomb;
pub use graph_colouring::graph_colouring;
pub use job_shop::job_shop;
pub use langford::langford;
pub use magic_square::magic_square;
pub use nqueens::nqueens;
pub use permutations::permutations;
pub use sudoku::sudoku;
pub use zebra::zebra;
