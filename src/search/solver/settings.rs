//! What a search is told beforehand: modes, orders, limits, assumptions, a projection.

use std::ops::ControlFlow;
use std::time::Duration;

use super::Solver;
use crate::error::ModelError;
use crate::literal::Literal;
use crate::model::check_variable;
use crate::observer::Observer;
use crate::search::{Branching, Canceller, Progress, Propagation, ValueOrder, VariableOrder};
use crate::variable::Var;

impl<O: Observer> Solver<O> {
    /// Chooses how much is inferred at each node.
    pub fn with_propagation(mut self, mode: Propagation) -> Self {
        self.mode = mode;
        self.reset();
        self
    }

    /// Chooses which variable is decided next. The default is the order of declaration, except for
    /// [`Solver::solve`] and [`Solver::count`], which may take any route.
    pub fn with_order(mut self, order: VariableOrder) -> Self {
        self.variables = Some(order);
        self.reset();
        self
    }

    /// Chooses the order in which the values of a variable are tried.
    pub fn with_values(mut self, order: ValueOrder) -> Self {
        self.values = order;
        self.reset();
        self
    }

    /// What random orders and restarts start from; the same seed gives the same search.
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self.reset();
        self
    }

    /// Decides by a [`Branching`] of one's own.
    pub fn with_branching(mut self, branching: impl Branching) -> Self {
        self.branching = Some(Box::new(branching));
        self.reset();
        self
    }

    /// Stops after so many solutions; 0 yields none. A search under way starts from the beginning.
    ///
    /// ```
    /// # use bezzel::*;
    /// let mut solver = models::nqueens(6)?.0.solver().with_solution_limit(2);
    /// assert_eq!(solver.solutions().count(), 2);
    /// assert_eq!(solver.outcome(), Outcome::Stopped(StopReason::SolutionLimit));
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn with_solution_limit(mut self, limit: u64) -> Self {
        self.control.solution_limit = limit;
        self.restart();
        self
    }

    /// Stops after so many nodes. A search under way starts from the beginning.
    ///
    /// ```
    /// # use bezzel::*;
    /// let mut solver = models::nqueens(20)?.0.solver().with_node_limit(1_000);
    /// assert_eq!(solver.count().outcome, Outcome::Stopped(StopReason::NodeLimit));
    /// assert_eq!(solver.statistics().nodes, 1_000);
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn with_node_limit(mut self, limit: u64) -> Self {
        self.control.node_limit = limit;
        self.restart();
        self
    }

    /// Stops when a search has taken so long (soon after: the clock is read every few nodes). A search under way
    /// starts from the beginning.
    ///
    /// ```
    /// # use bezzel::*;
    /// use std::time::Duration;
    ///
    /// let mut solver = models::nqueens(20)?.0.solver().with_time_limit(Duration::from_millis(20));
    /// assert_eq!(solver.count().outcome, Outcome::Stopped(StopReason::TimeLimit));
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn with_time_limit(mut self, limit: Duration) -> Self {
        self.control.time_limit = Some(limit);
        self.restart();
        self
    }

    /// Calls `monitor` at the first node and then every few nodes; `Break` stops the search as a canceller does.
    ///
    /// ```
    /// # use bezzel::*;
    /// use std::ops::ControlFlow;
    ///
    /// let mut solver = models::nqueens(20)?.0.solver().with_monitor(|progress| {
    ///     println!("{} solutions so far", progress.statistics.solutions);
    ///     if progress.statistics.nodes < 10_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    /// });
    /// assert_eq!(solver.count().outcome, Outcome::Stopped(StopReason::Cancelled));
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn with_monitor(mut self, monitor: impl FnMut(&Progress) -> ControlFlow<()> + Send + 'static) -> Self {
        self.control.monitor = Some(Box::new(monitor));
        self
    }

    /// What stops this solver from another thread.
    pub fn canceller(&self) -> Canceller {
        self.control.canceller().clone()
    }

    /// Searches under these assumptions from the next search on, instead of those given before.
    ///
    /// # Errors
    /// [`ModelError::ForeignVariable`]; then the assumptions stay as they were.
    pub fn assume(&mut self, assumptions: &[Literal]) -> Result<(), ModelError> {
        for literal in assumptions {
            check_variable(literal.variable, self.compiled.0.model, "assumption")?;
        }
        self.assumptions = assumptions.to_vec();
        self.restart();
        Ok(())
    }

    /// From the next search on, two solutions are different only if some of these variables differs; each comes with one
    /// completion. An empty list asks whether there is a solution at all.
    ///
    /// # Errors
    /// [`ModelError::ForeignVariable`]; then the projection stays as it was.
    ///
    /// ```
    /// # use bezzel::*;
    /// let (model, queens) = models::nqueens(6)?;
    /// let mut solver = model.solver();
    /// solver.project(&queens[..1])?;
    /// assert_eq!(solver.solutions().map(|s| s[queens[0]]).collect::<Vec<_>>(), [1, 2, 3, 4]);
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn project<'a>(&mut self, variables: impl IntoIterator<Item = &'a Var>) -> Result<(), ModelError> {
        let variables: Vec<Var> = variables.into_iter().copied().collect();
        for &x in &variables {
            check_variable(x, self.compiled.0.model, "projection")?;
        }
        self.projection = Some(variables);
        self.reset();
        Ok(())
    }
}
