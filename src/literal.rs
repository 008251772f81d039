//! Literals: the four elementary statements about a variable.

use std::fmt;

use crate::domain::Value;
use crate::variable::Var;

/// A statement about one variable: `x = v`, `x != v`, `x <= v` or `x > v`.
///
/// Decisions, assumptions and the events that an observer sees are literals.
///
/// ```
/// # use bezzel::*;
/// let mut model = Model::new();
/// let x = model.variable(0..10)?;
/// let mut solver = model.solver();
/// solver.assume(&[Literal::greater(x, 3), !Literal::equal(x, 7)])?;
/// assert_eq!(solver.count().solutions, 5);
/// # Ok::<(), ModelError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Literal {
    /// The variable that the statement is about.
    pub variable: Var,
    /// How the variable is compared with `value`.
    pub relation: Relation,
    /// The value that the variable is compared with.
    pub value: Value,
}

/// How a [`Literal`] compares its variable with its value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// `x = v`
    Equal,
    /// `x != v`
    NotEqual,
    /// `x <= v`
    AtMost,
    /// `x > v`
    Greater,
}

impl Literal {
    /// `x = value`
    pub fn equal(x: Var, value: Value) -> Literal {
        Literal { variable: x, relation: Relation::Equal, value }
    }

    /// `x != value`
    pub fn not_equal(x: Var, value: Value) -> Literal {
        Literal { variable: x, relation: Relation::NotEqual, value }
    }

    /// `x <= value`
    pub fn at_most(x: Var, value: Value) -> Literal {
        Literal { variable: x, relation: Relation::AtMost, value }
    }

    /// `x > value`
    pub fn greater(x: Var, value: Value) -> Literal {
        Literal { variable: x, relation: Relation::Greater, value }
    }

    /// Whether the statement is true when its variable has the value `value`.
    pub fn holds(self, value: Value) -> bool {
        match self.relation {
            Relation::Equal => value == self.value,
            Relation::NotEqual => value != self.value,
            Relation::AtMost => value <= self.value,
            Relation::Greater => value > self.value,
        }
    }
}

/// The opposite statement: `!(x = v)` is `x != v`, `!(x <= v)` is `x > v`.
impl std::ops::Not for Literal {
    type Output = Literal;
    fn not(self) -> Literal {
        let relation = match self.relation {
            Relation::Equal => Relation::NotEqual,
            Relation::NotEqual => Relation::Equal,
            Relation::AtMost => Relation::Greater,
            Relation::Greater => Relation::AtMost,
        };
        Literal { relation, ..self }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Relation::Equal => "=",
            Relation::NotEqual => "!=",
            Relation::AtMost => "<=",
            Relation::Greater => ">",
        })
    }
}

impl fmt::Debug for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {} {}", self.variable, self.relation, self.value)
    }
}
