//! Drawn constraints: what a setter adds to a board, such as cages, arrows and thermometers.
//!
//! There is a file for each kind, with its definition ([`Rule::holds`]), its text form, and its
//! lowering to the primitives that engines and encodings know. To add a kind, add its file and its line
//! to `kinds!`.

mod cell_list;
mod cells_rule;
mod classes;
mod context;
mod digit_class;
mod digit_list;
mod error;
mod expression;
mod expression_parser;
mod filled;
mod fraction;
mod line;
mod linear;
mod lowering;
mod machine;
mod nfa;
mod pattern;
mod pattern_parser;
mod text;
mod title;

use super::cell::Cell;
use super::geometry::{Extent, Geometry};
use super::primitives::Primitives;
pub(super) use context::Context;
pub use error::ConstraintError;
pub use expression::Expression;
pub(super) use filled::FilledBoard;
pub use line::{OuterLine, Side};
use lowering::Lowering;
pub(super) use lowering::sets_with_sum;
pub use machine::Machine;
pub use pattern::Pattern;
pub(super) use ratio::has_ratio;
use text::Arguments;
pub use title::Title;

/// A kind of constraint.
trait Rule: Sized {
    /// The names of the kind in text. Most kinds have one.
    const NAMES: &'static [&'static str];

    /// The name of this constraint: one of [`Rule::NAMES`].
    fn name(&self) -> &'static str {
        Self::NAMES[0]
    }

    /// The rule in a sentence, for a printed puzzle.
    fn rule(&self) -> &'static str;

    /// The name that the setter gives to it.
    fn title(&self) -> Option<&Title> {
        None
    }

    /// The rule as the setter states it, for a kind whose [`Rule::rule`] leaves it open.
    fn statement(&self, _: &Geometry) -> Option<String> {
        None
    }

    /// Returns true if reports list the cells after the title: not if they are the whole grid.
    fn lists_cells(&self) -> bool {
        true
    }

    /// Parses what follows the name.
    fn parse(name: &str, arguments: &mut Arguments) -> Result<Self, ConstraintError>;

    /// Returns what follows the name, on a board.
    fn arguments(&self, board: &Geometry) -> String;

    /// The cells that it concerns, on a board.
    fn cells(&self, board: &Geometry) -> Vec<Cell>;

    /// The cells that decide whether it holds: more than those of its text if it concerns others
    /// too, such as neighbours.
    fn scope(&self, context: &Context) -> Vec<Cell> {
        self.cells(context.board)
    }

    /// Returns true if a filled grid obeys the rule. It follows the definition of the rule and shares
    /// nothing with its lowering.
    fn holds(&self, filled: &FilledBoard) -> bool;

    /// Adds the primitives that together mean the same.
    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError>;
}

/// Returns the error for a name that denotes no kind, with the most similar name.
fn unknown_kind(name: &str) -> ConstraintError {
    /// The least similarity of a name that is worth suggesting, from 0 to 1.
    const SIMILAR: f64 = 0.8;
    let similarity = |known: &str| strsim::jaro_winkler(known, &name.to_ascii_lowercase());
    let closest = Constraint::names().max_by(|a, b| similarity(a).total_cmp(&similarity(b)));
    let hint = match closest.filter(|known| similarity(known) >= SIMILAR) {
        Some(known) => format!("did you mean {known}? "),
        None => String::new(),
    };
    let found = format!("`{name}`: {hint}docs/constraints.md lists all kinds");
    ConstraintError::new("a constraint", found)
}

/// Declares the modules of the kinds, the enum of them, and the calls of their methods.
macro_rules! kinds {
    ($($(#[$doc:meta])* $module:ident::$kind:ident,)*) => {
        $(mod $module;)*
        $(pub use $module::$kind;)*

        /// A constraint that a setter draws on a board.
        ///
        /// ```
        /// use satdoku::board::Constraint;
        ///
        /// let cage = Constraint::parse("cage 15 r1c1 r1c2 r2c1", 9)?;
        /// assert_eq!(cage.cells(9).len(), 3);
        /// assert_eq!(cage.text(9), "cage 15 r1c1 r1c2 r2c1");
        /// # Ok::<(), satdoku::board::ConstraintError>(())
        /// ```
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        pub enum Constraint {
            $($(#[$doc])* $kind($kind),)*
        }

        /// Evaluates an expression for the rule of a constraint.
        macro_rules! of_rule {
            ($constraint:expr, $rule:ident => $value:expr) => {
                match $constraint {
                    $(Constraint::$kind($rule) => $value,)*
                }
            };
        }

        impl Constraint {
            /// The names of all kinds in text.
            pub fn names() -> impl Iterator<Item = &'static str> {
                [$($kind::NAMES,)*].into_iter().flatten().copied()
            }

            fn parse_kind(name: &str, arguments: &mut Arguments) -> Result<Constraint, ConstraintError> {
                $(if $kind::NAMES.contains(&name) {
                    return $kind::parse(name, arguments).map(Constraint::$kind);
                })*
                Err(unknown_kind(name))
            }
        }

        $(impl From<$kind> for Constraint {
            fn from(rule: $kind) -> Constraint {
                Constraint::$kind(rule)
            }
        })*
    };
}

kinds! {
    /// Different digits, possibly with a sum.
    cage::Cage,
    /// A sum of digits, which may repeat.
    sum::Sum,
    /// A bulb whose number is the sum of the digits along the shaft.
    arrow::Arrow,
    /// Two ends with the sum of the cells between them.
    double_arrow::DoubleArrow,
    /// Digits that increase from the bulb.
    thermometer::Thermometer,
    /// Two adjacent cells with a difference: a white dot.
    difference::Difference,
    /// Two adjacent cells with a ratio: a black dot.
    ratio::Ratio,
    /// Two adjacent cells with the sum 5 or 10.
    xv::Xv,
    /// A cell whose digit is higher than that of another.
    greater::Greater,
    /// A line whose neighbours differ by a lot.
    whispers::Whispers,
    /// A line of consecutive digits in any order.
    renban::Renban,
    /// A line without equal or consecutive digits.
    nabner::Nabner,
    /// A line that is the same from both ends.
    palindrome::Palindrome,
    /// Two groups of cells with the same digits.
    clone::CloneRegion,
    /// Two groups of cells with the same digits in any order.
    same_digits::SameDigits,
    /// A line with digits between those of its ends.
    between::Between,
    /// A line with digits outside of those of its ends.
    lockout::Lockout,
    /// Groups of cells with equal sums.
    equal_sum::EqualSum,
    /// A line with equal sums around its middle.
    zipper::Zipper,
    /// A line with equal sums in every box.
    region_sum::RegionSum,
    /// A line of low, middle and high digits in turn.
    entropic::Entropic,
    /// A line of different remainders in turn.
    modular::Modular,
    /// An odd or even digit.
    parity::Parity,
    /// A digit that is lower or higher than its neighbours.
    extremum::Extremum,
    /// Digits that occur in four cells.
    quadruple::Quadruple,
    /// Digits that occur in any cells.
    contains::Contains,
    /// A digit that counts the different digits in other cells.
    count_distinct::CountDistinct,
    /// A digit that counts cells with the same digit as a first one.
    same_count::SameCount,
    /// Circles whose digits count equal circles.
    counting_circles::CountingCircles,
    /// Different digits.
    extra_region::ExtraRegion,
    /// The sum of a diagonal.
    little_killer::LittleKiller,
    /// The sum between the lowest and the highest digit of a row or column.
    sandwich::Sandwich,
    /// The sum of the first digits of a row or column.
    x_sum::XSum,
    /// The number of visible digits of a row or column.
    skyscraper::Skyscraper,
    /// The digit in the cell that the first cell of a row or column numbers.
    numbered_room::NumberedRoom,
    /// A digit that says where another is.
    indexer::Indexer,
    /// Digits whose cells are connected.
    connected_cells::ConnectedCells,
    /// Connected regions that are not given.
    regions_to_find::RegionsToFind,
    /// Groups of constraints of which one holds.
    either::Either,
    /// Cells whose pairs of digits satisfy a condition.
    pairs::Pairs,
    /// A line whose digits match a regular expression.
    sequence::Sequence,
    /// A line whose digits a finite automaton accepts.
    state_machine::StateMachine,
    /// A digit that says where on a line another is.
    value_index::ValueIndex,
}

pub use indexer::IndexedHouse;
pub use pairs::{AllowedPairs, PairList};

impl Constraint {
    /// Parses a constraint from its text, such as `thermometer r1c1-r4c1`, on a board.
    ///
    /// # Errors
    /// If the kind is unknown, or its arguments are invalid.
    pub fn parse(text: &str, board: impl Into<Geometry>) -> Result<Constraint, ConstraintError> {
        let board = board.into();
        Constraint::parse_words(&mut Arguments::new(text, &board))
    }

    fn parse_words(arguments: &mut Arguments) -> Result<Constraint, ConstraintError> {
        let mut name = arguments.name()?;
        if name == "regions" && arguments.take("to") {
            arguments.expect("find")?;
            name = RegionsToFind::NAMES[0].to_string();
        }
        let constraint = Constraint::parse_kind(&name, arguments)?;
        arguments.end()?;
        Ok(constraint)
    }

    /// The name of the kind, such as `cage`.
    pub fn name(&self) -> &'static str {
        of_rule!(self, rule => rule.name())
    }

    /// The name that the setter gives to the rule, if any.
    pub fn title(&self) -> Option<&Title> {
        of_rule!(self, rule => rule.title())
    }

    /// The rule in a sentence, for a printed puzzle.
    pub fn rule(&self) -> &'static str {
        of_rule!(self, rule => rule.rule())
    }

    /// The rule as the setter states it, if that is up to the setter.
    pub fn statement(&self, board: &Geometry) -> Option<String> {
        of_rule!(self, rule => rule.statement(board))
    }

    /// Returns true if reports list the cells after the title.
    pub(super) fn lists_cells(&self) -> bool {
        of_rule!(self, rule => rule.lists_cells())
    }

    /// Returns the text form, on a board.
    pub fn text(&self, board: impl Into<Geometry>) -> String {
        let board = &board.into();
        let arguments = of_rule!(self, rule => rule.arguments(board));
        let separator = if arguments.is_empty() { "" } else { " " };
        format!("{}{separator}{arguments}", self.name())
    }

    /// Returns the name that reports use: the title and the cells, or the text form of a constraint without
    /// a title.
    pub fn label(&self, board: impl Into<Geometry>) -> String {
        let board = &board.into();
        match self.title() {
            Some(title) if !self.lists_cells() => title.to_string(),
            Some(title) => format!("{title} {}", text::cell_names(&self.cells(board), board)),
            None => self.text(board),
        }
    }

    /// Returns the cells that it concerns, in the order of its text, on a board.
    pub fn cells(&self, board: impl Into<Geometry>) -> Vec<Cell> {
        let board = &board.into();
        of_rule!(self, rule => rule.cells(board))
    }

    pub(super) fn scope(&self, context: &Context) -> Vec<Cell> {
        of_rule!(self, rule => rule.scope(context))
    }

    pub(super) fn holds(&self, filled: &FilledBoard) -> bool {
        of_rule!(self, rule => rule.holds(filled))
    }

    /// Lowers all constraints of a board.
    ///
    /// # Errors
    /// If a constraint has a cell that is not on the board, a cell twice where that means nothing, or
    /// too many combinations to store.
    pub(super) fn lower_all(
        constraints: &[Constraint],
        context: &Context,
    ) -> Result<Primitives, ConstraintError> {
        let mut lowering = Lowering::new(context);
        for (number, constraint) in constraints.iter().enumerate() {
            lowering.begin(number);
            let lowered = constraint.lower(&mut lowering);
            lowered.map_err(|error| error.of_constraint(number))?;
        }
        Ok(lowering.finish())
    }

    /// Adds the primitives.
    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        to.check_cells(&self.cells(to.board()))?;
        of_rule!(self, rule => rule.lower(to))
    }
}

#[cfg(test)]
mod tests;
