//! Wrong usage and bad input: one clear line, the right exit code.

use super::{bezzel, bezzel_with};

#[test]
fn bad_sizes() {
    for command in ["queens", "permutations"] {
        for n in ["-1", "x", "4.5", "", "10001", "99999999999999999999999", "8\n", "0x8", "--"] {
            let line = bezzel_with(&[command, n], b"").bad(2);
            assert!(line.contains("<N>"), "{line}");
            if n != "--" {
                assert!(line.contains("whole number from 0 to 10000"), "{line}");
            }
        }
        let line = bezzel(command).bad(2);
        assert!(line.contains("<N>"), "{line}");
    }
}

#[test]
fn bad_options() {
    for (arguments, named) in [
        ("queens 4 --format picture", "board, columns, json, spaced"),
        ("queens 4 --without rows", "columns, diagonals, anti-diagonals"),
        ("queens 4 --propagation magic", "backtracking, forward-checking, fixpoint, arc-consistency"),
        ("queens 4 --order magic", "input, first-fail"),
        ("queens 4 --limit -1", "a whole number from 0"),
        ("queens 4 --limit some", "a whole number from 0"),
        ("queens 4 --time-limit -0.5", "a number of seconds"),
        ("queens 4 --time-limit nan", "a number of seconds"),
        ("queens 4 --time-limit inf", "a number of seconds"),
        ("queens 4 --time-limit 1s", "a number of seconds"),
        ("queens 4 --first --count", "cannot be used with"),
        ("queens 4 --first --limit 2", "cannot be used with"),
        ("queens 4 --seed", "--seed"),
        ("queens 4 --cuont", "--count"),
        ("queens 4 5", "'5'"),
        ("quens 4", "queens"),
        ("sudoku", "<PUZZLE|FILE|->"),
    ] {
        let line = bezzel(arguments).bad(2);
        assert!(line.contains(named), "{arguments}: {line}");
    }
}

#[test]
fn help_and_version() {
    for arguments in ["--help", "-h", "queens --help", "sudoku --help", "permutations --help"] {
        let run = bezzel(arguments);
        assert_eq!(run.stderr, "", "{arguments}");
        assert!(run.good().contains("Usage: bezzel"), "{arguments}");
    }
    assert_eq!(bezzel("--version").good(), format!("bezzel {}\n", env!("CARGO_PKG_VERSION")));
    let nothing = bezzel("");
    assert_eq!((nothing.code, nothing.stdout.as_str()), (Some(2), ""));
    assert!(nothing.stderr.contains("Usage: bezzel"), "{}", nothing.stderr);
}

#[test]
fn every_command_has_the_search_options() {
    for command in ["queens", "sudoku", "permutations"] {
        let help = bezzel(&format!("{command} --help")).good();
        for option in ["--count", "--first", "--limit", "--time-limit", "--propagation", "--order", "--stats"] {
            assert!(help.contains(option), "{command} {option}");
        }
    }
}
