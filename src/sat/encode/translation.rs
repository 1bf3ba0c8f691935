//! The translation of a puzzle into a formula.

use std::sync::OnceLock;

use super::super::decode::{DecodeError, decode};
use super::super::formula::{ClauseCounter, ClauseSink, Literal, Model, TooMany};
use super::at_most_one::AtMostOne;
use super::auxiliaries::Auxiliaries;
use super::encoder::{Encoder, write_into};
use super::encoding::Encoding;
use super::houses::Board;
use super::var_map::VarMap;
use crate::board::{Candidate, Grid, Puzzle};
use crate::propagate::{Candidates, Contradiction};

/// A puzzle in an encoding.
///
/// The clauses are generated on request and not stored, so memory does not depend on their number.
///
/// ```
/// use satdoku::sat::{Encoding, Solver, SolverAnswer, Translation, Varisat, write_dimacs};
///
/// let puzzle = "1.4...2..3.....4".parse()?;
/// let translation = Translation::new(&puzzle, Encoding::Extended);
///
/// // To a file for any SAT solver, or to one in memory.
/// let mut dimacs = Vec::new();
/// write_dimacs(&translation, None, &mut dimacs)?;
/// let mut solver = Varisat::default();
/// translation.write_clauses(&mut solver)?;
/// let SolverAnswer::Satisfiable(model) = solver.solve()? else {
///     panic!("the puzzle has a solution");
/// };
/// assert_eq!(translation.decode(&model)?.to_string(), "1243342143122134");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Translation<'a> {
    puzzle: &'a Puzzle,
    encoding: Encoding,
    at_most_one: AtMostOne,
    /// The variables of candidates.
    map: VarMap,
    /// The numbers of clauses and of variables. All clauses have to be generated to find these, so this is done
    /// only on request: a solver can do without.
    size: OnceLock<(u64, usize)>,
    /// The digits of cells that have no variables.
    fixed: Grid,
    /// The candidates after propagation, in the reduced encoding.
    candidates: Option<Result<Candidates, Contradiction>>,
}

impl<'a> Translation<'a> {
    /// Translates `puzzle` with pairwise at-most-one clauses. The reduced encoding propagates here.
    pub fn new(puzzle: &'a Puzzle, encoding: Encoding) -> Translation<'a> {
        let candidates = (encoding == Encoding::Reduced).then(|| {
            let mut candidates = Candidates::new(puzzle);
            candidates.propagate().map(|()| candidates)
        });
        Translation::of(puzzle, encoding, candidates)
    }

    /// The reduced translation of a puzzle whose candidates have been propagated already.
    pub(crate) fn of_candidates(puzzle: &'a Puzzle, candidates: Candidates) -> Translation<'a> {
        Translation::of(puzzle, Encoding::Reduced, Some(Ok(candidates)))
    }

    fn of(
        puzzle: &'a Puzzle,
        encoding: Encoding,
        candidates: Option<Result<Candidates, Contradiction>>,
    ) -> Translation<'a> {
        let board = puzzle.geometry();
        let (map, fixed) = match &candidates {
            None => (VarMap::full(board), Grid::blank(board)),
            Some(Ok(candidates)) => (VarMap::compact(candidates), candidates.to_grid()),
            Some(Err(_)) => (VarMap::none(board), puzzle.givens().clone()),
        };
        Translation {
            puzzle,
            encoding,
            at_most_one: AtMostOne::default(),
            map,
            size: OnceLock::new(),
            fixed,
            candidates,
        }
    }

    /// Replaces the at-most-one encoding. Candidates keep their variables, and auxiliary variables
    /// follow them.
    pub fn with_at_most_one(self, at_most_one: AtMostOne) -> Translation<'a> {
        Translation {
            at_most_one,
            size: OnceLock::new(),
            ..self
        }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &'a Puzzle {
        self.puzzle
    }

    /// The encoding.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The at-most-one encoding. Groups that are too small for it are pairwise.
    pub fn at_most_one(&self) -> AtMostOne {
        self.at_most_one
    }

    /// The variables of candidates. Auxiliary variables follow them.
    pub fn map(&self) -> &VarMap {
        &self.map
    }

    /// The number of all variables including auxiliary ones, as in the header of a formula.
    pub fn variables(&self) -> usize {
        let has_auxiliaries = self.at_most_one != AtMostOne::Pairwise
            || !self.puzzle.layout().constraints().is_empty();
        match has_auxiliaries {
            true => self.size().1,
            false => self.map.len(),
        }
    }

    /// Returns true if no candidate has a variable.
    pub(crate) fn is_decided(&self) -> bool {
        self.map.is_empty()
    }

    /// The digits that have no variable because propagation has decided them. In the full encodings
    /// there are none: even givens have variables.
    pub fn fixed(&self) -> &Grid {
        &self.fixed
    }

    /// The contradiction that propagation found. The formula is then the empty clause.
    pub fn contradiction(&self) -> Option<Contradiction> {
        self.candidates.as_ref()?.as_ref().err().cloned()
    }

    /// The number of clauses that [`Translation::write_clauses`] writes.
    pub fn clause_count(&self) -> u64 {
        self.size().0
    }

    fn size(&self) -> (u64, usize) {
        *self.size.get_or_init(|| {
            let mut counter = ClauseCounter::up_to(u64::MAX);
            let variables = self.write_clauses(&mut counter);
            (counter.clauses, variables.unwrap_or(self.map.len()))
        })
    }

    /// Returns the number of clauses, or an error if there are more than `most`.
    ///
    /// # Errors
    /// If there are more.
    pub fn clause_count_up_to(&self, most: u64) -> Result<u64, TooMany> {
        let mut counter = ClauseCounter::up_to(most);
        self.write_clauses(&mut counter)?;
        Ok(counter.clauses)
    }

    /// Writes all clauses to `sink`, always in the same order. Returns the number of variables.
    ///
    /// # Errors
    /// The first error of the sink.
    pub fn write_clauses<S: ClauseSink>(&self, sink: &mut S) -> Result<usize, S::Error> {
        if let Some(Err(_)) = self.candidates {
            sink.clause(&[])?;
            return Ok(0);
        }
        let mut auxiliaries = Auxiliaries::after(self.map.len());
        // Propagation has checked the primitives of a puzzle that it has solved.
        if self.is_decided() {
            return Ok(0);
        }
        let board = Board {
            puzzle: self.puzzle,
            encoding: self.encoding,
            at_most_one: self.at_most_one,
            map: &self.map,
        };
        board.encode(&mut auxiliaries, sink)?;
        let layout = self.puzzle.layout();
        let candidates = (&self.map, &self.fixed);
        write_into(sink, |sink| {
            let mut to = Encoder::new(layout, candidates, &mut auxiliaries, sink);
            to.has_pairs = true;
            super::encode(layout.primitives(), &mut to)
        })?;
        Ok(auxiliaries.variables())
    }

    /// Returns the blocking clause of `solution`, which excludes this grid and no other solution.
    ///
    /// It contains neither givens and fixed cells, which all solutions share, nor auxiliary
    /// variables, which can differ between models of the same solution. If all cells are given, it
    /// contains all of them: an empty clause would be correct too, but some solvers and checkers
    /// mishandle an empty clause in a formula. It is empty if propagation has fixed everything.
    pub fn blocking_clause(&self, solution: &Grid) -> Vec<Literal> {
        let givens = self.puzzle.givens();
        let all_given = givens.blanks().next().is_none();
        let negative = |candidate: Candidate| Some(self.map.variable(candidate)?.negative());
        let open = solution.filled().filter(|candidate| {
            all_given || givens.cells().get(candidate.cell.index()) == Some(&None)
        });
        open.filter_map(negative).collect()
    }

    /// Returns the grid of a model of the formula.
    ///
    /// # Errors
    /// If a cell has no digit or more than one, which no model of the formula has.
    pub fn decode(&self, model: &Model) -> Result<Grid, DecodeError> {
        decode(self.puzzle.layout(), &self.fixed, &self.map, model)
    }

    /// Returns the candidates of the reduced encoding, so that their memory can be reused.
    pub(crate) fn into_candidates(self) -> Option<Candidates> {
        self.candidates?.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::formula::Cnf;
    use super::*;
    use crate::testing::{puzzle, random_puzzles};

    const HARD: &str =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    const SOLUTION: &str =
        "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

    /// Returns true if the assignment of a solution satisfies a clause.
    fn satisfies(translation: &Translation<'_>, solution: &Grid, clause: &[Literal]) -> bool {
        clause.iter().any(|literal| {
            let candidate = translation.map().candidate(literal.variable()).unwrap();
            let is_true = solution.get(candidate.cell) == Some(candidate.digit);
            is_true == literal.is_positive()
        })
    }

    #[test]
    fn the_solution_satisfies_every_clause_but_the_one_that_blocks_it() {
        let hard = puzzle("3x3", HARD);
        let solution = puzzle("3x3", SOLUTION).givens().clone();
        for encoding in Encoding::ALL {
            let translation = Translation::new(&hard, encoding);
            let mut cnf = Cnf::default();
            let Ok(_) = translation.write_clauses(&mut cnf);
            assert_eq!(cnf.len() as u64, translation.clause_count());
            for clause in cnf.clauses() {
                assert!(satisfies(&translation, &solution, clause), "{encoding}");
            }
            let blocking = translation.blocking_clause(&solution);
            assert!(blocking.len() <= hard.givens().blanks().count());
            assert!(!satisfies(&translation, &solution, &blocking));
            let mut other = solution.clone();
            let blank = hard.givens().blanks().next().unwrap();
            other.set(blank, solution.get(crate::board::Cell::from_index(0)));
            assert!(satisfies(&translation, &other, &blocking), "{encoding}");
        }
    }

    #[test]
    fn a_model_of_the_solution_decodes_to_it() {
        let hard = puzzle("3x3", HARD);
        let solution = puzzle("3x3", SOLUTION).givens().clone();
        for encoding in Encoding::ALL {
            let translation = Translation::new(&hard, encoding);
            let variables = translation.map().iter();
            let model = variables
                .map(|(variable, candidate)| {
                    if solution.get(candidate.cell) == Some(candidate.digit) {
                        variable.positive()
                    } else {
                        variable.negative()
                    }
                })
                .collect();
            assert_eq!(
                translation.decode(&model),
                Ok(solution.clone()),
                "{encoding}"
            );
        }
    }

    #[test]
    fn a_refuted_puzzle_is_the_empty_clause() {
        let refuted = puzzle("2x2", "11..............");
        let translation = Translation::new(&refuted, Encoding::Reduced);
        assert!(translation.contradiction().is_some());
        let mut cnf = Cnf::default();
        let Ok(_) = translation.write_clauses(&mut cnf);
        assert_eq!(cnf.clauses().collect::<Vec<_>>(), [&[] as &[Literal]]);
    }

    #[test]
    fn counts_are_exact_on_random_puzzles() {
        let mut with_auxiliaries = 0;
        for puzzle in random_puzzles(&["2x2", "3x2", "3x3", "3x4"], 20) {
            for encoding in Encoding::ALL {
                for at_most_one in AtMostOne::ALL {
                    let translation = Translation::new(&puzzle, encoding);
                    let candidates = translation.map().len();
                    let translation = translation.with_at_most_one(at_most_one);
                    assert_eq!(translation.map().len(), candidates);
                    let mut cnf = Cnf::default();
                    let Ok(_) = translation.write_clauses(&mut cnf);
                    assert_eq!(cnf.len() as u64, translation.clause_count());
                    assert!(cnf.variables() <= translation.variables());
                    if translation.variables() > candidates {
                        // The last auxiliary variable is used, so all of them have been counted.
                        assert_eq!(cnf.variables(), translation.variables());
                        with_auxiliaries += 1;
                    }
                }
            }
        }
        assert!(with_auxiliaries > 100);
    }

    #[test]
    fn all_at_most_one_encodings_have_the_same_solutions_and_block_them_alike() {
        use super::super::super::solve::{Solver, SolverAnswer, Varisat};
        // With another given the puzzle has 37 solutions.
        let open = puzzle("3x3", &HARD.replacen('8', "4", 1));
        let solutions = |encoding: Encoding, at_most_one: AtMostOne| {
            let translation = Translation::new(&open, encoding).with_at_most_one(at_most_one);
            let mut solver = Varisat::default();
            let Ok(_) = translation.write_clauses(&mut solver);
            let mut found = Vec::new();
            while let SolverAnswer::Satisfiable(model) = solver.solve().unwrap() {
                let grid = translation.decode(&model).unwrap();
                let blocking = translation.blocking_clause(&grid);
                let is_candidate = |l: &Literal| translation.map().candidate(l.variable());
                assert!(
                    blocking
                        .iter()
                        .all(|literal| is_candidate(literal).is_some())
                );
                let Ok(()) = solver.clause(&blocking);
                found.push(grid.to_string());
            }
            found.sort();
            found
        };
        let expected = solutions(Encoding::Extended, AtMostOne::Pairwise);
        assert_eq!(expected.len(), 37);
        assert!(expected.is_sorted_by(|one, other| one < other));
        for encoding in Encoding::ALL {
            for at_most_one in AtMostOne::ALL {
                let found = solutions(encoding, at_most_one);
                assert_eq!(found, expected, "{encoding} {at_most_one}");
            }
        }
    }

    /// The solutions of a board without givens, found by trying all 288 grids of 4×4 cells.
    fn solutions_by_definition(puzzle: &Puzzle, grids: &[Grid]) -> Vec<String> {
        let is_solution = |grid: &&Grid| crate::board::verify(puzzle, grid).is_ok();
        grids
            .iter()
            .filter(is_solution)
            .map(Grid::to_string)
            .collect()
    }

    /// The solutions that the clauses have, in ascending order.
    fn solutions_of_clauses(translation: &Translation<'_>) -> Vec<String> {
        use super::super::super::solve::{Solver, SolverAnswer};
        let mut cnf = Cnf::default();
        let Ok(_) = translation.write_clauses(&mut cnf);
        assert_eq!(cnf.len() as u64, translation.clause_count());
        assert!(cnf.variables() <= translation.variables());
        if translation.map().is_empty() && translation.contradiction().is_none() {
            assert!(cnf.is_empty());
            return vec![translation.fixed().to_string()];
        }
        let mut solver = crate::sat::Varisat::default();
        cnf.clauses().for_each(|clause| {
            let Ok(()) = solver.clause(clause);
        });
        let mut found = Vec::new();
        while let SolverAnswer::Satisfiable(model) = solver.solve().unwrap() {
            assert_eq!(cnf.violated(&model), None);
            let grid = translation.decode(&model).unwrap();
            let Ok(()) = solver.clause(&translation.blocking_clause(&grid));
            found.push(grid.to_string());
        }
        found.sort();
        found
    }

    #[test]
    fn drawn_constraints_have_the_solutions_of_their_definitions() {
        use rand::SeedableRng;
        let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(25);
        let empty = Puzzle::classic("2x2".parse().unwrap());
        let all = solutions_of_clauses(&Translation::new(&empty, Encoding::Extended));
        let grids: Vec<Grid> = all.iter().map(|grid| grid.parse().unwrap()).collect();
        assert_eq!(grids.len(), 288);
        let mut outcomes = [0; 3];
        for run in 0..400 {
            let count = 1 + run % 6;
            let layout = crate::testing::random_drawn_layout("2x2", count, |_| true, &mut random);
            let puzzle = Puzzle::new(layout, Grid::blank(4)).unwrap();
            let expected = solutions_by_definition(&puzzle, &grids);
            outcomes[expected.len().min(2)] += 1;
            for encoding in Encoding::ALL {
                let at_most_one = AtMostOne::ALL[run % AtMostOne::ALL.len()];
                let translation = Translation::new(&puzzle, encoding);
                let found = solutions_of_clauses(&translation.with_at_most_one(at_most_one));
                let constraints = puzzle.layout().constraints();
                assert_eq!(found, expected, "{encoding} {constraints:?}");
            }
        }
        assert!(outcomes.into_iter().all(|count| count > 10), "{outcomes:?}");
    }

    #[test]
    fn drawn_constraints_have_the_documented_sizes() {
        let size = |text: &str| {
            let drawn = crate::testing::blank_on(text);
            let plain = Puzzle::without_givens(drawn.layout().restricted_to(&[]).into());
            let [drawn, plain] =
                [&drawn, &plain].map(|puzzle| Translation::new(puzzle, Encoding::Extended));
            (
                drawn.variables() - drawn.map().len(),
                drawn.clause_count() - plain.clause_count(),
            )
        };
        let sizes = SIZES.map(|(text, _, _)| (text, size(text).0, size(text).1));
        assert_eq!(sizes, SIZES);
    }

    /// The sizes in `docs/sat.md`: constraints, auxiliary variables and clauses.
    const SIZES: [(&str, usize, u64); 16] = [
        ("cage 15 r1c1 r1c2", 0, 27),
        ("cage 15 r1c1-r1c3", 17, 136),
        ("cage 20 r1c1-r1c4", 21, 208),
        ("sum 15 r1c1 r2c2 r3c3", 18, 119),
        ("arrow r1c1: r1c2 r1c3", 37, 230),
        ("arrow r2c1: r1c2 r2c3 r3c4 r4c5", 34, 223),
        ("little-killer 45 r1c1-r9c9", 390, 3_464),
        ("thermometer r1c1-r1c5", 0, 180),
        ("difference r1c1 r1c2", 0, 65),
        ("renban r1c1-r1c5", 13, 180),
        ("sandwich 15 row 1 left", 756, 2_283),
        ("x-sum 25 row 1 left", 1_621, 4_782),
        ("skyscraper 4 row 1 left", 1_099, 3_197),
        (
            "either { cage 15 r1c1-r1c3 } or { thermometer r1c1-r1c3 }",
            19,
            227,
        ),
        ("connected 1 2 3", 4_939, 10_201),
        ("variables x 9x9; regions-to-find x", 25_821, 85_993),
    ];
}
