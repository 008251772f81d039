//! A small seeded generator (xorshift64*), so that every run draws the same cases.

use std::ops::RangeInclusive;

#[derive(Clone)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(mix(seed) | 1)
    }

    /// A generator for a name.
    pub fn named(name: &str) -> Random {
        Random::new(
            name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, b| (hash ^ u64::from(b)).wrapping_mul(0x100_0000_01b3)),
        )
    }

    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn between(&mut self, range: RangeInclusive<i64>) -> i64 {
        let width = (range.end() - range.start() + 1) as u64;
        range.start() + ((self.bits() >> 16) % width) as i64
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.between(0..=limit as i64 - 1) as usize
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// Spreads the bits of a number: a fixed arbitrary function, also for relations drawn by chance.
pub fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
