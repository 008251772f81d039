//! Langford's problem L(s, n): a row of `s` copies of each number from 1 to `n`, with `k` places between one `k` and the
//! next.

use crate::{Compare, Model, ModelError, Value, Var, View, all_different};

/// The model: one variable per number, the place of its first copy, counted from 0. The places of the others follow from
/// it, so they are views of it. A row and its reversal are solutions of their own.
///
/// # Errors
/// [`ModelError::EmptyDomain`] for 0 copies of some number; [`ModelError::TooLarge`] for 2^32 numbers or more,
/// [`ModelError::DomainTooWide`] for more than 2^62 places.
///
/// ```
/// use bezzel::models::{langford, langford::row};
///
/// let (model, firsts) = langford(2, 3)?;
/// let rows: Vec<_> = model.solver().solutions().map(|solution| row(2, &solution.values(&firsts))).collect();
/// assert_eq!(rows, [[3, 1, 2, 1, 3, 2], [2, 3, 1, 2, 1, 3]]);
/// # Ok::<(), bezzel::ModelError>(())
/// ```
pub fn langford(copies: usize, n: usize) -> Result<(Model, Vec<Var>), ModelError> {
    let mut model = Model::new();
    let places = copies.saturating_mul(n);
    let firsts = model.variables(n, 0..places)?;
    let mut of_copies: Vec<View> = Vec::with_capacity(places);
    for (number, &first) in (1..).zip(&firsts) {
        let step = number + 1;
        of_copies.extend((0..copies).map(|copy| first + copy * step));
        if copies > 0 {
            model.post((first + (copies - 1) * step).less_than(places as Value))?;
        }
    }
    model.post(all_different(of_copies))?;
    Ok((model, firsts))
}

/// The row as its numbers, from the place of each number's first copy.
///
/// ```
/// use bezzel::models::langford::row;
///
/// assert_eq!(row(2, &[2, 0, 1]), [2, 3, 1, 2, 1, 3]);
/// ```
pub fn row(copies: usize, firsts: &[Value]) -> Vec<usize> {
    let mut row = vec![0; copies * firsts.len()];
    for (number, &first) in (1..).zip(firsts) {
        for copy in 0..copies {
            row[first as usize + copy * (number + 1)] = number;
        }
    }
    row
}
