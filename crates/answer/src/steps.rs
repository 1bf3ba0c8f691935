//! Steps, and ratings by them.

use std::ops::RangeInclusive;

use satdoku::board::{Candidate, Geometry, Grid, Puzzle};
use satdoku_explain::{ExplainError, LARGEST_EXPLAINED, NoStep, Progress, Rating, Score, Step};

use crate::asker::Asker;
use crate::failure::Failure;
use crate::row;
use crate::verdict::suspects;

row! {
    /// A step.
    StepRow {
        /// The name of the technique.
        technique: String,
        /// The digits placed.
        places: Vec<String>,
        /// The candidates eliminated.
        eliminates: Vec<String>,
        /// The facts that force the step.
        facts: Vec<String>,
        /// True if no step in the position has fewer facts.
        smallest: bool,
        /// A lower bound of their number, if that is not proved.
        at_least: Option<usize>,
        /// False if some facts may not be needed.
        all_needed: Option<bool>,
        /// The proof in words.
        argument: String,
        /// The chains in Eureka notation.
        notation: Option<String>,
        /// The candidates before the step.
        position: String,
    }
    hidden {
        /// The step.
        step: Option<Box<Step>>,
    }
}

row! {
    /// The next step of a player.
    HintRow {
        /// The step, if one follows.
        #[serde(flatten)]
        step: Option<StepRow>,
        /// The digits that are wrong or, in a puzzle without a solution, may be.
        wrong: Vec<String>,
        /// `unique`, `multiple`, `none` or `unknown`.
        verdict: &'static str,
        /// The reason why no step follows.
        error: Option<String>,
    }
    hidden {
        /// True if all cells are filled.
        is_solved: bool,
    }
}

row! {
    /// The steps of a puzzle.
    ExplainRow {
        /// The solution, if the steps lead to it.
        solution: Option<Option<Grid>>,
        /// True if the steps lead to the solution or to a contradiction.
        complete: bool,
        /// The steps.
        steps: Option<Vec<StepRow>>,
        /// The number of the only step of the row.
        step: Option<usize>,
        /// The only step of the row.
        #[serde(flatten)]
        only: Option<StepRow>,
        /// The limit that was reached before the last step.
        error: Option<String>,
    }
    hidden {
        /// The number of the first step, counted from 1.
        first: usize,
        /// True if only some steps were asked for, and these were found.
        is_part: bool,
    }
}

row! {
    /// The difficulty of a puzzle.
    RateRow answers "level" {
        /// False if a limit was reached before the last step.
        complete: Option<bool>,
        /// The rating.
        #[serde(flatten)]
        rating: RatingRow,
        /// The limit.
        error: Option<String>,
    }
    hidden {
        /// The rating.
        rated: Option<Rating>,
    }
}

row! {
    /// A rating.
    RatingRow {
        /// The level.
        level: String,
        /// The number of facts of the largest step.
        largest: usize,
        /// A lower bound of it, if it is not proved.
        at_least: Option<usize>,
        /// The hardest technique; null if there is no step.
        technique: Option<Option<String>>,
        /// The score of the hardest step.
        score: Score,
        /// The techniques of all steps.
        techniques: Vec<String>,
        /// The number of steps.
        steps: usize,
        /// The numbers of steps with 1, 2, 3, … facts.
        sizes: Vec<usize>,
        /// The number of steps that are not proved to be smallest ones.
        unproven: usize,
    }
}

/// Returns the names of candidates.
fn names(candidates: &[Candidate], board: &Geometry) -> Vec<String> {
    candidates
        .iter()
        .map(|at| at.name(board).to_string())
        .collect()
}

impl From<Step> for StepRow {
    fn from(step: Step) -> StepRow {
        let board = step.before.board();
        StepRow {
            technique: step.technique.to_string(),
            places: names(&step.places, board),
            eliminates: names(&step.eliminates, board),
            facts: step.fact_names.clone(),
            smallest: step.is_smallest(),
            at_least: (!step.is_smallest()).then_some(step.at_least),
            all_needed: (!step.is_minimal).then_some(false),
            argument: step.argument.clone(),
            notation: step.notation.clone(),
            position: step.before.to_string(),
            step: Some(Box::new(step)),
        }
    }
}

impl From<&Rating> for RatingRow {
    fn from(rating: &Rating) -> RatingRow {
        RatingRow {
            level: rating.level.to_string(),
            largest: rating.largest,
            at_least: rating.at_least,
            technique: Some(rating.technique.map(|technique| technique.to_string())),
            score: rating.score,
            techniques: rating.techniques.iter().map(ToString::to_string).collect(),
            steps: rating.steps,
            sizes: rating.sizes.clone(),
            unproven: rating.unproven,
        }
    }
}

impl Asker {
    /// Finds the next step of a player who has filled these digits.
    ///
    /// # Errors
    /// See [`Asker::solve`]; also if the board is too large or a limit is reached.
    pub fn hint(&mut self, puzzle: &Puzzle, filled: Option<&Grid>) -> Result<HintRow, Failure> {
        let budget = self.start();
        let board = puzzle.geometry();
        if board.digit_count() > LARGEST_EXPLAINED {
            return Err(ExplainError::TooLarge(board.digit_count()).into());
        }
        let verdict = self.session.check(puzzle)?.outcome;
        let progress = filled.map(Progress::from).unwrap_or_default();
        let next = self.explainer.next_step(puzzle, verdict, &progress)?;
        let mut row = HintRow {
            wrong: names(&next.wrong, board),
            verdict: next.verdict,
            ..HintRow::default()
        };
        match next.step {
            Ok(step) => row.step = Some(step.into()),
            Err(NoStep::Solved) => row.is_solved = true,
            Err(reason @ NoStep::NoSolution(_)) => {
                row.error = Some(reason.to_string());
                row.wrong = names(&suspects(puzzle, &budget)?, board);
            }
            Err(reason @ NoStep::NothingFollows) => row.error = Some(reason.to_string()),
            Err(reason) => return Err(Failure::Unanswered(reason.to_string())),
        }
        Ok(row)
    }

    /// Finds the steps to the solution, or only those with the numbers in `range`, counted from 1.
    ///
    /// # Errors
    /// See [`Asker::hint`]; also if there are fewer steps.
    pub fn explain(
        &mut self,
        puzzle: &Puzzle,
        range: Option<RangeInclusive<usize>>,
    ) -> Result<ExplainRow, Failure> {
        self.start();
        let Some(range) = range else {
            let explained = self.explainer.explain(puzzle)?;
            return Ok(ExplainRow {
                solution: Some(explained.solution),
                complete: explained.complete,
                steps: Some(explained.steps.into_iter().map(StepRow::from).collect()),
                error: explained.limit.map(|limit| limit.to_string()),
                first: 1,
                ..ExplainRow::default()
            });
        };
        let mut path = self.explainer.steps(puzzle)?;
        let steps = path.by_ref().take(*range.end());
        let mut steps = steps.collect::<Result<Vec<Step>, ExplainError>>()?;
        let (first, count, limit) = (*range.start(), steps.len(), path.limit());
        if first > count {
            return Err(Failure::Unanswered(match limit {
                Some(limit) => format!("{limit}, with {count} steps"),
                None => format!("it has {count} steps, not {first}"),
            }));
        }
        let solution = path.solution()?;
        let steps = steps.split_off(first - 1).into_iter();
        Ok(ExplainRow {
            complete: solution.is_some(),
            solution: Some(solution),
            steps: Some(steps.map(StepRow::from).collect()),
            error: limit.map(|limit| limit.to_string()),
            first,
            is_part: limit.is_none(),
            ..ExplainRow::default()
        })
    }

    /// Rates a puzzle.
    ///
    /// # Errors
    /// See [`Asker::hint`]; also if the puzzle has not exactly one solution.
    pub fn rate(&mut self, puzzle: &Puzzle) -> Result<RateRow, Failure> {
        self.start();
        let rating = self.explainer.rate(puzzle)?;
        let rating = rating.ok_or_else(|| {
            Failure::Unanswered("no level: it does not have exactly one solution".to_string())
        })?;
        Ok(RateRow {
            complete: rating.limit.map(|_| false),
            rating: RatingRow::from(&rating),
            error: rating.limit.map(|limit| limit.to_string()),
            rated: Some(rating),
        })
    }
}

impl ExplainRow {
    /// Returns a row for each step, or one without a step if there is none.
    pub fn by_step(mut self) -> Vec<ExplainRow> {
        let steps = self.steps.take().unwrap_or_default();
        let row = |(number, step)| ExplainRow {
            step: Some(number),
            only: Some(step),
            ..self.clone()
        };
        let rows: Vec<ExplainRow> = (self.first..).zip(steps).map(row).collect();
        match rows.is_empty() {
            true => vec![self],
            false => rows,
        }
    }
}
