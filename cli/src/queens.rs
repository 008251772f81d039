//! `bezzel queens N`.

use std::process::ExitCode;

use bezzel::Value;
use bezzel::models::{nqueens, nqueens::board};

use crate::arguments::{BoardFormat, Queens};
use crate::failure::Failure;
use crate::listing::Listing;
use crate::symmetry::Symmetry;

/// What a person is told when a board was asked for and there is none.
const NO_SOLUTION: &str = "No solution exists.\n";

pub fn run(options: &Queens) -> Result<ExitCode, Failure> {
    let (mut model, queens) = nqueens(options.n)?;
    let mut without = options.without.clone();
    without.sort_by_key(|constraint| constraint.label());
    without.dedup();
    for constraint in &without {
        model.remove(constraint.label())?;
    }
    let (before, between, after, nothing, unsatisfiable) = match options.format {
        BoardFormat::Board | BoardFormat::Spaced => ("", "\n", "", "", NO_SOLUTION),
        BoardFormat::Columns => ("", "", "", "", ""),
        BoardFormat::Json => ("[\n", ",\n", "\n]\n", "[]\n", "[]\n"),
    };
    let render = |columns: &[Value], out: &mut String| render(options.format, columns, out);
    let symmetry = options.unique.then(|| Symmetry::new(&without));
    let listing = Listing { before, between, after, nothing, unsatisfiable, render: &render, symmetry };
    listing.run(&options.search, &model, &queens)
}

/// Appends one board.
fn render(format: BoardFormat, columns: &[Value], out: &mut String) {
    match format {
        // The empty board is shown as an empty line, so that it can be told from no board.
        BoardFormat::Board | BoardFormat::Spaced if columns.is_empty() => out.push('\n'),
        BoardFormat::Board => board(columns).iter().for_each(|row| out.extend([row, "\n"])),
        BoardFormat::Spaced => {
            for row in board(columns) {
                let squares = row.chars().flat_map(|square| [' ', square]).skip(1);
                out.extend(squares.chain(['\n']));
            }
        }
        BoardFormat::Columns => out.push_str(&format!("{columns:?}\n")),
        BoardFormat::Json => out.push_str(&serde_json::json!(board(columns)).to_string()),
    }
}
