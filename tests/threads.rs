//! Search on several threads: the same solutions, limits and outcome as on one.

mod hard;
mod oracle;
#[path = "boards/placement.rs"]
mod placement;

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::panic::AssertUnwindSafe;
use std::time::{Duration, Instant};

use bezzel::models::{nqueens, permutations};
use bezzel::*;
use oracle::Random;
use oracle::generate::Form;
use oracle::pool::POOL;
use oracle::problem::{Problem, Term};
use placement::is_placement;

const THREADS: [usize; 4] = [1, 2, 3, 8];

fn queens(n: usize, threads: usize) -> Solver {
    nqueens(n).unwrap().0.solver().with_threads(threads)
}

fn stopped(reason: StopReason) -> Outcome {
    Outcome::Stopped(reason)
}

fn list(solver: &mut Solver) -> Vec<Vec<Value>> {
    solver.solutions().map(|solution| solution.all().to_vec()).collect()
}

fn sorted(mut answers: Vec<Vec<Value>>) -> Vec<Vec<Value>> {
    answers.sort();
    answers
}

/// chocoteam/choco-solver #856, #1094; google/or-tools #1208, #1186: all solutions, each once, whatever the number of
/// threads.
#[test]
fn all_queens_each_once() {
    for threads in [0, 1, 2, 8] {
        let mut solver = queens(10, threads);
        let found = list(&mut solver);
        assert_eq!(solver.outcome(), Outcome::Complete);
        assert_eq!(solver.statistics().solutions, 724);
        assert_eq!(found.len(), 724);
        assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), 724, "{threads} threads");
        for _ in 0..2 {
            assert_eq!(solver.count(), Count { solutions: 724, outcome: Outcome::Complete });
        }
        assert!(found.contains(&solver.solve().solution().unwrap().all().to_vec()));
    }
}

#[test]
fn in_order_when_asked_for() {
    for values in [ValueOrder::Smallest, ValueOrder::Largest] {
        let expected = list(&mut queens(9, 1).with_values(values));
        for threads in THREADS {
            let mut solver = queens(9, threads).with_values(values).with_ordered_solutions(true);
            assert_eq!(list(&mut solver), expected, "{threads} threads, {values:?}");
            assert_eq!(solver.solutions().nth(100).unwrap().all(), expected[100]);
        }
    }
    let mut solver = permutations(8).unwrap().0.solver().with_threads(3).with_ordered_solutions(true);
    let found = list(&mut solver);
    assert!(found.len() == 40_320 && found.is_sorted_by(|a, b| a < b));
}

/// One to four variables, one to three constraints, helpers and assumptions.
fn draw(random: &mut Random) -> Problem {
    let count = 1 + random.below(4);
    let forms: Vec<Form> = (0..count).map(|_| if random.one_in(2) { Form::Lane } else { Form::any(random) }).collect();
    let mut problem = Problem::draw(&forms, 120, random);
    let tier_one_only = random.one_in(2);
    for _ in 0..random.below(4) {
        let entry = *random.pick(if tier_one_only { &POOL[..3] } else { &POOL[..] });
        let (least, most) = (*entry.arity.start(), (*entry.arity.end()).min(count));
        if least > most {
            continue;
        }
        let arity = random.between(least as i64..=most as i64) as usize;
        let first = random.below(count);
        let terms: Vec<Term> = (0..arity).map(|at| Term::plain((first + at) % count)).collect();
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

#[test]
fn random_models_agree_with_one_thread() {
    for number in 0..400 {
        let mut random = Random::new(number);
        let problem = draw(&mut random);
        let (model, variables) = problem.model(false);
        let compiled = model.compile();
        let shown: Vec<Var> = variables.iter().copied().filter(|_| random.one_in(2)).collect();
        let projects = random.one_in(4);
        let orders = [None, Some(VariableOrder::Input), Some(VariableOrder::FirstFail)];
        let order = *random.pick(&orders);
        let solver = |threads| {
            let mut solver = compiled.solver().with_threads(threads);
            if let Some(order) = order {
                solver = solver.with_order(order);
            }
            if projects {
                solver.project(&shown).unwrap();
            }
            solver.assume(&problem.literals(&variables)).unwrap();
            solver
        };
        let expected = list(&mut solver(1));
        // which completion comes with what is projected is left open
        let key = |values: &Vec<Value>| -> Vec<Value> {
            if projects { shown.iter().map(|x| values[x.index()]).collect() } else { problem.answer(values) }
        };
        let keys = |list: &[Vec<Value>]| sorted(list.iter().map(key).collect());
        for threads in 1..=4 {
            let context = || format!("number {number}, {threads} threads, {order:?}, {problem:?}");
            let mut solver = solver(threads);
            let found = list(&mut solver);
            assert_eq!(keys(&found), keys(&expected), "{}", context());
            assert!(found.iter().all(|values| problem.holds(values)), "{}", context());
            assert_eq!(solver.outcome(), Outcome::Complete);
            let count = Count { solutions: expected.len() as u64, outcome: Outcome::Complete };
            assert_eq!(solver.count(), count, "{}", context());
            assert_eq!(solver.solve().solution().is_some(), !expected.is_empty(), "{}", context());
            let unique = matches!(solver.unique(), Uniqueness::Unique(_));
            assert_eq!(unique, expected.len() == 1, "{}", context());
            let most = random.below(expected.len() + 2);
            assert_eq!(solver.count_up_to(most as u64).solutions, most.min(expected.len()) as u64, "{}", context());
            // under a limit no trial is made on the thread that asks
            let mut limited = solver.with_node_limit(u64::MAX - 1);
            assert_eq!(limited.count(), count, "{}", context());
            let mut ordered = limited.with_ordered_solutions(true);
            assert_eq!(list(&mut ordered), expected, "in order: {}", context());
        }
    }
}

#[test]
fn solution_limits_are_exact() {
    for threads in THREADS {
        for (limit, found) in [(0, 0), (1, 1), (3, 3), (91, 91), (92, 92), (93, 92)] {
            let outcome = if limit < 93 { stopped(StopReason::SolutionLimit) } else { Outcome::Complete };
            for ordered in [false, true] {
                let mut solver = queens(8, threads).with_solution_limit(limit).with_ordered_solutions(ordered);
                let distinct: BTreeSet<_> = list(&mut solver).into_iter().collect();
                assert_eq!((distinct.len(), solver.outcome()), (found, outcome), "{limit}, {threads} threads");
                assert_eq!(solver.count(), Count { solutions: found as u64, outcome }, "{limit}, {threads} threads");
            }
            let count = queens(8, threads).count_up_to(limit);
            assert_eq!(count, Count { solutions: found as u64, outcome });
        }
    }
}

/// The threads share the nodes of a limit, and try every one of them.
#[test]
fn node_limits_are_exact() {
    for threads in [2, 3, 8] {
        for ordered in [false, true] {
            let mut solver = queens(7, threads).with_ordered_solutions(ordered);
            let all = list(&mut solver);
            let nodes = solver.statistics().nodes;
            for limit in (0..nodes + 40).step_by(13).chain(nodes - 1..=nodes + 1) {
                solver = solver.with_node_limit(limit);
                let some = list(&mut solver);
                let outcome = if limit < nodes { stopped(StopReason::NodeLimit) } else { Outcome::Complete };
                assert_eq!(solver.outcome(), outcome, "{limit} of {nodes}, {threads} threads");
                assert_eq!(solver.statistics().nodes, limit.min(nodes), "{threads} threads");
                assert!(some.iter().all(|solution| all.contains(solution)));
                assert!(!ordered || all.starts_with(&some), "{limit} of {nodes}, {threads} threads");
            }
            // a larger board, as counting a part of a small one may take no node; without any limit its count would stay
            // on one thread
            let mut solver = queens(10, threads).with_ordered_solutions(ordered).with_node_limit(u64::MAX - 1);
            assert_eq!(solver.count().solutions, 724);
            let nodes = solver.statistics().nodes;
            for limit in [0, 1, 100, nodes - 1, nodes] {
                solver = solver.with_node_limit(limit);
                let outcome = if limit < nodes { stopped(StopReason::NodeLimit) } else { Outcome::Complete };
                assert_eq!(solver.count().outcome, outcome, "{limit} of {nodes}, {threads} threads");
                assert_eq!(solver.statistics().nodes, limit);
            }
        }
    }
}

/// A reader who takes nothing holds back threads that hold nodes, and others need them.
#[test]
fn a_node_limit_and_a_slow_reader() {
    for ordered in [false, true] {
        let solver = permutations(9).unwrap().0.solver().with_threads(4).with_ordered_solutions(ordered);
        let mut solutions = solver.with_node_limit(300_000).into_solutions();
        assert!(solutions.next().is_some());
        std::thread::sleep(Duration::from_millis(200));
        assert!(solutions.by_ref().count() > 1000);
        assert_eq!(solutions.solver().outcome(), stopped(StopReason::NodeLimit));
        assert_eq!(solutions.solver().statistics().nodes, 300_000);
    }
}

#[test]
fn cancelled_until_it_is_reset() {
    for ordered in [false, true] {
        let mut solver = queens(20, 2).with_ordered_solutions(ordered);
        let canceller = solver.canceller();
        let stopper = std::thread::spawn({
            let canceller = canceller.clone();
            move || {
                std::thread::sleep(Duration::from_millis(100));
                canceller.cancel();
            }
        });
        assert_eq!(solver.count().outcome, stopped(StopReason::Cancelled));
        stopper.join().unwrap();
        assert_eq!(solver.solve(), Answer::Stopped(StopReason::Cancelled), "until it is reset");
        assert_eq!((solver.solutions().count(), solver.outcome()), (0, stopped(StopReason::Cancelled)));
        canceller.reset();
        assert!(solver.solve().solution().is_some());
        assert!(solver.solutions().next().is_some());
    }
}

#[test]
fn time_limits() {
    let begun = Instant::now();
    let mut solver = queens(20, 2).with_time_limit(Duration::from_millis(50));
    assert_eq!(solver.count().outcome, stopped(StopReason::TimeLimit));
    let found = solver.solutions().count();
    assert_eq!(solver.outcome(), stopped(StopReason::TimeLimit));
    assert!(found > 0 && begun.elapsed() < Duration::from_secs(20));
    let mut solver = queens(8, 2).with_time_limit(Duration::ZERO);
    assert_eq!(solver.count(), Count { solutions: 0, outcome: stopped(StopReason::TimeLimit) });
    assert_eq!(solver.solve(), Answer::Stopped(StopReason::TimeLimit));
    assert_eq!(solver.statistics().nodes, 0);
}

/// Threads do not outlive what they work for, whoever holds it, and a search begins anew after it.
#[test]
fn left_early_many_times() {
    for ordered in [false, true] {
        let mut solver = permutations(10).unwrap().0.solver().with_threads(3).with_ordered_solutions(ordered);
        for taken in 0..40 {
            assert_eq!(solver.solutions().take(taken).count(), taken);
        }
        let mut first = solver.solutions();
        assert!(first.next().is_some());
        drop(first);
        assert!(solver.advance().is_some(), "begins anew");
        assert_eq!(solver.statistics().solutions, 1);
        solver = solver.with_values(ValueOrder::Smallest);
        assert!(solver.solutions().next().is_some());
        solver = solver.with_values(ValueOrder::Largest);
        assert!(solver.advance().is_some() && solver.advance().is_some());
        assert_eq!(solver.statistics().solutions, 2);
        solver.restart();
        assert!(solver.advance().is_some());
        let mut solutions = solver.into_solutions();
        assert!(solutions.next().is_some());
    }
    if let Ok(tasks) = std::fs::read_dir("/proc/self/task") {
        let names = tasks.flatten().filter_map(|task| std::fs::read_to_string(task.path().join("comm")).ok());
        // other tests of this process have threads of their own at the same time: what leaked here would be dozens
        assert!(names.filter(|name| name.trim() == "bezzel").count() < 60);
    }
}

#[test]
fn a_monitor_sees_progress_and_may_stop() {
    let (sender, seen) = std::sync::mpsc::channel();
    let mut solver = queens(10, 2).with_monitor(move |progress| {
        sender.send((progress.statistics.nodes, progress.explored)).unwrap();
        ControlFlow::Continue(())
    });
    assert_eq!(solver.count().solutions, 724);
    let seen: Vec<(u64, f64)> = seen.try_iter().collect();
    assert!(seen.len() > 2 && seen.is_sorted_by(|a, b| a.0 <= b.0 && a.1 <= b.1), "{seen:?}");
    assert!(seen.last().is_some_and(|last| last.1 <= 1.0 && last.0 > 0), "{seen:?}");
    let mut solver = queens(20, 2).with_monitor(|_| ControlFlow::Break(()));
    assert_eq!(solver.count().outcome, stopped(StopReason::Cancelled));
    assert_eq!(solver.solve(), Answer::Stopped(StopReason::Cancelled));
}

#[test]
fn little_or_nothing_to_split() {
    for threads in THREADS {
        let mut empty = Model::new().solver().with_threads(threads);
        assert_eq!(empty.solutions().count(), 1);
        assert_eq!(empty.count(), Count { solutions: 1, outcome: Outcome::Complete });

        let mut model = Model::new();
        let x = model.variable([3, 5, 1_000_000_000]).unwrap();
        let mut solver = model.solver().with_threads(threads);
        assert_eq!(sorted(list(&mut solver)), [[3], [5], [1_000_000_000]]);
        assert_eq!(solver.count().solutions, 3);
        solver.assume(&[Literal::equal(x, 5)]).unwrap();
        assert_eq!(list(&mut solver), [[5]]);
        assert!(matches!(solver.unique(), Uniqueness::Unique(_)));
        solver.assume(&[Literal::equal(x, 4)]).unwrap();
        assert_eq!(solver.count(), Count { solutions: 0, outcome: Outcome::Complete });
        assert_eq!(solver.solve(), Answer::Unsatisfiable);

        let mut wide = Model::new();
        let y = wide.variable(0..=1_000_000_000_000_i64).unwrap();
        wide.post(predicate([y], |v| v[0] >= 0)).unwrap();
        assert_eq!(wide.solver().with_threads(threads).solutions().take(10).count(), 10);

        let mut model = Model::new();
        let z = model.variable(0..=3).unwrap();
        model.post(not_equal(z, z)).unwrap();
        let mut solver = model.solver().with_threads(threads);
        assert_eq!(solver.count(), Count { solutions: 0, outcome: Outcome::Complete });
        assert_eq!((solver.solutions().count(), solver.outcome()), (0, Outcome::Complete));
    }
}

/// What stays on one thread gives what it gives there.
#[test]
fn what_stays_on_one_thread() {
    let modes = [Propagation::Backtracking, Propagation::ForwardChecking, Propagation::ArcConsistency];
    for mode in modes {
        let expected = list(&mut queens(6, 1).with_propagation(mode));
        assert_eq!(list(&mut queens(6, 4).with_propagation(mode)), expected);
    }
    let (model, queens) = nqueens(8).unwrap();
    let by_weight = || branch_on(&queens).order(VariableOrder::DomWdeg);
    let expected = list(&mut model.solver().with_branching(by_weight()));
    assert_eq!(list(&mut model.solver().with_threads(4).with_branching(by_weight())), expected);
    let best = model.solver().with_threads(4).maximize(queens[0]).unwrap().finish();
    assert_eq!(best.solution().unwrap()[queens[0]], 7);
}

/// A panic in a constraint reaches the one who asks.
#[test]
fn a_panic_goes_on() {
    for ordered in [false, true] {
        let mut model = Model::new();
        let x = model.variables(6, 0..6).unwrap();
        model.post(predicate(&x, |v| if v == [3, 3, 3, 3, 3, 3] { panic!("on purpose") } else { v[5] != 0 })).unwrap();
        let compiled = model.compile();
        let asked = std::panic::catch_unwind(AssertUnwindSafe(|| {
            compiled.solver().with_threads(2).with_ordered_solutions(ordered).solutions().count()
        }));
        assert_eq!(asked.unwrap_err().downcast_ref::<&str>(), Some(&"on purpose"));
    }
}

/// A subproblem on which plain search is lost is left by restarts, as the whole is on one thread.
#[test]
fn one_solution_of_boards_on_which_plain_search_is_lost() {
    for n in [88, 101, 137, 152] {
        let (model, queens) = models::nqueens(n).unwrap();
        let mut solver = model.solver().with_threads(2).with_node_limit(1_000_000);
        let Answer::Solution(placement) = solver.solve() else { panic!("{n} queens: {:?}", solver.statistics()) };
        let columns = placement.values(&queens);
        assert!(is_placement(&columns), "{columns:?}");
    }
}

/// Restarts within subproblems lose no solution and prove what there is to prove.
#[test]
fn proofs_on_threads() {
    let (model, _) = models::graph_colouring(40, &hard::pigeons(), 7).unwrap();
    let mut solver = model.solver().with_threads(2);
    assert_eq!(solver.solve(), Answer::Unsatisfiable);
    assert!(solver.statistics().failures > 1_000, "{:?}", solver.statistics());

    let (model, cells) = models::sudoku(&hard::SUDOKU.parse().unwrap()).unwrap();
    let only = model.solver().solve().solution().unwrap();
    for projected in [false, true] {
        let mut solver = model.solver().with_threads(3);
        if projected {
            solver.project(&cells).unwrap();
        }
        assert_eq!(solver.unique(), Uniqueness::Unique(only.clone()), "projected: {projected}");
        assert_eq!(solver.solve(), Answer::Solution(only.clone()), "projected: {projected}");
    }
}
