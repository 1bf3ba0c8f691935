//! Rules in the spellings that people use, translated to the text form: `- Killer cage: 3 = R1C1, R1C2`
//! is `cage 3 r1c1 r1c2`.
//!
//! A line is split into tokens. If all of them are understood, it is a rule; otherwise, if it names a
//! cell or a rule, it is suspicious, and the reader reports it rather than ignore it. The characters
//! of a translated rule keep their places, so that errors in its arguments name the column in the input.

use std::iter::repeat;

use crate::read::glyph::{Glyph, Line, line_at, string, trim};
use crate::read::left_out::is_kenken_cage;
use crate::read::rules::geometry::is_geometry;
use crate::read::rules::names::has_quotes;
use crate::read::rules::quotes;
use crate::read::rules::tokens::{Token, lower, tokens};
use satdoku::board::{Cell, Kind, Part, RuleLine, Variant};

/// The most braces around a rule.
const MOST_BRACES: usize = 8;

/// The meaning of a line for the rules of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Spelled {
    /// Rules in their text form.
    Rules(Vec<Line>),
    /// The name of a kind whose constraints are on the lines below.
    Heading(&'static str),
    /// It is meant as a rule, but cannot be read.
    Suspicious,
    /// A sentence that names a rule.
    Mention,
    /// Nothing.
    Nothing,
}

/// Translates a line. Below a heading, the name of the kind can be missing.
pub(crate) fn spelled(line: &[Glyph], heading: Option<&'static str>) -> Spelled {
    let line = without_bullet(trim(line));
    if let (Some(name), Some(first)) = (heading.filter(|name| has_quotes(name)), line.first())
        && first.c == '"'
    {
        let name = line_at(&format!("{name} "), first.position());
        return spelled(&[&name, line].concat(), None);
    }
    if quotes::depth(line) > MOST_BRACES {
        return Spelled::Rules(vec![lower(line)]);
    }
    let as_it_is = || removal(line).or_else(|| connected(line));
    if let Some(rule) = regions_to_find(line)
        .or_else(|| board_rule(line))
        .or_else(as_it_is)
    {
        return Spelled::Rules(vec![rule]);
    }
    if let Some(names) = variant_list(line) {
        return variant_names(names).map_or(Spelled::Suspicious, Spelled::Rules);
    }
    let mut rules = Vec::new();
    let mut answer = Spelled::Nothing;
    for part in quotes::split(line, |glyph| glyph.c == ';') {
        if is_kenken_cage(part) {
            return Spelled::Suspicious;
        }
        let named = with_cell_names(part);
        let part = named.as_deref().unwrap_or(part);
        let tokens = tokens(part);
        let meaning = meaning(&tokens, part);
        let begun = begun(&tokens, part);
        match translated(tokens, heading) {
            Some(Spelled::Rules(more)) => rules.extend(more),
            Some(heading) => answer = heading,
            None => match (begun, meaning) {
                (Some(rule), Spelled::Suspicious) => rules.push(rule),
                (_, Spelled::Suspicious) => return Spelled::Suspicious,
                (_, Spelled::Mention) => answer = Spelled::Mention,
                // A remark after a rule, or no rule at all.
                _ => {}
            },
        }
    }
    match rules.is_empty() {
        true => answer,
        false => Spelled::Rules(rules),
    }
}

/// Returns the meaning of a text that is no rule as a whole.
fn meaning(tokens: &[Token], part: &[Glyph]) -> Spelled {
    let has_argument = tokens.iter().any(Token::is_argument);
    if is_step(part) || !(has_argument || tokens.iter().any(Token::is_name)) {
        return Spelled::Nothing;
    }
    let mut words = tokens.iter().filter(|token| **token != Token::Filler);
    let is_first = words.next().is_some_and(Token::is_name);
    let is_sentence = trim(part).last().is_some_and(|last| ".!?".contains(last.c));
    match has_argument || (!is_sentence && (is_first || words.count() < 3)) {
        true => Spelled::Suspicious,
        false => Spelled::Mention,
    }
}

/// Returns a constraint that begins with its name and has cells, with everything after the name as it is,
/// so that its error is that of the text form.
fn begun(tokens: &[Token], part: &[Glyph]) -> Option<Line> {
    let Some(Token::Constraint(name, written)) = tokens.first() else {
        return None;
    };
    let start = part.iter().position(|glyph| *glyph == written[0])?;
    let rest = &lower(part)[start + written.len()..];
    let is_argument =
        |token: &Token| matches!(token, Token::Cell(_) | Token::Quoted(_) | Token::Block(_));
    let has_argument = tokens.iter().any(is_argument);
    let is_name = rest.first().is_some_and(|next| matches!(next.c, ' ' | ':'));
    let name = line_at(name, written[0].position());
    (has_argument && is_name).then(|| [&name, rest].concat())
}

/// Returns true if a line is meant as a rule: one that can be read, or one that begins like one.
pub(crate) fn is_rule(line: &[Glyph]) -> bool {
    matches!(spelled(line, None), Spelled::Rules(_) | Spelled::Suspicious)
}

/// Returns true if a line names a cell such as `r1c1`.
pub(crate) fn has_cell(line: &[Glyph]) -> bool {
    tokens(line)
        .iter()
        .any(|token| matches!(token, Token::Cell(_)))
}

/// Returns true for a step of a solution, as solvers write them below a grid: `Hidden Single: r1c1=3`.
fn is_step(part: &[Glyph]) -> bool {
    const TECHNIQUES: &str =
        "hidden naked locked pointing claiming wing swordfish jellyfish medusa";
    let text = string(part).to_ascii_lowercase();
    let mut words = text.split(|c: char| !c.is_ascii_alphabetic());
    let is_technique = |word: &str| TECHNIQUES.split(' ').any(|name| name == word);
    text.contains("<>") || words.any(is_technique)
}

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

/// Returns a line that describes the cells, digits, boxes or regions of the board.
pub(crate) fn board_rule(line: &[Glyph]) -> Option<Line> {
    let text = string(line).to_ascii_lowercase();
    let lowered: Line = line
        .iter()
        .map(|glyph| glyph.with(glyph.c.to_ascii_lowercase()))
        .filter(|glyph| glyph.c != ':')
        .collect();
    let (name, rest) = text
        .split_once(|c: char| c.is_whitespace() || c == ':')
        .unwrap_or((&text, ""));
    let rest = rest.trim_start_matches([':', ' ']);
    let is_shape = || {
        let sides = rest.split_once('x');
        sides.is_some_and(|sides| [sides.0, sides.1].iter().all(|side| is_number(side.trim())))
    };
    let is_map = || {
        let symbols = rest.chars().filter(|c| !c.is_whitespace());
        symbols.clone().count() >= 16
            && symbols.clone().all(|c| c.is_alphanumeric() || c == '.')
            && symbols.clone().any(char::is_alphanumeric)
    };
    match name {
        _ if is_geometry(&lowered) => Some(lowered),
        "box" if is_shape() => Some(lowered),
        "regions" if is_map() => Some(lowered),
        _ => None,
    }
}

/// Returns a line that removes candidates.
fn removal(line: &[Glyph]) -> Option<Line> {
    let is_candidates = || has_cell(line) && line.iter().any(|glyph| glyph.c == '=');
    (RuleLine::is_removed(&string(line)) && is_candidates()).then(|| lower(line))
}

/// Returns a line of the kind whose arguments are no cells, but numbers and the name of variables.
fn connected(line: &[Glyph]) -> Option<Line> {
    let text = string(line).to_ascii_lowercase();
    let mut words = text.split_whitespace();
    let is_rule = words.next() == Some("connected") && words.next().is_some_and(is_number);
    is_rule.then(|| lower(line))
}

/// Returns a line about regions to find, whose argument is the name of variables.
fn regions_to_find(line: &[Glyph]) -> Option<Line> {
    let line = lower(line);
    let words = line.split(|glyph| !glyph.c.is_ascii_alphabetic());
    let mut words: Vec<&[Glyph]> = words.filter(|word| !word.is_empty()).collect();
    let name = words.pop()?;
    let text: Vec<String> = words.into_iter().map(string).collect();
    let is_name = ["regions to find", "chaos construction"].contains(&&*text.join(" "));
    let mut rule = line_at("regions-to-find ", line[0].position());
    rule.extend(name);
    is_name.then_some(rule)
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
pub(crate) fn variant_names(names: &[Glyph]) -> Result<Vec<Line>, String> {
    let is_letter = |glyph: &Glyph| glyph.c.is_alphanumeric() || matches!(glyph.c, '-' | ' ' | '_');
    let mut lines = Vec::new();
    for name in names.split(|glyph| !is_letter(glyph)).map(trim) {
        if NO_VARIANT.contains(&&*string(name).to_lowercase()) {
            continue;
        }
        let variants = Variant::parse_all(&string(name)).map_err(|_| string(name))?;
        lines.extend(
            variants
                .iter()
                .map(|variant| line_at(variant.name(), name[0].position())),
        );
    }
    Ok(lines)
}

/// Names of the rules that every puzzle has.
const NO_VARIANT: [&str; 6] = ["none", "null", "classic", "normal", "standard", "regular"];

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
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
    if let [Token::Constraint("either", _), Token::Block(_), ..] = tokens[..] {
        return alternatives(&tokens);
    }
    let names: Vec<(&'static str, Glyph)> = tokens
        .iter()
        .filter_map(|token| match token {
            Token::Constraint(name, written) => Some((*name, written[0])),
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

/// Translates `either` and its alternatives, whose constraints can be in any spelling.
fn alternatives(tokens: &[Token]) -> Option<Spelled> {
    let mut rule = Line::new();
    for (token, separator) in tokens
        .iter()
        .zip(["either", " "].into_iter().chain(repeat(" or ")))
    {
        let text = match token {
            Token::Constraint(_, written) => written,
            Token::Block(text) => text,
            Token::Title(text) => {
                rule.extend(line_at(" as ", text[0].position()));
                rule.extend(text);
                continue;
            }
            _ => return None,
        };
        rule.extend(line_at(separator, text[0].position()));
        let Token::Block(text) = token else {
            continue;
        };
        let is_closed = text.len() > 1 && text.last().is_some_and(|last| last.c == '}');
        let inner = &text[1..text.len() - usize::from(is_closed)];
        rule.push(text[0]);
        for (place, part) in quotes::split(inner, |glyph| glyph.c == ';')
            .into_iter()
            .enumerate()
        {
            let parts = match spelled(part, None) {
                Spelled::Rules(rules) => rules,
                // Its error is that of the text form.
                _ => vec![lower(part)],
            };
            for (number, part) in parts.into_iter().enumerate() {
                let separator = if place + number > 0 { ";" } else { "" };
                rule.extend(line_at(&format!("{separator} "), text[0].position()));
                rule.extend(part);
            }
        }
        let end = if is_closed { " }" } else { "" };
        rule.extend(line_at(end, text[text.len() - 1].position()));
    }
    Some(Spelled::Rules(vec![rule]))
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
    let kind = Kind::find(name)?;
    let (mut numbers, mut places) = (Vec::new(), Vec::new());
    let mut quoted: Vec<Line> = Vec::new();
    let mut separators = 0;
    let mut last_cell: Option<&Line> = None;
    let mut is_arrow = false;
    for token in tokens {
        match token {
            Token::Constraint(..) | Token::Plus => {}
            Token::Greater if name == "greater" => {}
            Token::Number(text) => numbers.push(text.clone()),
            Token::Quoted(text) if has_quotes(name) => quoted.insert(0, text.clone()),
            Token::Title(text) if has_quotes(name) => {
                quoted.extend([line_at("as", text[0].position()), text.clone()]);
            }
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
                if separators + 1 < kind.most_groups() && between > 0 {
                    separators += 1;
                    places[between - 1].push(at.with(':'));
                } else {
                    is_arrow = matches!(token, Token::Arrow);
                }
            }
            Token::Variant(_)
            | Token::Less
            | Token::Greater
            | Token::Filler
            | Token::Quoted(_)
            | Token::Title(_)
            | Token::Block(_)
            | Token::Other(_) => return None,
        }
    }
    let rule = |words: &[Line]| {
        let mut line = line_at(name, at.position());
        for word in quoted.iter().chain(&numbers).chain(words) {
            line.push(word[0].with(' '));
            line.extend_from_slice(word);
        }
        line
    };
    // A list of cells is a list of marks.
    let is_of_one = matches!(kind.shape, [Part::Cell]) && numbers.is_empty() && !places.is_empty();
    Some(Spelled::Rules(match is_of_one {
        true => places.chunks(1).map(rule).collect(),
        false => vec![rule(&places)],
    }))
}

/// Returns true if two single cells touch.
fn are_neighbours(one: &Line, other: &Line) -> bool {
    /// The size of a board that has every cell.
    const ANY_SIZE: usize = u16::MAX as usize;
    let cell = |name: &Line| Cell::from_name(&string(name), ANY_SIZE).map(Cell::index);
    let (Some(one), Some(other)) = (cell(one), cell(other)) else {
        return false;
    };
    let rows = (one / ANY_SIZE).abs_diff(other / ANY_SIZE);
    let columns = (one % ANY_SIZE).abs_diff(other % ANY_SIZE);
    rows.max(columns) == 1
}

/// Returns a sum such as `A1+A2=9`, in which a letter and a number are a row and a column, with the names
/// of its cells.
fn with_cell_names(part: &[Glyph]) -> Option<Line> {
    let equals = part.iter().position(|glyph| glyph.c == '=')?;
    let (left, right) = (trim(&part[..equals]), trim(&part[equals + 1..]));
    let is_total = |text: &[Glyph]| is_number(&string(text));
    let (cells, total) = match (is_total(left), is_total(right)) {
        (false, true) => (left, right),
        (true, false) => (right, left),
        _ => return None,
    };
    let mut named = Line::new();
    let mut count = 0;
    for cell in cells.split(|glyph| glyph.c == '+').map(trim) {
        let (letter, column) = cell.split_first()?;
        let row = letter
            .c
            .is_ascii_alphabetic()
            .then(|| letter.c.to_digit(36))??;
        if !is_number(&string(column)) || column.len() > 2 {
            return None;
        }
        if count > 0 {
            named.push(letter.with('+'));
        }
        named.extend(line_at(&format!("r{}c", row - 9), letter.position()));
        named.extend_from_slice(column);
        count += 1;
    }
    named.push(part[equals]);
    named.extend_from_slice(total);
    (count > 1).then_some(named)
}

/// Translates `r1c1 < r1c2`, `r1c1 + r1c2 = 3`, and the cages `3: r1c1 r1c2` and `r1c1 r1c2 = 3`.
fn relations(tokens: &[Token]) -> Option<Spelled> {
    let at = place(tokens)?;
    let is_cell = |token: &Token| matches!(token, Token::Cell(_));
    match tokens {
        [Token::Number(_), Token::Colon, cells @ ..] if cells.iter().all(is_cell) => {
            return constraint("cage", at, tokens);
        }
        [cells @ .., Token::Equals | Token::Colon, Token::Number(_)]
            if cells.len() > 1 && cells.iter().all(is_cell) =>
        {
            return constraint("cage", at, tokens);
        }
        _ => {}
    }
    let mut sum = line_at("sum", at.position());
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
                let mut line = line_at("greater", higher[0].position());
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
    use super::*;
    use crate::read::glyph::normalise;

    fn of(text: &str, heading: Option<&'static str>) -> String {
        match spelled(&normalise(1, text), heading) {
            Spelled::Rules(rules) => {
                let rules: Vec<String> = rules.iter().map(|rule| string(rule)).collect();
                rules.join("; ")
            }
            Spelled::Heading(name) => format!("[{name}]"),
            Spelled::Suspicious => "?".to_string(),
            Spelled::Mention => "mention".to_string(),
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
            ("A1+A2+B12=9", "sum 9 r1c1 r1c2 r2c12"),
            ("9 = a1 + b1", "sum 9 r1c1 r2c1"),
            ("- 20: R7C1, R7C2, R7C4", "cage 20 r7c1 r7c2 r7c4"),
            ("R7C1, R7C2 = 20", "cage 20 r7c1 r7c2"),
            ("r7c1 r7c2: 20", "cage 20 r7c1 r7c2"),
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
                "Equal sum: R1C1, R1C2 = R2C1 = R3C1",
                "equal-sum r1c1 r1c2: r2c1: r3c1",
            ),
            (
                "contains exactly 1 1 2: r1c1-r1c3",
                "contains-exactly 1 1 2 r1c1-r1c3",
            ),
            (
                "Count distinct r1c1: r1c2 r1c3",
                "count-distinct r1c1: r1c2 r1c3",
            ),
            (
                "value index r1c1: r1c2: r1c3 r1c4",
                "value-index r1c1: r1c2: r1c3 r1c4",
            ),
            (
                "State machine \"start 0; accept 0; 0: 1>0 |>0\": r1c1: r1c2",
                "automaton \"start 0; accept 0; 0: 1>0 |>0\" r1c1: r1c2",
            ),
            ("Numbered room 4 in row 3", "numbered-room 4 row 3"),
            ("counting circles: r1c1, r5c5", "counting-circles r1c1 r5c5"),
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
            ("Not R1C1=2,4 r1c2=1", "not r1c1=2,4 r1c2=1"),
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
            "r1c1 = 5",
            "anti-queen",
            "variant: queen",
            "|r1c1 - r1c2| = 4",
            "skyscaper 3 row 1 left",
            "full-rank 1 row 1",
            "distinct-lines",
        ] {
            assert_eq!(of(text, None), "?", "{text}");
        }
    }

    #[test]
    fn a_sentence_mentions_a_rule() {
        for text in [
            "Normal sudoku rules apply. Thermometers increase from the bulb.",
            "It was a hot day, the thermometer said 30.",
            "Digits increase along each thermometer, as usual",
        ] {
            assert_eq!(
                spelled(&normalise(1, text), None),
                Spelled::Mention,
                "{text}"
            );
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
