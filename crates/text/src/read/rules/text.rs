//! The text form of rules, and adding rules to a puzzle.

use std::ops::Range;

use crate::read::glyph::{Glyph, Line, LineColumn, line_at, string, trim};
use crate::read::rules::quotes;
use crate::read::rules::spelling::{Spelled, spelled, variant_names};
use crate::read::rules::tokens::{Token, lower, tokens};
use satdoku::board::{
    Constraint, Geometry, Kind, Mismatch, Part, RegionMap, RuleLine, RuleTexts, Ruleset, Shape,
};
use satdoku::format_error::{FormatError, quote};

/// Returns true if a rule describes the boxes or regions of the board.
pub(crate) fn is_board(text: &[Glyph]) -> bool {
    matches!(RuleLine::board(&string(text)), Ok(Some(_)))
}

/// Returns the sizes of the boards that rules describe.
pub(crate) fn board_sizes<'a>(texts: impl Iterator<Item = &'a Line>) -> Vec<usize> {
    let boards = texts.filter_map(|text| RuleLine::board(&string(text)).ok()?);
    let sizes = boards.filter_map(|board| match board {
        RuleLine::Box(shape) => Some(shape.size()),
        RuleLine::Regions(labels) => Some(labels.len().isqrt()),
        _ => None,
    });
    sizes.collect()
}

/// Returns the board that the last line `box` or `regions` describes.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn board_of(texts: &[Line]) -> Result<Option<Ruleset>, FormatError> {
    let mut board = None;
    for text in texts {
        match RuleLine::board(&string(text)).map_err(|error| placed(error, text))? {
            Some(RuleLine::Box(shape)) => board = Some(Ruleset::classic(shape)),
            Some(RuleLine::Regions(labels)) => {
                let size = labels.len().isqrt();
                let map = RegionMap::on(size, &labels).map_err(|error| {
                    placed(Mismatch::from(error).at("regions ".len() + 1), text)
                })?;
                board = Some(Ruleset::jigsaw(map));
            }
            _ => {}
        }
    }
    Ok(board)
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

/// Returns the error in a rule, at its place in the input.
pub(crate) fn placed(error: Mismatch, text: &[Glyph]) -> FormatError {
    let glyph = text.get(error.column - 1).or(text.last());
    let (line, column) = glyph.map_or((1, 1), |glyph| glyph.position());
    // What is missing would follow the last character, unless the text has a single place.
    let is_spread = text.first().map(|first| first.position().1) != Some(column);
    let column = column + usize::from(is_spread && error.column > text.len());
    let expected = format!("{} in {}", error.expected, quote(&string(text)));
    FormatError::new((line, column), expected, error.found)
}

/// Returns a rule from an option or field in its text form, or unchanged if it is not a rule. All its
/// characters are at `place`.
pub(crate) fn rules_at(text: &str, place: LineColumn) -> Vec<Line> {
    let line = line_at(text, place);
    match spelled_alone(&line) {
        Spelled::Rules(rules) => rules,
        _ => vec![trim(&line).to_vec()],
    }
}

/// Returns a rule in its text form, which can name variables of the board. What is meant as a rule and
/// cannot be read is returned as it is, and nothing for a remark.
pub(crate) fn rules_of(text: &[Glyph], board: &Geometry) -> Vec<Line> {
    let text = trim(text);
    if RuleLine::parse(&string(&lower(text)), board).is_ok() {
        return vec![lower(text)];
    }
    if let Some(rules) = marks(text, board) {
        return rules;
    }
    match spelled_alone(text) {
        Spelled::Rules(rules) => rules,
        Spelled::Suspicious => vec![lower(text)],
        _ if rule_name(text).is_some() => vec![lower(text)],
        Spelled::Heading(_) | Spelled::Mention | Spelled::Nothing => Vec::new(),
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
    let text = lower(text);
    let mut words = text.split(|glyph| glyph.c.is_whitespace());
    let name = words.next()?;
    Kind::find(&string(name)).filter(|kind| matches!(kind.shape, [Part::Cell]))?;
    let mark = |cell: &[Glyph]| [name, &[cell[0].with(' ')], cell].concat();
    let rules = words.filter(|word| !word.is_empty()).map(mark);
    let is_rule = |rule: &Line| Constraint::parse(&string(rule), board).is_ok();
    let rules: Vec<Line> = rules.collect();
    (!rules.is_empty() && rules.iter().all(is_rule)).then_some(rules)
}

/// Returns the first word if it is the name of a rule.
pub(crate) fn rule_name(text: &[Glyph]) -> Option<String> {
    let first = text.split(|glyph| glyph.c.is_whitespace()).next();
    let first = string(first.unwrap_or_default()).to_ascii_lowercase();
    let is_name =
        matches!(&*first, "not" | "given") || Constraint::names().any(|name| name == first);
    is_name.then_some(first)
}

/// Splits a line into a puzzle and the rules around it: `puzzle; rule; rule`, `puzzle rule` or
/// `variant puzzle`. Returns `None` if nothing around the puzzle is meant as a rule, or the line begins
/// with one.
pub(crate) fn rules_after(line: &[Glyph]) -> Option<(&[Glyph], Vec<Line>)> {
    let semicolon = quotes::position(line, |glyph| glyph.c == ';');
    let quote = quotes::enclosed(line).first().map(|range| range.start);
    let end = [semicolon, quote].into_iter().flatten().min();
    let puzzle = match board_words(&line[..end.unwrap_or(line.len())]) {
        Some(words) => words,
        None => 0..semicolon?,
    };
    let (before, rest) = (&line[..puzzle.start], &line[puzzle.end..]);
    let puzzle = &line[puzzle];
    let ink = puzzle.iter().filter(|glyph| !glyph.c.is_whitespace());
    let is_puzzle = ink.count() >= Shape::MIN_SIZE * Shape::MIN_SIZE;
    if !is_puzzle || matches!(spelled(puzzle, None), Spelled::Rules(_)) {
        return None;
    }
    let mut first_word = puzzle.iter().take_while(|glyph| !glyph.c.is_whitespace());
    let is_name = |token: &Token| matches!(token, Token::Constraint(..));
    let is_number = |glyph: &Glyph| glyph.c.is_ascii_digit() || glyph.c == ':';
    if first_word.all(is_number) && tokens(before).iter().any(is_name) {
        // A long number of a constraint, perhaps with the colon after it.
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
    let end = quotes::position(text, |glyph| glyph.c == '#');
    let parts = quotes::split(&text[..end.unwrap_or(text.len())], |glyph| glyph.c == ';');
    let rules = parts.into_iter().enumerate().map(|(place, part)| {
        // Words before the first semicolon can be a remark.
        let spelled = match place {
            0 => spelled(part, None),
            _ => spelled_alone(part),
        };
        match spelled {
            Spelled::Rules(rules) => rules,
            Spelled::Suspicious => vec![trim(part).to_vec()],
            Spelled::Heading(_) | Spelled::Mention | Spelled::Nothing => Vec::new(),
        }
    });
    rules.flatten().collect()
}

/// Returns what follows the last bracket of a line, without a comment.
pub(crate) fn behind_brackets(line: &[Glyph]) -> &[Glyph] {
    let is_bracket = |glyph: &Glyph| "])}".contains(glyph.c);
    let start = line.iter().rposition(is_bracket);
    let rest = start.map_or(&[][..], |at| &line[at + 1..]);
    let is_comment = |pair: &[Glyph]| pair[0].c == '#' || (pair[0].c == '/' && pair[1].c == '/');
    let end = rest.windows(2).position(is_comment);
    &rest[..end.unwrap_or(rest.len())]
}

/// Returns the place of the words of a line that look like boards, from the first to the last.
fn board_words(line: &[Glyph]) -> Option<Range<usize>> {
    let is_between = |glyph: &Glyph| glyph.c.is_whitespace() || ",\"'`()[]{}".contains(glyph.c);
    let is_around = |glyph: &Glyph| is_between(glyph) || ":<>=|&?".contains(glyph.c);
    let find = |is_between: &dyn Fn(&Glyph) -> bool| {
        let (mut next, mut found) = (0, None);
        for word in line.split(is_between) {
            let (start, end) = (next, next + word.len());
            next = end + 1;
            if is_board_word(word) {
                let (first, _) = found.unwrap_or((start, end));
                found = Some((first, end));
            }
        }
        found.map(|(start, end)| start..end)
    };
    find(&is_between).or_else(|| find(&is_around))
}

/// Returns true for a square number of digits, letters of one case, and one other symbol. Letters alone
/// are a word, also with hyphens.
fn is_board_word(word: &[Glyph]) -> bool {
    // A plus sign marks a digit as placed.
    let symbols = || word.iter().map(|glyph| glyph.c).filter(|c| *c != '+');
    let size = symbols().count().isqrt();
    if size < Shape::MIN_SIZE || size * size != symbols().count() {
        return false;
    }
    let mut others = symbols().filter(|c| !c.is_alphanumeric());
    let other = others.next();
    let has_case = |is_case: fn(char) -> bool| symbols().any(is_case);
    others.all(|c| Some(c) == other)
        && (has_case(|c| c.is_ascii_digit())
            || !has_case(char::is_alphabetic)
            || other == Some('.'))
        && !(has_case(char::is_lowercase) && has_case(char::is_uppercase))
}
