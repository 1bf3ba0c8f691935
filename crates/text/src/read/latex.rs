//! Boards in LaTeX whose cells are arguments: `\setrow {5} {3} { } …` for each row, `\setrow{9}{5,3,{},…}`
//! with the number of the row from below, and a `\node` of TikZ for each digit.

use std::cmp::Reverse;

use super::glyph::{Glyph, Line, line_at, starts_with, string, trim};
use super::recognised::{Near, Recognised, may_read};
use super::row::SHORTEST;
use satdoku::board::Shape;

/// The rows of a picture without a grid of its own.
const USUAL_SIZE: usize = 9;

/// Returns the rows of the board at the start of lines, and the number of lines that it takes up.
pub(crate) fn rows_at(lines: &[Line], left: &mut usize) -> Option<Recognised> {
    let first = trim(lines.first()?);
    if first.first()?.c != '\\' {
        return None;
    }
    if starts_with(first, "\\begin{tikzpicture}") {
        return picture(lines, left);
    }
    let (name, ..) = row_of(first)?;
    let rows = lines
        .iter()
        .map_while(|line| row_of(line).filter(|(other, ..)| *other == name));
    let mut rows: Vec<(String, usize, Line)> = rows.collect();
    let length = rows.len();
    rows.sort_by_key(|(_, number, _)| Reverse(*number));
    let rows = rows.into_iter().map(|(.., row)| row).collect();
    Some(Recognised::Lines(rows, length))
}

/// Returns the command of a line, the number of its row from below or 0, and the cells that are its
/// arguments.
fn row_of(line: &[Glyph]) -> Option<(String, usize, Line)> {
    let line = trim(line);
    let is_name = |glyph: &&Glyph| glyph.c.is_ascii_alphabetic();
    let length = 1 + line.get(1..)?.iter().take_while(is_name).count();
    if line[0].c != '\\' || length == 1 {
        return None;
    }
    let arguments = arguments(&line[length..]);
    let (number, cells) = match &arguments[..] {
        [number, cells] => (string(number).trim().parse().ok()?, split(cells)),
        _ => (0, arguments),
    };
    if cells.len() < SHORTEST || cells.iter().any(|cell| trim(cell).len() > 2) {
        return None;
    }
    let (tab, space) = (line[0].with('\t'), line[0].with(' '));
    let cells = cells.iter().map(|cell| [&[space], trim(cell)].concat());
    let row = cells.collect::<Vec<Line>>().join(&tab);
    Some((string(&line[..length]), number, row))
}

/// Returns the arguments in braces that follow a command.
fn arguments(text: &[Glyph]) -> Vec<&[Glyph]> {
    let (mut found, mut rest) = (Vec::new(), trim(text));
    while let Some(end) = closing(rest) {
        found.push(&rest[1..end]);
        rest = trim(&rest[end + 1..]);
    }
    found
}

/// Returns the place of the brace that closes the one at the start of a text.
fn closing(text: &[Glyph]) -> Option<usize> {
    let mut depth = 0;
    text.first().filter(|first| first.c == '{')?;
    text.iter().position(|glyph| {
        match glyph.c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        depth == 0
    })
}

/// Splits a list at its commas. Braces are around blanks.
fn split(list: &[Glyph]) -> Vec<&[Glyph]> {
    let cell = |cell| match trim(cell) {
        [open, inner @ .., close] if open.c == '{' && close.c == '}' => inner,
        cell => cell,
    };
    list.split(|glyph| glyph.c == ',').map(cell).collect()
}

/// Returns the givens of a TikZ picture whose nodes are at the centres of cells.
fn picture(lines: &[Line], left: &mut usize) -> Option<Recognised> {
    let is_end = |line: &Line| starts_with(trim(line), "\\end{tikzpicture}");
    let mut length = 0;
    let mut nodes: Vec<TikzNode> = Vec::new();
    let (mut size, mut is_down) = (None, false);
    for line in lines {
        length += 1;
        let text: String = string(line).split_whitespace().collect();
        size = size.or_else(|| {
            let (_, corner) = text.split_once("grid(")?;
            corner.split_once(',')?.0.parse::<f64>().ok()
        });
        is_down |= text.contains("yscale=-") || text.contains("y=-");
        nodes.extend(nodes_of(line));
        if is_end(line) {
            break;
        }
        if !may_read(line, left) {
            return None;
        }
    }
    if nodes.is_empty() || !is_end(&lines[length - 1]) {
        return None;
    }
    let near = |node: &TikzNode, expected: &str, found: String| {
        let place = node.digit[0].position();
        let form = "a TikZ picture with a node for each digit";
        Some(Recognised::Error(
            Near::new(form, place, expected, found, nodes.len()),
            length,
        ))
    };
    let size = size.map_or(USUAL_SIZE, |size| size as usize);
    if !(SHORTEST..=Shape::MAX_SIZE).contains(&size) {
        let expected = format!("a grid with {SHORTEST} to {} rows", Shape::MAX_SIZE);
        return near(&nodes[0], &expected, size.to_string());
    }
    is_down |= nodes.iter().all(|node| node.y.is_some_and(|y| y <= 0.0));
    let mut rows = vec![vec![line_at(".", nodes[0].digit[0].position()); size]; size];
    for node in &nodes {
        // The digit is in the middle of its cell.
        let index = |at: Option<f64>| {
            at.map(f64::abs)
                .filter(|at| at.fract() == 0.5)
                .map(|at| at as usize)
        };
        let place = index(node.x).zip(index(node.y));
        let Some((column, row)) = place.filter(|(column, row)| *column < size && *row < size)
        else {
            let expected = format!("the middle of a cell, such as (0.5, {}.5)", size - 1);
            return near(node, &expected, node.at.clone());
        };
        let row = if is_down { row } else { size - 1 - row };
        if rows[row][column][0].c != '.' {
            return near(
                node,
                "one node for each cell",
                format!("another at {}", node.at),
            );
        }
        rows[row][column] = node.digit.clone();
    }
    let space = |cell: Line| [&cell[..], &[cell[0].with(' ')]].concat();
    let rows = rows
        .into_iter()
        .map(|row| row.into_iter().flat_map(space).collect());
    Some(Recognised::Lines(rows.collect(), length))
}

/// A node with a digit.
struct TikzNode {
    digit: Line,
    x: Option<f64>,
    y: Option<f64>,
    /// The text of its coordinates.
    at: String,
}

/// Returns the nodes on a line, `\node at (0.5, 8.5) {5};`, whose text is a digit.
fn nodes_of(line: &[Glyph]) -> Vec<TikzNode> {
    let starts = (0..line.len()).filter(|at| starts_with(&line[*at..], "\\node"));
    let node = |start: usize| {
        let text = &line[start..];
        let text = &text[..text
            .iter()
            .position(|glyph| glyph.c == ';')
            .unwrap_or(text.len())];
        let open = (0..text.len()).find(|at| starts_with(&text[*at..], " at"))?;
        let open = open + text[open..].iter().position(|glyph| glyph.c == '(')?;
        let close = open + text[open..].iter().position(|glyph| glyph.c == ')')?;
        let brace = close + text[close..].iter().position(|glyph| glyph.c == '{')?;
        let end = brace + closing(&text[brace..])?;
        let digit = digit(&text[brace + 1..end]);
        let at = string(&text[open..=close]);
        let (x, y) = at.trim_matches(['(', ')']).split_once(',')?;
        let number = |text: &str| text.trim().trim_end_matches("cm").parse().ok();
        let (x, y) = (number(x), number(y));
        let is_digit = !digit.is_empty()
            && digit.len() <= 2
            && digit.iter().all(|glyph| glyph.c.is_ascii_alphanumeric());
        is_digit.then_some(TikzNode { digit, x, y, at })
    };
    starts.filter_map(node).collect()
}

/// Returns the text of a node without commands, braces and dollar signs.
fn digit(text: &[Glyph]) -> Line {
    let mut is_command = false;
    let is_text = |glyph: &&Glyph| {
        is_command = glyph.c == '\\' || (is_command && glyph.c.is_ascii_alphabetic());
        !is_command && !glyph.c.is_whitespace() && !"{}$".contains(glyph.c)
    };
    text.iter().filter(is_text).copied().collect()
}

#[cfg(test)]
mod tests {
    use crate::read::reader::parsed;

    fn of(text: &str) -> String {
        match parsed(text) {
            Ok(puzzle) => puzzle.to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn arguments_are_cells() {
        for text in [
            "\\begin{tikzpicture}\n\\draw (0,0) grid (4,4);\n\\setcounter{row}{1}\n\\setrow {1}{ }{ }{ }\n\\setrow { }{ }{2}{ }\n\\setrow { }{3}{ }{ }\n\\setrow { }{ }{ }{4}\n\\end{tikzpicture}\n",
            "\\begin{lpsudoku}\n\\setrow{4}{1,{},{},{}}\n\\setrow{3}{{},{},2,{}}\n\\setrow{2}{{},3,{},{}}\n\\setrow{1}{{},{},{},4}\n\\end{lpsudoku}\n",
            "\\setrow{1}{{},{},{},4}\n\\setrow{2}{{},3,{},{}}\n\\setrow{3}{{},{},2,{}}\n\\setrow{4}{1,{},{},{}}\n",
        ] {
            assert_eq!(of(text), "1.....2..3.....4", "{text}");
        }
    }

    #[test]
    fn nodes_are_givens() {
        let picture = |nodes: &str| {
            format!(
                "\\begin{{tikzpicture}}[scale=0.8]\n\\draw[step=1cm] (0,0) grid (4,4);\n{nodes}\n\\end{{tikzpicture}}\n"
            )
        };
        for nodes in [
            "\\node at (0.5, 3.5) {1};\n\\node at (2.5,2.5) {2}; \\node at (1.5,1.5) {3};\n\\node at (3.5,0.5) {4};",
            "\\node[anchor=center] at (0.5,-0.5) {\\Huge 1};\n\\node at (2.5,-1.5) {$2$};\n\\node at (1.5,-2.5) {\\textbf{3}};\n\\node at (3.5,-3.5) {4};",
        ] {
            assert_eq!(of(&picture(nodes)), "1.....2..3.....4", "{nodes}");
        }
        let form = "in a TikZ picture with a node for each digit";
        assert_eq!(
            of(&picture("\\node at (1,4) {1};")),
            format!("3:17: expected the middle of a cell, such as (0.5, 3.5) {form}, found (1,4)")
        );
        assert_eq!(
            of(&picture("\\node at (.5,.5) {1};\n\\node at (.5,.5) {2};")),
            format!("4:19: expected one node for each cell {form}, found another at (.5,.5)")
        );
        for size in ["0", "1e9", "inf"] {
            let error = of(&picture("\\node at (.5,.5) {1};").replace("4,", &format!("{size},")));
            assert!(error.contains("expected a grid with"), "{error}");
        }
    }
}
