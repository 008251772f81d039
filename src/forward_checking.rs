//! Tier 1 of propagation: pairwise conflicts, and forward checking on them.
//!
//! A constraint that is a set of forbidden pairs of values hands them over when it is posted, as *cliques* (views that
//! must all differ) or as *relations* (a table of pairs). Assigning `x = v` then removes every value in conflict with it:
//! forward checking (McGregor 1979; Haralick & Elliott 1980). Where the variables of a connected component (an *island*)
//! are lanes, the conflicts of all constraints are compiled together into [`Rows`], and an assignment is a few AND
//! instructions; otherwise, and where somebody asks which constraint took a value, they are walked pair by pair, over wide
//! domains a [`Strip`] of a clique at a time.

mod rows;
mod strips;

pub(crate) use rows::{NO_VARIABLE, Rows, empty_lanes, singles, some_lane_empty};
pub(crate) use strips::Strip;

use crate::constraint::ConstraintId;
use crate::domain::Value;
use crate::store::{Cause, Conflict, Form, Store};
use crate::variable::View;

/// Pairwise conflicts that a constraint handed over.
#[derive(Debug)]
pub(crate) struct Source {
    pub constraint: ConstraintId,
    pub pairs: Pairs,
}

#[derive(Debug)]
pub(crate) enum Pairs {
    /// Views of variables that must take pairwise different values.
    Clique(Vec<View>),
    /// Two lanes, and for each bit of one which bits the other keeps; in both directions.
    Relation { variables: [u32; 2], keep: [Vec<u64>; 2] },
}

impl Pairs {
    /// The members of a clique.
    pub(crate) fn members(&self) -> &[View] {
        match self {
            Pairs::Clique(members) => members,
            Pairs::Relation { .. } => &[],
        }
    }

    fn variables(&self) -> Vec<u32> {
        match self {
            Pairs::Clique(members) => members.iter().map(|view| view.var.index).collect(),
            Pairs::Relation { variables, .. } => variables.to_vec(),
        }
    }
}

/// What a neighbour loses.
pub(crate) enum Lost {
    Nothing,
    Value(Value),
    /// All bits of its lane but these.
    AllBut(u64),
}

/// All pairwise conflicts of a model, in the order of posting.
#[derive(Debug)]
pub(crate) struct Conflicts {
    pub sources: Vec<Source>,
    /// Where each variable takes part, as source and place in it; those of `x` are `parts[first[x]..first[x + 1]]`.
    parts: Vec<(u32, u32)>,
    first: Vec<u32>,
}

/// How the conflicts of a model lie over its store.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    pub islands: Vec<Island>,
    /// The island of each variable that has rows.
    pub island_of: Vec<Option<u32>>,
    /// The clique of each source, cut into strips.
    pub strips: Vec<Vec<Strip>>,
}

/// A component of the conflict graph whose conflicts are compiled to rows; its block begins at `first` in the store.
#[derive(Debug)]
pub(crate) struct Island {
    pub first: usize,
    pub rows: Rows,
}

impl Conflicts {
    pub(crate) fn new(variables: usize, sources: Vec<Source>) -> Conflicts {
        let mut first = vec![0u32; variables + 2];
        for x in sources.iter().flat_map(|source| source.pairs.variables()) {
            first[x as usize + 2] += 1;
        }
        (2..first.len()).for_each(|x| first[x] += first[x - 1]);
        let mut parts = vec![(0, 0); first[variables + 1] as usize];
        for (at, source) in (0..).zip(&sources) {
            for (place, x) in (0..).zip(source.pairs.variables()) {
                let end = &mut first[x as usize + 1];
                parts[*end as usize] = (at, place);
                *end += 1;
            }
        }
        first.pop();
        Conflicts { sources, parts, first }
    }

    /// Calls `visit(y, lost, constraint)` for each pair of `x` and another variable `y` under a constraint: what `y`
    /// loses when `x` has the value `value`, whose bit is `bit` where `x` is a lane.
    #[inline]
    pub(crate) fn for_each_pair<E>(
        &self,
        x: u32,
        value: Value,
        bit: u32,
        mut visit: impl FnMut(u32, Lost, ConstraintId) -> Result<(), E>,
    ) -> Result<(), E> {
        for &(source, place) in self.parts_of(x) {
            let Source { constraint, pairs } = &self.sources[source as usize];
            match pairs {
                Pairs::Clique(members) => {
                    let image = members[place as usize].image(value);
                    for view in members.iter().filter(|view| view.var.index != x) {
                        let lost = view.preimage(image).map_or(Lost::Nothing, Lost::Value);
                        visit(view.var.index, lost, *constraint)?;
                    }
                }
                Pairs::Relation { variables, keep } => {
                    let lost = Lost::AllBut(keep[place as usize][bit as usize]);
                    visit(variables[1 - place as usize], lost, *constraint)?;
                }
            }
        }
        Ok(())
    }

    /// The conflicts among variables that are closed under them.
    pub(crate) fn among(&self, variables: &[u32]) -> impl Iterator<Item = &Pairs> {
        let parts = variables.iter().flat_map(|&x| self.parts_of(x));
        parts.filter(|(_, place)| *place == 0).map(|&(source, _)| &self.sources[source as usize].pairs)
    }

    fn parts_of(&self, x: u32) -> &[(u32, u32)] {
        &self.parts[self.first[x as usize] as usize..self.first[x as usize + 1] as usize]
    }

    /// Whether `x` is in no conflict.
    pub(crate) fn is_free(&self, x: u32) -> bool {
        self.parts_of(x).is_empty()
    }

    /// The connected components of the conflict graph that have a conflict, each as its variables in order.
    pub(crate) fn components(&self) -> Vec<Vec<u32>> {
        let count = self.first.len() - 1;
        let mut parent: Vec<u32> = (0..count as u32).collect();
        fn root(parent: &mut [u32], mut x: u32) -> u32 {
            while parent[x as usize] != x {
                parent[x as usize] = parent[parent[x as usize] as usize];
                x = parent[x as usize];
            }
            x
        }
        for group in self.sources.iter().map(|source| source.pairs.variables()) {
            for pair in group.windows(2) {
                let (a, b) = (root(&mut parent, pair[0]), root(&mut parent, pair[1]));
                parent[a.max(b) as usize] = a.min(b);
            }
        }
        let mut members: Vec<Vec<u32>> = vec![Vec::new(); count];
        for x in 0..count as u32 {
            if !self.is_free(x) {
                members[root(&mut parent, x) as usize].push(x);
            }
        }
        members.retain(|component| !component.is_empty());
        members
    }

    /// Removes every value in conflict with the value that `x` has, and finds the neighbours that come down to one.
    pub(crate) fn propagate(&self, layout: &Layout, store: &mut Store, x: u32) -> Result<(), Conflict> {
        let value = store.min(store.variable(x));
        if let (Some(island), false) = (layout.island_of[x as usize], store.by_pair) {
            return layout.islands[island as usize].apply(store, x, value);
        }
        let bit = value.wrapping_sub(store.places[x as usize].base) as usize;
        for &(source, place) in self.parts_of(x) {
            let Source { constraint, pairs } = &self.sources[source as usize];
            store.cause = Cause::Constraint(*constraint);
            // what is not open has been propagated itself: it is not in conflict with what is left
            match pairs {
                Pairs::Clique(members) => {
                    let image = members[place as usize].image(value);
                    let strips = &layout.strips[source as usize];
                    strips.iter().try_for_each(|strip| strip.remove(members, image, x, store))?;
                }
                Pairs::Relation { variables, keep } => {
                    let (y, lost) = (variables[1 - place as usize], Lost::AllBut(keep[place as usize][bit]));
                    let mut values = Vec::new();
                    if store.is_open(y as usize) {
                        store.each_lost(y, lost, |value| values.push(value));
                    }
                    values.into_iter().try_for_each(|value| store.remove(store.variable(y), value))?;
                }
            }
        }
        Ok(())
    }

    /// Whether `x = value` leaves every neighbour of `x` a value, by the conflicts of all constraints together.
    pub(crate) fn is_supported(&self, layout: &Layout, store: &Store, x: u32, value: Value) -> bool {
        let place = store.places[x as usize];
        if let (Some(island), Form::Lane { word, shift }) = (layout.island_of[x as usize], place.form) {
            let Island { first, rows } = &layout.islands[island as usize];
            let bit = (word as usize - first) * 64 + shift as usize + (value - place.base) as usize;
            let block = &store.words[*first..][..rows.words];
            return !block
                .iter()
                .zip(rows.row(bit))
                .any(|(word, row)| some_lane_empty(word & row, rows.low, rows.high));
        }
        let mut lost: Vec<(u32, Value)> = Vec::new();
        let _ = self.for_each_pair(x, value, value.wrapping_sub(place.base) as u32, |y, what, _| {
            store.each_lost(y, what, |u| lost.push((y, u)));
            Ok::<(), Conflict>(())
        });
        lost.sort_unstable();
        lost.dedup();
        lost.chunk_by(|a, b| a.0 == b.0).all(|group| (group.len() as u64) < store.len(store.variable(group[0].0)))
    }
}

impl Island {
    /// Applies the row of `x = value` to the block.
    fn apply(&self, store: &mut Store, x: u32, value: Value) -> Result<(), Conflict> {
        let place = store.places[x as usize];
        let Form::Lane { word, shift } = place.form else { unreachable!("an island has lanes only") };
        let rows = &self.rows;
        store.cause = Cause::Conflicts;
        let bit = (word as usize - self.first) * 64 + shift as usize + (value - place.base) as usize;
        for (i, keep) in rows.row(bit).iter().enumerate() {
            let old = store.words[self.first + i];
            let new = old & keep;
            if new == old {
                continue;
            }
            store.set_word(self.first + i, new);
            let mut changed = rows.high & !empty_lanes(old ^ new, rows.high);
            while changed != 0 {
                let shift = changed.trailing_zeros() + 1 - rows.width;
                changed &= changed - 1;
                let lane = |word: u64| word >> shift & rows.mask();
                let y = rows.lanes[i * rows.per_word + (shift / rows.width) as usize];
                store.report_lane(y as usize, lane(old), lane(new))?;
            }
        }
        Ok(())
    }
}

impl Store {
    /// The values in the domain of `y` that a conflict takes.
    pub(crate) fn each_lost(&self, y: u32, lost: Lost, mut visit: impl FnMut(Value)) {
        match lost {
            Lost::Nothing => {}
            Lost::Value(value) => {
                if self.contains(self.variable(y), value) {
                    visit(value);
                }
            }
            Lost::AllBut(keep) => {
                let place = self.places[y as usize];
                let Form::Lane { word, shift } = place.form else { unreachable!("relations are between lanes") };
                let mut left = self.lane(word, shift, place.mask) & !keep;
                while left != 0 {
                    visit(place.base + Value::from(left.trailing_zeros()));
                    left &= left - 1;
                }
            }
        }
    }
}
