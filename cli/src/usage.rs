//! Wrong usage, told in one line.

use std::io::Write as _;
use std::process::ExitCode;

use clap::error::ErrorKind;

/// Prints help or version on standard output, or one line about wrong usage on standard error; gives the exit code.
pub fn report(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let _ = error.print(); // a closed pipe is no error
            ExitCode::SUCCESS
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            ExitCode::from(2)
        }
        _ => {
            let _ = writeln!(std::io::stderr(), "{} (see --help)", one_line(&error.to_string()));
            ExitCode::from(2)
        }
    }
}

/// The paragraphs of a message joined, without the usage and the pointer to the help.
fn one_line(message: &str) -> String {
    let mut line = String::new();
    let told = message.lines().map(str::trim).take_while(|part| !part.starts_with("Usage:"));
    for part in told.filter(|part| !part.is_empty() && !part.starts_with("For more information")) {
        let joint = match part {
            _ if line.is_empty() => "",
            _ if part.starts_with("tip:") => "; ",
            _ => " ",
        };
        line += joint;
        line += part;
    }
    line
}
