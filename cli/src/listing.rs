//! Printing or counting all solutions of one model.

use std::process::ExitCode;

use bezzel::{Answer, Model, Solver, Value, Var};
use indicatif::HumanCount;

use crate::arguments::SearchOptions;
use crate::failure::Failure;
use crate::session::{End, Session};
use crate::symmetry::Symmetry;

/// How solutions are printed one after the other.
pub struct Listing<'a> {
    /// What comes before the first solution.
    pub before: &'static str,
    /// What comes between two solutions.
    pub between: &'static str,
    /// What comes after the last solution.
    pub after: &'static str,
    /// What is printed when nothing was found.
    pub nothing: &'static str,
    /// What is printed instead when a complete search has found nothing.
    pub unsatisfiable: &'static str,
    /// Appends one solution.
    pub render: &'a dyn Fn(&[Value], &mut String),
    /// The symmetries of which one solution a class is kept; `None` keeps all.
    pub symmetry: Option<Symmetry>,
}

impl Listing<'_> {
    /// Prints or counts the solutions of the model, as the options ask.
    pub fn run(&self, options: &SearchOptions, model: &Model, variables: &[Var]) -> Result<ExitCode, Failure> {
        let mut session = Session::new(options);
        let compiled = model.compile();
        let mut solver = session.solver(&compiled, None);
        let (found, end) = if session.interrupt.requested() {
            (0, End::Interrupted)
        } else if options.count && self.symmetry.is_none() {
            if let Some(limit) = options.limit {
                solver = solver.with_solution_limit(limit);
            }
            let count = solver.count();
            (count.solutions, count.outcome.into())
        } else if options.first {
            self.first(&session, &mut solver, variables)?
        } else {
            self.all(&session, &mut solver, variables)?
        };
        session.add(solver.statistics());
        self.finish(&session, found, end)?;
        let at_least = if end == End::Complete { "" } else { "at least " };
        let noun = if found == 1 { "solution" } else { "solutions" };
        let classes = if self.symmetry.is_some() { " up to symmetry" } else { "" };
        session.close(&format!("{at_least}{} {noun}{classes}", HumanCount(found)), end, false)
    }

    /// Prints one solution; of a class under symmetry, the one that would be kept.
    fn first(&self, session: &Session, solver: &mut Solver, variables: &[Var]) -> Result<(u64, End), Failure> {
        let values = match solver.solve() {
            Answer::Solution(solution) => solution.values(variables),
            Answer::Unsatisfiable => return Ok((0, End::Complete)),
            Answer::Stopped(_) => return Ok((0, solver.outcome().into())),
        };
        let kept = self.symmetry.as_ref().map_or_else(|| values.clone(), |symmetry| symmetry.smallest(&values));
        self.print(session, 0, &kept)?;
        Ok((1, End::First))
    }

    /// Prints, or counts, the solutions that are kept.
    fn all(&self, session: &Session, solver: &mut Solver, variables: &[Var]) -> Result<(u64, End), Failure> {
        let mut found = 0;
        let mut values = Vec::with_capacity(variables.len());
        solver.restart();
        while session.options.limit.is_none_or(|limit| found < limit) {
            let Some(solution) = solver.advance() else {
                return Ok((found, solver.outcome().into()));
            };
            values.clear();
            values.extend(variables.iter().map(|&variable| solution[variable]));
            if self.symmetry.as_ref().is_none_or(|symmetry| symmetry.keeps(&values)) {
                if !session.options.count {
                    self.print(session, found, &values)?;
                }
                found += 1;
            }
        }
        Ok((found, End::Limit))
    }

    fn print(&self, session: &Session, printed: u64, values: &[Value]) -> Result<(), Failure> {
        session.output.print(|out| {
            out.push_str(if printed == 0 { self.before } else { self.between });
            (self.render)(values, out);
        })?;
        Ok(())
    }

    /// Prints what follows the solutions, or the number alone.
    fn finish(&self, session: &Session, found: u64, end: End) -> Result<(), Failure> {
        let last = match (found, end) {
            _ if session.options.count => format!("{found}\n"),
            (0, End::Complete) => self.unsatisfiable.to_owned(),
            (0, _) => self.nothing.to_owned(),
            _ => self.after.to_owned(),
        };
        session.output.print(|out| out.push_str(&last))?;
        Ok(())
    }
}
