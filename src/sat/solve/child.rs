//! External solvers as child processes.
//!
//! On Unix a solver leads a process group of its own, which is killed as a whole as soon as the
//! solver has ended, at the deadline, or by [`stop_solvers`]. A process that leaves the group
//! (`setsid`) escapes this, and so does everything if this program is killed itself.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::Deadline;

/// The outcome of a child that has ended.
pub(super) struct Finished {
    pub status: ExitStatus,
    pub stdout: Vec<u8>,
    /// The first few kilobytes.
    pub stderr: Vec<u8>,
}

/// What external solvers need: their process IDs, which are those of their groups, and the folders
/// of their files.
struct Running {
    pids: Vec<u32>,
    folders: Vec<PathBuf>,
}

static RUNNING: Mutex<Running> = Mutex::new(Running {
    pids: Vec::new(),
    folders: Vec::new(),
});

fn running() -> MutexGuard<'static, Running> {
    // A thread that panics while it holds the lock leaves nothing half done.
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps external solvers from starting, and hides from the threads that asked them that
/// [`stop_solvers`] has killed them.
#[must_use = "solvers can start again when this is dropped"]
pub struct SolversStopped {
    _running: MutexGuard<'static, Running>,
}

/// Kills all external solvers of this process and removes their files.
///
/// This is for a program that is about to exit because of a signal. It should hold the returned
/// value until it exits: the threads that asked the solvers are blocked until the value is dropped.
pub fn stop_solvers() -> SolversStopped {
    let running = running();
    for pid in &running.pids {
        kill_group(*pid);
    }
    for folder in &running.folders {
        // A folder that cannot be removed stays among the temporary files.
        let _ = fs::remove_dir_all(folder);
    }
    SolversStopped { _running: running }
}

/// A temporary folder for the files of a solver. It is removed when this is dropped, which blocks
/// while all solvers are stopped.
pub(super) struct SolverFolder(PathBuf);

impl SolverFolder {
    pub fn create() -> io::Result<SolverFolder> {
        let mut running = running();
        let folder = tempfile::Builder::new().prefix("satdoku-").tempdir()?;
        let path = folder.keep();
        running.folders.push(path.clone());
        Ok(SolverFolder(path))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for SolverFolder {
    fn drop(&mut self) {
        let mut running = running();
        running.folders.retain(|folder| *folder != self.0);
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs `command`. Returns `None` if the deadline passed first, after killing the child and its
/// group.
///
/// # Errors
/// If the command cannot be started or prints more than `most` bytes.
pub(super) fn run(
    mut command: Command,
    deadline: Option<&Deadline>,
    most: u64,
) -> io::Result<Option<Finished>> {
    command.stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    // Ctrl-C on the terminal then reaches only this program, which passes it on (`stop_solvers`).
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = RunningChild::spawn(command)?;

    // A solver closes its output when it ends, so waiting for output is waiting for the end. The
    // child is polled too, in case another process holds the output open. `sender` is kept, so that
    // the channel stays open and waiting for it takes time even when both readers are done.
    let (sender, captured) = channel();
    let stdout = child.0.stdout.take();
    read(stdout, most.saturating_add(1), &sender, Captured::Stdout);
    read(child.0.stderr.take(), 4_096, &sender, Captured::Stderr);
    let (mut stdout, mut stderr) = (None, Vec::new());
    let mut keep = |captured| {
        match captured {
            Captured::Stdout(bytes) if bytes.len() as u64 > most => {
                let error = format!("it printed more than {most} bytes");
                return Err(io::Error::other(error));
            }
            Captured::Stdout(bytes) => stdout = Some(bytes),
            Captured::Stderr(bytes) => stderr = bytes,
        }
        Ok(())
    };
    let (shortest, longest) = (Duration::from_micros(200), Duration::from_millis(50));
    let mut interval = shortest;
    while !child.has_ended() {
        let left = deadline.map_or(Duration::MAX, |deadline| deadline.left());
        if left.is_zero() {
            return Ok(None);
        }
        interval = match captured.recv_timeout(interval.min(left)) {
            Ok(bytes) => keep(bytes).map(|()| shortest)?,
            Err(_) => longest.min(2 * interval),
        };
    }
    let status = child.end()?;
    // Everything in the group that held the output open is gone, so the readers are about to end.
    drop(sender);
    while let Ok(bytes) = captured.recv_timeout(Duration::from_secs(5)) {
        keep(bytes)?;
    }
    Ok(Some(Finished {
        status,
        stdout: stdout.ok_or_else(|| io::Error::other("its output does not end"))?,
        stderr,
    }))
}

/// Output of a child, as much of it as is kept.
enum Captured {
    Stdout(Vec<u8>),
    Stderr(Vec<u8>),
}

/// Reads `pipe` to its end on another thread and sends the first `most` bytes.
fn read(
    pipe: Option<impl Read + Send + 'static>,
    most: u64,
    sender: &Sender<Captured>,
    captured: fn(Vec<u8>) -> Captured,
) {
    let sender = sender.clone();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // A pipe that fails is treated as if it had ended.
            let _ = pipe.by_ref().take(most).read_to_end(&mut bytes);
            let sent = sender.send(captured(bytes));
            // The channel is closed if the deadline has passed.
            if sent.is_ok() {
                let _ = io::copy(&mut pipe, &mut io::sink());
            }
        }
    });
}

/// A child that is listed in [`RUNNING`] until it is killed, at the latest when this is dropped.
struct RunningChild(Child);

impl RunningChild {
    fn spawn(mut command: Command) -> io::Result<RunningChild> {
        // Locked first, so that no signal comes between the start and the entry in the list.
        let mut running = running();
        let child = command.spawn()?;
        running.pids.push(child.id());
        Ok(RunningChild(child))
    }

    /// True if the child has ended. On Unix it is not reaped yet, so that its process ID cannot
    /// become that of another group.
    fn has_ended(&mut self) -> bool {
        #[cfg(unix)]
        {
            use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
            !matches!(
                waitid(WaitId::Pid(Pid::from_child(&self.0)), options),
                Ok(None)
            )
        }
        #[cfg(not(unix))]
        {
            !matches!(self.0.try_wait(), Ok(None))
        }
    }

    /// Kills the child and its group. While all solvers are stopped this blocks.
    fn end(&mut self) -> io::Result<ExitStatus> {
        let mut running = running();
        let pids = &mut running.pids;
        if let Some(place) = pids.iter().position(|pid| *pid == self.0.id()) {
            pids.swap_remove(place);
            kill_group(self.0.id());
            let _ = self.0.kill();
        }
        self.0.wait()
    }
}

impl Drop for RunningChild {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

/// Kills the process group of a child that has not been reaped. SIGKILL, because a solver has
/// nothing to put in order, and some ignore every other signal.
fn kill_group(pid: u32) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        if let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) {
            // The group may be gone already.
            let _ = kill_process_group(pid, Signal::KILL);
        }
    }
    #[cfg(not(unix))]
    let _ = pid;
}
