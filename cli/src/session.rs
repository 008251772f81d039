//! What one call of the program shares between its searches: options, standard output, progress, Ctrl-C, counters.

use std::fmt;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Instant;

use bezzel::{Compiled, Outcome, Solver, Statistics, StopReason, ValueOrder, VariableOrder};
use indicatif::HumanCount;

use crate::arguments::{Order, SearchOptions};
use crate::failure::{Failure, say};
use crate::interrupt::{self, Interrupt};
use crate::output::Output;
use crate::progress::Progress;

/// One call of the program.
pub struct Session<'a> {
    pub options: &'a SearchOptions,
    pub output: Output,
    pub progress: Progress,
    pub interrupt: Interrupt,
    started: Instant,
    /// The counters of all searches that have ended.
    totals: Statistics,
}

impl<'a> Session<'a> {
    pub fn new(options: &'a SearchOptions) -> Session<'a> {
        let started = Instant::now();
        let progress = Progress::new(started);
        let output = Output::new(progress.bar());
        let interrupt = Interrupt::listen();
        Session { options, output, progress, interrupt, started, totals: Statistics::default() }
    }

    /// A solver as the options ask for it; `order` holds unless they name one, and without both the solver chooses.
    pub fn solver(&self, compiled: &Compiled, order: Option<VariableOrder>) -> Solver {
        let mut solver = compiled.solver().with_propagation(self.options.propagation.into());
        if let Some(order) = self.options.order.map(VariableOrder::from).or(order) {
            solver = solver.with_order(order);
        }
        if let Some(seed) = self.options.seed {
            solver = solver.with_seed(seed);
            // one solution by any route is random enough by itself, where that is of use
            if !self.options.first {
                solver = solver.with_values(ValueOrder::Random);
            }
        }
        let in_order = self.options.order == Some(Order::Input);
        solver = solver.with_threads(self.options.threads).with_ordered_solutions(in_order);
        if let Some(limit) = self.options.time_limit {
            solver = solver.with_time_limit(limit.saturating_sub(self.started.elapsed()));
        }
        // Without a terminal, counting has nothing to show and nothing to print.
        if self.progress.is_visible() || !self.options.count {
            let (mut progress, output) = (self.progress.clone(), self.output.clone());
            solver = solver.with_monitor(move |state| {
                progress.search(&state.statistics, state.explored);
                // The error comes back at the next write.
                if output.refresh().is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        self.interrupt.watch(solver.canceller());
        solver
    }

    /// Waits for input by `wait`: what was printed is written before, and Ctrl-C ends the program at once.
    pub fn while_waiting<R>(&self, wait: impl FnOnce() -> R) -> Result<R, Failure> {
        self.output.flush()?;
        Ok(self.interrupt.while_waiting(wait))
    }

    /// Adds the counters of a search that has ended.
    pub fn add(&mut self, search: Statistics) {
        let totals = &mut self.totals;
        totals.nodes += search.nodes;
        totals.decisions += search.decisions;
        totals.forced += search.forced;
        totals.failures += search.failures;
        totals.checks += search.checks;
        totals.propagations += search.propagations;
        totals.solutions += search.solutions;
        totals.depth = totals.depth.max(search.depth);
    }

    /// Writes what is left, then the counters if asked for, then the summary; gives the exit code.
    pub fn close(self, result: &str, end: End, bad_input: bool) -> Result<ExitCode, Failure> {
        self.output.flush()?;
        self.progress.clear();
        if self.options.stats {
            say(self.statistics().trim_end());
        }
        let (nodes, failures) = (HumanCount(self.totals.nodes), HumanCount(self.totals.failures));
        let seconds = self.started.elapsed().as_secs_f64();
        say(&format!("{result}; {end}; {nodes} nodes, {failures} failures, {seconds:.3} s"));
        Ok(ExitCode::from(if end == End::Interrupted { interrupt::EXIT_CODE } else { u8::from(bad_input) }))
    }

    /// The counters with their definitions, one a line.
    fn statistics(&self) -> String {
        let totals = &self.totals;
        [
            ("nodes", totals.nodes, "values tried at a choice"),
            ("decisions", totals.decisions, "nodes whose variable had two values or more"),
            ("forced", totals.forced, "values fixed by propagation"),
            (
                "failures",
                totals.failures,
                "nodes whose propagation left a variable without a value or broke a constraint",
            ),
            ("checks", totals.checks, "pairs and constraints tested (only --propagation backtracking)"),
            ("propagations", totals.propagations, "runs of propagators; conflicts between pairs need none"),
            ("solutions", totals.solutions, "solutions that the search reached"),
            ("depth", totals.depth, "the most decisions on the way to a node"),
        ]
        .map(|(name, value, definition)| format!("{name:<12} {:>15}  {definition}\n", HumanCount(value).to_string()))
        .concat()
    }
}

/// How a search has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Everything was searched.
    Complete,
    /// One solution was asked for and found.
    First,
    /// A second solution was found: the first one is not the only one.
    Decided,
    /// As many solutions as allowed were found.
    Limit,
    TimeLimit,
    Interrupted,
}

impl From<Outcome> for End {
    fn from(outcome: Outcome) -> End {
        match outcome {
            Outcome::Complete => End::Complete,
            Outcome::Stopped(StopReason::TimeLimit) => End::TimeLimit,
            Outcome::Stopped(StopReason::Cancelled) => End::Interrupted,
            Outcome::Running | Outcome::Stopped(_) => End::Limit,
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            End::Complete => "search complete",
            End::First => "search stopped after the first solution (--first)",
            End::Decided => "search stopped once more than one solution was found",
            End::Limit => "search stopped by --limit",
            End::TimeLimit => "search stopped by --time-limit",
            End::Interrupted => "search stopped by Ctrl-C",
        })
    }
}
