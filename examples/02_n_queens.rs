//! N-Queens, written by hand: one variable for each row, its value the column of that row's queen.
//!
//! The model reads like its definition, and every question is asked of the same model: all boards, one board, how many.
//! With one of the three constraints left out, 4 queens have 7 boards instead of 2.
//!
//! ```text
//! cargo run --example 02_n_queens
//! ```

use bezzel::*;

/// `n` queens on a board of `n` by `n` squares, no two in one row, column or diagonal.
fn n_queens(n: usize) -> Result<(Model, Vec<Var>), ModelError> {
    let mut model = Model::new();
    let queens = model.variables(n, 0..n)?;
    model.post(all_different(&queens))?.label("columns")?;
    model.post(all_different(queens.iter().enumerate().map(|(row, &q)| q - row)))?.label("diagonals")?;
    model.post(all_different(queens.iter().enumerate().map(|(row, &q)| q + row)))?.label("anti-diagonals")?;
    Ok((model, queens))
}

fn print_board(solution: &Solution, queens: &[Var]) {
    for &row in queens {
        let squares = 0..queens.len() as Value;
        println!("{}", squares.map(|column| if column == solution[row] { 'Q' } else { '.' }).collect::<String>());
    }
    println!();
}

fn main() -> Result<(), ModelError> {
    println!("All boards for 4 queens:\n");
    let (model, queens) = n_queens(4)?;
    for solution in model.solver().solutions() {
        print_board(&solution, &queens);
    }

    println!("The first in lexicographic order for 8:\n");
    let (model, queens) = n_queens(8)?;
    if let Some(solution) = model.solver().solutions().next() {
        print_board(&solution, &queens);
    }

    println!("How many there are:");
    for n in 0..=8 {
        println!("  {n} queens: {:>2}", n_queens(n)?.0.solver().count().solutions);
    }

    println!("\n3 queens cannot be placed, and that is proved: {:?}", n_queens(3)?.0.solver().solve());

    println!("\nAll boards for 4 queens without the constraint on diagonals:\n");
    let (mut model, queens) = n_queens(4)?;
    model.remove("diagonals")?;
    let mut solver = model.solver();
    for solution in solver.solutions() {
        print_board(&solution, &queens);
    }
    println!("{} boards", solver.statistics().solutions);
    Ok(())
}
