//! Items whose arguments do not each stand for an argument of a constraint.

use super::outer::outer_line;
use super::text::{CellNames, StringItem};
use satdoku::board::{Argument, Cell};
use satdoku::format_error::{FormatError, quote};

type Arguments = Vec<Argument>;

pub(super) fn read_adjacent(
    item: &StringItem,
    names: CellNames,
) -> Result<Vec<Arguments>, FormatError> {
    let cells = item.cells(0, names)?;
    let mut pairs = Vec::new();
    for (index, one) in cells.iter().enumerate() {
        for other in &cells[index + 1..] {
            if names.board.neighbours(*one).contains(other) {
                pairs.push(vec![Argument::Cells(vec![*one, *other])]);
            }
        }
    }
    match pairs.is_empty() {
        true => Err(item.error("adjacent cells", "none")),
        false => Ok(pairs),
    }
}

pub(super) fn read_ends(
    item: &StringItem,
    names: CellNames,
) -> Result<Vec<Arguments>, FormatError> {
    let clues = [(1, false), (2, true)].into_iter();
    let clues = clues.filter(|(index, _)| !item.argument(*index).is_empty());
    let arguments = clues.map(|(index, is_end)| {
        let number = item.number(item.argument(index))?;
        let line = outer_line(item, item.argument(0), is_end, names.board)?;
        Ok(vec![Argument::Number(number), Argument::Line(line)])
    });
    arguments.collect()
}

pub(super) fn read_pill(item: &StringItem, names: CellNames) -> Result<Arguments, FormatError> {
    let cells = item.cells(1, names)?;
    let length = item.argument(0).parse().ok();
    let Some(length) = length.filter(|length| (1..cells.len()).contains(length)) else {
        return Err(item.error("the length of the pill", quote(item.argument(0))));
    };
    let (pill, shaft) = cells.split_at(length);
    let mut pill = pill.to_vec();
    pill.sort_unstable();
    Ok(vec![Argument::Cells(pill), Argument::Cells(shaft.to_vec())])
}

pub(super) fn read_sets(
    item: &StringItem,
    names: CellNames,
) -> Result<Vec<Vec<Cell>>, FormatError> {
    let cells = item.cells(1, names)?;
    let count: Option<usize> = item.argument(0).parse().ok();
    let is_even = |count: &usize| *count > 0 && cells.len().is_multiple_of(*count);
    let Some(count) = count.filter(|count| !cells.is_empty() && is_even(count)) else {
        let expected = format!("a number of sets that divides {} cells", cells.len());
        return Err(item.error(&expected, quote(item.argument(0))));
    };
    let sets = cells.chunks(cells.len() / count);
    Ok(sets.map(<[Cell]>::to_vec).collect())
}

pub(super) fn read_sum(item: &StringItem, names: CellNames) -> Result<Arguments, FormatError> {
    let cells = item.cells(1, names)?;
    let (total, coefficients) = match item.argument(0).split_once("_=_") {
        Some((total, coefficients)) => {
            let coefficients = coefficients.split('_').map(|text| item.number(text));
            (total, coefficients.collect::<Result<Vec<i64>, _>>()?)
        }
        None => (item.argument(0), vec![1; cells.len()]),
    };
    if coefficients.len() != cells.len() {
        let expected = format!("{} coefficients", cells.len());
        return Err(item.error(&expected, coefficients.len().to_string()));
    }
    let terms = cells.into_iter().zip(coefficients).collect();
    let total = Argument::Number(item.number(total)?);
    Ok(vec![total, Argument::Terms(terms)])
}

/// Returns the item of a sum.
pub(super) fn sum(total: i64, terms: &[(Cell, i64)], names: CellNames) -> String {
    let cells: Vec<Cell> = terms.iter().map(|(cell, _)| *cell).collect();
    let is_plain = total > 0 && terms.iter().all(|(_, coefficient)| *coefficient == 1);
    let coefficients = terms.iter().map(|(_, of)| format!("_{of}"));
    let coefficients = match is_plain {
        true => String::new(),
        false => format!("_={}", coefficients.collect::<String>()),
    };
    format!(".Sum~{total}{coefficients}{}", names.list(&cells))
}
