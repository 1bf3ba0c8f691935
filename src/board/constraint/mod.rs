//! Constraints: what a setter adds to a board, such as cages, arrows and thermometers.
//!
//! A constraint is a kind and its arguments. `kinds/` declares all kinds, in a file for each way to mean
//! something: to add a kind, add its declaration there. `kind.rs` says what can be declared. What follows from a
//! declaration is here: the text form, the cells, the definition ([`Constraint::holds`]) and the lowering to the
//! primitives that engines and encodings know.

mod argument;
mod cell_list;
mod condition;
mod context;
mod digit_class;
mod digit_list;
mod expression;
mod expression_parser;
mod filled;
mod kind;
mod kinds;
mod line;
mod linear;
mod lowering;
mod machine;
mod nfa;
mod pair_list;
mod pattern;
mod pattern_node;
mod pattern_parser;
mod scanner;
mod text;
mod title;

use super::cell::Cell;
use super::geometry::Geometry;
use super::mismatch::Mismatch;
use super::pair_table::PairTable;
use super::primitive::Primitive;
pub use argument::Argument;
pub(super) use context::Context;
use digit_list::check_digits;
pub use expression::Expression;
pub(super) use filled::FilledBoard;
pub use kind::{Kind, Part};
use kind::{Meaning, Of};
pub(super) use kinds::VARIANTS;
pub use line::{OuterLine, Side};
use lowering::Lowering;
pub(super) use lowering::sets_with_sum;
pub use machine::Machine;
pub use pair_list::{AllowedPairs, PairList};
pub use pattern::Pattern;
use text::Words;
pub(super) use text::cell_names;
pub use title::Title;

/// A constraint that a setter draws on a board: a kind with arguments.
///
/// ```
/// use satdoku::board::Constraint;
///
/// let cage = Constraint::parse("cage 15 r1c1 r1c2 r2c1", 9)?;
/// assert_eq!((cage.name(), cage.number(), cage.group(0).len()), ("cage", Some(15), 3));
/// assert_eq!(cage.text(9), "cage 15 r1c1 r1c2 r2c1");
/// # Ok::<(), satdoku::board::Mismatch>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Constraint {
    kind: &'static Kind,
    arguments: Vec<Argument>,
    title: Option<Title>,
}

/// Returns the error for a name that denotes no kind, with the most similar name.
fn unknown_kind(name: &str) -> Mismatch {
    /// The least similarity of a name that is worth suggesting, from 0 to 1.
    const SIMILAR: f64 = 0.8;
    let similarity = |known: &str| strsim::jaro_winkler(known, &name.to_ascii_lowercase());
    let closest = Constraint::names().max_by(|a, b| similarity(a).total_cmp(&similarity(b)));
    let hint = match closest.filter(|known| similarity(known) >= SIMILAR) {
        Some(known) => format!("did you mean {known}? "),
        None => String::new(),
    };
    let found = format!("`{name}`: {hint}docs/constraints.md lists all kinds");
    Mismatch::new("a constraint", found)
}

impl Constraint {
    /// Creates a constraint from the name of its kind and its arguments, in the order of the text.
    ///
    /// ```
    /// use satdoku::board::{Argument, Cell, Constraint};
    ///
    /// let cells = vec![Cell::at(0, 0, 9), Cell::at(0, 1, 9)];
    /// let cage = Constraint::new("cage", [Argument::Number(15), Argument::Cells(cells)])?;
    /// assert_eq!(cage.text(9), "cage 15 r1c1 r1c2");
    /// # Ok::<(), satdoku::board::Mismatch>(())
    /// ```
    ///
    /// # Errors
    /// If the kind is unknown, or the arguments are not those of the kind.
    pub fn new(name: &str, arguments: impl Into<Vec<Argument>>) -> Result<Constraint, Mismatch> {
        let kind = Kind::find(name).ok_or_else(|| unknown_kind(name))?;
        let arguments = arguments.into();
        argument::check(kind.shape, &arguments)?;
        Ok(Constraint {
            kind,
            arguments,
            title: None,
        })
    }

    /// Parses a constraint from its text, such as `thermometer r1c1-r4c1`, on a board.
    ///
    /// # Errors
    /// If the kind is unknown, or its arguments are invalid.
    pub fn parse(text: &str, board: impl Into<Geometry>) -> Result<Constraint, Mismatch> {
        let board = board.into();
        Constraint::parse_words(&mut Words::new(text, &board))
    }

    fn parse_words(words: &mut Words) -> Result<Constraint, Mismatch> {
        let mut name = words.name()?;
        if name == "regions" && words.take("to") {
            words.expect("find")?;
            name = "regions-to-find".to_string();
        }
        if name == "regions-to-find" {
            // As in `regions to find: x`.
            words.take(":");
        }
        let kind = Kind::find(&name).ok_or_else(|| unknown_kind(&name))?;
        let (arguments, title) = words.arguments(kind.shape)?;
        words.end()?;
        Ok(Constraint {
            kind,
            arguments,
            title,
        })
    }

    /// Returns the constraint with the name that the setter gives to it.
    #[must_use]
    pub fn with_title(self, title: Option<Title>) -> Constraint {
        Constraint { title, ..self }
    }

    /// The names of all kinds in text.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Kind::all().map(|kind| kind.name)
    }

    /// The kind.
    pub fn kind(&self) -> &'static Kind {
        self.kind
    }

    /// The name of the kind, such as `cage`.
    pub fn name(&self) -> &'static str {
        self.kind.name
    }

    /// The arguments, in the order of the text. One that may be missing is left out.
    pub fn arguments(&self) -> &[Argument] {
        &self.arguments
    }

    /// The name that the setter gives to the rule, if any.
    pub fn title(&self) -> Option<&Title> {
        self.title.as_ref()
    }

    /// The rule in a sentence, for a printed puzzle.
    pub fn rule(&self, board: &Geometry) -> String {
        self.kind.rule(board)
    }

    /// The rule as the setter states it, if that is up to the setter.
    pub fn statement(&self, board: &Geometry) -> Option<String> {
        self.kind.statement.map(|statement| statement(self, board))
    }

    /// Returns the text form, on a board.
    pub fn text(&self, board: impl Into<Geometry>) -> String {
        text::write(self, &board.into())
    }

    /// Returns the name that reports use: the title and the cells, or the text form of a constraint without
    /// a title.
    pub fn label(&self, board: impl Into<Geometry>) -> String {
        let board = &board.into();
        match self.title() {
            Some(title) if !self.lists_cells() => title.to_string(),
            Some(title) => format!("{title} {}", cell_names(&self.cells(board), board)),
            None => self.text(board),
        }
    }

    /// Returns the constraint of a kind without arguments.
    pub(super) fn of_board(kind: &'static Kind) -> Constraint {
        Constraint {
            kind,
            arguments: Vec::new(),
            title: None,
        }
    }

    fn of<'a>(&'a self, context: &'a Context<'a>) -> Of<'a> {
        Of::new(self, context)
    }

    /// Returns the cells that decide whether it holds, such as those of its text and their neighbours.
    pub(super) fn scope(&self, context: &Context) -> Vec<Cell> {
        let alternatives = self.alternatives().iter().flatten();
        let mut cells = self.kind.meaning.scope(self.of(context));
        cells.extend(alternatives.flat_map(|constraint| constraint.scope(context)));
        cells
    }

    /// Returns true if a filled grid obeys the rule. This follows the definition of the kind.
    pub(super) fn holds(&self, filled: &FilledBoard) -> bool {
        self.kind.meaning.holds(self.of(filled.context), filled)
    }

    /// Lowers all constraints of a board.
    ///
    /// # Errors
    /// If a constraint has a cell that is not on the board, a cell twice where that means nothing, or
    /// too many combinations to store.
    pub(super) fn lower_all(
        constraints: &[Constraint],
        context: &Context,
    ) -> Result<Vec<Primitive>, Mismatch> {
        let mut lowering = Lowering::new(context);
        for (number, constraint) in constraints.iter().enumerate() {
            lowering.begin(number);
            let lowered = constraint.lower(&mut lowering);
            lowered.map_err(|error| error.of_rule(number))?;
        }
        Ok(lowering.finish())
    }

    /// Checks that the board can have it, apart from its cells.
    pub(super) fn check(&self, context: &Context) -> Result<(), Mismatch> {
        (self.kind.check)(self.of(context))
    }

    /// Returns the groups of cells whose digits differ, if that is the meaning of the kind.
    pub(super) fn houses(&self, context: &Context) -> Vec<Vec<Cell>> {
        match self.kind.meaning {
            Meaning::Houses(houses) => houses(self.of(context)),
            _ => Vec::new(),
        }
    }

    /// Returns the pairs of cells that it restricts, if a condition on pairs is the meaning of the kind, with
    /// the table of this condition.
    pub(super) fn relations(&self, context: &Context) -> Option<(Vec<[Cell; 2]>, PairTable)> {
        let Meaning::Pairs(rule) = self.kind.meaning else {
            return None;
        };
        let of = self.of(context);
        let value = |digit| context.board.value(digit);
        let table = PairTable::new(context.board.digit_count(), |one, other| {
            (rule.allows)(of, value(one), value(other))
        });
        Some(((rule.pairs)(of), table))
    }

    /// Adds the primitives that together mean the same.
    fn lower(&self, to: &mut Lowering) -> Result<(), Mismatch> {
        to.check_cells(&self.cells(to.board()))?;
        check_digits(self.listed_digits(), to.board())?;
        let of = self.of(to.context);
        (self.kind.check)(of)?;
        self.kind.meaning.lower(of, to)?;
        self.kind
            .implied
            .map_or(Ok(()), |implied| implied.lower(of, to))
    }
}

#[cfg(test)]
mod tests;
