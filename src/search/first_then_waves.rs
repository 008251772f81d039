//! Enumeration in lexicographic order: the first solution by depth-first search, the others in waves.
//!
//! A wave finds many solutions together, and so the first one late; depth-first search finds it soon. When more are
//! asked for, waves begin at the root again and leave out the one that is known.

use super::{Control, Engine, Next, Request};
use crate::domain::Value;
use crate::waves::Waves;

pub(super) struct FirstThenWaves<O> {
    depth_first: Box<dyn Engine<O>>,
    waves: Waves,
    stage: Stage,
    variables: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Nothing is found yet.
    First,
    /// The first solution is found.
    Found,
    /// Waves have come as far as the first solution; the batch that begins with it is still to be read.
    Repeated,
    Waves,
}

impl<O> FirstThenWaves<O> {
    pub(super) fn new(depth_first: Box<dyn Engine<O>>, waves: Waves, variables: usize) -> FirstThenWaves<O> {
        FirstThenWaves { depth_first, waves, stage: Stage::First, variables }
    }
}

impl<O> Engine<O> for FirstThenWaves<O> {
    fn restart(&mut self) {
        self.depth_first.restart();
        Engine::<O>::restart(&mut self.waves);
        self.stage = Stage::First;
    }

    fn advance(&mut self, request: &mut Request, control: &mut Control, observer: &mut O) -> Option<Next> {
        if self.stage == Stage::First {
            let found = self.depth_first.advance(request, control, observer);
            if found.is_some() {
                self.stage = Stage::Found;
            }
            return found;
        }
        let found = self.waves.advance(request, control, observer)?;
        match (self.stage, found) {
            (Stage::Found, Next::Solutions(1)) => {
                self.stage = Stage::Waves;
                self.waves.advance(request, control, observer)
            }
            (Stage::Found, Next::Solutions(count)) => {
                self.stage = Stage::Repeated;
                Some(Next::Solutions(count - 1))
            }
            _ => {
                self.stage = Stage::Waves;
                Some(found)
            }
        }
    }

    fn read(&mut self, values: &mut Vec<Value>) {
        match self.stage {
            Stage::First | Stage::Found => self.depth_first.read(values),
            Stage::Repeated | Stage::Waves => Engine::<O>::read(&mut self.waves, values),
        }
        if self.stage == Stage::Repeated {
            values.drain(..self.variables);
        }
    }
}
