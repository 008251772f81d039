//! A peer from outside: every peer is a process of its own, so that one that takes too long, or crashes, ends alone.
//!
//! The process first writes a line, `ready VERSION` or `skipped REASON`. It then reads a question a line,
//! `JOB RUNS QUESTION…`, and answers each with a line: the seconds that all runs took by its own clock, and how many
//! solutions each question has. So neither the start of a process nor the way of a question counts.

use std::io::{BufRead, BufReader, Read, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crate::job::Case;

/// A peer may take this long until it is ready.
const START: Duration = Duration::from_secs(60);

/// A running peer.
pub struct Process {
    child: Child,
    questions: ChildStdin,
    answers: Receiver<String>,
    errors: Receiver<String>,
    /// What the peer says of its version; may be empty.
    pub version: String,
}

/// What a peer answers.
#[derive(Debug, PartialEq)]
pub struct Answer {
    /// Seconds of one run.
    pub seconds: f64,
    /// How many solutions each question has.
    pub found: Vec<u64>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    /// The limit was too short.
    TooLong(Duration),
    /// The peer is not there.
    Skipped(String),
    /// The peer ended, or said what cannot be understood.
    Broken(String),
}

impl Process {
    /// Starts a peer and waits until it is ready.
    pub fn start(mut command: Command) -> Result<Self, Failure> {
        let program = command.get_program().to_string_lossy().into_owned();
        let mut child = (command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn())
            .map_err(|error| Failure::Skipped(format!("cannot start {program}: {error}")))?;
        let questions = child.stdin.take().expect("a pipe");
        let answers = lines(child.stdout.take().expect("a pipe"));
        let errors = lines(child.stderr.take().expect("a pipe"));
        let mut process = Self { child, questions, answers, errors, version: String::new() };
        let line = process.line(START)?;
        match line.split_once(' ').unwrap_or((&line, "")) {
            ("ready", version) => process.version = version.to_string(),
            ("skipped", reason) => return Err(Failure::Skipped(reason.to_string())),
            _ => return Err(Failure::Broken(format!("neither ready nor skipped: {line}"))),
        }
        Ok(process)
    }

    /// Has the peer do a case some times over, all of them within the limit.
    pub fn ask(&mut self, case: &Case, runs: u32, limit: Duration) -> Result<Answer, Failure> {
        // A peer that has ended reads nothing; the missing answer tells.
        let _ = writeln!(self.questions, "{} {runs} {}", case.job, case.questions.join(" "));
        let _ = self.questions.flush();
        let line = self.line(limit)?;
        parse(&line, runs).ok_or_else(|| Failure::Broken(format!("no answer: {line}")))
    }

    fn line(&mut self, limit: Duration) -> Result<String, Failure> {
        self.answers.recv_timeout(limit).map_err(|error| match error {
            RecvTimeoutError::Timeout => Failure::TooLong(limit),
            RecvTimeoutError::Disconnected => self.ended(),
        })
    }

    /// How the peer ended, in its own last words if there are any.
    fn ended(&mut self) -> Failure {
        let status = self.child.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
        let last = self.errors.iter().filter(|line| !line.trim().is_empty()).last();
        Failure::Broken(match last {
            Some(words) => format!("{status}: {words}"),
            None => status,
        })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Both fail only where it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads a pipe on a thread of its own, so that a line can be waited for as long as one wants.
fn lines(pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for line in BufReader::new(pipe).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

fn parse(line: &str, runs: u32) -> Option<Answer> {
    let mut words = line.split(' ');
    let seconds: f64 = words.next()?.parse().ok()?;
    let found = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
    (seconds >= 0.0).then(|| Answer { seconds: seconds / f64::from(runs), found })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn what_a_peer_answers() {
        let script = "echo ready 1.2; while read -r job runs size; do echo \"$runs.5 9$size\"; done";
        let mut process = Process::start(shell(script)).ok().unwrap();
        assert_eq!(process.version, "1.2");
        let answer = process.ask(&Case::queens(2), 10, START);
        assert_eq!(answer, Ok(Answer { seconds: 1.05, found: vec![92] }));
    }

    #[test]
    fn why_a_peer_does_not_answer() {
        let failure = |script: &str| {
            let mut process = match Process::start(shell(script)) {
                Ok(process) => process,
                Err(failure) => return failure,
            };
            process.ask(&Case::queens(8), 1, Duration::from_millis(300)).unwrap_err()
        };
        assert_eq!(failure("echo skipped not installed"), Failure::Skipped("not installed".to_string()));
        assert_eq!(failure("echo ready; sleep 60"), Failure::TooLong(Duration::from_millis(300)));
        let broken = |why: &str| Failure::Broken(why.to_string());
        assert_eq!(failure("echo hello"), broken("neither ready nor skipped: hello"));
        assert_eq!(failure("echo ready; read -r line; echo many"), broken("no answer: many"));
        assert_eq!(failure("echo ready; read -r line; echo 'a b\n' >&2; exit 3"), broken("exit status: 3: a b"));
        assert!(matches!(Process::start(Command::new("no-such-program")), Err(Failure::Skipped(_))));
    }
}
