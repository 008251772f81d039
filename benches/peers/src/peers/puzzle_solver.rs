//! The crate puzzle-solver.

use std::rc::Rc;

use puzzle_solver::{Constraint, PsResult, Puzzle, PuzzleSearch, Solution, Val, VarToken};

use super::{Library, clues, read, units};
use crate::job::ENOUGH;

pub const LIBRARY: Library = Library {
    name: "Crate puzzle-solver",
    variant: "solve_all()",
    package: Some("puzzle-solver"),
    queens: Some(queens),
    permutations: Some(permutations),
    sudoku: Some(sudoku),
};

/// Its all-different takes no expressions, so that the diagonals have to be a constraint of one's own.
struct Diagonals(Vec<VarToken>);

impl Constraint for Diagonals {
    fn vars<'a>(&'a self) -> Box<dyn Iterator<Item = &'a VarToken> + 'a> {
        Box::new(self.0.iter())
    }

    fn on_assigned(&self, search: &mut PuzzleSearch, queen: VarToken, column: Val) -> PsResult<()> {
        let row = self.0.iter().position(|&other| other == queen).expect("a queen") as Val;
        for (other_row, &other) in (0..).zip(&self.0) {
            if !search.is_assigned(other) {
                search.remove_candidate(other, column - (row - other_row))?;
                search.remove_candidate(other, column + (row - other_row))?;
            }
        }
        Ok(())
    }

    fn substitute(&self, _from: VarToken, _to: VarToken) -> PsResult<Rc<dyn Constraint>> {
        unreachable!("no two queens are equal")
    }
}

fn all_different(n: usize) -> (Puzzle, Vec<VarToken>) {
    let mut puzzle = Puzzle::new();
    let values: Vec<Val> = (0..n as Val).collect();
    let variables = puzzle.new_vars_with_candidates_1d(n, &values);
    puzzle.all_different(&variables);
    (puzzle, variables)
}

fn queens(n: usize) -> u64 {
    let (mut puzzle, queens) = all_different(n);
    puzzle.add_constraint(Diagonals(queens.clone()));
    read_all(&puzzle.solve_all(), &queens)
}

fn permutations(n: usize) -> u64 {
    let (mut puzzle, positions) = all_different(n);
    read_all(&puzzle.solve_all(), &positions)
}

/// It has no way to ask for two solutions: where there is not one only, another search tells whether there is any.
fn sudoku(text: &str) -> u64 {
    let mut puzzle = Puzzle::new();
    let cells = puzzle.new_vars_with_candidates_1d(81, &[1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for unit in units() {
        puzzle.all_different(unit.iter().map(|&cell| &cells[cell]));
    }
    for (&cell, clue) in cells.iter().zip(clues(text)) {
        if let Some(digit) = clue {
            puzzle.set_value(cell, digit);
        }
    }
    match puzzle.solve_unique() {
        Some(solution) => read_all(&[solution], &cells),
        None if puzzle.solve_any().is_some() => ENOUGH,
        None => 0,
    }
}

fn read_all(solutions: &[Solution], variables: &[VarToken]) -> u64 {
    for solution in solutions {
        read(variables.iter().map(|&variable| solution[variable]));
    }
    solutions.len() as u64
}
