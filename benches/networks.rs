//! Counting on networks other than queens, beside the programs that people write by hand: Latin squares, colourings of
//! graphs and Sudoku.
//!
//! `cargo bench --bench networks` measures everything; `cargo bench --bench networks -- latin grid` only the tables whose
//! title has one of these words. How the ratios come about is told in benches/queens.rs.

#[allow(dead_code, reason = "the other benchmarks use the rest")]
mod declarative;
#[path = "hand_written/networks.rs"]
mod hand_written;
mod paired;

use bezzel::models::{graph_colouring, sudoku, sudoku::Puzzle};
use bezzel::{Compiled, Literal, Model, ModelError, Strength, Var, all_different};
use declarative::{compiled, count, count_depth_first, count_plainly};
use paired::Table;
use std::hint::black_box;

type Built = (Compiled, Vec<Var>);

/// Tables of which only some are wanted.
struct Wanted(Vec<String>);

impl Wanted {
    fn wants(&self, title: &str) -> bool {
        self.0.is_empty() || self.0.iter().any(|word| title.contains(word.as_str()))
    }
}

fn main() {
    // Cargo passes `--bench` to every benchmark.
    let wanted = Wanted(std::env::args().skip(1).filter(|argument| argument != "--bench").collect());
    latin_squares(&wanted);
    colourings(&wanted);
    small_sudokus(&wanted);
    sudokus(&wanted);
    sudokus_assumed(&wanted);
}

fn latin_squares(wanted: &Wanted) {
    for (order, expected) in [(4, 576), (5, 161_280)] {
        let title = format!("latin squares of order {order}, all {expected}");
        if wanted.wants(&title) {
            let by_hand = || hand_written::latin_squares(black_box(order));
            let mut table = Table::new(&title, "masks of rows and columns, by hand", by_hand, expected);
            rows(&mut table, &compiled(latin_square(order)));
        }
    }
}

fn latin_square(order: usize) -> Result<(Model, Vec<Var>), ModelError> {
    let mut model = Model::new();
    let cells = model.variables(order * order, 0..order)?;
    for line in 0..order {
        model.post(all_different(&cells[line * order..][..order]))?;
        model.post(all_different(cells.iter().skip(line).step_by(order)))?;
    }
    Ok((model, cells))
}

type Edges = Vec<(usize, usize)>;

fn colourings(wanted: &Wanted) {
    let grid = |rows: usize, columns: usize| {
        let cells = (0..rows * columns).flat_map(move |cell| {
            let right = (cell % columns + 1 < columns).then_some((cell, cell + 1));
            let below = (cell + columns < rows * columns).then_some((cell, cell + columns));
            right.into_iter().chain(below)
        });
        (rows * columns, cells.collect::<Edges>())
    };
    // an outer ring, an inner ring that goes on by two, and the spokes
    let dodecahedron =
        (20, (0..10).flat_map(|i| [(i, (i + 1) % 10), (10 + i, 10 + (i + 2) % 10), (i, 10 + i)]).collect::<Edges>());
    let graphs: [(&str, (usize, Edges), u64); 6] = [
        ("grid of 5 by 5", grid(5, 5), 580_986),
        ("dodecahedron", dodecahedron, 7_200),
        ("random, 24 vertices and 30 edges", random_graph(24, 30, 2), 1_649_664),
        ("random, 24 vertices and 36 edges", random_graph(24, 36, 2), 115_128),
        ("random, 30 vertices and 54 edges", random_graph(30, 54, 2), 204_768),
        ("random, 40 vertices and 80 edges", random_graph(40, 80, 2), 4_032),
    ];
    for (name, (vertices, edges), expected) in graphs {
        let title = format!("graph, {name}: all {expected} colourings with 3 colours");
        if wanted.wants(&title) {
            let masks = hand_written::neighbours(vertices, &edges);
            let by_hand = || hand_written::three_colourings(black_box(&masks));
            let mut table = Table::new(&title, "a mask of vertices for each colour, by hand", by_hand, expected);
            let lists = hand_written::earlier_neighbours(vertices, &edges);
            table.row("lists of neighbours, by hand", || hand_written::three_colourings_by_lists(black_box(&lists)));
            rows(&mut table, &compiled(graph_colouring(vertices, &edges, 3)));
        }
    }
}

/// A graph by chance (xorshift64*), vertices in the order in which they were drawn.
fn random_graph(vertices: usize, edges: usize, seed: u64) -> (usize, Edges) {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut below = |limit: usize| {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        ((state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) as usize * limit) >> 32
    };
    let mut drawn = Edges::new();
    while drawn.len() < edges {
        let (a, b) = (below(vertices), below(vertices));
        if a < b && !drawn.contains(&(a, b)) {
            drawn.push((a, b));
        }
    }
    (vertices, drawn)
}

/// All grids of 4 by 4 cells, and one in 720 of those of 6 by 6.
fn small_sudokus(wanted: &Wanted) {
    let grids = [
        ("sudoku of 4 by 4, all 288", 2, 2, ".".repeat(16), 288),
        ("sudoku of 6 by 6 with its first row, all 39168", 2, 3, format!("123456{}", ".".repeat(30)), 39_168),
    ];
    for (title, box_rows, box_columns, clues, expected) in grids {
        if wanted.wants(title) {
            let clues = digits(&clues);
            let by_hand = || hand_written::Sudoku::new(box_rows, box_columns, black_box(&clues)).count();
            let mut table = Table::new(title, "masks of rows, columns and boxes, by hand", by_hand, expected);
            sudoku_rows(&mut table, box_rows, box_columns, &clues);
        }
    }
}

/// Puzzles of 9 by 9 cells: how many solutions, the clues, the number. The first four are one solved grid with cells
/// emptied by chance.
const PUZZLES: [(&str, &str, u64); 7] = [
    ("68867", "...6...1....1......9..42567.5..6......68....1....24......5.72..2.74........2.6...", 68_867),
    ("22377", "5..6.....6.....3....8342.6.8......23...85.....1.......9.....2..28....6.5...2..1.9", 22_377),
    ("430", ".3....91.....9.3.81...4.....5..6.4.3....537.....9.......1.3.28...74196.5.4.......", 430),
    ("44", ".3....912....9.3.81...4.....59.6.423....537.....9.......1.3.28...74196.5.4.......", 44),
    ("2", "..7..6..8......9...5...2.3...5..1.47..92...........8.1.3..2.7644...8....9.2..4...", 2),
    ("1, nearly forced", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", 1),
    ("1, less so", "..4.5.1...536...9..1....6....5..7....9...1..8.815...4......943....8...7....4.59..", 1),
];

fn sudokus(wanted: &Wanted) {
    for (number, clues, expected) in PUZZLES {
        let title = format!("sudoku, solutions: {number}");
        if wanted.wants(&title) {
            let clues = digits(clues);
            let by_hand = || hand_written::Sudoku::new(3, 3, black_box(&clues)).count();
            let mut table = Table::new(&title, "masks of rows, columns and boxes, by hand", by_hand, expected);
            sudoku_rows(&mut table, 3, 3, &clues);
        }
    }
}

/// The same puzzles, their clues assumed in one compiled model.
fn sudokus_assumed(wanted: &Wanted) {
    for (number, text, expected) in PUZZLES {
        let title = format!("sudoku by assumptions, solutions: {number}");
        if wanted.wants(&title) {
            let clues = digits(text);
            let by_hand = || hand_written::Sudoku::new(3, 3, black_box(&clues)).count();
            let mut table = Table::new(&title, "masks of rows, columns and boxes, by hand", by_hand, expected);
            let empty = digits(&Puzzle::EMPTY.to_string());
            let plain = compiled(sudoku_model(3, 3, &empty, Strength::ForwardChecking));
            let dual = compiled(sudoku(&Puzzle::EMPTY));
            for (name, (compiled, cells)) in [("count()", &plain), ("count(), all-different dual", &dual)] {
                let puzzle: Puzzle = text.parse().expect("a puzzle");
                let literals: Vec<Literal> = puzzle.literals(cells);
                let mut solver = compiled.solver();
                table.row(&format!("{name}, one solver"), || {
                    solver.assume(black_box(&literals)).expect("own literals");
                    solver.count().solutions
                });
                table.row(&format!("{name}, a new solver"), || {
                    let mut solver = compiled.solver();
                    solver.assume(black_box(&literals)).expect("own literals");
                    solver.count().solutions
                });
            }
        }
    }
}

/// The clues of a puzzle, row by row, 0 for an empty cell.
fn digits(text: &str) -> Vec<u8> {
    text.bytes().map(|byte| if byte == b'.' { 0 } else { byte - b'0' }).collect()
}

/// Rows, columns and boxes all-different.
fn sudoku_model(
    box_rows: usize,
    box_columns: usize,
    clues: &[u8],
    strength: Strength,
) -> Result<(Model, Vec<Var>), ModelError> {
    let n = box_rows * box_columns;
    let mut model = Model::new();
    let mut cells = Vec::new();
    for &clue in clues {
        cells.push(if clue == 0 { model.variable(1..=n as i64)? } else { model.variable([i64::from(clue)])? });
    }
    for unit in 0..n {
        let corner = unit / box_rows * box_rows * n + unit % box_rows * box_columns;
        let square = (0..n).map(|at| corner + at / box_columns * n + at % box_columns).collect::<Vec<_>>();
        let row = (0..n).map(|at| unit * n + at).collect();
        let column = (0..n).map(|at| at * n + unit).collect();
        for line in [row, column, square] {
            model.post(all_different(line.iter().map(|&cell: &usize| cells[cell])).strength(strength))?;
        }
    }
    Ok((model, cells))
}

/// The rows of a table of Sudoku: also the usual better order by hand, and the strength that infers more.
fn sudoku_rows<Y: FnMut() -> u64>(table: &mut Table<Y>, box_rows: usize, box_columns: usize, clues: &[u8]) {
    table.row("the same, fewest candidates first, by hand", || {
        hand_written::Sudoku::new(box_rows, box_columns, black_box(clues)).count_fewest_first()
    });
    rows(table, &compiled(sudoku_model(box_rows, box_columns, clues, Strength::ForwardChecking)));
    let dual = compiled(sudoku_model(box_rows, box_columns, clues, Strength::Dual));
    table.row("count(), all-different dual", || count(&dual));
}

/// Counting from a compiled model: by default, without symmetries, depth first.
fn rows<Y: FnMut() -> u64>(table: &mut Table<Y>, built: &Built) {
    table.row("count()", || count(built));
    table.row("count(), symmetries left aside", || count_plainly(built));
    table.row("count(), depth first in input order", || count_depth_first(built));
}
