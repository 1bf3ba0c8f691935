//! Options for the format of answers.

use std::collections::HashSet;
use std::num::NonZeroUsize;

use anyhow::bail;
use clap::{Args, ValueEnum};
use satdoku::board::{Grid, Puzzle, Ruleset};
use satdoku::task::{Answer, Session, Solution, Verdict};
use satdoku_explain::{Level, rate};
use satdoku_text::{Arrangement, Form, LinkSite, Picture, Strokes, write_link};

use super::heading::OUTPUT;
use crate::memory::default_budget;
use crate::output::Output;
use crate::records::{Failure, Question};
use crate::reply::Reply;
use crate::row::RowFormat;
use crate::sheet::{PageLayout, Paper, SheetPicture};
use crate::terminal::emphasize_givens;
use crate::text::{report_no_solution, report_unknown};

/// The formats of answers that are not grids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AnswerFormat {
    /// A line for each puzzle, with details below it
    Text,
    /// A JSON object for each record
    Jsonl,
    /// A row of CSV for each record
    Csv,
}

impl AnswerFormat {
    /// Returns the format of rows; `None` for text.
    pub fn row_format(self) -> Option<RowFormat> {
        match self {
            AnswerFormat::Text => None,
            AnswerFormat::Jsonl => Some(RowFormat::Jsonl),
            AnswerFormat::Csv => Some(RowFormat::Csv),
        }
    }
}

/// Arguments of commands that draw pictures.
#[derive(Debug, Clone, Args)]
pub struct PagingArgs {
    /// Print N pictures on each page [default: what fits]
    ///
    /// Without it, a page has six pictures, and only one if there is no other or the board is larger
    /// than 12x12.
    #[arg(long, value_name = "N", help_heading = OUTPUT, hide_short_help = true)]
    per_page: Option<NonZeroUsize>,

    /// Set the paper of the pages [default: a4]
    #[arg(long, value_name = "SIZE", help_heading = OUTPUT, hide_short_help = true)]
    paper: Option<Paper>,

    /// Set the title of the pages [default: Sudoku]
    #[arg(long, value_name = "TEXT", help_heading = OUTPUT, hide_short_help = true)]
    title: Option<String>,
}

impl PagingArgs {
    /// Returns the first option that is present.
    fn present(&self) -> Option<&'static str> {
        let present = [
            ("--per-page", self.per_page.is_some()),
            ("--paper", self.paper.is_some()),
            ("--title", self.title.is_some()),
        ];
        present
            .iter()
            .find(|(_, is_present)| *is_present)
            .map(|(name, _)| *name)
    }

    /// Returns true if there is an option for pages.
    pub fn is_present(&self) -> bool {
        self.present().is_some()
    }

    /// Refuses the options if there are no pictures.
    ///
    /// # Errors
    /// Names the first option.
    pub fn check(&self, has_pictures: bool) -> anyhow::Result<()> {
        match self.present() {
            Some(name) if !has_pictures => bail!("{name} is for --format svg and html"),
            _ => Ok(()),
        }
    }

    /// Returns the layout of the pages.
    pub fn layout(self, is_html: bool) -> PageLayout {
        PageLayout {
            per_page: self.per_page,
            paper: self.paper.unwrap_or_default(),
            title: self.title.unwrap_or_else(|| "Sudoku".to_string()),
            is_html,
        }
    }
}

/// Arguments of commands that print grids.
#[derive(Debug, Clone, Args)]
pub struct PrintingArgs {
    /// Set the output format [default: that of the input]
    #[arg(long, value_name = "FORMAT", help_heading = OUTPUT, display_order = 0)]
    format: Option<GridFormat>,

    /// Draw the borders of grids with - + |
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    ascii: bool,

    /// Print the solutions on a last page
    ///
    /// This is for --format svg and html, and for puzzles that have one solution.
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    answers: bool,

    #[command(flatten)]
    paging: PagingArgs,
}

/// The formats of a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum GridFormat {
    /// Rows, with the borders of boxes or regions
    Grid,
    /// All cells on one line
    Line,
    /// A link that opens the grid on f-puzzles.com; link=f-puzzles is the same
    #[value(alias = "link=f-puzzles")]
    Link,
    /// A link that opens the grid on sudokupad.app
    #[value(name = "link=sudokupad")]
    SudokuPadLink,
    /// A link that opens a classic 9×9 grid on sudokuwiki.org
    #[value(name = "link=sudokuwiki")]
    SudokuWikiLink,
    /// A collection of other programs: a line with 0 for blanks
    Sdm,
    /// A file of SadMan Sudoku and others: rows below [Puzzle], a solution below [State]
    Sdk,
    /// A picture with givens in black and other digits in blue; several make one document
    Svg,
    /// Pages of pictures, for a browser to print
    Html,
    /// A JSON object for each puzzle
    Jsonl,
    /// A row of CSV for each puzzle
    Csv,
}

impl GridFormat {
    /// Returns true if the format has no room for regions and constraints.
    pub fn has_only_givens(self) -> bool {
        use GridFormat::{Line, Sdk, Sdm, SudokuWikiLink};
        matches!(self, Line | Sdm | Sdk | SudokuWikiLink)
    }

    /// Returns the site that links of this format open.
    fn site(self) -> Option<LinkSite> {
        match self {
            GridFormat::Link => Some(LinkSite::FPuzzles),
            GridFormat::SudokuPadLink => Some(LinkSite::SudokuPad),
            GridFormat::SudokuWikiLink => Some(LinkSite::SudokuWiki),
            _ => None,
        }
    }
}

/// The choice of how grids are printed.
#[derive(Debug, Clone, Copy)]
pub struct Printing {
    format: Option<GridFormat>,
    strokes: Strokes,
    /// True if pictures are on pages, with a caption and rules.
    is_paged: bool,
    /// True if the solutions follow on a page of their own.
    has_answers: bool,
}

impl PrintingArgs {
    /// Returns true if answers are rows of a table.
    pub fn has_rows(&self) -> bool {
        matches!(self.format, Some(GridFormat::Jsonl | GridFormat::Csv))
    }

    /// Checks the arguments, and prepares `output` for grids, pictures or tables.
    pub fn checked(self, output: &mut Output) -> anyhow::Result<Printing> {
        let mut printing = Printing::new(self.format, self.ascii, output)?;
        self.paging.check(printing.has_pictures())?;
        if self.answers && !printing.has_pictures() {
            bail!("--answers is for --format svg and html");
        }
        if printing.format == Some(GridFormat::Html) || self.answers || self.paging.is_present() {
            printing.lay_out(self.paging, self.answers, output);
        }
        Ok(printing)
    }
}

impl Printing {
    /// Returns the choice of a format, by default that of the input, and prepares `output` for it.
    ///
    /// # Errors
    /// If grids are to be ASCII in a format without grids.
    pub fn new(
        format: Option<GridFormat>,
        is_ascii: bool,
        output: &mut Output,
    ) -> anyhow::Result<Printing> {
        if is_ascii && !matches!(format, None | Some(GridFormat::Grid)) {
            bail!("--ascii is for --format grid");
        }
        let printing = Printing {
            format,
            strokes: match is_ascii {
                true => Strokes::Ascii,
                false => Strokes::Unicode,
            },
            is_paged: false,
            has_answers: false,
        };
        if printing.row_format().is_none() {
            output.name_files(match format {
                Some(GridFormat::Svg) => "svg",
                Some(GridFormat::Html) => "html",
                Some(GridFormat::Sdm) => "sdm",
                Some(GridFormat::Sdk) => "sdk",
                _ => "txt",
            });
        }
        Ok(printing)
    }

    /// Returns true if grids are printed as pictures.
    pub fn has_pictures(&self) -> bool {
        matches!(self.format, Some(GridFormat::Svg | GridFormat::Html))
    }

    /// Puts pictures on pages.
    pub fn lay_out(&mut self, paging: PagingArgs, has_answers: bool, output: &mut Output) {
        self.is_paged = true;
        self.has_answers = has_answers;
        output.lay_out(paging.layout(self.format == Some(GridFormat::Html)));
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
        match self.format {
            Some(GridFormat::Sdm | GridFormat::Sdk) if has_rules(puzzle) => {
                Err(Failure::Unanswered(NO_ROOM.to_string()))
            }
            _ => Ok(()),
        }
    }

    /// Writes a grid to `reply`: the solution of `puzzle`, or its givens. `number` is that of the
    /// record, counted from 0. `level` is for the caption of a picture, if it is known.
    pub fn print(
        &self,
        number: usize,
        puzzle: &Puzzle,
        level: Option<Level>,
        form: Form,
        grid: &Grid,
        reply: &mut Reply<'_>,
    ) {
        if let Some(site) = self.format.and_then(GridFormat::site) {
            return match write_link(puzzle, Some(grid), site) {
                Ok(link) => reply.grid(link + "\n"),
                Err(error) => reply.message(error),
            };
        }
        match self.format {
            Some(GridFormat::Sdm | GridFormat::Sdk) if has_rules(puzzle) => {
                return reply.message(NO_ROOM);
            }
            Some(GridFormat::Sdm) => return reply.grid(sdm(puzzle, grid)),
            Some(GridFormat::Sdk) => return reply.grid(sdk(puzzle, grid)),
            _ => {}
        }
        let picture = || Picture::new(puzzle, form.alphabet).with_solution(grid);
        let is_drawn = match self.format {
            Some(GridFormat::Svg | GridFormat::Html) => {
                return reply.picture(self.picture(number, puzzle, level, form, grid));
            }
            Some(GridFormat::Grid) => true,
            Some(_) => false,
            None => self.strokes == Strokes::Ascii && form.arrangement != Arrangement::Line,
        };
        let is_solution = grid.blanks().next().is_none();
        let (text, alphabet, rules) = if is_drawn {
            let rules = rules_below(puzzle);
            (picture().draw(self.strokes), form.alphabet, rules)
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
        reply.grid(match is_solution {
            true => text,
            false if rules.starts_with(';') => text.trim_end().to_string() + &rules,
            false => text + &rules,
        });
    }

    /// Returns the picture of a grid. With --answers, that of a solution goes to the last page.
    fn picture(
        &self,
        number: usize,
        puzzle: &Puzzle,
        level: Option<Level>,
        form: Form,
        grid: &Grid,
    ) -> SheetPicture {
        let picture = Picture::new(puzzle, form.alphabet);
        let mut printed = SheetPicture {
            number: number + 1,
            ..SheetPicture::default()
        };
        if self.is_paged {
            describe(&mut printed, puzzle, level);
        }
        if self.has_answers {
            let solution = answer_of(puzzle, grid);
            printed.solution = solution.map(|grid| picture.with_solution(&grid).svg());
            printed.svg = picture.svg();
        } else {
            printed.svg = picture.with_solution(grid).svg();
        }
        printed
    }

    /// Writes a solution to `reply` or, for standard error, that there is none.
    pub fn print_solution(
        &self,
        question: &Question<'_>,
        puzzle: &Puzzle,
        form: Form,
        answer: &Answer<Solution>,
        reply: &mut Reply<'_>,
    ) {
        match &answer.outcome {
            Solution::Found(grid) => {
                self.print(question.number, puzzle, None, form, grid, reply);
            }
            Solution::None(conflict) => report_no_solution(question.record, conflict, reply),
            Solution::Unknown(limit) => report_unknown(question.record, limit, reply),
        }
    }

    /// Returns the form in which a grid is written as text.
    pub fn form(&self, form: Form, puzzle: &Puzzle) -> Form {
        match self.format {
            // Other programs read lines, in the symbols that are common for the size.
            Some(GridFormat::Line) => Form::of_size(Arrangement::Line, puzzle.size()),
            _ => form,
        }
    }
}

/// The error for a puzzle that `.sdm` and `.sdk` files cannot express.
const NO_ROOM: &str =
    "expected a puzzle with givens alone for --format sdm and sdk, found other rules";

/// Returns true if a puzzle is more than givens in rows, columns and boxes.
fn has_rules(puzzle: &Puzzle) -> bool {
    let rules = puzzle.layout().rules();
    *rules != Ruleset::classic(rules.shape()) || !puzzle.removed().is_empty()
}

/// Returns a grid as a line of a `.sdm` file.
fn sdm(puzzle: &Puzzle, grid: &Grid) -> String {
    let form = Form::of_size(Arrangement::Line, puzzle.size());
    form.write(grid, puzzle.layout().shape()).replace('.', "0")
}

/// Returns a puzzle as a `.sdk` file, with `grid` as its state if that is not the puzzle itself.
fn sdk(puzzle: &Puzzle, grid: &Grid) -> String {
    let form = Form::of_size(Arrangement::Rows, puzzle.size());
    let rows = |grid| form.write(grid, puzzle.layout().shape());
    let state = match grid == puzzle.givens() {
        true => String::new(),
        false => format!("[State]\n{}", rows(grid)),
    };
    format!("[Puzzle]\n{}{state}", rows(puzzle.givens()))
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

/// The largest board that is rated for its caption. Larger ones, and those with drawn constraints, can
/// take minutes.
const LARGEST_RATED: usize = 9;

/// Adds what is printed with the picture of a puzzle: its level, variants, constraints and rules.
fn describe(picture: &mut SheetPicture, puzzle: &Puzzle, level: Option<Level>) {
    let rules = puzzle.layout().rules();
    picture.size = puzzle.size();
    let is_rated = puzzle.size() <= LARGEST_RATED && rules.constraints().is_empty();
    let rated = || Some(rate(puzzle).ok()??.level);
    let level = level.or_else(|| is_rated.then(rated)?);
    picture.difficulty = level.map(Level::name);
    let variants = rules.variants().iter();
    let constraints = rules.constraints().iter();
    let mut names: Vec<&str> = variants.clone().map(|variant| variant.name()).collect();
    names.extend(constraints.clone().map(|constraint| constraint.name()));
    let mut seen = HashSet::new();
    names.retain(|name| seen.insert(*name));
    picture.variants = names.join(", ");
    let blocks = match rules.regions() {
        Some(_) => ", column and outlined region",
        None if rules.shape().has_boxes() => ", column and box",
        None => " and column",
    };
    let size = puzzle.size();
    picture.rules = vec![format!(
        "Each row{blocks} contains the digits 1 to {size} once."
    )];
    let sentences = variants.map(|variant| variant.rule());
    let sentences = sentences.chain(rules.constraint_rules());
    picture.rules.extend(sentences.map(str::to_string));
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
