//! Paired rounds: in each, the yardstick does a case first, and then the peer; the median of their ratios counts.

use std::time::{Duration, Instant};

use crate::job::Case;
use crate::paired::median;
use crate::process::{Answer, Failure, Process};

/// One side of a round lasts at least about so long, in seconds: what is quicker is run several times.
const SHORTEST: f64 = 0.01;

/// How long a measurement may go on.
#[derive(Clone, Copy)]
pub struct Bounds {
    /// At most so many rounds.
    pub rounds: usize,
    /// No single run is longer, and no round begins later than this.
    pub limit: Duration,
}

/// What is known of one peer in one case. Times are seconds of a run; all are medians of the rounds.
#[derive(Debug)]
pub struct Measured {
    pub yardstick: f64,
    pub time: f64,
    pub ratio: f64,
    pub rounds: usize,
    /// A wrong number of solutions.
    pub mistake: Option<String>,
}

/// One side of the rounds.
struct Side<'a> {
    process: &'a mut Process,
    runs: u32,
}

impl Side<'_> {
    /// Does the case; `None` if that was too short to be measured. Then there will be more runs the next time.
    fn time(&mut self, case: &Case, limit: Duration) -> Result<Option<Answer>, Failure> {
        let answer = self.process.ask(case, self.runs, limit)?;
        let all = answer.seconds * f64::from(self.runs);
        if all >= SHORTEST / 2.0 {
            return Ok(Some(answer));
        }
        self.runs = (SHORTEST / answer.seconds.max(1e-9)).ceil() as u32;
        Ok(None)
    }
}

/// Measures a peer against the yardstick. A peer that fails after the first round has what it had until then.
pub fn measure(yardstick: &mut Process, peer: &mut Process, case: &Case, bounds: Bounds) -> Result<Measured, Failure> {
    let (mut yardstick, mut peer) = (Side { process: yardstick, runs: 1 }, Side { process: peer, runs: 1 });
    while yardstick.time(case, bounds.limit)?.is_none() {}
    let (mut yardsticks, mut times, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    let mut mistake = None;
    let start = Instant::now();
    while times.len() < bounds.rounds && (times.is_empty() || start.elapsed() < bounds.limit) {
        let Some(held_against) = yardstick.time(case, bounds.limit)? else { continue };
        match peer.time(case, bounds.limit) {
            Ok(None) => {}
            Ok(Some(answer)) => {
                mistake = mistake.or(case.mistake(&answer.found));
                yardsticks.push(held_against.seconds);
                times.push(answer.seconds);
                ratios.push(answer.seconds / held_against.seconds);
            }
            Err(failure) if times.is_empty() => return Err(failure),
            Err(_) => break,
        }
    }
    let rounds = times.len();
    Ok(Measured {
        yardstick: median(&mut yardsticks),
        time: median(&mut times),
        ratio: median(&mut ratios),
        rounds,
        mistake,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    /// A peer whose every run takes so many milliseconds by its own account.
    fn peer(milliseconds: u32, found: u64) -> Process {
        let answer = format!("$((runs * {milliseconds} / 1000)).$(printf %03d $((runs * {milliseconds} % 1000)))");
        let script = format!("echo ready; while read -r job runs rest; do echo \"{answer} {found}\"; done");
        let mut command = Command::new("sh");
        command.args(["-c", &script]);
        Process::start(command).ok().unwrap()
    }

    #[test]
    fn ratios_and_mistakes() {
        let bounds = Bounds { rounds: 3, limit: Duration::from_secs(20) };
        let measured = measure(&mut peer(2, 92), &mut peer(40, 91), &Case::queens(8), bounds).unwrap();
        assert_eq!((measured.yardstick, measured.time, measured.rounds), (0.002, 0.04, 3));
        assert!((measured.ratio - 20.0).abs() < 1e-9);
        assert_eq!(measured.mistake.as_deref(), Some("WRONG: 91, not 92"));
    }

    #[test]
    fn one_round_however_short_the_time() {
        let bounds = Bounds { rounds: 3, limit: Duration::from_secs(2) };
        let mut slow = Command::new("sh");
        slow.args(["-c", "echo ready; while read -r line; do sleep 1.1; echo 1.1 92; done"]);
        let measured =
            measure(&mut peer(20, 92), &mut Process::start(slow).ok().unwrap(), &Case::queens(8), bounds).unwrap();
        assert!(measured.rounds < 3);
        assert_eq!(measured.mistake, None);
    }
}
