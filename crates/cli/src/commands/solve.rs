//! `satdoku solve`: a solution of each puzzle.

use clap::Args;
use satdoku_answer::{Asker, Failure, SolveRow};

use crate::command::{Answer, Asked, Command, Exit, Formats, Grids, Outcome};
use crate::options::heading::ANSWER;
use crate::options::limits::ConfirmedSearchArgs;
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
pub struct Solve {
    /// Print up to N different solutions of each puzzle
    ///
    /// Solutions are printed as they are found. Each is verified, but it is not confirmed that there
    /// are no others.
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = ANSWER,
          value_parser = clap::value_parser!(u64).range(1..))]
    solutions: u64,
}

impl Command for Solve {
    const FORMATS: Formats = Grids::FORMATS;

    type Row = SolveRow;
    type Search = ConfirmedSearchArgs;

    /// Each further solution takes the SAT solver longer than the one before, so it looks for many only if it
    /// is asked by name.
    fn default_engine(&self) -> &'static str {
        const FEW: u64 = 10;
        if self.solutions > FEW { "mrv" } else { "sat" }
    }

    fn answer(&self, asker: &mut Asker, asked: &Asked<'_>) -> Answer<SolveRow> {
        let row = match self.solutions {
            1 => asker.solve(asked.puzzle)?,
            most => self.several(asker, asked, most)?,
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
        let outcome = Outcome::new(exit, name).with_solver(row.cost.needed_solver);
        Ok((row, outcome))
    }

    fn show(&self, asked: &Asked<'_>, row: &SolveRow) {
        let solution = row.solution.as_ref().and_then(Option::as_ref);
        let (conflict, error) = (row.conflict.as_ref(), row.error.as_ref());
        asked.show_solution(solution, conflict, error);
        report_unconfirmed(asked, &row.cost);
    }

    fn hidden(&self) -> Vec<&'static str> {
        match self.solutions {
            1 => vec!["solutions", "complete"],
            _ => Vec::new(),
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
    ) -> Result<SolveRow, Failure> {
        let has_rows = asked.grids.format.has_rows();
        let mut solutions = Vec::new();
        let mut row = asker.solutions(asked.puzzle, most, &mut |grid| {
            match has_rows {
                true => solutions.push(grid.clone()),
                false => asked.show_solution(Some(grid), None, None),
            }
            asked.reply.flow()
        })?;
        row.solutions = Some(solutions);
        if !has_rows {
            row.solution = None;
        }
        Ok(row)
    }
}
