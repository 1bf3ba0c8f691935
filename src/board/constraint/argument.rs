//! Arguments of constraints.

use super::super::cell::Cell;
use super::super::geometry::Geometry;
use super::super::mismatch::{Mismatch, cells};
use super::kind::{Of, Part};
use super::{AllowedPairs, Constraint, Expression, Machine, OuterLine, Pattern};

/// An argument of a constraint.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Argument {
    /// A number, such as a sum.
    Number(i64),
    /// Values of digits.
    Digits(Vec<usize>),
    /// A group of cells.
    Cells(Vec<Cell>),
    /// Cells with coefficients.
    Terms(Vec<(Cell, i64)>),
    /// A row or column.
    Line(OuterLine),
    /// Words such as `excluding first`.
    Flag,
    /// The name of variables.
    Variables(String),
    /// Pairs of digits that two cells can hold.
    Pairs(AllowedPairs),
    /// A regular expression.
    Pattern(Pattern),
    /// A finite automaton.
    Machine(Machine),
    /// Groups of constraints, of which one holds.
    Alternatives(Vec<Vec<Constraint>>),
}

impl From<Vec<Cell>> for Argument {
    fn from(cells: Vec<Cell>) -> Argument {
        Argument::Cells(cells)
    }
}

impl From<OuterLine> for Argument {
    fn from(line: OuterLine) -> Argument {
        Argument::Line(line)
    }
}

/// The arguments of a constraint by what they are.
impl Constraint {
    /// Returns the first argument of a variant.
    fn first<'c, T>(&'c self, of_variant: fn(&'c Argument) -> Option<T>) -> Option<T> {
        self.arguments().iter().find_map(of_variant)
    }

    /// The pairs of digits that two cells can hold.
    pub fn pairs(&self) -> Option<&AllowedPairs> {
        self.first(|argument| match argument {
            Argument::Pairs(value) => Some(value),
            _ => None,
        })
    }

    /// The regular expression.
    pub fn pattern(&self) -> Option<&Pattern> {
        self.first(|argument| match argument {
            Argument::Pattern(value) => Some(value),
            _ => None,
        })
    }

    /// The finite automaton.
    pub fn machine(&self) -> Option<&Machine> {
        self.first(|argument| match argument {
            Argument::Machine(value) => Some(value),
            _ => None,
        })
    }

    /// The number, such as the sum of a cage. The usual number is there even if the text leaves it out.
    pub fn number(&self) -> Option<i64> {
        self.first(|argument| match argument {
            Argument::Number(value) => Some(*value),
            _ => None,
        })
    }

    /// The number, unless it is the usual one of its kind on a board: 2 for a white dot of 2.
    pub fn unusual_number(&self, board: &Geometry) -> Option<i64> {
        let usual = self.kind().usual_number(board).map(|usual| usual as i64);
        self.number().filter(|number| Some(*number) != usual)
    }

    /// The row or column of a clue outside the grid.
    pub fn line(&self) -> Option<OuterLine> {
        self.first(|argument| match argument {
            Argument::Line(value) => Some(*value),
            _ => None,
        })
    }

    /// The name of the variables that it concerns.
    pub fn variables(&self) -> Option<&str> {
        self.first(|argument| match argument {
            Argument::Variables(value) => Some(value.as_str()),
            _ => None,
        })
    }

    /// The values of the digits that it lists.
    pub fn digits(&self) -> &[usize] {
        self.first(|argument| match argument {
            Argument::Digits(value) => Some(value.as_slice()),
            _ => None,
        })
        .unwrap_or_default()
    }

    /// The values of the digits that it lists, one by one or in pairs.
    pub(super) fn listed_digits(&self) -> impl Iterator<Item = usize> {
        let pairs = match self.pairs() {
            Some(AllowedPairs::List(list)) => list.pairs(),
            _ => &[],
        };
        self.digits().iter().chain(pairs.iter().flatten()).copied()
    }

    /// The cells with their coefficients.
    pub fn terms(&self) -> &[(Cell, i64)] {
        self.first(|argument| match argument {
            Argument::Terms(value) => Some(value.as_slice()),
            _ => None,
        })
        .unwrap_or_default()
    }

    /// The groups of alternatives.
    pub fn alternatives(&self) -> &[Vec<Constraint>] {
        self.first(|argument| match argument {
            Argument::Alternatives(value) => Some(value.as_slice()),
            _ => None,
        })
        .unwrap_or_default()
    }

    /// The groups of cells, in the order of the text.
    pub fn groups(&self) -> impl Iterator<Item = &[Cell]> {
        self.arguments()
            .iter()
            .filter_map(|argument| match argument {
                Argument::Cells(cells) => Some(&cells[..]),
                _ => None,
            })
    }

    /// A group of cells, counted from 0; no cells if there is none.
    pub fn group(&self, number: usize) -> &[Cell] {
        self.groups().nth(number).unwrap_or_default()
    }

    /// Returns true if the words are there that may be missing, such as `excluding first`.
    pub fn has_flag(&self) -> bool {
        self.arguments().contains(&Argument::Flag)
    }

    /// Returns the cells that it concerns, in the order of its text, on a board.
    pub fn cells(&self, board: impl Into<Geometry>) -> Vec<Cell> {
        let board = &board.into();
        let mut cells = Vec::new();
        let is_of_grid = |part: &Part| match part {
            Part::Variables => true,
            Part::OptionalVariables => self.variables().is_none(),
            _ => false,
        };
        if self.kind().shape.iter().any(is_of_grid) {
            cells.extend(board.grid_cells());
        }
        for argument in self.arguments() {
            match argument {
                Argument::Cells(group) => cells.extend(group),
                Argument::Terms(terms) => cells.extend(terms.iter().map(|(cell, _)| cell)),
                Argument::Line(line) => cells.extend(line.cells(board)),
                Argument::Variables(_) => cells.extend(self.variable_cells(board)),
                Argument::Alternatives(groups) => {
                    for cell in groups.iter().flatten().flat_map(|of| of.cells(board)) {
                        if !cells.contains(&cell) {
                            cells.push(cell);
                        }
                    }
                }
                _ => {}
            }
        }
        cells
    }

    /// Returns true if reports list the cells after the title: not if they are the grid or a table of variables.
    pub(in super::super) fn lists_cells(&self) -> bool {
        let is_of_board = |part: &Part| matches!(part, Part::Variables | Part::OptionalVariables);
        !self.kind().shape.iter().any(is_of_board)
    }

    /// Returns the cells of the variables that it names.
    pub(super) fn variable_cells(&self, board: &Geometry) -> Vec<Cell> {
        let cells = self
            .variables()
            .and_then(|name| board.variables_named(name));
        cells.into_iter().flatten().collect()
    }

    /// Returns true for a pair of digits that it allows, in the order of the cells.
    pub(super) fn allows(&self, first: usize, second: usize) -> bool {
        self.pairs()
            .is_none_or(|pairs| pairs.contain(first, second))
    }

    /// Returns what a setter requires of pairs, in words.
    pub(super) fn pair_condition(&self) -> String {
        self.pairs().map_or(String::new(), |pairs| {
            let verb = match pairs {
                AllowedPairs::Condition(_) => "satisfy",
                AllowedPairs::List(_) => "have one of the pairs",
            };
            format!("{verb} {}", pairs.text())
        })
    }
}

/// Checks that several kinds make.
impl Of<'_> {
    /// Checks that the second group has as many cells as the first.
    ///
    /// # Errors
    /// If it has not.
    pub fn check_equal_lengths(self) -> Result<(), Mismatch> {
        let [first, second] = [0, 1].map(|group| self.group(group).len());
        match first == second {
            true => Ok(()),
            false => {
                let expected = format!("two groups of {}", cells(first));
                Err(Mismatch::new(expected, format!("{second} in the second")))
            }
        }
    }

    /// Checks that the board has the row or column.
    ///
    /// # Errors
    /// If it has not.
    pub fn check_line(self) -> Result<(), Mismatch> {
        match self.line_cells().is_empty() {
            true => Err(Mismatch::too_few(1, 0)),
            false => Ok(()),
        }
    }

    /// Checks that a condition on pairs of digits is short enough to try on all pairs.
    ///
    /// # Errors
    /// If it is not.
    pub fn check_length(self) -> Result<(), Mismatch> {
        /// Limit on characters times pairs of digits. Evaluating that much takes about two seconds.
        const MOST: usize = 30_000_000;
        let digits = self.board().digit_count();
        let most = MOST / (digits * digits);
        let length = |condition: &Expression| condition.as_str().chars().count();
        match self.pairs() {
            Some(AllowedPairs::Condition(condition)) if length(condition) > most => {
                let expected = format!(
                    "a condition of at most {most} characters on a board with {digits} digits"
                );
                Err(Mismatch::new(expected, length(condition).to_string()))
            }
            _ => Ok(()),
        }
    }
}

/// Checks that these are the arguments of a kind.
///
/// # Errors
/// If they are not.
pub(super) fn check(shape: &[Part], arguments: &[Argument]) -> Result<(), Mismatch> {
    let mut left = arguments.iter().peekable();
    for part in shape {
        let (least, most) = match part {
            Part::Groups(least, most) => (*least, *most),
            part if part.is_optional() => (0, 1),
            _ => (1, 1),
        };
        let mut found = 0;
        while found < most && left.next_if(|argument| part.takes(argument)).is_some() {
            found += 1;
        }
        if found < least {
            return Err(match left.peek() {
                Some(Argument::Cells(cells)) => Mismatch::too_few(part.least_cells(), cells.len()),
                _ => Mismatch::new(part.expected(), "another argument"),
            });
        }
    }
    match left.next() {
        None => Ok(()),
        Some(_) => Err(Mismatch::new("no more arguments", "another")),
    }
}

impl Part {
    /// Returns true if this can be the argument.
    pub fn takes(self, argument: &Argument) -> bool {
        match (self, argument) {
            (Part::Integer(_), Argument::Number(_))
            | (Part::Line, Argument::Line(_))
            | (Part::Flag(_), Argument::Flag)
            | (Part::Variables | Part::OptionalVariables, Argument::Variables(_))
            | (Part::Pairs, Argument::Pairs(_))
            | (Part::Pattern, Argument::Pattern(_))
            | (Part::Machine, Argument::Machine(_)) => true,
            (
                Part::Number(_) | Part::OptionalNumber | Part::Labelled(_),
                Argument::Number(number),
            ) => *number >= 0,
            (Part::Usual(least, _), Argument::Number(number)) => *number >= least as i64,
            (Part::Digits, Argument::Digits(digits)) => !digits.is_empty(),
            (Part::Terms, Argument::Terms(terms)) => !terms.is_empty(),
            (Part::Cell, Argument::Cells(cells)) => cells.len() == 1,
            (Part::Pair, Argument::Cells(cells)) => cells.len() == 2,
            (Part::Cells(_) | Part::Groups(..), Argument::Cells(cells)) => {
                cells.len() >= self.least_cells()
            }
            (Part::Alternatives, Argument::Alternatives(groups)) => {
                !groups.is_empty() && groups.iter().all(|group| !group.is_empty())
            }
            _ => false,
        }
    }

    /// Returns true if a constraint need not have the argument, or the part is none.
    fn is_optional(self) -> bool {
        use Part::{
            Colon, Flag, Labelled, OptionalColon, OptionalNumber, OptionalVariables, Title,
        };
        matches!(
            self,
            Colon
                | OptionalColon
                | Flag(_)
                | Labelled(_)
                | OptionalNumber
                | OptionalVariables
                | Title
        )
    }

    /// Returns the smallest number of cells of the part.
    pub fn least_cells(self) -> usize {
        match self {
            Part::Pair => 2,
            Part::Cells(least) => least,
            _ => 1,
        }
    }

    /// Returns what the part is, for errors.
    fn expected(self) -> &'static str {
        match self {
            Part::Number(name) | Part::Integer(name) => name,
            Part::Usual(..) => "a number",
            Part::Digits => "at least 1 digit",
            Part::Line => "a row or column",
            Part::Variables => "the name of variables",
            Part::Pairs => "a condition on pairs of digits",
            Part::Pattern => "a pattern",
            Part::Machine => "an automaton",
            Part::Alternatives => "alternatives with at least 1 constraint each",
            _ => "cells",
        }
    }
}
