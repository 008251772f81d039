//! Optimisation, questions, conflicts and search orders, against brute force on random models.

#[allow(dead_code)]
#[path = "oracle/random.rs"]
mod random;

use std::sync::Arc;

use bezzel::*;
use random::Random;

const VARIABLE_ORDERS: [VariableOrder; 8] = [
    VariableOrder::Input,
    VariableOrder::FirstFail,
    VariableOrder::SmallestMin,
    VariableOrder::LargestMin,
    VariableOrder::SmallestMax,
    VariableOrder::LargestMax,
    VariableOrder::DomWdeg,
    VariableOrder::Random,
];

const VALUE_ORDERS: [ValueOrder; 5] =
    [ValueOrder::Smallest, ValueOrder::Largest, ValueOrder::Middle, ValueOrder::Split, ValueOrder::Random];

/// A relation over variables given by number.
#[derive(Clone, Debug)]
enum Rule {
    /// The terms compared with the number: `<=`, `=`, `!=`.
    Linear(Vec<(Value, usize)>, Compared, Value),
    Product([usize; 3]),
    Element {
        array: Vec<usize>,
        index: usize,
        value: usize,
    },
    AllDifferent(Vec<usize>),
}

#[derive(Clone, Copy, Debug)]
enum Compared {
    AtMost,
    Equal,
    Different,
}

impl Rule {
    fn draw(variables: usize, random: &mut Random) -> Rule {
        let some = |count: usize, random: &mut Random| -> Vec<usize> {
            let mut all: Vec<usize> = (0..variables).collect();
            (0..variables).for_each(|at| all.swap(at, random.below(variables)));
            all.truncate(count.min(variables));
            all
        };
        let few = 2 + random.below(2);
        match random.below(6) {
            0..=2 => {
                let terms = some(few, random).into_iter().map(|x| (*random.pick(&[1, 1, 2, -1, -3]), x)).collect();
                let compared =
                    *random.pick(&[Compared::AtMost, Compared::AtMost, Compared::Equal, Compared::Different]);
                Rule::Linear(terms, compared, random.between(-2..=6))
            }
            3 => Rule::Product([(); 3].map(|()| random.below(variables))),
            4 => {
                let array = (0..few).map(|_| random.below(variables)).collect();
                Rule::Element { array, index: random.below(variables), value: random.below(variables) }
            }
            _ => Rule::AllDifferent(some(few, random)),
        }
    }

    fn constraint(&self, x: &[Var]) -> Arc<dyn Constraint> {
        match self {
            Rule::Linear(terms, compared, number) => {
                let terms = sum(terms.iter().map(|&(coefficient, at)| coefficient * x[at]));
                match compared {
                    Compared::AtMost => terms.at_most(*number),
                    Compared::Equal => terms.equals(*number),
                    Compared::Different => terms.differs_from(*number),
                }
                .boxed()
            }
            &Rule::Product([a, b, c]) => product([x[a], x[b]]).equals(x[c]).boxed(),
            Rule::Element { array, index, value } => {
                element(array.iter().map(|&at| x[at]), x[*index]).equals(x[*value]).boxed()
            }
            Rule::AllDifferent(scope) => all_different(scope.iter().map(|&at| x[at])).boxed(),
        }
    }

    fn holds(&self, v: &[Value]) -> bool {
        match self {
            Rule::Linear(terms, compared, number) => {
                let total: Value = terms.iter().map(|&(coefficient, at)| coefficient * v[at]).sum();
                match compared {
                    Compared::AtMost => total <= *number,
                    Compared::Equal => total == *number,
                    Compared::Different => total != *number,
                }
            }
            &Rule::Product([a, b, c]) => v[a] * v[b] == v[c],
            Rule::Element { array, index, value } => {
                usize::try_from(v[*index]).ok().and_then(|at| array.get(at)).is_some_and(|&at| v[at] == v[*value])
            }
            Rule::AllDifferent(scope) => {
                scope.iter().enumerate().all(|(i, &a)| scope[..i].iter().all(|&b| v[a] != v[b]))
            }
        }
    }
}

/// A random model, with every assignment that satisfies it.
struct Case {
    domains: Vec<Vec<Value>>,
    rules: Vec<Rule>,
    model: Model,
    variables: Vec<Var>,
    solutions: Vec<Vec<Value>>,
}

impl Case {
    fn draw(random: &mut Random) -> Case {
        let count = 2 + random.below(4);
        Case::with_helpers(count, &[], random)
    }

    /// Some of the variables are helpers.
    fn with_helpers(count: usize, helpers: &[usize], random: &mut Random) -> Case {
        let domains: Vec<Vec<Value>> = (0..count)
            .map(|_| {
                let (low, len) = (random.between(-3..=2), 1 + random.below(6));
                let step = *random.pick(&[1, 1, 1, 2]);
                (0..len as Value).map(|i| low + step * i).collect()
            })
            .collect();
        let rules: Vec<Rule> = (0..1 + random.below(4)).map(|_| Rule::draw(count, random)).collect();
        let mut model = Model::new();
        let variables: Vec<Var> = (0..count)
            .map(|at| {
                let domain = domains[at].clone();
                if helpers.contains(&at) { model.helper(domain) } else { model.variable(domain) }.unwrap()
            })
            .collect();
        for rule in &rules {
            model.post(rule.constraint(&variables)).unwrap();
        }
        let solutions = assignments(&domains).into_iter().filter(|v| rules.iter().all(|rule| rule.holds(v))).collect();
        Case { domains, rules, model, variables, solutions }
    }

    fn show(&self) -> String {
        format!("{:?} {:?}", self.domains, self.rules)
    }
}

fn assignments(domains: &[Vec<Value>]) -> Vec<Vec<Value>> {
    domains.iter().fold(vec![vec![]], |all, domain| {
        all.iter().flat_map(|v| domain.iter().map(move |&value| [&v[..], &[value]].concat())).collect()
    })
}

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

/// How a solver may be told to search; every eighth one by itself.
fn configure(solver: Solver, variables: &[Var], random: &mut Random) -> Solver {
    let (order, values) = (*random.pick(&VARIABLE_ORDERS), *random.pick(&VALUE_ORDERS));
    let seed = random.bits();
    match random.below(8) {
        0 => solver,
        1 => solver.with_propagation(Propagation::ArcConsistency),
        2 => solver.with_propagation(Propagation::ForwardChecking).with_values(values),
        3 => solver.with_branching(last_conflict(branch_on(variables).order(order).values(values).seed(seed))),
        4 => solver.with_branching(sequence([
            branch_on(&variables[1..]).order(order).values(values).seed(seed),
            branch_on(&variables[..1]).values(ValueOrder::Split),
        ])),
        _ => solver.with_order(order).with_values(values).with_seed(seed),
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

/// Case H09.
#[test]
fn a_constraint_more_and_minimize_again() {
    let mut model = Model::new();
    let x = model.variables(3, 0..=1).unwrap();
    model.post(any_of(x.iter().map(|&x| Literal::equal(x, 1)))).unwrap();
    let total = model.define(sum(&x)).unwrap();
    let best = model.solver().minimize(total).unwrap().finish().solution().unwrap();
    assert_eq!(best[total], 1);
    model.post(total.at_least(2)).unwrap();
    let best = model.solver().minimize(total).unwrap().finish().solution().unwrap();
    assert_eq!(best[total], 2);
    let mut solver = model.solver();
    solver.assume(&[Literal::equal(total, 2)]).unwrap();
    assert_eq!(solver.count().solutions, 3);
}

/// Case H10.
#[test]
fn both_directions_on_one_solver() {
    let mut model = Model::new();
    let v = model.variable(0..=10).unwrap();
    let mut solver = model.solver();
    let mut most = || -> (Value, Value, Value, u64) {
        (
            solver.maximize(v).unwrap().finish().solution().unwrap()[v],
            solver.minimize(v).unwrap().finish().solution().unwrap()[v],
            solver.maximize(v).unwrap().finish().solution().unwrap()[v],
            solver.count().solutions,
        )
    };
    assert_eq!(most(), (10, 0, 10, 11));
    assert_eq!(most(), (10, 0, 10, 11));
}

/// Case P03: the fewest presses of buttons that raise counters to given numbers.
#[test]
fn fewest_presses() {
    let buttons: [&[usize]; 6] = [&[3], &[1, 3], &[2], &[2, 3], &[0, 2], &[0, 1]];
    let targets = [3, 5, 4, 7];
    let mut model = Model::new();
    let presses: Vec<Var> = buttons
        .iter()
        .map(|button| model.variable(0..=button.iter().map(|&counter| targets[counter]).min().unwrap()).unwrap())
        .collect();
    for (counter, &target) in targets.iter().enumerate() {
        let raised = buttons.iter().zip(&presses).filter(|(button, _)| button.contains(&counter)).map(|(_, x)| x);
        model.post(sum(raised).equals(target)).unwrap();
    }
    let total = model.define(sum(&presses)).unwrap();
    let mut solver = model.solver();
    assert_eq!(solver.count().solutions, 14);
    let Optimum::Optimal(best) = solver.minimize(total).unwrap().finish() else { panic!("not proved") };
    assert_eq!(best[total], 10);
    solver.assume(&[Literal::equal(total, 10)]).unwrap();
    assert_eq!(solver.count().solutions, 4);
}

#[test]
fn only_one_as_many_as_and_projected() {
    let mut random = Random::named("questions");
    for _ in 0..800 {
        let case = Case::draw(&mut random);
        let all = &case.solutions;
        let mut solver = configure(case.model.solver(), &case.variables, &mut random);
        match (solver.unique(), all.len()) {
            (Uniqueness::Unsatisfiable, 0) => {}
            (Uniqueness::Unique(solution), 1) => assert_eq!(solution.all(), all[0]),
            (Uniqueness::Several(a, b), 2..) => {
                assert!(a != b && all.contains(&a.all().to_vec()) && all.contains(&b.all().to_vec()));
            }
            (found, there_are) => panic!("{found:?}, there are {there_are}: {}", case.show()),
        }
        for most in [0, 1, 2, all.len() as u64, all.len() as u64 + 1] {
            let count = solver.count_up_to(most);
            assert_eq!(count.solutions, most.min(all.len() as u64), "{}", case.show());
            assert!(!count.is_complete() || count.solutions == all.len() as u64);
            assert!(count.is_complete() || count.solutions == most);
        }
        let shown: Vec<usize> = (0..case.variables.len()).filter(|_| random.one_in(2)).collect();
        let mut expected: Vec<Vec<Value>> = all.iter().map(|v| shown.iter().map(|&at| v[at]).collect()).collect();
        expected.sort();
        expected.dedup();
        solver.project(shown.iter().map(|&at| &case.variables[at])).unwrap();
        let mut found: Vec<Vec<Value>> = Vec::new();
        for solution in solver.solutions() {
            assert!(all.contains(&solution.all().to_vec()), "{solution:?} is no solution of {}", case.show());
            found.push(shown.iter().map(|&at| solution.all()[at]).collect());
        }
        found.sort();
        assert_eq!(found, expected, "on {shown:?}: {}", case.show());
        assert_eq!(solver.count().solutions, expected.len() as u64);
        assert_eq!(matches!(solver.unique(), Uniqueness::Unique(_)), expected.len() == 1);
    }
}

/// A conflict has no solution, and without any one of its constraints it has one.
#[test]
fn conflicts_are_conflicts_and_minimal() {
    let mut random = Random::named("conflicts");
    let mut sizes = [0; 8];
    for _ in 0..1500 {
        let count = 2 + random.below(3);
        let domains: Vec<Vec<Value>> =
            (0..count).map(|_| (random.between(-2..=1)..).take(1 + random.below(4)).collect()).collect();
        let mut model = Model::new();
        let variables: Vec<Var> = domains.iter().map(|domain| model.variable(domain.clone()).unwrap()).collect();
        let rules: Vec<(Rule, bool)> =
            (0..3 + random.below(5)).map(|_| (Rule::draw(count, &mut random), !random.one_in(6))).collect();
        for (at, (rule, labelled)) in rules.iter().enumerate() {
            let posted = model.post(rule.constraint(&variables)).unwrap();
            if *labelled {
                posted.label(&at.to_string()).unwrap();
            }
        }
        let all = assignments(&domains);
        let satisfiable = |chosen: &dyn Fn(usize) -> bool| {
            let kept: Vec<&Rule> = rules
                .iter()
                .enumerate()
                .filter(|(at, (_, labelled))| !labelled || chosen(*at))
                .map(|(_, r)| &r.0)
                .collect();
            all.iter().any(|v| kept.iter().all(|rule| rule.holds(v)))
        };
        let show = || format!("{domains:?} {rules:?}");
        match model.minimal_conflict(|solver| solver) {
            Why::Satisfiable => assert!(satisfiable(&|_| true), "{}", show()),
            Why::Conflict(labels) => {
                let core: Vec<usize> = labels.iter().map(|label| label.parse().unwrap()).collect();
                assert!(core.is_sorted_by(|a, b| a < b), "in the order of posting: {labels:?}");
                assert!(!satisfiable(&|at| core.contains(&at)), "{labels:?} has a solution: {}", show());
                for left_out in &core {
                    assert!(satisfiable(&|at| at != *left_out && core.contains(&at)), "{labels:?}: {}", show());
                }
                sizes[core.len()] += 1;
            }
            Why::Stopped(reason) => panic!("{reason} without a limit"),
        }
    }
    assert!(sizes[..5].iter().all(|&conflicts| conflicts > 0), "conflicts by size: {sizes:?}");
}

/// Case H11.
#[test]
fn the_conflict_of_four_clauses() {
    let mut model = Model::new();
    let (a, b) = (model.variable(0..=1).unwrap(), model.variable(0..=1).unwrap());
    let is = |x: Var, value: Value| Literal::equal(x, value);
    model.post(any_of([is(a, 0), is(b, 1)])).unwrap().label("i1").unwrap();
    model.post(any_of([is(a, 1), is(b, 1)])).unwrap().label("i2").unwrap();
    model.post(any_of([is(b, 0), is(a, 0)])).unwrap().label("i3").unwrap();
    model.post(is(b, 0)).unwrap().label("i4").unwrap();
    let conflict = Why::Conflict(["i1", "i2", "i4"].map(String::from).to_vec());
    assert_eq!(model.minimal_conflict(|solver| solver), conflict);
    let stopped = model.minimal_conflict(|solver| solver.with_node_limit(0));
    assert!(matches!(stopped, Why::Stopped(StopReason::NodeLimit)) || stopped == conflict);
}

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
