//! The variables of a constraint string: those of `Var` and `ChaosConstruction`.

use super::item::StringItem;
use satdoku::board::{Extent, Variables};
use satdoku::format_error::{FormatError, quote};

/// The name of the variables with the numbers of regions to find.
pub(crate) const REGIONS: &str = "region";

/// Names that are not those of a prefix alone.
const OTHER: [&str; 5] = ["c", "column", "r", REGIONS, "row"];

/// Returns the name of the variables with a prefix in small letters.
fn name_of(prefix: &str) -> String {
    let letter = if OTHER.contains(&prefix) { "v" } else { "" };
    format!("{letter}{prefix}")
}

/// Returns the prefix of variables with a name. [`name_of`] is its inverse.
pub(crate) fn prefix_of(name: &str) -> &str {
    let prefix = name.strip_prefix('v');
    prefix
        .filter(|prefix| OTHER.contains(prefix))
        .unwrap_or(name)
}

/// Returns how the names of the cells of variables begin, in small letters: `vm` for `VM1`, `VM2`, …
pub(crate) fn cells_of(name: &str) -> String {
    match name {
        REGIONS => "cc".to_string(),
        _ => format!("v{}", prefix_of(name)),
    }
}

/// Returns the variables of an item `Var`: the cells of `Var~M~label~9x9` are `VM1`, `VM2`, …
pub(super) fn variables_of(item: &StringItem) -> Result<Variables, FormatError> {
    let prefix = item.argument(0);
    let is_prefix = !prefix.is_empty() && prefix.bytes().all(|byte| byte.is_ascii_uppercase());
    if !is_prefix {
        return Err(item.error("a prefix of capital letters", quote(prefix)));
    }
    let text = item.argument(2);
    let count = |text: &str| text.parse::<usize>().ok().filter(|count| *count > 0);
    let extent = match text.split_once('x') {
        _ if text.is_empty() => Some(Extent::Single),
        None => count(text).map(list),
        Some((rows, columns)) => count(rows).zip(count(columns)).map(|sides| match sides {
            (1, 1) => Extent::Single,
            (rows, columns) => Extent::Table(rows, columns),
        }),
    };
    let extent =
        extent.ok_or_else(|| item.error("a number of cells, or rows and columns", quote(text)))?;
    let name = name_of(&prefix.to_ascii_lowercase());
    Ok(Variables {
        name,
        extent,
        digits: None,
    })
}

/// Returns the variables of an item `ChaosConstruction`.
pub(super) fn regions(rows: usize, columns: usize) -> Option<Variables> {
    (rows * columns > 1).then(|| Variables {
        name: REGIONS.to_string(),
        extent: Extent::Table(rows, columns),
        digits: None,
    })
}

fn list(count: usize) -> Extent {
    match count {
        1 => Extent::Single,
        count => Extent::List(count),
    }
}
