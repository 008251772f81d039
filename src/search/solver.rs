//! The solver: what a search is asked for, and what it answers.

#[cfg(feature = "parallel")]
mod parallel;
mod route;
mod settings;

use std::fmt;
use std::sync::Arc;

use super::answer::{Answer, Count, SolutionRef, Uniqueness};
use super::brancher::branch_on;
use super::branching::{Branching, Orders, ValueOrder, VariableOrder};
use super::control::{Control, Outcome, Statistics, StopReason};
use super::restarts::{Patience, Restarts};
use super::solutions::{IntoSolutions, Solutions};
use super::{Engine, Next, Propagation, Request};
use crate::domain::Value;
use crate::error::ModelError;
use crate::literal::Literal;
use crate::model::Compiled;
use crate::observer::{Observer, Silent};
use crate::symmetry::Symmetries;
use crate::variable::{Var, View};
#[cfg(feature = "parallel")]
use parallel::Threads;
#[cfg(feature = "parallel")]
pub(super) use parallel::{Leaving, Share};
use route::Route;

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Enumerate,
    Solve,
    Unique,
    Count,
    Optimize,
}

/// Searches one compiled model: owns its state, borrows nothing, and can be used again and again.
///
/// ```
/// use bezzel::*;
///
/// let (model, queens) = models::nqueens(6)?;
/// let mut solver = model.solver();
/// for solution in solver.solutions() {
///     println!("{:?}", solution.values(&queens));
/// }
/// assert_eq!(solver.outcome(), Outcome::Complete);
/// assert_eq!(solver.count().solutions, 4);
/// # Ok::<(), ModelError>(())
/// ```
pub struct Solver<O: Observer = Silent> {
    compiled: Compiled,
    mode: Propagation,
    /// The orders that the user chose; without any, each question takes the best.
    variables: Option<VariableOrder>,
    values: ValueOrder,
    branching: Option<Box<dyn Branching>>,
    /// The branching that stands for orders that the engine does not know by itself.
    brancher: Option<Box<dyn Branching>>,
    seed: u64,
    assumptions: Vec<Literal>,
    projection: Option<Vec<Var>>,
    demand: Option<(View, Value)>,
    /// How the search under way chooses, and whether another way would do as well.
    orders: Orders,
    any_route: bool,
    control: Control,
    observer: O,
    engine: Option<Box<dyn Engine<O>>>,
    made_for: Route,
    made_to_restart: Option<Patience>,
    #[cfg(feature = "parallel")]
    threads: Threads,
    purpose: Purpose,
    outcome: Outcome,
    /// The values of the solutions found last, one after the other; where the current one begins; how many follow it.
    values_found: Vec<Value>,
    at: usize,
    waiting: u64,
}

/// Where the search stands.
impl<O: Observer> fmt::Debug for Solver<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut solver = f.debug_struct("Solver");
        solver.field("outcome", &self.outcome).field("statistics", &self.control.statistics).finish_non_exhaustive()
    }
}

impl Solver {
    pub(crate) fn new(compiled: Compiled) -> Solver {
        Solver {
            values_found: Vec::with_capacity(compiled.0.domains.len()),
            at: 0,
            waiting: 0,
            compiled,
            mode: Propagation::default(),
            variables: None,
            values: ValueOrder::default(),
            branching: None,
            brancher: None,
            seed: 0,
            assumptions: Vec::new(),
            projection: None,
            demand: None,
            orders: Orders::default(),
            any_route: false,
            control: Control::default(),
            observer: Silent,
            engine: None,
            made_for: Route::Trailed,
            made_to_restart: None,
            #[cfg(feature = "parallel")]
            threads: Threads::default(),
            purpose: Purpose::Enumerate,
            outcome: Outcome::Running,
        }
    }

    /// The same solver, watched. See [`Observer`].
    pub fn with_observer<O: Observer>(self, observer: O) -> Solver<O> {
        Solver {
            observer,
            engine: None,
            made_for: Route::Trailed,
            made_to_restart: None,
            #[cfg(feature = "parallel")]
            threads: self.threads,
            compiled: self.compiled,
            mode: self.mode,
            variables: self.variables,
            values: self.values,
            branching: self.branching,
            brancher: self.brancher,
            seed: self.seed,
            assumptions: self.assumptions,
            projection: self.projection,
            demand: self.demand,
            orders: self.orders,
            any_route: self.any_route,
            control: self.control,
            purpose: self.purpose,
            outcome: self.outcome,
            values_found: self.values_found,
            at: self.at,
            waiting: self.waiting,
        }
    }
}

impl<O: Observer> Solver<O> {
    /// Starts the next [`Solver::advance`] from the beginning.
    pub fn restart(&mut self) {
        self.begin(Purpose::Enumerate);
    }

    /// All solutions, from the beginning. Dropping the iterator early leaves the solver as good as new.
    pub fn solutions(&mut self) -> Solutions<'_, O> {
        self.restart();
        Solutions {
            #[cfg(feature = "parallel")]
            _leaving: self.threads.leaving(),
            solver: self,
        }
    }

    /// All solutions, from the beginning, as an iterator that owns the solver.
    pub fn into_solutions(mut self) -> IntoSolutions<O> {
        self.restart();
        IntoSolutions(self)
    }

    /// The next solution of the search under way; `None` when there is none left, or when it was stopped: see
    /// [`Solver::outcome`]. Allocates nothing once the search is under way.
    ///
    /// ```
    /// # use bezzel::*;
    /// let (model, queens) = models::nqueens(8)?;
    /// let mut solver = model.solver();
    /// let mut in_the_corner = 0;
    /// while let Some(solution) = solver.advance() {
    ///     in_the_corner += u64::from(solution[queens[0]] == 0);
    /// }
    /// assert_eq!(in_the_corner, 4);
    /// # Ok::<(), ModelError>(())
    /// ```
    #[inline]
    pub fn advance(&mut self) -> Option<SolutionRef<'_>> {
        self.step().then(|| SolutionRef { model: self.compiled.0.model, values: self.current() })
    }

    /// One solution, by any route: which one is unspecified, but always the same for the same model, version and seed.
    ///
    /// Unless an order or a branching was chosen, a plain search that fails too often (24 to 50 times, by the number of
    /// variables; 100 times as often on a model of pairwise conflicts between few of the pairs of variables, where a
    /// failure costs little) gives way to restarts with random choices, by the seed of [`Solver::with_seed`]. Runs get
    /// longer, so that the answer is still complete: no solution means that there is none. [`Solver::statistics`] counts all
    /// runs together.
    ///
    /// ```
    /// # use bezzel::*;
    /// let (model, queens) = models::nqueens(200)?;
    /// let mut solver = model.solver().with_seed(7);
    /// let placement = solver.solve().solution().expect("there is one");
    /// assert_eq!(placement.values(&queens).len(), 200);
    /// let tried = solver.statistics().nodes + solver.statistics().forced;
    /// assert!(tried < 20 * 200);
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn solve(&mut self) -> Answer {
        self.begin(Purpose::Solve);
        let found = self.advance().map(|solution| solution.to_owned());
        self.end_threads();
        match found {
            Some(solution) => Answer::Solution(solution),
            None => match self.outcome {
                Outcome::Stopped(reason) => Answer::Stopped(reason),
                _ => Answer::Unsatisfiable,
            },
        }
    }

    /// The number of solutions, counted by any route.
    ///
    /// When that takes long on a model of pairwise conflicts, its symmetries are looked for (see
    /// [`Compiled::symmetries`]): values of one variable that they map to one another are in equally many solutions, and
    /// only one of them is counted. Then [`Statistics::nodes`] has the nodes that were tried in fact, at first without
    /// symmetries. Assumptions, a projection, limits, an observer, an order or branching of one's own and other modes
    /// than [`Propagation::Fixpoint`] leave symmetries aside.
    pub fn count(&mut self) -> Count {
        self.begin(Purpose::Count);
        while self.step() {}
        Count { solutions: self.control.statistics.solutions, outcome: self.outcome }
    }

    /// The number of solutions, as far as `most` of them.
    pub fn count_up_to(&mut self, most: u64) -> Count {
        let limit = std::mem::replace(&mut self.control.solution_limit, most);
        let count = self.count();
        self.control.solution_limit = limit;
        count
    }

    /// Whether there is exactly one solution; stops at the second. It searches as [`Solver::solve`] does, with more patience
    /// before restarts on any model of pairwise conflicts.
    ///
    /// ```
    /// # use bezzel::*;
    /// let mut model = Model::new();
    /// let x = model.variable(3..=3)?;
    /// assert!(matches!(model.solver().unique(), Uniqueness::Unique(solution) if solution[x] == 3));
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn unique(&mut self) -> Uniqueness {
        self.begin(Purpose::Unique);
        let first = self.advance().map(|solution| solution.to_owned());
        let second = self.advance().map(|solution| solution.to_owned());
        self.end_threads();
        match (first, second, self.outcome) {
            (Some(first), Some(second), _) => Uniqueness::Several(first, second),
            (first, _, Outcome::Stopped(reason)) => Uniqueness::Stopped(reason, first),
            (Some(first), ..) => Uniqueness::Unique(first),
            (None, ..) => Uniqueness::Unsatisfiable,
        }
    }

    /// Where the last search stands.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// The counters of the last search.
    pub fn statistics(&self) -> Statistics {
        self.control.statistics
    }

    /// The observer.
    pub fn observer(&self) -> &O {
        &self.observer
    }

    /// The observer, to be changed.
    pub fn observer_mut(&mut self) -> &mut O {
        &mut self.observer
    }

    /// Begins a search for values of `objective` that get smaller.
    pub(super) fn begin_optimizing(&mut self, objective: View) -> Result<(), ModelError> {
        self.compiled.check_view(objective, "objective")?;
        self.begin(Purpose::Optimize);
        self.demand = Some((objective, Value::MAX));
        Ok(())
    }

    /// From here on, only solutions count in which the objective is at most this.
    pub(super) fn demand_at_most(&mut self, most: Value) {
        if let Some((_, demanded)) = &mut self.demand {
            *demanded = most;
        }
    }

    /// The least value that the objective can have, as far as the root knows.
    pub(super) fn objective_bound(&self) -> Option<Value> {
        self.control.objective_bound
    }

    /// The symmetries of the search under way: none under assumptions or a projection.
    pub(crate) fn symmetries(&self) -> Option<Arc<Symmetries>> {
        let plain = self.assumptions.is_empty() && self.projection.is_none();
        if plain { self.compiled.0.symmetries() } else { None }
    }

    /// Forgets the engine, as it was made for other circumstances.
    fn reset(&mut self) {
        (self.engine, self.brancher) = (None, None);
        self.restart();
    }

    fn begin(&mut self, purpose: Purpose) {
        self.demand = None;
        self.waiting = 0;
        self.purpose = purpose;
        self.outcome = Outcome::Running;
        self.control.restart();
        #[cfg(feature = "parallel")]
        self.threads.begin();
        if let Some(engine) = &mut self.engine {
            engine.restart();
        }
    }

    /// Goes on to the next solution, or to several at once when counting; false at the end.
    #[inline]
    fn step(&mut self) -> bool {
        if self.waiting > 0 && !self.was_left() {
            self.waiting -= 1;
            self.at += self.compiled.0.domains.len();
            self.control.statistics.solutions += 1;
            return true;
        }
        self.search_on()
    }

    /// The step where no solution waits.
    #[inline(never)]
    fn search_on(&mut self) -> bool {
        if self.outcome != Outcome::Running {
            return false;
        }
        if self.was_left() {
            self.restart();
        }
        if self.control.start() {
            self.prepare();
        }
        if self.control.statistics.solutions >= self.control.solution_limit {
            self.outcome = Outcome::Stopped(StopReason::SolutionLimit);
            self.end_threads();
            return false;
        }
        self.pull()
    }

    /// Whether the threads of the search under way were ended by an iterator that was dropped.
    fn was_left(&self) -> bool {
        #[cfg(feature = "parallel")]
        return self.made_for == Route::Parallel && self.threads.were_left();
        #[cfg(not(feature = "parallel"))]
        false
    }

    /// Ends the threads of the search under way, if it has any, and adds what they counted.
    fn end_threads(&mut self) {
        #[cfg(feature = "parallel")]
        self.threads.end(&mut self.control.statistics);
    }

    /// Asks the engine for more.
    fn pull(&mut self) -> bool {
        let Some(engine) = &mut self.engine else { return false };
        let mut request = Request {
            assumptions: &self.assumptions,
            demand: self.demand,
            orders: self.orders,
            branching: self.branching.as_mut().or(self.brancher.as_mut()),
            any_route: self.any_route,
        };
        match engine.advance(&mut request, &mut self.control, &mut self.observer) {
            Some(Next::Counted(count)) => {
                self.control.statistics.solutions = self.control.statistics.solutions.saturating_add(count)
            }
            Some(Next::Solutions(count)) => {
                let wanted = self.control.solution_limit - self.control.statistics.solutions;
                self.control.statistics.solutions += 1;
                (self.at, self.waiting) = (0, count.min(wanted) - 1);
                if self.purpose != Purpose::Count || cfg!(debug_assertions) {
                    engine.read(&mut self.values_found);
                    debug_assert!(self.are_solutions(), "not all are solutions: {:?}", self.values_found);
                }
            }
            Some(Next::Branch) => {}
            None => {
                self.outcome = self.control.stopped.map_or(Outcome::Complete, Outcome::Stopped);
                return false;
            }
        }
        true
    }

    /// The values of the current solution.
    #[inline]
    fn current(&self) -> &[Value] {
        &self.values_found[self.at..self.at + self.compiled.0.domains.len()]
    }

    /// Whether all that was found satisfies every constraint.
    fn are_solutions(&self) -> bool {
        let each = self.compiled.0.domains.len().max(1);
        self.values_found.chunks(each).all(|values| self.compiled.0.is_solution(values))
    }

    /// Settles how the search that begins is done.
    fn prepare(&mut self) {
        if let Some(branching) = &mut self.branching {
            branching.begin();
        }
        self.values_found.resize(self.compiled.0.domains.len(), 0); // a batch may have been longer
        self.any_route =
            self.purpose != Purpose::Enumerate && self.mode == Propagation::Fixpoint && self.variables.is_none();
        let best = if self.any_route { VariableOrder::FirstFail } else { VariableOrder::Input };
        self.orders = Orders { variables: self.variables.unwrap_or(best), values: self.values };
        if self.branching.is_none() && !self.orders.are_built_in() {
            let variables: Vec<Var> = self.compiled.variables().collect();
            let brancher = branch_on(&variables).order(self.orders.variables).values(self.orders.values);
            self.brancher = Some(Box::new(brancher.seed(self.seed)));
        }
        let route = self.route();
        #[cfg(feature = "parallel")]
        if self.runs_on_threads() {
            let counting = self.purpose == Purpose::Count;
            let projection = self.projection.clone();
            self.engine = Some(self.threads.engine(&self.compiled.0, route, projection, counting));
            self.made_for = Route::Parallel;
            return;
        }
        let restarts = self.restarts();
        if self.engine.is_none() || (self.made_for, self.made_to_restart) != (route, restarts) {
            let program = &self.compiled.0;
            let engine = |route: Route| route.engine(program, self.mode, self.projection.as_deref());
            self.engine = Some(match restarts {
                Some(patience) => {
                    let plain = (route != Route::Trailed).then(|| engine(route));
                    let (projection, variables) = (self.projection.clone(), self.to_decide());
                    Box::new(Restarts::new(plain, program.clone(), projection, variables, patience, self.seed))
                }
                None => engine(route),
            });
            self.made_to_restart = restarts;
            self.made_for = route;
        }
    }
}
