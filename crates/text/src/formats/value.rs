//! Values of JSON objects of other programs, in which numbers and flags may be strings.

use std::str::FromStr;

use serde_json::Value;

use crate::read::draft::Unreadable;
use satdoku::board::{Cell, Digit, Geometry};
use satdoku::format_error::quote;

/// Returns a string or another value as text.
pub(super) fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.trim().to_string(),
        Value::Null => String::new(),
        value => value.to_string(),
    }
}

/// Returns the number, or `true` or `false`, in a value.
pub(super) fn parsed<T: FromStr>(value: &Value) -> Option<T> {
    text_of(value).parse().ok()
}

/// Returns the digit in a value.
pub(super) fn digit(value: &Value, cell: Cell, board: &Geometry) -> Result<Digit, Unreadable> {
    let digit = parsed(value).and_then(|value| board.digit(value));
    digit.ok_or_else(|| {
        let expected = format!("a digit from 1 to {} in {}", board.rows(), cell.name(board));
        (expected, quote(&text_of(value)))
    })
}

/// Returns true unless a value is empty or false.
pub(super) fn is_set(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::Array(values) => !values.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
        Value::String(text) => !text.is_empty() && text != "false",
        _ => true,
    }
}

/// Returns the items of an array, or none.
pub(super) fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
