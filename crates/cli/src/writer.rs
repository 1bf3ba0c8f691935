//! The end of the pipeline: output in order, counts, progress and interrupts.

use std::num::NonZeroUsize;

use super::csv_table::CsvTable;
use super::exit::Exit;
use super::feeder::Feeder;
use super::file::WholeFile;
use super::interrupt::{interrupt_flag, listen_for_interrupt};
use super::memory::workers;
use super::message::print_message;
use super::output::{Output, is_closed_pipe};
use super::pipeline::{self, Event, RunEnd, Task};
use super::progress::{Amount, Progress};
use super::reply::Piece;
use super::summary::Summary;

/// The options of a run.
pub struct Settings<'a> {
    pub jobs: Option<NonZeroUsize>,
    /// The size of the input and the position in it.
    pub amount: Amount,
    /// The index of the files that the command writes.
    pub index: Option<&'a mut WholeFile>,
    /// Returns a text about the progress, in addition to the number of records.
    pub progress: Option<Box<dyn Fn() -> String>>,
}

/// Writes the answers of `task` to everything that `read` hands over, until the end or Ctrl-C, and
/// returns what they were.
pub fn run<T: Task>(
    task: T,
    read: impl FnOnce(&Feeder<'_, T::Item>) + Send + 'static,
    settings: Settings<'_>,
    output: &mut Output,
) -> anyhow::Result<Summary> {
    listen_for_interrupt()?;
    let mut writer = Writer {
        progress: Progress::new(settings.amount, output.is_terminal()),
        output,
        index: settings.index,
        more: settings.progress,
        table: CsvTable::default(),
        counts: Summary::default(),
    };
    let end = pipeline::run(
        task,
        workers(settings.jobs),
        read,
        interrupt_flag(),
        |event| writer.receive(event),
    );
    writer.progress.end();
    match end {
        Ok(RunEnd::Complete) => {}
        Ok(RunEnd::Interrupted) => writer.counts.end(Exit::Interrupted),
        Ok(RunEnd::Panicked(message)) => {
            writer.counts.end(Exit::Disagreement);
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
    Ok(writer.counts)
}

struct Writer<'a> {
    output: &'a mut Output,
    index: Option<&'a mut WholeFile>,
    progress: Progress,
    more: Option<Box<dyn Fn() -> String>>,
    table: CsvTable,
    counts: Summary,
}

impl Writer<'_> {
    fn receive(&mut self, event: Event) -> anyhow::Result<()> {
        let result = match event {
            Event::Piece(piece) => self.write(piece),
            Event::Idle => {
                let more = self.more.as_ref().map(|more| more());
                self.progress.show(&self.counts, &more.unwrap_or_default());
                self.output.flush()
            }
        };
        match result {
            // The files of the index are the result: they are written even if nobody reads the rest.
            Err(error) if is_closed_pipe(&error) && self.index.is_some() => {
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
            Piece::Text(text) => progress.pause(false, || output.write(&text)),
            Piece::Grid(text) => progress.pause(false, || output.write_grid(&text)),
            Piece::Picture(svg) => output.add_picture(svg),
            Piece::Solution(figure) => {
                output.add_solution(&figure);
                Ok(())
            }
            Piece::Row(row) => {
                let (text, error) = self.table.add(row);
                if let Some(error) = error {
                    self.counts.end(Exit::Failed);
                    progress.pause(true, || output.alarm(&error))?;
                }
                progress.pause(false, || output.write_bytes(&text))
            }
            Piece::Message(message) => progress.pause(true, || output.message(&message)),
            Piece::Alarm(message) => progress.pause(true, || output.alarm(&message)),
            Piece::Index(line) => match &mut self.index {
                Some(index) => index.line(&line),
                None => Ok(()),
            },
            Piece::End(tally) => {
                self.counts.add(&tally);
                output.end_puzzle()
            }
            Piece::Fatal(error) => Err(error),
        }
    }
}
