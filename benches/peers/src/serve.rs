//! A peer from inside, for those that are compiled into this program; see [`crate::process`] for what is said.

use std::hint::black_box;
use std::io::{self, Write as _};
use std::time::Instant;

use crate::job::Job;
use crate::peers::Library;

/// A question in the form that a library wants it in.
enum Question {
    Size(usize),
    Puzzle(String),
}

/// Answers questions from standard input until there are no more.
pub fn serve(library: &Library) -> Result<(), String> {
    tell(&format!("ready {}", library.version()))?;
    for line in io::stdin().lines() {
        let line = line.map_err(|error| error.to_string())?;
        tell(&answer(library, &line)?)?;
    }
    Ok(())
}

fn tell(line: &str) -> Result<(), String> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).map_err(|error| error.to_string())
}

fn answer(library: &Library, line: &str) -> Result<String, String> {
    let mut words = line.split(' ');
    let job: Job = words.next().unwrap_or_default().parse()?;
    let runs: u32 = words.next().and_then(|word| word.parse().ok()).ok_or("no number of runs")?;
    let questions: Vec<Question> = match job {
        Job::Sudoku => words.map(|word| Question::Puzzle(word.to_string())).collect(),
        _ => words.map(|word| word.parse().map(Question::Size)).collect::<Result<_, _>>().map_err(|_| "no size")?,
    };
    let mut found = Vec::with_capacity(questions.len());
    let start = Instant::now();
    for _ in 0..runs {
        found.clear();
        for question in &questions {
            found.push(black_box(solve(library, job, black_box(question)).ok_or("it does not do this job")?));
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    Ok(found.iter().fold(seconds.to_string(), |line, found| format!("{line} {found}")))
}

fn solve(library: &Library, job: Job, question: &Question) -> Option<u64> {
    match (job, question) {
        (Job::Queens, &Question::Size(n)) => library.queens.map(|queens| queens(n)),
        (Job::Permutations, &Question::Size(n)) => library.permutations.map(|permutations| permutations(n)),
        (Job::Sudoku, Question::Puzzle(puzzle)) => library.sudoku.map(|sudoku| sudoku(puzzle)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::Case;
    use crate::peers;

    /// Every library finds what is expected in small cases of every job that it does.
    #[test]
    fn libraries_are_right() {
        let small = (1..=6).map(Case::queens).chain((1..=5).map(Case::permutations));
        for case in small.chain(Case::puzzles().into_iter().filter(|case| case.name == "30 clues")) {
            for library in peers::libraries().filter(|library| library.does(case.job)) {
                let line = answer(library, &format!("{} 2 {}", case.job, case.questions[0])).unwrap();
                let (seconds, found) = line.split_once(' ').unwrap();
                assert!(seconds.parse::<f64>().is_ok());
                assert_eq!(found, case.expected[0].to_string(), "{}, {}", library.label(), case.title());
            }
        }
    }

    #[test]
    fn what_is_no_question() {
        let library = peers::libraries().next().unwrap();
        for line in ["", "chess 1 8", "queens", "queens many 8", "queens 1 eight", "sudoku 1 53"] {
            assert!(answer(library, line).is_err(), "{line}");
        }
    }
}
