//! `satdoku solve`: a solution of each puzzle.

use clap::Args;
use satdoku_answer::{Asker, SolveRow};

use crate::command::{Answer, Asked, Command, Emit, NoAnswer};
use crate::exit::Exit;
use crate::grids::Grids;
use crate::options::heading::ANSWER;
use crate::options::input::RecordArgs;
use crate::options::limits::{ConfirmedSearchArgs, Search};
use crate::options::output::{self, FormatArgs};
use crate::output::Program;
use crate::records::Extras;
use crate::reply::Reply;
use crate::summary::Outcome;
use crate::verdict_text::report_unconfirmed;

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
    engine: ConfirmedSearchArgs,

    /// Print up to N different solutions of each puzzle
    ///
    /// Solutions are printed as they are found. Each is verified, but it is not confirmed that there
    /// are no others.
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = ANSWER,
          value_parser = clap::value_parser!(u64).range(1..))]
    solutions: u64,

    #[command(flatten)]
    format: FormatArgs<output::Grids>,
}

/// The checked options.
struct Solve {
    search: Search,
    max_solutions: u64,
    grids: Grids,
}

impl SolveArgs {
    /// Solves every record.
    pub fn run(self, program: &Program) -> anyhow::Result<Exit> {
        let format = self.format.checked(program)?;
        let records = self.records.checked()?;
        let output = program.open::<output::Grids>(format, Grids::HEAD, &records.paths)?;
        let solve = Solve {
            search: self.engine.checked_for(self.solutions)?,
            max_solutions: self.solutions,
            grids: Grids::new(format, program.terminal),
        };
        records.run(solve, format, Extras::default(), output)
    }
}

impl Command for Solve {
    type Row = SolveRow;
    type State = Asker;

    fn state(&self) -> Asker {
        self.search.asker()
    }

    fn answer(
        &self,
        asker: &mut Asker,
        asked: &Asked<'_>,
        emit: &mut Emit<'_, SolveRow>,
    ) -> Result<Outcome, NoAnswer> {
        self.grids.require_expressible(asked.puzzle)?;
        let row = match self.max_solutions {
            1 => asker.solve(asked.puzzle)?,
            most => self.several(asker, asked, most, emit)?,
        };
        let name = match (&row.conflict, &row.error, row.complete) {
            (Some(_), ..) => "none",
            (None, Some(_), _) => "unknown",
            (None, None, None) => "solved",
            (None, None, Some(true)) => "counted",
            (None, None, Some(false)) => "more",
        };
        let exit = match name {
            "none" | "unknown" => Exit::Negative,
            _ => Exit::Success,
        };
        let needed_solver = row.cost.needed_solver;
        let _ = emit(Answer::Row(row));
        Ok(Outcome::new(exit, name).with_solver(needed_solver))
    }

    fn show(&self, asked: &Asked<'_>, row: &SolveRow, reply: &mut Reply<'_>) {
        let solution = row.solution.as_ref().and_then(Option::as_ref);
        let (conflict, error) = (row.conflict.as_ref(), row.error.as_ref());
        self.grids
            .show_solution(asked, solution, conflict, error, reply);
        report_unconfirmed(asked, row.cost.unconfirmed, reply);
    }

    fn hidden(&self) -> &'static [&'static str] {
        match self.max_solutions {
            1 => &["solutions", "complete"],
            _ => &[],
        }
    }
}

impl Solve {
    /// Returns a row with several solutions. As text, each is shown when it is found.
    fn several(
        &self,
        asker: &mut Asker,
        asked: &Asked<'_>,
        most: u64,
        emit: &mut Emit<'_, SolveRow>,
    ) -> Result<SolveRow, NoAnswer> {
        let has_rows = self.grids.format.has_rows();
        let mut solutions = Vec::new();
        let mut row = asker.solutions(asked.puzzle, most, &mut |grid| {
            if has_rows {
                solutions.push(grid.clone());
                return std::ops::ControlFlow::Continue(());
            }
            emit(Answer::Row(SolveRow {
                solution: Some(Some(grid.clone())),
                ..SolveRow::default()
            }))
        })?;
        row.solutions = Some(solutions);
        if !has_rows {
            row.solution = None;
        }
        Ok(row)
    }
}
