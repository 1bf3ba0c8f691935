//! Grids as text, pictures and links.

use anyhow::bail;
use satdoku::Session;
use satdoku::board::{Grid, Puzzle};
use satdoku::engine::Budget;
use satdoku::task::Verdict;
use satdoku_answer::Failure;
use satdoku_text::{
    Arrangement, Form, LinkSite, Picture, Strokes, rules_in_words, titles_left_out, write_link,
    write_variables,
};

use super::format::{Format, Formats};
use super::memory::default_budget;
use super::reply::{Part, Piece, Reply};
use super::sink::{HEAD, figure};
use super::terminal::Terminal;

/// The look of grids: a format, by default that of the input. On a terminal, a line then becomes a grid.
#[derive(Debug, Clone, Copy)]
pub struct Grids {
    pub format: Format,
    pub terminal: Terminal,
    /// True if the solutions follow at the end.
    has_answers: bool,
}

impl Grids {
    /// The formats of grids. Text is in the form of the input.
    pub const FORMATS: Formats = Formats {
        all: &[
            Format::Grid,
            Format::Line,
            Format::Link,
            Format::SudokuPadLink,
            Format::InteractiveLink,
            Format::Svg,
            Format::Html,
            Format::Jsonl,
            Format::Csv,
        ],
        has_folder_of_text: true,
        head: HEAD,
    };

    /// Returns the look of grids in this format.
    pub fn new(format: Format, terminal: Terminal) -> Grids {
        Grids {
            format,
            terminal,
            has_answers: false,
        }
    }

    /// Adds the solutions at the end, if `has_answers`.
    ///
    /// # Errors
    /// If there is no page for them.
    pub fn set_answers(&mut self, has_answers: bool) -> anyhow::Result<()> {
        if has_answers && self.format != Format::Html {
            bail!("--answers is for --format html");
        }
        self.has_answers = has_answers;
        Ok(())
    }

    /// Refuses a puzzle that the format cannot express.
    pub fn require_expressible(&self, puzzle: &Puzzle) -> Result<(), Failure> {
        if let Some(site) = self.format.site() {
            let link = write_link(puzzle, None, site);
            link.map_err(|error| Failure::Unanswered(error.to_string()))?;
        }
        Ok(())
    }

    /// Writes a solution of `puzzle`, or the puzzle itself with its rules. `caption` is for a page.
    pub fn write(
        &self,
        caption: &str,
        puzzle: &Puzzle,
        form: Form,
        solution: Option<&Grid>,
        reply: &Reply<'_>,
    ) {
        let grid = solution.unwrap_or(puzzle.givens());
        let picture = || Picture::new(puzzle, form.alphabet).with_solution(grid);
        match self.format {
            Format::Svg => reply.text(picture().svg()),
            Format::Html => self.write_figure(caption, puzzle, form, grid, reply),
            _ => match self.format.site() {
                Some(site) => write_site(puzzle, grid, site, reply),
                None => reply.grid(self.text(puzzle, form, solution)),
            },
        }
    }

    /// Returns a grid as text: drawn, on a line, or in the form of the input.
    fn text(&self, puzzle: &Puzzle, form: Form, solution: Option<&Grid>) -> String {
        let grid = solution.unwrap_or(puzzle.givens());
        let drawn = || {
            let picture = Picture::new(puzzle, form.alphabet).with_solution(grid);
            picture.draw(Strokes::Unicode)
        };
        let is_drawn = match self.format {
            Format::Grid => true,
            Format::Text if self.terminal.is_terminal => {
                form.arrangement == Arrangement::Line && self.terminal.fits(&drawn())
            }
            _ => false,
        };
        let form = match self.format {
            // Other programs read lines, in the symbols that are common for the size.
            Format::Line => Form::of(Arrangement::Line, puzzle.geometry()),
            _ => form,
        };
        let text = match is_drawn {
            true => drawn(),
            false => form.write(grid, puzzle.layout().boxes()),
        };
        let terminal = &self.terminal;
        let mut text = terminal.emphasize_givens(text, puzzle, grid, form.alphabet);
        if solution.is_some() {
            if !is_drawn {
                text += &write_variables(grid);
            }
            return text;
        }
        // The rules and removed candidates follow a line, and are below any other grid.
        let lines = puzzle.lines();
        if is_drawn || form.arrangement != Arrangement::Line {
            text.extend(lines.into_iter().map(|line| line + "\n"));
        } else if !lines.is_empty() {
            text.truncate(text.trim_end().len());
            text.extend(lines.iter().map(|line| format!("; {line}")));
            text.push('\n');
        }
        text
    }

    /// Writes a grid to a page. With --answers, its solution goes to the end.
    fn write_figure(
        &self,
        caption: &str,
        puzzle: &Puzzle,
        form: Form,
        grid: &Grid,
        reply: &Reply<'_>,
    ) {
        let rules = puzzle.layout().rules();
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
            let number = caption.split(' ').next().unwrap_or_default();
            let solution = figure(&svg, number, &[], 0);
            reply.push(Piece::Part(Part::Solution(solution)));
        }
        let svg = picture.with_solution(grid).svg();
        let columns = puzzle.geometry().columns();
        reply.text(figure(&svg, caption, &sentences, columns));
    }
}

/// Writes a link, with a note on what it has no room for.
fn write_site(puzzle: &Puzzle, grid: &Grid, site: LinkSite, reply: &Reply<'_>) {
    match write_link(puzzle, Some(grid), site) {
        Ok(link) => {
            if let Some(note) = titles_left_out(puzzle, site) {
                reply.message(note);
            }
            reply.grid(link + "\n");
        }
        Err(error) => reply.message(error),
    }
}

/// Returns the solution of a puzzle: `grid` if it is complete, otherwise the only one.
fn answer_of(puzzle: &Puzzle, grid: &Grid) -> Option<Grid> {
    /// The nodes that the search for it may take, a second or so.
    const NODES: u64 = 100_000;
    if grid.blanks().next().is_none() {
        return Some(grid.clone());
    }
    let budget = Budget {
        nodes: NODES,
        ..default_budget()
    };
    match Session::default()
        .with_budget(budget)
        .check(puzzle)
        .ok()?
        .outcome
    {
        Verdict::Unique(solution) => Some(solution),
        _ => None,
    }
}
