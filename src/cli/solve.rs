//! `satdoku solve`: a solution of each puzzle.

use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use satdoku::board::Grid;
use satdoku::task::{Answer, Count, Session, Solution};
use serde::Serialize;

use super::args::engine::EngineChoice;
use super::args::heading::{ANSWER, INPUT};
use super::args::output::Printing;
use super::command::{Command, Failure, Question};
use super::count::tally_of_count;
use super::dimacs::solve_cnf;
use super::exit::Exit;
use super::fields::Columns;
use super::output::{Output, Reply};
use super::render::Style;
use super::render::text::{say_no_solution, say_unknown};
use super::run::{self, Batch};
use super::summary::Tally;

/// The solution of each puzzle
///
/// It comes in the form of the puzzle: a line for a line, rows for rows.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku solve puzzles.txt                    a solution of each
  satdoku solve --format svg puzzle.txt -o puzzle.svg
  satdoku solve --solutions 3 puzzle.txt       up to three of each")]
pub struct Solve {
    #[command(flatten)]
    batch: Batch,

    /// Solve a DIMACS file instead
    ///
    /// The answer is a grid if export wrote the file. Otherwise it is that of a plain SAT problem,
    /// with `s` and `v` lines and exit code 10 or 20.
    #[arg(long, value_name = "FILE", help_heading = INPUT, hide_short_help = true,
          conflicts_with_all = ["files", "shape", "variants", "regions", "alphabet", "solutions"])]
    cnf: Option<PathBuf>,

    #[command(flatten)]
    engine: EngineChoice,

    /// Up to N different solutions of each puzzle
    ///
    /// They are written as they are found. Each is verified; that there are no others is not
    /// confirmed.
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = ANSWER,
          value_parser = clap::value_parser!(u64).range(1..))]
    solutions: u64,

    #[command(flatten)]
    printing: Printing,
}

/// What was found.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Solved {
    /// A solution or none.
    One(Answer<Solution>),
    /// Up to a number of solutions; as text they have been written already.
    Several {
        solution: Option<String>,
        solutions: Vec<String>,
        #[serde(flatten)]
        answer: Answer<Count>,
    },
}

impl Solve {
    /// Answers every record.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        self.engine.check()?;
        self.printing.prepare(output)?;
        match &self.cnf {
            Some(path) => solve_cnf(path, &self.batch, self.engine, self.printing, output),
            None => {
                let (batch, style) = (self.batch.clone(), self.printing.style());
                run::run(self, &batch, style, output)
            }
        }
    }
}

impl Command for Solve {
    type Answer = Solved;

    fn columns(&self) -> Columns {
        let mut columns = vec!["solution", "conflict", "reason", "error", "confirmed"];
        if self.solutions > 1 {
            columns.extend(["solutions", "complete"]);
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
        reply: &mut Reply<'_>,
    ) -> Result<Solved, Failure> {
        let puzzle = question.puzzle;
        self.printing.check(puzzle)?;
        if self.solutions == 1 {
            return Ok(Solved::One(session.solve(puzzle)?));
        }
        let mut solutions = Vec::new();
        let is_text = self.printing.style() == Style::Text;
        let mut receive = |grid: &Grid| {
            if is_text {
                self.printing.write(question, puzzle, grid, reply);
                return reply.flow();
            }
            solutions.push(grid.to_string());
            ControlFlow::Continue(())
        };
        let answer = session.enumerate(puzzle, self.solutions, &mut receive)?;
        Ok(Solved::Several {
            solution: solutions.first().cloned(),
            solutions,
            answer,
        })
    }

    fn tally(&self, solved: &Solved) -> Tally {
        match solved {
            Solved::One(answer) => tally_of_solution(answer),
            Solved::Several { answer, .. } => tally_of_count(answer),
        }
    }

    fn text(&self, question: &Question<'_>, solved: &Solved, reply: &mut Reply<'_>) {
        let record = question.record;
        match solved {
            Solved::One(answer) => {
                solution_text(question, answer, self.printing, reply);
                self.engine.say_remarks(record, answer, reply);
            }
            Solved::Several { answer, .. } => {
                match &answer.outcome {
                    Count::None(conflict) => say_no_solution(record, conflict, reply),
                    Count::Unknown(_, limit) => say_unknown(record, limit, reply),
                    Count::Exactly(_) | Count::AtLeast(_) => {}
                }
                self.engine.say_remarks(record, answer, reply);
            }
        }
    }

    fn no_answer(&self, _: &'static str) -> Option<(&'static str, Option<&'static str>)> {
        Some(("solution", None))
    }
}

/// A solution as text or, on standard error, that there is none.
pub fn solution_text(
    question: &Question<'_>,
    answer: &Answer<Solution>,
    printing: Printing,
    reply: &mut Reply<'_>,
) {
    match &answer.outcome {
        Solution::Found(grid) => printing.write(question, question.puzzle, grid, reply),
        Solution::None(conflict) => say_no_solution(question.record, conflict, reply),
        Solution::Unknown(limit) => say_unknown(question.record, limit, reply),
    }
}

/// What an answer comes to.
pub fn tally_of_solution(answer: &Answer<Solution>) -> Tally {
    let (exit, outcome) = match answer.outcome {
        Solution::Found(_) => (Exit::Success, "solved"),
        Solution::None(_) => (Exit::Negative, "none"),
        Solution::Unknown(_) => (Exit::Negative, "unknown"),
    };
    Tally::of_answer(exit, outcome, &answer.report)
}
