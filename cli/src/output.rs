//! Standard output, buffered: full buffers are written at once, others soon, so that a reader never waits for long.

use std::io::{self, Write as _};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

/// The size from which the buffer is written at once.
const FULL: usize = 1 << 16;

/// The longest time that a text stays in the buffer while a search runs.
const PATIENCE: Duration = Duration::from_millis(100);

/// Standard output, shared between a command and the monitor of its search.
#[derive(Clone)]
pub struct Output(Arc<Mutex<State>>);

struct State {
    /// What was printed and not yet written.
    buffer: String,
    /// When the buffer was last written.
    written: Instant,
    /// The progress display, which makes room for the text where both share a terminal.
    bar: ProgressBar,
}

impl Output {
    pub fn new(bar: ProgressBar) -> Output {
        Output(Arc::new(Mutex::new(State { buffer: String::new(), written: Instant::now(), bar })))
    }

    /// Prints what `write` appends.
    pub fn print(&self, write: impl FnOnce(&mut String)) -> io::Result<()> {
        self.with(|state| {
            write(&mut state.buffer);
            if state.buffer.len() >= FULL { state.flush() } else { Ok(()) }
        })
    }

    /// Writes what has waited for long enough.
    pub fn refresh(&self) -> io::Result<()> {
        self.with(|state| if state.written.elapsed() >= PATIENCE { state.flush() } else { Ok(()) })
    }

    /// Writes all that was printed.
    pub fn flush(&self) -> io::Result<()> {
        self.with(State::flush)
    }

    fn with(&self, action: impl FnOnce(&mut State) -> io::Result<()>) -> io::Result<()> {
        action(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl State {
    fn flush(&mut self) -> io::Result<()> {
        self.written = Instant::now();
        if self.buffer.is_empty() {
            return Ok(());
        }
        let mut out = io::stdout().lock();
        self.bar.suspend(|| out.write_all(self.buffer.as_bytes()).and_then(|()| out.flush()))?;
        self.buffer.clear();
        Ok(())
    }
}
