//! What a constraint may tell the engine when it is posted.

use std::fmt;

use super::Posted;
use super::rows::values_of;
use crate::constraint::{Constraint, ConstraintId, Priority, Wake};
use crate::constraints::repeats_a_variable;
use crate::domain::{Domain, Value, ValueSet};
use crate::forward_checking::{Pairs, Source};
use crate::literal::Literal;
use crate::propagation::Needs;
use crate::variable::{Var, View};

/// How a constraint tells the engine what it should know before search.
pub struct Poster<'a> {
    pub(super) domains: &'a [ValueSet],
    pub(super) model: u32,
    pub(super) posted: &'a mut Posted,
    pub(super) filters: &'a mut Vec<(ConstraintId, Literal)>,
    pub(super) impossible: &'a mut Option<ConstraintId>,
    pub(super) at: u32,
    pub(super) id: ConstraintId,
    pub(super) needs: &'a mut Needs,
}

/// Shows which constraint is posted.
impl fmt::Debug for Poster<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Poster").field("constraint", &self.id).finish_non_exhaustive()
    }
}

impl Poster<'_> {
    /// The domain of a variable before search.
    ///
    /// # Panics
    /// When the model has no variable at the position of `x`. Whether `x` belongs to the model is not checked.
    pub fn domain(&self, x: Var) -> &ValueSet {
        &self.domains[x.index()]
    }

    /// The values of a view before search, if there are at most `limit`.
    pub fn values(&self, view: View, limit: u64) -> Option<Vec<Value>> {
        let Some(x) = view.variable() else { return Some(vec![view.offset]) };
        let domain = self.domain(x);
        (domain.len() <= limit).then(|| domain.iter().map(|v| view.image(v)).collect())
    }

    /// Hands over that the views must take pairwise different values.
    pub fn all_different(&mut self, views: &[View]) {
        let constants: Vec<Value> = views.iter().filter(|v| v.scale == 0).map(|v| v.offset).collect();
        let mut members = views.to_vec();
        members.retain(|view| view.scale != 0);
        if constants.iter().collect::<std::collections::BTreeSet<_>>().len() < constants.len() {
            self.impossible();
        }
        for (view, &constant) in members.iter().flat_map(|view| constants.iter().map(move |c| (view, c))) {
            if let Some(value) = view.preimage(constant) {
                self.forbid(view.var, value);
            }
        }
        self.forbid_conflicts_of_one_variable(&members);
        if members.len() > 1 {
            self.posted.sources.push(Source { constraint: self.id, pairs: Pairs::Clique(members) });
        }
    }

    /// Two members on one variable: it must not take a value at which they are equal.
    fn forbid_conflicts_of_one_variable(&mut self, members: &[View]) {
        if !repeats_a_variable(members) {
            return;
        }
        let mut sorted = members.to_vec();
        sorted.sort_by_key(|view| view.var.index);
        for group in sorted.chunk_by(|a, b| a.var == b.var) {
            for (i, a) in group.iter().enumerate() {
                for b in &group[i + 1..] {
                    let (scale, offset) =
                        (i128::from(a.scale) - i128::from(b.scale), i128::from(b.offset) - i128::from(a.offset));
                    if scale == 0 && offset == 0 {
                        self.impossible();
                    } else if let Ok(value) = i64::try_from(offset.checked_div(scale).unwrap_or(i128::MAX))
                        && scale * i128::from(value) == offset
                    {
                        self.forbid(a.var, value);
                    }
                }
            }
        }
    }

    /// Asks for dual lanes over an all-different handed over before: one for each value, where there are as many values
    /// as views. Where they cannot be had, the constraint has to do the same when it runs; says whether it has to.
    pub fn dual(&mut self, views: &[View]) -> bool {
        let distinct = views.iter().all(|v| v.scale != 0 && self.domain(v.var).len() <= 64);
        let applies = distinct && values_of(views, self.domains).len() == views.len();
        if applies {
            self.posted.duals.push(views.to_vec());
            self.needs.dual = true;
        }
        applies
    }

    /// Hands over which pairs of values `x` and `y` may take together. Only domains that span at most 64 values can be
    /// tabulated: says whether it was done.
    pub fn pairs(&mut self, x: View, y: View, allowed: impl Fn(Value, Value) -> bool) -> bool {
        let (Some(a), Some(b)) = (x.variable(), y.variable()) else {
            let Some((view, constant)) = x.variable().map(|_| (x, y)).or(y.variable().map(|_| (y, x))) else {
                if !allowed(x.offset, y.offset) {
                    self.impossible();
                }
                return true;
            };
            let is_first = view == x;
            return self
                .filter(view, |v| if is_first { allowed(v, constant.offset) } else { allowed(constant.offset, v) });
        };
        if a == b {
            return self.filter(a.into(), |v| allowed(x.image(v), y.image(v)));
        }
        let base = |x: Var| self.domain(x).min().unwrap_or(0);
        let is_lane = |x: Var| self.domain(x).max().is_some_and(|max| max - base(x) < 64);
        if !is_lane(a) || !is_lane(b) {
            return false;
        }
        let mut keep = [vec![0u64; 64], vec![0u64; 64]];
        for v in self.domain(a).iter() {
            for w in self.domain(b).iter() {
                if allowed(x.image(v), y.image(w)) {
                    let (i, j) = ((v - base(a)) as usize, (w - base(b)) as usize);
                    keep[0][i] |= 1 << j;
                    keep[1][j] |= 1 << i;
                }
            }
        }
        let pairs = Pairs::Relation { variables: [a.index, b.index], keep };
        self.posted.sources.push(Source { constraint: self.id, pairs });
        true
    }

    /// Keeps the values of one view for which `keep` is true, at the root; only domains of some thousands of values can be
    /// walked: says whether it was done.
    pub fn filter(&mut self, view: View, keep: impl Fn(Value) -> bool) -> bool {
        let Some(x) = view.variable() else {
            if !keep(view.offset) {
                self.impossible();
            }
            return true;
        };
        if self.domain(x).len() > 4096 {
            return false;
        }
        let lost: Vec<Value> = self.domain(x).iter().filter(|&v| !keep(view.image(v))).collect();
        lost.into_iter().for_each(|value| self.forbid(x, value));
        true
    }

    /// Removes one value at the root.
    pub fn forbid(&mut self, x: Var, value: Value) {
        self.filters.push((self.id, Literal::not_equal(Var { model: self.model, ..x }, value)));
    }

    /// Says that no assignment satisfies the constraint.
    pub fn impossible(&mut self) {
        self.impossible.get_or_insert(self.id);
    }

    /// Says that the pairs handed over are the whole relation. The constraint still runs, to infer more than they do.
    pub fn covered(&mut self) {
        self.needs.covered = true;
    }

    /// Says that the pairs handed over are the whole relation, and that the constraint need not run.
    pub fn complete(&mut self) {
        (self.needs.covered, self.needs.idle) = (true, true);
    }

    /// Posts a constraint as a part of this one, which runs it when it pleases: only what wakes it counts. Pairs and memory
    /// are not taken; it has to do without.
    pub fn nested(&mut self, constraint: &dyn Constraint) {
        let (mut posted, mut filters, mut impossible, mut needs) = (Posted::default(), vec![], None, Needs::default());
        constraint.post(&mut Poster {
            domains: self.domains,
            model: self.model,
            posted: &mut posted,
            filters: &mut filters,
            impossible: &mut impossible,
            at: self.at,
            id: self.id,
            needs: &mut needs,
        });
        self.posted.subscriptions.append(&mut posted.subscriptions);
        let wake = if needs.idle { Wake::Domain } else { Wake::Fixed };
        constraint.scope().into_iter().for_each(|view| self.wake_on(view, wake));
        self.needs.priority = self.needs.priority.max(needs.priority);
    }

    /// Asks to be run when this happens to the domain of `view`.
    pub fn wake_on(&mut self, view: View, wake: Wake) {
        let Some(x) = view.variable() else { return };
        let wake = match wake {
            Wake::Lost(value) => match view.preimage(value) {
                Some(value) => Wake::Lost(value),
                None => return,
            },
            wake => wake,
        };
        self.posted.subscriptions.push((x.index, wake, self.at));
    }

    /// Asks to be run in this order of cost.
    pub fn priority(&mut self, priority: Priority) {
        self.needs.priority = priority;
    }

    /// Asks for reversible memory with these first values; see [`Store::memory`](crate::Store::memory).
    pub fn memory(&mut self, first: &[i64]) {
        self.needs.memory = first.to_vec();
    }

    /// Asks to be run whenever search returns to an earlier node.
    pub fn on_resume(&mut self) {
        self.needs.on_resume = true;
    }
}
