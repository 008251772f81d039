//! Search orders and seeds.

use super::*;

/// Every order finds every solution once: on its own, under the last conflict, and in a sequence; helpers or none.
#[test]
fn all_orders_find_the_same_solutions() {
    let mut random = Random::named("orders");
    for round in 0..60 {
        let count = 2 + random.below(4);
        let helpers: Vec<usize> = (0..count).filter(|_| round % 3 == 0 && random.one_in(2)).collect();
        let case = Case::with_helpers(count, &helpers, &mut random);
        let answer =
            |v: &[Value]| -> Vec<Value> { (0..count).filter(|at| !helpers.contains(at)).map(|at| v[at]).collect() };
        let mut expected: Vec<Vec<Value>> = case.solutions.iter().map(|v| answer(v)).collect();
        expected.sort();
        expected.dedup();
        for (order, values) in VARIABLE_ORDERS.iter().flat_map(|o| VALUE_ORDERS.map(|v| (*o, v))) {
            let seed = random.bits();
            let branching = |x: &[Var]| branch_on(x).order(order).values(values).seed(seed);
            let (x, half) = (&case.variables, count / 2);
            let solver = || case.model.solver();
            let halves = || sequence([branching(&x[half..])]).then(last_conflict(branching(&x[..half])));
            let solvers = [
                ("alone", solver().with_order(order).with_values(values).with_seed(seed)),
                ("branching", solver().with_branching(branching(x))),
                ("on half", solver().with_branching(branching(&x[half..]))),
                ("last conflict", solver().with_branching(last_conflict(branching(x)))),
                ("sequence", solver().with_branching(sequence([branching(&x[half..]), branching(&x[..half])]))),
                ("both", solver().with_branching(last_conflict(halves()))),
            ];
            for (way, mut solver) in solvers {
                let mut found: Vec<Vec<Value>> = Vec::new();
                for solution in solver.solutions() {
                    assert!(case.solutions.contains(&solution.all().to_vec()), "{order:?} {values:?} {way}");
                    found.push(answer(solution.all()));
                }
                found.sort();
                assert_eq!(found, expected, "{order:?} {values:?} {way}, helpers {helpers:?}: {}", case.show());
                assert_eq!(solver.count().solutions, expected.len() as u64, "{order:?} {values:?} {way}");
            }
        }
    }
}

/// The same seed gives the same order of solutions: on two solvers, and twice on one.
#[test]
fn the_same_seed_gives_the_same_search() {
    let mut random = Random::named("seeds");
    let list = |solver: &mut Solver| -> Vec<Vec<Value>> { solver.solutions().map(|s| s.all().to_vec()).collect() };
    let mut differ = 0;
    for _ in 0..30 {
        let case = Case::draw(&mut random);
        for (order, values) in VARIABLE_ORDERS.iter().flat_map(|o| VALUE_ORDERS.map(|v| (*o, v))) {
            let seeded = |seed| case.model.solver().with_order(order).with_values(values).with_seed(seed);
            let (mut one, mut two) = (seeded(5), seeded(5));
            let first = list(&mut one);
            assert_eq!(first, list(&mut two), "{order:?} {values:?}: {}", case.show());
            assert_eq!(first, list(&mut one), "twice, {order:?} {values:?}: {}", case.show());
            assert_eq!(
                first.first().map(|v| &v[..]),
                one.solutions().next().as_ref().map(Solution::all),
                "dropped early"
            );
            assert_eq!(first, list(&mut one), "after one dropped early, {order:?} {values:?}: {}", case.show());
            differ += usize::from(first != list(&mut seeded(6)));
            let branching = branch_on(&case.variables).order(order).values(values).seed(5);
            let mut own = case.model.solver().with_branching(last_conflict(sequence([branching])));
            let first = list(&mut own);
            assert_eq!(first, list(&mut own), "twice, branching {order:?} {values:?}: {}", case.show());
        }
    }
    assert!(differ > 50, "another seed changed the order {differ} times");
}
