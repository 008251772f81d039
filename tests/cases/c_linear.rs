//! Linear constraints, repeated variables, overflow.

use super::*;

/// google/or-tools #3614, #2157; ERGO-Code/HiGHS #2469; RobotLocomotion/drake #18275: a variable twice in one sum.
#[test]
fn c01_same_variable_twice_in_a_linear_constraint() {
    let solve = |bound, minus| {
        let (mut model, [x]) = same(0..=5);
        let terms = if minus { [x.view(), -x] } else { [x.view(), x.view()] };
        model.post(sum(terms).equals(bound)).unwrap();
        answers(&model)
    };
    assert_eq!(solve(6, false), [[3]]);
    assert_eq!(solve(0, true).len(), 6);
    assert!(solve(1, true).is_empty());
    let (mut model, [x, y]) = same(0..=5);
    model.post(sum([2 * x, 3 * y, -x]).equals(7)).unwrap();
    assert_eq!(answers(&model), [[1, 2], [4, 1]]);
}

/// As C01: terms that cancel.
#[test]
fn c02_cancelling_terms() {
    let (mut model, [x, y]) = same(0..=4);
    model.post(sum([3 * x, -y, -2 * x, y.view()]).at_most(1)).unwrap();
    let expected: Vec<[Value; 2]> = (0..=1).flat_map(|x| (0..=4).map(move |y| [x, y])).collect();
    assert_eq!(answers(&model), expected);
}

/// chuffed/chuffed #157: sums beyond 32 bits do not wrap.
#[test]
fn c03_32_bit_overflow_in_a_linear_sum() {
    let (mut model, [x, y]) = same(1..=10);
    model.post(sum([214_748_365 * x, -y]).at_least(2_147_483_650i64)).unwrap();
    assert_eq!(number(&model), 0);
}

/// The same near the limits of 64 bits: the sums of views that each fit.
#[test]
fn c03_64_bit_overflow_in_a_linear_sum() {
    let half = VALUE_LIMIT / 2;
    let (mut model, x) = same::<9>(1..=2);
    model.post(sum(x.map(|x| half * x)).at_most(VALUE_LIMIT)).unwrap();
    assert_eq!(number(&model), 0, "nine times half of the limit");
    let (mut model, x) = same::<3>([-1, 1]);
    model.post(sum(x.map(|x| VALUE_LIMIT * x)).at_least(-VALUE_LIMIT)).unwrap();
    model.post(sum(x.map(|x| VALUE_LIMIT * x)).equals(VALUE_LIMIT)).unwrap();
    assert_eq!(answers(&model), [[-1, 1, 1], [1, -1, 1], [1, 1, -1]]);
    model.post(sum(x.map(|x| VALUE_LIMIT * x)).at_most(VALUE_LIMIT - 1)).unwrap();
    assert_eq!(number(&model), 0);
    let (mut model, [x]) = same(0..=9);
    assert!(matches!(model.post(sum([VALUE_LIMIT * x]).equals(0)), Err(ModelError::ViewTooWide { .. })));
}

/// chocoteam/choco-solver #601, #605: bounds that are trivially true near the limits.
#[test]
fn c05_trivially_true_bounds_near_the_integer_limit() {
    let (mut model, [x]) = same([2_147_483_636]);
    model.post(sum([x]).at_least(-581_117)).unwrap();
    assert_eq!(number(&model), 1);
    let (mut model, x) = same::<4>([-5, 5]);
    model.post(sum(x).at_least(-2_147_483_647)).unwrap();
    model.post(sum(x).at_least(-VALUE_LIMIT)).unwrap();
    model.post(sum(x).at_most(VALUE_LIMIT)).unwrap();
    assert_eq!(number(&model), 16);
    assert!(matches!(model.post(sum(x).at_most(Value::MAX)), Err(ModelError::ViewTooWide { .. })));
    assert!(matches!(model.post(sum(x).at_least(Value::MIN)), Err(ModelError::ViewTooWide { .. })));
}

/// python-constraint/python-constraint #33: an exact sum over negative values.
#[test]
fn c07_exact_sum_with_negative_values() {
    let (mut model, ab) = same::<2>([-1, 0, 1]);
    model.post(sum(ab).equals(0)).unwrap();
    assert_eq!(answers(&model), [[-1, 1], [0, 0], [1, -1]]);
}

/// google/or-tools #4640; CPMpy/cpmpy #659: an implied equation, no solution twice.
#[test]
fn c09_implied_equality_no_duplicates() {
    let (model, [x, y, z, p]) = over([(0..=2).into(), (0..=2).into(), (0..=2).into(), (0..=1).into()]);
    let implied = [
        predicate([p, x, y, z], |v| v[0] == 0 || 2 * v[1] + 3 * v[2] + 5 * v[3] == 12).boxed(),
        (2 * x + 3 * y + 5 * z).equals(12).implied_by(p).boxed(),
    ];
    for model in each_way(&model, implied) {
        let found = answers(&model);
        assert_eq!(found.len(), 29);
        assert_eq!(found.iter().filter(|a| a[3] == 1).count(), 2);
    }
}

/// ankane/or-tools-ruby #38; chocoteam/choco-solver #314: the empty sum is 0.
#[test]
fn c10_empty_sum() {
    let empty = || sum([] as [View; 0]);
    let cases = [
        (empty().at_most(2), 2),
        (empty().equals(0), 2),
        (empty().equals(1), 0),
        (empty().differs_from(0), 0),
        (empty().differs_from(1), 2),
        (empty().at_least(0), 2),
        (empty().at_least(1), 0),
        (empty().at_most(-1), 0),
    ];
    for (constraint, expected) in cases {
        let (mut model, _) = same::<1>(0..=1);
        model.post(constraint).unwrap();
        assert_eq!(number(&model), expected);
    }
}

/// chocoteam/choco-solver #1244: a folded offset beyond 32 bits, in a view, a product and a defined sum.
#[test]
fn c11_nested_shift_and_scale() {
    let (mut model, [x]) = same(46_341..=46_342);
    model.post(sum([(x - 46_341) * 46_341]).equals(0)).unwrap();
    assert_eq!(answers(&model), [[46_341]]);
    let (mut model, [x]) = same(46_341..=46_342);
    model.post(sum([(x - 46_341) * -46_341]).at_most(-1)).unwrap();
    assert_eq!(answers(&model), [[46_342]]);
    let (mut model, [x]) = same(46_341..=46_342);
    model.post(product([x - 46_341, View::constant(46_341)]).equals(0)).unwrap();
    assert_eq!(answers(&model), [[46_341]]);
    let (mut model, [x]) = same(46_341..=46_342);
    let difference = model.define(x - 46_341 + sum([0; 0])).unwrap();
    model.post((46_341 * difference).equals(0)).unwrap();
    assert_eq!(answers_of_first(&model, 1), [[46_341]]);
}

/// didoudiaz/gprolog #77: a / BC + d / EF + g / HI = 1 over the nine digits, cleared of fractions.
#[test]
fn c13_long_sum_of_three_factor_products() {
    let (mut model, x) = same::<9>(1..=9);
    model.post(all_different(x)).unwrap();

    let mut by_predicate = model.clone();
    let relation = |v: &[Value]| {
        let (b, e, h) = (10 * v[1] + v[2], 10 * v[4] + v[5], 10 * v[7] + v[8]);
        v[0] * e * h + v[3] * b * h + v[6] * b * e == b * e * h
    };
    by_predicate.post(predicate(x, relation)).unwrap();

    let [a, b, c, d, e, f, g, h, i] = x;
    let mut define = |tens: Var, ones: Var| model.define(10 * tens + ones).unwrap();
    let (bc, ef, hi) = (define(b, c), define(e, f), define(h, i));
    let mut define = |factors: [Var; 3]| model.define(product(factors)).unwrap();
    let terms = [define([a, ef, hi]), define([d, bc, hi]), define([g, bc, ef])];
    let whole = define([bc, ef, hi]);
    model.post(sum(terms).equals(whole)).unwrap();

    for model in [by_predicate, model] {
        let found: Vec<Vec<Value>> = model.solver().solutions().map(|s| s.values(x)).collect();
        assert_eq!(found.len(), 6);
        for solution in found {
            let mut fractions: Vec<&[Value]> = solution.chunks(3).collect();
            fractions.sort();
            assert_eq!(fractions, [[5, 3, 4], [7, 6, 8], [9, 1, 2]]);
        }
    }
}

/// python-constraint/python-constraint #98: all 18 answers; a search that is stopped never says that there is none.
#[test]
fn c14_incomplete_search_must_not_claim_unsat() {
    let (model, [x, f]) = over([(10..=999).into(), (10..=99).into()]);
    let [by_predicate] = each_way(&model, [predicate([x, f], |v| 10 * v[0] - 491 == v[1] * v[1]).boxed()]);
    assert_eq!(number(&by_predicate), 18);
    let [mut by_product, mut by_square] = [model.clone(), model];
    let squares = [by_product.define(f * f).unwrap(), by_square.define(square(f)).unwrap()];
    by_product.post((10 * x - squares[0]).equals(491)).unwrap();
    by_square.post((10 * x - squares[1]).equals(491)).unwrap();
    for model in [by_predicate, by_product, by_square] {
        assert_eq!(model.solver().count().solutions, 18);
        assert_eq!(model.solver().solutions().count(), 18);
        let within = |limit| model.solver().with_node_limit(limit).with_order(VariableOrder::Input).solve();
        assert_eq!(within(0), Answer::Stopped(StopReason::NodeLimit));
        for limit in 1..5 {
            assert_ne!(within(limit), Answer::Unsatisfiable);
        }
    }
}

/// google/or-tools #3433, #2762, #2564; CPMpy/cpmpy #687: "or" within one relation and between two; no half is dropped.
#[test]
fn c15_host_language_or_between_constraints() {
    let (model, [x]) = same(0..=5);
    let either = [predicate([x], |v| v[0] == 1 || v[0] == 2).boxed(), x.equals(1).or(x.equals(2)).boxed()];
    let different = [not_equal(x, 2).boxed(), x.differs_from(2).boxed()];
    for model in each_way(&model, either) {
        for model in each_way(&model, different.clone()) {
            assert_eq!(answers(&model), [[1]]);
        }
    }
}
