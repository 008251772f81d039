//! `bezzel sudoku PUZZLE|FILE|-`.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read};
use std::process::ExitCode;

use bezzel::models::{
    sudoku,
    sudoku::{Puzzle, PuzzleError, grid},
};
use bezzel::{Compiled, Var, VariableOrder};
use indicatif::HumanCount;

use crate::arguments::{GridFormat, Sudoku};
use crate::failure::{Failure, say};
use crate::session::{End, Session};

pub fn run(options: &Sudoku) -> Result<ExitCode, Failure> {
    let source = Source::open(&options.source)?;
    // One model serves all puzzles: their clues are assumed.
    let (model, cells) = sudoku(&Puzzle::EMPTY)?;
    let mut solving = Solving {
        format: options.format,
        session: Session::new(&options.search),
        compiled: model.compile(),
        cells,
        verdicts: Vec::new(),
        found: 0,
        bad_lines: 0,
        end: End::Complete,
    };
    match source {
        Source::Puzzle(puzzle) => solving.puzzle(&puzzle)?,
        Source::Lines(name, lines) => solving.lines(&name, lines)?,
    }
    solving.close()
}

/// Where the puzzles come from.
enum Source {
    Puzzle(Puzzle),
    /// One puzzle a line, with the name of the file.
    Lines(String, Lines),
}

/// A file or standard input.
type Lines = BufReader<Box<dyn Read>>;

impl Source {
    fn open(argument: &str) -> Result<Source, Failure> {
        if argument == "-" {
            return Ok(Source::Lines("standard input".to_owned(), BufReader::new(Box::new(io::stdin()))));
        }
        let not_a_puzzle: PuzzleError = match argument.parse() {
            Ok(puzzle) => return Ok(Source::Puzzle(puzzle)),
            Err(error) => error,
        };
        let file = File::open(argument).map_err(|not_a_file| {
            Failure::Input(format!("{argument:?} is no puzzle ({not_a_puzzle}) and no readable file ({not_a_file})"))
        })?;
        Ok(Source::Lines(argument.to_owned(), BufReader::new(Box::new(file))))
    }
}

/// What is known about the solutions of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Unique,
    Several,
    None,
    Unknown,
}

impl Verdict {
    /// The verdict on a puzzle of which a search has found so many solutions.
    fn new(found: u64, end: End) -> Verdict {
        match (found, end) {
            (0, End::Complete) => Verdict::None,
            (1, End::Complete) => Verdict::Unique,
            (0 | 1, _) => Verdict::Unknown,
            _ => Verdict::Several,
        }
    }

    /// The verdict as the second word of a line.
    fn word(self) -> &'static str {
        match self {
            Verdict::Unique => "unique",
            Verdict::Several => "several",
            Verdict::None => "none",
            Verdict::Unknown => "unknown",
        }
    }

    /// The verdict as a sentence below so many grids.
    fn sentence(self, shown: usize, end: End) -> &'static str {
        match (self, shown) {
            (Verdict::Unique, _) => "The only solution.",
            (Verdict::Several, 1) => "Not the only solution.",
            (Verdict::Several, _) if end == End::Complete => "These are all solutions.",
            (Verdict::Several, _) => "There are more solutions.",
            (Verdict::None, _) => "No solution exists.",
            (Verdict::Unknown, 1) => "Whether it is the only solution is not known.",
            (Verdict::Unknown, _) => "Whether there is a solution is not known.",
        }
    }
}

/// Solves puzzle after puzzle.
struct Solving<'a> {
    format: GridFormat,
    session: Session<'a>,
    compiled: Compiled,
    cells: Vec<Var>,
    /// What was found out, puzzle by puzzle.
    verdicts: Vec<Verdict>,
    /// The number of solutions found.
    found: u64,
    bad_lines: u64,
    /// How the last search has ended that was not complete.
    end: End,
}

impl Solving<'_> {
    /// Solves one puzzle a line; a bad line is reported and left out.
    fn lines(&mut self, name: &str, mut lines: Lines) -> Result<(), Failure> {
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            let at_hand = lines.buffer().contains(&b'\n');
            let mut read = || lines.read_until(b'\n', &mut line);
            let read = if at_hand { read() } else { self.session.while_waiting(read)? };
            if read.map_err(|error| Failure::Input(format!("{name} can't be read: {error}")))? == 0 {
                break;
            }
            // What is not UTF-8 becomes a character that is no cell, and is reported as such.
            let text = String::from_utf8_lossy(&line);
            match text.trim_end_matches(['\n', '\r']) {
                "" => continue,
                text => match text.parse() {
                    Ok(puzzle) => self.puzzle(&puzzle)?,
                    Err(error) => self.bad_line(name, number, &error),
                },
            }
            if self.session.interrupt.requested() {
                self.end = End::Interrupted;
            }
            if matches!(self.end, End::Interrupted | End::TimeLimit) {
                break;
            }
            self.session.progress.puzzles(self.verdicts.len() as u64);
        }
        if self.verdicts.is_empty() && self.bad_lines == 0 {
            return Err(Failure::Input(format!("{name} holds no puzzle; one a line is expected")));
        }
        Ok(())
    }

    fn bad_line(&mut self, name: &str, number: u64, error: &PuzzleError) {
        self.bad_lines += 1;
        self.session.progress.bar().suspend(|| say(&format!("error: {name}, line {number}: {error}")));
    }

    /// Solves one puzzle and prints what was found.
    fn puzzle(&mut self, puzzle: &Puzzle) -> Result<(), Failure> {
        let options = self.session.options;
        let shown = if options.count { 0 } else { options.limit.unwrap_or(1) };
        // One more solution than is shown tells whether there are more.
        let (wanted, enough) = match options.limit {
            Some(limit) if options.count => (limit, End::Limit),
            None if options.count => (u64::MAX, End::Limit),
            _ if options.first => (1, End::First),
            _ => (shown.saturating_add(1), End::Decided),
        };
        let mut solver = self.session.solver(&self.compiled, Some(VariableOrder::FirstFail));
        solver.assume(&puzzle.literals(&self.cells))?;
        let mut grids = Vec::new();
        let mut found = 0;
        let end = loop {
            if found == wanted {
                break enough;
            }
            let Some(solution) = solver.advance() else {
                break solver.outcome().into();
            };
            if found < shown {
                grids.push(grid(&solution.values(&self.cells)));
            }
            found += 1;
        };
        self.session.add(solver.statistics());
        self.found += found;
        if end != End::Complete {
            self.end = end;
        }
        let verdict = Verdict::new(found, end);
        if options.count {
            self.print(&format!("{found}\n"))?;
        } else {
            self.print(&self.answer(puzzle, &grids, verdict, end))?;
        }
        self.verdicts.push(verdict);
        Ok(())
    }

    /// The solutions of a puzzle and the verdict on it.
    fn answer(&self, puzzle: &Puzzle, grids: &[String], verdict: Verdict, end: End) -> String {
        match self.format {
            GridFormat::Line if grids.is_empty() => format!("{puzzle} {}\n", verdict.word()),
            GridFormat::Line => {
                grids.iter().map(|grid| format!("{} {}\n", grid.replace('\n', ""), verdict.word())).collect()
            }
            GridFormat::Grid => {
                let blank = if self.verdicts.is_empty() { "" } else { "\n" };
                let grids: Vec<_> = grids.iter().map(|grid| format!("{grid}\n")).collect();
                let sentence = match puzzle.collision() {
                    _ if end == End::First => String::new(),
                    Some(collision) if verdict == Verdict::None => format!("No solution exists: {collision}.\n"),
                    _ => format!("{}\n", verdict.sentence(grids.len(), end)),
                };
                format!("{blank}{}{sentence}", grids.join("\n"))
            }
        }
    }

    fn print(&self, text: &str) -> Result<(), Failure> {
        Ok(self.session.output.print(|out| out.push_str(text))?)
    }

    fn close(self) -> Result<ExitCode, Failure> {
        let puzzles = match self.verdicts.len() {
            1 => "1 puzzle".to_owned(),
            number => format!("{} puzzles", HumanCount(number as u64)),
        };
        let mut parts = Vec::new();
        if self.session.options.count {
            let at_least = if self.end == End::Complete { "" } else { "at least " };
            let noun = if self.found == 1 { "solution" } else { "solutions" };
            parts.push(format!("{at_least}{} {noun}", HumanCount(self.found)));
        } else {
            for (verdict, description) in [
                (Verdict::Unique, "with one solution"),
                (Verdict::Several, "with several solutions"),
                (Verdict::None, "without a solution"),
                (Verdict::Unknown, "not decided"),
            ] {
                match self.verdicts.iter().filter(|&&other| other == verdict).count() {
                    0 => {}
                    number => parts.push(format!("{} {description}", HumanCount(number as u64))),
                }
            }
        }
        if self.bad_lines > 0 {
            let noun = if self.bad_lines == 1 { "bad line" } else { "bad lines" };
            parts.push(format!("{} {noun}", HumanCount(self.bad_lines)));
        }
        self.session.close(&format!("{puzzles}: {}", parts.join(", ")), self.end, self.bad_lines > 0)
    }
}
