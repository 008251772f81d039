//! Search on trailed levels: for everything that packed search does not serve, that is, models with propagators, the
//! teaching modes, observers and branchings of one's own.

use std::sync::Arc;

use super::branching::{Alternatives, Branching, Choice, VariableOrder};
use super::teaching::Decided;
use super::{Control, Halt, Next, Propagation, Request, State};
use crate::compile::Program;
use crate::domain::Value;
use crate::literal::Literal;
use crate::observer::{Event, Observer};
use crate::propagation::Propagators;
use crate::store::{Cause, Conflict, Store};
use crate::variable::{Var, Variable};

pub(crate) struct Trailed {
    pub(super) program: Arc<Program>,
    pub(super) store: Store,
    propagation: Propagators,
    mode: Propagation,
    /// To arc consistency.
    arcs: bool,
    /// Somebody may ask for the cause of a failure.
    causes: bool,
    /// For the modes that look at decided variables only: what is decided.
    pub(super) decided: Option<Decided>,
    /// The nodes that chose, from the root down; each lives in a level of its own.
    frames: Vec<Alternatives>,
    literal: Option<Literal>,
    /// The current level belongs to a solution, not to a frame.
    at_solution: bool,
    /// An objective may be better in another completion of the helpers.
    all_completions: bool,
    /// Search came back to the top frame.
    resumed: bool,
    /// Entries of the log that the observer has seen.
    reported: usize,
    solutions: u64,
}

impl Trailed {
    pub(crate) fn new(program: Arc<Program>, mode: Propagation, projection: Option<&[Var]>, logging: bool) -> Trailed {
        let mut store = program.store().clone();
        store.logging = logging;
        if let Some(projection) = projection {
            store.project(|x| projection.iter().any(|y| y.index() == x));
        }
        let decided = match mode {
            Propagation::Backtracking | Propagation::ForwardChecking => Some(Decided::new(&program, &mut store, mode)),
            Propagation::Fixpoint | Propagation::ArcConsistency => None,
        };
        let mut propagation = Propagators::new(program.clone());
        propagation.chooses_all = mode == Propagation::ArcConsistency;
        Trailed {
            propagation,
            program,
            store,
            mode,
            arcs: mode == Propagation::ArcConsistency,
            causes: true,
            decided,
            frames: Vec::new(),
            literal: None,
            at_solution: false,
            all_completions: false,
            resumed: false,
            reported: 0,
            solutions: 0,
        }
    }

    /// For a branching that never asks why a node failed.
    pub(super) fn without_causes(self) -> Trailed {
        Trailed { causes: false, ..self }
    }

    /// Whether every search from here on makes pairwise conflicts arc consistent, beside what its mode does.
    pub(super) fn make_arc_consistent(&mut self, arcs: bool) {
        self.arcs = arcs;
    }

    /// Propagates the current node as far as the mode goes.
    fn propagate(&mut self, control: &mut Control) -> Result<(), Halt> {
        let before = self.propagation.runs;
        let result = self.propagation.fixpoint(&mut self.store, self.arcs, control);
        control.statistics.propagations += self.propagation.runs - before;
        result
    }

    fn propagate_root(&mut self, request: &Request, control: &mut Control) -> Result<(), Halt> {
        let store = &mut self.store;
        store.cause = Cause::Assumption;
        request.assumptions.iter().try_for_each(|&literal| store.apply(literal))?;
        demand(request, store)?;
        self.program.apply_filters(store)?;
        if let Some(decided) = &self.decided {
            decided.filter_root(&self.program, store)?;
            return Ok(());
        }
        for x in 0..store.places.len() as u32 {
            if store.is_fixed(store.variable(x)) && store.events[x as usize] & crate::store::event::FIXED == 0 {
                store.fixed.push(x);
            }
        }
        self.propagation.queue_all();
        self.propagate(control)
    }

    /// Tells the observer what was logged since it was last told.
    fn report_removals<O: Observer>(&mut self, observer: &mut O) {
        if !O::ON {
            return;
        }
        let mut reasons = Vec::new();
        for index in self.reported..self.store.log.len() {
            let removal = self.store.log[index];
            reasons.clear();
            if O::REASONS {
                self.explain(index, &mut reasons);
            }
            observer.event(Event::Removed { removal, index, reasons: &reasons });
        }
        self.reported = self.store.log.len();
    }

    fn explain(&self, index: usize, out: &mut Vec<usize>) {
        let (removal, history) = (&self.store.log[index], &self.store.log[..index]);
        match removal.cause {
            Cause::Decision | Cause::Assumption | Cause::Demand => {}
            Cause::ArcConsistency | Cause::Conflicts => out.extend(0..index),
            Cause::Constraint(id) => {
                let of = self.program.propagators.iter().find(|p| p.id == id);
                of.expect("a cause is a constraint of the model").constraint.explain(removal, history, out);
            }
        }
    }

    /// Tells the observer how propagation ended.
    fn report<O: Observer>(&mut self, result: Result<(), Halt>, depth: usize, observer: &mut O) {
        if !O::ON {
            return;
        }
        self.report_removals(observer);
        match result {
            Ok(()) => observer.event(Event::Fixpoint { depth, store: &self.store }),
            Err(Halt::Conflict) => {
                let variable = self.store.wiped.map(|x| self.store.variable(x));
                observer.event(Event::Wipeout { variable, cause: self.store.cause });
                observer.event(Event::Failure { depth });
            }
            Err(_) => {}
        }
    }

    fn choose<O: Observer>(&mut self, request: &mut Request, control: &mut Control, observer: &mut O) -> Next {
        if request.branching.is_some() || request.orders.variables == VariableOrder::FirstFail {
            self.store.refresh_smallest();
        }
        let choice = match request.branching {
            Some(ref mut branching) => branching.choose(&self.store).filter(|&choice| decides(choice, &self.store)),
            None => request.orders.choose(&self.store),
        };
        // a helper waits until everything that is projected is decided
        let first = self.store.first_open();
        let projected = |choice: &Choice| match choice {
            Choice::Values(x, _) => self.store.is_projected(x.index()),
            Choice::Literal(literal) => self.store.is_projected(literal.variable.index()),
        };
        let choice = choice
            .filter(|choice| projected(choice) || first.is_none_or(|x| !self.store.is_projected(x.index())))
            .or(first.map(|x| Choice::Values(x, request.orders.values)));
        match choice {
            Some(choice) => {
                self.frames.push(Alternatives::new(choice, &self.store));
                control.statistics.depth = control.statistics.depth.max(self.frames.len() as u64);
                Next::Branch
            }
            None => {
                self.at_solution = true;
                self.solutions += 1;
                if O::ON {
                    let values: Vec<Value> =
                        (0..self.store.places.len() as u32).map(|x| self.store.min(self.store.variable(x))).collect();
                    observer.event(Event::Solution { number: self.solutions, values: &values });
                }
                Next::Solutions(1)
            }
        }
    }

    /// The variable that the current node chose, and its domains.
    #[cfg(feature = "parallel")]
    pub(super) fn chosen(&self) -> (Option<Var>, &Store) {
        (self.frames.last().map(Alternatives::variable), &self.store)
    }

    fn pop_level(&mut self) {
        self.store.pop_level();
        self.reported = self.reported.min(self.store.log.len());
        self.resumed = true;
    }

    /// Propagates what asked to run on return to an earlier node; false if the node is finished by that.
    fn resume<O: Observer>(&mut self, control: &mut Control, observer: &mut O) -> Result<bool, Halt> {
        if O::ON {
            observer.event(Event::Backtrack { depth: self.frames.len().saturating_sub(1) });
        }
        if self.decided.is_some() || !self.propagation.queue_resumed() {
            return Ok(true);
        }
        let result = self.propagate(control);
        self.report_removals(observer);
        match result {
            Ok(()) => Ok(true),
            Err(Halt::Conflict) => Ok(false),
            Err(halt) => Err(halt),
        }
    }
}

/// Only better solutions than the last.
fn demand(request: &Request, store: &mut Store) -> Result<(), Conflict> {
    let Some((view, most)) = request.demand else { return Ok(()) };
    let cause = std::mem::replace(&mut store.cause, Cause::Demand);
    view.remove_above(store, most)?;
    store.cause = cause;
    Ok(())
}

/// Whether a choice of a user's branching has something to decide.
fn decides(choice: Choice, store: &Store) -> bool {
    match choice {
        Choice::Values(x, _) => store.is_open(x.index()),
        Choice::Literal(literal) => {
            let x = literal.variable;
            let (holds_at_min, holds_at_max) = (literal.holds(store.min(x)), literal.holds(store.max(x)));
            // x = v and x != v are open only if v is in the domain; the bounds tell the rest
            holds_at_min != holds_at_max || (store.contains(x, literal.value) && !store.is_fixed(x))
        }
    }
}

impl<O: Observer> State<O> for Trailed {
    const INTERVAL: u64 = 16;

    fn start(&mut self, request: &mut Request, control: &mut Control, observer: &mut O) -> Result<Next, Halt> {
        self.store.pop_all();
        self.store.forget_changes();
        self.frames.clear();
        self.store.by_pair = O::ON || self.causes && request.branching.is_some();
        self.all_completions = request.demand.is_some();
        (self.at_solution, self.resumed) = (false, false);
        (self.reported, self.solutions) = (0, 0);
        (self.propagation.runs, self.propagation.fixed) = (0, 0);
        self.store.push_level();
        if O::ON {
            observer.event(Event::Start);
        }
        let result = self.propagate_root(request, control);
        control.statistics.forced += self.propagation.fixed;
        control.objective_bound = request.demand.map(|(view, _)| view.min(&self.store));
        self.report(result, 0, observer);
        result?;
        Ok(self.choose(request, control, observer))
    }

    fn leave_solution(&mut self) {
        if !std::mem::replace(&mut self.at_solution, false) {
            return;
        }
        self.pop_level();
        if self.all_completions {
            return;
        }
        // one completion of the helpers is enough
        while self.frames.last().is_some_and(|frame| !self.store.is_projected(frame.variable().index())) {
            self.frames.pop();
            self.pop_level();
        }
    }

    fn next(&mut self, control: &mut Control, observer: &mut O) -> Result<(), Halt> {
        while !self.frames.is_empty() {
            let alive = !std::mem::replace(&mut self.resumed, false) || self.resume(control, observer)?;
            let frame = self.frames.last_mut().filter(|_| alive);
            self.literal = frame.and_then(|frame| frame.next(&self.store));
            if self.literal.is_some() {
                return Ok(());
            }
            self.frames.pop();
            self.pop_level();
        }
        Err(Halt::Exhausted)
    }

    fn descend(&mut self, request: &mut Request, control: &mut Control, observer: &mut O) -> Result<Next, Halt> {
        let literal = self.literal.expect("an alternative was taken");
        let (depth, x) = (self.frames.len(), literal.variable);
        if O::ON {
            observer.event(Event::Decide { depth, literal });
        }
        let is_decision = !self.store.is_fixed(x);
        control.statistics.decisions += u64::from(is_decision);
        self.store.push_level();
        self.store.cause = Cause::Decision;
        let fixed_before = self.propagation.fixed;
        let applied = self.store.apply(literal).and_then(|()| demand(request, &mut self.store)).map_err(Halt::from);
        let decided_one = is_decision && self.store.is_fixed(x);
        let result = applied.and_then(|()| {
            if self.decided.is_some() {
                return self.decide(x, control, observer);
            }
            if self.mode == Propagation::ArcConsistency && self.store.is_fixed(x) {
                self.store.close(x.index());
            }
            self.propagate(control)
        });
        control.statistics.forced += (self.propagation.fixed - fixed_before).saturating_sub(u64::from(decided_one));
        self.report(result, depth, observer);
        if result == Err(Halt::Conflict) {
            if let Some(branching) = &mut request.branching {
                branching.failed(&self.program.failure(literal, &self.store), &self.store);
            }
            self.pop_level();
        }
        result?;
        Ok(self.choose(request, control, observer))
    }

    fn read(&self, values: &mut [Value]) {
        for (x, value) in values.iter_mut().enumerate() {
            *value = self.store.min(self.store.variable(x as u32));
        }
    }

    fn explored(&self) -> f64 {
        super::control::explored(self.frames.iter().map(|frame| (frame.tried, frame.total)))
    }
}
