//! Items with rules of a setter's own: tables of pairs, regular expressions and automata.

use super::super::percent_decoded;
use super::codes;
use super::text::{CellNames, SEPARATOR, StringItem};
use satdoku::board::{
    AllowedPairs, Argument, Cell, Constraint, Geometry, PairList, Pattern, Title,
};
use satdoku::format_error::{FormatError, quote};

/// The items whose first argument is encoded.
pub(super) const ITEMS: [&str; 5] = ["NFA", "Pair", "PairX", "Regex", "Replicate"];

/// Cells that a rule applies to, and the name of the rule.
struct NamedCells {
    title: Option<Title>,
    /// The lists of cells between separators.
    segments: Vec<Vec<Cell>>,
}

/// Returns the constraints of an item, one for each list of cells, or `None` if it is another item.
///
/// # Errors
/// If an argument is wrong.
pub(super) fn read(
    item: &StringItem,
    names: CellNames,
) -> Option<Result<Vec<Constraint>, FormatError>> {
    let (kind, rule) = match &*item.name.text {
        "Pair" => ("pairs", pairs(item, names.board)),
        "PairX" => ("all-pairs", pairs(item, names.board)),
        "Regex" => ("sequence", pattern(item, names.board)),
        "NFA" => ("automaton", machine(item, names.board)),
        _ => return None,
    };
    Some(rule.and_then(|rule| read_lists(kind, &rule, item, names)))
}

fn read_lists(
    kind: &str,
    rule: &Argument,
    item: &StringItem,
    names: CellNames,
) -> Result<Vec<Constraint>, FormatError> {
    let mut constraints = Vec::new();
    for NamedCells { title, segments } in named_cells(item, names)? {
        match kind {
            "automaton" => {}
            _ if segments.len() > 1 => return Err(item.error("a list of cells", quote(SEPARATOR))),
            "pairs" | "all-pairs" if segments[0].len() < 2 => continue,
            _ => {}
        }
        let cells = segments.into_iter().map(Argument::Cells);
        let arguments: Vec<Argument> = [rule.clone()].into_iter().chain(cells).collect();
        let made = Constraint::new(kind, arguments);
        let made = made.map_err(|error| item.error(&error.expected, error.found))?;
        constraints.push(made.with_title(title));
    }
    Ok(constraints)
}

/// Parses a table with a bit for each pair of digits: `Pair~<table>~_<name>~R1C1~R1C2~~R2C1~R2C2`.
fn pairs(item: &StringItem, board: &Geometry) -> Result<Argument, FormatError> {
    let values: Vec<usize> = board.all_values().collect();
    let table = item.argument(0);
    let Some(set) = codes::numbers(table) else {
        return Err(item.error("a table in base 64", quote(table)));
    };
    let count = values.len();
    let pair = |bit: usize| Some([*values.get(bit / count)?, values[bit % count]]);
    match set
        .into_iter()
        .map(pair)
        .collect::<Option<Vec<[usize; 2]>>>()
    {
        Some(pairs) => Ok(Argument::Pairs(AllowedPairs::List(PairList::new(pairs)))),
        None => {
            let expected = format!("a table for {count} digits");
            Err(item.error(&expected, quote(table)))
        }
    }
}

/// Parses an automaton: `NFA~<machine>~_<name>~R1C1~-~R1C2~~R2C1`.
fn machine(item: &StringItem, board: &Geometry) -> Result<Argument, FormatError> {
    let (first, count) = (*board.all_values().start(), board.digit_count());
    let machine = codes::machine(item.argument(0), first, count);
    let machine = machine.map_err(|error| item.error(&error.expected, error.found))?;
    Ok(Argument::Machine(machine))
}

/// Parses a pattern: `Regex~<pattern>~R1C1~R1C2~~R2C1`.
fn pattern(item: &StringItem, board: &Geometry) -> Result<Argument, FormatError> {
    let encoded = item.argument(0);
    let text = match encoded.contains('%') {
        true => percent_decoded(encoded),
        false => {
            let bytes = codes::bytes(encoded);
            let bytes = bytes.ok_or_else(|| item.error("an encoded pattern", quote(encoded)))?;
            String::from_utf8_lossy(&bytes).into_owned()
        }
    };
    // Digits above 9 are letters there, and numbers between spaces here.
    let is_wide = *board.all_values().end() > 9;
    let mut is_count = false;
    let mut own = String::new();
    for c in text.chars() {
        is_count = c == '{' || (is_count && c != '}');
        match c.to_digit(36) {
            Some(digit) if is_wide && !is_count => own += &format!(" {digit} "),
            _ => own.push(c),
        }
    }
    let pattern = Pattern::parse(&own, board).map_err(|error| {
        let expected = format!("{} in {}", error.expected, quote(&text));
        item.error(&expected, error.found)
    })?;
    Ok(Argument::Pattern(pattern))
}

/// Returns the lists of cells of an item after its first argument: an empty argument ends a list,
/// `_name` names those that follow, and `-` separates segments.
fn named_cells(item: &StringItem, names: CellNames) -> Result<Vec<NamedCells>, FormatError> {
    let mut lists: Vec<NamedCells> = Vec::new();
    let (mut title, mut segments) = (None, vec![Vec::new()]);
    for argument in item.arguments.iter().skip(1) {
        let name = argument.text.strip_prefix('_');
        if name.is_some() || argument.text.is_empty() {
            let segments = std::mem::replace(&mut segments, vec![Vec::new()]);
            let title = title.clone();
            lists.push(NamedCells { title, segments });
        }
        match (name, &*argument.text, segments.last_mut()) {
            (Some(name), ..) => title = title_of(name),
            (None, SEPARATOR, _) => segments.push(Vec::new()),
            (None, text, Some(cells)) if !text.is_empty() => cells.push(names.cell(argument)?),
            _ => {}
        }
    }
    lists.push(NamedCells { title, segments });
    lists.retain(|list| !list.segments.concat().is_empty());
    match lists
        .iter()
        .flat_map(|list| &list.segments)
        .any(Vec::is_empty)
    {
        true => Err(item.error("cells between separators", "none")),
        false => Ok(lists),
    }
}

/// Returns the title that an escaped name is, if it is not empty. What a title cannot have is left out.
fn title_of(name: &str) -> Option<Title> {
    let text = percent_decoded(name).replace('"', "'");
    let plain = text.chars().filter(|c| !c.is_control());
    Title::new(&plain.take(Title::MOST_CHARACTERS).collect::<String>()).ok()
}
