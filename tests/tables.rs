//! Tables, allowed and forbidden, through the oracle: few rows and dense ones, over every number of columns.

mod oracle;

use bezzel::*;
use oracle::problem::{Claim, Kind, Problem, Setting, Term, each_tuple};
use oracle::{Effort, Entry, Random, check, check_problem};

/// Some part of all tuples, with repetitions and rows outside the domains.
fn draw_rows(random: &mut Random, images: &[Vec<Value>]) -> Vec<Vec<Value>> {
    let parts = *random.pick(&[1, 3, 5, 9]); // of 10
    let mut rows = Vec::new();
    let mut left = 600;
    each_tuple(images, |row| {
        if random.below(10) < parts {
            rows.push(row.to_vec());
        }
        left -= 1;
        left > 0
    });
    if !images.is_empty() && random.one_in(2) {
        rows.push(images.iter().map(|_| random.between(-9..=9)).collect());
        rows.extend(rows.first().cloned());
    }
    rows
}

fn draw(random: &mut Random, images: &[Vec<Value>], allowed: bool) -> Kind {
    let rows = draw_rows(random, images);
    let meant = rows.clone();
    let holds = move |v: &[Value]| meant.iter().any(|row| row == v) == allowed;
    match (allowed, random.one_in(2)) {
        (true, false) => Kind::new("table", holds, move |views| table(views, rows.clone())).claims(claim),
        (false, false) => Kind::new("forbidden", holds, move |views| forbidden(views, rows.clone())).claims(claim),
        // inside a formula there is no memory
        (true, true) => {
            Kind::new("not forbidden", holds, move |views| forbidden(views, rows.clone()).not()).claims(nested_claim)
        }
        (false, true) => {
            Kind::new("not table", holds, move |views| table(views, rows.clone()).not()).claims(nested_claim)
        }
    }
}

/// Two columns are pairs, which the default follows by forward checking.
fn claim(setting: &Setting) -> Claim {
    match (setting.terms.len(), setting.mode) {
        (2, Propagation::Fixpoint) => Claim::ForwardChecking,
        _ => Claim::Domain,
    }
}

fn nested_claim(setting: &Setting) -> Claim {
    if setting.terms.len() <= 2 { Claim::ForwardChecking } else { Claim::Domain }
}

#[test]
fn allowed() {
    check(&Entry { name: "dense table", arity: 0..=5, draw: |random, images| draw(random, images, true) });
}

#[test]
fn not_allowed() {
    check(&Entry { name: "dense forbidden", arity: 0..=5, draw: |random, images| draw(random, images, false) });
}

/// Several tables over the same variables: rows of many words, which each table loses by what the others removed.
#[test]
fn several() {
    let mut random = Random::named("several tables");
    for _ in 0..20 {
        let domain = |_| (0..=random.between(2..=3)).into();
        let mut problem = Problem::new((0..4).map(domain).collect());
        for _ in 0..random.between(2..=4) {
            let count = 3 + random.below(2);
            let mut variables = [0, 1, 2, 3];
            (0..4).for_each(|at| variables.swap(at, random.below(4)));
            let terms: Vec<Term> = variables[..count].iter().map(|&x| Term::plain(x)).collect();
            let images = problem.images(&terms);
            let allowed = random.one_in(2);
            problem = problem.post(draw(&mut random, &images, allowed), terms);
        }
        check_problem(&problem, Effort::Quick, &mut random);
    }
}

/// As many solutions as distinct rows, and as each value kept has a row, no dead end on the way to them.
#[test]
fn each_row_is_a_solution() {
    let mut random = Random::named("rows");
    let rows: Vec<Vec<Value>> = (0..3000).map(|_| (0..6).map(|_| random.between(-6..=9)).collect()).collect();
    let mut distinct = rows.clone();
    distinct.sort();
    distinct.dedup();
    let mut model = Model::new();
    let x = model.variables(6, -9..=9).unwrap();
    model.post(table(&x, rows)).unwrap();
    let mut solver = model.solver();
    let found: Vec<Vec<Value>> = solver.solutions().map(|s| s.all().to_vec()).collect();
    assert_eq!(found, distinct);
    assert_eq!(solver.statistics().failures, 0);
    for order in [VariableOrder::FirstFail, VariableOrder::Input] {
        let mut solver = model.solver().with_order(order).with_values(ValueOrder::Largest);
        assert_eq!(solver.solutions().count(), distinct.len());
        assert_eq!(solver.statistics().failures, 0);
    }
}

/// The same for forbidden rows.
#[test]
fn each_other_row_is_a_solution() {
    let mut random = Random::named("other rows");
    let mut rows: Vec<Vec<Value>> = Vec::new();
    let columns: [Vec<Value>; 5] = std::array::from_fn(|_| (0..4).collect());
    each_tuple(&columns, |row| {
        if !random.one_in(6) {
            rows.push(row.to_vec());
        }
        true
    });
    let count = 1024 - rows.len();
    rows.extend_from_within(..100);
    let mut model = Model::new();
    let x = model.variables(5, 0..4).unwrap();
    model.post(forbidden(&x, rows)).unwrap();
    let mut solver = model.solver();
    assert_eq!(solver.solutions().count(), count);
    assert_eq!(solver.statistics().failures, 0);
}

/// Rows of far-apart values cost nothing for the width, and products of domains larger than any integer are no trouble.
#[test]
fn wide_domains() {
    let far = 1_000_000_000_000;
    let mut model = Model::new();
    let x = model.variables(4, -far..=far).unwrap();
    let rows = [[far, 0, -far, 7], [0, 0, 0, 0], [far, 1, 2, 3]];
    model.post(forbidden(&x, rows)).unwrap();
    let solver = model.solver().with_solution_limit(1);
    assert_eq!(solver.into_solutions().next().unwrap().all(), [-far; 4]);
    model.post(table(&x, rows)).unwrap();
    assert_eq!(model.solver().count().solutions, 0);

    let mut model = Model::new();
    let x = model.variables(4, -far..=far).unwrap();
    model.post(table(&x, rows)).unwrap();
    model.post(x[0].greater_than(5)).unwrap();
    let found: Vec<Vec<Value>> = model.solver().solutions().map(|s| s.all().to_vec()).collect();
    assert_eq!(found, [[far, 0, -far, 7], [far, 1, 2, 3]]);
}

#[test]
fn without_columns() {
    let none: [View; 0] = [];
    let empty: [Vec<Value>; 0] = [];
    for (allowed, rows, expected) in [(true, 0, 0), (true, 2, 1), (false, 0, 1), (false, 2, 0)] {
        let rows = vec![Vec::new(); rows];
        let mut model = Model::new();
        if allowed { model.post(table(none, rows)) } else { model.post(forbidden(none, rows)) }.unwrap();
        assert_eq!(model.solver().count().solutions, expected);
    }
    let mut model = Model::new();
    let x = model.variables(3, 0..2).unwrap();
    model.post(forbidden(&x, empty.clone())).unwrap();
    assert_eq!(model.solver().count().solutions, 8);
    model.post(table(&x, empty)).unwrap();
    assert_eq!(model.solver().count().solutions, 0);
}
