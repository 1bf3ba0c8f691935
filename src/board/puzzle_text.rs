//! The text of a puzzle: its givens, the rules of its board, and the candidates that it has lost.

use std::fmt;
use std::sync::Arc;

use super::cell::Candidate;
use super::grid::Grid;
use super::layout::Layout;
use super::mismatch::Mismatch;
use super::puzzle::Puzzle;
use super::rule_line::RuleLine;
use super::ruleset::Ruleset;

impl fmt::Display for Puzzle {
    /// Writes the givens on one line, as [`Grid`](super::Grid) does, and each of [`Puzzle::lines`] after
    /// a semicolon: `1.....2..3.....4; diagonal; cage 6 r1c2 r1c3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.givens().fmt(f)?;
        let mut lines = self.lines().into_iter();
        lines.try_for_each(|line| write!(f, "; {line}"))
    }
}

impl Puzzle {
    /// Returns the rules of the board ([`Ruleset::lines`](super::Ruleset::lines)) and the removed
    /// candidates as lines, each of which [`RuleLine::parse`] reads.
    ///
    /// ```
    /// use satdoku::board::Puzzle;
    ///
    /// let puzzle: Puzzle = "1.....2..3.....4; diagonal; not r1c2=2,4 r1c3=4".parse()?;
    /// assert_eq!(puzzle.lines(), ["diagonal", "not r1c2=2,4 r1c3=4"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lines(&self) -> Vec<String> {
        let rules = self.layout().rules().lines();
        let of_cells = [self.given_line(), self.removed_line()];
        rules
            .into_iter()
            .chain(of_cells.into_iter().flatten())
            .collect()
    }

    /// Returns the givens of variables, which the grid does not show, on a line, or `None` if there are none.
    fn given_line(&self) -> Option<String> {
        let board = self.geometry();
        let givens = self.givens().filled();
        let words: String = givens
            .filter(|given| board.position(given.cell).is_none())
            .map(|given| format!(" {}", given.name(board)))
            .collect();
        (!words.is_empty()).then(|| format!("{}{words}", RuleLine::GIVEN))
    }

    /// Returns all removed candidates on a line, also those that a given excludes, or `None` if there
    /// are none.
    pub fn removed_line(&self) -> Option<String> {
        let board = self.geometry();
        let cells = self.all_removed();
        let cells = cells.chunk_by(|one, other| one.cell == other.cell);
        let words = cells.map(|of_cell| {
            let digits = of_cell.iter().map(|at| board.value(at.digit).to_string());
            let digits = digits.collect::<Vec<_>>().join(",");
            format!(" {}={digits}", of_cell[0].cell.name(board))
        });
        let words: String = words.collect();
        (!words.is_empty()).then(|| format!("{}{words}", RuleLine::REMOVED))
    }

    /// Replaces the rules. The givens and the removed candidates keep the names of their cells and digits.
    ///
    /// ```
    /// use satdoku::board::{Puzzle, RuleLine};
    ///
    /// let puzzle: Puzzle = "1.....2..3.....4".parse()?;
    /// let rules = puzzle.layout().rules().with_lines([RuleLine::Size(4, 5)])?;
    /// assert_eq!(puzzle.with_rules(rules)?.to_string(), "1......2...3......4.; board 4x5");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the board lacks one of them.
    pub fn with_rules(self, rules: Ruleset) -> Result<Puzzle, Mismatch> {
        let (old, new) = (self.geometry().clone(), rules.geometry().clone());
        let layout = Arc::new(Layout::new(rules));
        if old == new {
            return Ok(self.on(layout));
        }
        let moved = |candidate: Candidate| {
            let name = candidate.name(&old).to_string();
            Candidate::from_name(&name, &new).ok_or_else(|| {
                Mismatch::new("a board with all givens", format!("none with {name}"))
            })
        };
        let mut givens = Grid::blank(&new);
        for given in self.givens().filled() {
            let given = moved(given)?;
            givens.set(given.cell, Some(given.digit));
        }
        let removed = self.all_removed().iter().copied().map(moved);
        let removed = removed.collect::<Result<Vec<_>, _>>()?;
        Puzzle::new(layout, givens).and_then(|puzzle| puzzle.without(removed))
    }

    /// Adds givens and removes candidates, each with the index of its line. Other lines are ignored.
    ///
    /// # Errors
    /// If a cell has another given, or the puzzle cannot lose a candidate. [`Mismatch::rule`] is the index
    /// of the line.
    pub fn with_candidates(self, lines: Vec<(usize, RuleLine)>) -> Result<Puzzle, Mismatch> {
        let mut puzzle = self;
        for (line, rule) in &lines {
            if let RuleLine::Given(candidates) = rule {
                let given = puzzle.given(candidates);
                puzzle = given.map_err(|error| error.of_rule(*line))?;
            }
        }
        for (line, rule) in lines {
            if let RuleLine::Removed(candidates) = rule {
                let lost = puzzle.without(candidates);
                puzzle = lost.map_err(|error| error.of_rule(line))?;
            }
        }
        Ok(puzzle)
    }

    fn given(&self, candidates: &[Candidate]) -> Result<Puzzle, Mismatch> {
        let mut givens = self.givens().clone();
        for Candidate { cell, digit } in candidates {
            if givens.get(*cell).is_some_and(|before| before != *digit) {
                let found = format!("another in {}", cell.name(self.geometry()));
                return Err(Mismatch::new("one given in each cell", found));
            }
            givens.set(*cell, Some(*digit));
        }
        self.with_givens(givens)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_and_givens_keep_their_cells_on_another_board() {
        let puzzle: Puzzle = "....1...2; board 3x3; raw; cage 3 r2c2 r3c3; not r1c2=1"
            .parse()
            .unwrap();
        let holes = puzzle.with("holes r1c1").unwrap();
        assert_eq!(
            holes.to_string(),
            "...1...2; board 3x3; raw; holes r1c1; cage 3 r2c2 r3c3; not r1c2=1"
        );
        let digits = puzzle.with("digits 1-2").unwrap();
        assert_eq!(digits.lines()[1], "digits 1-2");
        for (rule, found) in [("digits 2-4", "r2c2=1"), ("holes r3c3", "r3c3")] {
            let error = puzzle.with(rule).unwrap_err().to_string();
            assert!(error.contains(found), "{error}");
        }
        let wider = puzzle.with("board 3x4").unwrap();
        assert_eq!(wider.givens().geometry(), wider.geometry());
    }
}
