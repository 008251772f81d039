//! The optimum, the bounds on the way to it, and what a search that is stopped may claim.

use super::*;

type ValueOf = dyn Fn(&[Value]) -> Value;

/// What is optimised.
struct Objective {
    view: View,
    value: Box<ValueOf>,
}

impl Objective {
    /// A variable, a view, a sum or a product; the last two through a helper.
    fn draw(case: &mut Case, random: &mut Random) -> Objective {
        let (a, b) = (random.below(case.variables.len()), random.below(case.variables.len()));
        let (x, y) = (case.variables[a], case.variables[b]);
        match random.below(4) {
            0 => Objective { view: x.view(), value: Box::new(move |v| v[a]) },
            1 => Objective { view: -3 * x + 2, value: Box::new(move |v| 2 - 3 * v[a]) },
            2 => Objective {
                view: case.model.define(2 * x - y).unwrap().view(),
                value: Box::new(move |v| 2 * v[a] - v[b]),
            },
            _ => Objective { view: case.model.define(x * y).unwrap() + 1, value: Box::new(move |v| v[a] * v[b] + 1) },
        }
    }

    fn best(&self, solutions: &[Vec<Value>], minimize: bool) -> Option<Value> {
        let values = solutions.iter().map(|v| (self.value)(v));
        if minimize { values.min() } else { values.max() }
    }
}

/// Whether `a` is at least as good as `b`.
fn as_good(a: Value, b: Value, minimize: bool) -> bool {
    if minimize { a <= b } else { a >= b }
}

#[test]
fn the_optimum_of_random_models() {
    let mut random = Random::named("optimum");
    for _ in 0..1500 {
        let mut case = Case::draw(&mut random);
        let objective = Objective::draw(&mut case, &mut random);
        let minimize = random.one_in(2);
        let best = objective.best(&case.solutions, minimize);
        let mut solver = configure(case.model.solver(), &case.variables, &mut random);
        let improvements = if minimize { solver.minimize(objective.view) } else { solver.maximize(objective.view) };
        let mut improvements = improvements.unwrap();
        assert_eq!((improvements.best(), improvements.outcome()), (None, Outcome::Running));
        let mut before: Option<Value> = None;
        while let Some(solution) = improvements.next() {
            let values = solution.values(&case.variables);
            assert!(case.solutions.contains(&values), "{values:?} is no solution of {}", case.show());
            let value = (objective.value)(&values);
            assert_eq!(improvements.best(), Some(value), "{}", case.show());
            assert!(before.is_none_or(|before| value != before && as_good(value, before, minimize)), "{}", case.show());
            let bound = improvements.bound().expect("known after the root");
            assert!(as_good(bound, best.unwrap(), minimize), "bound {bound}, {best:?} in {}", case.show());
            before = Some(value);
        }
        assert_eq!(improvements.outcome(), Outcome::Complete);
        assert_eq!((before, improvements.best(), improvements.bound()), (best, best, best), "{}", case.show());
        assert_eq!(solver.solutions().count(), case.solutions.len(), "afterwards: {}", case.show());
    }
}

/// All searches agree on the optimum, by `finish`.
#[test]
fn all_orders_agree_on_the_optimum() {
    let mut random = Random::named("orders of the optimum");
    for _ in 0..60 {
        let mut case = Case::draw(&mut random);
        let objective = Objective::draw(&mut case, &mut random);
        let best = objective.best(&case.solutions, true);
        for (order, values) in VARIABLE_ORDERS.iter().flat_map(|o| VALUE_ORDERS.map(|v| (*o, v))) {
            let found = |mut solver: Solver| match solver.minimize(objective.view).unwrap().finish() {
                Optimum::Optimal(solution) => Some((objective.value)(&solution.values(&case.variables))),
                Optimum::Unsatisfiable => None,
                stopped => panic!("{stopped:?} without a limit"),
            };
            let solver = || case.model.solver().with_seed(7);
            let branching = || branch_on(&case.variables).order(order).values(values).seed(7);
            assert_eq!(found(solver().with_order(order).with_values(values)), best, "{order:?} {values:?}");
            assert_eq!(found(solver().with_branching(branching())), best, "{order:?} {values:?}");
            assert_eq!(found(solver().with_branching(last_conflict(branching()))), best, "{order:?} {values:?}");
        }
    }
}

/// Under every node limit up to what the proof takes, and under every solution limit.
#[test]
fn a_stopped_search_claims_nothing() {
    let mut random = Random::named("stopped");
    for _ in 0..120 {
        let mut case = Case::draw(&mut random);
        let objective = Objective::draw(&mut case, &mut random);
        let best = objective.best(&case.solutions, false);
        let mut solver = case.model.solver();
        let improvements = solver.maximize(objective.view).unwrap().count() as u64;
        let nodes = solver.statistics().nodes;
        let check = |mut solver: Solver, reason: StopReason| {
            let mut improvements = solver.maximize(objective.view).unwrap();
            let last = improvements.by_ref().last();
            let bound = improvements.bound();
            assert_eq!(improvements.outcome(), Outcome::Stopped(reason), "{}", case.show());
            assert_eq!(improvements.best(), last.map(|s| (objective.value)(&s.values(&case.variables))));
            if let (Some(bound), Some(best)) = (bound, best) {
                assert!(bound >= best, "bound {bound}, {best} in {}", case.show());
            }
            match solver.maximize(objective.view).unwrap().finish() {
                Optimum::Stopped(found, solution) => {
                    assert_eq!(found, reason);
                    assert!(solution.is_none_or(|s| case.solutions.contains(&s.values(&case.variables))));
                }
                claimed => panic!("{claimed:?} after {reason}"),
            }
        };
        for limit in 0..nodes.min(40) {
            check(case.model.solver().with_node_limit(limit), StopReason::NodeLimit);
        }
        for limit in 0..improvements {
            check(case.model.solver().with_solution_limit(limit), StopReason::SolutionLimit);
        }
        let mut solver = case.model.solver().with_node_limit(nodes);
        let finished = solver.maximize(objective.view).unwrap().finish();
        assert!(!matches!(finished, Optimum::Stopped(..)), "{nodes} nodes are enough: {}", case.show());
        let mut solver = case.model.solver();
        solver.canceller().cancel();
        let cancelled = solver.maximize(objective.view).unwrap().finish();
        if nodes > 0 {
            assert_eq!(cancelled, Optimum::Stopped(StopReason::Cancelled, None));
        }
    }
}

/// The objective may be a helper, and a projection does not hide better solutions.
#[test]
fn the_optimum_with_helpers_and_projections() {
    let mut random = Random::named("helpers");
    for _ in 0..400 {
        let count = 2 + random.below(3);
        let helpers: Vec<usize> = (0..count).filter(|_| random.one_in(2)).collect();
        let case = Case::with_helpers(count, &helpers, &mut random);
        let mut solver = configure(case.model.solver(), &case.variables, &mut random);
        if random.one_in(2) {
            let shown: Vec<Var> = case.variables.iter().copied().filter(|_| random.one_in(2)).collect();
            solver.project(&shown).unwrap();
        }
        for (at, &x) in case.variables.iter().enumerate() {
            let values = || case.solutions.iter().map(|v| v[at]);
            let least = solver.minimize(x).unwrap().finish().solution().map(|s| s[x]);
            let most = solver.maximize(x).unwrap().finish().solution().map(|s| s[x]);
            assert_eq!((least, most), (values().min(), values().max()), "x{at} in {}, {helpers:?}", case.show());
        }
    }
}
