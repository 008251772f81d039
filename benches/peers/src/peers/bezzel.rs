//! Bezzel: its ready models, and the ways in which a user gets solutions.

use std::sync::OnceLock;

use bezzel::models::sudoku::Puzzle;
use bezzel::models::{nqueens, permutations, sudoku};
use bezzel::{Compiled, Model, ModelError, Solution, Uniqueness, Var};

use super::{Library, read};
use crate::job::ENOUGH;

const LIBRARY: Library =
    Library { name: "Bezzel", variant: "", package: Some("bezzel"), queens: None, permutations: None, sudoku: None };

pub const LIBRARIES: [Library; 4] = [
    Library {
        variant: "count()",
        queens: Some(|n| count(nqueens(n), u64::MAX)),
        permutations: Some(|n| count(permutations(n), u64::MAX)),
        sudoku: Some(|puzzle| count(puzzle_model(puzzle), ENOUGH)),
        ..LIBRARY
    },
    Library {
        variant: "advance()",
        queens: Some(|n| advance(nqueens(n), u64::MAX)),
        permutations: Some(|n| advance(permutations(n), u64::MAX)),
        sudoku: Some(|puzzle| advance(puzzle_model(puzzle), ENOUGH)),
        ..LIBRARY
    },
    Library {
        variant: "solutions()",
        queens: Some(|n| solutions(nqueens(n), usize::MAX)),
        permutations: Some(|n| solutions(permutations(n), usize::MAX)),
        sudoku: Some(|puzzle| solutions(puzzle_model(puzzle), ENOUGH as usize)),
        ..LIBRARY
    },
    Library { variant: "compiled once, clues assumed", sudoku: Some(assumed), ..LIBRARY },
];

type Built = Result<(Model, Vec<Var>), ModelError>;

fn puzzle_model(puzzle: &str) -> Built {
    sudoku(&puzzle.parse().expect("a puzzle"))
}

/// Counts without looking at a solution.
fn count(built: Built, most: u64) -> u64 {
    let (model, _) = built.expect("a valid model");
    model.solver().count_up_to(most).solutions
}

/// Reads solutions as they are found, without a copy.
fn advance(built: Built, most: u64) -> u64 {
    let (model, variables) = built.expect("a valid model");
    let mut solver = model.solver();
    let mut found = 0;
    while found < most
        && let Some(solution) = solver.advance()
    {
        read(variables.iter().map(|&x| solution[x]));
        found += 1;
    }
    found
}

/// Reads the solutions that the iterator hands out.
fn solutions(built: Built, most: usize) -> u64 {
    let (model, variables) = built.expect("a valid model");
    let mut found = 0;
    for solution in model.solver().solutions().take(most) {
        read(variables.iter().map(|&x| solution[x]));
        found += 1;
    }
    found
}

/// The way for many puzzles, and the only one here that keeps something from run to run: the compiled model of the
/// empty grid. It asks whether there is exactly one solution.
fn assumed(puzzle: &str) -> u64 {
    static EMPTY: OnceLock<(Compiled, Vec<Var>)> = OnceLock::new();
    let (compiled, cells) = EMPTY.get_or_init(|| {
        let (model, cells) = sudoku(&Puzzle::EMPTY).expect("a valid model");
        (model.compile(), cells)
    });
    let puzzle: Puzzle = puzzle.parse().expect("a puzzle");
    let mut solver = compiled.solver();
    solver.assume(&puzzle.literals(cells)).expect("literals of this model");
    let values = |solution: &Solution| read(cells.iter().map(|&x| solution[x]));
    match solver.unique() {
        Uniqueness::Unique(only) => {
            values(&only);
            1
        }
        Uniqueness::Several(first, second) => {
            [first, second].iter().for_each(values);
            2
        }
        _ => 0,
    }
}
