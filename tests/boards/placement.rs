//! Whether queens attack one another.

use bezzel::Value;

/// No two of the queens in these columns, row by row, share a column or a diagonal.
pub fn is_placement(columns: &[Value]) -> bool {
    let n = columns.len();
    let mut taken = vec![[false; 3]; 2 * n];
    columns.iter().enumerate().all(|(row, &column)| {
        let at = [column as usize, column as usize + row, column as usize + n - row];
        (0..3).all(|line| !std::mem::replace(&mut taken[at[line]][line], true))
    })
}
