//! The strengths of all-different side by side: queens, and Latin squares with holes.
//!
//! `cargo bench --bench strengths` prints the tables that the documentation of [`bezzel::Strength`] shows.

#[path = "../tests/latin/mod.rs"]
mod latin;

use std::time::{Duration, Instant};

use bezzel::{Model, Outcome, Strength, VariableOrder, all_different};

const STRENGTHS: [Strength; 4] = [Strength::ForwardChecking, Strength::Dual, Strength::Bounds, Strength::Domain];

const QUEENS: [(usize, u64); 2] = [(8, 92), (12, 14_200)];
const ORDER: usize = 25;
/// 42 % of the cells.
const HOLES: usize = ORDER * ORDER * 42 / 100;
const SQUARES: u64 = 20;
const NODE_LIMIT: u64 = 20_000;

fn main() {
    for (n, solutions) in QUEENS {
        queens(n, solutions);
    }
    squares();
    sudoku_runs();
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// All solutions by first-fail; nodes as in two-way branching, leaves and the root included.
fn queens(n: usize, solutions: u64) {
    println!("\n{n} queens, all {solutions} solutions, first-fail\n");
    println!("| strength | nodes | two-way | failures | time |");
    println!("| --- | --- | --- | --- | --- |");
    for strength in STRENGTHS {
        let mut model = Model::new();
        let queens = model.variables(n, 0..n).expect("queens");
        let diagonals = |sign: i64| queens.iter().enumerate().map(move |(row, &queen)| queen + sign * row as i64);
        for lines in [diagonals(0), diagonals(1), diagonals(-1)] {
            model.post(all_different(lines).strength(strength)).expect("a constraint");
        }
        let mut solver = model.solver().with_order(VariableOrder::FirstFail);
        let start = Instant::now();
        while solver.advance().is_some() {}
        let (time, counters) = (start.elapsed(), solver.statistics());
        assert_eq!(counters.solutions, solutions);
        let two_way = 2 * (counters.failures + counters.solutions) - 1;
        println!(
            "| {strength:?} | {} | {two_way} | {} | {:.1} ms |",
            counters.nodes,
            counters.failures,
            milliseconds(time)
        );
    }
}

/// One completion of each square by first-fail, under a node limit.
fn squares() {
    println!(
        "\n{SQUARES} Latin squares of order {ORDER} with {HOLES} holes, at most {NODE_LIMIT} nodes each, first-fail\n"
    );
    println!("| strength | solved | nodes of all | nodes, median | time of all | time a node |");
    println!("| --- | --- | --- | --- | --- | --- |");
    for strength in STRENGTHS {
        let (mut solved, mut nodes, mut time) = (0, Vec::new(), Duration::ZERO);
        for seed in 0..SQUARES {
            let square = latin::holes(ORDER, HOLES, seed);
            let mut solver =
                square.model(strength).solver().with_order(VariableOrder::FirstFail).with_node_limit(NODE_LIMIT);
            let start = Instant::now();
            let found = solver.advance().map(|solution| solution.all().to_vec());
            time += start.elapsed();
            nodes.push(solver.statistics().nodes);
            match found {
                Some(values) => assert!(square.is_completed_by(&values)),
                None => assert!(matches!(solver.outcome(), Outcome::Stopped(_)), "the square has a completion"),
            }
            solved += u64::from(solver.outcome() == Outcome::Running);
        }
        nodes.sort_unstable();
        let all: u64 = nodes.iter().sum();
        println!(
            "| {strength:?} | {solved} | {all} | {} | {:.0} ms | {:.1} us |",
            nodes[nodes.len() / 2],
            milliseconds(time),
            time.as_secs_f64() * 1e6 / all.max(1) as f64
        );
    }
}

/// What a run costs in units of nine cells.
fn sudoku_runs() {
    let text = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    println!("\na hard sudoku, all solutions, first-fail\n");
    println!("| strength | nodes | runs | time | time a run |");
    println!("| --- | --- | --- | --- | --- |");
    for strength in STRENGTHS {
        let mut model = Model::new();
        let cells: Vec<_> = (text.chars())
            .map(|clue| match clue.to_digit(10) {
                Some(digit) => model.variable([i64::from(digit)]).expect("a clue"),
                None => model.variable(1..=9).expect("a cell"),
            })
            .collect();
        for unit in 0..9 {
            let (row, column) = (|i: usize| 9 * unit + i, |i: usize| 9 * i + unit);
            let corner = 27 * (unit / 3) + 3 * (unit % 3);
            let square = |i: usize| corner + 9 * (i / 3) + i % 3;
            for line in
                [(0..9).map(row).collect::<Vec<_>>(), (0..9).map(column).collect(), (0..9).map(square).collect()]
            {
                model.post(all_different(line.iter().map(|&cell| cells[cell])).strength(strength)).expect("a unit");
            }
        }
        let mut solver = model.solver().with_order(VariableOrder::FirstFail);
        let start = Instant::now();
        while solver.advance().is_some() {}
        let (time, counters) = (start.elapsed(), solver.statistics());
        assert_eq!(counters.solutions, 1);
        let each = match counters.propagations {
            0 => "-".to_string(), // tier 1 alone
            runs => format!("{:.2} us", time.as_secs_f64() * 1e6 / runs as f64),
        };
        println!(
            "| {strength:?} | {} | {} | {:.2} ms | {each} |",
            counters.nodes,
            counters.propagations,
            milliseconds(time)
        );
    }
}
