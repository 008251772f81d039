//! The crate pumpkin-solver, which learns from conflicts.

use pumpkin_conflict_resolvers::resolvers::ResolutionResolver;
use pumpkin_solver::Solver;
use pumpkin_solver::core::branching::branchers::independent_variable_value_brancher::IndependentVariableValueBrancher;
use pumpkin_solver::core::branching::value_selection::InDomainMin;
use pumpkin_solver::core::branching::variable_selection::FirstFail;
use pumpkin_solver::core::results::ProblemSolution;
use pumpkin_solver::core::results::solution_iterator::IteratedSolution;
use pumpkin_solver::core::termination::Indefinite;
use pumpkin_solver::core::variables::{AffineView, DomainId, TransformableVariable};

use super::{Library, clues, read, units};
use crate::job::ENOUGH;

pub const LIBRARY: Library = Library {
    name: "Crate pumpkin-solver",
    variant: "first-fail",
    package: Some("pumpkin-solver"),
    queens: Some(queens),
    permutations: Some(permutations),
    sudoku: Some(sudoku),
};

fn queens(n: usize) -> u64 {
    let mut solver = Solver::default();
    let queens = variables(&mut solver, n);
    for sign in [0, 1, -1] {
        all_different(&mut solver, (0..).zip(&queens).map(|(row, queen)| queen.offset(sign * row)).collect());
    }
    count(solver, &queens, u64::MAX)
}

fn permutations(n: usize) -> u64 {
    let mut solver = Solver::default();
    let positions = variables(&mut solver, n);
    all_different(&mut solver, positions.iter().map(|position| position.offset(0)).collect());
    count(solver, &positions, u64::MAX)
}

fn sudoku(puzzle: &str) -> u64 {
    let mut solver = Solver::default();
    let cells: Vec<DomainId> = clues(puzzle)
        .map(|clue| match clue {
            Some(digit) => solver.new_bounded_integer(digit, digit),
            None => solver.new_bounded_integer(1, 9),
        })
        .collect();
    for unit in units() {
        all_different(&mut solver, unit.map(|cell| cells[cell].offset(0)).into());
    }
    count(solver, &cells, ENOUGH)
}

fn variables(solver: &mut Solver, n: usize) -> Vec<DomainId> {
    (0..n).map(|_| solver.new_bounded_integer(0, n as i32 - 1)).collect()
}

fn all_different(solver: &mut Solver, views: Vec<AffineView<DomainId>>) {
    let tag = solver.new_constraint_tag();
    // It does not say whether this is a contradiction; the search will.
    solver.add_constraint(pumpkin_constraints::all_different(views, tag)).post();
}

fn count(mut solver: Solver, variables: &[DomainId], most: u64) -> u64 {
    let mut brancher = IndependentVariableValueBrancher::new(FirstFail::new(variables), InDomainMin);
    let (mut termination, mut resolver) = (Indefinite, ResolutionResolver::default());
    let mut solutions = solver.get_solution_iterator(&mut brancher, &mut termination, &mut resolver);
    let mut found = 0;
    while found < most
        && let IteratedSolution::Solution(solution, ..) = solutions.next_solution()
    {
        read(variables.iter().map(|&variable| solution.get_integer_value(variable)));
        found += 1;
    }
    found
}
