//! One solution, whatever the model: a plain search first, then restarts with random choices.
//!
//! First-fail with fixed ties is quick on most models and hopeless on some: the time to a solution has a heavy tail, which
//! restarts cut off (Gomes, Selman, Kautz 1998). The runs follow the sequence of Luby, Sinclair and Zuckerman (1993), and
//! double once that has failed often enough, so that the last run searches everything: the search stays complete.

use super::brancher::branch_on;
use super::branching::{Branching, ValueOrder, VariableOrder};
use super::{Control, Engine, Next, Request};
use crate::domain::Value;
use crate::variable::Var;

/// Failures that the plain search may meet before it gives way to restarts.
const PLAIN: u64 = 50;
/// Failures of a run, for each unit of Luby's sequence: so many, and one more for so many variables, as a run over many
/// variables costs more to begin.
const UNIT: u64 = 10;
const VARIABLES_FOR_ONE: u64 = 200;
/// Failures in all after which runs double.
const LUBY: u64 = 20_000;

pub(super) struct Restarts<O> {
    plain: Box<dyn Engine<O>>,
    random: Box<dyn Engine<O>>,
    /// First-fail with random ties and random values.
    branching: Box<dyn Branching>,
    stage: Stage,
    unit: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Plain,
    /// The number of the run, from 1.
    Random(u64),
}

impl<O> Restarts<O> {
    /// `random` has to be an engine that branches as it is told.
    pub(super) fn new(plain: Box<dyn Engine<O>>, random: Box<dyn Engine<O>>, variables: &[Var], seed: u64) -> Self {
        let branching = branch_on(variables).order(VariableOrder::FirstFail).values(ValueOrder::Random);
        let unit = UNIT + variables.len() as u64 / VARIABLES_FOR_ONE;
        Restarts { plain, random, branching: Box::new(branching.seed(seed).random_ties()), stage: Stage::Plain, unit }
    }
}

/// The term of Luby's sequence at `run`, from 1: 1, 1, 2, 1, 1, 2, 4, …
fn luby(mut run: u64) -> u64 {
    loop {
        let power = (run + 1).ilog2();
        if run + 1 == 1 << power {
            return 1 << (power - 1);
        }
        run -= (1 << power) - 1;
    }
}

impl<O> Engine<O> for Restarts<O> {
    fn restart(&mut self) {
        self.plain.restart();
        self.stage = Stage::Plain;
    }

    fn advance(&mut self, request: &mut Request, control: &mut Control, observer: &mut O) -> Option<Next> {
        let mut first = control.statistics.solutions == 0;
        loop {
            let failures = control.statistics.failures;
            // after a solution the run goes on to its end, which is that of the search
            control.restart_at = match self.stage {
                _ if !first => u64::MAX,
                Stage::Plain => PLAIN,
                Stage::Random(run) if failures < LUBY => failures + self.unit * luby(run),
                Stage::Random(_) => failures.saturating_mul(2),
            };
            let found = match self.stage {
                Stage::Plain => self.plain.advance(request, control, observer),
                Stage::Random(_) => {
                    let mut request = Request { branching: Some(&mut self.branching), ..*request };
                    self.random.advance(&mut request, control, observer)
                }
            };
            if found.is_some() || !control.restarts() {
                return found;
            }
            first = true;
            self.random.restart();
            self.stage = match self.stage {
                Stage::Plain => {
                    self.branching.begin();
                    Stage::Random(1)
                }
                Stage::Random(run) => Stage::Random(run + 1),
            };
        }
    }

    fn read(&mut self, values: &mut Vec<Value>) {
        match self.stage {
            Stage::Plain => self.plain.read(values),
            Stage::Random(_) => self.random.read(values),
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_sequence_of_luby() {
        let terms: Vec<u64> = (1..=15).map(super::luby).collect();
        assert_eq!(terms, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
