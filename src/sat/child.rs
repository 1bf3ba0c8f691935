//! External solvers as child processes: none outlives its time, its question or this program, even
//! one that is killed.
//!
//! A child gets a process group of its own, which is ended as a whole. What leaves that group
//! (`setsid`) is found on Linux by a mark in its environment, as Jenkins finds what a build has left
//! (K. Kawaguchi's `ProcessTree`); elsewhere it escapes.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime};

use crate::Deadline;

/// How a child ended and what it printed.
pub(super) struct Finished {
    pub status: ExitStatus,
    pub stdout: Vec<u8>,
    /// The beginning of it.
    pub stderr: Vec<u8>,
}

/// A child that runs, its mark, and the folder with its files.
struct Running {
    child: Arc<Mutex<Child>>,
    mark: Mark,
    folder: PathBuf,
}

/// What is in the environment of a child, and of all that it starts, and of nothing else.
#[derive(Clone)]
struct Mark(String);

impl Mark {
    const NAME: &str = "SATDOKU_SOLVER";

    fn new() -> Mark {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        // In a container, or later, another process can have the same number. The end keeps 1 and 10
        // apart.
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let nanos = now.map_or(0, |now| now.as_nanos());
        Mark(format!("{}-{nanos}-{count};", std::process::id()))
    }

    /// The variable as it stands in an environment.
    #[cfg(unix)]
    fn variable(&self) -> String {
        format!("{}={}", Mark::NAME, self.0)
    }
}

/// A shell in the group of a child, which ends the group and all that has the child's mark when this
/// process is gone, whatever ended it: its standard input is a pipe from here that nobody else has.
/// It ends with the group.
///
/// The system could do this without a shell (`PR_SET_PDEATHSIG`), but on Linux alone, for the child
/// and not for what that starts, and asked from inside of the child only, which takes unsafe code.
#[cfg(unix)]
struct Watcher(Child);

#[cfg(unix)]
impl Watcher {
    /// `None` where it cannot be started: a child without it still ends with its question, and with
    /// this process unless that is killed.
    fn of(child: &Child, mark: &Mark) -> Option<Watcher> {
        use std::os::unix::process::CommandExt;
        const SCRIPT: &str = r#"
            read -r line
            for file in $(grep -lsF "$0" /proc/[0-9]*/environ); do
                pid=${file#/proc/}
                kill -KILL "${pid%/environ}"
            done
            kill -KILL 0"#;
        let shell = Command::new("/bin/sh")
            .args(["-c", SCRIPT, &mark.variable()])
            .process_group(i32::try_from(child.id()).ok()?)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        shell.ok().map(Watcher)
    }
}

#[cfg(unix)]
impl Drop for Watcher {
    fn drop(&mut self) {
        // Its group was ended before; this is for one that was not in time to see that.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// All children that run.
static RUNNING: Mutex<Vec<Running>> = Mutex::new(Vec::new());

/// As long as this lives, no external solver starts, and none that was stopped is missed.
#[must_use = "solvers can start again when this is dropped"]
pub struct SolversStopped {
    _running: MutexGuard<'static, Vec<Running>>,
}

/// Ends all external solvers that this process runs, on whatever thread, and removes their files.
///
/// This is for a program that is about to end because a signal told it to. It should do so while
/// it holds the value returned: the threads that asked the solvers wait until that is dropped.
pub fn stop_solvers() -> SolversStopped {
    let running = lock(&RUNNING);
    for Running {
        child,
        mark,
        folder,
    } in running.iter()
    {
        kill(&mut lock(child), mark);
        // What cannot be removed stays in the folder for temporary files.
        let _ = std::fs::remove_dir_all(folder);
    }
    SolversStopped { _running: running }
}

/// Runs `command`, which keeps its files in `folder`. `None` when the deadline came first; the
/// child and whatever it started are gone then.
///
/// # Errors
/// When it cannot be started, or prints more than `most` bytes.
pub(super) fn run(
    mut command: Command,
    folder: &Path,
    deadline: Option<Deadline>,
    most: u64,
) -> io::Result<Option<Finished>> {
    command.stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    // A group of its own, so that what the child starts can be ended with it. A Ctrl-C on the
    // terminal then reaches this process alone, which has to pass it on (`stop_solvers`).
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut guard = Guard::spawn(command, folder)?;
    let (stdout, stderr) = {
        let mut child = lock(&guard.child);
        // More than `most` is a fault; of what it complains about, the beginning is enough.
        let stdout = collect(child.stdout.take(), most.saturating_add(1), false);
        (stdout, collect(child.stderr.take(), 4_096, true))
    };
    let Some((status, stdout_bytes)) = guard.wait(&stdout, deadline, most)? else {
        return Ok(None);
    };
    // Everything that could still write is gone by now, so the pipes are at their ends.
    let patience = Duration::from_secs(5);
    let stdout_bytes = match stdout_bytes {
        Some(stdout_bytes) => stdout_bytes,
        None => stdout
            .recv_timeout(patience)
            .map_err(|_| io::Error::other("its output does not end"))
            .and_then(|bytes| no_more_than(most, bytes))?,
    };
    Ok(Some(Finished {
        status,
        stdout: stdout_bytes,
        stderr: stderr.recv_timeout(patience).unwrap_or_default(),
    }))
}

/// What a child printed, unless that is more than `most` bytes.
fn no_more_than(most: u64, bytes: Vec<u8>) -> io::Result<Vec<u8>> {
    if bytes.len() as u64 > most {
        return Err(io::Error::other(format!(
            "it printed more than {most} bytes"
        )));
    }
    Ok(bytes)
}

/// Reads up to `most` bytes on another thread, and the rest, if it is to be drained, for nothing.
fn collect(
    input: Option<impl Read + Send + 'static>,
    most: u64,
    is_drained: bool,
) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut input) = input {
            // A pipe that fails is at its end.
            let _ = input.by_ref().take(most).read_to_end(&mut bytes);
            if is_drained {
                let _ = io::copy(&mut input, &mut io::sink());
            }
        }
        // Nobody listens any more when the deadline came.
        let _ = sender.send(bytes);
    });
    receiver
}

/// A child in the list of those that run. Dropping it ends the child.
struct Guard {
    child: Arc<Mutex<Child>>,
    mark: Mark,
    #[cfg(unix)]
    _watcher: Option<Watcher>,
}

impl Guard {
    fn spawn(mut command: Command, folder: &Path) -> io::Result<Guard> {
        // Nothing may come between the start of a child and its entry in the list.
        let mut running = lock(&RUNNING);
        let mark = Mark::new();
        let child = command.env(Mark::NAME, &mark.0).spawn()?;
        #[cfg(unix)]
        let _watcher = Watcher::of(&child, &mark);
        let child = Arc::new(Mutex::new(child));
        running.push(Running {
            child: child.clone(),
            mark: mark.clone(),
            folder: folder.to_path_buf(),
        });
        Ok(Guard {
            child,
            mark,
            #[cfg(unix)]
            _watcher,
        })
    }

    /// Waits until the child has ended, and returns with its status what it printed, if that is
    /// there already. `None` when the deadline came first.
    fn wait(
        &mut self,
        stdout: &Receiver<Vec<u8>>,
        deadline: Option<Deadline>,
        most: u64,
    ) -> io::Result<Option<(ExitStatus, Option<Vec<u8>>)>> {
        // A child closes its output when it ends, so this waits for the output. It looks at the
        // child now and then all the same, in case something else keeps the output open, and at
        // short intervals once the output has ended, which grow if the child goes on.
        const LONGEST: Duration = Duration::from_millis(50);
        let mut interval = Duration::from_micros(200);
        let mut printed = None;
        loop {
            let left = deadline.map_or(Duration::MAX, |deadline| deadline.left());
            match printed {
                Some(_) => {
                    thread::sleep(interval.min(left));
                    interval = LONGEST.min(2 * interval);
                }
                None => match stdout.recv_timeout(LONGEST.min(left)) {
                    Ok(bytes) => printed = Some(no_more_than(most, bytes)?),
                    Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
                },
            }
            if has_ended(&mut lock(&self.child)) {
                return Ok(Some((self.end()?, printed)));
            }
            if left.is_zero() {
                return Ok(None);
            }
        }
    }

    /// Ends the child and whatever it started, and takes it off the list.
    fn end(&mut self) -> io::Result<ExitStatus> {
        // While the program stops all solvers this waits for it, and so for the end.
        let mut running = lock(&RUNNING);
        running.retain(|running| !Arc::ptr_eq(&running.child, &self.child));
        let mut child = lock(&self.child);
        kill(&mut child, &self.mark);
        child.wait()
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        let is_listed = |running: &Running| Arc::ptr_eq(&running.child, &self.child);
        let is_running = lock(&RUNNING).iter().any(is_listed);
        if is_running {
            let _ = self.end();
        }
    }
}

/// Ends a child that nobody has waited for yet, everything in its group and everything with its
/// mark. All may be gone already. This is SIGKILL: a solver has nothing to put in order, and some
/// ignore all else.
fn kill(child: &mut Child, mark: &Mark) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process, kill_process_group};
        let first = Pid::from_child(child);
        let _ = kill_process_group(first, Signal::KILL);
        // What is being started while this looks is found when it looks again.
        let mut killed = vec![first];
        loop {
            let mut found = marked(mark, first);
            found.retain(|pid| !killed.contains(pid));
            if found.is_empty() {
                break;
            }
            for pid in &found {
                let _ = kill_process(*pid, Signal::KILL);
            }
            killed.append(&mut found);
        }
    }
    #[cfg(not(unix))]
    let _ = mark;
    let _ = child.kill();
}

/// The processes with a mark, where Linux lists environments. What a child starts has a higher number
/// than the child until the system begins again with low ones; to read all the others would take
/// longer than an easy question.
#[cfg(unix)]
fn marked(mark: &Mark, first: rustix::process::Pid) -> Vec<rustix::process::Pid> {
    let variable = mark.variable();
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let later = pids.filter(|pid: &i32| *pid > first.as_raw_nonzero().get());
    let is_marked = |pid: &i32| {
        let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        let mut variables = environment.split(|byte| *byte == 0);
        variables.any(|found| found == variable.as_bytes())
    };
    let marked = later.filter(is_marked);
    marked.filter_map(rustix::process::Pid::from_raw).collect()
}

/// Whether a child has ended. It keeps its number until someone waits for it, so that the group
/// of that number is still its own.
fn has_ended(child: &mut Child) -> bool {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(
            waitid(WaitId::Pid(Pid::from_child(child)), options),
            Ok(None)
        )
    }
    #[cfg(not(unix))]
    {
        !matches!(child.try_wait(), Ok(None))
    }
}

/// A thread that panicked while it held the lock leaves nothing behind that is half done.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
