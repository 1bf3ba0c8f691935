//! Arrays in any language: brackets, braces or parentheses that nest around cells or rows.
//!
//! JSON, Python, C, Rust, Haskell, MATLAB, Prolog and NumPy differ in the brackets, the separators
//! and the word for a blank. A tree of lists and values is enough to find a board in any of them.

use std::ops::Range;

use super::builder::PuzzleBuilder;
use super::draft::PuzzleDraft;
use super::found::Near;
use super::givens::{Given, board_of_givens};
use super::glyph::{CellText, Glyph, Line, LineColumn, string, trim};
use super::record::usual_column;
use super::row::{Reading, SHORTEST, cells, is_null};
use satdoku::format_error::{FormatError, quote};

/// A part of an array, with the place where it begins.
struct Node {
    place: LineColumn,
    content: NodeContent,
}

enum NodeContent {
    Value(Line),
    List(Vec<Item>),
}

/// A part of a list, with its key if it is a field of an object.
type Item = (Option<String>, Node);

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
        let mut parser = Parser {
            glyphs: &glyphs[..=end],
            at: start,
            unpaired: None,
        };
        let array = parser.list(1);
        let error = by_columns(&glyphs[..end], start).or_else(|| parser.near(&array));
        let (near, boards) = match error {
            Some(error) => (Some(error), Vec::new()),
            None => (near(&array), boards(&array, builder)),
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

struct Parser<'g> {
    glyphs: &'g [Glyph],
    at: usize,
    /// The first bracket without its counterpart.
    unpaired: Option<Glyph>,
}

impl<'g> Parser<'g> {
    /// Returns the error of an array with a bracket that has no counterpart, if it has the cells of a board.
    fn near(&self, array: &Node) -> Option<Near> {
        let unpaired = self.unpaired?;
        let expected = "brackets in pairs around cells and rows";
        let error = FormatError::new(unpaired.position(), expected, quote(&string(&[unpaired])));
        let cells = array.count();
        (cells >= SHORTEST * SHORTEST).then(|| Near::meant(error, cells))
    }

    /// Parses the list that begins with a bracket.
    fn list(&mut self, depth: usize) -> Node {
        let open = self.glyphs[self.at];
        self.at += 1;
        let items = self.items(depth);
        let close = self.glyphs.get(self.at - 1).map_or(' ', |last| last.c);
        if !matches!((open.c, close), ('[', ']') | ('{', '}') | ('(', ')')) {
            self.unpaired = self.unpaired.or(Some(open));
        }
        Node {
            place: open.position(),
            content: NodeContent::List(items),
        }
    }

    /// Parses the items up to the bracket that closes them, and that bracket.
    fn items(&mut self, depth: usize) -> Vec<Item> {
        let mut items: Vec<Item> = Vec::new();
        let mut key: Option<String> = None;
        // After a comma, another one ends an empty item.
        let mut is_after_comma = true;
        while let Some(glyph) = self.glyphs.get(self.at).copied() {
            self.at += 1;
            let content = match glyph.c {
                '[' | '{' | '(' if depth < DEEPEST => {
                    items.pop_if(|(_, last)| !is_after_comma && last.is_name());
                    self.at -= 1;
                    Some(self.list(depth + 1).content)
                }
                ']' | '}' | ')' => break,
                ':' | '=' => {
                    key = items
                        .pop()
                        .and_then(|(_, name)| Some(string(name.value()?)));
                    None
                }
                quote @ ('"' | '\'') => {
                    let text = self.take_while(|c| c != quote && c != '\n');
                    self.at += 1;
                    Some(NodeContent::Value(trim(text).to_vec()))
                }
                ',' if is_after_comma => Some(NodeContent::Value(Line::new())),
                c if c.is_whitespace() || ",;[{(|".contains(c) => None,
                _ => {
                    self.at -= 1;
                    let is_part = |c: char| !c.is_whitespace() && !"[](){},;|\"':=".contains(c);
                    Some(NodeContent::Value(self.take_while(is_part).to_vec()))
                }
            };
            if let Some(content) = content {
                let place = glyph.position();
                items.push((key.take(), Node { place, content }));
            }
            if !glyph.c.is_whitespace() {
                is_after_comma = glyph.c == ',';
            }
        }
        items
    }

    fn take_while(&mut self, is_part: impl Fn(char) -> bool) -> &'g [Glyph] {
        let rest = &self.glyphs[self.at..];
        let length = rest.iter().take_while(|glyph| is_part(glyph.c)).count();
        self.at += length;
        &rest[..length]
    }
}

impl Node {
    fn value(&self) -> Option<&Line> {
        match &self.content {
            NodeContent::Value(text) => Some(text),
            NodeContent::List(_) => None,
        }
    }

    /// Returns the number of values that are not names.
    fn count(&self) -> usize {
        match &self.content {
            NodeContent::Value(_) => usize::from(!self.is_name()),
            NodeContent::List(items) => items.iter().map(|(_, item)| item.count()).sum(),
        }
    }

    /// Returns the items of a list. A value has none.
    fn items(&self) -> &[Item] {
        match &self.content {
            NodeContent::Value(_) => &[],
            NodeContent::List(items) => items,
        }
    }

    /// Returns true for the name of a constructor, a type or a variable.
    fn is_name(&self) -> bool {
        self.value().is_some_and(|text| match &text[..] {
            [first, _, ..] => first.c.is_alphabetic() && !is_null(&string(text)),
            _ => false,
        })
    }

    /// Returns the value of the first of these fields.
    fn field(&self, names: &str) -> Option<CellText> {
        let find = |name: &str| {
            let is_name = |key: &Option<String>| {
                key.as_ref()
                    .is_some_and(|key| key.eq_ignore_ascii_case(name))
            };
            self.items().iter().find(|(key, _)| is_name(key))
        };
        let (_, field) = names.split(' ').find_map(find)?;
        Some(CellText::of(field.value()?, field.place))
    }

    /// Returns the cell that the node is: a value, or an object with the value in a field.
    fn cell(&self) -> Option<CellText> {
        if let Some(text) = self.value() {
            return Some(CellText::of(text, self.place));
        }
        let is_object = self.items().iter().all(|(key, _)| key.is_some());
        let value = || {
            self.field(VALUE)
                .unwrap_or_else(|| CellText::of(&[], self.place))
        };
        is_object.then(value)
    }

    /// Returns the cells of a list, or the symbols and the words of a text.
    fn rows(&self) -> Vec<Vec<CellText>> {
        match self.value() {
            Some(text) => [Reading::Symbols, Reading::Words]
                .map(|reading| cells(text, reading))
                .into(),
            None => {
                let cells = self.items().iter().map(|(_, node)| node.cell());
                cells.collect::<Option<_>>().into_iter().collect()
            }
        }
    }
}

/// Returns the error of an array from `start` on with a flat list of cells in a call of a function that fills it by
/// columns: those of Fortran, Julia, MATLAB and R. NumPy's have a dot before them, and fill it by rows.
fn by_columns(glyphs: &[Glyph], start: usize) -> Option<Near> {
    let is_of_name = |glyph: &Glyph| glyph.c.is_alphanumeric() || "._".contains(glyph.c);
    let calls = (start..glyphs.len()).filter(|at| glyphs[*at].c == '(');
    let mut calls = calls.filter_map(|at| {
        let name = glyphs[..at].rsplit(|glyph| !is_of_name(glyph)).next()?;
        ["reshape", "matrix"]
            .contains(&&*string(name))
            .then_some((name, at))
    });
    let (name, at) = calls.next()?;
    let is_cell = |cell: &CellText| {
        is_null(&cell.text) || cell.text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let lists = glyphs[at..].split(|glyph| "[](){}".contains(glyph.c));
    let counts = lists.map(|list| {
        cells(list, Reading::Words)
            .iter()
            .filter(|cell| is_cell(cell))
            .count()
    });
    let count = counts.max()?;
    let expected = "rows of cells (Fortran, Julia, MATLAB and R fill arrays by columns)";
    let found = quote(&format!("{}(", string(name)));
    let error = FormatError::new(name[0].position(), expected, found);
    (count >= SHORTEST * SHORTEST).then(|| Near::meant(error, count))
}

/// Returns the error of an array whose rows are not a board.
fn near(array: &Node) -> Option<Near> {
    if let [(None, only)] = array.items()
        && only.items().iter().any(|(_, row)| row.value().is_none())
    {
        return near(only);
    }
    let row = |(_, row): &Item| match row.value() {
        Some(_) => None,
        None => Some((row.rows().first()?.len(), row.place)),
    };
    let rows: Vec<(usize, LineColumn)> = array.items().iter().map(row).collect::<Option<_>>()?;
    let size = rows.iter().map(|(cells, _)| *cells).max()?.max(rows.len());
    let cells = rows.iter().map(|(cells, _)| cells).sum();
    let mut numbered = rows.iter().zip(1..);
    let (place, found) = match numbered.find(|((cells, _), _)| *cells != size) {
        Some(((count, at), number)) => (
            *at,
            format!("{} rows; row {number} has {count} cells", rows.len()),
        ),
        None => (array.place, format!("{} rows of {size} cells", rows.len())),
    };
    let expected = format!("{0} rows of {0} cells", size.max(SHORTEST));
    (cells > 1).then(|| Near::new("an array", place, expected, found, cells))
}

/// Returns the boards in a node: the node itself, or those in its items.
fn boards(node: &Node, builder: &PuzzleBuilder) -> Vec<PuzzleDraft> {
    if let Some(board) = board(node, builder) {
        return vec![board];
    }
    let items = node.items();
    let found = items.iter().map(|(_, node)| boards(node, builder));
    let mut found: Vec<Vec<PuzzleDraft>> = found.collect();
    let is_full = |board: &PuzzleDraft| board.givens.blanks().next().is_none();
    let keys: Vec<String> = items.iter().filter_map(|(key, _)| key.clone()).collect();
    // pandas writes a column as an object with the numbers of its rows.
    let are_numbers = keys.iter().all(|key| key.parse::<usize>().is_ok());
    if keys.len() == items.len() && !are_numbers {
        // One field is the puzzle, and another may be its solution.
        let has = |at: &usize| !found[*at].is_empty();
        let is_unsolved = |at: &usize| has(at) && !found[*at].iter().all(is_full);
        let usual = usual_column(&keys);
        if usual.is_some_and(|at| !has(&at)) && found.iter().flatten().all(is_full) {
            return Vec::new();
        }
        let usual = usual.filter(has);
        let unsolved = usual.or_else(|| (0..found.len()).find(is_unsolved));
        let puzzle = unsolved.or_else(|| (0..found.len()).find(has));
        return puzzle.map_or_else(Vec::new, |at| found.swap_remove(at));
    }
    let all = || found.iter().flatten();
    // Another text as long says more about the puzzle, such as its regions.
    let is_other = |(node, boards): (&Node, &Vec<PuzzleDraft>)| {
        let length = node.value().map_or(0, Vec::len);
        boards.is_empty() && length > SHORTEST && all().any(|board| board.cells.len() == length)
    };
    // Texts without blanks among other values are no puzzles.
    let is_record = found.iter().any(Vec::is_empty) && all().count() > 1 && all().all(is_full);
    let mut nodes = items.iter().map(|(_, node)| node).zip(&found);
    match is_record || nodes.any(is_other) {
        true => Vec::new(),
        false => found.into_iter().flatten().collect(),
    }
}

/// Returns the board that a node is: a text, a list of givens, a list of rows, or a list of cells.
fn board(node: &Node, builder: &PuzzleBuilder) -> Option<PuzzleDraft> {
    let items = node.items();
    if let Some(givens) = givens(items) {
        return builder.board(board_of_givens(&givens, builder.options.shape).ok()?);
    }
    let is_row = |cells: &Vec<CellText>| cells.len() == items.len();
    let rows = items
        .iter()
        .map(|(_, row)| row.rows().into_iter().find(is_row));
    let rows = rows.collect::<Option<Vec<_>>>().map(|rows| rows.concat());
    let mut boards = rows.into_iter().chain(node.rows());
    boards.find_map(|cells| builder.board(cells))
}

/// The names of the field with the digit of a cell.
const VALUE: &str = "value digit val v number n";

/// Returns the givens of a list of cells: objects with row, column and value, or three numbers each.
fn givens(items: &[Item]) -> Option<Vec<Given>> {
    let given = |(_, node): &Item| {
        let texts = match node.items() {
            [(None, row), (None, column), (None, value)] => {
                [row, column, value].map(|node| node.value().map(|text| string(text)))
            }
            _ => ["row r y i", "column col c x j", VALUE]
                .map(|names| node.field(names).map(|cell| cell.text)),
        };
        Given::of(texts.each_ref().map(Option::as_deref), node.place)
    };
    (items.len() > 3).then(|| items.iter().map(given).collect())?
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
