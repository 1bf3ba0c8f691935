//! `satdoku solve`: a solution of each puzzle.

use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use satdoku::board::{Grid, Puzzle};
use satdoku::task::{Answer, Conflict, Count, Limit, Session, Solution};

use super::batch::{self, Batch};
use super::cnf::solve_cnf;
use super::command::{Command, Failure, Question, Style, Tally};
use super::count::tally_of_count;
use super::engine::EngineChoice;
use super::exit::Exit;
use super::json::{Object, REPORT};
use super::output::Output;
use super::printing::Printing;
use super::reply::Reply;

/// A solution of each puzzle, in the form the puzzle came in: a line for a line, a grid for a grid
#[derive(Debug, Args)]
pub struct Solve {
    #[command(flatten)]
    batch: Batch,

    /// Solve a DIMACS file instead: to a grid if export wrote it, otherwise as a plain SAT problem
    /// with `s` and `v` lines and exit code 10 or 20
    #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "shape", "variants", "regions", "alphabet", "solutions"])]
    cnf: Option<PathBuf>,

    #[command(flatten)]
    engine: EngineChoice,

    /// Up to this many different solutions of each puzzle, as they are found. Each is verified;
    /// that there are no others is not confirmed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    solutions: u64,

    #[command(flatten)]
    printing: Printing,
}

/// What was found.
pub enum Solved {
    /// A solution or none.
    One(Answer<Solution>),
    /// Up to a number of solutions; they are here unless they have been written already.
    Several(Answer<Count>, Vec<String>),
}

impl Solve {
    /// Answers every record.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        self.engine.search.prepare()?;
        match &self.cnf {
            Some(path) => solve_cnf(path, &self.engine, self.printing, output),
            None => batch::run(self, output),
        }
    }

    /// Up to a number of solutions. As text they are written as they are found.
    fn enumerate(
        &self,
        question: &Question<'_>,
        session: &mut Session,
        reply: &mut Reply<'_>,
    ) -> Result<Solved, Failure> {
        let mut found = Vec::new();
        let is_text = self.style() == Style::Text;
        let mut receive = |grid: &Grid| {
            if is_text {
                self.write_grid(question, grid, reply);
                return reply.flow();
            }
            found.push(grid.to_string());
            ControlFlow::Continue(())
        };
        let answer = session.enumerate(question.puzzle, self.solutions, &mut receive)?;
        Ok(Solved::Several(answer, found))
    }

    fn write_grid(&self, question: &Question<'_>, grid: &Grid, reply: &mut Reply<'_>) {
        reply.grid(self.printing.text(question.puzzle, grid, question.form));
    }
}

impl Command for Solve {
    type Worker = Session;
    type Answer = Solved;

    fn batch(&self) -> &Batch {
        &self.batch
    }

    fn style(&self) -> Style {
        self.printing.style()
    }

    fn columns(&self) -> Vec<&'static str> {
        let mut columns = vec!["solution"];
        if self.solutions > 1 {
            columns.extend(["solutions", "complete"]);
        }
        columns.extend(["conflict", "reason", "error", "confirmed"]);
        if self.engine.search.report {
            columns.extend(REPORT);
        }
        columns
    }

    fn worker(&self) -> Session {
        self.engine.session()
    }

    fn answer(
        &self,
        question: &Question<'_>,
        session: &mut Session,
        reply: &mut Reply<'_>,
    ) -> Result<Solved, Failure> {
        match self.solutions {
            1 => Ok(Solved::One(session.solve(question.puzzle)?)),
            _ => self.enumerate(question, session, reply),
        }
    }

    fn tally(&self, solved: &Solved) -> Tally {
        match solved {
            Solved::One(answer) => {
                let outcome = match answer.outcome {
                    Solution::Found(_) => "solved",
                    Solution::None(_) => "none",
                    Solution::Unknown(_) => "unknown",
                };
                Tally::new(exit(answer), outcome, &answer.report)
            }
            Solved::Several(answer, _) => tally_of_count(answer),
        }
    }

    fn write_text(&self, question: &Question<'_>, solved: &Solved, reply: &mut Reply<'_>) {
        match solved {
            Solved::One(answer) => {
                match &answer.outcome {
                    Solution::Found(grid) => self.write_grid(question, grid, reply),
                    Solution::None(conflict) => say_no_solution(question, conflict, reply),
                    Solution::Unknown(limit) => say_unknown(question, limit, reply),
                }
                self.engine.say_remarks(question.record, answer, reply);
            }
            Solved::Several(answer, _) => {
                match &answer.outcome {
                    Count::None(conflict) => say_no_solution(question, conflict, reply),
                    Count::Unknown(_, limit) => say_unknown(question, limit, reply),
                    Count::Exactly(_) | Count::AtLeast(_) => {}
                }
                self.engine.say_remarks(question.record, answer, reply);
            }
        }
    }

    fn fill<'a>(&self, object: Object<'a>, solved: &Solved, _: &Puzzle) -> Object<'a> {
        let report = self.engine.search.report;
        match solved {
            Solved::One(answer) => object.solved(answer, report),
            Solved::Several(answer, found) => object.enumerated(answer, found, report),
        }
    }

    fn fill_unanswered<'a>(&self, object: Object<'a>, _: &'static str) -> Object<'a> {
        object.unsolved()
    }
}

fn say_no_solution(question: &Question<'_>, conflict: &Conflict, reply: &mut Reply<'_>) {
    reply.say(format_args!("{}no solution: {conflict}", question.place()));
}

fn say_unknown(question: &Question<'_>, limit: &Limit, reply: &mut Reply<'_>) {
    reply.say(format_args!("{}unknown: {limit}", question.place()));
}

/// How an answer ends the run.
pub fn exit(answer: &Answer<Solution>) -> Exit {
    match answer.outcome {
        Solution::Found(_) => Exit::Fulfilled,
        Solution::None(_) | Solution::Unknown(_) => Exit::Unfulfilled,
    }
}
