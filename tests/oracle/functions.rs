//! Constraints that set a function equal to its result: arithmetic and array lookup.

use std::sync::Arc;

use bezzel::*;

use super::pool::{Entry, always_domain, bounds_if_unit, domain_if_distinct};
use super::problem::{Claim, Kind, Setting};
use super::random::Random;

type Meaning = fn(&[i128]) -> Option<i128>;
type Build = fn(&[View]) -> Arc<dyn Constraint>;

/// The last argument is the result; where the function is not defined the constraint is false.
fn function(name: &str, meaning: Meaning, build: Build, claim: fn(&Setting) -> Claim) -> Kind {
    let holds = move |values: &[Value]| {
        let values: Vec<i128> = values.iter().map(|&value| value.into()).collect();
        values.split_last().is_some_and(|(&result, arguments)| meaning(arguments) == Some(result))
    };
    Kind::new(name, holds, build).claims(claim)
}

fn forward_checking(_: &Setting) -> Claim {
    Claim::ForwardChecking
}

macro_rules! functions {
    ($($entry:ident $name:literal $arity:expr, $meaning:expr, $build:expr, $claim:ident;)*) => { $(
        pub const $entry: Entry =
            Entry { name: $name, arity: $arity, draw: |_, _| function($name, $meaning, $build, $claim) };
    )* };
}

fn truncated(a: i128, b: i128) -> Option<i128> {
    (b != 0).then(|| (a.abs() / b.abs()) * a.signum() * b.signum())
}

functions! {
    PRODUCT "product" 1..=4,
        |v| Some(if v.contains(&0) { 0 } else { v.iter().fold(1i128, |p, &f| p.saturating_mul(f)) }),
        |v| product(&v[..v.len() - 1]).equals(v[v.len() - 1]).boxed(), forward_checking;
    QUOTIENT "quotient" 3..=3,
        |v| truncated(v[0], v[1]),
        |v| quotient(v[0], v[1]).equals(v[2]).boxed(), forward_checking;
    REMAINDER "remainder" 3..=3,
        |v| Some(v[0] - v[1] * truncated(v[0], v[1])?),
        |v| remainder(v[0], v[1]).equals(v[2]).boxed(), forward_checking;
    ABSOLUTE "absolute" 2..=2,
        |v| Some(if v[0] < 0 { -v[0] } else { v[0] }),
        |v| absolute(v[0]).equals(v[1]).boxed(), always_domain;
    SQUARE "square" 2..=2,
        |v| Some(v[0] * v[0]),
        |v| square(v[0]).equals(v[1]).boxed(), always_domain;
    DISTANCE "distance" 3..=3,
        |v| Some(if v[0] < v[1] { v[1] - v[0] } else { v[0] - v[1] }),
        |v| distance(v[0], v[1]).equals(v[2]).boxed(), bounds_if_unit;
    MINIMUM "minimum" 2..=4,
        |v| v.iter().copied().reduce(|a, b| if b < a { b } else { a }),
        |v| minimum(&v[..v.len() - 1]).equals(v[v.len() - 1]).boxed(), bounds_if_unit;
    MAXIMUM "maximum" 2..=4,
        |v| v.iter().copied().reduce(|a, b| if b > a { b } else { a }),
        |v| maximum(&v[..v.len() - 1]).equals(v[v.len() - 1]).boxed(), bounds_if_unit;
}

/// The index, the entries, the result.
pub const ELEMENT: Entry = Entry { name: "element of views", arity: 2..=5, draw: |_, _| element_kind() };
/// The index and the result.
pub const ELEMENT_OF_CONSTANTS: Entry =
    Entry { name: "element of constants", arity: 2..=2, draw: draw_element_of_constants };

fn at<T: Copy>(array: &[T], index: Value) -> Option<T> {
    (0..array.len()).find(|&at| at as Value == index).map(|at| array[at])
}

fn element_kind() -> Kind {
    let holds = |v: &[Value]| at(&v[1..v.len() - 1], v[0]) == Some(v[v.len() - 1]);
    let build = |v: &[View]| element(&v[1..v.len() - 1], v[0]).equals(v[v.len() - 1]);
    Kind::new("element", holds, build).claims(domain_if_distinct)
}

/// The entries are drawn from what the result can have.
fn draw_element_of_constants(random: &mut Random, images: &[Vec<Value>]) -> Kind {
    let length = random.below(9);
    let entry = |random: &mut Random| match images[1].is_empty() || random.one_in(4) {
        true => random.between(-5..=5),
        false => *random.pick(&images[1]),
    };
    let array: Vec<Value> = (0..length).map(|_| entry(random)).collect();
    let meant = array.clone();
    let holds = move |v: &[Value]| at(&meant, v[0]) == Some(v[1]);
    let name = format!("element {array:?}");
    Kind::new(name, holds, move |v| element(array.clone(), v[0]).equals(v[1])).claims(always_domain)
}

impl Kind {
    /// The constraint as a part of one of four formulas: negated, or in a disjunction, an equivalence or an implication of its
    /// opposite with a bound on an argument (of the disjunction the first, of the others the one at `at`).
    pub fn in_formula(self, formula: usize, at: usize, limit: Value) -> Kind {
        let Kind { holds, build, .. } = self;
        match formula {
            0 => Kind::new("not", move |v: &[_]| !holds(v), move |v: &[_]| build(v).not()),
            1 => Kind::new(
                "or",
                move |v: &[_]| holds(v) || v[0] > limit,
                move |v: &[_]| build(v).or(v[0].greater_than(limit)),
            ),
            2 => Kind::new(
                "iff",
                move |v: &[_]| holds(v) == (v[at] <= limit),
                move |v: &[_]| build(v).iff(v[at].at_most(limit)),
            ),
            _ => Kind::new(
                "implies not",
                move |v: &[_]| v[at] > limit || !holds(v),
                move |v: &[_]| v[at].at_most(limit).implies(build(v).not()),
            ),
        }
    }
}
