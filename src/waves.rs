//! Search in waves: for models that tier 1 describes completely, many nodes of one level at a time.
//!
//! Depth-first search asks at every node whether a lane is empty, and the processor guesses the answer wrong more often
//! than not. A wave holds some hundreds of nodes that all try the same variable. One round tries a value in each of
//! them: the child is written behind the children made so far, and counts as made only if no lane is empty. Nothing
//! branches on a domain, so nothing is guessed. Levels are kept on a stack, so memory is bounded by their capacity.
//!
//! Counting takes the lanes in an order of its own (most conflicts first in a dense network, smallest domains first, by a
//! sample of the nodes, in a sparse one), and drops the words whose variables are all assigned. Enumeration keeps to the
//! order of declaration, and takes the children of a node one after the other, so that solutions come in lexicographic
//! order.

mod reading;
mod rounds;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::sync::Arc;

use crate::domain::Value;
use crate::forward_checking::{NO_VARIABLE, Rows, empty_lanes, some_lane_empty};
use crate::literal::Literal;
use crate::search::{Control, Engine, Halt, Next, Phase, Request};
use reading::read_values;
use rounds::Round;

/// Whether more than half of the pairs of variables have a conflict.
pub(crate) fn is_dense(rows: &Rows) -> bool {
    let count = rows.bases.len();
    let (mut conflicting, mut free, mut touched) = (0, 0, vec![0; rows.words]);
    for x in 0..count as u32 {
        touched.fill(0);
        for_each_row(rows, x, |row| {
            touched.iter_mut().zip(rows.root.iter().zip(row)).for_each(|(any, (root, row))| *any |= root & !row);
        });
        let first = rows.first_bit_of(x) as usize;
        touched[first / 64] &= !(rows.mask() << (first % 64));
        let lanes = touched.iter().zip(&rows.variables).map(|(any, lanes)| !empty_lanes(*any, rows.high) & lanes);
        let partners = lanes.map(|lanes| lanes.count_ones() as usize).sum::<usize>();
        (conflicting, free) = (conflicting + partners, free + count - 1 - partners);
        // the rest cannot change it any more
        if conflicting.max(free) * 2 > count * (count - 1) {
            break;
        }
    }
    conflicting > free
}

/// The order in which variables are counted in a dense network: what is decided, then by what the values of each take from
/// the others.
pub(crate) fn order_for_counting(rows: &Rows) -> Vec<u32> {
    let weigh = |x: u32| {
        let (mut values, mut weight) = (0, 0);
        for_each_row(rows, x, |row| {
            values += 1;
            weight += rows.root.iter().zip(row).map(|(root, row)| (root & !row).count_ones()).sum::<u32>();
        });
        (values > 1, Reverse(weight), x)
    };
    let mut weights: Vec<(bool, Reverse<u32>, u32)> = (0..rows.bases.len() as u32).map(weigh).collect();
    weights.sort_unstable();
    weights.into_iter().map(|(.., x)| x).collect()
}

/// Calls `visit` with the row of each value that the variable has at the root.
fn for_each_row(rows: &Rows, x: u32, mut visit: impl FnMut(&[u64])) {
    let first = rows.first_bit_of(x);
    let mut values = rows.root[first as usize / 64] >> (first % 64) & rows.mask();
    while values != 0 {
        visit(rows.row((first + values.trailing_zeros()) as usize));
        values &= values - 1;
    }
}

/// Nodes of a level at most, its words (32 kB, as caches are small), and words of all levels together (8 MB).
const WIDEST: usize = 512;
const LARGEST_LEVEL: usize = 1 << 12;
const LARGEST: usize = 1 << 20;
/// Nodes that a level may have however long they are.
const FEWEST: usize = 16;
/// Words of a node from which on clearing room for it costs more than finding out how much is needed.
const LONG: usize = 4;
/// Nodes of a level that are looked at for the smallest domain.
const SAMPLE: usize = 4;
/// Enumeration begins with narrow waves, so that the first solution does not wait, and widens them as it goes on: nodes
/// of a level at first, and nodes tried for each more.
const NARROWEST: usize = 8;
const TRIED_FOR_ONE: u64 = 64;

/// One level: nodes in which the same variables are assigned.
#[derive(Default)]
struct Level {
    /// Words of a node from the first that has an unassigned variable; earlier words are not stored.
    live: usize,
    /// Where the variable lies that these nodes try.
    word: usize,
    mask: u64,
    /// The nodes that are left.
    from: usize,
    to: usize,
    /// How many nodes there were when the level was filled (of the first level: how many values its node had).
    total: usize,
    nodes: Vec<u64>,
}

pub(crate) struct Waves {
    rows: Arc<Rows>,
    levels: Vec<Level>,
    /// The lanes of variables; those in front of `d` are assigned at level `d`.
    order: Vec<usize>,
    depth: usize,
    capacity: usize,
    /// In which order solutions come does not matter, only how many there are.
    counting: bool,
    sampled: bool,
    solutions: u64,
    phase: Phase,
    /// Counting pauses at the first chance after so many nodes.
    pub pause_at: u64,
    /// Which part of a larger search this is: where it begins, and its share.
    pub span: (f64, f64),
    /// The solutions of the last level were handed out.
    handed_out: bool,
    /// How many there are.
    found: u64,
}

impl Waves {
    /// Waves that count; the rows may be in an order of their own.
    pub(crate) fn to_count(rows: Arc<Rows>, dense: bool) -> Waves {
        Waves { counting: true, sampled: !dense, ..Waves::in_order(rows) }
    }

    /// Waves that enumerate, over rows in the order of declaration.
    pub(crate) fn in_order(rows: Arc<Rows>) -> Waves {
        let lanes: Vec<usize> = (0..rows.lanes.len()).filter(|&lane| rows.lanes[lane] != NO_VARIABLE).collect();
        let most = LARGEST_LEVEL.min(LARGEST / lanes.len().max(1)) / rows.words;
        let capacity = most.clamp(FEWEST, WIDEST);
        let levels = lanes.iter().map(|_| Level::default()).collect();
        Waves {
            rows,
            levels,
            order: lanes,
            depth: 0,
            capacity,
            counting: false,
            sampled: false,
            solutions: 0,
            phase: Phase::Fresh,
            pause_at: u64::MAX,
            span: (0.0, 1.0),
            handed_out: false,
            found: 0,
        }
    }

    /// Begins a search under these assumptions.
    pub(crate) fn begin(&mut self, assumptions: &[Literal]) {
        self.phase = if self.start(assumptions) { Phase::Running } else { Phase::Ended };
    }

    fn start(&mut self, assumptions: &[Literal]) -> bool {
        for level in &mut self.levels {
            (level.from, level.to) = (0, 0);
        }
        let (rows, level) = (&self.rows, &mut self.levels[0]);
        level.nodes.resize(rows.words, 0);
        let root = &mut level.nodes[..rows.words];
        root.copy_from_slice(&rows.root);
        for &literal in assumptions {
            let x = literal.variable.index;
            let base = rows.bases[x as usize];
            rows.restrict(root, x, |bit| literal.holds(base + Value::from(bit)));
        }
        if root.iter().any(|&word| some_lane_empty(word, rows.low, rows.high)) {
            return false;
        }
        (level.to, level.live) = (1, rows.words);
        (self.depth, self.solutions, self.handed_out) = (0, 0, false);
        self.span = (0.0, 1.0);
        if self.counting {
            // what is assumed has no choice: it comes first
            let is_assumed = |lane: usize| assumptions.iter().any(|a| a.variable.index == self.rows.lanes[lane]);
            self.order.sort_by_key(|&lane| (!is_assumed(lane), lane));
        }
        self.choose(0);
        let level = &mut self.levels[0];
        level.total = (level.nodes[level.word] & level.mask).count_ones() as usize;
        true
    }

    /// Picks the variable of a level: in a dense network, or when enumerating, the next one; otherwise the one with the
    /// smallest domains over a sample of the nodes.
    fn choose(&mut self, depth: usize) {
        let (rows, level) = (&self.rows, &mut self.levels[depth]);
        let skipped = rows.words - level.live;
        if self.counting && self.sampled {
            let count = (level.to - level.from).clamp(1, SAMPLE);
            let step = (level.to - level.from) / count * level.live;
            let first = level.from * level.live;
            let mut best = (u32::MAX, depth);
            for (at, &lane) in self.order.iter().enumerate().skip(depth) {
                let bit = rows.first_bit(lane) as usize;
                let (word, shift) = (bit / 64 - skipped, bit % 64);
                let values =
                    (0..count).map(|k| (level.nodes[first + k * step + word] >> shift & rows.mask()).count_ones());
                let size = values.sum::<u32>();
                if size < best.0 {
                    best = (size, at);
                }
                if size == count as u32 {
                    break;
                }
            }
            self.order.swap(depth, best.1);
        }
        let bit = rows.first_bit(self.order[depth]) as usize;
        level.word = bit / 64 - skipped;
        level.mask = rows.mask() << (bit % 64);
    }

    /// Words that a node below this level needs: one fewer when the first has no unassigned variable any more.
    fn live_below(&self, depth: usize) -> usize {
        let live = self.levels[depth].live;
        let first = self.rows.words - live;
        let is_open = |&lane: &usize| lane / self.rows.per_word == first;
        let keep = !self.counting || live == 1 || self.order[depth + 1..].iter().any(is_open);
        if keep { live } else { live - 1 }
    }

    /// Fills the level below with children of this one.
    fn descend(&mut self, control: &mut Control) -> Result<(), Halt> {
        let depth = self.depth;
        let live = self.live_below(depth);
        if control.is_due() {
            control.poll(|| self.explored())?;
        }
        let width = match control.statistics.nodes / TRIED_FOR_ONE {
            wide if self.counting || wide > WIDEST as u64 => WIDEST,
            wide => NARROWEST.max(wide as usize),
        };
        let (above, below) = self.levels.split_at_mut(depth + 1);
        let (parents, children) = (&mut above[depth], &mut below[0]);
        (children.from, children.to, children.live) = (0, 0, live);
        // room for all children, or for as many as a level may have: memory grows with the nodes that there are
        let most = (parents.to - parents.from) * self.rows.width as usize;
        if children.nodes.len() < most.min(self.capacity) * live {
            let most = if live < LONG { most } else { count_values(parents) as usize };
            children.nodes.resize(children.nodes.len().max(most.min(self.capacity) * live), 0);
        }
        let room = (children.nodes.len() / live).min(width);
        let rows = &self.rows;
        let round = Round {
            rows: rows.of_word(rows.words - parents.live + parents.word),
            stride: rows.words,
            parent: parents.live,
            child: live,
            skip: rows.words - live,
            word: parents.word,
            mask: parents.mask,
            low: rows.low,
            high: rows.high,
        };
        while parents.from < parents.to && children.to < room {
            let most = control.nodes_left(room - children.to)?;
            let nodes = &mut parents.nodes[parents.from * parents.live..parents.to * parents.live];
            let free = &mut children.nodes[children.to * live..];
            let (tried, made) = if self.counting {
                let take = most.min(parents.to - parents.from);
                let at = nodes.len() - take * parents.live;
                let (kept, made) = round.lowest(&mut nodes[at..], free);
                parents.to -= take - kept;
                (take, made)
            } else {
                let (finished, tried, made) = round.in_order(nodes, free, most);
                parents.from += finished;
                (tried, made)
            };
            children.to += made;
            control.statistics.nodes += tried as u64;
            control.statistics.decisions += tried as u64;
            control.statistics.failures += (tried - made) as u64;
        }
        children.total = children.to;
        control.statistics.depth = control.statistics.depth.max(depth as u64 + 1);
        Ok(())
    }

    /// Counts the solutions below the nodes of the last level: each value of the one variable left is one.
    fn count_last(&mut self) {
        let level = &mut self.levels[self.depth];
        self.solutions += count_values(level);
        level.to = level.from;
    }

    /// Goes on to the next solution, or to the end.
    fn step(&mut self, control: &mut Control) -> Result<Next, Halt> {
        loop {
            let (depth, last) = (self.depth, self.depth + 1 == self.levels.len());
            let level = &mut self.levels[depth];
            if level.from == level.to {
                self.depth = depth.checked_sub(1).ok_or(Halt::Exhausted)?;
            } else if !last {
                if control.statistics.nodes >= self.pause_at {
                    return Ok(Next::Branch);
                }
                self.descend(control)?;
                self.depth += 1;
                if self.levels[self.depth].from < self.levels[self.depth].to {
                    self.choose(self.depth);
                }
            } else if self.counting {
                self.count_last();
            } else if std::mem::replace(&mut self.handed_out, true) {
                level.from = level.to;
                self.handed_out = false;
            } else {
                self.found = count_values(level);
                level.spread(self.found as usize);
                return Ok(Next::Solutions(self.found));
            }
        }
    }

    /// Goes on to what is found next; nothing at the end, or when stopped.
    pub(crate) fn go_on(&mut self, control: &mut Control) -> Option<Next> {
        if self.phase == Phase::Ended {
            return None;
        }
        let result = self.step(control);
        if result.is_err() {
            self.phase = Phase::Ended;
        }
        match result {
            Ok(next) => Some(next),
            Err(_) if self.solutions > 0 => Some(Next::Counted(self.solutions)),
            Err(_) => None,
        }
    }

    /// The share of the tree that is done, by the first two levels.
    fn explored(&self) -> f64 {
        let share_left = |level: &Level| (level.to - level.from) as f64 / level.total.max(1) as f64;
        let (Some(first), Some(second)) = (self.levels.first(), self.levels.get(1)) else { return 0.0 };
        let untried = if first.from < first.to { (first.nodes[first.word] & first.mask).count_ones() } else { 0 };
        let untried = (f64::from(untried) + share_left(second)) / first.total.max(1) as f64;
        self.span.0 + self.span.1 * (1.0 - untried.min(1.0))
    }
}

impl<O> Engine<O> for Waves {
    fn restart(&mut self) {
        self.phase = Phase::Fresh;
    }

    fn advance(&mut self, request: &mut Request, control: &mut Control, _: &mut O) -> Option<Next> {
        if self.phase == Phase::Fresh {
            control.interval = 1024;
            self.begin(request.assumptions);
        }
        self.go_on(control)
    }

    fn read(&mut self, values: &mut Vec<Value>) {
        let Some(level) = self.levels.last() else { return };
        values.resize(self.found as usize * self.order.len(), 0);
        read_values(&self.rows, &level.nodes[level.from * level.live..level.to * level.live], values);
    }
}

/// How many solutions the nodes of the last level stand for: each value of the one variable left is one.
fn count_values(level: &Level) -> u64 {
    let values = level.nodes().map(|node| node[level.word] & level.mask);
    // mostly there is one, which is quicker seen than counted
    let others =
        values.map(|values| values & (values - 1)).map(|others| if others == 0 { 0 } else { others.count_ones() });
    others.map(u64::from).sum::<u64>() + (level.to - level.from) as u64
}

impl Level {
    /// The nodes that are left.
    fn nodes(&self) -> std::slice::ChunksExact<'_, u64> {
        self.nodes[self.from * self.live..self.to * self.live].chunks_exact(self.live)
    }

    /// Makes of the nodes left, which have `count` values of the variable that they try, as many nodes that have one value.
    fn spread(&mut self, count: usize) {
        if count == self.to - self.from {
            return;
        }
        let (live, end) = (self.live, self.from + count);
        self.nodes.resize(self.nodes.len().max(end * live), 0);
        // from the last to the first, so that none is written over before it was read
        let mut to = end;
        for node in (self.from..self.to).rev() {
            let mut values = self.nodes[node * live + self.word] & self.mask;
            while values != 0 {
                let value = 1 << (63 - values.leading_zeros());
                values ^= value;
                to -= 1;
                self.nodes.copy_within(node * live..(node + 1) * live, to * live);
                let word = &mut self.nodes[to * live + self.word];
                *word = *word & !self.mask | value;
            }
        }
        self.to = end;
    }
}
