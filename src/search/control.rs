//! Limits, cancelling, progress and counters: everything that can stop a search or describe it.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

#[cfg(feature = "parallel")]
use super::solver::Share;
use crate::domain::Value;
use crate::store::Conflict;

/// Counters of the last search.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Statistics {
    /// Values tried at a choice; the root is not counted. Where the mode is one for teaching (everything but
    /// [`Propagation::Fixpoint`](crate::Propagation::Fixpoint)), choices of one value are included.
    pub nodes: u64,
    /// Nodes whose variable had two values or more.
    pub decisions: u64,
    /// Values fixed by propagation.
    pub forced: u64,
    /// Nodes whose propagation wipes out a domain or violates a constraint.
    pub failures: u64,
    /// Pairs and constraints tested, in [`Propagation::Backtracking`](crate::Propagation::Backtracking).
    pub checks: u64,
    /// Runs of propagators; pairwise conflicts need none.
    pub propagations: u64,
    /// Solutions found.
    pub solutions: u64,
    /// The greatest number of decisions on the way to a node.
    pub depth: u64,
}

/// Why a search ended before it was complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// As many solutions as asked for.
    SolutionLimit,
    /// As many nodes as allowed.
    NodeLimit,
    /// The time is up.
    TimeLimit,
    /// A [`Canceller`] or a monitor stopped it.
    Cancelled,
}

#[cfg(feature = "parallel")]
impl Statistics {
    /// Adds what another thread counted.
    pub(super) fn add(&mut self, other: Statistics) {
        let Statistics { nodes, decisions, forced, failures, checks, propagations, solutions, depth } = other;
        self.nodes += nodes;
        self.decisions += decisions;
        self.forced += forced;
        self.failures += failures;
        self.checks += checks;
        self.propagations += propagations;
        self.solutions += solutions;
        self.depth = self.depth.max(depth);
    }

    /// What was counted after `before`; the depth is that of both.
    pub(super) fn since(self, before: Statistics) -> Statistics {
        Statistics {
            nodes: self.nodes - before.nodes,
            decisions: self.decisions - before.decisions,
            forced: self.forced - before.forced,
            failures: self.failures - before.failures,
            checks: self.checks - before.checks,
            propagations: self.propagations - before.propagations,
            solutions: self.solutions - before.solutions,
            depth: self.depth,
        }
    }
}

impl std::fmt::Display for StopReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            StopReason::SolutionLimit => "solution limit",
            StopReason::NodeLimit => "node limit",
            StopReason::TimeLimit => "time limit",
            StopReason::Cancelled => "cancelled",
        })
    }
}

/// Where a search stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It has not ended.
    Running,
    /// Nothing is left to search: what was found is everything.
    Complete,
    /// It ended early; more solutions may exist.
    Stopped(StopReason),
}

/// What a monitor is told.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// The counters so far.
    pub statistics: Statistics,
    /// An estimate of the share of the search tree that is done, from 0 to 1: each value of a choice counts the same. It
    /// never becomes less, even where a search begins again in another way.
    pub explored: f64,
}

/// Stops a search from another thread (or from a signal handler's thread).
///
/// ```
/// # use bezzel::*;
/// let mut solver = models::nqueens(16)?.0.solver();
/// let canceller = solver.canceller();
/// std::thread::spawn(move || canceller.cancel());
/// let count = solver.count();
/// assert_eq!(count.outcome, Outcome::Stopped(StopReason::Cancelled));
/// # Ok::<(), ModelError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Canceller(Arc<AtomicBool>);

impl Canceller {
    /// Stops the search soon; later searches of the solver stop at once, until [`Canceller::reset`].
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Lets the solver search again.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether it was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why propagation or search could not go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Halt {
    Conflict,
    /// No alternative is left.
    Exhausted,
    /// So many failures that another run is worth more.
    Restart,
    /// The reason is in [`Control::stopped`].
    Stopped,
}

impl From<Conflict> for Halt {
    fn from(_: Conflict) -> Halt {
        Halt::Conflict
    }
}

pub(crate) type Monitor = Box<dyn FnMut(&Progress) -> ControlFlow<()> + Send>;

/// The one polled hook: limits, cancelling and the monitor.
pub(crate) struct Control {
    pub statistics: Statistics,
    pub solution_limit: u64,
    pub node_limit: u64,
    pub time_limit: Option<Duration>,
    pub monitor: Option<Monitor>,
    /// Made when it is asked for.
    canceller: OnceLock<Canceller>,
    pub stopped: Option<StopReason>,
    /// The least value that the objective can have, by propagation at the root.
    pub objective_bound: Option<Value>,
    /// Failures at which a run gives way to another.
    pub restart_at: u64,
    /// It did.
    restarts: bool,
    /// Nodes from one look to the next.
    pub interval: u64,
    /// What this thread has in common with the others of its search.
    #[cfg(feature = "parallel")]
    pub(super) share: Option<Share>,
    started: bool,
    /// The greatest share that the monitor was told.
    explored: f64,
    deadline: Option<Instant>,
    next_poll: u64,
    ticks: u32,
}

impl Default for Control {
    fn default() -> Control {
        Control {
            statistics: Statistics::default(),
            solution_limit: u64::MAX,
            node_limit: u64::MAX,
            time_limit: None,
            monitor: None,
            canceller: OnceLock::new(),
            stopped: None,
            objective_bound: None,
            restart_at: u64::MAX,
            restarts: false,
            interval: 1,
            #[cfg(feature = "parallel")]
            share: None,
            started: false,
            explored: 0.0,
            deadline: None,
            next_poll: 0,
            ticks: 0,
        }
    }
}

impl Control {
    pub(crate) fn canceller(&self) -> &Canceller {
        self.canceller.get_or_init(Canceller::default)
    }

    /// The next step begins a search.
    pub(crate) fn restart(&mut self) {
        self.started = false;
    }

    /// Begins a search, unless it is under way: counters and the clock start here. Says whether it began one.
    #[inline]
    pub(crate) fn start(&mut self) -> bool {
        if std::mem::replace(&mut self.started, true) {
            return false;
        }
        self.begin();
        true
    }

    fn begin(&mut self) {
        self.statistics = Statistics::default();
        (self.restart_at, self.restarts) = (u64::MAX, false);
        self.stopped = None;
        (self.objective_bound, self.explored) = (None, 0.0);
        // no clock is read where no time limit is set
        self.deadline = self.time_limit.and_then(|limit| Instant::now().checked_add(limit));
        self.next_poll = 0;
    }

    /// Whether the last run gave way to another.
    pub(crate) fn restarts(&mut self) -> bool {
        std::mem::take(&mut self.restarts)
    }

    /// Counts a node, unless the search has to stop before it.
    #[inline]
    pub(crate) fn node(&mut self, explored: impl FnOnce() -> f64) -> Result<(), Halt> {
        if self.statistics.failures >= self.restart_at {
            self.restarts = true;
            return Err(Halt::Restart);
        }
        if self.is_due() {
            self.poll(explored)?;
        }
        self.statistics.nodes += 1;
        Ok(())
    }

    /// Whether it is time to [`Control::poll`].
    #[inline]
    pub(crate) fn is_due(&self) -> bool {
        self.statistics.nodes >= self.next_poll
    }

    /// How many of `most` nodes may be tried before the limit; who tries them counts them.
    #[inline]
    pub(crate) fn nodes_left(&mut self, most: usize) -> Result<usize, Halt> {
        if self.statistics.nodes >= self.node_limit {
            self.more_nodes()?;
        }
        match usize::try_from(self.node_limit - self.statistics.nodes) {
            Ok(left) => Ok(most.min(left)),
            Err(_) => Ok(most),
        }
    }

    /// Looks at the clock and the canceller now and then, where propagation itself may last.
    pub(crate) fn tick(&mut self) -> Result<(), Halt> {
        self.ticks = self.ticks.wrapping_add(1);
        if self.ticks.is_multiple_of(1024) { self.check_time() } else { Ok(()) }
    }

    /// Looks at the limits and the clock, and tells the monitor.
    #[cold]
    pub(crate) fn poll(&mut self, explored: impl FnOnce() -> f64) -> Result<(), Halt> {
        if self.statistics.nodes >= self.node_limit {
            self.more_nodes()?;
        }
        self.check_time()?;
        self.tell(explored)?;
        self.next_poll = self.node_limit.min(self.statistics.nodes + self.interval);
        Ok(())
    }

    /// Tells the monitor.
    pub(crate) fn tell(&mut self, explored: impl FnOnce() -> f64) -> Result<(), Halt> {
        if let Some(monitor) = &mut self.monitor {
            self.explored = explored().max(self.explored);
            let progress = Progress { statistics: self.statistics, explored: self.explored };
            if monitor(&progress).is_break() {
                return self.stop(StopReason::Cancelled);
            }
        }
        Ok(())
    }

    /// The nodes allowed are used up: stops, unless threads share a limit and something of it is left.
    #[cold]
    fn more_nodes(&mut self) -> Result<(), Halt> {
        #[cfg(feature = "parallel")]
        if let Some(mut share) = self.share.take() {
            let claimed = share.claim(|| self.check_time());
            self.share = Some(share);
            self.node_limit += claimed?;
        }
        if self.statistics.nodes >= self.node_limit { self.stop(StopReason::NodeLimit) } else { Ok(()) }
    }

    /// What one of several threads searches under: the same clock and canceller, and its share of the nodes.
    #[cfg(feature = "parallel")]
    pub(super) fn for_thread(&self, share: Share) -> Control {
        Control {
            node_limit: if self.node_limit == u64::MAX { u64::MAX } else { 0 },
            canceller: self.canceller().clone().into(),
            share: Some(share),
            started: true,
            deadline: self.deadline,
            ..Control::default()
        }
    }

    /// Gives the nodes back that were claimed and not tried.
    #[cfg(feature = "parallel")]
    pub(super) fn give_back(&mut self) {
        if self.node_limit < u64::MAX
            && let Some(share) = &mut self.share
        {
            share.give_back(self.node_limit - self.statistics.nodes);
            self.node_limit = self.statistics.nodes;
            self.next_poll = self.node_limit;
        }
    }

    pub(crate) fn check_time(&mut self) -> Result<(), Halt> {
        #[cfg(feature = "parallel")]
        if self.share.as_ref().is_some_and(Share::is_stopped) {
            return self.stop(StopReason::Cancelled);
        }
        if self.canceller.get().is_some_and(Canceller::is_cancelled) {
            return self.stop(StopReason::Cancelled);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return self.stop(StopReason::TimeLimit);
        }
        Ok(())
    }

    pub(crate) fn stop(&mut self, reason: StopReason) -> Result<(), Halt> {
        self.stopped = Some(reason);
        Err(Halt::Stopped)
    }
}

/// The share of the tree that is done, where `path` has for each choice how many alternatives were taken, and of how many.
pub(super) fn explored(path: impl Iterator<Item = (impl Into<u64>, impl Into<u64>)>) -> f64 {
    let (mut done, mut share) = (0.0, 1.0);
    for (taken, total) in path {
        share /= total.into().max(1) as f64;
        // the alternative taken last is still under way
        done += share * taken.into().saturating_sub(1) as f64;
    }
    done
}
