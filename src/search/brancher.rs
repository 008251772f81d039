//! Ready branchings: a variable order and a value order over some variables, one branching after the other, and the last
//! conflict first.

use std::fmt;

use super::branching::{Branching, Choice, Failure, ValueOrder, VariableOrder};
use crate::domain::Value;
use crate::literal::Literal;
use crate::store::Store;
use crate::variable::{Var, Variable};

/// In a larger domain a random value is one near a random number, as its values are not walked.
const LARGEST_UNIFORM: u64 = 1 << 16;

/// Decides some variables, by a variable order and a value order. See [`branch_on`].
#[derive(Clone, Debug)]
pub struct Brancher {
    variables: Vec<Var>,
    order: VariableOrder,
    values: ValueOrder,
    seed: u64,
    random: Random,
    /// For each variable of the model what failures weigh on it, for [`VariableOrder::DomWdeg`].
    weights: Vec<f64>,
}

/// A branching over `variables`, in their order and with the smallest value first, until said otherwise.
///
/// ```
/// # use bezzel::*;
/// let (model, queens) = models::nqueens(8)?;
/// let by_weight = branch_on(&queens).order(VariableOrder::DomWdeg).values(ValueOrder::Middle);
/// assert_eq!(model.solver().with_branching(by_weight).solutions().count(), 92);
/// # Ok::<(), ModelError>(())
/// ```
pub fn branch_on<'a>(variables: impl IntoIterator<Item = &'a Var>) -> Brancher {
    Brancher {
        variables: variables.into_iter().copied().collect(),
        order: VariableOrder::default(),
        values: ValueOrder::default(),
        seed: 0,
        random: Random(0),
        weights: Vec::new(),
    }
}

impl Brancher {
    /// Chooses the variable order; of several variables that are equal by it, the first is taken.
    pub fn order(self, order: VariableOrder) -> Brancher {
        Brancher { order, ..self }
    }

    /// Chooses the value order.
    pub fn values(self, values: ValueOrder) -> Brancher {
        Brancher { values, ..self }
    }

    /// What random orders start from; the same seed gives the same search.
    pub fn seed(self, seed: u64) -> Brancher {
        Brancher { seed, random: Random(seed), ..self }
    }

    fn select(&mut self, store: &Store) -> Option<Var> {
        let open = self.variables.iter().copied().filter(|x| store.is_open(x.index()));
        match self.order {
            VariableOrder::Input => { open }.next(),
            VariableOrder::FirstFail => open.min_by_key(|x| x.len(store)),
            VariableOrder::SmallestMin => open.min_by_key(|x| x.min(store)),
            VariableOrder::LargestMin => open.min_by_key(|x| std::cmp::Reverse(x.min(store))),
            VariableOrder::SmallestMax => open.min_by_key(|x| x.max(store)),
            VariableOrder::LargestMax => open.min_by_key(|x| std::cmp::Reverse(x.max(store))),
            VariableOrder::DomWdeg => {
                let weight = |x: Var| self.weights.get(x.index()).copied().unwrap_or(0.0) + 1.0;
                let ratio = |x: Var| x.len(store) as f64 / weight(x);
                open.map(|x| (x, ratio(x)))
                    .reduce(|best, other| if other.1 < best.1 { other } else { best })
                    .map(|b| b.0)
            }
            VariableOrder::Random => {
                let count = open.clone().count() as u64;
                let at = self.random.below(count.max(1));
                { open }.nth(at as usize)
            }
        }
    }
}

impl Branching for Brancher {
    fn begin(&mut self) {
        self.random = Random(self.seed);
        self.weights.clear();
    }

    fn choose(&mut self, store: &Store) -> Option<Choice> {
        let x = self.select(store)?;
        let (min, max) = (x.min(store), x.max(store));
        Some(match self.values {
            ValueOrder::Smallest | ValueOrder::Largest => Choice::Values(x, self.values),
            ValueOrder::Split => Choice::Literal(Literal::at_most(x, min + (max - min) / 2)),
            ValueOrder::Middle => Choice::Literal(Literal::equal(x, nearest(x, min + (max - min) / 2, store))),
            ValueOrder::Random => Choice::Literal(Literal::equal(x, self.random.value(x, store))),
        })
    }

    /// The weights of dom/wdeg (Boussemart et al. 2004), refined as in Wattez et al. ("Refining constraint weighting",
    /// 2019): a failure weighs more on small domains and on constraints with few open variables.
    fn failed(&mut self, failure: &Failure, store: &Store) {
        if self.order != VariableOrder::DomWdeg {
            return;
        }
        let open = failure.variables().filter(|x| x.len(store) != 1).count().max(1) as f64;
        for x in failure.variables().filter(|x| x.len(store) != 1) {
            if self.weights.len() <= x.index() {
                self.weights.resize(x.index() + 1, 0.0);
            }
            let size = match x.len(store) {
                0 => 0.5,
                size => size as f64,
            };
            self.weights[x.index()] += 1.0 / (open * size);
        }
    }
}

/// The value of the domain that is nearest to `value`; of two, the smaller.
fn nearest(x: Var, value: Value, store: &Store) -> Value {
    if x.contains(store, value) {
        return value;
    }
    match (store.next_below(x, value), store.next_above(x, value)) {
        (Some(below), Some(above)) if above - value < value - below => above,
        (Some(below), _) => below,
        (None, above) => above.unwrap_or(value),
    }
}

/// Branchings one after the other: the next decides once those before have nothing left. See [`sequence`].
pub struct Sequence(Vec<Box<dyn Branching>>);

/// The branchings one after the other: first all that the first cares for, then the second, and so on.
///
/// ```
/// # use bezzel::*;
/// let mut model = Model::new();
/// let x = model.variables(4, 0..=1)?;
/// let order = sequence([branch_on(&x[2..]), branch_on(&x[..2]).values(ValueOrder::Largest)]);
/// let mut solver = model.solver().with_branching(order);
/// assert_eq!(solver.solutions().next().unwrap().all(), [1, 1, 0, 0]);
/// # Ok::<(), ModelError>(())
/// ```
pub fn sequence(branchings: impl IntoIterator<Item: Branching>) -> Sequence {
    Sequence(branchings.into_iter().map(|b| Box::new(b) as Box<dyn Branching>).collect())
}

/// Shows the number of branchings.
impl fmt::Debug for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sequence").field("branchings", &self.0.len()).finish_non_exhaustive()
    }
}

impl Sequence {
    /// One more, of any kind.
    pub fn then(mut self, branching: impl Branching) -> Sequence {
        self.0.push(Box::new(branching));
        self
    }
}

impl Branching for Sequence {
    fn begin(&mut self) {
        self.0.iter_mut().for_each(|branching| branching.begin());
    }

    fn choose(&mut self, store: &Store) -> Option<Choice> {
        self.0.iter_mut().find_map(|branching| branching.choose(store))
    }

    fn failed(&mut self, failure: &Failure, store: &Store) {
        self.0.iter_mut().for_each(|branching| branching.failed(failure, store));
    }
}

/// Decides the variable of the last failure first. See [`last_conflict`].
#[derive(Debug)]
pub struct LastConflict<B> {
    inner: B,
    culprit: Option<Var>,
}

/// After a failure the variable that was decided there is decided first, until that succeeds; otherwise `inner` decides
/// (Lecoutre et al., "Reasoning from last conflict(s) in constraint programming", 2009).
///
/// ```
/// # use bezzel::*;
/// let (model, queens) = models::nqueens(8)?;
/// let branching = last_conflict(branch_on(&queens).order(VariableOrder::DomWdeg));
/// assert_eq!(model.solver().with_branching(branching).solutions().count(), 92);
/// # Ok::<(), ModelError>(())
/// ```
pub fn last_conflict<B: Branching>(inner: B) -> LastConflict<B> {
    LastConflict { inner, culprit: None }
}

impl<B: Branching> Branching for LastConflict<B> {
    fn begin(&mut self) {
        self.culprit = None;
        self.inner.begin();
    }

    fn choose(&mut self, store: &Store) -> Option<Choice> {
        if let Some(x) = self.culprit.take_if(|x| store.is_open(x.index())) {
            return Some(Choice::Values(x, ValueOrder::Smallest));
        }
        self.inner.choose(store)
    }

    fn failed(&mut self, failure: &Failure, store: &Store) {
        self.culprit = Some(failure.decision.variable);
        self.inner.failed(failure, store);
    }
}

/// A small generator of pseudo-random numbers (splitmix64, Steele et al. 2014).
#[derive(Clone, Debug)]
pub(super) struct Random(pub u64);

impl Random {
    /// A value of the domain.
    pub(super) fn value(&mut self, x: Var, store: &Store) -> Value {
        let (min, max, size) = (x.min(store), x.max(store), x.len(store));
        match x.values(store).nth(self.below(size.min(LARGEST_UNIFORM)) as usize) {
            Some(value) if size <= LARGEST_UNIFORM => value,
            _ => nearest(x, min + self.below(max.abs_diff(min) + 1) as Value, store),
        }
    }

    /// A number below `bound`.
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        ((u128::from(z) * u128::from(bound)) >> 64) as u64
    }
}
