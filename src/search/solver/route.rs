//! The engines that a search may run on, and which one it takes.

use std::sync::Arc;

use super::{Purpose, Solver};
use crate::compile::Program;
use crate::forward_checking::Rows;
use crate::observer::Observer;
use crate::search::branching::ValueOrder;
use crate::search::first_then_waves::FirstThenWaves;
use crate::search::packed::Packed;
use crate::search::restarts::{Patience, Restarts};
use crate::search::trailed::Trailed;
use crate::search::trial_then_waves::TrialThenWaves;
use crate::search::{Engine, Propagation, Search};
use crate::variable::Var;
#[cfg(feature = "parallel")]
use crate::waves::Waves;

/// The engine that a search runs on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Route {
    /// Trailed levels: serves everything.
    Trailed,
    /// Copied levels.
    Packed,
    /// Copied levels at first, then waves, where only the number of solutions matters.
    WavesToCount,
    /// The same, and by symmetry when that lasts.
    CountBySymmetry,
    /// The first solution by copied levels, all in waves in lexicographic order.
    WavesInOrder,
    /// The same without the first solution in advance: for a part of the tree.
    #[cfg(feature = "parallel")]
    WavesAlone,
    /// Several threads, each with an engine of its own.
    #[cfg(feature = "parallel")]
    Parallel,
}

impl Route {
    /// What serves a part of the tree when this serves the whole.
    #[cfg(feature = "parallel")]
    pub(super) fn of_a_part(self) -> Route {
        match self {
            Route::WavesInOrder => Route::WavesAlone,
            Route::CountBySymmetry => Route::WavesToCount,
            other => other,
        }
    }

    /// An engine of this kind.
    pub(super) fn engine<O: Observer>(
        self,
        program: &Arc<Program>,
        mode: Propagation,
        projection: Option<&[Var]>,
    ) -> Box<dyn Engine<O>> {
        match (self, program.packed.clone()) {
            (Route::WavesToCount | Route::CountBySymmetry, Some(rows)) => {
                let by_symmetry = self == Route::CountBySymmetry;
                Box::new(TrialThenWaves::new(packed(rows, false), program.clone(), by_symmetry))
            }
            (Route::WavesInOrder, Some(rows)) => packed(rows, true),
            #[cfg(feature = "parallel")]
            (Route::WavesAlone, Some(rows)) => Box::new(Waves::in_order(rows)),
            (Route::Packed, Some(rows)) => packed(rows, false),
            _ => Box::new(Search::new(Trailed::new(program.clone(), mode, projection, O::ON))),
        }
    }
}

/// All that an engine is made of, besides the program.
#[derive(Clone)]
pub(super) struct Plan {
    pub route: Route,
    pub mode: Propagation,
    pub projection: Option<Vec<Var>>,
    /// Where restarts stand around the engine.
    pub patience: Option<Patience>,
    pub seed: u64,
}

impl Plan {
    /// The engine.
    pub(super) fn engine<O: Observer>(&self, program: &Arc<Program>) -> Box<dyn Engine<O>> {
        let engine = |route: Route| route.engine(program, self.mode, self.projection.as_deref());
        let Some(patience) = self.patience else { return engine(self.route) };
        let plain = (self.route != Route::Trailed).then(|| engine(self.route));
        let projection = self.projection.clone();
        let variables = projection.clone().unwrap_or_else(|| program.declared().collect());
        Box::new(Restarts::new(plain, program.clone(), projection, variables, patience, self.seed))
    }
}

impl<O: Observer> Solver<O> {
    /// What serves the search best on one thread.
    pub(super) fn route(&self) -> Route {
        let program = &self.compiled.0;
        let plain = !O::ON && !self.is_by_the_book() && self.projection.is_none() && self.purpose != Purpose::Optimize;
        if !plain || program.packed.is_none() {
            return Route::Trailed;
        }
        match self.purpose {
            _ if self.variables.is_some() || self.values != ValueOrder::Smallest => Route::Packed,
            Purpose::Count if self.control.solution_limit < u64::MAX => Route::Packed,
            Purpose::Count => match self.is_limited() {
                false if self.assumptions.is_empty() => Route::CountBySymmetry,
                _ => Route::WavesToCount,
            },
            Purpose::Enumerate if program.enumerates_in_waves() => Route::WavesInOrder,
            _ => Route::Packed,
        }
    }

    /// Whether the search has to go as it was told: by a branching, or by a mode for teaching.
    pub(super) fn is_by_the_book(&self) -> bool {
        self.branching.is_some() || self.brancher.is_some() || self.mode != Propagation::Fixpoint
    }

    /// Whether search may have to stop at a number of nodes or a time.
    fn is_limited(&self) -> bool {
        self.control.node_limit < u64::MAX || self.control.time_limit.is_some()
    }

    /// How long a plain search is trusted where one solution is asked for by any route; nothing where there are no restarts.
    pub(super) fn patience(&self, route: Route) -> Option<Patience> {
        let for_one = matches!(self.purpose, Purpose::Solve | Purpose::Unique);
        let free = self.any_route && self.values == ValueOrder::Smallest && !self.is_by_the_book() && !O::ON;
        // in a dense network a wrong choice at the top costs all the tree below; a proof has to see the tree anyway
        let is_long = || route == Route::Packed && (self.purpose == Purpose::Unique || !self.compiled.0.is_dense());
        (for_one && free).then(|| if is_long() { Patience::Long } else { Patience::Short })
    }
}

/// Search on copied levels, for the first solution only where the others are wanted in waves.
fn packed<O: Observer>(rows: Arc<Rows>, then_waves: bool) -> Box<dyn Engine<O>> {
    macro_rules! of_words {
        ($($words:literal)*) => {
            match rows.words {
                $($words if then_waves => Box::new(FirstThenWaves::new(Search::new(Packed::<$words>::new(rows)))),)*
                $($words => Box::new(Search::new(Packed::<$words>::new(rows))),)*
                words => unreachable!("rows have no {words} words"),
            }
        };
    }
    of_words!(1 2 3 4 5 6 8 16 24 32 48 64)
}
