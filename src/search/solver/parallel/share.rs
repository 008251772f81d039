//! What the threads of a search have in common: the word to stop, the counters, and the nodes that they may try together.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::search::control::{Halt, Statistics};

/// Nodes that a thread claims at once, at most.
const MOST: u64 = 1024;
/// From one look at the clock to the next, for a thread that waits for nodes.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

pub(in crate::search) struct Shared {
    stopped: AtomicBool,
    threads: u64,
    /// What was counted since the reader last asked.
    counted: Mutex<Statistics>,
    nodes: Mutex<Nodes>,
    changed: Condvar,
}

/// The nodes of a limit. The threads that hold some try them or give them back, so those that find none left wait for
/// them: then no node of the limit is lost.
struct Nodes {
    left: u64,
    holders: usize,
}

impl Shared {
    pub(super) fn new(node_limit: u64, threads: usize) -> Shared {
        Shared {
            stopped: AtomicBool::new(false),
            threads: threads as u64,
            counted: Mutex::default(),
            nodes: Mutex::new(Nodes { left: node_limit, holders: 0 }),
            changed: Condvar::new(),
        }
    }

    /// Stops all threads soon.
    pub(super) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    pub(super) fn take_counted(&self) -> Statistics {
        std::mem::take(&mut self.counted.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn nodes(&self) -> MutexGuard<'_, Nodes> {
        self.nodes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What one thread has of it.
pub(in crate::search) struct Share {
    shared: Arc<Shared>,
    /// It holds nodes.
    holding: bool,
}

impl Share {
    pub(super) fn new(shared: Arc<Shared>) -> Share {
        Share { shared, holding: false }
    }

    /// Whether the search is to stop.
    pub(in crate::search) fn is_stopped(&self) -> bool {
        self.shared.stopped.load(Ordering::Relaxed)
    }

    /// Adds to the counters that all threads share.
    pub(super) fn add(&self, counted: Statistics) {
        self.shared.counted.lock().unwrap_or_else(PoisonError::into_inner).add(counted);
    }

    /// Claims some nodes, when those claimed before were tried; 0 if all of the limit were. While others hold the last
    /// ones it waits, and asks `check` whether to go on.
    pub(in crate::search) fn claim(&mut self, mut check: impl FnMut() -> Result<(), Halt>) -> Result<u64, Halt> {
        self.give_back(0);
        let mut nodes = self.shared.nodes();
        while nodes.left == 0 && nodes.holders > 0 && !self.is_stopped() {
            let waited = self.shared.changed.wait_timeout(nodes, POLL_INTERVAL);
            nodes = waited.unwrap_or_else(PoisonError::into_inner).0;
            check()?;
        }
        let claimed = (nodes.left / (2 * self.shared.threads)).clamp(1, MOST).min(nodes.left);
        nodes.left -= claimed;
        if claimed > 0 {
            nodes.holders += 1;
            self.holding = true;
        }
        Ok(claimed)
    }

    /// Gives back what was claimed and not tried.
    pub(in crate::search) fn give_back(&mut self, untried: u64) {
        if std::mem::take(&mut self.holding) {
            let mut nodes = self.shared.nodes();
            nodes.left += untried;
            nodes.holders -= 1;
            self.shared.changed.notify_all();
        }
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.give_back(0);
    }
}
