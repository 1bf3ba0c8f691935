//! The fields of a puzzle in a row of JSON Lines or CSV, from which it can be read again.

use serde_json::Value;

use crate::form::{Arrangement, Form, candidate_words};
use satdoku::board::{Candidate, Puzzle, RulesetText, Shape};
use satdoku::propagate::Candidates;

/// Returns the fields of a puzzle in a row: `puzzle`, and those of `regions`, `variants`, `constraints`
/// and `pencil_marks` that it has. Boxes of an unusual shape are the first constraint: `box 4x2`.
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
    let rules = RulesetText::from(puzzle.layout().rules());
    fields.push(("puzzle", Value::from(puzzle.givens().to_string())));
    let usual = Shape::usual(puzzle.geometry().rows());
    let has_own_boxes = usual != Some(puzzle.layout().shape()) && rules.regions.is_none();
    let boxes = has_own_boxes.then(|| format!("box {}", rules.shape));
    let constraints: Vec<String> = boxes.into_iter().chain(rules.constraints).collect();
    if let Some(regions) = rules.regions {
        fields.push(("regions", Value::from(regions)));
    }
    if !rules.variants.is_empty() {
        fields.push(("variants", Value::from(rules.variants)));
    }
    if !constraints.is_empty() {
        fields.push(("constraints", Value::from(constraints)));
    }
    if puzzle.removed_line().is_some() {
        let form = Form::of_size(Arrangement::Line, puzzle.geometry().digit_count());
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
