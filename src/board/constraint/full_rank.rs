//! Full ranks: where a row or column is among all of them, in ascending order.

use std::cmp::Ordering;

use super::lines_of_board::lines_of;
use super::text::Arguments;
use super::*;

/// A clue outside the grid: the rank of its row or column, read from the clue as a number, among all rows
/// and columns read from either end. The lowest number has the rank 1.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FullRank {
    /// The rank, which is 1 more than the number of lower ones.
    pub rank: usize,
    /// The row or column, from the side of the clue.
    pub line: OuterLine,
    /// True if another row or column can be the same number.
    pub can_tie: bool,
}

impl FullRank {
    /// Lowers the clue on a board where four lines begin with each digit, one at each side: `first` is the
    /// digit of this line, and `lower` the number of lower ones among the other three.
    fn lower_among_four(
        &self,
        first: usize,
        lower: usize,
        to: &mut Lowering,
    ) -> Result<(), ConstraintError> {
        let sides = Side::ALL.map(|(side, _)| side).into_iter();
        let others: Vec<Side> = sides.filter(|side| *side != self.line.side).collect();
        let sets = 0..1_usize << others.len();
        let sets: Vec<usize> = sets.filter(|set| set.count_ones() as usize == lower).collect();
        to.choice_of(&sets, |to, set| {
            let lines: Vec<OuterLine> = lines_of(to.board()).collect();
            for line in lines {
                let Some(place) = others.iter().position(|side| *side == line.side) else {
                    continue;
                };
                let is_lower = set >> place & 1 == 1;
                self.compare_with(line, first, is_lower, to)?;
            }
            Ok(())
        })
    }

    /// Requires another line to be lower or not if it begins with the digit `first`, as this one does.
    fn compare_with(
        &self,
        other: OuterLine,
        first: usize,
        is_lower: bool,
        to: &mut Lowering,
    ) -> Result<(), ConstraintError> {
        let starts = [other, self.line].map(|line| line.cells(to.board())[0]);
        if to.are_in_one_line(starts) {
            return Ok(());
        }
        let is_allowed = |order| match order {
            Ordering::Less => is_lower,
            Ordering::Equal => !is_lower && self.can_tie,
            Ordering::Greater => !is_lower,
        };
        let pairs = to.compared_cells([other, self.line]);
        match starts[0] == starts[1] {
            true => to.compare(&pairs, None, is_allowed),
            false => to.compare(&pairs[1..], Some((starts[0], first)), is_allowed),
        }
    }
}

impl Rule for FullRank {
    const NAMES: &'static [&'static str] = &["full-rank", "tied-rank"];

    fn name(&self) -> &'static str {
        Self::NAMES[usize::from(self.can_tie)]
    }

    fn rule(&self) -> &'static str {
        match self.can_tie {
            false => {
                "All rows and columns, read from both ends, are numbers in ascending order. A rank clue is the \
                 place of its number, which occurs once."
            }
            true => {
                "All rows and columns, read from both ends, are numbers. A rank clue with an equals sign is 1 \
                 more than the number of those that are lower."
            }
        }
    }

    /// `full-rank 5 row 3 left`
    fn parse(name: &str, arguments: &mut Arguments) -> Result<FullRank, ConstraintError> {
        Ok(FullRank {
            rank: arguments.number("a rank")?,
            line: arguments.line()?,
            can_tie: name == Self::NAMES[1],
        })
    }

    fn arguments(&self, _: &Geometry) -> String {
        format!("{} {}", self.rank, self.line)
    }

    fn cells(&self, board: &Geometry) -> Vec<Cell> {
        self.line.cells(board)
    }

    fn scope(&self, context: &Context) -> Vec<Cell> {
        context.board.grid_cells().collect()
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let board = filled.board();
        let number = filled.values(&self.line.cells(board));
        let others = lines_of(board).filter(|line| *line != self.line);
        let others = others.map(|line| filled.values(&line.cells(board)));
        let orders: Vec<Ordering> = others.map(|other| other.cmp(&number)).collect();
        let count = |wanted| orders.iter().filter(|order| **order == wanted).count();
        self.rank.checked_sub(1) == Some(count(Ordering::Less))
            && (self.can_tie || count(Ordering::Equal) == 0)
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        let cells = to.line(self.line)?;
        to.need_full_lines()?;
        let place = self.rank.checked_sub(1);
        let first = place.and_then(|place| to.board().values().nth(place / 4));
        let Some((place, first)) = place.zip(first) else {
            return to.forbid_all(&cells);
        };
        to.digits(cells[0], |digit| digit == first)?;
        self.lower_among_four(first, place % 4, to)
    }
}
