//! From cells to a puzzle: its size, its symbols, its rules, and the errors in it.

use std::sync::Arc;

use super::glyph::{Line, LineColumn, Token};
use super::infer::{BLANKS, infer};
use super::plain_line::{SIZES, plain_grid};
use super::record::ReadOptions;
use super::row::is_null;
use super::rule_text::{board_of, is_removal, rules_at, with_rules, without_removed};
use super::shared_puzzle::SharedPuzzle;
use crate::alphabet::Alphabet;
use crate::form::{Arrangement, Form};
use satdoku::board::{
    Candidate, Cell, Constraint, Digit, Grid, Layout, Puzzle, PuzzleError, RegionMap, Ruleset,
    Shape, VariantError,
};
use satdoku::format_error::{FormatError, Setting, quote};

/// A puzzle and its original form, or the error in it.
pub(super) type Content = Result<(Puzzle, Form), FormatError>;

/// The content of a puzzle, before it is checked against the options.
pub(super) enum Body {
    Cells(Cells),
    Shared(SharedPuzzle, LineColumn),
}

/// The cells of a puzzle in reading order.
pub(super) struct Cells {
    pub cells: Vec<Token>,
    pub arrangement: Arrangement,
    /// The rules that its frame draws.
    pub drawn: Option<Ruleset>,
    /// The rules that follow it on its line, in their text form.
    pub rules: Vec<Line>,
}

impl Cells {
    pub fn new(cells: Vec<Token>, arrangement: Arrangement) -> Cells {
        Cells {
            cells,
            arrangement,
            drawn: None,
            rules: Vec::new(),
        }
    }
}

/// A puzzle among lines, or the error in what was meant as one.
pub(super) struct Found {
    pub body: Result<Body, FormatError>,
    /// The indices of its lines.
    pub lines: std::ops::Range<usize>,
    /// True if it stands alone on one line.
    pub is_line: bool,
    /// The number of cells of an error, by which the most likely one is chosen.
    pub cells: usize,
    /// A remark about how it was read.
    pub note: Option<String>,
}

impl Found {
    pub fn grid(body: Body, lines: std::ops::Range<usize>) -> Found {
        Found {
            body: Ok(body),
            lines,
            is_line: false,
            cells: 0,
            note: None,
        }
    }

    pub fn error(error: FormatError, lines: std::ops::Range<usize>, cells: usize) -> Found {
        Found {
            body: Err(error),
            lines,
            is_line: false,
            cells,
            note: None,
        }
    }
}

/// Builds puzzles from cells by the rules of the options.
pub(super) struct Assembler {
    pub options: ReadOptions,
    /// The layout shared by all plain puzzles.
    plain_layout: Option<Arc<Layout>>,
    /// Layouts of recent puzzles: usually one.
    layouts: Vec<Arc<Layout>>,
    /// Sizes of boards whose own rules name their boxes or regions.
    pub own_sizes: Vec<usize>,
    /// A remark about the last puzzle, until it is taken.
    pub note: Option<String>,
    /// True if the assumed boxes have been noted, which is done once for an input.
    pub has_noted_boxes: bool,
}

/// Maximum number of cached layouts. Each puzzle of an input can have regions of its own.
const MOST_LAYOUTS: usize = 16;

impl Assembler {
    pub fn new(options: &ReadOptions) -> Assembler {
        let mut options = options.clone();
        if options.shape.is_none() && options.regions.is_none() {
            let texts = options.constraints.iter();
            let rules: Vec<Line> = texts.flat_map(|text| rules_at(text, (1, 1))).collect();
            // An error is reported with the first puzzle.
            let board = board_of(&rules).ok().flatten();
            options.shape = board.as_ref().map(Ruleset::shape);
            options.regions = board.and_then(|board| board.regions().cloned());
        }
        Assembler {
            options,
            plain_layout: None,
            layouts: Vec::new(),
            own_sizes: Vec::new(),
            note: None,
            has_noted_boxes: false,
        }
    }

    /// Takes the note about the last puzzle. One about a reading that failed is forgotten.
    pub fn take_note(&mut self, is_puzzle: bool) -> Option<String> {
        let note = self.note.take();
        if is_puzzle {
            return note;
        }
        self.has_noted_boxes &= note.is_none();
        None
    }

    /// Returns the size of the board with this number of cells, if there is one.
    pub fn size_of(&self, cells: usize) -> Option<usize> {
        let size = cells.isqrt();
        let is_size = match self.options.shape {
            Some(shape) => shape.size() == size,
            None => {
                let is_usual = Shape::usual(size).is_some() && size <= Shape::MAX_SIZE;
                is_usual || self.own_sizes.contains(&size)
            }
        };
        (size * size == cells && is_size).then_some(size)
    }

    /// Returns true if these are the cells of a board without an error. A puzzle whose alphabet the
    /// options have to name counts.
    pub fn can_read(&self, cells: &[Token]) -> bool {
        self.size_of(cells.len()).is_some() && self.are_cells(cells)
    }

    /// Returns true if these are a square number of cells without an error, whether boxes can divide
    /// their board or not.
    pub fn are_cells(&self, cells: &[Token]) -> bool {
        let size = cells.len().isqrt();
        let is_other = |shape: Shape| shape.size() != size;
        if size * size != cells.len() || size == 0 || self.options.shape.is_some_and(is_other) {
            return false;
        }
        match Symbols::of(cells, size, self.options.alphabet) {
            Ok(symbols) => symbols.read(cells).is_ok(),
            Err(error) => error.setting.is_some(),
        }
    }

    /// Builds a puzzle with these rules, or without any, with those of the options.
    ///
    /// # Errors
    /// If the cells are not those of a board, or a cell is wrong.
    pub fn puzzle(
        &mut self,
        cells: &[Token],
        arrangement: Arrangement,
        rules: Option<Ruleset>,
    ) -> Content {
        let size = cells.len().isqrt();
        let position = cells.first().map_or((1, 1), |cell| cell.position);
        if size * size != cells.len() || size == 0 {
            return Err(bad_count(cells, position, self.options.shape));
        }
        if let Some(shape) = self.options.shape.filter(|shape| shape.size() != size) {
            let expected = format!("a puzzle of {0}x{0} cells", shape.size());
            let found = format!("{size}x{size}");
            return Err(FormatError::new(position, expected, found));
        }
        let parsed = Symbols::of(cells, size, self.options.alphabet)?.read(cells)?;
        let form = Form {
            arrangement,
            alphabet: parsed.alphabet,
        };
        let rules = match rules {
            Some(rules) => rules,
            None => self.rules(size, position)?,
        };
        Ok((self.with_options(rules, parsed, position)?, form))
    }

    /// Builds the puzzle at the start of a line, if it is an ordinary one.
    pub fn plain_puzzle(&mut self, line: &[u8]) -> Option<(Puzzle, Form)> {
        let is_other = |alphabet: Alphabet| alphabet != Alphabet::FromOne;
        let size = self.options.shape.map_or(9, Shape::size);
        if !SIZES.contains(&size) || self.options.alphabet.is_some_and(is_other) {
            return None;
        }
        let grid = plain_grid(line, size)?;
        let layout = match &self.plain_layout {
            Some(layout) => layout.clone(),
            None => {
                let rules = self.rules(size, (1, 1)).ok()?;
                let own = self.option_rules((1, 1));
                if own.iter().any(|rule| is_removal(rule)) {
                    return None;
                }
                let layout = self.layout(rules, &own, (1, 1)).ok()?;
                self.plain_layout.insert(layout).clone()
            }
        };
        let form = Form {
            arrangement: Arrangement::Line,
            alphabet: Alphabet::FromOne,
        };
        Some((Puzzle::new(layout, grid).ok()?, form))
    }

    /// Builds the puzzle of a text with the rules on the lines below it. A region map replaces what its
    /// frame draws.
    pub fn build(&mut self, body: Body, map: Option<RegionMap>, below: Vec<Line>) -> Content {
        let has_board = self.options.shape.is_some() || self.options.regions.is_some();
        let own_board = |rules: &[Line]| match has_board {
            true => Ok(None),
            false => board_of(rules),
        };
        match body {
            Body::Shared(mut shared, position) => {
                if let Some(board) = own_board(&below)? {
                    shared.shape = Some(board.shape());
                    shared.regions = board.regions().cloned();
                }
                let content = self.shared_puzzle(shared, position);
                self.ruled(content, &below)
            }
            Body::Cells(Cells {
                cells,
                arrangement,
                drawn,
                mut rules,
            }) => {
                rules.extend(below);
                let board = map.map(Ruleset::jigsaw);
                let board = board.or(own_board(&rules)?).or(drawn);
                let content = self.puzzle(&cells, arrangement, board);
                self.ruled(content, &rules)
            }
        }
    }

    /// Adds rules to a puzzle.
    fn ruled(&mut self, content: Content, rules: &[Line]) -> Content {
        let (puzzle, form) = content?;
        if rules.is_empty() {
            return Ok((puzzle, form));
        }
        let board = with_rules(puzzle.layout().rules().clone(), rules)?;
        let puzzle = puzzle.on(self.cached(board));
        Ok((without_removed(puzzle, rules)?, form))
    }

    /// Builds a puzzle with its own rules. Regions from the options replace its own; variants and
    /// constraints from the options are added.
    pub fn shared_puzzle(&mut self, shared: SharedPuzzle, position: LineColumn) -> Content {
        let size = shared.givens.size();
        if let Some(shape) = self.options.shape.filter(|shape| shape.size() != size) {
            let expected = format!("a board of {0}x{0}", shape.size());
            let found = format!("{size}x{size}");
            return Err(FormatError::new(position, expected, found));
        }
        let rules = match (shared.regions, &self.options.regions) {
            (Some(regions), None) => Ruleset::jigsaw(regions),
            (None, None) if self.options.shape.is_none() => {
                let usual = || Shape::usual(size).or(Shape::without_boxes(size).ok());
                let shape = shared.shape.or_else(usual);
                let rules = shape.map(Ruleset::classic);
                rules.map_or_else(|| self.rules(size, position), Ok)?
            }
            _ => self.rules(size, position)?,
        };
        let bad_rules = |e: VariantError| FormatError::new(position, e.expected(), e.found());
        let rules = rules.with(&shared.variants).map_err(bad_rules)?;
        let rules = drawn_on(rules, shared.constraints, &shared.places, position)?;
        let form = Form::of_size(Arrangement::Line, size);
        let parsed = Parsed {
            grid: shared.givens,
            removed: shared.removed,
            alphabet: form.alphabet,
        };
        self.note = shared.note.or(self.note.take());
        Ok((self.with_options(rules, parsed, position)?, form))
    }

    /// Builds a puzzle on the board of these rules with those of the options.
    fn with_options(
        &mut self,
        rules: Ruleset,
        parsed: Parsed,
        position: LineColumn,
    ) -> Result<Puzzle, FormatError> {
        let own = self.option_rules(position);
        let layout = self.layout(rules, &own, position)?;
        without_removed(puzzle_of(layout, parsed, position)?, &own)
    }

    /// Returns the constraints of the options, for a puzzle at `position`.
    fn option_rules(&self, position: LineColumn) -> Vec<Line> {
        let texts = self.options.constraints.iter();
        texts.flat_map(|text| rules_at(text, position)).collect()
    }

    /// Returns the rules of the options for a board of this size, without variants.
    fn rules(&mut self, size: usize, position: LineColumn) -> Result<Ruleset, FormatError> {
        if let Some(regions) = &self.options.regions {
            return Ok(Ruleset::jigsaw(regions.clone()));
        }
        let shape = self.options.shape.or_else(|| Shape::usual(size));
        let shape = shape.ok_or_else(|| {
            let expected = "a number of rows that boxes can fill, such as 9";
            FormatError::new(position, expected, format!("{size} rows of {size}"))
        })?;
        let is_assumed = self.options.shape.is_none() && Shape::square(size).is_none();
        if is_assumed && !std::mem::replace(&mut self.has_noted_boxes, true) {
            self.note = Some(format!("boxes of {shape} assumed"));
        }
        Ok(Ruleset::classic(shape))
    }

    /// Returns the layout for these rules with the variants of the options and their constraints, which
    /// are `own`.
    fn layout(
        &mut self,
        rules: Ruleset,
        own: &[Line],
        position: LineColumn,
    ) -> Result<Arc<Layout>, FormatError> {
        let bad_rules = |e: VariantError| FormatError::new(position, e.expected(), e.found());
        let rules = rules.with(&self.options.variants).map_err(bad_rules)?;
        Ok(self.cached(with_rules(rules, own)?))
    }

    /// Returns the layout for these rules.
    fn cached(&mut self, rules: Ruleset) -> Arc<Layout> {
        let mut known = self.layouts.iter();
        if let Some(layout) = known.find(|layout| *layout.rules() == rules) {
            return layout.clone();
        }
        let layout = Arc::new(Layout::new(rules));
        if self.layouts.len() == MOST_LAYOUTS {
            self.layouts.remove(0);
        }
        self.layouts.push(layout.clone());
        layout
    }
}

/// Draws constraints on a board. Without places of their own, they are at `position`.
fn drawn_on(
    rules: Ruleset,
    constraints: Vec<Constraint>,
    places: &[LineColumn],
    position: LineColumn,
) -> Result<Ruleset, FormatError> {
    if constraints.is_empty() {
        return Ok(rules);
    }
    let size = rules.shape().size();
    let texts: Vec<String> = constraints.iter().map(|drawn| drawn.text(size)).collect();
    rules.with_constraints(constraints).map_err(|error| {
        let place = places.get(error.constraint).unwrap_or(&position);
        let text = texts.get(error.constraint).map_or("", String::as_str);
        FormatError::new(
            *place,
            format!("{} in {}", error.expected, quote(text)),
            error.found,
        )
    })
}

/// Adds the pencil marks of the field `pencil_marks`, one word per cell, to a puzzle.
pub(super) fn marked_puzzle(
    (puzzle, form): (Puzzle, Form),
    words: &[String],
    position: LineColumn,
) -> Content {
    let error = |expected: String, found: String| {
        let expected = format!("in the field pencil_marks {expected}");
        Err(FormatError::new(position, expected, found))
    };
    let token = |word: &String| Token {
        text: word.clone(),
        position,
    };
    let cells: Vec<Token> = words.iter().map(token).collect();
    let expected = puzzle.layout().cell_count();
    if cells.len() != expected {
        return error(format!("{expected} cells"), cells.len().to_string());
    }
    let parsed = Symbols::of(&cells, puzzle.size(), Some(form.alphabet))?.read(&cells)?;
    let differs = |given: &Candidate| match parsed.grid.get(given.cell) {
        Some(digit) => digit != given.digit,
        None => parsed.removed.binary_search(given).is_ok(),
    };
    if let Some(given) = puzzle.givens().filled().find(differs) {
        let found = quote(&cells[given.cell.index()].text);
        return error(format!("the given {}", given.name(puzzle.size())), found);
    }
    // The only candidate of a cell is not a given.
    let size = puzzle.size();
    let is_blank = |only: &Candidate| puzzle.givens().get(only.cell).is_none();
    let others = |only: Candidate| {
        let digits = (0..size).map(Digit::from_index);
        let others = digits.filter(move |digit| *digit != only.digit);
        others.map(move |digit| Candidate { digit, ..only })
    };
    let of_singles = parsed.grid.filled().filter(is_blank).flat_map(others);
    let removed: Vec<Candidate> = of_singles.chain(parsed.removed).collect();
    let puzzle = puzzle.without(removed);
    Ok((puzzle.map_err(|why| bad_puzzle(why, position))?, form))
}

/// Returns the error for a number of cells that no board has.
pub(super) fn bad_count(cells: &[Token], end: LineColumn, shape: Option<Shape>) -> FormatError {
    let size = shape.map_or_else(|| nearest_size(cells.len()), Shape::size);
    let (expected, found) = (size * size, cells.len());
    let lost = if lost_zeros(cells) {
        " (a spreadsheet leaves out each 0 in front of a number)"
    } else {
        ""
    };
    let extra = cells.get(expected).map(|cell| cell.position);
    FormatError::new(
        extra.unwrap_or(end),
        format!("{expected} cells for a {size}x{size} puzzle"),
        format!("{found}{lost}"),
    )
}

/// Returns the size of the board whose number of cells is closest to `cells`. Anything between 4×4
/// and 9×9 counts as a truncated 9×9 board.
fn nearest_size(cells: usize) -> usize {
    if (17..=81).contains(&cells) {
        return 9;
    }
    let sizes = (2..=20).map(|side| side * side);
    let distance = |size: &usize| (size * size).abs_diff(cells);
    sizes.min_by_key(distance).unwrap_or(9)
}

/// Returns true if the cells look like a 9×9 puzzle that a spreadsheet treated as a number, dropping
/// its leading zeros.
fn lost_zeros(cells: &[Token]) -> bool {
    let is_digit = |cell: &Token| cell.text.bytes().all(|byte| byte.is_ascii_digit());
    (60..81).contains(&cells.len())
        && cells.iter().all(is_digit)
        && cells[0].text != "0"
        && cells.iter().any(|cell| cell.text == "0")
}

/// The content parsed from the cells of a puzzle.
struct Parsed {
    grid: Grid,
    /// Candidates removed by pencil marks.
    removed: Vec<Candidate>,
    alphabet: Alphabet,
}

fn puzzle_of(
    layout: Arc<Layout>,
    parsed: Parsed,
    position: LineColumn,
) -> Result<Puzzle, FormatError> {
    Puzzle::new(layout, parsed.grid)
        .and_then(|puzzle| match parsed.removed[..] {
            [] => Ok(puzzle),
            _ => puzzle.without(parsed.removed),
        })
        .map_err(|error| bad_puzzle(error, position))
}

fn bad_puzzle(error: PuzzleError, position: LineColumn) -> FormatError {
    match error {
        PuzzleError::Cell(cell) => {
            let found = format!("none in {cell}");
            FormatError::new(position, "a candidate in each cell", found)
        }
        error => FormatError::new(position, "a puzzle", error.to_string()),
    }
}

/// The meaning of the symbols on a board.
struct Symbols {
    size: usize,
    alphabet: Alphabet,
    /// The symbol of blank cells, apart from empty ones.
    blank: Option<char>,
}

impl Symbols {
    /// Returns the symbols of these cells. The alphabet is inferred unless it is given.
    fn of(
        cells: &[Token],
        size: usize,
        alphabet: Option<Alphabet>,
    ) -> Result<Symbols, FormatError> {
        let alphabet = match alphabet {
            // No alphabet has as many symbols.
            _ if size > Grid::MAX_LETTERS => Alphabet::Numbers,
            Some(alphabet) => alphabet,
            None if are_numbers(cells, size) => Alphabet::Numbers,
            None => inferred(cells, size)?,
        };
        let symbols = Symbols {
            size,
            alphabet,
            blank: None,
        };
        let blank = symbols.blank_of(cells)?;
        Ok(Symbols { blank, ..symbols })
    }

    /// Returns the only symbol that is not a digit.
    ///
    /// # Errors
    /// If there are two.
    fn blank_of(&self, cells: &[Token]) -> Result<Option<char>, FormatError> {
        let symbols = || {
            let found = |cell| Some((cell, self.other_symbol(cell)?));
            cells.iter().filter_map(found)
        };
        let Some((first, blank)) = symbols().next() else {
            return Ok(None);
        };
        if let Some((second, other)) = symbols().find(|(_, symbol)| *symbol != blank) {
            // A letter that looks like a digit is the mistake, or else the rarer symbol.
            let is_slip = |symbol: char| "OolIS".contains(symbol);
            let count = |wanted| symbols().filter(|(_, symbol)| *symbol == wanted).count();
            let is_rarer = count(blank) < count(other);
            let (wrong, usual) = if is_slip(blank) || (is_rarer && !is_slip(other)) {
                (first, other)
            } else {
                (second, blank)
            };
            return Err(self.bad_symbol(wrong, Some(usual)));
        }
        match blank {
            'l' | 'I' | 'S' => Err(self.bad_symbol(first, None)),
            blank => Ok(Some(blank)),
        }
    }

    /// Returns the symbol that a cell consists of, if it is not a digit.
    fn other_symbol(&self, cell: &Token) -> Option<char> {
        let mut symbols = cell.text.chars();
        let first = symbols.next()?;
        // A blank can be as wide as a number.
        let is_wide =
            (self.size > 9 || !first.is_alphanumeric()) && symbols.clone().all(|c| c == first);
        let is_one = symbols.next().is_none() || is_wide;
        let is_symbol = first == '0' || !first.is_ascii_digit();
        (is_one && is_symbol && self.digit(&cell.text).is_none()).then_some(first)
    }

    /// Parses a digit. Digits placed by the player have a mark (`+5`, `u5`), and spreadsheets write
    /// numbers with decimals (`5.0`, `5.`).
    fn digit(&self, text: &str) -> Option<Digit> {
        let marked = text
            .strip_prefix(['+', 'u'])
            .filter(|rest| !rest.is_empty());
        let text = marked.unwrap_or(text);
        let number = text.trim_end_matches('0').strip_suffix('.');
        let text = number.filter(|number| !number.is_empty()).unwrap_or(text);
        let mut symbols = text.chars();
        match (self.alphabet, symbols.next(), symbols.next()) {
            (Alphabet::Numbers, ..) => {
                let value = text.parse().ok().and_then(Digit::from_value);
                value.filter(|digit| digit.value() <= self.size)
            }
            (_, Some(symbol), None) => self.alphabet.digit(symbol, self.size),
            _ => None,
        }
    }

    fn is_blank(&self, cell: &Token) -> bool {
        let text = cell.text.trim_end_matches('0').strip_suffix('.');
        cell.text.is_empty()
            || is_null(&cell.text)
            || (self.blank.is_some() && self.other_symbol(cell) == self.blank)
            || (!self.alphabet.has_zero() && text == Some("0"))
            || (!self.alphabet.has_zero() && cell.text.len() > 1 && text == Some(""))
    }

    /// Parses all cells, given in reading order.
    fn read(&self, cells: &[Token]) -> Result<Parsed, FormatError> {
        // With pencil marks, each cell shows its candidates.
        let has_blanks = cells.iter().any(|cell| self.is_blank(cell));
        let mut removed = Vec::new();
        let mut grid = Vec::with_capacity(cells.len());
        for (index, cell) in cells.iter().enumerate() {
            let digit = match self.is_blank(cell) {
                true => None,
                false => self.digit(&cell.text),
            };
            if digit.is_none() && !self.is_blank(cell) {
                if has_blanks {
                    return Err(self.bad_symbol(cell, self.blank));
                }
                removed.extend(self.missing(cell, Cell::from_index(index))?);
            }
            grid.push(digit);
        }
        let (position, found) = (cells[0].position, grid.len());
        let grid = Grid::from_cells(grid).filter(|grid| grid.size() == self.size);
        let expected = format!("{} cells", self.size * self.size);
        Ok(Parsed {
            grid: grid.ok_or_else(|| FormatError::new(position, expected, found.to_string()))?,
            removed,
            alphabet: self.alphabet,
        })
    }

    /// Returns the candidates missing from a cell with several pencil marks.
    fn missing(&self, marks: &Token, cell: Cell) -> Result<Vec<Candidate>, FormatError> {
        let has_commas = marks.text.contains(',');
        let is_number = self.alphabet == Alphabet::Numbers && !has_commas;
        if marks.text.chars().nth(1).is_none() || is_number {
            return Err(self.bad_symbol(marks, None));
        }
        let bad = || {
            let range = self.alphabet.range(self.size);
            let expected = format!("the digits that are possible ({range})");
            FormatError::new(marks.position, expected, quote(&marks.text))
        };
        let mut present: Vec<Digit> = Vec::new();
        let mut add = |symbol: &str| {
            let digit = self.digit(symbol).ok_or_else(bad)?;
            if present.last().is_some_and(|last| *last >= digit) {
                return Err(bad());
            }
            present.push(digit);
            Ok(())
        };
        if has_commas {
            marks.text.split(',').try_for_each(&mut add)?;
        } else {
            let mut symbols = marks.text.chars();
            symbols.try_for_each(|symbol| add(symbol.encode_utf8(&mut [0; 4])))?;
        }
        let digits = (0..self.size).map(Digit::from_index);
        let missing = digits.filter(|digit| !present.contains(digit));
        Ok(missing.map(|digit| Candidate { cell, digit }).collect())
    }

    /// Returns the error for a cell that is neither a digit nor the blank of the other cells.
    fn bad_symbol(&self, cell: &Token, blank: Option<char>) -> FormatError {
        let range = self.alphabet.range(self.size);
        let is_usual = |c: char| c == '0' || BLANKS.contains(&c);
        let expected = match blank {
            Some(blank) if is_usual(blank) && cell.text.chars().all(is_usual) => {
                format!("`{blank}` for a blank, as before")
            }
            Some(blank) if !is_usual(blank) => {
                format!(
                    "a digit ({range}) or {} for a blank",
                    quote(&blank.to_string())
                )
            }
            _ => format!("a digit ({range}) or a blank"),
        };
        let question = match cell.text.as_str() {
            "O" | "o" => ": is it a 0?",
            "l" | "I" => ": is it a 1?",
            "S" => ": is it a 5?",
            _ => "",
        };
        FormatError::new(cell.position, expected, quote(&cell.text) + question)
    }
}

/// Returns true if digits are numbers: some cells have two digits on a large board, or commas between
/// candidates, and no cell has a letter.
fn are_numbers(cells: &[Token], size: usize) -> bool {
    let texts = || cells.iter().map(|cell| cell.text.as_str());
    let is_one_symbol =
        |text: &str| text.chars().nth(1).is_some() && text.chars().all(|c| text.starts_with(c));
    let has_letter = |text: &str| {
        let text = text.strip_prefix('u').unwrap_or(text);
        text.contains(char::is_alphabetic) && !is_null(text) && !is_one_symbol(text)
    };
    let is_number = |text: &str| text.contains(',') || (size > 9 && text.len() > 1);
    texts().any(is_number) && !texts().any(has_letter)
}

/// Infers the alphabet from all cells, or returns an error if two alphabets fit.
fn inferred(cells: &[Token], size: usize) -> Result<Alphabet, FormatError> {
    let texts = cells.iter().map(|cell| cell.text.as_str());
    let symbols = texts.filter(|text| !is_null(text)).flat_map(str::chars);
    infer(symbols, size).map_err(|both| {
        let [one, other] = both.map(|alphabet| alphabet.range(size));
        let found = format!("symbols that can be {one} or {other}");
        FormatError::new(cells[0].position, "symbols of one alphabet", found).with_setting(
            Setting::Alphabet(Box::new(both.map(|alphabet| alphabet.to_string()))),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::super::glyph::normalise;
    use super::super::row::{Reading, cells};
    use super::*;

    fn read(text: &str, reading: Reading) -> Result<String, String> {
        let line = normalise(1, text);
        let cells = cells(&line, reading);
        let mut assembler = Assembler::new(&ReadOptions::default());
        let content = assembler.puzzle(&cells, Arrangement::Line, None);
        let text = |(puzzle, _): (Puzzle, Form)| puzzle.givens().to_string();
        content.map(text).map_err(|error| error.to_string())
    }

    #[test]
    fn any_one_symbol_is_a_blank() {
        for blank in [".", "0", "_", "x", "O", "□", "?"] {
            let text = "1.....2..3.....4".replace('.', blank);
            let found = read(&text, Reading::Symbols);
            assert_eq!(found.as_deref(), Ok("1.....2..3.....4"), "{text}");
        }
        let spreadsheet = "1.0 NaN 0.0 NaN NaN NaN 2.0 NaN NaN 3. NaN NaN NaN NaN NaN 4";
        let found = read(spreadsheet, Reading::Words);
        assert_eq!(found.as_deref(), Ok("1.....2..3.....4"));
    }

    #[test]
    fn errors_name_the_cell_and_ask_what_it_means() {
        for (text, expected) in [
            (
                "1..l..2..3.....4",
                "1:4: expected a digit (1-4) or a blank, found `l`: is it a 1?",
            ),
            (
                "1O0000200300S004",
                "1:2: expected a digit (1-4) or a blank, found `O`: is it a 0?",
            ),
            (
                "1.....2.03.....4",
                "1:9: expected `.` for a blank, as before, found `0`",
            ),
            (
                "1.....2..3.....5",
                "1:16: expected a digit (1-4) or a blank, found `5`",
            ),
            (
                "1.....2..3.....",
                "1:1: expected 16 cells for a 4x4 puzzle, found 15",
            ),
        ] {
            assert_eq!(read(text, Reading::Symbols), Err(expected.to_string()));
        }
    }

    #[test]
    fn pencil_marks_remove_the_other_candidates() {
        let words = "1 24 34 3 34 34 2 1 24 3 1 12 2 12 13 4";
        assert_eq!(
            read(words, Reading::Words).as_deref(),
            Ok("1..3..21.31.2..4")
        );
        let wrong = words.replace("34 34", "34 43");
        let expected = "1:14: expected the digits that are possible (1-4), found `43`";
        assert_eq!(read(&wrong, Reading::Words), Err(expected.to_string()));
    }
}
