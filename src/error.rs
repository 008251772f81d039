//! What can be wrong with a model: one type, one clear line each.

use thiserror::Error;

use crate::domain::{VALUE_LIMIT, Value};

/// Why a model, or a request to it, was refused. An unsatisfiable model is not an error.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ModelError {
    /// A variable with no value.
    #[error("variable x{index} has an empty domain: give it at least one value")]
    EmptyDomain {
        /// The position that the variable would have had.
        index: usize,
    },
    /// A domain that reaches beyond the limits.
    #[error(
        "variable x{index}: the domain {low}..={high} reaches beyond the limits {}..={VALUE_LIMIT}",
        -VALUE_LIMIT
    )]
    DomainTooWide {
        /// The position that the variable would have had.
        index: usize,
        /// The smallest value asked for.
        low: Value,
        /// The largest value asked for.
        high: Value,
    },
    /// A view whose values do not fit.
    #[error("constraint {constraint}: {view} takes values beyond the limits {}..={VALUE_LIMIT}", -VALUE_LIMIT)]
    ViewTooWide {
        /// The constraint's name.
        constraint: String,
        /// The view, as an expression.
        view: String,
    },
    /// A variable that belongs to another model.
    #[error("{place}: variable {variable} belongs to another model")]
    ForeignVariable {
        /// Where it was found.
        place: String,
        /// The variable.
        variable: String,
    },
    /// A list of the wrong length.
    #[error("constraint {constraint}: {item} has {found} values, expected {expected}")]
    WrongLength {
        /// The constraint's name.
        constraint: String,
        /// Which list.
        item: String,
        /// Its length.
        found: usize,
        /// The length that it should have.
        expected: usize,
    },
    /// A constraint over something that must not be empty.
    #[error("constraint {constraint}: {item} is empty, expected at least one")]
    Empty {
        /// The constraint's name.
        constraint: String,
        /// What is empty.
        item: String,
    },
    /// An integer that cannot be represented.
    #[error("constraint {constraint}: {item} reaches beyond what can be represented")]
    Overflow {
        /// The constraint's name.
        constraint: String,
        /// Which number.
        item: String,
    },
    /// A label given twice.
    #[error("the label {label:?} is already taken: each names one constraint")]
    LabelTaken {
        /// The label.
        label: String,
    },
    /// A label that no constraint has.
    #[error("no constraint is labelled {label:?}; there are: {known}")]
    UnknownLabel {
        /// The label.
        label: String,
        /// The labels that exist, with commas.
        known: String,
    },
    /// More variables, values or constraints than can be numbered.
    #[error("the model is too large: {item}")]
    TooLarge {
        /// What there is too much of.
        item: String,
    },
}
