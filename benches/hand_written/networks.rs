//! The programs that people write by hand to count Latin squares, colourings and Sudoku grids.

/// Counts the Latin squares of an order, cell by cell, with a mask of used symbols for each row and column.
pub fn latin_squares(order: usize) -> u64 {
    struct Square {
        order: usize,
        full: u32,
        rows: Vec<u32>,
        columns: Vec<u32>,
    }

    fn place(square: &mut Square, row: usize, column: usize) -> u64 {
        if row == square.order {
            return 1;
        }
        let (next_row, next_column) = if column + 1 < square.order { (row, column + 1) } else { (row + 1, 0) };
        let mut solutions = 0;
        let mut free = square.full & !(square.rows[row] | square.columns[column]);
        while free != 0 {
            let symbol = free & free.wrapping_neg();
            free ^= symbol;
            square.rows[row] |= symbol;
            square.columns[column] |= symbol;
            solutions += place(square, next_row, next_column);
            square.rows[row] ^= symbol;
            square.columns[column] ^= symbol;
        }
        solutions
    }

    let mut square = Square { order, full: (1 << order) - 1, rows: vec![0; order], columns: vec![0; order] };
    place(&mut square, 0, 0)
}

/// The neighbours of each vertex, as a mask.
pub fn neighbours(vertices: usize, edges: &[(usize, usize)]) -> Vec<u64> {
    let mut neighbours = vec![0; vertices];
    for &(a, b) in edges {
        neighbours[a] |= 1 << b;
        neighbours[b] |= 1 << a;
    }
    neighbours
}

/// Counts the ways to colour a graph with three colours, vertex by vertex, with a mask of vertices for each colour.
pub fn three_colourings(neighbours: &[u64]) -> u64 {
    fn place(neighbours: &[u64], vertex: usize, classes: &mut [u64; 3]) -> u64 {
        let Some(&near) = neighbours.get(vertex) else { return 1 };
        let mut solutions = 0;
        for colour in 0..3 {
            if classes[colour] & near == 0 {
                classes[colour] |= 1 << vertex;
                solutions += place(neighbours, vertex + 1, classes);
                classes[colour] ^= 1 << vertex;
            }
        }
        solutions
    }
    place(neighbours, 0, &mut [0; 3])
}

/// The neighbours of each vertex that come before it, as a list.
pub fn earlier_neighbours(vertices: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut earlier = vec![Vec::new(); vertices];
    for &(a, b) in edges {
        earlier[a.max(b)].push(a.min(b));
    }
    earlier
}

/// The same with an array of colours and lists of neighbours.
pub fn three_colourings_by_lists(earlier: &[Vec<usize>]) -> u64 {
    fn place(earlier: &[Vec<usize>], vertex: usize, colours: &mut [u8]) -> u64 {
        let Some(near) = earlier.get(vertex) else { return 1 };
        let mut solutions = 0;
        for colour in 0..3 {
            if near.iter().all(|&other| colours[other] != colour) {
                colours[vertex] = colour;
                solutions += place(earlier, vertex + 1, colours);
            }
        }
        solutions
    }
    place(earlier, 0, &mut vec![0; earlier.len()])
}

/// A Sudoku with boxes of any size: masks of used digits for each row, column and box, and the cells still empty.
pub struct Sudoku {
    full: u32,
    used: [Vec<u32>; 3],
    /// The row, column and box of each empty cell.
    empty: Vec<[usize; 3]>,
}

impl Sudoku {
    /// The puzzle whose clues are given row by row, 0 for an empty cell.
    pub fn new(box_rows: usize, box_columns: usize, clues: &[u8]) -> Sudoku {
        let n = box_rows * box_columns;
        let mut sudoku = Sudoku { full: (1 << n) - 1, used: std::array::from_fn(|_| vec![0; n]), empty: Vec::new() };
        for (cell, &clue) in clues.iter().enumerate() {
            let (row, column) = (cell / n, cell % n);
            let units = [row, column, row / box_rows * box_rows + column / box_columns];
            match clue {
                0 => sudoku.empty.push(units),
                digit => sudoku.flip(units, 1 << (digit - 1)),
            }
        }
        sudoku
    }

    /// Counts the solutions, cell by cell.
    pub fn count(&mut self) -> u64 {
        self.count_from(0)
    }

    fn count_from(&mut self, at: usize) -> u64 {
        let Some(&units) = self.empty.get(at) else { return 1 };
        let mut solutions = 0;
        let mut free = self.free(units);
        while free != 0 {
            let digit = free & free.wrapping_neg();
            free ^= digit;
            self.flip(units, digit);
            solutions += self.count_from(at + 1);
            self.flip(units, digit);
        }
        solutions
    }

    /// Counts the solutions, taking the cell with the fewest candidates first.
    pub fn count_fewest_first(&mut self) -> u64 {
        self.count_fewest_from(0)
    }

    fn count_fewest_from(&mut self, at: usize) -> u64 {
        let mut best = (u32::MAX, at);
        for (other, &units) in self.empty.iter().enumerate().skip(at) {
            let candidates = self.free(units).count_ones();
            if candidates < best.0 {
                best = (candidates, other);
                if candidates <= 1 {
                    break;
                }
            }
        }
        if best.0 == u32::MAX {
            return 1;
        }
        self.empty.swap(at, best.1);
        let units = self.empty[at];
        let mut solutions = 0;
        let mut free = self.free(units);
        while free != 0 {
            let digit = free & free.wrapping_neg();
            free ^= digit;
            self.flip(units, digit);
            solutions += self.count_fewest_from(at + 1);
            self.flip(units, digit);
        }
        self.empty.swap(at, best.1);
        solutions
    }

    fn free(&self, [row, column, square]: [usize; 3]) -> u32 {
        self.full & !(self.used[0][row] | self.used[1][column] | self.used[2][square])
    }

    fn flip(&mut self, [row, column, square]: [usize; 3], digit: u32) {
        self.used[0][row] ^= digit;
        self.used[1][column] ^= digit;
        self.used[2][square] ^= digit;
    }
}
