//! Positions: the candidates left and the digits placed.

use std::collections::HashSet;
use std::fmt::{self, Write};
use std::ops::Range;
use std::sync::Arc;

use super::drawn::digit_bits::bits;
use super::drawn::drawn_rule::{DrawnRule, restricted_cells};
use super::fact::{DeadlyPattern, Fact, excluded_by_rules};
use super::house_sum::{HouseSum, Terms};
use crate::sorted_set::sorted_set;
use satdoku::board::{Candidate, Cell, Digit, Geometry, Grid, Layout, Primitive, Puzzle, SYMBOLS};

/// The candidates left in each cell, and the cells whose digit is placed.
///
/// A cell with one candidate is not yet placed: placing it is a step of its own, a naked single. The
/// candidates that a placed digit excludes are removed.
///
/// ```
/// use satdoku::Digit;
/// use satdoku_explain::Position;
///
/// let digits = |values: &[usize]| values.iter().map(|value| Digit::from_index(value - 1)).collect();
/// let mut cells: Vec<Vec<Digit>> = vec![digits(&[1, 2, 3, 4]); 16];
/// cells[0] = digits(&[1]);
/// let position = Position::new(4, &cells).expect("16 cells with digits up to 4");
/// assert_eq!(position.to_grid().to_string(), "1...............");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    board: Geometry,
    /// By cell, a bit for each digit index.
    candidates: Vec<u16>,
    is_placed: Vec<bool>,
}

impl Position {
    /// Creates a position from the candidates of the cells of a board in their order; a cell with one
    /// candidate is placed. Returns `None` if the board has another number of cells or more than 16
    /// digits, or a digit is not on the board.
    pub fn new(board: impl Into<Geometry>, cells: &[Vec<Digit>]) -> Option<Position> {
        let board = board.into();
        let size = board.digit_count();
        let is_possible = |digit: &Digit| digit.index() < size;
        let fits = size <= 16 && board.cell_count() == cells.len();
        let set = |digits: &Vec<Digit>| digits.iter().fold(0, |all, d| all | 1 << d.index());
        (fits && cells.iter().flatten().all(is_possible)).then(|| Position {
            board,
            candidates: cells.iter().map(set).collect(),
            is_placed: cells.iter().map(|digits| digits.len() == 1).collect(),
        })
    }

    /// Returns the position in which nothing is placed or excluded.
    fn full(layout: &Layout) -> Position {
        let all_digits = bits(0..layout.digit_count());
        Position {
            board: layout.geometry().clone(),
            candidates: vec![all_digits; layout.cell_count()],
            is_placed: vec![false; layout.cell_count()],
        }
    }

    /// The cells and digits of the board.
    pub fn board(&self) -> &Geometry {
        &self.board
    }

    /// Returns the digit placed in `cell`. A cell that is not on the board has none.
    pub fn placed(&self, cell: Cell) -> Option<Digit> {
        let is_placed = self.is_placed.get(cell.index()) == Some(&true);
        is_placed.then(|| Digit::from_index(self.set_of(cell).trailing_zeros() as usize))
    }

    /// Returns the candidates of `cell` as bits; none if it is not on the board.
    pub(super) fn set_of(&self, cell: Cell) -> u16 {
        self.candidates.get(cell.index()).copied().unwrap_or(0)
    }

    /// Returns the candidates of `cell` in ascending order, or only its digit if that is placed.
    pub fn digits(&self, cell: Cell) -> impl Iterator<Item = Digit> + use<> {
        let digits = self.set_of(cell);
        (0..16usize)
            .filter(move |digit| digits >> digit & 1 == 1)
            .map(Digit::from_index)
    }

    /// Returns the candidates of `cell`.
    pub(super) fn candidates(&self, cell: Cell) -> impl Iterator<Item = Candidate> + use<> {
        let digits = self.digits(cell);
        digits.map(move |digit| Candidate { cell, digit })
    }

    /// Returns what is left of a sum.
    pub(super) fn open_sum(&self, sum: &HouseSum) -> Terms {
        sum.terms.open(&self.board, |cell| self.set_of(cell))
    }

    /// Returns true if the candidate is left.
    pub fn contains(&self, candidate: Candidate) -> bool {
        let digit = candidate.digit.index();
        digit < 16 && self.set_of(candidate.cell) >> digit & 1 == 1
    }

    /// Returns the placed digits; other cells are blank.
    pub fn to_grid(&self) -> Grid {
        let mut grid = Grid::blank(&self.board);
        for index in 0..self.candidates.len() {
            let cell = Cell::from_index(index);
            grid.set(cell, self.placed(cell));
        }
        grid
    }

    /// Returns the candidates left for a fact, in the order of cells and digits. Those of a drawn
    /// constraint or a sum are the candidates of all of its cells, and those of a deadly pattern the other
    /// candidates in its cells.
    pub fn members(&self, layout: &Layout, fact: &Fact) -> Vec<Candidate> {
        let of_cell = |cell: Cell| self.candidates(cell);
        match fact {
            Fact::Cell(cell) => of_cell(*cell).collect(),
            Fact::Constraint(number) => {
                let cells = restricted_cells(layout.primitives_of(*number));
                cells.into_iter().flat_map(of_cell).collect()
            }
            Fact::Sum(sum) => {
                let cells = sum.terms.cells.iter();
                cells.flat_map(|(cell, _)| of_cell(*cell)).collect()
            }
            Fact::OneSolution(DeadlyPattern::Rectangle { cells, digits }) => {
                let is_other = |of: &Candidate| !digits.contains(&of.digit);
                let of_cells = cells.iter().flat_map(|cell| of_cell(*cell));
                of_cells.filter(is_other).collect()
            }
            Fact::OneSolution(DeadlyPattern::AllBut(extra)) => vec![*extra],
            Fact::House(source, digit) => {
                let house = layout.houses().iter().find(|house| house.source == *source);
                let cells = house.into_iter().flat_map(|house| &house.cells).copied();
                let of_digit = |of: &Candidate| of.digit == *digit;
                cells.flat_map(of_cell).filter(of_digit).collect()
            }
        }
    }
}

impl fmt::Display for Position {
    /// Writes the candidates of all cells in their order, separated by spaces: `5 23 1289 …`, with
    /// letters for digits above 9. On boards with digits above 35, numbers are separated by commas.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let has_symbols = *self.board.all_values().end() < SYMBOLS.len();
        for index in 0..self.candidates.len() {
            if index > 0 {
                f.write_str(" ")?;
            }
            for (number, digit) in self.digits(Cell::from_index(index)).enumerate() {
                let value = self.board.value(digit);
                match (has_symbols, number) {
                    (true, _) => f.write_char(char::from(SYMBOLS[value]))?,
                    (false, 0) => write!(f, "{value}")?,
                    (false, _) => write!(f, ",{value}")?,
                }
            }
        }
        Ok(())
    }
}

/// The candidates and facts of a layout as tables. A candidate has the number `cell × digits +
/// digit`, all counted from 0, and a fact its index in [`Tables::facts`].
#[derive(Debug)]
pub(super) struct Tables {
    pub layout: Arc<Layout>,
    /// The facts about cells and houses, then those about drawn constraints, then sums.
    pub facts: Vec<Fact>,
    /// The drawn constraints that are facts, in the order of the facts.
    pub rules: Vec<Arc<DrawnRule>>,
    /// The sums that the cages of the board imply, in the order of the facts.
    pub sums: Vec<Arc<HouseSum>>,
    /// The sums of the cages themselves.
    cages: Vec<Terms>,
    /// By fact, its candidates.
    pub members: Vec<Vec<u16>>,
    /// By candidate, the facts about cells and houses that have it.
    pub facts_of: Vec<Vec<u16>>,
    /// By candidate, those that it excludes, sorted.
    pub excluded: Vec<Vec<u16>>,
    /// By candidate, the index of its cell and the bit of its digit, which are read very often.
    places: Vec<(usize, u16)>,
}

impl Tables {
    pub fn new(layout: Arc<Layout>) -> Tables {
        let size = layout.digit_count();
        let id = |of: Candidate| (of.cell.index() * size + of.digit.index()) as u16;
        let mut facts = Fact::all(&layout);
        let clause_count = facts.len();
        let mut rules = Vec::new();
        for number in 0..layout.constraints().len() {
            if let Some(rule) = DrawnRule::new(&layout, number) {
                facts.push(Fact::Constraint(number));
                rules.push(Arc::new(rule));
            }
        }
        let sums = HouseSum::all(&layout);
        facts.extend(sums.iter().cloned().map(Fact::Sum));
        let full = Position::full(&layout);
        let members = facts.iter().map(|fact| {
            let members = full.members(&layout, fact).into_iter();
            members.map(id).collect()
        });
        let members: Vec<Vec<u16>> = members.collect();
        let mut facts_of = vec![Vec::new(); layout.cell_count() * size];
        for (fact, of_fact) in members[..clause_count].iter().enumerate() {
            for member in of_fact {
                facts_of[usize::from(*member)].push(fact as u16);
            }
        }
        let excluded = layout.cells();
        let excluded = excluded.flat_map(|cell| excluded_by_cell(&layout, cell));
        let excluded = excluded.map(|others| sorted_set(others.into_iter().map(id)));
        let excluded = excluded.collect();
        Tables {
            facts,
            rules,
            sums,
            cages: HouseSum::cages(&layout),
            members,
            places: (0..facts_of.len())
                .map(|id| (id / size, 1 << (id % size)))
                .collect(),
            facts_of,
            excluded,
            layout,
        }
    }

    /// Returns the number of facts about cells and houses, which is that of the first drawn
    /// constraint.
    pub fn clause_count(&self) -> usize {
        self.facts.len() - self.rules.len() - self.sums.len()
    }

    /// Returns a drawn constraint, unless it only demands that digits differ.
    pub fn rule(&self, number: usize) -> Option<&Arc<DrawnRule>> {
        let numbered = self.facts[self.clause_count()..].iter().zip(&self.rules);
        let is_of = |fact: &Fact| *fact == Fact::Constraint(number);
        let mut of_number = numbered.filter(|(fact, _)| is_of(fact));
        of_number.next().map(|(_, rule)| rule)
    }

    pub fn candidate(&self, id: usize) -> Candidate {
        let size = self.layout.digit_count();
        Candidate {
            cell: Cell::from_index(id / size),
            digit: Digit::from_index(id % size),
        }
    }

    pub fn id(&self, candidate: Candidate) -> usize {
        candidate.cell.index() * self.layout.digit_count() + candidate.digit.index()
    }

    pub fn excludes(&self, one: usize, other: usize) -> bool {
        self.excluded[one].binary_search(&(other as u16)).is_ok()
    }
}

/// Returns the candidates that each candidate of a cell excludes, by digit.
fn excluded_by_cell(layout: &Layout, cell: Cell) -> Vec<Vec<Candidate>> {
    let peers = layout.peers(cell);
    let digits = || (0..layout.digit_count()).map(Digit::from_index);
    let excluded = digits().map(|digit| {
        let in_cell = digits().filter(|other| *other != digit);
        let in_cell = in_cell.map(|digit| Candidate { cell, digit });
        let of_peers = peers.iter().map(|peer| Candidate { cell: *peer, digit });
        let by_rules = excluded_by_rules(layout, Candidate { cell, digit });
        in_cell.chain(of_peers).chain(by_rules).collect()
    });
    excluded.collect()
}

/// A position with the number of candidates left for each fact.
#[derive(Debug, Clone)]
pub(super) struct State {
    pub tables: Arc<Tables>,
    pub position: Position,
    /// By fact about a cell or house, the number of its candidates left.
    pub counts: Vec<u16>,
    /// By fact, true if a placed digit satisfies it, or all cells of the drawn constraint are placed.
    pub is_satisfied: Vec<bool>,
    pub open_cells: usize,
    /// The deadly patterns that are facts, after those of the tables, with their other candidates.
    patterns: Vec<(DeadlyPattern, Vec<u16>)>,
}

impl State {
    /// Creates the position before the first step, with the givens placed.
    pub fn new(tables: Arc<Tables>, puzzle: &Puzzle) -> State {
        let mut state = State {
            position: Position::full(puzzle.layout()),
            counts: tables.members[..tables.clause_count()]
                .iter()
                .map(|members| members.len() as u16)
                .collect(),
            is_satisfied: vec![false; tables.facts.len()],
            open_cells: puzzle.layout().cell_count(),
            patterns: Vec::new(),
            tables,
        };
        for removed in puzzle.excluded() {
            state.remove(state.tables.id(removed));
        }
        for given in puzzle.givens().filled() {
            // If two givens exclude each other, the second is already removed. Its cell has no
            // candidates left, which is the contradiction.
            let id = state.tables.id(given);
            if state.position.contains(given) {
                state.place(id);
            } else {
                let first = id - given.digit.index();
                (first..first + puzzle.geometry().digit_count())
                    .for_each(|other| state.remove(other));
            }
        }
        state
    }

    /// Returns the number of candidates of the empty board.
    pub fn candidate_count(&self) -> usize {
        self.tables.facts_of.len()
    }

    /// True if the candidate is left.
    pub fn is_left(&self, id: usize) -> bool {
        let (cell, bit) = self.tables.places[id];
        self.position.candidates[cell] & bit != 0
    }

    pub fn remove(&mut self, id: usize) {
        if self.is_left(id) {
            let (cell, bit) = self.tables.places[id];
            self.position.candidates[cell] &= !bit;
            for fact in &self.tables.facts_of[id] {
                self.counts[usize::from(*fact)] -= 1;
            }
        }
    }

    /// Places a candidate and removes those that it excludes.
    pub fn place(&mut self, id: usize) {
        let tables = self.tables.clone();
        for other in &tables.excluded[id] {
            self.remove(usize::from(*other));
        }
        for fact in &tables.facts_of[id] {
            self.is_satisfied[usize::from(*fact)] = true;
        }
        self.position.is_placed[tables.places[id].0] = true;
        self.open_cells -= 1;
    }

    /// Returns a drawn constraint that placed digits violate.
    pub fn violated(&mut self) -> Option<usize> {
        let tables = self.tables.clone();
        for (rule, fact) in tables.rules.iter().zip(tables.clause_count()..) {
            let is_placed = |cell: &Cell| self.position.is_placed[cell.index()];
            if !self.is_satisfied[fact] && rule.cells.iter().all(is_placed) {
                let (board, mut digits) = (tables.layout.geometry(), self.digits_of(rule));
                if rule.filter(board, &mut digits, None).is_none() {
                    return Some(fact);
                }
                self.is_satisfied[fact] = true;
            }
        }
        None
    }

    /// Returns the digits left in the cells of a drawn constraint, as bits.
    pub fn digits_of(&self, rule: &DrawnRule) -> Vec<u16> {
        let cells = rule.cells.iter();
        cells.map(|cell| self.position.set_of(*cell)).collect()
    }

    /// Returns the number of the first sum that is a fact.
    pub fn first_sum(&self) -> usize {
        self.tables.facts.len() - self.tables.sums.len()
    }

    /// Returns the numbers of the sums of which few cells are left, and which differ from each other and from the cages.
    pub fn open_sums(&self) -> Vec<usize> {
        let cages = self.tables.cages.iter().map(|cage| self.open(cage));
        let mut known: HashSet<Terms> = cages.collect();
        let sums = self.tables.sums.iter().zip(self.first_sum()..);
        let open = sums.filter(|(sum, fact)| {
            self.open_sum(*fact).is_some() && known.insert(self.open(&sum.terms))
        });
        open.map(|(_, fact)| fact).collect()
    }

    /// Returns what is left of a sum, by the number of its fact; none if the fact is no sum of few cells.
    pub fn open_sum(&self, fact: usize) -> Option<Primitive> {
        let sum = self.tables.sums.get(fact.checked_sub(self.first_sum())?)?;
        self.open(&sum.terms).implied(&self.tables.layout)
    }

    fn open(&self, terms: &Terms) -> Terms {
        let board = self.tables.layout.geometry();
        terms.open(board, |cell| self.position.set_of(cell))
    }

    /// True if the candidate is left in a cell that is not placed.
    pub fn is_open(&self, id: usize) -> bool {
        let (cell, _) = self.tables.places[id];
        self.is_left(id) && !self.position.is_placed[cell]
    }

    /// Returns the position with deadly patterns as facts.
    pub fn with_patterns(&self, patterns: Vec<DeadlyPattern>) -> State {
        let mut state = self.clone();
        let of_pattern = |pattern: DeadlyPattern| {
            let fact = Fact::OneSolution(pattern);
            let members = self.position.members(&self.tables.layout, &fact);
            let ids = members.iter().map(|of| self.tables.id(*of) as u16);
            (pattern, ids.collect())
        };
        state.patterns = patterns.into_iter().map(of_pattern).collect();
        let facts = self.tables.facts.len() + state.patterns.len();
        state.is_satisfied.resize(facts, false);
        state
    }

    /// Returns the numbers of the deadly patterns that are facts.
    pub fn pattern_facts(&self) -> Range<usize> {
        let first = self.tables.facts.len();
        first..first + self.patterns.len()
    }

    /// Returns the fact with this number.
    pub fn fact(&self, number: usize) -> Fact {
        match number.checked_sub(self.tables.facts.len()) {
            None => self.tables.facts[number].clone(),
            Some(pattern) => Fact::OneSolution(self.patterns[pattern].0),
        }
    }

    /// Returns the number of a fact.
    pub fn number_of(&self, fact: &Fact) -> Option<usize> {
        let of_tables = self.tables.facts.iter().position(|of| of == fact);
        of_tables.or_else(|| {
            self.pattern_facts()
                .find(|number| self.fact(*number) == *fact)
        })
    }

    /// True for a fact about a cell, a house or a deadly pattern.
    pub fn is_clause(&self, fact: usize) -> bool {
        fact < self.tables.clause_count() || fact >= self.tables.facts.len()
    }

    /// Returns the candidates left for a fact.
    pub fn members(&self, fact: usize) -> impl Iterator<Item = usize> + '_ {
        let members = match fact.checked_sub(self.tables.facts.len()) {
            None => &self.tables.members[fact],
            Some(pattern) => &self.patterns[pattern].1,
        };
        let members = members.iter().map(|id| usize::from(*id));
        members.filter(|id| self.is_left(*id))
    }
}
