//! `bezzel queens`.

use std::collections::BTreeSet;

use super::bezzel;

const COUNTS: [usize; 11] = [1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724];

#[test]
fn boards() {
    assert_eq!(
        bezzel("queens 4").good(),
        ".Q..\n...Q\nQ...\n..Q.\n\
         \n\
         ..Q.\nQ...\n...Q\n.Q..\n"
    );
    assert_eq!(bezzel("queens 1").good(), "Q\n");
    assert_eq!(bezzel("queens 0").good(), "\n");
    for n in [2, 3] {
        assert_eq!(bezzel(&format!("queens {n}")).good(), "No solution exists.\n");
        assert_eq!(bezzel(&format!("queens {n} --first")).good(), "No solution exists.\n");
    }
    let boards = bezzel("queens 8").good();
    assert_eq!(boards.split("\n\n").count(), 92);
    assert_eq!(boards.lines().count(), 92 * 9 - 1);
}

#[test]
fn spaced() {
    assert_eq!(
        bezzel("queens 4 --format spaced").good(),
        ". Q . .\n. . . Q\nQ . . .\n. . Q .\n\
         \n\
         . . Q .\nQ . . .\n. . . Q\n. Q . .\n"
    );
    assert_eq!(bezzel("queens 1 --format spaced").good(), "Q\n");
    assert_eq!(bezzel("queens 0 --format spaced").good(), "\n");
    assert_eq!(bezzel("queens 3 --format spaced").good(), "No solution exists.\n");
}

#[test]
fn columns() {
    assert_eq!(bezzel("queens 4 --format columns").good(), "[1, 3, 0, 2]\n[2, 0, 3, 1]\n");
    assert_eq!(bezzel("queens 0 --format columns").good(), "[]\n");
    assert_eq!(bezzel("queens 3 --format columns").good(), "");
}

#[test]
fn json_list() {
    assert_eq!(
        json("queens 4"),
        [[".Q..", "...Q", "Q...", "..Q."].map(str::to_owned), ["..Q.", "Q...", "...Q", ".Q.."].map(str::to_owned)]
    );
    assert_eq!(json("queens 0"), [[""; 0]]);
    assert_eq!(json("queens 8").len(), 92);
    assert_eq!(json("queens 8 --limit 5").len(), 5);
    assert_eq!(json("queens 8 --first").len(), 1);
    for nothing in ["queens 2", "queens 3", "queens 8 --limit 0", "queens 8 --time-limit 0"] {
        assert_eq!(bezzel(&format!("{nothing} --format json")).good(), "[]\n", "{nothing}");
    }
}

fn json(arguments: &str) -> Vec<Vec<String>> {
    serde_json::from_str(&bezzel(&format!("{arguments} --format json")).good()).expect("valid JSON")
}

/// The solutions as printed, in order.
fn solutions(arguments: &str) -> Vec<Vec<usize>> {
    let read = |line: &str| serde_json::from_str(line).expect("a list of columns");
    bezzel(&format!("queens {arguments} --format columns")).good().lines().map(read).collect()
}

#[test]
fn counts() {
    for (n, expected) in COUNTS.into_iter().enumerate() {
        assert_eq!(bezzel(&format!("queens {n} --count")).good(), format!("{expected}\n"), "n = {n}");
        let listed = solutions(&n.to_string());
        assert_eq!(listed.len(), expected, "n = {n}");
        assert!(listed.is_sorted_by(|a, b| a < b), "n = {n}: not in lexicographic order");
    }
}

#[test]
fn every_search_finds_the_same() {
    let expected: BTreeSet<_> = solutions("7").into_iter().collect();
    for propagation in ["backtracking", "forward-checking", "fixpoint", "arc-consistency"] {
        for order in ["input", "first-fail"] {
            let search = format!("7 --propagation {propagation} --order {order}");
            assert_eq!(solutions(&search).into_iter().collect::<BTreeSet<_>>(), expected, "{search}");
            assert_eq!(bezzel(&format!("queens {search} --count")).good(), "40\n", "{search}");
        }
    }
}

#[test]
fn first_is_a_solution_and_always_the_same() {
    for n in [1, 4, 8, 30, 64, 65, 100, 200, 500] {
        let first = solutions(&format!("{n} --first"));
        assert_eq!(first.len(), 1, "n = {n}");
        assert_eq!(first, solutions(&format!("{n} --first")), "n = {n}");
        assert!(breaks(&first[0]).is_empty(), "n = {n}: {first:?}");
    }
    let run = bezzel("queens 8 --first");
    assert!(run.stderr.contains("--first"), "{}", run.stderr);
}

#[test]
fn a_seed_gives_an_order_of_its_own() {
    let seeded = |seed: u64| solutions(&format!("8 --seed {seed}"));
    let set = |boards: &[Vec<usize>]| boards.iter().cloned().collect::<BTreeSet<_>>();
    let plain = solutions("8");
    assert_eq!(seeded(1), seeded(1));
    assert_ne!(seeded(1), seeded(2));
    assert_eq!((set(&seeded(1)), seeded(2).len()), (set(&plain), plain.len()));
    assert_eq!(bezzel("queens 30 --first --seed 7").good(), bezzel("queens 30 --first --seed 7").good());
}

#[test]
fn limit() {
    assert_eq!(solutions("8 --limit 3"), solutions("8")[..3]);
    assert_eq!(solutions("8 --limit 92").len(), 92);
    assert_eq!(solutions("8 --limit 0").len(), 0);
    assert_eq!(bezzel("queens 8 --limit 50 --count").good(), "50\n");
    assert_eq!(bezzel("queens 8 --limit 0").good(), "");
    let summary = bezzel("queens 8 --limit 3").stderr;
    assert!(summary.contains("at least 3 solutions") && summary.contains("stopped by --limit"), "{summary}");
    let summary = bezzel("queens 8 --limit 93").stderr;
    assert!(summary.starts_with("92 solutions; search complete"), "{summary}");
}

#[test]
fn summary_and_statistics() {
    let run = bezzel("queens 4");
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    assert!(run.stderr.starts_with("2 solutions; search complete; "), "{}", run.stderr);
    for part in [" nodes, ", " failures, ", " s\n"] {
        assert!(run.stderr.contains(part), "{}", run.stderr);
    }
    let run = bezzel("queens 4 --stats --propagation forward-checking");
    let lines: Vec<_> = run.stderr.lines().collect();
    let names = ["nodes", "decisions", "forced", "failures", "checks", "propagations", "solutions", "depth"];
    assert_eq!(lines.len(), names.len() + 1, "{}", run.stderr);
    for (line, name) in lines.iter().zip(names) {
        assert!(line.starts_with(name), "{line}");
    }
    let nodes: Vec<_> = lines[0].split_whitespace().take(2).collect();
    assert_eq!(nodes, ["nodes", "16"]);
    assert!(lines[names.len()].contains("; 16 nodes, "), "{}", run.stderr);
}

/// The labels of the constraints that a board breaks.
fn breaks(board: &[usize]) -> BTreeSet<&'static str> {
    let pairs = (0..board.len()).flat_map(|row| (0..row).map(move |above| (above, row)));
    let broken = pairs.filter_map(|(above, row)| match (row - above) as i64 {
        _ if board[above] == board[row] => Some("columns"),
        apart if board[row] as i64 - board[above] as i64 == apart => Some("diagonals"),
        apart if board[above] as i64 - board[row] as i64 == apart => Some("anti-diagonals"),
        _ => None,
    });
    broken.collect()
}

/// All boards with one queen in each row that break none but these constraints.
fn by_brute_force(n: usize, without: &[&str]) -> BTreeSet<Vec<usize>> {
    let boards = (0..n.pow(n as u32)).map(|mut code| {
        let mut digit = || (code % n, code /= n).0;
        (0..n).map(|_| digit()).collect::<Vec<_>>()
    });
    boards.filter(|board| breaks(board).iter().all(|broken| without.contains(broken))).collect()
}

/// The boards of which no image is smaller and a solution.
fn smallest_of_their_class(solutions: &BTreeSet<Vec<usize>>) -> Vec<Vec<usize>> {
    let smallest = |board: &&Vec<usize>| {
        let n = board.len();
        let squares: BTreeSet<_> = board.iter().enumerate().map(|(row, &column)| (row, column)).collect();
        (0..8).all(|symmetry| {
            let image: BTreeSet<_> = squares
                .iter()
                .map(|&(row, column)| if symmetry & 1 == 0 { (row, column) } else { (column, row) })
                .map(|(row, column)| if symmetry & 2 == 0 { (row, column) } else { (n - 1 - row, column) })
                .map(|(row, column)| if symmetry & 4 == 0 { (row, column) } else { (row, n - 1 - column) })
                .collect();
            let one_a_row = image.iter().enumerate().all(|(place, &(row, _))| place == row);
            let image: Vec<_> = image.into_iter().map(|(_, column)| column).collect();
            !(one_a_row && solutions.contains(&image) && image < **board)
        })
    };
    solutions.iter().filter(smallest).cloned().collect()
}

#[test]
fn without() {
    let subsets: [&[&str]; 7] = [
        &["columns"],
        &["diagonals"],
        &["anti-diagonals"],
        &["columns", "diagonals"],
        &["columns", "anti-diagonals"],
        &["diagonals", "anti-diagonals"],
        &["columns", "diagonals", "anti-diagonals"],
    ];
    for n in 0..=5 {
        for without in subsets {
            let option = format!("{n} --without {}", without.join(","));
            let expected = by_brute_force(n, without);
            assert_eq!(solutions(&option), expected.iter().cloned().collect::<Vec<_>>(), "{option}");
            assert_eq!(bezzel(&format!("queens {option} --count")).good(), format!("{}\n", expected.len()), "{option}");
            assert_eq!(solutions(&format!("{option} --unique")), smallest_of_their_class(&expected), "{option}");
        }
    }
}

#[test]
fn without_known_counts() {
    for (arguments, expected) in [
        ("4 --without diagonals", 7),
        ("4 --without anti-diagonals", 7),
        ("4 --without diagonals --without anti-diagonals", 24),
        ("8 --without diagonals", 2113),
        ("8 --without diagonals,anti-diagonals", 40320),
    ] {
        assert_eq!(bezzel(&format!("queens {arguments} --count")).good(), format!("{expected}\n"), "{arguments}");
    }
}

#[test]
fn unique() {
    for (n, expected) in [1, 1, 0, 0, 1, 2, 1, 6, 12, 46, 92].into_iter().enumerate() {
        assert_eq!(bezzel(&format!("queens {n} --unique --count")).good(), format!("{expected}\n"), "n = {n}");
    }
    let all: BTreeSet<_> = solutions("7").into_iter().collect();
    let kept = smallest_of_their_class(&all);
    assert_eq!(solutions("7 --unique"), kept);
    assert_eq!(solutions("7 --unique --limit 2"), kept[..2]);
    assert_eq!(bezzel("queens 7 --unique --limit 2 --count").good(), "2\n");
    assert_eq!(bezzel("queens 7 --unique --limit 0 --count").good(), "0\n");
    assert_eq!(bezzel("queens 3 --unique").good(), "No solution exists.\n");
    let summary = bezzel("queens 8 --unique").stderr;
    assert!(summary.starts_with("12 solutions up to symmetry; search complete; "), "{summary}");
}

#[test]
fn first_of_a_class_is_the_one_that_is_kept() {
    for arguments in ["8", "8 --order input", "6 --without diagonals", "5 --without columns"] {
        let kept = solutions(&format!("{arguments} --unique"));
        let first = solutions(&format!("{arguments} --unique --first"));
        assert_eq!(first.len(), 1, "{arguments}");
        assert!(kept.contains(&first[0]), "{arguments}: {first:?}");
    }
}
