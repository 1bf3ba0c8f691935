//! The progress of a run, for a person at a terminal.

use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::summary::Summary;
use super::terminal::Terminal;

/// The size of the input and the part of it that has been read.
#[derive(Debug, Default)]
pub struct Amount {
    /// `None` if it is not known.
    pub total: Option<u64>,
    /// The number of bytes that have been read; `None` counts the answers.
    pub read: Option<Arc<AtomicU64>>,
}

/// A progress bar on standard error, if that is a terminal. It appears only in long runs.
pub struct Progress {
    start: Instant,
    amount: Amount,
    bar: Option<ProgressBar>,
    is_enabled: bool,
    /// True if results go to a terminal too.
    has_results: bool,
}

impl Progress {
    /// The time after which the bar appears.
    const DELAY: Duration = Duration::from_millis(500);

    /// Returns a progress bar that is not shown yet.
    pub fn new(amount: Amount, terminal: Terminal) -> Progress {
        Progress {
            start: Instant::now(),
            amount,
            bar: None,
            is_enabled: io::stderr().is_terminal() && !terminal.is_quiet,
            has_results: terminal.is_terminal,
        }
    }

    /// Shows the progress, with a further note.
    pub fn show(&mut self, counts: &Summary, note: &str) {
        // Results on the same terminal show the progress, unless there is a note.
        if self.has_results && note.is_empty() {
            return self.end();
        }
        if !self.is_enabled || self.start.elapsed() < Progress::DELAY {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let template = match self.amount.total {
                Some(_) => "{bar:30} {msg}{left}",
                None => "{spinner} {msg}",
            };
            let bar = match self.amount.total {
                Some(total) => ProgressBar::new(total),
                None => ProgressBar::no_length(),
            };
            bar.set_draw_target(ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template(template);
            let left = |state: &ProgressState, text: &mut dyn fmt::Write| {
                // Until the speed is known, the estimate is zero.
                let eta = state.eta();
                if !eta.is_zero() {
                    _ = write!(text, ", {:#} left", HumanDuration(eta));
                }
            };
            let style = style.map(|style| style.with_key("left", left));
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
                .with_elapsed(self.start.elapsed())
        });
        let rate = counts.records() as f64 / self.start.elapsed().as_secs_f64();
        bar.set_message(match (counts.records(), note) {
            (0, note) if !note.is_empty() => note.to_string(),
            (records, "") => format!("{records} puzzles, {rate:.0}/s"),
            (records, note) => format!("{records} puzzles, {rate:.0}/s, {note}"),
        });
        let read = self.amount.read.as_ref();
        bar.set_position(read.map_or(counts.records(), |read| read.load(Ordering::Relaxed)));
    }

    /// Hides the bar while `write` writes a message, or a result to the same terminal.
    pub fn pause<T>(&self, is_message: bool, write: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) if is_message || self.has_results => bar.suspend(write),
            _ => write(),
        }
    }

    /// Removes the bar.
    pub fn end(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}
