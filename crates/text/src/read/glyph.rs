//! Plain characters that know their place.
//!
//! People paste full-width and circled digits, keycap emoji, Arabic or Devanagari digits, typographic
//! quotation marks, no-break spaces and zero-width characters. Normalising turns them into their ASCII
//! counterparts, and errors still name the column that the user sees.

/// A line and a column, counted from 1.
pub(crate) type LineColumn = (usize, usize);

/// A character and its place in the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Glyph {
    pub c: char,
    line: u32,
    column: u32,
}

impl Glyph {
    pub fn new(c: char, (line, column): LineColumn) -> Glyph {
        let saturated = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let (line, column) = (saturated(line), saturated(column));
        Glyph { c, line, column }
    }

    pub fn position(self) -> LineColumn {
        (self.line as usize, self.column as usize)
    }

    /// Returns another character at the same place.
    pub fn with(self, c: char) -> Glyph {
        Glyph { c, ..self }
    }
}

/// A line of normalised text.
pub(crate) type Line = Vec<Glyph>;

/// The text of one cell and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CellText {
    pub text: String,
    pub position: LineColumn,
}

impl CellText {
    /// Creates the text of a cell. One without characters is at `otherwise`.
    pub fn of(glyphs: &[Glyph], otherwise: LineColumn) -> CellText {
        CellText {
            text: string(glyphs),
            position: glyphs.first().map_or(otherwise, |first| first.position()),
        }
    }
}

/// Returns the characters without their places.
pub(crate) fn string(glyphs: &[Glyph]) -> String {
    glyphs.iter().map(|glyph| glyph.c).collect()
}

/// Returns a text whose characters are all at one place.
pub(crate) fn line_at(text: &str, place: LineColumn) -> Line {
    text.chars().map(|c| Glyph::new(c, place)).collect()
}

/// Returns the glyphs without white space around them.
pub(crate) fn trim(glyphs: &[Glyph]) -> &[Glyph] {
    let is_ink = |glyph: &Glyph| !glyph.c.is_whitespace();
    let start = glyphs.iter().position(is_ink).unwrap_or(glyphs.len());
    let end = glyphs.iter().rposition(is_ink).map_or(start, |at| at + 1);
    &glyphs[start..end]
}

/// Returns true if the glyphs begin with these characters.
pub(crate) fn starts_with(glyphs: &[Glyph], text: &str) -> bool {
    let mut glyphs = glyphs.iter();
    text.chars()
        .all(|c| glyphs.next().is_some_and(|glyph| glyph.c == c))
}

/// Returns the place just after the last glyph that is not a space, or `otherwise` if there is none.
pub(crate) fn end_of(glyphs: &[Glyph], otherwise: LineColumn) -> LineColumn {
    match trim(glyphs).last() {
        Some(last) => (last.position().0, last.position().1 + 1),
        None => otherwise,
    }
}

/// Normalises the line with this number.
pub(crate) fn normalise(number: usize, text: &str) -> Line {
    normalise_at(text.chars().zip((1..).map(|column| (number, column))))
}

/// Normalises the lines of a text that begins at a place.
pub(crate) fn normalise_lines(text: &str, (number, column): LineColumn) -> Vec<Line> {
    let lines = text.split('\n').zip(0..);
    let line = |(line, index): (&str, usize)| {
        let column = if index == 0 { column } else { 1 };
        let places = (column..).map(|column| (number + index, column));
        normalise_at(line.trim_end_matches('\r').chars().zip(places))
    };
    lines.map(line).collect()
}

/// Normalises characters with their places.
pub(crate) fn normalise_at(text: impl Iterator<Item = (char, LineColumn)>) -> Line {
    let mut plain = Vec::with_capacity(text.size_hint().0);
    for (c, position) in text {
        let mut push = |c| plain.push(Glyph::new(c, position));
        match c {
            '\t' | ' '..='~' => push(c),
            c if c.is_whitespace() => push(' '),
            '“' | '”' | '„' | '‟' => push('"'),
            c if is_invisible(c) => {}
            c => match other_digit(c) {
                Some(digit) => push(digit),
                None => compatible(c, &mut push),
            },
        }
    }
    plain
}

/// Pushes the compatibility form of a character (Unicode's NFKC). A character that NFKC spells out,
/// such as `⒈` or `⑴`, becomes its digit.
fn compatible(c: char, push: &mut impl FnMut(char)) {
    let form = nfkc(c);
    let mut digits = form.chars().filter(char::is_ascii_digit);
    match (digits.next(), digits.next()) {
        (Some(digit), None) => push(digit),
        _ => form.chars().for_each(push),
    }
}

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
fn nfkc(c: char) -> String {
    unicode_normalization::UnicodeNormalization::nfkc(c).collect()
}

/// The browser normalises, because Unicode's tables would be a tenth of the page.
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
fn nfkc(c: char) -> String {
    js_sys::JsString::from(c).normalize("NFKC").into()
}

/// Returns true for characters that are not displayed: byte order mark, soft hyphen, zero-width spaces
/// and joiners, direction marks, and the combining characters that turn a digit into a keycap emoji.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{2069}' | '\u{fe00}'..='\u{fe0f}' | '\u{20e3}'
    )
}

/// Returns the ASCII digit for an Arabic, Persian, Devanagari or Thai digit, a Chinese numeral or a circled
/// digit of the dingbats, none of which NFKC changes.
fn other_digit(c: char) -> Option<char> {
    const ROWS: [&str; 8] = [
        "٠١٢٣٤٥٦٧٨٩",
        "۰۱۲۳۴۵۶۷۸۹",
        "०१२३४५६७८९",
        "๐๑๒๓๔๕๖๗๘๙",
        "〇一二三四五六七八九",
        "⓿❶❷❸❹❺❻❼❽❾",
        "🄋➀➁➂➃➄➅➆➇➈",
        "🄌➊➋➌➍➎➏➐➑➒",
    ];
    let digit = ROWS
        .iter()
        .find_map(|row| row.chars().position(|other| other == c))?;
    char::from_digit(digit as u32, 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_keyboards_and_phones_become_ascii() {
        for text in [
            "123",
            "１２３",
            "①②③",
            "❶❷❸",
            "➀➁➂",
            "➊➋➌",
            "¹²³",
            "₁₂₃",
            "𝟏𝟐𝟑",
            "١٢٣",
            "۱۲۳",
            "१२३",
            "๑๒๓",
            "一二三",
            "⑴⑵⑶",
            "1️⃣2️⃣3️⃣",
            "\u{feff}1\u{200b}2\u{ad}3",
        ] {
            assert_eq!(string(&normalise(1, text)), "123", "{text}");
        }
    }

    #[test]
    fn glyphs_keep_their_columns() {
        let line = normalise(7, "\u{feff}4…8\u{a0}5");
        assert_eq!(string(&line), "4...8 5");
        let columns: Vec<usize> = line.iter().map(|glyph| glyph.position().1).collect();
        assert_eq!(columns, [2, 3, 3, 3, 4, 5, 6]);
        assert_eq!(end_of(&normalise(3, "53. "), (1, 1)), (3, 4));
        assert_eq!(end_of(&[], (2, 5)), (2, 5));
    }
}
