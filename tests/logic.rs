//! Formulas over every kind of constraint, against brute force, and what they infer once a part is settled.

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
