//! Bits in rows of words, and domains as such rows.

use crate::domain::Value;
use crate::store::{Form, Store};
use crate::variable::{Variable, View};

pub(super) fn each_bit(mut word: u64, at: usize, mut visit: impl FnMut(usize)) {
    while word != 0 {
        visit(at * 64 + word.trailing_zeros() as usize);
        word &= word - 1;
    }
}

pub(super) fn set(bits: &mut [u64], bit: u32) {
    bits[bit as usize / 64] |= 1 << (bit % 64);
}

pub(super) fn clear(bits: &mut [u64], bit: u32) {
    bits[bit as usize / 64] &= !(1 << (bit % 64));
}

pub(super) fn is_set(bits: &[u64], bit: u32) -> bool {
    bits[bit as usize / 64] >> (bit % 64) & 1 == 1
}

pub(super) fn first_common(a: &[u64], b: &[u64]) -> Option<u32> {
    let at = a.iter().zip(b).position(|(a, b)| a & b != 0)?;
    Some(at as u32 * 64 + (a[at] & b[at]).trailing_zeros())
}

/// Sets the bits of a piece of 64 values whose first one stands at `start`, which may lie before the row.
fn put(row: &mut [u64], start: Value, bits: u64) {
    if bits == 0 {
        return;
    }
    let skip = bits.trailing_zeros();
    let (start, bits) = ((start + Value::from(skip)) as usize, bits >> skip);
    row[start / 64] |= bits << (start % 64);
    let rest = if start.is_multiple_of(64) { 0 } else { bits >> (64 - start % 64) };
    if rest != 0 {
        row[start / 64 + 1] |= rest;
    }
}

/// Sets the bits of a domain, counted from `base`.
pub(super) fn read(view: View, store: &Store, base: Value, row: &mut [u64]) {
    let place = store.places[view.var.index()];
    match (place.form, view.scale) {
        (Form::Lane { word, shift }, 1) => {
            put(row, place.base + view.offset - base, store.lane(word, shift, place.mask));
        }
        (Form::Lane { word, shift }, -1) => {
            let bits = store.lane(word, shift, place.mask).reverse_bits();
            put(row, view.offset - place.base - 63 - base, bits);
        }
        (Form::Wide(wide), 1) => {
            let wide = &store.wides[wide as usize];
            for at in wide.min / 64..=wide.max / 64 {
                let start = place.base + view.offset - base + Value::from(at) * 64;
                put(row, start, store.bits[wide.word(at)]);
            }
        }
        _ => view.values(store).for_each(|value| set(row, (value - base) as u32)),
    }
}

/// The bits of a domain of which no value is further than 63 from `base`.
pub(super) fn word(view: View, store: &Store, base: Value) -> u64 {
    let mut row = [0];
    match view.scale {
        0 => set(&mut row, (view.offset - base) as u32),
        _ => read(view, store, base, &mut row),
    }
    row[0]
}
