//! `--threads`.

use super::bezzel;

fn lines(arguments: &str) -> Vec<String> {
    bezzel(arguments).good().lines().map(str::to_owned).collect()
}

#[test]
fn the_same_solutions_in_any_order() {
    let one = lines("queens 8 --format columns");
    for threads in [0, 1, 2, 5] {
        let mut several = lines(&format!("queens 8 --format columns --threads {threads}"));
        several.sort();
        assert_eq!(several, one, "{threads} threads");
        assert_eq!(bezzel(&format!("queens 8 --count --threads {threads}")).good(), "92\n");
    }
    assert_eq!(lines("queens 8 --format columns --threads 3 --order input"), one);
    assert_eq!(lines("permutations 5 --threads 2 --order input"), lines("permutations 5"));
    assert_eq!(lines("queens 8 --unique --format columns --threads 2").len(), 12);
}

#[test]
fn limits_and_the_first() {
    assert_eq!(lines("queens 8 --format columns --threads 2 --limit 7").len(), 7);
    assert_eq!(lines("queens 8 --format columns --threads 2 --first").len(), 1);
    assert_eq!(bezzel("queens 8 --count --limit 50 --threads 2").good(), "50\n");
    assert_eq!(bezzel("queens 3 --threads 2").good(), "No solution exists.\n");
    let run = bezzel("queens 20 --count --threads 2 --time-limit 0.1");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stderr.contains("--time-limit"), "{}", run.stderr);
}

#[test]
fn sudoku() {
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let one = bezzel(&format!("sudoku {puzzle}")).good();
    assert_eq!(bezzel(&format!("sudoku {puzzle} --threads 2")).good(), one);
}

#[test]
fn a_number_is_wanted() {
    for wrong in ["-1", "two", "1.5"] {
        let told = bezzel(&format!("queens 4 --threads {wrong}")).bad(2);
        assert!(told.contains("number of threads"), "{told}");
    }
}
