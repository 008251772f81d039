//! `bezzel permutations N`.

use std::fmt::Write as _;
use std::process::ExitCode;

use bezzel::Value;
use bezzel::models::permutations;

use crate::arguments::Permutations;
use crate::failure::Failure;
use crate::listing::Listing;

pub fn run(options: &Permutations) -> Result<ExitCode, Failure> {
    let (model, positions) = permutations(options.n)?;
    let plain =
        Listing { before: "", between: "", after: "", nothing: "", unsatisfiable: "", render: &render, symmetry: None };
    plain.run(&options.search, &model, &positions)
}

/// Appends one permutation: its values on a line, with blanks between.
fn render(values: &[Value], out: &mut String) {
    for (position, value) in values.iter().enumerate() {
        let blank = if position == 0 { "" } else { " " };
        let _ = write!(out, "{blank}{value}"); // writing to a string can't fail
    }
    out.push('\n');
}
