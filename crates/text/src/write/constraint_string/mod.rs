//! Constraint strings of the Interactive Sudoku Solver, which `read::link::constraint_string` reads.

mod board;
mod custom;
mod items;
mod machine;
#[cfg(test)]
mod tests;

use super::NoLink;
use satdoku::board::{Candidate, Cell, Constraint, Geometry, Grid, Puzzle, Ruleset, Variant};

/// The most blocks around an item.
const MOST_NESTED: usize = 8;

/// Returns the constraint string of a puzzle with these givens.
///
/// # Errors
/// Fails with the first rule that has no item.
pub(super) fn constraint_string(puzzle: &Puzzle, givens: &Grid) -> Result<String, NoLink> {
    let rules = puzzle.layout().rules();
    let items = Items::new(rules);
    let mut text = board::board_items(rules)?;
    text += &variants(rules)?;
    for constraint in rules.constraints() {
        let written = items.of(constraint, MOST_NESTED);
        let missing = || NoLink::NoItem(constraint.text(rules.geometry()));
        text += &written.ok_or_else(missing)?.concat();
    }
    text += &items.cells(puzzle, givens);
    // A text without items is not one.
    Ok(if text.is_empty() {
        ".Shape~9x9".to_string()
    } else {
        text
    })
}

/// Writes items with cells.
struct Items<'a> {
    board: &'a Geometry,
    /// The prefix of the names of the cells in each group of variables.
    groups: Vec<String>,
    /// The name of the variables with the numbers of regions to find.
    regions: Option<&'a str>,
}

impl Items<'_> {
    fn new(rules: &Ruleset) -> Items<'_> {
        Items {
            board: rules.geometry(),
            groups: board::groups(rules),
            regions: board::regions_to_find(rules),
        }
    }

    /// Returns the name of a cell: `R1C1`, `R9Ca`, or `VM12` for a variable.
    fn cell(&self, cell: Cell) -> String {
        if let Some((variables, number)) = self.board.variable(cell) {
            let group = self.group(&variables.name);
            return match variables.extent.count() {
                1 => group,
                _ => format!("{group}{}", number + 1),
            };
        }
        // Rows and columns are digits in base 17.
        let digit = |place: usize| char::from_digit(place as u32 + 1, 17).unwrap_or('?');
        let (row, column) = self.board.position(cell).unwrap_or_default();
        format!("R{}C{}", digit(row), digit(column))
    }

    /// Returns how the names of the cells of a group of variables begin.
    fn group(&self, name: &str) -> String {
        let mut groups = self.board.variables().iter().zip(&self.groups);
        let group = groups.find(|(variables, _)| variables.name == name);
        group.map_or(String::new(), |(_, group)| group.clone())
    }

    /// Returns the names of cells, each after a tilde.
    fn names(&self, cells: &[Cell]) -> String {
        cells
            .iter()
            .map(|cell| format!("~{}", self.cell(*cell)))
            .collect()
    }

    /// Returns the item for givens and removed candidates.
    fn cells(&self, puzzle: &Puzzle, givens: &Grid) -> String {
        let mut item = String::new();
        for cell in self.board.cells() {
            let is_left = |digit: &_| {
                !puzzle.is_removed(Candidate {
                    cell,
                    digit: *digit,
                })
            };
            let possible = self.board.digits_of(cell).len();
            let digits = self.board.digits().filter(|digit| {
                self.board.digits_of(cell).contains(&digit.index()) && is_left(digit)
            });
            let digits = match givens.get(cell) {
                Some(digit) => vec![digit],
                None => digits.collect(),
            };
            if digits.len() < possible || givens.get(cell).is_some() {
                let values = digits
                    .iter()
                    .map(|digit| format!("_{}", self.board.value(*digit)));
                item += &format!("~{}{}", self.cell(cell), values.collect::<String>());
            }
        }
        if item.is_empty() {
            item
        } else {
            format!(".{item}")
        }
    }
}

/// Returns the items of the variants.
fn variants(rules: &Ruleset) -> Result<String, NoLink> {
    let has = |variant: Variant| rules.variants().contains(&variant);
    let missing = |variant: Variant| Err(NoLink::NoItem(variant.to_string()));
    let is_strict = has(Variant::NonConsecutive) && has(Variant::NegativeRatio);
    let dots = || {
        rules
            .constraints()
            .iter()
            .filter(|constraint| is_dot(constraint))
    };
    if is_strict && let Some(dot) = dots().find(|dot| !items::is_usual_dot(dot)) {
        return Err(NoLink::NoItem(dot.text(rules.geometry())));
    }
    let mut text = String::new();
    for variant in rules.variants() {
        text += match variant {
            Variant::NonConsecutive if is_strict => ".StrictKropki",
            // There, a dot does not exempt two cells.
            Variant::NonConsecutive if dots().next().is_none() => ".AntiConsecutive",
            Variant::NegativeRatio if is_strict => "",
            Variant::NonConsecutive | Variant::NegativeRatio => return missing(*variant),
            Variant::NegativeXv => ".StrictXV",
            Variant::Windoku | Variant::DisjointGroups if !board::has_usual_boxes(rules) => {
                return missing(*variant);
            }
            Variant::Windoku => ".Windoku",
            Variant::DisjointGroups => ".DisjointSets",
            Variant::Diagonal => ".Diagonal~1.Diagonal~-1",
            Variant::AntiKnight => ".AntiKnight",
            Variant::AntiKing => ".AntiKing",
        };
    }
    Ok(text)
}

fn is_dot(constraint: &Constraint) -> bool {
    ["difference", "ratio"].contains(&constraint.name())
}
