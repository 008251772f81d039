//! Enumeration in lexicographic order: the first solution by depth-first search, the others in waves.
//!
//! A wave finds many solutions together, and so the first one late; depth-first search finds it soon. When more are
//! asked for, waves begin at the root again and leave out the one that is known.

use super::packed::Packed;
use super::{Control, Engine, Next, Request, Search};
use crate::domain::Value;
use crate::waves::Waves;

pub(super) struct FirstThenWaves<const W: usize> {
    depth_first: Search<Packed<W>>,
    /// Made when a second solution is asked for.
    waves: Option<Waves>,
    stage: Stage,
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

impl<const W: usize> FirstThenWaves<W> {
    pub(super) fn new(depth_first: Search<Packed<W>>) -> FirstThenWaves<W> {
        FirstThenWaves { depth_first, waves: None, stage: Stage::First }
    }
}

impl<const W: usize, O> Engine<O> for FirstThenWaves<W> {
    fn restart(&mut self) {
        Engine::<O>::restart(&mut self.depth_first);
        if let Some(waves) = &mut self.waves {
            Engine::<O>::restart(waves);
        }
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
        let rows = self.depth_first.state.rows();
        let waves = self.waves.get_or_insert_with(|| Waves::in_order(rows.clone()));
        let found = waves.advance(request, control, observer)?;
        match (self.stage, found) {
            (Stage::Found, Next::Solutions(1)) => {
                self.stage = Stage::Waves;
                waves.advance(request, control, observer)
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
        match &mut self.waves {
            Some(waves) if matches!(self.stage, Stage::Repeated | Stage::Waves) => Engine::<O>::read(waves, values),
            _ => Engine::<O>::read(&mut self.depth_first, values),
        }
        if self.stage == Stage::Repeated {
            values.drain(..self.depth_first.state.rows().bases.len());
        }
    }
}
