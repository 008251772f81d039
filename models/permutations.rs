//! Permutations: every order of `0..n`, the plainest use of all-different.

use crate::{Model, ModelError, Var, all_different};

/// The model of the permutations of `0..n`: one variable per position, all different.
///
/// # Errors
/// [`ModelError::TooLarge`] for 2^32 variables or more, [`ModelError::DomainTooWide`] for an `n` beyond 2^62.
///
/// ```
/// use bezzel::models::permutations;
///
/// let (model, positions) = permutations(3)?;
/// let orders: Vec<_> = model.solver().solutions().map(|solution| solution.values(&positions)).collect();
/// assert_eq!(orders, [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]);
/// # Ok::<(), bezzel::ModelError>(())
/// ```
pub fn permutations(n: usize) -> Result<(Model, Vec<Var>), ModelError> {
    let mut model = Model::new();
    let positions = model.variables(n, 0..n)?;
    model.post(all_different(&positions))?;
    Ok((model, positions))
}
