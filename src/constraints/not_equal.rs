//! Disequality.

use crate::compile::Poster;
use crate::constraint::{Assignment, Constraint};
use crate::variable::View;

/// See [`not_equal`].
#[derive(Clone, Debug)]
pub struct NotEqual(View, View);

/// `x != y`; either may be an integer.
///
/// A value that one takes leaves the domain of the other (forward checking); this is domain consistent. It is a
/// pairwise conflict, for which no propagator runs. In a formula [`differs_from`](crate::Compare::differs_from) infers
/// more, as it is settled by the bounds.
///
/// ```
/// # use bezzel::*;
/// let mut model = Model::new();
/// let (x, y) = (model.variable(0..=1)?, model.variable(0..=1)?);
/// model.post(not_equal(x, y))?;
/// model.post(not_equal(x, 0))?;
/// assert_eq!(model.solver().solutions().map(|s| (s[x], s[y])).collect::<Vec<_>>(), [(1, 0)]);
/// # Ok::<(), ModelError>(())
/// ```
pub fn not_equal(x: impl Into<View>, y: impl Into<View>) -> NotEqual {
    NotEqual(x.into(), y.into())
}

impl Constraint for NotEqual {
    fn name(&self) -> &'static str {
        "not_equal"
    }

    fn scope(&self) -> Vec<View> {
        vec![self.0, self.1]
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        assignment.value(self.0) != assignment.value(self.1)
    }

    fn post(&self, poster: &mut Poster) {
        poster.all_different(&[self.0, self.1]);
        poster.complete();
    }
}
