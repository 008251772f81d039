//! Watching a search, step by step.

use crate::constraint::ConstraintId;
use crate::domain::Value;
use crate::literal::Literal;
use crate::store::{Cause, Removal, Store};
use crate::variable::Var;

/// Receives the events of a search, in the order in which they happen.
///
/// The observer is a type parameter of the [`Solver`](crate::Solver): with `ON = false` (as in [`Silent`]) every call
/// site vanishes, and nothing is logged.
///
/// ```
/// use bezzel::*;
///
/// #[derive(Default)]
/// struct Decisions(Vec<String>);
///
/// impl Observer for Decisions {
///     fn event(&mut self, event: Event<'_>) {
///         if let Event::Decide { literal, .. } = event {
///             self.0.push(format!("{literal:?}"));
///         }
///     }
/// }
///
/// let (model, _) = models::nqueens(4)?;
/// let mut solver = model.solver().with_observer(Decisions::default());
/// solver.solve();
/// assert_eq!(solver.observer().0, ["x0 = 0", "x1 = 2", "x1 = 3", "x0 = 1"]);
/// # Ok::<(), ModelError>(())
/// ```
pub trait Observer: Send + 'static {
    /// Whether there is anyone to tell. When false, nothing is called.
    const ON: bool = true;

    /// Whether [`Event::Removed`] comes with reasons, which the constraints are then asked for.
    const REASONS: bool = false;

    /// Something happened.
    fn event(&mut self, event: Event<'_>);
}

/// The observer of a solver that nobody watches.
#[derive(Clone, Copy, Default, Debug)]
pub struct Silent;

impl Observer for Silent {
    const ON: bool = false;
    fn event(&mut self, _: Event<'_>) {}
}

/// One step of a search. A depth counts the decisions above: 0 is the root.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A search begins, at the root.
    Start,
    /// A node: search makes `literal` true, `depth` decisions deep.
    Decide {
        /// The depth of the new node.
        depth: usize,
        /// The decision.
        literal: Literal,
    },
    /// Backtracking tested a pair of decided variables, or a constraint whose variables are all decided.
    Check {
        /// The constraint.
        constraint: ConstraintId,
        /// Whether it holds.
        holds: bool,
    },
    /// Values left a domain.
    Removed {
        /// What was lost and why.
        removal: Removal,
        /// The position of the entry in the log of what holds on the way to this node.
        index: usize,
        /// Earlier positions that made it necessary, if [`Observer::REASONS`] is set.
        reasons: &'a [usize],
    },
    /// A domain became empty, or a constraint found itself violated.
    Wipeout {
        /// The variable whose domain became empty, if one did.
        variable: Option<Var>,
        /// What failed.
        cause: Cause,
    },
    /// Propagation ended without a wipeout; the domains are those of the node.
    Fixpoint {
        /// The depth of the node.
        depth: usize,
        /// The domains.
        store: &'a Store,
    },
    /// The node has no solution.
    Failure {
        /// The depth of the node that failed.
        depth: usize,
    },
    /// A solution.
    Solution {
        /// Which one, counted from 1.
        number: u64,
        /// The values of all variables, in the order of declaration.
        values: &'a [Value],
    },
    /// Search returns to an earlier node.
    Backtrack {
        /// The depth of the node that it returns to.
        depth: usize,
    },
}
