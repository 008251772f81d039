//! How many values `solve()` tries for one placement of queens, for every size, by five seeds, in each formulation of
//! `tests/boards`.
//!
//! `cargo bench --bench first_solution` does all of it and takes hours; arguments choose formulations by a part of their
//! name, and sizes: `cargo bench --bench first_solution -- own 4..=1000 2000`.

#[path = "../tests/boards/mod.rs"]
mod boards;

use std::process::exit;
use std::time::Instant;

use boards::{Formulation, MOST, SEEDS};

/// A name, the formulation, and the sizes that it is run for when none are given: forbidden pairs and `element` take
/// memory and time by the cube of the size.
const FORMULATIONS: [(&str, Formulation, usize); 5] = [
    ("in-order", boards::as_modelled, 1_000),
    ("shuffled-mirrored", boards::mirrored, 1_000),
    ("own-constraint", boards::own_constraint, 1_000),
    ("tables", boards::tables, 100),
    ("elements", boards::elements, 100),
];
const BEYOND: [usize; 3] = [2_000, 5_000, 10_000];

fn main() {
    let (mut names, mut sizes) = (Vec::new(), Vec::new());
    // Cargo passes `--bench` to every benchmark
    for argument in std::env::args().skip(1).filter(|argument| argument != "--bench") {
        match sizes_in(&argument) {
            Some(more) => sizes.extend(more),
            None if FORMULATIONS.iter().any(|(name, ..)| name.contains(&argument)) => names.push(argument),
            None => {
                eprintln!(
                    "first_solution: `{argument}` is neither sizes such as 8 or 4..=1000 nor a part of a formulation's name"
                );
                exit(2);
            }
        }
    }
    println!("{:<18} {:>4} {:>16} {:>8} {:>10} {:>9}", "", "seed", "sizes", "most", "at size", "time");
    let mut missed = false;
    for (name, formulation, largest) in FORMULATIONS {
        if !names.is_empty() && !names.iter().any(|part| name.contains(part.as_str())) {
            continue;
        }
        let beyond = BEYOND.into_iter().filter(|_| largest == 1_000);
        let sizes = if sizes.is_empty() { (4..=largest).chain(beyond).collect() } else { sizes.clone() };
        for seed in SEEDS {
            missed |= !run(name, formulation, &sizes, seed);
        }
    }
    exit(i32::from(missed));
}

/// The sizes of an argument such as `8` or `4..=1000`.
fn sizes_in(argument: &str) -> Option<Vec<usize>> {
    let (first, last) = argument.split_once("..=").unwrap_or((argument, argument));
    let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
    (first >= 4).then(|| (first..=last).collect())
}

/// Prints the greatest number of values for each variable; false if some board took too many.
fn run(name: &str, formulation: Formulation, sizes: &[usize], seed: u64) -> bool {
    let start = Instant::now();
    let (mut most, mut at) = (0.0, 0);
    for &n in sizes {
        let tried = boards::tried(n, seed, formulation);
        if tried > MOST {
            println!("{name:<18} {seed:>4} {n:>16} {tried:>8.2} MISS");
        }
        if tried > most {
            (most, at) = (tried, n);
        }
    }
    let range = match sizes {
        [only] => only.to_string(),
        _ => format!("{} to {}", sizes.iter().min().unwrap_or(&0), sizes.iter().max().unwrap_or(&0)),
    };
    let seconds = start.elapsed().as_secs_f64();
    println!("{name:<18} {seed:>4} {range:>16} {most:>8.2} {at:>10} {seconds:>7.1} s");
    most <= MOST
}
