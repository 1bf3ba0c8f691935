//! Plain characters that know their place.
//!
//! People paste full-width and circled digits, keycap emoji, digits of other scripts, no-break spaces
//! and zero-width characters. Normalising turns them into ASCII digits and spaces, and errors still
//! name the column that the user sees.

/// A line and a column, counted from 1.
pub(super) type LineColumn = (usize, usize);

/// A character and its place in the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Glyph {
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
pub(super) type Line = Vec<Glyph>;

/// The text of one cell and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub text: String,
    pub position: LineColumn,
}

impl Token {
    /// Creates a token. One without characters is at `otherwise`.
    pub fn of(glyphs: &[Glyph], otherwise: LineColumn) -> Token {
        Token {
            text: string(glyphs),
            position: glyphs.first().map_or(otherwise, |first| first.position()),
        }
    }
}

/// Returns the characters without their places.
pub(super) fn string(glyphs: &[Glyph]) -> String {
    glyphs.iter().map(|glyph| glyph.c).collect()
}

/// Returns a text whose characters are all at one place.
pub(super) fn line_at(text: &str, place: LineColumn) -> Line {
    text.chars().map(|c| Glyph::new(c, place)).collect()
}

/// Returns the glyphs without white space around them.
pub(super) fn trim(glyphs: &[Glyph]) -> &[Glyph] {
    let is_ink = |glyph: &Glyph| !glyph.c.is_whitespace();
    let start = glyphs.iter().position(is_ink).unwrap_or(glyphs.len());
    let end = glyphs.iter().rposition(is_ink).map_or(start, |at| at + 1);
    &glyphs[start..end]
}

/// Returns true if the glyphs begin with these characters.
pub(super) fn starts_with(glyphs: &[Glyph], text: &str) -> bool {
    let mut glyphs = glyphs.iter();
    text.chars()
        .all(|c| glyphs.next().is_some_and(|glyph| glyph.c == c))
}

/// Returns the place just after the last glyph that is not a space, or `otherwise` if there is none.
pub(super) fn end_of(glyphs: &[Glyph], otherwise: LineColumn) -> LineColumn {
    match trim(glyphs).last() {
        Some(last) => (last.position().0, last.position().1 + 1),
        None => otherwise,
    }
}

/// Normalises the line with this number.
pub(super) fn normalise(number: usize, text: &str) -> Line {
    normalise_at(text.chars().zip((1..).map(|column| (number, column))))
}

/// Normalises characters with their places.
pub(super) fn normalise_at(text: impl Iterator<Item = (char, LineColumn)>) -> Line {
    let mut plain = Vec::with_capacity(text.size_hint().0);
    for (c, position) in text {
        let mut push = |c| plain.push(Glyph::new(c, position));
        match c {
            '\t' | ' '..='~' => push(c),
            c if c.is_whitespace() => push(' '),
            c if is_invisible(c) => {}
            c => match digit_of_any_script(c) {
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

/// Returns the ASCII digit for a decimal digit of another script, a dingbat digit or a Chinese numeral,
/// none of which NFKC changes.
fn digit_of_any_script(c: char) -> Option<char> {
    /// The zero of each script. Unicode keeps ten digits in order.
    const ZEROS: [u32; 58] = [
        0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6,
        0xe50, 0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90,
        0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0,
        0x104a0, 0x10d30, 0x11066, 0x110f0, 0x11136, 0x111d0, 0x112f0, 0x11450, 0x114d0, 0x11650,
        0x116c0, 0x11730, 0x118e0, 0x11950, 0x11c50, 0x11d50, 0x11da0, 0x16a60, 0x16ac0, 0x16b50,
        0x1e140, 0x1e2f0, 0x1e950,
    ];
    /// The one of each set of dingbats, which have no zero in front of it.
    const ONES: [u32; 3] = [0x2776, 0x2780, 0x278a];
    const CHINESE: &str = "〇一二三四五六七八九";
    let offset = |start: u32| (c as u32).checked_sub(start);
    let script = |zero: &u32| offset(*zero).filter(|digit| *digit < 10);
    let dingbat = |one: &u32| offset(one - 1).filter(|digit| (1..10).contains(digit));
    let digit = ZEROS.iter().find_map(script);
    let digit = digit.or_else(|| ONES.iter().find_map(dingbat));
    let chinese = || CHINESE.chars().position(|other| other == c);
    let digit = digit.or_else(|| chinese().map(|at| at as u32))?;
    char::from_digit(digit, 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_every_kind_become_ascii() {
        for text in [
            "123",
            "１２３",
            "①②③",
            "❶❷❸",
            "¹²³",
            "₁₂₃",
            "𝟏𝟐𝟑",
            "١٢٣",
            "१२३",
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
