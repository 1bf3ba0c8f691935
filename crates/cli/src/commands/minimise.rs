//! `satdoku minimise`: puzzles without redundant clues.

use clap::{Args, ValueEnum};
use satdoku::board::Puzzle;
use satdoku::task::{ClueKind, Limit, QuestionError, Session, Verdict};
use serde_json::json;

use crate::exit::Exit;
use crate::grid_writer::GridWriter;
use crate::options::heading::ANSWER;
use crate::options::output::{FormatArgs, GridFormat};
use crate::options::records::RecordArgs;
use crate::options::search::{ConfirmedSearch, TimeoutArgs};
use crate::output::Output;
use crate::record_command::{Failure, RecordCommand, RecordContext};
use crate::records::RecordOutput;
use crate::reply::Reply;
use crate::row::AnswerRows;
use crate::summary::Outcome;
use crate::text::report_unconfirmed;

/// Remove redundant givens from each puzzle
///
/// A given is redundant if the puzzle has one solution without it. `check --redundant` lists all
/// redundant givens and constraints instead of removing any.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku minimise puzzle.txt                        a minimal puzzle
  satdoku minimise --seed 2 puzzle.txt               perhaps another one
  satdoku minimise --remove constraints puzzle.txt   no redundant cages")]
pub struct MinimiseArgs {
    #[command(flatten)]
    records: RecordArgs,

    #[command(flatten)]
    limit: TimeoutArgs,

    #[command(flatten)]
    grids: FormatArgs<GridFormat>,

    /// Try clues in another order, for another minimal puzzle
    #[arg(long, value_name = "N", help_heading = ANSWER)]
    seed: Option<u64>,

    /// Remove redundant givens, or constraints such as cages
    ///
    /// Marks that exempt cells from a negative constraint are kept.
    #[arg(long, value_name = "CLUES", default_value = "givens", help_heading = ANSWER)]
    remove: Removed,
}

/// The clues that are removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Removed {
    Givens,
    Constraints,
}

/// The checked options.
struct Minimise {
    search: ConfirmedSearch,
    grids: GridWriter,
    seed: Option<u64>,
    remove: Removed,
}

impl MinimiseArgs {
    /// Minimises every record.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let grids = GridWriter::new(self.grids.checked(output)?, output);
        let rows = grids.row_format().map(|format| {
            AnswerRows::new(format)
                .with(&["minimal", "removed", "error", "confirmed"])
                .with_answer_field("minimal")
        });
        let minimise = Minimise {
            search: self.limit.search(),
            grids,
            seed: self.seed,
            remove: self.remove,
        };
        let layout = RecordOutput {
            rows,
            ..RecordOutput::default()
        };
        self.records.checked().run(minimise, layout, output)
    }
}

impl RecordCommand for Minimise {
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
        let kind = match self.remove {
            Removed::Givens => ClueKind::Givens,
            Removed::Constraints => ClueKind::Constraints,
        };
        let answer = session.minimise(puzzle, kind, self.seed);
        let answer = answer.map_err(|error| failure(puzzle, error))?;
        let minimal = &answer.outcome.puzzle;
        self.grids.require_expressible(minimal)?;
        let removed = answer.outcome.removed.iter();
        let removed: Vec<String> = removed.map(|clue| clue.text(puzzle.layout())).collect();
        // The other fields of the row have the rules, but not these pencil marks.
        let marks = minimal.removed_line().map(|line| format!("; {line}"));
        let row = json!({
            "minimal": minimal.givens().to_string() + &marks.unwrap_or_default(),
            "removed": removed,
            "confirmed": answer.confirmation,
        });
        context.write(&row, reply, |reply| {
            self.grids
                .write(context.number, minimal, None, form, None, reply);
            if self.remove == Removed::Constraints && !removed.is_empty() {
                let (place, removed) = (context.place(), removed.join(", "));
                reply.message(format_args!("{place}removed {removed}"));
            }
            report_unconfirmed(context.record, &answer, reply);
        });
        let name = match removed.is_empty() {
            true => "minimal",
            false => "minimised",
        };
        Ok(Outcome::new(Exit::Success, name))
    }
}

fn failure(puzzle: &Puzzle, error: QuestionError) -> Failure {
    match error {
        QuestionError::Verdict(answer) => Failure::Unanswered(reason(puzzle, &answer.outcome)),
        QuestionError::Task(error) => error.into(),
    }
}

/// Returns why a puzzle without exactly one known solution cannot be minimised.
pub fn reason(puzzle: &Puzzle, verdict: &Verdict) -> String {
    match verdict {
        Verdict::Unknown(Limit::Size) => {
            let board = puzzle.geometry();
            let (rows, columns) = (board.rows(), board.columns());
            format!("expected a board up to 50x50, found {rows}x{columns}")
        }
        Verdict::Unknown(limit) => limit.to_string(),
        Verdict::Unsolvable(conflict) => {
            format!("expected a puzzle with one solution: it has no solution: {conflict}")
        }
        Verdict::Unique(_) | Verdict::Multiple(_) => {
            "expected a puzzle with one solution: it has more than one solution".to_string()
        }
    }
}
