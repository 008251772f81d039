//! The rounds: loops over the nodes of a wave without a branch on what is in them.

/// What a round reads besides the nodes.
#[derive(Clone, Copy)]
pub(super) struct Round<'a> {
    /// The rows of the bits of the word in which the variable lies.
    pub rows: &'a [u64],
    /// From one row to the next.
    pub stride: usize,
    /// Words of a parent and of a child; a child lacks the first words of its parent, if any.
    pub parent: usize,
    pub child: usize,
    /// Words of a row that children do not store.
    pub skip: usize,
    /// Where the variable lies in a parent.
    pub word: usize,
    pub mask: u64,
    pub low: u64,
    pub high: u64,
}

/// Calls a method with the numbers of words as constants, where they are small.
macro_rules! with_constants {
    ($round:ident.$known:ident or $any:ident, $arguments:tt, $($parent:literal $child:literal)*) => {
        match ($round.parent, $round.child) {
            $(($parent, $child) => $round.$known::<$parent, $child> $arguments,)*
            _ => $round.$any $arguments,
        }
    };
}

impl Round<'_> {
    /// Tries the lowest value in each parent: `(parents that have another value and stay, children made)`.
    pub(super) fn lowest(&self, parents: &mut [u64], children: &mut [u64]) -> (usize, usize) {
        with_constants!(self.lowest_of or lowest_of_any, (parents, children),
            1 1  2 1  2 2  3 2  3 3  4 3  4 4  5 4  5 5  6 5  6 6  7 6  7 7  8 7  8 8  9 8  9 9  10 9  10 10  11 10  11 11
            12 11  12 12)
    }

    #[inline(never)]
    fn lowest_of<const P: usize, const C: usize>(&self, parents: &mut [u64], children: &mut [u64]) -> (usize, usize) {
        let &Round { rows, stride, skip, mask, low, high, .. } = self;
        let (parents, children) = (parents.as_chunks_mut::<P>().0, children.as_chunks_mut::<C>().0);
        let (rows, word) = (&rows[skip..], self.word.min(P - 1)); // the minimum spares a check in the loop
        let children = &mut children[..parents.len()];
        let (mut kept, mut made) = (0, 0);
        for i in 0..parents.len() {
            let parent = parents[i];
            let values = parents[i][word] & mask;
            let Some(row) = rows[values.trailing_zeros() as usize * stride..].first_chunk::<C>() else { break };
            let child: [u64; C] = std::array::from_fn(|k| parent[P - C + k] & row[k]);
            let empty = child.iter().fold(0, |z, word| z | word.wrapping_sub(low) & !word & high);
            children[made] = child;
            made += usize::from(empty == 0);
            let rest = values & (values - 1);
            parents[kept] = parent;
            parents[kept][word] ^= values ^ rest;
            kept += usize::from(rest != 0);
        }
        (kept, made)
    }

    fn lowest_of_any(&self, parents: &mut [u64], children: &mut [u64]) -> (usize, usize) {
        let (p, c) = (self.parent, self.child);
        let (mut kept, mut made) = (0, 0);
        for i in 0..parents.len() / p {
            let parent = &parents[i * p..][..p];
            let values = parent[self.word] & self.mask;
            let row = &self.rows[values.trailing_zeros() as usize * self.stride + self.skip..][..c];
            made += usize::from(!self.assign(&parent[p - c..], row, &mut children[made * c..][..c]));
            let rest = values & (values - 1);
            // so long a copy costs more than a wrong guess
            if rest != 0 {
                parents.copy_within(i * p..(i + 1) * p, kept * p);
                parents[kept * p + self.word] ^= values ^ rest;
                kept += 1;
            }
        }
        (kept, made)
    }

    /// Writes a child of any length, and says whether one of its lanes is empty.
    fn assign(&self, parent: &[u64], row: &[u64], child: &mut [u64]) -> bool {
        const STEP: usize = 4;
        let (parents, rows, children) =
            (parent.as_chunks::<STEP>(), row.as_chunks::<STEP>(), child.as_chunks_mut::<STEP>());
        let mut empty = [0; STEP];
        for ((child, parent), row) in children.0.iter_mut().zip(parents.0).zip(rows.0) {
            for k in 0..STEP {
                child[k] = parent[k] & row[k];
                empty[k] |= child[k].wrapping_sub(self.low) & !child[k];
            }
        }
        for ((child, parent), row) in children.1.iter_mut().zip(parents.1).zip(rows.1) {
            *child = parent & row;
            empty[0] |= child.wrapping_sub(self.low) & !*child;
        }
        empty.iter().fold(0, |any, word| any | word) & self.high != 0
    }

    /// Tries at most `most` values, those of the first parent from the lowest up, then those of the next:
    /// `(parents without another value, values tried, children made)`.
    pub(super) fn in_order(&self, parents: &mut [u64], children: &mut [u64], most: usize) -> (usize, usize, usize) {
        with_constants!(self.in_order_of or in_order_of_any, (parents, children, most), 1 1  2 2  3 3  4 4  5 5  6 6  7 7  8 8)
    }

    #[inline(never)]
    fn in_order_of<const P: usize, const C: usize>(
        &self,
        parents: &mut [u64],
        children: &mut [u64],
        most: usize,
    ) -> (usize, usize, usize) {
        let &Round { rows, stride, mask, low, high, .. } = self;
        let (parents, children) = (parents.as_chunks_mut::<P>().0, children.as_chunks_mut::<P>().0);
        let word = self.word.min(P - 1); // spares a check in the loop
        let most = most.min(children.len());
        let children = &mut children[..most];
        let (mut at, mut tried, mut made) = (0, 0, 0);
        let values = |parents: &[[u64; P]], at: usize| parents[at.min(parents.len() - 1)][word] & mask;
        // the values of the next parent are fetched ahead, so that no try waits for them
        let (mut left, mut next) = (values(parents, 0), values(parents, 1));
        while tried < most && at < parents.len() {
            let Some(row) = rows[left.trailing_zeros() as usize * stride..].first_chunk::<P>() else { break };
            let parent = parents[at];
            let child: [u64; P] = std::array::from_fn(|k| parent[k] & row[k]);
            let empty = child.iter().fold(0, |z, word| z | word.wrapping_sub(low) & !word & high);
            children[made] = child;
            made += usize::from(empty == 0);
            tried += 1;
            left &= left - 1;
            at += usize::from(left == 0);
            left = if left == 0 { next } else { left };
            next = values(parents, at + 1);
        }
        if at < parents.len() {
            parents[at][word] = parents[at][word] & !mask | left;
        }
        (at, tried, made)
    }

    fn in_order_of_any(&self, parents: &mut [u64], children: &mut [u64], most: usize) -> (usize, usize, usize) {
        let p = self.parent;
        let (count, most) = (parents.len() / p, most.min(children.len() / p));
        let (mut at, mut tried, mut made) = (0, 0, 0);
        while tried < most && at < count {
            let parent = &parents[at * p..][..p];
            let left = parent[self.word] & self.mask;
            let row = &self.rows[left.trailing_zeros() as usize * self.stride..][..p];
            made += usize::from(!self.assign(parent, row, &mut children[made * p..][..p]));
            tried += 1;
            let rest = left & (left - 1);
            parents[at * p + self.word] ^= left ^ rest;
            at += usize::from(rest == 0);
        }
        (at, tried, made)
    }
}
