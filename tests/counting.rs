//! Counting by the route that the solver takes by itself, against the plain loop that goes down in order of declaration:
//! random networks of many shapes, whole, in parts, under limits and cancelled. `BEZZEL_NETWORKS` sets how many.

#[allow(dead_code, reason = "the other tests use the rest")]
#[path = "oracle/random.rs"]
mod random;

use std::ops::ControlFlow;

use bezzel::*;
use random::{Random, mix};

const NETWORKS: u64 = 3_600;

/// What a network looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    Dense,
    Sparse,
    Islands,
    /// Most variables are fixed, or follow from others.
    NearlyForced,
    Unsatisfiable,
    OneVariable,
    /// Far below 0, with gaps.
    Negative,
    /// Lanes as wide as the widest domain, which is a word.
    MixedWidths,
    /// An all-different with a lane for each value.
    Dual,
    /// So few conflicts that a level has more nodes than it has room for.
    Loose,
    /// Blocks of any number of words.
    Long,
}

use Shape::*;

/// How often each shape is drawn.
const SHAPES: [(Shape, usize); 11] = [
    (Dense, 8),
    (Sparse, 8),
    (Islands, 5),
    (NearlyForced, 6),
    (Unsatisfiable, 3),
    (OneVariable, 1),
    (Negative, 4),
    (MixedWidths, 5),
    (Dual, 5),
    (Loose, 1),
    (Long, 1),
];

/// A model of pairwise conflicts, and its variables.
struct Network {
    shape: Shape,
    model: Model,
    variables: Vec<Var>,
}

impl Network {
    fn draw(shape: Shape, random: &mut Random) -> Network {
        let mut network = Network { shape, model: Model::new(), variables: Vec::new() };
        let between = |random: &mut Random, low: usize, high: usize| random.between(low as i64..=high as i64) as usize;
        match shape {
            Dense => {
                let (count, size) = (between(random, 4, 9), between(random, 3, 6));
                network.declare(random, count, size);
                let percent = between(random, 15, 45);
                network.connect(random, 0..count, 85, percent);
            }
            Sparse | Negative => {
                let (count, size) = (between(random, 7, 11), between(random, 2, 3));
                if shape == Sparse {
                    network.declare(random, count, size);
                } else {
                    let low = random.between(-1_000_000_000..=-40);
                    let values = |random: &mut Random| (0..size).map(|_| low + random.between(0..=30)).collect();
                    network.add((0..count).map(|_| values(random)).collect());
                }
                network.connect(random, 0..count, 30, 50);
            }
            Islands => {
                for _ in 0..between(random, 2, 3) {
                    let (first, count) = (network.variables.len(), between(random, 2, 4));
                    let size = between(random, 2, 4);
                    network.declare(random, count, size);
                    network.connect(random, first..first + count, 70, 55);
                }
            }
            NearlyForced => {
                let (count, open) = (between(random, 12, 40), between(random, 2, 8));
                let size = between(random, 3, 9);
                network.declare(random, open, size);
                let values = |random: &mut Random| [random.between(0..=size as i64 - 1)].into();
                network.add((open..count).map(|_| values(random)).collect());
                network.shuffle(random);
                network.connect(random, 0..count, 40, 7);
            }
            Unsatisfiable => {
                // fewer holes than pigeons, among others
                let (count, size) = (between(random, 4, 6), between(random, 2, 4));
                network.declare(random, count, size.min(count - 1));
                let crowd = network.variables.clone();
                network.model.post(all_different(&crowd)).unwrap();
                let more = between(random, 0, 4);
                network.declare(random, more, 3);
                network.shuffle(random);
                network.connect(random, 0..count + more, 30, 20);
            }
            OneVariable => {
                let size = between(random, 1, 64);
                network.declare(random, 1, size);
                let modulus = random.between(1..=4);
                let x = network.variables[0];
                network.model.post(predicate([x], move |v| v[0] % modulus != 1)).unwrap();
            }
            MixedWidths => {
                let count = between(random, 4, 8);
                let width = between(random, 5, 64) as i64;
                let domain = |random: &mut Random, at: usize| -> ValueSet {
                    let low = random.between(-70..=70);
                    match at {
                        0 => [low, low + width - 1].into(),
                        1 => (low..low + width.min(9)).into(),
                        _ => (0..1 + random.below(4)).map(|_| low + random.between(0..=width - 1)).collect(),
                    }
                };
                network.add((0..count).map(|at| domain(random, at)).collect());
                network.shuffle(random);
                network.connect(random, 0..count, 60, 30);
            }
            Dual => {
                let count = between(random, 4, 7);
                network.declare(random, count, count);
                let members = network.variables.clone();
                network.model.post(all_different(&members).strength(Strength::Dual)).unwrap();
                let more = between(random, 0, 2);
                network.declare(random, more, 3);
                network.shuffle(random);
                network.connect(random, 0..count + more, 60, 12);
            }
            Loose => {
                let count = between(random, 6, 8);
                network.declare(random, count, 4);
                network.connect(random, 0..count, 30, 10);
            }
            Long => {
                // from one word to 64, most of it fixed
                let width = between(random, 2, 64);
                let words = *random.pick(&[1, 2, 3, 5, 7, 8, 9, 11, 13, 16, 20, 33, 64]);
                let count = (64 / width * words).clamp(2, 900);
                let open = between(random, 2, 6).min(count);
                let fixed = |random: &mut Random| [random.between(0..=width as i64 - 1)].into();
                network.add((0..count - open).map(|_| fixed(random)).collect());
                let some = |random: &mut Random| (0..4).map(|_| random.between(0..=width as i64 - 1)).collect();
                network.add((0..open - 1).map(|_| some(random)).collect());
                network.add(vec![[0, width as i64 - 1].into()]);
                network.shuffle(random);
                let some = count.min(40);
                network.connect(random, 0..some, 10, 10);
                for _ in 0..open {
                    let (a, b) = (random.below(count), random.below(count));
                    network.conflict(random, a, b, 10);
                }
            }
        }
        network
    }

    fn add(&mut self, domains: Vec<ValueSet>) {
        self.variables.extend(domains.into_iter().map(|domain| self.model.variable(domain).unwrap()));
    }

    /// Variables of at most so many values, all or about as many.
    fn declare(&mut self, random: &mut Random, count: usize, size: usize) {
        let uniform = random.one_in(2);
        let size = |random: &mut Random| if uniform { size } else { size - random.below(size.div_ceil(2)) };
        self.add((0..count).map(|_| (0..size(random)).into()).collect());
    }

    /// The order in which conflicts are posted and assumptions made is another than that of declaration.
    fn shuffle(&mut self, random: &mut Random) {
        (0..self.variables.len()).for_each(|at| self.variables.swap(at, random.below(at + 1)));
    }

    /// Conflicts between so many percent of the pairs, each of so many percent of its values.
    fn connect(&mut self, random: &mut Random, among: std::ops::Range<usize>, pairs: usize, values: usize) {
        for y in among.clone() {
            for x in among.start..y {
                if random.below(100) < pairs {
                    self.conflict(random, x, y, values);
                }
            }
        }
    }

    fn conflict(&mut self, random: &mut Random, x: usize, y: usize, percent: usize) {
        let [x, y] = [self.variables[x], self.variables[y]];
        let seed = random.bits();
        match random.below(4) {
            _ if x == y => {}
            0 => {
                self.model.post(not_equal(x, y + random.between(-1..=1))).unwrap();
            }
            _ => {
                let hash = move |v: &[Value]| mix(seed ^ mix(v[0] as u64) ^ v[1] as u64);
                self.model.post(predicate([x, y], move |v| hash(v) % 100 >= percent as u64)).unwrap();
            }
        }
    }
}

/// What the plain loop knows of a network.
fn plain_count(compiled: &Compiled, assumptions: &[Literal]) -> (u64, Statistics) {
    let mut solver = compiled.solver().with_order(VariableOrder::Input);
    solver.assume(assumptions).unwrap();
    let count = solver.count();
    assert_eq!(count.outcome, Outcome::Complete);
    (count.solutions, solver.statistics())
}

fn complete(solutions: u64) -> Count {
    Count { solutions, outcome: Outcome::Complete }
}

fn stopped(solutions: u64, reason: StopReason) -> Count {
    Count { solutions, outcome: Outcome::Stopped(reason) }
}

/// Compares all ways to count; says whether the tree had more leaves than it has variables, and how many solutions.
fn check(network: &Network, random: &mut Random) -> (bool, u64) {
    let compiled = network.model.compile();
    let (expected, plain) = plain_count(&compiled, &[]);
    let mut solver = compiled.solver();
    assert_eq!(solver.count(), complete(expected), "{:?}", network.shape);
    check_node_limits(&compiled, expected, random);
    check_cancelling(&compiled, expected, random);
    check_parts(&compiled, network, expected, &mut solver, random);
    assert_eq!(solver.count(), complete(expected), "{:?}, counted again", network.shape);
    (plain.failures + plain.solutions > network.variables.len() as u64, expected)
}

/// A count under a limit is a lower bound that says so, never falls as the limit grows, and ends at the whole.
fn check_node_limits(compiled: &Compiled, expected: u64, random: &mut Random) {
    let mut solver = compiled.solver().with_node_limit(u64::MAX - 1);
    assert_eq!(solver.count(), complete(expected), "without symmetries");
    let nodes = solver.statistics().nodes;
    let mut limits = vec![0, 1, nodes.saturating_sub(1), nodes, nodes + 1];
    limits.extend((0..3).map(|_| random.below(nodes as usize + 1) as u64));
    limits.sort_unstable();
    let mut most = 0;
    for limit in limits {
        solver = solver.with_node_limit(limit);
        let count = solver.count();
        assert_eq!(solver.statistics().nodes, limit.min(nodes), "{limit} of {nodes} nodes");
        assert!((most..=expected).contains(&count.solutions), "{count:?}, at least {most} of {expected}");
        most = count.solutions;
        let reason = Outcome::Stopped(StopReason::NodeLimit);
        assert_eq!(count.outcome, if limit < nodes { reason } else { Outcome::Complete }, "{limit} of {nodes} nodes");
    }
    assert_eq!(most, expected);
}

fn check_cancelling(compiled: &Compiled, expected: u64, random: &mut Random) {
    let mut solver = compiled.solver();
    let canceller = solver.canceller();
    canceller.cancel();
    let is_settled = solver.count() == complete(expected) && solver.statistics().nodes == 0;
    assert!(is_settled || solver.count() == stopped(0, StopReason::Cancelled));
    canceller.reset();
    assert_eq!(solver.count(), complete(expected), "after it was cancelled");

    let most = random.below(3_000) as u64;
    let mut solver = solver.with_monitor(move |progress| {
        assert!((0.0..=1.0).contains(&progress.explored));
        if progress.statistics.nodes >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let count = solver.count();
    match count.outcome {
        Outcome::Complete => assert_eq!(count.solutions, expected),
        outcome => assert_eq!(outcome, Outcome::Stopped(StopReason::Cancelled)),
    }
    assert!(count.solutions <= expected);
}

/// The values of a variable, and the halves of its domain, divide the solutions among them.
fn check_parts(compiled: &Compiled, network: &Network, expected: u64, solver: &mut Solver, random: &mut Random) {
    let x = *random.pick(&network.variables);
    let y = *random.pick(&network.variables);
    let values: Vec<Value> = network.model.domain(x).iter().collect();
    let of_y: Vec<Value> = network.model.domain(y).iter().collect();
    let middle = Literal::at_most(y, *random.pick(&of_y));
    let mut sum = 0;
    for &value in values.iter().take(8) {
        let assumptions = [Literal::equal(x, value), middle];
        solver.assume(&assumptions).unwrap();
        let count = solver.count();
        assert_eq!(count, complete(plain_count(compiled, &assumptions).0), "{:?} {assumptions:?}", network.shape);
        sum += count.solutions;
        solver.assume(&[Literal::equal(x, value), !middle]).unwrap();
        sum += solver.count().solutions;
    }
    if values.len() <= 8 {
        assert_eq!(sum, expected, "the parts of {:?}", network.shape);
    }
    solver.assume(&[]).unwrap();
}

fn check_networks(quarter: u64) {
    let networks = std::env::var("BEZZEL_NETWORKS").ok().and_then(|n| n.parse().ok()).unwrap_or(NETWORKS) / 4;
    let shapes: Vec<Shape> = SHAPES.into_iter().flat_map(|(shape, times)| vec![shape; times]).collect();
    let (mut beyond_the_trial, mut satisfiable) = (0, 0);
    for number in 0..networks {
        let mut random = Random::new(quarter * 1_000_000 + number);
        let shape = shapes[number as usize % shapes.len()];
        let network = Network::draw(shape, &mut random);
        let (has_many_leaves, solutions) = check(&network, &mut random);
        assert!(shape != Unsatisfiable || solutions == 0);
        beyond_the_trial += u64::from(has_many_leaves);
        satisfiable += u64::from(solutions > 0);
    }
    // the networks are neither too easy nor too hard to tell anything
    assert!(beyond_the_trial * 2 > networks, "{beyond_the_trial} of {networks} have many leaves");
    assert!((networks / 2..networks).contains(&satisfiable), "{satisfiable} of {networks} have solutions");
}

// four tests, so that they run side by side

#[test]
fn counts_of_random_networks_1() {
    check_networks(1);
}

#[test]
fn counts_of_random_networks_2() {
    check_networks(2);
}

#[test]
fn counts_of_random_networks_3() {
    check_networks(3);
}

#[test]
fn counts_of_random_networks_4() {
    check_networks(4);
}
