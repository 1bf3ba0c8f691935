//! Items of constraints.

use super::{Items, MOST_NESTED, is_dot};
use crate::read::link::constraint_string::groups::SEPARATOR;
use crate::read::link::constraint_string::items::{SAME_ARGUMENTS, diagonal_from};
use satdoku::board::{
    Arrow, Cage, Cell, ConnectedCells, Constraint, Either, IndexedHouse, LittleKiller, OuterLine,
    Quadruple, SameCount, Side, Sum,
};

/// Returns true for a dot with the value that dots have there.
pub(super) fn is_usual_dot(constraint: &Constraint) -> bool {
    match constraint {
        Constraint::Difference(dot) => dot.value == 1,
        Constraint::Ratio(dot) => dot.value == 2,
        _ => false,
    }
}

impl Items<'_> {
    /// Returns the items that together mean a constraint, in at most so many blocks, or `None` if there
    /// are none.
    pub(super) fn of(&self, constraint: &Constraint, blocks: usize) -> Option<Vec<String>> {
        let one = |item: String| Some(vec![item]);
        let names = |cells: &[Cell]| self.names(cells);
        match constraint {
            Constraint::Either(either) => self.either(either, blocks).map(|block| vec![block]),
            Constraint::Cage(cage) => self.cage(cage).map(|item| vec![item]),
            Constraint::Sum(sum) => one(self.sum(sum)),
            Constraint::Arrow(arrow) => self.arrow(arrow).map(|item| vec![item]),
            Constraint::Whispers(line) => one(format!(
                ".Whisper~{}{}",
                line.difference,
                names(&line.cells)
            )),
            Constraint::Lockout(line) => one(format!(
                ".Lockout~{}{}",
                line.difference,
                names(&line.cells)
            )),
            Constraint::Modular(line) => {
                one(format!(".Modular~{}{}", line.modulus, names(&line.cells)))
            }
            Constraint::Quadruple(quadruple) => self.quadruple(quadruple).map(|item| vec![item]),
            Constraint::LittleKiller(clue) => one(self.little_killer(clue)),
            // The sum is the same from both sides.
            Constraint::Sandwich(clue) => {
                one(format!(".Sandwich~{}~{}", clue.total, line_name(clue.line)))
            }
            Constraint::XSum(clue) => one(outer_clue("XSum", clue.total, clue.line)),
            Constraint::Skyscraper(clue) => one(outer_clue("Skyscraper", clue.visible, clue.line)),
            Constraint::NumberedRoom(clue) => {
                one(outer_clue("NumberedRoom", clue.value, clue.line))
            }
            Constraint::CountDistinct(count) => {
                let cells = [&[count.counter], &count.cells[..]].concat();
                one(format!(".CountDistinct{}", names(&cells)))
            }
            Constraint::ValueIndex(rule) => {
                let cells = [&[rule.value, rule.index], &rule.cells[..]].concat();
                one(format!(".ValueIndexing{}", names(&cells)))
            }
            Constraint::EqualSum(sums) => {
                let groups: Vec<String> = sums.groups.iter().map(|group| names(group)).collect();
                one(format!(
                    ".EqualSum{}",
                    groups.join(&format!("~{SEPARATOR}"))
                ))
            }
            Constraint::Contains(digits) => {
                let name = if digits.is_exact {
                    "ContainExact"
                } else {
                    "ContainAtLeast"
                };
                let values: Vec<String> = digits.values.iter().map(usize::to_string).collect();
                one(format!(
                    ".{name}~{}{}",
                    values.join("_"),
                    names(&digits.cells)
                ))
            }
            Constraint::Indexer(indexer) => {
                let house = match indexer.house {
                    // The cell finds the number of its column in its row.
                    IndexedHouse::Row => "C",
                    IndexedHouse::Column => "R",
                    IndexedHouse::Box => return None,
                };
                one(format!(".Indexing~{house}{}", names(&[indexer.cell])))
            }
            Constraint::RegionsToFind(regions) => {
                // There, they are no part of alternatives.
                let is_main = Some(&*regions.variables) == self.regions && blocks == MOST_NESTED;
                is_main.then(|| vec![".ChaosConstruction".to_string()])
            }
            Constraint::SameCount(count) => self.run_length(count).map(|item| vec![item]),
            Constraint::ConnectedCells(connected) => one(self.connected(connected)),
            Constraint::SameDigits(same) if same.groups[0].len() > 1 => {
                one(format!(".SameValues~2{}", names(&same.groups.concat())))
            }
            Constraint::SameDigits(same) => {
                Some(self.equal_cells(&same.groups[0], &same.groups[1]))
            }
            Constraint::CloneRegion(clone) => Some(self.equal_cells(&clone.cells, &clone.clones)),
            Constraint::Xv(_) | Constraint::Greater(_) => self.adjacent(constraint),
            dot if is_dot(dot) && is_usual_dot(dot) => self.adjacent(constraint),
            Constraint::Thermometer(line) if line.is_slow => self.custom(constraint),
            _ => match SAME_ARGUMENTS
                .iter()
                .find(|(_, own)| *own == constraint.name())
            {
                Some((name, _)) => one(format!(".{name}{}", names(&constraint.cells(self.board)))),
                None => self.custom(constraint),
            },
        }
    }

    /// Returns a block of alternatives.
    fn either(&self, either: &Either, blocks: usize) -> Option<String> {
        // An alternative of several items is a block of its own.
        let inner = blocks.checked_sub(2)?;
        let mut text = ".Or".to_string();
        for group in &either.groups {
            let items: Option<Vec<Vec<String>>> = group
                .iter()
                .map(|constraint| self.of(constraint, inner))
                .collect();
            match &items?.concat()[..] {
                [item] => text += item,
                items => text += &format!(".And{}.End", items.concat()),
            }
        }
        (!either.groups.is_empty()).then(|| text + ".End")
    }

    /// Returns a cage. There, 0 means any sum.
    fn cage(&self, cage: &Cage) -> Option<String> {
        let total = match cage.total {
            Some(0) => return None,
            total => total.unwrap_or(0),
        };
        Some(format!(".Cage~{total}{}", self.names(&cage.cells)))
    }

    fn sum(&self, sum: &Sum) -> String {
        let cells: Vec<Cell> = sum.terms.iter().map(|(cell, _)| *cell).collect();
        let is_plain = sum.total > 0 && sum.terms.iter().all(|(_, coefficient)| *coefficient == 1);
        let coefficients = sum
            .terms
            .iter()
            .map(|(_, coefficient)| format!("_{coefficient}"));
        let coefficients = match is_plain {
            true => String::new(),
            false => format!("_={}", coefficients.collect::<String>()),
        };
        format!(".Sum~{}{coefficients}{}", sum.total, self.names(&cells))
    }

    /// Returns an arrow. There, the digits of several cells in the bulb are read in reading order.
    fn arrow(&self, arrow: &Arrow) -> Option<String> {
        let cells = self.names(&[&arrow.bulb[..], &arrow.shaft].concat());
        match arrow.bulb.len() {
            1 => Some(format!(".Arrow{cells}")),
            count => arrow
                .bulb
                .is_sorted()
                .then(|| format!(".PillArrow~{count}{cells}")),
        }
    }

    /// Returns the item for digits of the four cells around a corner.
    fn quadruple(&self, quadruple: &Quadruple) -> Option<String> {
        let mut cells = quadruple.cells.clone();
        cells.sort_unstable();
        let first = *cells.first()?;
        let (row, column) = self.board.position(first)?;
        let places = [(0, 0), (0, 1), (1, 0), (1, 1)];
        let around = places.map(|(down, right)| self.board.cell_at(row + down, column + right));
        let is_around = around.into_iter().eq(cells.iter().map(|cell| Some(*cell)));
        let values = quadruple.values.iter().map(|value| format!("~{value}"));
        is_around.then(|| format!(".Quad~{}{}", self.cell(first), values.collect::<String>()))
    }

    /// Returns the clue of a diagonal, or the sum of other cells.
    fn little_killer(&self, clue: &LittleKiller) -> String {
        let is_diagonal =
            |first: &Cell| diagonal_from(*first, self.board).as_ref() == Some(&clue.cells);
        match clue.cells.first().filter(|first| is_diagonal(first)) {
            Some(first) => format!(".LittleKiller~{}~{}", clue.total, self.cell(*first)),
            None => self.sum(&Sum {
                total: clue.total as i64,
                terms: clue.cells.iter().map(|cell| (*cell, 1)).collect(),
            }),
        }
    }

    /// Returns the item for the length of a run of cells in the same region. There, only such numbers are
    /// counted.
    fn run_length(&self, count: &SameCount) -> Option<String> {
        let is_region = |cell: &Cell| {
            let group = self.board.variable(*cell).map(|(group, _)| &*group.name);
            group.is_some() && group == self.regions
        };
        if !count.is_run
            || is_region(&count.counter)
            || !count.groups.iter().flatten().all(is_region)
        {
            return None;
        }
        let offset = u8::from(count.excludes_first);
        let counter = self.names(&[count.counter]);
        let groups: Vec<String> = count.groups.iter().map(|group| self.names(group)).collect();
        let separator = format!("~{SEPARATOR}");
        Some(format!(
            ".ChaosArrow{counter}~{offset}{}",
            groups.join(&separator)
        ))
    }

    fn connected(&self, connected: &ConnectedCells) -> String {
        let group = connected
            .variables
            .as_ref()
            .map_or(String::new(), |name| self.group(name));
        let values: Vec<String> = connected.values.iter().map(usize::to_string).collect();
        let size = connected
            .size
            .map_or(String::new(), |size| format!("~{size}"));
        format!(".ConnectedValues~{group}~{}{size}", values.join("_"))
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
        let cells = constraint.cells(self.board);
        let &[one, other] = &cells[..] else {
            return None;
        };
        if !self.board.neighbours(one).contains(&other) {
            return self.custom(constraint);
        }
        let name = match constraint {
            Constraint::Xv(letter) if letter.is_x => "X",
            Constraint::Xv(_) => "V",
            Constraint::Greater(_) => "GreaterThan",
            Constraint::Difference(_) => "WhiteDot",
            _ => "BlackDot",
        };
        Some(vec![format!(".{name}{}", self.names(&cells))])
    }
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
fn outer_clue(name: &str, value: usize, line: OuterLine) -> String {
    let end = if matches!(line.side, Side::Right | Side::Bottom) {
        "~"
    } else {
        ""
    };
    format!(".{name}~{}~{end}{value}", line_name(line))
}
