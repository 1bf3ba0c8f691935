//! Many records through several threads, answered in the order of the input.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread::available_parallelism;

use clap::Args;
use satdoku::batch::{self, Event, Weight, Worker};
use satdoku::format::Record;

use super::certify::Index;
use super::command::{Answerer, Command, Style, Tally};
use super::exit::Exit;
use super::input::Input;
use super::interrupt::Interrupt;
use super::output::Output;
use super::progress::Progress;
use super::reply::{Part, Reply};
use super::summary::{Summary, SummaryForm};

/// What every command that answers records one by one is told.
#[derive(Debug, Args)]
pub struct Batch {
    #[command(flatten)]
    pub input: Input,

    /// How many puzzles are answered at once [default: as many as there are processors]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,

    /// Say on standard error, at the end, how many puzzles came to which answer
    #[arg(long, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    summary: Option<SummaryForm>,

    /// Leave out the first row of CSV, the one with the names of the columns
    #[arg(long)]
    no_header: bool,

    /// Do not say in which file and on which line records are: what is said of one then depends on
    /// nothing but itself, however the data was cut into pieces
    #[arg(long)]
    no_place: bool,
}

impl Batch {
    /// Every record of the input, in order, or what kept one from being read.
    pub fn records(&self) -> impl Iterator<Item = Item> + Send + use<> {
        let no_place = self.no_place;
        let records = self.input.records();
        records.map(move |record| match no_place {
            true => record.map(placeless),
            false => record,
        })
    }
}

/// A record that does not know where it is. Lines in its errors are counted from its own first.
fn placeless(record: Record) -> Record {
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

/// A record, or what kept one from being read.
type Item = anyhow::Result<Record>;

/// A thread's part of a command, as a batch wants it.
struct Thread<C: Command>(Answerer<C>);

impl<C: Command> Worker for Thread<C> {
    type Item = Read;
    type Part = Part;
    type End = anyhow::Result<Tally>;

    fn answer(
        &mut self,
        number: usize,
        Read(item): &Read,
        reply: &mut batch::Reply<'_, Self>,
    ) -> anyhow::Result<Tally> {
        let mut deliver = |part| reply.send(part);
        let mut reply = Reply::new(&mut deliver);
        match item {
            Ok(record) => self.0.answer(number, record, &mut reply),
            Err(error) => {
                reply.say(format_args!("{error:#}"));
                Ok(Tally::unreadable())
            }
        }
    }

    fn panicked(
        &mut self,
        Read(item): &Read,
        message: &str,
        reply: &mut batch::Reply<'_, Self>,
    ) -> anyhow::Result<Tally> {
        let mut deliver = |part| reply.send(part);
        let mut reply = Reply::new(&mut deliver);
        match item {
            Ok(record) => Ok(self.0.give_up(record, message, &mut reply)),
            Err(_) => Ok(Tally::unreadable()),
        }
    }
}

/// What was read.
struct Read(Item);

impl Weight for Read {
    /// A board has a byte or two for each cell, and as much again as text; small ones weigh at
    /// least as much as what is around them.
    fn weight(&self) -> usize {
        const LEAST: usize = 1_024;
        match &self.0 {
            Ok(record) => match &record.content {
                Ok((puzzle, _)) => LEAST.max(4 * puzzle.layout().cell_count()),
                Err(invalid) => LEAST + invalid.text.len(),
            },
            Err(_) => LEAST,
        }
    }
}

/// Answers every record of the command's input.
pub fn run<C: Command>(command: C, output: &mut Output) -> anyhow::Result<Exit> {
    let records = command.batch().records();
    answer_all(command, records, output, None)
}

/// Answers these records. `index` takes the lines of the index of certificates.
pub fn answer_all<C: Command>(
    command: C,
    records: impl Iterator<Item = Item> + Send + 'static,
    output: &mut Output,
    mut index: Option<&mut Index>,
) -> anyhow::Result<Exit> {
    let interrupt = Interrupt::listen()?;
    let command = Arc::new(command);
    let Batch {
        input,
        jobs,
        summary,
        no_header,
        ..
    } = command.batch();
    let jobs = jobs
        .or_else(|| available_parallelism().ok())
        .unwrap_or(NonZeroUsize::MIN);
    let mut progress = Progress::new(input.amount());
    let mut counts = Summary::default();
    if command.style() == Style::Csv {
        output.start_table(command.columns(), !no_header);
    }
    let make = {
        let command = command.clone();
        move || Thread(Answerer::new(command.clone()))
    };
    let ended = batch::run(records.map(Read), jobs, make, |event| {
        let heard = match (event, &mut index) {
            (Event::Part(Part::Index(line)), Some(index)) => index.add(&line),
            (Event::Part(part @ Part::Message(_)), _) => {
                progress.pause_for(|| output.deliver(part))
            }
            (Event::Part(part), _) => output.deliver(part),
            (Event::End(tally), _) => tally.map(|tally| counts.add(&tally)),
            (Event::Idle, _) => {
                progress.show(&counts);
                output.flush()
            }
        };
        match heard {
            Err(error) => ControlFlow::Break(Err(error)),
            Ok(()) if interrupt.has_come() => {
                counts.interrupt();
                ControlFlow::Break(Ok(()))
            }
            Ok(()) => ControlFlow::Continue(()),
        }
    });
    progress.end();
    if let ControlFlow::Break(result) = ended {
        if !interrupt.has_come() {
            // Threads that are left must not leave solvers behind when this process ends.
            std::mem::forget(satdoku::sat::stop_solvers());
        }
        result?;
    }
    output.flush()?;
    let exit = counts.exit();
    if let Some(form) = summary {
        counts.say(*form);
    }
    Ok(exit)
}
