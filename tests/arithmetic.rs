//! Products, division, remainders, absolute values, distances, squares, minimum and maximum: through the oracle, by
//! themselves, in formulas and mixed; closed forms; the limits.

mod oracle;

use std::sync::Arc;

use bezzel::*;
use oracle::pool::Entry;
use oracle::problem::{Claim, Kind};
use oracle::{Arguments, Effort, Random, arguments, check, check_problem, pool};

type Built = Arc<dyn Constraint>;
macro_rules! entries {
    ($($test:ident $entry:ident;)*) => { $(
        #[test]
        fn $test() {
            check(&pool::$entry);
            in_formulas(&pool::$entry);
            mixed(&pool::$entry);
        }
    )* };
}

entries! {
    the_product PRODUCT;
    the_quotient QUOTIENT;
    the_remainder REMAINDER;
    the_absolute_value ABSOLUTE;
    the_square SQUARE;
    the_distance DISTANCE;
    the_minimum MINIMUM;
    the_maximum MAXIMUM;
}

/// The constraint negated, and as a part of a disjunction, an equivalence and the opposite of one.
fn in_formulas(entry: &Entry) {
    let mut random = Random::named(entry.name);
    for arity in entry.arity.clone() {
        for Arguments { problem, terms } in arguments(arity, &mut random) {
            let limit = random.between(-1..=2);
            let kind = (entry.draw)(&mut random, &problem.images(&terms));
            let kind = kind.in_formula(random.below(4), 0, limit);
            check_problem(&problem.post(kind.claims(|_| Claim::Sound), terms), Effort::Quick, &mut random);
        }
    }
}

/// Two of the constraint over shared variables, with a sum.
fn mixed(entry: &Entry) {
    let mut random = Random::named(entry.name);
    for _ in 0..2 {
        for Arguments { problem, terms } in arguments(*entry.arity.end(), &mut random) {
            let mut turned = terms.clone();
            turned.rotate_left(1);
            let bound = random.between(-2..=12);
            let at_most = Kind::new(
                "sum",
                move |v| v.iter().map(|&value| i128::from(value)).sum::<i128>() <= bound.into(),
                move |v| sum(v).at_most(bound),
            );
            let kind = (entry.draw)(&mut random, &problem.images(&terms));
            let mut problem = problem.post(kind.clone(), terms.clone());
            if random.one_in(2) {
                problem = problem.post(kind, turned);
            }
            if random.one_in(2) {
                problem = problem.post(at_most, terms);
            }
            check_problem(&problem, Effort::Quick, &mut random);
        }
    }
}

const MODES: [Propagation; 4] =
    [Propagation::Backtracking, Propagation::ForwardChecking, Propagation::Fixpoint, Propagation::ArcConsistency];

/// All solutions, the same in every mode, as the values of the first so many variables.
fn answers(model: &Model, variables: usize) -> Vec<Vec<Value>> {
    let lists = MODES.map(|mode| {
        let solver = model.solver().with_propagation(mode);
        let found: Vec<Vec<Value>> = solver.into_solutions().map(|s| s.all()[..variables].to_vec()).collect();
        assert!(found.is_sorted_by(|a, b| a < b), "{mode:?}: {found:?}");
        found
    });
    assert!(lists.iter().all(|list| list == &lists[0]));
    lists[0].clone()
}

fn over<const N: usize>(domains: [ValueSet; N]) -> (Model, [Var; N]) {
    let mut model = Model::new();
    let variables = domains.map(|domain| model.variable(domain).unwrap());
    (model, variables)
}

fn same<const N: usize>(domain: impl Into<ValueSet>) -> (Model, [Var; N]) {
    let domain = domain.into();
    over(std::array::from_fn(|_| domain.clone()))
}

/// Closed forms: the number of divisors, of distances, of quotients; minima and maxima of cubes.
#[test]
fn closed_forms() {
    for (n, divisors) in [(1, 1), (12, 6), (36, 9), (97, 2), (360, 24)] {
        let (mut model, [x, y]) = same(1..=n);
        model.post((x * y).equals(n)).unwrap();
        assert_eq!(model.solver().count().solutions, divisors);
    }
    for n in 1..=6u64 {
        let (mut model, [x, y, z]) = same(0..n as i64);
        let least = model.define(minimum([x, y, z])).unwrap();
        let most = model.define(maximum([x, y, z])).unwrap();
        assert_eq!(model.solver().count().solutions, n.pow(3));
        for k in 0..n {
            let mut solver = model.solver();
            solver.assume(&[Literal::equal(least, k as i64)]).unwrap();
            assert_eq!(solver.count().solutions, (n - k).pow(3) - (n - k - 1).pow(3));
            solver.assume(&[Literal::equal(most, k as i64)]).unwrap();
            assert_eq!(solver.count().solutions, (k + 1).pow(3) - k.pow(3));
        }
        let (mut model, [x, y]) = same(1..=n as i64);
        let apart = model.define(distance(x, y)).unwrap();
        for k in 0..n {
            let mut solver = model.solver();
            solver.assume(&[Literal::equal(apart, k as i64)]).unwrap();
            assert_eq!(solver.count().solutions, if k == 0 { n } else { 2 * (n - k) });
        }
    }
    // all-interval series, CSPLib 007
    for (n, series) in (2..).zip([2, 4, 4, 8, 24, 32]) {
        let mut model = Model::new();
        let notes = model.variables(n, 0..n).unwrap();
        let steps: Vec<Var> = notes.windows(2).map(|n| model.define(distance(n[0], n[1])).unwrap()).collect();
        model.post(all_different(&notes)).unwrap();
        model.post(all_different(&steps)).unwrap();
        assert_eq!(model.solver().count().solutions, series);
    }
    // every pair has one quotient and one remainder
    let (mut model, [x, y]) = over([(-20..=20).into(), [-7, -3, -1, 1, 2, 5].into()]);
    let (q, r) = (model.define(quotient(x, y)).unwrap(), model.define(remainder(x, y)).unwrap());
    let qy = model.define(q * y).unwrap();
    assert_eq!(model.solver().count().solutions, 41 * 6);
    model.post((qy + r).differs_from(x)).unwrap();
    assert_eq!(model.solver().count().solutions, 0);
}

/// Domains as wide as they can be: exact, or a typed error; never a panic.
#[test]
fn at_the_limits() {
    let limit = VALUE_LIMIT;
    let (mut model, [x, y, z]) = same(-limit..=limit);
    assert!(matches!(model.define(x * y), Err(ModelError::Overflow { .. })));
    assert!(matches!(model.define(square(x)), Err(ModelError::Overflow { .. })));
    assert!(matches!(model.define(x + y), Err(ModelError::Overflow { .. })));
    assert!(matches!(model.define(absolute(x + limit)), Err(ModelError::ViewTooWide { .. })));
    for value in [absolute(x).equals(limit).boxed(), distance(x, 0).equals(limit).boxed()] {
        model.post(value).unwrap();
    }
    model.post(product([x, y, z]).equals(limit)).unwrap();
    model.post((y * y).equals(1)).unwrap();
    let found: Vec<Vec<Value>> = model.solver().solutions().map(|s| s.all().to_vec()).collect();
    assert_eq!(found, [[-limit, -1, 1], [-limit, 1, -1], [limit, -1, -1], [limit, 1, 1]]);

    let (mut model, [x, y, z]) = same(-limit..=limit);
    model.post(quotient(x, y).equals(z)).unwrap();
    model.post(remainder(x, y).equals(limit - 1)).unwrap();
    model.post(y.at_least(1)).unwrap();
    model.post(z.at_least(0)).unwrap();
    model.post(minimum([x, y]).equals(limit - 1)).unwrap();
    model.post(maximum([x, y]).equals(y)).unwrap();
    let found: Vec<Vec<Value>> = model.solver().solutions().map(|s| s.all().to_vec()).collect();
    assert_eq!(found, [[limit - 1, limit, 0]]);

    let (mut model, variables) = over::<6>(std::array::from_fn(|_| [-limit, limit].into()));
    model.post(product(variables).equals(0)).unwrap();
    assert_eq!(model.solver().count().solutions, 0);
    model = over::<6>(std::array::from_fn(|_| [-limit, limit].into())).0;
    assert_eq!(model.solver().count().solutions, 64);
}

#[test]
fn a_function_over_foreign_variables_is_refused() {
    let (mut model, [x]) = over([(0..=3).into()]);
    let mut other = Model::new();
    let ys = other.variables(3, 0..=9).unwrap();
    assert!(matches!(model.define(x * ys[2]), Err(ModelError::ForeignVariable { .. })));
    assert!(matches!(model.define(sum(&ys)), Err(ModelError::ForeignVariable { .. })));
    assert_eq!(answers(&model, 1).len(), 4);
}

/// An undefined function is no error: the model has no solution.
#[test]
fn a_division_by_zero_alone_has_no_solution() {
    let (mut model, [x]) = over([(0..=3).into()]);
    model.define(quotient(x, 0)).unwrap();
    assert_eq!(answers(&model, 1), [[0; 0]; 0]);
    let (mut model, [x, b]) = over([(0..=3).into(), (0..=1).into()]);
    model.post(quotient(5, x).equals(2).reify(b)).unwrap();
    assert_eq!(answers(&model, 2), [[0, 0], [1, 0], [2, 1], [3, 0]]);
}

/// What is pruned at the root, on wide domains: the bounds, and without walking them.
#[test]
fn wide_domains_are_narrowed_at_the_root() {
    fn root(f: impl Fn(Var, Var, Var) -> Built, domains: [ValueSet; 3]) -> [String; 3] {
        struct Look([Var; 3], Vec<[(Value, Value); 3]>);
        impl Observer for Look {
            fn event(&mut self, event: Event<'_>) {
                if let Event::Fixpoint { store, .. } = event {
                    self.1.push(self.0.map(|x| (x.min(store), x.max(store))));
                }
            }
        }
        let (mut model, [x, y, z]) = over(domains);
        model.post(f(x, y, z)).unwrap();
        let mut solver = model.solver().with_node_limit(1).with_observer(Look([x, y, z], vec![]));
        solver.solve();
        solver.observer().1[0].map(|(low, high)| format!("{low}..{high}"))
    }
    let billion = || ValueSet::from(-1_000_000_000..=1_000_000_000);
    let wide = |low: i64, high: i64| ValueSet::from(low..=high);
    let times = root(|x, y, z| (x * y).equals(z).boxed(), [wide(2, 10), billion(), wide(50, 100)]);
    assert_eq!(times, ["2..10", "5..50", "50..100"]);
    let cube = root(|x, y, z| product([x, x, x, y]).equals(z).boxed(), [wide(-5, 3), wide(2, 2), billion()]);
    assert_eq!(cube, ["-5..3", "2..2", "-250..54"]);
    let quotient = root(|x, y, z| quotient(x, y).equals(z).boxed(), [wide(100, 200), billion(), wide(7, 9)]);
    assert_eq!(quotient, ["100..200", "11..28", "7..9"]);
    let remainder = root(|x, y, z| remainder(x, y).equals(z).boxed(), [billion(), wide(10, 10), wide(-4, -3)]);
    assert_eq!(remainder, ["-999999994..-3", "10..10", "-4..-3"]);
    let absolute = root(|x, _, z| absolute(x).equals(z).boxed(), [billion(), wide(0, 0), wide(-5, 12_000)]);
    assert_eq!(absolute, ["-12000..12000", "0..0", "0..12000"]);
    let square = root(|x, _, z| square(x).equals(z).boxed(), [wide(0, 1_000_000), wide(0, 0), wide(10, 100_000_000)]);
    assert_eq!(square, ["4..10000", "0..0", "16..100000000"]);
}

/// The operators: `*` of two views is a product, by an integer a view.
#[test]
fn operators() {
    let (mut model, [x, y]) = same(-3..=3);
    let all = [
        (x * y).equals(6),
        (2 * x * y).equals(12),
        (x * (2 * y)).equals(12),
        product([x + 1, y + 1]).equals(12),
        (x * y * x * -y).equals(6),
        (-x * y * View::constant(-1)).equals(6),
    ];
    for equation in all {
        model.post(equation).unwrap();
    }
    assert_eq!(answers(&model, 2), [[0; 0]; 0]);
}

/// An integer on the left of a variable, a view or a sum.
#[test]
fn integers_on_the_left() {
    let (mut model, [x, y]) = same(-3..=3);
    let views = [1 + x, 1 - x, 1 + 2 * x, 1 - 2 * x];
    let sums = [1 + (x + y), 1 - (x + y)];
    model.post((3 - x).equals(1 + y)).unwrap();
    for solution in model.solver().solutions() {
        let (x, y) = (solution[x], solution[y]);
        assert_eq!(solution.values(views), [1 + x, 1 - x, 1 + 2 * x, 1 - 2 * x]);
        let sums = sums.clone().map(|sum| sum.value_in(&solution));
        assert_eq!(sums, [1 + x + y, 1 - (x + y)].map(i128::from));
        assert_eq!(3 - x, 1 + y);
    }
    assert_eq!(model.solver().count().solutions, 5);
}
