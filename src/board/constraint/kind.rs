//! What a kind of constraint declares: its name, its arguments, its rule in words, and its meaning.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

use super::super::cell::Cell;
use super::super::geometry::Geometry;
use super::super::mismatch::Mismatch;
use super::context::Context;
use super::filled::FilledBoard;
use super::lowering::Lowering;
use super::{Argument, Constraint};

/// A kind of constraint. Two kinds are equal if they have the same name.
pub struct Kind {
    /// The name in text.
    pub name: &'static str,
    /// Other names that people use, in lower case, without plurals, spaces and signs.
    pub other_names: &'static [&'static str],
    /// The rule in a sentence. `{lowest}`, `{highest}` and `{usual}` stand for the lowest and the highest digit
    /// of a grid, and for the number that text leaves out.
    pub(in super::super) sentence: &'static str,
    /// The arguments in the order of the text.
    pub shape: &'static [Part],
    pub(super) meaning: Meaning,
    /// Checks that a board can have the constraint, beyond what its shape says.
    pub(super) check: fn(Of) -> Result<(), Mismatch>,
    /// Pairs of cells whose condition follows from the meaning. They help propagation.
    pub(super) implied: Option<PairRule>,
    /// The rule as the setter states it, for a kind whose sentence leaves it open.
    pub(super) statement: Option<fn(&Constraint, &Geometry) -> String>,
    /// The kinds of marks between two cells that exempt them from a negative constraint.
    pub(super) exempting: &'static [&'static str],
}

/// A part of the arguments of a kind.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Part {
    /// A whole number. Errors call it by this name.
    Number(&'static str),
    /// A whole number that can be negative.
    Integer(&'static str),
    /// A number that may be missing.
    OptionalNumber,
    /// A number of at least this much, which has a usual value. Text leaves out the usual value.
    Usual(usize, fn(&Geometry) -> usize),
    /// A number after a word, or neither.
    Labelled(&'static str),
    /// One or more digits.
    Digits,
    /// One cell.
    Cell,
    /// Two cells.
    Pair,
    /// At least this number of cells.
    Cells(usize),
    /// From so many to so many groups of cells, each with a cell, separated by colons.
    Groups(usize, usize),
    /// Cells with coefficients.
    Terms,
    /// A row or column, seen from one side.
    Line,
    /// A colon.
    Colon,
    /// A colon that may be missing.
    OptionalColon,
    /// Words that are there or not.
    Flag(&'static str),
    /// The name of variables.
    Variables,
    /// A colon and the name of variables, or neither.
    OptionalVariables,
    /// A condition on pairs of digits, or a list of pairs.
    Pairs,
    /// A regular expression.
    Pattern,
    /// A finite automaton.
    Machine,
    /// Groups of constraints.
    Alternatives,
    /// The title that a setter gives to the rule.
    Title,
}

/// The meaning of a kind.
pub(super) enum Meaning {
    /// A condition on pairs of digits.
    Pairs(PairRule),
    /// Groups of cells whose digits differ.
    Houses(fn(Of) -> Vec<Vec<Cell>>),
    /// Linear equations.
    Sums(fn(Of) -> Vec<Equation>),
    /// A digit that is the place of another.
    Element(fn(Of) -> Option<Element>),
    /// A definition and a lowering, which share nothing.
    Own(fn(Of, &FilledBoard) -> bool, Lower),
}

/// A function that adds the primitives which together mean a constraint.
pub(super) type Lower = fn(Of, &mut Lowering) -> Result<(), Mismatch>;

/// A condition on the values of two digits.
pub(super) type Allows = fn(Of, usize, usize) -> bool;

/// Pairs of cells, and the condition on the values of their digits.
#[derive(Clone, Copy)]
pub(super) struct PairRule {
    pub pairs: fn(Of) -> Vec<[Cell; 2]>,
    pub allows: Allows,
}

/// Digits that add up to a total, each times its coefficient.
pub(super) struct Equation {
    pub terms: Vec<(Cell, i64)>,
    pub total: i64,
}

/// A cell whose digit is a place in a list, counted from 1. The cell in this place holds a value.
pub(super) struct Element {
    pub index: Cell,
    pub list: Vec<Cell>,
    pub value: Value,
}

/// The value of an element.
pub(super) enum Value {
    Constant(usize),
    /// The digit of this cell.
    Of(Cell),
}

/// A constraint and its board, as the functions of its kind see it.
#[derive(Clone, Copy)]
pub(super) struct Of<'a> {
    constraint: &'a Constraint,
    pub context: &'a Context<'a>,
}

impl Kind {
    /// Returns a kind that has only what every kind has. The first name is that of the text, the others are
    /// [`Kind::other_names`].
    pub(super) const fn new(
        names: &'static [&'static str],
        shape: &'static [Part],
        meaning: Meaning,
        sentence: &'static str,
    ) -> Kind {
        Kind {
            name: names[0],
            other_names: names.split_at(1).1,
            sentence,
            shape,
            meaning,
            check: |_| Ok(()),
            implied: None,
            statement: None,
            exempting: &[],
        }
    }

    /// Returns the smallest number of cells in a group.
    pub fn least_cells(&self) -> usize {
        let parts = self.shape.iter().map(|part| part.least_cells());
        parts.max().unwrap_or(1)
    }

    /// Returns the largest number of groups of cells, which colons separate.
    pub fn most_groups(&self) -> usize {
        let parts = self.shape.iter().map(|part| match part {
            Part::Cell | Part::Pair | Part::Cells(_) | Part::Terms => 1,
            Part::Groups(_, most) => *most,
            _ => 0,
        });
        parts.fold(0, usize::saturating_add)
    }

    /// Returns the number that text leaves out, if the kind has one: 1 for the difference of a dot.
    pub fn usual_number(&self, board: &Geometry) -> Option<usize> {
        self.shape.iter().find_map(|part| match part {
            Part::Usual(_, usual) => Some(usual(board)),
            _ => None,
        })
    }

    /// Returns the rule in a sentence, for a printed puzzle.
    ///
    /// ```
    /// use satdoku::board::Kind;
    ///
    /// let nabner = Kind::find("nabner").unwrap();
    /// assert_eq!(nabner.rule(&9.into()), "No two digits on a nabner line are equal or consecutive.");
    /// ```
    pub fn rule(&self, board: &Geometry) -> String {
        let digits = board.values();
        let usual = self.usual_number(board).unwrap_or_default();
        self.sentence
            .replace("{lowest}", &digits.start().to_string())
            .replace("{highest}", &digits.end().to_string())
            .replace("{usual}", &usual.to_string())
    }

    /// Returns true for a mark whose cells are exempt from a negative constraint of this kind.
    pub(crate) fn exempts(&self, mark: &Constraint) -> bool {
        self.exempting.contains(&mark.name())
    }
}

impl PartialEq for Kind {
    fn eq(&self, other: &Kind) -> bool {
        self.name == other.name
    }
}

impl Eq for Kind {}

impl Hash for Kind {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl<'a> Of<'a> {
    pub fn new(constraint: &'a Constraint, context: &'a Context<'a>) -> Of<'a> {
        Of {
            constraint,
            context,
        }
    }

    /// The board.
    pub fn board(self) -> &'a Geometry {
        self.context.board
    }

    /// The only number, as a digit or sum of digits.
    pub fn value(self) -> usize {
        let number = self.constraint.number().unwrap_or_default();
        usize::try_from(number).unwrap_or_default()
    }

    /// The cells of the row or column, from the clue on.
    pub fn line_cells(self) -> Vec<Cell> {
        let line = self.constraint.line();
        line.map_or(Vec::new(), |line| line.cells(self.board()))
    }

    /// The number of the box or region of a cell, counted from 0 in reading order.
    pub fn region_of(self, cell: Cell) -> Option<usize> {
        self.context.rules.region_of(cell)
    }
}

impl Deref for Of<'_> {
    type Target = Constraint;

    fn deref(&self) -> &Constraint {
        self.constraint
    }
}

impl PairRule {
    /// Returns true if all pairs of digits satisfy the condition.
    pub fn holds(self, of: Of, filled: &FilledBoard) -> bool {
        let pairs = (self.pairs)(of).into_iter();
        let mut values = pairs.map(|pair| pair.map(|cell| filled.value(cell)));
        values.all(|[one, other]| (self.allows)(of, one, other))
    }

    /// Requires the condition of all pairs.
    pub fn lower(self, of: Of, to: &mut Lowering) -> Result<(), Mismatch> {
        let arguments = of.arguments().iter();
        let arguments = arguments.filter(|argument| !matches!(argument, Argument::Cells(_)));
        let key = (self.allows as usize, arguments.cloned().collect());
        to.relations_of_rule((self.pairs)(of), key, |one, other| {
            (self.allows)(of, one, other)
        })
    }
}

impl Equation {
    pub fn new(terms: impl IntoIterator<Item = (Cell, i64)>, total: i64) -> Equation {
        let terms = terms.into_iter().collect();
        Equation { terms, total }
    }

    /// Returns the equation of two groups with the same sum.
    pub fn of_equal(one: &[Cell], other: &[Cell]) -> Equation {
        let positive = one.iter().map(|cell| (*cell, 1));
        Equation::new(positive.chain(other.iter().map(|cell| (*cell, -1))), 0)
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let values = self
            .terms
            .iter()
            .map(|(cell, factor)| i128::from(*factor) * filled.value(*cell) as i128);
        values.sum::<i128>() == i128::from(self.total)
    }
}

impl Element {
    fn holds(&self, filled: &FilledBoard) -> bool {
        let place = filled.value(self.index).checked_sub(1);
        let found = place.and_then(|place| self.list.get(place));
        let value = match self.value {
            Value::Constant(value) => value,
            Value::Of(cell) => filled.value(cell),
        };
        found.is_some_and(|cell| filled.value(*cell) == value)
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), Mismatch> {
        to.digits(self.index, |place| (1..=self.list.len()).contains(&place))?;
        for (number, cell) in (1..).zip(&self.list) {
            match self.value {
                // The list leads back to the index, which holds its own place there.
                Value::Constant(value) if *cell == self.index && value == number => {}
                Value::Constant(value) => to.relation([self.index, *cell], |place, digit| {
                    place != number || digit == value
                })?,
                Value::Of(value) if value == *cell => {}
                Value::Of(value) if value == self.index => to
                    .relation([self.index, *cell], |place, digit| {
                        place != number || digit == number
                    })?,
                Value::Of(value) if self.index == *cell => to
                    .relation([self.index, value], |place, value| {
                        place != number || value == number
                    })?,
                Value::Of(value) => {
                    // The state is the value, if the place is this one.
                    let step = |at: usize, state: &Option<usize>, digit: usize| match (at, state) {
                        (0, _) => Some((digit == number).then_some(0)),
                        (_, None) => Some(None),
                        (1, Some(_)) => Some(Some(digit)),
                        (_, Some(value)) => (*value == digit).then_some(Some(0)),
                    };
                    to.automaton(vec![self.index, value, *cell], None, step, |_| true)?;
                }
            }
        }
        Ok(())
    }
}

impl Meaning {
    /// Returns true if a filled grid obeys a constraint.
    pub fn holds(&self, of: Of, filled: &FilledBoard) -> bool {
        match self {
            Meaning::Pairs(rule) => rule.holds(of, filled),
            Meaning::Houses(houses) => houses(of).iter().all(|house| filled.are_different(house)),
            Meaning::Sums(equations) => equations(of).iter().all(|equation| equation.holds(filled)),
            Meaning::Element(element) => element(of).is_none_or(|element| element.holds(filled)),
            Meaning::Own(holds, _) => holds(of, filled),
        }
    }

    /// Adds the primitives that together mean a constraint.
    pub fn lower(&self, of: Of, to: &mut Lowering) -> Result<(), Mismatch> {
        match self {
            Meaning::Pairs(rule) => rule.lower(of, to),
            Meaning::Houses(houses) => houses(of).iter().try_for_each(|house| to.house(house)),
            Meaning::Sums(equations) => {
                let mut equations = equations(of).into_iter();
                equations.try_for_each(|equation| to.linear(&equation.terms, equation.total))
            }
            Meaning::Element(element) => element(of).map_or(Ok(()), |element| element.lower(to)),
            Meaning::Own(_, lower) => lower(of, to),
        }
    }

    /// Returns the cells that decide whether a constraint holds, which can be more than those of its text.
    pub fn scope(&self, of: Of) -> Vec<Cell> {
        let mut cells = of.cells(of.board());
        match self {
            Meaning::Pairs(rule) => cells.extend((rule.pairs)(of).into_iter().flatten()),
            Meaning::Element(element) => {
                cells.extend(element(of).into_iter().flat_map(|element| element.list))
            }
            Meaning::Houses(_) | Meaning::Sums(_) | Meaning::Own(..) => {}
        }
        cells
    }
}
