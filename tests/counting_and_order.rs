//! Counting, order, permutations, circuits and membership through the oracle; closed forms.

mod oracle;

use bezzel::*;
use oracle::pool::{circuit_kind, inverse_kind};
use oracle::problem::{Kind, Problem, Term, remove};
use oracle::{Effort, Random, check, check_problem, pool};

#[test]
fn counts() {
    check(&pool::COUNT);
}

#[test]
fn counts_of_an_integer() {
    check(&pool::COUNT_OF_AN_INTEGER);
}

#[test]
fn global_cardinalities() {
    check(&pool::GLOBAL_CARDINALITY);
}

#[test]
fn orders() {
    check(&pool::INCREASING);
}

#[test]
fn lexicographic_orders() {
    check(&pool::LEX);
}

#[test]
fn inverses() {
    check(&pool::INVERSE);
}

#[test]
fn circuits() {
    check(&pool::CIRCUIT);
}

#[test]
fn members() {
    check(&pool::MEMBER);
}

/// More arguments than the harness draws, over few values.
#[test]
fn longer_lists() {
    let mut random = Random::named("longer lists");
    let entries = [&pool::COUNT, &pool::GLOBAL_CARDINALITY, &pool::INCREASING, &pool::LEX];
    for round in 0..60 {
        let count = 5 + random.below(4);
        let domains = (0..count).map(|_| {
            let low = random.between(-1..=1);
            (low..=low + if random.one_in(4) { 2 } else { 1 }).into()
        });
        let problem = Problem::new(domains.collect());
        let terms: Vec<Term> = (0..count).map(Term::plain).collect();
        let kind = (entries[round % 4].draw)(&mut random, &problem.images(&terms));
        check_problem(&problem.post(kind, terms), Effort::Quick, &mut random);
    }
}

/// Positions with holes, and a nested one: most of the problems above have no solution.
#[test]
fn permutations_with_holes() {
    let mut random = Random::named("permutations");
    let negation = |kind: Kind| {
        let (holds, build) = (kind.holds, kind.build);
        Kind::new("not", move |v: &[Value]| !holds(v), move |views: &[View]| build(views).not())
    };
    for round in 0..80 {
        let (kind, count, places) = match round % 4 {
            0 => (inverse_kind(0), 6, 3),
            1 => (circuit_kind(0), 5, 5),
            2 => (negation(inverse_kind(0)), 4, 2),
            _ => (negation(circuit_kind(0)), 4, 4),
        };
        let domain = |random: &mut Random| {
            let mut domain: ValueSet = (0..places).into();
            for value in 0..places {
                if domain.len() > 1 && random.one_in(4) {
                    remove(&mut domain, value, value);
                }
            }
            domain
        };
        let domains = (0..count).map(|_| domain(&mut random)).collect();
        let mut terms: Vec<Term> = (0..count).map(Term::plain).collect();
        if round % 5 == 0 {
            terms[count - 1] = Term { scale: -1, offset: places - 1, ..Term::plain(0) };
        }
        check_problem(&Problem::new(domains).post(kind, terms), Effort::Quick, &mut random);
    }
}

/// The number of solutions, with and without the conflicts that a constraint hands over outside a formula.
fn number<C: Constraint>(size: usize, domain: impl Into<ValueSet>, build: impl Fn(&[Var]) -> C) -> u64 {
    let domain = domain.into();
    let counts = [false, true].map(|nested| {
        let mut model = Model::new();
        let x = model.variables(size, domain.clone()).unwrap();
        if nested { model.post(all_of([build(&x)])) } else { model.post(build(&x)) }.unwrap();
        model.solver().count().solutions
    });
    assert_eq!(counts[0], counts[1]);
    counts[0]
}

/// Involutions, circuits, factorials, binomial coefficients: known numbers for each size.
#[test]
fn closed_forms() {
    let involutions = [1, 2, 4, 10, 26, 76, 232];
    let circuits = [1, 1, 2, 6, 24, 120];
    for n in 1..=6 {
        assert_eq!(number(n, 0..n, |x| inverse(x, x)), involutions[n - 1], "involutions of {n}");
        assert_eq!(number(n, 0..n, |x| circuit(x)), circuits[n - 1], "circuits of {n}");
    }
    let factorials = [1, 2, 6, 24, 120];
    for n in 1..=5 {
        assert_eq!(number(2 * n, 0..n, |x| inverse(&x[..n], &x[n..])), factorials[n - 1], "inverse of {n}");
    }
    assert_eq!(number(6, 1..=3, |x| global_cardinality(x, 1..=3, [2, 2, 2])), 90);
    assert_eq!(number(3, 1..=5, |x| increasing(x)), 35);
    assert_eq!(number(3, 1..=5, |x| strictly_increasing(x)), 10);
    assert_eq!(number(4, 1..=3, |x| lex_at_most(&x[..2], &x[2..])), 45);
    assert_eq!(number(4, 1..=3, |x| lex_less(&x[..2], &x[2..])), 36);
    let binomials = [1, 7, 21, 35, 35, 21, 7, 1];
    for (ones, expected) in (0..).zip(binomials) {
        assert_eq!(number(7, 0..=1, |x| count(x, 1).equals(View::constant(ones))), expected, "{ones} of 7");
    }
}

/// Permutations that alternate, and matchings as involutions without a fixed point.
#[test]
fn closed_forms_of_two_constraints() {
    let alternating = [1, 1, 2, 5, 16, 61, 272];
    for n in 1..=7 {
        let mut model = Model::new();
        let x = model.variables(n, 0..n).unwrap();
        model.post(all_different(&x)).unwrap();
        for (at, pair) in x.windows(2).enumerate() {
            let pair = if at % 2 == 0 { [pair[0], pair[1]] } else { [pair[1], pair[0]] };
            model.post(strictly_increasing(pair)).unwrap();
        }
        assert_eq!(model.solver().count().solutions, alternating[n - 1], "{n}");
    }
    for (n, expected) in [(2, 1), (4, 3), (6, 15)] {
        let mut model = Model::new();
        let x = model.variables(n, 0..n).unwrap();
        model.post(inverse(&x, &x)).unwrap();
        x.iter().enumerate().try_for_each(|(i, &x)| model.post(not_equal(x, i)).map(drop)).unwrap();
        assert_eq!(model.solver().count().solutions, expected, "{n}");
    }
}

/// Magic sequences (CSPLib 019), all solutions for each length.
#[test]
fn magic_sequences() {
    for (n, expected) in (1..).zip([0, 0, 0, 2, 1, 0, 1, 1, 1, 1]) {
        let mut model = Model::new();
        let x = model.variables(n, 0..n).unwrap();
        model.post(global_cardinality(&x, (0..).take(n), &x)).unwrap();
        assert_eq!(model.solver().count().solutions, expected, "{n}");
    }
}

#[test]
fn lists_of_unequal_length_are_errors() {
    let mut model = Model::new();
    let x = model.variables(5, 0..3).unwrap();
    for error in [
        model.post(global_cardinality(&x, [1, 2], [1, 1, 1])).err().unwrap(),
        model.post(inverse(&x[..3], &x[3..])).err().unwrap(),
        model.post(inverse(&x[..3], &x[3..]).not()).err().unwrap(),
    ] {
        assert!(matches!(error, ModelError::WrongLength { .. }), "{error}");
    }
}

/// A value that is itself wide open, and counts of a defined variable.
#[test]
fn wide_counts() {
    let mut model = Model::new();
    let x = model.variables(3, 0..=1_000_000_000).unwrap();
    let value = model.variable(-1_000_000_000..=1_000_000_000).unwrap();
    let number = model.define(count(&x, value)).unwrap();
    assert_eq!(model.domain(number).to_string(), "{0..3}");
    model.post(number.equals(3)).unwrap();
    model.post(x[1].equals(77)).unwrap();
    let found: Vec<Vec<Value>> = model.solver().with_solution_limit(2).solutions().map(|s| s.values(&x)).collect();
    assert_eq!(found, [[77; 3]]);
}

/// `f[i]` has `j` exactly while `g[j]` has `i`.
#[test]
fn inverse_is_consistent_on_the_channel() {
    struct Channel(Vec<Var>, usize);
    impl Observer for Channel {
        fn event(&mut self, event: Event<'_>) {
            let Event::Fixpoint { store, .. } = event else { return };
            self.1 += 1;
            let (f, g) = self.0.split_at(self.0.len() / 2);
            for (i, f) in (0..).zip(f) {
                assert!(f.min(store) >= 0 && f.max(store) < g.len() as Value);
                for (j, g) in (0..).zip(g) {
                    assert_eq!(f.contains(store, j), g.contains(store, i));
                }
            }
        }
    }
    let mut random = Random::named("channel");
    for _ in 0..20 {
        let mut model = Model::new();
        let x = model.variables(8, -1..=4).unwrap();
        model.post(inverse(&x[..4], &x[4..])).unwrap();
        (0..6).for_each(|_| {
            let x = x[random.below(8)];
            model.post(not_equal(x, random.between(0..=3))).unwrap();
        });
        let mut solver = model.solver().with_observer(Channel(x, 0));
        let found = solver.solutions().count();
        assert!(solver.observer().1 >= found);
    }
}
