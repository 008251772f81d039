//! Gecode, a C++ library: a program of its own, built when it is first wanted.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::Failure;

const SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/gecode/peer.cpp");

const LIBRARIES: [&str; 4] = ["-lgecodesearch", "-lgecodeint", "-lgecodekernel", "-lgecodesupport"];

/// The program at a level of propagation, `val` or `dom`.
pub fn command(cxx: &str, level: &str) -> Result<Command, Failure> {
    let program = std::env::current_exe()
        .map_err(|error| Failure::Broken(error.to_string()))?
        .with_file_name(format!("gecode_peer{}", std::env::consts::EXE_SUFFIX));
    if !is_current(&program) {
        build(cxx, &program)?;
    }
    let mut command = Command::new(program);
    command.arg(level);
    Ok(command)
}

/// Whether the program is there and not older than its source.
fn is_current(program: &Path) -> bool {
    let modified = |path: &Path| path.metadata().and_then(|metadata| metadata.modified()).ok();
    modified(program).is_some_and(|built| modified(Path::new(SOURCE)).is_none_or(|written| written <= built))
}

fn build(cxx: &str, program: &PathBuf) -> Result<(), Failure> {
    let built = Command::new(cxx)
        .args(["-std=c++17", "-O3", "-DNDEBUG", SOURCE, "-o"])
        .arg(program)
        .args(LIBRARIES)
        .output()
        .map_err(|error| Failure::Skipped(format!("cannot start {cxx}: {error}")))?;
    if built.status.success() {
        return Ok(());
    }
    let errors = String::from_utf8_lossy(&built.stderr);
    Err(match errors.lines().find(|line| line.contains("error")) {
        Some(line) if line.contains("gecode/") && line.contains("No such file") => {
            Failure::Skipped("not installed (Debian: libgecode-dev)".to_string())
        }
        line => Failure::Broken(format!("does not build: {}", line.unwrap_or("no message"))),
    })
}
