//! The engine from outside: observers, propagators of a user's own, limits, errors, size.

mod errors;
mod limits;
mod observers;
mod propagators;
mod scale;

use bezzel::*;

const MODES: [Propagation; 4] =
    [Propagation::Backtracking, Propagation::ForwardChecking, Propagation::Fixpoint, Propagation::ArcConsistency];

/// Prints the domains at each fixpoint, then that of one variable.
struct Domains(Var, Vec<String>);

impl Observer for Domains {
    fn event(&mut self, event: Event<'_>) {
        if let Event::Fixpoint { store, .. } = event {
            self.1.push(format!("{store:?}, of which {:?}", store.domain(self.0)));
        }
    }
}

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

    let unused = format!("Solver {{ outcome: Running, statistics: {:?}, .. }}", Statistics::default());
    let mut solver = model.solver();
    assert_eq!(format!("{solver:?}"), unused);
    assert_eq!(format!("{:?}", solver.solutions()), format!("Solutions({unused})"));
    let mut improvements = solver.minimize(x[0]).unwrap();
    assert_eq!(format!("{improvements:?}"), format!("Improvements {{ solver: {unused}, best: None, .. }}"));
    assert!(improvements.next().is_some());
    assert!(format!("{improvements:?}").ends_with("best: Some(1), .. }"), "{improvements:?}");
    let in_turn = sequence([branch_on(&x[..1]), branch_on(&x[1..])]);
    assert_eq!(format!("{in_turn:?}"), "Sequence { branchings: 2, .. }");
    let mut solver = model.solver().with_observer(Domains(x[1], vec![]));
    assert!(solver.solve().solution().is_some());
    assert_eq!(solver.observer().1[0], "[3 of 1..=3, 3 of 1..=3], of which 3 of 1..=3");
    assert_eq!(solver.observer().1[1], "[1 of 1..=1, 2 of 2..=3], of which 2 of 2..=3");

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
