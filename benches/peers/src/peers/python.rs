//! Solvers with a Python interface: one script, in whatever Python has their packages.

use std::process::Command;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/python/peer.py");

/// The script with one of the solvers that it knows.
pub fn command(python: &str, solver: &str) -> Command {
    let mut command = Command::new(python);
    command.args([SCRIPT, solver]);
    command
}
