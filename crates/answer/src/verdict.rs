//! Solutions, verdicts, and repairs of puzzles without one solution.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use satdoku::board::{Candidate, Grid, Puzzle};
use satdoku::engine::{Budget, for_many_searches};
use satdoku::sat::SolverAnswer;
use satdoku::task::{
    Answer, ClueKind, Limit, Repair, Repairs, ResultError, Solution, Verdict, repair,
};

use crate::asker::Asker;
use crate::conflict::ConflictRow;
use crate::cost::Cost;
use crate::count::CountRow;
use crate::failure::Failure;
use crate::row;

row! {
    /// A verdict and what it consists of.
    VerdictRow {
        /// `unique`, `multiple`, `none` or `unknown`.
        verdict: &'static str,
        /// A solution.
        solution: Option<Option<Grid>>,
        /// Another solution.
        other: Option<Grid>,
        /// The values of variables in the solution.
        variables: Option<BTreeMap<String, Option<usize>>>,
        /// The values of variables in the other solution.
        other_variables: Option<BTreeMap<String, Option<usize>>>,
        /// The reason why there is no solution.
        #[serde(flatten)]
        conflict: Option<ConflictRow>,
    }
}

row! {
    /// The verdict on a puzzle.
    CheckRow answers "verdict" {
        /// The verdict.
        #[serde(flatten)]
        verdict: VerdictRow,
        /// True if no clue of a unique puzzle is redundant.
        minimal: Option<bool>,
        /// The clues of a unique puzzle any one of which can be removed.
        redundant: Option<Vec<String>>,
        /// The limit that was reached.
        error: Option<String>,
        /// The cost, and the field `confirmed`.
        #[serde(flatten)]
        cost: Cost,
    }
    hidden {
        /// Repairs that were found quickly.
        repairs: Option<Repairs>,
    }
}

row! {
    /// The verdict on a puzzle, and changes that give it one solution.
    RepairRow answers "verdict" {
        /// The verdict.
        #[serde(flatten)]
        verdict: VerdictRow,
        /// The changes.
        repairs: Option<Vec<Repair>>,
        /// False if there may be others.
        repairs_complete: Option<bool>,
        /// The limit that was reached.
        error: Option<String>,
        /// The cost, and the field `confirmed`.
        #[serde(flatten)]
        cost: Cost,
    }
    hidden {
        /// The limit that ended the search for changes.
        limit: Option<Limit>,
    }
}

row! {
    /// A solution of a puzzle, or several.
    SolveRow answers "solution" {
        /// A solution.
        solution: Option<Option<Grid>>,
        /// The values of its variables.
        variables: Option<BTreeMap<String, Option<usize>>>,
        /// All solutions that were asked for.
        solutions: Option<Vec<Grid>>,
        /// True if there are no others.
        complete: Option<bool>,
        /// The reason why there is no solution.
        #[serde(flatten)]
        conflict: Option<ConflictRow>,
        /// The limit that was reached.
        error: Option<String>,
        /// The cost, and the field `confirmed`.
        #[serde(flatten)]
        cost: Cost,
    }
}

/// Returns the values of variables by name, if the board has variables.
fn variables(grid: &Grid) -> Option<BTreeMap<String, Option<usize>>> {
    let board = grid.geometry();
    if board.variables().is_empty() {
        return None;
    }
    let variables = board.cells().skip(board.grid_cell_count());
    let mut values = BTreeMap::new();
    for cell in variables {
        values.insert(cell.name(board).to_string(), grid.value(cell));
    }
    Some(values)
}

impl VerdictRow {
    /// Returns the row and the limit of an unknown verdict.
    fn new(verdict: &Verdict) -> (VerdictRow, Option<String>) {
        let row = VerdictRow {
            verdict: verdict.name(),
            ..VerdictRow::default()
        };
        let row = match verdict {
            Verdict::Unique(solution) => VerdictRow {
                variables: variables(solution),
                solution: Some(Some(solution.clone())),
                ..row
            },
            Verdict::Multiple([one, other]) => VerdictRow {
                variables: variables(one),
                other_variables: variables(other),
                solution: Some(Some(one.clone())),
                other: Some(other.clone()),
                ..row
            },
            Verdict::Unsolvable(conflict) => VerdictRow {
                conflict: Some(conflict.into()),
                ..row
            },
            Verdict::Unknown(limit) => return (row, Some(limit.to_string())),
        };
        (row, None)
    }

    /// Returns the row of a solution, and the limit if it is not known.
    fn of_solution(solution: &Solution) -> (VerdictRow, Option<String>) {
        let solve = SolveRow::from(solution);
        let row = VerdictRow {
            verdict: match solution {
                Solution::Found(_) => "solved",
                Solution::Unsolvable(_) => "none",
                Solution::Unknown(_) => "unknown",
            },
            solution: solve.solution,
            variables: solve.variables,
            conflict: solve.conflict,
            ..VerdictRow::default()
        };
        (row, solve.error)
    }

    /// Returns the solution, of which there may be others.
    pub fn grid(&self) -> Option<&Grid> {
        self.solution.as_ref()?.as_ref()
    }
}

impl From<&Solution> for SolveRow {
    fn from(solution: &Solution) -> SolveRow {
        let row = SolveRow {
            solution: Some(solution.grid().cloned()),
            ..SolveRow::default()
        };
        match solution {
            Solution::Found(grid) => SolveRow {
                variables: variables(grid),
                ..row
            },
            Solution::Unsolvable(conflict) => SolveRow {
                conflict: Some(conflict.into()),
                ..row
            },
            Solution::Unknown(limit) => SolveRow {
                error: Some(limit.to_string()),
                ..row
            },
        }
    }
}

impl CheckRow {
    /// Returns the row of a verdict, or of a solution that a SAT solver found.
    fn new<T>(answer: &Answer<T>, row: impl Fn(&T) -> (VerdictRow, Option<String>)) -> CheckRow {
        let (verdict, error) = row(&answer.outcome);
        CheckRow {
            verdict,
            error,
            cost: Cost::of(answer),
            ..CheckRow::default()
        }
    }
}

impl Asker {
    /// Finds a solution.
    ///
    /// # Errors
    /// If an engine fails or two disagree.
    pub fn solve(&mut self, puzzle: &Puzzle) -> Result<SolveRow, Failure> {
        self.start();
        let answer = self.session.solve(puzzle)?;
        Ok(SolveRow {
            cost: Cost::of(&answer),
            ..SolveRow::from(&answer.outcome)
        })
    }

    /// Finds the solution that a formula excludes.
    ///
    /// # Errors
    /// See [`Asker::solve`]; also if there is no solution or a limit is reached.
    pub fn solution_to_block(&mut self, puzzle: &Puzzle) -> Result<Grid, Failure> {
        let row = self.solve(puzzle)?;
        let reason = row.conflict.map(|conflict| conflict.reason).or(row.error);
        row.solution.flatten().ok_or_else(|| {
            let reason = reason.unwrap_or_default();
            Failure::Unanswered(format!("no solution to block: {reason}"))
        })
    }

    /// Passes up to `most` solutions to `receive`, until it breaks. The row has all but them.
    ///
    /// # Errors
    /// See [`Asker::solve`].
    pub fn solutions(
        &mut self,
        puzzle: &Puzzle,
        most: u64,
        receive: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Result<SolveRow, Failure> {
        self.start();
        let mut first = None;
        let mut receive = |grid: &Grid| {
            first.get_or_insert_with(|| grid.clone());
            receive(grid)
        };
        let answer = self.session.enumerate(puzzle, most, &mut receive)?;
        let count = CountRow::from(&answer.outcome);
        Ok(SolveRow {
            solution: Some(first),
            complete: Some(count.complete),
            conflict: count.conflict,
            error: count.error,
            cost: Cost::of(&answer),
            ..SolveRow::default()
        })
    }

    /// Determines whether a puzzle has one solution, several or none.
    ///
    /// # Errors
    /// See [`Asker::solve`].
    pub fn check(&mut self, puzzle: &Puzzle) -> Result<CheckRow, Failure> {
        self.start();
        Ok(self.checked(puzzle)?.0)
    }

    /// Checks a puzzle, and lists the clues of a unique one that are redundant. If a limit ends the search
    /// for them, `minimal` is missing.
    ///
    /// # Errors
    /// See [`Asker::solve`].
    pub fn check_redundant(&mut self, puzzle: &Puzzle) -> Result<CheckRow, Failure> {
        self.start();
        let (mut row, verdict) = self.checked(puzzle)?;
        if !verdict.is_unique() {
            return Ok(row);
        }
        let has_constraints = !puzzle.layout().constraints().is_empty();
        let constraints = has_constraints.then_some(ClueKind::Constraints);
        let mut texts = Vec::new();
        for kind in constraints.into_iter().chain([ClueKind::Givens]) {
            let needs = self.session.needs(puzzle, kind);
            match needs.map_err(|error| Failure::of_question(puzzle, error)) {
                Ok(answer) => {
                    let clues = answer.outcome.redundant.into_iter();
                    texts.extend(clues.map(|clue| clue.text(puzzle.layout())));
                }
                Err(Failure::Unanswered(limit)) => {
                    row.error = Some(limit);
                    return Ok(row);
                }
                Err(failure) => return Err(failure),
            }
        }
        row.minimal = Some(texts.is_empty());
        row.redundant = Some(texts);
        Ok(row)
    }

    /// Checks a puzzle, and adds repairs as far as they are found within about a second.
    ///
    /// # Errors
    /// See [`Asker::solve`].
    pub fn check_and_repair(&mut self, puzzle: &Puzzle) -> Result<CheckRow, Failure> {
        let budget = Budget {
            nodes: Repairs::budget(puzzle).nodes,
            ..self.start()
        };
        let (mut row, verdict) = self.checked(puzzle)?;
        row.repairs = repairs_of(puzzle, &verdict, &budget)?;
        Ok(row)
    }

    /// Finds changes that give a puzzle one solution.
    ///
    /// # Errors
    /// See [`Asker::solve`].
    pub fn repair(&mut self, puzzle: &Puzzle) -> Result<RepairRow, Failure> {
        let budget = self.start();
        let (row, verdict) = self.checked(puzzle)?;
        let repairs = repairs_of(puzzle, &verdict, &budget)?;
        let limit = repairs.as_ref().and_then(|repairs| repairs.limit);
        Ok(RepairRow {
            verdict: row.verdict,
            repairs: repairs.map(|repairs| repairs.repairs),
            repairs_complete: limit.map(|_| false),
            error: row.error,
            cost: row.cost,
            limit,
        })
    }

    /// Checks a puzzle whose time has started.
    pub(crate) fn checked(&mut self, puzzle: &Puzzle) -> Result<(CheckRow, Verdict), Failure> {
        let answer = self.session.check(puzzle)?;
        let row = CheckRow::new(&answer, VerdictRow::new);
        Ok((row, answer.outcome))
    }
}

/// Finds repairs of a puzzle with this verdict. Returns `None` if the verdict is unknown.
fn repairs_of(
    puzzle: &Puzzle,
    verdict: &Verdict,
    budget: &Budget,
) -> Result<Option<Repairs>, Failure> {
    match verdict {
        Verdict::Unknown(_) => Ok(None),
        Verdict::Unique(_) => Ok(Some(Repairs::default())),
        _ => {
            let mut engine = for_many_searches(puzzle.layout());
            Ok(Some(repair(puzzle, engine.as_mut(), budget)?))
        }
    }
}

/// Returns the givens of a puzzle without a solution each of which can be removed to leave exactly one
/// solution.
pub(crate) fn suspects(puzzle: &Puzzle, budget: &Budget) -> Result<Vec<Candidate>, Failure> {
    let budget = Budget {
        deadline: budget.deadline.clone(),
        ..Repairs::budget(puzzle)
    };
    let mut engine = for_many_searches(puzzle.layout());
    let found = repair(puzzle, engine.as_mut(), &budget)?.repairs;
    let alone = found.into_iter().filter_map(|repair| match repair {
        Repair::Remove {
            givens,
            constraints,
            unique: true,
        } if givens.len() == 1 && constraints.is_empty() => Some(givens[0].candidate()),
        _ => None,
    });
    Ok(alone.collect())
}

impl Asker {
    /// Checks the result of a SAT solver for the formula of a puzzle, which may exclude a solution.
    ///
    /// # Errors
    /// If the result is wrong or an engine fails.
    pub fn check_result(
        &mut self,
        puzzle: &Puzzle,
        result: SolverAnswer<Grid>,
        is_blocked: bool,
    ) -> Result<CheckRow, ResultError> {
        self.start();
        let session = &mut self.session;
        Ok(match is_blocked {
            true => {
                let answer = session.check_blocked_result(puzzle, result)?;
                CheckRow::new(&answer, VerdictRow::new)
            }
            false => {
                let answer = session.check_result(puzzle, result)?;
                CheckRow::new(&answer, VerdictRow::of_solution)
            }
        })
    }
}
