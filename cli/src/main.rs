//! The command line of the constraint solver Bezzel: `bezzel queens`, `bezzel sudoku`, `bezzel permutations`.
//!
//! Results go to standard output, everything else to standard error. Exit codes: 0 done or stopped by a limit, 1 bad
//! input, 2 wrong usage, 130 stopped by Ctrl-C.

mod arguments;
mod failure;
mod interrupt;
mod listing;
mod output;
mod permutations;
mod progress;
mod queens;
mod session;
mod sudoku;
mod symmetry;
mod usage;

use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command};

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return usage::report(&error),
    };
    let result = match &arguments.command {
        Command::Queens(options) => queens::run(options),
        Command::Sudoku(options) => sudoku::run(options),
        Command::Permutations(options) => permutations::run(options),
    };
    result.unwrap_or_else(|failure| failure.report())
}
