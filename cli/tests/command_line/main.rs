//! The program as a user meets it: a process with arguments, streams and an exit code.

mod permutations;
mod queens;
#[cfg(unix)]
mod stopping;
mod sudoku;
mod threads;
mod usage;

use std::time::Duration;

use assert_cmd::cargo::cargo_bin_cmd;

/// What a run of the program gave.
struct Run {
    stdout: String,
    stderr: String,
    code: Option<i32>,
}

impl Run {
    /// Standard output of a run that went well.
    #[track_caller]
    fn good(self) -> String {
        assert_eq!(self.code, Some(0), "{}", self.stderr);
        self.stdout
    }

    /// The one line on standard error of a run that failed with this exit code and printed nothing.
    #[track_caller]
    fn bad(self, code: i32) -> String {
        assert_eq!(self.code, Some(code), "{}", self.stderr);
        assert_eq!(self.stdout, "");
        assert_eq!(self.stderr.lines().count(), 1, "not one line: {}", self.stderr);
        assert!(self.stderr.starts_with("error: "), "{}", self.stderr);
        self.stderr
    }
}

/// Runs the program with arguments that are separated by blanks.
fn bezzel(arguments: &str) -> Run {
    bezzel_with(&arguments.split_whitespace().collect::<Vec<_>>(), b"")
}

/// Runs the program with arguments and standard input.
fn bezzel_with(arguments: &[&str], input: &[u8]) -> Run {
    let output = cargo_bin_cmd!("bezzel")
        .args(arguments)
        .write_stdin(input)
        .timeout(Duration::from_secs(120))
        .output()
        .expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    Run { stdout: text(output.stdout), stderr: text(output.stderr), code: output.status.code() }
}
