//! The items for the board as a whole: `Shape`, `NoBoxes`, `Jigsaw`, `Var`, `Diagonal`, and those of variants.

use std::collections::BTreeMap;

use super::super::NoLink;
use super::read::StringBoard;
use super::text::{CellNames, StringItem, region_numbers, variables_of};
use crate::read::draft::{PuzzleDraft, removed_by_marks};
use satdoku::board::{
    Argument, Cell, Constraint, Extent, Grid, RegionMap, RuleLine, Ruleset, Shape, Variables,
    Variant,
};
use satdoku::format_error::{FormatError, quote};

/// The numbers of rows and columns of the Interactive Sudoku Solver.
const SIDES: std::ops::RangeInclusive<usize> = 1..=16;

/// The largest number of digits there.
const MOST_DIGITS: usize = 16;

/// The items for the board, other than those of variants.
const OF_BOARD: [&str; 5] = ["Shape", "NoBoxes", "Var", "Jigsaw", "Diagonal"];

/// Items without arguments that stand for variants.
const VARIANTS: [(&str, &[Variant]); 7] = [
    (
        "StrictKropki",
        &[Variant::NonConsecutive, Variant::NegativeRatio],
    ),
    ("AntiConsecutive", &[Variant::NonConsecutive]),
    ("AntiKing", &[Variant::AntiKing]),
    ("AntiKnight", &[Variant::AntiKnight]),
    ("DisjointSets", &[Variant::DisjointGroups]),
    ("StrictXV", &[Variant::NegativeXv]),
    ("Windoku", &[Variant::Windoku]),
];

/// The directions of diagonals: that of the second rises.
const DIAGONALS: [&str; 2] = ["-1", "1"];

/// Returns the variants that an item stands for.
pub(super) fn variants_of(name: &str) -> Option<&'static [Variant]> {
    let found = VARIANTS.iter().find(|(item, _)| *item == name);
    found.map(|(_, variants)| *variants)
}

/// Returns the items of variants, and the variants that have none on this board.
pub(super) fn variant_items(rules: &Ruleset) -> (String, Vec<Variant>) {
    let mut left = rules.variants().to_vec();
    let is_dot = |of: &&Constraint| ["difference", "ratio"].contains(&of.name());
    let mut dots = rules.constraints().iter().filter(is_dot);
    let is_usual = |dot: &Constraint| dot.unusual_number(rules.geometry()).is_none();
    let has_item = |item: &str| match item {
        "StrictKropki" => dots.clone().all(is_usual),
        // There, a dot does not exempt two cells.
        "AntiConsecutive" => dots.next().is_none(),
        "Windoku" | "DisjointSets" => has_usual_boxes(rules),
        _ => true,
    };
    let mut text = String::new();
    if let Some(at) = left.iter().position(|of| *of == Variant::Diagonal) {
        left.remove(at);
        text.extend(DIAGONALS.map(|direction| format!(".Diagonal~{direction}")));
    }
    let mut has_item = has_item;
    for (item, variants) in VARIANTS {
        if variants.iter().all(|of| left.contains(of)) && has_item(item) {
            left.retain(|of| !variants.contains(of));
            text += &format!(".{item}");
        }
    }
    (text, left)
}

/// Returns the board that the items `Shape`, `NoBoxes` and `Var` describe, with the variables of others.
pub(super) fn rules_of(items: &[StringItem]) -> Result<Ruleset, FormatError> {
    let find = |name: &str| items.iter().find(|item| item.name.text == name);
    let shape = find("Shape");
    let (rows, columns) = shape.map_or(Ok((9, 9)), sides_of)?;
    let is_raw = match shape.map(|shape| (shape, shape.argument(2))) {
        None | Some((_, "" | "Sudoku")) => false,
        Some((_, "Raw")) => true,
        Some((shape, other)) => return Err(shape.error("Sudoku or Raw", quote(other))),
    };
    let mut lines = Vec::new();
    let base = match rows == columns && rows >= Shape::MIN_SIZE {
        true => Shape::usual(rows).or_else(|| Shape::without_boxes(rows).ok()),
        false => {
            lines.push(RuleLine::Size(rows, columns));
            None
        }
    };
    if let Some((first, last)) = shape.map_or(Ok(None), digits_of)?
        && (first, last) != (1, rows.max(columns))
    {
        lines.push(RuleLine::Digits(first, last));
    }
    if is_raw {
        lines.push(RuleLine::Raw);
    }
    for item in items.iter().filter(|item| item.name.text == "Var") {
        lines.push(RuleLine::Variables(variables_of(item)?));
    }
    if find("ChaosConstruction").is_some() {
        lines.extend(region_numbers(rows, columns).map(RuleLine::Variables));
    }
    let has_boxes = !is_raw && find("NoBoxes").is_none();
    let boxes = has_boxes.then(|| default_boxes(rows, columns)).flatten();
    let boxes = match (boxes, base) {
        // The boxes that the board has already.
        (Some(boxes), Some(usual)) if boxes == usual => None,
        (Some(boxes), _) => Some(boxes),
        (None, Some(_)) => Shape::without_boxes(columns).ok(),
        (None, None) => None,
    };
    lines.extend(boxes.map(RuleLine::Box));
    let rules = Ruleset::classic(base.unwrap_or(Shape::STANDARD)).with_lines(lines);
    rules.map_err(|error| {
        let place = items.first().map_or((1, 1), |item| item.name.position);
        match shape {
            Some(shape) => shape.error(&error.expected, error.found),
            None => FormatError::new(place, error.expected, error.found),
        }
    })
}

/// Returns the rows and columns of an item `Shape`.
fn sides_of(shape: &StringItem) -> Result<(usize, usize), FormatError> {
    let text = shape.argument(0);
    let (rows, columns) = text.split_once('x').unwrap_or((text, text));
    let side = |text: &str| text.parse().ok().filter(|side| SIDES.contains(side));
    let sides = side(rows).zip(side(columns));
    sides.ok_or_else(|| shape.error("rows and columns from 1x1 to 16x16", quote(text)))
}

/// Returns the lowest and the highest digit of an item `Shape`, if it has them: `9` or `0-8`.
fn digits_of(shape: &StringItem) -> Result<Option<(usize, usize)>, FormatError> {
    let text = shape.argument(1);
    if text.is_empty() {
        return Ok(None);
    }
    let (first, last) = text.split_once('-').unwrap_or(("1", text));
    match first.parse().ok().zip(last.parse().ok()) {
        Some(digits) => Ok(Some(digits)),
        None => Err(shape.error("digits such as 0-8", quote(text))),
    }
}

/// Returns the boxes of a board without items about them: of as many cells as its longer side has, as
/// square as possible, and wider than high if both fit.
fn default_boxes(rows: usize, columns: usize) -> Option<Shape> {
    let size = rows.max(columns);
    let sides = (2..=size.isqrt())
        .rev()
        .filter(|side| size.is_multiple_of(*side));
    let shapes = sides.flat_map(|side| [(side, size / side), (size / side, side)]);
    let fits = |(height, width): &(usize, usize)| {
        rows.is_multiple_of(*height) && columns.is_multiple_of(*width)
    };
    let (height, width) = { shapes }.find(fits)?;
    Shape::new(height, width).ok()
}

/// Returns true if the board has the boxes that a string without items about them means.
fn has_usual_boxes(rules: &Ruleset) -> bool {
    rules.regions().is_none() && rules.has_boxes() && Some(rules.shape()) == usual_boxes(rules)
}

/// Returns the boxes that a string without items about them means.
fn usual_boxes(rules: &Ruleset) -> Option<Shape> {
    let (rows, columns) = (rules.geometry().rows(), rules.geometry().columns());
    default_boxes(rows, columns).filter(|_| rules.has_lines())
}

impl StringItem {
    /// Returns true for an item about the board as a whole.
    pub fn is_of_board(&self) -> bool {
        OF_BOARD.contains(&self.name.text.as_str())
    }
}

impl StringBoard {
    /// Adds the items for the board as a whole.
    pub fn finish(mut self, items: &[StringItem]) -> Result<PuzzleDraft, FormatError> {
        let named = |name: &'static str| items.iter().filter(move |item| item.name.text == name);
        self.add_diagonals(named("Diagonal"))?;
        if named("AntiConsecutive").next().is_some() {
            self.forbid_consecutive_dots();
        }
        let mut regions = None;
        for item in named("Jigsaw") {
            let map = self.jigsaw(item)?;
            regions = regions.or(map);
        }
        let board = self.rules.geometry();
        let mut givens = Grid::blank(board);
        let mut removed = Vec::new();
        for (index, digits) in self.candidates.iter().enumerate() {
            let cell = Cell::from_index(index);
            match digits.as_deref() {
                None => {}
                Some([digit]) => givens.set(cell, Some(*digit)),
                Some(digits) => removed.extend(removed_by_marks(cell, digits, board)),
            }
        }
        let rules = match regions {
            None => self.rules,
            Some((item, map)) => {
                let rules = self.rules.with_regions(map);
                rules.map_err(|error| item.error(&error.expected, error.found))?
            }
        };
        Ok(PuzzleDraft {
            removed,
            variants: self.variants,
            constraints: self.constraints,
            places: self.places,
            is_described: !rules.board_lines().is_empty(),
            board: Some(rules),
            ..PuzzleDraft::new(givens)
        })
    }

    fn add_diagonals<'a>(
        &mut self,
        items: impl Iterator<Item = &'a StringItem>,
    ) -> Result<(), FormatError> {
        let mut found = BTreeMap::new();
        let (rows, columns) = (
            self.rules.geometry().rows(),
            self.rules.geometry().columns(),
        );
        for item in items {
            let direction = DIAGONALS.iter().position(|of| *of == item.argument(0));
            let wrong = || item.error("1 or -1", quote(item.argument(0)));
            found.insert(direction.ok_or_else(wrong)?, item);
            if rows != columns {
                return Err(item.error("a square board", format!("{rows}x{columns}")));
            }
        }
        if found.len() > 1 {
            self.variants.push(Variant::Diagonal);
        } else if let Some((direction, item)) = found.pop_first() {
            let column = |row: usize| if direction == 1 { rows - 1 - row } else { row };
            let cells = (0..rows).map(|row| Cell::at(row, column(row), rows));
            self.add_region(item, cells.collect())?;
        }
        Ok(())
    }

    fn add_region(&mut self, item: &StringItem, cells: Vec<Cell>) -> Result<(), FormatError> {
        let region = Constraint::new("extra-region", [Argument::Cells(cells)]);
        let region = region.map_err(|error| item.error(&error.expected, error.found))?;
        self.push(item, region);
        Ok(())
    }

    /// Forbids consecutive digits also where there are dots, which exempt a pair of cells from the
    /// variant but not from the item.
    fn forbid_consecutive_dots(&mut self) {
        let dots = self.constraints.iter().zip(&self.places);
        let dots = dots.filter(|(of, _)| ["difference", "ratio"].contains(&of.name()));
        let apart = dots.filter_map(|(of, place)| {
            let cells = Argument::Cells(of.group(0).to_vec());
            let apart = Constraint::new("whispers", [Argument::Number(2), cells]);
            Some((apart.ok()?, *place))
        });
        let (apart, places): (Vec<_>, Vec<_>) = apart.unzip();
        self.constraints.extend(apart);
        self.places.extend(places);
    }

    /// Returns the regions of a jigsaw if they replace the boxes, or adds them to the boxes. One group of
    /// cells can be those that are in no region.
    fn jigsaw<'a>(
        &mut self,
        item: &'a StringItem,
    ) -> Result<Option<(&'a StringItem, RegionMap)>, FormatError> {
        let board = self.rules.geometry().clone();
        let layout = item.arguments.last().map_or("", |layout| &layout.text);
        let symbols: Vec<char> = layout.chars().collect();
        if symbols.len() != board.grid_cell_count() {
            let expected = format!("{} symbols", board.grid_cell_count());
            return Err(item.error(&expected, symbols.len().to_string()));
        }
        let mut groups: BTreeMap<char, Vec<Cell>> = BTreeMap::new();
        for (cell, symbol) in board.grid_cells().zip(&symbols) {
            groups.entry(*symbol).or_default().push(cell);
        }
        let sizes = board.rows().max(board.columns())..=board.grid_digits().len();
        let is_region = |cells: &Vec<Cell>| sizes.contains(&cells.len());
        let others = groups.values().filter(|cells| !is_region(cells)).count();
        if others > 1 {
            let labels: Vec<Option<char>> = symbols.iter().copied().map(Some).collect();
            let (expected, found) = match RegionMap::from_labels(&labels) {
                Err(error) => (error.expected(), error.found()),
                Ok(_) => (
                    format!("regions of {} cells", sizes.start()),
                    "others".into(),
                ),
            };
            return Err(item.error(&expected, found));
        }
        if !self.rules.has_boxes() && (others == 0 || !board.is_square()) {
            let label = |symbol: &char| is_region(&groups[symbol]).then_some(*symbol);
            let labels: Vec<Option<char>> = symbols.iter().map(label).collect();
            let map = RegionMap::on(&board, &labels);
            let map = map.map_err(|error| item.error(&error.expected(), error.found()))?;
            return Ok(Some((item, map)));
        }
        let is_box = |cells: &Vec<Cell>| {
            let mut regions = cells.iter().map(|cell| self.rules.region_of(*cell));
            let first = regions.next().flatten();
            first.is_some() && regions.all(|region| region == first)
        };
        groups.retain(|_, cells| is_region(cells) && !is_box(cells));
        for cells in groups.into_values() {
            self.add_region(item, cells)?;
        }
        Ok(None)
    }
}

/// Returns the items of the board without its variants.
pub(super) fn board_items(rules: &Ruleset, names: CellNames) -> Result<String, NoLink> {
    let board = rules.geometry();
    let (rows, columns) = (board.rows(), board.columns());
    let is_single = rules.corners().is_empty() && !board.has_holes();
    if let Some(line) = rules.board_lines().first().filter(|_| !is_single) {
        return Err(NoLink::no_item(line));
    }
    if !SIDES.contains(&rows) || !SIDES.contains(&columns) {
        return Err(NoLink::no_item(&format!("board {rows}x{columns}")));
    }
    let (first, last) = (*board.values().start(), *board.values().end());
    let is_other = |of: &&Variables| of.digits.is_some_and(|digits| digits != (first, last));
    if let Some(variables) = board.variables().iter().find(is_other) {
        return Err(NoLink::no_item(&format!("variables {variables}")));
    }
    if board.digit_count() > MOST_DIGITS {
        return Err(NoLink::no_item(&format!("digits {first}-{last}")));
    }
    let mut shape = format!(".Shape~{rows}x{columns}");
    let is_usual = (first, last) == (1, rows.max(columns));
    if !is_usual {
        shape += &format!("~{first}-{last}");
    }
    if !rules.has_lines() {
        shape += if is_usual { "~~Raw" } else { "~Raw" };
    }
    let is_default = shape == ".Shape~9x9";
    let mut text = if is_default { String::new() } else { shape };
    text += &boxes(rules)?;
    let own = |of: &&Variables| names.regions != Some(&of.name);
    for variables in board.variables().iter().filter(own) {
        text += &format!(".Var~{}", &names.prefix(&variables.name)[1..]);
        match variables.extent {
            Extent::Single => {}
            Extent::List(count) => text += &format!("~~{count}"),
            Extent::Table(rows, columns) => text += &format!("~~{rows}x{columns}"),
        }
    }
    Ok(text)
}

/// Returns the items about boxes and regions.
fn boxes(rules: &Ruleset) -> Result<String, NoLink> {
    if has_usual_boxes(rules) {
        return Ok(String::new());
    }
    let none = usual_boxes(rules).map_or("", |_| ".NoBoxes");
    if rules.regions().is_none() && !rules.has_boxes() {
        return Ok(none.to_string());
    }
    Ok(format!("{none}{}", jigsaw_item(rules)?))
}

/// Returns the item with the region of each cell.
fn jigsaw_item(rules: &Ruleset) -> Result<String, NoLink> {
    let board = rules.geometry();
    let regions = board.grid_cells().map(|cell| rules.region_of(cell));
    let regions: Vec<Option<usize>> = regions.collect();
    let size_of =
        |wanted: Option<usize>| regions.iter().filter(|region| **region == wanted).count();
    let count = regions.iter().flatten().max().map_or(0, |last| last + 1);
    let sizes = board.rows().max(board.columns())..=board.grid_digits().len();
    let others = size_of(None);
    let is_readable = (0..count).all(|region| sizes.contains(&size_of(Some(region))))
        && (others == 0 || (!board.is_square() && !sizes.contains(&others)))
        // A single region is ignored there.
        && count + usize::from(others > 0) > 1;
    let symbol = |region: &Option<usize>| char::from_digit(region.unwrap_or(count) as u32, 36);
    let symbols: Option<String> = regions.iter().map(symbol).collect();
    match symbols.filter(|_| is_readable) {
        Some(symbols) => Ok(format!(".Jigsaw~{}", symbols.to_ascii_uppercase())),
        None => Err(NoLink::no_item(&match rules.regions() {
            Some(regions) => format!("regions {regions}"),
            None => format!("box {}", rules.shape()),
        })),
    }
}
