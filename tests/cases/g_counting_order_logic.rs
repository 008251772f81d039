//! Counting, ordering, logic, scheduling.

use super::*;

/// chocoteam/choco-solver #1081: the number is one of the views that are counted.
#[test]
fn g01_count_with_shared_variables() {
    let mut model = Model::new();
    let b = model.variable(1..=2).unwrap();
    let e = model.variable([0, 3]).unwrap();
    let f = model.variable([1, 3]).unwrap();
    let list = [View::constant(0), View::constant(1), f.view(), e.view(), View::constant(1)];
    model.post(count(list, b).equals(f)).unwrap();
    assert_eq!(number(&model), 0);
}

/// Gecode/gecode #166: constants and repeated variables, counts that are variables and are counted.
#[test]
fn g02_cardinality_with_variable_counts() {
    let mut model = Model::new();
    let a = model.variable([1, 3]).unwrap();
    let [b, c, d, g, h] = std::array::from_fn(|_| model.variable(2..=3).unwrap());
    let e = model.variable(2..=5).unwrap();
    let f = model.variable(1..=4).unwrap();
    let k = View::constant;
    let list = [a.view(), d.view(), k(1), k(3), k(3), c.view(), k(1), h.view(), b.view()];
    model.post(global_cardinality(list, 1..=3, [g, f, e])).unwrap();
    assert_eq!(number(&model), 26);
}

/// chocoteam/choco-solver #1077; Gecode/gecode #169: the first position of the minimum when both entries are
/// one variable.
#[test]
fn g03_position_of_the_minimum_ties() {
    let (model, [c, e]) = over([(1..=3).into(), (1..=2).into()]);
    let expected = [[1, 1], [2, 1], [3, 1]];

    let mut by_comparisons = model.clone();
    by_comparisons.post(e.equals(1).iff(c.at_most(c))).unwrap();
    by_comparisons.post(e.equals(2).iff(c.less_than(c))).unwrap();
    assert_eq!(answers(&by_comparisons), expected);

    let mut by_minimum = model;
    let list = [c, c];
    let least = by_minimum.define(minimum(list)).unwrap();
    by_minimum.post(element(list, e - 1).equals(least)).unwrap();
    for (position, &entry) in list.iter().enumerate() {
        by_minimum.post(e.greater_than(position + 1).implies(entry.greater_than(least))).unwrap();
    }
    assert_eq!(answers_of_first(&by_minimum, 2), expected);
}

/// chuffed/chuffed #127: entries in both lists.
#[test]
fn g04_lexicographic_order_with_shared_entries() {
    let mut model = Model::new();
    let (a, b) = (model.variable(1..=2).unwrap(), model.variable(1..=2).unwrap());
    let k = View::constant;
    model.post(lex_less([k(2), b.view(), k(2)], [a.view(), k(1), k(2)])).unwrap();
    assert_eq!(number(&model), 0);
}

/// chocoteam/pychoco #27: an order tied to a Boolean that is false.
#[test]
fn g07_negated_ordering() {
    for (size, domain, expected) in [(3, 1..=3, 17), (4, 0..=2, 66)] {
        let mut model = Model::new();
        let x = model.variables(size, domain).unwrap();
        let truth = model.variable(0..=1).unwrap();
        model.post(increasing(&x).reify(truth)).unwrap();
        model.post(truth.equals(0)).unwrap();
        assert_eq!(number(&model), expected);
    }
}

/// xcsp3team/cosoco #73; Ochibobo/LearnieCP #1: no overlap, each schedule once.
#[test]
fn g08_no_overlap_each_schedule_once() {
    let apart = |length: Value| move |v: &[Value]| v[0] + length <= v[1] || v[1] + length <= v[0];
    for (tasks, length, last, expected) in [(2, 2, 3, 6), (3, 2, 4, 6), (5, 1, 4, 120)] {
        for by_predicate in [true, false] {
            let mut model = Model::new();
            let starts = model.variables(tasks, 0..=last).unwrap();
            for (i, &a) in starts.iter().enumerate() {
                for &b in &starts[i + 1..] {
                    let no_overlap = if by_predicate {
                        predicate([a, b], apart(length)).boxed()
                    } else {
                        b.at_most(a - length).or(a.at_most(b - length)).boxed()
                    };
                    model.post(no_overlap).unwrap();
                }
            }
            assert_eq!(number(&model), expected);
        }
    }
}

/// MiniZinc/libminizinc #359: a negated disjunction, and what De Morgan makes of it.
#[test]
fn g09_negated_disjunction() {
    for (last, expected) in [(10, 1200), (3, 45)] {
        let build = |spelling: usize| {
            let mut model = Model::new();
            let p = model.variables(4, 0..=last).unwrap();
            let both = |a: Var, b: Var| a.equals(1).and(b.equals(0));
            let either = |a: Var, b: Var| a.equals(1).not().or(b.equals(0).not());
            match spelling {
                0 => model.post(both(p[0], p[1]).or(both(p[2], p[3])).not()),
                1 => model.post(both(p[0], p[1]).not().and(both(p[2], p[3]).not())),
                _ => model.post(either(p[0], p[1]).and(either(p[2], p[3]))),
            }
            .unwrap();
            model.post(p[0].equals(1)).unwrap();
            answers(&model)
        };
        let found = [0, 1, 2].map(build);
        assert_eq!(found[0].len(), expected);
        assert!(found[0] == found[1] && found[1] == found[2]);
    }
}

/// conjure-cp/conjure-oxide #366; chocoteam/choco-solver #609: formulas without parts, and functions of nothing.
#[test]
fn g12_empty_lists() {
    let no_parts = || Vec::<Literal>::new();
    let (mut model, [_]) = same(1..=5);
    model.post(all_of(no_parts())).unwrap();
    assert_eq!(number(&model), 5);
    model.post(any_of(no_parts())).unwrap();
    assert_eq!(number(&model), 0);
    for (value, expected) in [(0, 0), (1, 5)] {
        let (mut model, [_, r]) = over([(1..=5).into(), (0..=1).into()]);
        model.post(all_of(no_parts()).reify(r)).unwrap();
        model.post(r.equals(value)).unwrap();
        assert_eq!(number(&model), expected);
    }

    let (mut model, [a]) = same(1..=5);
    let none: [View; 0] = [];
    let empty = |constraint: &str| ModelError::Empty { constraint: constraint.into(), item: "the list".into() };
    assert_eq!(model.post(minimum(none).equals(a)).err(), Some(empty("minimum")));
    assert_eq!(model.post(maximum(none).equals(a)).err(), Some(empty("maximum")));
    assert_eq!(model.post(maximum(none).equals(a).not()).err(), Some(empty("maximum")));
    assert_eq!(model.define(minimum(none)).err(), Some(empty("minimum")));
    assert_eq!(number(&model), 5);
    model.post(product(none).equals(a)).unwrap(); // of no factors: 1
    assert_eq!(answers(&model), [[1]]);
}

/// abarbu/csp-haskell #2: the five flats.
#[test]
fn g13_five_flats_puzzle() {
    for by_predicate in [true, false] {
        let (mut model, [b, c, f, m, s]) = same(1..=5);
        model.post(not_equal(b, 5)).unwrap();
        model.post(not_equal(c, 1)).unwrap();
        if by_predicate {
            model.post(predicate([f], |v| v[0] != 1 && v[0] != 5)).unwrap();
            model.post(predicate([m, c], |v| v[0] > v[1])).unwrap();
            model.post(predicate([s, f], |v| v[0].abs_diff(v[1]) != 1)).unwrap();
            model.post(predicate([f, c], |v| v[0].abs_diff(v[1]) != 1)).unwrap();
        } else {
            let adjacent = |a: Var, b: Var| (a - b).equals(1).or((b - a).equals(1));
            model.post(member(f, [1, 5]).not()).unwrap();
            model.post(m.greater_than(c)).unwrap();
            model.post(adjacent(s, f).not()).unwrap();
            model.post(adjacent(f, c).not()).unwrap();
        }
        assert_eq!(number(&model), 120);
        model.post(all_different([b, c, f, m, s])).unwrap();
        assert_eq!(answers(&model), [[3, 2, 4, 5, 1]]);
    }
}
