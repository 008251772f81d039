//! Bad input is a typed error that names the variable, the value and the limit; nothing is changed by it.

use super::*;

fn text<T>(result: Result<T, ModelError>) -> String {
    result.err().expect("an error").to_string()
}

#[test]
fn domains() {
    let mut model = Model::new();
    model.variable(0..=1).unwrap();
    assert_eq!(model.variable(0..0), Err(ModelError::EmptyDomain { index: 1 }));
    assert_eq!(model.variables(2, Vec::<i64>::new()), Err(ModelError::EmptyDomain { index: 1 }));
    assert_eq!(model.variables(0, Vec::<i64>::new()), Ok(vec![]));
    let (low, high) = (-VALUE_LIMIT - 1, 5);
    assert_eq!(model.variable(low..=high), Err(ModelError::DomainTooWide { index: 1, low, high }));
    let error = text(model.helper(0..=VALUE_LIMIT + 1));
    assert!(error.contains("x1") && error.contains(&format!("0..={}", VALUE_LIMIT + 1)), "{error}");
    model.variable(-VALUE_LIMIT..=VALUE_LIMIT).unwrap();
    assert_eq!(model.variable([VALUE_LIMIT]).unwrap().index(), 2, "nothing was declared by the errors");
}

#[test]
fn views() {
    let mut model = Model::new();
    let x = model.variable(0..=10).unwrap();
    let too_wide = [
        x * VALUE_LIMIT,
        x + VALUE_LIMIT,
        x - i64::MAX,
        x * i64::MAX * 2,
        x + usize::MAX,
        View::constant(i64::MIN),
        View::from(usize::MAX),
        (x + i64::MAX + i64::MAX) * 2,
    ];
    for view in too_wide {
        let posted = [
            model.post(sum([view]).at_most(0)).err(),
            model.post(all_different([view, x.view()])).err(),
            model.post(not_equal(view, 3)).err(),
            model.post(predicate([view], |_| true)).err(),
            model.post(table([view], [[0]])).err(),
        ];
        for error in posted {
            assert!(matches!(error, Some(ModelError::ViewTooWide { .. })), "{view:?}: {error:?}");
        }
    }
    let error = text(model.post(not_equal(x * VALUE_LIMIT, 1)));
    assert!(error.contains("not_equal") && error.contains("x0") && error.contains(&VALUE_LIMIT.to_string()), "{error}");
    model.post(sum([x * (VALUE_LIMIT / 10), x - 10]).at_least(-10)).unwrap();
    assert_eq!(model.solver().count().solutions, 11, "nothing was posted by the errors");
}

#[test]
fn foreign_variables() {
    let (mut model, mut other) = (Model::new(), Model::new());
    let (x, y) = (model.variable(0..=1).unwrap(), other.variables(2, 0..=1).unwrap()[1]);
    let is_foreign = |error: &ModelError| matches!(error, ModelError::ForeignVariable { .. });
    let posted = [
        model.post(not_equal(x, y)).err(),
        model.post(sum([x, y]).equals(1)).err(),
        model.post(all_different([y + 1])).err(),
        model.post(predicate([y], |_| true)).err(),
    ];
    for error in posted {
        let error = error.unwrap();
        assert!(is_foreign(&error) && error.to_string().contains("x1"), "{error}");
    }
    let mut solver = model.solver();
    solver.assume(&[Literal::equal(x, 1)]).unwrap();
    assert!(is_foreign(&solver.assume(&[Literal::equal(x, 0), Literal::equal(y, 0)]).unwrap_err()));
    let solution = solver.solve().solution().unwrap();
    assert_eq!(solution[x], 1, "the assumptions stay as they were");
    assert!(std::panic::catch_unwind(|| solution[y]).is_err());
    assert!(std::panic::catch_unwind(|| solution.value(y + 1)).is_err());
    assert_eq!(solution.value(7), 7);
    // what is multiplied by 0 is a constant
    model.post(sum([y * 0 + 1, x.view()]).equals(2)).unwrap();
    assert_eq!(model.solver().count().solutions, 1);
}

#[test]
fn variables_that_a_solution_does_not_have() {
    let mut models = [Model::new(), Model::new(), Model::new()];
    let x = models.each_mut().map(|model| model.variables(2, 3..=4).unwrap());
    let solutions = models.each_ref().map(|model| model.solver().solve().solution().unwrap());
    let panics = |read: &dyn Fn() -> Value| std::panic::catch_unwind(std::panic::AssertUnwindSafe(read)).is_err();
    for (model, solution) in solutions.iter().enumerate() {
        for (other, x) in x.iter().enumerate() {
            for &x in x {
                assert_eq!(panics(&|| solution[x]), other != model);
                assert_eq!(panics(&|| solution.by_ref()[x]), other != model);
                assert_eq!(panics(&|| solution.value(x + 1)), other != model);
            }
        }
    }
    let late = models[1].variable(3..=4).unwrap();
    assert!(solutions.iter().all(|solution| panics(&|| solution[late])));
}

#[test]
fn labels() {
    let mut model = Model::new();
    let x = model.variables(2, 0..=1).unwrap();
    let id = model.post(not_equal(x[0], x[1])).unwrap().label("differ").unwrap();
    assert_eq!((id.index(), model.label(id)), (0, Some("differ")));
    let taken = model.post(not_equal(x[0], 1)).unwrap().label("differ");
    assert_eq!(taken, Err(ModelError::LabelTaken { label: "differ".into() }));
    assert_eq!(model.solver().count().solutions, 1, "the constraint stays posted");
    model.post(sum(&x).at_most(2)).unwrap().label("small").unwrap();
    let error = text(model.remove("other"));
    assert!(["other", "differ", "small"].iter().all(|label| error.contains(label)), "{error}");
    model.remove("differ").unwrap();
    assert!(matches!(model.remove("differ"), Err(ModelError::UnknownLabel { .. })));
    assert_eq!(model.solver().count().solutions, 2);
    model.post(not_equal(x[1], 0)).unwrap().label("differ").unwrap();
    assert_eq!(model.solver().count().solutions, 1, "a label that was removed is free again");
}

#[test]
fn lengths() {
    let mut model = Model::new();
    let x = model.variables(2, 0..=1).unwrap();
    let rows = || [vec![0, 1], vec![1]];
    let error = |item: &str, constraint: &str| ModelError::WrongLength {
        constraint: constraint.into(),
        item: item.into(),
        found: 1,
        expected: 2,
    };
    assert_eq!(model.post(table(&x, rows())).err(), Some(error("row 1", "table")));
    assert_eq!(model.post(forbidden(&x, rows())).err(), Some(error("row 1", "forbidden")));
}

/// A constraint of a user's own refuses itself.
#[test]
fn a_check_of_ones_own() {
    struct Refused;
    impl Constraint for Refused {
        fn scope(&self) -> Vec<View> {
            vec![]
        }
        fn holds(&self, _: &Assignment) -> bool {
            true
        }
        fn check(&self) -> Result<(), ModelError> {
            Err(ModelError::Empty { constraint: "refused".into(), item: "the list".into() })
        }
    }
    let mut model = Model::new();
    assert_eq!(text(model.post(Refused)), "constraint refused: the list is empty, expected at least one");
    assert_eq!(model.solver().count().solutions, 1);
}

/// No size makes a ready model overflow.
#[test]
fn ready_models_that_are_too_large() {
    use models::{golomb, job_shop, langford, magic_square};
    let long: [&[(usize, Value)]; 2] = [&[(0, Value::MAX)], &[(0, Value::MAX)]];
    let results =
        [golomb(1 << 33).err(), langford(1 << 33, 1 << 33).err(), magic_square(1 << 33).err(), job_shop(&long).err()];
    for error in results {
        assert!(matches!(error, Some(ModelError::DomainTooWide { index: 0, .. })), "{error:?}");
    }
}

/// One clear line each, also of those that need too much memory to provoke.
#[test]
fn messages_are_one_line() {
    let text = String::from;
    let errors = [
        ModelError::EmptyDomain { index: 3 },
        ModelError::DomainTooWide { index: 3, low: Value::MIN, high: Value::MAX },
        ModelError::ViewTooWide { constraint: text("sum"), view: text("2 * x3") },
        ModelError::ForeignVariable { place: text("constraint sum"), variable: text("x3") },
        ModelError::WrongLength { constraint: text("table"), item: text("row 3"), found: 1, expected: 2 },
        ModelError::Empty { constraint: text("element"), item: text("the array") },
        ModelError::Overflow { constraint: text("sum"), item: text("the bound 3") },
        ModelError::LabelTaken { label: text("3") },
        ModelError::UnknownLabel { label: text("3"), known: text("4, 5") },
        ModelError::TooLarge { item: text("3 variables") },
    ];
    for error in errors {
        let message = error.to_string();
        assert!(!message.contains('\n') && message.contains(['3', 'a']), "{message}");
        let _: &dyn std::error::Error = &error;
    }
}
