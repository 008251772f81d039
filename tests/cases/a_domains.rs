//! Domains and the shape of a model.

use super::*;

/// google/or-tools #1966, #391; semiexp/cspuz #1: an empty domain is refused at once, however it is written.
#[test]
fn a01_empty_domain_on_a_used_variable() {
    let mut model = Model::new();
    #[expect(clippy::reversed_empty_ranges)]
    let spellings = [ValueSet::default(), ValueSet::from(0..=-2), ValueSet::from([0i64; 0]), ValueSet::from(0..-2)];
    for empty in spellings {
        assert_eq!(model.variable(empty.clone()), Err(ModelError::EmptyDomain { index: 0 }));
        assert!(model.helper(empty).unwrap_err().to_string().contains("x0"));
    }
    model.variable(0..=1).unwrap();
    assert_eq!(number(&model), 2);
}

/// CPMpy/cpmpy #661, PR #674; pysathq/pysat PR #63: no variables, one solution, and it is empty.
#[test]
fn a03_zero_variables() {
    assert_eq!(answers(&Model::new()), [[]; 1]);
    let none: [View; 0] = [];
    let mut model = Model::new();
    model.post(predicate(none, |_| true)).unwrap();
    model.post(sum([2, 3]).equals(5)).unwrap();
    assert_eq!(answers(&model), [[]; 1]);
    assert_eq!(model.solver().solutions().count(), 1);
    for number_of_model in 0..4 {
        let mut model = Model::new();
        match number_of_model {
            0 => drop(model.post(predicate(none, |_| false)).unwrap()),
            1 => drop(model.post(not_equal(3, 3)).unwrap()),
            2 => drop(model.post(table(none, [[0i64; 0]; 0])).unwrap()),
            _ => drop(model.post(sum([2, 3]).equals(6)).unwrap()),
        }
        assert_eq!(number(&model), 0, "{number_of_model}");
    }
}

/// xcsp3team/pycsp3 #80: variables without a constraint.
#[test]
fn a04_variables_but_no_constraint() {
    let (model, _) = same::<2>(0..=1);
    assert_eq!(answers(&model), [[0, 0], [0, 1], [1, 0], [1, 1]]);
}

/// xcsp3team/cosoco #72: a variable that no constraint mentions is part of every solution.
#[test]
fn a06_a_variable_between_two_constrained_ones() {
    let (mut model, x) = same::<3>(0..=1);
    model.post(not_equal(x[0], x[2])).unwrap();
    assert_eq!(answers(&model), [[0, 0, 1], [0, 1, 1], [1, 0, 0], [1, 1, 0]]);
}

/// MiniZinc/libminizinc #6, #22, #449; google/or-tools #1300: helpers do not multiply solutions.
#[test]
fn a07_helper_variables_multiply_solutions() {
    for helper in [true, false] {
        for mode in MODES {
            let mut model = Model::new();
            let x = model.variable(1..=2).unwrap();
            let h = if helper { model.helper(0..=1) } else { model.variable(0..=1) }.unwrap();
            let mut solver = model.solver().with_propagation(mode);
            let found: Vec<Value> = solver.solutions().map(|s| s[x]).collect();
            assert_eq!(found, if helper { vec![1, 2] } else { vec![1, 1, 2, 2] }, "{mode:?}");
            assert_eq!(solver.count().solutions, if helper { 2 } else { 4 }, "{mode:?}");
            assert!((0..=1).contains(&solver.solve().solution().unwrap()[h]));
        }
    }
}

/// chocoteam/choco-solver #358: a domain costs nothing for its width.
#[test]
fn a08_two_far_apart_values() {
    let far = [0, 1_000_000_000];
    let (mut model, [x, y]) = same::<2>(far);
    model.post(not_equal(x, y)).unwrap();
    assert_eq!(answers(&model), [[0, 1_000_000_000], [1_000_000_000, 0]]);
    let (mut model, x) = same::<3>(far);
    model.post(all_different(x)).unwrap();
    assert_eq!(number(&model), 0);
}

/// `flag` implies `x = z`.
struct EqualIf([Var; 3]);

impl Constraint for EqualIf {
    fn scope(&self) -> Vec<View> {
        self.0.iter().map(View::from).collect()
    }
    fn holds(&self, assignment: &Assignment) -> bool {
        let [flag, x, z] = self.0.map(|v| assignment.value(v));
        flag == 0 || x == z
    }
    fn post(&self, poster: &mut Poster) {
        self.scope().into_iter().for_each(|view| poster.wake_on(view, Wake::Bounds));
    }
    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let [flag, x, z] = self.0;
        match flag.value(store) {
            None => return Ok(Status::AtFixpoint),
            Some(0) => return Ok(Status::Entailed),
            Some(_) => {}
        }
        for (x, y) in [(x, z), (z, x)] {
            y.remove_below(store, x.min(store))?;
            y.remove_above(store, x.max(store))?;
        }
        Ok(Status::Again)
    }
}

/// huub-solver/huub #329, PR #270; ciaranm/glasgow-constraint-solver #244, #250; google/or-tools #2243: the widest
/// domain in an implication; one step wider is a typed error.
#[test]
fn a10_unbounded_integer() {
    let widest = || ValueSet::from(-VALUE_LIMIT..=VALUE_LIMIT);
    let rows = [[1, 1], [2, 1], [3, 0]];
    let expected: Vec<_> = (1..=2).flat_map(|i| (0..=10).map(move |x| (i, 1, x, x))).collect();

    let (mut model, [i, flag, x, s, z]) =
        over([(1..=3).into(), (0..=1).into(), (0..=10).into(), (0..=1).into(), widest()]);
    model.post(table([i, flag], rows)).unwrap();
    model.post(EqualIf([flag, x, z])).unwrap();
    let (p, q) = (|v: &[Value]| v == [1, 1], |v: &[Value]| v == [2, 1]);
    model.post(predicate([i, s], move |v| p(v) || q(v))).unwrap();
    let found: Vec<_> = model.solver().solutions().map(|a| (a[i], a[s], a[x], a[z])).collect();
    assert_eq!(found, expected);
    let error = model.variable(-VALUE_LIMIT - 1..=0).unwrap_err().to_string();
    assert!(error.contains("x5") && error.contains(&VALUE_LIMIT.to_string()), "{error}");

    // by formulas, with the widest domain before those that narrow it
    let (mut model, [i, s, z, x, flag]) =
        over([(1..=3).into(), (0..=1).into(), widest(), (0..=10).into(), (0..=1).into()]);
    model.post(table([i, flag], rows)).unwrap();
    model.post(flag.equals(1).implies(x.equals(z))).unwrap();
    model.post(i.equals(1).and(s.equals(1)).or(i.equals(2).and(s.equals(1)))).unwrap();
    let found: Vec<_> = model.solver().solutions().map(|a| (a[i], a[s], a[x], a[z])).collect();
    assert_eq!(found, expected);
}

/// google/or-tools #2343, #4352: constants beyond 32 bits.
#[test]
fn a11_constant_above_32_bits() {
    let (mut model, ab) = over([[0i64].into(), [34_359_738_368i64].into()]);
    model.post(all_different(ab)).unwrap();
    assert_eq!(answers(&model), [[0, 34_359_738_368]]);
    let (mut model, [x]) = same(0..=1);
    model.post(all_different([View::constant(0), View::constant(34_359_738_368), x.view()])).unwrap();
    assert_eq!(answers(&model), [[1]]);
}

/// lifebeyondfife/Decider #19: an order over negative values.
#[test]
fn a13_negative_domains_in_a_comparison() {
    let (model, [a, b]) = over([(-2..=5).into(), (-1..=5).into()]);
    let formulations = [
        predicate([a, b], |v| v[0] > v[1]).boxed(),
        sum([a.view(), -b]).at_least(1).boxed(),
        a.greater_than(b).boxed(),
    ];
    let found = each_way(&model, formulations).map(|model| answers(&model));
    assert_eq!(found[0].len(), 21);
    assert!(found[0] == found[1] && found[0] == found[2]);
}

/// google/or-tools #21: a product over negative values.
#[test]
fn a14_negative_domains_in_a_product() {
    let (model, [x, y]) = over([(-3..=2).into(), (-2..=3).into()]);
    let formulations = [
        predicate([x, y], |v| v[0] * v[1] == -2).boxed(),
        product([x, y]).equals(-2).boxed(),
        (x * y).equals(-2).boxed(),
    ];
    for model in each_way(&model, formulations) {
        assert_eq!(answers(&model), [[-2, 1], [-1, 2], [1, -2], [2, -1]]);
    }
}
