//! The shortened JSON of SudokuPad: frequent names have one or two letters, most quotation marks are
//! left out, empty objects in arrays are nothing, and strings are in single quotation marks.
//!
//! ```text
//! {ce:[[{v:4},,,],[,,,],[,,,],[,,,]],ca:[{ca:[[0,0],[0,1]],v:7,unique:t}]}
//! ```

use std::iter::Peekable;
use std::str::Chars;

use serde_json::{Map, Value};

type JsonFields = Map<String, Value>;

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

/// The nesting of values at which a text is given up. Puzzles need five levels.
const DEEPEST: usize = 32;

/// Parses JSON, or shortened JSON.
pub(in super::super) fn parse(text: &str) -> Option<JsonFields> {
    if let Ok(object) = serde_json::from_str(text) {
        return Some(object);
    }
    let mut characters = text.chars().peekable();
    let value = value(&mut characters, DEEPEST)?;
    match value {
        Value::Object(fields) if characters.next().is_none() => Some(fields),
        _ => None,
    }
}

fn value(text: &mut Peekable<Chars>, depth: usize) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    Some(match text.peek()? {
        '{' => Value::Object(object(text, depth)?),
        '[' => Value::Array(array(text, depth)?),
        '\'' | '"' => Value::String(string(text)?),
        ',' | ']' | '}' => Value::Object(Map::new()),
        _ => match word(text).as_str() {
            "t" | "true" => Value::Bool(true),
            "f" | "false" => Value::Bool(false),
            "null" => Value::Null,
            word => serde_json::from_str(word)
                .ok()
                .filter(Value::is_number)
                .unwrap_or_else(|| word.into()),
        },
    })
}

fn object(text: &mut Peekable<Chars>, depth: usize) -> Option<JsonFields> {
    let mut fields = Map::new();
    text.next();
    if text.next_if_eq(&'}').is_some() {
        return Some(fields);
    }
    loop {
        let name = match text.peek()? {
            '\'' | '"' => string(text)?,
            _ => word(text),
        };
        text.next_if_eq(&':')?;
        let long = NAMES.iter().find(|(short, _)| *short == name);
        let name = long.map_or(name, |(_, long)| long.to_string());
        fields.insert(name, value(text, depth)?);
        match text.next()? {
            ',' => {}
            '}' => return Some(fields),
            _ => return None,
        }
    }
}

fn array(text: &mut Peekable<Chars>, depth: usize) -> Option<Vec<Value>> {
    let mut values = Vec::new();
    text.next();
    loop {
        values.push(value(text, depth)?);
        match text.next()? {
            ',' => {}
            ']' => return Some(values),
            _ => return None,
        }
    }
}

fn string(text: &mut Peekable<Chars>) -> Option<String> {
    let quotation_mark = text.next()?;
    let mut string = String::new();
    loop {
        match text.next()? {
            end if end == quotation_mark => return Some(string),
            '\\' => string.push(match text.next()? {
                'n' => '\n',
                't' => '\t',
                other => other,
            }),
            other => string.push(other),
        }
    }
}

fn word(text: &mut Peekable<Chars>) -> String {
    let is_part = |c: &char| !matches!(c, ',' | ':' | '[' | ']' | '{' | '}');
    std::iter::from_fn(|| text.next_if(is_part)).collect()
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
