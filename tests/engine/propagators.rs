//! Constraints of a user's own: at each depth of the interface.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use super::*;

fn views(variables: &[Var]) -> Vec<View> {
    variables.iter().map(View::from).collect()
}

/// `x < bound`, where the bound moves between solutions.
struct Below {
    x: Var,
    bound: Arc<AtomicI64>,
    runs: Arc<AtomicU64>,
    on_resume: bool,
}

impl Constraint for Below {
    fn scope(&self) -> Vec<View> {
        vec![self.x.view()]
    }
    fn holds(&self, _: &Assignment) -> bool {
        true // it moves
    }
    fn post(&self, poster: &mut Poster) {
        if self.on_resume {
            poster.on_resume();
        }
    }
    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        self.runs.fetch_add(1, Ordering::Relaxed);
        self.x.remove_above(store, self.bound.load(Ordering::Relaxed) - 1)?;
        Ok(Status::Again)
    }
}

/// Each solution bounds the next: the values found fall, and the search ends with the smallest.
fn improve(on_resume: bool, mode: Propagation) -> (Vec<Value>, u64) {
    let mut model = Model::new();
    let xs = model.variables(3, 0..=4).unwrap();
    let cost = model.variable(0..=100).unwrap();
    // cost = 12 + x0 - 2 x1 - x2, and x1 is even
    model.post(sum([cost.view(), -xs[0], 2 * xs[1], xs[2].view()]).equals(12)).unwrap();
    model.post(predicate([xs[1]], |v| v[0] % 2 == 0)).unwrap();
    let (bound, runs) = (Arc::new(AtomicI64::new(1000)), Arc::new(AtomicU64::new(0)));
    model.post(Below { x: cost, bound: bound.clone(), runs: runs.clone(), on_resume }).unwrap();
    let mut solver = model.solver().with_propagation(mode);
    let mut costs = Vec::new();
    while let Some(solution) = solver.advance() {
        costs.push(solution[cost]);
        bound.store(solution[cost], Ordering::Relaxed);
    }
    assert_eq!(solver.outcome(), Outcome::Complete);
    (costs, runs.load(Ordering::Relaxed))
}

#[test]
fn a_propagator_runs_when_search_returns() {
    for mode in [Propagation::Fixpoint, Propagation::ArcConsistency] {
        let (costs, runs) = improve(true, mode);
        assert!(costs.is_sorted_by(|a, b| a > b), "{costs:?}");
        assert_eq!((costs[0], costs.last()), (12, Some(&0)));
        assert!(runs > costs.len() as u64, "once at the root, then after each solution");
        let (costs, runs) = improve(false, mode);
        assert_eq!((costs.len(), runs), (75, 1), "without on_resume nothing wakes it: all solutions");
    }
}

/// At most `limit` ones; counts them in reversible memory, and remembers where it was in scratch memory.
struct AtMostOnes {
    x: Vec<Var>,
    limit: i64,
    runs: Arc<AtomicU64>,
}

impl Constraint for AtMostOnes {
    fn name(&self) -> &'static str {
        "at_most_ones"
    }
    fn scope(&self) -> Vec<View> {
        views(&self.x)
    }
    fn holds(&self, assignment: &Assignment) -> bool {
        self.x.iter().map(|&x| assignment.value(x)).sum::<i64>() <= self.limit
    }
    fn post(&self, poster: &mut Poster) {
        self.x.iter().for_each(|x| poster.wake_on(x.view(), Wake::Lost(0)));
        poster.memory(&[0, 77]);
        poster.priority(Priority::Linear);
    }
    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let ones = self.x.iter().filter(|x| x.value(store) == Some(1)).count() as i64;
        // what was stored on the way to this node: never more than there are now, as nodes only lose values
        let (before, depth) = (store.memory(0), store.memory(1));
        assert!(before <= ones, "memory of a node that was left: {before} ones, there are {ones}");
        assert!(depth >= 77);
        store.set_memory(0, ones);
        store.set_memory(1, depth + 1);
        assert_eq!((store.memory(0), store.memory(1)), (ones, depth + 1));

        let mut scratch = store.take_scratch::<Vec<u64>>();
        scratch.push(self.runs.fetch_add(1, Ordering::Relaxed));
        assert!(scratch.is_sorted(), "kept between runs, whatever search does");
        assert_eq!(scratch.len() as u64, self.runs.load(Ordering::Relaxed));
        store.keep_scratch(scratch);

        if ones > self.limit {
            return Err(Conflict);
        }
        if ones == self.limit {
            for x in self.x.iter().filter(|x| !x.is_fixed(store)).copied().collect::<Vec<_>>() {
                x.fix(store, 0)?;
            }
            return Ok(Status::Entailed);
        }
        Ok(Status::Again)
    }
}

#[test]
fn memory_is_undone_and_scratch_is_kept() {
    for order in [VariableOrder::Input, VariableOrder::FirstFail] {
        for values in [ValueOrder::Smallest, ValueOrder::Largest] {
            let mut model = Model::new();
            let x = model.variables(8, 0..=1).unwrap();
            let runs = Arc::new(AtomicU64::new(0));
            model.post(AtMostOnes { x: x.clone(), limit: 3, runs: runs.clone() }).unwrap();
            let mut solver = model.solver().with_order(order).with_values(values);
            for _ in 0..3 {
                assert_eq!(solver.solutions().count(), 1 + 8 + 28 + 56);
                assert_eq!(solver.solutions().take(5).count(), 5);
            }
            assert!(runs.load(Ordering::Relaxed) > 100);
        }
    }
}

/// The smallest constraint: a scope and a relation. Another with `Wake` of every kind must agree with it.
struct Total {
    x: Vec<Var>,
    wake: Option<Wake>,
    status: Status,
}

impl Constraint for Total {
    fn scope(&self) -> Vec<View> {
        views(&self.x)
    }
    fn holds(&self, assignment: &Assignment) -> bool {
        self.x.iter().map(|&x| assignment.value(x)).sum::<i64>() % 3 == 1
    }
    fn post(&self, poster: &mut Poster) {
        for x in &self.x {
            poster.wake_on(x.view(), self.wake.unwrap_or(Wake::Fixed));
        }
    }
    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let open: Vec<Var> = self.x.iter().copied().filter(|x| !x.is_fixed(store)).collect();
        let rest: i64 = self.x.iter().filter_map(|x| x.value(store)).sum();
        match *open {
            [] if rest.rem_euclid(3) == 1 => Ok(Status::Entailed),
            [] => Err(Conflict),
            [x] => x.retain(store, |v| (rest + v).rem_euclid(3) == 1).map(|()| Status::Entailed),
            _ => Ok(self.status),
        }
    }
}

#[test]
fn every_wake_and_status_finds_the_same() {
    let wakes = [None, Some(Wake::Fixed), Some(Wake::Bounds), Some(Wake::Domain)];
    for mode in MODES {
        for wake in wakes {
            for status in [Status::Again, Status::AtFixpoint] {
                let mut model = Model::new();
                let x = model.variables(4, 0..=3).unwrap();
                model.post(Total { x: x.clone(), wake, status }).unwrap();
                model.post(not_equal(x[0], x[3])).unwrap();
                let found = model.solver().with_propagation(mode).solutions().count();
                let expected = (0..256).filter(|i| {
                    let v = [i / 64, i / 16 % 4, i / 4 % 4, i % 4];
                    v.iter().sum::<i64>() % 3 == 1 && v[0] != v[3]
                });
                assert_eq!(found, expected.count(), "{mode:?} {wake:?} {status:?}");
            }
        }
    }
}

/// Narrowing through `Variable`, on a view in every direction.
#[test]
fn views_narrow_their_variable() {
    struct Narrow(Var);
    impl Constraint for Narrow {
        fn scope(&self) -> Vec<View> {
            vec![self.0.view()]
        }
        fn holds(&self, assignment: &Assignment) -> bool {
            [2, 7].contains(&assignment.value(self.0))
        }
        fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
            let (x, y): (Var, View) = (self.0, -2 * self.0 + 1); // y in {1, -1, ..., -17}
            assert_eq!((y.min(store), y.max(store), y.len(store)), (-17, 1, 10));
            assert!(y.contains(store, -1) && !y.contains(store, 0));
            y.remove_above(store, -2)?; // x >= 2
            y.remove_below(store, -14)?; // x <= 7
            assert_eq!((x.min(store), x.max(store)), (2, 7));
            y.remove(store, -4)?; // not an image
            y.remove_range(store, -8, -5)?; // x in 3..=4
            y.keep_only(store, [-13, -12, -3])?;
            assert_eq!(x.values(store).collect::<Vec<_>>(), [2, 7]);
            assert_eq!(y.fix(&mut store.clone(), -11), Err(Conflict));
            assert_eq!(x.remove_below(&mut store.clone(), 8), Err(Conflict));
            assert_eq!(View::constant(3).fix(store, 3), Ok(()));
            assert_eq!(View::constant(3).remove(store, 3), Err(Conflict));
            Ok(Status::Entailed)
        }
    }
    let mut model = Model::new();
    let x = model.variable(0..10).unwrap();
    model.post(Narrow(x)).unwrap();
    for mode in MODES {
        let found: Vec<Value> = model.solver().with_propagation(mode).solutions().map(|s| s[x]).collect();
        assert_eq!(found, [2, 7]);
    }
}
