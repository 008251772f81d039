//! Ready models, one a file: each is short enough to be read as an example of its own.
//!
//! | model | variables |
//! |---|---|
//! | [`nqueens()`] | one per row: the column of its queen |
//! | [`permutations()`] | one per position: the value that stands there |
//! | [`sudoku()`] | one per cell, row by row: its digit |

pub mod nqueens;
pub mod permutations;
pub mod sudoku;

pub use nqueens::nqueens;
pub use permutations::permutations;
pub use sudoku::sudoku;
