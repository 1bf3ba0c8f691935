//! The end of the pipeline: output in order, counts, progress and interrupts.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::available_parallelism;

use super::exit::Exit;
use super::file::AtomicFile;
use super::interrupt::{interrupt_flag, listen_for_interrupt};
use super::message::print_message;
use super::output::{Output, is_closed_pipe};
use super::progress::{Amount, Progress};
use super::reply::Piece;
use super::run::{self, Event, Read, RunEnd, Task};
use super::summary::Summary;

/// Additions to a run.
#[derive(Default)]
pub struct Extras {
    /// The index of the files that the command writes.
    pub index: Option<AtomicFile>,
    /// Returns a text about the progress, in addition to the number of records.
    pub progress: Option<Box<dyn Fn() -> String>>,
}

/// Writes the answers of `task` to everything that `read` hands over, until the end or Ctrl-C, and
/// returns what they were.
pub fn run<I: Send + 'static>(
    task: Arc<dyn Task<Item = I>>,
    read: Read<I>,
    jobs: Option<NonZeroUsize>,
    amount: Amount,
    extras: Extras,
    output: &mut Output,
) -> anyhow::Result<Summary> {
    listen_for_interrupt()?;
    let mut writer = Writer {
        progress: Progress::new(amount, output.terminal),
        output,
        extras,
        counts: Summary::default(),
    };
    let processors = available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let jobs = jobs.unwrap_or(processors);
    let interrupt = interrupt_flag();
    let mut write = |event| writer.receive(event);
    let end = run::run(task, jobs, read, interrupt, &mut write);
    writer.progress.end();
    match end {
        Ok(RunEnd::Complete) => {}
        Ok(RunEnd::Interrupted) => writer.counts.end(Exit::Interrupted),
        Ok(RunEnd::Panicked(message)) => {
            writer.counts.end(Exit::Bug);
            writer.output.flush()?;
            print_message(format!(
                "BUG in satdoku, please report it: not all records were answered: panic: {message}"
            ));
        }
        Err(error) => {
            // No solver may outlive this process, nor may the remaining threads start another.
            std::mem::forget(satdoku::sat::stop_solvers());
            // A closed pipe ends the run quietly, but an earlier error sets the exit code.
            if !is_closed_pipe(&error) || writer.counts.exit() < Exit::Failed {
                return Err(error);
            }
            writer.output.silence();
        }
    }
    writer.extras.index.map(AtomicFile::finish).transpose()?;
    Ok(writer.counts)
}

struct Writer<'a> {
    output: &'a mut Output,
    progress: Progress,
    extras: Extras,
    counts: Summary,
}

impl Writer<'_> {
    fn receive(&mut self, event: Event) -> anyhow::Result<()> {
        let Event::Pieces(pieces) = event else {
            let more = self.extras.progress.as_ref().map(|more| more());
            self.progress.show(&self.counts, &more.unwrap_or_default());
            let result = self.output.flush();
            return self.without_closed_pipe(result);
        };
        pieces.into_iter().try_for_each(|piece| {
            let result = self.write(piece);
            self.without_closed_pipe(result)
        })
    }

    /// Ignores a closed pipe if there is an index: its files are the result, even if nobody reads the
    /// rest.
    fn without_closed_pipe(&mut self, result: anyhow::Result<()>) -> anyhow::Result<()> {
        match result {
            Err(error) if is_closed_pipe(&error) && self.extras.index.is_some() => {
                self.output.silence();
                Ok(())
            }
            result => result,
        }
    }

    fn write(&mut self, piece: Piece) -> anyhow::Result<()> {
        let Writer {
            output, progress, ..
        } = self;
        match piece {
            Piece::Part(part) => progress.pause(false, || output.add(part)),
            Piece::Message(_) if output.terminal.is_quiet => Ok(()),
            Piece::Message(message) | Piece::Error(message) => {
                progress.pause(true, || output.message(&message))
            }
            Piece::Index(line) => match &mut self.extras.index {
                Some(index) => index.put(line.as_bytes()),
                None => Ok(()),
            },
            Piece::End(outcome) => {
                self.counts.add(&outcome);
                output.end_puzzle()
            }
            Piece::Fatal(error) => Err(error),
        }
    }
}
