//! All-different at every strength, all-different except a value, all-equal.

mod latin;
mod oracle;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use bezzel::*;
use oracle::pool::{all_different_claim, all_different_kind, distinct};
use oracle::problem::{Claim, Kind, Problem, Term};
use oracle::{Effort, Entry, Random, check, check_problem, pool};

const STRENGTHS: [Strength; 4] = [Strength::ForwardChecking, Strength::Dual, Strength::Bounds, Strength::Domain];

/// As a part of a formula that makes it true: no pairs in tier 1, no memory.
fn nested(strength: Strength) -> Kind {
    let build = move |views: &[View]| any_of([all_different(views).strength(strength)]);
    Kind::new(format!("nested {strength:?}"), distinct, build).claims(all_different_claim(strength))
}

#[test]
fn forward_checking() {
    check(&Entry {
        name: "forward checking",
        arity: 0..=5,
        draw: |_, _| all_different_kind(Strength::ForwardChecking),
    });
}

#[test]
fn dual() {
    check(&Entry { name: "dual", arity: 0..=5, draw: |_, _| all_different_kind(Strength::Dual) });
}

#[test]
fn bounds() {
    check(&pool::ALL_DIFFERENT_BOUNDS);
}

#[test]
fn domain() {
    check(&pool::ALL_DIFFERENT_DOMAIN);
}

#[test]
fn nested_forward_checking() {
    check(&Entry { name: "nested fc", arity: 0..=4, draw: |_, _| nested(Strength::ForwardChecking) });
}

#[test]
fn nested_dual() {
    check(&Entry { name: "nested dual", arity: 0..=4, draw: |_, _| nested(Strength::Dual) });
}

#[test]
fn nested_bounds() {
    check(&Entry { name: "nested bounds", arity: 0..=4, draw: |_, _| nested(Strength::Bounds) });
}

#[test]
fn nested_domain() {
    check(&Entry { name: "nested domain", arity: 0..=4, draw: |_, _| nested(Strength::Domain) });
}

/// Its opposite, and both ways of a reification.
#[test]
fn negated() {
    check(&Entry {
        name: "negated",
        arity: 1..=4,
        draw: |random, _| {
            let strength = *random.pick(&STRENGTHS);
            let holds = |v: &[Value]| !distinct(v);
            Kind::new("negated", holds, move |views| all_different(views).strength(strength).not())
        },
    });
    check(&Entry {
        name: "reified",
        arity: 2..=4,
        draw: |random, _| {
            let strength = *random.pick(&STRENGTHS);
            let holds = |v: &[Value]| distinct(&v[1..]) == (v[0] != v[1]);
            let build =
                move |views: &[View]| all_different(&views[1..]).strength(strength).iff(not_equal(views[0], views[1]));
            Kind::new("reified", holds, build).claims(|_| Claim::Sound)
        },
    });
}

#[test]
fn except() {
    check(&pool::ALL_DIFFERENT_EXCEPT);
}

#[test]
fn equal() {
    check(&pool::ALL_EQUAL);
    let draw: fn(&mut Random, &[Vec<Value>]) -> Kind =
        |_, _| Kind::new("not equal", |v| !v.windows(2).all(|p| p[0] == p[1]), |views| all_equal(views).not());
    check(&Entry { name: "not all equal", arity: 1..=4, draw });
}

/// Two all-differents that overlap, and domains of several words: Hall sets of every shape.
#[test]
fn overlapping() {
    let mut random = Random::named("overlapping");
    for round in 0..400 {
        let count = 3 + random.below(4);
        let base = *random.pick(&[-3, 0, 1_000_000]);
        let stretch = *random.pick(&[1, 1, 7, 40, 1_000_003]);
        let domains: Vec<ValueSet> = (0..count)
            .map(|_| {
                let size = 1 + random.below(3);
                (0..size).map(|_| base + stretch * random.between(0..=count as Value)).collect::<Vec<_>>().into()
            })
            .collect();
        let mut problem = Problem::new(domains);
        for _ in 0..1 + random.below(2) {
            let terms: Vec<Term> =
                (0..count).filter(|_| random.below(5) > 0).map(|x| Term { scale: 1, ..Term::plain(x) }).collect();
            problem = problem.post(all_different_kind(STRENGTHS[round % 4]), terms);
        }
        check_problem(&problem, Effort::Quick, &mut random);
    }
}

/// Notes the domains at the root.
struct Root(Vec<Var>, Arc<Mutex<Vec<Vec<Value>>>>);

impl Branching for Root {
    fn choose(&mut self, store: &Store) -> Option<Choice> {
        let mut root = self.1.lock().unwrap();
        if root.is_empty() {
            root.extend(self.0.iter().map(|x| x.values(store).collect::<Vec<_>>()));
        }
        None
    }
}

/// Whether everybody gets a value, by plain augmenting paths (Kuhn 1955).
fn has_matching(domains: &[Vec<Value>]) -> bool {
    fn place(x: usize, domains: &[Vec<Value>], owner: &mut BTreeMap<Value, usize>, met: &mut BTreeSet<Value>) -> bool {
        domains[x].iter().any(|&value| {
            let free = met.insert(value) && owner.get(&value).copied().is_none_or(|y| place(y, domains, owner, met));
            if free {
                owner.insert(value, x);
            }
            free
        })
    }
    let mut owner = BTreeMap::new();
    (0..domains.len()).all(|x| place(x, domains, &mut owner, &mut BTreeSet::new()))
}

/// Scopes whose values fill several words, dense and sparse: what is left at the root is what a matching of all has.
#[test]
fn large_scopes() {
    let mut random = Random::named("large scopes");
    let mut compared = 0; // not where the root is a solution
    for round in 0..24 {
        let (count, stretch) = (66 + random.below(20), [1, -1, 3, 1_000_003][round % 4]);
        let spare = random.below(4);
        let mut places: Vec<Value> = (0..count as Value).collect();
        for i in 1..count {
            places.swap(i, random.below(i + 1));
        }
        let domain = |&place: &Value| -> Vec<Value> {
            let last = (count + spare) as Value - 1;
            let mut domain = vec![place];
            domain.extend((0..random.below(3)).map(|_| random.between((place - 5).max(0)..=(place + 5).min(last))));
            domain.sort_unstable();
            domain.dedup();
            domain
        };
        let domains: Vec<Vec<Value>> = places.iter().map(domain).collect();
        let mut model = Model::new();
        let variables: Vec<Var> = (domains.iter())
            .map(|d| model.variable(d.iter().map(|v| v * stretch).collect::<ValueSet>()).unwrap())
            .collect();
        let views = variables.iter().map(|&x| if stretch == -1 { -x } else { x + 7 });
        model.post(all_different(views).strength(Strength::Domain)).unwrap();
        let root = Arc::new(Mutex::new(Vec::new()));
        let mut solver = model.solver().with_branching(Root(variables, root.clone()));
        assert!(solver.advance().is_some());
        let supported: Vec<Vec<Value>> = (0..count)
            .map(|x| {
                let mut within = domains.clone();
                let mut is_supported = |value: &Value| {
                    within[x] = vec![*value];
                    has_matching(&within)
                };
                let mut kept: Vec<Value> = domains[x].iter().copied().filter(|v| is_supported(v)).collect();
                kept.iter_mut().for_each(|value| *value *= stretch);
                kept.sort_unstable();
                kept
            })
            .collect();
        let root = root.lock().unwrap();
        assert!(root.is_empty() || *root == supported, "round {round}");
        compared += usize::from(!root.is_empty());
    }
    assert!(compared > 12, "{compared}");
}

fn count(build: impl Fn(&mut Model, Strength)) -> u64 {
    let counts = STRENGTHS.map(|strength| {
        let mut model = Model::new();
        build(&mut model, strength);
        let mut solver = model.solver();
        assert_eq!(solver.solutions().count() as u64, solver.count().solutions, "{strength:?}");
        solver.count().solutions
    });
    assert!(counts.iter().all(|&count| count == counts[0]), "{counts:?}");
    counts[0]
}

/// m! / (m - n)!
#[test]
fn arrangements() {
    for (n, m) in [(0, 3), (1, 5), (4, 3), (4, 4), (5, 7), (6, 6), (2, 70)] {
        let expected: u64 = (0..n).map(|i| (m as u64).saturating_sub(i)).product();
        let found = count(|model, strength| {
            let x = model.variables(n as usize, 0..m).unwrap();
            model.post(all_different(&x).strength(strength)).unwrap();
        });
        assert_eq!(found, expected, "{n} of {m}");
    }
}

/// Permutations without fixed point (OEIS A000166).
#[test]
fn derangements() {
    for (n, expected) in [0, 1, 2, 9, 44, 265, 1854].into_iter().enumerate().map(|(i, e)| (i + 1, e)) {
        let found = count(|model, strength| {
            let x = model.variables(n, 0..n).unwrap();
            model.post(all_different(&x).strength(strength)).unwrap();
            for (i, &x) in x.iter().enumerate() {
                model.post(not_equal(x, i)).unwrap();
            }
        });
        assert_eq!(found, expected, "{n}");
    }
}

/// Alternating permutations (OEIS A000111).
#[test]
fn alternating_permutations() {
    for (n, expected) in [1, 1, 2, 5, 16, 61, 272].into_iter().enumerate().map(|(i, e)| (i + 1, e)) {
        let found = count(|model, strength| {
            let x = model.variables(n, 0..n).unwrap();
            model.post(all_different(&x).strength(strength)).unwrap();
            for i in 1..n {
                let (low, high) = if i % 2 == 1 { (x[i - 1], x[i]) } else { (x[i], x[i - 1]) };
                model.post(low.less_than(high)).unwrap();
            }
        });
        assert_eq!(found, expected, "{n}");
    }
}

/// Latin squares (OEIS A002860).
#[test]
fn latin_squares() {
    for (n, expected) in [(1, 1), (2, 2), (3, 12), (4, 576)] {
        let empty = latin::Holes { order: n, cells: vec![None; n * n] };
        for strength in STRENGTHS {
            assert_eq!(empty.model(strength).solver().solutions().count(), expected, "{n} {strength:?}");
        }
    }
}

/// All-different except 0: the sum over k of C(n, k) m! / (m - k)!.
#[test]
fn arrangements_with_gaps() {
    for (n, m, expected) in [(3, 3, 34), (3, 2, 13), (2, 2, 7), (4, 0, 1)] {
        let mut model = Model::new();
        let x = model.variables(n, 0..=m).unwrap();
        model.post(all_different_except(&x, 0)).unwrap();
        assert_eq!(model.solver().count().solutions, expected);
    }
    let mut model = Model::new();
    let x = model.variable(1..=9).unwrap();
    model.post(all_different_except([x], 1)).unwrap();
    assert_eq!(model.solver().count().solutions, 9);
    // more than are tabulated, and domains that are no lanes
    let mut model = Model::new();
    let x = model.variables(3, [0, 100, 1_000_000_000]).unwrap();
    model.post(all_different_except(&x, 0)).unwrap();
    assert_eq!(model.solver().count().solutions, 13);
    let mut model = Model::new();
    let x = model.variables(30, 0..=1).unwrap();
    model.post(all_different_except(&x, 0)).unwrap();
    assert_eq!(model.solver().count().solutions, 31);
}

/// Nothing costs anything for its width.
#[test]
fn huge_domains() {
    let limit: Value = 1_000_000_000_000;
    for strength in STRENGTHS {
        let mut model = Model::new();
        let mut x = model.variables(50, -limit..=limit).unwrap();
        x.extend(model.variables(2, [-limit, 5, 7, limit]).unwrap());
        model.post(all_different(&x).strength(strength)).unwrap();
        let solutions: Vec<_> = model.solver().solutions().take(3).map(|s| s.all().to_vec()).collect();
        assert!(solutions.iter().all(|values| distinct(values)));
        assert_eq!(solutions.len(), 3);
    }
    // bounds that would creep up one by one
    let mut model = Model::new();
    let (x, y) = (model.variable(-limit..=limit).unwrap(), model.variable(-limit..=limit).unwrap());
    model.post(all_equal([2 * x, 2 * y + 1])).unwrap();
    assert_eq!(model.solver().count().solutions, 0);
    let mut model = Model::new();
    let x = model.variable(-limit..=limit).unwrap();
    model.post(all_equal([x.view(), x + 1])).unwrap();
    assert_eq!(model.solver().count().solutions, 0);
    let edge = VALUE_LIMIT;
    for strength in STRENGTHS {
        let mut model = Model::new();
        let x = model.variables(3, [-edge, edge]).unwrap();
        model.post(all_different(&x).strength(strength)).unwrap();
        assert_eq!(model.solver().count().solutions, 0);
    }
}

/// Hall sets that the weaker strengths do not see at the root.
#[test]
fn what_each_strength_sees() {
    let fails_at_root = |domains: &[ValueSet], strength| {
        let mut model = Model::new();
        let x: Vec<Var> = domains.iter().map(|d| model.variable(d.clone()).unwrap()).collect();
        model.post(all_different(&x).strength(strength)).unwrap();
        let mut solver = model.solver();
        assert_eq!(solver.solutions().count(), 0);
        solver.statistics().nodes == 0
    };
    let interval = [(1..=2).into(), (1..=2).into(), (1..=2).into(), (1..=5).into()];
    let set: [ValueSet; 4] = [[1, 3].into(), [1, 3].into(), [1, 3].into(), (1..=5).into()];
    assert_eq!(STRENGTHS.map(|s| fails_at_root(&interval, s)), [false, false, true, true]);
    assert_eq!(STRENGTHS.map(|s| fails_at_root(&set, s)), [false, false, false, true]);
}

/// Two-way branching by first-fail: `x = v`, then `x != v`.
struct TwoWay(Vec<Var>);

impl Branching for TwoWay {
    fn choose(&mut self, store: &Store) -> Option<Choice> {
        let x = self.0.iter().filter(|x| !x.is_fixed(store)).min_by_key(|x| x.len(store))?;
        Some(Choice::Literal(Literal::equal(*x, x.min(store))))
    }
}

fn queens(n: usize, strength: Strength) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let queens = model.variables(n, 0..n).unwrap();
    model.post(all_different(&queens).strength(strength)).unwrap();
    model.post(all_different(queens.iter().enumerate().map(|(i, &q)| q - i)).strength(strength)).unwrap();
    model.post(all_different(queens.iter().enumerate().map(|(i, &q)| q + i)).strength(strength)).unwrap();
    (model, queens)
}

/// Queens by first-fail under domain consistency, counted as Gecode counts nodes: the root, and both alternatives of every
/// two-way choice, failed nodes and solutions included. Our counter has all of these but the root. Beside it the same for
/// d-way choices, made two-way on paper: a binary tree with so many leaves (failures and solutions) has twice as many nodes
/// less one. The two trees differ: after `x != v` two-way search may go on with another variable.
fn nodes(n: usize, solutions: u64) -> (u64, u64) {
    let (model, variables) = queens(n, Strength::Domain);
    let mut solver = model.solver().with_branching(TwoWay(variables));
    assert_eq!(solver.solutions().count() as u64, solutions);
    let two_way = solver.statistics();
    assert_eq!(1 + two_way.nodes, 2 * (two_way.failures + two_way.solutions) - 1);
    let mut solver = model.solver().with_order(VariableOrder::FirstFail);
    assert_eq!(solver.solutions().count() as u64, solutions);
    let by_value = solver.statistics();
    (1 + two_way.nodes, 2 * (by_value.failures + by_value.solutions) - 1)
}

#[test]
fn nodes_of_eight_queens() {
    let (two_way, by_value) = nodes(8, 92);
    assert!(two_way < 767 && by_value == 691, "{two_way} {by_value}"); // 767: by forward checking
}

/// The published figure is 181,755, and so is ours in two-way branching. Ignored by default, as slow without optimisation:
/// `cargo test --release --test all_different -- --ignored`.
#[test]
fn nodes_of_twelve_queens() {
    assert_eq!(nodes(12, 14_200), (181_755, 182_227));
}

/// Squares that a generator made have a completion, and domain consistency finds it.
#[test]
fn latin_squares_with_holes() {
    for seed in 0..3 {
        let holes = latin::holes(12, 12 * 12 * 42 / 100, seed);
        for strength in STRENGTHS {
            let mut solver = holes.model(strength).solver().with_node_limit(20_000);
            if let Answer::Solution(solution) = solver.solve() {
                assert!(holes.is_completed_by(solution.all()));
            } else {
                assert_ne!(strength, Strength::Domain, "{seed}");
            }
        }
    }
}
