//! Any relation, as a closure.

use std::fmt;

use super::views;
use crate::compile::Poster;
use crate::constraint::{Assignment, Constraint, Wake};
use crate::domain::Value;
use crate::variable::View;

/// See [`predicate`].
pub struct Predicate<F> {
    views: Vec<View>,
    relation: F,
}

/// Shows the views.
impl<F> fmt::Debug for Predicate<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Predicate").field("views", &self.views).finish_non_exhaustive()
    }
}

/// The values of the views, in the order given, satisfy the closure.
///
/// Forward checking (Haralick & Elliott 1980): the values of the last open variable are tried, if they are at most
/// 4,096. Over one or two views of small domains the closure is tabulated once, and is then as fast as any other
/// constraint. It must always give the same answer for the same values.
///
/// ```
/// # use bezzel::*;
/// let mut model = Model::new();
/// let x = model.variables(3, 1..=20)?;
/// model.post(predicate(&x, |v| v[0] * v[0] + v[1] * v[1] == v[2] * v[2]))?;
/// model.post(predicate([x[0], x[1]], |v| v[0] < v[1]))?;
/// assert_eq!(model.solver().count().solutions, 6); // 3 4 5, 5 12 13, 6 8 10, 8 15 17, 9 12 15, 12 16 20
/// # Ok::<(), ModelError>(())
/// ```
pub fn predicate<F>(scope: impl IntoIterator<Item: Into<View>>, relation: F) -> Predicate<F>
where
    F: Fn(&[Value]) -> bool + Send + Sync + 'static,
{
    Predicate { views: views(scope), relation }
}

impl<F: Fn(&[Value]) -> bool + Send + Sync + 'static> Constraint for Predicate<F> {
    fn name(&self) -> &'static str {
        "predicate"
    }

    fn scope(&self) -> Vec<View> {
        self.views.clone()
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        let values: smallvec::SmallVec<[Value; 8]> = self.views.iter().map(|view| assignment.value(view)).collect();
        (self.relation)(&values)
    }

    fn post(&self, poster: &mut Poster) {
        let tabulated = match *self.views {
            [x] => poster.filter(x, |v| (self.relation)(&[v])),
            [x, y] => poster.pairs(x, y, |v, w| (self.relation)(&[v, w])),
            _ => false,
        };
        if tabulated {
            poster.complete();
        } else {
            self.views.iter().for_each(|&view| poster.wake_on(view, Wake::Fixed));
        }
    }
}
