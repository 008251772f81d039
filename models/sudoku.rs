//! Sudoku: fill 9 by 9 cells with the digits 1 to 9 so that each row, column and box holds each digit once.

use std::{fmt, str::FromStr};

use crate::{Literal, Model, ModelError, Strength, Value, Var, all_different};

/// The number of cells of a grid.
pub const CELLS: usize = 81;

/// The model of a puzzle: one variable per cell, row by row, a clue's domain being its digit alone.
///
/// To solve many puzzles, compile the model of [`Puzzle::EMPTY`] once and assume each puzzle's [`Puzzle::literals`].
///
/// # Errors
/// None, whatever the puzzle: clues that contradict each other make a model without a solution.
///
/// ```
/// use bezzel::models::{sudoku, sudoku::{Puzzle, grid}};
///
/// let puzzle: Puzzle =
///     ".....7......1.3..56..........3.....1...26.....5.....8.......4........263....98...".parse()?;
/// let (model, cells) = sudoku(&puzzle)?;
/// let solutions: Vec<_> = model.solver().solutions().map(|solution| grid(&solution.values(&cells))).collect();
/// assert_eq!(solutions.len(), 1);
/// assert!(solutions[0].starts_with("534687912\n829143675\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sudoku(puzzle: &Puzzle) -> Result<(Model, Vec<Var>), ModelError> {
    let mut model = Model::new();
    let mut cells = Vec::with_capacity(CELLS);
    for clue in puzzle.clues() {
        cells.push(match clue {
            Some(digit) => model.variable(digit..=digit)?,
            None => model.variable(1..=9)?,
        });
    }
    for unit in units() {
        let unit = unit.cells.map(|cell| cells[cell]);
        model.post(all_different(unit).strength(Strength::Dual))?;
    }
    Ok((model, cells))
}

/// A puzzle: for each of the 81 cells its clue or nothing.
///
/// It is read from 81 characters, row by row: `1` to `9` for a clue, `.` or `0` for an empty cell. It is written in the
/// same form, with `.` for an empty cell.
///
/// ```
/// use bezzel::models::sudoku::Puzzle;
///
/// let text = "4...971.21....5.7..9...3.5....2....78.6..1....5...6..3.6.7.9..4.....8...7.9...5.6";
/// let puzzle: Puzzle = text.parse()?;
/// assert_eq!(puzzle.clue(0), Some(4));
/// assert_eq!(puzzle.to_string(), text);
///
/// let error = text.replace("97", "A7").parse::<Puzzle>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "cell 4 (row 0, column 4, counted from 0) holds 'A'; 1 to 9, or '.' or '0' for an empty cell, is allowed",
/// );
/// # Ok::<(), bezzel::models::sudoku::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Puzzle {
    /// The digit of each cell, row by row; 0 where there is none.
    digits: [u8; CELLS],
}

impl Puzzle {
    /// The puzzle without clues.
    ///
    /// ```
    /// use bezzel::models::sudoku::Puzzle;
    ///
    /// assert_eq!(".".repeat(81).parse(), Ok(Puzzle::EMPTY));
    /// ```
    pub const EMPTY: Puzzle = Puzzle { digits: [0; CELLS] };

    /// The clue of a cell, counted from 0 row by row; `None` where the cell is empty or not on the grid.
    ///
    /// ```
    /// use bezzel::models::sudoku::Puzzle;
    ///
    /// assert_eq!(Puzzle::EMPTY.clue(80), None);
    /// ```
    pub fn clue(&self, cell: usize) -> Option<Value> {
        self.digits.get(cell).filter(|&&digit| digit != 0).map(|&digit| Value::from(digit))
    }

    /// The clues as literals over the variables of [`sudoku()`], to be assumed.
    ///
    /// ```
    /// use bezzel::models::{sudoku, sudoku::Puzzle};
    ///
    /// let (model, cells) = sudoku(&Puzzle::EMPTY)?;
    /// let mut solver = model.solver();
    /// let puzzle: Puzzle =
    ///     "..7..6..8......9...5...2.3...5..1.47..92...........8.1.3..2.7644...8....9.2..4...".parse()?;
    /// solver.assume(&puzzle.literals(&cells))?;
    /// assert_eq!(solver.count().solutions, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn literals(&self, cells: &[Var]) -> Vec<Literal> {
        let literal = |(&cell, clue): (&Var, Option<Value>)| clue.map(|digit| Literal::equal(cell, digit));
        cells.iter().zip(self.clues()).filter_map(literal).collect()
    }

    /// Two equal clues in one row, column or box, if there are any: the puzzle then has no solution.
    ///
    /// ```
    /// use bezzel::models::sudoku::Puzzle;
    ///
    /// let puzzle: Puzzle = format!("11{}", ".".repeat(79)).parse()?;
    /// assert_eq!(
    ///     puzzle.collision().unwrap().to_string(),
    ///     "1 stands twice in row 0: in cell 0 (row 0, column 0) and cell 1 (row 0, column 1), counted from 0",
    /// );
    /// # Ok::<(), bezzel::models::sudoku::PuzzleError>(())
    /// ```
    pub fn collision(&self) -> Option<Collision> {
        units().find_map(|unit| {
            let clues = unit.cells.map(|cell| (cell, self.clue(cell)));
            clues.iter().enumerate().find_map(|(later, &(second, clue))| {
                let digit = clue?;
                let &(first, _) = clues[..later].iter().find(|&&(_, earlier)| earlier == clue)?;
                Some(Collision { kind: unit.kind, index: unit.index, digit, cells: [first, second] })
            })
        })
    }

    /// The clue of each cell, row by row.
    fn clues(&self) -> impl Iterator<Item = Option<Value>> {
        (0..CELLS).map(|cell| self.clue(cell))
    }
}

impl FromStr for Puzzle {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<Self, PuzzleError> {
        let mut puzzle = Puzzle::EMPTY;
        let mut found = 0;
        for (cell, character) in text.chars().enumerate() {
            let digit = match character {
                '.' => 0,
                // A decimal digit of ASCII, so the cast keeps it.
                '0'..='9' => character as u8 - b'0',
                _ => return Err(PuzzleError::Character { cell, found: character }),
            };
            if let Some(place) = puzzle.digits.get_mut(cell) {
                *place = digit;
            }
            found = cell + 1;
        }
        if found == CELLS { Ok(puzzle) } else { Err(PuzzleError::Length { found }) }
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.clues().try_for_each(|clue| match clue {
            Some(digit) => write!(out, "{digit}"),
            None => out.write_str("."),
        })
    }
}

/// Why a text is no puzzle.
///
/// ```
/// use bezzel::models::sudoku::{Puzzle, PuzzleError};
///
/// assert_eq!(".".repeat(80).parse::<Puzzle>(), Err(PuzzleError::Length { found: 80 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PuzzleError {
    /// A character that stands for no cell.
    #[error("{} holds {found:?}; 1 to 9, or '.' or '0' for an empty cell, is allowed", Place(*.cell, ", counted from 0"))]
    Character {
        /// Its position, counted from 0.
        cell: usize,
        /// The character.
        found: char,
    },
    /// Too few or too many cells.
    #[error("found {found} cells; {CELLS} are expected, row by row")]
    Length {
        /// How many there are.
        found: usize,
    },
}

/// Two equal clues in one row, column or box; see [`Puzzle::collision`].
///
/// ```
/// use bezzel::models::sudoku::Puzzle;
///
/// let puzzle: Puzzle = format!("5.........5{}", ".".repeat(70)).parse()?;
/// let collision = puzzle.collision().unwrap();
/// assert_eq!((collision.kind, collision.index, collision.digit, collision.cells), ("box", 0, 5, [0, 10]));
/// # Ok::<(), bezzel::models::sudoku::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Collision {
    /// `row`, `column` or `box`.
    pub kind: &'static str,
    /// Which of the nine, counted from 0; boxes row by row.
    pub index: usize,
    /// The digit that stands twice.
    pub digit: Value,
    /// The two cells that hold it, counted from 0 row by row.
    pub cells: [usize; 2],
}

impl fmt::Display for Collision {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Collision { kind, index, digit, cells } = *self;
        let [first, second] = cells.map(|cell| Place(cell, ""));
        write!(out, "{digit} stands twice in {kind} {index}: in {first} and {second}, counted from 0")
    }
}

/// The digits of a solved grid as nine lines of nine digits.
///
/// ```
/// use bezzel::models::sudoku::grid;
///
/// assert_eq!(grid(&[1; 81]).lines().collect::<Vec<_>>(), ["111111111"; 9]);
/// ```
pub fn grid(digits: &[Value]) -> String {
    let row = |row: &[Value]| row.iter().map(Value::to_string).collect::<String>();
    digits.chunks(9).map(row).collect::<Vec<_>>().join("\n")
}

/// A cell as it is shown in messages, with what follows the column; beyond the grid it has no row and column.
struct Place(usize, &'static str);

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place(cell, note) = *self;
        match cell {
            0..CELLS => write!(out, "cell {cell} (row {}, column {}{note})", cell / 9, cell % 9),
            _ => write!(out, "cell {cell} (beyond the {CELLS} of the grid{note})"),
        }
    }
}

/// A row, a column or a box.
struct Unit {
    kind: &'static str,
    index: usize,
    cells: [usize; 9],
}

/// The 27 units: the rows, the columns, the boxes.
fn units() -> impl Iterator<Item = Unit> {
    let row = |index| Unit { kind: "row", index, cells: std::array::from_fn(|i| 9 * index + i) };
    let column = |index| Unit { kind: "column", index, cells: std::array::from_fn(|i| 9 * i + index) };
    let corner = |index| 27 * (index / 3) + 3 * (index % 3);
    let square =
        move |index| Unit { kind: "box", index, cells: std::array::from_fn(|i| corner(index) + 9 * (i / 3) + i % 3) };
    (0..9).map(row).chain((0..9).map(column)).chain((0..9).map(square))
}
