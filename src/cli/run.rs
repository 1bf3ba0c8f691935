//! The one loop over records: they are read, answered on several threads, written in order and
//! counted.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread::available_parallelism;

use anyhow::anyhow;
use clap::Args;
use satdoku::format::Record;
use satdoku::task::Session;

use super::args::heading::{LIMITS, OUTPUT};
use super::args::input::{Input, Item};
use super::batch::{self, Ended, Event, Sink, Weight, Worker};
use super::certify::Index;
use super::command::{Command, Failure, Question, place_of, say_fault};
use super::exit::Exit;
use super::interrupt::Interrupt;
use super::output::{Output, Part, Reply, is_closed_pipe};
use super::progress::Progress;
use super::render::{NoAnswer, Renderer, Style};
use super::summary::{Summary, SummaryForm, Tally};

/// What every command that answers records one by one is told.
#[derive(Debug, Clone, Default, Args)]
pub struct Batch {
    #[command(flatten)]
    pub input: Input,

    /// How many puzzles are answered at once [default: as many as there are processors]
    #[arg(short, long, value_name = "N", value_parser = jobs, help_heading = LIMITS)]
    jobs: Option<NonZeroUsize>,

    /// Say on standard error, at the end, how many puzzles came to which answer
    #[arg(long, value_name = "FORM", num_args = 0..=1, require_equals = true,
          default_missing_value = "text", help_heading = OUTPUT)]
    summary: Option<SummaryForm>,

    /// Leave out the first row of CSV, the one with the names of the columns
    #[arg(long, help_heading = OUTPUT)]
    no_header: bool,

    /// Do not say in which file and on which line records are: what is said of one then depends on
    /// nothing but itself, however the data was cut into pieces
    #[arg(long, help_heading = OUTPUT)]
    no_filename: bool,
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

/// Answers the records that `read` hands over. `index` takes the lines of the index of certificates.
pub fn run_on<C: Command>(
    command: C,
    batch: &Batch,
    style: Style,
    read: impl FnOnce(&dyn Sink<Item>) + Send + 'static,
    output: &mut Output,
    mut index: Option<&mut Index>,
) -> anyhow::Result<Exit> {
    let interrupt = Interrupt::listen()?;
    let command = Arc::new(command);
    let jobs = batch.jobs.or_else(|| available_parallelism().ok());
    let samples = || {
        let samples = batch.input.samples().into_iter();
        let as_read = |record| {
            if batch.no_filename {
                without_place(record)
            } else {
                record
            }
        };
        samples.map(as_read).collect()
    };
    let renderer = style.renderer::<C>(command.columns(), !batch.no_header, samples);
    let mut progress = Progress::new(batch.input.amount());
    let mut counts = Summary::default();
    let read = {
        let (command, renderer) = (command.clone(), renderer.clone());
        let no_filename = batch.no_filename;
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
    let mut is_begun = false;
    let ended = batch::run(read, jobs.unwrap_or(NonZeroUsize::MIN), make, |event| {
        let heard = match event {
            Event::Part(part @ Part::Row(_)) if !is_begun => {
                is_begun = true;
                let header = renderer.header().or_else(|| command.header());
                let header = header.unwrap_or_default();
                output.write(&header).and_then(|()| output.deliver(part))
            }
            Event::Part(Part::Index(line)) => match &mut index {
                Some(index) => index.add(&line),
                None => Ok(()),
            },
            Event::Part(part @ Part::Message(_)) => progress.pause_for(|| output.deliver(part)),
            Event::Part(part) => output.deliver(part),
            Event::End(tally) => tally.map(|tally| counts.add(&tally)),
            Event::Idle => {
                progress.show(&counts);
                output.flush()
            }
        };
        let heard = match heard {
            // The certificates are what was asked for: they go on without the answers.
            Err(error) if is_closed_pipe(&error) && index.is_some() => {
                output.silence();
                Ok(())
            }
            heard => heard,
        };
        match heard {
            Err(error) => ControlFlow::Break(Err(error)),
            Ok(()) if interrupt.has_come() => {
                counts.end(Exit::Interrupted);
                ControlFlow::Break(Ok(()))
            }
            Ok(()) => ControlFlow::Continue(()),
        }
    });
    progress.end();
    match ended {
        Ended::Complete => {}
        Ended::Panicked(message) => {
            counts.end(Exit::Disagreement);
            output.flush()?;
            super::output::say(format!(
                "BUG in satdoku, please report it: not all records were answered: panic: {message}"
            ));
        }
        Ended::Stopped(result) => {
            if !interrupt.has_come() {
                // Threads that are left must not leave solvers behind when this process ends.
                std::mem::forget(satdoku::sat::stop_solvers());
            }
            match result {
                // A quiet end, unless something was found that has to be heard.
                Err(error) if is_closed_pipe(&error) && counts.exit() == Exit::Disagreement => {
                    return Ok(counts.exit());
                }
                result => result?,
            }
        }
    }
    output.finish()?;
    let exit = counts.exit();
    if let Some(form) = batch.summary {
        counts.say(form);
    }
    Ok(exit)
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
                reply.say(format_args!("{error:#}"));
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
        reply.say(format_args!("BUG in satdoku, please report it: {error}"));
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
        let (error, is_said, tally) = match failure {
            Failure::Lacking(why) => (why, false, Tally::new(Exit::Lacking, "unanswered")),
            Failure::Fault(error) => {
                let exit = say_fault(&error, reply);
                (error.to_string(), true, Tally::new(exit, "failed"))
            }
            Failure::Wrong(why) => {
                reply.say(&why);
                (why, true, Tally::new(Exit::Disagreement, "failed"))
            }
            Failure::Fatal(error) => return Err(error),
        };
        let why = NoAnswer {
            outcome: "unknown",
            error,
            is_said,
        };
        self.renderer.unanswered(&self.command, record, &why, reply);
        Ok(tally)
    }
}
