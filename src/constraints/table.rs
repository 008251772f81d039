//! Tables: the rows that are allowed, or those that are forbidden.

mod compact;

use std::sync::{Arc, OnceLock};

use compact::Compact;

use super::views;
use crate::compile::Poster;
use crate::constraint::{Assignment, Constraint, Priority, Status, Wake};
use crate::domain::Value;
use crate::error::ModelError;
use crate::store::{Conflict, Store};
use crate::variable::{Var, Variable, View};

/// See [`table`].
#[derive(Clone, Debug)]
pub struct Table(Arc<Rows>);

/// See [`forbidden`].
#[derive(Clone, Debug)]
pub struct Forbidden(Arc<Rows>);

#[derive(Debug)]
struct Rows {
    views: Vec<View>,
    /// The first row of the wrong length, and its length.
    wrong: Option<(usize, usize)>,
    /// The variables of the views, each once.
    variables: Vec<Var>,
    /// The rows as values of the variables, sorted, each once. Those that no variable values can give are gone: where
    /// two columns are of one variable and disagree, or a constant is another.
    rows: Vec<Vec<Value>>,
    compact: OnceLock<Compact>,
}

/// The values of the views are one of the rows. A row may be repeated, and may hold values that no domain has; without
/// rows the constraint is false.
///
/// Domain consistent by compact table (Demeulenaere et al., "Compact-Table: efficiently filtering table constraints
/// with reversible sparse bit-sets", 2016). Over one or two columns with small domains the rows become pairwise
/// conflicts, which forward checking follows, and arc consistency in the mode of that name.
///
/// ```
/// # use bezzel::*;
/// let mut model = Model::new();
/// let x = model.variables(2, 0..=3)?;
/// model.post(table(&x, [[1, 2], [2, 1], [2, 7]]))?;
/// assert_eq!(model.solver().count().solutions, 2);
/// # Ok::<(), ModelError>(())
/// ```
pub fn table(scope: impl IntoIterator<Item: Into<View>>, rows: impl IntoIterator<Item: Into<Vec<Value>>>) -> Table {
    Table(Arc::new(Rows::new(views(scope), rows.into_iter().map(Into::into))))
}

/// The values of the views are none of the rows; without rows the constraint is true.
///
/// Domain consistent by compact table on forbidden rows (Verhaeghe, Lecoutre & Schaus, "Extending Compact-Table to
/// negative and short tables", 2017); pairs as in [`table`].
///
/// ```
/// # use bezzel::*;
/// let mut model = Model::new();
/// let x = model.variables(2, 0..=2)?;
/// model.post(forbidden(&x, [[0, 0], [1, 1]]))?;
/// assert_eq!(model.solver().count().solutions, 7);
/// # Ok::<(), ModelError>(())
/// ```
pub fn forbidden(
    scope: impl IntoIterator<Item: Into<View>>,
    rows: impl IntoIterator<Item: Into<Vec<Value>>>,
) -> Forbidden {
    Forbidden(Arc::new(Rows::new(views(scope), rows.into_iter().map(Into::into))))
}

impl Rows {
    fn new(views: Vec<View>, given: impl Iterator<Item = Vec<Value>>) -> Rows {
        let mut variables: Vec<Var> = views.iter().filter_map(|view| view.variable()).collect();
        variables.sort_unstable_by_key(|x| x.index());
        variables.dedup();
        let columns: Vec<Option<usize>> =
            views.iter().map(|view| variables.iter().position(|&x| Some(x) == view.variable())).collect();
        let (mut wrong, mut rows) = (None, Vec::new());
        for (at, row) in given.enumerate() {
            if row.len() == views.len() {
                rows.extend(on_variables(&views, &columns, &row, variables.len()));
            } else {
                wrong = wrong.or(Some((at, row.len())));
            }
        }
        rows.sort_unstable();
        rows.dedup();
        Rows { views, wrong, variables, rows, compact: OnceLock::new() }
    }

    fn check(&self, constraint: &str) -> Result<(), ModelError> {
        let Some((at, found)) = self.wrong else { return Ok(()) };
        Err(ModelError::WrongLength {
            constraint: constraint.to_string(),
            item: format!("row {at}"),
            found,
            expected: self.views.len(),
        })
    }

    fn contain(&self, row: &[Value]) -> bool {
        self.rows.binary_search_by(|other| other.as_slice().cmp(row)).is_ok()
    }

    fn contain_values(&self, assignment: &Assignment) -> bool {
        let row: Vec<Value> = self.variables.iter().map(|&x| assignment.value(x)).collect();
        self.contain(&row)
    }

    /// Hands the rows over as pairs, if they are of at most two variables with small domains; otherwise asks for
    /// memory.
    fn post(&self, poster: &mut Poster, allowed: bool) {
        let tabulated = match *self.variables {
            [] if self.rows.is_empty() == allowed => {
                poster.impossible();
                true
            }
            [] => true,
            [x] => poster.filter(x.view(), |v| self.contain(&[v]) == allowed),
            [x, y] if self.views.len() == 2 => {
                poster.pairs(x.view(), y.view(), |v, w| self.contain(&[v, w]) == allowed)
            }
            _ => false,
        };
        if tabulated {
            return poster.complete();
        }
        poster.memory(&self.compact().memory());
        poster.priority(Priority::Expensive);
        self.variables.iter().for_each(|&x| poster.wake_on(x.view(), Wake::Domain));
    }

    fn compact(&self) -> &Compact {
        self.compact.get_or_init(|| Compact::new(&self.variables, &self.rows))
    }

    /// The rows that the domains allow.
    fn valid<'a>(&'a self, store: &'a Store) -> impl Iterator<Item = &'a Vec<Value>> {
        self.rows.iter().filter(|row| self.variables.iter().zip(*row).all(|(x, &value)| x.contains(store, value)))
    }

    /// Whether all assignments in the domains are rows, or none is.
    fn decided(&self, store: &Store) -> Option<bool> {
        let product = self.variables.iter().fold(1u64, |product, x| product.saturating_mul(x.len(store)));
        if product > self.rows.len() as u64 {
            return if self.valid(store).next().is_none() { Some(false) } else { None };
        }
        match self.valid(store).count() as u64 {
            0 => Some(false),
            count if count == product => Some(true),
            _ => None,
        }
    }

    /// The values of each variable in the rows that the domains allow, sorted; how many such rows there are.
    fn columns(&self, store: &Store) -> (Vec<Vec<Value>>, usize) {
        let mut columns: Vec<Vec<Value>> = vec![Vec::new(); self.variables.len()];
        let mut count = 0;
        for row in self.valid(store) {
            count += 1;
            columns.iter_mut().zip(row).for_each(|(column, &value)| column.push(value));
        }
        columns.iter_mut().for_each(|column| column.sort_unstable());
        (columns, count)
    }

    /// Without memory: looks through all rows, and keeps the values that occur.
    fn scan_allowed(&self, store: &mut Store) -> Result<Status, Conflict> {
        let (columns, count) = self.columns(store);
        if count == 0 {
            return Err(Conflict);
        }
        for (x, mut column) in self.variables.iter().zip(columns) {
            column.dedup();
            x.keep_only(store, column)?;
        }
        Ok(Status::AtFixpoint)
    }

    /// Without memory: looks through all rows, and removes the values that occur with everything else.
    fn scan_forbidden(&self, store: &mut Store) -> Result<Status, Conflict> {
        let (columns, count) = self.columns(store);
        if count == 0 {
            return Ok(Status::Entailed);
        }
        if self.variables.is_empty() {
            return Err(Conflict);
        }
        let sizes: Vec<u64> = self.variables.iter().map(|x| x.len(store)).collect();
        for (at, (x, column)) in self.variables.iter().zip(columns).enumerate() {
            let others = product_of_others(&sizes, at);
            for same in column.chunk_by(|a, b| a == b).filter(|same| same.len() as u64 == others) {
                x.remove(store, same[0])?;
            }
        }
        Ok(Status::Again)
    }
}

/// A row as values of the variables.
fn on_variables(views: &[View], columns: &[Option<usize>], row: &[Value], variables: usize) -> Option<Vec<Value>> {
    let mut values: Vec<Option<Value>> = vec![None; variables];
    for ((view, column), &image) in views.iter().zip(columns).zip(row) {
        match column {
            None if view.offset != image => return None,
            None => {}
            Some(column) => {
                let value = view.preimage(image)?;
                if values[*column].replace(value).is_some_and(|other| other != value) {
                    return None;
                }
            }
        }
    }
    values.into_iter().collect()
}

/// The number of assignments to all variables but one, or some number greater than any count of rows.
fn product_of_others(sizes: &[u64], at: usize) -> u64 {
    let others = sizes.iter().enumerate().filter(|&(other, _)| other != at);
    others.fold(1, |product, (_, &size)| product.saturating_mul(size))
}

impl Constraint for Table {
    fn name(&self) -> &'static str {
        "table"
    }

    fn scope(&self) -> Vec<View> {
        self.0.views.clone()
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        self.0.contain_values(assignment)
    }

    fn check(&self) -> Result<(), ModelError> {
        self.0.check(self.name())
    }

    fn post(&self, poster: &mut Poster) {
        self.0.post(poster, true);
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        if store.has_memory() { self.0.compact().keep_supported(store) } else { self.0.scan_allowed(store) }
    }

    fn decided(&self, store: &Store) -> Option<bool> {
        self.0.decided(store)
    }

    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        Some(Arc::new(Forbidden(self.0.clone())))
    }
}

impl Constraint for Forbidden {
    fn name(&self) -> &'static str {
        "forbidden"
    }

    fn scope(&self) -> Vec<View> {
        self.0.views.clone()
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        !self.0.contain_values(assignment)
    }

    fn check(&self) -> Result<(), ModelError> {
        self.0.check(self.name())
    }

    fn post(&self, poster: &mut Poster) {
        self.0.post(poster, false);
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        if store.has_memory() { self.0.compact().remove_exhausted(store) } else { self.0.scan_forbidden(store) }
    }

    fn decided(&self, store: &Store) -> Option<bool> {
        self.0.decided(store).map(|one_of_them| !one_of_them)
    }

    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        Some(Arc::new(Table(self.0.clone())))
    }
}
