//! Searches on one thread and on two, in turn, five times; the best time of each counts, as whatever else runs on the
//! machine only slows it down. The last line says what the machine allows: two counts, one after the other and on a core
//! each. Arguments choose lines by a part of their name.

use std::hint::black_box;
use std::time::Instant;

use bezzel::models::nqueens;
use bezzel::{Compiled, predicate};

const ROUNDS: usize = 5;

fn main() {
    println!("{:<34} {:>10} {:>12} {:>8}", "", "1 thread", "2 threads", "speed-up");
    for n in [14, 15, 16] {
        let compiled = nqueens(n).expect("a model").0.compile();
        compare(&format!("count of {n} queens, by symmetry"), |threads| count(&compiled, threads));
    }
    let (mut model, queens) = nqueens(15).expect("a model");
    model.post(predicate([queens[3]], |values| values[0] != 5)).expect("a constraint");
    let compiled = model.compile();
    compare("count of 15 queens less a square", |threads| count(&compiled, threads));
    let compiled = nqueens(14).expect("a model").0.compile();
    compare("solutions of 14 queens", |threads| {
        let mut solver = compiled.solver().with_threads(threads);
        solver.solutions().map(|solution| u64::from(black_box(solution.all()).len() == 14)).sum()
    });
    let compiled = nqueens(15).expect("a model").0.compile();
    compare("two counts of 15 queens", |threads| {
        std::thread::scope(|scope| {
            let other = (threads == 2).then(|| scope.spawn(|| count(&compiled, 1)));
            count(&compiled, 1) + other.map_or_else(|| count(&compiled, 1), |other| other.join().expect("a count"))
        })
    });
}

fn count(compiled: &Compiled, threads: usize) -> u64 {
    black_box(compiled).solver().with_threads(threads).count().solutions
}

/// Measures a search on one thread and on two, and prints a line.
fn compare(name: &str, search: impl Fn(usize) -> u64) {
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).peekable();
    if arguments.peek().is_some() && !arguments.any(|part| name.contains(&part)) {
        return;
    }
    let mut expected = None;
    let mut seconds = |threads| {
        let start = Instant::now();
        let found = search(threads);
        assert_eq!(found, *expected.get_or_insert(found), "{name}, {threads} threads");
        start.elapsed().as_secs_f64()
    };
    let rounds = (0..ROUNDS).map(|_| [1, 2].map(&mut seconds));
    let [one, two] = rounds.fold([f64::MAX; 2], |best, now| [best[0].min(now[0]), best[1].min(now[1])]);
    println!("{name:<34} {one:>8.3} s {two:>10.3} s {:>8.2}", one / two);
}
