//! One thread: an engine of its own, used for one subproblem after the other.

use crossbeam_channel::{Receiver, Sender, TrySendError};

use super::super::route::Plan;
use super::Parallel;
use crate::domain::Value;
use crate::observer::Silent;
use crate::search::branching::Orders;
use crate::search::control::{Control, Statistics, StopReason};
use crate::search::{Engine, Next, Request};
use crate::symmetry::Part;

/// Values in one message, about as many at most; and solutions counted in one where a limit waits for them.
const BATCH: usize = 4096;

/// A subproblem, and where its solutions go.
pub(super) struct Task {
    pub part: Part,
    pub stream: Sender<Message>,
}

/// What a thread has to say.
pub(super) enum Message {
    /// So many solutions, as their values one after the other.
    Solutions(u64, Vec<Value>),
    Counted(u64),
    /// The subproblem is done with.
    Done,
    /// The thread ends before it is done.
    Stopped(StopReason),
}

/// Nobody listens any more.
struct Left;

pub(super) struct Worker {
    engine: Box<dyn Engine<Silent>>,
    control: Control,
    /// The counters up to the last message, which the threads' sum has.
    told: Statistics,
    orders: Orders,
    any_route: bool,
    counting: bool,
    solution_limit: u64,
    variables: usize,
    /// The values that the engine wrote last.
    found: Vec<Value>,
}

impl Worker {
    pub(super) fn new(parallel: &Parallel, request: &Request, control: Control, solution_limit: u64) -> Worker {
        let variables = parallel.program.domains.len();
        let plan = Plan { route: parallel.plan.route.of_a_part(), ..parallel.plan.clone() };
        Worker {
            engine: plan.engine(&parallel.program),
            control,
            told: Statistics::default(),
            orders: request.orders,
            any_route: request.any_route,
            counting: parallel.counting,
            solution_limit,
            variables,
            found: vec![0; variables],
        }
    }

    /// Takes subproblems until there are none; the counters that are left go to the sum.
    pub(super) fn work(mut self, queue: &Receiver<Task>) {
        while self.control.stopped.is_none()
            && let Ok(task) = queue.recv()
        {
            if self.solve(&task).is_err() {
                break;
            }
        }
        self.control.give_back();
        self.tell();
    }

    fn solve(&mut self, task: &Task) -> Result<(), Left> {
        self.engine.restart();
        let (mut count, mut values) = (0u64, Vec::new());
        loop {
            let mut request = Request {
                assumptions: &task.part.literals,
                demand: None,
                orders: self.orders,
                branching: None,
                any_route: self.any_route,
            };
            match self.engine.advance(&mut request, &mut self.control, &mut Silent) {
                Some(Next::Branch) => {}
                Some(Next::Counted(more)) => count = count.saturating_add(more.saturating_mul(task.part.times)),
                Some(Next::Solutions(more)) if self.counting => {
                    count += more;
                    if count >= (BATCH as u64).min(self.solution_limit) && self.solution_limit < u64::MAX {
                        self.send(task, Message::Counted(std::mem::take(&mut count)))?;
                    }
                }
                Some(Next::Solutions(_)) => {
                    self.engine.read(&mut self.found);
                    self.collect(task, &mut values)?;
                }
                None => break,
            }
        }
        if !values.is_empty() {
            self.send_solutions(task, &mut values)?;
        }
        if count > 0 {
            self.send(task, Message::Counted(count))?;
        }
        self.send(task, self.control.stopped.map_or(Message::Done, Message::Stopped))
    }

    /// Adds the solutions found to those that wait, and sends them when they are many, or wanted.
    fn collect(&mut self, task: &Task, values: &mut Vec<Value>) -> Result<(), Left> {
        let found = std::mem::take(&mut self.found);
        for some in found.chunks(BATCH.next_multiple_of(self.variables)) {
            values.extend_from_slice(some);
            if values.len() >= BATCH || task.stream.is_empty() {
                self.send_solutions(task, values)?;
            }
        }
        self.found = found;
        Ok(())
    }

    fn send_solutions(&mut self, task: &Task, values: &mut Vec<Value>) -> Result<(), Left> {
        let count = values.len() / self.variables;
        self.send(task, Message::Solutions(count as u64, std::mem::take(values)))
    }

    /// Sends a message; who has to wait for room gives back the nodes that others may need meanwhile.
    fn send(&mut self, task: &Task, message: Message) -> Result<(), Left> {
        self.tell();
        match task.stream.try_send(message) {
            Ok(()) => Ok(()),
            Err(TrySendError::Full(message)) => {
                self.control.give_back();
                task.stream.send(message).map_err(|_| Left)
            }
            Err(TrySendError::Disconnected(_)) => Err(Left),
        }
    }

    /// Adds what was counted since the last message to the sum.
    fn tell(&mut self) {
        let now = self.control.statistics;
        let before = std::mem::replace(&mut self.told, now);
        if let Some(share) = &self.control.share {
            share.add(now.since(before));
        }
    }
}
