//! Answers of solvers to exported formulas, checked against their puzzles.

use std::path::Path;

use satdoku::board::Grid;
use satdoku::sat::{ExportedFormula, SolverAnswer};
use satdoku::task::{Answer, ResultError, Session, Solution};
use satdoku_text::{Arrangement, Form, Record, Row as TableRow};
use serde::Serialize;

use crate::exit::Exit;
use crate::grid_writer::GridWriter;
use crate::options::search::ConfirmedSearch;
use crate::output::Output;
use crate::read::{Item, read_bounded, remove_place};
use crate::record_command::{Failure, RecordCommand, RecordContext};
use crate::records::{RecordOptions, RecordOutput};
use crate::reply::Reply;
use crate::row::AnswerRows;
use crate::summary::Outcome;
use crate::text::{report_unconfirmed, verdict_text};

/// Reads the comments of an exported formula.
pub fn read_exported(path: &Path) -> anyhow::Result<ExportedFormula> {
    read_bounded(path, |input| ExportedFormula::read(input))
}

/// Returns the record of an exported formula, which may come from a row of a table.
pub fn record_of(exported: &ExportedFormula, source: &str, row: Option<TableRow>) -> Record {
    let puzzle = exported.puzzle.clone();
    let form = Form::of(Arrangement::Line, puzzle.geometry());
    Record {
        source: source.into(),
        line: exported.line,
        content: Ok((puzzle, form)),
        title: None,
        note: None,
        row,
    }
}

/// The answer of a solver to the formula of a puzzle.
#[derive(Clone)]
pub struct SolverResult {
    /// The answer, with a solution that has been verified.
    pub answer: SolverAnswer<Grid>,
    /// The file it comes from, for error messages.
    pub source: String,
    /// The formula excludes a solution.
    pub is_blocked: bool,
}

/// The check of results, and how it is printed.
pub struct ResultCheck {
    /// The search that checks that there is no solution.
    pub search: ConfirmedSearch,
    pub grids: GridWriter,
}

/// A solution, with the verdict in rows that have one.
#[derive(Serialize)]
struct CheckedSolution {
    verdict: Option<&'static str>,
    #[serde(flatten)]
    answer: Answer<Solution>,
}

impl ResultCheck {
    /// Checks the result for one puzzle.
    pub fn run(
        self,
        mut record: Record,
        result: SolverResult,
        records: RecordOptions,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        if !records.input.has_places {
            remove_place(&mut record);
        }
        let layout = self.layout();
        let command = SingleResult {
            check: self,
            result,
        };
        records.run_on(vec![Item::Record(record)], command, layout, output)
    }

    /// Returns the layout of the output.
    pub fn layout(&self) -> RecordOutput<'static> {
        let rows = self
            .grids
            .row_format()
            .map(|format| AnswerRows::of_verdicts(format).with(&["error", "confirmed"]));
        RecordOutput {
            rows,
            ..RecordOutput::default()
        }
    }

    /// Checks the result for the puzzle of a record and writes the answer.
    pub fn check(
        &self,
        session: &mut Session,
        context: &RecordContext<'_>,
        result: SolverResult,
        reply: &mut Reply<'_>,
    ) -> Result<Outcome, Failure> {
        let (puzzle, form) = context.puzzle()?;
        self.grids.require_expressible(puzzle)?;
        let SolverResult {
            answer,
            source,
            is_blocked,
        } = result;
        if is_blocked {
            let answer = session.check_blocked_result(puzzle, answer);
            let answer = answer.map_err(|error| self.failure(&source, error))?;
            let outcome = Outcome::of_verdict(&answer);
            context.write(&answer, reply, |reply| {
                reply.text(verdict_text(context.record, puzzle, form, &answer, ""));
            });
            return Ok(outcome);
        }
        let answer = session.check_result(puzzle, answer);
        let answer = answer.map_err(|error| self.failure(&source, error))?;
        let outcome = Outcome::of_solution(&answer);
        let checked = CheckedSolution {
            verdict: outcome.name,
            answer,
        };
        context.write(&checked, reply, |reply| {
            self.grids
                .write_solution(context, puzzle, form, &checked.answer, reply);
            report_unconfirmed(context.record, &checked.answer, reply);
        });
        Ok(outcome)
    }

    fn failure(&self, source: &str, error: ResultError) -> Failure {
        match error {
            ResultError::Task(error) => Failure::Fault(error),
            ResultError::HasSolution(_) | ResultError::HasAnother(_) => {
                Failure::Wrong(format!("{source}: {error}"))
            }
            _ => Failure::Invalid(format!("{source}: {error}")),
        }
    }
}

/// The check of a result that has been read.
struct SingleResult {
    check: ResultCheck,
    result: SolverResult,
}

impl RecordCommand for SingleResult {
    type State = Session;

    fn state(&self) -> Session {
        self.check.search.session()
    }

    fn answer(
        &self,
        session: &mut Session,
        context: &RecordContext<'_>,
        reply: &mut Reply<'_>,
    ) -> Result<Outcome, Failure> {
        self.check
            .check(session, context, self.result.clone(), reply)
    }
}
