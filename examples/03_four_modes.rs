//! Four modes of propagation on one model: how much is inferred at each node, and what that saves.
//!
//! All four find the same boards in the same order. What differs is how early each sees that a node is hopeless, so the
//! number of nodes differs, and with it the work that each node costs:
//!
//! - Backtracking infers nothing: each value tried is tested against the variables decided before.
//! - ForwardChecking removes what is in conflict with the value tried from the variables not yet decided.
//! - Fixpoint, the default, also follows the variables that are left with one value; they are forced, not tried.
//! - ArcConsistency also removes the values that would leave some other variable without any.
//!
//! ```text
//! cargo run --example 03_four_modes
//! ```

use bezzel::*;

fn main() -> Result<(), ModelError> {
    for n in [4, 6, 8] {
        let (model, _) = models::nqueens(n)?;
        let compiled = model.compile(); // immutable: every solver below shares it
        println!("{n} queens, all boards, row by row");
        println!(
            "  {:<16} {:>6} {:>9} {:>7} {:>9} {:>7} {:>7}",
            "mode", "nodes", "decisions", "forced", "failures", "checks", "boards"
        );
        for mode in [
            Propagation::Backtracking,
            Propagation::ForwardChecking,
            Propagation::Fixpoint,
            Propagation::ArcConsistency,
        ] {
            let mut solver = compiled.solver().with_propagation(mode);
            let boards = solver.solutions().count();
            let Statistics { nodes, decisions, forced, failures, checks, .. } = solver.statistics();
            let mode = format!("{mode:?}");
            println!("  {mode:<16} {nodes:>6} {decisions:>9} {forced:>7} {failures:>9} {checks:>7} {boards:>7}");
        }
        println!();
    }
    println!("nodes      values tried; a variable with one value left is tried too, except by Fixpoint");
    println!("decisions  nodes whose variable had two values or more");
    println!("forced     values fixed by propagation");
    println!("failures   nodes found to have no solution by propagation or by a check");
    println!("checks     pairs of decided variables tested; only Backtracking tests any");
    Ok(())
}
