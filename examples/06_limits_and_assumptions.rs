//! Limits and assumptions: how a search is stopped, what is known then, and how one model serves many questions.
//!
//! A search that was stopped never claims to know more than it does: its outcome says what stopped it. Assumptions are
//! statements taken as true for the next searches only; the model is compiled once. Here the empty Sudoku grid is the
//! model, and the clues of each puzzle are assumptions.
//!
//! ```text
//! cargo run --example 06_limits_and_assumptions
//! ```

use std::error::Error;
use std::ops::ControlFlow;
use std::time::Duration;

use bezzel::models::{nqueens, sudoku, sudoku::Puzzle};
use bezzel::*;

fn main() -> Result<(), Box<dyn Error>> {
    limits()?;
    cancelling()?;
    assumptions()?;
    Ok(())
}

fn limits() -> Result<(), ModelError> {
    println!("8 queens have 92 boards. What is known when a search is stopped:");
    let compiled = nqueens(8)?.0.compile();
    let say = |limit: &str, count: Count| {
        println!(
            "  {limit:<16} {:>2} found, {:?}, all of them: {}",
            count.solutions,
            count.outcome,
            count.is_complete()
        );
    };
    say("no limit", compiled.solver().count());
    say("92 solutions", compiled.solver().with_solution_limit(92).count());
    say("10 solutions", compiled.solver().with_solution_limit(10).count());
    say("0 solutions", compiled.solver().with_solution_limit(0).count());
    say("5 nodes", compiled.solver().with_node_limit(5).count());
    say("no time at all", compiled.solver().with_time_limit(Duration::ZERO).count());

    println!("  one board in at most 5 nodes? {:?}", nqueens(20)?.0.solver().with_node_limit(5).solve());
    println!("  3 queens, no limit: {:?}", nqueens(3)?.0.solver().solve());
    Ok(())
}

fn cancelling() -> Result<(), ModelError> {
    println!("\nCancelling 20 queens, which would take far too long to count:");
    let mut solver = nqueens(20)?.0.solver();
    let canceller = solver.canceller();
    let other_thread = std::thread::spawn(move || canceller.cancel());
    println!("  by another thread: {:?}", solver.count().outcome);
    other_thread.join().expect("the thread only cancels");

    // a cancelled solver stays so, until it is told otherwise
    println!("  once more: {:?}", solver.count().outcome);
    solver.canceller().reset();
    let found = solver.solutions().take(3).count();
    println!("  after a reset: the first {found} solutions, left early, {:?}", solver.outcome());

    // a monitor is called now and then, to show progress or to stop
    let mut calls = 0;
    let mut solver = nqueens(20)?.0.solver().with_monitor(move |_| {
        calls += 1;
        if calls == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    println!("  by a monitor: {:?}", solver.count().outcome);
    Ok(())
}

fn assumptions() -> Result<(), Box<dyn Error>> {
    println!("\nSudoku: the empty grid compiled once, each puzzle's clues assumed; is its solution the only one?");
    let (model, cells) = sudoku(&Puzzle::EMPTY)?;
    // two solutions are enough to know
    let mut solver = model.solver().with_solution_limit(2);
    let puzzles = [
        ".....7......1.3..56..........3.....1...26.....5.....8.......4........263....98...",
        "..7..6..8......9...5...2.3...5..1.47..92...........8.1.3..2.7644...8....9.2..4...",
        "11...............................................................................",
    ];
    for text in puzzles {
        let puzzle: Puzzle = text.parse()?;
        solver.assume(&puzzle.literals(&cells))?;
        let found: Vec<Solution> = solver.solutions().collect();
        let verdict = match (found.len(), solver.outcome()) {
            (1, Outcome::Complete) => "unique",
            (0, Outcome::Complete) => "no solution",
            _ => "several solutions",
        };
        println!("  {text}  {verdict}");
        if let Some(solution) = found.first() {
            println!("  {}", solution.values(&cells).iter().map(Value::to_string).collect::<String>());
        }
    }

    println!(
        "\nAny literal can be assumed. 8 queens with the first one not in the left half, and the second in column 1:"
    );
    let (model, queens) = nqueens(8)?;
    let mut solver = model.solver();
    solver.assume(&[Literal::greater(queens[0], 3), Literal::equal(queens[1], 1)])?;
    println!("  {} boards", solver.count().solutions);
    solver.assume(&[!Literal::greater(queens[0], 3), Literal::equal(queens[1], 1)])?;
    println!("  {} boards with the first one in the left half", solver.count().solutions);
    Ok(())
}
