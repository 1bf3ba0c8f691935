//! Removal of markup: quotation marks, chat prefixes, tags, tables of wikis, LaTeX commands.
//!
//! Tags disappear. The cells of a table row become one line with tabs between them, however many
//! lines the row takes in the markup.

use super::cell_list::is_list;
use super::found::Near;
use super::glyph::{Glyph, Line, starts_with, string, trim};
use super::left_out::is_code;
use super::row::{SHORTEST, is_digits_and_blanks, is_separator, is_word};
use super::rules::spelling::is_rule;
use super::translation::{Translated, WITH_MARKUP};
use crate::formats::joined;
use satdoku::format_error::{FormatError, quote};

/// Elements whose content is not text.
const SKIPPED: [&str; 5] = ["script", "style", "title", "head", "svg"];

/// Tags in brackets that forums use.
const BB_CODE: [&str; 22] = [
    "b", "i", "u", "s", "code", "quote", "table", "tr", "td", "th", "color", "size", "font",
    "center", "spoiler", "hide", "tt", "mono", "pre", "url", "list", "align",
];

/// Returns lines without their markup.
pub(crate) fn without_markup(lines: Vec<Line>) -> Translated {
    let plain = |line: &Line| without_comments(without_prefix(line));
    let mut found = Translated::new(joined(lines)).by(&WITH_MARKUP);
    let mut lines: Vec<Line> = found.lines.iter().map(plain).collect();
    remove_comment_stars(&mut lines);
    found.lines = without_wiki_tables(lines);
    found
        .lines
        .iter_mut()
        .for_each(|line| *line = without_empty_brackets(line));
    let is_markup = |glyph: &Glyph| matches!(glyph.c, '<' | '[' | '&' | '\\' | '*' | '$');
    if !found.lines.iter().flatten().any(is_markup) {
        return found;
    }
    let mut text: Line = Vec::new();
    for line in &found.lines {
        text.extend(line);
        text.push(Glyph::new('\n', (0, 0)));
    }
    let mut page = PlainPage::default();
    let mut at = 0;
    while at < text.len() {
        at += page.take(&text, at);
    }
    found.errors.extend(page.error());
    page.lines.push(page.line);
    found.lines = page.lines;
    found
}

/// Returns a line without what mail, chats and lists put in front of it: `> `, `[12:03] Bob: `, `- `.
fn without_prefix(line: &[Glyph]) -> Line {
    let mut line = line;
    while let [first, rest @ ..] = trim(line)
        && first.c == '>'
        && rest
            .first()
            .is_none_or(|next| matches!(next.c, ' ' | '>' | '!'))
    {
        line = rest;
    }
    if is_list(line) {
        return line.to_vec();
    }
    let is_cells = |rest: &[Glyph]| {
        let mut pieces = rest.split(|glyph| is_separator(glyph.c));
        let symbols = rest.iter().filter(|glyph| !is_separator(glyph.c)).count();
        symbols >= SHORTEST && !pieces.any(is_word)
    };
    let has_word = |start: &[Glyph]| start.iter().any(|glyph| glyph.c.is_alphabetic());
    // The output of `grep -n` has no space after the colon. In an address, the colon is before a port.
    let is_one_word = |start: &[Glyph]| {
        let has_space = trim(start).iter().any(|glyph| glyph.c.is_whitespace());
        !has_space && !string(start).contains("://")
    };
    let colons = line
        .windows(2)
        .enumerate()
        .filter(|(_, pair)| pair[0].c == ':' && pair[1].c != '/')
        .rev();
    let has_long_word =
        |start: &[Glyph]| start.split(|glyph| !glyph.c.is_alphabetic()).any(is_word);
    let mut colons = colons.filter(|(at, pair)| {
        pair[1].c == ' ' || (is_one_word(&line[..*at]) && has_long_word(&line[..*at]))
    });
    let colon = colons.next().map(|(at, _)| at);
    if let Some(colon) = colon
        && !is_decimal(&line[colon + 1..])
        && has_word(&line[..colon])
        && is_cells(&line[colon + 1..])
        && !is_rule(&line[..colon])
        && !is_code(line)
        && !line[..colon]
            .iter()
            .any(|glyph| matches!(glyph.c, '"' | '{' | ';'))
    {
        return line[colon + 1..].to_vec();
    }
    if let [bullet, space, rest @ ..] = trim(line)
        && matches!(bullet.c, '-' | '*' | '+' | '•')
        && space.c == ' '
    {
        let is_one = !trim(rest).iter().any(|glyph| glyph.c.is_whitespace());
        let is_quoted = rest.first().is_some_and(|first| "[({\"'".contains(first.c));
        if is_quoted || (is_one && is_cells(rest)) {
            return rest.to_vec();
        }
    }
    line.to_vec()
}

/// Removes what is between `/*` and `*/` on one line.
fn without_comments(line: Line) -> Line {
    let mut line = line;
    let find =
        |line: &[Glyph], mark: &str| (0..line.len()).find(|at| starts_with(&line[*at..], mark));
    while let Some(start) = find(&line, "/*")
        && let Some(length) = find(&line[start..], "*/")
    {
        line.drain(start..start + length + 2);
    }
    line
}

/// Returns true for a number with decimals, perhaps with a unit: `0.50`, `12.34 s`.
fn is_decimal(text: &[Glyph]) -> bool {
    let text = string(trim(text));
    let (number, unit) = text.split_once(' ').unwrap_or((&text, ""));
    let is_unit = unit.chars().all(char::is_alphabetic);
    let parts = number.split_once('.');
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    is_unit && parts.is_some_and(|(whole, rest)| is_number(whole) && is_number(rest))
}

/// Removes the `*` in front of the lines of a comment between `/*` and `*/`.
fn remove_comment_stars(lines: &mut [Line]) {
    let mut lines = lines;
    while let Some(start) = lines.iter().position(|line| starts_with(trim(line), "/*")) {
        let rest = &mut lines[start + 1..];
        let is_end = |line: &Line| starts_with(trim(line), "*/");
        let Some(end) = rest.iter().position(is_end) else {
            return;
        };
        for line in &mut rest[..end] {
            let ink = line.iter_mut().find(|glyph| !glyph.c.is_whitespace());
            if let Some(star) = ink.filter(|glyph| glyph.c == '*') {
                star.c = ' ';
            }
        }
        lines = &mut rest[end..];
    }
}

/// Replaces `[ ]`, an empty cell, by a blank.
fn without_empty_brackets(line: &[Glyph]) -> Line {
    let is_empty = |at: usize| starts_with(&line[at..], "[ ]");
    let glyph = |at: usize| {
        let is_inside = at > 0 && is_empty(at - 1);
        line[at].with(if is_inside { '.' } else { line[at].c })
    };
    (0..line.len()).map(glyph).collect()
}

/// Replaces each table between `{|` and `|}` by a line for each of its rows.
fn without_wiki_tables(lines: Vec<Line>) -> Vec<Line> {
    if !lines.iter().any(|line| starts_with(trim(line), "{|")) {
        return lines;
    }
    let (mut all, mut row): (Vec<Line>, Line) = (Vec::new(), Vec::new());
    let mut is_table = false;
    for line in lines {
        let text = trim(&line);
        let is_start = starts_with(text, "{|");
        let is_end = starts_with(text, "|}");
        is_table = (is_table || is_start) && !is_end;
        if !is_table && !is_end {
            all.push(line);
        } else if is_end || starts_with(text, "|-") {
            all.push(std::mem::take(&mut row));
        } else if let [first, rest @ ..] = text
            && matches!(first.c, '|' | '!')
            && !starts_with(text, "|+")
        {
            let mut rest = rest;
            loop {
                let end = rest
                    .windows(2)
                    .position(|pair| pair[0].c == pair[1].c && matches!(pair[0].c, '|' | '!'));
                let cell = &rest[..end.unwrap_or(rest.len())];
                // Attributes precede a single bar.
                let bar = cell
                    .iter()
                    .rposition(|glyph| glyph.c == '|')
                    .map_or(0, |bar| bar + 1);
                if !row.is_empty() {
                    row.push(first.with('\t'));
                }
                row.push(first.with(' '));
                row.extend_from_slice(trim(&cell[bar..]));
                let Some(end) = end else { break };
                rest = &rest[end + 2..];
            }
        }
    }
    all.retain(|line| !line.is_empty() || !is_table);
    all
}

/// The text of a page, while its tags are removed.
#[derive(Default)]
struct PlainPage {
    lines: Vec<Line>,
    line: Line,
    /// The number of cells of the table row, if one is open.
    cells: Option<usize>,
    /// The element whose content is skipped.
    skipped: Option<String>,
    /// True if a `row` element is open.
    is_row: bool,
    /// The first element of XML that is a single cell.
    cell: Option<Line>,
}

impl PlainPage {
    /// Processes the text at a position and returns its length.
    fn take(&mut self, text: &[Glyph], at: usize) -> usize {
        let rest = &text[at..];
        let first = rest[0];
        if let Some((name, is_end, length)) = tag(rest) {
            self.tag(&name, is_end, &rest[..length]);
            return length;
        }
        if self.skipped.is_some() {
            return 1;
        }
        match first.c {
            '\n' if self.cells.is_some() => self.line.push(first.with(' ')),
            '\n' => self.end_line(),
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
            // A bold digit in Markdown.
            '*' if is_bold(rest) && text[..at].last().is_none_or(is_around_bold) => {
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

    /// Removes a LaTeX command. Escaped line ends and the columns of a table are commands too.
    fn command(&mut self, rest: &[Glyph]) -> usize {
        let letters = rest[1..]
            .iter()
            .take_while(|glyph| glyph.c.is_ascii_alphabetic());
        let length = 1 + letters.count();
        match string(&rest[1..length]).as_str() {
            "n" | "r" => self.end_line(),
            "begin" | "end" => {
                return rest.iter().take_while(|glyph| glyph.c != '\n').count();
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
            self.cell.get_or_insert_with(|| text.to_vec());
            let is_open = !is_end && !matches!(text, [.., slash, _] if slash.c == '/');
            self.skipped = is_open.then(|| name.to_string());
            return;
        }
        let is_blank = trim(&self.line).is_empty();
        // Boards of other elements name the rows and cells in their classes.
        let class = attributes(text).find(|(name, _)| name == "class");
        let class = class.map_or(String::new(), |(_, class)| string(class));
        let name = match name {
            "div" | "span" if !is_end && class.contains("cell") => "td",
            "div" | "span" if !is_end && class.contains("row") => "tr",
            "row" => {
                self.is_row = !is_end;
                "tr"
            }
            name => name,
        };
        match name {
            name if SKIPPED.contains(&name) && !is_end => self.skipped = Some(name.to_string()),
            "tr" | "table" => {
                if self.cells.take().is_some() || !is_blank {
                    self.end_line();
                }
                self.cells = (name == "tr" && !is_end).then_some(0);
            }
            "td" | "th" if !is_end => {
                let cells = self.cells.get_or_insert(0);
                if *cells > 0 {
                    self.line.push(text[0].with('\t'));
                }
                // The space keeps the place of an empty cell.
                self.line.push(text[0].with(' '));
                *cells += 1;
            }
            "br" | "p" | "div" | "li" | "pre" if self.cells.is_none() && !is_blank => {
                self.end_line()
            }
            "input" => {
                let value = attributes(text).find(|(name, _)| name == "value");
                self.line
                    .extend_from_slice(value.map_or(&[], |(_, value)| value));
            }
            _ => {
                // XML files keep puzzles in attributes.
                let could_be_puzzle = |value: &&[Glyph]| {
                    let side = value.len().isqrt();
                    side >= SHORTEST
                        && side * side == value.len()
                        && is_digits_and_blanks(&string(value))
                };
                let values = attributes(text)
                    .map(|(_, value)| value)
                    .filter(could_be_puzzle);
                self.lines.extend(values.map(<[Glyph]>::to_vec));
                let values = attributes(text).map(|(_, value)| value);
                self.lines.extend(values.filter_map(open_sudoku));
            }
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

    /// Returns the error of an XML element that is a single cell.
    fn error(&self) -> Option<Near> {
        let tag = self.cell.as_ref()?;
        let expected = "rows of cells instead of an XML element for each cell";
        let error = FormatError::new(tag[0].position(), expected, quote(&string(tag)));
        Some(Near { error, cells: 1 })
    }
}

/// Returns the givens in an attribute of OpenSudoku's exports: below a line with the version, each cell has its
/// digit, its notes, and 0 if it is a given, with a bar after each.
fn open_sudoku(value: &[Glyph]) -> Option<Line> {
    const VERSION: &str = "version:";
    const LINE_END: &str = "&#10;";
    let rest = value
        .get(VERSION.len()..)
        .filter(|_| starts_with(value, VERSION))?;
    let at = (0..rest.len()).find(|at| starts_with(&rest[*at..], LINE_END))?;
    let fields: Vec<&[Glyph]> = rest[at + LINE_END.len()..]
        .split(|glyph| glyph.c == '|')
        .collect();
    let cell = |fields: &[&[Glyph]]| match fields {
        [[digit], _, [given]] => Some(digit.with(if given.c == '0' { digit.c } else { '0' })),
        _ => None,
    };
    fields.chunks_exact(3).map(cell).collect()
}

/// Returns the name of the tag at the start of a text, whether it is an end tag, and its length.
fn tag(text: &[Glyph]) -> Option<(String, bool, usize)> {
    let close = match text[0].c {
        '<' => '>',
        '[' => ']',
        _ => return None,
    };
    let is_end = text.get(1)?.c == '/';
    let name = text[1 + usize::from(is_end)..].iter().map(|glyph| glyph.c);
    let is_name = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '!' | '?');
    let name: String = name
        .take_while(is_name)
        .collect::<String>()
        .to_ascii_lowercase();
    if !name.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '!' | '?')) {
        return None;
    }
    let length = 1 + text
        .iter()
        .take(LONGEST_TAG)
        .position(|glyph| glyph.c == close)?;
    let inner = string(&text[..length]);
    let is_tag = match close {
        // A link in angle brackets is text.
        '>' => !inner.contains("://") || inner.contains('"'),
        _ => {
            let rest = inner[1 + usize::from(is_end) + name.len()..].chars().next();
            BB_CODE.contains(&name.as_str()) && matches!(rest, Some(']' | '=' | ' '))
        }
    };
    is_tag.then_some((name, is_end, length))
}

/// The longest tag in characters. Tags of real pages can contain whole puzzles, and a `<` without its
/// `>` must not make reading slow.
const LONGEST_TAG: usize = 4096;

/// Returns true for a digit or letter between double asterisks.
fn is_bold(text: &[Glyph]) -> bool {
    let is_digit = text
        .get(2)
        .is_some_and(|glyph| glyph.c.is_ascii_alphanumeric());
    is_digit
        && starts_with(text, "**")
        && starts_with(&text[3..], "**")
        && text.get(5).is_none_or(is_around_bold)
}

fn is_around_bold(glyph: &Glyph) -> bool {
    glyph.c.is_whitespace() || matches!(glyph.c, '|' | ',')
}

/// Returns the character for the HTML entity at the start of a text, and its length.
fn entity(text: &[Glyph]) -> Option<(char, usize)> {
    let end = text.iter().take(10).position(|glyph| glyph.c == ';')?;
    let name = string(&text[1..end]);
    let number = name.strip_prefix('#').and_then(|number| {
        let hexadecimal = number.strip_prefix(['x', 'X']);
        hexadecimal.map_or(number.parse().ok(), |number| {
            u32::from_str_radix(number, 16).ok()
        })
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
    Some((
        if c.is_whitespace() || c == '\u{200b}' {
            ' '
        } else {
            c
        },
        end + 1,
    ))
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
        let lines = without_markup(lines).lines.into_iter();
        let lines = lines.map(|line| string(trim(&line)));
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
            ("<tr><td>5</td><td></td>\n<td>7</td></tr>", "5\t  \t 7"),
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
            ("{|\n|-\n| 5 || || 3\n|-\n| 1\n| 2\n|}", "5\t \t 3/1\t 2"),
            ("| **5** | 3 |", "| 5 | 3 |"),
        ] {
            assert_eq!(plain(text), expected, "{text}");
        }
    }
}
