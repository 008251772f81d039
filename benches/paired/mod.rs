//! Two programs timed side by side in one process: a ratio means the same on every machine, a time does not.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Rounds of one pair; the median of their ratios is what counts.
const ROUNDS: usize = 7;

/// One side of one round lasts at least this long: what is quicker is run several times.
const SHORTEST: Duration = Duration::from_millis(2);

/// Prints one line for each contestant, timed in turn with the table's yardstick.
pub struct Table<Y> {
    yardstick: Y,
    runs: u32,
    expected: u64,
}

impl<Y: FnMut() -> u64> Table<Y> {
    /// Prints the head of a table whose contestants must all return `expected`.
    pub fn new(title: &str, yardstick_name: &str, mut yardstick: Y, expected: u64) -> Self {
        let start = Instant::now();
        black_box(yardstick());
        let once = start.elapsed().as_nanos().max(1);
        let runs = SHORTEST.as_nanos().div_ceil(once) as u32;
        println!("\n{title}; yardstick: {yardstick_name}");
        println!("  {:<46} {:>12} {:>12} {:>8}", "", "yardstick", "time", "ratio");
        Self { yardstick, runs, expected }
    }

    /// Times `contestant` against the yardstick and prints the medians; a wrong result is shown as wrong.
    pub fn row(&mut self, name: &str, mut contestant: impl FnMut() -> u64) {
        let (mut yardsticks, mut times, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        let mut result = 0;
        for _ in 0..ROUNDS {
            let yardstick = per_run(self.runs, || {
                black_box((self.yardstick)());
            });
            let time = per_run(self.runs, || result = black_box(contestant()));
            yardsticks.push(yardstick);
            times.push(time);
            ratios.push(time / yardstick);
        }
        println!(
            "  {name:<46} {:>12} {:>12} {:>8.2}{}",
            in_units(median(&mut yardsticks)),
            in_units(median(&mut times)),
            median(&mut ratios),
            if result == self.expected { String::new() } else { format!("  WRONG: {result}, not {}", self.expected) }
        );
    }
}

/// Seconds that one of several runs takes.
fn per_run(runs: u32, mut run: impl FnMut()) -> f64 {
    let start = Instant::now();
    for _ in 0..runs {
        run();
    }
    start.elapsed().as_secs_f64() / f64::from(runs)
}

/// The value in the middle.
pub fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// A time for reading.
pub fn in_units(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.1} µs", s * 1e6),
        s if s < 1.0 => format!("{:.2} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}
