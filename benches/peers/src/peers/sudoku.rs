//! The crate sudoku, which solves nothing else: the yardstick of that job.

use sudoku::Sudoku;

use super::{Library, read};
use crate::job::ENOUGH;

pub const LIBRARY: Library = Library {
    name: "Crate sudoku",
    variant: "for Sudoku only",
    package: Some("sudoku"),
    queens: None,
    permutations: None,
    sudoku: Some(count),
};

/// How many solutions a puzzle has, as far as they are asked for.
pub fn count(puzzle: &str) -> u64 {
    let puzzle = Sudoku::from_str_line(puzzle).expect("a puzzle of 81 characters");
    let solutions = puzzle.solutions_up_to(ENOUGH as usize);
    for solution in &solutions {
        read(solution.to_bytes());
    }
    solutions.len() as u64
}
