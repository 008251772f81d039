//! Why is there no solution? A minimal set of labelled constraints that conflict.

use super::answer::Answer;
use super::control::StopReason;
use super::solver::Solver;
use crate::constraint::ConstraintId;
use crate::model::Model;

/// What [`Model::minimal_conflict`] found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// The model has a solution, so nothing is to be explained.
    Satisfiable,
    /// The labels of constraints that have no solution together, in the order of posting; without any one of them there
    /// is one. No label at all means that the unlabelled constraints conflict by themselves.
    Conflict(Vec<String>),
    /// A limit stopped one of the searches before it was known.
    Stopped(StopReason),
}

impl Model {
    /// A minimal set of labelled constraints that have no solution together (QuickXplain, Junker 2004). The constraints
    /// without a label are taken for granted: they hold throughout, and are never named. It solves the model several
    /// times; `configure` sets the limits and the search of each, or is `|solver| solver`.
    ///
    /// ```
    /// # use bezzel::*;
    /// let mut model = Model::new();
    /// let (x, y) = (model.variable(0..=9)?, model.variable(0..=9)?);
    /// model.post(x.less_than(y))?.label("x before y")?;
    /// model.post((x + y).at_most(12))?.label("not too late")?;
    /// model.post(y.less_than(x))?.label("y before x")?;
    /// let why = model.minimal_conflict(|solver| solver);
    /// assert_eq!(why, Why::Conflict(vec!["x before y".into(), "y before x".into()]));
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn minimal_conflict(&self, configure: impl Fn(Solver) -> Solver) -> Why {
        let labels = self.labels();
        let labelled: Vec<ConstraintId> = labels.keys().copied().collect();
        let consistent = |chosen: &[ConstraintId]| {
            let model = self.without(|id| labels.contains_key(&id) && !chosen.contains(&id));
            match configure(model.solver()).solve() {
                Answer::Solution(_) => Ok(true),
                Answer::Unsatisfiable => Ok(false),
                Answer::Stopped(reason) => Err(reason),
            }
        };
        let found = consistent(&labelled).and_then(|satisfiable| {
            if satisfiable {
                return Ok(Why::Satisfiable);
            }
            let mut core =
                if consistent(&[])? { quick_xplain(&consistent, &[], false, &labelled)? } else { Vec::new() };
            core.sort_unstable();
            Ok(Why::Conflict(core.iter().map(|id| labels[id].clone()).collect()))
        });
        found.unwrap_or_else(Why::Stopped)
    }
}

/// A minimal part of `candidates` that conflicts with `background`. Recursion is as deep as the logarithm of their number.
fn quick_xplain(
    consistent: &impl Fn(&[ConstraintId]) -> Result<bool, StopReason>,
    background: &[ConstraintId],
    grown: bool,
    candidates: &[ConstraintId],
) -> Result<Vec<ConstraintId>, StopReason> {
    if grown && !consistent(background)? {
        return Ok(Vec::new());
    }
    if let [single] = candidates {
        return Ok(vec![*single]);
    }
    let (first, second) = candidates.split_at(candidates.len() / 2);
    let from_second = quick_xplain(consistent, &[background, first].concat(), !first.is_empty(), second)?;
    let from_first = quick_xplain(consistent, &[background, &from_second].concat(), !from_second.is_empty(), first)?;
    Ok([from_first, from_second].concat())
}
