//! The quoted-printable encoding of mail (RFC 2045): `=20` is a space, and `=` at the end of a line continues
//! it.

use super::glyph::{Glyph, Line, LineColumn, normalise_at, string, trim};

/// The shortest line that a mail program wraps. RFC 2045 allows 76 characters.
const SHORTEST_WRAPPED: usize = 60;

/// The header of a mail that names the encoding of the lines below it.
const HEADER: &str = "content-transfer-encoding:";

/// Returns lines without this encoding, below a header that names it, or if the whole text can be in no
/// other.
pub(crate) fn decoded(lines: Vec<Line>) -> Vec<Line> {
    if !lines.iter().flatten().any(|glyph| glyph.c == '=') {
        return lines;
    }
    let header = |line: &Line| {
        let text = string(trim(line)).to_ascii_lowercase();
        text.starts_with(HEADER)
            .then(|| text.contains("quoted-printable"))
    };
    let mut is_encoded = !lines.iter().any(|line| header(line).is_some()) && is_certain(&lines);
    let mut all = Vec::with_capacity(lines.len());
    let mut is_wrapped = false;
    for line in lines {
        is_encoded = header(&line).unwrap_or(is_encoded);
        let (plain, continues) = match is_encoded {
            true => decoded_line(&line),
            false => (line, false),
        };
        match all.last_mut() {
            Some(last) if is_wrapped => Line::extend(last, plain),
            _ => all.push(plain),
        }
        is_wrapped = continues;
    }
    all
}

/// Returns true if each equals sign begins an escape or ends a line that was wrapped, and one of them can
/// be nothing else.
fn is_certain(lines: &[Line]) -> bool {
    let mut is_certain = false;
    for line in lines {
        let equals = line.iter().enumerate().filter(|(_, glyph)| glyph.c == '=');
        for (at, _) in equals {
            let rest = &line[at + 1..];
            let is_wrapped = rest.is_empty() && at >= SHORTEST_WRAPPED;
            let is_text = |byte: u8| matches!(byte, b'\t' | b' '..=b'~' | 0x80..);
            let is_escape = escape(rest).is_some_and(is_text);
            if !is_wrapped && !is_escape {
                return false;
            }
            // `A=20` can be the sum of a cage.
            let is_sum = line[..at]
                .last()
                .is_some_and(|before| before.c.is_alphanumeric());
            is_certain |= is_wrapped || !is_sum;
        }
    }
    is_certain
}

/// Returns a line without escapes, and true if the next one continues it.
fn decoded_line(line: &[Glyph]) -> (Line, bool) {
    let (line, is_wrapped) = match line {
        [line @ .., last] if last.c == '=' => (line, true),
        line => (line, false),
    };
    let mut plain = Line::new();
    let mut bytes: Vec<u8> = Vec::new();
    let mut place: LineColumn = (1, 1);
    let mut at = 0;
    while at < line.len() {
        let byte = (line[at].c == '=')
            .then(|| escape(&line[at + 1..]))
            .flatten();
        if let Some(byte) = byte {
            if bytes.is_empty() {
                place = line[at].position();
            }
            bytes.push(byte);
            at += 3;
            continue;
        }
        plain.extend(characters(&std::mem::take(&mut bytes), place));
        plain.push(line[at]);
        at += 1;
    }
    plain.extend(characters(&bytes, place));
    (plain, is_wrapped)
}

/// Returns the characters of bytes in UTF-8, all at one place.
fn characters(bytes: &[u8], place: LineColumn) -> Line {
    let text = String::from_utf8_lossy(bytes);
    normalise_at(text.chars().map(|c| (c, place)))
}

/// Returns the byte of an escape, without its equals sign, at the start of a text.
fn escape(text: &[Glyph]) -> Option<u8> {
    let digit = |at: usize| text.get(at)?.c.to_digit(16);
    u8::try_from(digit(0)? * 16 + digit(1)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::glyph::normalise_lines;

    fn of(text: &str) -> String {
        let lines = decoded(normalise_lines(text, (1, 1)));
        lines
            .iter()
            .map(|line| string(line))
            .collect::<Vec<_>>()
            .join("/")
    }

    #[test]
    fn escapes_are_characters_and_wrapped_lines_continue() {
        assert_eq!(of("|5|=20|=C2=A0|3|"), "|5| | |3|");
        let long = ".".repeat(70);
        assert_eq!(of(&format!("{long}=\n1=3D")), format!("{long}1="));
        let header = "Content-Transfer-Encoding: quoted-printable";
        assert_eq!(
            of(&format!("{header}\n\n5=20=\n3")),
            format!("{header}//5 3")
        );
        let other = "Content-Transfer-Encoding: 8bit";
        assert_eq!(
            of(&format!("{header}\n=20\n{other}\n|=20")),
            format!("{header}/ /{other}/|=20")
        );
    }

    #[test]
    fn sums_and_assignments_are_not_escapes() {
        for text in ["A=20/B=15", "x = [1]", "x =", "r1c1=5", "A=3D/B=20"] {
            assert_eq!(of(&text.replace('/', "\n")), text);
        }
    }
}
