//! Variables and views: what constraints and models are written over.
//!
//! A [`Var`] is a handle to a variable of a [`Model`](crate::Model). A [`View`] is `scale * variable + offset`; a
//! constant is a view of scale 0. Both are [`Variable`]s: they have a domain in a [`Store`] and can be read and narrowed
//! there. A propagator is written once, on views (Schulte & Tack, "View-based propagator derivation", 2013).

use std::fmt;

use crate::domain::{VALUE_LIMIT, Value};
use crate::store::{Conflict, Store};

/// A variable of a model: a small handle, free to copy.
///
/// ```
/// # use bezzel::*;
/// let mut model = Model::new();
/// let x = model.variable(0..=9)?;
/// let y = 2 * x + 1; // a view: 1, 3, …, 19
/// model.post(sum([y]).equals(7))?;
/// assert_eq!(model.solver().solutions().next().unwrap()[x], 3);
/// # Ok::<(), ModelError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Var {
    pub(crate) index: u32,
    pub(crate) model: u32,
}

impl Var {
    /// The position of the variable in its model, counted from 0 in the order of declaration.
    #[inline]
    pub fn index(self) -> usize {
        self.index as usize
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{}", self.index)
    }
}

/// `scale * variable + offset`, without a domain of its own; with scale 0 it is the constant `offset`.
///
/// Views come from operators on variables and views (`q - r`, `2 * x`, `-x`) and from integers; they are closed under
/// adding and multiplying by a constant. A view that takes a value outside `-VALUE_LIMIT..=VALUE_LIMIT` for some value
/// of its variable is refused when a constraint over it is posted.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct View {
    pub(crate) var: Var,
    pub(crate) scale: i64,
    pub(crate) offset: i64,
}

/// The scale of a view whose arithmetic left `i64`; `post` refuses it.
const OVERFLOWED: i64 = i64::MIN;

impl View {
    /// The constant `value`.
    pub fn constant(value: Value) -> View {
        View { var: Var { model: 0, index: u32::MAX }, scale: 0, offset: value }
    }

    /// The variable behind the view; `None` for a constant.
    pub fn variable(self) -> Option<Var> {
        (self.scale != 0).then_some(self.var)
    }

    /// The value of the view when its variable has the value `value`.
    pub fn image(self, value: Value) -> Value {
        match self.scale {
            0 => self.offset,
            // only what lies between may wrap: `post` has checked the result
            scale => scale.wrapping_mul(value).wrapping_add(self.offset),
        }
    }

    /// The value of the variable for which the view has the value `image`, if there is one (for a constant: none).
    pub fn preimage(self, image: Value) -> Option<Value> {
        match self.scale {
            0 => None,
            1 => image.checked_sub(self.offset),
            -1 => self.offset.checked_sub(image),
            scale => {
                let difference = i128::from(image) - i128::from(self.offset);
                let exact = difference % i128::from(scale) == 0;
                exact.then(|| clamp(difference / i128::from(scale)))
            }
        }
    }

    /// Whether the view stays within the limits for every value in `low..=high` of its variable.
    pub(crate) fn fits(self, low: Value, high: Value) -> bool {
        let at = |v: Value| i128::from(self.scale) * i128::from(v) + i128::from(self.offset);
        let limit = i128::from(VALUE_LIMIT);
        self.scale != OVERFLOWED && [at(low), at(high)].iter().all(|v| (-limit..=limit).contains(v))
    }

    /// Whether the arithmetic that made the view overflowed.
    pub(crate) fn fits_no_value(self) -> bool {
        self.scale == OVERFLOWED
    }

    /// `scale * self + offset`; what is `None` did not fit.
    pub(crate) fn affine(self, scale: Option<i64>, offset: Option<i64>) -> View {
        let affine = |scale: i64, offset: i64| {
            let offset = self.offset.checked_mul(scale)?.checked_add(offset)?;
            Some(View { scale: self.scale.checked_mul(scale)?, offset, ..self })
        };
        let fits =
            scale.zip(offset).filter(|_| !self.fits_no_value()).and_then(|(scale, offset)| affine(scale, offset));
        fits.unwrap_or(View { scale: OVERFLOWED, ..self })
    }

    /// The least value of the variable whose image is at least `image` (scale > 0), or the greatest (scale < 0).
    fn preimage_at_least(self, image: Value) -> Value {
        if self.scale == 1 {
            return image.saturating_sub(self.offset);
        }
        // rounds up for scale > 0, down for scale < 0
        clamp(-(i128::from(self.offset) - i128::from(image)).div_euclid(i128::from(self.scale)))
    }

    /// The greatest value of the variable whose image is at most `image` (scale > 0), or the least (scale < 0).
    fn preimage_at_most(self, image: Value) -> Value {
        if self.scale == 1 {
            return image.saturating_sub(self.offset);
        }
        clamp((i128::from(image) - i128::from(self.offset)).div_euclid(i128::from(self.scale)))
    }
}

fn clamp(value: i128) -> Value {
    value.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as Value
}

impl fmt::Debug for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.scale, self.offset) {
            (OVERFLOWED, _) => write!(f, "overflowed view of {:?}", self.var),
            (0, offset) => write!(f, "{offset}"),
            (scale, offset) => {
                match scale {
                    1 => write!(f, "{:?}", self.var)?,
                    -1 => write!(f, "-{:?}", self.var)?,
                    _ => write!(f, "{scale} * {:?}", self.var)?,
                }
                match offset {
                    0 => Ok(()),
                    1.. => write!(f, " + {offset}"),
                    _ => write!(f, " - {}", offset.unsigned_abs()),
                }
            }
        }
    }
}

/// What has a domain in a [`Store`], and can be read and narrowed there: [`Var`] and [`View`].
///
/// The narrowing methods fail with [`Conflict`] when the domain would become empty (a wipeout); a propagator passes that
/// on with `?`.
pub trait Variable: Copy {
    /// The variable as a view.
    fn view(self) -> View;

    /// The smallest value of the domain.
    fn min(self, store: &Store) -> Value {
        let view = self.view();
        match view.scale {
            0 => view.offset,
            1.. => view.image(store.min(view.var)),
            _ => view.image(store.max(view.var)),
        }
    }

    /// The largest value of the domain.
    fn max(self, store: &Store) -> Value {
        let view = self.view();
        match view.scale {
            0 => view.offset,
            1.. => view.image(store.max(view.var)),
            _ => view.image(store.min(view.var)),
        }
    }

    /// The number of values in the domain.
    fn len(self, store: &Store) -> u64 {
        self.view().variable().map_or(1, |x| store.len(x))
    }

    /// Whether one value is left.
    fn is_fixed(self, store: &Store) -> bool {
        self.view().variable().is_none_or(|x| store.is_fixed(x))
    }

    /// The value, once one is left.
    fn value(self, store: &Store) -> Option<Value> {
        self.is_fixed(store).then(|| self.min(store))
    }

    /// Whether `value` is in the domain.
    fn contains(self, store: &Store, value: Value) -> bool {
        let view = self.view();
        match view.scale {
            0 => view.offset == value,
            _ => view.preimage(value).is_some_and(|v| store.contains(view.var, v)),
        }
    }

    /// The values of the domain, in the order of the variable behind it (so descending under a negative scale).
    fn values(self, store: &Store) -> impl Iterator<Item = Value> {
        let view = self.view();
        let first = view.variable().map_or(0, |x| store.min(x));
        std::iter::successors(Some(first), move |&v| view.variable().and_then(|x| store.next_above(x, v)))
            .map(move |v| view.image(v))
    }

    /// Removes `value` from the domain.
    fn remove(self, store: &mut Store, value: Value) -> Result<(), Conflict> {
        let view = self.view();
        match view.scale {
            0 if view.offset == value => Err(Conflict),
            0 => Ok(()),
            _ => view.preimage(value).map_or(Ok(()), |v| store.remove(view.var, v)),
        }
    }

    /// Removes every value below `bound`.
    fn remove_below(self, store: &mut Store, bound: Value) -> Result<(), Conflict> {
        let view = self.view();
        match view.scale {
            0 if view.offset < bound => Err(Conflict),
            0 => Ok(()),
            1.. => store.remove_below(view.var, view.preimage_at_least(bound)),
            _ => store.remove_above(view.var, view.preimage_at_least(bound)),
        }
    }

    /// Removes every value above `bound`.
    fn remove_above(self, store: &mut Store, bound: Value) -> Result<(), Conflict> {
        let view = self.view();
        match view.scale {
            0 if view.offset > bound => Err(Conflict),
            0 => Ok(()),
            1.. => store.remove_above(view.var, view.preimage_at_most(bound)),
            _ => store.remove_below(view.var, view.preimage_at_most(bound)),
        }
    }

    /// Removes every value from `low` to `high`, both included.
    fn remove_range(self, store: &mut Store, low: Value, high: Value) -> Result<(), Conflict> {
        let view = self.view();
        match view.scale {
            0 if (low..=high).contains(&view.offset) => Err(Conflict),
            0 => Ok(()),
            1.. => store.remove_range(view.var, view.preimage_at_least(low), view.preimage_at_most(high)),
            _ => store.remove_range(view.var, view.preimage_at_most(high), view.preimage_at_least(low)),
        }
    }

    /// Removes every value that is not in `values`, which ascend.
    fn keep_only(self, store: &mut Store, values: impl IntoIterator<Item = Value>) -> Result<(), Conflict> {
        let mut from = self.min(store);
        for value in values {
            self.remove_range(store, from, value - 1)?;
            from = from.max(value + 1);
        }
        self.remove_above(store, from - 1)
    }

    /// Removes every value but `value`.
    fn fix(self, store: &mut Store, value: Value) -> Result<(), Conflict> {
        let view = self.view();
        match view.scale {
            0 if view.offset == value => Ok(()),
            0 => Err(Conflict),
            _ => store.fix(view.var, view.preimage(value).ok_or(Conflict)?),
        }
    }

    /// Removes every value for which `keep` is false; walks the domain.
    fn retain(self, store: &mut Store, mut keep: impl FnMut(Value) -> bool) -> Result<(), Conflict> {
        let view = self.view();
        let Some(x) = view.variable() else {
            return if keep(view.offset) { Ok(()) } else { Err(Conflict) };
        };
        let mut next = Some(store.min(x));
        while let Some(v) = next {
            next = store.next_above(x, v);
            if !keep(view.image(v)) {
                store.remove(x, v)?;
            }
        }
        Ok(())
    }
}

impl Variable for Var {
    fn view(self) -> View {
        View { var: self, scale: 1, offset: 0 }
    }
}

impl Variable for View {
    fn view(self) -> View {
        self
    }
}

impl From<Var> for View {
    fn from(x: Var) -> View {
        x.view()
    }
}

impl From<&Var> for View {
    fn from(x: &Var) -> View {
        x.view()
    }
}

impl From<&View> for View {
    fn from(view: &View) -> View {
        *view
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preimages_round_to_the_right_side() {
        let x = Var { model: 1, index: 0 };
        for scale in [-3i64, -2, -1, 1, 2, 3] {
            for offset in [-4i64, 0, 5] {
                let view = scale * x + offset;
                for image in -30..=30 {
                    let at_least = |v: i64| view.image(v) >= image;
                    let best = if scale > 0 {
                        (-99..99).find(|&v| at_least(v))
                    } else {
                        (-99..99).rev().find(|&v| at_least(v))
                    };
                    assert_eq!(view.preimage_at_least(image), best.unwrap(), "{view:?} >= {image}");
                    let at_most = |v: i64| view.image(v) <= image;
                    let best =
                        if scale > 0 { (-99..99).rev().find(|&v| at_most(v)) } else { (-99..99).find(|&v| at_most(v)) };
                    assert_eq!(view.preimage_at_most(image), best.unwrap(), "{view:?} <= {image}");
                    assert_eq!(view.preimage(image), (-99..99).find(|&v| view.image(v) == image));
                }
            }
        }
    }

    #[test]
    fn overflow_is_remembered_until_post_can_report_it() {
        let x = Var { model: 1, index: 0 };
        for view in
            [x * i64::MAX * 2, x + i64::MAX + i64::MAX, x * 2 + i64::MAX + i64::MAX, x - i64::MIN, x + usize::MAX]
        {
            assert!(!view.fits(0, 0), "{view:?}");
        }
        assert!((x + 5i64).fits(0, 9) && !(x * (1i64 << 40)).fits(0, 1 << 40));
    }
}
