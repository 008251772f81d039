//! The constraints: one a file, each with its relation, its idea and the source of that.
//!
//! | constraint | relation |
//! | --- | --- |
//! | [`all_different`] | pairwise different |
//! | [`not_equal`] | `x != y` |
//! | [`Linear`] | sums compared: `=`, `!=`, `<=`, `<`, `>=`, `>`; made by [`Compare`](crate::Compare) |
//! | [`any_of`], [`all_of`], [`Logic`] | formulas of constraints |
//! | [`table`], [`forbidden`] | one of the rows, none of the rows |
//! | [`predicate`] | any closure over the values |

mod all_different;
mod linear;
mod logic;
mod not_equal;
mod predicate;
mod table;

pub use all_different::{AllDifferent, Strength, all_different};
pub use linear::Linear;
pub use logic::{AllOf, AnyOf, Iff, Logic, Not, all_of, any_of};
pub use not_equal::{NotEqual, not_equal};
pub use predicate::{Predicate, predicate};
pub use table::{Forbidden, Table, forbidden, table};

use crate::variable::View;

/// The views of a scope, whatever they were written as.
pub(crate) fn views(scope: impl IntoIterator<Item: Into<View>>) -> Vec<View> {
    scope.into_iter().map(Into::into).collect()
}
