//! Domain consistency: a value of a view stays exactly if it is part of a matching of all views to different values
//! (Régin, "A filtering algorithm for constraints of difference in CSPs", AAAI 1994), on bit sets.
//!
//! One matching is kept from run to run and repaired. A view can swap with another if it can take the other's value; a
//! view that can get at a value without owner, by swaps along a path, is *loose*. What is left is *tight*: the values of
//! tight views are used up by them in every matching, and tight views exchange values only within a strongly connected
//! component of the swaps. So everybody else loses the values of tight views, and a tight view those of other components.
//!
//! A view with at least as many values as there are open views finds a value whatever the others take: it is left out of
//! the graph, and loses the values of tight views. So no domain is walked that is larger than the number of views.

use super::bits::{clear, each_bit, first_common, is_set, read, set};
use crate::constraint::Status;
use crate::domain::Value;
use crate::store::{Conflict, Store};
use crate::variable::{Variable, View};

const NOBODY: u32 = u32::MAX;

/// Room for a run; only `last` matters to the next.
#[derive(Default)]
struct Graph {
    /// The value of each view in the last matching.
    last: Vec<Value>,
    /// The views that are not fixed, as positions in the scope: those in the graph, and those that are left out.
    inside: Vec<u32>,
    outside: Vec<u32>,
    /// The value of the first bit; or, where they are far apart, the values of all bits, ascending.
    base: Value,
    list: Vec<Value>,
    /// Words of a row.
    width: usize,
    /// The bits of the values that each view inside can take.
    rows: Vec<u64>,
    /// The bit that each view inside has in the matching, and the view that has each bit.
    bit_of: Vec<u32>,
    owner: Vec<u32>,
    /// The bits that no view has.
    free: Vec<u64>,
    /// The bits that a search has met, those of tight views, those of views on the path.
    met: Vec<u64>,
    tight: Vec<u64>,
    on_path: Vec<u64>,
    queue: Vec<u32>,
    /// The view from which a search met each bit.
    from: Vec<u32>,
    /// The views of the path, the number of each by bit, and where each component of the path begins.
    path: Vec<u32>,
    number: Vec<u32>,
    begins: Vec<u32>,
    /// The views and the exits of each component of the path.
    members: Vec<u64>,
    exits: Vec<u64>,
}

/// Filters a scope whose fixed views have been excluded from the others. Different views are taken for independent.
pub(super) fn propagate(views: &[View], store: &mut Store) -> Result<Status, Conflict> {
    let mut graph = store.take_scratch::<Graph>();
    let result = graph.filter(views, store);
    store.keep_scratch(graph);
    result
}

fn refill<T: Clone>(list: &mut Vec<T>, count: usize, value: T) {
    list.clear();
    list.resize(count, value);
}

impl Graph {
    fn filter(&mut self, views: &[View], store: &mut Store) -> Result<Status, Conflict> {
        let open = views.iter().filter(|view| !view.is_fixed(store)).count();
        if open <= 1 {
            return Ok(Status::Entailed);
        }
        self.inside.clear();
        self.outside.clear();
        for (at, view) in views.iter().enumerate() {
            match view.len(store) {
                1 => {}
                len if len < open as u64 => self.inside.push(at as u32),
                _ => self.outside.push(at as u32),
            }
        }
        if self.inside.is_empty() {
            return Ok(Status::AtFixpoint);
        }
        self.last.resize(views.len(), Value::MIN);
        self.read(views, store);
        // compiled once more for the usual width
        if self.width == 1 {
            self.infer(1)?
        } else {
            self.infer(self.width)?
        }
        self.prune(views, store)?;
        Ok(Status::AtFixpoint)
    }

    /// Reads the domains of the views inside.
    fn read(&mut self, views: &[View], store: &Store) {
        let inside = self.inside.iter().map(|&at| views[at as usize]);
        let (low, high, total) = inside.clone().fold((Value::MAX, Value::MIN, 0), |(low, high, total), view| {
            (low.min(view.min(store)), high.max(view.max(store)), total + view.len(store))
        });
        self.base = low;
        self.list.clear();
        let span = (high - low) as u64 + 1;
        let count = if span <= 256.max(2 * total) {
            span as usize
        } else {
            self.list.extend(inside.clone().flat_map(|view| view.values(store)));
            self.list.sort_unstable();
            self.list.dedup();
            self.list.len()
        };
        self.width = count.div_ceil(64);
        refill(&mut self.rows, self.inside.len() * self.width, 0);
        for (view, row) in inside.zip(self.rows.chunks_exact_mut(self.width)) {
            if self.list.is_empty() {
                read(view, store, self.base, row);
                continue;
            }
            for value in view.values(store) {
                set(row, self.list.binary_search(&value).expect("a value listed before") as u32);
            }
        }
    }

    fn value(&self, bit: usize) -> Value {
        if self.list.is_empty() { self.base + bit as Value } else { self.list[bit] }
    }

    fn bit(&self, value: Value) -> Option<u32> {
        let bit = match self.list.is_empty() {
            true => value.checked_sub(self.base)?,
            false => self.list.binary_search(&value).ok()? as Value,
        };
        (0..self.width as Value * 64).contains(&bit).then_some(bit as u32)
    }

    /// Takes from the rows all that may stay: what is left in them has to go. `tight` then has the bits of all tight views.
    #[inline(always)]
    fn infer(&mut self, width: usize) -> Result<(), Conflict> {
        self.complete_matching(width)?;
        self.find_tight(width);
        self.find_components(width);
        Ok(())
    }

    /// Repairs the matching of the last run.
    #[inline(always)]
    fn complete_matching(&mut self, width: usize) -> Result<(), Conflict> {
        let count = self.inside.len();
        refill(&mut self.free, width, 0);
        for row in self.rows.chunks_exact(width) {
            self.free.iter_mut().zip(row).for_each(|(free, word)| *free |= word);
        }
        refill(&mut self.owner, width * 64, NOBODY);
        refill(&mut self.bit_of, count, NOBODY);
        for i in 0..count {
            let last = self.bit(self.last[self.inside[i] as usize]);
            let bit = last.filter(|&bit| is_set(&self.rows[i * width..], bit) && is_set(&self.free, bit));
            if let Some(bit) = bit.or_else(|| first_common(&self.rows[i * width..][..width], &self.free)) {
                self.give(i as u32, bit);
                clear(&mut self.free, bit);
            }
        }
        if self.from.len() < width * 64 {
            self.from.resize(width * 64, NOBODY);
        }
        for i in 0..count {
            if self.bit_of[i] == NOBODY {
                self.augment(i as u32, width)?;
            }
        }
        for i in 0..count {
            self.last[self.inside[i] as usize] = self.value(self.bit_of[i] as usize);
        }
        Ok(())
    }

    fn give(&mut self, view: u32, bit: u32) {
        self.bit_of[view as usize] = bit;
        self.owner[bit as usize] = view;
    }

    /// Finds the view a value by a shortest row of swaps.
    fn augment(&mut self, view: u32, width: usize) -> Result<(), Conflict> {
        refill(&mut self.met, width, 0);
        self.queue.clear();
        self.queue.push(view);
        let mut next = 0;
        while let Some(&i) = self.queue.get(next) {
            next += 1;
            let row = &self.rows[i as usize * width..][..width];
            if let Some(mut bit) = first_common(row, &self.free) {
                clear(&mut self.free, bit);
                let mut taker = i;
                loop {
                    let before = self.bit_of[taker as usize];
                    self.give(taker, bit);
                    if taker == view {
                        return Ok(());
                    }
                    (bit, taker) = (before, self.from[before as usize]);
                }
            }
            for (at, (word, met)) in row.iter().zip(&mut self.met).enumerate() {
                let new = word & !*met;
                *met |= new;
                each_bit(new, at, |bit| {
                    self.from[bit] = i;
                    self.queue.push(self.owner[bit]);
                });
            }
        }
        Err(Conflict)
    }

    /// Finds the tight views: those that cannot get at a free value. The rows of the others keep what they must lose.
    #[inline(always)]
    fn find_tight(&mut self, width: usize) {
        refill(&mut self.tight, width, 0);
        self.queue.clear();
        self.queue.extend(0..self.inside.len() as u32);
        if self.free.iter().any(|&word| word != 0) {
            // what can be got at
            self.met.clone_from(&self.free);
            loop {
                let before = self.queue.len();
                let Graph { queue, rows, met, bit_of, .. } = self;
                queue.retain(|&i| {
                    let stays = first_common(&rows[i as usize * width..][..width], met).is_none();
                    if !stays {
                        set(met, bit_of[i as usize]);
                    }
                    stays
                });
                if queue.len() == before || queue.is_empty() {
                    break;
                }
            }
        }
        for &i in &self.queue {
            set(&mut self.tight, self.bit_of[i as usize]);
        }
    }

    /// Finds the strongly connected components of the tight views (path-based, Gabow 2000), and takes from the row of each
    /// tight view its component, from the row of each loose one all that is not of tight views.
    #[inline(always)]
    fn find_components(&mut self, width: usize) {
        if self.number.len() < width * 64 {
            self.number.resize(width * 64, 0);
        }
        for row in self.rows.chunks_exact_mut(width) {
            row.iter_mut().zip(&self.tight).for_each(|(word, tight)| *word &= tight);
        }
        // bits of views that are not yet on the path
        self.met.clone_from(&self.tight);
        refill(&mut self.on_path, width, 0);
        self.path.clear();
        self.begins.clear();
        self.members.clear();
        self.exits.clear();
        for at in 0..self.queue.len() {
            let i = self.queue[at];
            if is_set(&self.met, self.bit_of[i as usize]) {
                self.push(i, width);
                while !self.begins.is_empty() {
                    self.step(width);
                }
            }
        }
    }

    /// A view becomes a component at the end of the path.
    #[inline(always)]
    fn push(&mut self, i: u32, width: usize) {
        let bit = self.bit_of[i as usize];
        clear(&mut self.met, bit);
        set(&mut self.on_path, bit);
        self.number[bit as usize] = self.path.len() as u32;
        self.begins.push(self.path.len() as u32);
        self.path.push(i);
        self.members.resize(self.members.len() + width, 0);
        let top = self.members.len() - width;
        set(&mut self.members[top..], bit);
        self.exits.extend_from_slice(&self.rows[i as usize * width..][..width]);
    }

    /// Follows one exit of the last component of the path, or ends that component.
    #[inline(always)]
    fn step(&mut self, width: usize) {
        let top = self.members.len() - width;
        for k in 0..width {
            self.exits[top + k] &= !self.members[top + k];
        }
        if let Some(back) = first_common(&self.exits[top..], &self.on_path) {
            // back to an earlier component: all from there on are one
            let number = self.number[back as usize];
            while *self.begins.last().expect("the component that was found") > number {
                self.begins.pop();
                let top = self.members.len() - width;
                for k in 0..width {
                    self.members[top + k - width] |= self.members[top + k];
                    self.exits[top + k - width] |= self.exits[top + k];
                }
                self.members.truncate(top);
                self.exits.truncate(top);
            }
        } else if let Some(bit) = first_common(&self.exits[top..], &self.met) {
            self.push(self.owner[bit as usize], width);
        } else {
            let begin = self.begins.pop().expect("a component") as usize;
            for i in self.path.drain(begin..) {
                for k in 0..width {
                    self.rows[i as usize * width + k] &= !self.members[top + k];
                }
            }
            for k in 0..width {
                self.on_path[k] &= !self.members[top + k];
            }
            self.members.truncate(top);
            self.exits.truncate(top);
        }
    }

    /// Removes what the rows hold from the views inside, and the values of tight views from those outside.
    fn prune(&self, views: &[View], store: &mut Store) -> Result<(), Conflict> {
        let tight = std::iter::repeat(&*self.tight);
        let inside = self.inside.iter().zip(self.rows.chunks_exact(self.width));
        for (&at, row) in inside.chain(self.outside.iter().zip(tight)) {
            for (k, &word) in row.iter().enumerate() {
                let mut left = word;
                while left != 0 {
                    let value = self.value(k * 64 + left.trailing_zeros() as usize);
                    views[at as usize].remove(store, value)?;
                    left &= left - 1;
                }
            }
        }
        Ok(())
    }
}
