//! The commands and their options.

use std::time::Duration;

use bezzel::{Propagation, VariableOrder};
use clap::{Args, Parser, Subcommand, ValueEnum};

/// The largest N that is taken: domains have N * N bits, which ten times as much would make a gigabyte.
const LARGEST: usize = 10_000;

/// Solve N-Queens, Sudoku and permutations with the constraint solver Bezzel.
#[derive(Debug, Parser)]
#[command(name = "bezzel", version, arg_required_else_help = true, disable_help_subcommand = true)]
#[command(after_help = "Exit codes: 0 done or stopped by a limit, 1 bad input, 2 wrong usage, 130 stopped by Ctrl-C.")]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Place N queens on an N by N board, no two in one row, column or diagonal.
    #[command(visible_alias = "nqueens")]
    Queens(Queens),
    /// Solve Sudoku puzzles and say of each whether its solution is the only one.
    Sudoku(Sudoku),
    /// List the permutations of 0 to N - 1.
    Permutations(Permutations),
}

#[derive(Debug, Args)]
pub struct Queens {
    /// The number of queens, and of rows and columns
    #[arg(value_name = "N", value_parser = size, allow_negative_numbers = true)]
    pub n: usize,
    /// How a solution is printed
    #[arg(long, value_enum, default_value_t = BoardFormat::Board)]
    pub format: BoardFormat,
    /// Keep one solution of each class under the eight symmetries of the board: the lexicographically smallest
    #[arg(long)]
    pub unique: bool,
    /// Leave a constraint out, to see what it does; may be given more than once
    #[arg(long, value_enum, value_name = "CONSTRAINT", value_delimiter = ',')]
    pub without: Vec<Without>,
    #[command(flatten)]
    pub search: SearchOptions,
}

#[derive(Debug, Args)]
pub struct Sudoku {
    /// A puzzle of 81 characters (1 to 9, '.' or '0' for an empty cell), or a file of one puzzle a line, or '-'
    #[arg(value_name = "PUZZLE|FILE|-")]
    pub source: String,
    /// How a solution is printed
    #[arg(long, value_enum, default_value_t = GridFormat::Grid)]
    pub format: GridFormat,
    #[command(flatten)]
    pub search: SearchOptions,
}

#[derive(Debug, Args)]
pub struct Permutations {
    /// The number of values
    #[arg(value_name = "N", value_parser = size, allow_negative_numbers = true)]
    pub n: usize,
    #[command(flatten)]
    pub search: SearchOptions,
}

/// The options that every command has.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub struct SearchOptions {
    /// Print only the number of solutions
    #[arg(long)]
    pub count: bool,
    /// Print one solution, any one, and stop
    #[arg(long, conflicts_with_all = ["count", "limit"])]
    pub first: bool,
    /// Stop after K solutions (sudoku: print up to K instead of one)
    #[arg(long, value_name = "K", value_parser = limit, allow_negative_numbers = true)]
    pub limit: Option<u64>,
    /// Stop after so many seconds; a fraction is allowed
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub time_limit: Option<Duration>,
    /// What is concluded from a decision before the next one is made
    #[arg(long, value_enum, default_value_t = PropagationMode::Fixpoint)]
    pub propagation: PropagationMode,
    /// Which variable is decided next [default: input; any for --first, first-fail for sudoku]
    #[arg(long, value_enum)]
    pub order: Option<Order>,
    /// Try the values of a variable in random order, always the same for the same seed and version; with --first: what
    /// restarts start from
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Search on N threads, 0 for one on each core; solutions then come in no particular order, unless --order input is
    /// given. Only --propagation fixpoint uses more than one
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads, allow_negative_numbers = true)]
    pub threads: usize,
    /// Print the counters of the search, with their definitions, on standard error
    #[arg(long)]
    pub stats: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BoardFormat {
    /// N rows of Q and '.', a blank line between boards
    Board,
    /// The column of each row's queen, counted from 0: [1, 3, 0, 2]
    Columns,
    /// One list of boards, each a list of strings
    Json,
    /// As board, with a blank between squares
    Spaced,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GridFormat {
    /// Nine rows of nine digits, then a line that says whether it is the only solution
    Grid,
    /// 81 digits, then unique, several, none or unknown
    Line,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Without {
    /// At most one queen in each column
    Columns,
    /// At most one queen on each diagonal from top left to bottom right
    Diagonals,
    /// At most one queen on each diagonal from top right to bottom left
    AntiDiagonals,
}

impl Without {
    /// The label of the constraint in the model.
    pub fn label(self) -> &'static str {
        match self {
            Without::Columns => "columns",
            Without::Diagonals => "diagonals",
            Without::AntiDiagonals => "anti-diagonals",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PropagationMode {
    /// Nothing: a constraint is tested once its variables are decided
    Backtracking,
    /// Values in conflict with the decision leave the undecided variables
    ForwardChecking,
    /// As forward checking, and what follows from variables with one value left
    Fixpoint,
    /// As fixpoint, and values without support in some other variable leave
    ArcConsistency,
}

impl From<PropagationMode> for Propagation {
    fn from(mode: PropagationMode) -> Self {
        match mode {
            PropagationMode::Backtracking => Propagation::Backtracking,
            PropagationMode::ForwardChecking => Propagation::ForwardChecking,
            PropagationMode::Fixpoint => Propagation::Fixpoint,
            PropagationMode::ArcConsistency => Propagation::ArcConsistency,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Order {
    /// As declared: row by row
    Input,
    /// The variable with the fewest values left
    FirstFail,
}

impl From<Order> for VariableOrder {
    fn from(order: Order) -> Self {
        match order {
            Order::Input => VariableOrder::Input,
            Order::FirstFail => VariableOrder::FirstFail,
        }
    }
}

/// Reads N.
fn size(text: &str) -> Result<usize, String> {
    let allowed = || format!("N is a whole number from 0 to {LARGEST}");
    text.parse().ok().filter(|&n| n <= LARGEST).ok_or_else(allowed)
}

/// Reads the number of a limit.
fn limit(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a limit is a whole number from 0 to {}", u64::MAX))
}

/// Reads a seed.
fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a seed is a whole number from 0 to {}", u64::MAX))
}

/// Reads the number of threads.
fn threads(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "the number of threads is a whole number, 0 for one on each core".to_owned())
}

/// Reads a duration in seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let duration = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration.ok_or_else(|| "a time is a number of seconds from 0 upwards, such as 2 or 0.5".to_owned())
}
