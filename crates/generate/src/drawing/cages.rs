//! Killer cages as newspapers print them: they cover the board, and puzzles need no givens.
//!
//! The board is divided into cages of two and three cells. As long as the puzzle has a second solution,
//! two neighbouring cages that it fills differently are divided in another way, so that it no longer fits.
//! Then neighbouring cages are joined in random order, if the puzzle keeps one solution and does not become
//! too hard.

use std::sync::Arc;

use super::super::GenerateError;
use super::super::connected::are_connected;
use super::super::judge::{Grade, Judge, Uniqueness};
use super::super::shuffle;
use super::canvas::Canvas;
use super::with_constraints;
use satdoku::board::{Cell, Digit, Grid, Layout, Puzzle};
use satdoku_explain::{Difficulty, Level};

/// The sizes of cages before some are joined, each as often as it is wanted.
const SIZES: [usize; 5] = [2, 2, 2, 3, 3];

/// The most cells of a cage.
const LARGEST: usize = 5;

/// The number of coverings that are tried until every cell is in a cage.
const MOST_COVERINGS: usize = 50;

/// The number of times that two cages are divided in another way until there is one solution.
const MOST_DIVISIONS: usize = 100;

/// The number of joins refused in succession after which no other is tried.
const MOST_REFUSED: usize = 12;

/// Adds cages that cover the board, or returns `None` if there are none like that.
pub(super) fn draw(
    canvas: &mut Canvas<'_>,
    layout: &Arc<Layout>,
    judge: &mut Judge,
) -> Result<Option<Arc<Layout>>, GenerateError> {
    let Some(mut cages) = (0..MOST_COVERINGS).find_map(|_| Cages::covering(canvas)) else {
        return Ok(None);
    };
    let mut uniqueness = judge.uniqueness(&cages.puzzle(canvas, layout))?;
    for _ in 0..MOST_DIVISIONS {
        let Uniqueness::Several([one, other]) = &uniqueness else {
            break;
        };
        cages.divide_differently(canvas, [one, other]);
        uniqueness = judge.uniqueness(&cages.puzzle(canvas, layout))?;
    }
    let is_unique = matches!(uniqueness, Uniqueness::Unique(_));
    if is_unique && !cages.join(canvas, layout, judge)? {
        return Ok(None);
    }
    Ok(Some(cages.puzzle(canvas, layout).layout().clone()))
}

/// A division of the board into cages.
#[derive(Debug, Clone)]
struct Cages(Vec<Vec<Cell>>);

impl Cages {
    /// Divides the board at random. Returns `None` if a cell is left over.
    fn covering(canvas: &mut Canvas<'_>) -> Option<Cages> {
        let mut cages = Cages(Vec::new());
        let mut free: Vec<Cell> = canvas.cells().collect();
        while !free.is_empty() {
            // Cells with few free neighbours come first, or they would be left over.
            let first = least_free(canvas, &free, &free);
            let mut cage = vec![first];
            free.retain(|cell| *cell != first);
            let wanted = SIZES[canvas.below(SIZES.len())];
            while cage.len() < wanted {
                let with = |cell: &&Cell| fits(canvas, &[&cage[..], &[**cell]].concat());
                let beside: Vec<Cell> = free.iter().filter(with).copied().collect();
                if beside.is_empty() {
                    break;
                }
                let next = least_free(canvas, &beside, &free);
                free.retain(|cell| *cell != next);
                cage.push(next);
            }
            if cage.len() == 1 {
                cage = cages.with_single(canvas, first)?;
            }
            cages.0.push(cage);
        }
        Some(cages)
    }

    /// Takes away a cage to which a single cell can be added, or a cell of one, and returns the new cage.
    fn with_single(&mut self, canvas: &Canvas<'_>, single: Cell) -> Option<Vec<Cell>> {
        let larger = |cage: &Vec<Cell>| [&cage[..], &[single]].concat();
        if let Some(number) = (self.0.iter()).position(|cage| fits(canvas, &larger(cage))) {
            return Some(larger(&self.0.swap_remove(number)));
        }
        for beside in canvas.board.neighbours(single) {
            let Some(cage) = self.0.iter_mut().find(|cage| cage.contains(&beside)) else {
                continue;
            };
            let rest: Vec<Cell> = cage
                .iter()
                .filter(|cell| **cell != beside)
                .copied()
                .collect();
            if fits(canvas, &rest) {
                *cage = rest;
                return Some(vec![beside, single]);
            }
        }
        None
    }

    /// Divides two neighbouring cages differently, so that one of two solutions does not have the sums of
    /// the other. The cells of one of the cages at least have other digits in it.
    fn divide_differently(&mut self, canvas: &mut Canvas<'_>, solutions: [&Grid; 2]) {
        let other =
            match (canvas.cells()).all(|cell| value(solutions[0], cell) == canvas.value(cell)) {
                true => solutions[1],
                false => solutions[0],
            };
        let differs = |cage: &Vec<Cell>| {
            let mut cells = cage.iter();
            cells.any(|cell| value(other, *cell) != canvas.value(*cell))
        };
        let mut pairs = self.neighbours(canvas);
        pairs.retain(|pair| pair.iter().any(|number| differs(&self.0[*number])));
        shuffle(&mut pairs, canvas.random);
        for [one, next] in pairs {
            let union = [&self.0[one][..], &self.0[next]].concat();
            let mut divisions = divisions(canvas, &union);
            divisions.retain(|[part, _]| {
                let total =
                    |of: &dyn Fn(Cell) -> usize| part.iter().map(|cell| of(*cell)).sum::<usize>();
                total(&|cell| canvas.value(cell)) != total(&|cell| value(other, cell))
            });
            if !divisions.is_empty() {
                let [part, rest] = divisions.swap_remove(canvas.below(divisions.len()));
                (self.0[one], self.0[next]) = (part, rest);
                return;
            }
        }
    }

    /// Joins neighbouring cages. Returns false if the puzzle is too hard from the start.
    ///
    /// It takes long to find steps of more than two facts. So only hard puzzles are made at first, and then
    /// cages are joined until one is harder.
    fn join(
        &mut self,
        canvas: &mut Canvas<'_>,
        layout: &Layout,
        judge: &mut Judge,
    ) -> Result<bool, GenerateError> {
        let wanted = judge.most.clone();
        let is_above_hard = match &wanted {
            Some(Difficulty::Level(level)) => *level > Level::Hard,
            Some(Difficulty::Largest(facts)) => *facts.end() > 2,
            _ => false,
        };
        if is_above_hard {
            judge.most = Some(Difficulty::Level(Level::Hard));
        }
        if judge.grade(&self.puzzle(canvas, layout))? == Grade::TooHard {
            return Ok(false);
        }
        self.join_until(None, canvas, layout, judge)?;
        judge.most = wanted;
        if is_above_hard {
            self.join_until(Some(Grade::Wanted), canvas, layout, judge)?;
        }
        Ok(true)
    }

    /// Joins neighbouring cages in random order while the puzzle keeps one solution and is not too hard,
    /// until it has this grade or several joins in succession are refused.
    fn join_until(
        &mut self,
        end: Option<Grade>,
        canvas: &mut Canvas<'_>,
        layout: &Layout,
        judge: &mut Judge,
    ) -> Result<(), GenerateError> {
        let mut pairs = self.neighbours(canvas);
        shuffle(&mut pairs, canvas.random);
        let mut refused = 0;
        for [one, next] in pairs {
            let union = [&self.0[one][..], &self.0[next]].concat();
            if self.0[one].is_empty() || self.0[next].is_empty() || !fits(canvas, &union) {
                continue;
            }
            let mut joined = self.clone();
            joined.0[one] = union;
            joined.0[next].clear();
            let puzzle = joined.puzzle(canvas, layout);
            if !matches!(judge.uniqueness(&puzzle)?, Uniqueness::Unique(_)) {
                continue;
            }
            let grade = judge.grade(&puzzle)?;
            if grade == Grade::TooHard {
                refused += 1;
                if refused == MOST_REFUSED {
                    break;
                }
                continue;
            }
            refused = 0;
            *self = joined;
            if Some(grade) == end {
                break;
            }
        }
        Ok(())
    }

    /// Returns the numbers of cages that touch each other.
    fn neighbours(&self, canvas: &Canvas<'_>) -> Vec<[usize; 2]> {
        let mut cage_of = vec![0; canvas.values.len()];
        for (number, cell) in (self.0.iter().enumerate())
            .flat_map(|(number, cage)| cage.iter().map(move |cell| (number, cell)))
        {
            cage_of[cell.index()] = number;
        }
        let mut pairs = Vec::new();
        for cell in canvas.cells() {
            for beside in canvas.board.neighbours(cell) {
                let (one, other) = (cage_of[cell.index()], cage_of[beside.index()]);
                if one < other {
                    pairs.push([one, other]);
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// Returns the puzzle with these cages and no givens.
    fn puzzle(&self, canvas: &Canvas<'_>, layout: &Layout) -> Puzzle {
        let mut drawn = canvas.constraints.clone();
        for cage in self.0.iter().filter(|cage| !cage.is_empty()) {
            let mut cells = cage.clone();
            cells.sort_unstable();
            let total = cells.iter().map(|cell| canvas.value(*cell)).sum();
            drawn.extend(super::canvas::constraint("cage", Some(total), vec![cells]));
        }
        Puzzle::without_givens(with_constraints(layout, &drawn))
    }
}

/// Returns the value of a digit in a solution.
fn value(solution: &Grid, cell: Cell) -> usize {
    solution.get(cell).map_or(0, Digit::index) + 1
}

/// Returns all ways to divide cells into two cages.
fn divisions(canvas: &Canvas<'_>, cells: &[Cell]) -> Vec<[Vec<Cell>; 2]> {
    let mut divisions = Vec::new();
    // The first cell is in the second part.
    for chosen in 1..1_usize << (cells.len() - 1) {
        let is_chosen = |place: usize| place > 0 && chosen >> (place - 1) & 1 == 1;
        let part = |wanted: bool| -> Vec<Cell> {
            let numbered = cells.iter().enumerate();
            let part = numbered.filter(|(place, _)| is_chosen(*place) == wanted);
            part.map(|(_, cell)| *cell).collect()
        };
        let parts = [part(true), part(false)];
        if parts.iter().all(|part| fits(canvas, part)) {
            divisions.push(parts);
        }
    }
    divisions
}

/// Returns true if cells can be a cage: two to five connected cells with different digits, in no longer
/// shape than two by three.
fn fits(canvas: &Canvas<'_>, cells: &[Cell]) -> bool {
    let largest = LARGEST.min(canvas.size / 2 + 1);
    if !(2..=largest).contains(&cells.len()) {
        return false;
    }
    let lengths = [
        |cell: &Cell, size| cell.index() / size,
        |cell: &Cell, size| cell.index() % size,
    ];
    let lengths = lengths.map(|line: fn(&Cell, usize) -> usize| {
        let lines = cells.iter().map(|cell| line(cell, canvas.size));
        lines.clone().max().unwrap_or(0) - lines.min().unwrap_or(0) + 1
    });
    if lengths[0].min(lengths[1]) > 2 || lengths[0].max(lengths[1]) > 3 {
        return false;
    }
    let mut digits: Vec<usize> = cells.iter().map(|cell| canvas.value(*cell)).collect();
    digits.sort_unstable();
    digits.dedup();
    digits.len() == cells.len() && are_connected(cells, &canvas.board)
}

/// Returns a random one of the cells with the fewest free neighbours.
fn least_free(canvas: &mut Canvas<'_>, cells: &[Cell], free: &[Cell]) -> Cell {
    let start = canvas.below(cells.len());
    let turned = cells[start..].iter().chain(&cells[..start]);
    let count = |cell: &&Cell| {
        let beside = canvas.board.neighbours(**cell).into_iter();
        beside.filter(|beside| free.contains(beside)).count()
    };
    *turned.min_by_key(count).expect("a list with a cell")
}
