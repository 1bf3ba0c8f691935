//! Alternatives: constraints of which at least one group holds.

use super::text::Arguments;
use super::title::Title;
use super::*;

/// Groups of constraints. All constraints of at least one group hold.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Either {
    /// The groups.
    pub groups: Vec<Vec<Constraint>>,
    /// The name of the rule.
    pub title: Option<Title>,
}

impl Either {
    fn constraints(&self) -> impl Iterator<Item = &Constraint> {
        self.groups.iter().flatten()
    }
}

impl Rule for Either {
    const NAMES: &'static [&'static str] = &["either"];

    fn rule(&self) -> &'static str {
        "At least one of the alternatives holds."
    }

    fn title(&self) -> Option<&Title> {
        self.title.as_ref()
    }

    fn statement(&self, board: &Geometry) -> Option<String> {
        let group = |constraints: &Vec<Constraint>| {
            let texts: Vec<String> = constraints.iter().map(|of| of.text(board)).collect();
            texts.join(" and ")
        };
        let groups: Vec<String> = self.groups.iter().map(group).collect();
        Some(groups.join(", or "))
    }

    /// `either { cage 6 r1c1 r1c2; cage 9 r9c1 r9c2 } or { x r5c5 r5c6 }`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<Either, ConstraintError> {
        let mut groups = Vec::new();
        loop {
            let texts = arguments.block()?.into_iter();
            let constraints = texts.map(|mut text| Constraint::parse_words(&mut text));
            groups.push(constraints.collect::<Result<Vec<_>, _>>()?);
            if !arguments.take("or") {
                let title = Title::parse(arguments)?;
                return Ok(Either { groups, title });
            }
        }
    }

    fn arguments(&self, board: &Geometry) -> String {
        let group = |constraints: &Vec<Constraint>| {
            let texts = constraints.iter();
            let texts: Vec<String> = texts.map(|constraint| constraint.text(board)).collect();
            format!("{{ {} }}", texts.join("; "))
        };
        let groups: Vec<String> = self.groups.iter().map(group).collect();
        groups.join(" or ") + &Title::suffix(self.title())
    }

    fn cells(&self, board: &Geometry) -> Vec<Cell> {
        let mut cells = Vec::new();
        for cell in self.constraints().flat_map(|constraint| constraint.cells(board)) {
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        cells
    }

    fn scope(&self, context: &Context) -> Vec<Cell> {
        let scopes = self.constraints();
        scopes.flat_map(|constraint| constraint.scope(context)).collect()
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let mut groups = self.groups.iter();
        groups.any(|group| group.iter().all(|constraint| constraint.holds(filled)))
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        if self.groups.is_empty() || self.groups.iter().any(Vec::is_empty) {
            let expected = "alternatives with at least 1 constraint each";
            return Err(ConstraintError::new(expected, "none"));
        }
        to.choice(&self.groups)
    }
}
