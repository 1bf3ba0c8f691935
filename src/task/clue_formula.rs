//! Formulas whose clues are assumptions.

use super::clue::{Clue, ClueKind};
use crate::board::Puzzle;
use crate::sat::{Cnf, Encoding, Literal, SelectedClauses, Translation, VarMap, Variable};

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
    let layout = puzzle.layout();
    let base = ClueKind::Constraints.without_clues(&puzzle.restricted_to(&[]));
    let rules = Translation::new(&base, encoding);
    let mut clauses = Cnf::default();
    let Ok(()) = rules.write_clauses(&mut clauses);
    let givens = puzzle.givens().filled().filter_map(|given| {
        let variable = rules.map().variable(given)?;
        Some((variable.positive(), Clue::Given(given).text(layout)))
    });
    let mut assumptions: Vec<(Literal, String)> = givens.collect();
    let mut variables = rules.map().variables();
    for number in (0..layout.constraints().len()).filter(|number| !base.layout().applies(*number)) {
        let selector = Variable::from_index(variables).positive();
        let mut sink = SelectedClauses {
            sink: &mut clauses,
            selector,
        };
        let Ok(after) = rules.write_constraint(layout, number, variables + 1, &mut sink);
        variables = after;
        assumptions.push((selector, Clue::Constraint(number).text(layout)));
    }
    Some(ClueFormula {
        clauses,
        variables,
        map: rules.map().clone(),
        assumptions,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sat::{ClauseSink, Solver, SolverAnswer, Varisat};

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
