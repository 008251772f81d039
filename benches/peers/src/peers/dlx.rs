//! The crate dlx, exact cover by dancing links: everything is an option that covers items.

use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use dlx::x::make_problem;
use dlx::{OptOrder, Solver, Uint};

use super::{Library, clues, read};
use crate::job::ENOUGH;

pub const LIBRARY: Library = Library {
    name: "Crate dlx",
    variant: "exact cover",
    package: Some("dlx"),
    queens: Some(queens),
    permutations: Some(permutations),
    sudoku: Some(sudoku),
};

/// An option covers a row, a column and, at most once each, two diagonals.
fn queens(n: usize) -> u64 {
    let squares = (0..n).flat_map(|row| (0..n).map(move |column| (row, column)));
    let (diagonals, anti_diagonals) = (2 * n, 4 * n - 1);
    let options: Vec<Vec<Uint>> = squares
        .map(|(row, column)| {
            let lines = [row, n + column, diagonals + row + column, anti_diagonals + n - 1 + row - column];
            lines.map(|line| line as Uint).into()
        })
        .collect();
    count(2 * n, 4 * n - 2, &options, |option| (option % n) as i64, u64::MAX)
}

fn permutations(n: usize) -> u64 {
    let pairs = (0..n).flat_map(|position| (0..n).map(move |value| (position, value)));
    let options: Vec<Vec<Uint>> = pairs.map(|(position, value)| vec![position as Uint, (n + value) as Uint]).collect();
    count(2 * n, 0, &options, |option| (option % n) as i64, u64::MAX)
}

/// An option puts a digit into a cell: it covers the cell, and the digit in its row, its column and its box. Items that
/// the clues cover, and options that want one of them, are left out.
fn sudoku(puzzle: &str) -> u64 {
    let items = |cell: usize, digit: usize| {
        let (row, column) = (cell / 9, cell % 9);
        let unit = 3 * (row / 3) + column / 3;
        [cell, 81 + 9 * row + digit, 162 + 9 * column + digit, 243 + 9 * unit + digit]
    };
    let mut covered = [false; 324];
    for (cell, clue) in clues(puzzle).enumerate() {
        if let Some(digit) = clue {
            items(cell, digit as usize - 1).iter().for_each(|&item| covered[item] = true);
        }
    }
    let mut open = 0;
    let numbers = covered.map(|covered| {
        let number = open;
        open += usize::from(!covered);
        number as Uint
    });
    let (mut options, mut digits) = (Vec::new(), Vec::new());
    for (cell, digit) in (0..81).flat_map(|cell| (0..9).map(move |digit| (cell, digit))) {
        let items = items(cell, digit);
        if items.iter().all(|&item| !covered[item]) {
            options.push(items.map(|item| numbers[item]).to_vec());
            digits.push(digit as i64 + 1);
        }
    }
    count(open, 0, &options, |option| digits[option], ENOUGH)
}

/// Counts covers; items from `primary` on may also stay uncovered.
fn count(primary: usize, secondary: usize, options: &[Vec<Uint>], value: impl Fn(usize) -> i64, most: u64) -> u64 {
    let mut problem = make_problem(primary as Uint, secondary as Uint, options, OptOrder::Seq);
    let mut fewest_options = mrv_chooser(prefer_any(), no_tiebreak());
    let mut solver = Solver::new(&mut problem);
    let mut found = 0;
    while found < most && solver.next_solution(&mut fewest_options) {
        read(solver.fmt_solution().iter().map(|&option| value(option as usize)));
        found += 1;
    }
    found
}
