//! Grids as text, pictures and links.

use anyhow::bail;
use satdoku::board::{Grid, Puzzle};
use satdoku::task::{Answer, Session, Solution, Verdict};
use satdoku_explain::Level;
use satdoku_text::{
    Arrangement, Form, Picture, Strokes, rules_in_words, titles_left_out, write_link,
    write_variables,
};

use super::memory::default_budget;
use super::options::output::GridFormat;
use super::output::Output;
use super::rating::level_for_caption;
use super::record_command::{Failure, RecordContext};
use super::reply::{Piece, Reply};
use super::row::RowFormat;
use super::sheet::{self, figure};
use super::terminal::{emphasize_givens, fits};
use super::text::{report_no_solution, report_unknown};

/// Writes grids in the chosen format.
#[derive(Debug, Clone, Copy)]
pub struct GridWriter {
    format: Option<GridFormat>,
    /// True if lines are drawn as grids, because a person reads them.
    draws_lines: bool,
    /// True if the solutions follow at the end.
    has_answers: bool,
}

impl GridWriter {
    /// Returns the choice of a format, by default that of the input, and prepares `output` for it. On a
    /// terminal, a line becomes a grid by default.
    pub fn new(format: Option<GridFormat>, output: &mut Output) -> GridWriter {
        if format == Some(GridFormat::Html) {
            output.set_head(sheet::HEAD);
        }
        let grids = GridWriter {
            format,
            draws_lines: format.is_none() && output.is_terminal(),
            has_answers: false,
        };
        if grids.row_format().is_none() {
            output.name_files(match format {
                Some(GridFormat::Svg) => "svg",
                Some(GridFormat::Html) => "html",
                _ => "txt",
            });
        }
        grids
    }

    /// Adds the solutions at the end, if `has_answers`.
    ///
    /// # Errors
    /// If there is no page for them.
    pub fn with_answers(self, has_answers: bool) -> anyhow::Result<GridWriter> {
        if has_answers && self.format != Some(GridFormat::Html) {
            bail!("--answers is for --format html");
        }
        Ok(GridWriter {
            has_answers,
            ..self
        })
    }

    /// Returns the format of rows; `None` for text and pictures.
    pub fn row_format(&self) -> Option<RowFormat> {
        match self.format? {
            GridFormat::Jsonl => Some(RowFormat::Jsonl),
            GridFormat::Csv => Some(RowFormat::Csv),
            _ => None,
        }
    }

    /// Refuses a puzzle that the format cannot express.
    pub fn require_expressible(&self, puzzle: &Puzzle) -> Result<(), Failure> {
        if let Some(site) = self.format.and_then(GridFormat::site) {
            let link = write_link(puzzle, None, site);
            link.map_err(|error| Failure::Unanswered(error.to_string()))?;
        }
        Ok(())
    }

    /// Writes a solution of `puzzle` to `reply`, or the puzzle itself with its rules. `number` is that of the
    /// record, counted from 0. `level` is for the caption of a picture, if it is known.
    pub fn write(
        &self,
        number: usize,
        puzzle: &Puzzle,
        level: Option<Level>,
        form: Form,
        solution: Option<&Grid>,
        reply: &mut Reply<'_>,
    ) {
        let grid = solution.unwrap_or(puzzle.givens());
        if let Some(site) = self.format.and_then(GridFormat::site) {
            return match write_link(puzzle, Some(grid), site) {
                Ok(link) => {
                    if let Some(note) = titles_left_out(puzzle, site) {
                        reply.message(note);
                    }
                    reply.grid(link + "\n");
                }
                Err(error) => reply.message(error),
            };
        }
        let picture = || Picture::new(puzzle, form.alphabet).with_solution(grid);
        let drawn = || picture().draw(Strokes::Unicode);
        let is_drawn = match self.format {
            Some(GridFormat::Svg) => return reply.picture(picture().svg()),
            Some(GridFormat::Html) => {
                return self.write_figure(number, puzzle, level, form, grid, reply);
            }
            Some(GridFormat::Grid) => true,
            _ => self.draws_lines && form.arrangement == Arrangement::Line && fits(&drawn()),
        };
        let (text, alphabet, rules) = if is_drawn {
            (drawn(), form.alphabet, rules_below(puzzle))
        } else {
            let form = self.form(form, puzzle);
            let rules = match form.arrangement {
                Arrangement::Line => rules_after(puzzle),
                _ => rules_below(puzzle),
            };
            let text = form.write(grid, puzzle.layout().shape());
            (text, form.alphabet, rules)
        };
        let text = emphasize_givens(text, puzzle, grid, alphabet);
        reply.grid(match solution.is_some() {
            true if is_drawn => text,
            true => text + &write_variables(grid),
            false if rules.starts_with(';') => text.trim_end().to_string() + &rules,
            false => text + &rules,
        });
    }

    /// Writes a grid to a page of HTML. With --answers, its solution goes to the end.
    fn write_figure(
        &self,
        number: usize,
        puzzle: &Puzzle,
        level: Option<Level>,
        form: Form,
        grid: &Grid,
        reply: &mut Reply<'_>,
    ) {
        let number = (number + 1).to_string();
        let rules = puzzle.layout().rules();
        let caption = match level.or_else(|| level_for_caption(puzzle)) {
            Some(level) => format!("{number} · {level}"),
            None => number.clone(),
        };
        let sentences = rules_in_words(puzzle);
        let is_classic = rules.regions().is_none() && puzzle.geometry().is_square();
        let sentences = match sentences.len() {
            1 if is_classic => Vec::new(),
            _ => sentences,
        };
        let picture = Picture::new(puzzle, form.alphabet);
        if self.has_answers
            && let Some(solution) = answer_of(puzzle, grid)
        {
            let svg = picture.with_solution(&solution).svg();
            reply.push(Piece::Solution(figure(&svg, &number, &[], 0)));
        }
        let svg = picture.with_solution(grid).svg();
        reply.text(figure(
            &svg,
            &caption,
            &sentences,
            puzzle.geometry().columns(),
        ));
    }

    /// Writes a solution to `reply` or, for standard error, that there is none.
    pub fn write_solution(
        &self,
        context: &RecordContext<'_>,
        puzzle: &Puzzle,
        form: Form,
        answer: &Answer<Solution>,
        reply: &mut Reply<'_>,
    ) {
        match &answer.outcome {
            Solution::Found(grid) => {
                self.write(context.number, puzzle, None, form, Some(grid), reply);
            }
            Solution::Unsolvable(conflict) => report_no_solution(context.record, conflict, reply),
            Solution::Unknown(limit) => report_unknown(context.record, limit, reply),
        }
    }

    /// Returns the form in which a grid is written as text.
    pub fn form(&self, form: Form, puzzle: &Puzzle) -> Form {
        match self.format {
            // Other programs read lines, in the symbols that are common for the size.
            Some(GridFormat::Line) => Form::of(Arrangement::Line, puzzle.geometry()),
            _ => form,
        }
    }
}

/// Returns the rules of a puzzle and its removed candidates on lines below its grid.
fn rules_below(puzzle: &Puzzle) -> String {
    let lines = puzzle.lines().into_iter();
    lines.map(|line| line + "\n").collect()
}

/// Returns the rules of a puzzle and its removed candidates as they follow its line.
fn rules_after(puzzle: &Puzzle) -> String {
    let lines = puzzle.lines();
    let end = if lines.is_empty() { "" } else { "\n" };
    lines
        .iter()
        .map(|line| format!("; {line}"))
        .collect::<String>()
        + end
}

/// Returns the solution of a puzzle: `grid` if it is complete, otherwise the only one.
fn answer_of(puzzle: &Puzzle, grid: &Grid) -> Option<Grid> {
    if grid.blanks().next().is_none() {
        return Some(grid.clone());
    }
    let mut session = Session::default().with_budget(default_budget());
    match session.check(puzzle).ok()?.outcome {
        Verdict::Unique(solution) => Some(solution),
        _ => None,
    }
}
