//! Domains of every form, and terms of every shape, drawn by chance.

use bezzel::*;

use super::problem::{Problem, Term, remove};
use super::random::Random;

/// How an argument is wrapped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrap {
    Plain,
    Shifted,
    Negated,
    Doubled,
    Scaled,
    Constant,
}

pub const WRAPS: [Wrap; 6] = [Wrap::Plain, Wrap::Shifted, Wrap::Negated, Wrap::Doubled, Wrap::Scaled, Wrap::Constant];

impl Wrap {
    pub fn term(self, x: usize, random: &mut Random) -> Term {
        let (scale, offset) = match self {
            Wrap::Plain => (1, 0),
            Wrap::Shifted => (1, random.between(-3..=3)),
            Wrap::Negated => (-1, 0),
            Wrap::Doubled => (2, 0),
            Wrap::Scaled => (-3, 1),
            Wrap::Constant => return Term::constant(random.between(-3..=4)),
        };
        Term { variable: Some(x), scale, offset }
    }
}

/// How a domain is held: in a lane, as a bit set of its own, or as ranges; or so many values that it is not filtered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Lane,
    Full64,
    Wide,
    Sparse,
    Huge,
}

pub const FORMS: [Form; 5] = [Form::Lane, Form::Full64, Form::Wide, Form::Sparse, Form::Huge];

impl Form {
    /// Mostly lanes.
    pub fn any(random: &mut Random) -> Form {
        if random.one_in(3) { *random.pick(&FORMS) } else { Form::Lane }
    }

    /// A domain of at most `size` values (size >= 2), most of them near 0 so that they meet those of others.
    fn domain(self, size: usize, random: &mut Random) -> ValueSet {
        let count = 1 + random.below(size);
        let mut near: Vec<Value> = if random.one_in(3) {
            (0..count).map(|_| random.between(-4..=5)).collect()
        } else {
            let low = random.between(-3..=1);
            (low..low + count as Value).collect()
        };
        let (low, high) = match self {
            Form::Lane => return near.into(),
            Form::Full64 => (-30, 33),
            Form::Wide => *random.pick(&[(-40, 40), (0, 64), (-1, 700), (-30_000, 30_000)]),
            Form::Sparse | Form::Huge => *random.pick(&[(-1_000_000_000, 1_000_000_000), (0, 1 << 40), (-70_000, 5)]),
        };
        near.truncate(size.saturating_sub(2));
        near.extend([low, high]);
        near.into()
    }
}

/// At most this many assignments in a problem of one constraint.
const LARGEST: usize = 150;

impl Problem {
    /// A problem of so many variables, their domains in these forms, without constraints.
    pub fn draw(forms: &[Form], largest: usize, random: &mut Random) -> Problem {
        let size = match forms.len() {
            0 | 1 => 40,
            2 => 9,
            3 => 5,
            4 => 4,
            _ => 3,
        };
        let mut domains: Vec<ValueSet> = forms.iter().map(|form| form.domain(size, random)).collect();
        while domains.iter().map(|d| d.len() as usize).product::<usize>() > largest {
            let x = random.below(domains.len());
            let value = domains[x].min().unwrap();
            remove(&mut domains[x], value, value);
        }
        let mut problem = Problem::new(domains);
        // a huge domain is cut down to what it was by assumptions
        for (x, form) in forms.iter().enumerate().filter(|(_, form)| **form == Form::Huge) {
            debug_assert_eq!(*form, Form::Huge);
            let (low, few) = (problem.domains[x].min().unwrap(), problem.domains[x].len() as Value);
            problem.domains[x] = (low - 50_000..=low + 1_000_000_000).into();
            problem.assumptions.push((x, Relation::Greater, low - 1));
            problem.assumptions.push((x, Relation::AtMost, low + few - 1));
        }
        problem
    }

    /// A random literal as an assumption.
    pub fn draw_assumption(&self, random: &mut Random) -> Option<(usize, Relation, Value)> {
        let candidates = self.candidates();
        let x = (!candidates.is_empty()).then(|| random.below(candidates.len()))?;
        let value = (!candidates[x].is_empty()).then(|| *random.pick(&candidates[x]))? + random.between(-1..=1);
        let relations = [Relation::Equal, Relation::NotEqual, Relation::AtMost, Relation::Greater];
        Some((x, *random.pick(&relations), value))
    }

    /// Some values that a term may have.
    pub fn images(&self, terms: &[Term]) -> Vec<Vec<Value>> {
        let candidates = self.candidates();
        let images = |term: &Term| match term.variable {
            Some(x) => candidates[x].iter().map(|&value| term.image(value)).collect(),
            None => vec![term.offset],
        };
        terms.iter().map(images).collect()
    }
}

/// What the arguments of a constraint look like: domains, and one term for each argument.
pub struct Arguments {
    pub problem: Problem,
    pub terms: Vec<Term>,
}

/// Argument lists of this length: each argument in each wrap, each pair of arguments on one variable (in the same wrap
/// and in different ones), and some of everything mixed.
pub fn arguments(arity: usize, random: &mut Random) -> Vec<Arguments> {
    let mut shapes: Vec<(Vec<usize>, Vec<Wrap>)> = Vec::new();
    let own: Vec<usize> = (0..arity).collect();
    let any = |random: &mut Random| if random.one_in(2) { Wrap::Plain } else { *random.pick(&WRAPS) };
    for _ in 0..4 {
        shapes.push((own.clone(), vec![Wrap::Plain; arity]));
    }
    for at in 0..arity {
        for wrap in WRAPS {
            let mut wraps: Vec<Wrap> = (0..arity).map(|_| any(random)).collect();
            wraps[at] = wrap;
            shapes.push((own.clone(), wraps));
        }
        for twin in 0..at {
            let mut variables = own.clone();
            variables[at] = twin;
            shapes.push((variables.clone(), vec![Wrap::Plain; arity]));
            shapes.push((variables, (0..arity).map(|_| *random.pick(&WRAPS[..5])).collect()));
        }
    }
    for _ in 0..6 {
        let variables = (0..arity).map(|_| random.below(arity)).collect();
        shapes.push((variables, (0..arity).map(|_| any(random)).collect()));
    }
    shapes
        .into_iter()
        .enumerate()
        .map(|(round, (variables, wraps))| {
            // the first rounds have one form throughout, the others mix
            let count = if arity == 0 { random.below(3) } else { arity };
            let forms: Vec<Form> = match round {
                0 => vec![Form::Lane; count],
                1..4 => vec![[Form::Full64, Form::Wide, Form::Sparse][round - 1]; count],
                _ => (0..count).map(|_| Form::any(random)).collect(),
            };
            let problem = Problem::draw(&forms, LARGEST, random);
            let terms = variables.iter().zip(&wraps).map(|(&x, wrap)| wrap.term(x, random)).collect();
            Arguments { problem, terms }
        })
        .collect()
}
