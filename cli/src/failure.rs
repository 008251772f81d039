//! What ends a command early, and the exit code that belongs to it.

use std::io::{self, Write as _};
use std::process::ExitCode;

use bezzel::ModelError;

/// Why a command could not do its work.
#[derive(Debug)]
pub enum Failure {
    /// The input can't be used.
    Input(String),
    /// Standard output can't be written.
    Output(io::Error),
}

impl Failure {
    /// Says in one line what went wrong; the exit code is 1, but a closed pipe is no error and stays silent.
    pub fn report(self) -> ExitCode {
        match self {
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            Failure::Output(error) => say(&format!("error: standard output can't be written: {error}")),
            Failure::Input(message) => say(&format!("error: {message}")),
        }
        ExitCode::from(1)
    }
}

impl From<ModelError> for Failure {
    fn from(error: ModelError) -> Self {
        Failure::Input(error.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

/// Writes a line on standard error; that nobody reads it is no reason to stop.
pub fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
