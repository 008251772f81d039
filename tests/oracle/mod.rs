//! The oracle: the harness that every constraint goes through.
//!
//! A [`Problem`](problem::Problem) says what is meant without the library: domains, and relations as closures. [`check_problem`] compares
//! what solvers find with brute force under all modes, orders, branchings of chance, packed and trailed levels, and with
//! a [`Watch`](watch::Watch) at every node; then it uses solvers again after early exits, assumptions and limits.
//! [`check`] draws problems for one constraint: every wrap of every argument, repeated variables, every form of domain.

#![allow(dead_code, reason = "each test file uses a part")]

pub mod functions;
pub mod generate;
pub mod lists;
pub mod pool;
pub mod problem;
pub mod questions;
pub mod random;
pub mod run;
pub mod search_orders;
pub mod watch;

pub use generate::{Arguments, arguments};
pub use pool::Entry;
pub use random::Random;
pub use run::{Effort, check_problem};

/// Checks a constraint on some hundred problems that hold it alone.
pub fn check(entry: &Entry) {
    let mut random = Random::named(entry.name);
    for arity in entry.arity.clone() {
        for Arguments { mut problem, terms } in arguments(arity, &mut random) {
            let kind = (entry.draw)(&mut random, &problem.images(&terms));
            if random.one_in(4) {
                problem.assumptions.extend(problem.draw_assumption(&mut random));
            }
            check_problem(&problem.post(kind, terms), Effort::Thorough, &mut random);
        }
    }
}
