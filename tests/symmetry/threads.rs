//! Counting by symmetry on several threads.

use super::*;

/// Models with symmetries, each large enough for them to be used, and their numbers of solutions.
fn symmetric_models() -> [(&'static str, Model, u64); 5] {
    [
        ("queens", nqueens(13).unwrap().0, 73_712),
        ("a Latin square", latin_square(5), 161_280),
        ("a cycle in four colours", colouring(16, &cycle(16), 4), 3u64.pow(16) + 3),
        ("Petersen's graph in five colours", colouring(10, &petersen(), 5), 332_880),
        ("interchangeable values", permutations(11).unwrap().0, (1..=11).product()),
    ]
}

fn stopped(reason: StopReason) -> Outcome {
    Outcome::Stopped(reason)
}

#[test]
fn counts_by_symmetry() {
    for (name, model, solutions) in symmetric_models() {
        let compiled = model.compile();
        let all = Count { solutions, outcome: Outcome::Complete };
        let counted = [1, 2, 3].map(|threads| {
            // with a limit, however great, symmetries are left aside
            let mut plain = compiled.solver().with_threads(threads).with_node_limit(u64::MAX - 1);
            assert_eq!(plain.count(), all, "{name}, {threads} threads, plainly");
            let mut solver = compiled.solver().with_threads(threads);
            assert_eq!(solver.count(), all, "{name}, {threads} threads");
            let statistics = solver.statistics();
            assert_eq!((solver.count(), solver.statistics()), (all, statistics), "{name}, {threads} threads, again");
            assert!(statistics.nodes * 4 < plain.statistics().nodes * 3, "{name}, {threads} threads: {statistics:?}");
            statistics.nodes
        });
        let [fewest, most] = [counted.iter().min(), counted.iter().max()].map(|nodes| *nodes.unwrap());
        // small parts are counted depth first, which takes fewer nodes than waves
        assert!(most <= fewest + fewest / 4, "{name}: {counted:?} nodes on 1, 2 and 3 threads");
    }
}

/// Assumptions, a projection and limits leave symmetries aside on several threads, too, and hold exactly.
#[test]
fn what_leaves_symmetries_aside() {
    let (model, queens) = nqueens(12).unwrap();
    let compiled = model.compile();
    for threads in [2, 3] {
        let mut solver = compiled.solver().with_threads(threads);
        assert_eq!(solver.count().solutions, 14_200);
        solver.assume(&[Literal::equal(queens[0], 2)]).unwrap();
        let expected = compiled.solver().solutions().filter(|solution| solution[queens[0]] == 2).count() as u64;
        assert_eq!(solver.count().solutions, expected, "one value of its orbit, not times the orbit's size");
        solver.assume(&[]).unwrap();
        let mut alone = compiled.solver();
        alone.project(&queens[..2]).unwrap();
        solver.project(&queens[..2]).unwrap();
        assert_eq!(solver.count(), alone.count());
        for limit in [14_199, 14_200] {
            let count = compiled.solver().with_threads(threads).count_up_to(limit);
            assert_eq!(count, Count { solutions: limit, outcome: stopped(StopReason::SolutionLimit) });
        }
        let mut solver = compiled.solver().with_threads(threads).with_node_limit(200_000);
        assert_eq!(solver.count().outcome, stopped(StopReason::NodeLimit));
        assert_eq!(solver.statistics().nodes, 200_000);
    }
}

/// Whether it stops in the trial, or when threads run: what was counted until then is no more than there is, the share
/// explored never goes down, and the next count is whole.
#[test]
fn counting_by_symmetry_is_stopped() {
    let (model, _) = nqueens(13).unwrap();
    let compiled = model.compile();
    for threads in [1, 2, 3] {
        for most in [0, 20_000, 70_000, 300_000, 800_000] {
            let mut last = (0, 0.0);
            let mut solver = compiled.solver().with_threads(threads).with_monitor(move |progress| {
                let now = (progress.statistics.nodes, progress.explored);
                assert!(last.0 <= now.0 && last.1 <= now.1 && now.1 <= 1.0, "{now:?} after {last:?}");
                last = now;
                if now.0 > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            let count = solver.count();
            assert_eq!(count.outcome, stopped(StopReason::Cancelled), "{most}, {threads} threads");
            assert!(count.solutions < 73_712 && solver.statistics().nodes > most, "{count:?}");
        }
        let mut solver = compiled.solver().with_threads(threads);
        solver.canceller().cancel();
        assert_eq!(solver.count(), Count { solutions: 0, outcome: stopped(StopReason::Cancelled) });
        solver.canceller().reset();
        assert_eq!(solver.count(), Count { solutions: 73_712, outcome: Outcome::Complete });
    }
}
