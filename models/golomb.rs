//! Golomb ruler: marks on a ruler, no two pairs of which are the same distance apart; as short as possible.

use crate::{Compare, Model, ModelError, Value, Var, all_different, strictly_increasing};

/// The model of a ruler with `marks` marks: one variable per mark, its place, from 0 upward. The last is the length, to be
/// minimized. Of a ruler and its mirror image only one is a solution.
///
/// # Errors
/// [`ModelError::TooLarge`] where marks and pairs of marks come to 2^32 or more, [`ModelError::DomainTooWide`] for 2^31
/// marks or more.
///
/// ```
/// use bezzel::{Optimum, models::golomb};
///
/// let (model, marks) = golomb(5)?;
/// let mut solver = model.solver();
/// let Optimum::Optimal(shortest) = solver.minimize(marks[4])?.finish() else { panic!("not proved") };
/// assert_eq!(shortest.values(&marks), [0, 1, 4, 9, 11]);
/// # Ok::<(), bezzel::ModelError>(())
/// ```
///
/// The distance of two marks with `k - 1` between them is a sum of `k` different distances, so at least `1 + 2 + … + k`.
/// The constraints say so only together; said outright it cuts the search.
pub fn golomb(marks: usize) -> Result<(Model, Vec<Var>), ModelError> {
    let mut model = Model::new();
    // there is a ruler shorter than the square, for each number of marks that was ever tried
    let places = model.variables(marks, 0..=marks.saturating_mul(marks))?;
    model.post(strictly_increasing(&places))?;
    let mut distances = Vec::new();
    for (i, &left) in places.iter().enumerate() {
        for (k, &right) in (1..).zip(&places[i + 1..]) {
            let distance = model.define(right - left)?;
            model.post((right - left).at_least(least(k)))?;
            distances.push(distance);
        }
    }
    model.post(all_different(&distances))?;
    if let Some(&first) = places.first() {
        model.post(first.equals(0))?;
    }
    if marks > 2 {
        model.post((places[1] - places[0]).less_than(places[marks - 1] - places[marks - 2]))?;
    }
    Ok((model, places))
}

fn least(distances: Value) -> Value {
    distances * (distances + 1) / 2
}
