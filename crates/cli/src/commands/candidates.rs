//! `satdoku candidates`: the candidates of each cell.

use anyhow::bail;
use clap::{Args, ValueEnum};
use satdoku::Deadline;
use satdoku::board::Puzzle;
use satdoku::propagate::Candidates;
use satdoku::task::{
    Answer, CandidateCounts, Conflict, Limit, QuestionError, Session, Verdict, candidates_of_givens,
};
use satdoku_text::{
    Alphabet, Form, Mark, Notes, Picture, Strokes, candidate_words, write_candidates,
};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::exit::Exit;
use crate::memory::default_budget;
use crate::options::heading::ANSWER;
use crate::options::output::FormatArgs;
use crate::options::records::RecordArgs;
use crate::options::search::{ConfirmedSearch, TimeoutArgs};
use crate::output::Output;
use crate::record_command::{Failure, RecordCommand, RecordContext};
use crate::records::RecordOutput;
use crate::reply::Reply;
use crate::row::{AnswerRows, RowFormat};
use crate::summary::Outcome;
use crate::terminal::{emphasize_mark, fits, width};
use crate::text::report_no_solution;

/// List the candidates of each cell: its pencil marks
///
/// By default, a digit is a candidate unless a given in the same row, column or box excludes it.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku candidates puzzle.txt                         pencil marks
  satdoku candidates --exact --format jsonl puzzle.txt  digits of solutions
  satdoku candidates puzzle.txt -o marks.svg")]
pub struct CandidatesArgs {
    #[command(flatten)]
    records: RecordArgs,

    /// List only digits that occur in a solution
    #[arg(long, help_heading = ANSWER)]
    exact: bool,

    /// Count the solutions that have each candidate [default: 100]
    ///
    /// Counts stop at LIMIT. In JSON, `counts` has them in the order of the digits in `candidates`.
    #[arg(long, value_name = "LIMIT", num_args = 0..=1, require_equals = true, default_missing_value = "100",
          requires = "exact", help_heading = ANSWER, value_parser = clap::value_parser!(u64).range(1..))]
    counts: Option<u64>,

    #[command(flatten)]
    limit: TimeoutArgs,

    #[command(flatten)]
    format: FormatArgs<CandidateFormat>,
}

/// The formats of candidates.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum CandidateFormat {
    /// A grid with the digits of each cell
    #[default]
    Text,
    /// A picture with small digits; several form one document
    Svg,
    /// A JSON object for each record
    Jsonl,
    /// A row of CSV for each record
    Csv,
}

/// The checked options.
struct ListCandidates {
    is_exact: bool,
    counts: Option<u64>,
    search: ConfirmedSearch,
    format: CandidateFormat,
}

/// The candidates of a puzzle, or why it has none.
struct CellCandidates {
    candidates: Result<Candidates, Conflict>,
    /// The number of solutions that have each candidate, and the limit on it.
    counts: Option<(CandidateCounts, u64)>,
    alphabet: Alphabet,
}

impl Serialize for CellCandidates {
    /// Writes `candidates` and `counts`, or `conflict` and `reason`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let candidates = match &self.candidates {
            Ok(candidates) => candidates,
            Err(conflict) => return conflict.serialize(serializer),
        };
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("candidates", &candidate_words(candidates, self.alphabet))?;
        if let Some((counts, _)) = &self.counts {
            map.serialize_entry("counts", &counts.of_cells())?;
        }
        map.end()
    }
}

impl CellCandidates {
    /// Returns a line for each cell that has several candidates: how many solutions have each, with a
    /// `+` if there may be more.
    fn count_lines(&self, candidates: &Candidates) -> Option<String> {
        let (counts, limit) = self.counts.as_ref()?;
        let board = candidates.layout().geometry();
        let counted: Vec<_> = candidates.iter().zip(&counts.counts).collect();
        let mut text = String::new();
        for cell in counted.chunk_by(|(one, _), (other, _)| one.cell == other.cell) {
            if cell.len() > 1 {
                text += &format!("{}:", cell[0].0.cell.name(board));
                for (candidate, count) in cell {
                    let more = if *count == limit { "+" } else { "" };
                    text += &format!(
                        " {}×{count}{more}",
                        self.alphabet.symbol(candidate.digit, board)
                    );
                }
                text.push('\n');
            }
        }
        Some(text)
    }
}

impl CandidatesArgs {
    /// Answers every record.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let format = self.format.checked(output)?.unwrap_or_default();
        let is_picture = format == CandidateFormat::Svg;
        let row_format = match format {
            CandidateFormat::Text | CandidateFormat::Svg => None,
            CandidateFormat::Jsonl => Some(RowFormat::Jsonl),
            CandidateFormat::Csv => Some(RowFormat::Csv),
        };
        if row_format.is_none() {
            output.name_files(if is_picture { "svg" } else { "txt" });
        }
        if is_picture && self.counts.is_some() {
            bail!("--counts has no picture: use --format text, jsonl or csv");
        }
        let rows = row_format.map(|format| {
            AnswerRows::new(format)
                .with(&["candidates"])
                .with_if(self.counts.is_some(), &["counts"])
                .with(&["conflict", "minimal_conflict", "reason", "error"])
        });
        let layout = RecordOutput {
            rows,
            ..RecordOutput::default()
        };
        let candidates = ListCandidates {
            is_exact: self.exact,
            counts: self.counts,
            search: self.limit.search(),
            format,
        };
        self.records.checked().run(candidates, layout, output)
    }
}

impl RecordCommand for ListCandidates {
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
        let deadline = self.search.limits().deadline;
        let (puzzle, form) = context.puzzle()?;
        let memory = default_budget().memory;
        if self.estimated_bytes(puzzle) > memory {
            let limit = Limit::Memory(memory);
            return Err(Failure::Unanswered(limit.to_string()));
        }
        let mut answer = CellCandidates {
            candidates: Ok(Candidates::new(puzzle)),
            counts: None,
            alphabet: form.alphabet,
        };
        match (self.is_exact, self.counts) {
            (false, _) => answer.candidates = candidates_of_givens(puzzle),
            (true, None) => answer.candidates = or_conflict(session.candidates(puzzle))?,
            (true, Some(limit)) => {
                let counted = or_conflict(session.candidate_counts(puzzle, limit))?;
                answer.candidates = counted.map(|counted| {
                    let candidates = counted.candidates.clone();
                    answer.counts = Some((counted, limit));
                    candidates
                });
            }
        }
        if let Some(deadline) = deadline.filter(Deadline::is_over) {
            let limit = Limit::Time(deadline.duration());
            return Err(Failure::Unanswered(limit.to_string()));
        }
        context.write(&answer, reply, |reply| match &answer.candidates {
            Ok(candidates) if self.format == CandidateFormat::Svg => {
                let svg = |picture: Picture<'_>| picture.svg();
                reply.picture(draw(puzzle, form, candidates, self.is_exact, svg));
            }
            Ok(candidates) => reply.grid(match answer.count_lines(candidates) {
                Some(lines) => lines,
                None => self.text(puzzle, form, candidates),
            }),
            Err(conflict) => report_no_solution(context.record, conflict, reply),
        });
        Ok(match answer.candidates {
            Ok(_) => Outcome::new(Exit::Success, "answered"),
            Err(_) => Outcome::new(Exit::Negative, "none"),
        })
    }
}

impl ListCandidates {
    /// Returns a grid with the candidates, folded if the terminal is narrower.
    fn text(&self, puzzle: &Puzzle, form: Form, candidates: &Candidates) -> String {
        let text = write_candidates(candidates, form.alphabet);
        if fits(&text) {
            return text;
        }
        draw(puzzle, form, candidates, self.is_exact, |picture| {
            picture.draw_candidates_within(Strokes::Ascii, width(), emphasize_mark)
        })
    }

    /// Returns an estimate of the memory that the candidates of a puzzle and their text take, as if
    /// no rule removed any. Measured on empty boards up to 400×400.
    fn estimated_bytes(&self, puzzle: &Puzzle) -> u64 {
        let per_candidate = match self.format {
            CandidateFormat::Text | CandidateFormat::Jsonl | CandidateFormat::Csv => 16,
            CandidateFormat::Svg => 64,
        };
        per_candidate * (puzzle.givens().blanks().count() * puzzle.geometry().digit_count()) as u64
    }
}

/// Returns an answer or the conflict of a puzzle without a solution.
fn or_conflict<T>(
    answer: Result<Answer<T>, QuestionError>,
) -> Result<Result<T, Conflict>, Failure> {
    match answer {
        Ok(answer) => Ok(Ok(answer.outcome)),
        Err(QuestionError::Verdict(answer)) => match answer.outcome {
            Verdict::Unsolvable(conflict) => Ok(Err(conflict)),
            Verdict::Unknown(limit) => Err(Failure::Unanswered(limit.to_string())),
            verdict => Err(Failure::Unanswered(verdict.name().to_string())),
        },
        Err(QuestionError::Task(error)) => Err(error.into()),
    }
}

/// Draws the candidates of blank cells in small digits. A cell with one candidate shows it in full
/// size, unless only the givens excluded candidates.
fn draw(
    puzzle: &Puzzle,
    form: Form,
    candidates: &Candidates,
    is_exact: bool,
    draw: impl Fn(Picture<'_>) -> String,
) -> String {
    let placed = match is_exact {
        true => candidates.to_grid(),
        false => puzzle.givens().clone(),
    };
    let open = candidates
        .iter()
        .filter(|candidate| placed.get(candidate.cell).is_none());
    let notes = Notes {
        title: "Candidates".to_string(),
        candidates: open.map(|candidate| (candidate, Mark::Plain)).collect(),
        ..Notes::default()
    };
    let picture = Picture::new(puzzle, form.alphabet);
    draw(picture.with_solution(&placed).with_notes(&notes))
}
