//! Tables.

use super::*;

/// chocoteam/choco-solver #602: no row allowed, no row forbidden.
#[test]
fn f01_empty_table() {
    let none: [[Value; 2]; 0] = [];
    let (mut model, xy) = same::<2>(0..=2);
    model.post(forbidden(xy, none)).unwrap();
    assert_eq!(number(&model), 9);
    model.post(table(xy, none)).unwrap();
    assert_eq!(number(&model), 0);
}

/// Derived from chocoteam/choco-solver #215: repeated rows.
#[test]
fn f02_repeated_rows() {
    let (mut model, xy) = same::<2>(0..=3);
    model.post(table(xy, [[1, 2], [1, 2], [2, 1]])).unwrap();
    assert_eq!(answers(&model), [[1, 2], [2, 1]]);
}

/// SWI-Prolog/swipl-devel #1160: two tables on one pair.
#[test]
fn f04_two_tables_on_the_same_pair() {
    let (mut model, ab) = over([(11..=13).into(), (0..=2).into()]);
    model.post(table(ab, [[11, 0], [12, 1]])).unwrap();
    model.post(table(ab, [[12, 0], [13, 1]])).unwrap();
    assert_eq!(number(&model), 0);
}

/// chocoteam/choco-solver #157: rows outside the domains.
#[test]
fn f06_rows_outside_the_domains() {
    let (mut model, x) = same::<3>(0..=1);
    model.post(table(x, [[0, 0, 0], [1, 1, 1], [2, 2, 2]])).unwrap();
    assert_eq!(answers(&model), [[0, 0, 0], [1, 1, 1]]);
}

/// Derived from F01 and F06: forbidden rows, repeated and out of range.
#[test]
fn f07_forbidden_rows_repeated_and_out_of_range() {
    let (mut model, xy) = same::<2>(0..=2);
    model.post(forbidden(xy, [[0, 0], [1, 1], [1, 1], [5, 5]])).unwrap();
    assert_eq!(number(&model), 7);
}

/// xcsp3team/pycsp3 #122: a row of the wrong length is a typed error that says which.
#[test]
fn f08_row_of_the_wrong_length() {
    let (mut model, xy) = same::<2>(0..=2);
    let rows = [vec![0, 0], vec![1, 1, 1]];
    let errors = [model.post(table(xy, rows.clone())).err(), model.post(forbidden(xy, rows)).err()];
    for error in errors.map(Option::unwrap) {
        assert!(matches!(error, ModelError::WrongLength { found: 3, expected: 2, .. }), "{error:?}");
        assert!(error.to_string().contains("row 1"), "{error}");
    }
    assert_eq!(number(&model), 9, "nothing was posted");
}
