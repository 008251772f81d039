//! Symmetries: the groups of known models, classes and counts, and random networks against brute force.

#[path = "symmetry/network.rs"]
mod network;
#[cfg(feature = "parallel")]
#[path = "symmetry/threads.rs"]
mod threads;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use bezzel::models::{nqueens, permutations};
use bezzel::*;
use network::{Network, Random, Vertex, group, image_of};

/// OEIS A002562, from n = 1.
const CLASSES: [usize; 12] = [1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787];

fn latin_square(n: usize) -> Model {
    let mut model = Model::new();
    let cells = model.variables(n * n, 0..n).unwrap();
    for i in 0..n {
        model.post(all_different((0..n).map(|j| cells[i * n + j]))).unwrap();
        model.post(all_different((0..n).map(|j| cells[j * n + i]))).unwrap();
    }
    model
}

fn colouring(vertices: usize, edges: &[(usize, usize)], colours: usize) -> Model {
    let mut model = Model::new();
    let x = model.variables(vertices, 0..colours).unwrap();
    for &(a, b) in edges {
        model.post(not_equal(x[a], x[b])).unwrap();
    }
    model
}

fn cycle(n: usize) -> Vec<(usize, usize)> {
    (0..n).map(|i| (i, (i + 1) % n)).collect()
}

fn petersen() -> Vec<(usize, usize)> {
    (0..5).flat_map(|i| [(i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5)]).collect()
}

fn squares(n: usize) -> Vec<Vertex> {
    (0..n).flat_map(|row| (0..n as Value).map(move |column| (row, column))).collect()
}

/// Every generator maps the solutions onto themselves, and of each class that they make the first one is handed out.
fn check_classes(compiled: &Compiled) -> usize {
    let generators = compiled.symmetries();
    let all: Vec<Solution> = compiled.solver().solutions().collect();
    let known: BTreeSet<&[Value]> = all.iter().map(Solution::all).collect();
    let mut seen: BTreeSet<Vec<Value>> = BTreeSet::new();
    let mut first_of_class = Vec::new();
    for solution in &all {
        if seen.insert(solution.all().to_vec()) {
            first_of_class.push(solution.clone());
            let mut waiting = vec![solution.clone()];
            while let Some(solution) = waiting.pop() {
                for image in generators.iter().map(|generator| generator.apply(&solution)) {
                    assert!(known.contains(image.all()), "{solution:?} becomes {image:?}");
                    if seen.insert(image.all().to_vec()) {
                        waiting.push(image);
                    }
                }
            }
        }
    }
    let handed_out: Vec<Solution> = compiled.solver().solutions().up_to_symmetry().collect();
    assert_eq!(handed_out, first_of_class);
    handed_out.len()
}

#[test]
fn the_board_has_eight_symmetries() {
    for n in 5..=9 {
        let (model, queens) = nqueens(n).unwrap();
        let found = group(&squares(n), &model.compile().symmetries(), &queens);
        let last = n as Value - 1;
        let turn = |(row, column): Vertex| (column as usize, last - row as Value);
        let transpose = |(row, column): Vertex| (column as usize, row as Value);
        let mut board = BTreeSet::new();
        for first in [squares(n), squares(n).into_iter().map(transpose).collect()] {
            let mut images: Vec<Vertex> = first;
            for _ in 0..4 {
                images.iter_mut().for_each(|square| *square = turn(*square));
                board.insert(images.clone());
            }
        }
        assert_eq!(found, board, "n = {n}");
    }
}

#[test]
fn queens_up_to_symmetry() {
    for (n, &classes) in (1..).zip(&CLASSES) {
        let (model, _) = nqueens(n).unwrap();
        let mut solver = model.solver();
        let mut found = solver.solutions().up_to_symmetry();
        assert_eq!(found.by_ref().count(), classes, "n = {n}");
        assert_eq!(found.outcome(), Outcome::Complete);
        if n <= 9 {
            assert_eq!(check_classes(&model.compile()), classes, "n = {n}");
        }
    }
}

/// With one direction of diagonals the board can still be mirrored in its diagonals, but not turned a quarter.
#[test]
fn queens_without_one_diagonal() {
    for (n, solutions) in [(4, 7), (8, 2113)] {
        for diagonal in ["diagonals", "anti-diagonals"] {
            let (mut model, queens) = nqueens(n).unwrap();
            model.remove(diagonal).unwrap();
            let compiled = model.compile();
            assert_eq!(compiled.solver().count().solutions, solutions);
            let found = group(&squares(n), &compiled.symmetries(), &queens);
            if n == 8 {
                assert_eq!(found.len(), 4, "without {diagonal}");
            }
            check_classes(&compiled);
        }
    }
}

#[test]
fn counts_of_symmetric_models() {
    // each takes plain search long enough for symmetries to be used
    for (n, solutions) in [(11, 2680), (12, 14200), (13, 73712)] {
        let (model, _) = nqueens(n).unwrap();
        let compiled = model.compile();
        let (mut solver, mut plain) = (compiled.solver(), compiled.solver().with_node_limit(u64::MAX - 1));
        assert_eq!(solver.count(), Count { solutions, outcome: Outcome::Complete });
        let statistics = solver.statistics();
        assert_eq!(solver.count().solutions, solutions);
        assert_eq!(solver.statistics(), statistics, "counting again is the same");
        assert_eq!(plain.count().solutions, solutions);
        if n > 11 {
            assert!(statistics.nodes * 4 < plain.statistics().nodes * 3, "n = {n}: {statistics:?}");
        }
    }
    assert_eq!(latin_square(5).solver().count().solutions, 161_280);
    for k in [3, 4] {
        let expected = (k as u64 - 1).pow(16) + k as u64 - 1;
        assert_eq!(colouring(16, &cycle(16), k).solver().count().solutions, expected);
    }
    assert_eq!(colouring(10, &petersen(), 5).solver().count().solutions, 332_880);
}

#[test]
fn counts_beyond_enumeration() {
    let count = |n| permutations(n).unwrap().0.solver().count();
    assert_eq!(count(20), Count { solutions: (1..=20).product(), outcome: Outcome::Complete });
    // 21! is more than can be counted
    assert_eq!(count(21), Count { solutions: u64::MAX, outcome: Outcome::Stopped(StopReason::SolutionLimit) });
}

#[test]
fn classes_of_symmetric_models() {
    // main classes of Latin squares
    for (n, classes) in [(1, 1), (2, 1), (3, 1), (4, 2)] {
        assert_eq!(check_classes(&latin_square(n).compile()), classes, "n = {n}");
    }
    // with the colours interchangeable, and the cycle turned and mirrored
    assert_eq!(check_classes(&colouring(5, &cycle(5), 3).compile()), 1);
    assert_eq!(check_classes(&colouring(4, &cycle(4), 3).compile()), 2);
    // as many as there are colours in use
    assert_eq!(check_classes(&colouring(4, &[], 3).compile()), 1, "without conflicts all values are alike");
    check_classes(&colouring(10, &petersen(), 3).compile());
    assert_eq!(check_classes(&Model::new().compile()), 1);
}

/// What a constraint that is not pairs is about stays where it is; the rest may move.
#[test]
fn a_constraint_that_is_not_pairs_is_opaque() {
    let (mut model, queens) = nqueens(6).unwrap();
    model.post(predicate(&queens[..3], |v| v[0] != v[1] + v[2])).unwrap();
    let compiled = model.compile();
    assert!(compiled.symmetries().is_empty(), "no symmetry of the board leaves three rows alone");
    let all: Vec<Solution> = compiled.solver().solutions().collect();
    assert_eq!(compiled.solver().count().solutions, all.len() as u64);
    assert_eq!(compiled.solver().solutions().up_to_symmetry().collect::<Vec<_>>(), all);

    // a star whose centre and first leaf are fixed: its other leaves change places, and no colours are alike any more
    let mut model = colouring(6, &[(0, 1), (1, 2), (1, 3), (1, 4), (1, 5)], 4);
    let x: Vec<Var> = model.compile().variables().collect();
    model.post(x[0].less_than(x[1])).unwrap();
    let compiled = model.compile();
    assert!(compiled.symmetries().iter().all(|s| s.moved().iter().flatten().all(|(y, _)| y.index() > 1)));
    // the fixed two have 6 colourings; each of the other leaves has 3 colours, in 15 ways up to their order
    assert_eq!(compiled.solver().count().solutions, 6 * 3u64.pow(4));
    assert_eq!(check_classes(&compiled), 6 * 15);
}

/// Strengths beyond forward checking infer more from the same pairs, and a wide variable or a helper is no obstacle.
#[test]
fn symmetries_beside_other_constraints() {
    for strength in [Strength::Bounds, Strength::Domain, Strength::Dual] {
        let mut model = Model::new();
        let queens = model.variables(6, 0..6).unwrap();
        model.post(all_different(&queens).strength(strength)).unwrap();
        for sign in [-1, 1] {
            let diagonals = queens.iter().zip(0..).map(|(&q, row)| q + sign * row);
            model.post(all_different(diagonals).strength(strength)).unwrap();
        }
        let wide = model.variable([0, 1_000_000]).unwrap();
        let other = model.variables(2, 0..3).unwrap();
        let total = model.define(other[0] + other[1]).unwrap();
        model.post((total + wide).at_most(1_000_001)).unwrap();
        let compiled = model.compile();
        assert_eq!(group(&squares(6), &compiled.symmetries(), &queens).len(), 8, "{strength:?}");
        let others = 9 + 3; // pairs of the other two, and those of them whose sum is at most 1
        assert_eq!(compiled.solver().solutions().up_to_symmetry().count(), others, "{strength:?}");
        assert_eq!(check_classes(&compiled), others);
    }
}

#[test]
fn a_filter_takes_symmetries_away() {
    let (mut model, queens) = nqueens(8).unwrap();
    model.post(predicate([queens[0]], |v| v[0] != 0)).unwrap();
    let compiled = model.compile();
    let found = group(&squares(8), &compiled.symmetries(), &queens);
    assert_eq!(found.len(), 2, "the diagonal through the corner");
    assert_eq!(compiled.solver().count().solutions, 88);
    check_classes(&compiled);
}

#[test]
fn assumptions_and_projections_switch_it_off() {
    let (model, queens) = nqueens(8).unwrap();
    let mut solver = model.solver();
    solver.assume(&[Literal::equal(queens[0], 0)]).unwrap();
    assert_eq!(solver.solutions().up_to_symmetry().count(), 4);
    solver.assume(&[]).unwrap();
    assert_eq!(solver.solutions().up_to_symmetry().count(), 12);
    solver.project(&queens[..1]).unwrap();
    assert_eq!(solver.solutions().up_to_symmetry().count(), 8);

    let (model, queens) = nqueens(12).unwrap();
    let mut solver = model.solver();
    solver.count();
    for column in [0, 5, 11] {
        solver.assume(&[Literal::at_most(queens[3], column)]).unwrap();
        let expected = solver.solutions().count() as u64;
        assert_eq!(solver.count().solutions, expected);
    }
    solver.assume(&[]).unwrap();
    assert_eq!(solver.count().solutions, 14200);
}

#[test]
fn limits_and_cancelling() {
    let (model, _) = nqueens(12).unwrap();
    let mut solver = model.solver().with_solution_limit(1000);
    assert_eq!(solver.count(), Count { solutions: 1000, outcome: Outcome::Stopped(StopReason::SolutionLimit) });
    let mut solver = model.solver().with_node_limit(200_000);
    assert_eq!(solver.count().outcome, Outcome::Stopped(StopReason::NodeLimit));
    assert_eq!(solver.statistics().nodes, 200_000);
    for most in [10_000, 60_000, 150_000, 250_000] {
        let mut last = 0.0;
        let mut solver = model.solver().with_monitor(move |progress| {
            assert!((last..=1.0).contains(&progress.explored), "{} after {last}", progress.explored);
            last = progress.explored;
            if progress.statistics.nodes > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let count = solver.count();
        assert_eq!(count.outcome, Outcome::Stopped(StopReason::Cancelled));
        assert!(count.solutions < 14_200, "{count:?}");
    }
    let mut solver = model.solver();
    solver.canceller().cancel();
    assert_eq!(solver.count(), Count { solutions: 0, outcome: Outcome::Stopped(StopReason::Cancelled) });
    solver.canceller().reset();
    assert_eq!(solver.count(), Count { solutions: 14_200, outcome: Outcome::Complete });
}

/// Tiny networks, some with a constraint that is not pairs: the group found is the whole group of those automorphisms that
/// leave alone what the constraint is about, and classes are those under all of them.
#[test]
fn tiny_networks_against_all_automorphisms() {
    let (mut symmetric, mut symmetric_and_opaque) = (0, 0);
    for seed in 0..1200 {
        let mut random = Random::new(seed);
        let (variables, size) = [(2, 4), (4, 2), (3, 2), (2, 3), (1, 5), (5, 1), (3, 3)][random.below(7)];
        let uniform = random.below(3) > 0 && variables * size <= 8;
        let mut network = Network::draw(&mut random, variables, size, uniform);
        if uniform {
            let map = network.draw_map(&mut random);
            network.plant(&map);
        }
        let vertices = network.vertices();
        let most = vertices.len().pow(2) - network.domains.iter().map(|domain| domain.len().pow(2)).sum::<usize>();
        if vertices.len() > 8 || vertices.len() > 6 && network.conflicts.len() + 4 > most {
            continue; // too many automorphisms to try them all
        }
        let mut model = network.model();
        let x: Vec<Var> = model.compile().variables().collect();
        let opaque: Vec<usize> = (0..variables).filter(|_| seed % 3 == 0 && random.below(3) == 0).collect();
        let limit = random.below(5) as Value;
        let is_allowed =
            |values: &[Value]| opaque.is_empty() || opaque.iter().map(|&i| values[i]).sum::<Value>() <= limit;
        if !opaque.is_empty() {
            model.post(sum(opaque.iter().map(|&i| x[i])).at_most(limit)).unwrap();
        }
        let leaves_alone =
            |image: &&Vec<Vertex>| vertices.iter().zip(*image).all(|(v, w)| v == w || !opaque.contains(&v.0));
        let compiled = model.compile();
        let expected: Vec<Vec<Value>> = network.solutions().into_iter().filter(|values| is_allowed(values)).collect();
        let all: BTreeSet<Vec<Vertex>> = network.automorphisms().iter().filter(leaves_alone).cloned().collect();
        assert_eq!(group(&vertices, &compiled.symmetries(), &x), all, "seed {seed}");
        symmetric += usize::from(all.len() > 1);
        symmetric_and_opaque += usize::from(all.len() > 1 && !opaque.is_empty());
        let solutions: Vec<Vec<Value>> = compiled.solver().solutions().map(|s| s.all().to_vec()).collect();
        assert_eq!(solutions, expected, "seed {seed}");
        assert_eq!(compiled.solver().count().solutions, expected.len() as u64, "seed {seed}");
        let smallest = |values: &Vec<Value>| {
            let images = |automorphism: &Vec<Vertex>| {
                image_of(values, |v| automorphism[vertices.iter().position(|&w| w == v).unwrap()])
            };
            all.iter().map(images).min().unwrap()
        };
        let first_of_class: Vec<Vec<Value>> =
            expected.iter().filter(|values| smallest(values) == **values).cloned().collect();
        let handed_out: Vec<Vec<Value>> =
            compiled.solver().solutions().up_to_symmetry().map(|s| s.all().to_vec()).collect();
        assert_eq!(handed_out, first_of_class, "seed {seed}");
    }
    assert!(symmetric > 400 && symmetric_and_opaque > 80, "{symmetric}, {symmetric_and_opaque}");
}

/// Larger networks: the symmetry planted is found, and all that is found is one.
#[test]
fn networks_with_planted_symmetries() {
    for seed in 0..400 {
        let mut random = Random::new(seed + 10_000);
        let (variables, size) = (2 + random.below(5), 2 + random.below(3));
        let mut network = Network::draw(&mut random, variables, size, true);
        let map = network.draw_map(&mut random);
        network.plant(&map);
        let compiled = network.model().compile();
        let expected = network.solutions();
        assert_eq!(compiled.solver().count().solutions, expected.len() as u64, "seed {seed}");
        check_classes(&compiled);
        // two solutions that the planted symmetry maps to one another are not both handed out
        let handed_out: BTreeSet<Vec<Value>> =
            compiled.solver().solutions().up_to_symmetry().map(|s| s.all().to_vec()).collect();
        for values in &handed_out {
            let image = image_of(values, &map);
            assert!(image == *values || !handed_out.contains(&image), "seed {seed}: {values:?} and {image:?}");
        }
    }
}
