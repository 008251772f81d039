//! Every constraint of the library, with an independent statement of what it means. A new constraint gets an entry here
//! (or in `functions`, `lists`) and is checked in the test file of its group; `random_models.rs` mixes it with the others.

use std::ops::RangeInclusive;

use bezzel::*;

pub use super::functions::*;
pub use super::lists::*;
use super::problem::{Claim, Kind, Setting};
use super::random::{Random, mix};

/// A constraint that the oracle knows.
pub struct Entry {
    pub name: &'static str,
    pub arity: RangeInclusive<usize>,
    /// Draws a constraint for arguments that can have these values.
    pub draw: fn(&mut Random, &[Vec<Value>]) -> Kind,
}

pub const NOT_EQUAL: Entry = Entry { name: "not_equal", arity: 2..=2, draw: |_, _| not_equal_kind() };
pub const PREDICATE: Entry = Entry { name: "predicate", arity: 0..=4, draw: draw_predicate };
pub const TABLE: Entry = Entry { name: "table", arity: 0..=4, draw: |random, images| draw_table(random, images, true) };
pub const FORBIDDEN: Entry =
    Entry { name: "forbidden", arity: 0..=4, draw: |random, images| draw_table(random, images, false) };
pub const SUM_EQUALS: Entry = Entry { name: "sum =", arity: 0..=4, draw: draw_equals };
pub const SUM_DIFFERS: Entry = Entry { name: "sum !=", arity: 0..=4, draw: draw_differs };
pub const SUM_AT_MOST: Entry = Entry { name: "sum <=", arity: 0..=4, draw: draw_at_most };
pub const SUM_AT_LEAST: Entry = Entry { name: "sum >=", arity: 0..=4, draw: draw_at_least };

pub const LITERAL: Entry = Entry { name: "literal", arity: 1..=1, draw: draw_literal };
pub const FORMULA: Entry = Entry { name: "formula", arity: 0..=4, draw: draw_formula };

/// Tier 1 describes the first three completely.
pub const POOL: [&Entry; 34] = [
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
    &LITERAL,
    &FORMULA,
    &ALL_DIFFERENT_BOUNDS,
    &ALL_DIFFERENT_DOMAIN,
    &ALL_DIFFERENT_EXCEPT,
    &ALL_EQUAL,
    &COUNT,
    &COUNT_OF_AN_INTEGER,
    &GLOBAL_CARDINALITY,
    &INCREASING,
    &LEX,
    &INVERSE,
    &CIRCUIT,
    &MEMBER,
    &PRODUCT,
    &QUOTIENT,
    &REMAINDER,
    &ABSOLUTE,
    &SQUARE,
    &DISTANCE,
    &MINIMUM,
    &MAXIMUM,
    &ELEMENT,
    &ELEMENT_OF_CONSTANTS,
];

/// A value for each argument.
pub fn tuple(random: &mut Random, images: &[Vec<Value>]) -> Vec<Value> {
    images.iter().map(|values| if values.is_empty() { 0 } else { *random.pick(values) }).collect()
}

/// The sum of a tuple, or something near it.
fn plausible_sum(random: &mut Random, images: &[Vec<Value>]) -> Value {
    tuple(random, images).iter().sum::<Value>() + if random.one_in(3) { random.between(-2..=2) } else { 0 }
}

pub fn always_domain(_: &Setting) -> Claim {
    Claim::Domain
}

/// Domain consistent unless a variable occurs twice.
pub fn domain_if_distinct(setting: &Setting) -> Claim {
    if setting.distinct() { Claim::Domain } else { Claim::ForwardChecking }
}

/// Bounds consistent unless a variable occurs twice or is scaled.
pub fn bounds_if_unit(setting: &Setting) -> Claim {
    if setting.distinct() && setting.unit() { Claim::Bounds } else { Claim::ForwardChecking }
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
    // two columns become pairs, which only forward checking follows in this mode
    let claim = |s: &Setting| {
        let two = s.terms.len() == 2 && s.distinct() && s.terms.iter().all(|t| t.variable.is_some());
        if two && s.mode == Propagation::Fixpoint { Claim::ForwardChecking } else { Claim::Domain }
    };
    if allowed {
        Kind::new(format!("table {rows:?}"), holds, move |views| table(views, rows.clone())).claims(claim)
    } else {
        Kind::new(format!("forbidden {rows:?}"), holds, move |views| forbidden(views, rows.clone())).claims(claim)
    }
}

fn total(values: &[Value]) -> i128 {
    values.iter().map(|&value| i128::from(value)).sum()
}

fn draw_equals(random: &mut Random, images: &[Vec<Value>]) -> Kind {
    let bound = plausible_sum(random, images);
    Kind::new(format!("sum = {bound}"), move |v| total(v) == bound.into(), move |views| sum(views).equals(bound))
        .claims(bounds_if_unit)
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

/// A statement about one argument; about a bare variable it is a literal.
fn draw_literal(random: &mut Random, images: &[Vec<Value>]) -> Kind {
    let value = tuple(random, images)[0] + random.between(-1..=1);
    let relation = *random.pick(&[Relation::Equal, Relation::NotEqual, Relation::AtMost, Relation::Greater]);
    let holds = move |v: &[Value]| match relation {
        Relation::Equal => v[0] == value,
        Relation::NotEqual => v[0] != value,
        Relation::AtMost => v[0] <= value,
        Relation::Greater => v[0] > value,
    };
    let build = move |views: &[View]| match views[0].variable() {
        Some(variable) if views[0] == variable.view() => Literal { variable, relation, value }.boxed(),
        _ => match relation {
            Relation::Equal => views[0].equals(value).boxed(),
            Relation::NotEqual => views[0].differs_from(value).boxed(),
            Relation::AtMost => views[0].at_most(value).boxed(),
            Relation::Greater => views[0].greater_than(value).boxed(),
        },
    };
    Kind::new(format!("literal {relation} {value}"), holds, build)
}

/// Two or three constraints on parts of the arguments, connected; some of them formulas themselves.
fn draw_formula(random: &mut Random, images: &[Vec<Value>]) -> Kind {
    let parts: Vec<(usize, usize, Kind)> = (0..2 + random.below(2)).map(|_| draw_part(random, images)).collect();
    let (connective, names) = (random.below(7), parts.iter().map(|p| p.2.name.as_str()).collect::<Vec<_>>().join(", "));
    let name = ["any of", "all of", "not", "iff", "xor", "implies", "not any of"][connective];
    let name = format!("{name} ({names})");
    let meant = parts.clone();
    let holds = move |v: &[Value]| {
        let truths: Vec<bool> = meant.iter().map(|(from, to, part)| (part.holds)(&v[*from..*to])).collect();
        match connective {
            0 => truths.contains(&true),
            1 => !truths.contains(&false),
            2 => !truths[0],
            3 => truths[0] == truths[1],
            4 => truths[0] != truths[1],
            5 => !truths[0] || truths[1],
            _ => !truths.contains(&true),
        }
    };
    let build = move |views: &[View]| {
        let mut built = parts.iter().map(|(from, to, part)| (part.build)(&views[*from..*to]));
        let mut next = || built.next().expect("two or more");
        match connective {
            0 => any_of(built).boxed(),
            1 => all_of(built).boxed(),
            2 => next().not().boxed(),
            3 => next().iff(next()).boxed(),
            4 => next().xor(next()).boxed(),
            5 => next().implies(next()).boxed(),
            _ => any_of(built).not().boxed(),
        }
    };
    Kind::new(name, holds, build).claims(|_| Claim::Sound)
}

/// A constraint on some of the arguments that stand side by side.
fn draw_part(random: &mut Random, images: &[Vec<Value>]) -> (usize, usize, Kind) {
    loop {
        let entry = *random.pick(&POOL);
        let (from, to) = (random.below(images.len() + 1), random.below(images.len() + 1));
        let nested = entry.name == FORMULA.name && !random.one_in(6);
        if from <= to && entry.arity.contains(&(to - from)) && !nested {
            return (from, to, (entry.draw)(random, &images[from..to]));
        }
    }
}
