//! The programs that people write by hand for these problems: what the declarative models are held against.

use std::collections::HashSet;

/// Counts the ways to place queens, columns and both diagonals as bit masks: the yardstick, and the fastest of the
/// usual hand-written counters.
///
/// `full` has one bit for each column; the other masks are 0 at the start.
pub fn bitmask(full: u32, columns: u32, diagonals: u32, anti_diagonals: u32) -> u64 {
    if columns == full {
        return 1;
    }
    let mut solutions = 0;
    let mut free = full & !(columns | diagonals | anti_diagonals);
    while free != 0 {
        let queen = free & free.wrapping_neg();
        free ^= queen;
        solutions += bitmask(full, columns | queen, (diagonals | queen) << 1, (anti_diagonals | queen) >> 1);
    }
    solutions
}

/// The same search, but it also hands every board (the column of each row) to `visit`.
pub fn bitmask_boards(n: usize, visit: &mut impl FnMut(&[usize])) {
    fn place(
        (full, columns, diagonals, anti_diagonals): (u32, u32, u32, u32),
        row: usize,
        board: &mut [usize],
        visit: &mut impl FnMut(&[usize]),
    ) {
        if columns == full {
            return visit(board);
        }
        let mut free = full & !(columns | diagonals | anti_diagonals);
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            board[row] = queen.trailing_zeros() as usize;
            let masks = (full, columns | queen, (diagonals | queen) << 1, (anti_diagonals | queen) >> 1);
            place(masks, row + 1, board, visit);
        }
    }
    place(((1 << n) - 1, 0, 0, 0), 0, &mut vec![0; n], visit);
}

/// The same search until it has the first board, if there is one.
pub fn first_board(n: usize) -> Option<Vec<usize>> {
    fn place(
        (full, columns, diagonals, anti_diagonals): (u32, u32, u32, u32),
        row: usize,
        board: &mut [usize],
    ) -> bool {
        if columns == full {
            return true;
        }
        let mut free = full & !(columns | diagonals | anti_diagonals);
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            board[row] = queen.trailing_zeros() as usize;
            let masks = (full, columns | queen, (diagonals | queen) << 1, (anti_diagonals | queen) >> 1);
            if place(masks, row + 1, board) {
                return true;
            }
        }
        false
    }
    let mut board = vec![0; n];
    place(((1 << n) - 1, 0, 0, 0), 0, &mut board).then_some(board)
}

/// Counts the ways to place `n` queens with one array of flags for columns and one for each diagonal direction.
pub fn boolean_arrays(n: usize) -> u64 {
    struct Board {
        n: usize,
        columns: Vec<bool>,
        diagonals: Vec<bool>,
        anti_diagonals: Vec<bool>,
    }

    fn place(board: &mut Board, row: usize) -> u64 {
        let n = board.n;
        if row == n {
            return 1;
        }
        let mut solutions = 0;
        for column in 0..n {
            let (diagonal, anti_diagonal) = (row + column, row + n - column);
            if board.columns[column] || board.diagonals[diagonal] || board.anti_diagonals[anti_diagonal] {
                continue;
            }
            board.columns[column] = true;
            board.diagonals[diagonal] = true;
            board.anti_diagonals[anti_diagonal] = true;
            solutions += place(board, row + 1);
            board.columns[column] = false;
            board.diagonals[diagonal] = false;
            board.anti_diagonals[anti_diagonal] = false;
        }
        solutions
    }

    let mut board =
        Board { n, columns: vec![false; n], diagonals: vec![false; 2 * n], anti_diagonals: vec![false; 2 * n] };
    place(&mut board, 0)
}

/// Counts the ways to place `n` queens with hash sets for columns and diagonals, as lesson sites do it.
pub fn hash_sets(n: usize) -> u64 {
    #[derive(Default)]
    struct Board {
        columns: HashSet<usize>,
        diagonals: HashSet<usize>,
        anti_diagonals: HashSet<isize>,
    }

    fn place(board: &mut Board, n: usize, row: usize) -> u64 {
        if row == n {
            return 1;
        }
        let mut solutions = 0;
        for column in 0..n {
            let diagonal = row + column;
            let anti_diagonal = row as isize - column as isize;
            if board.columns.contains(&column)
                || board.diagonals.contains(&diagonal)
                || board.anti_diagonals.contains(&anti_diagonal)
            {
                continue;
            }
            board.columns.insert(column);
            board.diagonals.insert(diagonal);
            board.anti_diagonals.insert(anti_diagonal);
            solutions += place(board, n, row + 1);
            board.columns.remove(&column);
            board.diagonals.remove(&diagonal);
            board.anti_diagonals.remove(&anti_diagonal);
        }
        solutions
    }

    place(&mut Board::default(), n, 0)
}

/// Hands every permutation of `0..n`, in lexicographic order, to `visit`.
pub fn permutations(n: usize, visit: &mut impl FnMut(&[usize])) {
    fn place(used: u32, position: usize, permutation: &mut [usize], visit: &mut impl FnMut(&[usize])) {
        if position == permutation.len() {
            return visit(permutation);
        }
        for value in 0..permutation.len() {
            if used & (1 << value) == 0 {
                permutation[position] = value;
                place(used | (1 << value), position + 1, permutation, visit);
            }
        }
    }
    place(0, 0, &mut vec![0; n], visit);
}
