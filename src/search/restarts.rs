//! One solution, whatever the model: a plain search first, then restarts with random choices.
//!
//! First-fail with fixed ties is quick on most models and hopeless on some: the time to a solution has a heavy tail, which
//! restarts cut off (Gomes, Selman, Kautz 1998). The runs follow the sequence of Luby, Sinclair and Zuckerman (1993), and
//! double once that has failed often enough, so that the last run searches everything: the search stays complete.

use std::sync::Arc;

use super::brancher::branch_on;
use super::branching::{Branching, ValueOrder, VariableOrder};
use super::trailed::Trailed;
use super::{Control, Engine, Next, Phase, Propagation, Request, Search};
use crate::compile::Program;
use crate::domain::Value;
use crate::observer::Observer;
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
    /// Made when the plain search gives way.
    random: Option<Random<O>>,
    program: Arc<Program>,
    /// The variables that are decided first, unless they are all but the helpers.
    projection: Option<Vec<Var>>,
    seed: u64,
    stage: Stage,
}

/// What random runs need.
struct Random<O> {
    engine: Box<dyn Engine<O>>,
    /// First-fail with random ties and random values.
    branching: Box<dyn Branching>,
    unit: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Plain,
    /// The number of the run, from 1.
    Random(u64),
}

impl<O: Observer> Restarts<O> {
    pub(super) fn new(
        plain: Box<dyn Engine<O>>,
        program: &Arc<Program>,
        projection: Option<&[Var]>,
        seed: u64,
    ) -> Restarts<O> {
        let (program, projection) = (program.clone(), projection.map(<[Var]>::to_vec));
        Restarts { plain, random: None, program, projection, seed, stage: Stage::Plain }
    }
}

impl<O: Observer> Random<O> {
    fn new(program: &Arc<Program>, projection: Option<&[Var]>, seed: u64) -> Random<O> {
        let declared = || program.variables().filter(|x| !program.helpers[x.index()]).collect();
        let variables: Vec<Var> = projection.map_or_else(declared, <[Var]>::to_vec);
        let branching = branch_on(&variables).order(VariableOrder::FirstFail).values(ValueOrder::Random);
        let state = Trailed::new(program.clone(), Propagation::Fixpoint, projection, O::ON);
        Random {
            engine: Box::new(Search { state, phase: Phase::Fresh }),
            branching: Box::new(branching.seed(seed).random_ties()),
            unit: UNIT + variables.len() as u64 / VARIABLES_FOR_ONE,
        }
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

impl<O: Observer> Engine<O> for Restarts<O> {
    fn restart(&mut self) {
        self.plain.restart();
        self.stage = Stage::Plain;
    }

    fn advance(&mut self, request: &mut Request, control: &mut Control, observer: &mut O) -> Option<Next> {
        let mut first = control.statistics.solutions == 0;
        loop {
            let found = match self.stage {
                Stage::Plain => {
                    // after a solution the run goes on to its end, which is that of the search
                    control.restart_at = if first { PLAIN } else { u64::MAX };
                    self.plain.advance(request, control, observer)
                }
                Stage::Random(run) => {
                    let make = || Random::new(&self.program, self.projection.as_deref(), self.seed);
                    let Random { engine, branching, unit } = self.random.get_or_insert_with(make);
                    if first {
                        if run == 1 {
                            branching.begin();
                        }
                        engine.restart();
                    }
                    control.restart_at = match control.statistics.failures {
                        _ if !first => u64::MAX,
                        failures if failures < LUBY => failures + *unit * luby(run),
                        failures => failures.saturating_mul(2),
                    };
                    let mut request = Request { branching: Some(branching), ..*request };
                    engine.advance(&mut request, control, observer)
                }
            };
            if found.is_some() || !control.restarts() {
                return found;
            }
            first = true;
            self.stage = Stage::Random(if let Stage::Random(run) = self.stage { run + 1 } else { 1 });
        }
    }

    fn read(&mut self, values: &mut Vec<Value>) {
        match &mut self.random {
            Some(random) if self.stage != Stage::Plain => random.engine.read(values),
            _ => self.plain.read(values),
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
