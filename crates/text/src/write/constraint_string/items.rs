//! Items of constraints.

use super::{Items, MOST_NESTED};
use crate::read::link::constraint_string::groups::SEPARATOR;
use crate::read::link::constraint_string::items::{SAME_ARGUMENTS, diagonal_from};
use satdoku::board::{Cell, Constraint, OuterLine, Side};

/// Returns true for a dot with the value that dots have there.
pub(super) fn is_usual_dot(constraint: &Constraint) -> bool {
    match constraint.name() {
        "difference" => constraint.number() == Some(1),
        "ratio" => constraint.number() == Some(2),
        _ => false,
    }
}

/// Clues outside the grid, and their names.
const CLUES: [(&str, &str); 3] = [
    ("NumberedRoom", "numbered-room"),
    ("Skyscraper", "skyscraper"),
    ("XSum", "x-sum"),
];

impl Items<'_> {
    /// Returns the items that together mean a constraint, in at most so many blocks, or `None` if there
    /// are none.
    pub(super) fn of(&self, constraint: &Constraint, blocks: usize) -> Option<Vec<String>> {
        let (kind, cells) = (constraint.name(), constraint.group(0));
        let (all, number) = (
            constraint.cells(self.board),
            constraint.number().unwrap_or_default(),
        );
        let names = self.names(&all);
        let groups = |groups: Vec<&[Cell]>| {
            let groups: Vec<String> = groups.iter().map(|group| self.names(group)).collect();
            groups.join(&format!("~{SEPARATOR}"))
        };
        if let Some((name, _)) = CLUES.iter().find(|(_, own)| *own == kind) {
            return Some(vec![outer_clue(name, number, constraint.line()?)]);
        }
        Some(vec![match kind {
            "either" => self.either(constraint, blocks)?,
            // There, 0 means any sum.
            "cage" if constraint.number() == Some(0) => return None,
            "cage" => format!(".Cage~{number}{names}"),
            "sum" => self.sum(number, constraint.terms()),
            "arrow" => self.arrow(cells, constraint.group(1))?,
            "whispers" => format!(".Whisper~{number}{names}"),
            "lockout" => format!(".Lockout~{number}{names}"),
            "modular" => format!(".Modular~{number}{names}"),
            "quadruple" => self.quadruple(cells, constraint.digits())?,
            "little-killer" => self.little_killer(number, cells),
            // The sum is the same from both sides.
            "sandwich" => format!(".Sandwich~{number}~{}", line_name(constraint.line()?)),
            "count-distinct" => format!(".CountDistinct{names}"),
            "value-index" => format!(".ValueIndexing{names}"),
            "equal-sum" => format!(".EqualSum{}", groups(constraint.groups().collect())),
            "contains" => format!(".ContainAtLeast~{}{names}", listed(constraint.digits())),
            "contains-exactly" => format!(".ContainExact~{}{names}", listed(constraint.digits())),
            // The cell finds the number of its column in its row.
            "row-indexer" => format!(".Indexing~C{names}"),
            "column-indexer" => format!(".Indexing~R{names}"),
            "box-indexer" => return None,
            "regions-to-find" => {
                // There, they are no part of alternatives.
                let is_main = constraint.variables() == self.regions && blocks == MOST_NESTED;
                is_main.then(|| ".ChaosConstruction".to_string())?
            }
            "run-length" => {
                let (counter, lines) = (
                    self.names(cells),
                    groups(constraint.groups().skip(1).collect()),
                );
                let offset = u8::from(constraint.has_flag());
                let is_known = self.counts_regions(constraint);
                is_known.then(|| format!(".ChaosArrow{counter}~{offset}{lines}"))?
            }
            "count-same" => return None,
            "connected" => self.connected(constraint),
            "same-digits" if cells.len() > 1 => format!(".SameValues~2{names}"),
            "same-digits" | "clone" => return Some(self.equal_cells(cells, constraint.group(1))),
            "x" | "v" | "greater" => return self.adjacent(constraint),
            _ if is_usual_dot(constraint) => return self.adjacent(constraint),
            _ => match SAME_ARGUMENTS.iter().find(|(_, own)| *own == kind) {
                Some((name, _)) => format!(".{name}{names}"),
                None => return self.custom(constraint),
            },
        }])
    }

    /// Returns a block of alternatives.
    fn either(&self, either: &Constraint, blocks: usize) -> Option<String> {
        // An alternative of several items is a block of its own.
        let inner = blocks.checked_sub(2)?;
        let mut text = ".Or".to_string();
        for group in either.alternatives() {
            let items: Option<Vec<Vec<String>>> = group
                .iter()
                .map(|constraint| self.of(constraint, inner))
                .collect();
            match &items?.concat()[..] {
                [item] => text += item,
                items => text += &format!(".And{}.End", items.concat()),
            }
        }
        Some(text + ".End")
    }

    fn sum(&self, total: i64, terms: &[(Cell, i64)]) -> String {
        let cells: Vec<Cell> = terms.iter().map(|(cell, _)| *cell).collect();
        let is_plain = total > 0 && terms.iter().all(|(_, coefficient)| *coefficient == 1);
        let coefficients = terms
            .iter()
            .map(|(_, coefficient)| format!("_{coefficient}"));
        let coefficients = match is_plain {
            true => String::new(),
            false => format!("_={}", coefficients.collect::<String>()),
        };
        format!(".Sum~{total}{coefficients}{}", self.names(&cells))
    }

    /// Returns an arrow. There, the digits of several cells in the bulb are read in reading order.
    fn arrow(&self, bulb: &[Cell], shaft: &[Cell]) -> Option<String> {
        let cells = self.names(&[bulb, shaft].concat());
        match bulb.len() {
            1 => Some(format!(".Arrow{cells}")),
            count => bulb
                .is_sorted()
                .then(|| format!(".PillArrow~{count}{cells}")),
        }
    }

    /// Returns the item for digits of the four cells around a corner.
    fn quadruple(&self, cells: &[Cell], values: &[usize]) -> Option<String> {
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        let first = *cells.first()?;
        let (row, column) = self.board.position(first)?;
        let places = [(0, 0), (0, 1), (1, 0), (1, 1)];
        let around = places.map(|(down, right)| self.board.cell_at(row + down, column + right));
        let is_around = around.into_iter().eq(cells.iter().map(|cell| Some(*cell)));
        let values = values.iter().map(|value| format!("~{value}"));
        is_around.then(|| format!(".Quad~{}{}", self.cell(first), values.collect::<String>()))
    }

    /// Returns the clue of a diagonal, or the sum of other cells.
    fn little_killer(&self, total: i64, cells: &[Cell]) -> String {
        let is_diagonal =
            |first: &Cell| diagonal_from(*first, self.board).as_deref() == Some(cells);
        match cells.first().filter(|first| is_diagonal(first)) {
            Some(first) => format!(".LittleKiller~{total}~{}", self.cell(*first)),
            None => self.sum(
                total,
                &cells.iter().map(|cell| (*cell, 1)).collect::<Vec<_>>(),
            ),
        }
    }

    /// Returns true if a cell counts regions. There, nothing else is counted along a run of cells.
    fn counts_regions(&self, constraint: &Constraint) -> bool {
        let is_region = |cell: &Cell| {
            let group = self.board.variable(*cell).map(|(group, _)| &*group.name);
            group.is_some() && group == self.regions
        };
        let mut counted = constraint.groups().skip(1).flatten();
        !constraint.group(0).iter().any(is_region) && counted.all(is_region)
    }

    fn connected(&self, connected: &Constraint) -> String {
        let group = connected
            .variables()
            .map_or(String::new(), |name| self.group(name));
        let size = connected
            .number()
            .map_or(String::new(), |size| format!("~{size}"));
        format!(
            ".ConnectedValues~{group}~{}{size}",
            listed(connected.digits())
        )
    }

    /// Returns items for the equal digits of two lists of cells.
    fn equal_cells(&self, cells: &[Cell], others: &[Cell]) -> Vec<String> {
        let pairs = cells.iter().zip(others);
        let item =
            |(one, other): (&Cell, &Cell)| format!(".SameValues~2{}", self.names(&[*one, *other]));
        pairs.map(item).collect()
    }

    /// Returns the item for two cells, which are adjacent there.
    fn adjacent(&self, constraint: &Constraint) -> Option<Vec<String>> {
        let cells = constraint.group(0);
        let &[one, other] = cells else {
            return None;
        };
        if !self.board.neighbours(one).contains(&other) {
            return self.custom(constraint);
        }
        let name = match constraint.name() {
            "x" => "X",
            "v" => "V",
            "greater" => "GreaterThan",
            "difference" => "WhiteDot",
            _ => "BlackDot",
        };
        Some(vec![format!(".{name}{}", self.names(cells))])
    }
}

/// Returns digits with `_` between them.
fn listed(digits: &[usize]) -> String {
    let digits: Vec<String> = digits.iter().map(usize::to_string).collect();
    digits.join("_")
}

/// Returns the name of a row or column.
fn line_name(line: OuterLine) -> String {
    let letter = match line.side {
        Side::Left | Side::Right => 'R',
        Side::Top | Side::Bottom => 'C',
    };
    format!("{letter}{}", line.index + 1)
}

/// Returns a clue at the start of a row or column, or at its end.
fn outer_clue(name: &str, value: i64, line: OuterLine) -> String {
    let end = if matches!(line.side, Side::Right | Side::Bottom) {
        "~"
    } else {
        ""
    };
    format!(".{name}~{}~{end}{value}", line_name(line))
}
