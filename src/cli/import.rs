//! `satdoku import`: what an external solver printed, checked.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use satdoku::board::{Grid, Puzzle};
use satdoku::format::{Form, Record};
use satdoku::sat::{Encoding, SolverAnswer, Translation, import};
use satdoku::task::{Answer, ResultError, Solution};

use super::check::{self, verdict_text};
use super::command::{Style, place_of};
use super::engine::{EngineChoice, fault};
use super::exit::Exit;
use super::input::{Input, Reading};
use super::interrupt::stop_solvers_on_signals;
use super::json::Object;
use super::output::Output;
use super::printing::Printing;
use super::reply::Reply;
use super::solve;

/// The grid in what an external solver printed for the CNF of a puzzle
///
/// The model is decoded and verified. UNSATISFIABLE is believed only where this program comes to
/// the same answer. A wrong answer is bad input: exit code 2. --amo says how the CNF was exported,
/// as --encoding does.
#[derive(Debug, Args)]
pub struct Import {
    /// The file with the puzzle
    #[arg(long, value_name = "FILE")]
    puzzle: PathBuf,

    /// What the solver printed, or the file that minisat wrote; - or none is standard input
    #[arg(value_name = "RESULT", default_value = "-")]
    result: PathBuf,

    /// The encoding that was exported, for the numbers of its variables
    #[arg(long, value_name = "NAME", default_value_t = Encoding::Extended)]
    encoding: Encoding,

    /// The CNF was exported with --block-solution: give the verdict of the puzzle
    #[arg(long)]
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
        self.engine.search.prepare()?;
        stop_solvers_on_signals()?;
        let record = self.record()?;
        let (puzzle, _) = match &record.content {
            Ok(content) => content,
            Err(invalid) => bail!("{}", invalid.error),
        };
        let (name, text) = read(&self.result)?;
        let translation = Translation::new(puzzle, self.encoding).with_at_most_one(at_most_one);
        let claim = import(puzzle, translation.fixed(), translation.map(), &text)
            .map_err(|error| anyhow::anyhow!("{name}:{}: {error}", error.line))?;
        let answer = Answerer {
            record: &record,
            source: &name,
            engine: &self.engine,
            printing: self.printing,
        };
        answer.write(claim, self.blocked, output)
    }

    /// The only record of the file.
    fn record(&self) -> anyhow::Result<Record> {
        if self.puzzle.as_os_str() == "-" && self.result.as_os_str() == "-" {
            bail!(
                "expected the puzzle and the result from two places, found standard input for both"
            );
        }
        let input = Input::of_file(&self.puzzle, &self.reading);
        let mut records = input.records();
        let record = records.next().context("expected a puzzle, found none")??;
        match records.next() {
            None => Ok(record),
            Some(_) => bail!("{}: expected one puzzle, found several", record.source),
        }
    }
}

/// The name and the text of what a solver printed.
fn read(path: &Path) -> anyhow::Result<(String, String)> {
    let mut bytes = Vec::new();
    let (name, result) = match path.as_os_str() == "-" {
        true => {
            let name = "<stdin>".to_string();
            (name, io::stdin().lock().read_to_end(&mut bytes).map(drop))
        }
        false => {
            let name = path.display().to_string();
            (name, std::fs::read(path).map(|read| bytes = read))
        }
    };
    result.with_context(|| format!("{name}: cannot be read"))?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Ok((name, text))
}

/// Says what a claim of an external solver about a puzzle comes to.
pub struct Answerer<'a> {
    /// The puzzle.
    pub record: &'a Record,
    /// Whose claim it is, for error messages.
    pub source: &'a str,
    /// Who checks that there is no solution.
    pub engine: &'a EngineChoice,
    /// The form of the output.
    pub printing: Printing,
}

impl Answerer<'_> {
    /// Judges the claim and writes the solution or, of a formula that blocks one, the verdict.
    pub fn write(
        &self,
        claim: SolverAnswer<Grid>,
        is_blocked: bool,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let (puzzle, form) = match &self.record.content {
            Ok(content) => content,
            Err(invalid) => bail!("{}", invalid.error),
        };
        let mut session = self.engine.session();
        let report = self.engine.search.report;
        let object = || Object::of(self.record);
        let style = self.printing.style();
        if is_blocked {
            let answer = match session.check_blocked_result(puzzle, claim) {
                Ok(answer) => answer,
                Err(error) => return self.refuse(error, output),
            };
            let exit = check::exit(&answer);
            output.reply(|reply| match style {
                Style::Text => {
                    let remarks = self.engine.remarks(&answer);
                    let form = self.printing.form(*form, puzzle);
                    let text = verdict_text(self.record, puzzle, form, &answer, "", &remarks);
                    reply.result(text);
                }
                Style::Jsonl | Style::Csv => reply.json(&object().checked(&answer, report)),
            })?;
            return Ok(exit);
        }
        let answer = match session.check_result(puzzle, claim) {
            Ok(answer) => answer,
            Err(error) => return self.refuse(error, output),
        };
        output.reply(|reply| match style {
            Style::Text => self.write_solution(puzzle, *form, &answer, reply),
            Style::Jsonl | Style::Csv => reply.json(&object().solved(&answer, report)),
        })?;
        Ok(solve::exit(&answer))
    }

    fn write_solution(
        &self,
        puzzle: &Puzzle,
        form: Form,
        answer: &Answer<Solution>,
        reply: &mut Reply<'_>,
    ) {
        let place = place_of(self.record);
        match &answer.outcome {
            Solution::Found(grid) => reply.grid(self.printing.text(puzzle, grid, form)),
            Solution::None(conflict) => {
                reply.say(format_args!("{place}no solution: {conflict}"));
            }
            Solution::Unknown(limit) => reply.say(format_args!("{place}unknown: {limit}")),
        }
        self.engine.say_remarks(self.record, answer, reply);
    }

    /// Says what is wrong with a claim.
    fn refuse(&self, error: ResultError, output: &mut Output) -> anyhow::Result<Exit> {
        match error {
            ResultError::Task(error) => output.reply(|reply| fault(&error, reply)),
            wrong => bail!("{}: {wrong}", self.source),
        }
    }
}
