//! Ctrl-C: the first one stops the search and keeps what was found, the second one ends the program.

use std::process;
use std::sync::{Arc, Mutex, PoisonError};

use bezzel::Canceller;

use crate::failure::say;

/// The exit code of a program that Ctrl-C has stopped.
pub const EXIT_CODE: u8 = 130;

/// Remembers Ctrl-C and passes it on to the search that runs.
#[derive(Clone, Default)]
pub struct Interrupt(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    /// Whether Ctrl-C was pressed.
    requested: bool,
    /// The search that runs.
    running: Option<Canceller>,
    /// Whether the program waits for input, with all its output written.
    waiting: bool,
}

impl Interrupt {
    /// Listens to Ctrl-C from here on; where it is ignored, as in a background job, it stays ignored.
    pub fn listen() -> Interrupt {
        let interrupt = Interrupt::default();
        let handler = interrupt.clone();
        let _ = ctrlc::try_set_handler(move || handler.request());
        interrupt
    }

    /// Stops this search when Ctrl-C comes, or at once if it has come already.
    pub fn watch(&self, canceller: Canceller) {
        self.change(|state| {
            if state.requested {
                canceller.cancel();
            }
            state.running = Some(canceller);
        });
    }

    /// Whether Ctrl-C was pressed.
    pub fn requested(&self) -> bool {
        self.change(|state| state.requested)
    }

    /// Waits for input by `wait`; Ctrl-C then ends the program at once.
    pub fn while_waiting<R>(&self, wait: impl FnOnce() -> R) -> R {
        self.change(|state| state.waiting = true);
        let result = wait();
        self.change(|state| state.waiting = false);
        result
    }

    fn request(&self) {
        self.change(|state| {
            if state.waiting {
                say("stopped by Ctrl-C while waiting for input");
            }
            if state.requested || state.waiting {
                process::exit(i32::from(EXIT_CODE));
            }
            state.requested = true;
            if let Some(running) = &state.running {
                running.cancel();
            }
        });
    }

    fn change<R>(&self, change: impl FnOnce(&mut State) -> R) -> R {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
