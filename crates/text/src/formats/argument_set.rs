//! Arguments of constraints as other formats have them: in any order, and for several constraints at once.

use satdoku::board::{Argument, Constraint, Geometry, Kind, Mismatch, Part, Title};

/// Some arguments of one of the constraints in an entry or item, and its title.
#[derive(Debug, Clone, Default)]
pub(super) struct ArgumentSet {
    pub arguments: Vec<Argument>,
    pub title: Option<Title>,
}

impl ArgumentSet {
    /// Returns a set without a title.
    pub fn of(arguments: Vec<Argument>) -> ArgumentSet {
        ArgumentSet {
            arguments,
            title: None,
        }
    }

    /// Returns each set followed by each of the next place.
    pub fn followed(all: &[ArgumentSet], next: &[ArgumentSet]) -> Vec<ArgumentSet> {
        let pairs = all
            .iter()
            .flat_map(|one| next.iter().map(move |other| (one, other)));
        let joined = pairs.map(|(one, other)| ArgumentSet {
            arguments: [&one.arguments[..], &other.arguments].concat(),
            title: one.title.clone().or_else(|| other.title.clone()),
        });
        joined.collect()
    }

    /// Returns the constraint of a kind with these arguments. Without a number, it has the usual one of its kind. A line
    /// that is too short for its rule is none, nor is a single group that should equal others.
    pub fn constraint(self, kind: &str, board: &Geometry) -> Result<Option<Constraint>, Mismatch> {
        let Some(of) = Kind::find(kind) else {
            return Constraint::new(kind, self.arguments).map(Some);
        };
        let is_group = |argument: &Argument| matches!(argument, Argument::Cells(_));
        let (groups, mut others): (Vec<Argument>, Vec<Argument>) =
            self.arguments.into_iter().partition(is_group);
        if says_nothing(of, &groups) {
            return Ok(None);
        }
        add_number(of, &mut others, board)?;
        let mut groups = groups.into_iter();
        let mut ordered = Vec::new();
        for part in of.shape {
            match part {
                Part::Groups(..) => ordered.extend(groups.by_ref()),
                Part::Cell | Part::Pair | Part::Cells(_) => ordered.extend(groups.next()),
                part => {
                    let place = others.iter().position(|argument| part.takes(argument));
                    ordered.extend(place.map(|place| others.remove(place)));
                }
            }
        }
        ordered.extend(others.into_iter().chain(groups));
        let made = Constraint::new(kind, ordered)?;
        Ok(Some(made.with_title(self.title)))
    }
}

/// Returns true for a line that is too short for its rule, and for a single group that should equal others.
fn says_nothing(of: &Kind, groups: &[Argument]) -> bool {
    let length = |group: &Argument| match group {
        Argument::Cells(cells) => cells.len(),
        _ => 0,
    };
    of.shape.iter().any(|part| match part {
        Part::Cells(least @ 2..) => groups.iter().all(|group| length(group) < *least),
        Part::Groups(least, _) => groups.len() < *least,
        _ => false,
    })
}

/// Adds the usual number of a kind, or checks the number that is there.
fn add_number(of: &Kind, others: &mut Vec<Argument>, board: &Geometry) -> Result<(), Mismatch> {
    let number = others.iter().find_map(|argument| match argument {
        Argument::Number(number) => Some(*number),
        _ => None,
    });
    let Some(number) = number else {
        let usual = of.usual_number(board);
        others.extend(usual.map(|usual| Argument::Number(usual as i64)));
        return Ok(());
    };
    let least = of.shape.iter().find_map(|part| match part {
        Part::Number(_) | Part::OptionalNumber | Part::Labelled(_) => Some(0),
        Part::Usual(least, _) => Some(*least as i64),
        _ => None,
    });
    match least.filter(|least| number < *least) {
        None => Ok(()),
        Some(least) => {
            let expected = format!("a number of at least {least}");
            Err(Mismatch::new(expected, number.to_string()))
        }
    }
}
