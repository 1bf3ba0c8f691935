//! Clues: the parts of a puzzle that can be left out, which are its givens and drawn constraints; and one
//! formula in which each of them can be.

use crate::Limit;
use crate::board::{Candidate, Grid, Layout, Primitive, Puzzle, verify};
use crate::engine::{Budget, EngineError};
use crate::sat::{
    ClauseSink, Cnf, Encoding, Houses, Literal, Loader, Solver, SolverAnswer, Translation, VarMap,
    Variable, decode, write_primitives,
};

/// A part of a puzzle that can be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Clue {
    /// A drawn constraint, by its number.
    Constraint(usize),
    /// A given.
    Given(Candidate),
}

impl Clue {
    /// Returns the text: `cage 15 r1c1 r1c2` or `r1c1=5`.
    pub fn text(self, layout: &Layout) -> String {
        match self {
            Clue::Given(given) => given.name(layout.geometry()).to_string(),
            Clue::Constraint(number) => match layout.constraints().get(number) {
                Some(constraint) => constraint.label(layout.geometry()),
                None => format!("constraint {}", number + 1),
            },
        }
    }
}

/// A kind of clues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClueKind {
    /// The given digits.
    Givens,
    /// The drawn constraints, except marks that exempt cells from another constraint.
    Constraints,
}

impl ClueKind {
    /// Returns the clues of this kind that a puzzle can be without.
    pub(super) fn clues(self, puzzle: &Puzzle) -> Vec<Clue> {
        let clues = all_clues(puzzle).into_iter();
        let is_of_kind = |clue: &Clue| match (self, clue) {
            (ClueKind::Givens, Clue::Given(_)) => true,
            (ClueKind::Constraints, Clue::Constraint(number)) => {
                !is_exemption(puzzle.layout(), *number)
            }
            _ => false,
        };
        clues.filter(is_of_kind).collect()
    }
}

/// Returns all givens and then all drawn constraints.
pub(super) fn all_clues(puzzle: &Puzzle) -> Vec<Clue> {
    let constraints = (0..puzzle.layout().constraints().len()).map(Clue::Constraint);
    let givens = puzzle.givens().filled().map(Clue::Given);
    givens.chain(constraints).collect()
}

/// Returns true if other constraints change when this one is left out: a pair with a mark is exempt
/// from the negative constraint about such marks, and a minimum from being larger than another one.
fn is_exemption(layout: &Layout, number: usize) -> bool {
    let constraint = &layout.constraints()[number];
    match constraint.name() {
        name @ ("minimum" | "maximum") => {
            let same = layout.constraints().iter().filter(|of| of.name() == name);
            same.count() > 1
        }
        _ => {
            let variants = layout.rules().variants();
            variants
                .iter()
                .any(|variant| variant.kind().exempts(constraint))
        }
    }
}

/// Returns the givens among clues.
pub fn givens(clues: &[Clue]) -> Vec<Candidate> {
    let given = |clue: &Clue| match clue {
        Clue::Given(given) => Some(*given),
        Clue::Constraint(_) => None,
    };
    clues.iter().filter_map(given).collect()
}

/// Returns the numbers of the constraints among clues.
pub(super) fn constraints(clues: &[Clue]) -> Vec<usize> {
    let constraint = |clue: &Clue| match clue {
        Clue::Given(_) => None,
        Clue::Constraint(number) => Some(*number),
    };
    clues.iter().filter_map(constraint).collect()
}

/// Returns the puzzle with only these clues. The other constraints keep their numbers, and what their marks
/// exempt remains exempt.
pub(super) fn restricted(puzzle: &Puzzle, clues: &[Clue]) -> Puzzle {
    let layout = puzzle.layout();
    let puzzle = puzzle.restricted_to(&givens(clues));
    let kept = constraints(clues);
    match kept.len() == layout.constraints().len() {
        true => puzzle,
        false => puzzle.on(layout.restricted_to(&kept).into()),
    }
}

/// Returns the puzzle with only these clues, on a board that has no other constraints.
pub(super) fn with_clues(puzzle: &Puzzle, clues: &[Clue]) -> Puzzle {
    let layout = puzzle.layout();
    let kept = constraints(clues);
    if kept.len() == layout.constraints().len() {
        return puzzle.restricted_to(&givens(clues));
    }
    let numbered = layout.constraints().iter().enumerate();
    let drawn = numbered.filter(|(number, _)| kept.contains(number));
    let drawn = drawn.map(|(_, constraint)| constraint.clone()).collect();
    match layout.rules().clone().with_constraints(drawn) {
        Ok(rules) => puzzle
            .restricted_to(&givens(clues))
            .on(Layout::new(rules).into()),
        Err(_) => restricted(puzzle, clues),
    }
}

/// Leaves out each element of `set` in the order of `order`, unless `test` fails without it.
///
/// `test` is called with the rest of the set and the element left out. It returns the rest, or a
/// subset of it that is known to have the property, or `None` if the element is needed. With a test
/// that is monotone (what holds for a set holds for every larger one) the result is minimal: no
/// element can be left out of it. If `test` returns the core of a SAT solver, this is deletion with
/// clause set refinement (J. Marques-Silva, *Minimal Unsatisfiability: Models, Algorithms and
/// Applications*, ISMVL 2010).
///
/// # Errors
/// The first error of `test`. The property then holds for what is left of `set`.
pub fn delete<T: Copy + PartialEq, E>(
    set: &mut Vec<T>,
    order: impl IntoIterator<Item = T>,
    mut test: impl FnMut(Vec<T>, T) -> Result<Option<Vec<T>>, E>,
) -> Result<(), E> {
    for element in order {
        if !set.contains(&element) {
            continue;
        }
        if let Some(smaller) = test(without(set, element), element)? {
            *set = smaller;
        }
    }
    Ok(())
}

/// Returns all elements but one.
pub fn without<T: Copy + PartialEq>(set: &[T], one: T) -> Vec<T> {
    set.iter().copied().filter(|other| *other != one).collect()
}

/// The variables of a formula with clues.
struct ClueVariables {
    /// The candidates that have variables.
    map: VarMap,
    /// The digits of cells without variables.
    fixed: Grid,
    /// The selector of each drawn constraint that can be left out.
    selectors: Vec<Option<Literal>>,
    /// The number of all variables.
    count: usize,
}

impl ClueVariables {
    /// Writes the rules of the board, and the clauses of each clue. A clue in `removable` holds if its
    /// literal is true, all others hold in any case.
    fn write<S: ClauseSink>(
        puzzle: &Puzzle,
        encoding: Encoding,
        removable: &[Clue],
        sink: &mut S,
    ) -> Result<ClueVariables, S::Error> {
        let layout = puzzle.layout();
        let blank = restricted(puzzle, &[]);
        let mut rules = Translation::new(&blank, encoding);
        let mut all = puzzle.givens().filled();
        if all.any(|given| rules.map().variable(given).is_none()) {
            // The rules decide a cell, so the reduced encoding has no variable for its given.
            rules = Translation::new(&blank, Encoding::Extended);
        }
        let mut variables = ClueVariables {
            count: rules.write_clauses(sink)?,
            map: rules.map().clone(),
            fixed: rules.fixed().clone(),
            selectors: vec![None; layout.constraints().len()],
        };
        // Not the primitives of the layout: it lacks relations that a cage implies.
        let primitives = layout.rules().primitives();
        for clue in all_clues(puzzle) {
            let is_removable = removable.contains(&clue);
            match clue {
                Clue::Given(given) if !is_removable => {
                    let variable = variables.map.variable(given);
                    variable.map_or(Ok(()), |given| sink.clause(&[given.positive()]))?;
                }
                Clue::Given(_) => {}
                Clue::Constraint(number) => {
                    variables.add_constraint(layout, &primitives, number, is_removable, sink)?;
                }
            }
        }
        Ok(variables)
    }

    /// Writes the clauses of a drawn constraint, with a selector if it can be left out.
    fn add_constraint<S: ClauseSink>(
        &mut self,
        layout: &Layout,
        primitives: &[Primitive],
        number: usize,
        is_removable: bool,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        if is_removable {
            self.selectors[number] = Some(Variable::from_index(self.count).positive());
            self.count += 1;
        }
        let of_number = primitives
            .iter()
            .filter(|of| of.source.constraint() == Some(number));
        self.count = write_primitives(
            layout,
            of_number,
            Houses::Full,
            (&self.map, &self.fixed),
            (self.count, self.selectors[number]),
            sink,
        )?;
        Ok(())
    }

    /// Returns the literal that is true if a clue holds.
    fn literal(&self, clue: Clue) -> Option<Literal> {
        match clue {
            Clue::Given(given) => Some(self.map.variable(given)?.positive()),
            Clue::Constraint(number) => *self.selectors.get(number)?,
        }
    }
}

/// The rules of a puzzle as clauses, with its clues as assumptions: literals that are true if the clue
/// is there.
///
/// A set of assumptions that the clauses contradict is a set of clues without a solution, so any solver
/// with assumptions finds conflicts and minimal ones.
#[derive(Debug, Clone)]
pub struct ClueFormula {
    /// The rules of the board, and the clauses of drawn constraints that apply if their literal is true.
    pub clauses: Cnf,
    /// The number of variables.
    pub variables: usize,
    /// The variables of candidates.
    pub map: VarMap,
    /// The literal and the text of each clue: `r1c1=5`, or `cage 15 r1c1 r1c2`.
    pub assumptions: Vec<(Literal, String)>,
}

/// Translates a puzzle with its clues as assumptions. Removed candidates are no clues, and neither are
/// constraints without which another one would have another meaning. Returns `None` for the reduced encoding,
/// which has no variables for what follows from the rules.
///
/// ```
/// use satdoku::Puzzle;
/// use satdoku::sat::{Encoding, Solver, SolverAnswer, Varisat};
/// use satdoku::task::clue_formula;
///
/// let puzzle: Puzzle = "11..............".parse()?;
/// let formula = clue_formula(&puzzle, Encoding::Extended).expect("a full encoding");
/// let mut solver = Varisat::default();
/// formula.clauses.clauses().for_each(|clause| {
///     let Ok(()) = satdoku::sat::ClauseSink::clause(&mut solver, clause);
/// });
/// let literals: Vec<_> = formula.assumptions.iter().map(|(literal, _)| *literal).collect();
/// let answer = solver.solve_under(&literals)?;
/// assert!(matches!(answer, SolverAnswer::Unsatisfiable(core) if core.len() == 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn clue_formula(puzzle: &Puzzle, encoding: Encoding) -> Option<ClueFormula> {
    if encoding == Encoding::Reduced {
        return None;
    }
    let kinds = [ClueKind::Givens, ClueKind::Constraints];
    let removable = kinds.map(|kind| kind.clues(puzzle)).concat();
    let mut clauses = Cnf::default();
    let Ok(variables) = ClueVariables::write(puzzle, encoding, &removable, &mut clauses);
    let assumption = |clue: Clue| Some((variables.literal(clue)?, clue.text(puzzle.layout())));
    Some(ClueFormula {
        clauses,
        variables: variables.count,
        assumptions: removable.into_iter().filter_map(assumption).collect(),
        map: variables.map,
    })
}

/// A SAT solver loaded with the rules of one board, for questions about many sets of clues.
///
/// The rules are clauses, loaded once. Givens are assumptions, and so are the selectors of drawn
/// constraints, whose clauses hold only if the selector is true. A question about other clues
/// therefore loads nothing and keeps what the solver has learnt. The clauses are those of the reduced
/// encoding of the board without clues: the extended encoding without the pairs that a box repeats.
pub struct ClueSolver {
    puzzle: Puzzle,
    variables: ClueVariables,
    /// The clues that are always there.
    fixed: Vec<Clue>,
    solver: Box<dyn Solver>,
    calls: u64,
}

/// The result of [`ClueSolver::shrink`].
pub struct Shrunk {
    /// A set of clues that no grid satisfies.
    pub clues: Vec<Clue>,
    /// The clues that cannot be left out, in the order in which they were tried, each with a grid that
    /// satisfies the others.
    pub witnesses: Vec<(Clue, Grid)>,
    /// The limit reached before all clues were tried. If `None`, the set is minimal.
    pub limit: Option<Limit>,
}

impl ClueSolver {
    /// Loads a puzzle into `solver`, which must be new. The clues in `removable` can be left out, all others
    /// are always there.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    pub fn new(
        puzzle: &Puzzle,
        removable: &[Clue],
        mut solver: Box<dyn Solver>,
        budget: &Budget,
    ) -> Result<ClueSolver, Limit> {
        let mut loader =
            Loader::new(solver.as_mut(), budget.deadline.as_ref()).within(budget.memory);
        let variables = ClueVariables::write(puzzle, Encoding::Reduced, removable, &mut loader)?;
        let mut fixed = all_clues(puzzle);
        fixed.retain(|clue| !removable.contains(clue));
        Ok(ClueSolver {
            puzzle: puzzle.clone(),
            variables,
            fixed,
            solver,
            calls: 0,
        })
    }

    /// Excludes one grid from all later answers.
    pub fn exclude(&mut self, grid: &Grid) {
        let map = &self.variables.map;
        let variables = grid.filled().filter_map(|at| map.variable(at));
        let blocking: Vec<Literal> = variables.map(Variable::negative).collect();
        let Ok(()) = self.solver.clause(&blocking);
    }

    /// Returns the number of calls of the solver.
    pub fn calls(&self) -> u64 {
        self.calls
    }

    /// Looks for a grid with these clues of the puzzle, which is verified. If there is none, returns
    /// clues for which there is none either.
    ///
    /// A core is only a hint (see [`SolverAnswer::Unsatisfiable`]), so the solver is asked again
    /// about the core alone, and about the core of that, until the core is the whole set.
    ///
    /// # Errors
    /// If the solver fails or gives a wrong answer.
    pub fn ask(&mut self, clues: &[Clue]) -> Result<SolverAnswer<Grid, Clue>, EngineError> {
        let mut core = match self.assume(clues)? {
            SolverAnswer::Unsatisfiable(core) => core,
            SolverAnswer::Satisfiable(grid) => {
                let all = [clues, &self.fixed].concat();
                verify(&restricted(&self.puzzle, &all), &grid)?;
                return Ok(SolverAnswer::Satisfiable(grid));
            }
            unknown => return Ok(unknown),
        };
        let mut refuted = clues.to_vec();
        while core.len() < refuted.len() {
            match self.assume(&core)? {
                SolverAnswer::Unsatisfiable(smaller) => {
                    refuted = std::mem::replace(&mut core, smaller);
                }
                // The larger set remains refuted.
                SolverAnswer::Satisfiable(_) | SolverAnswer::Unknown(_) => break,
            }
        }
        Ok(SolverAnswer::Unsatisfiable(refuted))
    }

    /// Shrinks `core`, a set of clues that no grid satisfies, to a minimal one: by deletion in the
    /// order of `order`, which contains all of `core`. Other minimal sets may be smaller; the same
    /// solver and order always lead to the same one. Takes one or two calls for each clue of `core`.
    ///
    /// # Errors
    /// If the solver fails or gives a wrong answer.
    pub fn shrink(&mut self, core: Vec<Clue>, order: &[Clue]) -> Result<Shrunk, EngineError> {
        let mut clues = core;
        let (mut witnesses, mut limit) = (Vec::new(), None);
        let result = delete(&mut clues, order.iter().copied(), |rest, clue| {
            match self.ask(&rest).map_err(Some)? {
                SolverAnswer::Unsatisfiable(smaller) => Ok(Some(smaller)),
                SolverAnswer::Satisfiable(other) => {
                    witnesses.push((clue, other));
                    Ok(None)
                }
                SolverAnswer::Unknown(reached) => {
                    limit = Some(reached);
                    Err(None)
                }
            }
        });
        if let Err(Some(error)) = result {
            return Err(error);
        }
        Ok(Shrunk {
            clues,
            witnesses,
            limit,
        })
    }

    /// Calls the solver once and translates its answer.
    fn assume(&mut self, clues: &[Clue]) -> Result<SolverAnswer<Grid, Clue>, EngineError> {
        let variables = &self.variables;
        let literals = clues.iter().filter_map(|clue| variables.literal(*clue));
        let literals: Vec<Literal> = literals.collect();
        self.calls += 1;
        Ok(match self.solver.solve_under(&literals)? {
            SolverAnswer::Satisfiable(model) => {
                let layout = self.puzzle.layout();
                let grid = decode(layout, &variables.fixed, &variables.map, &model)?;
                SolverAnswer::Satisfiable(grid)
            }
            SolverAnswer::Unsatisfiable(core) => {
                let in_core = |clue: &&Clue| {
                    variables
                        .literal(**clue)
                        .is_some_and(|of| core.contains(&of))
                };
                SolverAnswer::Unsatisfiable(clues.iter().filter(in_core).copied().collect())
            }
            SolverAnswer::Unknown(limit) => SolverAnswer::Unknown(limit),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::sat::{SolverError, Varisat};
    use crate::testing::puzzle;

    /// A solver whose cores lack their first literal.
    #[derive(Default)]
    struct Incomplete(Varisat);

    impl ClauseSink for Incomplete {
        type Error = Infallible;

        fn clause(&mut self, literals: &[Literal]) -> Result<(), Infallible> {
            self.0.clause(literals)
        }
    }

    impl Solver for Incomplete {
        fn solve_under(&mut self, assumptions: &[Literal]) -> Result<SolverAnswer, SolverError> {
            Ok(match self.0.solve_under(assumptions)? {
                SolverAnswer::Unsatisfiable(core) => {
                    SolverAnswer::Unsatisfiable(core[1..].to_vec())
                }
                model => model,
            })
        }
    }

    fn refuted(solver: impl Solver + 'static) -> Vec<String> {
        let puzzle = puzzle("2x2", "12....2..3....14");
        let mut solver = ClueSolver::new(
            &puzzle,
            &all_clues(&puzzle),
            Box::new(solver),
            &Budget::UNLIMITED,
        )
        .unwrap();
        let clues: Vec<Clue> = puzzle.givens().filled().map(Clue::Given).collect();
        let Ok(SolverAnswer::Unsatisfiable(core)) = solver.ask(&clues) else {
            panic!("expected no solution");
        };
        let core = givens(&core);
        core.iter().map(|given| given.name(4).to_string()).collect()
    }

    #[test]
    fn a_wrong_core_does_not_make_a_wrong_conflict() {
        let core = refuted(Varisat::default());
        assert!(core.len() < 6, "{core:?}");
        let all = ["r1c1=1", "r1c2=2", "r2c3=2", "r3c2=3", "r4c3=1", "r4c4=4"];
        assert!(core.iter().all(|given| all.contains(&given.as_str())));
        assert!(refuted(Incomplete::default()).len() >= core.len());
    }

    #[test]
    fn an_excluded_grid_is_not_found_again() {
        let puzzle = puzzle("2x2", "1234341221434321");
        let mut solver = ClueSolver::new(
            &puzzle,
            &all_clues(&puzzle),
            Box::<Varisat>::default(),
            &Budget::UNLIMITED,
        )
        .unwrap();
        let clues: Vec<Clue> = puzzle.givens().filled().map(Clue::Given).collect();
        let Ok(SolverAnswer::Satisfiable(grid)) = solver.ask(&clues) else {
            panic!("expected a solution");
        };
        assert_eq!(&grid, puzzle.givens());
        solver.exclude(&grid);
        assert!(matches!(
            solver.ask(&clues),
            Ok(SolverAnswer::Unsatisfiable(_))
        ));
        let Ok(SolverAnswer::Satisfiable(other)) = solver.ask(&clues[..4]) else {
            panic!("expected a solution");
        };
        assert_ne!(other, grid);
    }

    #[test]
    fn constraints_that_can_be_left_out_count_towards_the_memory() {
        let sum = "sum 3501 37*r1c1 41*r5c2 43*r9c3 47*r13c4 53*r2c5 59*r6c6 61*r10c7 67*r14c8";
        let puzzle = crate::testing::blank_on(&format!("board 16x16; box 4x4; {sum}"));
        let is_loaded = |memory| {
            let budget = Budget {
                memory,
                ..Budget::UNLIMITED
            };
            ClueSolver::new(
                &puzzle,
                &all_clues(&puzzle),
                Box::<Varisat>::default(),
                &budget,
            )
            .is_ok()
        };
        assert!(!is_loaded(12 << 20));
        assert!(is_loaded(1 << 30));
    }

    #[test]
    fn the_result_is_a_minimal_set_that_depends_on_the_order() {
        // The property: two of the numbers have the sum 10.
        let test = |set: Vec<u32>, _| -> Result<_, ()> {
            let has_pair = set.iter().any(|a| set.iter().any(|b| a < b && a + b == 10));
            Ok(has_pair.then_some(set))
        };
        let shrunk = |order: Vec<u32>| {
            let mut set = vec![1, 2, 3, 7, 8];
            delete(&mut set, order, test).unwrap();
            set
        };
        assert_eq!(shrunk(vec![1, 2, 3, 7, 8]), [3, 7]);
        assert_eq!(shrunk(vec![3, 1, 2, 7, 8]), [2, 8]);
    }

    #[test]
    fn an_error_leaves_the_set_as_small_as_it_is() {
        let mut set = vec![1, 2, 3];
        let result = delete(&mut set, [1, 2, 3], |rest, element| {
            if element == 2 {
                Err("limit")
            } else {
                Ok(Some(rest))
            }
        });
        assert_eq!((result, set), (Err("limit"), vec![2, 3]));
    }

    /// Returns true if the clauses have a model under all assumptions but one.
    fn is_satisfiable(formula: &ClueFormula, left_out: &str) -> bool {
        let mut solver = Varisat::default();
        for clause in formula.clauses.clauses() {
            let Ok(()) = solver.clause(clause);
        }
        let kept = formula.assumptions.iter();
        let kept = kept.filter(|(_, text)| text != left_out);
        let literals: Vec<Literal> = kept.map(|(literal, _)| *literal).collect();
        let answer = solver.solve_under(&literals).unwrap();
        matches!(answer, SolverAnswer::Satisfiable(_))
    }

    #[test]
    fn each_clue_can_be_left_out() {
        let text = "1...............; cage 3 r1c1 r1c2; cage 3 r1c3 r1c4";
        let puzzle: Puzzle = text.parse().unwrap();
        for encoding in [Encoding::Minimal, Encoding::Efficient, Encoding::Extended] {
            let formula = clue_formula(&puzzle, encoding).unwrap();
            let texts: Vec<&str> = formula
                .assumptions
                .iter()
                .map(|(_, text)| &**text)
                .collect();
            assert_eq!(texts, ["r1c1=1", "cage 3 r1c1 r1c2", "cage 3 r1c3 r1c4"]);
            assert!(!is_satisfiable(&formula, ""));
            // The second cage contradicts the given, and the first cage, too.
            let satisfiable = texts.iter().map(|text| is_satisfiable(&formula, text));
            assert_eq!(satisfiable.collect::<Vec<_>>(), [false, false, true]);
        }
        assert!(clue_formula(&puzzle, Encoding::Reduced).is_none());
    }

    #[test]
    fn a_mark_that_another_rule_exempts_is_always_there() {
        let text = "................; negative-ratio; ratio r1c1 r1c2; cage 5 r2c1 r2c2";
        let puzzle: Puzzle = text.parse().unwrap();
        let formula = clue_formula(&puzzle, Encoding::Extended).unwrap();
        let texts: Vec<&str> = formula
            .assumptions
            .iter()
            .map(|(_, text)| &**text)
            .collect();
        assert_eq!(texts, ["cage 5 r2c1 r2c2"]);
    }
}
