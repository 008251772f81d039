//! A constraint of one's own, in three depths: at most so many of the variables take a value.
//!
//! 1. A closure over the values. It gets forward checking by itself: once one variable is left open, its values are tried.
//! 2. A type with `scope` and `holds`. The propagation is the same; the constraint now has a name and its own fields.
//! 3. The same type with `propagate`. It acts as soon as the limit is reached, whatever is still open, and remembers in
//!    reversible memory how far it has looked, so that a run does not begin from the start again.
//!
//! `holds` is the meaning and never changes: a solution is checked against it in debug builds, and the teaching modes
//! `Backtracking` and `ForwardChecking` use nothing else. `propagate` only removes what `holds` rules out anyway.
//!
//! ```text
//! cargo run --example 04_own_constraint
//! ```

use std::cmp::Ordering;

use bezzel::*;

/// At most `limit` of the views take the value `value`: the second depth.
struct AtMost {
    limit: usize,
    value: Value,
    views: Vec<View>,
}

impl Constraint for AtMost {
    fn name(&self) -> &'static str {
        "at_most"
    }

    fn scope(&self) -> Vec<View> {
        self.views.clone()
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        self.views.iter().filter(|&view| assignment.value(view) == self.value).count() <= self.limit
    }
}

/// The same relation with a propagator: the third depth.
struct AtMostPropagated(AtMost);

/// What the reversible memory holds: the first views are all fixed, so many of them at the value.
const FIXED: usize = 0;
const TAKEN: usize = 1;

impl Constraint for AtMostPropagated {
    fn name(&self) -> &'static str {
        "at_most_propagated"
    }

    fn scope(&self) -> Vec<View> {
        self.0.scope()
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        self.0.holds(assignment)
    }

    /// Before search: when to run, and what to remember.
    fn post(&self, poster: &mut Poster) {
        for &view in &self.0.views {
            poster.wake_on(view, Wake::Fixed);
        }
        poster.memory(&[0, 0]); // FIXED, TAKEN
        poster.priority(Priority::Linear);
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let AtMost { limit, value, ref views } = self.0;
        // go on from where the last run on the way to this node has stopped
        let (mut fixed, mut taken) = (store.memory(FIXED) as usize, store.memory(TAKEN) as usize);
        while let Some(view_value) = views.get(fixed).and_then(|view| view.value(store)) {
            taken += usize::from(view_value == value);
            fixed += 1;
        }
        // undone by itself when search leaves this node
        store.set_memory(FIXED, fixed as i64);
        store.set_memory(TAKEN, taken as i64);

        let rest = &views[fixed..];
        taken += rest.iter().filter(|view| view.value(store) == Some(value)).count();
        match taken.cmp(&limit) {
            Ordering::Less => Ok(Status::AtFixpoint),
            Ordering::Greater => Err(Conflict),
            Ordering::Equal => {
                for view in rest {
                    if !view.is_fixed(store) {
                        view.remove(store, value)?;
                    }
                }
                // not Entailed: with two views of one variable, a removal may have put one more at the value
                Ok(Status::Again)
            }
        }
    }
}

/// A rota of eight days: each early (0), late (1) or night (2), and no early after a night.
fn rota() -> Result<(Model, Vec<Var>), ModelError> {
    let mut model = Model::new();
    let days = model.variables(8, 0..=2)?;
    for pair in days.windows(2) {
        model.post(forbidden(pair, [[NIGHT, EARLY]]))?;
    }
    Ok((model, days))
}

const EARLY: Value = 0;
const NIGHT: Value = 2;

fn main() -> Result<(), ModelError> {
    let at_most_one_night =
        |days: &[Var]| AtMost { limit: 1, value: NIGHT, views: days.iter().map(|x| x.view()).collect() };

    let (mut closure, days) = rota()?;
    closure.post(predicate(&days, |values| values.iter().filter(|&&v| v == NIGHT).count() <= 1))?;

    let (mut relation, days) = rota()?;
    relation.post(at_most_one_night(&days))?;

    let (mut propagator, days) = rota()?;
    propagator.post(AtMostPropagated(at_most_one_night(&days)))?;

    println!("Rotas of eight days with at most one night, no early after a night:\n");
    println!("  {:<24} {:>6} {:>6} {:>9} {:>6}", "constraint", "rotas", "nodes", "failures", "runs");
    for (name, model) in
        [("1. a closure", &closure), ("2. scope and holds", &relation), ("3. with propagate", &propagator)]
    {
        let mut solver = model.solver();
        let rotas = solver.solutions().count();
        let Statistics { nodes, failures, propagations, .. } = solver.statistics();
        println!("  {name:<24} {rotas:>6} {nodes:>6} {failures:>9} {propagations:>6}");
    }

    // the cheapest test of a propagator: the modes that ask only `holds` must find the same
    let rotas = propagator.solver().count().solutions;
    for mode in [Propagation::Backtracking, Propagation::ForwardChecking] {
        assert_eq!(propagator.solver().with_propagation(mode).count().solutions, rotas);
    }
    println!("\nThe modes that ask only `holds` find the same {rotas}.");
    Ok(())
}
