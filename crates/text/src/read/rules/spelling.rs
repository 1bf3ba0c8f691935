//! Rules in the spellings that people use, translated to the text form: `- Killer cage: 3 = R1C1, R1C2`
//! is `cage 3 r1c1 r1c2`.
//!
//! A line is split into tokens. If all of them are understood, it is a rule; otherwise, if it names a
//! cell or a rule, it is suspicious, and the reader reports it rather than ignore it. The characters
//! of a translated rule keep their places, so that errors in its arguments name the column in the input.

use crate::read::glyph::{Glyph, Line, line_at, string, trim};
use crate::read::rules::board::{board_rule, is_number};
use crate::read::rules::names::has_quotes;
use crate::read::rules::quotes;
use crate::read::rules::tokens::{Token, TokenKind, cell_name, lower, tokens};
use satdoku::board::{Kind, Part, Variant};

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
    if let Some(rule) = board_rule(line).or_else(|| rule_without_cells(line)) {
        return Spelled::Rules(vec![rule]);
    }
    if let Some(names) = variant_list(line) {
        return variant_names(names).map_or(Spelled::Suspicious, Spelled::Rules);
    }
    let (mut rules, mut answer) = (Vec::new(), Spelled::Nothing);
    let mut has_cells_before = false;
    for part in quotes::split(line, |glyph| glyph.c == ';') {
        let tokens = tokens(part);
        match translated(&tokens, heading) {
            Some(Spelled::Rules(more)) => rules.extend(more),
            Some(heading) => answer = heading,
            None => match (meaning(&tokens, part), begun(&tokens, part)) {
                (Spelled::Suspicious, Some(rule)) => rules.push(rule),
                (Spelled::Suspicious, None) => return Spelled::Suspicious,
                (Spelled::Mention, _) => answer = Spelled::Mention,
                (_, _) if rules.is_empty() && has_cells(part) => has_cells_before = true,
                // A remark after a rule, or no rule at all.
                _ => {}
            },
        }
    }
    match rules.is_empty() {
        true => answer,
        false if has_cells_before => Spelled::Suspicious,
        false => Spelled::Rules(rules),
    }
}

/// Returns true for cells that would be lost in front of a rule: digits and blanks alone, or several of them.
fn has_cells(part: &[Glyph]) -> bool {
    const MANY: usize = 4;
    let is_other = |glyph: &Glyph| glyph.c.is_alphabetic();
    let digits = part.iter().filter(|glyph| glyph.c.is_ascii_digit());
    let count = digits.count();
    count >= MANY || (count > 0 && !part.iter().any(is_other))
}

/// Returns the meaning of a text that is no rule as a whole.
fn meaning(tokens: &[Token], part: &[Glyph]) -> Spelled {
    if is_code(tokens) || are_spreadsheet_cells(tokens) || is_misspelt(tokens) {
        return Spelled::Suspicious;
    }
    let has_argument = tokens.iter().any(Token::is_argument);
    if is_step(part) || !(has_argument || tokens.iter().any(Token::is_name)) {
        return Spelled::Nothing;
    }
    let is_word =
        |token: &&Token| !matches!(token.kind, TokenKind::Filler | TokenKind::OpenBracket);
    let mut words = tokens.iter().filter(is_word);
    let is_first = words.next().is_some_and(Token::is_name);
    let is_sentence = trim(part).last().is_some_and(|last| ".!?".contains(last.c));
    match has_argument || (!is_sentence && (is_first || words.count() < 3)) {
        true => Spelled::Suspicious,
        false => Spelled::Mention,
    }
}

/// Returns true for an unknown name with numbers, cells, rows or columns, and for a name with a misspelt cell, such as
/// `sandwihc 7 row 3` and `even r1c`.
fn is_misspelt(tokens: &[Token]) -> bool {
    let is_cell = |token: &Token| {
        let has_digit = || token.text.iter().any(|glyph| glyph.c.is_ascii_digit());
        matches!(token.text[0].c, 'r' | 'R') && has_digit()
    };
    match tokens {
        [name, cells @ ..] if matches!(name.kind, TokenKind::Constraint(_)) => {
            !cells.is_empty() && cells.iter().all(is_cell)
        }
        _ => is_word_with_places(tokens),
    }
}

/// Returns true for a word with cells, rows or columns after it, among numbers: `cgae 3 r1c1 r1c2`.
fn is_word_with_places(tokens: &[Token]) -> bool {
    let [name, arguments @ ..] = tokens else {
        return false;
    };
    let is_place = |token: &Token| matches!(token.kind, TokenKind::Cell | TokenKind::Outer);
    let is_word = matches!(name.kind, TokenKind::Constraint(_) | TokenKind::Other);
    let is_argument = |token: &Token| is_place(token) || token.kind == TokenKind::Number;
    is_word
        && arguments.len() > 1
        && arguments.iter().any(is_place)
        && arguments.iter().all(is_argument)
}

/// Returns true for a line that is a rule but for its name.
pub(crate) fn is_nearly_rule(line: &[Glyph]) -> bool {
    let mut tokens = tokens(without_bullet(trim(line)));
    tokens.retain(|token| !matches!(token.kind, TokenKind::Sign(_)));
    is_word_with_places(&tokens)
}

/// Returns true for constraints in source code: the name of a kind and a bracket, such as `cages = [`.
fn is_code(tokens: &[Token]) -> bool {
    tokens.windows(3).any(|three| {
        let is_assigned = matches!(three[1].kind, TokenKind::Sign(':' | '='));
        let is_kind = matches!(three[0].kind, TokenKind::Constraint(_)) && three[0].is_name();
        is_kind && is_assigned && three[2].kind == TokenKind::OpenBracket
    })
}

/// Returns true for a line of constraints in source code.
pub(crate) fn is_code_line(line: &[Glyph]) -> bool {
    is_code(&tokens(line))
}

/// Returns true for numbers and cells such as `A1`, which a KenKen has.
pub(crate) fn are_spreadsheet_cells(tokens: &[Token]) -> bool {
    let is_cell =
        |token: &Token| token.kind == TokenKind::Other && cell_name(&string(&token.text)).is_some();
    let is_sign = |token: &Token| token.text.len() == 1 && !token.text[0].c.is_alphanumeric();
    let is_number = |token: &Token| token.text.iter().any(|glyph| glyph.c.is_ascii_digit());
    let is_part = |token: &Token| is_cell(token) || is_sign(token) || is_number(token);
    tokens.iter().any(is_cell)
        && tokens
            .iter()
            .any(|token| is_number(token) && !is_cell(token))
        && tokens.iter().all(is_part)
}

/// Returns a constraint that begins with its name and has cells, with everything after the name as it is,
/// so that its error is that of the text form.
fn begun(tokens: &[Token], part: &[Glyph]) -> Option<Line> {
    let first = tokens.first()?;
    let TokenKind::Constraint(name) = first.kind else {
        return None;
    };
    let start = part.iter().position(|glyph| *glyph == first.text[0])?;
    let rest = &lower(part)[start + first.text.len()..];
    let is_argument = |token: &Token| {
        matches!(
            token.kind,
            TokenKind::Cell | TokenKind::Quoted | TokenKind::Block
        )
    };
    let is_name = rest.first().is_some_and(|next| matches!(next.c, ' ' | ':'));
    let name = line_at(name, first.text[0].position());
    (is_name && tokens.iter().any(is_argument)).then(|| [&name, rest].concat())
}

/// Returns true if a line is meant as a rule: one that can be read, or one that begins like one.
pub(crate) fn is_rule(line: &[Glyph]) -> bool {
    matches!(spelled(line, None), Spelled::Rules(_) | Spelled::Suspicious)
}

/// Returns true if a line names a cell such as `r1c1`.
pub(crate) fn has_cell(line: &[Glyph]) -> bool {
    tokens(line)
        .iter()
        .any(|token| token.kind == TokenKind::Cell)
}

/// Returns true for a step of a solution, as solvers write them below a grid: `Hidden Single: r1c1=3`.
fn is_step(part: &[Glyph]) -> bool {
    const TECHNIQUES: &str =
        "hidden naked locked pointing claiming wing swordfish jellyfish medusa";
    let text = string(part).to_ascii_lowercase();
    let mut words = text.split(|c: char| !c.is_ascii_alphabetic());
    text.contains("<>") || words.any(|word| TECHNIQUES.split(' ').any(|name| name == word))
}

/// Removes the mark of a list item: a bullet, or a number with a dot or parenthesis.
fn without_bullet(line: &[Glyph]) -> &[Glyph] {
    let text = string(&line[..line.len().min(5)]);
    let (mark, rest) = text.split_once(char::is_whitespace).unwrap_or_default();
    let number = mark.strip_suffix(['.', ')']).unwrap_or_default();
    let is_bullet = ["-", "*", "+", "•", "·", "–", ">", "‣", "◦"].contains(&mark);
    match is_bullet || is_number(number) {
        true => trim(&line[text.chars().count() - rest.chars().count()..]),
        false => line,
    }
}

/// Returns a line that removes candidates, or that names variables instead of cells: `connected 1: x`,
/// `regions to find x`.
fn rule_without_cells(line: &[Glyph]) -> Option<Line> {
    let line = lower(line);
    let text = string(&line);
    let words: Vec<&str> = text
        .split([' ', ':', '-'])
        .filter(|word| !word.is_empty())
        .collect();
    match words[..] {
        ["not", ..] if text.contains('=') && has_cell(&line) => Some(line),
        ["connected", number, ..] if is_number(number) => Some(line),
        ["regions", "to", "find", name] | ["chaos", "construction", name] => {
            let mut rule = line_at("regions-to-find ", line[0].position());
            rule.extend_from_slice(&trim(&line)[line.len() - name.chars().count()..]);
            Some(rule)
        }
        _ => None,
    }
}

/// Returns what follows `variants:` at the start of a line.
fn variant_list(line: &[Glyph]) -> Option<&[Glyph]> {
    let colon = line.iter().position(|glyph| glyph.c == ':')?;
    let name = string(trim(&line[..colon])).to_ascii_lowercase();
    ["variant", "variants"]
        .contains(&&*name)
        .then(|| &line[colon + 1..])
}

/// Translates names of variants that commas or the like separate.
///
/// # Errors
/// With a name that is unknown.
pub(crate) fn variant_names(names: &[Glyph]) -> Result<Vec<Line>, String> {
    /// Names of the rules that every puzzle has.
    const NONE: [&str; 6] = ["none", "null", "classic", "normal", "standard", "regular"];
    let is_letter = |glyph: &Glyph| glyph.c.is_alphanumeric() || "-_ ".contains(glyph.c);
    let mut lines = Vec::new();
    for name in names.split(|glyph| !is_letter(glyph)).map(trim) {
        let text = string(name);
        if !NONE.contains(&&*text.to_ascii_lowercase()) {
            let variants = Variant::parse_all(&text).map_err(|_| text)?;
            let line = |variant: &Variant| line_at(variant.name(), name[0].position());
            lines.extend(variants.iter().map(line));
        }
    }
    Ok(lines)
}

/// Translates tokens that are all understood.
fn translated(tokens: &[Token], heading: Option<&'static str>) -> Option<Spelled> {
    let mut tokens = tokens.to_vec();
    tokens.retain(|token| !matches!(token.kind, TokenKind::Filler | TokenKind::OpenBracket));
    // The sum of a cage or arrow is a number of it, not a kind of its own.
    let is_sum = |token: &Token| token.kind == TokenKind::Constraint("sum");
    let is_kind = |token: &Token| matches!(token.kind, TokenKind::Constraint(_)) && !is_sum(token);
    if heading.is_some() || tokens.iter().any(is_kind) {
        tokens.retain(|token| !is_sum(token));
    }
    if tokens.iter().any(|token| token.kind == TokenKind::Other) {
        return None;
    }
    let names = tokens.iter().filter_map(|token| match token.kind {
        TokenKind::Constraint(name) => Some((name, token.text[0])),
        _ => None,
    });
    let names: Vec<(&'static str, Glyph)> = names.collect();
    let is_place = |token: &Token| matches!(token.kind, TokenKind::Cell | TokenKind::Outer);
    let has_place = tokens.iter().any(is_place);
    match (&names[..], heading) {
        ([], _) if !has_place => variants(&tokens),
        ([], Some(name)) => constraint(name, tokens[0].text[0], &tokens),
        ([], None) => relations(&tokens).map(Spelled::Rules),
        ([(name, at)], _) if has_place => constraint(name, *at, &tokens),
        ([(name, _)], _) => {
            let kinds: Vec<TokenKind> = tokens.iter().map(|token| token.kind).collect();
            let is_alone = matches!(
                kinds[..],
                [TokenKind::Constraint(_)] | [TokenKind::Constraint(_), TokenKind::Sign(':')]
            );
            is_alone.then_some(Spelled::Heading(name))
        }
        _ => None,
    }
}

/// Translates names of variants.
fn variants(tokens: &[Token]) -> Option<Spelled> {
    let is_colon = |token: &&Token| token.kind == TokenKind::Sign(':');
    let names: Vec<&Token> = tokens.iter().filter(|token| !is_colon(token)).collect();
    let are_variants = names.iter().all(|token| token.kind == TokenKind::Variant);
    (are_variants && !names.is_empty())
        .then(|| Spelled::Rules(names.into_iter().map(|name| name.text.clone()).collect()))
}

/// Returns a constraint of this kind with these words after its name.
fn rule_of<'w>(name: &str, at: Glyph, words: impl IntoIterator<Item = &'w Line>) -> Line {
    let mut line = line_at(name, at.position());
    for word in words {
        line.push(word[0].with(' '));
        line.extend_from_slice(word);
    }
    line
}

/// Translates a constraint of this kind: its numbers, then its cells, rows and columns.
fn constraint(name: &'static str, at: Glyph, tokens: &[Token]) -> Option<Spelled> {
    let kind = Kind::find(name)?;
    let (mut texts, mut titles, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
    let mut places: Vec<Line> = Vec::new();
    let mut separators = 0;
    let (mut last_cell, mut is_arrow): (Option<&Line>, bool) = (None, false);
    for token in tokens {
        let text = token.text.clone();
        match token.kind {
            TokenKind::Constraint(_) | TokenKind::Sign('+') => {}
            TokenKind::Sign('>') if name == "greater" => {}
            TokenKind::Number => numbers.push(text),
            TokenKind::Quoted if has_quotes(name) => texts.push(text),
            TokenKind::Title if has_quotes(name) => {
                titles.extend([line_at("as", text[0].position()), text]);
            }
            TokenKind::Outer => places.push(text),
            TokenKind::Cell => {
                if is_arrow && last_cell.is_some_and(|last| !are_neighbours(last, &text)) {
                    return None;
                }
                (last_cell, is_arrow) = (Some(&token.text), false);
                places.push(text);
            }
            TokenKind::Sign(sign @ (':' | '→' | '=')) => match places.last_mut() {
                Some(last) if separators + 1 < kind.most_groups() => {
                    separators += 1;
                    last.push(at.with(':'));
                }
                _ => is_arrow = sign == '→',
            },
            _ => return None,
        }
    }
    let words = || texts.iter().chain(&titles).chain(&numbers);
    // A list of cells is a list of marks.
    let are_marks = matches!(kind.shape, [Part::Cell]) && numbers.is_empty() && !places.is_empty();
    Some(Spelled::Rules(match are_marks {
        true => places
            .iter()
            .map(|place| rule_of(name, at, words().chain([place])))
            .collect(),
        false => vec![rule_of(name, at, words().chain(&places))],
    }))
}

/// Returns true if two single cells touch.
fn are_neighbours(one: &Line, other: &Line) -> bool {
    let cells = [one, other].map(|name| cell_name(&string(name)));
    matches!(cells, [Some(one), Some(other)] if one.0.abs_diff(other.0).max(one.1.abs_diff(other.1)) == 1)
}

/// Translates `r1c1 < r1c2`, `r1c1 + r1c2 = 3`, and the cages `3: r1c1 r1c2` and `r1c1 r1c2 = 3`.
fn relations(tokens: &[Token]) -> Option<Vec<Line>> {
    let at = tokens[0].text[0];
    let cells: Vec<&Line> = of_kind(tokens, TokenKind::Cell);
    let kinds: Vec<TokenKind> = tokens.iter().map(|token| token.kind).collect();
    // The cells, and the number on one side of them.
    let (sign, inner) = match kinds[..] {
        [TokenKind::Number, TokenKind::Sign(sign), ref inner @ ..] => (sign, inner),
        [ref inner @ .., TokenKind::Sign(sign), TokenKind::Number] => (sign, inner),
        _ => (' ', &kinds[..]),
    };
    let is_cell = |kind: &TokenKind| *kind == TokenKind::Cell;
    let is_added = |(at, kind): (usize, &TokenKind)| match at % 2 {
        0 => is_cell(kind),
        _ => *kind == TokenKind::Sign('+'),
    };
    let is_sum = inner.len() > 2 && inner.len() % 2 == 1 && inner.iter().enumerate().all(is_added);
    let is_cage = inner.iter().all(is_cell)
        && (inner.len() > 1 || (kinds[0] == TokenKind::Number && sign == ':'));
    let numbers = of_kind(tokens, TokenKind::Number);
    let with_number = |name| vec![rule_of(name, at, numbers.iter().chain(&cells).copied())];
    match sign {
        ':' | '=' if is_cage => Some(with_number("cage")),
        '=' if is_sum => Some(with_number("sum")),
        ' ' => {
            let steps = tokens.windows(3).step_by(2).map(|step| {
                let higher = match step[1].kind {
                    TokenKind::Sign('<') => [&step[2].text, &step[0].text],
                    TokenKind::Sign('>') => [&step[0].text, &step[2].text],
                    _ => return None,
                };
                Some(rule_of("greater", higher[0][0], higher))
            });
            let are_cells = tokens.iter().step_by(2).all(|token| is_cell(&token.kind));
            let is_chain = tokens.len() > 2 && tokens.len() % 2 == 1 && are_cells;
            is_chain.then(|| steps.collect())?
        }
        _ => None,
    }
}

/// Returns the texts of the tokens of a kind.
fn of_kind(tokens: &[Token], kind: TokenKind) -> Vec<&Line> {
    let found = tokens.iter().filter(|token| token.kind == kind);
    found.map(|token| &token.text).collect()
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
            ("thermometer r1c1 - r1c4", "thermometer r1c1-r1c4"),
            ("white dot r1c1 r1c2", "difference r1c1 r1c2"),
            ("white kropki dots: r1c1 r1c2", "difference r1c1 r1c2"),
            ("german whispers line r1c1 r1c2", "whispers r1c1 r1c2"),
            ("r1c1 < r1c2", "greater r1c2 r1c1"),
            ("r1c1>r1c2<r1c3", "greater r1c1 r1c2; greater r1c3 r1c2"),
            ("r1c1+r1c2=3", "sum 3 r1c1 r1c2"),
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
