//! Work that is stopped: by Ctrl-C, by a closed pipe, by the clock; and the progress that a terminal shows meanwhile.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

use super::bezzel;

const PROGRAM: &str = env!("CARGO_BIN_EXE_bezzel");

/// The longest that a test waits for something to happen.
const PATIENCE: Duration = Duration::from_secs(60);

/// Starts the program, with its streams in pipes and Ctrl-C as in a terminal; a failing test ends after a minute.
fn start(arguments: &str) -> Child {
    let mut command = Command::new(PROGRAM);
    if interrupts_are_ignored() {
        command = Command::new("env");
        command.args(["--default-signal=INT", PROGRAM]);
    }
    command.args(arguments.split_whitespace()).args(["--time-limit", "60"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts")
}

/// Whether this process, and so its children, ignores Ctrl-C, as background jobs of a plain shell do.
fn interrupts_are_ignored() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 2 != 0)
}

/// Presses Ctrl-C.
fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("kill is there").success());
}

/// Presses Ctrl-C once something was printed; gives all that was printed, standard error and the exit code.
fn interrupted(arguments: &str) -> (String, String, Option<i32>) {
    let mut child = start(arguments);
    let mut stdout = child.stdout.take().expect("a pipe");
    let mut printed = vec![0];
    stdout.read_exact(&mut printed).expect("something is printed");
    interrupt(&child);
    stdout.read_to_end(&mut printed).expect("the rest is printed");
    let rest = child.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (text(printed), text(rest.stderr), rest.status.code())
}

/// Whether these lines are a board of 20 queens.
fn is_board(board: &str) -> bool {
    let rows: Vec<_> = board.lines().collect();
    let one_queen = |row: &&str| row.len() == 20 && row.matches('Q').count() == 1 && row.matches('.').count() == 19;
    rows.len() == 20 && rows.iter().all(one_queen)
}

#[test]
fn interrupt_keeps_whole_boards() {
    let (printed, told, code) = interrupted("queens 20");
    assert_eq!(code, Some(130), "{told}");
    assert!(printed.split("\n\n").all(is_board), "{printed}");
    let last = told.lines().last().expect("a summary");
    assert!(last.contains("stopped by Ctrl-C") && last.starts_with("at least "), "{told}");
}

#[test]
fn interrupt_keeps_json_valid() {
    let (printed, told, code) = interrupted("queens 20 --format json");
    assert_eq!(code, Some(130), "{told}");
    let boards: Vec<Vec<String>> = serde_json::from_str(&printed).expect("valid JSON");
    assert!(!boards.is_empty());
    assert!(boards.iter().all(|board| is_board(&board.join("\n"))));
}

#[test]
fn interrupt_while_counting() {
    for arguments in ["queens 20 --count".to_owned(), format!("sudoku {} --count", ".".repeat(81))] {
        let mut child = start(&arguments);
        // Nothing is printed before the end, so nothing tells that the search has begun: give it time.
        sleep(Duration::from_millis(1500));
        assert!(child.try_wait().expect("the program runs").is_none(), "{arguments}");
        interrupt(&child);
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(output.status.code(), Some(130), "{arguments}");
        let counted = String::from_utf8_lossy(&output.stdout).trim().parse::<u64>();
        assert!(counted.is_ok_and(|counted| counted > 0), "{arguments}: {output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("stopped by Ctrl-C"), "{arguments}: {output:?}");
    }
}

#[test]
fn interrupt_while_waiting_for_input() {
    let mut child = start("sudoku - --format line");
    let mut stdin = child.stdin.take().expect("a pipe");
    let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let (sender, answers) = mpsc::channel();
    spawn(move || stdout.lines().try_for_each(|line| sender.send(line.expect("a line"))));
    for puzzle in [".".repeat(81), format!("55{}", ".".repeat(79))] {
        writeln!(stdin, "{puzzle}").expect("the program reads");
        let answer = answers.recv_timeout(PATIENCE).expect("the answer comes before the next puzzle is read");
        assert!(answer.ends_with(" several") || answer.ends_with(" none"), "{answer}");
    }
    // The answer is written just before the program begins to wait.
    sleep(Duration::from_millis(500));
    interrupt(&child);
    sleep(Duration::from_millis(500));
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "stopped by Ctrl-C while waiting for input\n");
}

#[test]
fn second_interrupt_ends_a_program_that_nobody_reads() {
    let mut child = start("permutations 20");
    // Nobody reads the pipe, so the program soon waits for room in it.
    sleep(Duration::from_millis(1500));
    interrupt(&child);
    sleep(Duration::from_millis(500));
    assert!(child.try_wait().expect("the program runs").is_none(), "the first interrupt lets it finish writing");
    interrupt(&child);
    assert_eq!(child.wait().expect("the program ends").code(), Some(130));
}

#[test]
fn closed_pipe_is_no_error() {
    for arguments in ["queens 20", "queens 20 --format json", "permutations 20", "queens 20 --unique"] {
        let mut child = start(arguments);
        let mut first = String::new();
        let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
        reader.read_line(&mut first).expect("a line");
        drop(reader);
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(output.status.code(), Some(0), "{arguments}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments}");
    }
}

#[test]
fn full_disk_is_an_error() {
    let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") else { return };
    let output = Command::new(PROGRAM).args(["queens", "6"]).stdout(full).output().expect("the program starts");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: standard output can't be written"));
}

#[test]
fn time_limit() {
    let run = bezzel("queens 20 --time-limit 0.7 --format json");
    assert_eq!(run.stderr.lines().count(), 1, "progress in a pipe: {}", run.stderr);
    assert!(run.stderr.contains("search stopped by --time-limit"), "{}", run.stderr);
    let boards: Vec<Vec<String>> = serde_json::from_str(&run.good()).expect("valid JSON");
    assert!(!boards.is_empty());
}

#[test]
fn stopped_search_claims_nothing() {
    for arguments in ["queens 30 --time-limit 0", "queens 30 --time-limit 0 --first", "queens 3 --limit 0"] {
        let run = bezzel(arguments);
        assert!(run.stderr.starts_with("at least 0 solutions; search stopped"), "{arguments}: {}", run.stderr);
        assert_eq!(run.good(), "", "{arguments}");
    }
}

/// A terminal of its own; the server ends with it.
struct Terminal(String);

impl Terminal {
    /// Runs a shell command in a new terminal; `None` where tmux is missing.
    fn start(command: &str) -> Option<Terminal> {
        let terminal = Terminal(format!("bezzel-test-{}", std::process::id()));
        let started = terminal.tmux(&["new-session", "-d", "-x", "100", "-y", "20", command])?;
        assert!(started.status.success(), "{}", String::from_utf8_lossy(&started.stderr));
        Some(terminal)
    }

    fn tmux(&self, arguments: &[&str]) -> Option<std::process::Output> {
        Command::new("tmux").args(["-L", &self.0, "-f", "/dev/null"]).args(arguments).output().ok()
    }

    /// Waits until the screen shows a text.
    fn wait_for(&self, text: &str) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let screen = self.tmux(&["capture-pane", "-p"]).expect("tmux is there");
            let screen = String::from_utf8_lossy(&screen.stdout).into_owned();
            if screen.contains(text) {
                return screen;
            }
            assert!(Instant::now() < deadline, "{text:?} does not appear:\n{screen}");
            sleep(Duration::from_millis(100));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

#[test]
fn terminal_shows_progress() {
    // The shell outlives the Ctrl-C that is meant for the program.
    let script = format!(
        "trap : INT; {PROGRAM} queens 20 --count --time-limit 3; echo first exit code $?;
        {PROGRAM} queens 20 --count; echo second exit code $?; sleep 600"
    );
    let Some(terminal) = Terminal::start(&script) else {
        println!("skipped: tmux is not installed, so no terminal can be had");
        return;
    };
    let screen = terminal.wait_for("nodes/s");
    assert!(screen.contains("% of the tree, ") && screen.contains(" found, "), "{screen}");
    let screen = terminal.wait_for("first exit code 0");
    assert!(screen.contains("stopped by --time-limit"), "{screen}");
    let above = screen.split("first exit code").next().expect("a first part");
    assert!(!above.contains("nodes/s"), "the display stays:\n{screen}");
    terminal.wait_for("nodes/s");
    terminal.tmux(&["send-keys", "C-c"]);
    let screen = terminal.wait_for("second exit code 130");
    assert!(screen.contains("stopped by Ctrl-C"), "{screen}");
}
