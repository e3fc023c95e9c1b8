use std::io::{BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use super::Fault;
use super::log::{Mark, ProcessLog};

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
    quit: &'static str,
    log: Option<ProcessLog>,
}

impl Process {
    pub(super) fn start(words: &[String], quit: &'static str, log: Option<ProcessLog>) -> Result<Process, Fault> {
        let mut command = Command::new(&words[0]);
        let errors = if log.is_some() { Stdio::piped() } else { Stdio::null() };
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors);
        let mut child =
            command.spawn().map_err(|error| Fault::Crashed(format!("{} cannot be started: {error}", words[0])))?;
        let output = child.stdout.take().expect("stdout is piped");
        let (sender, lines) = sync_channel(QUEUE);
        if let Some(log) = &log {
            log.write(Mark::Note, &words.join(" "));
        }
        // The threads end with the program's output.
        if let (Some(errors), Some(log)) = (child.stderr.take(), log.clone()) {
            std::thread::spawn(move || {
                crate::lines::lines(BufReader::new(errors), MAX_LINE)
                    .for_each(|line| log.write(Mark::Error, line.trim_end()));
            });
        }
        let listener = log.clone();
        std::thread::spawn(move || {
            crate::lines::lines(BufReader::new(output), MAX_LINE).try_for_each(|line| {
                if let Some(log) = &listener {
                    log.write(Mark::Out, line.trim_end());
                }
                sender.send(line.trim().to_string())
            })
        });
        Ok(Process { input: child.stdin.take(), child, lines, quit, log })
    }

    pub(super) fn send(&mut self, line: &str) -> Result<(), Fault> {
        if let Some(log) = &self.log {
            line.lines().for_each(|line| log.write(Mark::In, line));
        }
        let write =
            |input: &mut ChildStdin| input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush()).ok();
        self.input.as_mut().and_then(write).ok_or_else(|| self.exit_fault())
    }

    /// Waits for a line that `wanted` accepts, and skips all others.
    pub(super) fn receive_until<T>(
        &mut self,
        until: Instant,
        stop: &AtomicBool,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        loop {
            if stop.load(Relaxed) {
                return Err(Fault::Stopped);
            }
            let left = until.saturating_duration_since(Instant::now());
            let found = match self.lines.recv_timeout(left.min(POLL)) {
                Ok(line) => wanted(&line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.exit_fault()),
                Err(RecvTimeoutError::Timeout) => None,
            };
            match found {
                Some(found) => return Ok(found),
                // A program that keeps printing is late, too.
                None if left.is_zero() => return Err(Fault::Late(None)),
                None => {}
            }
        }
    }

    /// The fault of a program whose pipe is closed.
    fn exit_fault(&mut self) -> Fault {
        let end = self.wait(EXIT_TIME);
        Fault::Crashed(match end {
            Some(status) => format!("the program ended: {status}"),
            None => "the program closed its output".into(),
        })
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
        if !self.quit.is_empty() {
            // The program may have exited already.
            let _ = self.send(self.quit);
        }
        self.input = None;
        let end = self.wait(EXIT_TIME);
        if end.is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
        if let Some(log) = &self.log {
            log.write(Mark::Note, &end.map_or("killed".into(), |status| status.to_string()));
        }
    }
}
