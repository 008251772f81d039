//! Watching a search: every decision, every value that leaves a domain with the constraint that took it, every failure.
//!
//! An observer is told each event as it happens. It is a type parameter of the solver: a solver that nobody watches pays
//! nothing for it. This one tells the search for all boards of 4 queens, the way one would at a blackboard. A row that is
//! left with one column has its queen there, so what that queen attacks goes at once, before anything else is tried.
//!
//! ```text
//! cargo run --example 05_watch_the_search
//! ```

use bezzel::*;

/// Tells the story. It owns the model, which knows the labels of the constraints.
struct Story {
    model: Model,
    queens: Vec<Var>,
    /// The decisions on the way to the current node.
    depth: usize,
}

impl Story {
    fn cause(&self, cause: Cause) -> String {
        match cause {
            Cause::Constraint(id) => self.model.label(id).unwrap_or("a constraint without a label").to_string(),
            Cause::Decision => "decided".to_string(),
            Cause::Assumption => "assumed".to_string(),
            Cause::ArcConsistency => "arc consistency".to_string(),
            other => format!("{other:?}"),
        }
    }

    fn line(&self, text: &str) {
        println!("{:1$}{text}", "", 4 * self.depth);
    }

    /// The board at a fixpoint: `Q` where a queen must stand, `o` where one may, `.` where none can.
    fn board(&self, store: &Store) {
        for &queen in &self.queens {
            let square = |column| match (queen.contains(store, column), queen.is_fixed(store)) {
                (true, true) => 'Q',
                (true, false) => 'o',
                (false, _) => '.',
            };
            self.line(&(0..self.queens.len() as Value).map(square).collect::<String>());
        }
    }
}

impl Observer for Story {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start => println!("All boards of {} queens, row by row.", self.queens.len()),
            Event::Decide { depth, literal } => {
                self.line(&format!("try row {} = column {}", literal.variable.index(), literal.value));
                self.depth = depth;
            }
            // that the row decided loses its other columns is no news
            Event::Removed { removal: Removal { cause: Cause::Decision, .. }, .. } => {}
            Event::Removed { removal: Removal { variable, low, high, cause }, .. } => {
                let columns = if low == high { format!("column {low}") } else { format!("columns {low} to {high}") };
                self.line(&format!("  row {} loses {columns}: {}", variable.index(), self.cause(cause)));
            }
            Event::Wipeout { variable: Some(x), .. } => self.line(&format!("  row {} has no column left", x.index())),
            Event::Wipeout { variable: None, cause } => self.line(&format!("  violated: {}", self.cause(cause))),
            Event::Fixpoint { store, .. } => self.board(store),
            Event::Failure { .. } => self.line("failed"),
            Event::Solution { number, values } => self.line(&format!("board {number}: {values:?}")),
            Event::Backtrack { depth } => self.depth = depth,
            _ => {}
        }
    }
}

fn main() -> Result<(), ModelError> {
    let (model, queens) = models::nqueens(4)?;
    let solver = model.solver();
    let mut solver = solver.with_observer(Story { model, queens, depth: 0 });
    let boards = solver.solutions().count();
    let Statistics { nodes, forced, failures, .. } = solver.statistics();
    println!("{boards} boards, {nodes} nodes, {forced} values forced, {failures} failures");
    Ok(())
}
