//! Rules in the fields of JSON objects and tables: `constraints`, `variants`, `cages`, `box`.

use serde_json::Value;

use crate::read::glyph::{Line, LineColumn, line_at, string};
use crate::read::rules::names::{RuleName, rule_named};
use crate::read::rules::quotes::rule_texts;
use crate::read::rules::spelling::{Spelled, has_cell, spelled, variant_names};
use satdoku::board::{Shape, Variant};
use satdoku::format_error::{FormatError, quote};

/// Returns true if a field with this name has rules or pencil marks in it.
pub(crate) fn is_rule_field(name: &str) -> bool {
    is_written(name) || kind_of(name).is_some()
}

/// Returns true for the fields of a puzzle in rows that this program writes.
pub(crate) fn is_written(name: &str) -> bool {
    ["regions", "variants", "constraints", "pencil_marks"].contains(&name)
}

/// Returns true if a field describes the board as a whole, which options do too.
pub(crate) fn is_board_field(name: &str) -> bool {
    name == "regions" || matches!(kind_of(name), Some("box" | "variants"))
}

/// Returns true if the constraints in a field with this name are a puzzle without a grid, too.
pub(crate) fn is_constraint_field(name: &str) -> bool {
    matches!(kind_of(name), Some("constraints" | "cages"))
}

/// Returns the name of a field with rules, whatever its case.
fn kind_of(name: &str) -> Option<&'static str> {
    let mut kinds = ["constraints", "variants", "cages", "box"].into_iter();
    kinds.find(|known| name.trim().eq_ignore_ascii_case(known))
}

/// Returns the rules in a field of the record at `place`.
///
/// # Errors
/// If the field cannot be read.
pub(crate) fn field_rules(
    name: &str,
    value: &str,
    place: LineColumn,
) -> Result<Vec<String>, FormatError> {
    let wrong = |expected: &str, found: &str| {
        let expected = format!("in the field {name} {expected}");
        FormatError::new(place, expected, quote(found))
    };
    let strings = |rules: Vec<Line>| rules.iter().map(|rule| string(rule)).collect();
    match kind_of(name) {
        Some("box") => Ok(box_rule(value).into_iter().collect()),
        Some("variants") => variant_names(&line_at(value, place))
            .map(strings)
            .map_err(|unknown| wrong("names such as diagonal or anti-knight", &unknown)),
        Some("constraints") => Ok(texts(&json(value))),
        Some("cages") => {
            cages(&json(value)).ok_or_else(|| wrong("cells such as `r1c1 r1c2`", value))
        }
        _ => Ok(Vec::new()),
    }
}

/// Returns the value of a field: JSON, or else a text.
fn json(value: &str) -> Value {
    serde_json::from_str(value).unwrap_or_else(|_| Value::from(value))
}

/// Returns the rule of a field with a box shape. Square boxes are usual ones, or the size of the grid.
fn box_rule(value: &str) -> Option<String> {
    let shape: Shape = value.trim().parse().ok()?;
    (shape.box_rows() != shape.box_columns()).then(|| format!("box {shape}"))
}

/// Returns the texts in a string, which semicolons or line ends separate, or in an array.
fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::Null | Value::Bool(false) => Vec::new(),
        Value::Array(values) => values.iter().flat_map(texts).collect(),
        Value::String(text) => rule_texts(text),
        value => vec![value.to_string()],
    }
}

/// Returns the cages of a field, or `None` if one cannot be read. Each item of a list is a cage.
fn cages(value: &Value) -> Option<Vec<String>> {
    let is_flat = |item: &Value| match item {
        Value::Object(fields) => fields
            .values()
            .any(|value| value.as_array().is_some_and(|cell| pair(cell).is_some())),
        _ => false,
    };
    let items = match value {
        // Two numbers can be a cell or the places of two.
        Value::Array(items) if items.iter().any(is_flat) => return None,
        Value::Array(items) => {
            let shift = u64::from(items.iter().any(has_zero));
            let text = |item: &Value| match item {
                Value::String(text) => text.clone(),
                Value::Array(parts) if pair(parts).is_some() => item.to_string(),
                item => with_cell_names(item, shift).to_string(),
            };
            items.iter().map(text).collect()
        }
        value => texts(value),
    };
    let mut all = Vec::new();
    for item in items {
        let Spelled::Rules(rules) = spelled(&line_at(&item, (1, 1)), Some("cage")) else {
            return None;
        };
        all.extend(rules.iter().map(|rule| string(rule)));
    }
    Some(all)
}

/// Returns the pair of numbers that a list is.
fn pair(values: &[Value]) -> Option<[u64; 2]> {
    match values {
        [row, column] => Some([row.as_u64()?, column.as_u64()?]),
        _ => None,
    }
}

/// Returns true if a cell in a value is a pair of numbers of which one is 0. Rows and columns count from 0 then, and
/// else from 1.
fn has_zero(value: &Value) -> bool {
    match value {
        Value::Array(values) => match pair(values) {
            Some(cell) => cell.contains(&0),
            None => values.iter().any(has_zero),
        },
        Value::Object(fields) => fields.values().any(has_zero),
        _ => false,
    }
}

/// Returns a value with the names of cells for its pairs of numbers, to which `shift` is added.
fn with_cell_names(value: &Value, shift: u64) -> Value {
    let inner = |value: &Value| with_cell_names(value, shift);
    match value {
        Value::Array(values) => match pair(values) {
            Some(cell) => {
                let [row, column] = cell.map(|number| number.saturating_add(shift));
                format!("r{row}c{column}").into()
            }
            None => values.iter().map(inner).collect(),
        },
        Value::Object(fields) => {
            let mut named = fields.clone();
            named.values_mut().for_each(|value| *value = inner(value));
            named.into()
        }
        other => other.clone(),
    }
}

/// Returns a note on the first of these fields, each with its name, that has the name of a rule and names
/// cells or a rule, but is not read.
pub(crate) fn note_on_unread<'a>(
    mut fields: impl Iterator<Item = (&'a str, &'a str)>,
) -> Option<String> {
    let is_unread = |name: &str, value: &str| {
        let is_general = ["constraint", "rule", "rules", "variant"].contains(&name);
        let rule = rule_named(name);
        if (!is_general && rule.is_none()) || is_rule_field(name) {
            return false;
        }
        let value = json(value);
        let text = line_at(value.as_str().unwrap_or(&value.to_string()), (1, 1));
        let is_switch = matches!(rule, Some(RuleName::Variant(_))) && value == true;
        let is_variant = || Variant::parse_all(&string(&text)).is_ok_and(|found| !found.is_empty());
        is_switch
            || (is_general && is_variant())
            || has_cell(&text)
            || has_cell(&line_at(&with_cell_names(&value, 0).to_string(), (1, 1)))
            || matches!(spelled(&text, None), Spelled::Rules(_))
    };
    let note = |(name, value): (&str, &str)| {
        let field = quote(name);
        match is_unread(name, value) {
            true => Some(format!(
                "the field {field} was not read: rules are in a field `constraints`"
            )),
            false => has_rules_inside(value).then(|| {
                format!("the rules inside the field {field} were not read: move them into a field `constraints` of the record")
            }),
        }
    };
    fields.find_map(note)
}

/// Returns true if an object inside the value of a field has a field with rules.
pub(crate) fn has_rules_inside(value: &str) -> bool {
    fn has_rules(value: &Value) -> bool {
        let is_rule = |name: &str, value: &Value| {
            is_rule_field(name) && (value.is_array() || value.is_string())
        };
        match value {
            Value::Object(fields) => fields
                .iter()
                .any(|(name, value)| is_rule(name, value) || has_rules(value)),
            Value::Array(values) => values.iter().any(has_rules),
            _ => false,
        }
    }
    value.contains('{') && has_rules(&json(value))
}

/// Returns a note on the first of these fields that looks like a rule, but has no name to tell.
pub(crate) fn note_on_unnamed<'a>(mut fields: impl Iterator<Item = &'a str>) -> Option<String> {
    let is_rule = |text: &&str| matches!(spelled(&line_at(text, (1, 1)), None), Spelled::Rules(_));
    let rule = fields.find(is_rule)?;
    Some(format!(
        "expected a header that names the columns with rules: {} was not read",
        quote(rule)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str, value: &str) -> String {
        let rules = field_rules(name, value, (1, 1));
        rules.map_or("?".to_string(), |rules| rules.join("; "))
    }

    #[test]
    fn fields_with_the_documented_names_are_rules() {
        for (name, value, expected) in [
            (
                "constraints",
                r#"["cage 3 r1c1 r1c2","diagonal"]"#,
                "cage 3 r1c1 r1c2; diagonal",
            ),
            (
                "cages",
                r#"[{"sum":3,"cells":["r1c1","r1c2"]}]"#,
                "cage 3 r1c1 r1c2",
            ),
            (
                "cages",
                r#"["3 r1c1 r1c2", "4 r2c1 r2c2"]"#,
                "cage 3 r1c1 r1c2; cage 4 r2c1 r2c2",
            ),
            ("cages", r#"[3, "r1c1", "r1c2"]"#, "?"),
            ("Cages", r#"[[3, "R1C1", "R1C2"]]"#, "cage 3 r1c1 r1c2"),
            (
                "cages",
                r#"[{"sum":3,"cells":[[0,0],[0,1]]},{"sum":9,"cells":[[8,8]]}]"#,
                "cage 3 r1c1 r1c2; cage 9 r9c9",
            ),
            (
                "cages",
                "[[3,[[1,1],[1,2]]],[4,[[2,1],[2,2]]]]",
                "cage 3 r1c1 r1c2; cage 4 r2c1 r2c2",
            ),
            ("cages", "[[[[0,0],[0,1]],3]]", "cage 3 r1c1 r1c2"),
            ("cages", "[]", ""),
            ("cages", "[[0,1],[9,10]]", "?"),
            ("cages", r#"["3+ r1c1 r1c2"]"#, "?"),
            ("cages", r#"["12* r1c1 r1c2"]"#, "?"),
            ("cages", r#"["2/ r1c1 r1c2"]"#, "?"),
            ("cages", r#"["3- r1c1 r1c2"]"#, "?"),
            (
                "cages",
                r#"[{"sum":3,"cells":["r1c1","r1c2"],"operation":"+"}]"#,
                "?",
            ),
            ("variants", r#"["x", "Anti King"]"#, "diagonal; anti-king"),
            ("Variants", "classic", ""),
            ("variants", "B", "?"),
            ("box", "4x2", "box 4x2"),
            ("box", "9x9", ""),
            ("thermometers", r#"[["r1c1","r1c2"]]"#, ""),
            ("variant", "anti-knight", ""),
        ] {
            assert_eq!(of(name, value), expected, "{name}: {value}");
        }
    }

    #[test]
    fn fields_with_the_name_of_a_rule_get_a_note() {
        let is_noted = |(name, value)| note_on_unread([(name, value)].into_iter()).is_some();
        for field in [
            ("palindrome", "r1c1 r1c2"),
            ("thermometers", r#"[{"bulb":"r1c1","tip":"r1c2"}]"#),
            ("killerCages", r#"[{"sum":3,"cells":[[0,0],[0,1]]}]"#),
            ("variant", "anti-knight"),
            ("variant", "x-windoku"),
            ("antiKing", "true"),
            ("constraint", "cage 3 r1c1 r1c2"),
        ] {
            assert!(is_noted(field), "{field:?}");
        }
        for field in [
            ("cages", r#"["3 r1c1 r1c2"]"#),
            ("antiKing", "false"),
            ("ratio", "1.5"),
            ("x", "17"),
            ("variant", "B"),
            ("variant", ""),
            ("difficulty", "killer"),
            ("remark", "r1c1 r1c2"),
        ] {
            assert!(!is_noted(field), "{field:?}");
        }
    }
}
