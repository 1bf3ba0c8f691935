//! Sequences of digits that match a pattern.

use super::pattern::Pattern;
use super::text::{Arguments, cell_names};
use super::title::Title;
use super::*;

/// A line whose digits, read from its first cell to its last, match a regular expression.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Sequence {
    /// The expression that the digits match.
    pub pattern: Pattern,
    /// The name of the rule.
    pub title: Option<Title>,
    /// The cells of the line.
    pub cells: Vec<Cell>,
}

impl Rule for Sequence {
    const NAMES: &'static [&'static str] = &["sequence"];

    fn rule(&self) -> &'static str {
        "The digits along a line match a regular expression."
    }

    fn title(&self) -> Option<&Title> {
        self.title.as_ref()
    }

    fn statement(&self, board: &Geometry) -> Option<String> {
        Some(format!("the digits match {}", self.pattern.text(board)))
    }

    /// `sequence "[1-3]*[4-6]" r1c1-r1c9`, `sequence "1.*|9.*" as "ends" r1c1-r1c9`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<Sequence, ConstraintError> {
        let (column, text) = arguments.quoted("a pattern such as \"[1-3]*[4-6]\"")?;
        let pattern = Pattern::parse(&text, arguments.board);
        Ok(Sequence {
            pattern: pattern.map_err(|error| error.within(column))?,
            title: Title::parse(arguments)?,
            cells: arguments.cells(1)?,
        })
    }

    fn arguments(&self, board: &Geometry) -> String {
        let (pattern, title) = (self.pattern.text(board), Title::prefix(self.title()));
        format!("\"{pattern}\" {title}{}", cell_names(&self.cells, board))
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        self.pattern.matches(&filled.values(&self.cells))
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        to.at_least(1, &self.cells)?;
        to.accepted_by(&self.pattern.nfa(), std::slice::from_ref(&self.cells))
    }
}
