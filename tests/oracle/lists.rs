//! Constraints on lists: all different, all equal, counting, order, permutations, circuits; and membership.

use bezzel::*;

use super::pool::{Entry, always_domain, domain_if_distinct, tuple};
use super::problem::{Claim, Kind, Setting};
use super::random::Random;

pub const ALL_DIFFERENT: Entry =
    Entry { name: "all_different", arity: 0..=5, draw: |_, _| all_different_kind(Strength::ForwardChecking) };
pub const ALL_DIFFERENT_DUAL: Entry =
    Entry { name: "all_different_dual", arity: 0..=4, draw: |_, _| all_different_kind(Strength::Dual) };
pub const ALL_DIFFERENT_BOUNDS: Entry =
    Entry { name: "all_different_bounds", arity: 0..=5, draw: |_, _| all_different_kind(Strength::Bounds) };
pub const ALL_DIFFERENT_DOMAIN: Entry =
    Entry { name: "all_different_domain", arity: 0..=5, draw: |_, _| all_different_kind(Strength::Domain) };
pub const ALL_DIFFERENT_EXCEPT: Entry =
    Entry { name: "all_different_except", arity: 0..=4, draw: draw_all_different_except };
pub const ALL_EQUAL: Entry = Entry { name: "all_equal", arity: 0..=4, draw: draw_all_equal };
pub const COUNT: Entry = Entry { name: "count", arity: 2..=5, draw: draw_count };
pub const COUNT_OF_AN_INTEGER: Entry = Entry { name: "count integer", arity: 1..=5, draw: draw_count_of_an_integer };
pub const GLOBAL_CARDINALITY: Entry = Entry { name: "global_cardinality", arity: 0..=5, draw: draw_global_cardinality };
pub const INCREASING: Entry = Entry { name: "increasing", arity: 0..=5, draw: draw_increasing };
pub const LEX: Entry = Entry { name: "lex", arity: 0..=5, draw: draw_lex };
pub const INVERSE: Entry =
    Entry { name: "inverse", arity: 0..=5, draw: |random, images| inverse_kind(base(random, images)) };
pub const CIRCUIT: Entry =
    Entry { name: "circuit", arity: 0..=5, draw: |random, images| circuit_kind(base(random, images)) };
pub const MEMBER: Entry = Entry { name: "member", arity: 1..=1, draw: draw_member };

pub fn distinct(values: &[Value]) -> bool {
    (0..values.len()).all(|i| !values[..i].contains(&values[i]))
}

pub fn all_different_claim(strength: Strength) -> impl Fn(&Setting) -> Claim {
    move |setting| match strength {
        Strength::Domain if setting.distinct() => Claim::Domain,
        Strength::Bounds if setting.distinct() && setting.unit() => Claim::Bounds,
        _ => Claim::ForwardChecking,
    }
}

pub fn all_different_kind(strength: Strength) -> Kind {
    let build = move |views: &[View]| all_different(views).strength(strength);
    Kind::new(format!("all_different {strength:?}"), distinct, build).claims(all_different_claim(strength))
}

fn draw_all_different_except(random: &mut Random, images: &[Vec<Value>]) -> Kind {
    let value = match images.first() {
        Some(values) if !values.is_empty() && !random.one_in(4) => *random.pick(values),
        _ => 0,
    };
    let holds = move |v: &[Value]| distinct(&v.iter().copied().filter(|v| *v != value).collect::<Vec<_>>());
    let name = format!("except {value}");
    if random.one_in(3) {
        return Kind::new(name, holds, move |views| any_of([all_different_except(views, value)]));
    }
    Kind::new(name, holds, move |views| all_different_except(views, value))
}

fn draw_all_equal(random: &mut Random, _: &[Vec<Value>]) -> Kind {
    let holds = |v: &[Value]| v.windows(2).all(|pair| pair[0] == pair[1]);
    match random.below(3) {
        0 => Kind::new("nested equal", holds, |views| any_of([all_equal(views)])).claims(domain_if_distinct),
        1 => Kind::new("not not equal", holds, |views| all_equal(views).not().not()).claims(|_| Claim::Sound),
        _ => Kind::new("equal", holds, |views| all_equal(views)).claims(domain_if_distinct),
    }
}

fn occurrences(list: &[Value], value: Value) -> Value {
    list.iter().filter(|&&v| v == value).count() as Value
}

/// The last two arguments are the value and the number.
fn draw_count(random: &mut Random, images: &[Vec<Value>]) -> Kind {
    let variant = random.below(6);
    let at = images.len() - 2;
    let holds = move |v: &[Value]| {
        let (number, result) = (occurrences(&v[..at], v[at]), v[at + 1]);
        match variant {
            0 | 4 => number == result,
            1 | 5 => number != result,
            2 => number <= result,
            _ => number >= result,
        }
    };
    let build = move |views: &[View]| {
        let (count, result) = (count(&views[..at], views[at]), views[at + 1]);
        match variant {
            0 => count.equals(result).boxed(),
            1 => count.differs_from(result).boxed(),
            2 => count.at_most(result).boxed(),
            3 => count.at_least(result).boxed(),
            4 => count.differs_from(result).not().boxed(),
            _ => count.equals(result).not().boxed(),
        }
    };
    Kind::new(format!("count {variant}"), holds, build).claims(domain_if_distinct)
}

/// The value and the number are integers, as they mostly are.
fn draw_count_of_an_integer(random: &mut Random, images: &[Vec<Value>]) -> Kind {
    let values = tuple(random, images);
    let value = *random.pick(&values);
    let (least, most) = (random.between(-1..=3), random.between(-1..=3));
    let holds = move |v: &[Value]| (least..=most).contains(&occurrences(v, value));
    let build = move |views: &[View]| count(views, value).at_least(least).and(count(views, value).at_most(most));
    Kind::new(format!("{least}..={most} times {value}"), holds, build)
}

fn draw_global_cardinality(random: &mut Random, images: &[Vec<Value>]) -> Kind {
    let at = images.len() - images.len() / 2;
    let values: Vec<Value> = images[at..].iter().map(|_| random.between(-2..=3)).collect();
    let meant = values.clone();
    let holds = move |v: &[Value]| meant.iter().zip(&v[at..]).all(|(&value, &n)| occurrences(&v[..at], value) == n);
    let build = move |views: &[View]| global_cardinality(&views[..at], values.clone(), &views[at..]);
    Kind::new("global_cardinality", holds, build)
}

fn draw_increasing(random: &mut Random, _: &[Vec<Value>]) -> Kind {
    let (strict, negated) = (random.one_in(2), random.one_in(3));
    let holds = move |v: &[Value]| v.windows(2).all(|w| if strict { w[0] < w[1] } else { w[0] <= w[1] }) != negated;
    let build = move |views: &[View]| {
        let constraint = if strict { strictly_increasing(views) } else { increasing(views) };
        if negated { constraint.not().boxed() } else { constraint.boxed() }
    };
    let claim = move |setting: &Setting| if negated { Claim::Sound } else { domain_if_distinct(setting) };
    Kind::new(format!("increasing {strict} {negated}"), holds, build).claims(claim)
}

fn draw_lex(random: &mut Random, images: &[Vec<Value>]) -> Kind {
    let count = images.len();
    let at = if random.one_in(3) { random.below(count + 1) } else { count / 2 };
    let (strict, negated) = (random.one_in(2), random.one_in(3));
    let holds = move |v: &[Value]| (if strict { v[..at] < v[at..] } else { v[..at] <= v[at..] }) != negated;
    let build = move |views: &[View]| {
        let (a, b) = views.split_at(at);
        let constraint = if strict { lex_less(a, b) } else { lex_at_most(a, b) };
        if negated { constraint.not().boxed() } else { constraint.boxed() }
    };
    Kind::new(format!("lex {at} {strict} {negated}"), holds, build).claims(domain_if_distinct)
}

/// Where positions start: mostly at the least value there is.
fn base(random: &mut Random, images: &[Vec<Value>]) -> Value {
    match images.iter().flatten().min() {
        Some(&least) if !random.one_in(3) => least,
        _ => random.between(-1..=1),
    }
}

fn is_inverse(f: &[Value], g: &[Value]) -> bool {
    let leads_back = |f: &[Value], g: &[Value]| {
        (0..).zip(f).all(|(i, &j)| usize::try_from(j).ok().and_then(|j| g.get(j)).is_some_and(|&back| back == i))
    };
    leads_back(f, g) && leads_back(g, f)
}

fn is_circuit(next: &[Value]) -> bool {
    let mut seen = vec![false; next.len()];
    let mut at = 0;
    for _ in next {
        match usize::try_from(at).ok().and_then(|at| seen.get_mut(at)) {
            Some(seen) if !*seen => *seen = true,
            _ => return false,
        }
        at = next[at as usize];
    }
    at == 0
}

pub fn inverse_kind(base: Value) -> Kind {
    let positions = move |v: &[Value]| v.iter().map(|v| v - base).collect::<Vec<_>>();
    let holds = move |v: &[Value]| {
        let (f, g) = v.split_at(v.len() / 2);
        is_inverse(&positions(f), &positions(&g[..f.len()]))
    };
    let build = move |views: &[View]| {
        let (f, g) = views.split_at(views.len() / 2);
        inverse(f.iter().map(|&view| view - base), g[..f.len()].iter().map(|&view| view - base))
    };
    Kind::new("inverse", holds, build)
}

pub fn circuit_kind(base: Value) -> Kind {
    let holds = move |v: &[Value]| is_circuit(&v.iter().map(|v| v - base).collect::<Vec<_>>());
    let build = move |views: &[View]| circuit(views.iter().map(|&view| view - base));
    Kind::new("circuit", holds, build)
}

fn draw_member(random: &mut Random, images: &[Vec<Value>]) -> Kind {
    let mut set: Vec<Value> = (0..random.below(8)).map(|_| tuple(random, images)[0]).collect();
    set.push(random.between(-5..=5));
    let set: ValueSet =
        if random.one_in(3) { (random.between(-9..=2)..=random.between(-2..=50)).into() } else { set.into() };
    let (negated, meant) = (random.one_in(2), set.clone());
    let holds = move |v: &[Value]| meant.contains(v[0]) != negated;
    let build = move |views: &[View]| {
        let constraint = member(views[0], set.clone());
        if negated { constraint.not().boxed() } else { constraint.boxed() }
    };
    Kind::new("member", holds, build).claims(always_domain)
}
