//! The programs that people write by hand; they are the ones of `cargo bench --bench queens`.

use super::{Library, read};

#[allow(dead_code, reason = "the benchmarks use the rest")]
#[path = "../../../hand_written/mod.rs"]
mod hand_written;

const NONE: Library = Library { name: "", variant: "", package: None, queens: None, permutations: None, sudoku: None };

/// The yardstick of the queens.
pub const BITMASK: Library = Library {
    name: "Three bit masks",
    variant: "counting, by hand",
    queens: Some(|n| hand_written::bitmask((1 << n) - 1, 0, 0, 0)),
    ..NONE
};

/// The yardstick of the permutations.
pub const PERMUTATIONS: Library =
    Library { name: "Recursion", variant: "every permutation read, by hand", permutations: Some(permutations), ..NONE };

pub const LIBRARIES: [Library; 5] = [
    BITMASK,
    Library { name: "Three bit masks", variant: "every board read, by hand", queens: Some(boards), ..NONE },
    Library {
        name: "Boolean arrays",
        variant: "counting, by hand",
        queens: Some(hand_written::boolean_arrays),
        ..NONE
    },
    Library { name: "Hash sets", variant: "counting, by hand", queens: Some(hand_written::hash_sets), ..NONE },
    PERMUTATIONS,
];

/// Counts the boards that are handed over.
fn boards(n: usize) -> u64 {
    let mut found = 0;
    hand_written::bitmask_boards(n, &mut |board| {
        read(board.iter().map(|&column| column as i64));
        found += 1;
    });
    found
}

/// Counts the permutations that are handed over.
fn permutations(n: usize) -> u64 {
    let mut found = 0;
    hand_written::permutations(n, &mut |permutation| {
        read(permutation.iter().map(|&value| value as i64));
        found += 1;
    });
    found
}
