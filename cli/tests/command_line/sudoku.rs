//! `bezzel sudoku`.

use std::io::Write as _;

use super::{bezzel, bezzel_with};

const TWO_SOLUTIONS: &str = "..7..6..8......9...5...2.3...5..1.47..92...........8.1.3..2.7644...8....9.2..4...";
const SEVENTEEN: &str = ".....7......1.3..56..........3.....1...26.....5.....8.......4........263....98...";
const SEVENTEEN_SOLVED: &str = "534687912829143675671952834463879521187265349952431786315726498798514263246398157";

fn sudoku(puzzle: &str, options: &str) -> super::Run {
    let mut arguments = vec!["sudoku", puzzle];
    arguments.extend(options.split_whitespace());
    bezzel_with(&arguments, b"")
}

/// Whether rows, columns and boxes hold each digit once, and the clues stand.
fn is_solution(puzzle: &str, grid: &str) -> bool {
    let cells: Vec<_> = grid.chars().collect();
    let all_nine = |unit: [usize; 9]| ('1'..='9').all(|digit| unit.iter().any(|&cell| cells[cell] == digit));
    let rows = (0..9).all(|row| all_nine(std::array::from_fn(|i| 9 * row + i)));
    let columns = (0..9).all(|column| all_nine(std::array::from_fn(|i| 9 * i + column)));
    let corners = [0, 3, 6, 27, 30, 33, 54, 57, 60];
    let boxes = corners.into_iter().all(|corner| all_nine(std::array::from_fn(|i| corner + 9 * (i / 3) + i % 3)));
    let clues = puzzle.chars().zip(&cells).all(|(clue, &digit)| clue == '.' || clue == digit);
    cells.len() == 81 && rows && columns && boxes && clues
}

/// The grids and the sentence of the answer to one puzzle.
fn answer(text: &str) -> (Vec<String>, &str) {
    let (grids, sentence) = text.trim_end().rsplit_once('\n').expect("grids and a sentence");
    (grids.split("\n\n").map(|grid| grid.replace('\n', "")).collect(), sentence)
}

#[test]
fn one_solution() {
    let text = sudoku(SEVENTEEN, "").good();
    assert!(text.starts_with("534687912\n829143675\n671952834\n"), "{text}");
    assert_eq!(answer(&text), (vec![SEVENTEEN_SOLVED.to_owned()], "The only solution."));
    assert_eq!(sudoku(SEVENTEEN, "--format line").good(), format!("{SEVENTEEN_SOLVED} unique\n"));
    assert_eq!(sudoku(SEVENTEEN, "--count").good(), "1\n");
    assert_eq!(sudoku(SEVENTEEN, "--first").good().replace('\n', ""), SEVENTEEN_SOLVED);
    assert_eq!(sudoku(&SEVENTEEN.replace('.', "0"), "--format line").good(), format!("{SEVENTEEN_SOLVED} unique\n"));
    assert_eq!(sudoku(SEVENTEEN, "--first --format line").good(), format!("{SEVENTEEN_SOLVED} unknown\n"));
    let summary = sudoku(SEVENTEEN, "").stderr;
    assert!(summary.starts_with("1 puzzle: 1 with one solution; search complete; "), "{summary}");
}

#[test]
fn two_solutions() {
    let text = sudoku(TWO_SOLUTIONS, "").good();
    let (grids, sentence) = answer(&text);
    assert_eq!((grids.len(), sentence), (1, "Not the only solution."));
    let text = sudoku(TWO_SOLUTIONS, "--limit 2").good();
    let (grids, sentence) = answer(&text);
    assert_eq!(sentence, "These are all solutions.");
    assert!(grids.iter().all(|grid| is_solution(TWO_SOLUTIONS, grid)), "{text}");
    let [first, second] = &grids[..] else { panic!("not two grids: {text}") };
    let differ: Vec<_> = (0..81).filter(|&cell| first.as_bytes()[cell] != second.as_bytes()[cell]).collect();
    assert_eq!(differ, [64, 66, 69, 73, 75, 78]);
    assert_eq!(sudoku(TWO_SOLUTIONS, "--count").good(), "2\n");
    assert!(sudoku(TWO_SOLUTIONS, "--format line").good().ends_with(" several\n"));
}

#[test]
fn every_search_finds_the_same() {
    for propagation in ["fixpoint", "arc-consistency"] {
        for order in ["input", "first-fail"] {
            let options = format!("--count --propagation {propagation} --order {order}");
            assert_eq!(sudoku(TWO_SOLUTIONS, &options).good(), "2\n", "{options}");
        }
    }
    assert_eq!(sudoku(TWO_SOLUTIONS, "--count --propagation forward-checking").good(), "2\n");
}

#[test]
fn malformed() {
    let edit = |cell: usize, character: char| {
        let mut cells: Vec<_> = SEVENTEEN.chars().collect();
        cells[cell] = character;
        cells.into_iter().collect::<String>()
    };
    for (puzzle, named) in [
        (SEVENTEEN[1..].to_owned(), "found 80 cells; 81 are expected"),
        (format!("{SEVENTEEN}."), "found 82 cells; 81 are expected"),
        (String::new(), "found 0 cells; 81 are expected"),
        (edit(4, 'A'), "cell 4 (row 0, column 4, counted from 0) holds 'A'"),
        (edit(80, '#'), "cell 80 (row 8, column 8, counted from 0) holds '#'"),
        (edit(10, '1').replacen('1', "1\u{307}", 1), "cell 11 (row 1, column 2, counted from 0) holds '\\u{307}'"),
        (edit(30, '５'), "cell 30 (row 3, column 3, counted from 0) holds '５'"),
    ] {
        let line = sudoku(&puzzle, "").bad(1);
        assert!(line.contains(named), "{line}");
    }
    // A NUL byte can't be in an argument.
    let run = bezzel_with(&["sudoku", "-"], edit(9, '\0').as_bytes());
    let line = run.stderr.lines().next().expect("a message").to_owned();
    assert!(line.contains("cell 9 (row 1, column 0, counted from 0) holds '\\0'"), "{line}");
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    assert!(bezzel("sudoku no-such-file").bad(1).contains("no-such-file"));
    assert!(bezzel_with(&["sudoku", "-"], b"\n\r\n").bad(1).contains("holds no puzzle"));
}

#[test]
fn clues_that_collide() {
    let puzzle = |clues: &[(usize, char)]| {
        let mut cells = ['.'; 81];
        clues.iter().for_each(|&(cell, digit)| cells[cell] = digit);
        cells.into_iter().collect::<String>()
    };
    for (clues, message) in [
        ([(0, '1'), (1, '1')], "1 stands twice in row 0: in cell 0 (row 0, column 0) and cell 1 (row 0, column 1)"),
        (
            [(63, '9'), (72, '9')],
            "9 stands twice in column 0: in cell 63 (row 7, column 0) and cell 72 (row 8, column 0)",
        ),
        ([(0, '5'), (10, '5')], "5 stands twice in box 0: in cell 0 (row 0, column 0) and cell 10 (row 1, column 1)"),
    ] {
        let puzzle = puzzle(&clues);
        assert_eq!(sudoku(&puzzle, "").good(), format!("No solution exists: {message}, counted from 0.\n"));
        assert_eq!(sudoku(&puzzle, "--count").good(), "0\n");
        assert_eq!(sudoku(&puzzle, "--format line").good(), format!("{puzzle} none\n"));
    }
}

#[test]
fn no_solution_without_collision() {
    // Cell 8 sees all nine digits: eight in its row, one in its column.
    let puzzle = format!("12345678.........9{}", ".".repeat(63));
    assert_eq!(sudoku(&puzzle, "").good(), "No solution exists.\n");
}

#[test]
fn empty_grid() {
    let empty = ".".repeat(81);
    let text = sudoku(&empty, "").good();
    let (grids, sentence) = answer(&text);
    assert_eq!(sentence, "Not the only solution.");
    assert!(is_solution(&empty, &grids[0]), "{text}");
    let run = sudoku(&empty, "--count --limit 1000");
    assert!(run.stderr.contains("at least 1,000 solutions"), "{}", run.stderr);
    assert_eq!(run.good(), "1000\n");
    let text = sudoku(&empty, "--limit 3").good();
    let (grids, sentence) = answer(&text);
    assert_eq!((grids.len(), sentence), (3, "There are more solutions."));
}

#[test]
fn stopped_before_it_is_known() {
    let run = sudoku(TWO_SOLUTIONS, "--time-limit 0");
    assert!(run.stderr.contains("1 not decided; search stopped by --time-limit"), "{}", run.stderr);
    assert_eq!(run.good(), "Whether there is a solution is not known.\n");
    let line = sudoku(TWO_SOLUTIONS, "--time-limit 0 --format line").good();
    assert_eq!(line, format!("{TWO_SOLUTIONS} unknown\n"));
}

#[test]
fn one_puzzle_a_line() {
    let lines = format!("{TWO_SOLUTIONS}\n\n{SEVENTEEN}\r\n");
    let text = bezzel_with(&["sudoku", "-", "--format", "line"], lines.as_bytes()).good();
    let words: Vec<_> = text.split_whitespace().collect();
    assert_eq!((words[1], words[2], words[3], words.len()), ("several", SEVENTEEN_SOLVED, "unique", 4));
    let text = bezzel_with(&["sudoku", "-"], lines.as_bytes()).good();
    assert_eq!(text.split("\n\n").count(), 2, "{text}");
    assert_eq!(bezzel_with(&["sudoku", "-", "--count"], lines.as_bytes()).good(), "2\n1\n");

    let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
    file.write_all(lines.trim_end().as_bytes()).expect("a file of puzzles");
    let path = file.path().to_str().expect("a plain path");
    assert_eq!(bezzel_with(&["sudoku", path, "--count"], b"").good(), "2\n1\n");
}

#[test]
fn bad_lines_are_reported_and_left_out() {
    let lines = [SEVENTEEN.as_bytes(), b"12x", b"\xff", &SEVENTEEN.as_bytes()[2..], SEVENTEEN.as_bytes()].join(&b'\n');
    let run = bezzel_with(&["sudoku", "-", "--format", "line"], &lines);
    assert_eq!(run.code, Some(1));
    assert_eq!(run.stdout, format!("{SEVENTEEN_SOLVED} unique\n").repeat(2));
    let messages: Vec<_> = run.stderr.lines().collect();
    assert_eq!(messages.len(), 4, "{}", run.stderr);
    for (message, named) in messages.iter().zip(["line 2: cell 2", "line 3: cell 0", "line 4: found 79 cells"]) {
        assert!(message.contains(named), "{message}");
    }
    assert!(messages[3].starts_with("2 puzzles: 2 with one solution, 3 bad lines; "), "{}", messages[3]);
}
