//! Sequences of digits that a finite automaton accepts.

use super::machine::Machine;
use super::text::{Arguments, cell_names};
use super::title::Title;
use super::*;

/// A line whose digits, read from its first cell to its last, a finite automaton accepts.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StateMachine {
    /// The automaton.
    pub machine: Machine,
    /// The name of the rule.
    pub title: Option<Title>,
    /// The cells of the line.
    pub cells: Vec<Cell>,
}

impl Rule for StateMachine {
    const NAMES: &'static [&'static str] = &["automaton"];

    fn rule(&self) -> &'static str {
        "A finite automaton accepts the digits along a line."
    }

    fn title(&self) -> Option<&Title> {
        self.title.as_ref()
    }

    fn statement(&self, _: &Geometry) -> Option<String> {
        Some(format!("the digits lead through {}", self.machine.text()))
    }

    /// `automaton "start 0; accept 1; 0: 1-3>0 4>1" as "one 4" r1c1-r1c4`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<StateMachine, ConstraintError> {
        let (column, text) = arguments.quoted("an automaton such as \"start 0; accept 1; 0: 1-3>1\"")?;
        let machine = Machine::parse(&text, arguments.board);
        Ok(StateMachine {
            machine: machine.map_err(|error| error.within(column))?,
            title: Title::parse(arguments)?,
            cells: arguments.cells(1)?,
        })
    }

    fn arguments(&self, board: &Geometry) -> String {
        let (machine, title) = (self.machine.text(), Title::prefix(self.title()));
        format!("\"{machine}\" {title}{}", cell_names(&self.cells, board))
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        self.machine.accepts(&filled.values(&self.cells))
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        to.at_least(1, &self.cells)?;
        self.machine.check(to.board())?;
        to.accepted_by(&self.machine.nfa(), &self.cells)
    }
}
