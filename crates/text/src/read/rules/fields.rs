//! Rules in the fields of JSON objects and tables: `constraints`, `variants`, `cages`, `box`.

use serde_json::Value;

use crate::read::glyph::{Line, LineColumn, line_at, string};
use crate::read::rules::geometry::is_geometry;
use crate::read::rules::names::{RuleName, rule_named};
use crate::read::rules::quotes::rule_texts;
use crate::read::rules::spelling::{Spelled, has_cell, spelled, variant_names};
use crate::read::rules::text::rules_at;
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
    name == "regions" || matches!(kind_of(name), Some(Kind::Box | Kind::Variants))
}

/// Returns true if the constraints in a field with this name are a puzzle without a grid, too.
pub(crate) fn is_constraint_field(name: &str) -> bool {
    matches!(kind_of(name), Some(Kind::Constraints | Kind::Cages))
}

/// The content of a field, by its name.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Box,
    Variants,
    Constraints,
    Cages,
}

fn kind_of(name: &str) -> Option<Kind> {
    const KINDS: [(&str, Kind); 4] = [
        ("constraints", Kind::Constraints),
        ("variants", Kind::Variants),
        ("cages", Kind::Cages),
        ("box", Kind::Box),
    ];
    let mut kinds = KINDS.into_iter();
    let found = kinds.find(|(known, _)| name.trim().eq_ignore_ascii_case(known));
    found.map(|(_, kind)| kind)
}

/// Returns the rules in a field of the record at `place`, in their text form.
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
        None => Ok(Vec::new()),
        Some(Kind::Box) => Ok(box_rule(value).into_iter().collect()),
        Some(Kind::Variants) => variant_names(&line_at(value, place))
            .map(strings)
            .map_err(|unknown| wrong("names such as diagonal or anti-knight", &unknown)),
        Some(Kind::Constraints) => {
            let texts = texts(&json(value));
            if texts.iter().any(|text| is_geometry(&line_at(text, place))) {
                // They can name variables, which are known later.
                return Ok(texts);
            }
            let rules = texts.into_iter();
            Ok(strings(
                rules.flat_map(|text| rules_at(&text, place)).collect(),
            ))
        }
        Some(Kind::Cages) => {
            cages(&json(value)).ok_or_else(|| wrong("cells such as `r1c1 r1c2`", value))
        }
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

/// Returns the cages of a field, or `None` if one cannot be read.
fn cages(value: &Value) -> Option<Vec<String>> {
    let mut all = Vec::new();
    for item in items(&with_cell_names(value)) {
        match spelled(&line_at(&item, (1, 1)), Some("cage")) {
            Spelled::Rules(rules) => all.extend(rules.iter().map(|rule| string(rule))),
            _ => return None,
        }
    }
    Some(all)
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
        let value = with_cell_names(&json(value));
        let text = line_at(value.as_str().unwrap_or(&value.to_string()), (1, 1));
        let is_variant = |text: &Line| {
            Variant::parse_all(&string(text)).is_ok_and(|variants| !variants.is_empty())
        };
        let is_switch = matches!(rule, Some(RuleName::Variant(_))) && value == true;
        is_switch
            || is_general && is_variant(&text)
            || has_cell(&text)
            || matches!(spelled(&text, None), Spelled::Rules(_))
    };
    let (name, _) = fields.find(|(name, value)| is_unread(name, value))?;
    Some(format!(
        "the field {} was not read: rules are in a field `constraints`",
        quote(name)
    ))
}

/// Returns a note on the first of these fields that looks like a rule, but has no name to tell.
pub(crate) fn note_on_unnamed<'a>(mut fields: impl Iterator<Item = &'a str>) -> Option<String> {
    let rule =
        fields.find(|text| matches!(spelled(&line_at(text, (1, 1)), None), Spelled::Rules(_)))?;
    Some(format!(
        "expected a header that names the columns with rules: {} was not read",
        quote(rule)
    ))
}

fn is_one_of(text: &str, words: &[&str]) -> bool {
    words
        .iter()
        .any(|word| word.eq_ignore_ascii_case(text.trim()))
}

/// Returns true for a value that means "none".
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Bool(true) => false,
        Value::Number(number) => number.as_u64() == Some(0),
        Value::String(text) => is_one_of(text, &["", "0", "no", "none", "off", "false", "null"]),
        Value::Array(values) => values.iter().all(is_nothing),
        Value::Object(fields) => fields.is_empty(),
    }
}

/// Replaces lists of cells as pairs of numbers, `[[0, 0], [0, 1]]`, by lists of their names. Rows and
/// columns count from 0 if one of them is 0, and else from 1. A field that is such a list itself may
/// number its cells otherwise.
fn with_cell_names(value: &Value) -> Value {
    if value
        .as_array()
        .is_some_and(|values| cell_pairs(values).is_some())
    {
        return value.clone();
    }
    let has_zero = pairs_in(value).iter().flatten().any(|number| *number == 0);
    named(value, usize::from(has_zero))
}

/// Returns the pair of numbers that a value is.
fn pair(value: &Value) -> Option<[usize; 2]> {
    let number = |value: &Value| usize::try_from(value.as_u64()?).ok();
    match &value.as_array()?[..] {
        [row, column] => Some([number(row)?, number(column)?]),
        _ => None,
    }
}

/// Returns the pairs of a list that has nothing else.
fn cell_pairs(values: &[Value]) -> Option<Vec<[usize; 2]>> {
    let pairs = values.iter().map(pair).collect::<Option<Vec<_>>>()?;
    (!pairs.is_empty()).then_some(pairs)
}

/// Returns all pairs in the lists of a value.
fn pairs_in(value: &Value) -> Vec<[usize; 2]> {
    match value {
        Value::Array(values) => match cell_pairs(values) {
            Some(pairs) => pairs,
            None => values.iter().flat_map(pairs_in).collect(),
        },
        Value::Object(fields) => fields.values().flat_map(pairs_in).collect(),
        _ => Vec::new(),
    }
}

/// Returns a value with the names of the cells in its lists of pairs, to which `shift` is added.
fn named(value: &Value, shift: usize) -> Value {
    match value {
        Value::Array(values) => match cell_pairs(values) {
            Some(pairs) => {
                let name = |[row, column]: [usize; 2]| {
                    format!(
                        "r{}c{}",
                        row.saturating_add(shift),
                        column.saturating_add(shift)
                    )
                };
                pairs.into_iter().map(name).collect()
            }
            None => values.iter().map(|value| named(value, shift)).collect(),
        },
        Value::Object(fields) => {
            let fields = fields.iter();
            fields
                .map(|(name, value)| (name.clone(), named(value, shift)))
                .collect()
        }
        other => other.clone(),
    }
}

/// Returns the texts in a string, which semicolons or line ends separate, or in an array.
fn texts(value: &Value) -> Vec<String> {
    match value {
        value if is_nothing(value) => Vec::new(),
        Value::Array(values) => values.iter().flat_map(texts).collect(),
        Value::String(text) => rule_texts(text),
        value => vec![value.to_string()],
    }
}

/// Returns the arguments of each constraint in a field that is named for its kind. An array of single
/// cells and numbers is one constraint, and so is an object.
fn items(value: &Value) -> Vec<String> {
    let is_single = |value: &Value| match value {
        Value::Number(_) => true,
        Value::String(text) => !text.trim().contains([' ', ',', ';', ':']),
        _ => false,
    };
    // A number and the list of cells that it belongs to.
    let is_cells = |value: &Value| match value {
        Value::Array(cells) => cells.iter().all(|cell| cell.is_string() && is_single(cell)),
        _ => false,
    };
    let is_pair = |values: &[Value]| match values {
        [one, other] => (one.is_u64() && is_cells(other)) || (is_cells(one) && other.is_u64()),
        _ => false,
    };
    match value {
        value if is_nothing(value) => Vec::new(),
        Value::Array(values) if values.iter().all(is_single) || is_pair(values) => {
            vec![value.to_string()]
        }
        Value::Array(values) => values.iter().flat_map(items).collect(),
        Value::Object(_) => vec![value.to_string()],
        value => texts(value),
    }
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
            ("cages", r#"[3, "r1c1", "r1c2"]"#, "cage 3 r1c1 r1c2"),
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
