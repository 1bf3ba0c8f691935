//! Removal of markup: quotation marks, chat prefixes, comments, tags, tables of wikis, LaTeX commands.
//!
//! Tags disappear. The cells of a table row become one line with tabs between them, however many
//! lines the row takes in the markup.

use super::found::Near;
use super::givens::is_list;
use super::glyph::{Glyph, Line, starts_with, string, trim};
use super::row::{SHORTEST, is_digits_and_blanks, is_separator, is_word};
use super::rules::spelling::is_rule;
use crate::formats::joined;
use satdoku::format_error::{FormatError, quote};

/// Elements whose content is not text.
const SKIPPED: [&str; 5] = ["script", "style", "title", "head", "svg"];

/// Tags in brackets that forums use.
const BB_CODE: &str = "b i u s code quote table tr td th color size font center spoiler hide tt mono pre url list align";

/// Returns lines without their markup, and the errors of forms that are left out.
pub(crate) fn without_markup(lines: Vec<Line>) -> (Vec<Line>, Vec<Near>) {
    let mut page = Page::default();
    let mut text = Line::new();
    for line in joined(lines) {
        text.extend_from_slice(without_prefix(&line));
        text.push(Glyph::new('\n', (0, 0)));
    }
    let is_end = |pair: &[Glyph]| pair[0].c == '*' && pair[1].c == '/';
    page.last_comment = text.windows(2).rposition(is_end).unwrap_or(0);
    let mut at = 0;
    while at < text.len() {
        at += page.take(&text, at);
    }
    if !page.line.is_empty() {
        page.end_line();
    }
    (page.lines, page.errors)
}

/// Returns a line without what mail, chats and lists put in front of it: `> `, `[12:03] Bob: `, `- `.
fn without_prefix(line: &[Glyph]) -> &[Glyph] {
    let mut line = line;
    while let Some(sign) = line.iter().position(|glyph| !glyph.c.is_whitespace())
        && line[sign].c == '>'
        && let rest = &line[sign + 1..]
        && rest.first().is_none_or(|next| " >!".contains(next.c))
    {
        let space = rest.first().is_some_and(|next| next.c == ' ');
        line = &rest[usize::from(space)..];
    }
    if is_list(line) {
        return line;
    }
    let is_cells = |rest: &[Glyph]| {
        let mut pieces = rest.split(|glyph| is_separator(glyph.c));
        let symbols = rest.iter().filter(|glyph| !is_separator(glyph.c)).count();
        symbols >= SHORTEST && !pieces.any(is_word)
    };
    let is_colon = |at: &usize| line[*at].c == ':' && is_prefix(&line[..*at], line[at + 1].c);
    let colon = (0..line.len().saturating_sub(1)).rev().find(is_colon);
    if let Some(colon) = colon
        && let (before, rest) = (&line[..colon], &line[colon + 1..])
        && before.iter().any(|glyph| glyph.c.is_alphabetic())
        && !before.iter().any(|glyph| "\"{;".contains(glyph.c))
        && is_cells(rest)
        && !is_decimal(rest)
        && !is_rule(before)
        && !is_rule(line)
    {
        return rest;
    }
    if let [bullet, space, rest @ ..] = trim(line)
        && "-*+•".contains(bullet.c)
        && space.c == ' '
    {
        let is_one = !trim(rest).iter().any(|glyph| glyph.c.is_whitespace());
        let is_quoted = rest.first().is_some_and(|first| "[({\"'".contains(first.c));
        if is_quoted || (is_one && is_cells(rest)) {
            return rest;
        }
    }
    line
}

/// Returns true for a text that a colon before `next` separates from cells. The output of `grep -n` has no space after
/// the colon. In an address, the colon is before a port.
fn is_prefix(before: &[Glyph], next: char) -> bool {
    let has_word = || before.split(|glyph| !glyph.c.is_alphabetic()).any(is_word);
    let is_one_word = || !trim(before).iter().any(|glyph| glyph.c.is_whitespace());
    let is_address = || string(before).contains("://");
    next == ' ' || (next != '/' && has_word() && is_one_word() && !is_address())
}

/// Returns true for a number with decimals, perhaps with a unit: `0.50`, `12.34 s`.
fn is_decimal(text: &[Glyph]) -> bool {
    let text = string(trim(text));
    let (number, unit) = text.split_once(' ').unwrap_or((&text, ""));
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let mut parts = number.split('.');
    unit.chars().all(char::is_alphabetic)
        && number.matches('.').count() == 1
        && parts.all(is_number)
}

/// The text of a page, while its markup is removed.
#[derive(Default)]
struct Page {
    lines: Vec<Line>,
    line: Line,
    /// The number of cells of the table row, if one is open, and the start of the last one.
    cells: Option<usize>,
    cell_start: usize,
    /// The element whose content is skipped.
    skipped: Option<String>,
    /// True if a `row` element is open.
    is_row: bool,
    /// True in a table between `{|` and `|}`.
    is_wiki: bool,
    /// True between `/*` and `*/`, and the place of the last `*/`.
    is_comment: bool,
    last_comment: usize,
    errors: Vec<Near>,
}

impl Page {
    /// Processes the text at a position and returns its length.
    fn take(&mut self, text: &[Glyph], at: usize) -> usize {
        let rest = &text[at..];
        let first = rest[0];
        let previous = at.checked_sub(1).map_or('\n', |at| text[at].c);
        let line_length = || rest.iter().take_while(|glyph| glyph.c != '\n').count();
        if let Some((name, is_end, length)) = tag(rest) {
            self.tag(&name, is_end, &rest[..length]);
            return length;
        }
        if self.skipped.is_some() {
            return 1;
        }
        if previous == '\n'
            && let Some(length) = self.start_line(&rest[..line_length()])
        {
            return length;
        }
        match first.c {
            '\n' if self.cells.is_some() => self.line.push(first.with(' ')),
            '\n' => self.end_line(),
            '|' | '!' if self.is_wiki && rest.get(1).is_some_and(|next| next.c == first.c) => {
                self.start_cell(first);
                return 2;
            }
            // Attributes precede a single bar.
            '|' if self.is_wiki => self.line.truncate(self.cell_start),
            '&' => {
                if let Some((c, length)) = entity(rest) {
                    self.line.push(first.with(c));
                    return length;
                }
                self.line.push(first);
            }
            '\\' if starts_with(rest, "\\\\") => {
                self.end_line();
                return 2;
            }
            '\\' => return self.command(rest),
            '/' if starts_with(rest, "/*") && " \t\n,]})".contains(previous) => {
                let line = &rest[..line_length()];
                let end = (2..line.len()).find(|end| starts_with(&line[*end..], "*/"));
                self.is_comment = end.is_none() && at < self.last_comment;
                return end.map_or(2, |end| end + 2);
            }
            '*' if self.is_comment && starts_with(rest, "*/") => {
                self.is_comment = false;
                return 2;
            }
            // A bold digit in Markdown.
            '*' if is_bold(rest) && (previous.is_whitespace() || "|,".contains(previous)) => {
                self.line.push(rest[2]);
                return 5;
            }
            _ => self.line.push(first),
        }
        1
    }

    fn end_line(&mut self) {
        self.lines.push(std::mem::take(&mut self.line));
    }

    /// Processes the start of a line in a table of a wiki or a comment, and returns its length.
    fn start_line(&mut self, line: &[Glyph]) -> Option<usize> {
        let indent = line.iter().position(|glyph| !glyph.c.is_whitespace())?;
        let text = &line[indent..];
        match (text[0].c, text.get(1).map_or(' ', |next| next.c)) {
            ('{', '|') => {
                self.is_wiki = true;
                self.end_row(false);
            }
            ('*', next) if self.is_comment && next != '/' => return Some(indent + 1),
            _ if !self.is_wiki => return None,
            ('|', sign @ ('-' | '}')) => {
                self.is_wiki = sign == '-';
                self.end_row(self.is_wiki);
            }
            ('|' | '!', next) if next != '+' => {
                self.start_cell(text[0]);
                return Some(indent + 1);
            }
            _ => {}
        }
        Some(line.len())
    }

    /// Ends the row of a table, and begins another if `is_open`.
    fn end_row(&mut self, is_open: bool) {
        if self.cells.take().is_some() || !trim(&self.line).is_empty() {
            self.end_line();
        }
        self.cells = is_open.then_some(0);
    }

    fn start_cell(&mut self, at: Glyph) {
        let cells = self.cells.get_or_insert(0);
        if *cells > 0 {
            self.line.push(at.with('\t'));
        }
        *cells += 1;
        // The space keeps the place of an empty cell.
        self.line.push(at.with(' '));
        self.cell_start = self.line.len();
    }

    /// Adds the error of a form that is left out, once.
    fn refuse(&mut self, expected: &str, text: &[Glyph]) {
        if self
            .errors
            .iter()
            .all(|near| near.error.expected != expected)
        {
            let error = FormatError::new(text[0].position(), expected, quote(&string(text)));
            self.errors.push(Near::meant(error, 1));
        }
    }

    /// Removes a LaTeX command. Escaped line ends and the columns of a table are commands too.
    fn command(&mut self, rest: &[Glyph]) -> usize {
        let letters = rest[1..]
            .iter()
            .take_while(|glyph| glyph.c.is_ascii_alphabetic());
        let length = 1 + letters.count();
        let line = rest.iter().take_while(|glyph| glyph.c != '\n').count();
        match string(&rest[1..length]).as_str() {
            "n" | "r" => self.end_line(),
            "begin" | "end" => return line,
            // Its rows can count from below.
            "setrow" => {
                self.refuse("rows of cells instead of LaTeX commands", &rest[..line]);
                return line;
            }
            _ => {}
        }
        length
    }

    fn tag(&mut self, name: &str, is_end: bool, text: &[Glyph]) {
        if let Some(skipped) = &self.skipped {
            if is_end && skipped == name {
                self.skipped = None;
            }
            return;
        }
        if self.is_cell(name, text) {
            self.refuse(
                "rows of cells instead of an XML element for each cell",
                text,
            );
            let is_open = !is_end && !matches!(text, [.., slash, _] if slash.c == '/');
            self.skipped = is_open.then(|| name.to_string());
            return;
        }
        match name {
            _ if SKIPPED.contains(&name) && !is_end => self.skipped = Some(name.to_string()),
            "row" | "tr" | "table" => {
                self.is_row = name == "row" && !is_end;
                self.end_row(name != "table" && !is_end);
            }
            "td" | "th" if !is_end => self.start_cell(text[0]),
            "br" | "p" | "div" | "li" | "pre" if self.cells.is_none() => self.end_row(false),
            "input" => {
                let value = attributes(text).find(|(name, _)| name == "value");
                self.line
                    .extend_from_slice(value.map_or(&[], |(_, value)| value));
            }
            // XML files keep puzzles in attributes.
            _ => self
                .lines
                .extend(attributes(text).filter_map(|(_, value)| board_in(value))),
        }
    }

    /// Returns true for the tag of an XML element that is a single cell. Without its element, a blank would
    /// be lost.
    fn is_cell(&self, name: &str, text: &[Glyph]) -> bool {
        let has = |names: &[&str]| attributes(text).any(|(name, _)| names.contains(&&*name));
        let is_placed = || has(&["row", "r"]) && has(&["column", "col", "c"]);
        let is_html = matches!(name, "td" | "th" | "row");
        name == "cell" || (!is_html && (self.is_row || is_placed()))
    }
}

/// Returns the board in an attribute: its symbols, or the givens in an export of OpenSudoku. Below a line with the
/// version, that has the digit of each cell, its notes, and 0 if it is a given, with a bar after each.
fn board_in(value: &[Glyph]) -> Option<Line> {
    const LINE_END: &str = "&#10;";
    let side = value.len().isqrt();
    if side >= SHORTEST && side * side == value.len() && is_digits_and_blanks(&string(value)) {
        return Some(value.to_vec());
    }
    if !starts_with(value, "version:") {
        return None;
    }
    let end = (0..value.len()).find(|at| starts_with(&value[*at..], LINE_END))?;
    let fields = value[end + LINE_END.len()..].split(|glyph| glyph.c == '|');
    let cell = |fields: &[&[Glyph]]| match fields {
        [[digit], _, [given]] => Some(digit.with(if given.c == '0' { digit.c } else { '0' })),
        _ => None,
    };
    fields
        .collect::<Vec<_>>()
        .chunks_exact(3)
        .map(cell)
        .collect()
}

/// Returns the name of the tag at the start of a text, whether it is an end tag, and its length.
fn tag(text: &[Glyph]) -> Option<(String, bool, usize)> {
    let close = match text[0].c {
        '<' => '>',
        '[' => ']',
        _ => return None,
    };
    let is_end = text.get(1)?.c == '/';
    let is_name = |c: &char| c.is_ascii_alphanumeric() || "!?".contains(*c);
    let name = text[1 + usize::from(is_end)..]
        .iter()
        .map(|glyph| glyph.c.to_ascii_lowercase());
    let name: String = name.take_while(is_name).collect();
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let end = text
        .iter()
        .take(LONGEST_TAG)
        .position(|glyph| glyph.c == close)?;
    let inner = string(&text[..=end]);
    let is_tag = match close {
        // A link in angle brackets is text.
        '>' => !inner.contains("://") || inner.contains('"'),
        _ => {
            let rest = &inner[1 + usize::from(is_end) + name.len()..];
            BB_CODE.split(' ').any(|tag| tag == name) && rest.starts_with([']', '=', ' '])
        }
    };
    is_tag.then_some((name, is_end, end + 1))
}

/// The longest tag in characters. Tags of real pages can contain whole puzzles, and a `<` without its
/// `>` must not make reading slow.
const LONGEST_TAG: usize = 4096;

/// Returns true for a digit or letter between double asterisks.
fn is_bold(text: &[Glyph]) -> bool {
    let is_end = |next: &Glyph| next.c.is_whitespace() || "|,".contains(next.c);
    starts_with(text, "**")
        && text
            .get(2)
            .is_some_and(|digit| digit.c.is_ascii_alphanumeric())
        && starts_with(&text[3..], "**")
        && text.get(5).is_none_or(is_end)
}

/// Returns the character for the HTML entity at the start of a text, and its length.
fn entity(text: &[Glyph]) -> Option<(char, usize)> {
    let end = text.iter().take(10).position(|glyph| glyph.c == ';')?;
    let name = string(&text[1..end]);
    let number = name
        .strip_prefix('#')
        .and_then(|number| match number.strip_prefix(['x', 'X']) {
            Some(number) => u32::from_str_radix(number, 16).ok(),
            None => number.parse().ok(),
        });
    let c = match name.as_str() {
        "nbsp" | "ensp" | "emsp" | "thinsp" => ' ',
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "middot" => '·',
        "bull" => '•',
        _ => char::from_u32(number?)?,
    };
    let is_space = c.is_whitespace() || c == '\u{200b}';
    Some((if is_space { ' ' } else { c }, end + 1))
}

/// Returns the quoted attributes of a tag.
fn attributes(tag: &[Glyph]) -> impl Iterator<Item = (String, &[Glyph])> {
    let mut parts = tag.split(|glyph| matches!(glyph.c, '"' | '\''));
    std::iter::from_fn(move || {
        let name = string(parts.next()?);
        let value = parts.next()?;
        let name = name.trim_end_matches(['=', ' ']).rsplit(' ').next()?;
        Some((name.to_ascii_lowercase(), value))
    })
}

#[cfg(test)]
mod tests {
    use super::super::glyph::normalise_lines;
    use super::*;

    fn plain(text: &str) -> String {
        let lines = normalise_lines(text, (1, 1));
        let (lines, _) = without_markup(lines);
        let lines = lines
            .iter()
            .map(|line| string(trim(line)).replace("  ", " "));
        lines
            .filter(|line| !line.is_empty())
            .collect::<Vec<_>>()
            .join("/")
    }

    #[test]
    fn markup_is_removed() {
        for (text, expected) in [
            ("> > 53..7....", "53..7...."),
            ("[12:03] Bob: 53..7....", "53..7...."),
            ("Row 1: 5 3 . .", "5 3 . ."),
            ("- 53..7....", "53..7...."),
            ("- 5 3 - -", "- 5 3 - -"),
            ("<b>53</b>..", "53.."),
            ("<tr><td>5</td><td></td>\n<td>7</td></tr>", "5\t \t 7"),
            ("53..<br/>6...", "53../6..."),
            ("<script>\n1...\n</script>53..", "53.."),
            ("<game data=\"1.....2..3.....4\"/>", "1.....2..3.....4"),
            ("<row>53..</row><row>....</row>", "53../...."),
            ("<input value=\"5\"><input value=\"3\">", "53"),
            ("[code]53..[/code]", "53.."),
            ("[[5, 3], [1, 2]]", "[[5, 3], [1, 2]]"),
            ("5&nbsp;3 &#46;", "5 3 ."),
            ("5 & 3 \\\\ \\hline 6 & 1", "5 & 3/6 & 1"),
            ("\\textbf{5} & 3", "{5} & 3"),
            ("{|\n|-\n| 5 || || 3\n|-\n| 1\n| 2\n|}", "5 \t \t 3/1 \t 2"),
            ("| **5** | 3 |", "| 5 | 3 |"),
        ] {
            assert_eq!(plain(text), expected, "{text}");
        }
    }
}
