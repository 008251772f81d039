//! One solution, or a proof, whatever the model: a plain search first, then restarts with random choices.
//!
//! First-fail with fixed ties is quick on most models and hopeless on some: the time to a solution has a heavy tail, which
//! restarts cut off (Gomes, Selman, Kautz 1998). The runs follow the sequence of Luby, Sinclair and Zuckerman (1993), and
//! double once that has failed often enough, so that the last run searches everything: the search stays complete.
//!
//! A plain search tries what costs least; a run after it is to fail rarely, as each begins with nothing. So it tries the
//! least constraining values first and, in a small model, propagates pairwise conflicts to arc consistency.

use std::sync::Arc;

use super::branching::Branching;
use super::random_choice::RandomChoice;
use super::trailed::Trailed;
use super::{Control, Engine, Next, Phase, Propagation, Request, Search};
use crate::compile::Program;
use crate::domain::Value;
use crate::observer::Observer;
use crate::variable::Var;

/// Failures that the plain search may meet before it gives way to restarts: at least so many, as the engine of the
/// restarts costs more to make, and one for so many variables, to a limit, as what it tried is lost.
const LEAST_PLAIN: usize = 24;
const VARIABLES_FOR_PLAIN: usize = 2;
const MOST_PLAIN: usize = 50;
/// So many times as many for [`Patience::Long`]: some milliseconds on packed levels, about what ten short runs take.
const LONG: usize = 100;
/// Failures of a run, for each unit of Luby's sequence: so many, and one more for so many variables, as a run over many
/// variables costs more to begin.
const UNIT: usize = 8;
const VARIABLES_FOR_ONE: usize = 40;
/// Runs look ahead to arc consistency where rows have at most so many words, until they have failed so often.
const ARCS_WORDS: usize = 16;
const ARCS: u64 = 1000;
/// Failures of all runs after which they double.
const LUBY: u64 = 20_000;

pub(super) struct Restarts<O> {
    /// What the plain search runs on, where that is not what the others run on.
    plain: Option<Box<dyn Engine<O>>>,
    /// Made when first needed.
    trailed: Option<Search<Trailed>>,
    branching: Box<dyn Branching>,
    /// Arc consistency costs little; known when first needed.
    arcs: Option<bool>,
    program: Arc<Program>,
    projection: Option<Vec<Var>>,
    /// How many variables are decided first.
    variables: usize,
    patience: Patience,
    stage: Stage,
    /// Failures before the search began, and whether it has found a solution.
    before: Option<u64>,
    found: bool,
}

/// How long the plain search is trusted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Patience {
    Short,
    /// Where a failure costs a hundredth of what a run costs to begin, and perseverance is likely to be enough.
    Long,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Plain,
    /// The number of the run, from 1.
    Random(u64),
}

impl<O> Restarts<O> {
    pub(super) fn new(
        plain: Option<Box<dyn Engine<O>>>,
        program: Arc<Program>,
        projection: Option<Vec<Var>>,
        variables: Vec<Var>,
        patience: Patience,
        seed: u64,
    ) -> Self {
        let (count, choice) = (variables.len(), RandomChoice::new(program.clone(), variables, seed));
        Restarts {
            plain,
            trailed: None,
            branching: Box::new(choice),
            arcs: None,
            program,
            projection,
            variables: count,
            patience,
            stage: Stage::Plain,
            before: None,
            found: false,
        }
    }

    /// Failures that the plain search may meet.
    fn plain_failures(&self) -> u64 {
        let failures = (self.variables / VARIABLES_FOR_PLAIN).clamp(LEAST_PLAIN, MOST_PLAIN);
        match self.patience {
            Patience::Short => failures as u64,
            Patience::Long => (failures * LONG) as u64,
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
        (self.stage, self.before, self.found) = (Stage::Plain, None, false);
        self.plain.iter_mut().for_each(|plain| plain.restart());
        self.trailed.iter_mut().for_each(|trailed| trailed.phase = Phase::Fresh);
    }

    fn advance(&mut self, request: &mut Request, control: &mut Control, observer: &mut O) -> Option<Next> {
        let before = *self.before.get_or_insert(control.statistics.failures);
        let unit = (UNIT + self.variables / VARIABLES_FOR_ONE) as u64;
        loop {
            let failures = control.statistics.failures - before;
            let of_runs = failures.saturating_sub(self.plain_failures());
            // after a solution the run goes on to its end, which is that of the search
            let restart_at = match self.stage {
                _ if self.found => u64::MAX,
                Stage::Plain => self.plain_failures(),
                Stage::Random(run) if of_runs < LUBY => failures + unit * luby(run),
                Stage::Random(_) => failures.saturating_mul(2),
            };
            control.restart_at = restart_at.saturating_add(before);
            let plain = self.stage == Stage::Plain;
            let found = match &mut self.plain {
                Some(engine) if plain => engine.advance(request, control, observer),
                _ => {
                    let short = of_runs < ARCS && !plain;
                    let arcs = short && *self.arcs.get_or_insert_with(|| self.program.has_short_rows(ARCS_WORDS));
                    let trailed = self.trailed.get_or_insert_with(|| {
                        let (mode, projection) = (Propagation::Fixpoint, self.projection.as_deref());
                        let state = Trailed::new(self.program.clone(), mode, projection, false).without_causes();
                        Search::new(state)
                    });
                    trailed.state.make_arc_consistent(arcs);
                    let branching = if plain { None } else { Some(&mut self.branching) };
                    trailed.advance(&mut Request { branching, ..*request }, control, observer)
                }
            };
            self.found |= found.is_some();
            if found.is_some() || !control.restarts() {
                return found;
            }
            self.trailed.iter_mut().for_each(|trailed| trailed.phase = Phase::Fresh);
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
        match (&mut self.plain, &mut self.trailed) {
            (Some(plain), _) if self.stage == Stage::Plain => plain.read(values),
            (_, Some(trailed)) => Engine::<O>::read(trailed, values),
            _ => {} // nothing was found yet
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
