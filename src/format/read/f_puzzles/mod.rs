//! Puzzles of f-puzzles.com, in links and as JSON.
//!
//! A link contains a JSON object, compressed with LZ-string (pieroxy's library) and encoded in Base64.
//! SudokuPad accepts the same text after the prefix `fpuzzles`. The object lists the cells row by row
//! and has a field for each kind of constraint in addition to rows, columns and regions. A field that
//! could be an unknown rule is an error, so that no constraint is dropped silently.

mod constraints;
mod read;
mod write;

use serde_json::{Map, Value};

pub(super) use read::{is_f_puzzles, puzzle};
pub use write::{LinkSite, NoLink, write_link};

use super::shared_puzzle::Unreadable;
use crate::board::{Cell, HouseKind, Layout, Ruleset, Shape, Variant};

/// Maximum length of a compressed object, in characters. A 16×16 jigsaw with a solution takes half of
/// it. The limit bounds the decompressed text to about 40 MB.
const LONGEST: usize = 8_192;

/// The board sizes that f-puzzles supports.
const SIZES: std::ops::RangeInclusive<usize> = 4..=16;

/// Returns the number in a value, which can be a string.
fn number(value: &Value) -> Option<usize> {
    match value {
        Value::String(text) => text.trim().parse().ok(),
        value => value.as_u64().map(|number| number as usize),
    }
}

/// Decodes and decompresses the object of a link.
pub(super) fn unpacked(packed: &str) -> Result<Map<String, Value>, Unreadable> {
    let found = |what: &str| {
        (
            "a puzzle of f-puzzles in the link".to_string(),
            what.to_string(),
        )
    };
    let packed = percent_decoded(packed);
    if packed.len() > LONGEST {
        return Err(found(&format!("more than {LONGEST} characters")));
    }
    let is_base64 = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte);
    if !packed.bytes().all(is_base64) {
        return Err(found("characters that are not Base64"));
    }
    let object = object(&packed).or_else(|| unfolded(&packed));
    object.ok_or_else(|| found("a text that was cut or changed"))
}

fn object(packed: &str) -> Option<Map<String, Value>> {
    let wide = lz_str::decompress_from_base64(packed)?;
    serde_json::from_str(&String::from_utf16(&wide).ok()?).ok()
}

/// Restores `//`, which browsers fold to `/` in the path of an address: once or twice.
fn unfolded(packed: &str) -> Option<Map<String, Value>> {
    /// The number of texts to try, which bounds the time for a link that was cut.
    const MOST: usize = 500;
    let slashes = || packed.match_indices('/').map(|(at, _)| at);
    let once = slashes().map(|at| vec![at]);
    let twice = slashes().flat_map(|at| {
        slashes()
            .filter(move |next| *next > at)
            .map(move |next| vec![at, next])
    });
    let places = once.chain(twice);
    places.take(MOST).find_map(|places| {
        let mut text = packed.to_string();
        places.iter().rev().for_each(|at| text.insert(*at, '/'));
        object(&text)
    })
}

/// Decodes percent escapes such as `%2B`, and restores `+` from spaces.
pub(super) fn percent_decoded(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        decoded.push_str(&rest[..at]);
        let code = rest.get(at + 1..at + 3);
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) if byte.is_ascii() => {
                decoded.push(char::from(byte));
                rest = &rest[at + 3..];
            }
            _ => {
                decoded.push('%');
                rest = &rest[at + 1..];
            }
        }
    }
    decoded.push_str(rest);
    decoded.replace(' ', "+")
}

/// Returns the boxes of f-puzzles for this size. Boards that cannot have any have none.
fn usual_shape(size: usize) -> Option<Shape> {
    Shape::usual(size).or_else(|| Shape::without_boxes(size).ok())
}

/// Returns the box number of each cell in reading order.
fn boxes(shape: Shape) -> Vec<usize> {
    let cells = (0..shape.size() * shape.size()).map(Cell::from_index);
    cells.map(|cell| shape.box_of(cell)).collect()
}

/// Returns the cell names of each window of a windoku of this size.
fn windows(size: usize) -> Vec<Vec<String>> {
    let rules = usual_shape(size).map(Ruleset::classic);
    let rules = rules.and_then(|rules| rules.with(&[Variant::Windoku]).ok());
    let Some(layout) = rules.map(Layout::new) else {
        return Vec::new();
    };
    let windows = layout.houses().iter();
    let windows = windows.filter(|house| matches!(house.kind, HouseKind::Window(_)));
    let name = |cell: &Cell| cell.name(size).to_string().to_ascii_uppercase();
    windows
        .map(|house| house.cells.iter().map(name).collect())
        .collect()
}

#[cfg(test)]
mod tests;
