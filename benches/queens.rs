//! Declarative models beside the programs that people write by hand for the same problems.
//!
//! `cargo bench --bench queens` measures everything; `cargo bench --bench queens -- 12 1000` only these sizes. Every
//! line is a contestant timed in turn with the yardstick, seven times in one process; the ratio is the median of the
//! seven ratios, so it can be compared between machines.

mod declarative;
mod hand_written;
mod paired;
#[path = "../tests/boards/placement.rs"]
mod placement;

use bezzel::models::{nqueens, permutations};
use bezzel::{Answer, Compiled, Value, Var, VariableOrder};
use declarative::{advance, advance_by_slice, compiled, count, count_depth_first, count_plainly, solutions};
use paired::Table;
use placement::is_placement;
use std::hint::black_box;

/// Number of solutions for 0, 1, 2, … queens (OEIS A000170).
const QUEENS: [u64; 17] = [1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512];

/// The slow ones are left out on larger boards, where they only cost time.
const LARGEST_WITH_ARRAYS: usize = 12;
const LARGEST_WITH_HASH_SETS: usize = 10;

fn main() {
    let mut sizes = Vec::new();
    // Cargo passes `--bench` to every benchmark.
    for argument in std::env::args().skip(1).filter(|a| a != "--bench") {
        match argument.parse() {
            Ok(size) => sizes.push(size),
            Err(_) => {
                eprintln!("queens: `{argument}` is not a size; example: cargo bench -- 8 12 1000");
                std::process::exit(2);
            }
        }
    }
    if sizes.is_empty() {
        sizes = vec![8, 10, 12, 13, 14, 1000];
    }
    for n in sizes {
        if n < QUEENS.len() {
            all_queens(n);
            first_board(n);
        } else {
            first_queens(n);
        }
        if n == 10 {
            all_permutations(n);
        }
    }
}

/// All solutions for `n` queens, counted and read, against the counter with bit masks.
fn all_queens(n: usize) {
    let title = format!("{n} queens, all {} solutions", QUEENS[n]);
    let mut table = Table::new(&title, "bit masks, by hand", || bitmask(n), QUEENS[n]);
    table.row("bit masks, every board read, by hand", || {
        let (mut boards, mut sum) = (0, 0);
        hand_written::bitmask_boards(black_box(n), &mut |board| {
            boards += 1;
            sum += board.iter().sum::<usize>();
        });
        black_box(sum);
        boards
    });
    if n <= LARGEST_WITH_ARRAYS {
        table.row("boolean arrays, by hand", || hand_written::boolean_arrays(black_box(n)));
    }
    if n <= LARGEST_WITH_HASH_SETS {
        table.row("hash sets, by hand", || hand_written::hash_sets(black_box(n)));
    }
    all_rows(&mut table, || compiled(nqueens(black_box(n))));
}

/// The first solution in lexicographic order for `n` queens, by a new solver each time, against the recursion by hand.
fn first_board(n: usize) {
    let sum = |board: Option<Vec<usize>>| board.map_or(0, |board| board.iter().sum::<usize>() as u64);
    let expected = sum(hand_written::first_board(n));
    let by_hand = || sum(hand_written::first_board(black_box(n)));
    let title = format!("{n} queens, the first solution in lexicographic order");
    let mut table = Table::new(&title, "bit masks, the first board, by hand", by_hand, expected);
    let (compiled, queens) = compiled(nqueens(n));
    let read = |columns: &[Value]| columns.iter().sum::<Value>() as u64;
    table.row("advance()", || compiled.solver().advance().map_or(0, |solution| read(solution.all())));
    table.row("solutions(), owned", || {
        let mut solver = black_box(&compiled).solver();
        let solution = solver.solutions().next();
        solution.map_or(0, |solution| read(&solution.values(&queens)))
    });
}

/// All permutations of `n` values, counted and read, against a recursive function with a mask of used values.
fn all_permutations(n: usize) {
    let expected = (1..=n as u64).product();
    let by_hand = || {
        let (mut found, mut sum) = (0, 0);
        hand_written::permutations(black_box(n), &mut |permutation| {
            found += 1;
            sum += permutation.iter().sum::<usize>();
        });
        black_box(sum);
        found
    };
    let title = format!("permutations of {n}, all {expected}");
    let mut table = Table::new(&title, "recursion with a callback", by_hand, expected);
    all_rows(&mut table, || compiled(permutations(black_box(n))));
}

/// The first solution for `n` queens, smallest domain first, against counting all solutions for 12.
fn first_queens(n: usize) {
    let mut failures = 0;
    let title = format!("{n} queens, the first solution, smallest domain first");
    let mut table = Table::new(&title, "all 12 queens by bit masks", || bitmask(12), 1);
    let mut first = |(compiled, queens): &(Compiled, Vec<Var>)| {
        let mut solver = compiled.solver().with_order(VariableOrder::FirstFail);
        let answer = solver.solve();
        failures = solver.statistics().failures;
        let is_right = matches!(answer, Answer::Solution(solution) if is_placement(&solution.values(queens)));
        u64::from(is_right)
    };
    let built = compiled(nqueens(n));
    table.row("solve()", || first(&built));
    table.row("solve(), and compile", || first(&compiled(nqueens(black_box(n)))));
    println!("  {failures} failures");
}

/// Each way to get all solutions, from a compiled model and with the model built and compiled as well.
fn all_rows<Y: FnMut() -> u64>(table: &mut Table<Y>, build: impl Fn() -> (Compiled, Vec<Var>)) {
    type Job = fn(&(Compiled, Vec<Var>)) -> u64;
    let jobs: [(&str, Job); 6] = [
        ("count()", count),
        ("count(), symmetries left aside", count_plainly),
        ("count(), depth first", count_depth_first),
        ("advance(), every solution read", advance),
        ("advance(), every solution read as a slice", advance_by_slice),
        ("solutions(), owned, every one read", solutions),
    ];
    let built = build();
    for (name, job) in jobs {
        table.row(name, || job(&built));
    }
    for (name, job) in jobs {
        table.row(&format!("{name}, and compile"), || job(&build()));
    }
}

fn bitmask(n: usize) -> u64 {
    hand_written::bitmask((1u32 << black_box(n)) - 1, 0, 0, 0)
}
