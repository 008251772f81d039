//! Array lookup: through the oracle, in formulas, and over wide domains.

mod oracle;

use bezzel::*;
use oracle::pool::{ELEMENT, ELEMENT_OF_CONSTANTS, Entry};
use oracle::problem::{Claim, Kind};
use oracle::{Arguments, Effort, Random, arguments, check, check_problem};

#[test]
fn of_constants() {
    check(&ELEMENT_OF_CONSTANTS);
    for name in ["more", "and more"] {
        check(&Entry { name, ..ELEMENT_OF_CONSTANTS });
    }
}

#[test]
fn of_views() {
    check(&ELEMENT);
    check(&Entry { name: "more", ..ELEMENT });
}

#[test]
fn in_formulas() {
    let mut random = Random::named("element in formulas");
    for arity in [2, 3, 4, 5] {
        for Arguments { problem, terms } in arguments(arity, &mut random) {
            let limit = random.between(-1..=2);
            let kind = (ELEMENT.draw)(&mut random, &problem.images(&terms));
            let kind = kind.in_formula(random.below(4), 1, limit);
            check_problem(&problem.post(kind.claims(|_| Claim::Sound), terms), Effort::Quick, &mut random);
        }
    }
}

/// Two lookups in one array, as in a chain of successors.
#[test]
fn mixed() {
    let mut random = Random::named("element mixed");
    for _ in 0..4 {
        for Arguments { problem, terms } in arguments(4, &mut random) {
            let mut turned = terms.clone();
            turned.rotate_left(1);
            let kind = (ELEMENT.draw)(&mut random, &problem.images(&terms));
            let mut problem = problem.post(kind.clone(), terms.clone()).post(kind, turned);
            if random.one_in(2) {
                let distinct = Kind::new("not equal", |v| v[0] != v[1], |v| not_equal(v[0], v[1]));
                problem = problem.post(distinct, terms[1..3].to_vec());
            }
            check_problem(&problem, Effort::Quick, &mut random);
        }
    }
}

/// As many solutions as entries, when the index settles everything else.
#[test]
fn closed_form() {
    for m in 0..=70 {
        let mut model = Model::new();
        let index = model.variable(-100..=100).unwrap();
        let value = model.variable(0..=1_000_000_000).unwrap();
        model.post(element((0..m).map(|i| i * i * i), index).equals(value)).unwrap();
        assert_eq!(model.solver().count().solutions, m as u64);
    }
    // a permutation and its inverse, by lookups
    let mut model = Model::new();
    let permutation = model.variables(4, 0..4).unwrap();
    let inverse = model.variables(4, 0..4).unwrap();
    for (i, &image) in inverse.iter().enumerate() {
        model.post(element(&permutation, image).equals(i)).unwrap();
    }
    assert_eq!(model.solver().count().solutions, 24);
}

/// Wide domains cost memory for their gaps only.
#[test]
fn wide_domains() {
    let mut model = Model::new();
    let index = model.variable(-1_000_000_000..=1_000_000_000).unwrap();
    let value = model.variable(-VALUE_LIMIT..=VALUE_LIMIT).unwrap();
    let array = model.variables(3, -VALUE_LIMIT..=VALUE_LIMIT).unwrap();
    model.post(element(&array, index).equals(value)).unwrap();
    for (i, &entry) in array.iter().enumerate() {
        model.post(entry.equals(1_000_000_000 * i as i64)).unwrap();
    }
    let found: Vec<_> = model.solver().solutions().map(|s| (s[index], s[value])).collect();
    assert_eq!(found, [(0, 0), (1, 1_000_000_000), (2, 2_000_000_000)]);

    let mut model = Model::new();
    let index = model.variable(0..=2).unwrap();
    let entry = model.define(element([VALUE_LIMIT, -VALUE_LIMIT, 5], index)).unwrap();
    assert_eq!(model.domain(entry).len(), 2 * VALUE_LIMIT as u64 + 1);
    assert_eq!(model.solver().solutions().map(|s| s[entry]).collect::<Vec<_>>(), [VALUE_LIMIT, -VALUE_LIMIT, 5]);
    let too_wide = element([View::constant(VALUE_LIMIT) + 1], index).equals(0);
    assert!(matches!(model.post(too_wide), Err(ModelError::ViewTooWide { .. })));
    assert!(matches!(model.define(element([i64::MAX], index)), Err(ModelError::ViewTooWide { .. })));
}
