use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use super::Fault;

/// Longest line that is taken from a program, in bytes; more is cut into several.
const LONGEST: u64 = 1 << 16;
/// Lines that are buffered before a program has to wait.
const AHEAD: usize = 1024;
/// Time between two looks at the stop flag.
const LOOK: Duration = Duration::from_millis(20);
/// Time for a program to end after its last command.
const FAREWELL: Duration = Duration::from_millis(300);

/// A program that was started. It does not outlive this.
pub(super) struct Process {
    child: Child,
    /// `None` when it is closed.
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// The command that ends it.
    pub(super) farewell: &'static str,
}

impl Process {
    pub(super) fn start(words: &[String]) -> Result<Process, Fault> {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child =
            command.spawn().map_err(|error| Fault::Crashed(format!("{} cannot be started: {error}", words[0])))?;
        let input = child.stdin.take();
        let output = child.stdout.take().expect("it was asked for");
        let (sender, lines) = sync_channel(AHEAD);
        // Ends with the output of the program.
        std::thread::spawn(move || read(output, &sender));
        Ok(Process { child, input, lines, farewell: "" })
    }

    /// Says a line.
    pub(super) fn say(&mut self, line: &str) -> Result<(), Fault> {
        let said = self
            .input
            .as_mut()
            .map(|input| input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush()));
        match said {
            Some(Ok(())) => Ok(()),
            _ => Err(self.gone()),
        }
    }

    /// Waits for the next line.
    pub(super) fn hear(&mut self, until: Instant, stop: &AtomicBool) -> Result<String, Fault> {
        loop {
            if stop.load(Relaxed) {
                return Err(Fault::Stopped);
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(LOOK)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Fault::Late),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Waits for a line that is wanted, past all others.
    pub(super) fn hear_until<T>(
        &mut self,
        until: Instant,
        stop: &AtomicBool,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        loop {
            if let Some(found) = wanted(&self.hear(until, stop)?) {
                return Ok(found);
            }
            // A program that never stops talking is late, too.
            if Instant::now() > until {
                return Err(Fault::Late);
            }
        }
    }

    fn gone(&mut self) -> Fault {
        let end = self.wait(FAREWELL);
        Fault::Crashed(
            end.map_or("the program closed its output".into(), |status| format!("the program ended: {status}")),
        )
    }

    fn wait(&mut self, time: Duration) -> Option<std::process::ExitStatus> {
        let until = Instant::now() + time;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => std::thread::sleep(Duration::from_millis(2)),
                Ok(None) | Err(_) => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.farewell.is_empty() {
            // It may be gone already.
            let _ = self.say(self.farewell);
        }
        self.input = None;
        if self.wait(FAREWELL).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

fn read(output: ChildStdout, lines: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    loop {
        line.clear();
        match (&mut output).take(LONGEST).read_until(b'\n', &mut line) {
            Ok(1..) => {
                let text = String::from_utf8_lossy(&line).trim().to_string();
                if lines.send(text).is_err() {
                    return;
                }
            }
            Ok(0) | Err(_) => return,
        }
    }
}
