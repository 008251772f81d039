//! Large models on a small stack.

use super::*;

const COUNT: usize = 100_000;

fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap().join().unwrap();
}

#[test]
fn a_chain_of_disequalities() {
    on_a_small_stack(|| {
        let mut model = Model::new();
        let x = model.variables(COUNT, 0..=1).unwrap();
        for pair in x.windows(2) {
            model.post(not_equal(pair[0], pair[1])).unwrap();
        }
        let mut solver = model.solver();
        let found: Vec<(Value, Value, Value)> =
            solver.solutions().map(|s| (s[x[0]], s[x[1]], s[x[COUNT - 1]])).collect();
        assert_eq!(found, [(0, 1, 1), (1, 0, 0)]);
        assert_eq!(solver.statistics().nodes, 2);
    });
}

#[test]
fn a_chain_of_sums() {
    on_a_small_stack(|| {
        let mut model = Model::new();
        let x = model.variables(COUNT, 0..=3).unwrap();
        for pair in x.windows(2) {
            model.post(sum([pair[0].view(), -pair[1]]).equals(0)).unwrap();
        }
        let mut solver = model.solver();
        let found: Vec<(Value, Value)> = solver.solutions().map(|s| (s[x[0]], s[x[COUNT - 1]])).collect();
        assert_eq!(found, [(0, 0), (1, 1), (2, 2), (3, 3)]);
    });
}

/// One decision a variable: the depth of search is not the depth of the stack.
#[test]
fn a_deep_search() {
    on_a_small_stack(|| {
        let mut model = Model::new();
        let x = model.variables(COUNT, 0..=1).unwrap();
        model.post(predicate([x[0], x[COUNT - 1], x[7]], |v| v[0] + v[1] + v[2] > 0)).unwrap();
        for order in [VariableOrder::Input, VariableOrder::FirstFail] {
            let mut solver = model.solver().with_order(order);
            let first: Vec<Solution> = solver.solutions().take(2).collect();
            assert_eq!(first[0].all().iter().sum::<i64>(), 1);
            assert!(solver.statistics().depth > 99_000);
        }
    });
}

#[test]
fn thousand_queens_on_a_small_stack() {
    on_a_small_stack(|| {
        let (model, queens) = models::nqueens(1000).unwrap();
        let mut solver = model.solver().with_order(VariableOrder::FirstFail);
        let board = solver.solutions().next().unwrap().values(&queens);
        let mut seen = std::collections::HashSet::new();
        for (row, &q) in (0..).zip(&board) {
            assert!(seen.insert((0, q)) && seen.insert((1, q - row)) && seen.insert((2, q + row)));
        }
        assert_eq!(solver.statistics().failures, 2);
    });
}

/// Domains of a billion values, in constraints of both tiers.
#[test]
fn wide_domains_cost_nothing_for_their_width() {
    let mut model = Model::new();
    let x = model.variables(3, 0..=1_000_000_000).unwrap();
    model.post(all_different(&x)).unwrap();
    model.post(sum(&x).equals(3)).unwrap();
    let mut solver = model.solver();
    let found: Vec<Vec<Value>> = solver.solutions().map(|s| s.values(&x)).collect();
    assert_eq!(found, [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]);
    assert_eq!(solver.count().solutions, 6);
}
