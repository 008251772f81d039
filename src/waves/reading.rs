//! Reading many solutions at once: word by word, so that the loop over solutions is the inner one.

use crate::domain::Value;
use crate::forward_checking::Rows;

/// The values in blocks in which every lane has one bit, one solution after the other, where variables are in the order of
/// declaration.
pub(super) fn read_values(rows: &Rows, blocks: &[u64], values: &mut [Value]) {
    // the usual numbers of lanes in a word as constants, so that there is no loop over them
    macro_rules! with_constants {
        ($word:ident, $lanes:expr, $($constant:literal)*) => {
            match $lanes {
                $($constant => read_word::<$constant>(rows, blocks, $word, values),)*
                lanes => (0..lanes).for_each(|lane| read_lane(rows, blocks, $word, lane, values)),
            }
        };
    }
    for (word, bases) in rows.bases.chunks(rows.per_word).enumerate() {
        with_constants!(word, bases.len(), 1 2 3 4 5 6 7 8 9 10 12 16);
    }
}

/// The values of the `N` lanes of one word of each block.
fn read_word<const N: usize>(rows: &Rows, blocks: &[u64], word: usize, values: &mut [Value]) {
    let first = word * rows.per_word;
    // a lane has one bit: the value is where it stands in the word, less where a bit for 0 would stand
    let Some(bases) = rows.bases[first..].first_chunk::<N>() else { return };
    let width = Value::from(rows.width);
    let zeros: [Value; N] = std::array::from_fn(|lane| bases[lane].wrapping_sub(width * lane as Value));
    let solutions = values.chunks_exact_mut(rows.bases.len());
    for (block, solution) in blocks.chunks_exact(rows.words).zip(solutions) {
        let (mut lanes, Some(values)) = (block[word], solution[first..].first_chunk_mut::<N>()) else { return };
        for (value, zero) in values.iter_mut().zip(&zeros) {
            *value = zero.wrapping_add(Value::from(lanes.trailing_zeros()));
            lanes &= lanes.wrapping_sub(1);
        }
    }
}

/// The value of one lane of each block.
fn read_lane(rows: &Rows, blocks: &[u64], word: usize, lane: usize, values: &mut [Value]) {
    let x = word * rows.per_word + lane;
    let solutions = values.chunks_exact_mut(rows.bases.len());
    for (block, solution) in blocks.chunks_exact(rows.words).zip(solutions) {
        let lanes = block[word] >> (lane as u32 * rows.width);
        solution[x] = rows.bases[x] + Value::from(lanes.trailing_zeros());
    }
}
