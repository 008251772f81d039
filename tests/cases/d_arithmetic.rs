//! Products, division, counting and the like, as relations; the constraints of their own come later.

use super::*;

/// chocoteam/choco-solver #1043: b mod b.
#[test]
fn d01_b_mod_b() {
    let (mut model, ab) = over([[-8, -1].into(), [-8, -7, -2].into()]);
    model.post(predicate(ab, |v| v[1] % v[1] == v[0])).unwrap();
    assert_eq!(number(&model), 0);
}

/// chocoteam/choco-solver #206: division over gaps.
#[test]
fn d06_division_over_gaps() {
    let (mut model, abc) = over([[0, 2, 3, 4].into(), [-1, 1, 3, 4].into(), [-3, 1, 4].into()]);
    model.post(predicate(abc, |v| v[0] / v[1] == v[2])).unwrap();
    assert_eq!(answers(&model), [[3, -1, -3], [3, 3, 1], [4, 1, 4], [4, 3, 1], [4, 4, 1]]);
}

/// chocoteam/choco-solver #1041: a * b = a.
#[test]
fn d07_a_times_b_is_a() {
    for (a, b, expected) in
        [(vec![-4, -1, 2], [-2, -1], vec![]), (vec![-4, 0, 2], [-2, 1], vec![[-4, 1], [0, -2], [0, 1], [2, 1]])]
    {
        let (mut model, ab) = over([a.into(), b.into()]);
        model.post(predicate(ab, |v| v[0] * v[1] == v[0])).unwrap();
        assert_eq!(answers(&model), expected);
    }
}

/// chocoteam/choco-solver #353, PR #359; MiniZinc/libminizinc #260: a scaled variable over a wide domain.
#[test]
fn d08_modest_products() {
    let (mut model, [x, y]) = same(0..=46_500);
    model.post(sum([46_500 * x, -y]).equals(0)).unwrap();
    let found: Vec<_> = model.solver().solutions().map(|s| (s[x], s[y])).collect();
    assert_eq!(found, [(0, 0), (1, 46_500)]);
    let (mut model, abc) = same::<3>([1, 55_000]);
    model.post(predicate(abc, |v| v[0] * v[1] == v[2])).unwrap();
    assert_eq!(answers(&model), [[1, 1, 1], [1, 55_000, 55_000], [55_000, 1, 55_000]]);
}

/// xcsp3team/cosoco #73; Ochibobo/LearnieCP #1: no overlap, each schedule once.
#[test]
fn g08_no_overlap_each_schedule_once() {
    let apart = |length: Value| move |v: &[Value]| v[0] + length <= v[1] || v[1] + length <= v[0];
    for (tasks, length, last, expected) in [(2, 2, 3, 6), (3, 2, 4, 6), (5, 1, 4, 120)] {
        let mut model = Model::new();
        let starts = model.variables(tasks, 0..=last).unwrap();
        for (i, &first) in starts.iter().enumerate() {
            for &second in &starts[i + 1..] {
                model.post(predicate([first, second], apart(length))).unwrap();
            }
        }
        assert_eq!(number(&model), expected);
    }
}

/// abarbu/csp-haskell #2: the five flats.
#[test]
fn g13_five_flats_puzzle() {
    let (mut model, [b, c, f, m, s]) = same(1..=5);
    let conditions = |model: &mut Model| {
        model.post(not_equal(b, 5)).unwrap();
        model.post(not_equal(c, 1)).unwrap();
        model.post(predicate([f], |v| v[0] != 1 && v[0] != 5)).unwrap();
        model.post(predicate([m, c], |v| v[0] > v[1])).unwrap();
        model.post(predicate([s, f], |v| v[0].abs_diff(v[1]) != 1)).unwrap();
        model.post(predicate([f, c], |v| v[0].abs_diff(v[1]) != 1)).unwrap();
    };
    conditions(&mut model);
    assert_eq!(number(&model), 120);
    model.post(all_different([b, c, f, m, s])).unwrap();
    assert_eq!(answers(&model), [[3, 2, 4, 5, 1]]);
}
