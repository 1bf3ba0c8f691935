//! A JSON array in a `.json` file.

/// Lines of JSON as the elements of an array.
#[derive(Debug, Default)]
pub struct JsonArray {
    /// True if the last line has not ended, because another may follow.
    is_open: bool,
}

impl JsonArray {
    /// Returns what comes next for these whole lines.
    pub fn add(&mut self, lines: &[u8]) -> Vec<u8> {
        let mut text = Vec::with_capacity(lines.len() + 2);
        for line in lines.split_inclusive(|byte| *byte == b'\n') {
            text.extend_from_slice(if self.is_open { b",\n" } else { b"[\n" });
            self.is_open = true;
            text.extend_from_slice(line.strip_suffix(b"\n").unwrap_or(line));
        }
        text
    }

    /// Returns the end of the array.
    pub fn end(&self) -> &'static str {
        if self.is_open { "\n]\n" } else { "[]\n" }
    }
}
