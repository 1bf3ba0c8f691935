//! The tokens of a line that may be a rule: cells, numbers, names, and the signs between them.

use crate::read::glyph::{Glyph, Line, line_at, starts_with, string};
use crate::read::rules::names::{MOST_WORDS, RuleName, is_ordinary, is_unmistakable, rule_named};
use crate::read::rules::quotes::enclosed;

/// A meaningful piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    pub kind: TokenKind,
    /// Its text form. The name of a constraint stays as it is written.
    pub text: Line,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A cell, the ends of a straight line of cells, or the corners of a rectangle, perhaps with a coefficient.
    Cell,
    /// A number, perhaps negative.
    Number,
    /// A row or column, and its side if it has one: `row 3 left`.
    Outer,
    /// The name of a constraint.
    Constraint(&'static str),
    Variant,
    /// `:`, `=`, `+`, `<`, `>`, or `→` for any arrow.
    Sign(char),
    OpenBracket,
    /// A text with the quotation marks around it.
    Quoted,
    /// The same after `as`.
    Title,
    /// Constraints in braces.
    Block,
    /// A word that adds nothing, such as `cells`.
    Filler,
    /// A word or symbol that is not understood.
    Other,
}

/// Words that add nothing to a rule.
const FILLERS: &str = "a add adds all along also an and applies apply at both cell cells clue clues constraint \
    constraints contains digit digits dot dots has have in is line lines main of on rule \
    rules sudoku the true up value values variant variants with yes";

impl Token {
    fn new(kind: TokenKind, text: impl Into<Line>) -> Token {
        let text = text.into();
        Token { kind, text }
    }

    /// Returns true for the name of a rule that can hardly mean anything else.
    pub fn is_name(&self) -> bool {
        match self.kind {
            TokenKind::Constraint(name) => !is_ordinary(name),
            TokenKind::Variant => true,
            TokenKind::Other => is_unmistakable(&string(&self.text)),
            _ => false,
        }
    }

    /// Returns true for what only rules have: a cell, a row or column with a side, a text in quotation marks or
    /// braces.
    pub fn is_argument(&self) -> bool {
        match self.kind {
            TokenKind::Cell | TokenKind::Quoted | TokenKind::Block => true,
            TokenKind::Outer => self.text.iter().filter(|glyph| glyph.c == ' ').count() > 1,
            _ => false,
        }
    }

    fn is_word(&self, word: &str) -> bool {
        self.kind == TokenKind::Other && string(&self.text) == word
    }
}

/// Splits a text into tokens.
pub(crate) fn tokens(text: &[Glyph]) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut enclosed = enclosed(text).into_iter().peekable();
    let mut at = 0;
    while at < text.len() {
        if let Some(range) = enclosed.next_if(|range| range.start == at) {
            at = range.end;
            let is_block = text[range.start].c == '{';
            // The word belongs to what it announces.
            let word = if is_block { "or" } else { "as" };
            let kind = match (is_block, tokens.pop_if(|last| last.is_word(word))) {
                (true, _) => TokenKind::Block,
                (false, Some(_)) => TokenKind::Title,
                (false, None) => TokenKind::Quoted,
            };
            tokens.push(Token::new(kind, &text[range]));
            continue;
        }
        let is_apart = at == 0 || text[at - 1].c.is_whitespace();
        let (token, length) = token(&text[at..], is_apart);
        tokens.extend(token);
        at += length;
    }
    tokens
}

/// Returns the token at the start of a text, if there is one, and its length.
fn token(text: &[Glyph], is_apart: bool) -> (Option<Token>, usize) {
    let of = |kind, length| (Some(Token::new(kind, &text[..length])), length);
    let next = text.get(1).map_or(' ', |next| next.c);
    match (text[0].c, next) {
        ('-' | '=', '>') => of(TokenKind::Sign('→'), 2),
        ('→' | '➔' | '➜', _) => of(TokenKind::Sign('→'), 1),
        ('<' | '>', '=') | ('<', '>') => of(TokenKind::Other, 2),
        // The cages of a KenKen have the sign of an operation.
        ('+' | '*' | '/', '0'..='9') if is_apart => of(TokenKind::Other, 1),
        (sign @ ('<' | '>' | '=' | ':' | '+'), _) => of(TokenKind::Sign(sign), 1),
        ('0'..='9', _) | ('-', '0'..='9') => number(text),
        ('[' | '(' | '{', _) => of(TokenKind::OpenBracket, 1),
        // Not one of the signs around emphasised words.
        ('*', ' ') if is_apart => of(TokenKind::Other, 1),
        (c, _) if c.is_alphabetic() => word(text),
        (c, _) if c.is_whitespace() || ",.!/&'`\")]}*_|•".contains(c) => (None, 1),
        _ => of(TokenKind::Other, 1),
    }
}

/// Parses `r1c3` or `A3` into a row and a column.
pub(crate) fn cell_name(name: &str) -> Option<(usize, usize)> {
    let name = name.to_ascii_lowercase();
    if let Some((row, column)) = name.strip_prefix('r').and_then(|rest| rest.split_once('c')) {
        return Some((row.parse().ok()?, column.parse().ok()?));
    }
    let letter = name.chars().next().filter(char::is_ascii_alphabetic)?;
    Some((letter.to_digit(36)? as usize - 9, name[1..].parse().ok()?))
}

fn digits(text: &[Glyph]) -> usize {
    let digits = text.iter().take_while(|glyph| glyph.c.is_ascii_digit());
    digits.count()
}

fn spaces(text: &[Glyph]) -> usize {
    text.iter().take_while(|glyph| glyph.c == ' ').count()
}

/// Returns a number, or a cell with a coefficient, such as `2*r1c1`.
fn number(text: &[Glyph]) -> (Option<Token>, usize) {
    let sign = usize::from(text[0].c == '-');
    let length = sign + digits(&text[sign..]);
    let next = |at: usize| text.get(length + at).map_or(' ', |next| next.c);
    if next(0) == '*'
        && let Some(cell) = cell_length(&text[length + 1..])
    {
        let length = length + 1 + cell;
        let cell = Token::new(TokenKind::Cell, lower(&text[..length]));
        return (Some(cell), length);
    }
    // The cages of a KenKen have the sign of an operation.
    let has_sign = "+*/".contains(next(0)) && " :,;)\"".contains(next(1));
    let is_inner = |glyph: &&Glyph| glyph.c.is_alphanumeric();
    let letters = text[length..].iter().take_while(is_inner).count();
    let kind = match has_sign || letters > 0 {
        true => TokenKind::Other,
        false => TokenKind::Number,
    };
    let length = length + letters;
    (Some(Token::new(kind, &text[..length])), length)
}

/// Returns the length of the cell at the start of a text, or of a straight line or a rectangle of cells.
fn cell_length(text: &[Glyph]) -> Option<usize> {
    let part = |text: &[Glyph], letter: char| {
        let first = text.first()?;
        let digits = digits(&text[1..]);
        (first.c.eq_ignore_ascii_case(&letter) && digits > 0).then_some(1 + digits)
    };
    let cell = |text: &[Glyph]| {
        let row = part(text, 'r')?;
        let length = row + part(&text[row..], 'c')?;
        // Another cell can follow at once.
        let rest = &text[length..];
        let is_end = rest.first().is_none_or(|next| !next.c.is_alphanumeric());
        (is_end || part(rest, 'r').is_some()).then_some(length)
    };
    let first = cell(text)?;
    let sign = first + spaces(&text[first..]);
    let length = match text.get(sign..) {
        Some([dash, ..]) if dash.c == '-' => 1,
        Some([one, other, ..]) if one.c == '.' && other.c == '.' => 2,
        _ => return Some(first),
    };
    let second = sign + length + spaces(&text[sign + length..]);
    Some(cell(&text[second..]).map_or(first, |length| second + length))
}

/// Returns a cell, a row or column, a name of one or more words, or a word. Addresses, which can contain names of
/// cells, are no token.
fn word(text: &[Glyph]) -> (Option<Token>, usize) {
    let letters = text.iter().take_while(|glyph| glyph.c.is_alphabetic());
    let letters = letters.count();
    if letters > 1 && starts_with(&text[letters..], "://") {
        let end = text.iter().position(|glyph| glyph.c.is_whitespace());
        return (None, end.unwrap_or(text.len()));
    }
    if let Some(length) = cell_length(text) {
        let mut cell = lower(&text[..length]);
        cell.retain(|glyph| glyph.c != ' ');
        return (Some(Token::new(TokenKind::Cell, cell)), length);
    }
    if let Some((line, length)) = outer_line(text, letters) {
        return (Some(Token::new(TokenKind::Outer, line)), length);
    }
    for words in (1..=MOST_WORDS).rev() {
        let Some(length) = words_length(text, words) else {
            continue;
        };
        let written = &text[..length];
        let token = match rule_named(&string(written)) {
            Some(RuleName::Constraint(name)) => Token::new(TokenKind::Constraint(name), written),
            Some(RuleName::Variant(variant)) => {
                let name = line_at(variant.name(), text[0].position());
                Token::new(TokenKind::Variant, name)
            }
            None => continue,
        };
        return (Some(token), length);
    }
    let length = words_length(text, 1).unwrap_or(1);
    let text = lower(&text[..length]);
    let word = string(&text);
    let kind = match FILLERS.split(' ').any(|filler| filler == word) {
        true => TokenKind::Filler,
        false => TokenKind::Other,
    };
    (Some(Token { kind, text }), length)
}

/// Returns the length of this number of words of letters, hyphens and apostrophes.
fn words_length(text: &[Glyph], words: usize) -> Option<usize> {
    let is_inner = |glyph: &&Glyph| glyph.c.is_alphanumeric() || "-'’".contains(glyph.c);
    let mut length = 0;
    for word in 0..words {
        let start = length + usize::from(word > 0);
        let has_space = word == 0 || text.get(length).is_some_and(|glyph| glyph.c == ' ');
        let letters = text.get(start..)?.iter().take_while(is_inner).count();
        if !has_space || letters == 0 || !text[start].c.is_alphabetic() {
            return None;
        }
        length = start + letters;
    }
    Some(length)
}

/// Returns a row or column such as `row 3`, `Column 2 bottom` or `c2`, whose name has this number of letters, in
/// its text form, and its length.
fn outer_line(text: &[Glyph], letters: usize) -> Option<(Line, usize)> {
    let name = match string(&text[..letters]).to_ascii_lowercase().as_str() {
        "row" | "r" => "row",
        "column" | "col" | "c" => "column",
        _ => return None,
    };
    let start = letters + spaces(&text[letters..]);
    let mut end = start + digits(&text[start..]);
    let is_word = text.get(end).is_some_and(|next| next.c.is_alphabetic());
    if end == start || is_word {
        return None;
    }
    let mut line = line_at(name, text[0].position());
    line.push(text[letters].with(' '));
    line.extend_from_slice(&text[start..end]);
    let rest = &text[end + spaces(&text[end..])..];
    let side = lower(&rest[..words_length(rest, 1).unwrap_or(0)]);
    if ["left", "right", "top", "bottom"].contains(&&*string(&side)) {
        line.push(text[end].with(' '));
        end = text.len() - rest.len() + side.len();
        line.extend(side);
    }
    Some((line, end))
}

/// Returns a text in lower case, except for what is in quotation marks.
pub(crate) fn lower(text: &[Glyph]) -> Line {
    let mut is_quoted = false;
    let lower = text.iter().map(|glyph| {
        is_quoted ^= glyph.c == '"';
        if is_quoted {
            *glyph
        } else {
            glyph.with(glyph.c.to_ascii_lowercase())
        }
    });
    lower.collect()
}
