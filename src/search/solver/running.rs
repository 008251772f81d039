//! A search under way: it is begun, settled when the first step is made, and gone on with step by step.

use super::route::Plan;
#[cfg(feature = "parallel")]
use super::route::Route;
use super::{Purpose, Solver};
use crate::domain::Value;
use crate::observer::Observer;
use crate::search::brancher::branch_on;
use crate::search::branching::{Orders, VariableOrder};
use crate::search::control::{Outcome, StopReason};
use crate::search::{Next, Propagation, Request};
use crate::variable::Var;

impl<O: Observer> Solver<O> {
    /// Forgets the engine, as it was made for other circumstances.
    pub(super) fn reset(&mut self) {
        (self.engine, self.brancher) = (None, None);
        self.restart();
    }

    pub(super) fn begin(&mut self, purpose: Purpose) {
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
    pub(super) fn step(&mut self) -> bool {
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
        return self.made_for.0 == Route::Parallel && self.threads.were_left();
        #[cfg(not(feature = "parallel"))]
        false
    }

    /// Ends the threads of the search under way, if it has any, and adds what they counted.
    pub(super) fn end_threads(&mut self) {
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
    pub(super) fn current(&self) -> &[Value] {
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
        let patience = self.patience(route);
        let plan = || {
            let (mode, projection, seed) = (self.mode, self.projection.clone(), self.seed);
            Plan { route, mode, projection, patience, seed }
        };
        #[cfg(feature = "parallel")]
        if self.runs_on_threads() {
            let counting = self.purpose == Purpose::Count;
            self.engine = Some(self.threads.engine(&self.compiled.0, plan(), counting));
            self.made_for = (Route::Parallel, None);
            return;
        }
        if self.engine.is_none() || self.made_for != (route, patience) {
            self.engine = Some(plan().engine(&self.compiled.0));
            self.made_for = (route, patience);
        }
    }
}
