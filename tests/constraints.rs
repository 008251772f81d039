//! Every constraint through the oracle.

mod oracle;

use oracle::{check, pool};

#[test]
fn all_different() {
    check(&pool::ALL_DIFFERENT);
}

#[test]
fn all_different_dual() {
    check(&pool::ALL_DIFFERENT_DUAL);
}

#[test]
fn not_equal() {
    check(&pool::NOT_EQUAL);
}

#[test]
fn predicate() {
    check(&pool::PREDICATE);
}

#[test]
fn table() {
    check(&pool::TABLE);
}

#[test]
fn forbidden() {
    check(&pool::FORBIDDEN);
}

#[test]
fn sum_equals() {
    check(&pool::SUM_EQUALS);
}

#[test]
fn sum_differs_from() {
    check(&pool::SUM_DIFFERS);
}

#[test]
fn sum_at_most() {
    check(&pool::SUM_AT_MOST);
}

#[test]
fn sum_at_least() {
    check(&pool::SUM_AT_LEAST);
}

#[test]
fn literal() {
    check(&pool::LITERAL);
}

#[test]
fn formula() {
    check(&pool::FORMULA);
}
