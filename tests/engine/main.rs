//! The engine from outside: observers, propagators of a user's own, limits, errors, size.

mod errors;
mod limits;
mod observers;
mod propagators;
mod scale;

use bezzel::*;

const MODES: [Propagation; 4] =
    [Propagation::Backtracking, Propagation::ForwardChecking, Propagation::Fixpoint, Propagation::ArcConsistency];

/// Results can be unwrapped either way, and what is printed is short.
#[test]
fn everything_can_be_printed() {
    let mut model = Model::new();
    let x = model.variables(2, 1..=3).unwrap();
    model.post(all_different(&x)).unwrap().label("different").unwrap();
    model.post(x[0].at_most(x[1]).or(predicate(&x, |values| values[0] == 3))).unwrap();
    assert_eq!(format!("{model:?}"), "Model { variables: 2, constraints: 2, labels: [\"different\"], .. }");
    let either = x[0].at_most(x[1]).or(x[0].equals(3));
    assert_eq!(format!("{either:?}"), "AnyOf([linear_at_most[x0, -x1], linear_equal[x0, -3]])");
    let mut solver = model.solver();
    assert!(solver.solve().solution().is_some());
    assert!(format!("{solver:?}").contains("solutions: 1"), "{solver:?}");
    assert!(model.post(all_different([x[0] + Value::MAX])).unwrap_err().to_string().contains("all_different"));
}

/// What may move to another thread and stay there.
#[test]
fn solvers_move_between_threads() {
    fn is_send<T: Send + 'static>() {}
    fn is_shared<T: Send + Sync + 'static>() {}
    is_send::<Solver>();
    is_send::<IntoSolutions>();
    is_shared::<Model>();
    is_shared::<Compiled>();
    is_shared::<Canceller>();
    is_shared::<Solution>();
    is_shared::<Literal>();
    is_shared::<View>();
    is_shared::<ModelError>();

    let (model, queens) = models::nqueens(6).unwrap();
    let mut solutions = model.solver().into_solutions();
    drop(model);
    let first = solutions.next().unwrap();
    let rest = std::thread::spawn(move || {
        let rest: Vec<Solution> = solutions.by_ref().collect();
        assert_eq!(solutions.solver().outcome(), Outcome::Complete);
        rest
    });
    assert_eq!(first.values(&queens), [1, 3, 5, 0, 2, 4]);
    assert_eq!(rest.join().unwrap().len(), 3);
}
