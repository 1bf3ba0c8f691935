//! How far a run is, for someone who waits at a terminal.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::message::is_quiet;
use super::summary::Summary;

/// How much there is to read, and how much of it has been read, in bytes.
#[derive(Debug, Clone, Default)]
pub struct Amount {
    /// `None` where nobody knows.
    pub total: Option<u64>,
    pub read: Arc<AtomicU64>,
}

/// A line on standard error, where that is a terminal. It appears only when a run takes longer than
/// people like to wait.
pub struct Progress {
    start: Instant,
    amount: Amount,
    bar: Option<ProgressBar>,
    is_wanted: bool,
    /// Whether results go to a terminal too.
    has_results: bool,
}

impl Progress {
    /// No run shorter than this needs one.
    const PATIENCE: Duration = Duration::from_millis(500);

    pub fn new(amount: Amount, results_on_terminal: bool) -> Progress {
        Progress {
            start: Instant::now(),
            amount,
            bar: None,
            is_wanted: io::stderr().is_terminal() && !is_quiet(),
            has_results: results_on_terminal,
        }
    }

    /// Shows how far the run is, with more to say of it.
    pub fn show(&mut self, so_far: &Summary, more: &str) {
        // Where results appear, they show how far it is, unless there is more to say.
        if self.has_results && more.is_empty() {
            return self.end();
        }
        if !self.is_wanted || self.start.elapsed() < Progress::PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let template = match self.amount.total {
                Some(_) => "{bar:30} {msg}, {eta} left",
                None => "{spinner} {msg}",
            };
            let bar = match self.amount.total {
                Some(total) => ProgressBar::new(total),
                None => ProgressBar::no_length(),
            };
            bar.set_draw_target(ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template(template);
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
                .with_elapsed(self.start.elapsed())
        });
        let rate = so_far.records() as f64 / self.start.elapsed().as_secs_f64();
        bar.set_message(match (so_far.records(), more) {
            (0, more) if !more.is_empty() => more.to_string(),
            (records, "") => format!("{records} puzzles, {rate:.0}/s"),
            (records, more) => format!("{records} puzzles, {rate:.0}/s, {more}"),
        });
        bar.set_position(self.amount.read.load(Ordering::Relaxed));
    }

    /// Hides the line while `write` writes a message, or a result that goes to the same terminal.
    pub fn pause<T>(&self, is_message: bool, write: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) if is_message || self.has_results => bar.suspend(write),
            _ => write(),
        }
    }

    /// Takes the line away.
    pub fn end(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}
