//! `satdoku solve`: a solution of each puzzle.

use std::ops::ControlFlow;

use clap::Args;
use satdoku::board::Grid;
use satdoku::task::{Answer, Count, Session};
use serde::Serialize;

use crate::exit::Exit;
use crate::grid_writer::GridWriter;
use crate::options::heading::ANSWER;
use crate::options::output::{FormatArgs, GridFormat};
use crate::options::records::{RecordArgs, SummaryArgs};
use crate::options::search::{ConfirmedSearch, ConfirmedSearchArgs};
use crate::output::Output;
use crate::record_command::{Failure, RecordCommand, RecordContext};
use crate::records::RecordOutput;
use crate::reply::Reply;
use crate::row::{AnswerRows, RowFormat};
use crate::summary::Outcome;
use crate::text::{report_no_solution, report_unconfirmed, report_unknown};

/// Print a solution of each puzzle
///
/// The solution has the form of the puzzle: a line for a line, rows for rows. On a terminal, it is a grid
/// for a line.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku solve puzzles.txt                    a solution of each
  satdoku solve puzzle.txt -o puzzle.svg
  satdoku solve --solutions 3 puzzle.txt       up to three of each")]
pub struct SolveArgs {
    #[command(flatten)]
    records: RecordArgs,

    #[command(flatten)]
    summary: SummaryArgs,

    #[command(flatten)]
    engine: ConfirmedSearchArgs,

    /// Print up to N different solutions of each puzzle
    ///
    /// Solutions are printed as they are found. Each is verified, but it is not confirmed that there
    /// are no others.
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = ANSWER,
          value_parser = clap::value_parser!(u64).range(1..))]
    solutions: u64,

    #[command(flatten)]
    grids: FormatArgs<GridFormat>,
}

/// The checked options.
struct Solve {
    search: ConfirmedSearch,
    max_solutions: u64,
    grids: GridWriter,
}

/// Up to a number of solutions, as a row.
#[derive(Serialize)]
struct SolutionList {
    solution: Option<String>,
    solutions: Vec<String>,
    #[serde(flatten)]
    answer: Answer<Count>,
}

impl SolveArgs {
    /// Solves every record.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let grids = GridWriter::new(self.grids.checked(output)?, output);
        let mut records = self.records.checked();
        records.has_summary = self.summary.summary;
        let rows = grids
            .row_format()
            .map(|format| solution_rows(format, self.solutions > 1));
        let solve = Solve {
            search: self.engine.checked_for(self.solutions)?,
            max_solutions: self.solutions,
            grids,
        };
        let layout = RecordOutput {
            rows,
            ..RecordOutput::default()
        };
        records.run(solve, layout, output)
    }
}

/// Returns the rows of `solve`.
fn solution_rows(format: RowFormat, has_several: bool) -> AnswerRows {
    AnswerRows::new(format)
        .with(&["solution"])
        .with_if(format == RowFormat::Jsonl, &["variables"])
        .with_if(has_several, &["solutions", "complete"])
        .with_if(false, &["count"])
        .with(&["conflict", "minimal_conflict", "reason"])
        .with(&["error", "confirmed"])
        .with_answer_field("solution")
}

impl RecordCommand for Solve {
    type State = Session;

    fn state(&self) -> Session {
        self.search.session()
    }

    fn answer(
        &self,
        session: &mut Session,
        context: &RecordContext<'_>,
        reply: &mut Reply<'_>,
    ) -> Result<Outcome, Failure> {
        let (puzzle, form) = context.puzzle()?;
        self.grids.require_expressible(puzzle)?;
        if self.max_solutions > 1 {
            return self.answer_several(session, context, reply);
        }
        let answer = session.solve(puzzle)?;
        context.write(&answer, reply, |reply| {
            self.grids
                .write_solution(context, puzzle, form, &answer, reply);
            report_unconfirmed(context.record, &answer, reply);
        });
        Ok(Outcome::of_solution(&answer))
    }
}

impl Solve {
    /// Writes several solutions, as text while they are found.
    fn answer_several(
        &self,
        session: &mut Session,
        context: &RecordContext<'_>,
        reply: &mut Reply<'_>,
    ) -> Result<Outcome, Failure> {
        let (puzzle, form) = context.puzzle()?;
        let mut solutions = Vec::new();
        let is_text = self.grids.row_format().is_none();
        let mut receive = |grid: &Grid| {
            if is_text {
                self.grids
                    .write(context.number, puzzle, None, form, Some(grid), reply);
                return reply.flow();
            }
            solutions.push(grid.to_string());
            ControlFlow::Continue(())
        };
        let answer = session.enumerate(puzzle, self.max_solutions, &mut receive)?;
        let outcome = Outcome::of_count(&answer);
        let found = SolutionList {
            solution: solutions.first().cloned(),
            solutions,
            answer,
        };
        context.write(&found, reply, |reply| {
            match &found.answer.outcome {
                Count::Unsolvable(conflict) => report_no_solution(context.record, conflict, reply),
                Count::Unknown(_, limit) => report_unknown(context.record, limit, reply),
                Count::Exactly(_) | Count::AtLeast(_) => {}
            }
            report_unconfirmed(context.record, &found.answer, reply);
        });
        Ok(outcome)
    }
}
