//! Constraints as a list in source code: `cages = [(3, [(0, 0), (0, 1)]), …]`.

use super::glyph::{Glyph, Line, line_at, string};
use super::rules::fields::{field_rules, is_constraint_field};

/// The most characters of a list.
const LONGEST: usize = 1 << 16;

/// Returns lines with each list of constraints that has the name of their kind in the text form of rules:
/// `cage 3 r1c1 r1c2`.
pub(crate) fn translated(lines: Vec<Line>) -> Vec<Line> {
    let mut all = Vec::with_capacity(lines.len());
    let mut at = 0;
    while at < lines.len() {
        match list_at(&lines[at..]) {
            Some((rules, length)) => {
                all.extend(rules);
                at += length;
            }
            None => {
                all.push(lines[at].clone());
                at += 1;
            }
        }
    }
    all
}

/// Returns the rules of the list that begins on the first line, and the number of lines that it takes up.
fn list_at(lines: &[Line]) -> Option<(Vec<Line>, usize)> {
    let first = lines.first()?;
    let open = first.iter().position(|glyph| "[({".contains(glyph.c))?;
    let (name, at) = name_before(&first[..open])?;
    let (mut text, mut depth, mut length) = (String::new(), 0, 0);
    for line in lines {
        let start = if length == 0 { open } else { 0 };
        length += 1;
        for glyph in &line[start..] {
            text.push(match glyph.c {
                '(' => '[',
                ')' => ']',
                '\'' => '"',
                c => c,
            });
            match glyph.c {
                '[' | '(' | '{' => depth += 1,
                ']' | ')' | '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                let rules = field_rules(&name, &as_json(&text), at.position()).ok()?;
                let rules = rules.rules.iter();
                let rules: Vec<Line> = rules.map(|rule| line_at(rule, at.position())).collect();
                return (!rules.is_empty()).then_some((rules, length));
            }
        }
        if text.len() > LONGEST {
            return None;
        }
    }
    None
}

/// Returns the name of constraints before a list, such as `cages = `, and its place.
fn name_before(text: &[Glyph]) -> Option<(String, Glyph)> {
    let end = text.iter().rposition(|glyph| "=:".contains(glyph.c))?;
    let is_name = |glyph: &Glyph| glyph.c.is_alphanumeric() || "_-".contains(glyph.c);
    let mut words = text[..end]
        .split(|glyph| !is_name(glyph))
        .filter(|word| !word.is_empty());
    let word = words.find(|word| is_constraint_field(&string(word)))?;
    Some((string(word), word[0]))
}

/// Returns a list as JSON: without commas before closing brackets, and with quotation marks around words.
fn as_json(text: &str) -> String {
    let mut json = String::with_capacity(text.len());
    let (mut is_quoted, mut is_word) = (false, false);
    for c in text.chars() {
        is_quoted ^= c == '"';
        let is_inner =
            !is_quoted && (c.is_alphabetic() || (is_word && (c.is_alphanumeric() || c == '_')));
        if is_inner != is_word {
            json.push('"');
            is_word = is_inner;
        }
        if matches!(c, ']' | '}') && !is_quoted {
            let end = json.trim_end();
            let end = end.strip_suffix(',').unwrap_or(end).len();
            json.truncate(end);
        }
        json.push(c);
    }
    json
}

#[cfg(test)]
mod tests {
    use crate::read::reader::parsed;

    #[test]
    fn lists_of_cages_in_code_are_read() {
        let expected = format!(
            "{}; cage 3 r1c1 r1c2; cage 15 r1c3 r1c4 r1c5",
            ".".repeat(81)
        );
        for text in [
            "cages = [(3, [(0,0),(0,1)]), (15, [(0,2),(0,3),(0,4)])]",
            "const cages = [\n  {\"sum\": 3, \"cells\": [[0,0],[0,1]]},\n  {\"sum\": 15, \"cells\": [[0,2],[0,3],[0,4]]},\n];",
            "let cages = [{sum: 3, cells: [r1c1, r1c2]}, {sum: 15, cells: ['r1c3', 'r1c4', 'r1c5']}]",
            "KILLER_CAGES = [\n    ([(1, 1), (1, 2)], 3),\n    ([(1, 3), (1, 4), (1, 5)], 15),\n]\n",
            "{\"cages\":[{\"sum\":3,\"cells\":[[0,0],[0,1]]},{\"sum\":15,\"cells\":[[0,2],[0,3],[0,4]]}]}",
        ] {
            assert_eq!(
                parsed(text).map(|puzzle| puzzle.to_string()),
                Ok(expected.clone()),
                "{text}"
            );
        }
    }
}
