//! What is printed: a line for each peer in each case as soon as it is known, and all ratios of a job in the end.

use std::time::Duration;

use crate::job::Case;
use crate::measure::Measured;
use crate::paired::in_units;
use crate::process::Failure;

/// What is known of a peer in a case.
pub enum Cell {
    Measured(Measured),
    Failed(Failure),
    /// Not tried, as a smaller case of that name was too slow.
    SlowAt(String, Duration),
}

/// A peer in all cases of a job.
pub struct Row {
    pub label: String,
    pub cells: Vec<Cell>,
}

/// Prints the head of the lines of one case.
pub fn head(case: &Case, yardstick: &str) {
    println!("\n{}; yardstick: {yardstick}", case.title());
    println!("  {:<46} {:>12} {:>12} {:>9} {:>7}", "", "yardstick", "time", "ratio", "rounds");
}

/// Prints what is known of a peer in one case.
pub fn line(label: &str, cell: &Cell) {
    match cell {
        Cell::Measured(Measured { yardstick, time, ratio, rounds, mistake }) => println!(
            "  {label:<46} {:>12} {:>12} {:>9} {rounds:>7}{}",
            in_units(*yardstick),
            in_units(*time),
            three_digits(*ratio),
            mistake.as_ref().map_or_else(String::new, |mistake| format!("  {mistake}"))
        ),
        _ => {
            println!("  {label:<46} {0:>12} {0:>12} {0:>9} {0:>7}  {1}", "–", reason(cell).unwrap_or_default())
        }
    }
}

/// All ratios of a job as a Markdown table, and why there are none where there are none.
pub fn summary(cases: &[Case], yardstick: &str, rows: &[Row]) -> String {
    let mut text = format!("| {} |", cases[0].job);
    for case in cases {
        text += &format!(" {} |", case.name);
    }
    text += &format!("\n|---|{}\n", "---|".repeat(cases.len()));
    text += &format!("| {yardstick} |{}\n", " 1 |".repeat(cases.len()));
    let mut notes = String::new();
    for row in rows {
        text += &format!("| {} |", row.label);
        for cell in &row.cells {
            text += &match cell {
                Cell::Measured(Measured { mistake: Some(_), ratio, .. }) => {
                    format!(" WRONG, {} |", three_digits(*ratio))
                }
                Cell::Measured(measured) => format!(" {} |", three_digits(measured.ratio)),
                _ => " – |".to_string(),
            };
        }
        text.push('\n');
        for (reason, names) in reasons(cases, &row.cells) {
            notes += &format!("\n- {}, at {}: {reason}", row.label, names.join(", "));
        }
    }
    text + &notes
}

/// Each reason why there is no figure, or no right one, and for which cases.
fn reasons<'a>(cases: &'a [Case], cells: &[Cell]) -> Vec<(String, Vec<&'a str>)> {
    let mut reasons: Vec<(String, Vec<&str>)> = Vec::new();
    for (case, cell) in cases.iter().zip(cells) {
        let Some(reason) = reason(cell) else { continue };
        match reasons.iter_mut().find(|(earlier, _)| *earlier == reason) {
            Some((_, names)) => names.push(&case.name),
            None => reasons.push((reason, vec![&case.name])),
        }
    }
    reasons
}

/// Why there is no figure, or no right one.
fn reason(cell: &Cell) -> Option<String> {
    match cell {
        Cell::Measured(measured) => measured.mistake.clone(),
        Cell::Failed(Failure::TooLong(limit)) => Some(format!("over {} s", limit.as_secs_f64())),
        Cell::Failed(Failure::Skipped(reason)) => Some(format!("skipped: {reason}")),
        Cell::Failed(Failure::Broken(reason)) => Some(format!("failed: {reason}")),
        Cell::SlowAt(name, limit) => Some(format!("not tried: over {} s at {name}", limit.as_secs_f64())),
    }
}

/// Three digits that count, thousands set apart.
fn three_digits(ratio: f64) -> String {
    match ratio {
        r if r < 9.995 => format!("{r:.2}"),
        r if r < 99.95 => format!("{r:.1}"),
        r if r < 999.5 => format!("{r:.0}"),
        r => {
            let unit = 10f64.powi(r.log10().floor() as i32 - 2);
            let digits = format!("{:.0}", (r / unit).round() * unit);
            let thousands = digits.as_bytes().rchunks(3).rev();
            thousands.map(|group| String::from_utf8_lossy(group)).collect::<Vec<_>>().join(",")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_for_reading() {
        let shown = [0.1449, 1.0, 9.996, 34.25, 349.6, 999.7, 12_345.0, 1_234_567.0].map(three_digits);
        assert_eq!(shown, ["0.14", "1.00", "10.0", "34.2", "350", "1,000", "12,300", "1,230,000"]);
    }

    #[test]
    fn what_is_wrong_or_missing_is_in_the_summary() {
        let measured = |ratio, mistake: Option<&str>| {
            let mistake = mistake.map(String::from);
            Cell::Measured(Measured { yardstick: 1.0, time: ratio, ratio, rounds: 7, mistake })
        };
        let skipped = || Cell::Failed(Failure::Skipped("not installed".to_string()));
        let limit = Duration::from_secs(30);
        let rows = [
            Row { label: "A".into(), cells: vec![measured(0.5, None), measured(2.0, Some("WRONG: 723, not 724"))] },
            Row {
                label: "B".into(),
                cells: vec![Cell::Failed(Failure::TooLong(limit)), Cell::SlowAt("8".to_string(), limit)],
            },
            Row { label: "C".into(), cells: vec![skipped(), skipped()] },
        ];
        let summary = summary(&[Case::queens(8), Case::queens(10)], "Y", &rows);
        let expected = "\
| queens | 8 | 10 |
|---|---|---|
| Y | 1 | 1 |
| A | 0.50 | WRONG, 2.00 |
| B | – | – |
| C | – | – |

- A, at 10: WRONG: 723, not 724
- B, at 8: over 30 s
- B, at 10: not tried: over 30 s at 8
- C, at 8, 10: skipped: not installed";
        assert_eq!(summary, expected);
    }
}
