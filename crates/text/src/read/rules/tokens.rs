//! The tokens of a line that may be a rule: cells, numbers, names, and the signs between them.

use crate::read::glyph::{Glyph, Line, line_at, starts_with, string};
use crate::read::rules::names::{MOST_WORDS, RuleName, is_ordinary, is_unmistakable, rule_named};
use crate::read::rules::quotes::{contain, enclosed, quoted};

/// A meaningful piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Token {
    /// A cell, the ends of a straight line of cells, or the corners of a rectangle, perhaps with a coefficient.
    Cell(Line),
    /// A number, perhaps negative.
    Number(Line),
    /// A row or column, and its side if it has one: `row 3 left`.
    Outer(Line),
    /// The name of a constraint, and how it is written here.
    Constraint(&'static str, Line),
    Variant(Line),
    Colon,
    /// `->` between cells.
    Arrow,
    Equals,
    Plus,
    Less,
    Greater,
    /// A text with the quotation marks around it.
    Quoted(Line),
    /// The same after `as`.
    Title(Line),
    /// Constraints in braces.
    Block(Line),
    /// A word that adds nothing, such as `cells`.
    Filler,
    /// A word or symbol that is not understood.
    Other(Line),
}

/// Words that add nothing to a rule.
const FILLERS: &str = "a add adds all along also an and applies apply at both cell cells clue clues constraint \
    constraints contains digit digits dot dots has have in is line lines main of on rule \
    rules sudoku the true up value values variant variants with yes";

impl Token {
    /// Returns true for the name of a rule that can hardly mean anything else.
    pub fn is_name(&self) -> bool {
        match self {
            Token::Constraint(name, _) => !is_ordinary(name),
            Token::Variant(_) => true,
            Token::Other(word) => is_unmistakable(&string(word)),
            _ => false,
        }
    }

    /// Returns true for what only rules have: a cell, a row or column with a side, a text in quotation marks or
    /// braces.
    pub fn is_argument(&self) -> bool {
        match self {
            Token::Cell(_) | Token::Quoted(_) | Token::Block(_) => true,
            Token::Outer(line) => string(line).split(' ').count() > 2,
            _ => false,
        }
    }
}

/// Splits a text into tokens.
pub(crate) fn tokens(text: &[Glyph]) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut enclosed = enclosed(text).into_iter().peekable();
    while let Some(first) = rest.first().copied() {
        let at = text.len() - rest.len();
        if let Some(range) = enclosed.next_if(|range| range.start == at) {
            rest = &text[range.end..];
            push_enclosed(&mut tokens, &text[range]);
            continue;
        }
        if let Some(length) = address_length(rest) {
            rest = &rest[length..];
            continue;
        }
        let length = match first.c {
            '-' if starts_with(rest, "->") => push(&mut tokens, Token::Arrow, 2),
            '=' if starts_with(rest, "=>") => push(&mut tokens, Token::Arrow, 2),
            '→' | '➔' | '➜' => push(&mut tokens, Token::Arrow, 1),
            '<' | '>' if starts_with(&rest[1..], "=") || starts_with(rest, "<>") => {
                push(&mut tokens, Token::Other(rest[..2].to_vec()), 2)
            }
            '<' => push(&mut tokens, Token::Less, 1),
            '>' => push(&mut tokens, Token::Greater, 1),
            '=' => push(&mut tokens, Token::Equals, 1),
            ':' => push(&mut tokens, Token::Colon, 1),
            '+' => push(&mut tokens, Token::Plus, 1),
            '-' if is_number_at(&rest[1..]) => {
                let length = 1 + number_length(&rest[1..]);
                take_number(&mut tokens, rest, length)
            }
            '0'..='9' => take_number(&mut tokens, rest, number_length(rest)),
            c if c.is_alphabetic() => take_word(&mut tokens, rest),
            // Not one of the signs around emphasised words.
            '*' if rest.get(1).is_none_or(|next| next.c.is_whitespace())
                && (at == 0 || text[at - 1].c.is_whitespace()) =>
            {
                push(&mut tokens, Token::Other(vec![first]), 1)
            }
            c if c.is_whitespace() || ",.!/&'`\"()[]{}*_|•".contains(c) => 1,
            _ => push(&mut tokens, Token::Other(vec![first]), 1),
        };
        rest = &rest[length..];
    }
    tokens
}

/// Returns the length of the address at the start of a text, which can contain names of cells.
fn address_length(text: &[Glyph]) -> Option<usize> {
    let scheme = text
        .iter()
        .take_while(|glyph| glyph.c.is_ascii_alphabetic());
    let scheme = scheme.count();
    let is_address = scheme > 1 && starts_with(&text[scheme..], "://");
    let is_end = |glyph: &Glyph| glyph.c.is_whitespace();
    is_address.then(|| text.iter().position(is_end).unwrap_or(text.len()))
}

fn push(tokens: &mut Vec<Token>, token: Token, length: usize) -> usize {
    tokens.push(token);
    length
}

/// Pushes a text in braces, or one with quotation marks, which is a title after `as`.
fn push_enclosed(tokens: &mut Vec<Token>, text: &[Glyph]) {
    if text[0].c == '{' {
        // The `or` between alternatives.
        tokens.pop_if(|token| matches!(token, Token::Other(word) if string(word) == "or"));
        tokens.push(Token::Block(text.to_vec()));
        return;
    }
    let is_as = |token: &mut Token| matches!(token, Token::Other(word) if string(word) == "as");
    let is_title = tokens.pop_if(is_as).is_some();
    let text = text.to_vec();
    tokens.push(if is_title {
        Token::Title(text)
    } else {
        Token::Quoted(text)
    });
}

fn number_length(text: &[Glyph]) -> usize {
    let digits = text.iter().take_while(|glyph| glyph.c.is_ascii_digit());
    digits.count()
}

fn is_number_at(text: &[Glyph]) -> bool {
    number_length(text) > 0
}

/// Takes a number, or a cell with a coefficient, such as `2*r1c1`.
fn take_number(tokens: &mut Vec<Token>, text: &[Glyph], length: usize) -> usize {
    let rest = &text[length..];
    if rest.first().is_some_and(|next| next.c == '*')
        && let Some(cell) = cell_length(&rest[1..])
    {
        let length = length + 1 + cell;
        return push(tokens, Token::Cell(lower(&text[..length])), length);
    }
    let is_word = rest.first().is_some_and(|next| next.c.is_alphanumeric());
    let token = match is_word || is_kenken_sign(rest) {
        true => Token::Other(text[..length].to_vec()),
        false => Token::Number(text[..length].to_vec()),
    };
    push(tokens, token, length)
}

/// Returns true if the sign of an operation follows a number, as in the cages of a KenKen.
fn is_kenken_sign(rest: &[Glyph]) -> bool {
    let is_end = |next: &Glyph| next.c.is_whitespace() || ":,;)\"".contains(next.c);
    let is_sign = rest.first().is_some_and(|sign| "+*/".contains(sign.c));
    is_sign && rest.get(1).is_none_or(is_end)
}

/// Returns the length of the cell at the start of a text, or of a straight line or a rectangle of cells.
fn cell_length(text: &[Glyph]) -> Option<usize> {
    let part = |text: &[Glyph], letter: char| {
        let is_letter = text
            .first()
            .is_some_and(|first| first.c.eq_ignore_ascii_case(&letter));
        let digits = number_length(text.get(1..)?);
        (is_letter && digits > 0).then_some(1 + digits)
    };
    let cell = |text: &[Glyph]| {
        let row = part(text, 'r')?;
        let column = part(&text[row..], 'c')?;
        // Another cell can follow at once.
        let rest = &text[row + column..];
        let is_end = rest.first().is_none_or(|next| !next.c.is_alphanumeric());
        (is_end || part(rest, 'r').is_some()).then_some(row + column)
    };
    let first = cell(text)?;
    let gap = |text: &[Glyph]| text.iter().take_while(|glyph| glyph.c == ' ').count();
    let dash = first + gap(&text[first..]);
    let sign = match text.get(dash).map(|glyph| glyph.c) {
        Some('-' | '–' | '—') => 1,
        Some('.') if starts_with(&text[dash..], "..") => 2,
        _ => return Some(first),
    };
    let second = dash + sign + gap(&text[dash + sign..]);
    match text.get(second..).and_then(cell) {
        Some(length) => Some(second + length),
        None => Some(first),
    }
}

/// Takes a cell, a name of one or more words, or a word.
fn take_word(tokens: &mut Vec<Token>, text: &[Glyph]) -> usize {
    if let Some(length) = cell_length(text) {
        let plain = text[..length].iter().filter(|glyph| glyph.c != ' ');
        let plain = plain.map(|glyph| match glyph.c {
            '–' | '—' => glyph.with('-'),
            c => glyph.with(c.to_ascii_lowercase()),
        });
        return push(tokens, Token::Cell(plain.collect()), length);
    }
    if let Some((line, length)) = outer_line(text) {
        return push(tokens, Token::Outer(line), length);
    }
    let first = text[0];
    for words in (1..=MOST_WORDS).rev() {
        let Some(length) = words_length(text, words) else {
            continue;
        };
        match rule_named(&string(&text[..length])) {
            Some(RuleName::Constraint(name)) => {
                let written = text[..length].to_vec();
                return push(tokens, Token::Constraint(name, written), length);
            }
            Some(RuleName::Variant(variant)) => {
                let name = line_at(variant.name(), first.position());
                return push(tokens, Token::Variant(name), length);
            }
            None => {}
        }
    }
    let length = words_length(text, 1).unwrap_or(1);
    let word = lower(&text[..length]);
    let text = string(&word);
    let token = match FILLERS.split(' ').any(|filler| filler == text) {
        true => Token::Filler,
        false => Token::Other(word),
    };
    push(tokens, token, length)
}

/// Returns the length of this number of words of letters, hyphens and apostrophes.
fn words_length(text: &[Glyph], words: usize) -> Option<usize> {
    let is_inner =
        |glyph: &&Glyph| glyph.c.is_alphanumeric() || matches!(glyph.c, '-' | '\'' | '’');
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

/// Returns a row or column such as `row 3`, `Column 2 bottom` or `c2`, in its text form, and its length.
fn outer_line(text: &[Glyph]) -> Option<(Line, usize)> {
    let letters = text
        .iter()
        .take_while(|glyph| glyph.c.is_alphabetic())
        .count();
    let name = match string(&text[..letters]).to_ascii_lowercase().as_str() {
        "row" | "r" => "row",
        "column" | "col" | "c" => "column",
        _ => return None,
    };
    let is_gap = |glyph: &&Glyph| glyph.c == ' ';
    let gap = text[letters..].iter().take_while(is_gap).count();
    let digits = number_length(&text[letters + gap..]);
    if digits == 0 {
        return None;
    }
    let mut end = letters + gap + digits;
    let mut line = line_at(name, text[0].position());
    line.push(text[letters].with(' '));
    line.extend_from_slice(&text[letters + gap..end]);
    let space = text[end..].iter().take_while(is_gap).count();
    let side = &text[end + space..];
    let side = &side[..words_length(side, 1).unwrap_or(0)];
    if ["left", "right", "top", "bottom"].contains(&string(side).to_ascii_lowercase().as_str()) {
        line.push(text[end].with(' '));
        line.extend(lower(side));
        end += space + side.len();
    }
    Some((line, end))
}

/// Returns a text in lower case, except for what is in quotation marks.
pub(crate) fn lower(text: &[Glyph]) -> Line {
    let quoted = quoted(text);
    let is_quoted = |at| contain(&quoted, at);
    let lower = text
        .iter()
        .enumerate()
        .map(|(at, glyph)| match is_quoted(at) {
            true => *glyph,
            false => glyph.with(glyph.c.to_ascii_lowercase()),
        });
    lower.collect()
}
