//! The progress of work that lasts, shown where standard error is a terminal.

use std::io::{self, IsTerminal as _};
use std::time::{Duration, Instant};

use bezzel::Statistics;
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How long work lasts before its progress is shown.
const PATIENCE: Duration = Duration::from_millis(500);

/// The time between two updates.
const PERIOD: Duration = Duration::from_millis(100);

/// The length of the bar's scale.
const SCALE: u64 = 10_000;

/// A display that appears once the work has lasted for a while.
#[derive(Clone)]
pub struct Progress {
    bar: ProgressBar,
    started: Instant,
    /// When the display is due next; `None` where there is no terminal.
    due: Option<Instant>,
}

impl Progress {
    pub fn new(started: Instant) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(SCALE), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{elapsed_precise} [{bar:16}] {msg}") {
            bar.set_style(style.progress_chars("=> "));
        }
        let due = io::stderr().is_terminal().then(|| started + PATIENCE);
        Progress { bar, started, due }
    }

    /// The display itself, for those who print beside it.
    pub fn bar(&self) -> ProgressBar {
        self.bar.clone()
    }

    /// Whether anything will ever be shown.
    pub fn is_visible(&self) -> bool {
        self.due.is_some()
    }

    /// Shows how far one search has come.
    pub fn search(&mut self, statistics: &Statistics, explored: f64) {
        self.show((explored * SCALE as f64) as u64, |seconds| {
            let speed = (statistics.nodes as f64 / seconds) as u64;
            let (found, speed) = (HumanCount(statistics.solutions), HumanCount(speed));
            format!("{} of the tree, {found} found, {speed} nodes/s", percent(explored))
        });
    }

    /// Shows how many puzzles are done.
    pub fn puzzles(&mut self, done: u64) {
        self.show(0, |seconds| format!("{} puzzles, {:.0} a second", HumanCount(done), done as f64 / seconds));
    }

    /// Removes the display.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }

    fn show(&mut self, position: u64, message: impl FnOnce(f64) -> String) {
        let now = Instant::now();
        if self.due.is_none_or(|due| now < due) {
            return;
        }
        if self.bar.is_hidden() {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.due = Some(now + PERIOD);
        self.bar.set_position(position);
        self.bar.set_message(message((now - self.started).as_secs_f64()));
    }
}

/// A share in percent; a small one is not shown as none.
fn percent(share: f64) -> String {
    if share < 0.0001 { "under 0.01 %".to_owned() } else { format!("{:.2} %", 100.0 * share) }
}
