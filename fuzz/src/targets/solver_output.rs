//! Output of SAT solvers: any text, and models of any grid, of which exactly those of solutions are
//! accepted.

use crate::puzzle;
use arbitrary::{Result, Unstructured};
use satdoku::board::{Candidate, Cell, Digit, verify};
use satdoku::sat::{Encoding, SolverAnswer, SolverOutput, Translation, import};

pub(crate) fn check(mut bytes: Unstructured) -> Result<()> {
    let (puzzle, mut grid) = puzzle(&mut bytes)?;
    let encoding = *bytes.choose(&[Encoding::Reduced, Encoding::Extended])?;
    let translation = Translation::new(&puzzle, encoding);
    let (fixed, map) = (translation.fixed(), translation.map());
    // Returns a model of a grid, which solves the puzzle unless one of them was changed.
    for _ in 0..bytes.int_in_range(0..=2)? {
        let cell = Cell::from_index(bytes.choose_index(puzzle.layout().cell_count())?);
        let digit = Digit::from_index(bytes.choose_index(puzzle.geometry().digit_count())?);
        grid.set(cell, Some(digit));
    }
    let is_true = |candidate: Candidate| grid.get(candidate.cell) == Some(candidate.digit);
    let mut text = String::from("s SATISFIABLE\nv");
    for (variable, candidate) in map.iter() {
        let sign = if is_true(candidate) { "" } else { "-" };
        text += &format!(" {sign}{}", variable.positive().to_dimacs());
    }
    let result = import(&translation, &(text + " 0\n"));
    let changed_fixed = fixed.filled().any(|at| grid.get(at.cell) != Some(at.digit));
    if verify(&puzzle, &grid).is_ok() {
        assert_eq!(result, Ok(SolverAnswer::Satisfiable(grid)));
    } else if !changed_fixed {
        assert!(result.is_err(), "{result:?}");
    }
    let text = String::from_utf8_lossy(bytes.take_rest());
    if let Ok(SolverAnswer::Satisfiable(grid)) = import(&translation, &text) {
        assert_eq!(verify(&puzzle, &grid), Ok(()));
    }
    for variables in [0, 1, 64] {
        if let Err(error) = SolverOutput::read(&text, variables) {
            assert!(error.line <= text.lines().count() + 1, "{error:?}");
        }
    }
    Ok(())
}
