//! The boards and the names of constraints of f-puzzles, for links in both directions.

use satdoku::board::{Cell, Layout, Ruleset, Shape, Source, Variant};

/// The board sizes that f-puzzles supports.
pub(crate) const SIZES: std::ops::RangeInclusive<usize> = 4..=16;

/// Fields of lines, and the names of the constraints.
pub(crate) const LINES: [(&str, &str); 13] = [
    ("betweenline", "between"),
    ("doublearrow", "double-arrow"),
    ("entropicline", "entropic"),
    ("lockout", "lockout"),
    ("modularline", "modular"),
    ("nabner", "nabner"),
    ("palindrome", "palindrome"),
    ("regionsumline", "region-sum"),
    ("renban", "renban"),
    ("slowthermometer", "slow-thermometer"),
    ("thermometer", "thermometer"),
    ("whispers", "whispers"),
    ("zipperline", "zipper"),
];

/// Fields of groups of cells, possibly with a number.
pub(crate) const GROUPS: [(&str, &str); 3] = [
    ("difference", "difference"),
    ("killercage", "cage"),
    ("ratio", "ratio"),
];

/// Fields of single cells, as `cell` or in `cells`. A column indexer has the number of a column, which it
/// finds in its row.
pub(crate) const CELLS: [(&str, &str); 7] = [
    ("boxindexer", "box-indexer"),
    ("columnindexer", "row-indexer"),
    ("even", "even"),
    ("maximum", "maximum"),
    ("minimum", "minimum"),
    ("odd", "odd"),
    ("rowindexer", "column-indexer"),
];

/// Fields of clues outside the grid for rows and columns.
pub(crate) const CLUES: [(&str, &str); 3] = [
    ("sandwichsum", "sandwich"),
    ("skyscraper", "skyscraper"),
    ("xsum", "x-sum"),
];

/// Returns the boxes of f-puzzles for this size. Boards that cannot have any have none.
pub(crate) fn usual_shape(size: usize) -> Option<Shape> {
    Shape::usual(size).or_else(|| Shape::without_boxes(size).ok())
}

/// Returns the box number of each cell in reading order. On a board without boxes, no cell has one.
pub(crate) fn boxes(shape: Shape) -> Vec<Option<usize>> {
    let cells = (0..shape.size() * shape.size()).map(Cell::from_index);
    let number = |cell| shape.has_boxes().then(|| shape.box_of(cell));
    cells.map(number).collect()
}

/// Returns the cell names of each window of a windoku of this size.
pub(crate) fn windows(size: usize) -> Vec<Vec<String>> {
    let rules = usual_shape(size).map(Ruleset::classic);
    let rules = rules.and_then(|rules| rules.with(&[Variant::Windoku]).ok());
    let Some(layout) = rules.map(Layout::new) else {
        return Vec::new();
    };
    let windows = layout.houses().iter();
    let windows = windows.filter(|house| matches!(house.source, Source::Window(_)));
    let name = |cell: &Cell| cell.name(size).to_string().to_ascii_uppercase();
    windows
        .map(|house| house.cells.iter().map(name).collect())
        .collect()
}
