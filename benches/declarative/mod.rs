//! The same problems as declarative models: the ways in which a user gets all solutions of one.

use bezzel::{Compiled, Model, ModelError, Value, Var, VariableOrder};
use std::hint::black_box;

/// Compiles one of the library's ready models.
pub fn compiled(built: Result<(Model, Vec<Var>), ModelError>) -> (Compiled, Vec<Var>) {
    let (model, variables) = built.expect("a valid model");
    (model.compile(), variables)
}

/// Counts without looking at a solution.
pub fn count((compiled, _): &(Compiled, Vec<Var>)) -> u64 {
    compiled.solver().count().solutions
}

/// Counts without symmetries: a limit, however great, leaves them aside.
pub fn count_plainly((compiled, _): &(Compiled, Vec<Var>)) -> u64 {
    compiled.solver().with_node_limit(u64::MAX - 1).count().solutions
}

/// Counts by depth-first search, as it is done where the order of the search is chosen.
pub fn count_depth_first((compiled, _): &(Compiled, Vec<Var>)) -> u64 {
    compiled.solver().with_order(VariableOrder::Input).count().solutions
}

/// Reads every value of every solution as it is found, without a copy.
pub fn advance((compiled, variables): &(Compiled, Vec<Var>)) -> u64 {
    let mut solver = compiled.solver();
    let (mut found, mut sum) = (0, 0);
    while let Some(solution) = solver.advance() {
        found += 1;
        sum += variables.iter().map(|&x| solution[x]).sum::<Value>();
    }
    black_box(sum);
    found
}

/// Reads every solution as a slice as it is found.
pub fn advance_by_slice((compiled, _): &(Compiled, Vec<Var>)) -> u64 {
    let mut solver = compiled.solver();
    let (mut found, mut sum) = (0, 0);
    while let Some(solution) = solver.advance() {
        found += 1;
        sum += solution.all().iter().sum::<Value>();
    }
    black_box(sum);
    found
}

/// Reads every value of every solution that the iterator hands out.
pub fn solutions((compiled, variables): &(Compiled, Vec<Var>)) -> u64 {
    let mut solver = compiled.solver();
    let (mut found, mut sum) = (0, 0);
    for solution in solver.solutions() {
        found += 1;
        sum += variables.iter().map(|&x| solution[x]).sum::<Value>();
    }
    black_box(sum);
    found
}
