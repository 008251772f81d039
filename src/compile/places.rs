//! Where domains are held: which are lanes of an island, which lanes of their own, which wide, which sparse.
//!
//! Wide domains lie in the order in which cliques are walked, a tile of them word by word, and cliques are walked in the
//! order of the bits that stand for one image: so a walk takes its bits from words side by side, whatever the order of
//! declaration.

use super::{Program, strips};
use crate::domain::{Domain, Value, ValueSet};
use crate::forward_checking::{Island, Layout, Pairs, Rows, Source};
use crate::store::{Cause, Form, Place, Smallest, Store, Wide};
use crate::trail::Trail;
use crate::variable::View;

/// Domains of at most this span are always wide rather than sparse.
const NARROW_SPAN: i64 = 1 << 10;
/// Memory for wide domains beyond that span, in words (32 MB), and the widest of them.
const WIDE_WORDS: i64 = 1 << 22;
const WIDEST_SPAN: i64 = 1 << 16;
/// Wide domains of as many words whose words stand side by side: first the first word of each, then the second.
const TILE: usize = 64;

/// Puts the members of all cliques over domains that are no lanes in one order: that of the bits for one image, up or down,
/// in the first clique in which they differ.
pub(super) fn sort_cliques(sources: &mut [Source], domains: &[ValueSet]) {
    let domain = |view: &View| &domains[view.var.index()];
    let bit = |view: &View| view.preimage(0).unwrap_or(0).saturating_sub(domain(view).min().unwrap_or(0));
    let cliques = sources.iter_mut().filter_map(|source| match &mut source.pairs {
        Pairs::Clique(members) => Some(members),
        Pairs::Relation { .. } => None,
    });
    let mut cliques: Vec<&mut Vec<View>> = cliques.collect();
    cliques.retain(|members| members.iter().any(|view| domain(view).span() > 64));
    let bits = |members: &&mut Vec<View>| members.iter().map(|view| (bit(view), view.var.index())).collect::<Vec<_>>();
    let differ = |bits: &Vec<(Value, usize)>| bits.iter().any(|&(bit, _)| bit != bits[0].0);
    let Some(mut sorted) = cliques.iter().map(bits).find(differ) else { return };
    if !sorted.is_sorted_by(|a, b| a.0 >= b.0) {
        sorted.sort_by_key(|&(bit, _)| bit);
    }
    let mut rank = vec![usize::MAX; domains.len()];
    sorted.iter().enumerate().for_each(|(at, &(_, x))| rank[x] = at);
    for members in cliques {
        if !members.is_sorted_by_key(|view| rank[view.var.index()]) {
            members.sort_by_key(|view| rank[view.var.index()]);
        }
    }
}

/// The places of domains under construction.
#[derive(Default)]
pub(super) struct Places {
    words: Vec<u64>,
    bits: Vec<u64>,
    wides: Vec<Wide>,
    sparse: Vec<ValueSet>,
}

impl Places {
    /// Places every domain, compiles the rows of the islands, and makes the store of the root.
    pub(super) fn place_all(mut self, program: &Program) -> (Store, Layout) {
        let conflicts = &program.conflicts;
        let domains = &program.domains;
        let count = domains.len();
        let mut places: Vec<Option<Place>> = vec![None; count];
        let mut layout = Layout { islands: Vec::new(), island_of: vec![None; count], strips: Vec::new() };
        let span = |x: u32| domains[x as usize].span();
        for component in conflicts.components() {
            if component.iter().any(|&x| span(x) > 64) {
                continue;
            }
            let Some(rows) = Rows::compile(&component, domains, conflicts, &[], false) else { continue };
            let first = self.words.len();
            for (lane, &x) in component.iter().enumerate() {
                let bit = rows.first_bit(lane);
                let form = Form::Lane { word: first as u32 + bit / 64, shift: bit % 64 };
                let base = domains[x as usize].min().unwrap_or(0);
                places[x as usize] = Some(Place { form, base, mask: rows.mask() });
                layout.island_of[x as usize] = Some(layout.islands.len() as u32);
            }
            self.words.extend(&rows.root);
            layout.islands.push(Island { first, rows });
        }
        let wide_words: i64 =
            (0..count as u32).map(span).filter(|&s| (64..=WIDEST_SPAN).contains(&s)).map(|s| s / 64 + 1).sum();
        let widest = if wide_words <= WIDE_WORDS { WIDEST_SPAN } else { NARROW_SPAN };
        let cliques = || conflicts.sources.iter().map(|source| source.pairs.members());
        let walked = cliques().flatten().map(|view| view.var.index).chain(0..count as u32);
        let mut wide: Vec<&ValueSet> = Vec::new();
        for x in walked {
            let domain = &domains[x as usize];
            places[x as usize].get_or_insert_with(|| {
                let base = domain.min().unwrap_or(0);
                let (form, mask) = match domain.span() {
                    ..=64 => {
                        self.words.push(domain.iter().fold(0, |word, value| word | 1 << (value - base)));
                        (Form::Lane { word: self.words.len() as u32 - 1, shift: 0 }, !0)
                    }
                    span if span <= widest => {
                        wide.push(domain);
                        (Form::Wide(wide.len() as u32 - 1), 0)
                    }
                    _ => {
                        self.sparse.push(domain.clone());
                        (Form::Sparse(self.sparse.len() as u32 - 1), 0)
                    }
                };
                Place { form, base, mask }
            });
        }
        wide.chunk_by(|a, b| words(a) == words(b))
            .flat_map(|run| run.chunks(TILE))
            .for_each(|tile| self.place_tile(tile));
        let places: Vec<Place> = places.into_iter().flatten().collect();
        layout.strips = cliques().map(|members| strips::cut(members, &places, &self.wides)).collect();
        let open = self.words.len();
        self.words.resize(open + Store::open_words(count), 0);
        let mut memory = vec![self.words.len() as u32];
        for propagator in &program.propagators {
            memory.resize(propagator.id.index() + 1, self.words.len() as u32);
            self.words.extend(propagator.needs.memory.iter().map(|&value| value as u64));
            memory.push(self.words.len() as u32);
        }
        self.words.resize(self.words.len() + program.propagators.len().div_ceil(64), 0);
        let mut store = Store {
            model: program.model,
            places,
            trail: Trail::new(self.words.len(), count.div_ceil(64)),
            words: self.words,
            wides: self.wides,
            bits: self.bits,
            sparse: self.sparse,
            events: vec![0; count],
            changed: Vec::new(),
            fixed: Vec::new(),
            smallest: Smallest::new(count, |x| !program.helpers[x]),
            open,
            memory,
            scratch: Default::default(),
            cause: Cause::Decision,
            logging: false,
            by_pair: false,
            log: Vec::new(),
            wiped: None,
            assignment: vec![0; count],
        };
        store.open_all();
        (store, layout)
    }

    /// Places wide domains of as many words each.
    fn place_tile(&mut self, tile: &[&ValueSet]) {
        let first = self.bits.len();
        self.bits.resize(first + tile.len() * words(tile[0]), 0);
        for (at, domain) in (first..).zip(tile) {
            let (base, span) = (domain.min().unwrap_or(0), domain.span() as u32);
            let (size, stride) = (domain.len() as u32, tile.len() as u32);
            let wide = Wide { first: at as u32, stride, span, size, min: 0, max: span - 1 };
            for bit in domain.iter().map(|value| (value - base) as u32) {
                self.bits[wide.word(bit / 64)] |= 1 << (bit % 64);
            }
            self.wides.push(wide);
        }
    }
}

/// How many words the bits of a domain take.
fn words(domain: &ValueSet) -> usize {
    (domain.span() as usize).div_ceil(64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::*;

    /// Queens in rows of another order: each domain lies beside that of the row above.
    #[test]
    fn wide_domains_lie_as_cliques_are_walked() {
        let n = 101;
        for sign in [1, -1] {
            let mut model = Model::new();
            let queens = model.variables(n, 0..n).unwrap();
            let row = |at: usize| (at * 37 % n) as Value;
            model.post(all_different(&queens)).unwrap();
            model.post(all_different((0..n).map(|at| sign * queens[at] + row(at)))).unwrap();
            let program = model.compile().0;
            // of the value whose image is 0
            let bit = |x: u32| -sign * row(x as usize);
            for source in &program.conflicts.sources {
                assert!(source.pairs.members().is_sorted_by_key(|view| bit(view.var.index)));
            }
            let mut first: Vec<(Value, u32)> = Vec::new();
            let store = &program.trailed().store;
            for x in 0..n as u32 {
                let Form::Wide(wide) = store.places[x as usize].form else { panic!("not wide") };
                first.push((bit(x), store.wides[wide as usize].first));
            }
            // two tiles
            first.sort_unstable();
            let gap = |pair: &[(Value, u32)]| pair[1].1 - pair[0].1;
            assert_eq!(first.windows(2).filter(|pair| gap(pair) == 1).count(), n - 2);
            assert_eq!(gap(&first[TILE - 1..][..2]), TILE as u32 + 1);
        }
    }
}
