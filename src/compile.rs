//! From a model to what the engine runs on: each constraint posts itself once, then the conflicts are compiled, the
//! domains get their places, and everything that does not change in search is frozen.

mod places;
mod poster;
mod rows;
mod strips;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

pub use poster::Poster;

use crate::constraint::{Assignment, ConstraintId, Values, Wake};
use crate::domain::{Domain, Value, ValueSet};
use crate::forward_checking::{Conflicts, Layout, Rows, Source};
use crate::literal::Literal;
use crate::model::Model;
use crate::propagation::{Needs, Propagator, Subscriptions};
use crate::search::Failure;
use crate::store::{Cause, Conflict, Store};
use crate::symmetry::{self, Part, Symmetries};
use crate::variable::{Var, View};
use crate::waves::{is_dense, order_for_counting};
use places::Places;

/// A model compiled: immutable, shared by all solvers that run on it.
pub(crate) struct Program {
    pub model: u32,
    pub domains: Vec<ValueSet>,
    pub labels: BTreeMap<ConstraintId, String>,
    /// The variables that are no part of an answer.
    pub helpers: Vec<bool>,
    pub propagators: Vec<Propagator>,
    /// What unary conditions make true at the root, and for which constraint.
    pub filters: Vec<(ConstraintId, Literal)>,
    /// A constraint that no assignment satisfies.
    pub impossible: Option<ConstraintId>,
    pub on_resume: Vec<u32>,
    /// The rows of the whole model, where tier 1 describes it completely.
    pub packed: Option<Arc<Rows>>,
    dense: OnceLock<bool>,
    rows_for_counting: OnceLock<Option<Arc<Rows>>>,
    parts: OnceLock<Option<Vec<Part>>>,
    symmetries: OnceLock<Option<Arc<Symmetries>>>,
    pub conflicts: Conflicts,
    duals: Vec<Vec<View>>,
    subscriptions: Vec<(u32, Wake, u32)>,
    trailed: OnceLock<Trailable>,
}

/// What constraints handed over.
#[derive(Default)]
struct Posted {
    sources: Vec<Source>,
    duals: Vec<Vec<View>>,
    subscriptions: Vec<(u32, Wake, u32)>,
}

/// What only trailed search needs, made when first asked for.
struct Trailable {
    layout: Layout,
    subscriptions: Subscriptions,
    /// The store at the root, before any propagation.
    store: Store,
    /// Where the flags of entailed constraints begin, in words.
    entailed: usize,
}

impl Program {
    pub(crate) fn new(model: &Model) -> Program {
        let mut posted = Posted::default();
        let (mut filters, mut impossible, mut propagators) = (Vec::new(), None, Vec::new());
        for (id, constraint) in model.constraints() {
            let views = constraint.scope();
            let mut scope = Vec::with_capacity(views.len());
            scope.extend(views.iter().filter_map(|view| view.variable()).map(|x| x.index));
            scope.sort_unstable();
            scope.dedup();
            let mut propagator = Propagator { constraint: constraint.clone(), id, scope, needs: Needs::default() };
            constraint.post(&mut Poster {
                domains: model.domains(),
                model: model.id(),
                posted: &mut posted,
                filters: &mut filters,
                impossible: &mut impossible,
                at: propagators.len() as u32,
                id,
                needs: &mut propagator.needs,
            });
            propagators.push(propagator);
        }
        places::sort_cliques(&mut posted.sources, model.domains());
        let on_resume = (0..propagators.len() as u32).filter(|&at| propagators[at as usize].needs.on_resume).collect();
        let mut program = Program {
            model: model.id(),
            domains: model.domains().to_vec(),
            labels: model.labels(),
            helpers: model.helpers().to_vec(),
            propagators,
            filters,
            impossible,
            on_resume,
            packed: None,
            dense: OnceLock::new(),
            rows_for_counting: OnceLock::new(),
            parts: OnceLock::new(),
            symmetries: OnceLock::new(),
            conflicts: Conflicts::new(model.domains().len(), posted.sources),
            duals: posted.duals,
            subscriptions: posted.subscriptions,
            trailed: OnceLock::new(),
        };
        program.packed = program.compile_packed();
        program
    }

    /// The rows of the whole model, if they describe it completely and are not too large.
    fn compile_packed(&self) -> Option<Arc<Rows>> {
        let count = self.domains.len();
        let complete = self.propagators.iter().all(|p| p.needs.covered && (p.needs.dual || p.needs.idle));
        if !complete || count == 0 || self.helpers.contains(&true) {
            return None;
        }
        let variables: Vec<u32> = (0..count as u32).collect();
        self.compile_rows(&variables, &self.duals, false)
    }

    /// The rows of all variables in some order, with what holds at the root.
    fn compile_rows(&self, variables: &[u32], duals: &[Vec<View>], unused_first: bool) -> Option<Arc<Rows>> {
        let mut rows = Rows::compile(variables, &self.domains, &self.conflicts, duals, unused_first)?;
        let mut root = std::mem::take(&mut rows.root);
        for (_, literal) in self.filters.iter().filter(|(_, literal)| rows.has_lane(literal.variable.index)) {
            let x = literal.variable;
            let base = self.domains[x.index()].min()?;
            rows.restrict(&mut root, x.index, |bit| literal.holds(base + Value::from(bit)));
        }
        if self.impossible.is_some() {
            root.fill(0);
        }
        rows.root = root;
        Some(Arc::new(rows))
    }

    /// Whether most pairs of variables have a conflict, where tier 1 describes the model completely.
    pub(crate) fn is_dense(&self) -> bool {
        self.packed.as_ref().is_some_and(|rows| *self.dense.get_or_init(|| is_dense(rows)))
    }

    /// The rows that waves count with, and whether the network is dense.
    pub(crate) fn rows_for_counting(&self) -> Option<(Arc<Rows>, bool)> {
        // without dual lanes: where solutions are many, shorter rows gain more than earlier failures
        let compile = || self.compile_rows(&order_for_counting(self.packed.as_ref()?), &[], true);
        Some((self.rows_for_counting.get_or_init(compile).clone()?, self.is_dense()))
    }

    /// The parts in which solutions are counted, where symmetries save something.
    pub(crate) fn parts_for_counting(&self) -> Option<&[Part]> {
        let plan = || symmetry::plan(&self.rows_for_counting()?.0, self.model);
        self.parts.get_or_init(plan).as_deref()
    }

    /// The symmetries of the model that leave alone what constraints other than pairwise conflicts are about.
    pub(crate) fn symmetries(&self) -> Option<Arc<Symmetries>> {
        let find = || {
            let mut fixed = self.helpers.clone();
            let opaque = self.propagators.iter().filter(|p| !p.needs.covered);
            opaque.flat_map(|p| &p.scope).for_each(|&x| fixed[x as usize] = true);
            let rows = self.packed.clone().or_else(|| self.rows_around(|x| !fixed[x as usize]))?;
            Some(Arc::new(Symmetries::find(rows, &fixed)))
        };
        self.symmetries.get_or_init(find).clone()
    }

    /// The rows of the variables that are wanted and of all that are connected to them by conflicts; what cannot have rows
    /// is left out.
    fn rows_around(&self, is_wanted: impl Fn(u32) -> bool) -> Option<Arc<Rows>> {
        let is_lane = |&x: &u32| self.domains[x as usize].span() <= 64;
        let free = (0..self.domains.len() as u32).filter(|&x| self.conflicts.is_free(x)).map(|x| vec![x]);
        let islands = self.conflicts.components().into_iter().chain(free);
        let islands = islands.filter(|island| island.iter().all(is_lane) && island.iter().any(|&x| is_wanted(x)));
        let mut variables: Vec<u32> = islands.flatten().collect();
        variables.sort_unstable();
        if variables.is_empty() { None } else { self.compile_rows(&variables, &[], false) }
    }

    /// The variables, in the order of declaration.
    pub(crate) fn variables(&self) -> impl Iterator<Item = Var> + '_ {
        (0..self.domains.len() as u32).map(|index| Var { model: self.model, index })
    }

    /// Those that are part of an answer.
    pub(crate) fn declared(&self) -> impl Iterator<Item = Var> + '_ {
        self.variables().filter(|x| !self.helpers[x.index()])
    }

    /// Whether solutions are enumerated in waves: in a dense network nothing is gained by following forced variables.
    pub(crate) fn enumerates_in_waves(&self) -> bool {
        self.duals.is_empty() && self.is_dense()
    }

    /// Follows the conflicts of a variable that has one value.
    pub(crate) fn propagate_conflicts(&self, store: &mut Store, x: u32) -> Result<(), Conflict> {
        self.conflicts.propagate(&self.trailed().layout, store, x)
    }

    /// Whether there are pairwise conflicts, all of them compiled to rows of at most so many words.
    pub(crate) fn has_short_rows(&self, words: usize) -> bool {
        let Layout { islands, island_of, .. } = &self.trailed().layout;
        let compiled = (0..).zip(island_of).all(|(x, island)| self.conflicts.is_free(x) || island.is_some());
        !islands.is_empty() && compiled && islands.iter().all(|island| island.rows.words <= words)
    }

    /// Whether `x = value` leaves every neighbour a value.
    pub(crate) fn is_supported(&self, store: &Store, x: u32, value: Value) -> bool {
        self.conflicts.is_supported(&self.trailed().layout, store, x, value)
    }

    pub(crate) fn subscriptions(&self) -> &Subscriptions {
        &self.trailed().subscriptions
    }

    /// The store at the root.
    pub(crate) fn store(&self) -> &Store {
        &self.trailed().store
    }

    pub(crate) fn is_entailed(&self, store: &Store, at: u32) -> bool {
        store.words[self.trailed().entailed + at as usize / 64] >> (at % 64) & 1 == 1
    }

    pub(crate) fn set_entailed(&self, store: &mut Store, at: u32) {
        let word = self.trailed().entailed + at as usize / 64;
        store.set_word(word, store.words[word] | 1 << (at % 64));
    }

    /// Makes the unary conditions of the root true.
    pub(crate) fn apply_filters(&self, store: &mut Store) -> Result<(), Conflict> {
        for &(constraint, literal) in &self.filters {
            store.cause = Cause::Constraint(constraint);
            store.apply(literal)?;
        }
        if let Some(constraint) = self.impossible {
            store.cause = Cause::Constraint(constraint);
            store.wiped = None;
            return Err(Conflict);
        }
        Ok(())
    }

    /// What failed at a node.
    pub(crate) fn failure(&self, decision: Literal, store: &Store) -> Failure<'_> {
        let propagator = match store.cause {
            Cause::Constraint(id) => self.propagators.iter().find(|p| p.id == id),
            _ => None,
        };
        Failure {
            decision,
            cause: store.cause,
            wiped: store.wiped.map(|x| store.variable(x)),
            model: self.model,
            scope: propagator.map_or(&[], |p| &p.scope),
        }
    }

    /// Whether an assignment satisfies every constraint.
    pub(crate) fn is_solution(&self, values: &[Value]) -> bool {
        self.propagators.iter().all(|p| p.constraint.holds(&Assignment(Values::List(values))))
    }

    fn trailed(&self) -> &Trailable {
        self.trailed.get_or_init(|| {
            let (store, layout) = Places::default().place_all(self);
            let subscriptions = Subscriptions::new(self.domains.len(), self.subscriptions.clone());
            let entailed = store.words.len() - self.propagators.len().div_ceil(64);
            Trailable { layout, subscriptions, store, entailed }
        })
    }
}
