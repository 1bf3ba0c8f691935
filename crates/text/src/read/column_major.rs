//! Boards in calls of `reshape`, and of R's `matrix`, which fill columns first: in Fortran, MATLAB, Julia
//! and R, the numbers of `reshape([1, 2, 3, 4], [2, 2])` are the columns `1 2` and `3 4`.

use super::glyph::{CellText, Glyph, Line, starts_with, string, trim};
use super::recognised::{Near, Recognised, may_read};
use super::row::{SHORTEST, is_null};

/// The functions that fill columns first. NumPy's are called with a dot before them, and fill rows first.
const NAMES: [&str; 2] = ["reshape(", "matrix("];

/// Arguments that fill rows first, without spaces and brackets.
const BY_ROW: [&str; 4] = ["order=2,1", "byrow=true", "byrow=t,", "byrow=t"];

/// Returns the rows of the array on the first line, and the number of lines that it takes up.
pub(crate) fn array_at(lines: &[Line], left: &mut usize) -> Option<Recognised> {
    let (start, name) = call(lines.first()?)?;
    let (arguments, behind, length) = arguments(lines, start + name.len(), left)?;
    let list = &arguments[..first_argument(&arguments)];
    let numbers = numbers(list).filter(|numbers| numbers.len() >= SHORTEST * SHORTEST)?;
    let (count, size) = (numbers.len(), numbers.len().isqrt());
    if size * size != count {
        let size = size + usize::from(count - size * size > size);
        let form = format!("the array of `{}`", name.trim_end_matches('('));
        let expected = format!("{} cells", size * size);
        let near = Near::new(
            &form,
            numbers[count - 1].position,
            expected,
            count.to_string(),
            count,
        );
        return Some(Recognised::Error(near, length));
    }
    let others = string(&arguments[list.len()..]).to_ascii_lowercase();
    let others: String = others
        .chars()
        .filter(|c| !c.is_whitespace() && !"[](){}/".contains(*c))
        .collect();
    let before = string(&lines[0][..start]).to_ascii_lowercase();
    let mut words = before
        .trim_end()
        .rsplit(|c: char| !c.is_alphanumeric() && c != '(');
    let is_by_row = BY_ROW.iter().any(|order| others.contains(order))
        || matches!(words.next(), Some("transpose(" | "t("))
        || starts_with(trim(&behind), "'")
        || starts_with(trim(&behind), ".'");
    let row = |row: usize| -> Line {
        let cell = |column: usize| match is_by_row {
            true => &numbers[row * size + column],
            false => &numbers[column * size + row],
        };
        let glyphs = |cell: &CellText| {
            let place = cell.position;
            let text = cell.text.chars().chain([' ']);
            text.map(move |c| Glyph::new(c, place)).collect::<Line>()
        };
        (0..size).flat_map(|column| glyphs(cell(column))).collect()
    };
    let rows = (0..size).map(row);
    // What is on one line stays on one.
    let rows = match length {
        1 => vec![rows.flatten().collect()],
        _ => rows.collect(),
    };
    Some(Recognised::Lines(rows, length))
}

/// Returns the place of a call on a line and the name of its function.
fn call(line: &[Glyph]) -> Option<(usize, &'static str)> {
    let is_inner = |glyph: &Glyph| glyph.c.is_alphanumeric() || "._".contains(glyph.c);
    let at = |name: &'static str| {
        let mut places = (0..line.len()).filter(|at| {
            starts_with(&line[*at..], name) && !line[..*at].last().is_some_and(is_inner)
        });
        Some((places.next()?, name))
    };
    NAMES.into_iter().find_map(at)
}

/// Returns the text between the brackets of a call without comments, what follows it on its last line, and
/// the number of its lines.
fn arguments(lines: &[Line], start: usize, left: &mut usize) -> Option<(Line, Line, usize)> {
    let mut text = Line::new();
    let (mut depth, mut at) = (1, start);
    for (line, length) in lines.iter().zip(1..) {
        for (index, glyph) in line.iter().enumerate().skip(at) {
            match glyph.c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth -= 1,
                '!' | '#' | '%' => break,
                _ => {}
            }
            if depth == 0 {
                return Some((text, line[index + 1..].to_vec(), length));
            }
            text.push(*glyph);
        }
        text.extend(line.last().map(|last| last.with(' ')));
        at = 0;
        if !may_read(line, left) {
            break;
        }
    }
    None
}

/// Returns the length of the first argument.
fn first_argument(arguments: &[Glyph]) -> usize {
    let mut depth = 0;
    let is_end = |glyph: &Glyph| {
        match glyph.c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        depth == 0 && glyph.c == ','
    };
    arguments.iter().position(is_end).unwrap_or(arguments.len())
}

/// Returns the numbers of a flat list: `[1, 2]`, `(/1, 2/)` or `c(1, 2)`.
fn numbers(list: &[Glyph]) -> Option<Vec<CellText>> {
    let brackets = list.iter().filter(|glyph| "([{".contains(glyph.c)).count();
    if brackets != 1 || list.iter().any(|glyph| glyph.c == ';') {
        return None;
    }
    let is_between = |glyph: &Glyph| glyph.c.is_whitespace() || "()[]{}/,&=".contains(glyph.c);
    let words = list.split(is_between).filter(|word| !word.is_empty());
    let words = words.map(|word| CellText::of(word, (1, 1)));
    // The function that makes a list in R, and the name of the argument.
    let words = words.skip_while(|word| matches!(&*word.text, "c" | "data" | "source"));
    let words: Vec<CellText> = words.collect();
    let is_number = |word: &CellText| {
        is_null(&word.text) || word.text.bytes().all(|byte| byte.is_ascii_digit())
    };
    words.iter().all(is_number).then_some(words)
}

#[cfg(test)]
mod tests {
    use crate::read::reader::parsed;

    #[test]
    fn arrays_are_filled_by_columns_or_rows_as_their_language_does() {
        let numbers = "1,0,0,0, 0,0,3,0, 0,2,0,0, 0,0,0,4";
        let (transposed, as_it_is) = ("1.....2..3.....4", "1.....3..2.....4");
        for (text, expected) in [
            (format!("grid = reshape([{numbers}], [4,4])"), transposed),
            (
                format!("integer :: g(4,4) = reshape((/ {numbers} /), (/4,4/))"),
                transposed,
            ),
            (
                format!(
                    "g = reshape([ & ! rows\n{} ], shape(g))",
                    numbers.replace(", ", ", &\n")
                ),
                transposed,
            ),
            (
                format!("g = reshape([{numbers}], [4,4], order=[2,1])"),
                as_it_is,
            ),
            (
                format!("g = reshape((/{numbers}/), (/4,4/), order = (/2, 1/))"),
                as_it_is,
            ),
            (
                format!("g = transpose(reshape([{numbers}], [4,4]))"),
                as_it_is,
            ),
            (
                format!("m = reshape([{}], 4, 4);", numbers.replace(',', " ")),
                transposed,
            ),
            (format!("m = reshape([{numbers}], 4, 4)';"), as_it_is),
            (format!("m <- matrix(c({numbers}), nrow = 4)"), transposed),
            (
                format!("m <- matrix(c({numbers}), nrow = 4, byrow = TRUE)"),
                as_it_is,
            ),
            (format!("m <- t(matrix(c({numbers}), 4))"), as_it_is),
            (format!("m = np.reshape([{numbers}], (4, 4))"), as_it_is),
            (format!("m = np.array([{numbers}]).reshape(4, 4)"), as_it_is),
        ] {
            assert_eq!(parsed(&text).unwrap().to_string(), expected, "{text}");
        }
        let error =
            parsed("g = reshape([1,0,0,0, 0,0,3,0, 0,2,0,0, 0,0,0,4,4], [4,4])").unwrap_err();
        assert_eq!(
            error.to_string(),
            "1:49: expected 16 cells in the array of `reshape`, found 17"
        );
    }
}
