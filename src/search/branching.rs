//! What to decide next.

use crate::domain::Value;
use crate::literal::Literal;
use crate::store::{Cause, Store};
use crate::variable::Var;

/// Which variable is decided next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum VariableOrder {
    /// The first declared: solutions come in lexicographic order.
    #[default]
    Input,
    /// The one with the fewest values (first-fail, Haralick & Elliott 1980); of several, the first declared.
    FirstFail,
    /// The one with the smallest minimum.
    SmallestMin,
    /// The one with the largest minimum.
    LargestMin,
    /// The one with the smallest maximum.
    SmallestMax,
    /// The one with the largest maximum.
    LargestMax,
    /// The one with the fewest values for what failures weigh on it (dom/wdeg, Boussemart et al. 2004, refined).
    DomWdeg,
    /// Any, by the seed.
    Random,
}

/// In which order the values of a variable are tried.
///
/// `Smallest` and `Largest` make one choice of all values of the variable (*d*-way branching: a node for each value, and the
/// next variable below it). The others make two-way choices: a literal or its opposite, after which another variable may
/// come first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ValueOrder {
    /// Ascending.
    #[default]
    Smallest,
    /// Descending.
    Largest,
    /// The one in the middle of the domain's bounds, then the rest.
    Middle,
    /// The lower half of the domain, then the upper half.
    Split,
    /// Any, by the seed, then the rest.
    Random,
}

/// A choice between alternatives that together cover everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Every value of a variable, one after the other; ascending, unless the order is [`ValueOrder::Largest`].
    Values(Var, ValueOrder),
    /// A literal, then its opposite.
    Literal(Literal),
}

/// A node that failed, as a branching is told of it.
#[derive(Debug)]
pub struct Failure<'a> {
    /// The decision that led there.
    pub decision: Literal,
    /// What failed.
    pub cause: Cause,
    /// The variable whose domain became empty, if one did.
    pub wiped: Option<Var>,
    pub(crate) model: u32,
    pub(crate) scope: &'a [u32],
}

impl Failure<'_> {
    /// The variables of the constraint that failed; where that is not known, the one that was wiped out.
    pub fn variables(&self) -> impl Iterator<Item = Var> + '_ {
        let wiped = self.wiped.filter(|_| self.scope.is_empty());
        self.scope.iter().map(|&index| Var { model: self.model, index }).chain(wiped)
    }
}

/// Decides what is decided next, for [`Solver::with_branching`](crate::Solver::with_branching).
///
/// ```
/// use bezzel::*;
///
/// /// Halves the largest domain.
/// struct SplitLargest(Vec<Var>);
///
/// impl Branching for SplitLargest {
///     fn choose(&mut self, store: &Store) -> Option<Choice> {
///         let x = *self.0.iter().max_by_key(|x| x.len(store))?;
///         let (low, high) = (x.min(store), x.max(store));
///         (low < high).then(|| Choice::Literal(Literal::at_most(x, low + (high - low) / 2)))
///     }
/// }
///
/// let (model, queens) = models::nqueens(6)?;
/// let mut solver = model.solver().with_branching(SplitLargest(queens));
/// assert_eq!(solver.solutions().count(), 4);
/// # Ok::<(), ModelError>(())
/// ```
pub trait Branching: Send + 'static {
    /// A search begins. What was learned in the one before is to be forgotten, if searches are to repeat.
    fn begin(&mut self) {}

    /// The next choice, on a variable that is not fixed; or `None` when all that this branching cares for is fixed. What
    /// is left is then decided in the order of declaration, as is a choice that decides nothing (which would never end).
    fn choose(&mut self, store: &Store) -> Option<Choice>;

    /// A node failed; the domains are as they were then.
    fn failed(&mut self, failure: &Failure, store: &Store) {
        let _ = (failure, store);
    }
}

/// The orders that the engine knows by itself: input order and first-fail, smallest and largest value.
#[derive(Clone, Copy, Default)]
pub(crate) struct Orders {
    pub variables: VariableOrder,
    pub values: ValueOrder,
}

impl Orders {
    /// Whether the engine knows them; otherwise a [`Brancher`](super::Brancher) does.
    pub(crate) fn are_built_in(self) -> bool {
        matches!(self.variables, VariableOrder::Input | VariableOrder::FirstFail)
            && matches!(self.values, ValueOrder::Smallest | ValueOrder::Largest)
    }
}

impl Branching for Orders {
    fn choose(&mut self, store: &Store) -> Option<Choice> {
        let variable = match self.variables {
            VariableOrder::FirstFail => store.smallest_open(),
            _ => store.first_open(),
        };
        variable.map(|x| Choice::Values(x, self.values))
    }
}

/// The alternatives of a choice that are still to be tried.
pub(crate) struct Alternatives {
    choice: Choice,
    /// The alternative tried last.
    last: Option<Last>,
    /// How many were tried, and how many there were.
    pub tried: u64,
    pub total: u64,
}

enum Last {
    Value(Value),
    First,
    Second,
}

impl Alternatives {
    pub(crate) fn new(choice: Choice, store: &Store) -> Alternatives {
        let total = match choice {
            Choice::Values(x, _) => store.len(x),
            Choice::Literal(_) => 2,
        };
        Alternatives { choice, last: None, tried: 0, total }
    }

    pub(crate) fn variable(&self) -> Var {
        match self.choice {
            Choice::Values(x, _) => x,
            Choice::Literal(literal) => literal.variable,
        }
    }

    /// The next alternative, in the domains of the node that chooses.
    pub(crate) fn next(&mut self, store: &Store) -> Option<Literal> {
        let (literal, last) = match (self.choice, &self.last) {
            (Choice::Values(x, order), last) => {
                let value = match (order, last) {
                    (ValueOrder::Largest, Some(Last::Value(value))) => store.next_below(x, *value)?,
                    (ValueOrder::Largest, _) => store.max(x),
                    (_, Some(Last::Value(value))) => store.next_above(x, *value)?,
                    (_, _) => store.min(x),
                };
                (Literal::equal(x, value), Last::Value(value))
            }
            (Choice::Literal(literal), None) => (literal, Last::First),
            (Choice::Literal(literal), Some(Last::First)) => (!literal, Last::Second),
            (Choice::Literal(_), Some(_)) => return None,
        };
        self.last = Some(last);
        self.tried += 1;
        Some(literal)
    }
}
