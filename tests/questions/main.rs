//! Optimisation, uniqueness, projections, conflicts and search orders, against brute force on random models.

mod conflicts;
mod optima;
mod orders;

#[allow(dead_code)]
#[path = "../oracle/random.rs"]
mod random;
#[path = "../oracle/search_orders.rs"]
mod search_orders;
mod uniqueness_and_projection;

use std::sync::Arc;

use bezzel::*;
use random::Random;
use search_orders::{VALUE_ORDERS, VARIABLE_ORDERS};

/// A relation over variables given by number.
#[derive(Clone, Debug)]
enum Rule {
    /// The terms compared with the number: `<=`, `=`, `!=`.
    Linear(Vec<(Value, usize)>, Compared, Value),
    Product([usize; 3]),
    Element {
        array: Vec<usize>,
        index: usize,
        value: usize,
    },
    AllDifferent(Vec<usize>),
}

#[derive(Clone, Copy, Debug)]
enum Compared {
    AtMost,
    Equal,
    Different,
}

impl Rule {
    fn draw(variables: usize, random: &mut Random) -> Rule {
        let some = |count: usize, random: &mut Random| -> Vec<usize> {
            let mut all: Vec<usize> = (0..variables).collect();
            (0..variables).for_each(|at| all.swap(at, random.below(variables)));
            all.truncate(count.min(variables));
            all
        };
        let few = 2 + random.below(2);
        match random.below(6) {
            0..=2 => {
                let terms = some(few, random).into_iter().map(|x| (*random.pick(&[1, 1, 2, -1, -3]), x)).collect();
                let compared =
                    *random.pick(&[Compared::AtMost, Compared::AtMost, Compared::Equal, Compared::Different]);
                Rule::Linear(terms, compared, random.between(-2..=6))
            }
            3 => Rule::Product([(); 3].map(|()| random.below(variables))),
            4 => {
                let array = (0..few).map(|_| random.below(variables)).collect();
                Rule::Element { array, index: random.below(variables), value: random.below(variables) }
            }
            _ => Rule::AllDifferent(some(few, random)),
        }
    }

    fn constraint(&self, x: &[Var]) -> Arc<dyn Constraint> {
        match self {
            Rule::Linear(terms, compared, number) => {
                let terms = sum(terms.iter().map(|&(coefficient, at)| coefficient * x[at]));
                match compared {
                    Compared::AtMost => terms.at_most(*number),
                    Compared::Equal => terms.equals(*number),
                    Compared::Different => terms.differs_from(*number),
                }
                .boxed()
            }
            &Rule::Product([a, b, c]) => product([x[a], x[b]]).equals(x[c]).boxed(),
            Rule::Element { array, index, value } => {
                element(array.iter().map(|&at| x[at]), x[*index]).equals(x[*value]).boxed()
            }
            Rule::AllDifferent(scope) => all_different(scope.iter().map(|&at| x[at])).boxed(),
        }
    }

    fn holds(&self, v: &[Value]) -> bool {
        match self {
            Rule::Linear(terms, compared, number) => {
                let total: Value = terms.iter().map(|&(coefficient, at)| coefficient * v[at]).sum();
                match compared {
                    Compared::AtMost => total <= *number,
                    Compared::Equal => total == *number,
                    Compared::Different => total != *number,
                }
            }
            &Rule::Product([a, b, c]) => v[a] * v[b] == v[c],
            Rule::Element { array, index, value } => {
                usize::try_from(v[*index]).ok().and_then(|at| array.get(at)).is_some_and(|&at| v[at] == v[*value])
            }
            Rule::AllDifferent(scope) => {
                scope.iter().enumerate().all(|(i, &a)| scope[..i].iter().all(|&b| v[a] != v[b]))
            }
        }
    }
}

/// A random model, with every assignment that satisfies it.
struct Case {
    domains: Vec<Vec<Value>>,
    rules: Vec<Rule>,
    model: Model,
    variables: Vec<Var>,
    solutions: Vec<Vec<Value>>,
}

impl Case {
    fn draw(random: &mut Random) -> Case {
        let count = 2 + random.below(4);
        Case::with_helpers(count, &[], random)
    }

    /// Some of the variables are helpers.
    fn with_helpers(count: usize, helpers: &[usize], random: &mut Random) -> Case {
        let domains: Vec<Vec<Value>> = (0..count)
            .map(|_| {
                let (low, len) = (random.between(-3..=2), 1 + random.below(6));
                let step = *random.pick(&[1, 1, 1, 2]);
                (0..len as Value).map(|i| low + step * i).collect()
            })
            .collect();
        let rules: Vec<Rule> = (0..1 + random.below(4)).map(|_| Rule::draw(count, random)).collect();
        let mut model = Model::new();
        let variables: Vec<Var> = (0..count)
            .map(|at| {
                let domain = domains[at].clone();
                if helpers.contains(&at) { model.helper(domain) } else { model.variable(domain) }.unwrap()
            })
            .collect();
        for rule in &rules {
            model.post(rule.constraint(&variables)).unwrap();
        }
        let solutions = assignments(&domains).into_iter().filter(|v| rules.iter().all(|rule| rule.holds(v))).collect();
        Case { domains, rules, model, variables, solutions }
    }

    fn show(&self) -> String {
        format!("{:?} {:?}", self.domains, self.rules)
    }
}

fn assignments(domains: &[Vec<Value>]) -> Vec<Vec<Value>> {
    domains.iter().fold(vec![vec![]], |all, domain| {
        all.iter().flat_map(|v| domain.iter().map(move |&value| [&v[..], &[value]].concat())).collect()
    })
}

/// How a solver may be told to search; every eighth one by itself.
fn configure(solver: Solver, variables: &[Var], random: &mut Random) -> Solver {
    let (order, values) = (*random.pick(&VARIABLE_ORDERS), *random.pick(&VALUE_ORDERS));
    let seed = random.bits();
    match random.below(8) {
        0 => solver,
        1 => solver.with_propagation(Propagation::ArcConsistency),
        2 => solver.with_propagation(Propagation::ForwardChecking).with_values(values),
        3 => solver.with_branching(last_conflict(branch_on(variables).order(order).values(values).seed(seed))),
        4 => solver.with_branching(sequence([
            branch_on(&variables[1..]).order(order).values(values).seed(seed),
            branch_on(&variables[..1]).values(ValueOrder::Split),
        ])),
        _ => solver.with_order(order).with_values(values).with_seed(seed),
    }
}
