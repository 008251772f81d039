//! The same jobs by Bezzel, by hand and by other solvers.
//!
//! `cargo run --release --manifest-path benches/peers/Cargo.toml -- queens 8 10 12`; README.md beside Cargo.toml says
//! how the other solvers are installed and how the table is read. Exit codes: 0 done, 1 no measurement, 2 wrong usage.

mod job;
mod measure;
#[allow(dead_code, reason = "the benchmarks that measure in one process use the rest")]
#[path = "../../paired/mod.rs"]
mod paired;
mod peers;
mod process;
mod serve;
mod table;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

use job::{Case, Job, MOST_QUEENS, MOST_VALUES};
use measure::{Bounds, measure};
use peers::{Peer, Programs};
use process::Failure;
use table::{Cell, Row};

/// Time other constraint solvers, programs written by hand and Bezzel in the same jobs.
///
/// Every peer builds its model anew in every run. Each ratio is the median of rounds in which a yardstick is timed
/// first and then the peer.
#[derive(Parser)]
#[command(name = "peers", disable_help_subcommand = true)]
#[command(after_help = "Exit codes: 0 done, 1 no measurement, 2 wrong usage.")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    options: Options,
}

#[derive(Subcommand)]
enum Command {
    /// All solutions for N queens, against the usual counter with three bit masks
    Queens {
        #[arg(value_name = "N", default_values_t = [8, 10, 12], value_parser = sizes(MOST_QUEENS))]
        sizes: Vec<u64>,
    },
    /// All permutations of N values, against a recursive function with a mask of used values
    Permutations {
        #[arg(value_name = "N", default_values_t = [8], value_parser = sizes(MOST_VALUES))]
        sizes: Vec<u64>,
    },
    /// The first two solutions of each puzzle, which tell whether the first is the only one, against the crate sudoku
    Sudoku {
        /// Puzzles to take instead of a few that are known here, one a line in 81 characters; may be given more than once
        #[arg(long = "file", value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// All of these, with their default sizes and puzzles
    All,
    /// Be one of the peers
    #[command(hide = true)]
    Serve { label: String },
}

#[derive(Args)]
struct Options {
    /// Only the peers with this in their name, in upper or lower case; may be given more than once
    #[arg(long, value_name = "PART", global = true)]
    only: Vec<String>,
    /// How long one run may take; a larger size is then not tried. No round begins later than this, either
    #[arg(long, value_name = "SECONDS", global = true, default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
    /// The largest number of rounds
    #[arg(long, value_name = "N", global = true, default_value_t = 7, value_parser = clap::value_parser!(u64).range(1..=1000))]
    rounds: u64,
    /// The Python that has the packages of python/requirements.txt
    #[arg(
        long,
        value_name = "PROGRAM",
        global = true,
        env = "PYTHON",
        hide_env_values = true,
        default_value = "python3"
    )]
    python: String,
    /// The compiler for Gecode
    #[arg(long, value_name = "PROGRAM", global = true, env = "CXX", hide_env_values = true, default_value = "g++")]
    cxx: String,
}

fn sizes(most: usize) -> clap::builder::RangedU64ValueParser {
    clap::value_parser!(u64).range(1..=most as u64)
}

/// An exit code, and why.
type Failed = (u8, String);

const NO_MEASUREMENT: u8 = 1;
const WRONG_USAGE: u8 = 2;

fn main() -> ExitCode {
    let Arguments { command, options } = Arguments::parse();
    match run(command, &options) {
        Ok(()) => ExitCode::SUCCESS,
        Err((code, error)) => {
            eprintln!("peers: {error}");
            ExitCode::from(code)
        }
    }
}

fn run(command: Command, options: &Options) -> Result<(), Failed> {
    let queens = |sizes: Vec<u64>| sizes.into_iter().map(|n| Case::queens(n as usize)).collect();
    let permutations = |sizes: Vec<u64>| sizes.into_iter().map(|n| Case::permutations(n as usize)).collect();
    let jobs: Vec<Vec<Case>> = match command {
        Command::Queens { sizes } => vec![queens(sizes)],
        Command::Permutations { sizes } => vec![permutations(sizes)],
        Command::Sudoku { files } if files.is_empty() => vec![Case::puzzles()],
        Command::Sudoku { files } => {
            vec![files.iter().map(|path| Case::file(path)).collect::<Result<_, _>>().map_err(no_measurement)?]
        }
        Command::All => vec![queens(vec![8, 10, 12]), permutations(vec![8]), Case::puzzles()],
        Command::Serve { label } => {
            let library = peers::libraries().find(|library| library.label() == label);
            let library = library.ok_or_else(|| (WRONG_USAGE, format!("there is no peer `{label}`")))?;
            return serve::serve(library).map_err(no_measurement);
        }
    };
    let summaries = jobs.iter().map(|cases| compare(cases, options)).collect::<Result<Vec<_>, _>>()?;
    for summary in summaries {
        println!("\n{summary}");
    }
    Ok(())
}

fn no_measurement(why: String) -> Failed {
    (NO_MEASUREMENT, why)
}

/// Measures all peers in the cases of one job; gives the summary.
fn compare(cases: &[Case], options: &Options) -> Result<String, Failed> {
    let job = cases[0].job;
    let programs = Programs { python: options.python.clone(), cxx: options.cxx.clone() };
    let bounds = Bounds { rounds: options.rounds as usize, limit: Duration::from_secs(options.limit) };
    let yardstick = Peer::yardstick(job);
    let failed = |failure| no_measurement(format!("{}: {failure:?}", yardstick.label()));
    let mut measuring = yardstick.start(&programs).map_err(failed)?;
    let yardstick = yardstick.label_with(&measuring.version);
    let peers = wanted(job, &options.only)?;
    let mut rows: Vec<Row> = peers.iter().map(|peer| Row { label: peer.label(), cells: Vec::new() }).collect();
    for (number, case) in cases.iter().enumerate() {
        table::head(case, &yardstick);
        for (peer, row) in peers.iter().zip(&mut rows) {
            let cell = match slow_at(&cases[..number], &row.cells, case) {
                Some(smaller) => Cell::SlowAt(smaller, bounds.limit),
                None => match peer.start(&programs) {
                    Ok(mut process) => {
                        row.label = peer.label_with(&process.version);
                        measure(&mut measuring, &mut process, case, bounds).map_or_else(Cell::Failed, Cell::Measured)
                    }
                    Err(failure) => Cell::Failed(failure),
                },
            };
            table::line(&row.label, &cell);
            row.cells.push(cell);
        }
    }
    Ok(table::summary(cases, &yardstick, &rows))
}

/// The peers of a job that are asked for.
fn wanted(job: Job, only: &[String]) -> Result<Vec<Peer>, Failed> {
    let mut peers = Peer::all(job);
    let is_wanted = |peer: &Peer| {
        let label = peer.label().to_lowercase();
        only.is_empty() || only.iter().any(|part| label.contains(&part.to_lowercase()))
    };
    let all: Vec<String> = peers.iter().map(|peer| format!("\n  {}", peer.label())).collect();
    peers.retain(is_wanted);
    if peers.is_empty() {
        return Err((WRONG_USAGE, format!("no peer is asked for; there are:{}", all.concat())));
    }
    Ok(peers)
}

/// A smaller case that took a peer too long.
fn slow_at(cases: &[Case], cells: &[Cell], case: &Case) -> Option<String> {
    let too_slow = |(earlier, cell): (&Case, &Cell)| {
        let is_smaller = earlier.size()? <= case.size()?;
        (is_smaller && matches!(cell, Cell::Failed(Failure::TooLong(_)))).then(|| earlier.name.clone())
    };
    cases.iter().zip(cells).find_map(too_slow)
}
