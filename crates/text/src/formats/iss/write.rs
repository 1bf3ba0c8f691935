//! From a puzzle to a constraint string. Rules without an item are written as their primitives.

use std::sync::Arc;

use super::super::{NoLink, values_left};
use super::blocks::MOST_NESTED;
use super::text::{CellNames, title_argument};
use super::variants::variant_items;
use super::write_board::board_items;
use super::{coded, codes, items};
use satdoku::board::{
    Automaton, Cell, Constraint, Grid, Layout, Primitive, Puzzle, Rule, Source, Title,
};

/// Returns the constraint string of a puzzle with these givens.
///
/// # Errors
/// Fails with the first rule that has neither an item nor primitives with items.
pub(crate) fn write(puzzle: &Puzzle, givens: &Grid) -> Result<String, NoLink> {
    let layout = puzzle.layout();
    let rules = layout.rules();
    let mut constraints = rules.constraints().iter();
    let regions = constraints.find(|of| of.name() == "regions-to-find");
    let names = CellNames {
        board: rules.geometry(),
        regions: regions.and_then(Constraint::variables),
        shift: None,
    };
    let items = Items { layout, names };
    let mut text = board_items(rules, names)?;
    let (variants, left) = variant_items(rules);
    text += &variants;
    if !left.is_empty() {
        text += &items.of_variants();
    }
    for constraint in rules.constraints() {
        let written = items.of(constraint, MOST_NESTED);
        let missing = || NoLink::no_item(&constraint.text(names.board));
        text += &written.ok_or_else(missing)?;
    }
    text += &items.cells(puzzle, givens);
    // A text without items is not one.
    Ok(match text.is_empty() {
        true => ".Shape~9x9".to_string(),
        false => text,
    })
}

/// Writes items with cells.
struct Items<'a> {
    layout: &'a Arc<Layout>,
    names: CellNames<'a>,
}

impl Items<'_> {
    /// Returns the items that together mean a constraint, in at most so many blocks, or `None` if there
    /// are none.
    fn of(&self, of: &Constraint, blocks: usize) -> Option<String> {
        let rules = self.layout.rules();
        let mut all = rules.constraints().iter();
        // An alternative is not among the constraints.
        let number = all.position(|own| std::ptr::eq(own, of));
        if of.name() == "regions-to-find" && number.is_none() {
            return None;
        }
        let items = items::write(of, self.names).or_else(|| self.either(of, blocks));
        if items.is_some() {
            return items;
        }
        let mut layout = self.layout.clone();
        if number.is_none() {
            // Marks of the same kind can be exceptions.
            let all = rules.constraints().iter().chain([of]).cloned().collect();
            layout = Arc::new(Layout::new(rules.clone().with_constraints(all).ok()?));
        }
        let number = number.unwrap_or(rules.constraints().len());
        let primitives: Vec<&Primitive> = layout.primitives_of(number).collect();
        let title = of.title().cloned();
        let title = title.or_else(|| Title::new(of.name()).ok());
        self.primitives(&primitives, title.as_ref(), blocks)
    }

    /// Returns a block of alternatives.
    fn either(&self, either: &Constraint, blocks: usize) -> Option<String> {
        if either.alternatives().is_empty() {
            return None;
        }
        // An alternative of several items is a block of its own.
        let inner = blocks.checked_sub(2)?;
        let group = |group: &Vec<Constraint>| {
            let items = group.iter().map(|of| self.of(of, inner));
            items.collect::<Option<String>>()
        };
        block(either.alternatives().iter().map(group))
    }

    /// Returns the items of primitives. Relations with the same table share one.
    fn primitives(
        &self,
        primitives: &[&Primitive],
        title: Option<&Title>,
        blocks: usize,
    ) -> Option<String> {
        let mut text = self.relations(primitives.iter().copied(), title);
        for primitive in primitives {
            let cells = &primitive.cells;
            text += &match &primitive.rule {
                Rule::Relation(_) => String::new(),
                Rule::Different | Rule::DigitSets(_) => self.house(primitive)?,
                Rule::Sum(_) => {
                    let (terms, total) = primitive.sum()?;
                    format!(".Sum{}", self.names.sum(total, &terms))
                }
                Rule::Automaton(automaton) => self.automaton(cells, automaton, title)?,
                Rule::Count(count) => self.automaton(cells, &count.automaton, title)?,
                Rule::Either(alternatives) => {
                    let inner = blocks.checked_sub(2)?;
                    let group = |group: &Vec<Primitive>| {
                        let group: Vec<&Primitive> = group.iter().collect();
                        self.primitives(&group, title, inner)
                    };
                    block(alternatives.iter().map(group))?
                }
                Rule::Connected(_) | Rule::DistinctPairs(_) => return None,
            };
        }
        Some(text)
    }

    /// Returns the items of the variants of houses and of pairs that have none of their own.
    fn of_variants(&self) -> String {
        let relations = self.layout.relations().iter();
        let relations = relations.filter(|of| of.source.is_of_pairs());
        let houses = self.layout.houses().iter();
        let is_variant =
            |of: &&Primitive| matches!(of.source, Source::Window(_) | Source::Group(_));
        let houses = houses
            .filter(is_variant)
            .filter_map(|house| self.house(house));
        houses.collect::<String>() + &self.relations(relations, None)
    }

    /// Returns the items of the relations among some primitives.
    fn relations<'p>(
        &self,
        primitives: impl Iterator<Item = &'p Primitive>,
        title: Option<&Title>,
    ) -> String {
        let mut tables: Vec<(String, String)> = Vec::new();
        for primitive in primitives {
            let Rule::Relation(table) = &primitive.rule else {
                continue;
            };
            let table = coded::table(self.names.board, |one, other| !table.forbids([one, other]));
            let list = self.names.list(&primitive.cells);
            match tables.iter_mut().find(|(known, _)| *known == table) {
                // An empty argument ends a list.
                Some((_, lists)) => *lists += &format!("~{list}"),
                None => tables.push((table, list)),
            }
        }
        let title = title_argument(title);
        let items = tables.into_iter();
        let items = items.map(|(table, lists)| format!(".Pair~{table}{title}{lists}"));
        items.collect()
    }

    fn house(&self, house: &Primitive) -> Option<String> {
        let cells = self.names.list(&house.cells);
        match (house.sum(), house.sets()) {
            (Some((_, total @ 1..)), _) => Some(format!(".Cage~{total}{cells}")),
            (Some((terms, total)), _) => {
                let sum = self.names.sum(total, &terms);
                Some(format!(".AllDifferent{cells}.Sum{sum}"))
            }
            (None, None) => Some(format!(".AllDifferent{cells}")),
            // No set of digits: no digit fits.
            (None, Some([])) => Some(format!(".NFA~{cells}")),
            (None, Some(_)) => None,
        }
    }

    fn automaton(
        &self,
        cells: &[Cell],
        automaton: &Automaton,
        title: Option<&Title>,
    ) -> Option<String> {
        let code = codes::of_automaton(automaton, self.names.board.digit_count())?;
        let cells = self.names.list(cells);
        Some(format!(".NFA~{code}{}{cells}", title_argument(title)))
    }

    /// Returns the item for givens and removed candidates.
    fn cells(&self, puzzle: &Puzzle, givens: &Grid) -> String {
        let board = self.names.board;
        let mut item = String::new();
        for cell in board.cells() {
            let values = match givens.value(cell) {
                Some(value) => Some(vec![value]),
                None => values_left(puzzle, cell),
            };
            if let Some(values) = values {
                let values = values.iter().map(|value| format!("_{value}"));
                item += &format!("~{}{}", self.names.name(cell), values.collect::<String>());
            }
        }
        match item.is_empty() {
            true => item,
            false => format!(".{item}"),
        }
    }
}

/// Returns the block of alternatives, each of which is the text of some items.
fn block(alternatives: impl Iterator<Item = Option<String>>) -> Option<String> {
    let mut text = ".Or".to_string();
    for items in alternatives {
        let items = items?;
        text += &match items.matches('.').count() {
            1 => items,
            _ => format!(".And{items}.End"),
        };
    }
    Some(text + ".End")
}
