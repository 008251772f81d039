//! All-different except a value.

use std::collections::BTreeSet;

use super::exclude_fixed;
use crate::compile::Poster;
use crate::constraint::{Assignment, Constraint, Priority, Status, Wake, forward_check};
use crate::constraints::{repeats_a_variable, views};
use crate::domain::Value;
use crate::store::{Conflict, Store};
use crate::variable::{Variable, View};

/// See [`all_different_except`].
#[derive(Clone, Debug)]
pub struct AllDifferentExcept {
    views: Vec<View>,
    value: Value,
    /// Some variable occurs twice.
    repeated: bool,
}

/// The views take pairwise different values, except that any number of them may take `value`.
///
/// Forward checking: a value that is taken leaves the other domains. Of at most 24 views with small domains the pairs
/// are tabulated, and no propagator runs.
///
/// ```
/// # use bezzel::*;
/// let mut model = Model::new();
/// let jobs = model.variables(3, 0..=2)?; // 0: no job
/// model.post(all_different_except(&jobs, 0))?;
/// assert_eq!(model.solver().count().solutions, 13);
/// # Ok::<(), ModelError>(())
/// ```
pub fn all_different_except(scope: impl IntoIterator<Item: Into<View>>, value: Value) -> AllDifferentExcept {
    let views = views(scope);
    AllDifferentExcept { repeated: repeats_a_variable(&views), views, value }
}

/// Of more views than this the pairs are not tabulated.
const LARGEST_TABULATED: usize = 24;

impl Constraint for AllDifferentExcept {
    fn name(&self) -> &'static str {
        "all_different_except"
    }

    fn scope(&self) -> Vec<View> {
        self.views.clone()
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        let mut seen = BTreeSet::new();
        let mut values = self.views.iter().map(|view| assignment.value(view));
        values.all(|value| value == self.value || seen.insert(value))
    }

    fn post(&self, poster: &mut Poster) {
        let mut tabulated = self.views.len() <= LARGEST_TABULATED;
        for (i, &x) in self.views.iter().enumerate() {
            for &y in &self.views[..i] {
                tabulated = tabulated && poster.pairs(x, y, |v, w| v != w || v == self.value);
            }
        }
        if tabulated {
            return poster.complete();
        }
        poster.priority(Priority::Linear);
        self.views.iter().for_each(|&view| poster.wake_on(view, Wake::Fixed));
    }

    /// Forward checking.
    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        exclude_fixed(&self.views, store, Some(self.value))?;
        if self.repeated {
            return forward_check(self, store).map(|status| match status {
                Status::AtFixpoint => Status::Again,
                status => status,
            });
        }
        let open = self.views.iter().filter(|view| !view.is_fixed(store)).count();
        Ok(if open <= 1 { Status::Entailed } else { Status::AtFixpoint })
    }

    /// False if two are fixed to one value that is not the exception; true if all are fixed otherwise.
    fn decided(&self, store: &Store) -> Option<bool> {
        let mut fixed: Vec<Value> = self.views.iter().filter_map(|view| view.value(store)).collect();
        let all = fixed.len() == self.views.len();
        fixed.retain(|&value| value != self.value);
        fixed.sort_unstable();
        match fixed.windows(2).any(|pair| pair[0] == pair[1]) {
            true => Some(false),
            false => all.then_some(true),
        }
    }
}
