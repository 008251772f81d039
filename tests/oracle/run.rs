//! Runs a problem through the library in many ways, and compares each with brute force.

use std::sync::Arc;

use bezzel::*;

use super::problem::Problem;
use super::questions::check_questions;
use super::random::Random;
use super::search_orders::{VALUE_ORDERS, VARIABLE_ORDERS};
use super::watch::{Deaf, Watch};

pub const MODES: [Propagation; 4] =
    [Propagation::Backtracking, Propagation::ForwardChecking, Propagation::Fixpoint, Propagation::ArcConsistency];

/// How much is spent on a problem.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    Quick,
    Thorough,
}

/// One way to search.
#[derive(Clone, Copy, Debug)]
struct Way {
    mode: Propagation,
    variables: Option<VariableOrder>,
    values: ValueOrder,
    /// The seed of a branching of chance.
    branching: Option<u64>,
}

impl Way {
    fn plain(mode: Propagation) -> Way {
        Way { mode, variables: None, values: ValueOrder::Smallest, branching: None }
    }

    fn draw(random: &mut Random) -> Way {
        Way {
            mode: *random.pick(&MODES),
            variables: random.one_in(2).then(|| *random.pick(&VARIABLE_ORDERS)),
            values: *random.pick(&VALUE_ORDERS),
            branching: random.one_in(3).then(|| random.bits()),
        }
    }

    /// With nothing chosen, solutions may be found in waves, which have nodes of their own; with an order, depth first.
    fn may_use_waves(self) -> bool {
        self.mode == Propagation::Fixpoint && self.values == ValueOrder::Smallest && self.variables.is_none()
    }

    /// The same solver goes the same way again: nothing drawn by chance goes on, and nothing is learned.
    fn repeats(self) -> bool {
        let orders = (self.variables, self.values);
        !matches!(orders, (Some(VariableOrder::Random | VariableOrder::DomWdeg), _) | (_, ValueOrder::Random))
    }

    fn set<O: Observer>(self, solver: Solver<O>, variables: &[Var]) -> Solver<O> {
        let mut solver = solver.with_propagation(self.mode).with_values(self.values);
        if let Some(order) = self.variables {
            solver = solver.with_order(order);
        }
        match self.branching {
            Some(seed) => solver.with_branching(Chance { random: Random::new(seed), variables: variables.to_vec() }),
            None => solver,
        }
    }
}

/// Decides anything, in any way: values, literals of all relations, halves.
struct Chance {
    random: Random,
    variables: Vec<Var>,
}

impl Branching for Chance {
    fn choose(&mut self, store: &Store) -> Option<Choice> {
        let open: Vec<Var> = self.variables.iter().copied().filter(|x| !x.is_fixed(store)).collect();
        if open.is_empty() || self.random.one_in(10) {
            return None;
        }
        let x = *self.random.pick(&open);
        let (low, high) = (x.min(store), x.max(store));
        let value = if x.len(store) > 1000 { low } else { *self.random.pick(&x.values(store).collect::<Vec<_>>()) };
        Some(match self.random.below(7) {
            0 => Choice::Values(x, ValueOrder::Smallest),
            1 => Choice::Values(x, ValueOrder::Largest),
            2 => Choice::Literal(Literal::equal(x, value)),
            3 => Choice::Literal(Literal::not_equal(x, value)),
            4 => Choice::Literal(Literal::at_most(x, value)), // decides nothing if it is the largest
            5 => Choice::Literal(Literal::greater(x, value)),
            _ => Choice::Literal(Literal::at_most(x, low + (high - low) / 2)),
        })
    }
}

type Answers = Vec<Vec<Value>>;

/// Answers in the order found, by `solutions` or `advance`.
fn list<O: Observer>(problem: &Problem, solver: &mut Solver<O>) -> Answers {
    let mut found = Vec::new();
    let by_iterator = solver.statistics().nodes.is_multiple_of(2);
    if by_iterator {
        found.extend(solver.solutions().map(|solution| problem.answer(solution.all())));
    } else {
        solver.restart();
        while let Some(solution) = solver.advance() {
            found.push(problem.answer(solution.all()));
        }
    }
    assert_eq!(solver.outcome(), Outcome::Complete);
    assert_eq!(solver.statistics().solutions, found.len() as u64);
    assert!(solver.advance().is_none(), "a solution after the end");
    found
}

fn sorted(mut answers: Answers) -> Answers {
    answers.sort();
    answers
}

/// Prints the problem when a check panics, wherever that was.
struct Told<'a>(&'a Problem);

impl Drop for Told<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the problem: {:?}", self.0);
        }
    }
}

/// A problem with all that brute force knows of it.
struct Known {
    problem: Arc<Problem>,
    model: Model,
    variables: Vec<Var>,
    compiled: Compiled,
    assignments: Arc<Answers>,
    answers: Answers,
}

/// Compares solvers with brute force in every mode, and in some ways by chance.
pub fn check_problem(problem: &Problem, effort: Effort, random: &mut Random) {
    let _told = Told(problem);
    let assignments = problem.assignments();
    let (model, variables) = problem.model(false);
    let known = Known {
        problem: Arc::new(problem.clone()),
        compiled: model.compile(),
        model,
        variables,
        answers: problem.answers(&assignments),
        assignments: Arc::new(assignments),
    };
    if effort == Effort::Thorough {
        known.check_relation();
    }
    for mode in MODES {
        known.check_way(Way::plain(mode), random);
    }
    known.check_way(Way { variables: Some(VariableOrder::Input), ..Way::plain(Propagation::Fixpoint) }, random);
    for _ in 0..if effort == Effort::Thorough { 10 } else { 4 } {
        known.check_way(Way::draw(random), random);
    }
    known.check_reuse(effort, random);
    let way = Way { branching: None, ..Way::draw(random) };
    check_questions(problem, &known.variables, way.set(known.compiled.solver(), &known.variables), random);
}

impl Known {
    fn solver(&self, way: Way) -> Solver {
        let mut solver = way.set(self.compiled.solver(), &self.variables);
        solver.assume(&self.problem.literals(&self.variables)).expect("own literals");
        solver
    }

    /// The relation of each constraint, as it tells it itself, is the one meant.
    fn check_relation(&self) {
        let (model, variables) = self.problem.model(true);
        for mode in [Propagation::Backtracking, Propagation::Fixpoint] {
            let mut solver = model.solver().with_propagation(mode);
            solver.assume(&self.problem.literals(&variables)).expect("own literals");
            assert_eq!(list(&self.problem, &mut solver), self.answers, "relations only, {mode:?}, {:?}", self.problem);
        }
    }

    fn check_way(&self, way: Way, random: &mut Random) {
        let problem = &self.problem;
        let mut silent = self.solver(way);
        let watch = Watch::new(problem.clone(), &self.variables, way.mode, self.assignments.clone());
        let mut watched = self.solver(way).with_observer(watch);
        let (found, seen) = (list(problem, &mut silent), list(problem, &mut watched));
        let which = || format!("{way:?} {problem:?}");
        assert_eq!(sorted(found.clone()), self.answers, "{}", which());
        assert_eq!(found, seen, "watched: {}", which());
        assert_eq!(watched.observer().solutions, found.len() as u64);
        if way.branching.is_none() && matches!(way.variables, None | Some(VariableOrder::Input)) {
            let in_order = match way.values {
                ValueOrder::Smallest => found.is_sorted(),
                ValueOrder::Largest => found.iter().rev().is_sorted(),
                _ => true,
            };
            assert!(in_order, "not in order: {found:?} {}", which());
        }
        let (a, b) = (silent.statistics(), watched.statistics());
        let counters = |s: Statistics| (s.nodes, s.decisions, s.failures, s.checks, s.depth, s.solutions);
        if !way.may_use_waves() {
            assert_eq!(counters(a), counters(b), "copied and trailed levels differ: {}", which());
        }

        // a branching of chance goes on with its seed, so only the set is the same from here on
        let again = match random.below(3) {
            0 => list(problem, &mut silent),
            1 => list(problem, &mut self.solver(way).with_observer(Deaf)),
            _ => self.solver(way).into_solutions().map(|s| problem.answer(s.all())).collect(),
        };
        assert_eq!(sorted(again), self.answers, "again: {}", which());
        let count = silent.count();
        assert_eq!((count.solutions, count.is_complete()), (self.answers.len() as u64, true), "count: {}", which());
        match silent.solve() {
            Answer::Solution(s) => assert!(self.answers.contains(&problem.answer(s.all())), "solve: {}", which()),
            answer => assert_eq!((answer, self.answers.len()), (Answer::Unsatisfiable, 0), "solve: {}", which()),
        }
    }

    /// One solver, used again and again: dropped iterators, other assumptions, limits, counts.
    fn check_reuse(&self, effort: Effort, random: &mut Random) {
        let problem = &self.problem;
        let mut way = Way { branching: None, ..Way::draw(random) };
        while !way.repeats() {
            way = Way { branching: None, ..Way::draw(random) };
        }
        let mut solver = self.solver(way);
        let full = list(problem, &mut solver);
        let (nodes, which) = (solver.statistics().nodes, || format!("reuse {way:?} {problem:?}"));
        assert_eq!(sorted(full.clone()), self.answers, "{}", which());
        let mut assumed = Problem::clone(problem);
        for _ in 0..if effort == Effort::Thorough { 8 } else { 4 } {
            match random.below(6) {
                0 => {
                    let take = random.below(full.len() + 2);
                    let some: Answers = solver.solutions().take(take).map(|s| problem.answer(s.all())).collect();
                    assert_eq!(some, full[..take.min(full.len())], "dropped early: {}", which());
                }
                1 => assert_eq!(solver.count().solutions, full.len() as u64, "{}", which()),
                2 => assert_eq!(solver.solve().solution().is_some(), !full.is_empty(), "{}", which()),
                3 => {
                    assumed.assumptions.extend(assumed.draw_assumption(random));
                    solver.assume(&assumed.literals(&self.variables)).expect("own literals");
                    let expected = problem.answers(&assumed.assignments());
                    assert_eq!(sorted(list(problem, &mut solver)), expected, "{:?} {}", assumed.assumptions, which());
                    assumed.assumptions.truncate(problem.assumptions.len());
                    solver.assume(&assumed.literals(&self.variables)).expect("own literals");
                }
                4 => {
                    let limit = random.below(nodes as usize + 2) as u64;
                    solver = solver.with_node_limit(limit);
                    let some: Answers = solver.solutions().map(|s| problem.answer(s.all())).collect();
                    assert!(full.starts_with(&some), "under a node limit: {}", which());
                    let complete = solver.outcome() == Outcome::Complete;
                    assert!(complete || solver.outcome() == Outcome::Stopped(StopReason::NodeLimit));
                    assert_eq!(complete, limit >= nodes, "{limit} of {nodes} nodes: {}", which());
                    assert_eq!(solver.statistics().nodes, limit.min(nodes));
                    solver = solver.with_node_limit(u64::MAX);
                }
                _ => {
                    let limit = random.below(full.len() + 2);
                    solver = solver.with_solution_limit(limit as u64);
                    let some: Answers = solver.solutions().map(|s| problem.answer(s.all())).collect();
                    assert_eq!(some, full[..limit.min(full.len())], "under a limit: {}", which());
                    let stopped = limit <= full.len();
                    let expected =
                        if stopped { Outcome::Stopped(StopReason::SolutionLimit) } else { Outcome::Complete };
                    assert_eq!(solver.outcome(), expected, "{limit} of {}: {}", full.len(), which());
                    assert_eq!(solver.count().solutions, some.len() as u64);
                    solver = solver.with_solution_limit(u64::MAX);
                }
            }
            assert_eq!(list(problem, &mut solver), full, "afterwards: {}", which());
        }
    }
}
