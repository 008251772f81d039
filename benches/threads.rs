//! Searches on one thread and on two, in turn; the best of five pairs counts, as whatever else runs on the machine only
//! slows it down. The last line is what the machine allows: two threads that have nothing in common.

use std::hint::black_box;
use std::time::Instant;

use bezzel::models::nqueens;
use bezzel::{Compiled, predicate};

const PAIRS: usize = 5;

/// A search on so many threads, which gives the number of solutions.
type Search = fn(&Compiled, usize) -> u64;

fn main() {
    let (count, solutions): (Search, Search) = (count, |compiled, threads| {
        compiled.solver().with_threads(threads).solutions().map(|solution| black_box(solution).all().len().min(1) as u64).sum()
    });
    println!("{:<34} {:>12} {:>12} {:>8}", "", "1 thread", "2 threads", "speed-up");
    for n in [14, 15, 16] {
        compare(&format!("count of {n} queens, by symmetry"), &queens(n), count);
    }
    compare("count of 15 queens without a square", &asymmetric_queens(15), count);
    compare("solutions of 14 queens", &queens(14), solutions);
}
