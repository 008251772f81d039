//! Lines: a value in each of many wide domains side by side, removed together.

use super::{Conflict, Store, Wide};
use crate::domain::Value;
use crate::variable::Var;

/// One value in each of some wide domains side by side: of that at `wide + i` the one at `bit + i * step`, for each `i`
/// whose bit is set in `members`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub wide: u32,
    pub members: u64,
    pub bit: i64,
    pub step: i64,
}

impl Line {
    /// The bit in the domain at `wide + member`. It fits, whatever the product does.
    #[inline]
    pub(crate) fn bit_of(&self, member: u32) -> i64 {
        self.bit.wrapping_add(self.step.wrapping_mul(member.into()))
    }

    /// Each domain with the bit of its value.
    #[inline]
    pub(crate) fn bits(self) -> impl Iterator<Item = (u32, u32)> {
        let rest = std::iter::successors(Some(self.members), |members| Some(members & members.wrapping_sub(1)));
        let members = rest.take_while(|&members| members != 0).map(u64::trailing_zeros);
        members.map(move |member| (self.wide + member, self.bit_of(member) as u32))
    }
}

impl Store {
    /// What of a line is there.
    pub(crate) fn present(&self, line: Line) -> Line {
        let Wide { first, stride, span, .. } = self.wides[line.wide as usize];
        let (words, mut members) = (span.div_ceil(64) as usize, 0);
        for member in 0..64 - line.members.leading_zeros() {
            let bit = line.bit_of(member);
            let word = (bit >> 6) as usize; // of a bit below zero a large number
            if word < words {
                members |= (self.bits[(first + member) as usize + word * stride as usize] >> (bit & 63) & 1) << member;
            }
        }
        Line { members: members & line.members, ..line }
    }

    /// Removes a line of values that are there; the variable of each domain stands in `variables`.
    pub(crate) fn clear_line(&mut self, line: Line, variables: impl Fn(u32) -> Var) -> Result<(), Conflict> {
        let mut cleared = 0;
        let result = line.bits().try_for_each(|(wide, bit)| {
            let x = variables(wide - line.wide);
            cleared |= 1 << (wide - line.wide);
            if self.logging {
                let value = self.places[x.index()].base + Value::from(bit);
                self.record(x.index(), value, value);
            }
            self.clear_saved_bit(x, wide, bit)
        });
        self.trail.lines.push(Line { members: cleared, ..line });
        result
    }
}
