//! Instructions and mispredicted branches of single jobs, counted by callgrind: figures that hardly depend on the
//! machine and not at all on what else it does.
//!
//! `cargo bench --bench instructions` prints them beside the recorded ones in benches/instructions.txt;
//! `-- --record` rewrites that file; `-- --check 3` fails if a job moved by more than three percent, and is skipped where
//! another compiler made the recorded counts, or where valgrind is missing; other arguments choose jobs by a part of their
//! name. Each job is a process of its own. Mispredicted branches are simulated: good for comparing two versions, not for
//! predicting a machine.

#[allow(dead_code, reason = "another benchmark uses the rest")]
mod declarative;
#[allow(dead_code, reason = "the other benchmark uses the rest")]
mod hand_written;

use bezzel::models::{nqueens, permutations};
use bezzel::{Answer, Compiled, Event, Model, ModelError, Observer, Propagation, Silent, Solver, Value, Var};
use bezzel::{Compare, VariableOrder, all_different, not_equal, sum};
use declarative::{advance, compiled, count, count_depth_first, solutions};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hint::black_box;
use std::process::{Command, ExitCode};

/// Where the recorded figures stand.
const RECORDED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/instructions.txt");

/// The line of that file that says what the counts depend on.
const MADE_WITH: &str = "# made with: ";

/// A job by name: it gives what is to be counted to [`counted`], once, and returns whether the result is right.
type Job = (&'static str, fn() -> bool);

/// The jobs. Building and compiling the model is not counted unless the name says so.
const JOBS: &[Job] = &[
    ("queens-12-bitmask-by-hand", || counted(|| hand_written::bitmask((1 << black_box(12)) - 1, 0, 0, 0)) == 14200),
    ("queens-12-count", || search(nqueens(12), count) == 14200),
    ("queens-12-count-depth-first", || search(nqueens(12), count_depth_first) == 14200),
    ("queens-12-advance", || search(nqueens(12), advance) == 14200),
    ("queens-12-solutions", || search(nqueens(12), solutions) == 14200),
    ("queens-8-build", || counted(|| nqueens(black_box(8)).is_ok())),
    ("queens-8-compile-and-solve", || compile_and(|solver| matches!(solver.solve(), Answer::Solution(_)))),
    ("queens-8-compile-and-next", || compile_and(|solver| solver.solutions().next().is_some())),
    ("queens-8-count", || search(nqueens(8), count) == 92),
    ("queens-14-count", || search(nqueens(14), count) == 365_596),
    ("queens-8-backtracking", || search(nqueens(8), |model| count_by(Propagation::Backtracking, model)) == 92),
    ("queens-8-forward-checking", || search(nqueens(8), |model| count_by(Propagation::ForwardChecking, model)) == 92),
    ("queens-8-arc-consistency", || search(nqueens(8), |model| count_by(Propagation::ArcConsistency, model)) == 92),
    ("queens-1000-compile", || counted(|| compiled(nqueens(1000))).1.len() == 1000),
    ("queens-1000-first-fail", || search(nqueens(1000), |model| first(model, VariableOrder::FirstFail))),
    ("permutations-8-advance", || search(permutations(8), advance) == 40320),
    ("send-more-money-compile", || counted(|| compiled(send_more_money())).1.len() == 8),
    ("send-more-money-count", || search(send_more_money(), count) == 1),
    (SILENT, || observed(|| Silent)),
    (SWITCHED_OFF, || observed(|| SwitchedOff)),
];

/// These two jobs differ in an observer that is switched off, and must not differ by one instruction.
const SILENT: &str = "observer-default";
const SWITCHED_OFF: &str = "observer-switched-off";

/// What callgrind counts in one run.
#[derive(Copy, Clone)]
struct Cost {
    instructions: u64,
    mispredicted: u64,
}

fn main() -> ExitCode {
    // Cargo passes `--bench` to every benchmark.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    if let [flag, number] = &arguments[..]
        && flag == "--job"
    {
        return run_job(number);
    }
    match Options::parse(&arguments).and_then(|options| compare(&options)) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("instructions: {message}");
            ExitCode::from(2)
        }
    }
}

/// What the command line asks for.
#[derive(Default)]
struct Options {
    record: bool,
    tolerance: Option<f64>,
    parts: Vec<String>,
}

impl Options {
    fn parse(arguments: &[String]) -> Result<Self, String> {
        let mut options = Self::default();
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--record" => options.record = true,
                "--check" => {
                    let percent = arguments.next().and_then(|text| text.parse().ok());
                    options.tolerance = Some(percent.ok_or("--check needs a number of percent")?);
                }
                flag if flag.starts_with('-') => return Err(format!("unknown option {flag}")),
                part => options.parts.push(part.to_owned()),
            }
        }
        Ok(options)
    }

    fn wants(&self, name: &str) -> bool {
        self.parts.is_empty() || self.parts.iter().any(|part| name.contains(part.as_str()))
    }
}

/// Runs the chosen jobs under callgrind and prints, records or checks what they cost.
fn compare(options: &Options) -> Result<ExitCode, String> {
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("instruction counts skipped: valgrind is not installed");
        return Ok(ExitCode::SUCCESS);
    }
    if options.tolerance.is_some()
        && let Some(recorded_with) = read_compiler()?
        && recorded_with != compiler()
    {
        println!("instruction counts skipped: recorded with {recorded_with}, this is {}", compiler());
        return Ok(ExitCode::SUCCESS);
    }
    let mut recorded = read_recorded()?;
    let mut complaints = Vec::new();
    let mut measured = BTreeMap::new();
    println!("{:<30} {:>15} {:>15} {:>9} {:>13}", "job", "instructions", "recorded", "change", "mispredicted");
    for (index, (name, _)) in JOBS.iter().enumerate() {
        if !options.wants(name) {
            continue;
        }
        let cost = match callgrind(index) {
            Ok(cost) => cost,
            Err(message) => {
                println!("{name:<30} {:>15}", "FAILED");
                complaints.push(format!("{name} failed: {message}"));
                continue;
            }
        };
        measured.insert(*name, cost.instructions);
        let before = recorded.insert((*name).to_owned(), cost);
        let change = before.map(|before| 100.0 * (cost.instructions as f64 / before.instructions.max(1) as f64 - 1.0));
        println!(
            "{name:<30} {:>15} {:>15} {:>9} {:>13}",
            grouped(cost.instructions),
            before.map_or("-".to_owned(), |before| grouped(before.instructions)),
            change.map_or("-".to_owned(), |percent| format!("{percent:+.2} %")),
            grouped(cost.mispredicted)
        );
        match (options.tolerance, change) {
            (Some(_), None) => complaints.push(format!("{name} has no recorded count")),
            (Some(tolerance), Some(percent)) if percent.abs() > tolerance => {
                complaints.push(format!("{name} moved by {percent:+.2} %"));
            }
            _ => {}
        }
    }
    if let (Some(silent), Some(off)) = (measured.get(SILENT), measured.get(SWITCHED_OFF))
        && silent != off
    {
        complaints.push(format!("an observer that is switched off costs {} instructions", off.abs_diff(*silent)));
    }
    if options.record {
        write_recorded(&recorded)?;
    }
    for line in &complaints {
        eprintln!("instructions: {line}");
    }
    Ok(if complaints.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs this program again for one job, in an empty environment under callgrind.
fn callgrind(job: usize) -> Result<Cost, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new("valgrind")
        .args([
            "--tool=callgrind",
            "--branch-sim=yes",
            "--toggle-collect=instructions::counted*",
            "--callgrind-out-file=/dev/null",
        ])
        .arg(program)
        .args(["--job".to_owned(), format!("{job:02}")])
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .output()
        .map_err(|error| format!("valgrind: {error}"))?;
    let report = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        let own_words: Vec<&str> = report.lines().filter(|line| !line.starts_with("==")).collect();
        return Err(own_words.join("\n"));
    }
    // ==1== Events    : Ir Bc Bcm Bi Bim
    // ==1== Collected : 5123456 812345 4567 1234 56
    let line = |head: &str| {
        let line = report.lines().find_map(|line| line.split_once(head));
        let (_, rest) = line.ok_or_else(|| format!("callgrind reports no {head}"))?;
        Ok::<_, String>(rest.split_whitespace())
    };
    let events: BTreeMap<&str, u64> = line("Events    :")?
        .zip(line("Collected :")?)
        .filter_map(|(event, count)| Some((event, count.parse().ok()?)))
        .collect();
    // Events that did not happen are left out at the end of the line.
    let event = |name: &str| events.get(name).copied().unwrap_or(0);
    if event("Ir") == 0 {
        return Err("callgrind did not see the function `counted`".to_owned());
    }
    Ok(Cost { instructions: event("Ir"), mispredicted: event("Bcm") + event("Bim") })
}

/// The recorded file; empty where there is none.
fn read_file() -> Result<String, String> {
    match std::fs::read_to_string(RECORDED) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(String::new()),
        text => text.map_err(|error| format!("benches/instructions.txt: {error}")),
    }
}

/// The processor and the compiler, which the counts depend on.
fn compiler() -> String {
    let rustc = Command::new("rustc").arg("--version").output();
    let rustc = rustc.map_or_else(
        |_| "an unknown rustc".to_owned(),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
    );
    format!("{}, {rustc}", std::env::consts::ARCH)
}

fn read_compiler() -> Result<Option<String>, String> {
    Ok(read_file()?.lines().find_map(|line| line.strip_prefix(MADE_WITH)).map(str::to_owned))
}

fn read_recorded() -> Result<BTreeMap<String, Cost>, String> {
    let text = read_file()?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let mut fields = line.split_whitespace();
            let mut field = || fields.next().ok_or_else(|| format!("benches/instructions.txt: `{line}` is incomplete"));
            let name = field()?.to_owned();
            let mut number =
                || field()?.parse().map_err(|error| format!("benches/instructions.txt: `{line}`: {error}"));
            Ok((name, Cost { instructions: number()?, mispredicted: number()? }))
        })
        .collect()
}

/// Writes the figures of all jobs that still exist.
fn write_recorded(recorded: &BTreeMap<String, Cost>) -> Result<(), String> {
    let mut text = format!(
        "# Rewritten by: cargo bench --bench instructions -- --record\n\
         # job, instructions, mispredicted branches\n\
         {MADE_WITH}{}\n",
        compiler()
    );
    for (name, _) in JOBS {
        if let Some(cost) = recorded.get(*name) {
            let Cost { instructions, mispredicted } = cost;
            writeln!(text, "{name:<30} {instructions:>12} {mispredicted:>9}").map_err(|error| error.to_string())?;
        }
    }
    std::fs::write(RECORDED, text).map_err(|error| format!("benches/instructions.txt: {error}"))?;
    println!("recorded in benches/instructions.txt");
    Ok(())
}

/// 1234567 as 1,234,567.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// What the process under callgrind does.
fn run_job(number: &str) -> ExitCode {
    match number.parse().ok().and_then(|index: usize| JOBS.get(index)) {
        Some((_, job)) if job() => ExitCode::SUCCESS,
        Some(_) => {
            eprintln!("wrong result");
            ExitCode::FAILURE
        }
        None => {
            eprintln!("no such job");
            ExitCode::from(2)
        }
    }
}

/// What happens inside is counted, and nothing else: callgrind knows this function by its name.
#[inline(never)]
fn counted<T>(part: impl FnOnce() -> T) -> T {
    black_box(part())
}

/// Builds a model, then counts what `part` does with it.
fn search<T>(built: Result<(Model, Vec<Var>), ModelError>, part: impl FnOnce(&(Compiled, Vec<Var>)) -> T) -> T {
    let model = compiled(built);
    counted(|| part(&model))
}

/// Counts compiling 8 queens and what `part` does, but not building the model.
fn compile_and(part: impl FnOnce(&mut Solver) -> bool) -> bool {
    let (model, _) = nqueens(black_box(8)).expect("a valid model");
    counted(|| part(&mut model.compile().solver()))
}

fn first((model, _): &(Compiled, Vec<Var>), order: VariableOrder) -> bool {
    matches!(model.solver().with_order(order).solve(), Answer::Solution(_))
}

fn count_by(propagation: Propagation, (model, _): &(Compiled, Vec<Var>)) -> u64 {
    model.solver().with_propagation(propagation).count().solutions
}

/// SEND + MORE = MONEY, one sum over all letters.
fn send_more_money() -> Result<(Model, Vec<Var>), ModelError> {
    let mut model = Model::new();
    let letters = model.variables(8, 0..=9)?;
    let factors: [Value; 8] = [1000, 91, -90, 1, -9000, -900, 10, -1]; // S E N D M O R Y
    let terms = factors.iter().zip(&letters).map(|(&factor, &letter)| letter * factor);
    model.post(sum(terms).equals(0))?;
    model.post(all_different(&letters))?;
    model.post(not_equal(letters[0], 0))?;
    model.post(not_equal(letters[4], 0))?;
    Ok((model, letters))
}

/// An observer that is switched off: calling it is a mistake.
struct SwitchedOff;

impl Observer for SwitchedOff {
    const ON: bool = false;

    fn event(&mut self, _: Event<'_>) {
        panic!("an observer that is switched off was called");
    }
}

/// Searches of every kind, each with an observer.
fn observed<O: Observer>(observer: impl Fn() -> O) -> bool {
    use Propagation::{ArcConsistency, Backtracking, Fixpoint, ForwardChecking};
    let (queens, _) = compiled(nqueens(8));
    let (money, _) = compiled(send_more_money());
    counted(|| {
        let modes = [Backtracking, ForwardChecking, Fixpoint, ArcConsistency];
        modes.into_iter().all(|mode| {
            let mut solver = queens.solver().with_propagation(mode).with_observer(observer());
            solver.solutions().count() == 92
        }) && money.solver().with_observer(observer()).count().solutions == 1
    })
}
