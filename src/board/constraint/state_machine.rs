//! Sequences of digits that a finite automaton accepts.

use super::machine::Machine;
use super::text::{Arguments, cell_names};
use super::title::Title;
use super::*;

/// Lines whose digits, read from the first cell to the last, a finite automaton accepts. It also reads the
/// end of each line but the last.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StateMachine {
    /// The automaton.
    pub machine: Machine,
    /// The name of the rule.
    pub title: Option<Title>,
    /// The cells of each line.
    pub segments: Vec<Vec<Cell>>,
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

    /// `automaton "start 0; accept 1; 0: 1-3>0 4>1" as "one 4" r1c1-r1c4`,
    /// `automaton "start 0; accept 1; 0: 1-4>0 |>1; 1: 1>1" r1c1: r2c1 r2c2`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<StateMachine, ConstraintError> {
        let (column, text) = arguments.quoted("an automaton such as \"start 0; accept 1; 0: 1-3>1\"")?;
        let machine = Machine::parse(&text, arguments.board);
        let machine = machine.map_err(|error| error.within(column))?;
        let title = Title::parse(arguments)?;
        let mut segments = vec![arguments.cells(1)?];
        while arguments.take(":") {
            segments.push(arguments.cells(1)?);
        }
        Ok(StateMachine { machine, title, segments })
    }

    fn arguments(&self, board: &Geometry) -> String {
        let (machine, title) = (self.machine.text(), Title::prefix(self.title()));
        let segments = self.segments.iter().map(|segment| cell_names(segment, board));
        let segments: Vec<String> = segments.collect();
        format!("\"{machine}\" {title}{}", segments.join(": "))
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.segments.concat()
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let segments = self.segments.iter().map(|segment| filled.values(segment));
        self.machine.accepts(&segments.collect::<Vec<_>>())
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        to.at_least(1, &self.segments)?;
        self.segments.iter().try_for_each(|segment| to.at_least(1, segment))?;
        self.machine.check(to.board())?;
        to.accepted_by(&self.machine.nfa(), &self.segments)
    }
}
