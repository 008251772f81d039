//! Sudoku.

use bezzel::models::sudoku;
use bezzel::models::sudoku::{Puzzle, grid};

use super::*;

fn solved(puzzle: &str) -> Vec<String> {
    let puzzle: Puzzle = puzzle.parse().unwrap();
    let (model, cells) = sudoku(&puzzle).unwrap();
    model.solver().solutions().take(1000).map(|s| grid(&s.values(&cells)).replace('\n', "")).collect()
}

/// 01-edu/public #1057; pocketjoso/sudokuJS #9; betofigueiredo/sudoku #1: exactly two solutions.
#[test]
fn s03_exactly_two_solutions() {
    let found = solved("..7..6..8......9...5...2.3...5..1.47..92...........8.1.3..2.7644...8....9.2..4...");
    assert_eq!(found.len(), 2);
    let differ = (0..81).filter(|&cell| found[0].as_bytes()[cell] != found[1].as_bytes()[cell]);
    assert_eq!(differ.collect::<Vec<_>>(), [64, 66, 69, 73, 75, 78]);
}

/// kying18/sudoku #2; GeorgeSeif/Sudoku-Solver #3; ArjArav98/Sudoku-Solver #12: clues that collide.
#[test]
fn s05_clues_that_collide() {
    for clues in [[(0, 1), (1, 1)], [(63, 9), (72, 9)], [(0, 5), (10, 5)]] {
        let text: String = (0..81)
            .map(|cell| clues.iter().find(|(at, _)| *at == cell).map_or('.', |(_, d)| (b'0' + d) as char))
            .collect();
        assert!(text.parse::<Puzzle>().unwrap().collision().is_some());
        assert!(solved(&text).is_empty());
    }
}

/// 17 clues, one solution; and one without plain hints (radevgit/selen #30).
#[test]
fn s08_s12_unique_puzzles() {
    assert_eq!(
        solved(".....7......1.3..56..........3.....1...26.....5.....8.......4........263....98..."),
        ["534687912829143675671952834463879521187265349952431786315726498798514263246398157"]
    );
    assert_eq!(
        solved("..4.5.1...536...9..1....6....5..7....9...1..8.815...4......943....8...7....4.59.."),
        ["674958123253614897918732654465287319792341568381596742826179435549863271137425986"]
    );
}

/// dachev/sudoku #13; kying18/sudoku #2: the empty grid, up to a limit.
#[test]
fn s10_empty_grid() {
    assert_eq!(solved(&".".repeat(81)).len(), 1000);
}

/// radevgit/selen #30: the 4x4 board of lessons.
#[test]
fn s14_4x4() {
    let model = |clues: &str| {
        let mut model = Model::new();
        let cells: Vec<Var> = clues
            .chars()
            .map(|c| model.variable(c.to_digit(10).map_or(ValueSet::from(1..=4), |d| [i64::from(d)].into())).unwrap())
            .collect();
        for i in 0..4 {
            let corner = 8 * (i / 2) + 2 * (i % 2);
            let units =
                [[0, 1, 2, 3].map(|j| 4 * i + j), [0, 4, 8, 12].map(|j| i + j), [0, 1, 4, 5].map(|j| corner + j)];
            for unit in units {
                model.post(all_different(unit.map(|cell| cells[cell])).strength(Strength::Dual)).unwrap();
            }
        }
        model
    };
    assert_eq!(number(&model(&".".repeat(16))), 288);
    assert_eq!(answers(&model("......13.....2.4")), [[3, 1, 4, 2, 2, 4, 1, 3, 4, 3, 2, 1, 1, 2, 3, 4]]);
}
