use super::*;
use crate::constraints::not_equal;
use crate::model::Model;

/// Waves over `open` variables of four values and `fixed` ones of one, and the number of solutions that they count.
fn counted(open: usize, fixed: usize) -> (Waves, u64) {
    let mut model = Model::new();
    let x = model.variables(open, 0..4).unwrap();
    let fixed = model.variables(fixed, 3..=3).unwrap();
    model.post(not_equal(x[0], fixed[0])).unwrap();
    let (rows, dense) = model.compile().0.rows_for_counting().unwrap();
    let mut waves = Waves::to_count(rows, dense);
    waves.begin(&[]);
    match waves.go_on(&mut Control::default()) {
        Some(Next::Counted(count)) => (waves, count),
        _ => panic!("nothing was counted"),
    }
}

fn words(waves: &Waves) -> usize {
    waves.levels.iter().map(|level| level.nodes.len()).sum()
}

#[test]
fn a_level_holds_no_more_than_its_capacity() {
    for (open, fixed) in [(8, 3), (7, 1010)] {
        let (waves, count) = counted(open, fixed);
        assert_eq!(count, 3 * 4u64.pow(open as u32 - 1));
        let fullest = waves.levels.iter().map(|level| level.nodes.len()).max().unwrap();
        assert!(fullest <= waves.capacity * waves.rows.words);
        assert!(fullest >= waves.capacity, "the capacity is put to the test");
        assert!(fullest <= LARGEST_LEVEL.max(FEWEST * waves.rows.words));
        assert!(words(&waves) <= LARGEST.max(FEWEST * waves.levels.len() * waves.rows.words));
    }
}

#[test]
fn levels_take_room_as_nodes_come() {
    let (waves, count) = counted(1, 60);
    assert_eq!(count, 3);
    assert!(words(&waves) <= 4 * waves.levels.len() * waves.rows.words, "{} words", words(&waves));
}
