//! Counting by symmetry: values of one variable that symmetries map to one another are in equally many solutions.
//!
//! If an automorphism maps the values of a variable `x` onto themselves and `v` to `w`, it maps the solutions with
//! `x = v` onto those with `x = w`: of each orbit one value has to be counted, times the orbit's size. Below `x = v` the
//! network that is left may have symmetries of its own, and the same is done again (Gent & Smith, "Symmetry breaking in
//! constraint programming", 2000, break such symmetries during search).

use std::sync::Arc;

use super::automorphisms::{Orbits, find_generators};
use super::partition::{GaveUp, Graph, Partition, Work};
use crate::compile::Program;
use crate::domain::{Domain, Value, ValueSet};
use crate::forward_checking::{Rows, singles, some_lane_empty};
use crate::literal::Literal;
use crate::search::{Control, Engine, Next, Request};
use crate::variable::Var;
use crate::waves::Waves;

/// Nodes that plain counting takes before symmetries are looked for, and nodes for each pair of values: below, looking
/// costs more than it saves.
const TRIAL: u64 = 40_000;
const TRIAL_FOR_A_PAIR: u64 = 1;
/// Times that each value may be compared with each other one: what looking may cost.
const COMPARISONS: u64 = 16;
/// Variables whose orbits are looked at before a split.
const CANDIDATES: usize = 3;

/// Some solutions: those under the literals, and so many times as many.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub literals: Vec<Literal>,
    pub times: u64,
}

/// The values of a variable, as vertices, and the orbits among them: the first vertex and the size of each.
struct Split {
    values: usize,
    orbits: Vec<(u32, u64)>,
}

/// How to count the solutions in parts; nothing where that saves nothing.
pub(crate) fn plan(rows: &Rows, model: u32) -> Option<Vec<Part>> {
    let graph = Graph::new(rows, &rows.root);
    let vertices = graph.vertices.len() as u64;
    let mut work = Work::new(COMPARISONS * vertices * vertices * rows.words as u64);
    let mut block = rows.root.clone();
    let (mut literals, mut times) = (Vec::new(), 1u64);
    let literal = |bit: u32| {
        let x = Var { model, index: rows.variable_at(bit) };
        Literal::equal(x, rows.bases[x.index()] + Value::from(bit % 64 % rows.width))
    };
    loop {
        let open = propagate(rows, &mut block)?;
        match best_split(rows, &block, &open, &mut work) {
            // values of one orbit: one part, so that another split costs no more
            Ok(Some(split)) if split.orbits.len() == 1 => {
                let bit = split.orbits[0].0;
                literals.push(literal(bit));
                times = times.saturating_mul(split.orbits[0].1);
                assign(rows, &mut block, bit);
            }
            Ok(Some(split)) => {
                let part = |&(bit, size): &(u32, u64)| Part {
                    literals: literals.iter().copied().chain([literal(bit)]).collect(),
                    times: times.saturating_mul(size),
                };
                return Some(split.orbits.iter().map(part).collect());
            }
            Ok(None) | Err(GaveUp) => return (times > 1).then(|| vec![Part { literals, times }]),
        }
    }
}

/// Follows the variables that have one value; gives the others in the order of the rows, and nothing where some variable
/// has no value left.
fn propagate(rows: &Rows, block: &mut [u64]) -> Option<Vec<u32>> {
    let mut open = rows.variables.clone();
    loop {
        if block.iter().any(|&word| some_lane_empty(word, rows.low, rows.high)) {
            return None;
        }
        let single = (0..rows.words).find_map(|i| {
            let high = singles(block[i], rows.low, rows.high) & open[i];
            (high != 0).then(|| (i, high & high.wrapping_neg()))
        });
        let Some((i, high)) = single else { break };
        open[i] &= !high;
        let first = i as u32 * 64 + high.trailing_zeros() + 1 - rows.width;
        assign(rows, block, first + (block[i] >> (first % 64) & rows.mask()).trailing_zeros());
    }
    let lanes = rows.lanes.iter().enumerate().filter(|&(lane, _)| {
        let high = rows.first_bit(lane) + rows.width - 1;
        open[high as usize / 64] >> (high % 64) & 1 == 1
    });
    Some(lanes.map(|(_, &x)| x).collect())
}

fn assign(rows: &Rows, block: &mut [u64], bit: u32) {
    block.iter_mut().zip(rows.row(bit as usize)).for_each(|(word, row)| *word &= row);
}

/// The variable whose orbits are fewest for its number of values, if they are few enough to be worth it.
fn best_split(rows: &Rows, block: &[u64], open: &[u32], work: &mut Work) -> Result<Option<Split>, GaveUp> {
    let graph = Graph::new(rows, block);
    let partition = Partition::new(&graph, |_| 0, work)?;
    // values in different cells are in different orbits
    let mut candidates: Vec<(usize, usize, u32)> = Vec::with_capacity(open.len());
    for &x in open {
        let values = graph.vertices.iter().filter(|&&v| rows.variable_at(v) == x);
        let mut cells: Vec<u32> = values.map(|&v| partition.cell_of(v)).collect();
        let count = cells.len();
        cells.sort_unstable();
        cells.dedup();
        candidates.push((cells.len(), count, x));
    }
    candidates.sort_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)));
    let mut best: Option<Split> = None;
    for &(cells, count, x) in candidates.iter().take(CANDIDATES) {
        let beaten = best.as_ref().is_some_and(|best| best.orbits.len() * count <= cells * best.values);
        if beaten || cells * 3 > count * 2 {
            break;
        }
        let is_of_x = |v: u32| rows.variable_at(v) == x;
        let partition = Partition::new(&graph, |v| u32::from(!is_of_x(v)), work)?;
        let mut generators = Vec::new();
        // at the limit, the orbits found until then are valid
        let found = find_generators(&graph, partition, count as u32, work, &mut generators);
        let mut orbits = Orbits::new(rows.words * 64);
        generators.iter().for_each(|generator| orbits.join(generator));
        let mut split = Split { values: count, orbits: Vec::new() };
        for &v in graph.vertices.iter().filter(|&&v| is_of_x(v)) {
            let first = orbits.first(v);
            match split.orbits.iter_mut().find(|(orbit, _)| *orbit == first) {
                Some((_, size)) => *size += 1,
                None => split.orbits.push((first, 1)),
            }
        }
        if split.orbits.len() * 3 <= count * 2
            && best.as_ref().is_none_or(|best| split.orbits.len() * best.values < best.orbits.len() * count)
        {
            best = Some(split);
        }
        if found.is_err() {
            break;
        }
    }
    Ok(best)
}

/// Counts in waves: plainly at first, and if that lasts, by symmetry, here or on several threads.
pub(crate) struct CountBySymmetry<O> {
    waves: Waves,
    program: Arc<Program>,
    trial: u64,
    /// What counts on several threads after the trial, if that is wanted.
    threads: Option<Box<dyn Engine<O>>>,
    stage: Stage,
}

enum Stage {
    Trial,
    /// Symmetries save nothing.
    Plain,
    /// So many parts are counted.
    Parts(usize),
    Threads,
}

impl<O> CountBySymmetry<O> {
    pub(crate) fn new(waves: Waves, program: Arc<Program>, threads: Option<Box<dyn Engine<O>>>) -> CountBySymmetry<O> {
        let values = program.domains.iter().map(ValueSet::len).sum::<u64>();
        // unit tests count by symmetry from the first node on
        let trial = if cfg!(test) { 0 } else { TRIAL.max(TRIAL_FOR_A_PAIR * values * values) };
        CountBySymmetry { waves, program, trial, threads, stage: Stage::Trial }
    }

    /// Counts the next part that has a solution.
    fn next_part(&mut self, control: &mut Control, mut at: usize) -> Option<Next> {
        let parts = self.program.parts_for_counting()?;
        while control.stopped.is_none() {
            let part = parts.get(at)?;
            self.waves.begin(&part.literals);
            self.waves.span = (at as f64 / parts.len() as f64, 1.0 / parts.len() as f64);
            at += 1;
            self.stage = Stage::Parts(at);
            if let Some(Next::Counted(count)) = self.waves.go_on(control) {
                return Some(Next::Counted(count.saturating_mul(part.times)));
            }
        }
        None
    }
}

impl<O> Engine<O> for CountBySymmetry<O> {
    fn restart(&mut self) {
        Engine::<O>::restart(&mut self.waves);
        if let Some(threads) = &mut self.threads {
            threads.restart();
        }
        self.stage = Stage::Trial;
    }

    fn advance(&mut self, request: &mut Request, control: &mut Control, observer: &mut O) -> Option<Next> {
        match self.stage {
            Stage::Trial => {
                // the parts are those of the whole model
                self.waves.pause_at = if request.assumptions.is_empty() { self.trial } else { u64::MAX };
                let found = self.waves.advance(request, control, observer);
                self.waves.pause_at = u64::MAX;
                if !matches!(found, Some(Next::Branch)) {
                    return found;
                }
                if let Some(threads) = &mut self.threads {
                    self.stage = Stage::Threads;
                    return threads.advance(request, control, observer);
                }
                if self.program.parts_for_counting().is_some() {
                    return self.next_part(control, 0);
                }
                self.stage = Stage::Plain;
                self.waves.advance(request, control, observer)
            }
            Stage::Plain => self.waves.advance(request, control, observer),
            Stage::Parts(at) => self.next_part(control, at),
            Stage::Threads => self.threads.as_mut()?.advance(request, control, observer),
        }
    }

    fn read(&mut self, _: &mut Vec<Value>) {}
}
