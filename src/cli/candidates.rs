//! `satdoku candidates`: what is still possible in each cell.

use std::time::Duration;

use clap::{Args, ValueEnum};
use satdoku::board::Puzzle;
use satdoku::format::{Mark, Notes, Picture, candidate_words, write_candidates};
use satdoku::propagate::Candidates as Possible;
use satdoku::task::{Conflict, Rules, Session, Verdict, candidates_after};
use serde::{Serialize, Serializer};

use super::args::engine::seconds;
use super::args::heading::{ANSWER, LIMITS, OUTPUT};
use super::args::output::Paging;
use super::command::{Command, Failure, Question};
use super::exit::Exit;
use super::fields::Columns;
use super::output::{Output, Part, Reply};
use super::render::Style;
use super::render::text::say_no_solution;
use super::run::{self, Batch};
use super::summary::Tally;

/// The digits that are possible in each cell: pencil marks
///
/// Without an option, every digit that no given in the same row, column or box excludes.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku candidates puzzle.txt                         as one pencils them in
  satdoku candidates --exact --format jsonl puzzle.txt  what solutions have
  satdoku candidates --format svg puzzle.txt -o marks.svg")]
pub struct Candidates {
    #[command(flatten)]
    batch: Batch,

    /// After naked and hidden singles have been placed
    #[arg(long, help_heading = ANSWER, conflicts_with_all = ["all", "exact"])]
    singles: bool,

    /// After all simple rules: singles and locked candidates
    #[arg(long, help_heading = ANSWER, conflicts_with = "exact")]
    all: bool,

    /// Only the digits that occur in some solution
    #[arg(long, help_heading = ANSWER)]
    exact: bool,

    /// Give up a puzzle after this many seconds
    ///
    /// The number may be a fraction.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, requires = "exact", help_heading = LIMITS)]
    timeout: Option<Duration>,

    /// The form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = OUTPUT,
          display_order = 0)]
    format: CandidateFormat,

    #[command(flatten)]
    paging: Paging,
}

/// The forms of candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CandidateFormat {
    /// A grid with the digits of each cell
    Text,
    /// A picture with small digits; several below each other or on pages
    Svg,
    /// A JSON object for each record
    Jsonl,
    /// A row of CSV for each record
    Csv,
}

/// The candidates of a puzzle, or why it has none.
pub struct Found {
    candidates: Result<Possible, Conflict>,
    /// The digits of each cell.
    words: Vec<String>,
    needed_solver: bool,
}

impl Serialize for Found {
    /// `candidates`, or `conflict` and `reason`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.candidates {
            Ok(_) => serializer.collect_map([("candidates", &self.words)]),
            Err(conflict) => conflict.serialize(serializer),
        }
    }
}

impl Candidates {
    /// Answers every record.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let style = match self.format {
            CandidateFormat::Text | CandidateFormat::Svg => Style::Text,
            CandidateFormat::Jsonl => Style::Jsonl,
            CandidateFormat::Csv => Style::Csv,
        };
        let has_pictures = self.format == CandidateFormat::Svg;
        if style == Style::Text {
            output.name_files(if has_pictures { "svg" } else { "txt" });
        }
        self.paging.lay_out(has_pictures, output)?;
        let batch = self.batch.clone();
        run::run(self, &batch, style, output)
    }
}

impl Command for Candidates {
    type Answer = Found;

    fn columns(&self) -> Columns {
        Columns::new(vec!["candidates", "conflict", "reason", "error"])
    }

    fn session(&self) -> Session {
        let session = Session::default();
        match self.timeout {
            Some(timeout) => session.with_timeout(timeout),
            None => session,
        }
    }

    fn answer(
        &self,
        question: &Question<'_>,
        session: &mut Session,
        _: &mut Reply<'_>,
    ) -> Result<Found, Failure> {
        let (candidates, needed_solver) = if self.exact {
            let answer = session.candidates(question.puzzle)?;
            let candidates = match answer.outcome {
                Ok(candidates) => Ok(candidates),
                Err(Verdict::None(conflict)) => Err(conflict),
                Err(Verdict::Unknown(limit)) => return Err(Failure::Unanswered(limit.to_string())),
                Err(verdict) => return Err(Failure::Unanswered(verdict.name().to_string())),
            };
            (candidates, answer.report.work.solver_calls > 0)
        } else {
            let rules = if self.all {
                Rules::All
            } else if self.singles {
                Rules::Singles
            } else {
                Rules::Givens
            };
            (candidates_after(rules, question.puzzle), false)
        };
        let words = candidates
            .as_ref()
            .map(|candidates| candidate_words(candidates, question.form.alphabet));
        Ok(Found {
            words: words.unwrap_or_default(),
            candidates,
            needed_solver,
        })
    }

    fn tally(&self, found: &Found) -> Tally {
        let (exit, outcome) = match found.candidates {
            Ok(_) => (Exit::Success, "answered"),
            Err(_) => (Exit::Negative, "none"),
        };
        Tally {
            needed_solver: found.needed_solver,
            ..Tally::new(exit, outcome)
        }
    }

    fn text(&self, question: &Question<'_>, found: &Found, reply: &mut Reply<'_>) {
        match &found.candidates {
            Ok(candidates) if self.format == CandidateFormat::Svg => {
                let is_pencilled = !self.singles && !self.all && !self.exact;
                let picture = picture(question, candidates, is_pencilled);
                reply.send(Part::Picture(picture, question.number + 1));
            }
            Ok(candidates) => reply.grid(write_candidates(candidates, question.form.alphabet)),
            Err(conflict) => say_no_solution(question.record, conflict, reply),
        }
    }
}

/// The candidates of blank cells in small digits. A cell that has come down to one digit has that in
/// full size, unless candidates are only pencilled in.
fn picture(question: &Question<'_>, candidates: &Possible, is_pencilled: bool) -> String {
    let puzzle: &Puzzle = question.puzzle;
    let placed = if is_pencilled {
        puzzle.givens().clone()
    } else {
        candidates.to_grid()
    };
    let open = candidates
        .iter()
        .filter(|candidate| placed.get(candidate.cell).is_none());
    let notes = Notes {
        title: "Candidates".to_string(),
        candidates: open.map(|candidate| (candidate, Mark::Plain)).collect(),
        ..Notes::default()
    };
    let picture = Picture::new(puzzle, question.form.alphabet);
    picture.with_solution(&placed).with_notes(&notes).svg()
}
