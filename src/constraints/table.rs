//! Tables: the rows that are allowed, or those that are forbidden.

use std::collections::HashSet;

use super::views;
use crate::compile::Poster;
use crate::constraint::{Assignment, Constraint, Priority, Status, Wake, forward_check};
use crate::domain::Value;
use crate::error::ModelError;
use crate::store::{Conflict, Store};
use crate::variable::{Variable, View};

/// See [`table`].
#[derive(Clone, Debug)]
pub struct Table(Rows);

/// See [`forbidden`].
#[derive(Clone, Debug)]
pub struct Forbidden(Rows);

#[derive(Clone, Debug)]
struct Rows {
    views: Vec<View>,
    rows: Vec<Vec<Value>>,
    set: HashSet<Vec<Value>>,
}

/// The values of the views are one of the rows. A row may be repeated, and may hold values that no domain has; without
/// rows the constraint is false.
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
    Table(Rows::new(scope, rows))
}

/// The values of the views are none of the rows.
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
    Forbidden(Rows::new(scope, rows))
}

impl Rows {
    fn new(scope: impl IntoIterator<Item: Into<View>>, rows: impl IntoIterator<Item: Into<Vec<Value>>>) -> Rows {
        let rows: Vec<Vec<Value>> = rows.into_iter().map(Into::into).collect();
        Rows { views: views(scope), set: rows.iter().cloned().collect(), rows }
    }

    fn check(&self, constraint: &str) -> Result<(), ModelError> {
        let wrong = self.rows.iter().enumerate().find(|(_, row)| row.len() != self.views.len());
        match wrong {
            None => Ok(()),
            Some((at, row)) => Err(ModelError::WrongLength {
                constraint: constraint.to_string(),
                item: format!("row {at}"),
                found: row.len(),
                expected: self.views.len(),
            }),
        }
    }

    fn contain(&self, assignment: &Assignment) -> bool {
        let values: Vec<Value> = self.views.iter().map(|view| assignment.value(view)).collect();
        self.set.contains(&values)
    }

    /// Hands the rows over as pairs, if there are one or two columns over small domains.
    fn tabulate(&self, poster: &mut Poster, allowed: bool) -> bool {
        match *self.views {
            [x] => poster.filter(x, |v| self.set.contains([v].as_slice()) == allowed),
            [x, y] => poster.pairs(x, y, |v, w| self.set.contains([v, w].as_slice()) == allowed),
            _ => false,
        }
    }
}

impl Constraint for Table {
    fn name(&self) -> &'static str {
        "table"
    }

    fn scope(&self) -> Vec<View> {
        self.0.views.clone()
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        self.0.contain(assignment)
    }

    fn check(&self) -> Result<(), ModelError> {
        self.0.check(self.name())
    }

    fn post(&self, poster: &mut Poster) {
        if self.0.tabulate(poster, true) {
            return poster.complete();
        }
        poster.priority(Priority::Expensive);
        self.0.views.iter().for_each(|&view| poster.wake_on(view, Wake::Domain));
    }

    /// Keeps the values that some row supports, among the rows that the domains allow.
    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let Rows { views, rows, .. } = &self.0;
        let mut columns: Vec<Vec<Value>> = vec![Vec::new(); views.len()];
        let mut any = false;
        for row in rows.iter().filter(|row| views.iter().zip(*row).all(|(view, &value)| view.contains(store, value))) {
            any = true;
            columns.iter_mut().zip(row).for_each(|(column, &value)| column.push(value));
        }
        if !any {
            return Err(Conflict);
        }
        for (view, mut column) in views.iter().zip(columns) {
            column.sort_unstable();
            column.dedup();
            view.keep_only(store, column)?;
        }
        Ok(Status::Again)
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
        !self.0.contain(assignment)
    }

    fn check(&self) -> Result<(), ModelError> {
        self.0.check(self.name())
    }

    fn post(&self, poster: &mut Poster) {
        if self.0.tabulate(poster, false) {
            return poster.complete();
        }
        self.0.views.iter().for_each(|&view| poster.wake_on(view, Wake::Fixed));
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        forward_check(self, store)
    }
}
