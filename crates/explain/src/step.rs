//! Steps of an explanation.

use std::fmt;
use std::sync::Arc;

use super::fact::{DeadlyPattern, Fact};
use super::house_sum::HouseSum;
use super::position::Position;
use super::reason::combinations;
use super::techniques::pattern::Pattern;
use super::techniques::technique::Technique;
use super::text::constraint::{Drawn, house_name};
use super::text::words::{cells, digit_runs, digits, join};
use crate::grouped::grouped;
use crate::sorted_set::sorted_set;
use satdoku::board::{Candidate, Cell, Digit, Layout, Primitive};
use satdoku_text::{Mark, Notes};

/// The most constraints that [`Step::place`] names.
const MOST_NAMED: usize = 5;

/// The most open cells of a sum over houses that players add up as a matter of course.
const MOST_SUMMED: usize = 3;

/// The most combinations of a cage that players keep in mind.
const MOST_COMBINATIONS: usize = 2;

/// The effort of adding up in a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Effort {
    /// At most few combinations of a cage, or few open cells of a sum over one house.
    Routine,
    /// More of them.
    Long,
    /// A sum over several houses.
    SeveralHouses,
}

impl Effort {
    /// Returns the greatest effort of facts in a position.
    pub fn of(layout: &Layout, position: &Position, facts: &[Fact]) -> Effort {
        let efforts = facts.iter().map(|fact| match fact {
            Fact::Sum(sum) if sum.houses.len() > 1 => Effort::SeveralHouses,
            Fact::Sum(sum) if open_cells(sum, position) > MOST_SUMMED => Effort::Long,
            Fact::Constraint(number)
                if combinations(layout, position, *number) > MOST_COMBINATIONS =>
            {
                Effort::Long
            }
            _ => Effort::Routine,
        });
        efforts.max().unwrap_or(Effort::Routine)
    }
}

/// Returns the number of cells of a sum that are open in a position.
fn open_cells(sum: &HouseSum, position: &Position) -> usize {
    let cells = sum.terms.cells.iter();
    let is_open = |cell: Cell| !position.set_of(cell).is_power_of_two();
    cells.filter(|(cell, _)| is_open(*cell)).count()
}

/// A step of an explanation: digits placed or candidates eliminated, and the facts that force this.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The name of the step.
    pub technique: Technique,
    /// The digits placed. The candidates that they exclude are removed with them.
    pub places: Vec<Candidate>,
    /// The other candidates eliminated. A step that places and eliminates nothing is a contradiction:
    /// there is no solution.
    pub eliminates: Vec<Candidate>,
    /// The facts that force the step in the position before it. Each of its conclusions needs all of
    /// them if the step [is minimal](Step::is_minimal).
    pub facts: Vec<Fact>,
    /// The names of the facts.
    pub fact_names: Vec<String>,
    /// A lower bound of the facts of all steps in this position. If it is the number of facts of this
    /// step, the step is proved to be a smallest one.
    pub at_least: usize,
    /// False if the work for the step was used up before it was known that all of its facts are needed.
    pub is_minimal: bool,
    /// The proof in words.
    pub argument: String,
    /// The chains of a chain or wing in Eureka notation, such as `(1=2)r1c1-(2=3)r1c5-(3=1)r5c5 =>
    /// r5c1<>1`.
    pub notation: Option<String>,
    /// The position before the step.
    pub before: Arc<Position>,
    pub(super) pattern: Pattern,
    pub(super) effort: Effort,
}

impl fmt::Display for Step {
    /// The name, the conclusion and the proof.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (technique, conclusion) = (self.technique, self.conclusion());
        write!(f, "{technique}: {conclusion}. {}", self.argument)
    }
}

impl Step {
    /// Returns the conclusion in words: `r1c1 is 5`, `r1c1 and r1c2 are not 2 or 5; r1c9 is not 5`, or
    /// `there is no solution`.
    pub fn conclusion(&self) -> String {
        let board = self.before.board();
        let placed = self.places.iter().map(|Candidate { cell, digit }| {
            format!("{} is {}", cell.name(board), board.value(*digit))
        });
        let mut parts: Vec<String> = placed.collect();
        parts.extend(self.narrowed());
        if parts.is_empty() {
            parts.push("there is no solution".to_string());
        }
        parts.join("; ")
    }

    /// Returns the eliminated candidates in words, cells with the same text together: `r1c1 and r1c5 are not 2 or
    /// 5`, or `r1c9 is 1 or 2` if fewer digits are left than eliminated. The latter have none that the step places
    /// elsewhere, which the cell may see.
    fn narrowed(&self) -> Vec<String> {
        /// The most digits left that are listed.
        const MOST_LEFT: usize = 3;
        let board = self.before.board();
        let is_placed = |digit: &Digit| self.places.iter().any(|placed| placed.digit == *digit);
        let mut gone = self.eliminates.clone();
        gone.sort_unstable();
        let of_cells = gone.chunk_by(|one, other| one.cell == other.cell);
        let texts = of_cells.map(|of_cell| {
            let left = self.before.digits(of_cell[0].cell);
            let left = left.filter(|digit| !of_cell.iter().any(|of| of.digit == *digit));
            let left: Vec<Digit> = left.collect();
            let is_listed = (2..=MOST_LEFT.min(of_cell.len() - 1)).contains(&left.len());
            let text = match is_listed && !left.iter().any(is_placed) {
                true => {
                    let values = left.iter().map(|digit| board.value(*digit) as i64);
                    digit_runs(&values.collect::<Vec<_>>())
                }
                false => format!("not {}", digits(of_cell, board, "or")),
            };
            (text, of_cell)
        });
        let sentences = grouped(texts).into_iter().map(|(text, group)| {
            let are = if group.len() == 1 { "is" } else { "are" };
            format!("{} {are} {text}", cells(&group.concat(), board, "and"))
        });
        sentences.collect()
    }

    /// Returns the number of open cells of the longest sum over houses among the facts; 0 without such a sum.
    pub(super) fn summed_cells(&self) -> usize {
        let lengths = self.facts.iter().filter_map(|fact| match fact {
            Fact::Sum(sum) => Some(open_cells(sum, &self.before)),
            _ => None,
        });
        lengths.max().unwrap_or(0)
    }

    /// Returns the place to look at: the houses of the step if they are few, otherwise its digits.
    pub fn place(&self, layout: &Layout) -> String {
        let board = self.before.board();
        match (self.technique, &self.facts[..]) {
            (Technique::Constraint(_), [Fact::Constraint(number)]) => {
                return Drawn::of(layout, *number).place().unwrap_or_default();
            }
            (
                _,
                [
                    Fact::OneSolution(DeadlyPattern::Rectangle { digits, .. }),
                    ..,
                ],
            ) => {
                return format!("with {}", join(digits.map(|of| board.value(of)), "and"));
            }
            (_, [Fact::OneSolution(DeadlyPattern::AllBut(_)), ..]) => {
                return "in all open cells".to_string();
            }
            _ => {}
        }
        let (mut houses, mut cells, mut drawn) = (Vec::new(), Vec::new(), Vec::new());
        for fact in &self.facts {
            match fact {
                Fact::House(house, _) => houses.push(house_name(*house, layout)),
                Fact::Cell(cell) => cells.push(*cell),
                Fact::Constraint(number) => drawn.push(Drawn::of(layout, *number).name()),
                Fact::Sum(sum) => houses.push(sum.houses_name()),
                Fact::OneSolution(_) => {}
            }
        }
        if !drawn.is_empty() {
            let others = drawn.len().saturating_sub(MOST_NAMED);
            if others > 1 {
                drawn.truncate(MOST_NAMED);
                drawn.push(format!("{others} other constraints"));
            }
            return format!("in {}", join(drawn, "and"));
        }
        let houses = grouped(houses.into_iter().map(|name| (name, ())));
        if houses.is_empty() {
            let holds_all =
                |house: &&Primitive| cells.iter().all(|cell| house.cells.contains(cell));
            // The last house is the most specific: a box before a row.
            if let Some(house) = layout.houses().iter().rev().find(holds_all) {
                return format!("in {}", house_name(house.source, layout));
            }
        } else if cells.is_empty() && houses.len() <= 4 {
            return format!("in {}", join(houses.iter().map(|(name, _)| name), "and"));
        }
        let facts = self.facts.iter();
        let members = facts.flat_map(|fact| self.before.members(layout, fact));
        let members: Vec<Candidate> = members.collect();
        let count = sorted_set(members.iter().map(|member| member.digit)).len();
        match count == board.digit_count() {
            true => "with all digits".to_string(),
            false => format!("with {}", digits(&members, board, "and")),
        }
    }

    /// Returns what a [`Picture`](satdoku_text::Picture) of the step shows in addition to the placed
    /// digits: the candidates and their part in the step, the cells and houses of the facts, and a
    /// title.
    pub fn notes(&self, layout: &Layout) -> Notes {
        let of_cell = |cell: Cell| self.before.candidates(cell);
        let members = self.facts.iter().flat_map(|fact| match fact {
            // All candidates of the rectangle.
            Fact::OneSolution(DeadlyPattern::Rectangle { cells, .. }) => {
                cells.iter().flat_map(|cell| of_cell(*cell)).collect()
            }
            _ => self.before.members(layout, fact),
        });
        let members: Vec<Candidate> = members.collect();
        let other_side = self.pattern.other_side();
        let mark = |candidate: &Candidate| {
            if self.places.contains(candidate) {
                Mark::Placed
            } else if self.eliminates.contains(candidate) {
                Mark::Gone
            } else if other_side.contains(candidate) {
                Mark::OtherFact
            } else if members.contains(candidate) {
                Mark::Fact
            } else {
                Mark::Plain
            }
        };
        let open = layout
            .cells()
            .filter(|cell| self.before.placed(*cell).is_none());
        let candidates = open.flat_map(of_cell);
        let sources = self.facts.iter().flat_map(|fact| match fact {
            Fact::House(house, _) => vec![*house],
            Fact::Sum(sum) => sum.houses.clone(),
            Fact::Cell(_) | Fact::Constraint(_) | Fact::OneSolution(_) => Vec::new(),
        });
        let houses =
            sources.filter_map(|of| layout.houses().iter().find(|house| house.source == of));
        Notes {
            title: format!("{}: {}", self.technique, self.conclusion()),
            houses: sorted_set(houses.flat_map(|house| house.cells.clone())),
            cells: sorted_set(members.iter().map(|member| member.cell)),
            candidates: candidates
                .map(|candidate| (candidate, mark(&candidate)))
                .collect(),
        }
    }

    /// Returns true if the step places and eliminates nothing: its facts contradict each other.
    pub(super) fn is_contradiction(&self) -> bool {
        self.places.is_empty() && self.eliminates.is_empty()
    }

    /// Returns true if no step in the same position has fewer facts, as far as is proved.
    pub fn is_smallest(&self) -> bool {
        self.at_least >= self.facts.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::blank_on;
    use satdoku::board::Source;

    #[test]
    fn the_effort_grows_with_combinations_cells_and_houses() {
        let lines = "cage 4 r1c1 r1c2; cage 6 r1c3 r1c4; cage 10 r1c5 r1c6; \
                     cage 30 r2c1-r2c6";
        let puzzle = blank_on(lines);
        let layout = puzzle.layout();
        let position =
            Position::new(9, &vec![(0..9).map(Digit::from_index).collect(); 81]).unwrap();
        let of_cage = |number| Effort::of(layout, &position, &[Fact::Constraint(number)]);
        let efforts = [0, 1, 2].map(of_cage);
        assert_eq!(efforts, [Effort::Routine, Effort::Routine, Effort::Long]);
        let of_row = |row, houses: usize| {
            let sums = HouseSum::all(layout);
            let in_row = |sum: &&std::sync::Arc<HouseSum>| {
                sum.houses.len() == houses && sum.houses[0] == Source::Row(None, row)
            };
            let sum = sums.iter().find(in_row).unwrap().clone();
            Effort::of(layout, &position, &[Fact::Sum(sum)])
        };
        assert_eq!(of_row(0, 1), Effort::Routine);
        assert_eq!(of_row(0, 2), Effort::SeveralHouses);
        let of_both = [Fact::Constraint(2), Fact::Constraint(0)];
        assert_eq!(Effort::of(layout, &position, &of_both), Effort::Long);
    }
}
