//! Arrays in any language: brackets, braces or parentheses that nest around cells or rows.
//!
//! JSON, Python, C, Rust, Haskell, MATLAB, Prolog and NumPy differ in the brackets, the separators
//! and the word for a blank. A tree of lists and values is enough to find a board in any of them.

use super::builder::PuzzleBuilder;
use super::cell_list::{Given, board_of_givens};
use super::draft::PuzzleDraft;
use super::found::Near;
use super::glyph::{CellText, Glyph, Line, LineColumn, trim};
use super::record::usual_column;
use super::row::{Reading, SHORTEST, cells, is_null};

/// A part of an array, with its key if it is a field of an object.
#[derive(Debug)]
struct ArrayItem {
    key: Option<String>,
    node: ArrayNode,
}

#[derive(Debug)]
enum ArrayNode {
    Value(CellText),
    List(Vec<ArrayItem>, LineColumn),
}

/// The boards of one outermost bracket, or the error if it is nearly one, and the lines it spans.
pub(crate) struct Array {
    pub boards: Vec<PuzzleDraft>,
    pub near: Option<Near>,
    pub lines: std::ops::RangeInclusive<usize>,
}

/// The deepest nesting that is read. No board needs more.
const DEEPEST: usize = 64;

/// Finds the arrays in lines.
pub(crate) fn arrays(lines: &[Line], builder: &PuzzleBuilder) -> Vec<Array> {
    let mut glyphs = Vec::new();
    let mut ends = Vec::new();
    for line in lines {
        glyphs.extend_from_slice(line);
        glyphs.push(Glyph::new('\n', (0, 0)));
        ends.push(glyphs.len());
    }
    let line_of = |at: usize| ends.partition_point(|end| *end <= at);
    let found = outermost(&glyphs).into_iter().map(|(start, end)| {
        let mut parser = Parser {
            glyphs: &glyphs[..end],
            at: start + 1,
        };
        let position = glyphs[start].position();
        let items = parser.items(1);
        let near = near(&items, position);
        Array {
            boards: boards(&ArrayNode::List(items, position), builder),
            near,
            lines: line_of(start)..=line_of(end),
        }
    });
    found.collect()
}

/// Returns the error of an array at a place whose rows are not a board.
fn near(items: &[ArrayItem], place: LineColumn) -> Option<Near> {
    let row = |item: &ArrayItem| match &item.node {
        ArrayNode::List(cells, at) => {
            let is_row = cells.iter().all(|cell| leaf(&cell.node).is_some());
            is_row.then_some((cells.len(), *at))
        }
        ArrayNode::Value(_) => None,
    };
    let rows: Vec<(usize, LineColumn)> = items.iter().map(row).collect::<Option<_>>()?;
    let (longest, _) = rows.iter().max()?;
    let size = rows.len().max(*longest);
    let cells = rows.iter().map(|(cells, _)| cells).sum();
    let mut numbered = rows.iter().zip(1..);
    let (place, found) = match numbered.find(|((cells, _), _)| *cells != size) {
        Some(((count, at), number)) => {
            let found = format!("{} rows; row {number} has {count} cells", rows.len());
            (*at, found)
        }
        None => (place, format!("{} rows of {size} cells", rows.len())),
    };
    let size = size.max(SHORTEST);
    let expected = format!("{size} rows of {size} cells");
    (cells > 1).then(|| Near::new("an array", place, expected, found, cells))
}

/// Returns the outermost pairs of brackets.
fn outermost(glyphs: &[Glyph]) -> Vec<(usize, usize)> {
    let mut open: Vec<(char, usize)> = Vec::new();
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (at, glyph) in glyphs.iter().enumerate() {
        let closing = match glyph.c {
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
        let Some(found) = open[nearby..].iter().rposition(|(c, _)| *c == closing) else {
            continue;
        };
        let (_, start) = open[nearby + found];
        open.truncate(nearby + found);
        while pairs.last().is_some_and(|(inner, _)| *inner > start) {
            pairs.pop();
        }
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
    fn items(&mut self, depth: usize) -> Vec<ArrayItem> {
        let mut items: Vec<ArrayItem> = Vec::new();
        let mut key: Option<String> = None;
        // After a comma, another one ends an empty item.
        let mut is_after_comma = true;
        while let Some(glyph) = self.glyphs.get(self.at).copied() {
            self.at += 1;
            let node = match glyph.c {
                '[' | '{' | '(' if depth < DEEPEST => {
                    // A name before a bracket is that of a function or type.
                    let is_name = |item: &mut ArrayItem| matches!(&item.node, ArrayNode::Value(name) if is_name(name));
                    if !is_after_comma {
                        items.pop_if(is_name);
                    }
                    Some(ArrayNode::List(self.items(depth + 1), glyph.position()))
                }
                ']' | '}' | ')' => break,
                ':' | '=' => {
                    let last = items.pop();
                    key = last.and_then(|item| match item.node {
                        ArrayNode::Value(name) => Some(name.text),
                        ArrayNode::List(..) => None,
                    });
                    None
                }
                ',' if is_after_comma => {
                    Some(ArrayNode::Value(CellText::of(&[], glyph.position())))
                }
                quote @ ('"' | '\'') => {
                    let text = self.take_while(|c| c != quote && c != '\n');
                    let value = CellText::of(trim(text), glyph.position());
                    self.at += 1;
                    Some(ArrayNode::Value(value))
                }
                c if c.is_whitespace() || ",;[{(|".contains(c) => None,
                _ => {
                    self.at -= 1;
                    let is_part = |c: char| !c.is_whitespace() && !"[](){},;|\"':=".contains(c);
                    let value = CellText::of(self.take_while(is_part), glyph.position());
                    // MATLAB continues a line with dots.
                    if value.text == "..." {
                        continue;
                    }
                    Some(ArrayNode::Value(value))
                }
            };
            if let Some(node) = node {
                let key = key.take();
                items.push(ArrayItem { key, node });
            }
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
fn is_name(token: &CellText) -> bool {
    let is_long = token.text.chars().nth(1).is_some();
    token.text.starts_with(char::is_alphabetic) && is_long && !is_null(&token.text)
}

/// Returns the boards in a node: the node itself, or those in its items.
fn boards(node: &ArrayNode, builder: &PuzzleBuilder) -> Vec<PuzzleDraft> {
    if let Some(board) = board(node, builder) {
        return vec![board];
    }
    let ArrayNode::List(items, _) = node else {
        return Vec::new();
    };
    let fields: Vec<String> = items.iter().filter_map(|item| item.key.clone()).collect();
    // pandas writes a column as an object with the numbers of its rows.
    let are_numbers = fields.iter().all(|key| key.parse::<usize>().is_ok());
    let of_item = |item: &ArrayItem| boards(&item.node, builder);
    if fields.len() < items.len() || are_numbers {
        let found: Vec<Vec<PuzzleDraft>> = items.iter().map(of_item).collect();
        // Another text as long says more about the puzzle, such as its regions.
        let length = |item: &ArrayItem| match &item.node {
            ArrayNode::Value(text) => text.text.len(),
            ArrayNode::List(..) => 0,
        };
        let is_other = |(item, boards): (&ArrayItem, &Vec<PuzzleDraft>)| {
            let mut cells = found.iter().flatten().map(|board| board.cells.len());
            boards.is_empty() && length(item) > SHORTEST && cells.any(|cells| cells == length(item))
        };
        // Texts without blanks among other values are no puzzles.
        let is_full = |board: &PuzzleDraft| board.givens.blanks().next().is_none();
        let is_record = found.iter().any(Vec::is_empty)
            && found.iter().flatten().count() > 1
            && found.iter().flatten().all(is_full);
        if is_record || items.iter().zip(&found).any(is_other) {
            return Vec::new();
        }
        return found.into_iter().flatten().collect();
    }
    // One field is the puzzle, and another may be its solution.
    let usual = usual_column(&fields).map(|index| &items[index]);
    let is_solution = |item: &&ArrayItem| {
        let key = item.key.as_deref().unwrap_or_default().to_ascii_lowercase();
        ["solution", "solved", "answer"]
            .iter()
            .any(|word| key.contains(word))
    };
    let (solutions, others): (Vec<&ArrayItem>, Vec<&ArrayItem>) =
        items.iter().partition(is_solution);
    let in_order = usual.into_iter().chain(others).chain(solutions);
    let mut found = in_order.map(of_item);
    found.find(|boards| !boards.is_empty()).unwrap_or_default()
}

/// Returns the board that a node is: a string, a list of givens, a list of rows, or a list of cells.
fn board(node: &ArrayNode, builder: &PuzzleBuilder) -> Option<PuzzleDraft> {
    let first_board = |candidates: [Option<Vec<CellText>>; 2]| {
        let mut candidates = candidates.into_iter().flatten();
        candidates.find_map(|cells| builder.board(cells))
    };
    match node {
        ArrayNode::Value(text) => first_board([Some(symbols(text)), Some(words(text))]),
        ArrayNode::List(items, _) => {
            if let Some(givens) = givens(items) {
                return builder.board(board_of_givens(&givens, builder.options.shape)?);
            }
            if let [
                ArrayItem {
                    node: ArrayNode::List(..),
                    ..
                },
            ] = &items[..]
            {
                return None;
            }
            let leaves = items.iter().map(|item| leaf(&item.node));
            let rows = items.iter().map(|item| row(&item.node, items.len()));
            let rows: Option<Vec<Vec<CellText>>> = rows.collect();
            first_board([rows.map(|rows| rows.concat()), leaves.collect()])
        }
    }
}

/// Returns the cells of a row with this number of cells: its values, or the symbols of one string.
fn row(node: &ArrayNode, count: usize) -> Option<Vec<CellText>> {
    let text = match node {
        ArrayNode::Value(text) => text,
        ArrayNode::List(items, _) => match &items[..] {
            [
                ArrayItem {
                    node: ArrayNode::Value(text),
                    ..
                },
            ] if count > 1 => text,
            items => {
                let leaves: Option<Vec<CellText>> =
                    items.iter().map(|item| leaf(&item.node)).collect();
                return leaves.filter(|leaves| leaves.len() == count);
            }
        },
    };
    let readings = [symbols(text), words(text)];
    readings.into_iter().find(|cells| cells.len() == count)
}

/// Returns the text of a cell: a value, or an object with the value in a field.
fn leaf(node: &ArrayNode) -> Option<CellText> {
    match node {
        ArrayNode::Value(token) => Some(token.clone()),
        ArrayNode::List(items, position) if items.is_empty() => Some(CellText::of(&[], *position)),
        // `Some(7)` in Rust and Haskell.
        ArrayNode::List(items, _) if items.len() == 1 && items[0].key.is_none() => {
            leaf(&items[0].node)
        }
        ArrayNode::List(items, position) => {
            let is_object = items.iter().all(|item| item.key.is_some());
            let value = field(items, &["value", "digit", "val", "v", "number", "n"]);
            let blank = || CellText::of(&[], *position);
            is_object.then(|| value.cloned().unwrap_or_else(blank))
        }
    }
}

/// Returns the givens of a list of cells: objects with row, column and value, or three numbers each.
fn givens(items: &[ArrayItem]) -> Option<Vec<Given>> {
    let given = |item: &ArrayItem| {
        let ArrayNode::List(fields, position) = &item.node else {
            return None;
        };
        let number = |token: &CellText| token.text.parse().ok();
        let named = |names| number(field(fields, names)?);
        let numbered = |index: usize| match &fields[index].node {
            ArrayNode::Value(token) => number(token),
            ArrayNode::List(..) => None,
        };
        let is_triple = fields.len() == 3 && fields.iter().all(|field| field.key.is_none());
        let [row, column, value] = match is_triple {
            true => [numbered(0)?, numbered(1)?, numbered(2)?],
            false => [
                named(&["row", "r", "y", "i"])?,
                named(&["column", "col", "c", "x", "j"])?,
                named(&["value", "digit", "val", "v", "number", "n"])?,
            ],
        };
        let position = *position;
        Some(Given {
            row,
            column,
            value,
            position,
        })
    };
    (items.len() > 3).then(|| items.iter().map(given).collect())?
}

/// Returns the value of the first of these fields.
fn field<'i>(items: &'i [ArrayItem], names: &[&str]) -> Option<&'i CellText> {
    let is = |item: &&ArrayItem, name: &str| {
        item.key
            .as_ref()
            .is_some_and(|key| key.eq_ignore_ascii_case(name))
    };
    let found = names
        .iter()
        .find_map(|name| items.iter().find(|item| is(item, name)))?;
    match &found.node {
        ArrayNode::Value(token) => Some(token),
        ArrayNode::List(..) => None,
    }
}

/// Returns the symbols of a string as cells.
fn symbols(text: &CellText) -> Vec<CellText> {
    cells(&glyphs(text), Reading::Symbols)
}

/// Returns the words of a string as cells.
fn words(text: &CellText) -> Vec<CellText> {
    cells(&glyphs(text), Reading::Words)
}

fn glyphs(text: &CellText) -> Line {
    let (line, column) = text.position;
    let places = (column..).map(|column| (line, column));
    let glyphs = text.text.chars().zip(places);
    glyphs.map(|(c, place)| Glyph::new(c, place)).collect()
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
