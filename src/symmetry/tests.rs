//! Counting in parts from the first node on, on models that are too small for it outside of unit tests.

use crate::*;

/// A fixed arbitrary function.
fn mix(mut x: u64) -> u64 {
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// Variables over `0..size` under relations that do not change when all values are counted on by one, or when the pair of
/// variables moves on by one, or when `skew` pairs of values, an arbitrary relation.
fn network(seed: u64) -> Model {
    let draw = |what: u64, below: u64| mix(seed << 8 | what) % below;
    let (variables, size) = (1 + draw(0, 6) as usize, 1 + draw(1, 4) as Value);
    let (values_turn, variables_turn) = (draw(2, 3) > 0, draw(3, 3) > 0);
    let mut model = Model::new();
    let x = model.variables(variables, 0..size).unwrap();
    let dense = draw(4, 8);
    for i in 0..variables {
        for j in 0..i {
            let pair = if variables_turn { (i - j).min(variables + j - i) } else { i * variables + j } as u64;
            if mix(seed ^ pair << 40) % 8 < dense {
                let relation = move |v: &[Value]| {
                    let pair = pair << 8
                        | if values_turn { (v[0] - v[1]).rem_euclid(size) } else { v[0] * size + v[1] } as u64;
                    !mix(seed ^ pair << 20).is_multiple_of(4)
                };
                model.post(predicate([x[i], x[j]], relation)).unwrap();
            }
        }
    }
    if draw(5, 4) == 0 {
        model.post(predicate([x[0]], move |v| v[0] != 1)).unwrap();
    }
    if draw(6, 4) == 0 && variables as Value == size {
        model.post(all_different(&x).strength(Strength::Dual)).unwrap();
    }
    model
}

#[test]
fn parts_have_as_many_solutions_as_the_whole() {
    let mut saved = 0;
    for seed in 0..3000 {
        let compiled = network(seed).compile();
        let expected = compiled.solver().solutions().count() as u64;
        let mut solver = compiled.solver();
        assert_eq!(solver.count(), Count { solutions: expected, outcome: Outcome::Complete }, "seed {seed}");
        assert_eq!(compiled.solver().with_node_limit(1 << 40).count().solutions, expected, "seed {seed}");
        #[cfg(feature = "parallel")]
        for threads in [2, 3] {
            let count = compiled.solver().with_threads(threads).count();
            let all = Count { solutions: expected, outcome: Outcome::Complete };
            assert_eq!(count, all, "seed {seed}, {threads} threads");
        }
        let Some(parts) = compiled.0.parts_for_counting() else { continue };
        saved += 1;
        let counted = parts.iter().map(|part| {
            solver.assume(&part.literals).unwrap();
            part.times * solver.count().solutions
        });
        assert_eq!(counted.sum::<u64>(), expected, "seed {seed}: {parts:?}");
    }
    assert!(saved > 1000, "{saved}");
}

#[test]
fn queens_from_the_first_node() {
    for (n, solutions) in (1..=10).zip([1, 0, 0, 2, 10, 4, 40, 92, 352, 724]) {
        assert_eq!(models::nqueens(n).unwrap().0.solver().count().solutions, solutions);
    }
}

/// Threads divide the parts further, and each piece counts as often as the part that it is of.
#[cfg(feature = "parallel")]
#[test]
fn threads_from_the_first_node() {
    let mut latin = Model::new();
    let cells = latin.variables(16, 0..4).unwrap();
    for i in 0..4 {
        latin.post(all_different((0..4).map(|j| cells[i * 4 + j]))).unwrap();
        latin.post(all_different((0..4).map(|j| cells[j * 4 + i]))).unwrap();
    }
    let mut ring = Model::new();
    let x = ring.variables(9, 0..4).unwrap();
    for i in 0..9 {
        ring.post(not_equal(x[i], x[(i + 1) % 9])).unwrap();
    }
    let models = [
        (models::nqueens(7).unwrap().0, 40),
        (models::nqueens(10).unwrap().0, 724),
        (latin, 576),
        (ring, 3u64.pow(9) - 3),
        (models::permutations(8).unwrap().0, 40_320),
        (models::permutations(20).unwrap().0, (1..=20).product()),
    ];
    for (model, solutions) in models {
        let compiled = model.compile();
        assert!(compiled.0.parts_for_counting().is_some_and(|parts| parts.iter().any(|part| part.times > 1)));
        for threads in [1, 2, 3] {
            let mut solver = compiled.solver().with_threads(threads);
            assert_eq!(solver.count(), Count { solutions, outcome: Outcome::Complete }, "{threads} threads");
            let statistics = solver.statistics();
            assert_eq!((solver.count().solutions, solver.statistics()), (solutions, statistics), "again the same");
            let most = solutions.min(1000) - 1;
            assert_eq!(solver.count_up_to(most).solutions, most, "{threads} threads");
            solver.canceller().cancel();
            let stopped = Outcome::Stopped(StopReason::Cancelled);
            assert_eq!(solver.count(), Count { solutions: 0, outcome: stopped }, "{threads} threads");
            solver.canceller().reset();
            assert_eq!(solver.count().solutions, solutions, "{threads} threads");
        }
    }
    // more than can be counted
    let count = models::permutations(21).unwrap().0.solver().with_threads(2).count();
    assert_eq!(count, Count { solutions: u64::MAX, outcome: Outcome::Stopped(StopReason::SolutionLimit) });
}
