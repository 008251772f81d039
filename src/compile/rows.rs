//! From pairwise conflicts to the rows of a block.

use crate::domain::{Domain, Value, ValueSet};
use crate::forward_checking::{Conflicts, NO_VARIABLE, Pairs, Rows};
use crate::variable::View;

/// The numbers of words that blocks have, so that the loops over them are made for each; the rows of the largest take 2 MB.
const BLOCKS: [usize; 12] = [1, 2, 3, 4, 5, 6, 8, 16, 24, 32, 48, 64];

impl Rows {
    /// Compiles the conflicts of `variables` (all lanes, closed under conflicts), with a dual lane for each value of each
    /// all-different in `duals`; `None` where the rows would take too much memory. Unused lanes come last, or first.
    pub(crate) fn compile(
        variables: &[u32],
        domains: &[ValueSet],
        conflicts: &Conflicts,
        duals: &[Vec<View>],
        unused_first: bool,
    ) -> Option<Rows> {
        let domain = |x: u32| &domains[x as usize];
        let base = |x: u32| domain(x).min().unwrap_or(0);
        let dual_values: Vec<Vec<Value>> = duals.iter().map(|members| values_of(members, domains)).collect();
        let width =
            variables.iter().map(|&x| domain(x).span()).chain(duals.iter().map(|d| d.len() as i64)).max().unwrap_or(1);
        let width = u32::try_from(width).ok().filter(|&width| width <= 64)?;
        let per_word = 64 / width as usize;
        let lanes = variables.len() + dual_values.iter().map(Vec::len).sum::<usize>();
        let words = lanes.div_ceil(per_word);
        let words = BLOCKS.into_iter().find(|&block| block >= words)?;
        let low = (0..per_word).fold(0, |word, lane| word | 1 << (lane as u32 * width));
        let mut rows = Rows {
            words,
            width,
            per_word,
            low,
            high: low << (width - 1),
            lanes: vec![NO_VARIABLE; words * per_word],
            lane_of: vec![NO_VARIABLE; domains.len()],
            bases: (0..domains.len() as u32).map(base).collect(),
            meanings: Vec::new(),
            closed: Vec::new(),
            root: vec![0; words],
            variables: vec![0; words],
            open: vec![0; words],
            twins: Vec::new(),
            twins_of_each: 0,
            rows: Vec::new(),
        };
        let unused = if unused_first { words * per_word - lanes } else { 0 };
        let of_variables = (unused + variables.len()).div_ceil(per_word);
        rows.rows = vec![!0; of_variables * 64 * words];
        for (lane, &x) in (unused..).zip(variables) {
            (rows.lanes[lane], rows.lane_of[x as usize]) = (x, lane as u32);
            let high = rows.first_bit(lane) + width - 1;
            rows.variables[high as usize / 64] |= 1 << (high % 64);
            let first = rows.first_bit(lane);
            domain(x).iter().for_each(|value| set(&mut rows.root, first + (value - base(x)) as u32));
        }
        let first_dual = unused + variables.len();
        rows.add_dual_lanes(first_dual, duals, &dual_values, domains);
        for at in 0..words * per_word {
            let first = rows.first_bit(at);
            if (unused..unused + lanes).contains(&at) {
                set(&mut rows.open, first + width - 1);
            } else {
                set(&mut rows.root, first);
            }
        }
        rows.fill(variables, domains, conflicts);
        Some(rows)
    }

    /// Adds a lane for each value of each all-different in `duals`, from lane `first` on.
    fn add_dual_lanes(&mut self, first: usize, duals: &[Vec<View>], values: &[Vec<Value>], domains: &[ValueSet]) {
        if duals.is_empty() {
            return;
        }
        let mut memberships = vec![0; domains.len()];
        duals.iter().flatten().for_each(|member| memberships[member.var.index()] += 1);
        let most = memberships.into_iter().max().unwrap_or(0);
        let bits = (self.rows.len() / self.words) as u16;
        let high = |bit: u16| (bit / 64 * 64) + (bit % 64 / self.width as u16 + 1) * self.width as u16 - 1;
        let mut meanings: Vec<u16> = (0..self.words as u16 * 64).collect();
        let mut twins: Vec<u16> = (0..bits).flat_map(|bit| std::iter::repeat_n(bit, most)).collect();
        let mut closed: Vec<u16> = (0..bits).flat_map(|bit| std::iter::repeat_n(high(bit), most + 1)).collect();
        let mut number = vec![0; bits as usize];
        let mut lane = first;
        for (members, values) in duals.iter().zip(values) {
            for &value in values {
                for (at, member) in (0..).zip(members) {
                    let x = member.var.index();
                    if let Some(v) = member.preimage(value).filter(|&v| domains[x].contains(v)) {
                        let bit = (self.first_bit_of(x as u32) + (v - self.bases[x]) as u32) as usize;
                        let twin = (self.first_bit(lane) + at) as u16;
                        twins[bit * most + number[bit]] = twin;
                        number[bit] += 1;
                        closed[bit * (most + 1) + number[bit]] = high(twin);
                        meanings[twin as usize] = bit as u16;
                        set(&mut self.root, u32::from(twin));
                    }
                }
                lane += 1;
            }
        }
        (self.meanings, self.twins, self.twins_of_each, self.closed) = (meanings, twins, most, closed);
    }

    /// Fills the rows: a value takes from every lane what is in conflict with it, and from its own all others.
    fn fill(&mut self, variables: &[u32], domains: &[ValueSet], conflicts: &Conflicts) {
        let mut rows = std::mem::take(&mut self.rows);
        for pairs in conflicts.among(variables) {
            match pairs {
                Pairs::Clique(members) => self.exclude_equal(members, domains, &mut rows),
                Pairs::Relation { variables: [x, y], keep } => {
                    self.exclude_pairs([*x, *y], &keep[0], &mut rows);
                    self.exclude_pairs([*y, *x], &keep[1], &mut rows);
                }
            }
        }
        for &x in variables {
            let (first, base) = (self.first_bit_of(x), self.bases[x as usize]);
            for (low, high) in domains[x as usize].ranges() {
                for bit in first + (low - base) as u32..first + (high - base) as u32 + 1 {
                    self.exclude_others(first, bit, &mut rows);
                }
            }
        }
        self.rows = rows;
    }

    /// The value at `bit` takes all others from its own lane, which begins at `first`.
    #[inline]
    fn exclude_others(&self, first: u32, bit: u32, rows: &mut [u64]) {
        let lane = self.mask() << (first % 64);
        let word = &mut rows[bit as usize * self.words + first as usize / 64];
        *word = *word & !lane | 1 << (bit % 64);
        if !self.twins.is_empty() {
            let row = &mut rows[bit as usize * self.words..][..self.words];
            for other in (first..first + self.width).flat_map(|other| self.same_as(other)) {
                row[other as usize / 64] &= !(1 << (other % 64));
            }
            self.set_with_twins(row, bit);
        }
    }

    /// Values that are equal under the views take one another.
    fn exclude_equal(&self, members: &[View], domains: &[ValueSet], rows: &mut [u64]) {
        let images = members.iter().flat_map(|view| {
            let domain = &domains[view.var.index()];
            [domain.min(), domain.max()].map(|v| view.image(v.unwrap_or(0)))
        });
        let (low, high) = images.fold((Value::MAX, Value::MIN), |(low, high), v| (low.min(v), high.max(v)));
        let taken: u64 = members.iter().map(|view| domains[view.var.index()].len()).sum();
        // one class for each value between, unless these are many more than are taken
        let sparse = (high - low) as u64 / 4 > taken;
        let values = if sparse { values_of(members, domains) } else { Vec::new() };
        let classes = if sparse { values.len() } else { (high - low) as usize + 1 };
        let class =
            |v: Value| if sparse { values.partition_point(|&w| w < v) } else { (v - low) as usize } * self.words;
        let mut equal = vec![0; classes * self.words];
        self.for_each_value(members, domains, |image, bit| self.set_with_twins(&mut equal[class(image)..], bit));
        self.for_each_value(members, domains, |image, bit| {
            let row = &mut rows[bit as usize * self.words..][..self.words];
            row.iter_mut().zip(&equal[class(image)..]).for_each(|(row, lost)| *row &= !lost);
        });
    }

    /// Calls `visit(image, bit)` for each value of each view.
    #[inline]
    fn for_each_value(&self, views: &[View], domains: &[ValueSet], mut visit: impl FnMut(Value, u32)) {
        for view in views {
            let (first, base) = (self.first_bit_of(view.var.index), self.bases[view.var.index()]);
            for (low, high) in domains[view.var.index()].ranges() {
                for value in low..=high {
                    visit(view.image(value), first + (value - base) as u32);
                }
            }
        }
    }

    /// Each value of a variable takes from the lane of another the bits that it does not keep.
    fn exclude_pairs(&self, [x, y]: [u32; 2], keep: &[u64], rows: &mut [u64]) {
        let (first, lane) = (self.first_bit_of(x), self.first_bit_of(y));
        for (bit, keep) in (first..first + self.width).zip(keep) {
            let row = &mut rows[bit as usize * self.words..][..self.words];
            row[lane as usize / 64] &= !((self.mask() & !keep) << (lane % 64));
            if !self.twins.is_empty() {
                let lost = (0..self.width).filter(|bit| keep >> bit & 1 == 0);
                let twins = lost.flat_map(|bit| self.same_as(lane + bit));
                twins.for_each(|twin| row[twin as usize / 64] &= !(1 << (twin % 64)));
            }
        }
    }

    fn set_with_twins(&self, block: &mut [u64], bit: u32) {
        set(block, bit);
        if !self.twins.is_empty() {
            self.same_as(bit).for_each(|twin| set(block, twin));
        }
    }
}

/// The values that the members of an all-different can take.
pub(crate) fn values_of(members: &[View], domains: &[ValueSet]) -> Vec<Value> {
    let values = members.iter().flat_map(|m| domains[m.var.index()].iter().map(|v| m.image(v)));
    values.collect::<ValueSet>().iter().collect()
}

fn set(block: &mut [u64], bit: u32) {
    block[bit as usize / 64] |= 1 << (bit % 64);
}
