//! From a model to what the engine runs on: each constraint posts itself once, then the conflicts are compiled, the
//! domains get their places, and everything that does not change in search is frozen.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crate::constraint::{Assignment, Constraint, ConstraintId, Priority, Values, Wake};
use crate::domain::{Domain, Value, ValueSet};
use crate::forward_checking::{Conflicts, Island, Islands, Pairs, Rows, Source, values_of};
use crate::literal::Literal;
use crate::model::Model;
use crate::propagation::{Needs, Propagator, Subscriptions};
use crate::search::Failure;
use crate::store::{Cause, Conflict, Form, Place, Smallest, Store, Wide};
use crate::trail::Trail;
use crate::variable::{Var, View};

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
    islands: Islands,
    subscriptions: Subscriptions,
    /// The store at the root, before any propagation.
    store: Store,
    /// Where the flags of entailed constraints begin, in words.
    entailed: usize,
}

/// How a constraint tells the engine what it should know before search.
pub struct Poster<'a> {
    domains: &'a [ValueSet],
    model: u32,
    posted: &'a mut Posted,
    filters: &'a mut Vec<(ConstraintId, Literal)>,
    impossible: &'a mut Option<ConstraintId>,
    at: u32,
    id: ConstraintId,
    needs: &'a mut Needs,
}

impl Poster<'_> {
    /// The domain of a variable before search.
    pub fn domain(&self, x: Var) -> &ValueSet {
        &self.domains[x.index()]
    }

    /// The values of a view before search, if there are at most `limit`.
    pub fn values(&self, view: View, limit: u64) -> Option<Vec<Value>> {
        let Some(x) = view.variable() else { return Some(vec![view.offset]) };
        let domain = self.domain(x);
        (domain.len() <= limit).then(|| domain.iter().map(|v| view.image(v)).collect())
    }

    /// Hands over that the views must take pairwise different values.
    pub fn all_different(&mut self, views: &[View]) {
        let constants: Vec<Value> = views.iter().filter(|v| v.scale == 0).map(|v| v.offset).collect();
        let members: Vec<View> = views.iter().copied().filter(|v| v.scale != 0).collect();
        if constants.iter().collect::<std::collections::BTreeSet<_>>().len() < constants.len() {
            self.impossible();
        }
        for (view, &constant) in members.iter().flat_map(|view| constants.iter().map(move |c| (view, c))) {
            if let Some(value) = view.preimage(constant) {
                self.forbid(view.var, value);
            }
        }
        self.forbid_conflicts_of_one_variable(&members);
        if members.len() > 1 {
            self.posted.sources.push(Source { constraint: self.id, pairs: Pairs::Clique(members) });
        }
    }

    /// Two members on one variable: it must not take a value at which they are equal.
    fn forbid_conflicts_of_one_variable(&mut self, members: &[View]) {
        let mut sorted = members.to_vec();
        sorted.sort_by_key(|view| view.var.index);
        for group in sorted.chunk_by(|a, b| a.var == b.var) {
            for (i, a) in group.iter().enumerate() {
                for b in &group[i + 1..] {
                    let (scale, offset) =
                        (i128::from(a.scale) - i128::from(b.scale), i128::from(b.offset) - i128::from(a.offset));
                    if scale == 0 && offset == 0 {
                        self.impossible();
                    } else if let Ok(value) = i64::try_from(offset.checked_div(scale).unwrap_or(i128::MAX))
                        && scale * i128::from(value) == offset
                    {
                        self.forbid(a.var, value);
                    }
                }
            }
        }
    }

    /// Asks for dual lanes over an all-different handed over before: one for each value, where there are as many values
    /// as views. Where they cannot be had, the constraint has to do the same when it runs; says whether it has to.
    pub fn dual(&mut self, views: &[View]) -> bool {
        let distinct = views.iter().all(|v| v.scale != 0 && self.domain(v.var).len() <= 64);
        let applies = distinct && values_of(views, self.domains).len() == views.len();
        if applies {
            self.posted.duals.push(views.to_vec());
            self.needs.dual = true;
        }
        applies
    }

    /// Hands over which pairs of values `x` and `y` may take together. Only domains that span at most 64 values can be
    /// tabulated: says whether it was done.
    pub fn pairs(&mut self, x: View, y: View, allowed: impl Fn(Value, Value) -> bool) -> bool {
        let (Some(a), Some(b)) = (x.variable(), y.variable()) else {
            let Some((view, constant)) = x.variable().map(|_| (x, y)).or(y.variable().map(|_| (y, x))) else {
                if !allowed(x.offset, y.offset) {
                    self.impossible();
                }
                return true;
            };
            let is_first = view == x;
            return self
                .filter(view, |v| if is_first { allowed(v, constant.offset) } else { allowed(constant.offset, v) });
        };
        if a == b {
            return self.filter(a.into(), |v| allowed(x.image(v), y.image(v)));
        }
        let base = |x: Var| self.domain(x).min().unwrap_or(0);
        let is_lane = |x: Var| self.domain(x).max().is_some_and(|max| max - base(x) < 64);
        if !is_lane(a) || !is_lane(b) {
            return false;
        }
        let mut keep = [vec![0u64; 64], vec![0u64; 64]];
        for v in self.domain(a).iter() {
            for w in self.domain(b).iter() {
                if allowed(x.image(v), y.image(w)) {
                    let (i, j) = ((v - base(a)) as usize, (w - base(b)) as usize);
                    keep[0][i] |= 1 << j;
                    keep[1][j] |= 1 << i;
                }
            }
        }
        let pairs = Pairs::Relation { variables: [a.index, b.index], keep };
        self.posted.sources.push(Source { constraint: self.id, pairs });
        true
    }

    /// Keeps the values of one view for which `keep` is true, at the root; only domains of some thousands of values can be
    /// walked: says whether it was done.
    pub fn filter(&mut self, view: View, keep: impl Fn(Value) -> bool) -> bool {
        let Some(x) = view.variable() else {
            if !keep(view.offset) {
                self.impossible();
            }
            return true;
        };
        if self.domain(x).len() > 4096 {
            return false;
        }
        let lost: Vec<Value> = self.domain(x).iter().filter(|&v| !keep(view.image(v))).collect();
        lost.into_iter().for_each(|value| self.forbid(x, value));
        true
    }

    /// Removes one value at the root.
    pub fn forbid(&mut self, x: Var, value: Value) {
        self.filters.push((self.id, Literal::not_equal(Var { model: self.model, ..x }, value)));
    }

    /// Says that no assignment satisfies the constraint.
    pub fn impossible(&mut self) {
        self.impossible.get_or_insert(self.id);
    }

    /// Says that the pairs handed over are the whole relation. The constraint still runs, to infer more than they do.
    pub fn covered(&mut self) {
        self.needs.covered = true;
    }

    /// Says that the pairs handed over are the whole relation, and that the constraint need not run.
    pub fn complete(&mut self) {
        (self.needs.covered, self.needs.idle) = (true, true);
    }

    /// Posts a constraint as a part of this one, which runs it when it pleases: only what wakes it counts. Pairs and memory
    /// are not taken; it has to do without.
    pub fn nested(&mut self, constraint: &dyn Constraint) {
        let (mut posted, mut filters, mut impossible, mut needs) = (Posted::default(), vec![], None, Needs::default());
        constraint.post(&mut Poster {
            domains: self.domains,
            model: self.model,
            posted: &mut posted,
            filters: &mut filters,
            impossible: &mut impossible,
            at: self.at,
            id: self.id,
            needs: &mut needs,
        });
        self.posted.subscriptions.append(&mut posted.subscriptions);
        constraint.scope().into_iter().for_each(|view| self.wake_on(view, Wake::Fixed));
        self.needs.priority = self.needs.priority.max(needs.priority);
    }

    /// Asks to be run when this happens to the domain of `view`.
    pub fn wake_on(&mut self, view: View, wake: Wake) {
        let Some(x) = view.variable() else { return };
        let wake = match wake {
            Wake::Lost(value) => match view.preimage(value) {
                Some(value) => Wake::Lost(value),
                None => return,
            },
            wake => wake,
        };
        self.posted.subscriptions.push((x.index, wake, self.at));
    }

    /// Asks to be run in this order of cost.
    pub fn priority(&mut self, priority: Priority) {
        self.needs.priority = priority;
    }

    /// Asks for reversible memory with these first values; see [`Store::memory`].
    pub fn memory(&mut self, first: &[i64]) {
        self.needs.memory = first.to_vec();
    }

    /// Asks to be run whenever search returns to an earlier node.
    pub fn on_resume(&mut self) {
        self.needs.on_resume = true;
    }
}

impl Program {
    pub(crate) fn new(model: &Model) -> Program {
        let mut posted = Posted::default();
        let (mut filters, mut impossible, mut propagators) = (Vec::new(), None, Vec::new());
        for (id, constraint) in model.constraints() {
            let mut scope: Vec<u32> = constraint.scope().iter().filter_map(|v| v.variable()).map(|x| x.index).collect();
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
        let mut rows = Rows::compile(&variables, &self.domains, &self.conflicts, &self.duals)?;
        for (_, literal) in &self.filters {
            let x = literal.variable.index();
            let from_base = literal.value - self.domains[x].min()?;
            if (0..i64::from(rows.width)).contains(&from_base) {
                rows.forbid(rows.first_bit(x) + from_base as u32);
            }
        }
        if self.impossible.is_some() {
            rows.root.fill(0);
        }
        Some(Arc::new(rows))
    }

    /// Follows the conflicts of a variable that has one value.
    pub(crate) fn propagate_conflicts(&self, store: &mut Store, x: u32) -> Result<(), Conflict> {
        self.conflicts.propagate(&self.trailed().islands, store, x)
    }

    /// Whether `x = value` leaves every neighbour a value.
    pub(crate) fn is_supported(&self, store: &Store, x: u32, value: Value) -> bool {
        self.conflicts.is_supported(&self.trailed().islands, store, x, value)
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
            let (store, islands) = Places::default().place_all(self);
            let subscriptions = Subscriptions::new(self.domains.len(), self.subscriptions.clone());
            let entailed = store.words.len() - self.propagators.len().div_ceil(64);
            Trailable { islands, subscriptions, store, entailed }
        })
    }
}

/// Domains of at most this span are always wide rather than sparse.
const NARROW_SPAN: i64 = 1 << 10;
/// Memory for wide domains beyond that span, in words (32 MB), and the widest of them.
const WIDE_WORDS: i64 = 1 << 22;
const WIDEST_SPAN: i64 = 1 << 16;

/// The places of domains under construction.
#[derive(Default)]
struct Places {
    words: Vec<u64>,
    bits: Vec<u64>,
    wides: Vec<Wide>,
    sparse: Vec<ValueSet>,
}

impl Places {
    /// Places every domain, compiles the rows of the islands, and makes the store of the root.
    fn place_all(mut self, program: &Program) -> (Store, Islands) {
        let conflicts = &program.conflicts;
        let domains = &program.domains;
        let count = domains.len();
        let mut places: Vec<Option<Place>> = vec![None; count];
        let mut islands = Islands { list: Vec::new(), of: vec![None; count] };
        let span =
            |x: u32| domains[x as usize].max().map_or(0, |max| max - domains[x as usize].min().unwrap_or(max)) + 1;
        for component in conflicts.components() {
            if component.iter().any(|&x| span(x) > 64) {
                continue;
            }
            let Some(rows) = Rows::compile(&component, domains, conflicts, &[]) else { continue };
            let first = self.words.len();
            for (lane, &x) in component.iter().enumerate() {
                let bit = rows.first_bit(lane);
                let form = Form::Lane { word: first as u32 + bit / 64, shift: bit % 64 };
                let base = domains[x as usize].min().unwrap_or(0);
                places[x as usize] = Some(Place { form, base, mask: rows.mask() });
                islands.of[x as usize] = Some(islands.list.len() as u32);
            }
            self.words.extend(&rows.root);
            islands.list.push(Island { first, rows });
        }
        let wide: i64 =
            (0..count as u32).map(span).filter(|&s| (64..=WIDEST_SPAN).contains(&s)).map(|s| s / 64 + 1).sum();
        let widest = if wide <= WIDE_WORDS { WIDEST_SPAN } else { NARROW_SPAN };
        let places: Vec<Place> = places
            .into_iter()
            .zip(domains)
            .map(|(place, domain)| place.unwrap_or_else(|| self.place_alone(domain, widest)))
            .collect();
        let open = self.words.len();
        self.words.resize(open + Store::open_words(count), 0);
        let mut memory = vec![self.words.len() as u32];
        for propagator in &program.propagators {
            memory.resize(propagator.id.index() + 1, self.words.len() as u32);
            self.words.extend(propagator.needs.memory.iter().map(|&value| value as u64));
            memory.push(self.words.len() as u32);
        }
        self.words.resize(self.words.len() + program.propagators.len().div_ceil(64), 0);
        let mut store = Store {
            model: program.model,
            places,
            trail: Trail::new(self.words.len(), count.div_ceil(64)),
            words: self.words,
            wides: self.wides,
            bits: self.bits,
            sparse: self.sparse,
            events: vec![0; count],
            changed: Vec::new(),
            fixed: Vec::new(),
            smallest: Smallest::new(count, |x| !program.helpers[x]),
            open,
            memory,
            scratch: Default::default(),
            cause: Cause::Decision,
            logging: false,
            log: Vec::new(),
            wiped: None,
            assignment: vec![0; count],
        };
        store.open_all();
        (store, islands)
    }

    /// Places a domain that shares no word with others.
    fn place_alone(&mut self, domain: &ValueSet, widest: i64) -> Place {
        let (base, max) = (domain.min().unwrap_or(0), domain.max().unwrap_or(0));
        let span = max - base + 1;
        let bits = |words: &mut [u64]| {
            for bit in domain.iter().map(|v| (v - base) as usize) {
                words[bit / 64] |= 1 << (bit % 64);
            }
        };
        if span <= 64 {
            self.words.push(0);
            let word = self.words.len() - 1;
            bits(&mut self.words[word..]);
            return Place { form: Form::Lane { word: word as u32, shift: 0 }, base, mask: !0 };
        }
        if span <= widest {
            let first = self.bits.len();
            self.bits.resize(first + (span as usize).div_ceil(64), 0);
            bits(&mut self.bits[first..]);
            let span = span as u32;
            self.wides.push(Wide { first: first as u32, span, size: domain.len() as u32, min: 0, max: span - 1 });
            return Place { form: Form::Wide(self.wides.len() as u32 - 1), base, mask: 0 };
        }
        self.sparse.push(domain.clone());
        Place { form: Form::Sparse(self.sparse.len() as u32 - 1), base, mask: 0 }
    }
}
