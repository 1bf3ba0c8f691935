//! The replies of the [pipeline](super::pipeline), in the order of the items.

use std::mem::take;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError};

use super::pipeline::{RunEnd, StartedRun, message_of};
use super::reply::Piece;

/// The longest time between two checks of the interrupt.
const TICK: Duration = Duration::from_millis(100);

/// The time that the items being answered at an interrupt may still take.
const GRACE: Duration = Duration::from_millis(300);

/// The time for which replies may gather. Waking this thread for each would cost as much as an easy
/// puzzle.
const LINGER: Duration = Duration::from_millis(1);

/// An event for the writer.
#[derive(Debug)]
pub enum Event {
    /// The next pieces of output.
    Pieces(Vec<Piece>),
    /// No piece is ready. The writer is about to wait.
    Idle,
}

/// Passes the replies of a run to `write`, in order.
///
/// # Errors
/// The errors of `write`. The run then ends without waiting for its threads.
pub fn write_in_order(
    running: StartedRun,
    interrupt: &AtomicBool,
    write: &mut dyn FnMut(Event) -> anyhow::Result<()>,
) -> anyhow::Result<RunEnd> {
    let mut replies = Replies {
        interrupt,
        interrupted_at: None,
        is_busy: false,
        write,
    };
    // Between chunks, everything that was handed over has been written.
    while let Some(chunk) = replies.next(&running.chunks, Duration::ZERO)? {
        let mut answered = 0;
        while let Some(pieces) = replies.next(&chunk.parts, GRACE)? {
            let ends = pieces.iter().filter(|piece| matches!(piece, Piece::End(_)));
            answered += ends.count();
            (replies.write)(Event::Pieces(pieces))?;
        }
        if answered < chunk.items {
            if interrupt.load(Relaxed) {
                break;
            }
            return Ok(RunEnd::Panicked("a worker ended early".to_string()));
        }
    }
    if interrupt.load(Relaxed) {
        return Ok(RunEnd::Interrupted);
    }
    Ok(match running.reader.join() {
        Ok(()) => RunEnd::Complete,
        Err(panic) => RunEnd::Panicked(message_of(panic.as_ref())),
    })
}

struct Replies<'a> {
    interrupt: &'a AtomicBool,
    interrupted_at: Option<Instant>,
    /// Something has been received since the last wait.
    is_busy: bool,
    write: &'a mut dyn FnMut(Event) -> anyhow::Result<()>,
}

impl Replies<'_> {
    /// Waits for the next message. Returns `None` at the end of the channel, or if none has come for
    /// `grace` after the interrupt.
    fn next<T>(&mut self, channel: &Receiver<T>, grace: Duration) -> anyhow::Result<Option<T>> {
        let mut wait = Duration::ZERO;
        loop {
            match channel.recv_timeout(wait) {
                Ok(message) => {
                    self.is_busy = true;
                    return Ok(Some(message));
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
            (self.write)(Event::Idle)?;
            if self.interrupt.load(Relaxed) {
                let since = self.interrupted_at.get_or_insert_with(Instant::now);
                if since.elapsed() >= grace {
                    return Ok(None);
                }
            }
            wait = TICK;
            if take(&mut self.is_busy) {
                thread::sleep(LINGER);
                wait = Duration::ZERO;
            }
        }
    }
}
