//! Arrays in any language: brackets, braces or parentheses that nest around cells or rows.
//!
//! JSON, Python, C, Rust, Haskell, MATLAB, Prolog and NumPy differ in the brackets, the separators
//! and the word for a blank. A tree of lists and values is enough to find a board in any of them.

use std::ops::Range;

use super::builder::PuzzleBuilder;
use super::draft::PuzzleDraft;
use super::found::Near;
use super::givens::{Given, board_of_givens};
use super::glyph::{CellText, Glyph, Line, LineColumn, trim};
use super::record::usual_column;
use super::row::{Reading, SHORTEST, cells, is_null};
use satdoku::format_error::{FormatError, quote};

/// A part of an array.
#[derive(Debug)]
enum Node {
    Value(CellText),
    List(List),
}

/// A bracket with its items, each with its key if it is a field of an object.
#[derive(Debug)]
struct List {
    /// The name of a function or type in front of the bracket.
    name: Option<CellText>,
    items: Vec<(Option<String>, Node)>,
    place: LineColumn,
}

/// The boards of one outermost bracket and the lines it spans.
pub(crate) struct Array {
    pub boards: Vec<PuzzleDraft>,
    /// The error if it is nearly a board, or is filled in another order and so has none.
    pub near: Option<Near>,
    pub lines: Range<usize>,
}

/// The deepest nesting that is read. No board needs more.
const DEEPEST: usize = 64;

/// Finds the arrays in lines.
pub(crate) fn arrays(lines: &[Line], builder: &PuzzleBuilder) -> Vec<Array> {
    let (mut glyphs, mut ends) = (Line::new(), Vec::new());
    for line in lines {
        glyphs.extend_from_slice(line);
        glyphs.push(Glyph::new('\n', (0, 0)));
        ends.push(glyphs.len());
    }
    let line_of = |at: usize| ends.partition_point(|end| *end <= at);
    let found = outermost(&glyphs).into_iter().map(|(start, end)| {
        let is_name = |glyph: &Glyph| glyph.c.is_alphanumeric() || "._".contains(glyph.c);
        let name = glyphs[..start].iter().rposition(|glyph| !is_name(glyph));
        let name = &glyphs[name.map_or(0, |at| at + 1)..start];
        let mut parser = Parser {
            glyphs: &glyphs[..end],
            at: start + 1,
        };
        let list = List {
            name: Some(CellText::of(name, (1, 1))),
            items: parser.items(1),
            place: glyphs[start].position(),
        };
        let (near, boards) = match by_columns(&list) {
            Some(error) => (Some(error), Vec::new()),
            None => (near(&list), boards(&Node::List(list), builder)),
        };
        Array {
            boards,
            near,
            lines: line_of(start)..line_of(end) + 1,
        }
    });
    found.collect()
}

/// Returns the outermost pairs of brackets.
fn outermost(glyphs: &[Glyph]) -> Vec<(usize, usize)> {
    let mut open: Vec<(char, usize)> = Vec::new();
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (at, glyph) in glyphs.iter().enumerate() {
        let opening = match glyph.c {
            '[' | '{' | '(' => {
                open.push((glyph.c, at));
                continue;
            }
            ']' => '[',
            '}' => '{',
            ')' => '(',
            _ => continue,
        };
        // Only nearby brackets count, so that prose full of unclosed ones takes linear time.
        let nearby = open.len().saturating_sub(DEEPEST);
        let found = open[nearby..].iter().rposition(|(c, _)| *c == opening);
        let Some(found) = found else { continue };
        let (_, start) = open[nearby + found];
        open.truncate(nearby + found);
        while pairs.pop_if(|(inner, _)| *inner > start).is_some() {}
        pairs.push((start, at));
    }
    pairs
}

struct Parser<'a> {
    glyphs: &'a [Glyph],
    at: usize,
}

impl Parser<'_> {
    /// Parses the items up to the bracket that closes them.
    fn items(&mut self, depth: usize) -> Vec<(Option<String>, Node)> {
        let mut items: Vec<(Option<String>, Node)> = Vec::new();
        let mut key: Option<String> = None;
        // After a comma, another one ends an empty item.
        let mut is_after_comma = true;
        while let Some(glyph) = self.glyphs.get(self.at).copied() {
            self.at += 1;
            let place = glyph.position();
            let node = match glyph.c {
                '[' | '{' | '(' if depth < DEEPEST => {
                    let is_name = |(_, last): &mut (Option<String>, Node)| is_name(last);
                    let name = items.pop_if(|last| !is_after_comma && is_name(last));
                    let name = match name {
                        Some((_, Node::Value(name))) => Some(name),
                        _ => None,
                    };
                    let items = self.items(depth + 1);
                    Some(Node::List(List { name, items, place }))
                }
                ']' | '}' | ')' => break,
                ':' | '=' => {
                    key = match items.pop() {
                        Some((_, Node::Value(name))) => Some(name.text),
                        _ => None,
                    };
                    None
                }
                quote @ ('"' | '\'') => {
                    let text = self.take_while(|c| c != quote && c != '\n');
                    let value = CellText::of(trim(text), place);
                    self.at += 1;
                    Some(Node::Value(value))
                }
                ',' if is_after_comma => Some(Node::Value(CellText::of(&[], place))),
                c if c.is_whitespace() || ",;[{(|".contains(c) => None,
                _ => {
                    self.at -= 1;
                    let is_part = |c: char| !c.is_whitespace() && !"[](){},;|\"':=".contains(c);
                    let value = CellText::of(self.take_while(is_part), place);
                    Some(Node::Value(value))
                }
            };
            items.extend(node.map(|node| (key.take(), node)));
            if !glyph.c.is_whitespace() {
                is_after_comma = glyph.c == ',';
            }
        }
        items
    }

    fn take_while(&mut self, is_part: impl Fn(char) -> bool) -> &[Glyph] {
        let rest = &self.glyphs[self.at..];
        let length = rest.iter().take_while(|glyph| is_part(glyph.c)).count();
        self.at += length;
        &rest[..length]
    }
}

/// Returns true for the name of a constructor, a type or a variable.
fn is_name(node: &Node) -> bool {
    match node {
        Node::Value(CellText { text, .. }) => {
            text.starts_with(char::is_alphabetic) && text.chars().nth(1).is_some() && !is_null(text)
        }
        Node::List(_) => false,
    }
}

/// Returns the error of a flat list of cells in a call of a function that fills an array by columns: those of
/// Fortran, Julia, MATLAB and R. NumPy's have a dot before them, and fill it by rows.
fn by_columns(list: &List) -> Option<Near> {
    let inner = list.items.iter().filter_map(|(_, node)| match node {
        Node::List(inner) => Some(inner),
        Node::Value(_) => None,
    });
    let name = list
        .name
        .as_ref()
        .filter(|name| ["reshape", "matrix"].contains(&&*name.text));
    let Some(name) = name else {
        return inner.into_iter().find_map(by_columns);
    };
    let is_number = |node: &Node| match node {
        Node::Value(cell) => {
            is_null(&cell.text) || cell.text.bytes().all(|byte| byte.is_ascii_digit())
        }
        Node::List(_) => false,
    };
    let is_flat = |inner: &&List| {
        inner
            .items
            .iter()
            .all(|(_, node)| matches!(node, Node::Value(_)))
    };
    let count = |inner: &List| {
        inner
            .items
            .iter()
            .filter(|(_, node)| is_number(node))
            .count()
    };
    let cells = inner.filter(is_flat).map(count).max()?;
    let expected = "rows of cells (Fortran, Julia, MATLAB and R fill arrays by columns)";
    let found = quote(&format!("{}(", name.text));
    let error = FormatError::new(name.position, expected, found);
    (cells >= SHORTEST * SHORTEST).then(|| Near::meant(error, cells))
}

/// Returns the error of an array whose rows are not a board.
fn near(list: &List) -> Option<Near> {
    let row = |(_, node): &(Option<String>, Node)| match node {
        Node::List(row) => leaves(row).map(|cells| (cells.len(), row.place)),
        Node::Value(_) => None,
    };
    let rows: Vec<(usize, LineColumn)> = list.items.iter().map(row).collect::<Option<_>>()?;
    let size = rows.iter().map(|(cells, _)| *cells).max()?.max(rows.len());
    let cells = rows.iter().map(|(cells, _)| cells).sum();
    let mut numbered = rows.iter().zip(1..);
    let (place, found) = match numbered.find(|((cells, _), _)| *cells != size) {
        Some(((count, at), number)) => (
            *at,
            format!("{} rows; row {number} has {count} cells", rows.len()),
        ),
        None => (list.place, format!("{} rows of {size} cells", rows.len())),
    };
    let expected = format!("{0} rows of {0} cells", size.max(SHORTEST));
    (cells > 1).then(|| Near::new("an array", place, expected, found, cells))
}

/// Returns the boards in a node: the node itself, or those in its items.
fn boards(node: &Node, builder: &PuzzleBuilder) -> Vec<PuzzleDraft> {
    if let Some(board) = board(node, builder) {
        return vec![board];
    }
    let Node::List(List { items, .. }) = node else {
        return Vec::new();
    };
    let keys: Vec<String> = items.iter().filter_map(|(key, _)| key.clone()).collect();
    // pandas writes a column as an object with the numbers of its rows.
    let are_numbers = keys.iter().all(|key| key.parse::<usize>().is_ok());
    if keys.len() == items.len() && !are_numbers {
        // One field is the puzzle, and another may be its solution.
        let is_solution = |at: &usize| {
            let key = keys[*at].to_ascii_lowercase();
            ["solution", "solved", "answer"]
                .iter()
                .any(|word| key.contains(word))
        };
        let (solutions, others): (Vec<usize>, Vec<usize>) = (0..items.len()).partition(is_solution);
        let in_order = usual_column(&keys)
            .into_iter()
            .chain(others)
            .chain(solutions);
        let mut found = in_order.map(|at| boards(&items[at].1, builder));
        return found.find(|boards| !boards.is_empty()).unwrap_or_default();
    }
    let found = items.iter().map(|(_, node)| boards(node, builder));
    let found: Vec<Vec<PuzzleDraft>> = found.collect();
    let all = || found.iter().flatten();
    // Another text as long says more about the puzzle, such as its regions.
    let is_other = |(node, boards): (&Node, &Vec<PuzzleDraft>)| match node {
        Node::Value(CellText { text, .. }) => {
            let is_as_long = |board: &PuzzleDraft| board.cells.len() == text.len();
            boards.is_empty() && text.len() > SHORTEST && all().any(is_as_long)
        }
        Node::List(_) => false,
    };
    // Texts without blanks among other values are no puzzles.
    let is_full = |board: &PuzzleDraft| board.givens.blanks().next().is_none();
    let is_record = found.iter().any(Vec::is_empty) && all().count() > 1 && all().all(is_full);
    let mut nodes = items.iter().map(|(_, node)| node).zip(&found);
    match is_record || nodes.any(is_other) {
        true => Vec::new(),
        false => found.into_iter().flatten().collect(),
    }
}

/// Returns the board that a node is: a string, a list of givens, a list of rows, or a list of cells.
fn board(node: &Node, builder: &PuzzleBuilder) -> Option<PuzzleDraft> {
    let items = match node {
        Node::Value(text) => {
            return readings(text)
                .into_iter()
                .find_map(|cells| builder.board(cells));
        }
        Node::List(List { items, .. }) => items,
    };
    if let Some(givens) = givens(items) {
        return builder.board(board_of_givens(&givens, builder.options.shape).ok()?);
    }
    let rows = items.iter().map(|(_, node)| row(node, items.len()));
    let rows: Option<Vec<Vec<CellText>>> = rows.collect();
    let cells = || {
        items
            .iter()
            .map(|(_, node)| leaf(node))
            .collect::<Option<Vec<_>>>()
    };
    let board = rows.and_then(|rows| builder.board(rows.concat()));
    board.or_else(|| builder.board(cells()?))
}

/// Returns the cells of a row with this number of cells: its values, or the symbols of one string.
fn row(node: &Node, count: usize) -> Option<Vec<CellText>> {
    let cells = match node {
        Node::Value(text) => {
            return readings(text)
                .into_iter()
                .find(|cells| cells.len() == count);
        }
        Node::List(list) => leaves(list)?,
    };
    (cells.len() == count).then_some(cells)
}

fn leaves(list: &List) -> Option<Vec<CellText>> {
    list.items.iter().map(|(_, node)| leaf(node)).collect()
}

/// Returns the text of a cell: a value, or an object with the value in a field.
fn leaf(node: &Node) -> Option<CellText> {
    let list = match node {
        Node::Value(text) => return Some(text.clone()),
        Node::List(list) => list,
    };
    let is_object = list.items.iter().all(|(key, _)| key.is_some());
    let value = field(&list.items, VALUE).cloned();
    is_object.then(|| value.unwrap_or_else(|| CellText::of(&[], list.place)))
}

/// The names of the field with the digit of a cell.
const VALUE: &str = "value digit val v number n";

/// Returns the givens of a list of cells: objects with row, column and value, or three numbers each.
fn givens(items: &[(Option<String>, Node)]) -> Option<Vec<Given>> {
    let given = |(_, node): &(Option<String>, Node)| {
        let Node::List(List { items, place, .. }) = node else {
            return None;
        };
        let texts = match &items[..] {
            [
                (None, Node::Value(row)),
                (None, Node::Value(column)),
                (None, Node::Value(value)),
            ] => [row, column, value],
            _ => [
                field(items, "row r y i")?,
                field(items, "column col c x j")?,
                field(items, VALUE)?,
            ],
        };
        let numbers = texts.iter().map(|text| text.text.parse().ok());
        let [row, column, value] = numbers.collect::<Option<Vec<usize>>>()?[..] else {
            return None;
        };
        Some(Given {
            row,
            column,
            value,
            position: *place,
        })
    };
    (items.len() > 3).then(|| items.iter().map(given).collect())?
}

/// Returns the value of the first of these fields.
fn field<'i>(items: &'i [(Option<String>, Node)], names: &str) -> Option<&'i CellText> {
    let find = |name: &str| {
        let is = |key: &Option<String>| {
            key.as_ref()
                .is_some_and(|key| key.eq_ignore_ascii_case(name))
        };
        items.iter().find(|(key, _)| is(key))
    };
    match names.split(' ').find_map(find)? {
        (_, Node::Value(text)) => Some(text),
        (_, Node::List(_)) => None,
    }
}

/// Returns the symbols and the words of a string as cells.
fn readings(text: &CellText) -> [Vec<CellText>; 2] {
    let (line, column) = text.position;
    let places = (column..).map(|column| (line, column));
    let glyphs = text
        .text
        .chars()
        .zip(places)
        .map(|(c, place)| Glyph::new(c, place));
    let glyphs: Line = glyphs.collect();
    [Reading::Symbols, Reading::Words].map(|reading| cells(&glyphs, reading))
}

#[cfg(test)]
mod tests {
    use super::super::glyph::normalise_lines;
    use super::super::record::ReadOptions;
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let lines = normalise_lines(text, (1, 1));
        let arrays = arrays(&lines, &PuzzleBuilder::new(&ReadOptions::default()));
        let boards = arrays.into_iter().flat_map(|array| array.boards);
        boards.map(|board| board.givens.to_string()).collect()
    }

    #[test]
    fn boards_are_found_in_any_language() {
        for text in [
            "[[1,0,0,0],[0,0,2,0],[0,3,0,0],[0,0,0,4]]",
            "x = [\n  [1, None, None, None],\n  [0, 0, 2, 0],\n  [0, 3, 0, 0],\n  [0, 0, 0, 4],\n]\n",
            "int b[4][4] = {{1,0,0,0},{0,0,2,0},{0,3,0,0},{0,0,0,4}};",
            "A = [1 0 0 0; 0 0 2 0; 0 3 0 0; 0 0 0 4]",
            "array([[1, 0, 0, 0],\n [0, 0, 2, 0],\n [0, 3, 0, 0],\n [0, 0, 0, 4]])",
            "[\"1...\",\"..2.\",\".3..\",\"...4\"]",
            "[[\"1\",\".\",\".\",\".\"],[\".\",\".\",\"2\",\".\"],[\".\",\"3\",\".\",\".\"],[\".\",\".\",\".\",\"4\"]]",
            "{\"a\":{\"grids\":[{\"value\":[[1,0,0,0],[0,0,2,0],[0,3,0,0],[0,0,0,4]],\"solution\":[[1,2,3,4],[3,4,2,1],[4,3,1,2],[2,1,4,3]]}]}}",
            "[{\"row\":0,\"col\":0,\"value\":1},{\"row\":1,\"col\":2,\"value\":2},{\"row\":2,\"col\":1,\"value\":3},{\"row\":3,\"col\":3,\"value\":4}]",
            "[[{\"value\":1},{},{},{}],[{},{},{\"value\":2},{}],[{},{\"value\":3},{},{}],[{},{},{},{\"value\":4}]]",
        ] {
            assert_eq!(found(text), ["1.....2..3.....4"], "{text}");
        }
        assert_eq!(found("[(((((((]"), Vec::<String>::new());
        assert_eq!(found(&"(".repeat(100_000)), Vec::<String>::new());
    }
}
