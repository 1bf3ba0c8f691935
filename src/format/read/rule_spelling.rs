//! Rules in the spellings that people use, translated to the text form: `- Killer cage: 3 = R1C1, R1C2`
//! is `cage 3 r1c1 r1c2`.
//!
//! A line is split into tokens. If all of them are understood, it is a rule; otherwise, if it names a
//! cell or a rule, it is suspicious, and the reader reports it rather than ignore it. The characters
//! of a translated rule keep their places, so that errors in its arguments name the column in the input.

use super::glyph::{Glyph, Line, starts_with, string, trim};
use super::rule_names::{MOST_WORDS, RuleName, is_ordinary, is_unmistakable, rule_named};
use crate::board::Variant;

/// What a line says about the rules of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Spelled {
    /// Rules in their text form.
    Rules(Vec<Line>),
    /// The name of a kind whose constraints are on the lines below.
    Heading(&'static str),
    /// It names a cell or a rule, but cannot be read.
    Suspicious,
    /// Nothing.
    Nothing,
}

/// A meaningful piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    /// A cell, or the ends of a straight line of cells, perhaps with a coefficient.
    Cell(Line),
    /// A number, perhaps negative.
    Number(Line),
    /// A row or column, and its side if it has one: `row 3 left`.
    Outer(Line),
    Constraint(&'static str, Glyph),
    Variant(Line),
    Colon,
    /// `->` between cells.
    Arrow,
    Equals,
    Plus,
    Less,
    Greater,
    /// A word that adds nothing, such as `cells`.
    Filler,
    /// A word or symbol that is not understood.
    Other(Line),
}

/// Translates a line. Below a heading, the name of the kind can be missing.
pub(super) fn spelled(line: &[Glyph], heading: Option<&'static str>) -> Spelled {
    let line = without_bullet(trim(line));
    if let Some(board) = board(line) {
        return Spelled::Rules(vec![board]);
    }
    if let Some(names) = variant_list(line) {
        return variant_names(names).map_or(Spelled::Suspicious, Spelled::Rules);
    }
    let mut rules = Vec::new();
    let mut answer = Spelled::Nothing;
    for part in line.split(|glyph| glyph.c == ';') {
        let tokens = tokens(part);
        let is_suspicious = tokens.iter().any(Token::is_suspicious) && !is_step(part);
        let begun = begun(&tokens, part);
        match translated(tokens, heading) {
            Some(Spelled::Rules(more)) => rules.extend(more),
            Some(heading) => answer = heading,
            None if is_suspicious => match begun {
                Some(rule) => rules.push(rule),
                None => return Spelled::Suspicious,
            },
            // A remark after a rule, or no rule at all.
            None => {}
        }
    }
    match rules.is_empty() {
        true => answer,
        false => Spelled::Rules(rules),
    }
}

/// Returns a constraint that begins with its name and has cells, with everything after the name as it is,
/// so that its error is that of the text form.
fn begun(tokens: &[Token], part: &[Glyph]) -> Option<Line> {
    let has_cell = tokens.iter().any(|token| matches!(token, Token::Cell(_)));
    match tokens.first() {
        Some(Token::Constraint(name, at)) if has_cell => {
            let start = part.iter().position(|glyph| glyph == at)?;
            let words = (1..=MOST_WORDS)
                .rev()
                .filter_map(|words| words_length(&part[start..], words));
            let is_name = |length: &usize| {
                rule_named(&string(&part[start..start + length]))
                    == Some(RuleName::Constraint(name))
            };
            let length = words.into_iter().find(is_name)?;
            let next = part.get(start + length)?.c;
            (next == ' ' || next == ':')
                .then(|| [placed(name, *at), lower(&part[start + length..])].concat())
        }
        _ => None,
    }
}

/// Returns true if a line is meant as a rule: one that can be read, or one that begins like one.
pub(super) fn is_rule(line: &[Glyph]) -> bool {
    matches!(spelled(line, None), Spelled::Rules(_) | Spelled::Suspicious)
}

/// Returns true if a line names a cell such as `r1c1`.
pub(super) fn has_cell(line: &[Glyph]) -> bool {
    tokens(line)
        .iter()
        .any(|token| matches!(token, Token::Cell(_)))
}

/// Returns true for a step of a solution, as solvers write them below a grid: `Hidden Single: r1c1=3`.
fn is_step(part: &[Glyph]) -> bool {
    const TECHNIQUES: [&str; 9] = [
        "hidden",
        "naked",
        "locked",
        "pointing",
        "claiming",
        "wing",
        "swordfish",
        "jellyfish",
        "medusa",
    ];
    let text = string(part).to_ascii_lowercase();
    let mut words = text.split(|c: char| !c.is_ascii_alphabetic());
    let is_technique = |word: &str| TECHNIQUES.contains(&word);
    text.contains("<>") || words.any(is_technique)
}

/// The single-cell kinds, which take a list of cells in free spelling.
const OF_ONE_CELL: [&str; 7] = [
    "odd",
    "even",
    "minimum",
    "maximum",
    "row-indexer",
    "column-indexer",
    "box-indexer",
];

/// The kinds with two groups of cells, separated by a colon.
const OF_TWO_GROUPS: [&str; 3] = ["arrow", "clone", "same-digits"];

/// Words that add nothing to a rule.
const FILLERS: [&str; 44] = [
    "a",
    "add",
    "adds",
    "along",
    "also",
    "an",
    "and",
    "apply",
    "applies",
    "at",
    "both",
    "cell",
    "cells",
    "clue",
    "clues",
    "constraint",
    "constraints",
    "contains",
    "digit",
    "digits",
    "dot",
    "dots",
    "has",
    "have",
    "in",
    "is",
    "line",
    "lines",
    "main",
    "of",
    "on",
    "rule",
    "rules",
    "sudoku",
    "the",
    "true",
    "up",
    "value",
    "values",
    "variant",
    "variants",
    "with",
    "yes",
    "all",
];

/// Removes the mark of a list item: a bullet, or a number with a dot or parenthesis.
fn without_bullet(line: &[Glyph]) -> &[Glyph] {
    let digits = line.iter().take_while(|glyph| glyph.c.is_ascii_digit());
    let mark = match (line.first().map(|first| first.c), digits.count()) {
        (Some('-' | '*' | '+' | '•' | '·' | '–' | '>' | '‣' | '◦'), _) => 1,
        (_, 1..=3) => {
            let digits = line.iter().position(|glyph| !glyph.c.is_ascii_digit());
            let is_mark = digits.is_some_and(|at| matches!(line[at].c, '.' | ')'));
            digits.filter(|_| is_mark).map_or(0, |at| at + 1)
        }
        _ => 0,
    };
    match line.get(mark) {
        Some(space) if mark > 0 && space.c.is_whitespace() => trim(&line[mark..]),
        _ => line,
    }
}

/// Returns a line that describes the boxes or regions of the board.
fn board(line: &[Glyph]) -> Option<Line> {
    let text = string(line).to_ascii_lowercase();
    let lowered: Line = line
        .iter()
        .map(|glyph| glyph.with(glyph.c.to_ascii_lowercase()))
        .filter(|glyph| glyph.c != ':')
        .collect();
    let (name, rest) = text.split_once(|c: char| c.is_whitespace() || c == ':')?;
    let rest = rest.trim_start_matches([':', ' ']);
    let is_shape = || {
        let sides = rest.split_once('x');
        sides.is_some_and(|sides| [sides.0, sides.1].iter().all(|side| is_number(side.trim())))
    };
    let is_map = || {
        let symbols = rest.chars().filter(|c| !c.is_whitespace());
        symbols.clone().count() >= 16 && symbols.clone().all(char::is_alphanumeric)
    };
    match name {
        "box" if is_shape() => Some(lowered),
        "regions" if is_map() => Some(lowered),
        _ => None,
    }
}

/// Returns what follows `variants:` at the start of a line.
fn variant_list(line: &[Glyph]) -> Option<&[Glyph]> {
    let colon = line.iter().position(|glyph| glyph.c == ':')?;
    let name = string(trim(&line[..colon])).to_ascii_lowercase();
    ["variant", "variants"]
        .contains(&name.as_str())
        .then(|| &line[colon + 1..])
}

/// Translates names of variants that commas or the like separate.
///
/// # Errors
/// With a name that is unknown.
pub(super) fn variant_names(names: &[Glyph]) -> Result<Vec<Line>, String> {
    let is_letter = |glyph: &Glyph| glyph.c.is_alphanumeric() || matches!(glyph.c, '-' | ' ' | '_');
    let mut lines = Vec::new();
    for name in names.split(|glyph| !is_letter(glyph)).map(trim) {
        match string(name).parse::<Variant>() {
            Ok(variant) => lines.push(placed(variant.name(), name[0])),
            Err(_) if name.is_empty() || NO_VARIANT.contains(&&*string(name).to_lowercase()) => {}
            Err(_) => return Err(string(name)),
        }
    }
    Ok(lines)
}

/// Names of the rules that every puzzle has.
const NO_VARIANT: [&str; 6] = ["none", "null", "classic", "normal", "standard", "regular"];

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

impl Token {
    fn is_suspicious(&self) -> bool {
        match self {
            Token::Cell(_) => true,
            Token::Constraint(name, _) => !is_ordinary(name),
            Token::Variant(_) => true,
            Token::Other(word) => is_unmistakable(&string(word)),
            _ => false,
        }
    }
}

/// Splits a text into tokens.
fn tokens(text: &[Glyph]) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.first().copied() {
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
            c if c.is_whitespace() || ",.!/&'`\"()[]{}*_|•".contains(c) => 1,
            _ => push(&mut tokens, Token::Other(vec![first]), 1),
        };
        rest = &rest[length..];
    }
    tokens
}

fn push(tokens: &mut Vec<Token>, token: Token, length: usize) -> usize {
    tokens.push(token);
    length
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
    let token = match is_word {
        true => Token::Other(text[..length].to_vec()),
        false => Token::Number(text[..length].to_vec()),
    };
    push(tokens, token, length)
}

/// Returns the length of the cell at the start of a text, or of a straight line of cells.
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
        let next = text.get(row + column);
        let is_end = next.is_none_or(|next| !next.c.is_alphanumeric());
        is_end.then_some(row + column)
    };
    let first = cell(text)?;
    let gap = |text: &[Glyph]| text.iter().take_while(|glyph| glyph.c == ' ').count();
    let dash = first + gap(&text[first..]);
    let is_dash = text
        .get(dash)
        .is_some_and(|glyph| matches!(glyph.c, '-' | '–' | '—'));
    let second = dash + 1 + gap(text.get(dash + 1..).unwrap_or_default());
    match text.get(second..).and_then(cell).filter(|_| is_dash) {
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
                return push(tokens, Token::Constraint(name, first), length);
            }
            Some(RuleName::Variant(variant)) => {
                let name = placed(variant.name(), first);
                return push(tokens, Token::Variant(name), length);
            }
            None => {}
        }
    }
    let length = words_length(text, 1).unwrap_or(1);
    let word = lower(&text[..length]);
    let token = match FILLERS.contains(&string(&word).as_str()) {
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
    let mut line = placed(name, text[0]);
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

fn lower(text: &[Glyph]) -> Line {
    let lower = text
        .iter()
        .map(|glyph| glyph.with(glyph.c.to_ascii_lowercase()));
    lower.collect()
}

/// Returns a text whose characters are all at the place of a glyph.
fn placed(text: &str, at: Glyph) -> Line {
    text.chars().map(|c| at.with(c)).collect()
}

/// Translates tokens that are all understood.
fn translated(mut tokens: Vec<Token>, heading: Option<&'static str>) -> Option<Spelled> {
    tokens.retain(|token| *token != Token::Filler);
    // The sum of a cage or arrow is a number of it, not a kind of its own.
    let is_sum = |token: &Token| matches!(token, Token::Constraint("sum", _));
    let is_kind = |token: &Token| matches!(token, Token::Constraint(..)) && !is_sum(token);
    if heading.is_some() || tokens.iter().any(is_kind) {
        tokens.retain(|token| !is_sum(token));
    }
    if tokens.iter().any(|token| matches!(token, Token::Other(_))) {
        return None;
    }
    let names: Vec<(&'static str, Glyph)> = tokens
        .iter()
        .filter_map(|token| match token {
            Token::Constraint(name, at) => Some((*name, *at)),
            _ => None,
        })
        .collect();
    let has_place = tokens
        .iter()
        .any(|token| matches!(token, Token::Cell(_) | Token::Outer(_)));
    match names[..] {
        [] if !has_place => variants(&tokens),
        [] => match (heading, place(&tokens)) {
            (Some(name), Some(at)) => constraint(name, at, &tokens),
            _ => relations(&tokens),
        },
        [(name, at)] if has_place => constraint(name, at, &tokens),
        [(name, _)] if tokens.len() <= 2 && matches!(tokens[0], Token::Constraint(..)) => {
            let is_alone = tokens[1..]
                .iter()
                .all(|token| matches!(token, Token::Colon));
            is_alone.then_some(Spelled::Heading(name))
        }
        _ => None,
    }
}

/// Returns the place of the first cell, number, row or column.
fn place(tokens: &[Token]) -> Option<Glyph> {
    tokens.iter().find_map(|token| match token {
        Token::Cell(text) | Token::Number(text) | Token::Outer(text) => text.first().copied(),
        _ => None,
    })
}

/// Translates names of variants.
fn variants(tokens: &[Token]) -> Option<Spelled> {
    let mut names = Vec::new();
    for token in tokens {
        match token {
            Token::Variant(name) => names.push(name.clone()),
            Token::Colon => {}
            _ => return None,
        }
    }
    (!names.is_empty()).then_some(Spelled::Rules(names))
}

/// Translates a constraint of this kind: its numbers, then its cells, rows and columns.
fn constraint(name: &'static str, at: Glyph, tokens: &[Token]) -> Option<Spelled> {
    let (mut numbers, mut places) = (Vec::new(), Vec::new());
    let mut separators = 0;
    let mut last_cell: Option<&Line> = None;
    let mut is_arrow = false;
    for token in tokens {
        match token {
            Token::Constraint(..) | Token::Plus => {}
            Token::Greater if name == "greater" => {}
            Token::Number(text) => numbers.push(text.clone()),
            Token::Outer(text) => places.push(text.clone()),
            Token::Cell(text) => {
                let jumps = |from: &Line| !are_neighbours(from, text);
                if is_arrow && last_cell.is_some_and(jumps) {
                    return None;
                }
                (is_arrow, last_cell) = (false, Some(text));
                places.push(text.clone());
            }
            Token::Colon | Token::Arrow | Token::Equals => {
                let between = places.len();
                if OF_TWO_GROUPS.contains(&name) && between > 0 && separators == 0 {
                    separators += 1;
                    places[between - 1].push(at.with(':'));
                } else {
                    is_arrow = matches!(token, Token::Arrow);
                }
            }
            Token::Variant(_) | Token::Less | Token::Greater | Token::Filler | Token::Other(_) => {
                return None;
            }
        }
    }
    let rule = |words: &[Line]| {
        let mut line = placed(name, at);
        for word in numbers.iter().chain(words) {
            line.push(word[0].with(' '));
            line.extend_from_slice(word);
        }
        line
    };
    let is_of_one = OF_ONE_CELL.contains(&name) && numbers.is_empty() && !places.is_empty();
    Some(Spelled::Rules(match is_of_one {
        true => places.chunks(1).map(rule).collect(),
        false => vec![rule(&places)],
    }))
}

/// Returns true if two single cells touch.
fn are_neighbours(one: &Line, other: &Line) -> bool {
    let numbers = |cell: &Line| {
        let text = string(cell);
        let (row, column) = text.strip_prefix('r')?.split_once('c')?;
        Some((row.parse::<usize>().ok()?, column.parse::<usize>().ok()?))
    };
    let (Some(one), Some(other)) = (numbers(one), numbers(other)) else {
        return false;
    };
    one.0.abs_diff(other.0).max(one.1.abs_diff(other.1)) == 1
}

/// Translates `r1c1 < r1c2` and `r1c1 + r1c2 = 3`.
fn relations(tokens: &[Token]) -> Option<Spelled> {
    let at = place(tokens)?;
    let mut sum = placed("sum", at);
    let add = |line: &mut Line, word: &Line| {
        line.push(word[0].with(' '));
        line.extend_from_slice(word);
    };
    match tokens {
        [cells @ .., Token::Equals, Token::Number(total)]
        | [Token::Number(total), Token::Equals, cells @ ..]
            if cells.len() > 1 =>
        {
            add(&mut sum, total);
            for (index, token) in cells.iter().enumerate() {
                match token {
                    Token::Cell(cell) if index % 2 == 0 => add(&mut sum, cell),
                    Token::Plus if index % 2 == 1 => {}
                    _ => return None,
                }
            }
            (cells.len() % 2 == 1).then_some(Spelled::Rules(vec![sum]))
        }
        [Token::Cell(_), ..] if tokens.len() % 2 == 1 => {
            let steps = tokens.windows(3).step_by(2).map(|step| match step {
                [Token::Cell(one), Token::Less, Token::Cell(other)] => Some((other, one)),
                [Token::Cell(one), Token::Greater, Token::Cell(other)] => Some((one, other)),
                _ => None,
            });
            let steps: Vec<(&Line, &Line)> = steps.collect::<Option<_>>()?;
            let rules = steps.into_iter().map(|(higher, lower)| {
                let mut line = placed("greater", higher[0]);
                add(&mut line, higher);
                add(&mut line, lower);
                line
            });
            let rules: Vec<Line> = rules.collect();
            (!rules.is_empty()).then_some(Spelled::Rules(rules))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::glyph::normalise;
    use super::*;

    fn of(text: &str, heading: Option<&'static str>) -> String {
        match spelled(&normalise(1, text), heading) {
            Spelled::Rules(rules) => {
                let rules: Vec<String> = rules.iter().map(|rule| string(rule)).collect();
                rules.join("; ")
            }
            Spelled::Heading(name) => format!("[{name}]"),
            Spelled::Suspicious => "?".to_string(),
            Spelled::Nothing => String::new(),
        }
    }

    #[test]
    fn usual_spellings_are_rules() {
        for (text, expected) in [
            ("cage 15 r1c1 r1c2", "cage 15 r1c1 r1c2"),
            ("- cage 3 r1c1 r1c2", "cage 3 r1c1 r1c2"),
            ("* cage 3 r1c1 r1c2", "cage 3 r1c1 r1c2"),
            ("1. cage 3 r1c1 r1c2", "cage 3 r1c1 r1c2"),
            ("• Cage: 3 R1C1, R1C2.", "cage 3 r1c1 r1c2"),
            ("killer cage (3): r1c1+r1c2", "cage 3 r1c1 r1c2"),
            ("Cage r1c1 r1c2 = 3", "cage 3 r1c1 r1c2"),
            ("cage sum=3 cells=[r1c1, r1c2]", "cage 3 r1c1 r1c2"),
            (
                "{\"cage\": {\"sum\": 3, \"cells\": [\"r1c1\"]}}",
                "cage 3 r1c1",
            ),
            ("Thermo: R1C1 -> R1C2", "thermometer r1c1 r1c2"),
            ("thermo r1c1→r1c2→r2c3", "thermometer r1c1 r1c2 r2c3"),
            ("thermometer r1c1 – r1c4", "thermometer r1c1-r1c4"),
            ("white dot r1c1 r1c2", "difference r1c1 r1c2"),
            ("white kropki dots: r1c1 r1c2", "difference r1c1 r1c2"),
            ("german whispers line r1c1 r1c2", "whispers r1c1 r1c2"),
            ("r1c1 < r1c2", "greater r1c2 r1c1"),
            ("r1c1>r1c2<r1c3", "greater r1c1 r1c2; greater r1c3 r1c2"),
            ("r1c1+r1c2=3", "sum 3 r1c1 r1c2"),
            ("3 = r1c1 + r1c2", "sum 3 r1c1 r1c2"),
            ("sum 3 -1*r1c1 2*R1C2", "sum 3 -1*r1c1 2*r1c2"),
            ("row 3 sandwich 7", "sandwich 7 row 3"),
            ("Row 3: sandwich sum 7", "sandwich 7 row 3"),
            ("x-sum 25 column 1 bottom", "x-sum 25 column 1 bottom"),
            ("skyscraper C2 Bottom = 3", "skyscraper 3 column 2 bottom"),
            ("even: r1c1, r2c2", "even r1c1; even r2c2"),
            ("arrow r1c1: r1c2 r1c3", "arrow r1c1: r1c2 r1c3"),
            ("Arrow: R1C1 -> R1C2 -> R1C3", "arrow r1c1: r1c2 r1c3"),
            ("arrow r1c1 = r1c2 + r1c3", "arrow r1c1: r1c2 r1c3"),
            ("clone r1c1 r1c2 = r3c1 r3c2", "clone r1c1 r1c2: r3c1 r3c2"),
            (
                "quadruple 1/2/3 r1c1 r1c2 r2c1 r2c2",
                "quadruple 1 2 3 r1c1 r1c2 r2c1 r2c2",
            ),
            ("anti-knight", "anti-knight"),
            ("Anti Knight rule", "anti-knight"),
            ("variants: anti-knight, diagonals", "anti-knight; diagonal"),
            ("Variant: [\"knight\", 'x']", "anti-knight; diagonal"),
            ("variant: classic", ""),
            ("diagonal; cage 3 r1c1 r1c2", "diagonal; cage 3 r1c1 r1c2"),
            ("Box: 2x4", "box 2x4"),
            ("regions 1112132243324443", "regions 1112132243324443"),
            ("X r1c1 r1c2", "x r1c1 r1c2"),
            ("cages:", "[cage]"),
            ("Thermometers", "[thermometer]"),
        ] {
            assert_eq!(of(text, None), expected, "{text}");
        }
        assert_eq!(of("- 3 r1c1 r1c2", Some("cage")), "cage 3 r1c1 r1c2");
        // The errors are those of the text form.
        assert_eq!(of("thermo R1C1 -> R1C4", None), "thermometer r1c1 -> r1c4");
        assert_eq!(of("cage 3 r1c1 rlc2", None), "cage 3 r1c1 rlc2");
        assert_eq!(
            of("- {sum: 3, cells: [r1c1, r1c2]}", Some("cage")),
            "cage 3 r1c1 r1c2"
        );
        assert_eq!(of("row 3: 7", Some("sandwich")), "sandwich 7 row 3");
    }

    #[test]
    fn a_line_that_names_a_cell_or_a_rule_is_suspicious() {
        for text in [
            "The digits in r1c1 and r1c2 differ by 2",
            "dutch whispers r1c1 r1c2",
            "r1c1 >= r1c2",
            "anti-knight does not apply to 5",
            "Normal sudoku rules apply. Thermometers increase from the bulb.",
            "r1c1 = 5",
            "anti-queen",
            "variant: queen",
            "|r1c1 - r1c2| = 4",
        ] {
            assert_eq!(of(text, None), "?", "{text}");
        }
    }

    #[test]
    fn other_lines_say_nothing_about_rules() {
        for text in [
            "",
            "1 . . .",
            "53..7....",
            "A X B V",
            "x",
            "Between us, this is odd",
            "Normal sudoku rules apply.",
            "Can anyone finish it without guessing?",
            "12",
            "sum total 5",
            "---+---+---",
        ] {
            let found = of(text, None);
            assert!(
                found.is_empty() || found.starts_with('['),
                "{text}: {found}"
            );
        }
    }

    #[test]
    fn arguments_keep_their_places() {
        let Spelled::Rules(rules) = spelled(&normalise(7, "- Killer Cage: 3 = R1C1"), None) else {
            panic!("expected a rule");
        };
        let columns: Vec<usize> = rules[0].iter().map(|glyph| glyph.position().1).collect();
        assert_eq!(string(&rules[0]), "cage 3 r1c1");
        assert_eq!(columns, [3, 3, 3, 3, 16, 16, 20, 20, 21, 22, 23]);
    }
}
