//! Tier 2 of propagation: constraints that are woken by events, a queue, and the fixpoint.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::compile::Program;
use crate::constraint::{Constraint, ConstraintId, Priority, Status, Wake};
use crate::search::{Control, Halt};
use crate::store::{Cause, Conflict, Store, event};
use crate::variable::Variable;

/// What the engine knows of each constraint.
pub(crate) struct Propagator {
    pub constraint: Arc<dyn Constraint>,
    pub id: ConstraintId,
    /// The variables of the scope, each once.
    pub scope: Vec<u32>,
    pub needs: Needs,
}

/// What a constraint asked for when it was posted.
#[derive(Default)]
pub(crate) struct Needs {
    pub priority: Priority,
    /// The pairs handed to tier 1 are the whole relation.
    pub covered: bool,
    /// It need not run, not even in trailed search.
    pub idle: bool,
    /// Dual lanes do in packed search what its runs do.
    pub dual: bool,
    /// Queued whenever search returns to an earlier node.
    pub on_resume: bool,
    /// The reversible memory it asked for, at its first values.
    pub memory: Vec<i64>,
}

/// Who is woken by which event of which variable.
#[derive(Default)]
pub(crate) struct Subscriptions {
    /// Those of `x` are `list[first[x]..first[x + 1]]`.
    first: Vec<u32>,
    list: Vec<(Wake, u32)>,
}

impl Subscriptions {
    pub(crate) fn new(variables: usize, mut asked: Vec<(u32, Wake, u32)>) -> Subscriptions {
        asked.sort_by_key(|&(x, _, constraint)| (x, constraint));
        asked.dedup();
        let first = (0..=variables as u32).map(|x| asked.partition_point(|a| a.0 < x) as u32).collect();
        Subscriptions { first, list: asked.into_iter().map(|(_, wake, constraint)| (wake, constraint)).collect() }
    }

    fn of(&self, x: u32) -> &[(Wake, u32)] {
        &self.list[self.first[x as usize] as usize..self.first[x as usize + 1] as usize]
    }
}

/// The constraints that wait for a run: a queue for each priority.
pub(crate) struct Queue {
    buckets: [VecDeque<u32>; 3],
    queued: Vec<bool>,
}

impl Queue {
    pub(crate) fn new(constraints: usize) -> Queue {
        Queue { buckets: Default::default(), queued: vec![false; constraints] }
    }

    fn push(&mut self, constraint: u32, priority: Priority) {
        if !std::mem::replace(&mut self.queued[constraint as usize], true) {
            self.buckets[priority as usize].push_back(constraint);
        }
    }

    fn pop(&mut self) -> Option<u32> {
        let constraint = self.buckets.iter_mut().find_map(VecDeque::pop_front)?;
        self.queued[constraint as usize] = false;
        Some(constraint)
    }

    pub(crate) fn clear(&mut self) {
        while self.pop().is_some() {}
    }
}

/// Propagation of one search: the compiled model, and what waits.
pub(crate) struct Propagators {
    pub program: Arc<Program>,
    pub queue: Queue,
    /// Search chooses every variable, also one that has one value left.
    pub chooses_all: bool,
    /// Fixed variables met, decided ones included.
    pub fixed: u64,
    /// Runs of propagators.
    pub runs: u64,
}

impl Propagators {
    pub(crate) fn new(program: Arc<Program>) -> Propagators {
        let queue = Queue::new(program.propagators.len());
        Propagators { program, queue, chooses_all: false, fixed: 0, runs: 0 }
    }

    /// Queues what has to run at the root.
    pub(crate) fn queue_all(&mut self) {
        for (at, propagator) in self.program.propagators.iter().enumerate() {
            if !propagator.needs.idle {
                self.queue.push(at as u32, propagator.needs.priority);
            }
        }
    }

    /// Queues what asked to run whenever search returns to an earlier node; whether there is anything.
    pub(crate) fn queue_resumed(&mut self) -> bool {
        for &at in &self.program.on_resume {
            self.queue.push(at, self.program.propagators[at as usize].needs.priority);
        }
        !self.program.on_resume.is_empty()
    }

    /// Propagates until nothing changes any more, with `arcs` to arc consistency.
    pub(crate) fn fixpoint(&mut self, store: &mut Store, arcs: bool, control: &mut Control) -> Result<(), Halt> {
        self.run_all(store, arcs, control).inspect_err(|_| self.queue.clear())
    }

    fn run_all(&mut self, store: &mut Store, arcs: bool, control: &mut Control) -> Result<(), Halt> {
        let program = self.program.clone();
        let mut arcs_to_check = arcs;
        loop {
            while let Some(x) = store.fixed.pop() {
                self.fixed += 1;
                if !self.chooses_all {
                    store.close(x as usize);
                }
                program.propagate_conflicts(store, x)?;
            }
            if !store.changed.is_empty() {
                arcs_to_check = arcs;
                self.wake(store, None);
            }
            if std::mem::take(&mut arcs_to_check) {
                remove_unsupported(&program, store)?;
                if !store.changed.is_empty() {
                    continue;
                }
            }
            let Some(at) = self.queue.pop() else { return Ok(()) };
            if program.is_entailed(store, at) {
                continue;
            }
            control.tick()?;
            self.runs += 1;
            let propagator = &program.propagators[at as usize];
            store.cause = Cause::Constraint(propagator.id);
            match propagator.constraint.propagate(store)? {
                Status::Again => {}
                Status::AtFixpoint => {
                    debug_assert_at_fixpoint(&*propagator.constraint, store);
                    arcs_to_check |= arcs && !store.changed.is_empty();
                    self.wake(store, Some(at));
                }
                Status::Entailed => program.set_entailed(store, at),
            }
        }
    }

    /// Queues the constraints that wait for what happened, except one.
    fn wake(&mut self, store: &mut Store, except: Option<u32>) {
        // `fixed` is left alone: tier 1 goes on with it
        for at in 0..store.changed.len() {
            let x = store.changed[at];
            let events = std::mem::take(&mut store.events[x as usize]);
            for &(wake, constraint) in self.program.subscriptions().of(x) {
                let woken = match wake {
                    Wake::Fixed => events & event::FIXED != 0,
                    Wake::Bounds => events & event::BOUNDS != 0,
                    Wake::Domain => true,
                    Wake::Lost(value) => !store.contains(store.variable(x), value),
                };
                if woken && Some(constraint) != except {
                    self.queue.push(constraint, self.program.propagators[constraint as usize].needs.priority);
                }
            }
        }
        store.changed.clear();
    }
}

/// Removes the values that would leave some neighbour without a value (AC-1, Mackworth 1977, on whole
/// rows): one sweep, repeated as long as propagation that follows from it changes something.
fn remove_unsupported(program: &Program, store: &mut Store) -> Result<(), Conflict> {
    store.cause = Cause::ArcConsistency;
    for x in 0..store.places.len() as u32 {
        let variable = store.variable(x);
        if program.conflicts.is_free(x) || !store.is_open(x as usize) || store.len(variable) > 4096 {
            continue;
        }
        let mut next = Some(store.min(variable));
        while let Some(value) = next {
            next = store.next_above(variable, value);
            if !program.is_supported(store, x, value) {
                store.remove(variable, value)?;
            }
        }
    }
    Ok(())
}

/// In debug builds: a constraint that claims to be at its fixpoint is run once more, and must change nothing.
fn debug_assert_at_fixpoint(constraint: &dyn Constraint, store: &mut Store) {
    if cfg!(debug_assertions) {
        let sizes = |store: &Store| constraint.scope().iter().map(|v| v.len(store)).collect::<Vec<_>>();
        let before = sizes(store);
        let again = constraint.propagate(store);
        assert!(again.is_ok() && before == sizes(store), "{} claimed to be at its fixpoint", constraint.name());
    }
}
