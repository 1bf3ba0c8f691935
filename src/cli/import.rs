//! `satdoku import`: what an external solver printed, checked.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::Args;
use satdoku::board::{Grid, Puzzle};
use satdoku::format::{Record, Visible};
use satdoku::sat::{AtMostOne, Encoding, SolverAnswer, Translation, import};
use satdoku::task::{Answer, ResultError, Session, Solution, Verdict};
use serde::Serialize;

use super::args::engine::EngineChoice;
use super::args::heading::INPUT;
use super::args::input::{Input, Item, Reading, open_unpacked};
use super::args::output::Printing;
use super::batch::Sink;
use super::check::tally_of_verdict;
use super::command::{Command, Failure, Question};
use super::exit::Exit;
use super::fields::Columns;
use super::output::{Output, Reply, shown};
use super::render::text::verdict_text;
use super::run::{Batch, run_on};
use super::solve::{solution_text, tally_of_solution};
use super::summary::Tally;

/// The grid in what an external solver printed for the CNF of a puzzle
///
/// The model is decoded and verified. UNSATISFIABLE is believed only where this program comes to
/// the same answer. A model that does not fit is bad input, exit code 2; UNSATISFIABLE where there
/// is a solution is a wrong answer, exit code 3. --amo says how the CNF was exported, as --encoding
/// does.
#[derive(Debug, Args)]
pub struct Import {
    /// The file with the puzzle
    #[arg(long, value_name = "FILE", help_heading = INPUT)]
    puzzle: PathBuf,

    /// What the solver printed, or the file that minisat wrote; - or none is standard input
    #[arg(value_name = "RESULT", default_value = "-", help_heading = INPUT)]
    result: PathBuf,

    /// The encoding that was exported, for the numbers of its variables
    #[arg(long, value_name = "NAME", default_value_t = Encoding::Extended, help_heading = INPUT)]
    encoding: Encoding,

    /// The CNF was exported with --block-solution: give the verdict of the puzzle
    #[arg(long, help_heading = INPUT)]
    blocked: bool,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    engine: EngineChoice,

    #[command(flatten)]
    printing: Printing,
}

impl Import {
    /// Answers the one puzzle.
    pub fn run(mut self, output: &mut Output) -> anyhow::Result<Exit> {
        // The option says here how the CNF was exported, not how the engine works.
        let at_most_one = self.engine.search.amo.take().unwrap_or_default();
        self.engine.check()?;
        let record = self.record()?;
        let (source, text) = read(&self.result)?;
        let result = {
            let (source, encoding) = (source.clone(), self.encoding);
            move |puzzle: &Puzzle| read_result(puzzle, encoding, at_most_one, &source, &text)
        };
        let claim = Claim {
            result: Box::new(result),
            source,
            is_blocked: self.blocked,
            engine: self.engine,
            printing: self.printing,
        };
        claim.answer(record, &Batch::default(), output)
    }

    /// The only record of the file.
    fn record(&self) -> anyhow::Result<Record> {
        if self.puzzle.as_os_str() == "-" && self.result.as_os_str() == "-" {
            bail!(
                "expected the puzzle and the result from two places, found standard input for both"
            );
        }
        let mut records = Input::of_file(&self.puzzle, &self.reading).first(2);
        let (record, others) = (records.pop(), records.len());
        let record = record.context("expected a puzzle, found none")??;
        if others > 0 {
            let source = Visible(&record.source);
            bail!("{source}: expected one puzzle, found several");
        }
        match &record.content {
            Ok(_) => Ok(record),
            Err(invalid) => bail!("{}", invalid.error),
        }
    }
}

/// The name and the text of what a solver printed.
fn read(path: &Path) -> anyhow::Result<(String, String)> {
    let name = if path.as_os_str() == "-" {
        "<stdin>".to_string()
    } else {
        shown(path)
    };
    let mut bytes = Vec::new();
    let read = open_unpacked(path).and_then(|mut input| input.read_to_end(&mut bytes));
    read.with_context(|| format!("{name}: cannot be read"))?;
    let text = String::from_utf8(bytes);
    let text = text.unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
    Ok((name, text))
}

/// What a solver printed of the CNF of `puzzle`.
fn read_result(
    puzzle: &Puzzle,
    encoding: Encoding,
    at_most_one: AtMostOne,
    source: &str,
    text: &str,
) -> anyhow::Result<SolverAnswer<Grid>> {
    let translation = Translation::new(puzzle, encoding).with_at_most_one(at_most_one);
    let result = import(puzzle, translation.fixed(), translation.map(), text);
    result.map_err(|error| anyhow!("{source}:{}: {error}", error.line))
}

/// Reads what an external solver says of a puzzle.
type ReadResult = dyn Fn(&Puzzle) -> anyhow::Result<SolverAnswer<Grid>> + Send + Sync;

/// What an external solver says of one puzzle, to be checked.
pub struct Claim {
    /// What it says.
    pub result: Box<ReadResult>,
    /// Where it says so, for error messages.
    pub source: String,
    /// Whether the formula excludes a solution.
    pub is_blocked: bool,
    /// Who checks that there is no solution.
    pub engine: EngineChoice,
    /// The form of the output.
    pub printing: Printing,
}

/// What a claim comes to: a solution or, of a formula that excludes one, the verdict.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Checked {
    Solution(Answer<Solution>),
    Verdict(Answer<Verdict>),
}

impl Claim {
    /// Writes what it comes to.
    pub fn answer(
        self,
        record: Record,
        batch: &Batch,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let style = self.printing.style();
        let read = move |sink: &dyn Sink<Item>| _ = sink.push(Ok(record));
        run_on(self, batch, style, read, output, None)
    }

    fn failure(&self, error: ResultError) -> Failure {
        match error {
            ResultError::Task(error) => Failure::Fault(error),
            wrong @ (ResultError::HasSolution(_) | ResultError::HasAnother(_)) => {
                Failure::Wrong(format!("{}: {wrong}", self.source))
            }
            wrong => Failure::Fatal(anyhow!("{}: {wrong}", self.source)),
        }
    }
}

impl Command for Claim {
    type Answer = Checked;

    fn columns(&self) -> Columns {
        let mut columns = vec!["solution", "conflict", "reason", "error", "confirmed"];
        if self.is_blocked {
            columns.extend(["verdict", "other"]);
        }
        if self.engine.search.report {
            columns.push("report");
        }
        Columns::new(columns)
    }

    fn session(&self) -> Session {
        self.engine.session()
    }

    fn answer(
        &self,
        question: &Question<'_>,
        session: &mut Session,
        _: &mut Reply<'_>,
    ) -> Result<Checked, Failure> {
        let puzzle = question.puzzle;
        let result = (self.result)(puzzle).map_err(Failure::Fatal)?;
        let checked = if self.is_blocked {
            let checked = session.check_blocked_result(puzzle, result);
            checked.map(Checked::Verdict)
        } else {
            session.check_result(puzzle, result).map(Checked::Solution)
        };
        checked.map_err(|error| self.failure(error))
    }

    fn tally(&self, checked: &Checked) -> Tally {
        match checked {
            Checked::Solution(answer) => tally_of_solution(answer),
            Checked::Verdict(answer) => tally_of_verdict(answer),
        }
    }

    fn text(&self, question: &Question<'_>, checked: &Checked, reply: &mut Reply<'_>) {
        let Question { record, puzzle, .. } = *question;
        match checked {
            Checked::Solution(answer) => {
                solution_text(question, answer, self.printing, reply);
                self.engine.say_remarks(record, answer, reply);
            }
            Checked::Verdict(answer) => {
                let remarks = self.engine.remarks(answer);
                let form = self.printing.form(question.form, puzzle);
                reply.result(verdict_text(record, puzzle, form, answer, "", &remarks));
            }
        }
    }

    fn no_answer(&self, outcome: &'static str) -> Option<(&'static str, Option<&'static str>)> {
        Some(if self.is_blocked {
            ("verdict", Some(outcome))
        } else {
            ("solution", None)
        })
    }
}
