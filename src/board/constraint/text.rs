//! The text form of constraints: a name, numbers, and cells.

use std::iter::Peekable;
use std::vec::IntoIter;

use super::super::cell::Cell;
use super::super::geometry::Geometry;
use super::super::mismatch::Mismatch;
use super::super::names::number;
use super::super::place::{check_count, places};
use super::kind::Part;
use super::line::{OuterLine, Side};
use super::{AllowedPairs, Argument, Constraint, Machine, Pattern, Title};

/// The words of a constraint that are not parsed yet. Words are separated by spaces or commas. A
/// colon, a semicolon and a brace are words of their own, and so is a text in quotation marks.
pub(super) struct Words<'a> {
    /// The words with their columns.
    words: Peekable<IntoIter<(usize, String)>>,
    /// The column after the last character.
    end: usize,
    /// The number of braces around it.
    depth: usize,
    pub board: &'a Geometry,
}

/// The most braces around a constraint.
const MOST_BRACES: usize = 8;

impl<'a> Words<'a> {
    pub fn new(text: &str, board: &'a Geometry) -> Words<'a> {
        let is_own = |c| matches!(c, ':' | ';' | '{' | '}' | '"');
        let mut words: Vec<(usize, String)> = Vec::new();
        let (mut is_open, mut is_quoted) = (false, false);
        for (column, c) in (1..).zip(text.chars()) {
            if let Some((_, word)) = words.last_mut().filter(|_| is_quoted) {
                word.push(c);
                is_quoted = c != '"';
                continue;
            }
            is_quoted = c == '"';
            let is_space = c.is_whitespace() || c == ',';
            match words.last_mut() {
                _ if is_space => {}
                Some((_, word)) if is_open && !is_own(c) => word.push(c),
                _ => words.push((column, c.to_string())),
            }
            is_open = !is_space && !is_own(c);
        }
        Words {
            words: words.into_iter().peekable(),
            end: text.chars().count() + 1,
            depth: 0,
            board,
        }
    }

    /// Takes constraints in braces, separated by semicolons, and returns the words of each.
    pub fn block(&mut self) -> Result<Vec<Words<'a>>, Mismatch> {
        let column = self.column();
        self.expect("{")?;
        if self.depth == MOST_BRACES {
            let expected = format!("at most {MOST_BRACES} levels of braces");
            return Err(Mismatch::new(expected, "another `{`").at(column));
        }
        let mut constraints = Vec::new();
        let (mut words, mut open) = (Vec::new(), 1);
        while open > 0 {
            let (column, word) = self.word("`}`")?;
            open += usize::from(word == "{");
            open -= usize::from(word == "}");
            if open == 0 || (open == 1 && word == ";") {
                let part = std::mem::take(&mut words);
                if !part.is_empty() {
                    constraints.push(Words {
                        words: part.into_iter().peekable(),
                        end: column,
                        depth: self.depth + 1,
                        board: self.board,
                    });
                }
            } else {
                words.push((column, word));
            }
        }
        match constraints.is_empty() {
            true => Err(Mismatch::new("a constraint in the braces", "none").at(column)),
            false => Ok(constraints),
        }
    }

    /// Takes the name of the constraint, in lower case.
    pub fn name(&mut self) -> Result<String, Mismatch> {
        let (_, name) = self.word("a constraint such as `cage 15 r1c1 r1c2 r2c1`")?;
        Ok(name.to_ascii_lowercase())
    }

    fn word(&mut self, expected: &str) -> Result<(usize, String), Mismatch> {
        let missing = || Mismatch::new(expected, "the end").at(self.end);
        self.words.next().ok_or_else(missing)
    }

    /// Returns the column of the next word.
    pub fn column(&mut self) -> usize {
        self.words.peek().map_or(self.end, |(column, _)| *column)
    }

    /// Takes the arguments of a kind, and a title where it may have one.
    pub fn arguments(
        &mut self,
        shape: &[Part],
    ) -> Result<(Vec<Argument>, Option<Title>), Mismatch> {
        let (mut arguments, mut title) = (Vec::new(), None);
        for part in shape {
            match *part {
                Part::Title => title = Title::parse(self)?,
                Part::Groups(least, most) => {
                    arguments.push(Argument::Cells(self.cells(1)?));
                    for number in 1..most {
                        if number < least {
                            self.expect(":")?;
                        } else if !self.take(":") {
                            break;
                        }
                        arguments.push(Argument::Cells(self.cells(1)?));
                    }
                }
                part => arguments.extend(self.argument(part)?),
            }
        }
        Ok((arguments, title))
    }

    /// Takes a part of the arguments, if it is there or must be.
    fn argument(&mut self, part: Part) -> Result<Option<Argument>, Mismatch> {
        let number = |number: usize| Argument::Number(number as i64);
        Ok(Some(match part {
            Part::Number(name) => number(self.number(name)?),
            Part::Integer(name) => Argument::Number(self.integer(name)?),
            Part::OptionalNumber => return Ok(self.optional_number()?.map(number)),
            Part::Usual(least, usual) => {
                let column = self.column();
                match self.optional_number()? {
                    Some(value) if value < least => {
                        let expected = format!("a number of at least {least}");
                        return Err(Mismatch::new(expected, value.to_string()).at(column));
                    }
                    value => number(value.unwrap_or_else(|| usual(self.board))),
                }
            }
            Part::Labelled(label) if self.take(label) => number(self.number("a number")?),
            Part::Digits => Argument::Digits(self.digits()?),
            Part::Cell => Argument::Cells(vec![self.cell()?]),
            Part::Pair => Argument::Cells(self.pair()?.to_vec()),
            Part::Cells(least) => Argument::Cells(self.cells(least)?),
            Part::Terms => Argument::Terms(self.terms()?),
            Part::Line => Argument::Line(self.line()?),
            Part::Flag(words) => {
                let mut words = words.split(' ');
                if !words.next().is_some_and(|first| self.take(first)) {
                    return Ok(None);
                }
                words.try_for_each(|word| self.expect(word))?;
                Argument::Flag
            }
            Part::Colon => {
                self.expect(":")?;
                return Ok(None);
            }
            Part::OptionalColon => {
                self.take(":");
                return Ok(None);
            }
            Part::Variables => Argument::Variables(self.variables()?),
            Part::OptionalVariables if self.take(":") => Argument::Variables(self.variables()?),
            Part::Pairs => {
                let (column, text) = self.quoted("a condition such as \"a+b = 10\"")?;
                let pairs = AllowedPairs::parse(&text, self.board);
                Argument::Pairs(pairs.map_err(|error| error.within(column))?)
            }
            Part::Pattern => {
                let (column, text) = self.quoted("a pattern such as \"[1-3]*[4-6]\"")?;
                let pattern = Pattern::parse(&text, self.board);
                Argument::Pattern(pattern.map_err(|error| error.within(column))?)
            }
            Part::Machine => {
                let expected = "an automaton such as \"start 0; accept 1; 0: 1-3>1\"";
                let (column, text) = self.quoted(expected)?;
                let machine = Machine::parse(&text, self.board);
                Argument::Machine(machine.map_err(|error| error.within(column))?)
            }
            Part::Alternatives => Argument::Alternatives(self.alternatives()?),
            Part::Labelled(_) | Part::OptionalVariables | Part::Groups(..) | Part::Title => {
                return Ok(None);
            }
        }))
    }

    /// Takes groups of constraints in braces, with `or` between them.
    fn alternatives(&mut self) -> Result<Vec<Vec<Constraint>>, Mismatch> {
        let mut groups = Vec::new();
        loop {
            let texts = self.block()?.into_iter();
            let constraints = texts.map(|mut text| Constraint::parse_words(&mut text));
            groups.push(constraints.collect::<Result<Vec<_>, _>>()?);
            if !self.take("or") {
                return Ok(groups);
            }
        }
    }

    /// Takes a number that fits in 63 bits, if there is one.
    ///
    /// # Errors
    /// If a word of digits is no such number, as `05` or `-5`.
    pub fn optional_number(&mut self) -> Result<Option<usize>, Mismatch> {
        let is_number = |(_, word): &(usize, String)| {
            let digits = word.trim_start_matches(['-', '+']);
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        };
        let Some((column, word)) = self.words.next_if(is_number) else {
            return Ok(None);
        };
        match number::<i64>(&word).and_then(|number| usize::try_from(number).ok()) {
            Some(number) => Ok(Some(number)),
            None => {
                let expected = "a number such as 15, without a sign and leading zeros";
                Err(Mismatch::new(expected, format!("`{word}`")).at(column))
            }
        }
    }

    /// Takes a number.
    pub fn number(&mut self, expected: &str) -> Result<usize, Mismatch> {
        let number = self.optional_number().map_err(|error| Mismatch {
            expected: expected.to_string(),
            ..error
        });
        if let Some(number) = number? {
            return Ok(number);
        }
        let (column, word) = self.word(expected)?;
        Err(Mismatch::new(expected, format!("`{word}`")).at(column))
    }

    /// Takes the values of one or more digits.
    pub fn digits(&mut self) -> Result<Vec<usize>, Mismatch> {
        let mut values = vec![self.number("a digit")?];
        while let Some(value) = self.optional_number()? {
            values.push(value);
        }
        Ok(values)
    }

    /// Takes a number that can be negative.
    pub fn integer(&mut self, expected: &str) -> Result<i64, Mismatch> {
        let (column, word) = self.word(expected)?;
        let wrong = || Mismatch::new(expected, format!("`{word}`")).at(column);
        number(&word).ok_or_else(wrong)
    }

    /// Takes a text in quotation marks. Returns it without them, and the column of its first
    /// character.
    pub fn quoted(&mut self, expected: &str) -> Result<(usize, String), Mismatch> {
        let (column, word) = self.word(expected)?;
        match word.strip_prefix('"').map(|text| text.strip_suffix('"')) {
            Some(Some(text)) => Ok((column + 1, text.to_string())),
            Some(None) => Err(Mismatch::new("a closing quotation mark", "the end").at(self.end)),
            None => Err(Mismatch::new(expected, format!("`{word}`")).at(column)),
        }
    }

    /// Takes this word.
    pub fn expect(&mut self, expected: &str) -> Result<(), Mismatch> {
        let quoted = format!("`{expected}`");
        let (column, word) = self.word(&quoted)?;
        if word != expected {
            return Err(Mismatch::new(quoted, format!("`{word}`")).at(column));
        }
        Ok(())
    }

    /// Takes a cell.
    pub fn cell(&mut self) -> Result<Cell, Mismatch> {
        let (column, word) = self.word("a cell such as r1c1")?;
        match self.run(&word).map_err(|error| error.at(column))?[..] {
            [cell] => Ok(cell),
            _ => Err(Mismatch::new("one cell such as r1c1", format!("`{word}`")).at(column)),
        }
    }

    /// Takes the name of variables.
    pub fn variables(&mut self) -> Result<String, Mismatch> {
        let (column, word) = self.word("the name of variables")?;
        let name = word.to_ascii_lowercase();
        match self.board.variables_named(&name) {
            Some(_) => Ok(name),
            None => {
                let expected = "the name of variables of the board";
                Err(Mismatch::new(expected, format!("`{word}`")).at(column))
            }
        }
    }

    /// Takes two cells.
    pub fn pair(&mut self) -> Result<[Cell; 2], Mismatch> {
        let column = self.column();
        let cells = self.cells(2)?;
        let wrong = |cells: Vec<Cell>| Mismatch::new("two cells", cells.len().to_string());
        cells.try_into().map_err(|cells| wrong(cells).at(column))
    }

    /// Takes cells with coefficients, such as `2*r1c1`, up to the end.
    pub fn terms(&mut self) -> Result<Vec<(Cell, i64)>, Mismatch> {
        let mut terms = Vec::new();
        while self.words.peek().is_some() || terms.is_empty() {
            let (column, word) = self.word("at least 1 cell such as r1c1")?;
            let (coefficient, cells) = word.split_once('*').unwrap_or(("1", &word));
            let wrong = || Mismatch::new("a whole number", format!("`{coefficient}`"));
            let coefficient = number(coefficient).ok_or_else(|| wrong().at(column))?;
            let cells = self.run(cells).map_err(|error| error.at(column))?;
            terms.extend(cells.into_iter().map(|cell| (cell, coefficient)));
            check_count(terms.len()).map_err(|error| error.at(column))?;
        }
        Ok(terms)
    }

    /// Takes this word, if it is the next.
    pub fn take(&mut self, expected: &str) -> bool {
        self.words.next_if(|(_, word)| word == expected).is_some()
    }

    /// Takes the cells up to the next word that is none: at least this number. `r1c1-r1c4` is a
    /// straight line of cells, and `r1c1..r2c4` a rectangle.
    pub fn cells(&mut self, at_least: usize) -> Result<Vec<Cell>, Mismatch> {
        let mut cells = Vec::new();
        while self.words.peek().is_some_and(|(_, word)| word != ":") {
            let (column, word) = self.word("")?;
            cells.extend(self.run(&word).map_err(|error| error.at(column))?);
            check_count(cells.len()).map_err(|error| error.at(column))?;
        }
        if cells.len() < at_least {
            let plural = if at_least == 1 { "" } else { "s" };
            let expected = format!("at least {at_least} cell{plural} such as r1c1");
            let column = self.column();
            return Err(Mismatch::new(expected, cells.len().to_string()).at(column));
        }
        Ok(cells)
    }

    /// Parses a cell, a straight line of cells or a rectangle.
    fn run(&self, word: &str) -> Result<Vec<Cell>, Mismatch> {
        let place = |name: &str| match Cell::from_name(&name.to_ascii_lowercase(), self.board) {
            Some(cell) => Ok(self.board.place(cell)),
            None => Err(Mismatch::new(self.cells_of_board(), format!("`{name}`"))),
        };
        let cells = places(word, place)?.into_iter();
        let cells: Option<Vec<Cell>> = cells.map(|place| self.board.cell_in(place)).collect();
        cells.ok_or_else(|| Mismatch::new("cells without holes between them", format!("`{word}`")))
    }

    /// Returns the cells that the board has, in words.
    fn cells_of_board(&self) -> String {
        let mut cells = self.board.grid_cells();
        let names = [cells.next(), cells.last()].map(|cell| cell.map(|cell| cell.name(self.board)));
        let grid = match names {
            [Some(first), Some(last)] => format!("a cell from {first} to {last}"),
            _ => "the cell r1c1".to_string(),
        };
        let mut variables = self.board.cells().skip(self.board.grid_cell_count());
        match variables.next() {
            Some(first) => format!("{grid}, or a variable such as {}", first.name(self.board)),
            None => grid,
        }
    }

    /// Takes a row or column, `row 3` or `column 2 bottom`. Without a side, it is read from the left
    /// or from the top.
    pub fn line(&mut self) -> Result<OuterLine, Mismatch> {
        let expected = "a row or column such as `row 3`";
        let (column, word) = self.word(expected)?;
        let is_row = match &*word.to_ascii_lowercase() {
            "row" => true,
            "column" => false,
            _ => return Err(Mismatch::new(expected, format!("`{word}`")).at(column)),
        };
        let column = self.column();
        let number = self.number("the number of the row or column")?;
        let last = match is_row {
            true => self.board.rows(),
            false => self.board.columns(),
        };
        if !(1..=last).contains(&number) {
            let expected = format!("a number from 1 to {last}");
            return Err(Mismatch::new(expected, number.to_string()).at(column));
        }
        let mut side = if is_row { Side::Left } else { Side::Top };
        for (of_side, name) in Side::ALL {
            let is_of_row = matches!(of_side, Side::Left | Side::Right);
            if is_of_row == is_row && self.take(name) {
                side = of_side;
            }
        }
        Ok(OuterLine {
            side,
            index: number - 1,
        })
    }

    /// Checks that nothing follows.
    pub fn end(&mut self) -> Result<(), Mismatch> {
        match self.words.next() {
            None => Ok(()),
            Some((column, word)) => {
                let found = format!("`{word}`");
                Err(Mismatch::new("the end of the constraint", found).at(column))
            }
        }
    }
}

/// Writes cells, separated by spaces.
pub(super) fn cell_names(cells: &[Cell], board: &Geometry) -> String {
    let names: Vec<String> = cells
        .iter()
        .map(|cell| cell.name(board).to_string())
        .collect();
    names.join(" ")
}

/// Writes a constraint.
pub(super) fn write(constraint: &Constraint, board: &Geometry) -> String {
    let mut text = constraint.name().to_string();
    let mut word = |word: &str| {
        // A colon follows the word before it.
        if !word.starts_with(':') {
            text.push(' ');
        }
        text += word;
    };
    let mut arguments = constraint.arguments().iter().peekable();
    for part in constraint.kind().shape {
        match part {
            Part::Colon | Part::OptionalColon => word(":"),
            Part::Title => {
                if let Some(title) = constraint.title() {
                    word(&format!("as {title}"));
                }
            }
            Part::Groups(..) => {
                let mut is_first = true;
                while let Some(Argument::Cells(cells)) =
                    arguments.next_if(|of| matches!(of, Argument::Cells(_)))
                {
                    if !is_first {
                        word(":");
                    }
                    is_first = false;
                    word(&cell_names(cells, board));
                }
            }
            _ => {
                let is_its_own = |argument: &&Argument| part.takes(argument);
                if let Some(argument) = arguments.next_if(is_its_own)
                    && let Some(text) = written(part, argument, board)
                {
                    word(&text);
                }
            }
        }
    }
    text
}

/// Writes an argument; `None` if text leaves it out.
fn written(part: &Part, argument: &Argument, board: &Geometry) -> Option<String> {
    Some(match argument {
        Argument::Number(number) => match part {
            Part::Usual(_, usual) if usual(board) as i64 == *number => return None,
            Part::Labelled(label) => format!("{label} {number}"),
            _ => number.to_string(),
        },
        Argument::Digits(digits) => {
            let digits: Vec<String> = digits.iter().map(usize::to_string).collect();
            digits.join(" ")
        }
        Argument::Cells(cells) => cell_names(cells, board),
        Argument::Terms(terms) => {
            let terms = terms.iter().map(|(cell, coefficient)| match coefficient {
                1 => cell.name(board).to_string(),
                _ => format!("{coefficient}*{}", cell.name(board)),
            });
            terms.collect::<Vec<String>>().join(" ")
        }
        Argument::Line(line) => line.to_string(),
        Argument::Flag => match part {
            Part::Flag(words) => words.to_string(),
            _ => return None,
        },
        Argument::Variables(name) => match part {
            Part::OptionalVariables => format!(": {name}"),
            _ => name.clone(),
        },
        Argument::Pairs(pairs) => format!("\"{}\"", pairs.text()),
        Argument::Pattern(pattern) => format!("\"{}\"", pattern.text(board)),
        Argument::Machine(machine) => format!("\"{}\"", machine.text()),
        Argument::Alternatives(groups) => {
            let group = |constraints: &Vec<Constraint>| {
                let texts: Vec<String> = constraints.iter().map(|of| of.text(board)).collect();
                format!("{{ {} }}", texts.join("; "))
            };
            groups
                .iter()
                .map(group)
                .collect::<Vec<String>>()
                .join(" or ")
        }
    })
}
