//! Products, quotients, remainders, absolute values and distances.

use super::*;

/// chocoteam/choco-solver #1043: b mod b.
#[test]
fn d01_b_mod_b() {
    let (model, [a, b]) = over([[-8, -1].into(), [-8, -7, -2].into()]);
    let formulations = [predicate([a, b], |v| v[1] % v[1] == v[0]).boxed(), remainder(b, b).equals(a).boxed()];
    for model in each_way(&model, formulations) {
        assert_eq!(answers(&model), [[0; 0]; 0]);
    }
}

/// chocoteam/choco-solver #1249; google/or-tools #3423; xcsp3team/ACE #12; CPMpy/cpmpy PR #516: the sign
/// of the remainder.
#[test]
fn d03_sign_of_the_remainder() {
    let (mut model, [x, y]) = same(-3..=3);
    model.post(remainder(x, 3).equals(y)).unwrap();
    assert_eq!(answers(&model), [[-3, 0], [-2, -2], [-1, -1], [0, 0], [1, 1], [2, 2], [3, 0]]);
}

/// chocoteam/choco-solver #272: a divisor range that holds 0.
#[test]
fn d05_divisor_range_that_holds_zero() {
    let (mut model, [d, e, f]) = over([(-4..=3).into(), (-1..=3).into(), (-1..=4).into()]);
    model.post(remainder(d, e).equals(f)).unwrap();
    let found = answers(&model);
    assert!(found.len() == 31 && found.iter().all(|s| s[1] != 0));

    let (mut model, [d, e, f]) = over([(1..=2).into(), [0, 5].into(), [3, 4].into()]);
    model.post(remainder(d, e).equals(f).or(e.equals(0))).unwrap();
    assert_eq!(answers(&model), [[1, 0, 3], [1, 0, 4], [2, 0, 3], [2, 0, 4]]);
}

/// chocoteam/choco-solver #206: division over gaps, in any order.
#[test]
fn d06_division_over_gaps() {
    let (model, [a, b, c]) = over([[0, 2, 3, 4].into(), [-1, 1, 3, 4].into(), [-3, 1, 4].into()]);
    let expected = [[3, -1, -3], [3, 3, 1], [4, 1, 4], [4, 3, 1], [4, 4, 1]];
    let formulations = [predicate([a, b, c], |v| v[0] / v[1] == v[2]).boxed(), quotient(a, b).equals(c).boxed()];
    for model in each_way(&model, formulations) {
        assert_eq!(answers(&model), expected);
        for order in [VariableOrder::Input, VariableOrder::FirstFail] {
            for values in [ValueOrder::Smallest, ValueOrder::Largest] {
                let solver = model.solver().with_order(order).with_values(values);
                let mut found: Vec<Vec<Value>> = solver.into_solutions().map(|s| s.all().to_vec()).collect();
                found.sort();
                assert_eq!(found, expected);
            }
        }
    }
}

/// chocoteam/choco-solver #1041: a * b = a.
#[test]
fn d07_a_times_b_is_a() {
    for (a, b, expected) in
        [(vec![-4, -1, 2], [-2, -1], vec![]), (vec![-4, 0, 2], [-2, 1], vec![[-4, 1], [0, -2], [0, 1], [2, 1]])]
    {
        let (model, [a, b]) = over([a.into(), b.into()]);
        let formulations = [predicate([a, b], |v| v[0] * v[1] == v[0]).boxed(), (a * b).equals(a).boxed()];
        for model in each_way(&model, formulations) {
            assert_eq!(answers(&model), expected);
        }
    }
}

/// chocoteam/choco-solver #353, PR #359; MiniZinc/libminizinc #260: products of five-digit numbers.
#[test]
fn d08_modest_products() {
    let (model, [x, y]) = same(0..=46_500);
    let scaled =
        [sum([46_500 * x, -y]).equals(0).boxed(), product([View::constant(46_500), x.view()]).equals(y).boxed()];
    for model in each_way(&model, scaled) {
        let found: Vec<_> = model.solver().solutions().map(|s| (s[x], s[y])).collect();
        assert_eq!(found, [(0, 0), (1, 46_500)]);
    }
    let (model, [a, b, c]) = same([1, 55_000]);
    let formulations = [predicate([a, b, c], |v| v[0] * v[1] == v[2]).boxed(), (a * b).equals(c).boxed()];
    for model in each_way(&model, formulations) {
        assert_eq!(answers(&model), [[1, 1, 1], [1, 55_000, 55_000], [55_000, 1, 55_000]]);
    }
}

/// Z3Prover/z3 #7325: a divisor b - 1.
#[test]
fn d10_divisor_b_minus_1() {
    let (mut model, [a, b]) = same(-8..=8);
    model.post(quotient(a, b - 1).equals(4)).unwrap();
    assert_eq!(answers(&model), [[-8, -1], [-4, 0], [4, 2], [8, 3]]);
}

/// trealla-prolog/trealla #1061: a product with one open factor.
#[test]
fn d12_product_with_one_open_factor() {
    for (total, expected) in [(3, vec![[3, 1]]), (4, vec![[2, 2], [4, 1]]), (6, vec![[3, 2], [6, 1]])] {
        let (mut model, [columns, rows]) = over([(1..=total).into(), (1..=2).into()]);
        model.post((columns * rows).equals(total)).unwrap();
        assert_eq!(answers(&model), expected);
    }
}

/// xcsp3team/ACE #12: absolute value and distance over negative domains.
#[test]
fn d13_absolute_value_and_distance() {
    let count = |constraint: fn(Var, Var) -> Arc<dyn Constraint>| {
        let (mut model, [x, y]) = same(-3..=3);
        model.post(constraint(x, y)).unwrap();
        number(&model)
    };
    assert_eq!(count(|x, y| absolute(x).equals(y).boxed()), 7);
    assert_eq!(count(|x, y| distance(x, 1).equals(y).boxed()), 6);
    assert_eq!(count(|x, y| absolute(x - 1).equals(y).boxed()), 6);
    assert_eq!(count(|x, y| (x * y).equals(-2).boxed()), 4);
}
