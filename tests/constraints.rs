//! Every constraint through the oracle.

mod oracle;

use bezzel::{Value, ValueSet};
use oracle::problem::{Problem, Term};
use oracle::{Effort, Random, check, check_problem, pool};

#[test]
fn all_different() {
    check(&pool::ALL_DIFFERENT);
}

#[test]
fn all_different_dual() {
    check(&pool::ALL_DIFFERENT_DUAL);
}

/// Dual lanes take part only where there are as many values as views: lists that permute a set, one or two of them
/// with variables in common, under assumptions.
#[test]
fn all_different_dual_over_permutations() {
    let mut random = Random::named("permutations");
    for round in 0..160 {
        let length = 2 + round % 4;
        let step = *random.pick(&[1, 1, 3, 40]);
        let values: Vec<Value> = (0..length as Value).map(|i| step * i - 2).collect();
        let mut problem = Problem::new(vec![]);
        let list: Vec<Term> = (0..length).map(|_| member(&mut problem, &values, &mut random)).collect();
        let mut lists = vec![list.clone()];
        if random.one_in(2) {
            let mut other = list;
            for term in other.iter_mut().skip(1) {
                if random.one_in(2) {
                    *term = member(&mut problem, &values, &mut random);
                }
            }
            lists.push(other);
        }
        if random.one_in(2) {
            problem.assumptions.extend(problem.draw_assumption(&mut random));
        }
        while problem.candidates().iter().map(Vec::len).product::<usize>() > 1500 {
            let (x, values) = problem.candidates().into_iter().enumerate().max_by_key(|(_, v)| v.len()).unwrap();
            problem.assumptions.push((x, bezzel::Relation::NotEqual, *random.pick(&values)));
        }
        for list in lists {
            let kind = (pool::ALL_DIFFERENT_DUAL.draw)(&mut random, &problem.images(&list));
            problem = problem.post(kind, list);
        }
        check_problem(&problem, Effort::Quick, &mut random);
    }
}

/// A new variable, and a term over it whose values are most of these.
fn member(problem: &mut Problem, values: &[Value], random: &mut Random) -> Term {
    let (scale, offset) = *random.pick(&[(1, 0), (1, 5), (-1, 0), (-1, 2)]);
    let most: Vec<Value> = values.iter().filter(|_| !random.one_in(5)).map(|v| (v - offset) / scale).collect();
    let domain = if most.is_empty() { values.iter().map(|v| (v - offset) / scale).collect() } else { most };
    problem.domains.push(ValueSet::from(domain));
    problem.helpers.push(false);
    Term { variable: Some(problem.domains.len() - 1), scale, offset }
}

#[test]
fn not_equal() {
    check(&pool::NOT_EQUAL);
}

#[test]
fn predicate() {
    check(&pool::PREDICATE);
}

#[test]
fn table() {
    check(&pool::TABLE);
}

#[test]
fn forbidden() {
    check(&pool::FORBIDDEN);
}

#[test]
fn sum_equals() {
    check(&pool::SUM_EQUALS);
}

#[test]
fn sum_differs_from() {
    check(&pool::SUM_DIFFERS);
}

#[test]
fn sum_at_most() {
    check(&pool::SUM_AT_MOST);
}

#[test]
fn sum_at_least() {
    check(&pool::SUM_AT_LEAST);
}

#[test]
fn literal() {
    check(&pool::LITERAL);
}

#[test]
fn formula() {
    check(&pool::FORMULA);
}
