//! Products, division, remainders, absolute values, distances, squares, minimum and maximum: through the oracle, by
//! themselves, in formulas and mixed; the cases of other tools' users; closed forms; the limits.

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

/// chocoteam/choco-solver #1244: a folded offset beyond 2^31.
#[test]
fn c11_nested_shift_and_scale() {
    let (mut model, [x]) = over([(46_341..=46_342).into()]);
    model.post(product([x - 46_341, View::constant(46_341)]).equals(0)).unwrap();
    assert_eq!(answers(&model, 1), [[46_341]]);
    let (mut model, [x]) = over([(46_341..=46_342).into()]);
    let difference = model.define(x - 46_341 + sum([0; 0])).unwrap();
    model.post((46_341 * difference).equals(0)).unwrap();
    assert_eq!(answers(&model, 1), [[46_341]]);
}

/// didoudiaz/gprolog #77: a / BC + d / EF + g / HI = 1 over the nine digits, cleared of fractions.
#[test]
fn c13_long_sum_of_three_factor_products() {
    let (mut model, [a, b, c, d, e, f, g, h, i]) = same(1..=9);
    model.post(all_different([a, b, c, d, e, f, g, h, i])).unwrap();
    let mut define = |tens: Var, ones: Var| model.define(10 * tens + ones).unwrap();
    let (bc, ef, hi) = (define(b, c), define(e, f), define(h, i));
    let mut define = |factors: [Var; 3]| model.define(product(factors)).unwrap();
    let terms = [define([a, ef, hi]), define([d, bc, hi]), define([g, bc, ef])];
    let whole = define([bc, ef, hi]);
    model.post(sum(terms).equals(whole)).unwrap();
    let found: Vec<Vec<Value>> = model.solver().solutions().map(|s| s.all()[..9].to_vec()).collect();
    assert_eq!(found.len(), 6);
    for digits in found {
        let mut fractions: Vec<(Value, Value)> = digits.chunks(3).map(|f| (f[0], 10 * f[1] + f[2])).collect();
        fractions.sort_unstable();
        assert_eq!(fractions, [(5, 34), (7, 68), (9, 12)]);
    }
}

/// python-constraint/python-constraint #98: an equation with a square.
#[test]
fn c14_an_equation_with_a_square() {
    for by_product in [false, true] {
        let (mut model, [x, f]) = over([(10..=999).into(), (10..=99).into()]);
        let ff = if by_product { model.define(f * f) } else { model.define(square(f)) }.unwrap();
        model.post((10 * x - ff).equals(491)).unwrap();
        assert_eq!(model.solver().count().solutions, 18);
        assert_eq!(model.solver().solutions().count(), 18);
    }
}

/// chocoteam/choco-solver #1043: b mod b.
#[test]
fn d01_b_mod_b() {
    let (mut model, [a, b]) = over([[-8, -1].into(), [-8, -7, -2].into()]);
    model.post(remainder(b, b).equals(a)).unwrap();
    assert_eq!(answers(&model, 2), [[0; 0]; 0]);
}

/// chocoteam/choco-solver #1249; google/or-tools #3423; xcsp3team/ACE #12; CPMpy/cpmpy PR #516: the sign of the remainder.
#[test]
fn d03_sign_of_the_remainder() {
    let (mut model, [x, y]) = same(-3..=3);
    model.post(remainder(x, 3).equals(y)).unwrap();
    assert_eq!(answers(&model, 2), [[-3, 0], [-2, -2], [-1, -1], [0, 0], [1, 1], [2, 2], [3, 0]]);
}

/// chocoteam/choco-solver #272: a divisor range that holds 0.
#[test]
fn d05_divisor_range_that_holds_zero() {
    let (mut model, [d, e, f]) = over([(-4..=3).into(), (-1..=3).into(), (-1..=4).into()]);
    model.post(remainder(d, e).equals(f)).unwrap();
    let found = answers(&model, 3);
    assert!(found.len() == 31 && found.iter().all(|s| s[1] != 0));

    let (mut model, [d, e, f]) = over([(1..=2).into(), [0, 5].into(), [3, 4].into()]);
    model.post(remainder(d, e).equals(f).or(e.equals(0))).unwrap();
    assert_eq!(answers(&model, 3), [[1, 0, 3], [1, 0, 4], [2, 0, 3], [2, 0, 4]]);
}

/// chocoteam/choco-solver #206: division over gaps, in random orders.
#[test]
fn d06_division_over_gaps() {
    let (mut model, [a, b, c]) = over([[0, 2, 3, 4].into(), [-1, 1, 3, 4].into(), [-3, 1, 4].into()]);
    model.post(quotient(a, b).equals(c)).unwrap();
    let expected = [[3, -1, -3], [3, 3, 1], [4, 1, 4], [4, 3, 1], [4, 4, 1]];
    assert_eq!(answers(&model, 3), expected);
    for order in [VariableOrder::Input, VariableOrder::FirstFail] {
        for values in [ValueOrder::Smallest, ValueOrder::Largest] {
            let solver = model.solver().with_order(order).with_values(values);
            let mut found: Vec<Vec<Value>> = solver.into_solutions().map(|s| s.all().to_vec()).collect();
            found.sort();
            assert_eq!(found, expected);
        }
    }
}

/// chocoteam/choco-solver #1041: a * b = a.
#[test]
fn d07_a_times_b_is_a() {
    let (mut model, [a, b]) = over([[-4, -1, 2].into(), [-2, -1].into()]);
    model.post((a * b).equals(a)).unwrap();
    assert_eq!(answers(&model, 2), [[0; 0]; 0]);
    let (mut model, [a, b]) = over([[-4, 0, 2].into(), [-2, 1].into()]);
    model.post((a * b).equals(a)).unwrap();
    assert_eq!(answers(&model, 2), [[-4, 1], [0, -2], [0, 1], [2, 1]]);
}

/// chocoteam/choco-solver #353, PR #359; MiniZinc/libminizinc #260: products of five-digit numbers.
#[test]
fn d08_modest_products() {
    let (mut model, [x, y]) = same(0..=46_500);
    model.post(product([View::constant(46_500), x.view()]).equals(y)).unwrap();
    let found: Vec<_> = model.solver().solutions().map(|s| (s[x], s[y])).collect();
    assert_eq!(found, [(0, 0), (1, 46_500)]);
    let (mut model, [a, b, c]) = same([1, 55_000]);
    model.post((a * b).equals(c)).unwrap();
    assert_eq!(answers(&model, 3), [[1, 1, 1], [1, 55_000, 55_000], [55_000, 1, 55_000]]);
}

/// Z3Prover/z3 #7325: a divisor b - 1.
#[test]
fn d10_divisor_b_minus_1() {
    let (mut model, [a, b]) = same(-8..=8);
    model.post(quotient(a, b - 1).equals(4)).unwrap();
    assert_eq!(answers(&model, 2), [[-8, -1], [-4, 0], [4, 2], [8, 3]]);
}

/// trealla-prolog/trealla #1061: a product with one open factor.
#[test]
fn d12_product_with_one_open_factor() {
    for (total, expected) in [(3, vec![[3, 1]]), (4, vec![[2, 2], [4, 1]]), (6, vec![[3, 2], [6, 1]])] {
        let (mut model, [columns, rows]) = over([(1..=total).into(), (1..=2).into()]);
        model.post((columns * rows).equals(total)).unwrap();
        assert_eq!(answers(&model, 2), expected);
    }
}

/// xcsp3team/ACE #12: absolute value and distance over negative domains.
#[test]
fn d13_absolute_value_and_distance() {
    let count = |constraint: fn(Var, Var) -> Built| {
        let (mut model, [x, y]) = same(-3..=3);
        model.post(constraint(x, y)).unwrap();
        answers(&model, 2).len()
    };
    assert_eq!(count(|x, y| absolute(x).equals(y).boxed()), 7);
    assert_eq!(count(|x, y| distance(x, 1).equals(y).boxed()), 6);
    assert_eq!(count(|x, y| absolute(x - 1).equals(y).boxed()), 6);
    assert_eq!(count(|x, y| (x * y).equals(-2).boxed()), 4);
}

/// chocoteam/choco-solver #1077; Gecode/gecode #169: the first position of the minimum when both entries are one variable.
#[test]
fn g03_position_of_the_minimum_ties() {
    let (mut model, [c, e]) = over([(1..=3).into(), (1..=2).into()]);
    let list = [c, c];
    let least = model.define(minimum(list)).unwrap();
    model.post(element(list, e - 1).equals(least)).unwrap();
    for (position, &entry) in list.iter().enumerate() {
        model.post(e.greater_than(position + 1).implies(entry.greater_than(least))).unwrap();
    }
    assert_eq!(answers(&model, 2), [[1, 1], [2, 1], [3, 1]]);
}

/// conjure-cp/conjure-oxide #366; chocoteam/choco-solver #609: empty lists.
#[test]
fn g12_the_minimum_of_nothing_is_refused() {
    let (mut model, [a]) = over([(1..=5).into()]);
    let none: [View; 0] = [];
    let empty = |constraint: &str| ModelError::Empty { constraint: constraint.into(), item: "the list".into() };
    assert_eq!(model.post(minimum(none).equals(a)).err(), Some(empty("minimum")));
    assert_eq!(model.post(maximum(none).equals(a)).err(), Some(empty("maximum")));
    assert_eq!(model.post(maximum(none).equals(a).not()).err(), Some(empty("maximum")));
    assert_eq!(model.define(minimum(none)).err(), Some(empty("minimum")));
    assert_eq!(answers(&model, 1).len(), 5);
    model.post(product(none).equals(a)).unwrap(); // of no factors: 1
    assert_eq!(answers(&model, 1), [[1]]);
}

/// eomahony/Numberjack #42: a Latin square with products over cages.
#[test]
fn p05_product_cages() {
    let mut model = Model::new();
    let cells = model.variables(16, 1..=4).unwrap();
    let at = |row: usize, column: usize| cells[4 * row + column];
    for i in 0..4 {
        model.post(all_different((0..4).map(|j| at(i, j)))).unwrap();
        model.post(all_different((0..4).map(|j| at(j, i)))).unwrap();
    }
    let cages: [(&[(usize, usize)], Value); 6] = [
        (&[(0, 0), (0, 1), (1, 0)], 24),
        (&[(0, 2), (0, 3), (1, 3)], 2),
        (&[(1, 1), (1, 2), (2, 1)], 24),
        (&[(2, 0), (3, 0), (3, 1)], 3),
        (&[(2, 2), (2, 3)], 12),
        (&[(3, 2), (3, 3)], 8),
    ];
    for (cage, total) in cages {
        model.post(product(cage.iter().map(|&(row, column)| at(row, column))).equals(total)).unwrap();
    }
    assert_eq!(answers(&model, 16), [[4, 3, 1, 2, 2, 4, 3, 1, 1, 2, 4, 3, 3, 1, 2, 4]]);
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
    // all-interval series, CSPLib 007 (golden.md)
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
