//! The text form of rules: where they are in a text, and adding them to a puzzle.

use std::ops::Range;

use crate::read::glyph::{Glyph, Line, LineColumn, line_at, string, trim};
use crate::read::rules::board::{board_rule, placed};
use crate::read::rules::names::meant;
use crate::read::rules::quotes;
use crate::read::rules::spelling::{Spelled, has_cell, spelled, variant_names};
use crate::read::rules::tokens::{TokenKind, lower, tokens};
use satdoku::board::{
    Constraint, Geometry, Kind, Part, RuleLine, RuleTexts, Ruleset, Shape, Variant,
};
use satdoku::format_error::FormatError;

/// Returns true for the name of a variant.
pub(crate) fn is_variant(rule: &[Glyph]) -> bool {
    string(rule).parse::<Variant>().is_ok()
}

/// Adds rules, apart from boxes and regions, to those of a board. Returns the lines about candidates too, each
/// with the index of its text.
///
/// # Errors
/// If a text is not a rule, or the board cannot have it.
pub(crate) fn added(
    board: Ruleset,
    texts: &[Line],
) -> Result<(Ruleset, Vec<(usize, RuleLine)>), FormatError> {
    if texts.is_empty() {
        return Ok((board, Vec::new()));
    }
    let strings: Vec<String> = texts.iter().map(|text| string(text)).collect();
    let parsed = RuleTexts::parse(strings.iter().map(String::as_str));
    let parsed = parsed.and_then(|rules| rules.on(&board));
    parsed.map_err(|error| placed(error.clone(), &texts[error.rule]))
}

/// Returns the parts of a line between semicolons, up to a comment. Rules of the board are in their text
/// form.
pub(crate) fn parts(line: &[Glyph]) -> impl Iterator<Item = Line> {
    let (cells, rules) = quotes::split_once(line, ';');
    let rules = rules
        .map(|rules| quotes::split_once(rules, '#').0)
        .unwrap_or_default();
    let rules = quotes::split(rules, |glyph| glyph.c == ';');
    let parts = [cells].into_iter().chain(rules).map(trim);
    parts.map(|part| board_rule(part).unwrap_or_else(|| part.to_vec()))
}

/// Returns the givens in a list of variables, as a picture has below its grid: `x1=3 x2=.`. There may be
/// none in it.
pub(crate) fn variable_list(line: &[Glyph]) -> Option<Option<Line>> {
    let words = line.split(|glyph| glyph.c.is_whitespace());
    let words: Vec<&[Glyph]> = words.filter(|word| !word.is_empty()).collect();
    let mut givens = line_at("given", words.first()?[0].position());
    let empty = givens.len();
    for word in words {
        let text = string(word);
        let (_, value) = text
            .split_once('=')
            .filter(|_| text.starts_with(char::is_alphabetic))?;
        if value == "." {
            continue;
        }
        value.parse::<usize>().ok()?;
        givens.push(word[0].with(' '));
        givens.extend_from_slice(word);
    }
    Some((givens.len() > empty).then_some(givens))
}

/// Returns the rules in an option or field, each as it is, with all characters at `place`.
pub(crate) fn rule_parts(text: &str, place: LineColumn) -> Vec<Line> {
    let texts = quotes::rule_texts(text).into_iter();
    texts.map(|text| line_at(&text, place)).collect()
}

/// Returns a rule in its text form, which can name variables of the board. What is meant as a rule and
/// cannot be read is returned as it is, and `None` for a remark.
pub(crate) fn rules_of(text: &[Glyph], board: &Geometry) -> Option<Vec<Line>> {
    let plain = lower(trim(text));
    if RuleLine::parse(&string(&plain), board).is_ok() {
        return Some(vec![plain]);
    }
    if let Some(rules) = marks(&plain, board) {
        return Some(rules);
    }
    match spelled_alone(text) {
        Spelled::Rules(rules) => Some(rules),
        Spelled::Suspicious => Some(vec![plain]),
        _ => rule_name(&plain).map(|_| vec![plain]),
    }
}

/// Translates a text that can only be a rule or a remark, so that `x` and `king` are variants, and `digits 5`
/// is an error.
fn spelled_alone(text: &[Glyph]) -> Spelled {
    match (variant_names(text), RuleLine::board(&string(text))) {
        (Ok(variants), _) if !variants.is_empty() => Spelled::Rules(variants),
        (_, Ok(None)) => spelled(text, None),
        _ => Spelled::Rules(vec![lower(trim(text))]),
    }
}

/// Returns a rule for each cell of a list, if the text is the name of a mark with several cells of a board.
fn marks(text: &[Glyph], board: &Geometry) -> Option<Vec<Line>> {
    let mut words = text.split(|glyph| glyph.c.is_whitespace());
    let name = words.next()?;
    Kind::find(&string(name)).filter(|kind| matches!(kind.shape, [Part::Cell]))?;
    let words = words.filter(|word| !word.is_empty());
    let rules = words.map(|cell| [name, &[cell[0].with(' ')], cell].concat());
    let rules: Vec<Line> = rules.collect();
    let is_rule = |rule: &Line| Constraint::parse(&string(rule), board).is_ok();
    (!rules.is_empty() && rules.iter().all(is_rule)).then_some(rules)
}

/// Returns the first word if it is the name of a rule.
pub(crate) fn rule_name(text: &[Glyph]) -> Option<String> {
    let first = text.split(|glyph| glyph.c.is_whitespace()).next();
    let first = string(first?).to_ascii_lowercase();
    let is_name =
        matches!(&*first, "not" | "given") || Constraint::names().any(|name| name == first);
    is_name.then_some(first)
}

/// Splits a line into a puzzle and the rules around it: `puzzle; rule; rule`, `puzzle rule` or
/// `variant puzzle`. Returns `None` if nothing around the puzzle is meant as a rule, or the line begins
/// with one.
pub(crate) fn rules_after(line: &[Glyph]) -> Option<(&[Glyph], Vec<Line>)> {
    let (first, rest) = quotes::split_once(line, ';');
    let quote = quotes::enclosed(first).first().map(|range| range.start);
    let puzzle = match board_words(&first[..quote.unwrap_or(first.len())]) {
        Some(words) => words,
        None => 0..rest.map(|_| first.len())?,
    };
    let (before, rest) = (&line[..puzzle.start], &line[puzzle.end..]);
    let puzzle = &line[puzzle];
    let ink = puzzle.iter().filter(|glyph| !glyph.c.is_whitespace());
    let is_puzzle = ink.count() >= Shape::MIN_SIZE * Shape::MIN_SIZE;
    if !is_puzzle || has_cell(puzzle) || matches!(spelled(puzzle, None), Spelled::Rules(_)) {
        return None;
    }
    let mut first_word = puzzle.iter().take_while(|glyph| !glyph.c.is_whitespace());
    let is_number = |glyph: &Glyph| glyph.c.is_ascii_digit() || glyph.c == ':';
    let mut names = tokens(before).into_iter();
    // A long number of a constraint, perhaps with the colon after it.
    if first_word.all(is_number)
        && names.any(|token| matches!(token.kind, TokenKind::Constraint(_)))
    {
        return None;
    }
    let mut rules = match spelled(before, None) {
        Spelled::Rules(rules) => rules,
        // A title.
        _ => Vec::new(),
    };
    rules.extend(rules_in(rest));
    (!rules.is_empty()).then_some((puzzle, rules))
}

/// Returns the rules in the text after a puzzle on its line, separated by semicolons: those that can be
/// read, and those that only begin like one. The rest is remarks.
pub(crate) fn rules_in(text: &[Glyph]) -> Vec<Line> {
    let (text, _) = quotes::split_once(text, '#');
    let parts = quotes::split(text, |glyph| glyph.c == ';').into_iter();
    let rules = parts.enumerate().map(|(place, part)| {
        // Words before the first semicolon can be a remark.
        let spelled = match place {
            0 => spelled(part, None),
            _ => spelled_alone(part),
        };
        match spelled {
            Spelled::Rules(rules) => rules,
            Spelled::Suspicious => vec![trim(part).to_vec()],
            _ if place > 0 && (begins_rule(trim(part)) || meant(&string(part)).is_some()) => {
                vec![trim(part).to_vec()]
            }
            Spelled::Heading(_) | Spelled::Mention | Spelled::Nothing => Vec::new(),
        }
    });
    rules.flatten().collect()
}

/// Returns true for the name of a rule and a number, or a text in quotation marks, whatever follows.
fn begins_rule(text: &[Glyph]) -> bool {
    let mut words = text.split(|glyph| glyph.c.is_whitespace());
    let second = words.nth(1).and_then(|word| word.first());
    second.is_some_and(|glyph| glyph.c.is_ascii_digit() || glyph.c == '"')
        && rule_name(text).is_some()
}

/// Returns what follows the last bracket of a line, without a comment.
pub(crate) fn behind_brackets(line: &[Glyph]) -> &[Glyph] {
    let start = line.iter().rposition(|glyph| "])}".contains(glyph.c));
    let rest = start.map_or(&[][..], |at| &line[at + 1..]);
    let is_comment = |pair: &[Glyph]| pair[0].c == '#' || (pair[0].c == '/' && pair[1].c == '/');
    let end = rest.windows(2).position(is_comment);
    &rest[..end.unwrap_or(rest.len())]
}

/// Returns the place of the words of a line that look like boards, from the first to the last.
fn board_words(line: &[Glyph]) -> Option<Range<usize>> {
    let find = |separators: &str| {
        let is_between = |glyph: &Glyph| glyph.c.is_whitespace() || separators.contains(glyph.c);
        let (mut next, mut found) = (0, None);
        for word in line.split(is_between) {
            if is_board_word(word) {
                let first = found.map_or(next, |found: Range<usize>| found.start);
                found = Some(first..next + word.len());
            }
            next += word.len() + 1;
        }
        found
    };
    find(",\"'`()[]{}").or_else(|| find(",\"'`()[]{}:<>=|&?"))
}

/// Returns true for a square number of digits, letters of one case, and one other symbol. Letters alone
/// are a word, also with hyphens.
fn is_board_word(word: &[Glyph]) -> bool {
    // A plus sign marks a digit as placed.
    let symbols = || word.iter().map(|glyph| glyph.c).filter(|c| *c != '+');
    let (count, size) = (symbols().count(), symbols().count().isqrt());
    if size < Shape::MIN_SIZE || size * size != count {
        return false;
    }
    let mut others = symbols().filter(|c| !c.is_alphanumeric());
    let other = others.next();
    let has = |is_kind: fn(char) -> bool| symbols().any(is_kind);
    let is_word = has(char::is_alphabetic) && !has(|c| c.is_ascii_digit()) && other != Some('.');
    others.all(|c| Some(c) == other)
        && !is_word
        && !(has(char::is_lowercase) && has(char::is_uppercase))
}
