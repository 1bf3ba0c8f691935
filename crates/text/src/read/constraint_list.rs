//! Constraints as a list in source code: `cages = [(3, [(0, 0), (0, 1)]), …]`.

use serde::de::IgnoredAny;

use super::glyph::{Glyph, Line, line_at, string, trim};
use super::recognised::{Near, Recognised, may_read};
use super::rules::fields::{field_rules, is_constraint_field};
use satdoku::format_error::quote;

/// The most characters of a list.
const LONGEST: usize = 1 << 16;

/// Returns the rules of the list that begins on the first line, and the number of lines that it takes up.
pub(crate) fn list_at(lines: &[Line], left: &mut usize) -> Option<Recognised> {
    let first = lines.first()?;
    let open = first.iter().position(|glyph| "[({".contains(glyph.c))?;
    let (name, at) = name_before(&first[..open])?;
    let near = |glyph: &Glyph, expected: &str, found: String, text: &str| {
        let form = format!("the list {}", quote(&name));
        let near = Near::new(&form, glyph.position(), expected, found, text.len());
        Some(Recognised::Near(near))
    };
    let (mut text, mut depth, mut length) = (String::new(), 0, 0);
    let mut is_nested = false;
    for line in lines {
        let start = if length == 0 { open } else { 0 };
        length += 1;
        for (index, glyph) in line[start..].iter().enumerate() {
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
            is_nested |= depth > 1;
            if depth == 0 {
                let is_end = |glyph: &Glyph| glyph.c.is_whitespace() || "])},;".contains(glyph.c);
                // A flat list is a rule in another spelling, and a remark may change its meaning.
                if !is_nested {
                    return None;
                }
                let rest = trim(&line[start + index + 1..]);
                if let Some(rest) = rest
                    .iter()
                    .position(|glyph| !is_end(glyph))
                    .map(|at| &rest[at..])
                {
                    return near(&rest[0], "the end of the line", quote(&string(rest)), &text);
                }
                let json = as_json(&text);
                if let Err(error) = serde_json::from_str::<IgnoredAny>(&json) {
                    let error = error.to_string();
                    let what = error.split(" at line ").next().unwrap_or_default();
                    return near(
                        &at,
                        "numbers and cells in brackets",
                        what.to_string(),
                        &text,
                    );
                }
                let rules = match field_rules(&name, &json, at.position()) {
                    Ok(found) => found.rules,
                    Err(error) => {
                        let cells = text.len();
                        return Some(Recognised::Near(Near { error, cells }));
                    }
                };
                let rules: Vec<Line> = rules
                    .iter()
                    .map(|rule| line_at(rule, at.position()))
                    .collect();
                return (!rules.is_empty()).then_some(Recognised::Lines(rules, length));
            }
        }
        if text.len() > LONGEST || !may_read(line, left) {
            return None;
        }
    }
    let found = "the end of the text".to_string();
    near(&at, "a closing bracket", found, &text).filter(|_| is_nested)
}

/// Returns the name of constraints directly before a list, such as `cages = `, and its place.
fn name_before(text: &[Glyph]) -> Option<(String, Glyph)> {
    let (sign, name) = trim(text).split_last()?;
    let is_name = |glyph: &Glyph| glyph.c.is_alphanumeric() || "_-".contains(glyph.c);
    let name = trim(name);
    let name = match name {
        [name @ .., last] if last.c == '"' || last.c == '\'' => name,
        name => name,
    };
    let start = name
        .iter()
        .rposition(|glyph| !is_name(glyph))
        .map_or(0, |at| at + 1);
    let word = &name[start..];
    // Anything but the words of a declaration could be another rule or a puzzle.
    let is_plain = |glyph: &Glyph| glyph.c.is_alphabetic() || " \t_{\"'".contains(glyph.c);
    let is_list = "=:".contains(sign.c)
        && is_constraint_field(&string(word))
        && name[..start].iter().all(is_plain);
    is_list.then(|| Some((string(word), *word.first()?)))?
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

    #[test]
    fn what_stands_around_a_list_is_not_lost() {
        let lines = "....\n....\n....\n....\n";
        for text in [
            "diagonal; cages = [[3, [[0,0],[0,1]]]]",
            "cages = [[3, [[0,0],[0,1]]]] anti-knight",
        ] {
            assert!(parsed(&format!("{lines}{text}\n")).is_err(), "{text}");
        }
    }
}
