//! What an observer is told.

use std::fmt::Write;

use bezzel::models::nqueens;

use super::*;

/// Never called: `ON` is false.
struct Deaf;

impl Observer for Deaf {
    const ON: bool = false;
    const REASONS: bool = true;
    fn event(&mut self, _: Event<'_>) {
        panic!("an observer that is off was called");
    }
}

#[test]
fn an_observer_that_is_off_is_never_called() {
    for mode in MODES {
        let mut solver = nqueens(6).unwrap().0.solver().with_propagation(mode).with_observer(Deaf);
        assert_eq!(solver.solutions().count(), 4);
        assert_eq!(solver.count().solutions, 4);
        assert!(solver.solve().solution().is_some());
    }
    let mut model = Model::new();
    let x = model.variables(3, 0..=9).unwrap();
    model.post(sum(&x).equals(3)).unwrap();
    assert_eq!(model.solver().with_observer(Deaf).count().solutions, 10);
}

/// Every event as a line.
#[derive(Default)]
struct Story(String);

impl Observer for Story {
    const REASONS: bool = true;
    fn event(&mut self, event: Event<'_>) {
        let story = &mut self.0;
        match event {
            Event::Start => write!(story, "start"),
            Event::Decide { depth, literal } => write!(story, "decide {literal:?} at depth {depth}"),
            Event::Check { constraint, holds } => write!(story, "  check constraint {}: {holds}", constraint.index()),
            Event::Removed { removal: Removal { variable, low, high, cause }, index, reasons } => {
                let by = match cause {
                    Cause::Constraint(constraint) => format!("constraint {}", constraint.index()),
                    cause => format!("{cause:?}"),
                };
                write!(story, "  {index}: {variable:?} loses {low}..={high} by {by}, because of {reasons:?}")
            }
            Event::Wipeout { variable, cause } => write!(story, "  wipeout of {variable:?} by {cause:?}"),
            Event::Fixpoint { depth, store } => {
                let open = store.first_open();
                write!(story, "  fixpoint at depth {depth}, first open {open:?}")
            }
            Event::Failure { depth } => write!(story, "  failure at depth {depth}"),
            Event::Solution { number, values } => write!(story, "solution {number}: {values:?}"),
            Event::Backtrack { depth } => write!(story, "back to depth {depth}"),
            _ => write!(story, "something new"),
        }
        .unwrap();
        story.push('\n');
    }
}

fn story(model: &Model, mode: Propagation) -> String {
    let mut solver = model.solver().with_propagation(mode).with_observer(Story::default());
    let first = (solver.solutions().for_each(drop), std::mem::take(&mut solver.observer_mut().0)).1;
    solver.solutions().for_each(drop);
    assert_eq!(solver.observer().0, first, "the same again");
    first
}

#[test]
fn four_queens_by_forward_checking() {
    insta::assert_snapshot!(story(&nqueens(4).unwrap().0, Propagation::ForwardChecking));
}

#[test]
fn three_queens_by_backtracking() {
    insta::assert_snapshot!(story(&nqueens(3).unwrap().0, Propagation::Backtracking));
}

#[test]
fn a_sum_by_fixpoint() {
    let mut model = Model::new();
    let x = model.variables(2, 0..=2).unwrap();
    model.post(sum(&x).equals(1)).unwrap();
    model.post(not_equal(x[0], 1)).unwrap();
    insta::assert_snapshot!(story(&model, Propagation::Fixpoint));
}

/// The cause of a removal is a constraint of the model, the first posted that forbids the pair.
#[test]
fn causes_are_the_first_posted() {
    struct Causes(Vec<usize>);
    impl Observer for Causes {
        fn event(&mut self, event: Event<'_>) {
            if let Event::Removed { removal: Removal { cause: Cause::Constraint(constraint), .. }, .. } = event {
                self.0.push(constraint.index());
            }
        }
    }
    let mut model = Model::new();
    let (x, y) = (model.variable(0..=1).unwrap(), model.variable(0..=1).unwrap());
    model.post(table([x, y], [[0, 0], [0, 1], [1, 0], [1, 1]])).unwrap();
    let first = model.post(not_equal(x, y)).unwrap().label("first").unwrap();
    model.post(not_equal(x, y)).unwrap();
    let mut solver = model.solver().with_observer(Causes(vec![]));
    solver.solutions().for_each(drop);
    assert_eq!(solver.observer().0, [first.index(); 2]);
    assert_eq!(model.label(first), Some("first"));
}

/// A wipeout names the variable that was emptied, and what took its last value.
#[test]
fn a_wipeout_names_its_cause() {
    #[derive(Default)]
    struct Wipeouts {
        last: Option<Removal>,
        seen: usize,
    }
    impl Observer for Wipeouts {
        fn event(&mut self, event: Event<'_>) {
            match event {
                Event::Removed { removal, .. } => self.last = Some(removal),
                Event::Wipeout { variable: Some(variable), cause } => {
                    let last = self.last.unwrap();
                    assert_eq!((variable, cause), (last.variable, last.cause));
                    self.seen += 1;
                }
                _ => {}
            }
        }
    }
    let mut sums = Model::new();
    let x = sums.variables(3, 0..=4).unwrap();
    sums.post(table([x[0], x[1], x[2]], [[0, 1, 2], [1, 4, 0], [2, 2, 2], [4, 0, 4]])).unwrap();
    sums.post(predicate([x[0], x[2]], |v| v[0] < v[1])).unwrap();
    for model in [nqueens(6).unwrap().0, sums] {
        for mode in [Propagation::ForwardChecking, Propagation::Fixpoint] {
            let mut solver = model.solver().with_propagation(mode).with_observer(Wipeouts::default());
            solver.solutions().for_each(drop);
            assert!(mode == Propagation::Fixpoint || solver.observer().seen > 0);
        }
    }
}
