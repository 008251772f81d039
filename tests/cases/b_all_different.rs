//! All-different and all-equal.

use super::*;

const STRENGTHS: [Strength; 4] = [Strength::ForwardChecking, Strength::Dual, Strength::Bounds, Strength::Domain];

/// xcsp3team/pycsp3 #119; ciaranm/glasgow-constraint-solver PR #768: a variable cannot differ from itself.
#[test]
fn b01_same_variable_twice_in_all_different() {
    for strength in STRENGTHS {
        let (mut model, [x, y]) = same(0..=2);
        model.post(all_different([x, y, x]).strength(strength)).unwrap();
        assert_eq!(number(&model), 0, "{strength:?}");
    }
}

/// MiniZinc/libminizinc #770, #762; xcsp3team/pycsp3 #120: over nothing and over one variable it is true.
#[test]
fn b03_empty_and_one_element_scopes() {
    for strength in STRENGTHS {
        let (mut model, [x]) = same(1..=3);
        model.post(all_different([] as [View; 0]).strength(strength)).unwrap();
        model.post(all_different([x]).strength(strength)).unwrap();
        model.post(increasing([] as [View; 0])).unwrap();
        assert_eq!(answers(&model), [[1], [2], [3]], "{strength:?}");
    }
}

/// ConSol-Lab/Pumpkin #79: unsatisfiable before search is a normal answer.
#[test]
fn b04_unsatisfiable_at_the_root() {
    for (bound, expected) in [(1, vec![]), (3, vec![[1, 3, 2, 0], [2, 3, 1, 0]])] {
        let (mut model, [p, q, r, s]) = same(0..=3);
        model.post(sum([3 * s, p.view(), r.view()]).at_most(bound)).unwrap();
        model.post(all_different([p, q, r, s])).unwrap();
        assert_eq!(answers(&model), expected);
    }
}

/// CPMpy/cpmpy #450: a longer all-different after each solve.
#[test]
fn b05_all_different_posted_again_over_a_growing_list() {
    let (mut model, x) = same::<4>(1..=4);
    for length in [2, 3, 4] {
        model.post(all_different(&x[..length])).unwrap();
        let solution = model.solver().solve().solution().unwrap();
        let mut values = solution.values(&x[..length]);
        values.sort();
        values.dedup();
        assert_eq!(values.len(), length);
    }
    assert_eq!(number(&model), 24);
}

/// CPMpy/cpmpy #608; xcsp3team/cosoco #78: all-different that ignores a value.
#[test]
fn b08_all_different_except_a_value() {
    let except = |free: Value| move |v: &[Value]| (0..v.len()).all(|i| v[i] == free || !v[..i].contains(&v[i]));
    let (model, x) = same::<3>(0..=2);
    for model in each_way(&model, [predicate(x, except(0)).boxed(), all_different_except(x, 0).boxed()]) {
        assert_eq!(number(&model), 13);
    }
    let (model, x) = same::<1>(1..=9);
    for model in each_way(&model, [predicate(x, except(1)).boxed(), all_different_except(x, 1).boxed()]) {
        assert_eq!(number(&model), 9);
    }
}

/// corail-research/learning-generic-csp #7: all-different over views.
#[test]
fn b09_all_different_over_shifted_variables() {
    let (mut model, x) = same::<5>(0..5);
    model.post(all_different(x)).unwrap();
    model.post(all_different(x.iter().enumerate().map(|(i, &x)| x + i))).unwrap();
    model.post(all_different(x.iter().enumerate().map(|(i, &x)| x - i))).unwrap();
    assert_eq!(number(&model), 10);
}

/// xcsp3team/cosoco #79: pairs that differ, over negative values.
#[test]
fn b11_pairwise_different_vectors_with_negative_values() {
    for by_predicate in [true, false] {
        let (mut model, x) = same::<6>(-1..=0);
        for (i, j) in [(0, 2), (0, 4), (2, 4)] {
            let differ = if by_predicate {
                predicate([x[i], x[i + 1], x[j], x[j + 1]], |v| (v[0], v[1]) != (v[2], v[3])).boxed()
            } else {
                x[i].differs_from(x[j]).or(x[i + 1].differs_from(x[j + 1])).boxed()
            };
            model.post(differ).unwrap();
        }
        assert_eq!(number(&model), 24);
    }
}
