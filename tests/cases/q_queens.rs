//! N-Queens.

use bezzel::models::nqueens;

use super::*;

fn assert_board(queens: &[Value]) {
    for (r, &q) in queens.iter().enumerate() {
        assert!((0..queens.len() as Value).contains(&q));
        for (s, &p) in queens.iter().enumerate().skip(r + 1) {
            assert!(q != p && q.abs_diff(p) != (s - r) as u64, "rows {r} and {s}");
        }
    }
}

/// ritikbanger/Hacktoberfest2022-DSA PR #154; playcodearena.com/problems/n-queens: n = 1 has a board, n = 0 the empty one.
#[test]
fn q01_counts_of_small_boards() {
    let counts = [1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724];
    for (n, count) in counts.into_iter().enumerate().chain([(12, 14_200)]) {
        assert_eq!(nqueens(n).unwrap().0.solver().count().solutions, count, "n = {n}");
    }
    assert_eq!(answers(&nqueens(0).unwrap().0), [[]; 1]);
    assert_eq!(answers(&nqueens(1).unwrap().0), [[0]]);
}

/// SolverForge/solverforge #1; coin-or/python-mip #344, PR #350: each diagonal direction counts.
#[test]
fn q02_a_diagonal_is_missing() {
    for (n, counts) in [(4, [24, 7, 2]), (8, [40_320, 2_113, 92])] {
        let mut model = Model::new();
        let queens = model.variables(n, 0..n).unwrap();
        model.post(all_different(&queens)).unwrap();
        let mut found = vec![model.solver().count().solutions];
        model.post(all_different(queens.iter().enumerate().map(|(row, &q)| q - row))).unwrap();
        found.push(model.solver().count().solutions);
        model.post(all_different(queens.iter().enumerate().map(|(row, &q)| q + row))).unwrap();
        found.push(model.solver().count().solutions);
        assert_eq!(found, counts);
    }
}

/// skx/slisp PR #140; apache/storm #7301, #7278: the depth of search is not the depth of the stack.
#[test]
fn q03_search_depth() {
    let search = || {
        for n in [200, 1000] {
            let (model, queens) = nqueens(n).unwrap();
            let mut solver = model.solver().with_order(VariableOrder::FirstFail);
            assert_board(&solver.solutions().next().unwrap().values(&queens));
        }
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(search).unwrap().join().unwrap();
}

/// yangeorget/nucs #82: one board of moderate size, with nothing chosen and by first-fail.
#[test]
fn q06_first_solution_for_larger_boards() {
    for n in [50, 100, 200] {
        let (model, queens) = nqueens(n).unwrap();
        assert_board(&model.solver().solve().solution().unwrap().values(&queens));
        let mut solver = model.solver().with_order(VariableOrder::FirstFail);
        assert_board(&solver.advance().unwrap().values(&queens));
    }
}
