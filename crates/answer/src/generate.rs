//! New puzzles, confirmed by the SAT engine.

use satdoku::board::{Grid, RulesetText};
use satdoku::task::Limit;
use satdoku_generate::{GenerateError, Generated, Generator, Symmetry};
use satdoku_text::puzzle_fields;

use crate::cost::Cost;
use crate::failure::Failure;
use crate::row;
use crate::steps::RatingRow;

row! {
    /// A new puzzle.
    GenerateRow {
        /// The givens.
        puzzle: Option<Grid>,
        /// The regions that replace the boxes.
        regions: Option<String>,
        /// The names of the variants.
        variants: Option<Vec<String>>,
        /// The lines about the board and the drawn constraints.
        constraints: Option<Vec<String>>,
        /// The only solution.
        solution: Option<Grid>,
        /// The number of givens.
        givens: Option<usize>,
        /// The symmetry that was asked for.
        symmetry: Option<&'static str>,
        /// True if no clue is redundant.
        minimal: Option<bool>,
        /// True if no group of symmetric givens is redundant.
        symmetric_minimal: Option<bool>,
        /// The rating, if a difficulty was asked for.
        #[serde(flatten)]
        rating: Option<RatingRow>,
        /// The seed of the generator.
        seed: u64,
        /// The number of the puzzle, counted from 0.
        number: u64,
        /// The field `confirmed`: true if the SAT engine found the same solution and no other.
        #[serde(flatten)]
        cost: Cost,
        /// The reason why there is no puzzle.
        error: Option<String>,
    }
    hidden {
        /// The puzzle.
        made: Option<Box<Generated>>,
        /// The number of solved grids that were tried.
        tries: u64,
        /// The failure that a row without a puzzle reports.
        failure: Option<Failure>,
    }
}

impl GenerateRow {
    /// Returns the row of a puzzle that was not made.
    #[must_use]
    pub fn without(self, failure: Failure) -> GenerateRow {
        GenerateRow {
            error: Some(failure.to_string()),
            failure: Some(failure),
            made: None,
            ..self
        }
    }
}

/// Makes the puzzle with this number. A puzzle that is not found is a row with an error.
pub fn generate(generator: &mut Generator, number: u64) -> GenerateRow {
    let empty = GenerateRow {
        seed: generator.seed(),
        number,
        ..GenerateRow::default()
    };
    let made = match generator.make(number) {
        Ok(made) => made,
        Err(GenerateError::GaveUp {
            tries, is_timeout, ..
        }) => {
            let grids = match tries {
                1 => "1 solved grid".to_string(),
                tries => format!("{tries} solved grids"),
            };
            let limit = Limit::Time(generator.timeout());
            let error = match is_timeout {
                true => format!("no such puzzle found: {limit} and {grids}; --timeout sets more"),
                false => format!("no such puzzle found: gave up after {grids}"),
            };
            let tried = GenerateRow { tries, ..empty };
            return tried.without(Failure::Unanswered(error));
        }
        Err(GenerateError::NoGrid) => {
            let error = GenerateError::NoGrid.to_string();
            return empty.without(Failure::Unanswered(error));
        }
        Err(GenerateError::Rating(error)) => return empty.without(error.into()),
        Err(GenerateError::Confirmation(error)) => return empty.without((*error).into()),
        Err(error) => return empty.without(Failure::Bug(error.to_string())),
    };
    row_of(made, empty)
}

fn row_of(made: Generated, empty: GenerateRow) -> GenerateRow {
    let rules = RulesetText::from(made.puzzle.layout().rules());
    let fields = puzzle_fields(&made.puzzle).into_iter();
    let texts = |name: &str| {
        let mut fields = fields.clone().filter(|(field, _)| *field == name);
        serde_json::from_value(fields.next()?.1).ok()?
    };
    let symmetric_minimal = made.is_symmetric_minimal;
    GenerateRow {
        puzzle: Some(made.puzzle.givens().clone()),
        regions: rules.regions,
        variants: texts("variants"),
        constraints: texts("constraints"),
        solution: Some(made.solution.clone()),
        givens: Some(made.puzzle.givens().filled().count()),
        symmetry: Some(made.symmetry.name()),
        minimal: made.is_minimal,
        symmetric_minimal: symmetric_minimal.filter(|_| made.symmetry != Symmetry::None),
        rating: made.rating.as_ref().map(RatingRow::from),
        cost: Cost::from(made.confirmation),
        tries: made.tries,
        made: Some(Box::new(made)),
        ..empty
    }
}
