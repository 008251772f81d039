//! Random models that mix constraints, helpers and assumptions: all modes, orders and kinds of levels agree with brute
//! force. `BEZZEL_MODELS` sets how many.

mod oracle;

use oracle::generate::{Form, WRAPS};
use oracle::pool::POOL;
use oracle::problem::{Problem, Term};
use oracle::{Effort, Random, check_problem};

const MODELS: u64 = 6_000;

/// Two to five variables and one to five constraints on some of them.
fn draw(random: &mut Random) -> Problem {
    let count = 2 + random.below(4);
    let lanes_only = random.one_in(2);
    let forms: Vec<Form> = (0..count).map(|_| if lanes_only { Form::Lane } else { Form::any(random) }).collect();
    let mut problem = Problem::draw(&forms, 120, random);
    let tier_one_only = random.one_in(3);
    for _ in 0..1 + random.below(5) {
        let entry = *random.pick(if tier_one_only { &POOL[..3] } else { &POOL[..] });
        let (least, most) = (*entry.arity.start(), *entry.arity.end());
        let arity = random.between(least as i64..=most.min(count.max(least)) as i64) as usize;
        // mostly different variables, written plainly
        let mut variables: Vec<usize> = (0..count).collect();
        (0..count).for_each(|at| variables.swap(at, random.below(count)));
        let (repeats, wraps) = (random.one_in(8), random.one_in(2));
        let terms: Vec<Term> = (0..arity)
            .map(|at| {
                let x = if repeats { random.below(count) } else { variables[at % count] };
                if wraps { random.pick(&WRAPS).term(x, random) } else { Term::plain(x) }
            })
            .collect();
        let kind = (entry.draw)(random, &problem.images(&terms));
        problem = problem.post(kind, terms);
    }
    if random.one_in(4) {
        problem.assumptions.extend(problem.draw_assumption(random));
    }
    if random.one_in(5) {
        problem.helpers = (0..count).map(|_| random.one_in(3)).collect();
    }
    problem
}

fn check_models(seed: u64) {
    let models = std::env::var("BEZZEL_MODELS").ok().and_then(|n| n.parse().ok()).unwrap_or(MODELS) / 4;
    for number in 0..models {
        let mut random = Random::new(seed * 1_000_000 + number);
        let problem = draw(&mut random);
        check_problem(&problem, Effort::Quick, &mut random);
    }
}

// four tests, so that they run side by side

#[test]
fn random_models_agree_with_brute_force_1() {
    check_models(1);
}

#[test]
fn random_models_agree_with_brute_force_2() {
    check_models(2);
}

#[test]
fn random_models_agree_with_brute_force_3() {
    check_models(3);
}

#[test]
fn random_models_agree_with_brute_force_4() {
    check_models(4);
}
