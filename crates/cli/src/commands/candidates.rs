//! `satdoku candidates`: the candidates of each cell.

use anyhow::bail;
use clap::Args;
use satdoku::propagate::Candidates;
use satdoku_answer::{Asker, CandidatesRow};
use satdoku_text::{Alphabet, Mark, Notes, Picture, Strokes, write_candidates};

use crate::command::{Answer, Asked, Command, Exit, Format, Formats, Grids, Outcome, Paths};
use crate::options::heading::ANSWER;
use crate::options::limits::TimeoutArgs;

/// List the candidates of each cell: its pencil marks
///
/// By default, a digit is a candidate unless a given in the same row, column or box excludes it.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku candidates puzzle.txt                         pencil marks
  satdoku candidates --exact --format jsonl puzzle.txt  digits of solutions
  satdoku candidates puzzle.txt -o marks.svg")]
pub struct ListCandidates {
    /// List only digits that occur in a solution
    #[arg(long, help_heading = ANSWER)]
    exact: bool,

    /// Count the solutions that have each candidate [default: 100]
    ///
    /// Counts stop at LIMIT. In JSON, `counts` has them in the order of the digits in `candidates`.
    #[arg(long, value_name = "LIMIT", num_args = 0..=1, require_equals = true, default_missing_value = "100",
          requires = "exact", help_heading = ANSWER, value_parser = clap::value_parser!(u64).range(1..))]
    counts: Option<u64>,
}

impl Command for ListCandidates {
    const FORMATS: Formats = Formats {
        all: &[Format::Text, Format::Svg, Format::Jsonl, Format::Csv],
        has_folder_of_text: true,
        head: "",
    };

    type Row = CandidatesRow;
    type Search = TimeoutArgs;

    fn check(&self, grids: &mut Grids, _: &mut Paths) -> anyhow::Result<()> {
        if grids.format == Format::Svg && self.counts.is_some() {
            bail!("--counts has no picture: use --format text, jsonl or csv");
        }
        Ok(())
    }

    fn answer(&self, asker: &mut Asker, asked: &Asked<'_>) -> Answer<CandidatesRow> {
        let alphabet = asked.form.alphabet;
        let row = asker.candidates(asked.puzzle, self.exact, self.counts, alphabet)?;
        let outcome = match &row.conflict {
            None => Outcome::new(Exit::Success, "answered"),
            Some(_) => Outcome::new(Exit::Negative, "none"),
        };
        Ok((row, outcome))
    }

    fn show(&self, asked: &Asked<'_>, row: &CandidatesRow) {
        if let Some(conflict) = &row.conflict {
            asked.message(&format!("no solution: {}", conflict.reason));
        }
        let Some(found) = &row.found else {
            return;
        };
        if asked.grids.format == Format::Svg {
            return asked
                .reply
                .text(self.draw(asked, found, |picture| picture.svg()));
        }
        asked
            .reply
            .grid(match self.counts.zip(row.counted.as_ref()) {
                Some((limit, counted)) => count_lines(found, counted, limit, asked.form.alphabet),
                None => self.text(asked, found),
            });
    }

    fn hidden(&self) -> Vec<&'static str> {
        match self.counts {
            Some(_) => Vec::new(),
            None => vec!["counts"],
        }
    }
}

/// Returns a line for each cell that has several candidates: how many solutions have each, with a
/// `+` if there may be more.
fn count_lines(found: &Candidates, counted: &[u64], limit: u64, alphabet: Alphabet) -> String {
    let board = found.layout().geometry();
    let counted: Vec<_> = found.iter().zip(counted).collect();
    let mut text = String::new();
    for cell in counted.chunk_by(|(one, _), (other, _)| one.cell == other.cell) {
        if cell.len() > 1 {
            text += &format!("{}:", cell[0].0.cell.name(board));
            for (candidate, count) in cell {
                let more = if **count == limit { "+" } else { "" };
                let symbol = alphabet.symbol(candidate.digit, board);
                text += &format!(" {symbol}×{count}{more}");
            }
            text.push('\n');
        }
    }
    text
}

impl ListCandidates {
    /// Returns a grid with the candidates, folded if the terminal is narrower.
    fn text(&self, asked: &Asked<'_>, found: &Candidates) -> String {
        let text = write_candidates(found, asked.form.alphabet);
        let terminal = &asked.grids.terminal;
        if terminal.fits(&text) {
            return text;
        }
        self.draw(asked, found, |picture| {
            let style = |text: &str, mark| terminal.emphasize_mark(text, mark);
            picture.draw_candidates_within(Strokes::Ascii, terminal.width(), style)
        })
    }

    /// Draws the candidates of blank cells in small digits. A cell with one candidate shows it in full
    /// size, unless only the givens excluded candidates.
    fn draw(
        &self,
        asked: &Asked<'_>,
        found: &Candidates,
        draw: impl Fn(Picture<'_>) -> String,
    ) -> String {
        let placed = match self.exact {
            true => found.to_grid(),
            false => asked.puzzle.givens().clone(),
        };
        let open = found
            .iter()
            .filter(|candidate| placed.get(candidate.cell).is_none());
        let notes = Notes {
            title: "Candidates".to_string(),
            candidates: open.map(|candidate| (candidate, Mark::Plain)).collect(),
            ..Notes::default()
        };
        let picture = Picture::new(asked.puzzle, asked.form.alphabet);
        draw(picture.with_solution(&placed).with_notes(&notes))
    }
}
