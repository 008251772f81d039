//! The jobs: what a peer is asked, and what has to come out.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use bezzel::models::sudoku::Puzzle;

/// How many solutions of a puzzle are asked for: the second one tells whether the first is the only one.
pub const ENOUGH: u64 = 2;

/// Number of solutions for 0, 1, 2, … queens (OEIS A000170).
const QUEENS: [u64; 17] = [1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512];

/// The largest number of queens whose solutions are known here.
pub const MOST_QUEENS: usize = QUEENS.len() - 1;

/// The largest number of values whose permutations are found in a bearable time.
pub const MOST_VALUES: usize = 12;

/// The puzzles that are measured when no file is given; they stand in the tests and examples of the library as well.
const PUZZLES: [(&str, u64, &str); 5] = [
    ("30 clues", 1, "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"),
    ("17 clues", 1, ".....7......1.3..56..........3.....1...26.....5.....8.......4........263....98..."),
    ("26 clues", 1, "..4.5.1...536...9..1....6....5..7....9...1..8.815...4......943....8...7....4.59.."),
    ("hard", 1, "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."),
    ("two solutions", 2, "..7..6..8......9...5...2.3...5..1.47..92...........8.1.3..2.7644...8....9.2..4..."),
];

/// What is to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Job {
    /// All ways to place queens.
    Queens,
    /// All permutations.
    Permutations,
    /// The first two solutions of each puzzle.
    Sudoku,
}

impl Job {
    pub const ALL: [Job; 3] = [Job::Queens, Job::Permutations, Job::Sudoku];
}

impl fmt::Display for Job {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Job::Queens => "queens",
            Job::Permutations => "permutations",
            Job::Sudoku => "sudoku",
        })
    }
}

impl FromStr for Job {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Job::ALL.into_iter().find(|job| job.to_string() == text).ok_or_else(|| format!("there is no job `{text}`"))
    }
}

/// One column of a table.
#[derive(Debug)]
pub struct Case {
    pub job: Job,
    /// What stands above the column.
    pub name: String,
    /// A number of queens or values; one puzzle or several, each in 81 characters.
    pub questions: Vec<String>,
    /// How many solutions each question has, as far as they are asked for.
    pub expected: Vec<u64>,
}

impl Case {
    /// All solutions for `n` queens.
    pub fn queens(n: usize) -> Self {
        Self::of_size(Job::Queens, n, QUEENS[n])
    }

    /// All permutations of `n` values.
    pub fn permutations(n: usize) -> Self {
        Self::of_size(Job::Permutations, n, (1..=n as u64).product())
    }

    fn of_size(job: Job, n: usize, solutions: u64) -> Self {
        Self { job, name: n.to_string(), questions: vec![n.to_string()], expected: vec![solutions] }
    }

    /// The puzzles of this program, each a case of its own.
    pub fn puzzles() -> Vec<Self> {
        let case = |(name, solutions, puzzle): (&str, u64, &str)| Self {
            job: Job::Sudoku,
            name: name.to_string(),
            questions: vec![puzzle.to_string()],
            expected: vec![solutions],
        };
        PUZZLES.map(case).into()
    }

    /// The puzzles of a file as one case: a puzzle a line, empty lines and lines that begin with `#` left out.
    ///
    /// What is expected is what the crate `sudoku` finds.
    pub fn file(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut questions = Vec::new();
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
            let puzzle: Puzzle =
                line.trim().parse().map_err(|error| format!("{}, line {number}: {error}", path.display()))?;
            questions.push(puzzle.to_string());
        }
        if questions.is_empty() {
            return Err(format!("{}: there is no puzzle in it", path.display()));
        }
        let expected = questions.iter().map(|puzzle| crate::peers::sudoku::count(puzzle)).collect();
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Ok(Self { job: Job::Sudoku, name, questions, expected })
    }

    /// The size, where a larger one takes longer.
    pub fn size(&self) -> Option<usize> {
        (self.job != Job::Sudoku).then(|| self.questions[0].parse().expect("a size"))
    }

    /// What the case asks for, as a title.
    pub fn title(&self) -> String {
        match (self.job, self.questions.len()) {
            (Job::Sudoku, 1) => format!("sudoku, {}: the first {ENOUGH} solutions", self.name),
            (Job::Sudoku, puzzles) => {
                format!("sudoku, {}: the first {ENOUGH} solutions of each of {puzzles} puzzles", self.name)
            }
            (job, _) => format!("{job} {}: all {} solutions", self.name, self.expected[0]),
        }
    }

    /// What is wrong with the numbers of solutions that were found, if anything is.
    pub fn mistake(&self, found: &[u64]) -> Option<String> {
        if found.len() != self.expected.len() {
            return Some(format!("WRONG: {} answers, not {}", found.len(), self.expected.len()));
        }
        let mut wrong = (1..).zip(found.iter().zip(&self.expected)).filter(|(_, (found, expected))| found != expected);
        let (number, (found, expected)) = wrong.next()?;
        Some(match (self.expected.len(), wrong.count()) {
            (1, _) => format!("WRONG: {found}, not {expected}"),
            (_, others) => format!("WRONG: puzzle {number}: {found}, not {expected}; {others} more are wrong"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_count_is_told() {
        assert_eq!(Case::queens(8).mistake(&[92]), None);
        assert_eq!(Case::queens(8).mistake(&[91]).as_deref(), Some("WRONG: 91, not 92"));
        assert_eq!(Case::permutations(3).mistake(&[]).as_deref(), Some("WRONG: 0 answers, not 1"));
        let questions = vec![String::new(); 4];
        let case = Case { job: Job::Sudoku, name: String::new(), questions, expected: vec![1, 2, 1, 0] };
        assert_eq!(case.mistake(&[1, 2, 1, 0]), None);
        // as many in all, and still wrong
        let mistake = case.mistake(&[1, 1, 2, 0]);
        assert_eq!(mistake.as_deref(), Some("WRONG: puzzle 2: 1, not 2; 1 more are wrong"));
    }
}
