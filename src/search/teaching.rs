//! The two modes that look at decided variables only, as the books tell them: plain backtracking and plain forward
//! checking. A variable is *decided* when search chose its value; one value left is not yet that.

use super::trailed::Trailed;
use super::{Control, Halt, Propagation};
use crate::compile::Program;
use crate::constraint::{Assignment, Values};
use crate::forward_checking::Lost;
use crate::observer::{Event, Observer};
use crate::store::{Cause, Conflict, Store};
use crate::variable::{Var, Variable};

/// The constraints that tier 1 does not describe, with the number of undecided variables of each.
pub(crate) struct Decided {
    forward: bool,
    /// For each variable the constraints on it, by position.
    of: Vec<Vec<u32>>,
    /// Where the reversible counters begin, one word a constraint.
    counters: usize,
}

impl Decided {
    pub(crate) fn new(program: &Program, store: &mut Store, mode: Propagation) -> Decided {
        let mut of = vec![Vec::new(); program.domains.len()];
        for (at, propagator) in program.propagators.iter().enumerate().filter(|(_, p)| !p.needs.covered) {
            propagator.scope.iter().for_each(|&x| of[x as usize].push(at as u32));
        }
        let counters = store.words.len();
        store.extend_words(program.propagators.iter().map(|p| p.scope.len() as u64));
        Decided { forward: mode == Propagation::ForwardChecking, of, counters }
    }

    /// At the root only unary constraints act.
    pub(super) fn filter_root(&self, program: &Program, store: &mut Store) -> Result<(), Conflict> {
        for at in 0..program.propagators.len() as u32 {
            let propagator = &program.propagators[at as usize];
            if !propagator.needs.covered && propagator.scope.len() <= 1 {
                self.filter(program, store, at)?;
            }
        }
        store.forget_changes();
        Ok(())
    }

    /// Tries the values of the last undecided variable of a constraint against its relation.
    fn filter(&self, program: &Program, store: &mut Store, at: u32) -> Result<(), Conflict> {
        let propagator = &program.propagators[at as usize];
        store.cause = Cause::Constraint(propagator.id);
        store.wiped = None;
        let open = propagator.scope.iter().find(|&&x| store.is_open(x as usize)).map(|&x| store.variable(x));
        if let Some(x) = open.filter(|&x| store.len(x) <= crate::constraint::LARGEST_FILTERED) {
            return with_values(program, store, at, |store, values| {
                x.retain(store, |value| {
                    values[x.index()] = value;
                    propagator.constraint.holds(&Assignment(Values::List(values)))
                })
            });
        }
        if open.is_some()
            || with_values(program, store, at, |_, v| propagator.constraint.holds(&Assignment(Values::List(v))))
        {
            Ok(())
        } else {
            Err(Conflict)
        }
    }
}

/// Gives `use_values` the values of the decided variables in a constraint's scope.
fn with_values<R>(
    program: &Program,
    store: &mut Store,
    at: u32,
    use_values: impl FnOnce(&mut Store, &mut [i64]) -> R,
) -> R {
    let mut values = std::mem::take(&mut store.assignment);
    for &x in &program.propagators[at as usize].scope {
        values[x as usize] = store.min(store.variable(x));
    }
    let result = use_values(store, &mut values);
    store.assignment = values;
    result
}

impl Trailed {
    /// The variable `x` has just been decided: checks it against what was decided before, or filters what is not yet.
    pub(super) fn decide<O: Observer>(&mut self, x: Var, control: &mut Control, observer: &mut O) -> Result<(), Halt> {
        if !self.store.is_fixed(x) {
            return Ok(()); // a branching that does not enumerate values has not decided yet
        }
        let program = self.program.clone();
        let Some(decided) = self.decided.take() else { return Ok(()) };
        self.store.close(x.index());
        let pairs = if decided.forward {
            program.propagate_conflicts(&mut self.store, x.index).map_err(Halt::from)
        } else {
            self.check_pairs(&program, x, control, observer)
        };
        let result = pairs.and_then(|()| {
            for &at in &decided.of[x.index()] {
                let counter = decided.counters + at as usize;
                let undecided = self.store.words[counter] - 1;
                self.store.set_word(counter, undecided);
                match undecided {
                    0 => {
                        let result = decided.filter(&program, &mut self.store, at);
                        if !decided.forward {
                            control.statistics.checks += 1;
                            report_check(&program, at, result.is_ok(), observer);
                        }
                        result?;
                    }
                    1 if decided.forward => decided.filter(&program, &mut self.store, at)?,
                    _ => {}
                }
            }
            Ok(())
        });
        self.store.forget_changes();
        self.decided = Some(decided);
        result
    }

    /// Tests `x` with every variable decided before.
    fn check_pairs<O: Observer>(
        &mut self,
        program: &Program,
        x: Var,
        control: &mut Control,
        observer: &mut O,
    ) -> Result<(), Halt> {
        let store = &mut self.store;
        let value = store.min(x);
        let bit = value.wrapping_sub(store.places[x.index()].base) as u32;
        program.conflicts.for_each_pair(x.index, value, bit, |y, lost, constraint| {
            if store.is_open(y as usize) {
                return Ok(());
            }
            control.statistics.checks += 1;
            let mut holds = true;
            match lost {
                Lost::Nothing => {}
                lost => store.each_lost(y, lost, |_| holds = false),
            }
            if O::ON {
                observer.event(Event::Check { constraint, holds });
            }
            if holds {
                return Ok(());
            }
            store.cause = Cause::Constraint(constraint);
            store.wiped = None;
            Err(Halt::Conflict)
        })
    }
}

fn report_check<O: Observer>(program: &Program, at: u32, holds: bool, observer: &mut O) {
    if O::ON {
        observer.event(Event::Check { constraint: program.propagators[at as usize].id, holds });
    }
}
