//! Formulas over every kind of constraint, against brute force; what they infer once a part is settled; and cases.

mod oracle;

use std::sync::Arc;

use bezzel::*;
use oracle::problem::{Claim, Kind, Problem, Term};
use oracle::{Effort, Random, check_problem};

type Holds = Arc<dyn Fn(&[Value]) -> bool + Send + Sync>;
type Build = Arc<dyn Fn(&[View]) -> Arc<dyn Constraint> + Send + Sync>;

/// A formula beside an independent statement of what it means, on the same arguments.
#[derive(Clone)]
struct Formula {
    text: String,
    holds: Holds,
    build: Build,
}

impl Formula {
    fn new<C: Constraint>(
        text: impl Into<String>,
        holds: impl Fn(&[Value]) -> bool + Send + Sync + 'static,
        build: impl Fn(&[View]) -> C + Send + Sync + 'static,
    ) -> Formula {
        Formula { text: text.into(), holds: Arc::new(holds), build: Arc::new(move |views| build(views).boxed()) }
    }

    fn kind(self) -> Kind {
        let Formula { text, holds, build } = self;
        Kind::new(text, move |v: &[Value]| holds(v), move |views: &[View]| build(views)).claims(|_| Claim::Sound)
    }
}

/// Some arguments, by index; one may come twice.
fn some(random: &mut Random, arguments: usize, count: usize) -> Vec<usize> {
    (0..count).map(|_| random.below(arguments)).collect()
}

fn of<T: Copy>(all: &[T], chosen: &[usize]) -> Vec<T> {
    chosen.iter().map(|&at| all[at]).collect()
}

fn distinct(v: &[Value]) -> bool {
    (0..v.len()).all(|i| !v[..i].contains(&v[i]))
}

const LEAVES: usize = 13;

fn leaf(random: &mut Random, arguments: usize, which: usize) -> Formula {
    let (one, other, third) = (random.below(arguments), random.below(arguments), random.below(arguments));
    let value = random.between(-2..=4);
    let three = some(random, arguments, 3);
    let four = some(random, arguments, 4);
    match which {
        0 => {
            let relation = *random.pick(&[Relation::Equal, Relation::NotEqual, Relation::AtMost, Relation::Greater]);
            let holds = move |v: &[Value]| match relation {
                Relation::Equal => v[one] == value,
                Relation::NotEqual => v[one] != value,
                Relation::AtMost => v[one] <= value,
                Relation::Greater => v[one] > value,
            };
            // a literal, where the argument is a bare variable
            Formula::new(format!("#{one} {relation} {value}"), holds, move |views: &[View]| {
                match views[one].variable().filter(|x| x.view() == views[one]) {
                    Some(variable) => Literal { variable, relation, value }.boxed(),
                    None => match relation {
                        Relation::Equal => views[one].equals(value).boxed(),
                        Relation::NotEqual => views[one].differs_from(value).boxed(),
                        Relation::AtMost => views[one].at_most(value).boxed(),
                        Relation::Greater => views[one].greater_than(value).boxed(),
                    },
                }
            })
        }
        1 => {
            let compare = random.below(4);
            let holds = move |v: &[Value]| {
                let total = v[one] + 2 * v[other] - v[third];
                [total == value, total != value, total <= value, total >= value][compare]
            };
            Formula::new(format!("#{one} + 2 #{other} - #{third} {compare} {value}"), holds, move |v: &[View]| {
                let total = v[one] + 2 * v[other] - v[third];
                match compare {
                    0 => total.equals(value),
                    1 => total.differs_from(value),
                    2 => total.at_most(value),
                    _ => total.at_least(value),
                }
            })
        }
        2 => {
            let text = format!("all_different {three:?}");
            let chosen = three.clone();
            Formula::new(
                text,
                move |v: &[Value]| distinct(&of(v, &three)),
                move |v: &[View]| all_different(of(v, &chosen)),
            )
        }
        3 | 4 => {
            let width = 1 + random.below(3);
            let rows: Vec<Vec<Value>> =
                (0..random.below(9)).map(|_| (0..width).map(|_| random.between(-1..=3)).collect()).collect();
            let (columns, chosen, meant) = (three[..width].to_vec(), three[..width].to_vec(), rows.clone());
            let allowed = which == 3;
            let holds = move |v: &[Value]| meant.contains(&of(v, &columns)) == allowed;
            Formula::new(format!("table {allowed} {chosen:?} {rows:?}"), holds, move |v: &[View]| {
                let scope = of(v, &chosen);
                if allowed { table(scope, rows.clone()).boxed() } else { forbidden(scope, rows.clone()).boxed() }
            })
        }
        5 => {
            let set = ValueSet::from([value, value + 1, value + 3]);
            let meant = set.clone();
            Formula::new(
                format!("#{one} in {set}"),
                move |v: &[Value]| meant.contains(v[one]),
                move |v: &[View]| member(v[one], set.clone()),
            )
        }
        6 => Formula::new(
            format!("#{one} not_equal #{other}"),
            move |v: &[Value]| v[one] != v[other],
            move |v: &[View]| not_equal(v[one], v[other]),
        ),
        7 => {
            let strict = random.one_in(2);
            let chosen = three.clone();
            let holds = move |v: &[Value]| of(v, &three).windows(2).all(|w| w[0] + Value::from(strict) <= w[1]);
            Formula::new(format!("increasing {strict} {chosen:?}"), holds, move |v: &[View]| {
                let scope = of(v, &chosen);
                if strict { strictly_increasing(scope) } else { increasing(scope) }
            })
        }
        8 => {
            let strict = random.one_in(2);
            let chosen = four.clone();
            let holds = move |v: &[Value]| {
                let list = of(v, &four);
                if strict { list[..2] < list[2..] } else { list[..2] <= list[2..] }
            };
            Formula::new(format!("lex {strict} {chosen:?}"), holds, move |v: &[View]| {
                let list = of(v, &chosen);
                if strict { lex_less(&list[..2], &list[2..]) } else { lex_at_most(&list[..2], &list[2..]) }
            })
        }
        9 => {
            let compare = random.below(3);
            let chosen = three.clone();
            let holds = move |v: &[Value]| {
                let number = of(v, &three).iter().filter(|&&w| w == v[other]).count() as Value;
                [number == v[one], number <= v[one], number >= v[one]][compare]
            };
            Formula::new(format!("count {compare} of #{other} in {chosen:?}, #{one}"), holds, move |v: &[View]| {
                let number = count(of(v, &chosen), v[other]);
                match compare {
                    0 => number.equals(v[one]),
                    1 => number.at_most(v[one]),
                    _ => number.at_least(v[one]),
                }
            })
        }
        10 => {
            let chosen = three.clone();
            let holds = move |v: &[Value]| of(v, &three).iter().sum::<Value>().rem_euclid(3) == 0;
            let closure = |v: &[Value]| v.iter().sum::<Value>().rem_euclid(3) == 0;
            Formula::new(format!("predicate {chosen:?}"), holds, move |v: &[View]| predicate(of(v, &chosen), closure))
        }
        11 => {
            let chosen = three.clone();
            let holds = move |v: &[Value]| matches!(of(v, &three)[..], [1, 2, 0] | [2, 0, 1]);
            Formula::new(format!("circuit {chosen:?}"), holds, move |v: &[View]| circuit(of(v, &chosen)))
        }
        _ => {
            let chosen = four.clone();
            let holds = move |v: &[Value]| matches!(of(v, &four)[..], [0, 1, 0, 1] | [1, 0, 1, 0]);
            Formula::new(format!("inverse {chosen:?}"), holds, move |v: &[View]| {
                let list = of(v, &chosen);
                inverse(&list[..2], &list[2..])
            })
        }
    }
}

const CONNECTIVES: usize = 8;

/// Connects two formulas.
fn connect(parts: Vec<Formula>, which: usize) -> Formula {
    let text = parts.iter().map(|part| part.text.clone()).collect::<Vec<_>>().join("; ");
    let holds: Vec<Holds> = parts.iter().map(|part| part.holds.clone()).collect();
    let build: Vec<Build> = parts.into_iter().map(|part| part.build).collect();
    let name = ["any", "all", "not", "implies", "iff", "xor", "or", "and"][which];
    let text = format!("{name}({text})");
    let build = move |views: &[View]| -> Arc<dyn Constraint> {
        let [a, b] = [build[0](views), build[1](views)];
        match which {
            2 => a.not().boxed(),
            0 => any_of([a, b]).boxed(),
            1 => all_of([a, b]).boxed(),
            3 => a.implies(b).boxed(),
            4 => a.iff(b).boxed(),
            5 => a.xor(b).boxed(),
            6 => a.or(b).boxed(),
            _ => a.and(b).boxed(),
        }
    };
    let holds = move |v: &[Value]| {
        let [a, b] = [holds[0](v), holds[1](v)];
        [a || b, a && b, !a, !a || b, a == b, a != b, a || b, a && b][which]
    };
    Formula::new(text, holds, build)
}

fn formula(random: &mut Random, arguments: usize, depth: usize) -> Formula {
    if depth == 0 || random.one_in(6) {
        let which = random.below(LEAVES);
        return leaf(random, arguments, which);
    }
    let parts = (0..2).map(|_| formula(random, arguments, depth - 1)).collect();
    let which = random.below(CONNECTIVES);
    connect(parts, which)
}

/// Variables over a few small values each, views of them, and a constant.
fn arguments(random: &mut Random) -> (Problem, Vec<Term>) {
    let domain = |random: &mut Random| -> ValueSet {
        let low = random.between(-1..=1);
        match random.below(8) {
            0 => [low, low + 1, 90].into(),
            1 => [low, 1_000_000_000].into(),
            _ => (low..=low + random.between(1..=3)).into(),
        }
    };
    let problem = Problem::new((0..3).map(|_| domain(random)).collect());
    let view =
        Term { variable: Some(random.below(3)), scale: *random.pick(&[-1, 1, 2]), offset: random.between(-1..=1) };
    let mut terms: Vec<Term> = (0..3).map(Term::plain).collect();
    terms.extend([view, Term::constant(random.between(0..=2))]);
    (problem, terms)
}

fn check_formula(random: &mut Random, draw: impl Fn(&mut Random, usize) -> Formula) {
    let (problem, terms) = arguments(random);
    let formula = draw(random, terms.len());
    check_problem(&problem.post(formula.kind(), terms), Effort::Quick, random);
}

/// Every connective over every pair of leaves.
#[test]
fn each_connective_over_each_leaf() {
    let mut random = Random::named("each connective");
    for which in 0..CONNECTIVES {
        for a in 0..LEAVES {
            let b = random.below(LEAVES);
            check_formula(&mut random, |random, arguments| {
                let parts = vec![leaf(random, arguments, a), leaf(random, arguments, b)];
                connect(parts, which)
            });
        }
    }
}

#[test]
fn nested_formulas() {
    let mut random = Random::named("nested");
    for round in 0..150 {
        check_formula(&mut random, |random, arguments| formula(random, arguments, 1 + round % 4));
    }
}

/// Reified both ways and half, the truth being a variable of the model.
#[test]
fn reified_formulas() {
    let mut random = Random::named("reified");
    for round in 0..100 {
        let (mut problem, mut terms) = arguments(&mut random);
        problem.domains[2] = (0..=1 + random.between(0..=1)).into();
        terms.push(Term::plain(2));
        let at = terms.len() - 1;
        let which = round % LEAVES;
        let part = if round < 2 * LEAVES { leaf(&mut random, at, which) } else { formula(&mut random, at, 2) };
        let (half, build, holds) = (round % 2 == 0, part.build, part.holds);
        let relation = move |v: &[Value]| {
            let truth = v[at] == 1;
            if half { !truth || holds(v) } else { truth == holds(v) }
        };
        let constraint = move |views: &[View]| {
            let truth = views[at].variable().unwrap();
            if half { build(views).implied_by(truth).boxed() } else { build(views).reify(truth).boxed() }
        };
        let kind = Formula::new(format!("reify {half} {}", part.text), relation, constraint).kind();
        check_problem(&problem.post(kind, terms), Effort::Quick, &mut random);
    }
}

/// What the domains are at the root, under literals.
fn root(model: &Model, assumed: &[Literal]) -> Vec<String> {
    struct Root(Vec<Var>, Vec<String>);
    impl Observer for Root {
        fn event(&mut self, event: Event<'_>) {
            if let Event::Fixpoint { depth: 0, store } = event {
                let text = |&x: &Var| x.values(store).collect::<ValueSet>().to_string();
                self.1 = self.0.iter().map(text).collect();
            }
        }
    }
    let mut solver = model.solver().with_observer(Root(model.compile().variables().collect(), Vec::new()));
    solver.assume(assumed).unwrap();
    solver.count();
    solver.observer().1.clone()
}

fn decided<C: Constraint>(build: impl Fn(Var, Var) -> C, truth: Value, expected: [&str; 2]) {
    let mut model = Model::new();
    let (x, y) = (model.variable(0..=5).unwrap(), model.variable(2..=7).unwrap());
    let b = model.variable(0..=1).unwrap();
    model.post(build(x, y).reify(b)).unwrap();
    let domains = root(&model, &[Literal::equal(b, truth)]);
    assert_eq!(domains[..2], expected, "{truth}");
}

/// Once the truth is known, the comparison narrows as if it had been posted.
#[test]
fn reified_comparisons_narrow_when_the_truth_is_known() {
    decided(|x, y| x.at_least(y), 1, ["{2..5}", "{2..5}"]);
    decided(|x, y| x.at_least(y + 2), 1, ["{4..5}", "{2..3}"]);
    decided(|x, y| (x + 3i64).at_least(y), 0, ["{0..3}", "{4..7}"]);
    decided(|x, y| (x + y).equals(11), 1, ["{4..5}", "{6..7}"]);
    decided(|x, y| (x + y).differs_from(12), 0, ["{5}", "{7}"]);
    decided(|x, _| x.equals(3), 1, ["{3}", "{2..7}"]);
    decided(|x, _| x.equals(3), 0, ["{0..2, 4..5}", "{2..7}"]);
    decided(|x, _| Literal::at_most(x, 3), 0, ["{4..5}", "{2..7}"]);
    decided(|_, y| member(y, [1, 3, 4, 7]), 1, ["{0..5}", "{3..4, 7}"]);
    decided(|_, y| member(y, [1, 3, 4, 7]), 0, ["{0..5}", "{2, 5..6}"]);
    decided(|x, y| table([x, y], [[1, 2], [3, 9], [4, 4]]), 1, ["{1, 4}", "{2, 4}"]);
    decided(|x, y| strictly_increasing([y, x]), 1, ["{3..5}", "{2..4}"]);
    decided(|x, y| increasing([x + 3, y + 0]), 0, ["{0..5}", "{2..7}"]);
    decided(|x, y| lex_less([y], [x]), 1, ["{3..5}", "{2..4}"]);
    decided(|x, y| lex_less([x + 3], [y + 0]), 0, ["{0..5}", "{2..7}"]);
    decided(|x, y| count([x, y], 2).equals(2), 1, ["{2}", "{2}"]);
    decided(|x, y| count([x, y], 2).at_least(1), 0, ["{0..1, 3..5}", "{3..7}"]);
}

fn settles<C: Constraint>(build: impl Fn(Var, Var) -> C, assumed: [(usize, Relation, Value); 2], truth: &str) {
    let mut model = Model::new();
    let x = model.variables(2, 0..=5).unwrap();
    let b = model.variable(0..=1).unwrap();
    model.post(build(x[0], x[1]).reify(b)).unwrap();
    let literals = assumed.map(|(at, relation, value)| Literal { variable: x[at], relation, value });
    assert_eq!(root(&model, &literals)[2], truth, "{assumed:?}");
}

/// The truth is known once the domains settle the relation, though nothing is fixed.
#[test]
fn the_truth_is_known_when_the_domains_settle_the_comparison() {
    use Relation::{AtMost, Greater, NotEqual};
    let apart = [(0, AtMost, 2), (1, Greater, 3)];
    settles(|x, y| x.less_than(y), apart, "{1}");
    settles(|x, y| x.at_least(y), apart, "{0}");
    settles(|x, y| x.equals(y), apart, "{0}");
    settles(|x, y| x.differs_from(y), apart, "{1}");
    settles(|x, y| (x + y).greater_than(3), apart, "{1}");
    settles(|x, _| x.equals(4), apart, "{0}");
    settles(|x, _| member(x, [-1, 3, 5]), apart, "{0}");
    settles(|x, _| member(x, 0..=3), apart, "{1}");
    settles(|x, _| x.equals(3), [(0, NotEqual, 3), (1, AtMost, 3)], "{0}");
    settles(|x, y| increasing([x, y]), apart, "{1}");
    settles(|x, y| strictly_increasing([y, x]), apart, "{0}");
    settles(|x, y| lex_less([x, y], [y, x]), apart, "{1}");
    settles(|x, y| lex_at_most([y, y], [x, y]), apart, "{0}");
    settles(|x, y| count([x, y], 3).at_least(1), apart, "{0}");
    settles(|x, y| count([x, y], 3).at_most(0), apart, "{1}");
    settles(|x, y| table([x, y, y], [[1, 2, 2], [3, 5, 5], [0, 4, 5]]), apart, "{0}");
    settles(|x, y| circuit([x, y]), apart, "{0}");
    settles(|x, y| inverse([x, y], [0, 1]), apart, "{0}");
}

/// A clause with one literal left makes it true, a cardinality formula too.
#[test]
fn unit_propagation() {
    let mut model = Model::new();
    let x = model.variables(3, 0..=1).unwrap();
    model.post(any_of(x.iter().map(|&x| Literal::equal(x, 1)))).unwrap();
    let two_are_0 = [Literal::equal(x[0], 0), Literal::equal(x[2], 0)];
    assert_eq!(root(&model, &two_are_0), ["{0}", "{1}", "{0}"]);
    assert_eq!(root(&model, &two_are_0[1..]), ["{0..1}", "{0..1}", "{0}"]);
}

/// All solutions; the same in every mode.
fn answers(model: &Model) -> Vec<Vec<Value>> {
    let modes =
        [Propagation::Backtracking, Propagation::ForwardChecking, Propagation::Fixpoint, Propagation::ArcConsistency];
    let lists = modes.map(|mode| {
        let mut solver = model.solver().with_propagation(mode);
        solver.solutions().map(|s| s.all().to_vec()).collect::<Vec<_>>()
    });
    assert!(lists.iter().all(|list| *list == lists[0]));
    lists[0].clone()
}

fn over<const N: usize>(domains: [ValueSet; N]) -> (Model, [Var; N]) {
    let mut model = Model::new();
    let variables = domains.map(|domain| model.variable(domain).unwrap());
    (model, variables)
}

/// huub-solver/huub #329, google/or-tools #2243: a variable over all integers, behind an implication.
#[test]
fn a10_unbounded_integer() {
    let all: ValueSet = (-VALUE_LIMIT..=VALUE_LIMIT).into();
    let (mut model, [i, s, z, x, flag]) = over([(1..=3).into(), (0..=1).into(), all, (0..=10).into(), (0..=1).into()]);
    model.post(table([i, flag], [[1, 1], [2, 1], [3, 0]])).unwrap();
    model.post(flag.equals(1).implies(x.equals(z))).unwrap();
    model.post(i.equals(1).and(s.equals(1)).or(i.equals(2).and(s.equals(1)))).unwrap();
    let found: Vec<Vec<Value>> = model.solver().solutions().map(|s| s.values([i, x, z])).collect();
    assert_eq!(found.len(), 22);
    assert!(found.iter().all(|answer| answer[0] < 3 && answer[1] == answer[2]));
}

/// xcsp3team/cosoco #79: pairs that are pairwise different, with negative values.
#[test]
fn b11_pairwise_different_vectors() {
    let (mut model, x) = over::<6>(std::array::from_fn(|_| (-1..=0).into()));
    for (i, j) in [(0, 1), (0, 2), (1, 2)] {
        model.post(x[2 * i].differs_from(x[2 * j]).or(x[2 * i + 1].differs_from(x[2 * j + 1]))).unwrap();
    }
    assert_eq!(answers(&model).len(), 24);
}

/// google/or-tools #4640: an implied sum, no answer twice.
#[test]
fn c09_implied_equality() {
    let (mut model, [x, y, z, p]) = over([(0..=2).into(), (0..=2).into(), (0..=2).into(), (0..=1).into()]);
    model.post((2 * x + 3 * y + 5 * z).equals(12).implied_by(p)).unwrap();
    let found = answers(&model);
    assert!(found.is_sorted_by(|a, b| a < b));
    assert_eq!((found.len(), found.iter().filter(|answer| answer[3] == 1).count()), (29, 2));
}

/// google/or-tools #3433, CPMpy/cpmpy #687: neither half of an alternative is dropped.
#[test]
fn c15_alternatives() {
    let (mut model, [x]) = over([(0..=5).into()]);
    model.post(x.equals(1).or(x.equals(2))).unwrap();
    model.post(x.differs_from(2)).unwrap();
    assert_eq!(answers(&model), [[1]]);
}

/// chocoteam/choco-solver #1077: the first position of the minimum, of one variable twice.
#[test]
fn g03_position_of_the_minimum() {
    let (mut model, [c, e]) = over([(1..=3).into(), (1..=2).into()]);
    model.post(e.equals(1).iff(c.at_most(c))).unwrap();
    model.post(e.equals(2).iff(c.less_than(c))).unwrap();
    assert_eq!(answers(&model), [[1, 1], [2, 1], [3, 1]]);
}

/// xcsp3team/cosoco #73: tasks that do not overlap, each schedule once.
#[test]
fn g08_no_overlap() {
    for (tasks, length, last, expected) in [(2, 2, 3, 6), (3, 2, 4, 6), (5, 1, 4, 120)] {
        let mut model = Model::new();
        let x = model.variables(tasks, 0..=last).unwrap();
        for (i, &a) in x.iter().enumerate() {
            for &b in &x[..i] {
                model.post(a.at_most(b - length).or(b.at_most(a - length))).unwrap();
            }
        }
        let found = answers(&model);
        assert!(found.is_sorted_by(|a, b| a < b));
        assert_eq!(found.len(), expected);
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
            model.solver().solutions().map(|s| s.all().to_vec()).collect::<Vec<_>>()
        };
        let found = [0, 1, 2].map(build);
        assert_eq!(found[0].len(), expected);
        assert!(found[0] == found[1] && found[1] == found[2]);
    }
}

/// conjure-cp/conjure-oxide #366, chocoteam/choco-solver #609: formulas without parts.
#[test]
fn g12_empty_formulas() {
    let none = || Vec::<Literal>::new();
    let (mut model, [_]) = over([(1..=5).into()]);
    model.post(all_of(none())).unwrap();
    assert_eq!(answers(&model).len(), 5);
    model.post(any_of(none())).unwrap();
    assert_eq!(answers(&model).len(), 0);

    for (value, expected) in [(0, 0), (1, 5)] {
        let (mut model, [_, r]) = over([(1..=5).into(), (0..=1).into()]);
        model.post(all_of(none()).reify(r)).unwrap();
        model.post(r.equals(value)).unwrap();
        assert_eq!(answers(&model).len(), expected);
    }
    let (mut model, [a]) = over([(1..=5).into()]);
    let error = model.post(minimum(Vec::<View>::new()).equals(a)).err().unwrap();
    assert!(matches!(error, ModelError::Empty { .. }), "{error}");
}

/// abarbu/csp-haskell #2: five tenants on five floors.
#[test]
fn g13_five_flats() {
    for (with_all_different, expected) in [(true, 1), (false, 120)] {
        let (mut model, flats) = over::<5>(std::array::from_fn(|_| (1..=5).into()));
        let [b, c, f, m, s] = flats;
        model.post(not_equal(b, 5)).unwrap();
        model.post(not_equal(c, 1)).unwrap();
        model.post(member(f, [1, 5]).not()).unwrap();
        model.post(m.greater_than(c)).unwrap();
        let adjacent = |a: Var, b: Var| (a - b).equals(1).or((b - a).equals(1));
        model.post(adjacent(s, f).not()).unwrap();
        model.post(adjacent(f, c).not()).unwrap();
        if with_all_different {
            model.post(all_different(flats)).unwrap();
        }
        let found = answers(&model);
        assert_eq!(found.len(), expected);
        assert!(!with_all_different || found == [[3, 2, 4, 5, 1]]);
    }
}

/// google/or-tools #2649: clauses under assumptions; unsatisfiable exactly with the one minimal core.
#[test]
fn h11_assumed_clauses() {
    let (mut model, [a, b, i1, i2, i3, i4]) = over::<6>(std::array::from_fn(|_| (0..=1).into()));
    let is = |x: Var, value: Value| Literal::equal(x, value);
    model.post(any_of([is(a, 0), is(b, 1)]).implied_by(i1)).unwrap();
    model.post(any_of([is(a, 1), is(b, 1)]).implied_by(i2)).unwrap();
    model.post(any_of([is(b, 0), is(a, 0)]).implied_by(i3)).unwrap();
    model.post(is(b, 0).implied_by(i4)).unwrap();
    let mut solver = model.solver();
    for subset in 0..16u32 {
        let assumed: Vec<Literal> = [i1, i2, i3, i4]
            .iter()
            .enumerate()
            .filter(|&(at, _)| subset >> at & 1 == 1)
            .map(|(_, &i)| is(i, 1))
            .collect();
        solver.assume(&assumed).unwrap();
        let has_core = subset & 0b1011 == 0b1011;
        assert_eq!(solver.solve() == Answer::Unsatisfiable, has_core, "{subset:#b}");
    }
}
