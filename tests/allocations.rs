//! `advance()` allocates nothing once the search is under way, and a solver has the room of the searches before.
//!
//! The models are of constraints whose `holds` allocates nothing either, as debug builds check every solution.

use bezzel::*;

/// Allocations from the first solution to the end, by a solver that has run the search once before.
fn allocations(mut solver: Solver, expected: u64) -> u64 {
    let rest = |solver: &mut Solver| {
        let mut found = 1;
        while let Some(solution) = solver.advance() {
            found += 1;
            std::hint::black_box(solution.all());
        }
        assert_eq!(found, expected);
    };
    assert!(solver.advance().is_some());
    rest(&mut solver);
    solver.restart();
    assert!(solver.advance().is_some());
    allocation_counter::measure(|| rest(&mut solver)).count_total
}

/// Queens as pairs that must differ.
fn queens(n: usize) -> Model {
    let mut model = Model::new();
    let queens = model.variables(n, 0..n).unwrap();
    for (row, &a) in queens.iter().enumerate() {
        for (below, &b) in queens.iter().enumerate().skip(row + 1) {
            for step in [-1, 0, 1] {
                model.post(not_equal(a + step * row as i64, b + step * below as i64)).unwrap();
            }
        }
    }
    model
}

#[test]
fn waves_allocate_nothing() {
    assert_eq!(allocations(queens(8).solver(), 92), 0);
    assert_eq!(allocations(queens(10).solver(), 724), 0);
}

#[test]
fn copied_levels_allocate_nothing() {
    assert_eq!(allocations(queens(8).solver().with_order(VariableOrder::Input), 92), 0);
    let mut model = Model::new();
    let x = model.variables(6, 0..3).unwrap();
    for pair in x.windows(2) {
        model.post(not_equal(pair[0], pair[1])).unwrap();
    }
    assert_eq!(allocations(model.solver(), 96), 0);
}

#[test]
fn trailed_levels_allocate_nothing() {
    let mut model = Model::new();
    let x = model.variables(4, 0..10).unwrap();
    model.post((x[0] + x[1] + x[2]).equals(x[3])).unwrap();
    model.post(x[0].less_than(x[1])).unwrap();
    let solutions = model.solver().count().solutions;
    assert_eq!(allocations(model.solver(), solutions), 0);
}
