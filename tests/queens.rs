//! N-Queens: the boards, the published counts in every mode, and node counts that a speed change must not move.

use std::fmt::Write;

use bezzel::models::nqueens;
use bezzel::models::nqueens::board;
use bezzel::*;

/// OEIS A000170, from n = 0.
const COUNTS: [u64; 15] = [1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596];

const MODES: [Propagation; 4] =
    [Propagation::Backtracking, Propagation::ForwardChecking, Propagation::Fixpoint, Propagation::ArcConsistency];

fn columns(n: usize) -> Vec<Vec<Value>> {
    let (model, queens) = nqueens(n).unwrap();
    model.solver().solutions().map(|solution| solution.values(&queens)).collect()
}

fn boards(n: usize) -> String {
    let boards: Vec<String> = columns(n).iter().map(|columns| board(columns).join("\n")).collect();
    boards.join("\n\n")
}

#[test]
fn boards_up_to_seven() {
    for n in 1..=7 {
        insta::assert_snapshot!(format!("boards_{n}"), boards(n));
    }
}

#[test]
fn boards_of_eight_and_nine_as_columns() {
    for n in 8..=9 {
        let lines: Vec<String> = columns(n).iter().map(|columns| format!("{columns:?}")).collect();
        insta::assert_snapshot!(format!("columns_{n}"), lines.join("\n"));
    }
}

/// Every board found is a board, and none is found twice; nothing here uses a constraint.
#[test]
fn boards_are_boards_in_lexicographic_order() {
    for (n, &count) in COUNTS.iter().enumerate().take(10) {
        let found = columns(n);
        assert!(found.is_sorted_by(|a, b| a < b), "n = {n}");
        for queens in &found {
            assert!(is_board(queens), "{queens:?}");
        }
        assert_eq!(found.len() as u64, count);
    }
}

fn is_board(queens: &[Value]) -> bool {
    let rows = 0..queens.len();
    rows.clone().all(|r| {
        rows.clone().skip(r + 1).all(|s| queens[r] != queens[s] && queens[r].abs_diff(queens[s]) != (s - r) as u64)
    }) && queens.iter().all(|&q| (0..queens.len() as Value).contains(&q))
}

fn check_counts(mode: Propagation, largest: usize) {
    for (n, &solutions) in COUNTS.iter().enumerate().take(largest + 1) {
        let (model, _) = nqueens(n).unwrap();
        let count = model.solver().with_propagation(mode).count();
        assert_eq!(count, Count { solutions, outcome: Outcome::Complete }, "n = {n}, {mode:?}");
    }
}

#[test]
fn counts_by_backtracking() {
    check_counts(Propagation::Backtracking, 10);
}

#[test]
fn counts_by_forward_checking() {
    check_counts(Propagation::ForwardChecking, 12);
}

#[test]
fn counts_by_fixpoint() {
    check_counts(Propagation::Fixpoint, 14);
}

#[test]
fn counts_by_arc_consistency() {
    check_counts(Propagation::ArcConsistency, 11);
}

/// The iterator goes through the same boards as the count, also on trailed levels.
#[test]
fn enumerated_as_counted() {
    struct Watching;
    impl Observer for Watching {
        fn event(&mut self, _: Event<'_>) {}
    }
    for (n, &count) in COUNTS.iter().enumerate().take(11) {
        let (model, _) = nqueens(n).unwrap();
        assert_eq!(model.solver().solutions().count() as u64, count, "n = {n}");
        let mut solver = model.solver();
        let mut by_reference = 0;
        while solver.advance().is_some() {
            by_reference += 1;
        }
        assert_eq!(by_reference, count, "n = {n}");
        if n <= 8 {
            assert_eq!(model.solver().with_observer(Watching).count().solutions, count, "n = {n}");
        }
    }
}

/// What one constraint does: without it there are more boards.
#[test]
fn counts_with_one_constraint_left_out() {
    for (n, without_one_diagonal, columns_only) in [(4, 7, 24), (8, 2113, 40320)] {
        for diagonal in ["diagonals", "anti-diagonals"] {
            let (mut model, _) = nqueens(n).unwrap();
            model.remove(diagonal).unwrap();
            assert_eq!(model.solver().count().solutions, without_one_diagonal, "n = {n} without {diagonal}");
        }
        let (mut model, _) = nqueens(n).unwrap();
        model.remove("diagonals").unwrap();
        model.remove("anti-diagonals").unwrap();
        assert_eq!(model.solver().count().solutions, columns_only, "n = {n}");
    }
}

/// Nodes of `solutions()` run to the end, depth first in row order, in each mode. The published ones: `golden/nodes.txt` says which.
#[test]
fn node_counts() {
    let mut lines = String::new();
    for mode in MODES {
        for n in [4, 6, 8, 10] {
            let (model, _) = nqueens(n).unwrap();
            // an order that is asked for is searched depth first, not in waves
            let mut solver = model.solver().with_propagation(mode).with_order(VariableOrder::Input);
            solver.solutions().for_each(drop);
            let s = solver.statistics();
            writeln!(lines, "{mode:?} n={n}: nodes {}, failures {}, decisions {}", s.nodes, s.failures, s.decisions)
                .unwrap();
        }
    }
    for n in [20, 50, 100, 1000] {
        let (model, queens) = nqueens(n).unwrap();
        let mut solver = model.solver().with_order(VariableOrder::FirstFail);
        let first = solver.solutions().next().unwrap();
        assert!(is_board(&first.values(&queens)), "n = {n}");
        writeln!(lines, "first board by first-fail n={n}: failures {}", solver.statistics().failures).unwrap();
    }
    let golden = include_str!("golden/nodes.txt");
    let golden: Vec<&str> = golden.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.lines().collect::<Vec<_>>(), golden);
}
