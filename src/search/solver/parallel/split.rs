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
use crate::symmetry::Part;
use crate::variable::{Var, Variable};

pub(super) struct Splitter {
    state: Trailed,
    orders: Orders,
    /// The order of variables in waves that count: splitting by others would make every subproblem try the first ones.
    order: Option<Vec<Var>>,
}

/// A part of the tree on the way to subproblems.
struct Piece {
    part: Part,
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
    pub(super) fn split(&mut self, parts: &[Part], wanted: usize, control: &mut Control) -> Result<Vec<Part>, Halt> {
        let mut pieces: Vec<Piece> = parts.iter().map(|part| Piece { part: part.clone(), open: true }).collect();
        loop {
            let halve = pieces.len() < wanted && pieces.iter().any(|piece| piece.open);
            let mut next = Vec::with_capacity(2 * pieces.len());
            for piece in pieces {
                if next.len() % 16 == 15 {
                    control.check_time()?;
                }
                self.halve(piece, halve, &mut next, control)?;
            }
            if !halve {
                return Ok(next.into_iter().map(|piece| piece.part).collect());
            }
            pieces = next;
        }
    }

    /// Propagates in a part: what is left of it, in two halves if asked for.
    fn halve(&mut self, piece: Piece, halve: bool, out: &mut Vec<Piece>, control: &mut Control) -> Result<(), Halt> {
        if !piece.open {
            out.push(piece);
            return Ok(());
        }
        let mut part = piece.part;
        let assumptions = &part.literals;
        let mut request = Request { assumptions, demand: None, orders: self.orders, branching: None, any_route: false };
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
            out.push(Piece { part, open: false });
            return Ok(());
        };
        let (min, max) = (x.min(store), x.max(store));
        let lower = Literal::at_most(x, min + (max - min) / 2);
        let halves = if self.orders.values == ValueOrder::Largest { [!lower, lower] } else { [lower, !lower] };
        let mut other = part.clone();
        part.literals.push(halves[0]);
        other.literals.push(halves[1]);
        out.extend([part, other].map(|part| Piece { part, open: true }));
        Ok(())
    }
}
