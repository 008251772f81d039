//! Search: the one loop, and the solver that owns it.
//!
//! Depth-first search with an explicit stack, pulled one solution at a time. The loop knows two kinds of state: levels
//! that are copied ([`packed`], for models that tier 1 describes completely) and levels that are trailed ([`trailed`],
//! for everything else).

mod answer;
mod brancher;
mod branching;
mod conflict;
mod control;
mod first_then_waves;
mod optimize;
mod packed;
mod random_choice;
mod restarts;
mod solutions;
mod solver;
mod teaching;
mod trailed;
mod trial_then_waves;

pub use answer::{Answer, Count, Solution, SolutionRef, Uniqueness};
pub use brancher::{Brancher, LastConflict, Sequence, branch_on, last_conflict, sequence};
pub use branching::{Branching, Choice, Failure, ValueOrder, VariableOrder};
pub use conflict::Why;
pub use control::{Canceller, Outcome, Progress, Statistics, StopReason};
pub(crate) use control::{Control, Halt};
pub use optimize::{Improvements, Optimum};
pub use solutions::{IntoSolutions, Solutions};
pub use solver::Solver;

use crate::domain::Value;
use crate::literal::Literal;
use crate::variable::View;
use branching::Orders;

/// How much is inferred at each node. All modes find the same solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Propagation {
    /// Nothing: each value tried is checked against the variables decided before (for teaching).
    Backtracking,
    /// The conflicts of the variable just decided, once; another constraint acts when one variable of it is undecided
    /// (for teaching).
    ForwardChecking,
    /// Forward checking, with variables that have one value left followed in turn, and all propagators run until
    /// nothing changes.
    #[default]
    Fixpoint,
    /// As `Fixpoint`, and a value goes when it would leave some other variable without one, by the pairwise conflicts
    /// of all constraints together (maintaining arc consistency, Sabin & Freuder 1994).
    ArcConsistency,
}

/// What one search is to do.
pub(crate) struct Request<'a> {
    pub assumptions: &'a [Literal],
    /// Only solutions in which the view is at most the value count.
    demand: Option<(View, Value)>,
    orders: Orders,
    branching: Option<&'a mut Box<dyn Branching>>,
    /// Any order of search will do, and any variable of the engine's own may be branched on.
    any_route: bool,
}

/// What there is to do at a node where propagation has ended.
#[derive(Clone, Copy)]
pub(crate) enum Next {
    /// A choice was pushed.
    Branch,
    /// Nothing is left to choose: so many solutions, to be read.
    Solutions(u64),
    /// So many solutions, none of which was made; the end.
    Counted(u64),
}

/// The nodes of a search, and the ways between them.
pub(crate) trait State<O>: Send {
    /// Nodes between two looks at the clock.
    const INTERVAL: u64;
    /// Goes to the root, and propagates there.
    fn start(&mut self, request: &mut Request, control: &mut Control, observer: &mut O) -> Result<Next, Halt>;
    /// Leaves a solution, if at one.
    fn leave_solution(&mut self);
    /// Takes the next alternative, going up where a node has none left.
    fn next(&mut self, control: &mut Control, observer: &mut O) -> Result<(), Halt>;
    /// Makes the alternative true, and propagates.
    fn descend(&mut self, request: &mut Request, control: &mut Control, observer: &mut O) -> Result<Next, Halt>;
    /// The values of a solution.
    fn read(&self, values: &mut [Value]);
    /// The share of the tree that is done.
    fn explored(&self) -> f64;
}

/// Where a search stands that is gone on with again and again.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    Fresh,
    Running,
    Ended,
}

/// The one loop, whatever the state.
struct Search<S> {
    state: S,
    phase: Phase,
}

pub(crate) trait Engine<O>: Send {
    fn restart(&mut self);
    /// Goes on to what is found next; nothing at the end, or when [`Control::stopped`] says why.
    fn advance(&mut self, request: &mut Request, control: &mut Control, observer: &mut O) -> Option<Next>;
    /// Writes the values of the solutions found last, one after the other.
    fn read(&mut self, values: &mut Vec<Value>);
}

impl<S> Search<S> {
    fn new(state: S) -> Search<S> {
        Search { state, phase: Phase::Fresh }
    }
}

impl<O, S: State<O>> Engine<O> for Search<S> {
    fn restart(&mut self) {
        self.phase = Phase::Fresh;
    }

    fn advance(&mut self, request: &mut Request, control: &mut Control, observer: &mut O) -> Option<Next> {
        let state = &mut self.state;
        let mut next = match self.phase {
            Phase::Ended => return None,
            Phase::Fresh => {
                control.interval = S::INTERVAL;
                self.phase = Phase::Running;
                state.start(request, control, observer)
            }
            Phase::Running => {
                state.leave_solution();
                Ok(Next::Branch)
            }
        };
        loop {
            match next {
                Ok(Next::Branch) | Err(Halt::Conflict) => {}
                Ok(found) => return Some(found),
                Err(_) => {
                    self.phase = Phase::Ended;
                    return None;
                }
            }
            let counted = state.next(control, observer).and_then(|()| control.node(|| state.explored()));
            next = counted.and_then(|()| state.descend(request, control, observer));
            control.statistics.failures += u64::from(matches!(next, Err(Halt::Conflict)));
        }
    }

    fn read(&mut self, values: &mut Vec<Value>) {
        self.state.read(values);
    }
}
