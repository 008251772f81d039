//! One placement of queens by `solve()`: how many values it tries, whatever the order of the rows and the names of the
//! columns. `benches/first_solution.rs` does it for every size.

mod boards;
mod hard;

use bezzel::models::{graph_colouring, nqueens, sudoku};
use bezzel::{Answer, Model, Solver, Uniqueness, VALUE_LIMIT, ValueOrder, all_different};
use boards::{Formulation, MOST, SEEDS, as_modelled, elements, mirrored, own_constraint, tables, tried};

fn check(sizes: impl IntoIterator<Item = usize>, formulation: Formulation) {
    for n in sizes {
        for seed in SEEDS {
            let tried = tried(n, seed, formulation);
            assert!(tried <= MOST, "{n} queens, seed {seed}: {tried:.1} n values");
        }
    }
}

fn some_sizes(largest: usize) -> impl Iterator<Item = usize> {
    (4..=20).chain([23, 28, 32, 33, 37, 46, 64, 65, 71, 80, 101, 150]).take_while(move |&n| n <= largest)
}

#[test]
fn rows_in_order() {
    check(some_sizes(150), as_modelled);
}

#[test]
fn rows_shuffled_and_columns_mirrored() {
    check(some_sizes(150), mirrored);
}

#[test]
fn columns_relabelled_by_tables() {
    check(some_sizes(23), tables);
}

#[test]
fn columns_relabelled_by_a_constraint_of_ones_own() {
    check(some_sizes(101), own_constraint);
}

#[test]
fn columns_relabelled_by_elements() {
    check(some_sizes(20), elements);
}

/// Where pairwise conflicts are few, restarts wait, as they would cost more than what they save; so they do for a proof.
#[test]
fn patience_where_a_failure_costs_little() {
    let (sparse, _) = sudoku(&hard::SUDOKU.parse().unwrap()).unwrap();
    let (dense, _) = nqueens(41).unwrap();
    for (model, name) in [(sparse, "sparse"), (dense, "dense")] {
        let one = tried_by(&model, |solver| solver.count_up_to(1));
        assert!(one.1 > 50, "{name} needs no restart: {one:?}");
        assert_eq!(tried_by(&model, Solver::solve) == one, name == "sparse", "{name}: {one:?}");
        assert_eq!(tried_by(&model, Solver::unique), tried_by(&model, |solver| solver.count_up_to(2)), "{name}");
    }
}

/// Levels that are trailed get no more patience, whatever the model could have been searched on; the proof is then made
/// in a run among restarts.
#[test]
fn no_patience_under_a_projection() {
    let (model, cells) = sudoku(&hard::SUDOKU.parse().unwrap()).unwrap();
    let mut solver = model.solver();
    solver.project(&cells).unwrap();
    assert_eq!(solver.count_up_to(2).solutions, 1);
    let plain = solver.statistics();
    assert!(plain.failures > 50, "it needs no restart: {plain:?}");
    let only = model.solver().solve().solution().unwrap();
    assert_eq!(solver.unique(), Uniqueness::Unique(only));
    assert_ne!(solver.statistics().nodes, plain.nodes, "no restart");
}

/// Among restarts, too, a variable may be as wide as there is.
#[test]
fn restarts_beside_the_widest_domains() {
    let (mut model, _) = nqueens(200).unwrap();
    let widest = model.variables(3, -VALUE_LIMIT..=VALUE_LIMIT).unwrap();
    model.post(all_different(&widest)).unwrap();
    let mut solver = model.solver();
    let Answer::Solution(solution) = solver.solve() else { panic!("no solution") };
    assert!(solver.statistics().failures >= 50, "no restart: {:?}", solver.statistics());
    let values = solution.values(&widest);
    assert!(values.iter().all(|value| (-VALUE_LIMIT..=VALUE_LIMIT).contains(value)), "{values:?}");
}

/// A value order that was chosen is kept: no restarts with values of their own.
#[test]
fn no_restarts_under_a_value_order() {
    let (model, _) = nqueens(41).unwrap();
    let largest = |solver: Solver| solver.with_values(ValueOrder::Largest);
    let mut counting = largest(model.solver());
    counting.count_up_to(1);
    let mut solving = largest(model.solver());
    assert!(solving.solve().solution().is_some());
    assert!(counting.statistics().failures > 50);
    assert_eq!(solving.statistics(), counting.statistics());
}

/// One pigeon too many beside variables without a conflict: the proof outlasts all patience, and a last run makes it.
#[test]
fn a_proof_among_restarts() {
    let (model, _) = graph_colouring(40, &hard::pigeons(), 7).unwrap();
    let mut solver = model.solver();
    for _ in 0..2 {
        assert_eq!(solver.solve(), Answer::Unsatisfiable);
        assert!(solver.statistics().failures > 2_400, "{:?}", solver.statistics());
    }
    assert_eq!(solver.unique(), Uniqueness::Unsatisfiable);
}

/// Nodes and failures of a search.
fn tried_by<T>(model: &Model, ask: impl Fn(&mut Solver) -> T) -> (u64, u64) {
    let mut solver = model.solver();
    let _ = ask(&mut solver);
    (solver.statistics().nodes, solver.statistics().failures)
}

/// The same seed gives the same placement after as many values.
#[test]
fn deterministic_by_seed() {
    let solve = |n: usize, seed: u64| {
        let (model, queens) = nqueens(n).unwrap();
        let mut solver = model.solver().with_seed(seed);
        let found = solver.solve().solution().unwrap().values(&queens);
        assert_eq!(solver.solve().solution().unwrap().values(&queens), found, "the same solver once more");
        (found, solver.statistics())
    };
    for n in [12, 37, 110] {
        assert_eq!(solve(n, 1), solve(n, 1));
        assert_ne!(solve(n, 1).0, solve(n, 2).0, "n = {n} needs no restart: take another");
    }
}
