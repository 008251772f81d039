//! The peers: what they are called, what they do, how they are started.

use std::hint::black_box;
use std::process::Command;

use crate::job::Job;
use crate::process::{Failure, Process};

mod bezzel;
mod by_hand;
mod dlx;
mod gecode;
#[cfg(feature = "pumpkin")]
mod pumpkin;
mod puzzle_solver;
mod python;
mod selen;
pub mod sudoku;

/// A peer that is compiled into this program. Each function does a whole job: it builds the model, searches, reads
/// every value of every solution unless the peer only counts, and returns how many solutions there are.
pub struct Library {
    /// What it is called; the version goes behind it.
    name: &'static str,
    /// How it is used.
    variant: &'static str,
    /// The package whose version counts, if it is one.
    package: Option<&'static str>,
    /// All solutions for a number of queens.
    pub queens: Option<fn(usize) -> u64>,
    /// All permutations of a number of values.
    pub permutations: Option<fn(usize) -> u64>,
    /// The first [`ENOUGH`](crate::job::ENOUGH) solutions of a puzzle of 81 characters.
    pub sudoku: Option<fn(&str) -> u64>,
}

impl Library {
    /// Name and use, by which it is found.
    pub fn label(&self) -> String {
        format!("{}, {}", self.name, self.variant)
    }

    /// Whether it does a job.
    pub fn does(&self, job: Job) -> bool {
        match job {
            Job::Queens => self.queens.is_some(),
            Job::Permutations => self.permutations.is_some(),
            Job::Sudoku => self.sudoku.is_some(),
        }
    }

    /// The version in Cargo.lock; empty for what is no package.
    pub fn version(&self) -> &'static str {
        let locked = |package| {
            let lock = include_str!("../Cargo.lock");
            let (_, entry) = lock.split_once(&format!("name = \"{package}\"\nversion = \""))?;
            entry.split('"').next()
        };
        self.package.and_then(locked).unwrap_or_default()
    }
}

/// Every peer that is compiled in, the yardsticks too.
pub fn libraries() -> impl Iterator<Item = &'static Library> {
    let listed = by_hand::LIBRARIES.iter().chain(&bezzel::LIBRARIES).chain([&sudoku::LIBRARY, &dlx::LIBRARY]);
    #[cfg(feature = "pumpkin")]
    let listed = listed.chain([&pumpkin::LIBRARY]);
    listed.chain([&puzzle_solver::LIBRARY, &selen::LIBRARY])
}

/// One row of a table.
pub struct Peer {
    name: &'static str,
    variant: &'static str,
    start: Start,
}

/// How a peer is started.
enum Start {
    Library(&'static Library),
    /// By the level of propagation.
    Gecode(&'static str),
    /// By the name that the script knows.
    Python(&'static str),
    #[cfg(not(feature = "pumpkin"))]
    Skipped(&'static str),
}

/// Programs that are not part of this one.
pub struct Programs {
    /// The Python in which the packages are installed.
    pub python: String,
    /// The C++ compiler.
    pub cxx: String,
}

impl Peer {
    /// What is measured in a job, without its yardstick.
    pub fn all(job: Job) -> Vec<Peer> {
        let of = |library: &'static Library| Peer {
            name: library.name,
            variant: library.variant,
            start: Start::Library(library),
        };
        let mut peers: Vec<Peer> = libraries().filter(|library| library.does(job)).map(of).collect();
        peers.retain(|peer| peer.label() != Peer::yardstick(job).label());
        let external = |name, variant, start| Peer { name, variant, start };
        #[cfg(not(feature = "pumpkin"))]
        peers.push(external(
            "Crate pumpkin-solver",
            "first-fail",
            Start::Skipped("built without the feature `pumpkin`"),
        ));
        peers.push(external("Gecode", "IPL_VAL, first-fail", Start::Gecode("val")));
        peers.push(external("Gecode", "IPL_DOM, first-fail", Start::Gecode("dom")));
        peers.push(external("OR-Tools", "CP-SAT, from Python", Start::Python("cp-sat")));
        peers.push(external("python-constraint2", "default solver", Start::Python("constraint")));
        peers
    }

    /// What the others are held against.
    pub fn yardstick(job: Job) -> Peer {
        let library = match job {
            Job::Queens => &by_hand::BITMASK,
            Job::Permutations => &by_hand::PERMUTATIONS,
            Job::Sudoku => &sudoku::LIBRARY,
        };
        Peer { name: library.name, variant: library.variant, start: Start::Library(library) }
    }

    /// Name and use.
    pub fn label(&self) -> String {
        self.label_with("")
    }

    /// Name, version and use.
    pub fn label_with(&self, version: &str) -> String {
        let space = if version.is_empty() { "" } else { " " };
        format!("{}{space}{version}, {}", self.name, self.variant)
    }

    /// Starts it.
    pub fn start(&self, programs: &Programs) -> Result<Process, Failure> {
        Process::start(match self.start {
            Start::Library(library) => {
                let this = std::env::current_exe().map_err(|error| Failure::Broken(error.to_string()))?;
                let mut command = Command::new(this);
                command.args(["serve", &library.label()]);
                command
            }
            Start::Gecode(level) => gecode::command(&programs.cxx, level)?,
            Start::Python(solver) => python::command(&programs.python, solver),
            #[cfg(not(feature = "pumpkin"))]
            Start::Skipped(reason) => return Err(Failure::Skipped(reason.to_string())),
        })
    }
}

/// Reads the values of a solution, so that no compiler leaves out finding them.
fn read(values: impl IntoIterator<Item = impl Into<i64>>) {
    black_box(values.into_iter().map(Into::into).sum::<i64>());
}

/// The rows, columns and boxes of a Sudoku, as numbers of cells.
fn units() -> impl Iterator<Item = [usize; 9]> {
    (0..9).flat_map(|unit| {
        let corner = 27 * (unit / 3) + 3 * (unit % 3);
        [
            std::array::from_fn(|i| 9 * unit + i),
            std::array::from_fn(|i| 9 * i + unit),
            std::array::from_fn(|i| corner + 9 * (i / 3) + i % 3),
        ]
    })
}

/// The clue of each cell of a puzzle, if it has one.
fn clues(puzzle: &str) -> impl Iterator<Item = Option<i32>> {
    puzzle.chars().map(|cell| cell.to_digit(10).map(|digit| digit as i32))
}
