use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use super::Fault;

/// Bytes of the longest line read from a program; longer lines are split.
const MAX_LINE: u64 = 1 << 16;
/// Unread lines after which a program blocks.
const QUEUE: usize = 1024;
/// Interval between checks of the stop flag.
const POLL: Duration = Duration::from_millis(20);
/// Time for a program to exit before it is killed.
const EXIT_TIME: Duration = Duration::from_millis(300);

/// A running program, ended on drop.
pub(super) struct Process {
    child: Child,
    /// `None` once it is closed.
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Command that ends the program; empty if it has none.
    pub(super) quit_command: &'static str,
}

impl Process {
    pub(super) fn start(words: &[String]) -> Result<Process, Fault> {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child =
            command.spawn().map_err(|error| Fault::Crashed(format!("{} cannot be started: {error}", words[0])))?;
        let input = child.stdin.take();
        let output = child.stdout.take().expect("stdout is piped");
        let (sender, lines) = sync_channel(QUEUE);
        // The thread ends with the program's output.
        std::thread::spawn(move || read(output, &sender));
        Ok(Process { child, input, lines, quit_command: "" })
    }

    /// Sends a line.
    pub(super) fn send(&mut self, line: &str) -> Result<(), Fault> {
        let sent = self
            .input
            .as_mut()
            .map(|input| input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush()));
        match sent {
            Some(Ok(())) => Ok(()),
            _ => Err(self.exit_fault()),
        }
    }

    /// Waits for the next line.
    pub(super) fn receive(&mut self, until: Instant, stop: &AtomicBool) -> Result<String, Fault> {
        loop {
            if stop.load(Relaxed) {
                return Err(Fault::Stopped);
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(POLL)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.exit_fault()),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Fault::Late),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Waits for a line that `wanted` accepts, and skips all others.
    pub(super) fn receive_until<T>(
        &mut self,
        until: Instant,
        stop: &AtomicBool,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        loop {
            if let Some(found) = wanted(&self.receive(until, stop)?) {
                return Ok(found);
            }
            // A program that keeps printing is late, too.
            if Instant::now() > until {
                return Err(Fault::Late);
            }
        }
    }

    /// The fault of a program whose pipe is closed.
    fn exit_fault(&mut self) -> Fault {
        let end = self.wait(EXIT_TIME);
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
        if !self.quit_command.is_empty() {
            // The program may have exited already.
            let _ = self.send(self.quit_command);
        }
        self.input = None;
        if self.wait(EXIT_TIME).is_none() {
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
        match (&mut output).take(MAX_LINE).read_until(b'\n', &mut line) {
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
