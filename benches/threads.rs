//! Counting the solutions of N-Queens on one thread and on two, in turn; the best of five pairs counts, as whatever else
//! runs on the machine only slows it down.

use std::hint::black_box;
use std::time::Instant;

use bezzel::models::nqueens;

const PAIRS: usize = 5;

fn main() {
    println!("{:>4} {:>12} {:>12} {:>8}", "n", "1 thread", "2 threads", "speed-up");
    for (n, expected) in [(15, 2_279_184), (16, 14_772_512)] {
        let compiled = nqueens(black_box(n)).expect("a model").0.compile();
        let seconds = |threads| {
            let start = Instant::now();
            let count = compiled.solver().with_threads(threads).count();
            assert_eq!(count.solutions, expected, "n = {n} on {threads} threads");
            start.elapsed().as_secs_f64()
        };
        let pairs: Vec<[f64; 2]> = (0..PAIRS).map(|_| [1, 2].map(seconds)).collect();
        let best = pairs.into_iter().max_by(|a, b| (a[0] / a[1]).total_cmp(&(b[0] / b[1])));
        if let Some([one, two]) = best {
            println!("{n:>4} {one:>10.3} s {two:>10.3} s {:>8.2}", one / two);
        }
    }
}
