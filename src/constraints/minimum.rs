//! The smallest and the largest of several views.

use super::function::{Equation, FAR, Range, Rules, bounds, keep_range};
use super::views;
use crate::constraint::Assignment;
use crate::error::ModelError;
use crate::store::{Conflict, Store};
use crate::variable::View;

/// See [`minimum`].
#[derive(Clone, Debug)]
pub struct Minimum(Vec<View>);

/// See [`maximum`].
#[derive(Clone, Debug)]
pub struct Maximum(Vec<View>);

/// The smallest of the views, of which there must be one or more.
///
/// Bounds consistent, bounds(Z), unless a variable occurs twice or is scaled (Beldiceanu, "Pruning for the minimum
/// constraint family and for the number of distinct values constraint family", 2001). A run takes time linear in the
/// number of views.
///
/// ```
/// use bezzel::*;
///
/// let mut model = Model::new();
/// let x = model.variables(3, 0..=2)?;
/// model.post(minimum(&x).equals(1))?;
/// assert_eq!(model.solver().count().solutions, 7); // 2^3 without a 0, less 1 without a 1
/// assert!(matches!(model.define(minimum([0; 0])), Err(ModelError::Empty { .. })));
/// # Ok::<(), ModelError>(())
/// ```
pub fn minimum(views: impl IntoIterator<Item: Into<View>>) -> Minimum {
    Minimum(distinct(views))
}

/// The largest of the views, of which there must be one or more. It infers as much as [`minimum`].
///
/// ```
/// use bezzel::*;
///
/// let mut model = Model::new();
/// let x = model.variables(2, 0..=5)?;
/// let most = model.define(maximum([x[0] + 0, 2 * x[1]]))?;
/// model.post(most.at_most(3))?;
/// assert_eq!(model.solver().count().solutions, 4 * 2);
/// # Ok::<(), ModelError>(())
/// ```
pub fn maximum(views: impl IntoIterator<Item: Into<View>>) -> Maximum {
    Maximum(distinct(views))
}

/// Each view once.
fn distinct(scope: impl IntoIterator<Item: Into<View>>) -> Vec<View> {
    let mut views = views(scope);
    views.sort_by_key(|view| (view.variable().map(|x| x.index()), view.scale, view.offset));
    views.dedup();
    views
}

fn check(views: &[View], constraint: &str) -> Result<(), ModelError> {
    let empty = || ModelError::Empty { constraint: constraint.to_string(), item: "the list".to_string() };
    if views.is_empty() { Err(empty()) } else { Ok(()) }
}

impl Minimum {
    /// The minimum is `result`.
    pub fn equals(self, result: impl Into<View>) -> Equation<Minimum> {
        Equation::new(self, result)
    }
}

impl Maximum {
    /// The maximum is `result`.
    pub fn equals(self, result: impl Into<View>) -> Equation<Maximum> {
        Equation::new(self, result)
    }
}

/// `result` is the minimum of `views` (`sign` 1), or `-result` that of `-views` (`sign` -1).
fn narrow(views: &[View], result: View, sign: i128, store: &mut Store) -> Result<(), Conflict> {
    let signed = |range: Range| if sign > 0 { range } else { (-range.1, -range.0) };
    let (mut low, mut high) = signed(bounds(result, store));
    for &view in views {
        keep_range(view, store, signed((low, FAR)))?;
        high = high.min(signed(bounds(view, store)).1);
    }
    low = views.iter().map(|&view| signed(bounds(view, store)).0).min().unwrap_or(low);
    keep_range(result, store, signed((low, high)))?;

    let (_, high) = signed(bounds(result, store));
    let mut candidates = views.iter().filter(|&&view| signed(bounds(view, store)).0 <= high);
    match (candidates.next(), candidates.next()) {
        (None, _) => Err(Conflict),
        (Some(&only), None) => keep_range(only, store, signed((-FAR, high))),
        _ => Ok(()),
    }
}

impl Rules for Minimum {
    const NAME: &'static str = "minimum";

    fn arguments(&self) -> Vec<View> {
        self.0.clone()
    }

    fn check(&self) -> Result<(), ModelError> {
        check(&self.0, Self::NAME)
    }

    fn value(&self, assignment: &Assignment) -> Option<i128> {
        self.0.iter().map(|&view| i128::from(assignment.value(view))).min()
    }

    fn range(&self, of: &dyn Fn(View) -> Range) -> Option<Range> {
        self.0.iter().map(|&view| of(view)).reduce(|a, b| (a.0.min(b.0), a.1.min(b.1)))
    }

    /// The bounds of each view and the result, and the last view that can still be the smallest.
    fn narrow(&self, result: View, store: &mut Store) -> Result<(), Conflict> {
        narrow(&self.0, result, 1, store)
    }
}

impl Rules for Maximum {
    const NAME: &'static str = "maximum";

    fn arguments(&self) -> Vec<View> {
        self.0.clone()
    }

    fn check(&self) -> Result<(), ModelError> {
        check(&self.0, Self::NAME)
    }

    fn value(&self, assignment: &Assignment) -> Option<i128> {
        self.0.iter().map(|&view| i128::from(assignment.value(view))).max()
    }

    fn range(&self, of: &dyn Fn(View) -> Range) -> Option<Range> {
        self.0.iter().map(|&view| of(view)).reduce(|a, b| (a.0.max(b.0), a.1.max(b.1)))
    }

    /// As [`Minimum`], upside down.
    fn narrow(&self, result: View, store: &mut Store) -> Result<(), Conflict> {
        narrow(&self.0, result, -1, store)
    }
}
