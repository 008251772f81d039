//! The eight symmetries of the square: which board of a class is kept.

use bezzel::Value;

use crate::arguments::Without;

/// Picks from each class of boards the lexicographically smallest that is a solution.
pub struct Symmetry {
    /// The constraints that a solution need not satisfy; boards of one class may then be no solutions.
    without: Vec<Without>,
}

impl Symmetry {
    pub fn new(without: &[Without]) -> Symmetry {
        Symmetry { without: without.to_vec() }
    }

    /// Whether no image of the solution that is itself a solution is smaller.
    pub fn keeps(&self, board: &[Value]) -> bool {
        !images(board).any(|image| image.as_slice() < board && self.is_solution(&image))
    }

    /// The smallest image of the solution that is itself a solution.
    pub fn smallest(&self, board: &[Value]) -> Vec<Value> {
        let solutions = images(board).filter(|image| self.is_solution(image));
        solutions.min().unwrap_or_else(|| board.to_vec())
    }

    /// Whether a board with one queen in each row satisfies the constraints that were not left out.
    fn is_solution(&self, board: &[Value]) -> bool {
        // With all three constraints each image of a solution is one.
        self.without.is_empty()
            || [Without::Columns, Without::Diagonals, Without::AntiDiagonals].into_iter().all(|constraint| {
                let line = |(row, &column): (usize, &Value)| match constraint {
                    Without::Columns => column,
                    Without::Diagonals => column - row as Value,
                    Without::AntiDiagonals => column + row as Value,
                };
                self.without.contains(&constraint) || all_different(board.iter().enumerate().map(line).collect())
            })
    }
}

/// The images of a board that have one queen in each row, the board itself among them.
fn images(board: &[Value]) -> impl Iterator<Item = Vec<Value>> {
    let last = board.len() as Value - 1;
    [Some(board.to_vec()), transposed(board)].into_iter().flatten().flat_map(move |board| {
        let mirrored: Vec<_> = board.iter().map(|column| last - column).collect();
        let turned = [&board, &mirrored].map(|board| board.iter().rev().copied().collect());
        [board, mirrored].into_iter().chain(turned)
    })
}

/// The board with rows and columns exchanged, unless some column has no queen.
fn transposed(board: &[Value]) -> Option<Vec<Value>> {
    (0..board.len() as Value)
        .map(|column| board.iter().position(|&queen| queen == column).map(|row| row as Value))
        .collect()
}

fn all_different(mut values: Vec<Value>) -> bool {
    values.sort_unstable();
    values.windows(2).all(|pair| pair[0] != pair[1])
}
