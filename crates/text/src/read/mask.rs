//! Masks: which cells of a solution are givens, in a field of JSON beside it.

use serde_json::Value;

use super::builder::Content;
use super::glyph::LineColumn;
use super::row::SHORTEST;
use satdoku::board::Cell;
use satdoku::format_error::FormatError;

/// A value for each cell of a solution, true for a given.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Mask(Vec<bool>);

/// The names of masks whose true cells are givens, in letters alone.
const SHOWN: &str = "mask givens given givenmask isgiven clues clue cluemask isclue fixed isfixed locked shown \
    visible revealed prefilled initial";

/// The names of masks whose true cells are blanks.
const HIDDEN: &str =
    "hidden ishidden removed blanks blank isblank empty isempty holes hole editable";

impl Mask {
    /// Returns the mask in a field with this name: an array, an array of rows, or a text, with values that
    /// are true and false, or 1 and 0.
    pub fn of(name: &str, value: &str) -> Option<Mask> {
        let letters: String = name.chars().filter(char::is_ascii_alphabetic).collect();
        let has_name = |names: &str| {
            names
                .split(' ')
                .any(|name| name.eq_ignore_ascii_case(&letters))
        };
        let is_hidden = has_name(HIDDEN);
        if !is_hidden && !has_name(SHOWN) {
            return None;
        }
        let mut values = Vec::new();
        add(&serde_json::from_str(value).ok()?, &mut values)?;
        let is_mask = values.len() >= SHORTEST * SHORTEST;
        is_mask.then(|| Mask(values.into_iter().map(|value| value != is_hidden).collect()))
    }

    /// Returns the puzzle whose solution this is, if it has no blanks. `place` is that of the mask.
    ///
    /// # Errors
    /// If the mask has another number of cells.
    pub fn applied(&self, content: Content, place: LineColumn) -> Content {
        let (puzzle, form) = content?;
        let mut givens = puzzle.givens().clone();
        if givens.blanks().next().is_some() {
            return Ok((puzzle, form));
        }
        let (expected, found) = (givens.geometry().grid_cell_count(), self.0.len());
        if expected != found {
            let expected = format!("{expected} values in the mask of givens");
            return Err(FormatError::new(place, expected, found.to_string()));
        }
        for (index, _) in self
            .0
            .iter()
            .enumerate()
            .filter(|(_, is_given)| !**is_given)
        {
            givens.set(Cell::from_index(index), None);
        }
        let puzzle = puzzle.with_givens(givens);
        puzzle
            .map(|puzzle| (puzzle, form))
            .map_err(|error| FormatError::caused(place, &error))
    }
}

/// Adds the values in an array or text.
fn add(value: &Value, values: &mut Vec<bool>) -> Option<()> {
    match value {
        Value::Bool(value) => values.push(*value),
        Value::Number(number) => values.push(is_one(number.as_u64()?)?),
        Value::String(text) => {
            for c in text.chars().filter(|c| !c.is_whitespace()) {
                values.push(is_one(c.to_digit(10)?.into())?);
            }
        }
        Value::Array(items) => items.iter().try_for_each(|item| add(item, values))?,
        Value::Null | Value::Object(_) => return None,
    }
    Some(())
}

/// Returns true for 1 and false for 0.
fn is_one(number: u64) -> Option<bool> {
    (number < 2).then_some(number == 1)
}

#[cfg(test)]
mod tests {
    use crate::read::reader::parsed;

    #[test]
    fn a_mask_beside_a_solution_shows_the_givens() {
        let rows = "[[1,2,4,3],[3,4,2,1],[4,3,1,2],[2,1,3,4]]";
        for text in [
            "{\"solution\":\"1243342143122134\",\"mask\":\"1000001001000001\"}".to_string(),
            format!("{{\"solution\":{rows},\"givens\":[[1,0,0,0],[0,0,1,0],[0,1,0,0],[0,0,0,1]]}}"),
            format!(
                "{{\"mask\":[[true,false,false,false],[false,false,true,false],[false,true,false,false],[false,false,false,true]],\"grid\":{rows}}}"
            ),
            format!("{{\"board\":{rows},\"is_hidden\":[0,1,1,1,1,1,0,1,1,0,1,1,1,1,1,0]}}"),
        ] {
            assert_eq!(
                parsed(&text).unwrap().givens().to_string(),
                "1.....2..3.....4",
                "{text}"
            );
        }
    }

    #[test]
    fn a_mask_of_another_size_is_an_error() {
        let text = "{\"solution\":\"1243342143122134\",\"mask\":\"10000010010000010\"}";
        let error = parsed(text).unwrap_err().to_string();
        assert_eq!(
            error,
            "1:39: expected 16 values in the mask of givens, found 17"
        );
    }

    #[test]
    fn other_fields_are_no_masks() {
        let puzzle = "{\"puzzle\":\"1.....2..3.....4\",\"clues\":[1,0,1],\"hidden\":false}";
        assert_eq!(
            parsed(puzzle).unwrap().givens().to_string(),
            "1.....2..3.....4"
        );
        let givens = "{\"givens\":\"1.....2..3.....4\"}";
        assert_eq!(
            parsed(givens).unwrap().givens().to_string(),
            "1.....2..3.....4"
        );
    }
}
