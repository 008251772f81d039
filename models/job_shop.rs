//! Job shop: jobs of several tasks each, to be done one after the other, each on its machine; a machine does one task at
//! a time. All is to be done as early as possible.

use crate::{
    Branching, Compare, Literal, Logic, Model, ModelError, Value, Var, VariableOrder, any_of, branch_on, sequence,
};

/// The variables of [`job_shop()`].
#[derive(Clone, Debug)]
pub struct Schedule {
    /// For each job and each of its tasks the start.
    pub starts: Vec<Vec<Var>>,
    /// When everything is done.
    pub makespan: Var,
    /// For each two tasks of a machine, whether the one that is listed first is done first (1) or last (0).
    pub orders: Vec<Var>,
}

/// The model of jobs whose tasks are pairs of a machine and a duration, to be minimized in the makespan.
///
/// The starts have very many values, and most differences between them do not matter. What matters is which of two tasks
/// of a machine comes first; once that is decided for all of them, every task can start as early as its bounds allow. So
/// search decides the orders first, those in the most conflicts before others: see [`Schedule::branching`].
///
/// # Errors
/// [`ModelError::EmptyDomain`] if the sum of all durations is below 0, [`ModelError::DomainTooWide`] or
/// [`ModelError::ViewTooWide`] if it comes near [`VALUE_LIMIT`](crate::VALUE_LIMIT).
///
/// ```
/// use bezzel::{Optimum, models::job_shop};
///
/// let (model, schedule) = job_shop(&[&[(0, 3), (1, 2)], &[(1, 2), (0, 4)]])?;
/// let mut solver = model.solver().with_branching(schedule.branching());
/// let Optimum::Optimal(best) = solver.minimize(schedule.makespan)?.finish() else { panic!("not proved") };
/// assert_eq!(best[schedule.makespan], 7);
/// # Ok::<(), bezzel::ModelError>(())
/// ```
pub fn job_shop(jobs: &[&[(usize, Value)]]) -> Result<(Model, Schedule), ModelError> {
    let mut model = Model::new();
    let durations = jobs.iter().copied().flatten().map(|&(_, duration)| duration);
    let horizon = durations.fold(0, Value::saturating_add);
    let starts =
        jobs.iter().map(|job| model.variables(job.len(), 0..=horizon)).collect::<Result<Vec<_>, ModelError>>()?;
    let makespan = model.variable(0..=horizon)?;

    let mut tasks = Vec::new();
    for (job, starts) in jobs.iter().zip(&starts) {
        for (at, (&(machine, duration), &start)) in job.iter().zip(starts).enumerate() {
            let next = starts.get(at + 1).copied().unwrap_or(makespan);
            model.post((start + duration).at_most(next))?;
            tasks.push((machine, duration, start));
        }
    }
    let mut orders = Vec::new();
    for (i, &(machine, duration, start)) in tasks.iter().enumerate() {
        for &(_, other_duration, other) in tasks[i + 1..].iter().filter(|task| task.0 == machine) {
            let first = model.variable(0..=1)?;
            model.post((start + duration).at_most(other).implied_by(first))?;
            let last = (other + other_duration).at_most(start);
            model.post(any_of([Literal::equal(first, 1).boxed(), last.boxed()]))?;
            orders.push(first);
        }
    }
    Ok((model, Schedule { starts, makespan, orders }))
}

impl Schedule {
    /// The branching that serves the model: the orders, by their conflicts; then the starts, each as early as it can be.
    pub fn branching(&self) -> impl Branching {
        let orders = branch_on(&self.orders).order(VariableOrder::DomWdeg);
        let starts = branch_on(self.starts.iter().flatten()).order(VariableOrder::SmallestMin);
        sequence([orders, starts])
    }
}

/// The instance ft06 of Fisher & Thompson (1963): six jobs on six machines. Its optimum is 55.
pub const FT06: [&[(usize, Value)]; 6] = [
    &[(2, 1), (0, 3), (1, 6), (3, 7), (5, 3), (4, 6)],
    &[(1, 8), (2, 5), (4, 10), (5, 10), (0, 10), (3, 4)],
    &[(2, 5), (3, 4), (5, 8), (0, 9), (1, 1), (4, 7)],
    &[(1, 5), (0, 5), (2, 5), (3, 3), (4, 8), (5, 9)],
    &[(2, 9), (1, 3), (4, 5), (5, 4), (0, 3), (3, 1)],
    &[(1, 3), (3, 3), (5, 9), (0, 10), (4, 4), (2, 1)],
];
