//! How many values `solve()` tries for one placement of queens, for every size, by five seeds, in each formulation of
//! `tests/boards`.
//!
//! `cargo bench --bench first_solution` does it for the sizes up to 60, `cargo bench --bench first_solution -- all` for
//! every size of the promise, which takes half an hour or more; other arguments choose formulations by a part of their name, and sizes:
//! `cargo bench --bench first_solution -- own 4..=1000 2000`.

#[path = "../tests/boards/mod.rs"]
mod boards;

use std::process::exit;
use std::time::Instant;

use boards::{Formulation, MOST, SEEDS};

/// A name, the formulation, and how far `all` goes: forbidden pairs and `element` take memory and time by the cube of the
/// size.
const FORMULATIONS: [(&str, Formulation, usize); 5] = [
    ("in-order", boards::as_modelled, 1_000),
    ("shuffled-mirrored", boards::mirrored, 1_000),
    ("own-constraint", boards::own_constraint, 1_000),
    ("tables", boards::tables, 100),
    ("elements", boards::elements, 300),
];
const FIRST: usize = 4;
const BY_DEFAULT: usize = 60;
const BEYOND: [usize; 3] = [2_000, 5_000, 10_000];

fn main() {
    let (mut names, mut sizes, mut all) = (Vec::new(), Vec::new(), false);
    // Cargo passes `--bench` to every benchmark
    for argument in std::env::args().skip(1).filter(|argument| argument != "--bench") {
        match sizes_in(&argument) {
            _ if argument == "all" => all = true,
            Some(more) => sizes.extend(more),
            None if FORMULATIONS.iter().any(|(name, ..)| name.contains(&argument)) => names.push(argument),
            None => {
                let names = FORMULATIONS.map(|(name, ..)| name).join(", ");
                eprintln!(
                    "first_solution: `{argument}` is neither `all`, sizes such as 8 or 4..=1000, nor a part of: {names}"
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
        let sizes = match &sizes[..] {
            [] if all => (FIRST..=largest).chain(beyond).collect(),
            [] => (FIRST..=BY_DEFAULT).collect(),
            chosen => chosen.to_vec(),
        };
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
    (FIRST <= first && first <= last).then(|| (first..=last).collect())
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
