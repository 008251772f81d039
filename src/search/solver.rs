//! The solver: what a search is asked for, and what it answers.

#[cfg(feature = "parallel")]
mod parallel;
mod route;
mod running;
mod settings;

use std::fmt;
use std::sync::Arc;

use super::answer::{Answer, Count, SolutionRef, Uniqueness};
use super::branching::{Branching, Orders, ValueOrder, VariableOrder};
use super::control::{Control, Outcome, Statistics};
use super::restarts::Patience;
use super::solutions::{IntoSolutions, Solutions};
use super::{Engine, Propagation};
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
    /// What the engine was made for.
    made_for: (Route, Option<Patience>),
    #[cfg(feature = "parallel")]
    threads: Threads,
    purpose: Purpose,
    outcome: Outcome,
    /// The values of the solutions found last, one after the other; where the current one begins; how many follow it.
    values_found: Vec<Value>,
    at: usize,
    waiting: u64,
}

/// Shows where the search stands.
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
            made_for: (Route::Trailed, None),
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
            made_for: (Route::Trailed, None),
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
    /// A plain search that fails too often gives way to restarts with random choices, by the seed of
    /// [`Solver::with_seed`], unless an order, a branching, an observer or another mode was chosen. Too often is 24 to 50
    /// times, by the number of variables; 100 times that on a model of pairwise conflicts between at most half of the
    /// pairs of variables, where a failure costs little. Runs get longer, so that the answer is still complete: no
    /// solution means that there is none. [`Solver::statistics`] counts all runs together.
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
    ///
    /// ```
    /// # use bezzel::*;
    /// let count = models::nqueens(20)?.0.solver().count_up_to(100);
    /// assert_eq!(count, Count { solutions: 100, outcome: Outcome::Stopped(StopReason::SolutionLimit) });
    /// # Ok::<(), ModelError>(())
    /// ```
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
}
