//! `bezzel permutations`.

use super::bezzel;

#[test]
fn listed() {
    assert_eq!(bezzel("permutations 3").good(), "0 1 2\n0 2 1\n1 0 2\n1 2 0\n2 0 1\n2 1 0\n");
    assert_eq!(bezzel("permutations 1").good(), "0\n");
    assert_eq!(bezzel("permutations 0").good(), "\n");
    assert_eq!(bezzel("permutations 5 --limit 2").good(), "0 1 2 3 4\n0 1 2 4 3\n");
    assert_eq!(bezzel("permutations 5 --first").good().lines().count(), 1);
    assert_eq!(bezzel("permutations 11 --limit 2").good(), "0 1 2 3 4 5 6 7 8 9 10\n0 1 2 3 4 5 6 7 8 10 9\n");
}

#[test]
fn counted() {
    for (n, expected) in [1, 1, 2, 6, 24, 120, 720, 5040].into_iter().enumerate() {
        assert_eq!(bezzel(&format!("permutations {n} --count")).good(), format!("{expected}\n"), "n = {n}");
        assert_eq!(bezzel(&format!("permutations {n}")).good().lines().count(), expected, "n = {n}");
    }
    assert_eq!(bezzel("permutations 20 --count --limit 1000").good(), "1000\n");
}

#[test]
fn time_limit() {
    let run = bezzel("permutations 20 --count --time-limit 0.1");
    assert!(run.stderr.contains("stopped by --time-limit"), "{}", run.stderr);
    let counted: u64 = run.good().trim().parse().expect("a number");
    assert!(counted > 0);
}
