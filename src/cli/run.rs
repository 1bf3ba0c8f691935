//! The one loop over records: they are read, answered on several threads, written in order and
//! counted.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use clap::Args;
use satdoku::format::Record;
use satdoku::task::Session;

use super::args::heading::{LIMITS, OUTPUT};
use super::args::input::{Input, Item};
use super::batch::{self, Ended, Event, Sink, Weight, Worker};
use super::command::{Command, Failure, Question, place_of, say_fault};
use super::exit::Exit;
use super::file::WholeFile;
use super::interrupt::Interrupt;
use super::output::{Output, Part, Reply, is_closed_pipe, say};
use super::progress::{Amount, Progress};
use super::records::RecordOptions;
use super::render::{NoAnswer, Renderer, Style};
use super::summary::{Summary, SummaryForm, Tally};

/// What every command that answers records one by one is told.
#[derive(Debug, Clone, Default, Args)]
pub struct Batch {
    #[command(flatten)]
    pub input: Input,

    #[command(flatten)]
    pub running: Running,
}

/// How records are answered, wherever they come from.
#[derive(Debug, Clone, Default, Args)]
pub struct Running {
    /// Print a count of each outcome at the end
    #[arg(long, value_name = "FORM", num_args = 0..=1, require_equals = true,
          default_missing_value = "text", help_heading = OUTPUT, hide_possible_values = true)]
    summary: Option<SummaryForm>,

    /// Omit the header row of CSV
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    no_header: bool,

    /// Omit file names and line numbers
    ///
    /// Answers then do not depend on how the data was split into files.
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    no_filename: bool,

    /// Use N threads [default: one per processor]
    #[arg(short, long, value_name = "N", value_parser = jobs, help_heading = LIMITS)]
    jobs: Option<NonZeroUsize>,
}

impl Batch {
    /// Returns the options that the arguments describe.
    pub fn checked(self) -> RecordOptions {
        let mut input = self.input.checked();
        input.has_places = !self.running.no_filename;
        RecordOptions {
            input,
            jobs: self.running.jobs,
            summary: self.running.summary,
            has_header: !self.running.no_header,
        }
    }
}

/// A number of threads.
pub fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    let jobs = text.parse();
    jobs.map_err(|_| "expected a number from 1 on".to_string())
}

/// A record that does not know where it is. Lines in its errors are counted from its own first.
fn without_place(record: Record) -> Record {
    let nowhere: Arc<str> = "".into();
    let content = record.content.map_err(|mut invalid| {
        let place = &mut invalid.error.place;
        place.source = nowhere.clone();
        place.line = (place.line + 1).saturating_sub(record.line).max(1);
        invalid
    });
    Record {
        source: nowhere,
        content,
        ..record
    }
}

/// Answers every record of the input.
pub fn run<C: Command>(
    command: C,
    batch: &Batch,
    style: Style,
    output: &mut Output,
) -> anyhow::Result<Exit> {
    let input = batch.input.clone();
    let read = move |sink: &dyn Sink<Item>| _ = input.read(sink);
    run_on(command, batch, style, read, output, None)
}

/// Answers the records that `read` hands over. `index` takes a line for each of them, if the command
/// writes files.
pub fn run_on<C: Command>(
    command: C,
    batch: &Batch,
    style: Style,
    read: impl FnOnce(&dyn Sink<Item>) + Send + 'static,
    output: &mut Output,
    index: Option<&mut WholeFile>,
) -> anyhow::Result<Exit> {
    output.check()?;
    if let Some(file) = output.file() {
        batch.input.keep_safe_from(file)?;
    }
    let Running {
        no_filename,
        no_header,
        ..
    } = batch.running;
    let command = Arc::new(command);
    let samples = || {
        let samples = batch.input.samples().into_iter();
        let as_read = |record| {
            if no_filename {
                without_place(record)
            } else {
                record
            }
        };
        samples.map(as_read).collect()
    };
    let renderer = style.renderer::<C>(command.columns(), !no_header, samples);
    let read = {
        let (command, renderer) = (command.clone(), renderer.clone());
        move |sink: &dyn Sink<Read>| {
            read(&LookedAt {
                sink,
                command: command.as_ref(),
                renderer: renderer.as_ref(),
                no_filename,
            });
        }
    };
    let make = {
        let (command, renderer) = (command.clone(), renderer.clone());
        move || Answerer {
            session: command.session(),
            command: command.clone(),
            renderer: renderer.clone(),
        }
    };
    let delivery = Delivery {
        output,
        index,
        amount: batch.input.amount(),
        header: &|| renderer.header().or_else(|| command.header()),
        progress: &|| command.progress(),
        finishes_current: command.can_be_cut_short(),
    };
    let counts = delivery.run(read, batch.running.jobs, make, |tally| tally)?;
    let exit = counts.exit();
    if exit >= Exit::Failed {
        // What an earlier run has written there is worth more than nothing.
        output.leave_out_empty_file();
    }
    output.finish()?;
    if let Some(form) = batch.running.summary {
        counts.say(form);
    }
    Ok(exit)
}

/// The receiver's end of a batch: replies are written, in order, and counted.
pub struct Delivery<'a> {
    pub output: &'a mut Output,
    /// Takes a line for each item, if the workers write files.
    pub index: Option<&'a mut WholeFile>,
    /// How much there is to read.
    pub amount: Amount,
    /// What stands above the first row.
    pub header: &'a dyn Fn() -> Option<String>,
    /// What there is to say about how far the run is, beside the number of puzzles.
    pub progress: &'a dyn Fn() -> String,
    /// Whether an item that is being answered when somebody presses Ctrl-C is answered at once, as
    /// far as that goes.
    pub finishes_current: bool,
}

impl Delivery<'_> {
    /// How long after Ctrl-C an answer is awaited that is cut short.
    const GRACE: Duration = Duration::from_millis(300);

    /// Runs the batch to its end, or to Ctrl-C. `tally` says what an item came to.
    pub fn run<W>(
        mut self,
        read: impl FnOnce(&dyn Sink<W::Item>) + Send + 'static,
        jobs: Option<NonZeroUsize>,
        make: impl Fn() -> W + Send + Sync + 'static,
        mut tally: impl FnMut(W::End) -> anyhow::Result<Tally>,
    ) -> anyhow::Result<Summary>
    where
        W: Worker<Part = Part> + 'static,
        W::Item: Send,
        W::End: Send,
    {
        let interrupt = Interrupt::listen()?;
        let jobs = jobs.or_else(|| available_parallelism().ok());
        let mut progress = Progress::new(self.amount.clone(), self.output.is_terminal());
        let mut counts = Summary::default();
        let mut is_begun = false;
        let mut interrupted_at = None;
        let ended = batch::run(read, jobs.unwrap_or(NonZeroUsize::MIN), make, |event| {
            let is_end = matches!(event, Event::End(_));
            let heard = match event {
                Event::Part(part) => self.deliver(part, &mut is_begun, &progress),
                Event::End(end) => tally(end).and_then(|tally| {
                    counts.add(&tally);
                    self.output.end_puzzle()
                }),
                Event::Idle => {
                    progress.show(&counts, &(self.progress)());
                    self.output.flush()
                }
            };
            match heard {
                // The files are what was asked for: they go on without the answers.
                Err(error) if is_closed_pipe(&error) && self.index.is_some() => {
                    self.output.silence();
                }
                Err(error) => return ControlFlow::Break(Err(error)),
                Ok(()) => {}
            }
            if interrupt.has_come() {
                let since = *interrupted_at.get_or_insert_with(Instant::now);
                if is_end || !self.finishes_current || since.elapsed() > Delivery::GRACE {
                    counts.end(Exit::Interrupted);
                    return ControlFlow::Break(Ok(()));
                }
            }
            ControlFlow::Continue(())
        });
        progress.end();
        match ended {
            Ended::Complete => {}
            Ended::Panicked(message) => {
                counts.end(Exit::Disagreement);
                self.output.flush()?;
                say(format!(
                    "BUG in satdoku, please report it: not all records were answered: panic: \
                     {message}"
                ));
            }
            Ended::Stopped(result) => {
                if !interrupt.has_come() {
                    // Threads that are left must not leave solvers behind when this process ends.
                    std::mem::forget(satdoku::sat::stop_solvers());
                }
                match result {
                    // A quiet end, unless something was said before that the exit code has to say too.
                    Err(error) if is_closed_pipe(&error) && counts.exit() >= Exit::Failed => {
                        self.output.silence();
                    }
                    result => result?,
                }
            }
        }
        Ok(counts)
    }

    fn deliver(
        &mut self,
        part: Part,
        is_begun: &mut bool,
        progress: &Progress,
    ) -> anyhow::Result<()> {
        match part {
            Part::Row(_) if !*is_begun => {
                *is_begun = true;
                let header = (self.header)().unwrap_or_default();
                let written = self.output.write(&header);
                written.and_then(|()| self.output.deliver(part))
            }
            part => progress.pause_for(part, |part| self.output.deliver(part)),
        }
    }
}

/// What was read, on its way to be answered.
enum Read {
    Record(Record),
    /// Something could not be read, and what follows may be.
    Failed(anyhow::Error),
    /// The run has to end here.
    Fatal(anyhow::Error),
}

impl Weight for Read {
    fn weight(&self) -> usize {
        /// Of what is around a record.
        const LEAST: usize = 512;
        match self {
            Read::Record(record) => LEAST + record.weight(),
            Read::Failed(_) | Read::Fatal(_) => LEAST,
        }
    }
}

/// Lets the command and the format see each record before it is answered.
struct LookedAt<'a, C: Command> {
    sink: &'a dyn Sink<Read>,
    command: &'a C,
    renderer: &'a dyn Renderer<C>,
    no_filename: bool,
}

impl<C: Command> Sink<Item> for LookedAt<'_, C> {
    fn push(&self, item: Item) -> ControlFlow<()> {
        let record = match item {
            Ok(record) if self.no_filename => without_place(record),
            Ok(record) => record,
            Err(error) => return self.sink.push(Read::Failed(error)),
        };
        if let Err(error) = self.command.look_at(&record) {
            self.sink.push(Read::Fatal(error))?;
            return ControlFlow::Break(());
        }
        if let Err(error) = self.renderer.look_at(&record) {
            self.sink.push(Read::Failed(error))?;
        }
        self.sink.push(Read::Record(record))
    }

    fn flush(&self) {
        self.sink.flush();
    }
}

/// A thread's part of a command.
struct Answerer<C: Command> {
    command: Arc<C>,
    renderer: Arc<dyn Renderer<C>>,
    session: Session,
}

impl<C: Command> Worker for Answerer<C> {
    type Item = Read;
    type Part = Part;
    type End = anyhow::Result<Tally>;

    fn answer(
        &mut self,
        number: usize,
        item: &Read,
        reply: &mut Reply<'_>,
    ) -> anyhow::Result<Tally> {
        match item {
            Read::Record(record) => self.answer_record(number, record, reply),
            Read::Failed(error) => {
                reply.alarm(format_args!("{error:#}"));
                Ok(Tally::unreadable())
            }
            Read::Fatal(error) => Err(anyhow!("{error:#}")),
        }
    }

    fn panicked(
        &mut self,
        item: &Read,
        message: &str,
        reply: &mut Reply<'_>,
    ) -> anyhow::Result<Tally> {
        let Read::Record(record) = item else {
            return Ok(Tally::unreadable());
        };
        let error = format!("{}panic: {message}", place_of(record));
        reply.alarm(format_args!("BUG in satdoku, please report it: {error}"));
        let why = NoAnswer {
            outcome: "unknown",
            error,
            is_said: true,
        };
        self.renderer.unanswered(&self.command, record, &why, reply);
        Ok(Tally::new(Exit::Disagreement, "failed"))
    }
}

impl<C: Command> Answerer<C> {
    /// Answers one record.
    ///
    /// # Errors
    /// What ends the run.
    fn answer_record(
        &mut self,
        number: usize,
        record: &Record,
        reply: &mut Reply<'_>,
    ) -> anyhow::Result<Tally> {
        let mut answer = None;
        let mut tally = match &record.content {
            Ok((puzzle, form)) => {
                let question = Question {
                    number,
                    record,
                    puzzle,
                    form: *form,
                };
                match self.command.answer(&question, &mut self.session, reply) {
                    Ok(found) => {
                        let command = &self.command;
                        self.renderer.answered(command, &question, &found, reply);
                        let tally = command.tally(&found);
                        answer = Some(found);
                        tally
                    }
                    Err(failure) => self.failed(record, failure, reply)?,
                }
            }
            Err(invalid) => {
                let why = NoAnswer {
                    outcome: "invalid",
                    error: invalid.error.to_string(),
                    is_said: false,
                };
                self.renderer.unanswered(&self.command, record, &why, reply);
                Tally::new(Exit::Invalid, "invalid")
            }
        };
        let concluded = self
            .command
            .conclude(number, record, answer.as_ref(), reply)?;
        tally.exit.add(concluded);
        Ok(tally)
    }

    /// Says why there is no answer to a puzzle.
    fn failed(
        &self,
        record: &Record,
        failure: Failure,
        reply: &mut Reply<'_>,
    ) -> anyhow::Result<Tally> {
        let outcome = "unknown";
        let (error, is_said, tally) = match failure {
            Failure::Unanswered(why) => (why, false, Tally::new(Exit::Negative, "unanswered")),
            Failure::Fault(error) => {
                let exit = say_fault(&error, reply);
                (error.to_string(), true, Tally::new(exit, "failed"))
            }
            Failure::Wrong(why) => {
                reply.alarm(&why);
                (why, true, Tally::new(Exit::Disagreement, "failed"))
            }
            Failure::Fatal(error) => return Err(error),
        };
        let why = NoAnswer {
            outcome,
            error,
            is_said,
        };
        self.renderer.unanswered(&self.command, record, &why, reply);
        Ok(tally)
    }
}
