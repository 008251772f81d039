//! Defects that users of comparable tools reported, restated with the right answer: one test a case, named after it.
//! Each case's source is in its comment, as repository and issue number or as an address.
//!
//! The numbers are those of a longer list and have gaps: among what is left out are cases of text formats and command
//! lines, which a library does not have.

mod a_domains;
mod b_all_different;
mod c_linear;
mod d_arithmetic;
mod e_element;
mod f_tables;
mod g_counting_order_logic;
mod h_enumeration;
mod p_puzzles;
mod q_queens;
mod s_sudoku;

use std::sync::Arc;

use bezzel::*;

const MODES: [Propagation; 4] =
    [Propagation::Backtracking, Propagation::ForwardChecking, Propagation::Fixpoint, Propagation::ArcConsistency];

/// All solutions, in every mode the same list; sorted, so that a repeat shows.
fn answers(model: &Model) -> Vec<Vec<Value>> {
    let lists = MODES.map(|mode| {
        let mut solver = model.solver().with_propagation(mode);
        let found: Vec<Vec<Value>> = solver.solutions().map(|s| s.all().to_vec()).collect();
        assert_eq!(solver.outcome(), Outcome::Complete);
        assert_eq!(solver.count(), Count { solutions: found.len() as u64, outcome: Outcome::Complete });
        assert_eq!(solver.solve().solution().is_some(), !found.is_empty());
        found
    });
    for (list, mode) in lists.iter().zip(MODES) {
        assert!(list.is_sorted_by(|a, b| a < b), "{mode:?}: {list:?}");
        assert_eq!(list, &lists[0], "{mode:?}");
    }
    lists[0].clone()
}

/// The same as values of the first so many variables, still without a repeat: these settle the helpers after them.
fn answers_of_first(model: &Model, variables: usize) -> Vec<Vec<Value>> {
    let found: Vec<Vec<Value>> = answers(model).iter().map(|all| all[..variables].to_vec()).collect();
    assert!(found.is_sorted_by(|a, b| a < b), "{found:?}");
    found
}

fn number(model: &Model) -> usize {
    answers(model).len()
}

#[track_caller]
fn optimal(optimum: Optimum) -> Solution {
    match optimum {
        Optimum::Optimal(solution) => solution,
        other => panic!("not proved optimal: {other:?}"),
    }
}

/// A model with these variables.
fn over<const N: usize>(domains: [ValueSet; N]) -> (Model, [Var; N]) {
    let mut model = Model::new();
    let variables = domains.map(|domain| model.variable(domain).unwrap());
    (model, variables)
}

/// N variables with one domain.
fn same<const N: usize>(domain: impl Into<ValueSet>) -> (Model, [Var; N]) {
    let domain = domain.into();
    over(std::array::from_fn(|_| domain.clone()))
}

/// The model with a constraint in each of its formulations.
fn each_way<const N: usize>(model: &Model, formulations: [Arc<dyn Constraint>; N]) -> [Model; N] {
    formulations.map(|formulation| {
        let mut model = model.clone();
        model.post(formulation).unwrap();
        model
    })
}
