//! Models on which a search fails often.

/// A Sudoku by Arto Inkala: hundreds of failures.
pub const SUDOKU: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// Pairs of nodes of a graph of which eight are all neighbours: seven colours are too few, as holes are for pigeons.
pub fn pigeons() -> Vec<(usize, usize)> {
    (0..8).flat_map(|i| (0..i).map(move |j| (i, j))).collect()
}
