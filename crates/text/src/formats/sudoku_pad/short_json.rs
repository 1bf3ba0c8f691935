//! The shortened JSON of SudokuPad: frequent names have one or two letters, most quotation marks are
//! left out, empty objects in arrays are nothing, and strings are in single quotation marks.
//!
//! ```text
//! {ce:[[{v:4},,,],[,,,],[,,,],[,,,]],ca:[{ca:[[0,0],[0,1]],v:7,unique:t}]}
//! ```

use std::iter::Peekable;
use std::str::Chars;

use serde_json::{Map, Number, Value};

/// Short names, and the names for which they stand. Those of drawings are not needed.
const NAMES: [(&str, &str); 8] = [
    ("a", "arrows"),
    ("ca", "cages"),
    ("ce", "cells"),
    ("l", "lines"),
    ("o", "overlays"),
    ("re", "regions"),
    ("u", "underlays"),
    ("v", "value"),
];

/// Parses JSON, or shortened JSON.
pub(in super::super) fn parse(text: &str) -> Option<Map<String, Value>> {
    let object = serde_json::from_str(text);
    object
        .or_else(|_| serde_json::from_str(&lengthened(text)?))
        .ok()
}

/// Returns shortened JSON in its usual form, or another text if it is none.
fn lengthened(text: &str) -> serde_json::Result<String> {
    let mut characters = text.chars().peekable();
    let mut json = String::with_capacity(2 * text.len());
    // The last punctuation mark, unless a value followed it.
    let mut before = ' ';
    while let Some(next) = characters.peek().copied() {
        if is_punctuation(next) {
            let is_missing = matches!((before, next), ('[' | ',', ',' | ']') | (':', ',' | '}'));
            json += if is_missing { "{}" } else { "" };
            json.push(next);
            before = if matches!(next, ']' | '}') { ' ' } else { next };
            characters.next();
            continue;
        }
        let is_quoted = matches!(next, '\'' | '"');
        let word = match is_quoted {
            true => string(&mut characters),
            false => std::iter::from_fn(|| characters.next_if(|c| !is_punctuation(*c))).collect(),
        };
        let long = NAMES.iter().find(|(short, _)| *short == word);
        json += &match (characters.peek(), word.as_str()) {
            (Some(':'), name) => serde_json::to_string(long.map_or(name, |(_, long)| *long))?,
            (_, "t" | "true") if !is_quoted => "true".to_string(),
            (_, "f" | "false") if !is_quoted => "false".to_string(),
            (_, "null") if !is_quoted => word,
            _ if !is_quoted && serde_json::from_str::<Number>(&word).is_ok() => word,
            _ => serde_json::to_string(&word)?,
        };
        before = ' ';
    }
    Ok(json)
}

fn is_punctuation(c: char) -> bool {
    matches!(c, ',' | ':' | '[' | ']' | '{' | '}')
}

/// Takes a string in quotation marks of either kind.
fn string(text: &mut Peekable<Chars>) -> String {
    let quotation_mark = text.next();
    let mut string = String::new();
    while let Some(c) = text.next().filter(|c| Some(*c) != quotation_mark) {
        string.push(match c {
            '\\' => match text.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                other => other.unwrap_or_default(),
            },
            c => c,
        });
    }
    string
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_quotation_marks_and_empty_objects_are_restored() {
        let text = r"{cs:50,ce:[[{v:4},,],[,,]],ca:[{ce:[[0,1]],v:'it\'s',unique:t,hidden:f}],l:[{c:34BBE6}],metadata:{}}";
        let expected = json!({
            "cs": 50,
            "cells": [[{"value": 4}, {}, {}], [{}, {}, {}]],
            "cages": [{"cells": [[0, 1]], "value": "it's", "unique": true, "hidden": false}],
            "lines": [{"c": "34BBE6"}],
            "metadata": {},
        });
        assert_eq!(parse(text).map(Value::Object), Some(expected.clone()));
        assert_eq!(
            parse(&expected.to_string()).map(Value::Object),
            Some(expected)
        );
    }

    #[test]
    fn other_texts_are_refused() {
        let deep = format!("{{a:{}", "[".repeat(100_000));
        for text in ["", "{", "[1]", "{a:1", "{a:1}}", "{a:'x}", "{a}", &deep] {
            assert_eq!(parse(text), None, "{text:.20}");
        }
    }
}
