//! The text form of constraints: a name, numbers, and cells.

use super::super::cell::Cell;
use super::super::geometry::Geometry;
use super::super::mismatch::{self, Mismatch};
use super::super::names::number;
use super::super::place::{check_count, places};
use super::kind::Part;
use super::line::{OuterLine, Side};
use super::scanner::Scanner;
use super::{AllowedPairs, Argument, Constraint, Machine, Pattern, Title};

/// The words of a constraint that are not parsed yet.
pub(super) struct Words<'a> {
    scanner: Scanner<'a>,
    board: &'a Geometry,
}

impl<'a> Words<'a> {
    pub fn new(text: &'a str, board: &'a Geometry) -> Words<'a> {
        let scanner = Scanner::of_constraint(text);
        Words { scanner, board }
    }

    /// Takes the name of the constraint, in lower case.
    pub fn name(&mut self) -> Result<String, Mismatch> {
        let (_, name) = self.word("a constraint such as `cage 15 r1c1 r1c2 r2c1`")?;
        Ok(name.to_ascii_lowercase())
    }

    /// Takes a word. Returns it after the scanner that has it next, for errors.
    fn word(&mut self, expected: &str) -> Result<(Scanner<'a>, &'a str), Mismatch> {
        let before = self.scanner;
        self.scanner.take_token();
        match before.token() {
            "" => Err(before.error(expected)),
            word => Ok((before, word)),
        }
    }

    /// Takes this word, if it is the next.
    pub fn take(&mut self, expected: &str) -> bool {
        self.scanner.take(expected)
    }

    /// Takes this word.
    pub fn expect(&mut self, expected: &str) -> Result<(), Mismatch> {
        self.scanner.expect(expected)
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
                let before = self.scanner;
                match self.optional_number()? {
                    Some(value) if value < least => {
                        return Err(before.error(&format!("a number of at least {least}")));
                    }
                    value => number(value.unwrap_or_else(|| usual(self.board))),
                }
            }
            Part::Labelled(label) if self.take(label) => number(self.number("a number")?),
            Part::Digits => Argument::Digits(self.digits()?),
            Part::Cell => Argument::Cells(vec![self.cell()?]),
            Part::Pair => Argument::Cells(self.pair()?),
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
                let expected = "a condition such as \"a+b = 10\"";
                Argument::Pairs(
                    self.quoted(expected, |text, board| AllowedPairs::parse(text, board))?,
                )
            }
            Part::Pattern => {
                let expected = "a pattern such as \"[1-3]*[4-6]\"";
                Argument::Pattern(self.quoted(expected, |text, board| Pattern::parse(text, board))?)
            }
            Part::Machine => {
                let expected = "an automaton such as \"start 0; accept 1; 0: 1-3>1\"";
                Argument::Machine(self.quoted(expected, |text, board| Machine::parse(text, board))?)
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
            let before = self.scanner;
            self.expect("{")?;
            (self.scanner.enter()).map_err(|error| error.at(before.column()))?;
            let mut group = Vec::new();
            while !self.take("}") {
                if !self.take(";") {
                    group.push(Constraint::parse_words(self)?);
                }
            }
            self.scanner.leave();
            if group.is_empty() {
                let error = Mismatch::new("a constraint in the braces", "none");
                return Err(error.at(before.column()));
            }
            groups.push(group);
            if !self.take("or") {
                return Ok(groups);
            }
        }
    }

    /// Takes a number that fits in 63 bits, if there is one.
    ///
    /// # Errors
    /// If a word of digits is no such number, as `05` or `-5`.
    fn optional_number(&mut self) -> Result<Option<usize>, Mismatch> {
        let before = self.scanner;
        let digits = before.token().trim_start_matches(['-', '+']);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(None);
        }
        let (_, word) = self.word("a number")?;
        let value = number::<i64>(word).and_then(|number| usize::try_from(number).ok());
        let wrong = || before.error("a number such as 15, without a sign and leading zeros");
        value.map(Some).ok_or_else(wrong)
    }

    /// Takes a number.
    fn number(&mut self, expected: &str) -> Result<usize, Mismatch> {
        let before = self.scanner;
        let number = self.optional_number().ok().flatten();
        number.ok_or_else(|| before.error(expected))
    }

    /// Takes the values of one or more digits.
    fn digits(&mut self) -> Result<Vec<usize>, Mismatch> {
        let mut values = vec![self.number("a digit")?];
        while let Some(value) = self.optional_number()? {
            values.push(value);
        }
        Ok(values)
    }

    /// Takes a number that can be negative.
    fn integer(&mut self, expected: &str) -> Result<i64, Mismatch> {
        let (before, word) = self.word(expected)?;
        number(word).ok_or_else(|| before.error(expected))
    }

    /// Takes a text in quotation marks, and parses what is between them.
    pub fn quoted<T>(
        &mut self,
        expected: &str,
        parse: impl Fn(&str, &Geometry) -> Result<T, Mismatch>,
    ) -> Result<T, Mismatch> {
        let (before, word) = self.word(expected)?;
        match word.strip_prefix('"').map(|text| text.strip_suffix('"')) {
            Some(Some(text)) => {
                parse(text, self.board).map_err(|error| error.within(before.column() + 1))
            }
            Some(None) => Err(self.scanner.error("a closing quotation mark")),
            None => Err(before.error(expected)),
        }
    }

    /// Takes a cell.
    fn cell(&mut self) -> Result<Cell, Mismatch> {
        let (before, word) = self.word("a cell such as r1c1")?;
        match self.run(word, before)?[..] {
            [cell] => Ok(cell),
            _ => Err(before.error("one cell such as r1c1")),
        }
    }

    /// Takes the name of variables.
    fn variables(&mut self) -> Result<String, Mismatch> {
        let (before, word) = self.word("the name of variables")?;
        let name = word.to_ascii_lowercase();
        match self.board.variables_named(&name) {
            Some(_) => Ok(name),
            None => Err(before.error("the name of variables of the board")),
        }
    }

    /// Takes two cells.
    fn pair(&mut self) -> Result<Vec<Cell>, Mismatch> {
        let before = self.scanner;
        match self.cells(2)? {
            cells if cells.len() == 2 => Ok(cells),
            cells => {
                let error = Mismatch::new("two cells", cells.len().to_string());
                Err(error.at(before.column()))
            }
        }
    }

    /// Takes cells with coefficients, such as `2*r1c1`, up to the end.
    fn terms(&mut self) -> Result<Vec<(Cell, i64)>, Mismatch> {
        let mut terms = Vec::new();
        while !self.is_at_end() || terms.is_empty() {
            let (before, word) = self.word("at least 1 cell such as r1c1")?;
            let (coefficient, cells) = word.split_once('*').unwrap_or(("1", word));
            let wrong = || Mismatch::new("a whole number", format!("`{coefficient}`"));
            let coefficient = number(coefficient).ok_or_else(|| wrong().at(before.column()))?;
            let cells = self.run(cells, before)?.into_iter();
            terms.extend(cells.map(|cell| (cell, coefficient)));
            check_count(terms.len()).map_err(|error| error.at(before.column()))?;
        }
        Ok(terms)
    }

    /// Takes the cells up to the next word that is none: at least this number. `r1c1-r1c4` is a
    /// straight line of cells, and `r1c1..r2c4` a rectangle.
    fn cells(&mut self, at_least: usize) -> Result<Vec<Cell>, Mismatch> {
        let mut cells = Vec::new();
        while !self.is_at_end() && self.scanner.token() != ":" {
            let (before, word) = self.word("")?;
            cells.extend(self.run(word, before)?);
            check_count(cells.len()).map_err(|error| error.at(before.column()))?;
        }
        if cells.len() < at_least {
            let expected = format!("at least {} such as r1c1", mismatch::cells(at_least));
            let error = Mismatch::new(expected, cells.len().to_string());
            return Err(error.at(self.scanner.column()));
        }
        Ok(cells)
    }

    /// Parses a cell, a straight line of cells or a rectangle in the word that a scanner has next.
    fn run(&self, word: &str, before: Scanner) -> Result<Vec<Cell>, Mismatch> {
        let place = |name: &str| match Cell::from_name(&name.to_ascii_lowercase(), self.board) {
            Some(cell) => Ok(self.board.place(cell)),
            None => Err(Mismatch::new(self.cells_of_board(), format!("`{name}`"))),
        };
        let places = places(word, place).map_err(|error| error.at(before.column()))?;
        let cells = places.into_iter().map(|place| self.board.cell_in(place));
        let cells: Option<Vec<Cell>> = cells.collect();
        cells.ok_or_else(|| before.error("cells without holes between them"))
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
    fn line(&mut self) -> Result<OuterLine, Mismatch> {
        let expected = "a row or column such as `row 3`";
        let (before, word) = self.word(expected)?;
        let is_row = match &*word.to_ascii_lowercase() {
            "row" => true,
            "column" => false,
            _ => return Err(before.error(expected)),
        };
        let before = self.scanner;
        let number = self.number("the number of the row or column")?;
        let last = match is_row {
            true => self.board.rows(),
            false => self.board.columns(),
        };
        if !(1..=last).contains(&number) {
            return Err(before.error(&format!("a number from 1 to {last}")));
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

    /// Returns true if nothing follows in the constraint.
    fn is_at_end(&self) -> bool {
        matches!(self.scanner.token(), "" | ";" | "}")
    }

    /// Checks that nothing follows in the constraint.
    pub fn end(&self) -> Result<(), Mismatch> {
        match self.scanner.is_nested() {
            true if matches!(self.scanner.token(), ";" | "}") => Ok(()),
            true => Err(self.scanner.error("`}`")),
            false if self.scanner.is_at_end() => Ok(()),
            false => Err(self.scanner.error("the end of the constraint")),
        }
    }
}

/// Writes cells, separated by spaces.
pub(in super::super) fn cell_names(cells: &[Cell], board: &Geometry) -> String {
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
        Argument::Pattern(pattern) => format!("\"{}\"", pattern.as_str()),
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
