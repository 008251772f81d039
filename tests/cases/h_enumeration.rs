//! Enumeration, limits, state, conflicts, threads.

use std::time::Duration;

use bezzel::models::{nqueens, permutations};

use super::*;

/// radevgit/selen #25; jix/varisat #166: all solutions, not only the first.
#[test]
fn h01_all_solutions_not_only_the_first() {
    let (mut model, [x, y]) = over([(1..=10).into(), (5..=15).into()]);
    model.post(predicate([x, y], |v| v[0] < v[1])).unwrap();
    model.post(sum([x, y]).equals(12)).unwrap();
    assert_eq!(answers(&model), [[1, 11], [2, 10], [3, 9], [4, 8], [5, 7]]);
}

/// python-constraint/python-constraint #61; google/or-tools #3532; chuffed/chuffed #218: a limit limits, and says so.
#[test]
fn h02_solution_limit() {
    let (model, _) = nqueens(8).unwrap();
    let stopped = Outcome::Stopped(StopReason::SolutionLimit);
    for mode in MODES {
        for (limit, found, outcome) in
            [(0, 0, stopped), (1, 1, stopped), (3, 3, stopped), (92, 92, stopped), (100, 92, Outcome::Complete)]
        {
            let mut solver = model.solver().with_propagation(mode).with_solution_limit(limit);
            let mut solutions: Vec<Solution> = solver.solutions().collect();
            assert_eq!(solver.outcome(), outcome, "{limit}, {mode:?}");
            solutions.dedup();
            assert_eq!(solutions.len(), found, "{limit}, {mode:?}");
            assert_eq!(solver.count(), Count { solutions: found as u64, outcome }, "{limit}, {mode:?}");
        }
    }
}

/// pysathq/pysat #81; chocoteam/choco-solver #1144; CPMpy/cpmpy #788: one solver, enumerated twice.
#[test]
fn h03_enumerate_twice() {
    for mode in MODES {
        let mut solver = nqueens(6).unwrap().0.solver().with_propagation(mode);
        let first: Vec<Solution> = solver.solutions().collect();
        let second: Vec<Solution> = solver.solutions().collect();
        assert_eq!((first.len(), &first), (4, &second), "{mode:?}");
        assert!(first.contains(&solver.solve().solution().unwrap()));
        assert_eq!(solver.count().solutions, 4);
    }
}

/// msoos/cryptominisat #427: counting under a condition leaves nothing behind.
#[test]
fn h04_count_under_a_temporary_condition() {
    for mode in MODES {
        let (mut model, [x, y]) = same(1..=3);
        model.post(not_equal(x, y)).unwrap();
        let mut solver = model.solver().with_propagation(mode);
        let (x1, y1) = (Literal::equal(x, 1), Literal::equal(y, 1));
        let counts = [&[][..], &[x1], &[x1, y1], &[]].map(|assumptions| {
            solver.assume(assumptions).unwrap();
            solver.count().solutions
        });
        assert_eq!(counts, [6, 2, 0, 6], "{mode:?}");
    }
}

/// google/or-tools #20, #2723, #1196; angr/claripy #41; angr/angr #7226: out of time is not "unsatisfiable".
#[test]
fn h06_time_limit() {
    let limit = Duration::from_millis(10);
    for mode in MODES {
        let mut solver = permutations(10).unwrap().0.solver().with_propagation(mode).with_time_limit(limit);
        let found = solver.solutions().count();
        assert_eq!(solver.outcome(), Outcome::Stopped(StopReason::TimeLimit), "{mode:?}");
        assert!(found < 3_628_800);
    }
    let (model, _) = nqueens(8).unwrap();
    let answer = model.solver().with_time_limit(Duration::ZERO).solve();
    assert_eq!(answer, Answer::Stopped(StopReason::TimeLimit));
}

/// google/or-tools #2310, #4430, #18; PyJobShop/PyJobShop #153: stopped from another thread, and used again.
#[test]
fn h08_cancel_from_another_thread() {
    let (model, queens) = nqueens(16).unwrap();
    let mut solver = model.solver();
    let canceller = solver.canceller();
    let stopper = std::thread::spawn({
        let canceller = canceller.clone();
        move || {
            std::thread::sleep(Duration::from_millis(100));
            canceller.cancel();
        }
    });
    let count = solver.count();
    stopper.join().unwrap();
    assert_eq!(count.outcome, Outcome::Stopped(StopReason::Cancelled));
    assert!(!count.is_complete());
    assert_eq!(solver.solve(), Answer::Stopped(StopReason::Cancelled), "until it is reset");
    canceller.reset();
    assert_eq!(solver.solve().solution().unwrap().values(&queens).len(), 16);
    assert!(model.solver().solutions().next().is_some(), "the model is as good as new");
}

/// chocoteam/pychoco #32; CPMpy/cpmpy #450: a constraint is added and the model solved again, without an optimum and
/// with one.
#[test]
fn h09_add_a_constraint_solve_again() {
    let (mut model, x) = same::<3>(0..=1);
    model.post(predicate(x, |v| v.contains(&1))).unwrap();
    assert_eq!(number(&model), 7);
    model.post(sum(x).at_least(2)).unwrap();
    assert_eq!(number(&model), 4);
    model.post(sum(x).at_most(2)).unwrap();
    assert_eq!(number(&model), 3);

    let (mut model, x) = same::<3>(0..=1);
    model.post(any_of(x.map(|x| Literal::equal(x, 1)))).unwrap();
    let total = model.define(sum(x)).unwrap();
    let least = |model: &Model| optimal(model.solver().minimize(total).unwrap().finish())[total];
    assert_eq!(least(&model), 1);
    model.post(total.at_least(2)).unwrap();
    assert_eq!(least(&model), 2);
    let mut solver = model.solver();
    solver.assume(&[Literal::equal(total, 2)]).unwrap();
    assert_eq!(solver.count().solutions, 3);
}

/// chocoteam/choco-solver #115, #549: both directions on one solver, without a reset.
#[test]
fn h10_maximize_then_minimize() {
    let (model, [v]) = same(0..=10);
    let mut solver = model.solver();
    for _ in 0..2 {
        assert_eq!(optimal(solver.maximize(v).unwrap().finish())[v], 10);
        assert_eq!(optimal(solver.minimize(v).unwrap().finish())[v], 0);
        assert_eq!(optimal(solver.maximize(v).unwrap().finish())[v], 10);
        assert_eq!(solver.count().solutions, 11);
    }
}

/// google/or-tools #2649, #5141, #2571: which sets of clauses are in conflict, asked by assumptions that guard them; and
/// the only minimal conflict, by labels.
#[test]
fn h11_unsatisfiable_core() {
    let is = |x: Var, value: Value| Literal::equal(x, value);
    for by_predicate in [true, false] {
        let (mut model, [a, b, i1, i2, i3, i4]) = same(0..=1);
        if by_predicate {
            model.post(predicate([i1, a, b], |v| v[0] == 0 || v[1] == 0 || v[2] == 1)).unwrap();
            model.post(predicate([i2, a, b], |v| v[0] == 0 || v[1] == 1 || v[2] == 1)).unwrap();
            model.post(predicate([i3, a, b], |v| v[0] == 0 || v[1] == 0 || v[2] == 0)).unwrap();
            model.post(predicate([i4, b], |v| v[0] == 0 || v[1] == 0)).unwrap();
        } else {
            model.post(any_of([is(a, 0), is(b, 1)]).implied_by(i1)).unwrap();
            model.post(any_of([is(a, 1), is(b, 1)]).implied_by(i2)).unwrap();
            model.post(any_of([is(b, 0), is(a, 0)]).implied_by(i3)).unwrap();
            model.post(is(b, 0).implied_by(i4)).unwrap();
        }
        let mut solver = model.solver();
        for set in 0u32..16 {
            let guards = [i1, i2, i3, i4].into_iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
            solver.assume(&guards.map(|(_, guard)| is(guard, 1)).collect::<Vec<_>>()).unwrap();
            let core = 0b1011; // i1, i2, i4
            assert_eq!(solver.solve() == Answer::Unsatisfiable, set & core == core, "{set:b}");
        }
    }

    let (mut model, [a, b]) = same(0..=1);
    model.post(any_of([is(a, 0), is(b, 1)])).unwrap().label("i1").unwrap();
    model.post(any_of([is(a, 1), is(b, 1)])).unwrap().label("i2").unwrap();
    model.post(any_of([is(b, 0), is(a, 0)])).unwrap().label("i3").unwrap();
    model.post(is(b, 0)).unwrap().label("i4").unwrap();
    let conflict = Why::Conflict(["i1", "i2", "i4"].map(String::from).to_vec());
    assert_eq!(model.minimal_conflict(|solver| solver), conflict);
    let stopped = model.minimal_conflict(|solver| solver.with_node_limit(0));
    assert!(matches!(stopped, Why::Stopped(StopReason::NodeLimit)) || stopped == conflict);
}

/// chocoteam/choco-solver #856, #1094; google/or-tools #1208, #1186: one compiled model in several threads at once.
#[test]
fn h14_solvers_side_by_side() {
    let compiled = nqueens(10).unwrap().0.compile();
    for threads in [1, 2, 8] {
        let found: Vec<Vec<Solution>> = std::thread::scope(|scope| {
            let handles: Vec<_> =
                (0..threads).map(|_| scope.spawn(|| compiled.solver().solutions().collect())).collect();
            handles.into_iter().map(|handle| handle.join().unwrap()).collect()
        });
        for list in found {
            assert_eq!(list.len(), 724);
            assert!(list.is_sorted_by(|a, b| a.all() < b.all()), "distinct and in order");
        }
    }
}
