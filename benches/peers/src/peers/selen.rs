//! The crate selen.

use selen::prelude::*;

use super::{Library, clues, read, units};
use crate::job::ENOUGH;

pub const LIBRARY: Library = Library {
    name: "Crate selen",
    variant: "enumerate()",
    package: Some("selen"),
    queens: Some(queens),
    permutations: Some(permutations),
    sudoku: Some(sudoku),
};

/// Its limits of time and memory would end an enumeration without a word.
fn model() -> Model {
    Model::with_config(SolverConfig::default().without_timeout().without_memory_limit())
}

/// Its all-different takes variables only, so that each diagonal has to be a variable with an equation.
fn queens(n: usize) -> u64 {
    let n = n as i32;
    let mut model = model();
    let queens = model.ints(n as usize, 0, n - 1);
    model.alldiff(&queens);
    for sign in [1, -1] {
        let diagonals: Vec<VarId> = (0..n)
            .zip(&queens)
            .map(|(row, &queen)| {
                let diagonal = model.int(sign * row, n - 1 + sign * row);
                model.new(add(queen, int(sign * row)).eq(diagonal));
                diagonal
            })
            .collect();
        model.alldiff(&diagonals);
    }
    count(model, &queens, usize::MAX)
}

fn permutations(n: usize) -> u64 {
    let mut model = model();
    let positions = model.ints(n, 0, n as i32 - 1);
    model.alldiff(&positions);
    count(model, &positions, usize::MAX)
}

fn sudoku(puzzle: &str) -> u64 {
    let mut model = model();
    let cells: Vec<VarId> = clues(puzzle)
        .map(|clue| match clue {
            Some(digit) => model.int(digit, digit),
            None => model.int(1, 9),
        })
        .collect();
    for unit in units() {
        model.alldiff(&unit.map(|cell| cells[cell]));
    }
    count(model, &cells, ENOUGH as usize)
}

fn count(model: Model, variables: &[VarId], most: usize) -> u64 {
    let mut found = 0;
    for solution in model.enumerate().take(most) {
        read(variables.iter().map(|&variable| solution.get_int(variable)));
        found += 1;
    }
    found
}
