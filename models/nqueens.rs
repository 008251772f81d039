//! N-Queens: `n` queens on a board of `n` by `n` squares, no two in one row, column or diagonal.

use crate::{Model, ModelError, Value, Var, all_different};

/// The model of `n` queens: one variable per row, whose value is the column of that row's queen.
///
/// Its constraints carry the labels `columns`, `diagonals` (column minus row is constant) and `anti-diagonals` (column
/// plus row is constant), so [`Model::remove`] can leave one out.
///
/// # Errors
/// [`ModelError::TooLarge`] for 2^32 variables or more, [`ModelError::DomainTooWide`] for an `n` beyond 2^62.
///
/// ```
/// use bezzel::models::{nqueens, nqueens::board};
///
/// let (model, queens) = nqueens(4)?;
/// let boards: Vec<_> = model.solver().solutions().map(|solution| board(&solution.values(&queens))).collect();
/// assert_eq!(boards, [
///     [".Q..", "...Q", "Q...", "..Q."],
///     ["..Q.", "Q...", "...Q", ".Q.."],
/// ]);
/// # Ok::<(), bezzel::ModelError>(())
/// ```
pub fn nqueens(n: usize) -> Result<(Model, Vec<Var>), ModelError> {
    let mut model = Model::new();
    let queens = model.variables(n, 0..n)?;
    let diagonals = queens.iter().enumerate().map(|(row, &queen)| queen - row);
    let anti_diagonals = queens.iter().enumerate().map(|(row, &queen)| queen + row);
    model.post(all_different(&queens))?.label("columns")?;
    model.post(all_different(diagonals))?.label("diagonals")?;
    model.post(all_different(anti_diagonals))?.label("anti-diagonals")?;
    Ok((model, queens))
}

/// The board as one line per row, `Q` where a queen stands and `.` elsewhere.
///
/// `columns[row]` is the column of the queen in `row`, counted from 0.
///
/// ```
/// use bezzel::models::nqueens::board;
///
/// assert_eq!(board(&[1, 3, 0, 2]), [".Q..", "...Q", "Q...", "..Q."]);
/// assert!(board(&[]).is_empty());
/// ```
pub fn board(columns: &[Value]) -> Vec<String> {
    let squares = 0..columns.len() as Value;
    let row = |&queen: &Value| squares.clone().map(|column| if column == queen { 'Q' } else { '.' }).collect();
    columns.iter().map(row).collect()
}
