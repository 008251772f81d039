//! The root split into subproblems, in the order in which one thread would come to them.

use std::sync::Arc;

use super::super::route::Route;
use crate::compile::Program;
use crate::forward_checking::NO_VARIABLE;
use crate::literal::Literal;
use crate::observer::Silent;
use crate::search::branching::{Orders, ValueOrder, VariableOrder};
use crate::search::trailed::Trailed;
use crate::search::{Control, Halt, Propagation, Request, State};
use crate::variable::{Var, Variable};

pub(super) struct Splitter {
    state: Trailed,
    orders: Orders,
    /// The order of variables in waves that count: splitting by others would make every subproblem try the first ones.
    order: Option<Vec<Var>>,
}

/// A part of the tree: what is assumed there.
struct Part {
    assumptions: Vec<Literal>,
    /// It may be split further.
    open: bool,
}

impl Splitter {
    pub(super) fn new(program: &Arc<Program>, route: Route, projection: Option<&[Var]>, orders: Orders) -> Splitter {
        let mut splitter = Splitter {
            state: Trailed::new(program.clone(), Propagation::Fixpoint, projection, false),
            orders,
            order: None,
        };
        match (route, program.rows_for_counting()) {
            (Route::WavesToCount, Some((rows, true))) => {
                let variables = rows.lanes.iter().filter(|&&x| x != NO_VARIABLE);
                splitter.order = Some(variables.map(|&index| Var { model: program.model, index }).collect());
            }
            (Route::WavesToCount, _) => splitter.orders.variables = VariableOrder::FirstFail,
            _ => {}
        }
        splitter
    }

    /// Halves the domain of the next variable in every part, until there are `wanted` parts that propagation does not
    /// refute, or nothing is left to halve. Halves instead of single values serve domains of any size alike, and the
    /// parts of the lower half come first, as its values do.
    pub(super) fn split(
        &mut self,
        assumptions: &[Literal],
        wanted: usize,
        control: &mut Control,
    ) -> Result<Vec<Vec<Literal>>, Halt> {
        let mut parts = vec![Part { assumptions: assumptions.to_vec(), open: true }];
        loop {
            let halve = parts.len() < wanted && parts.iter().any(|part| part.open);
            let mut next = Vec::with_capacity(2 * parts.len());
            for part in parts {
                if next.len() % 16 == 15 {
                    control.check_time()?;
                }
                self.halve(part, halve, &mut next, control)?;
            }
            if !halve {
                return Ok(next.into_iter().map(|part| part.assumptions).collect());
            }
            parts = next;
        }
    }

    /// Propagates in a part: what is left of it, in two halves if asked for.
    fn halve(&mut self, part: Part, halve: bool, out: &mut Vec<Part>, control: &mut Control) -> Result<(), Halt> {
        if !part.open {
            out.push(part);
            return Ok(());
        }
        let Part { mut assumptions, .. } = part;
        let mut request =
            Request { assumptions: &assumptions, demand: None, orders: self.orders, branching: None, any_route: false };
        match self.state.start(&mut request, control, &mut Silent) {
            Ok(_) => {}
            Err(Halt::Stopped) => return Err(Halt::Stopped),
            Err(_) => return Ok(()),
        }
        let (chosen, store) = self.state.chosen();
        let chosen = match &self.order {
            Some(order) => order.iter().copied().find(|&x| !store.is_fixed(x)),
            None => chosen.filter(|x| store.is_projected(x.index())),
        };
        let Some(x) = chosen.filter(|_| halve) else {
            out.push(Part { assumptions, open: false });
            return Ok(());
        };
        let (min, max) = (x.min(store), x.max(store));
        let lower = Literal::at_most(x, min + (max - min) / 2);
        let halves = if self.orders.values == ValueOrder::Largest { [!lower, lower] } else { [lower, !lower] };
        let mut other = assumptions.clone();
        assumptions.push(halves[0]);
        other.push(halves[1]);
        out.extend([assumptions, other].map(|assumptions| Part { assumptions, open: true }));
        Ok(())
    }
}
