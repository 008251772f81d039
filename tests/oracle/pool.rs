//! Every constraint of the library, with an independent statement of what it means. A new constraint gets an entry here,
//! and a line in `constraints.rs`; `random_models.rs` then mixes it with the others.

use std::ops::RangeInclusive;

use bezzel::*;

use super::problem::{Claim, Kind, Setting};
use super::random::{Random, mix};

/// A constraint that the oracle knows.
pub struct Entry {
    pub name: &'static str,
    pub arity: RangeInclusive<usize>,
    /// Draws a constraint for arguments that can have these values.
    pub draw: fn(&mut Random, &[Vec<Value>]) -> Kind,
}

pub const ALL_DIFFERENT: Entry =
    Entry { name: "all_different", arity: 0..=5, draw: |_, _| all_different_kind(Strength::ForwardChecking) };
pub const ALL_DIFFERENT_DUAL: Entry =
    Entry { name: "all_different_dual", arity: 0..=4, draw: |_, _| all_different_kind(Strength::Dual) };
pub const NOT_EQUAL: Entry = Entry { name: "not_equal", arity: 2..=2, draw: |_, _| not_equal_kind() };
pub const PREDICATE: Entry = Entry { name: "predicate", arity: 0..=4, draw: draw_predicate };
pub const TABLE: Entry = Entry { name: "table", arity: 0..=4, draw: |random, images| draw_table(random, images, true) };
pub const FORBIDDEN: Entry =
    Entry { name: "forbidden", arity: 0..=4, draw: |random, images| draw_table(random, images, false) };
pub const SUM_EQUALS: Entry = Entry { name: "sum =", arity: 0..=4, draw: draw_equals };
pub const SUM_DIFFERS: Entry = Entry { name: "sum !=", arity: 0..=4, draw: draw_differs };
pub const SUM_AT_MOST: Entry = Entry { name: "sum <=", arity: 0..=4, draw: draw_at_most };
pub const SUM_AT_LEAST: Entry = Entry { name: "sum >=", arity: 0..=4, draw: draw_at_least };

pub const POOL: [&Entry; 10] = [
    &ALL_DIFFERENT,
    &ALL_DIFFERENT_DUAL,
    &NOT_EQUAL,
    &PREDICATE,
    &TABLE,
    &FORBIDDEN,
    &SUM_EQUALS,
    &SUM_DIFFERS,
    &SUM_AT_MOST,
    &SUM_AT_LEAST,
];

/// A value for each argument.
fn tuple(random: &mut Random, images: &[Vec<Value>]) -> Vec<Value> {
    images.iter().map(|values| if values.is_empty() { 0 } else { *random.pick(values) }).collect()
}

/// The sum of a tuple, or something near it.
fn plausible_sum(random: &mut Random, images: &[Vec<Value>]) -> Value {
    tuple(random, images).iter().sum::<Value>() + if random.one_in(3) { random.between(-2..=2) } else { 0 }
}

fn always_domain(_: &Setting) -> Claim {
    Claim::Domain
}

fn all_different_kind(strength: Strength) -> Kind {
    let distinct = |v: &[Value]| (0..v.len()).all(|i| !v[..i].contains(&v[i]));
    Kind::new("all_different", distinct, move |views| all_different(views).strength(strength))
}

fn not_equal_kind() -> Kind {
    Kind::new("not_equal", |v| v[0] != v[1], |views| not_equal(views[0], views[1])).claims(always_domain)
}

fn draw_predicate(random: &mut Random, _: &[Vec<Value>]) -> Kind {
    let (seed, odds) = (random.bits(), 2 + random.bits() % 2);
    let relation =
        move |v: &[Value]| !v.iter().fold(seed, |hash, &value| mix(hash ^ value as u64)).is_multiple_of(odds);
    let claim = |setting: &Setting| match (setting.terms.len(), setting.mode) {
        (2, Propagation::ArcConsistency) if setting.lanes => Claim::Domain,
        _ => Claim::ForwardChecking,
    };
    Kind::new(format!("predicate {seed:#x} {odds}"), relation, move |views| predicate(views, relation)).claims(claim)
}

fn draw_table(random: &mut Random, images: &[Vec<Value>], allowed: bool) -> Kind {
    let limit = *random.pick(&[5, 30]);
    let count = random.below(limit);
    let mut rows: Vec<Vec<Value>> = (0..count).map(|_| tuple(random, images)).collect();
    if !images.is_empty() && random.one_in(2) {
        rows.push(images.iter().map(|_| random.between(-9..=9)).collect()); // perhaps outside the domains
        rows.extend(rows.first().cloned()); // twice
    }
    let for_holds = rows.clone();
    let holds = move |v: &[Value]| for_holds.iter().any(|row| row == v) == allowed;
    if !allowed {
        return Kind::new(format!("forbidden {rows:?}"), holds, move |views| forbidden(views, rows.clone()));
    }
    let claim = |setting: &Setting| {
        match (setting.distinct(), setting.terms.len(), setting.mode) {
            (true, 2, Propagation::Fixpoint) => Claim::ForwardChecking, // by tier 1 alone
            (true, _, _) => Claim::Domain,
            (false, _, _) => Claim::Sound, // each argument is looked at by itself
        }
    };
    Kind::new(format!("table {rows:?}"), holds, move |views| table(views, rows.clone())).claims(claim)
}

fn total(values: &[Value]) -> i128 {
    values.iter().map(|&value| i128::from(value)).sum()
}

fn draw_equals(random: &mut Random, images: &[Vec<Value>]) -> Kind {
    let bound = plausible_sum(random, images);
    let claim = |s: &Setting| if s.distinct() && s.unit() { Claim::Bounds } else { Claim::ForwardChecking };
    Kind::new(format!("sum = {bound}"), move |v| total(v) == bound.into(), move |views| sum(views).equals(bound))
        .claims(claim)
}

fn draw_differs(random: &mut Random, images: &[Vec<Value>]) -> Kind {
    let bound = plausible_sum(random, images);
    Kind::new(format!("sum != {bound}"), move |v| total(v) != bound.into(), move |views| sum(views).differs_from(bound))
        .claims(always_domain)
}

fn draw_at_most(random: &mut Random, images: &[Vec<Value>]) -> Kind {
    let bound = plausible_sum(random, images);
    Kind::new(format!("sum <= {bound}"), move |v| total(v) <= bound.into(), move |views| sum(views).at_most(bound))
        .claims(always_domain)
}

fn draw_at_least(random: &mut Random, images: &[Vec<Value>]) -> Kind {
    let bound = plausible_sum(random, images);
    Kind::new(format!("sum >= {bound}"), move |v| total(v) >= bound.into(), move |views| sum(views).at_least(bound))
        .claims(always_domain)
}
