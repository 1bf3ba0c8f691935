//! The fields of a puzzle in a row of JSON Lines or CSV, from which it can be read again.

use serde_json::Value;

use crate::form::{Arrangement, Form, candidate_words};
use satdoku::board::{Candidate, Puzzle, RuleLine, Variant};
use satdoku::propagate::Candidates;

/// Returns the fields of a puzzle in a row: `puzzle`, and those of `regions`, `variants`, `constraints`
/// and `pencil_marks` that it has. The first constraints are lines about the board, such as `board 6x9`
/// or `box 4x2`. On boards that have such lines about cells or digits, removed candidates and givens of
/// variables are the last constraints.
///
/// ```
/// use satdoku_text::puzzle_fields;
///
/// let puzzle = "1.....2..3.....4".parse()?;
/// assert_eq!(puzzle_fields(&puzzle), [("puzzle", "1.....2..3.....4".into())]);
/// # Ok::<(), satdoku::FormatError>(())
/// ```
pub fn puzzle_fields(puzzle: &Puzzle) -> Vec<(&'static str, Value)> {
    let mut fields = Vec::with_capacity(5);
    let rules = puzzle.layout().rules();
    let is_plain = rules.board_lines().is_empty();
    fields.push(("puzzle", Value::from(puzzle.givens().to_string())));
    let is_constraint = |line: &String| {
        let is_removed = is_plain && RuleLine::is_removed(line);
        !line.starts_with("regions ") && !is_removed && line.parse::<Variant>().is_err()
    };
    let constraints: Vec<String> = puzzle.lines().into_iter().filter(is_constraint).collect();
    if let Some(regions) = rules.regions() {
        fields.push(("regions", Value::from(regions.to_string())));
    }
    if !rules.variants().is_empty() {
        let variants: Vec<String> = rules.variants().iter().map(Variant::to_string).collect();
        fields.push(("variants", Value::from(variants)));
    }
    if !constraints.is_empty() {
        fields.push(("constraints", Value::from(constraints)));
    }
    if is_plain && puzzle.removed_line().is_some() {
        let form = Form::of(Arrangement::Line, puzzle.geometry());
        let marks = candidate_words(&unremoved(puzzle), form.alphabet);
        fields.push(("pencil_marks", Value::from(marks)));
    }
    fields
}

/// Returns the candidates that the puzzle itself does not remove, also those that a given excludes. A
/// given is alone in its cell, unless some candidates of the cell are removed.
fn unremoved(puzzle: &Puzzle) -> Candidates {
    let mut all = Candidates::new(&puzzle.restricted_to(&[]));
    let digits = || puzzle.geometry().digits();
    let has_removed = |cell| digits().any(|digit| puzzle.is_removed(Candidate { cell, digit }));
    all.retain(|at| match puzzle.givens().get(at.cell) {
        Some(given) => given == at.digit || has_removed(at.cell),
        None => true,
    });
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_about_the_board_are_the_first_constraints() {
        let text = "8......0; board 2x4; digits 0-8; variables x 2 1-3; box 2x2; anti-king; \
                    cage 3 r1c1 x1; given x1=3; not r1c2=1";
        let puzzle: Puzzle = text.parse().unwrap();
        let fields = puzzle_fields(&puzzle);
        let names: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["puzzle", "variants", "constraints"]);
        assert_eq!(
            fields[2].1.to_string(),
            "[\"board 2x4\",\"digits 0-8\",\"variables x 2 1-3\",\"box 2x2\",\"cage 3 r1c1 x1\",\
             \"given x1=3\",\"not r1c2=1\"]"
        );
    }
}
