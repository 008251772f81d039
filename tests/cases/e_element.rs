//! Lookups whose index leaves the array.

use super::*;

/// MiniZinc/libminizinc #498: ten Booleans, the index wholly outside.
#[test]
fn e01_index_wholly_outside_the_array() {
    let mut model = Model::new();
    let (index, y) = (model.variable(20..=30).unwrap(), model.variable(0..=1).unwrap());
    let array = model.variables(10, 0..=1).unwrap();
    model.post(element(&array, index - 1).equals(y)).unwrap();
    assert_eq!(number(&model), 0);
}

/// radsz/jacop #28; chocoteam/choco-solver #600; huub-solver/huub PR #75: the index partly outside.
#[test]
fn e02_index_partly_outside() {
    let mut model = Model::new();
    let (index, value) = (model.variable(-3..=3).unwrap(), model.variable(-4..=2).unwrap());
    model.post(element([0], index).equals(value)).unwrap();
    assert_eq!(answers(&model), [[0, 0]]);
    let mut solver = model.solver();
    assert!(solver.solve().solution().is_some());
    assert_eq!(solver.statistics().decisions, 0, "the index is cut to the array before search");
}

/// Gecode/gecode #173; MiniZinc manual on partiality: a lookup inside an equivalence.
#[test]
fn e04_lookup_inside_an_equivalence() {
    let mut model = Model::new();
    let (index, b) = (model.variable(0..=4).unwrap(), model.variable(0..=1).unwrap());
    model.post(element([7, 8, 7], index).equals(7).reify(b)).unwrap();
    assert_eq!(answers(&model), [[0, 1], [1, 0], [2, 1], [3, 0], [4, 0]]);

    // defined beside the equivalence, the index has to be inside
    let mut model = Model::new();
    let (index, b) = (model.variable(0..=4).unwrap(), model.variable(0..=1).unwrap());
    let entry = model.define(element([7, 8, 7], index)).unwrap();
    model.post(entry.equals(7).reify(b)).unwrap();
    assert_eq!(number(&model), 3);
}
