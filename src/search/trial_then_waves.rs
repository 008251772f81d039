//! Counting: depth first while the tree may turn out small, then in waves.
//!
//! Waves pay for each level however few nodes it has, and for rows in an order of their own; depth-first search follows
//! what is forced and pays for nodes only. So waves begin, at the root again, where a tree has more than a few leaves.

use std::sync::Arc;

use super::{Control, Engine, Next, Request};
use crate::compile::Program;
use crate::domain::Value;
use crate::observer::Observer;
use crate::symmetry::CountBySymmetry;
use crate::waves::Waves;

/// Failures of the trial for each variable: a wave that goes down to the last variable costs about as much. More where there
/// are dual lanes, which waves do without, as long as failures are what there is: solutions count as so many failures.
const FAILURES_FOR_A_VARIABLE: u64 = 1;
const FAILURES_WITH_DUAL_LANES: u64 = 4;

pub(super) struct TrialThenWaves<O> {
    depth_first: Box<dyn Engine<O>>,
    /// Made for the first tree that is not small.
    waves: Option<Box<dyn Engine<O>>>,
    program: Arc<Program>,
    by_symmetry: bool,
    stage: Stage,
    /// Solutions that a trial found which was given up, and those that waves have counted since.
    found: u64,
    counted: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Trial,
    Waves,
    Ended,
}

impl<O: Observer> TrialThenWaves<O> {
    /// For a model that tier 1 describes completely.
    pub(super) fn new(depth_first: Box<dyn Engine<O>>, program: Arc<Program>, by_symmetry: bool) -> Self {
        TrialThenWaves { depth_first, waves: None, program, by_symmetry, stage: Stage::Trial, found: 0, counted: 0 }
    }

    /// Counts depth first; false where the tree has too many leaves.
    fn count_if_small(&mut self, request: &mut Request, control: &mut Control, observer: &mut O) -> bool {
        let dual = self.program.packed.as_ref().is_some_and(|rows| !rows.twins.is_empty());
        let failures = if dual { FAILURES_WITH_DUAL_LANES } else { FAILURES_FOR_A_VARIABLE };
        let variables = self.program.domains.len() as u64;
        let first = control.statistics.failures;
        (self.found, self.counted) = (0, 0);
        let is_small = loop {
            control.restart_at = first + failures * variables.saturating_sub(self.found);
            match self.depth_first.advance(request, control, observer) {
                Some(Next::Solutions(more)) => self.found += more,
                Some(_) => {}
                None => break !control.restarts(),
            }
        };
        control.restart_at = u64::MAX;
        is_small
    }

    fn waves(&mut self) -> &mut dyn Engine<O> {
        let (program, by_symmetry) = (&self.program, self.by_symmetry);
        &mut **self.waves.get_or_insert_with(|| {
            let (rows, dense) = program.rows_for_counting().expect("rows without dual lanes are no larger");
            let waves = Waves::to_count(rows, dense);
            if by_symmetry { Box::new(CountBySymmetry::new(waves, program.clone(), None)) } else { Box::new(waves) }
        })
    }
}

impl<O: Observer> Engine<O> for TrialThenWaves<O> {
    fn restart(&mut self) {
        self.depth_first.restart();
        self.stage = Stage::Trial;
    }

    fn advance(&mut self, request: &mut Request, control: &mut Control, observer: &mut O) -> Option<Next> {
        if self.stage == Stage::Trial {
            if self.count_if_small(request, control, observer) {
                self.stage = Stage::Ended;
            } else {
                self.waves().restart();
                self.stage = Stage::Waves;
            }
        }
        if self.stage == Stage::Waves {
            if let Some(next) = self.waves().advance(request, control, observer) {
                if let Next::Counted(more) = next {
                    self.counted = self.counted.saturating_add(more);
                }
                return Some(next);
            }
            self.stage = Stage::Ended;
        }
        // waves that were stopped may not have come as far as the trial
        let more = self.found.saturating_sub(self.counted);
        self.counted += more;
        (more > 0).then_some(Next::Counted(more))
    }

    fn read(&mut self, _: &mut Vec<Value>) {}
}
