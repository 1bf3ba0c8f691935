//! The format that the extension of a file names.

use std::path::Path;

use anyhow::anyhow;
use clap::ValueEnum;

use super::message::display_path;

/// The formats that have files of their own, by the extension of these.
const EXTENSIONS: [(&str, &str); 5] = [
    ("csv", "csv"),
    ("jsonl", "jsonl"),
    ("json", "jsonl"),
    ("svg", "svg"),
    ("html", "html"),
];

/// Returns the format that the extension of a file names, and true if its rows form an array. A
/// `.txt` file and one without an extension have the default format, `None`. The extension `.gz`
/// follows that of the format.
///
/// # Errors
/// If the extension names no format of `F`.
pub fn format_of_file<F: ValueEnum>(file: &Path) -> anyhow::Result<(Option<F>, bool)> {
    let name = Path::new(file.file_name().unwrap_or_default());
    let name = match name.extension() {
        Some(extension) if extension.eq_ignore_ascii_case("gz") => name.with_extension(""),
        _ => name.to_path_buf(),
    };
    let extension = match name.extension() {
        None => return Ok((None, false)),
        Some(extension) => extension.to_string_lossy().to_ascii_lowercase(),
    };
    if extension == "txt" {
        return Ok((None, false));
    }
    let format_of = |name: &str| F::from_str(name, false).ok();
    let entry = EXTENSIONS.iter().find(|(known, _)| *known == extension);
    if let Some(format) = entry.and_then(|(_, name)| format_of(name)) {
        return Ok((Some(format), extension == "json"));
    }
    let known = EXTENSIONS
        .iter()
        .filter(|(_, name)| format_of(name).is_some());
    let known: Vec<String> = known.map(|(known, _)| format!(".{known}")).collect();
    Err(anyhow!(
        "{}: expected a file that ends in .txt, {}, found .{extension}: use --format for another name",
        display_path(file),
        known.join(", ")
    ))
}
