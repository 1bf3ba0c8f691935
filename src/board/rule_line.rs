//! The rules of a puzzle as lines of text: `box 2x4`, `anti-knight`, `cage 15 r1c1 r1c2`, `not r1c1=2`.

use super::cell::{Candidate, Cell};
use super::constraint::Constraint;
use super::geometry::{Extent, Geometry, Variables};
use super::grid::Grid;
use super::mismatch::Mismatch;
use super::names::{number, row_and_column, sides};
use super::place::{Place, check_count, places};
use super::region_map::RegionMap;
use super::ruleset::Ruleset;
use super::shape::Shape;
use super::variant::Variant;

/// A rule on a line of its own.
///
/// ```
/// use satdoku::board::{RuleLine, Ruleset};
///
/// let lines = ["box 4x2", "anti-knight", "cage 9 r1c1 r1c2"];
/// let parsed: Result<Vec<RuleLine>, _> = lines.iter().map(|line| RuleLine::parse(line, 8)).collect();
/// let rules = Ruleset::classic("2x4".parse()?).with_lines(parsed?)?;
/// assert_eq!(rules.lines(), lines);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RuleLine {
    /// `box RxC`: the rows and columns of a box; `box 1xN` for a board without boxes.
    Box(Shape),
    /// `regions …`: the label of the region of each cell, in reading order.
    Regions(Vec<Option<String>>),
    /// `board RxC`: the number of rows and of columns, if they are not those of a square puzzle. There
    /// are no boxes, and the digits count from 1 to the larger number.
    Size(usize, usize),
    /// `digits A-B`: the lowest and the highest digit.
    Digits(usize, usize),
    /// `raw`: digits can repeat in rows and columns, and there are no boxes.
    Raw,
    /// `grids r1c1 r7c7`: the top left corners of overlapping grids, counted from 0. `samurai` stands
    /// for the five of a samurai.
    Grids(Vec<(usize, usize)>),
    /// `holes r1c1 r1c2-r1c4 r2c1..r3c2`: places without a cell, counted from 0.
    Holes(Vec<(usize, usize)>),
    /// `variables x 5 1-3`: named cells outside the grid.
    Variables(Variables),
    /// The name of a variant.
    Variant(Variant),
    /// A drawn constraint.
    Constraint(Constraint),
    /// `given x1=3`: givens of variables. They belong to a puzzle rather than to its board, as do
    /// removed candidates.
    Given(Vec<Candidate>),
    /// `not r1c1=2,4 r1c3=1`: candidates that pencil marks remove
    /// ([`Puzzle::with_candidates`](super::Puzzle::with_candidates)).
    Removed(Vec<Candidate>),
}

impl RuleLine {
    /// The word at the start of a line of removed candidates.
    pub(super) const REMOVED: &str = "not";

    /// The word at the start of a line of givens.
    pub(super) const GIVEN: &str = "given";

    /// The most corners of a line `grids`. A samurai has 5.
    const MOST_GRIDS: usize = 13;

    /// Parses a rule of a board.
    ///
    /// # Errors
    /// If the kind of rule is unknown, or its arguments are invalid.
    pub fn parse(text: &str, board: impl Into<Geometry>) -> Result<RuleLine, Mismatch> {
        let board = &board.into();
        if let Some(line) = RuleLine::board(text)? {
            return Ok(line);
        }
        if RuleLine::begins_with(text, RuleLine::REMOVED) {
            return candidates(text, board).map(RuleLine::Removed);
        }
        if RuleLine::begins_with(text, RuleLine::GIVEN) {
            return candidates(text, board).map(RuleLine::Given);
        }
        match text.parse() {
            Ok(variant) => Ok(RuleLine::Variant(variant)),
            Err(_) => Constraint::parse(text, board).map(RuleLine::Constraint),
        }
    }

    /// Returns true if a line begins like one of removed candidates.
    pub fn is_removed(text: &str) -> bool {
        RuleLine::begins_with(text, RuleLine::REMOVED)
    }

    fn begins_with(text: &str, word: &str) -> bool {
        let first = text.split_whitespace().next();
        first.is_some_and(|first| first.eq_ignore_ascii_case(word))
    }

    /// Returns true if the line gives the rows and columns of the board, whatever cells follow.
    pub fn sets_cells(&self) -> bool {
        matches!(self, RuleLine::Size(..) | RuleLine::Grids(_))
    }

    /// Returns true if the line says which boxes or regions the board has, or that it has none.
    pub fn sets_boxes(&self) -> bool {
        matches!(
            self,
            RuleLine::Box(_) | RuleLine::Regions(_) | RuleLine::Raw
        )
    }

    /// Parses a line that describes the board itself, such as `box` or `regions`, whatever the board is.
    /// Returns `None` for any other.
    ///
    /// # Errors
    /// If what follows the word cannot be read.
    pub fn board(text: &str) -> Result<Option<RuleLine>, Mismatch> {
        let text = text.trim_start();
        let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let (rest, column) = (rest.trim(), name.chars().count() + 2);
        let wrong = |expected: &str| Mismatch::new(expected, format!("`{rest}`")).at(column);
        let line = match name.to_ascii_lowercase().as_str() {
            "box" => RuleLine::Box(
                rest.parse()
                    .map_err(|_| wrong("box rows and columns such as 3x3"))?,
            ),
            // A constraint whose name has several words.
            "regions" if rest.to_ascii_lowercase().starts_with("to find") => return Ok(None),
            "regions" => match RegionMap::labels(rest) {
                Some(labels) if !labels.is_empty() => RuleLine::Regions(labels),
                _ => return Err(wrong("the number of the region of each cell")),
            },
            "board" => {
                let (rows, columns) =
                    sides(rest).ok_or_else(|| wrong("rows and columns such as 6x9"))?;
                RuleLine::Size(rows, columns)
            }
            "digits" => {
                let (first, last) = range(rest)
                    .ok_or_else(|| wrong("the lowest and the highest digit such as 0-8"))?;
                RuleLine::Digits(first, last)
            }
            "raw" if rest.is_empty() => RuleLine::Raw,
            "samurai" if rest.is_empty() => RuleLine::Grids(Ruleset::SAMURAI.to_vec()),
            "grids" => {
                let corners = rest.split_whitespace();
                let (most, found) = (RuleLine::MOST_GRIDS, corners.clone().count());
                if found > most {
                    let expected = format!("the corners of at most {most} grids");
                    return Err(Mismatch::new(expected, found.to_string()).at(column));
                }
                match corners.map(place).collect::<Option<Vec<_>>>() {
                    Some(corners) if !corners.is_empty() => RuleLine::Grids(corners),
                    _ => return Err(wrong("the top left corners of grids such as r1c1 r7c7")),
                }
            }
            "holes" => {
                let holes = holes(rest).map_err(|error| error.at(column))?;
                match holes.is_empty() {
                    true => return Err(wrong(HOLES)),
                    false => RuleLine::Holes(holes),
                }
            }
            "variables" => RuleLine::Variables(
                variables(rest)
                    .ok_or_else(|| wrong("a name, a number and digits such as x 5 1-3"))?,
            ),
            _ => return Ok(None),
        };
        Ok(Some(line))
    }
}

/// Rules as texts, of which those about the board have been parsed. They say which cells and digits the others
/// can name.
///
/// ```
/// use satdoku::board::{RuleTexts, Ruleset};
///
/// let texts = RuleTexts::parse(["cage 3 r1c1 r1c4", "board 2x4", "raw"])?;
/// let base = texts.base(0).unwrap_or(Ruleset::classic("2x2".parse()?));
/// let (rules, candidates) = texts.on(&base)?;
/// assert_eq!(rules.lines(), ["board 2x4", "raw", "cage 3 r1c1 r1c4"]);
/// assert!(candidates.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct RuleTexts<'a> {
    /// The lines about the board, each with the index of its text.
    of_board: Vec<(usize, RuleLine)>,
    /// The other texts, each with its index.
    others: Vec<(usize, &'a str)>,
}

impl<'a> RuleTexts<'a> {
    /// Parses the lines about the board.
    ///
    /// # Errors
    /// If what follows the first word of one cannot be read. [`Mismatch::rule`] is the index of
    /// the text.
    pub fn parse(texts: impl IntoIterator<Item = &'a str>) -> Result<Self, Mismatch> {
        let (mut of_board, mut others) = (Vec::new(), Vec::new());
        for (index, text) in texts.into_iter().enumerate() {
            match RuleLine::board(text).map_err(|error| error.of_rule(index))? {
                Some(line) => of_board.push((index, line)),
                None => others.push((index, text)),
            }
        }
        Ok(RuleTexts { of_board, others })
    }

    /// Returns true if a line gives the rows and columns of the board.
    pub fn set_cells(&self) -> bool {
        self.of_board.iter().any(|(_, line)| line.sets_cells())
    }

    /// Returns the board to which the rules are added if nothing else is known about it: any one if they
    /// give its rows and columns, and otherwise the square of `size` rows with its usual boxes. A square
    /// that has no such boxes needs a line about them.
    pub fn base(&self, size: usize) -> Option<Ruleset> {
        if self.set_cells() {
            return Some(Ruleset::classic(Shape::STANDARD));
        }
        let shape = match Shape::usual(size) {
            None if self.of_board.iter().any(|(_, line)| line.sets_boxes()) => {
                Shape::without_boxes(size).ok()
            }
            usual => usual,
        };
        shape.map(Ruleset::classic)
    }

    /// Adds the rules to those of a board. Returns the lines about candidates of the puzzle too, each with the
    /// index of its text.
    ///
    /// # Errors
    /// If a text is not a rule, or the board cannot have it. [`Mismatch::rule`] is its index.
    pub fn on(self, board: &Ruleset) -> Result<(Ruleset, Vec<(usize, RuleLine)>), Mismatch> {
        let board = board.with_numbered(self.of_board)?;
        let (mut rules, mut of_cells) = (Vec::new(), Vec::new());
        for (index, text) in self.others {
            let line = RuleLine::parse(text, board.geometry());
            match line.map_err(|error| error.of_rule(index))? {
                line @ (RuleLine::Given(_) | RuleLine::Removed(_)) => of_cells.push((index, line)),
                line => rules.push((index, line)),
            }
        }
        Ok((board.with_numbered(rules)?, of_cells))
    }
}

/// Returns the error of a line of regions.
fn bad_regions(error: Mismatch) -> Mismatch {
    error.at("regions ".len() + 1)
}

/// Parses `0-8`.
fn range(text: &str) -> Option<(usize, usize)> {
    let (first, last) = text.split_once('-')?;
    Some((number(first.trim())?, number(last.trim())?))
}

/// Parses `r1c1` to a row and a column, counted from 0.
fn place(word: &str) -> Option<(usize, usize)> {
    let (row, column) = row_and_column(&word.to_ascii_lowercase())?;
    (row.max(column) < Geometry::MAX_SIDE).then_some((row, column))
}

/// What follows `holes`.
const HOLES: &str = "places such as r1c1 r1c2-r1c4 r2c1..r3c2";

/// Parses places, straight lines and rectangles of places.
fn holes(text: &str) -> Result<Vec<(usize, usize)>, Mismatch> {
    let mut holes = Vec::new();
    for word in text.split_whitespace() {
        let parse = |name: &str| match place(name) {
            Some((row, column)) => Ok(Place::of_grid(row, column)),
            None => Err(Mismatch::new(HOLES, format!("`{name}`"))),
        };
        let place = |place: Place| (place.row as usize, place.column as usize);
        holes.extend(places(word, parse)?.into_iter().map(place));
        check_count(holes.len())?;
    }
    Ok(holes)
}

/// Parses `x`, `x 5`, `x 9x9 1-3` or `x 1-3`.
fn variables(text: &str) -> Option<Variables> {
    let mut words = text.split_whitespace().peekable();
    let name = words.next()?.to_ascii_lowercase();
    let extent = words.next_if(|word| !word.contains('-'));
    let extent = match extent {
        None => Extent::Single,
        Some(word) => match sides(word) {
            Some((rows, columns)) => Extent::Table(rows, columns),
            None => Extent::List(number(word)?),
        },
    };
    let digits = match words.next() {
        None => None,
        Some(word) => Some(range(word)?),
    };
    words.next().is_none().then_some(Variables {
        name,
        extent,
        digits,
    })
}

/// Parses the candidates that follow the first word of a line.
fn candidates(text: &str, board: &Geometry) -> Result<Vec<Candidate>, Mismatch> {
    let column = |byte: usize| text[..byte].chars().count() + 1;
    let mut all = Vec::new();
    for word in text.split_whitespace().skip(1) {
        let place = column(word.as_ptr() as usize - text.as_ptr() as usize);
        let word = word.trim_end_matches(',');
        let candidates = candidates_of_cell(word, board).ok_or_else(|| {
            let values = board.all_values();
            let end = |cell: Option<Cell>, value: &usize| {
                let name = cell.map_or("r1c1".to_string(), |cell| cell.name(board).to_string());
                format!("{name}={value}")
            };
            let first = end(board.cells().next(), values.start());
            let last = end(board.cells().last(), values.end());
            let expected = format!("candidates from {first} to {last}");
            Mismatch::new(expected, format!("`{word}`")).at(place)
        })?;
        all.extend(candidates);
    }
    match all.is_empty() {
        true => Err(Mismatch::new("candidates such as r1c1=2", "none").at(column(text.len()))),
        false => Ok(all),
    }
}

/// Parses `r1c1=2,4`.
fn candidates_of_cell(word: &str, board: &Geometry) -> Option<Vec<Candidate>> {
    let (cell, digits) = word.split_once('=')?;
    let cell = Cell::from_name(cell, board)?;
    let candidate = |value: &str| {
        let digit = board.digit(number(value)?)?;
        Some(Candidate { cell, digit })
    };
    digits.split(',').map(candidate).collect()
}

impl Ruleset {
    /// Returns the rules as lines, each of which [`RuleLine::parse`] reads. A square board with boxes of
    /// the usual shape ([`Shape::usual`]) has no lines for them.
    pub fn lines(&self) -> Vec<String> {
        let board = self.geometry();
        let mut lines = self.board_lines();
        if let Some(regions) = self.regions() {
            lines.push(format!("regions {regions}"));
        } else if !self.has_assumed_boxes() {
            lines.push(format!("box {}", self.box_text()));
        }
        lines.extend(self.variants().iter().map(Variant::to_string));
        lines.extend(self.constraints().iter().map(|drawn| drawn.text(board)));
        lines
    }

    /// Returns true if the board has the boxes that it has without a line about them. A square that cannot
    /// have the usual ones needs a line.
    fn has_assumed_boxes(&self) -> bool {
        let boxes = self.boxes();
        if !self.corners().is_empty() {
            return boxes == Some(Shape::STANDARD);
        }
        match self.has_lines() && !self.needs_size() {
            true => boxes.is_some() && boxes == Shape::usual(self.geometry().rows()),
            false => boxes.is_none(),
        }
    }

    /// Returns true if the number of cells does not tell the rows and columns of the board.
    fn needs_size(&self) -> bool {
        let (rows, columns) = (self.geometry().rows(), self.geometry().columns());
        // Numbers are told from characters by their count.
        let is_few =
            *self.geometry().values().end() > Grid::MAX_LETTERS && rows <= Grid::MAX_LETTERS;
        rows != columns || rows < Shape::MIN_SIZE || self.geometry().has_holes() || is_few
    }

    /// Returns the lines about cells and digits: none for a square whose digits count from 1.
    pub fn board_lines(&self) -> Vec<String> {
        let board = self.geometry();
        let name = |(row, column): (usize, usize)| format!(" r{}c{}", row + 1, column + 1);
        let mut lines = Vec::new();
        let mut digits = board.rows().max(board.columns());
        let (of_grid, _) = board.grid_size();
        if *self.corners() == Ruleset::SAMURAI && of_grid == 9 {
            lines.push("samurai".to_string());
            digits = 9;
        } else if !self.corners().is_empty() {
            let corners: String = self.corners().iter().copied().map(name).collect();
            lines.push(format!("grids{corners}"));
            digits = of_grid;
        } else if self.needs_size() {
            lines.push(format!("board {}x{}", board.rows(), board.columns()));
        }
        let values = board.values();
        if values != (1..=digits) {
            lines.push(format!("digits {}-{}", values.start(), values.end()));
        }
        if !self.has_lines() {
            lines.push("raw".to_string());
        }
        let places =
            (0..board.rows()).flat_map(|row| (0..board.columns()).map(move |column| (row, column)));
        let holes = places.filter(|(row, column)| {
            board.grid_at(*row, *column).is_some() && board.cell_at(*row, *column).is_none()
        });
        let holes: String = holes.map(name).collect();
        if !holes.is_empty() {
            lines.push(format!("holes{holes}"));
        }
        lines.extend(
            board
                .variables()
                .iter()
                .map(|variables| format!("variables {variables}")),
        );
        lines
    }

    /// Adds rules. Boxes and regions replace those of the board, and lines about cells and digits its
    /// geometry.
    ///
    /// # Errors
    /// If the board cannot have a rule, or a line is not about the board but about the cells of a
    /// puzzle. [`Mismatch::rule`] is the index of the line.
    pub fn with_lines(
        &self,
        lines: impl IntoIterator<Item = RuleLine>,
    ) -> Result<Ruleset, Mismatch> {
        self.with_numbered(lines.into_iter().enumerate().collect())
    }

    /// Adds rules, each with its index.
    fn with_numbered(&self, mut lines: Vec<(usize, RuleLine)>) -> Result<Ruleset, Mismatch> {
        // The geometry comes first, whatever the order of the lines.
        lines.sort_by_cached_key(|(_, line)| order(line));
        let mut board = self.clone();
        // Errors of the own constraints of the board, which come first, are those of the first line.
        let mut line_of = vec![0; self.constraints().len()];
        let mut constraints = Vec::new();
        let of_boxes = lines.iter().find_map(|(_, line)| match line {
            RuleLine::Box(shape) => Some(*shape),
            _ => None,
        });
        for (number, line) in lines {
            board = match line {
                RuleLine::Constraint(constraint) => {
                    constraints.push(constraint);
                    line_of.push(number);
                    continue;
                }
                line => board.with_line(line, of_boxes),
            }
            .map_err(|error| error.of_rule(number))?;
        }
        // Cells can have other numbers now.
        let (old, new) = (self.geometry(), board.geometry());
        let own = self.constraints().iter().map(|own| match old == new {
            true => Ok(own.clone()),
            false => Constraint::parse(&own.text(old), new),
        });
        constraints.splice(0..0, own.collect::<Result<Vec<_>, _>>()?);
        board.with_constraints(constraints).map_err(|error| {
            let line = line_of[error.rule];
            error.of_rule(line)
        })
    }

    /// Adds a rule that is no constraint. `boxes` are those of all lines.
    fn with_line(self, line: RuleLine, boxes: Option<Shape>) -> Result<Ruleset, Mismatch> {
        let geometry = self.geometry().clone();
        match line {
            RuleLine::Grids(corners) => Ruleset::grids(boxes.unwrap_or(Shape::STANDARD), corners),
            RuleLine::Size(rows, columns) => {
                Ruleset::new(Geometry::new(rows, columns, 1..=rows.max(columns))?)
            }
            RuleLine::Digits(first, last) => self.on(geometry.with_digits(first..=last)?),
            RuleLine::Raw => self.without_lines().with_boxes(None),
            RuleLine::Holes(holes) => self.on(with_holes(geometry, holes)?),
            RuleLine::Variables(variables) => self.on(geometry.with_variables(variables)?),
            RuleLine::Box(_) if !self.corners().is_empty() => Ok(self),
            RuleLine::Box(shape) => self.with_boxes(Some(shape)),
            RuleLine::Regions(labels) => {
                let map = RegionMap::on(&geometry, &labels).map_err(bad_regions)?;
                self.with_regions(map)
            }
            RuleLine::Variant(variant) => self.with(&[variant]),
            RuleLine::Constraint(_) | RuleLine::Removed(_) | RuleLine::Given(_) => Err(
                Mismatch::new("a rule of the board", "candidates of a puzzle"),
            ),
        }
    }
}

/// Removes the cells at these rows and columns, counted from 0.
fn with_holes(board: Geometry, mut holes: Vec<(usize, usize)>) -> Result<Geometry, Mismatch> {
    let (rows, columns) = (board.rows(), board.columns());
    let mut all = holes.iter();
    if let Some((row, column)) = all.find(|(row, column)| *row >= rows || *column >= columns) {
        let expected = format!("places on the board of {rows}x{columns}");
        let found = format!("r{}c{}", row + 1, column + 1);
        return Err(Mismatch::new(expected, found));
    }
    holes.sort_unstable();
    let is_cell = |row, column| {
        board.cell_at(row, column).is_some() && holes.binary_search(&(row, column)).is_err()
    };
    Ok(board.clone().with_cells(is_cell))
}

/// The place of a line among those that a board is built from.
fn order(line: &RuleLine) -> usize {
    match line {
        RuleLine::Size(..) | RuleLine::Grids(_) => 0,
        RuleLine::Raw => 1,
        RuleLine::Digits(..) => 2,
        RuleLine::Holes(_) => 3,
        RuleLine::Variables(_) => 4,
        RuleLine::Box(_) | RuleLine::Regions(_) => 5,
        RuleLine::Variant(_) => 6,
        RuleLine::Constraint(_) | RuleLine::Given(_) | RuleLine::Removed(_) => 7,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_column_and_what_was_expected() {
        for (text, column, expected) in [
            (
                "box 2x",
                5,
                "expected box rows and columns such as 3x3, found `2x`",
            ),
            (
                "not r1c1=2 r1c2=5",
                12,
                "expected candidates from r1c1=1 to r4c4=4, found `r1c2=5`",
            ),
            (
                &format!("grids{}", " r1c1".repeat(14)),
                7,
                "expected the corners of at most 13 grids, found 14",
            ),
            ("not ", 5, "expected candidates such as r1c1=2, found none"),
            (
                "cage 3 r1c1 r9c9",
                13,
                "expected a cell from r1c1 to r4c4, found `r9c9`",
            ),
        ] {
            let error = RuleLine::parse(text, 4).unwrap_err();
            assert_eq!(error.column, column, "{text}");
            assert!(error.to_string().contains(expected), "{text}: {error}");
        }
        let board = Ruleset::classic(Shape::new(2, 2).unwrap());
        for (text, column, expected) in [
            (
                "box 2x3",
                1,
                "expected boxes that fill a board of 4x4, found 2x3",
            ),
            (
                "box 1x5",
                1,
                "expected boxes that fill a board of 4x4, found 1x5",
            ),
            ("regions 1112", 9, "expected 16 cells, found 4"),
            (
                "regions 1111222233334445",
                9,
                "expected 4 cells in each region, found 1 in one: r4c4",
            ),
        ] {
            let added = RuleTexts::parse([text]).and_then(|texts| texts.on(&board));
            let error = added.unwrap_err();
            assert_eq!((error.column, &*error.to_string()), (column, expected));
        }
    }

    #[test]
    fn a_board_can_consist_of_holes_but_for_a_row() {
        let texts = RuleTexts::parse(["board 400x400", "holes r1c1..r399c400"]).unwrap();
        let (rules, _) = texts.on(&Ruleset::classic(Shape::STANDARD)).unwrap();
        assert_eq!(rules.geometry().cell_count(), 400);
    }

    #[test]
    fn constraints_keep_the_names_of_their_cells() {
        let lines = |texts: &[&str]| -> Vec<RuleLine> {
            let lines = texts.iter().map(|text| RuleLine::parse(text, 4).unwrap());
            lines.collect()
        };
        let rules = Ruleset::classic(Shape::new(2, 2).unwrap());
        let rules = rules.with_lines(lines(&["cage 4 r2c1 r2c2"])).unwrap();
        for added in [["board 4x5"], ["holes r1c1"], ["digits 0-4"]] {
            let found = rules.with_lines(lines(&added)).unwrap().lines();
            assert!(
                found.contains(&"cage 4 r2c1 r2c2".to_string()),
                "{added:?}: {found:?}"
            );
        }
        let error = rules.with_lines(lines(&["holes r2c2"])).unwrap_err();
        assert!(error.to_string().ends_with("found `r2c2`"), "{error}");
    }

    #[test]
    fn a_hole_outside_of_the_board_is_an_error() {
        let rules = Ruleset::classic(Shape::new(2, 2).unwrap());
        let lines = ["board 2x3", "holes r1c1 r3c3"].map(|line| RuleLine::parse(line, 4).unwrap());
        let error = rules.with_lines(lines).unwrap_err();
        assert_eq!(error.rule, 1);
        assert_eq!(
            error.to_string(),
            "expected places on the board of 2x3, found r3c3"
        );
    }

    #[test]
    fn a_rule_that_the_board_cannot_have_is_named_by_its_line() {
        let rules = Ruleset::classic(Shape::new(2, 3).unwrap());
        let lines = ["anti-king", "windoku"].map(|line| RuleLine::parse(line, 6).unwrap());
        assert_eq!(rules.with_lines(lines).unwrap_err().rule, 1);
        let cage = RuleLine::parse("cage r1c1 r1c2", 6).unwrap();
        let rules = rules.with_lines([cage.clone()]).unwrap();
        let twice = RuleLine::parse("cage r1c1 r1c1", 6).unwrap();
        let error = rules.with_lines([cage, RuleLine::Variant(Variant::AntiKing), twice]);
        assert_eq!(error.unwrap_err().rule, 2);
    }
}
