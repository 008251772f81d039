//! Search on several threads: embarrassingly parallel search (Régin, Rezgui & Malapert 2013).
//!
//! The root is split into many more subproblems than there are threads, each a list of assumptions. Every thread owns an
//! engine on the shared compiled model and takes subproblems from one queue, so that hard ones even out, and hands over
//! what it finds through a bounded channel: a slow reader holds the threads back. The queue and the channels are those
//! of `crossbeam-channel`, as threads here may wait for their reader, which those of a pool like rayon's must not.

mod share;
mod split;
mod worker;

use std::any::Any;
use std::collections::VecDeque;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, bounded, unbounded};

pub(in crate::search) use share::Share;

use super::route::{Plan, Route};
use super::{Purpose, Solver};
use crate::compile::Program;
use crate::domain::Value;
use crate::observer::Observer;
use crate::search::branching::VariableOrder;
use crate::search::control::{Control, Statistics};
use crate::search::{Engine, Next, Phase, Request};
use crate::symmetry::{CountBySymmetry, Part};
use crate::waves::Waves;
use share::Shared;
use split::Splitter;
use worker::{Message, Task, Worker};

/// Threads at most.
const MOST: usize = 256;
/// Subproblems for each thread at least, and at most twice as many; fewer where propagation refutes many.
const SUBPROBLEMS: usize = 32;
/// Messages that wait in a channel at most, for each thread or for each subproblem.
const WAITING: usize = 8;
/// From one look at the monitor to the next, while no thread has anything to say.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

impl<O: Observer> Solver<O> {
    /// Searches on so many threads; 0 stands for as many as the machine has, and more than 256 for 256. The default is 1.
    ///
    /// [`Solver::solutions`], [`Solver::advance`], [`Solver::count`], [`Solver::solve`] and their kin find the same as
    /// on one thread. What differs:
    ///
    /// - Solutions come in no particular order, not the same in every run (see [`Solver::with_ordered_solutions`]), and
    ///   so which one `solve()` gives is not always the same.
    /// - Limits hold for all threads together: those of solutions and nodes are exact.
    /// - A count that may use symmetries (see [`Solver::count`]) starts threads only once it has lasted as long as it
    ///   takes to look for them.
    /// - The counters are sums over the threads. They differ a little from those of one thread, since a subproblem
    ///   begins with the decisions that lead to it; `statistics()` does not lag behind while the search runs by more
    ///   than what the threads have not handed over yet.
    /// - One solution is looked for in every subproblem as it is on one thread in the whole, with restarts.
    /// - A monitor is called on the thread that asks for solutions: whenever a thread hands something over, and every
    ///   few milliseconds while it waits. The share explored is that of the subproblems.
    /// - A search that is left early ([`Solutions`](crate::Solutions) dropped, a limit reached) ends its threads before
    ///   anything else happens; an [`advance`](Solver::advance) after the iterator begins anew.
    ///
    /// A search with an observer, a [`Branching`](crate::Branching) or an order that needs one (all but input order and
    /// first-fail, smallest and largest value), optimization, and every mode but
    /// [`Propagation::Fixpoint`](crate::Propagation::Fixpoint) stay on one thread.
    ///
    /// # Panics
    /// The first step of a search panics if the system starts no thread; a panic in a constraint goes on in the thread
    /// that asked for solutions.
    ///
    /// ```
    /// # use bezzel::*;
    /// let (model, _) = models::nqueens(10)?;
    /// let mut solver = model.solver().with_threads(2);
    /// assert_eq!(solver.count().solutions, 724);
    /// let mut boards: Vec<Solution> = solver.solutions().collect();
    /// boards.sort_by(|a, b| a.all().cmp(b.all()));
    /// assert_eq!(boards, model.solver().solutions().collect::<Vec<_>>());
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn with_threads(mut self, threads: usize) -> Self {
        let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
        self.threads.number = if threads == 0 { cores() } else { threads }.min(MOST);
        if self.threads.number > 1 {
            self.threads.running.get_or_insert_default();
        }
        self.restart();
        self
    }

    /// Whether [`Solver::solutions`] and [`Solver::advance`] keep to the order of one thread when there are several.
    /// Threads that are ahead of their turn then wait once they have found a good deal. With first-fail as the order,
    /// the search stays on one thread.
    ///
    /// ```
    /// # use bezzel::*;
    /// let (model, _) = models::nqueens(8)?;
    /// let mut solver = model.solver().with_threads(2).with_ordered_solutions(true);
    /// assert!(solver.solutions().eq(model.solver().solutions()));
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn with_ordered_solutions(mut self, ordered: bool) -> Self {
        self.threads.ordered = ordered;
        self.restart();
        self
    }

    /// Whether the search that begins is split among threads: see [`Solver::with_threads`].
    pub(super) fn runs_on_threads(&self) -> bool {
        let alone =
            O::ON || self.is_by_the_book() || self.purpose == Purpose::Optimize || self.compiled.0.domains.is_empty();
        let in_order = self.purpose == Purpose::Enumerate && self.threads.ordered;
        let order_is_kept = !in_order || self.orders.variables == VariableOrder::Input;
        self.threads.number > 1 && !alone && order_is_kept
    }
}

/// The threads of a solver: how many are wanted, and those that run.
pub(super) struct Threads {
    pub number: usize,
    pub ordered: bool,
    /// `None` until several are asked for.
    running: Option<Running>,
}

impl Default for Threads {
    fn default() -> Threads {
        Threads { number: 1, ordered: false, running: None }
    }
}

impl Threads {
    /// Another search begins: nothing is left of the one before.
    pub(super) fn begin(&self) {
        if let Some(running) = &self.running {
            drop(running.take());
            running.0.left.store(false, Ordering::Relaxed);
        }
    }

    /// Ends the threads that run, and adds what they counted.
    pub(super) fn end(&self, statistics: &mut Statistics) {
        let Some(running) = &self.running else { return };
        if let Some(crew) = running.take() {
            crew.dismiss(statistics);
        }
        running.0.left.store(true, Ordering::Relaxed);
    }

    /// Whether the threads of the search under way were ended before it was.
    pub(super) fn were_left(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.0.left.load(Ordering::Relaxed))
    }

    /// The engine of a search on threads. Where symmetries may be used, counting begins on the thread that asks, and
    /// goes on in others if it lasts.
    pub(super) fn engine<O: Observer>(&self, program: &Arc<Program>, plan: Plan, counting: bool) -> Box<dyn Engine<O>> {
        let route = plan.route;
        let parallel = Box::new(Parallel::new(self, program, plan, counting));
        if route == Route::CountBySymmetry
            && let Some((rows, dense)) = program.rows_for_counting()
        {
            return Box::new(CountBySymmetry::new(Waves::to_count(rows, dense), program.clone(), Some(parallel)));
        }
        parallel
    }

    pub(super) fn leaving(&self) -> Leaving {
        Leaving(self.running.clone())
    }
}

/// The threads of the search under way: shared by the engine and those who may end it.
#[derive(Clone, Default)]
struct Running(Arc<Place>);

#[derive(Default)]
struct Place {
    crew: Mutex<Option<Crew>>,
    left: AtomicBool,
}

impl Running {
    fn take(&self) -> Option<Crew> {
        self.0.crew.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn put(&self, crew: Crew) {
        *self.0.crew.lock().unwrap_or_else(PoisonError::into_inner) = Some(crew);
    }
}

/// Ends the threads of a search when it is dropped.
pub(in crate::search) struct Leaving(Option<Running>);

impl Drop for Leaving {
    fn drop(&mut self) {
        if let Some(running) = &self.0 {
            drop(running.take());
            running.0.left.store(true, Ordering::Relaxed);
        }
    }
}

/// The engine that hands out what threads find.
struct Parallel {
    threads: usize,
    ordered: bool,
    running: Running,
    program: Arc<Program>,
    /// That of the whole search; a thread takes [`Route::of_a_part`].
    plan: Plan,
    counting: bool,
    phase: Phase,
    /// The values of the solutions received last.
    received: Vec<Value>,
}

impl Parallel {
    fn new(threads: &Threads, program: &Arc<Program>, plan: Plan, counting: bool) -> Parallel {
        Parallel {
            threads: threads.number,
            ordered: threads.ordered,
            running: threads.running.clone().expect("made when several threads were asked for"),
            program: program.clone(),
            plan,
            counting,
            phase: Phase::Fresh,
            received: Vec::new(),
        }
    }

    /// Splits the root and starts the threads; none if nothing is left to search.
    fn start(&self, request: &Request, control: &mut Control) -> Option<Crew> {
        let Plan { route, projection, .. } = &self.plan;
        let mut splitter = Splitter::new(&self.program, route.of_a_part(), projection.as_deref(), request.orders);
        // parts are counted so many times; without symmetries there is one, the whole
        let whole = [Part { literals: request.assumptions.to_vec(), times: 1 }];
        let parts = if *route == Route::CountBySymmetry { self.program.parts_for_counting() } else { None };
        let subproblems = splitter.split(parts.unwrap_or(&whole), self.threads * SUBPROBLEMS, control).ok()?;
        if subproblems.is_empty() || control.check_time().is_err() || control.tell(|| 0.0).is_err() {
            return None;
        }
        let (tasks, threads) = (subproblems.len(), self.threads.min(subproblems.len()));
        let shared = Arc::new(Shared::new(control.node_limit, threads));
        // in order there is a stream for each subproblem, otherwise one for all
        let ordered = self.ordered && !self.counting;
        let mut streams = VecDeque::new();
        let all = (!ordered).then(|| bounded(WAITING * threads));
        let (queue, taking) = unbounded();
        for part in subproblems {
            let stream = all.as_ref().map_or_else(
                || {
                    let (sender, receiver) = bounded(WAITING);
                    streams.push_back(receiver);
                    sender
                },
                |(sender, _)| sender.clone(),
            );
            // the other end is at hand, so it is taken
            let _ = queue.send(Task { part, stream });
        }
        drop(queue);
        streams.extend(all.map(|(_, receiver)| receiver));
        let mut handles = Vec::with_capacity(threads);
        for _ in 0..threads {
            let worker =
                Worker::new(self, request, control.for_thread(Share::new(shared.clone())), control.solution_limit);
            let taking = taking.clone();
            match std::thread::Builder::new().name("bezzel".to_owned()).spawn(move || worker.work(&taking)) {
                Ok(handle) => handles.push(handle),
                Err(error) if handles.is_empty() => panic!("no thread could be started: {error}"),
                Err(_) => break,
            }
        }
        Some(Crew { shared, handles, streams, ordered, tasks, done: 0, at_end: false })
    }

    /// Takes the next message; nothing at the end, when the crew is done with.
    fn receive(&mut self, mut crew: Crew, control: &mut Control) -> Option<Next> {
        loop {
            let Some(stream) = crew.streams.front() else {
                crew.dismiss(&mut control.statistics);
                return None;
            };
            let mut found = None;
            match stream.recv_timeout(POLL_INTERVAL) {
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    // without its last word, its thread has panicked
                    let is_whole = std::mem::take(&mut crew.at_end) || !crew.ordered;
                    crew.streams.pop_front();
                    if !is_whole {
                        crew.streams.clear();
                    }
                }
                Ok(Message::Solutions(count, values)) => {
                    self.received = values;
                    found = Some(Next::Solutions(count));
                }
                Ok(Message::Counted(count)) => {
                    let wanted = control.solution_limit - control.statistics.solutions;
                    found = Some(Next::Counted(count.min(wanted)));
                }
                Ok(Message::Done) => {
                    crew.done += 1;
                    crew.at_end = true;
                }
                Ok(Message::Stopped(reason)) => {
                    control.stopped = control.stopped.or(Some(reason));
                    if crew.ordered {
                        crew.streams.clear(); // what others found comes later
                    }
                }
            }
            control.statistics.add(crew.shared.take_counted());
            if control.stopped.is_none() && control.tell(|| crew.done as f64 / crew.tasks as f64).is_err() {
                crew.shared.stop(); // and hand out what was found until then
            }
            if found.is_some() {
                self.running.put(crew);
                return found;
            }
        }
    }
}

impl<O> Engine<O> for Parallel {
    fn restart(&mut self) {
        self.phase = Phase::Fresh;
    }

    fn advance(&mut self, request: &mut Request, control: &mut Control, _: &mut O) -> Option<Next> {
        let crew = match std::mem::replace(&mut self.phase, Phase::Running) {
            Phase::Fresh => self.start(request, control),
            Phase::Running => self.running.take(),
            Phase::Ended => None,
        };
        let found = crew.and_then(|crew| self.receive(crew, control));
        if found.is_none() {
            self.phase = Phase::Ended;
        }
        found
    }

    fn read(&mut self, values: &mut Vec<Value>) {
        std::mem::swap(values, &mut self.received);
    }
}

impl Drop for Parallel {
    fn drop(&mut self) {
        drop(self.running.take());
    }
}

/// Threads at work.
struct Crew {
    shared: Arc<Shared>,
    handles: Vec<JoinHandle<()>>,
    /// Where they hand over, the next first.
    streams: VecDeque<Receiver<Message>>,
    ordered: bool,
    tasks: usize,
    done: usize,
    /// The last message of the stream was taken.
    at_end: bool,
}

impl Crew {
    /// Stops the threads, waits for them, and adds what they had not handed over. A panic of theirs goes on here.
    fn dismiss(mut self, statistics: &mut Statistics) {
        if let Some(panic) = self.join(statistics) {
            std::panic::resume_unwind(panic);
        }
    }

    fn join(&mut self, statistics: &mut Statistics) -> Option<Box<dyn Any + Send>> {
        self.shared.stop();
        self.streams.clear(); // whoever waits for room goes on
        let mut panic = None;
        for handle in self.handles.drain(..) {
            if let Err(payload) = handle.join() {
                panic = Some(payload);
            }
        }
        statistics.add(self.shared.take_counted());
        panic
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        // a search that is left early does not care for what went wrong
        let _ = self.join(&mut Statistics::default());
    }
}
