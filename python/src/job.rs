//! Work that Ctrl-C interrupts.
//!
//! Only Python's main thread can see a signal, and only while it runs Python. The work is therefore
//! done by another thread, and the calling one waits for it, looking for signals now and then.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

use crate::error::bug;

/// The time between two looks for a signal.
const TICK: Duration = Duration::from_millis(10);

/// The time that interrupted work has to end.
const GRACE: Duration = Duration::from_millis(20);

/// Does `work` without holding the interpreter, and passes it the flag that an interrupt sets.
///
/// # Errors
/// The exception of a signal handler, such as `KeyboardInterrupt`. Work that does not look at the flag
/// in time goes on unseen, and its result is dropped. Also fails if the work panics.
pub fn run<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(Arc<AtomicBool>) -> T + Send + 'static,
) -> PyResult<T> {
    let flag = Arc::new(AtomicBool::new(false));
    let (sender, receiver) = channel();
    let of_work = flag.clone();
    let job = move || {
        let result = catch_unwind(AssertUnwindSafe(|| work(of_work)));
        // Nobody waits for work that was interrupted.
        let _ = sender.send(result);
    };
    thread::Builder::new().spawn(job)?;
    py.detach(move || {
        loop {
            match receiver.recv_timeout(TICK) {
                Ok(Ok(result)) => return Ok(result),
                Ok(Err(panic)) => return Err(bug(message_of(&*panic))),
                Err(RecvTimeoutError::Disconnected) => return Err(bug("a thread vanished")),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(interrupt) = Python::attach(|py| py.check_signals()) {
                        flag.store(true, Ordering::Relaxed);
                        let _ = receiver.recv_timeout(GRACE);
                        return Err(interrupt);
                    }
                }
            }
        }
    })
}

/// Returns the message of a panic.
fn message_of(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "panic".to_string())
}
