//! The layout of a board: its primitives, and tables derived from them.

use std::hash::{Hash, Hasher};
use std::mem::{discriminant, take};
use std::sync::OnceLock;

use super::cell::{Candidate, Cell};
use super::constraint::Constraint;
use super::geometry::Geometry;
use super::intersection::{Intersection, Intersections};
use super::jagged::Jagged;
use super::primitive::Primitive;
use super::ruleset::Ruleset;
use super::shape::Shape;
use super::source::Source;

/// The primitives of a board. Engines and encodings see only these: what makes a row a row, or a cage a
/// cage, is data.
///
/// The primitives have numbers. Houses come first, those of drawn constraints after those of the board, and
/// relations second, because most techniques visit both for every digit that is placed or removed.
///
/// Deriving units and peers once, as data, follows P. Norvig, *Solving Every Sudoku Puzzle*.
///
/// ```
/// use satdoku::board::{Cell, Layout};
///
/// let layout = Layout::classic("3x3".parse()?);
/// assert_eq!(layout.houses().len(), 27);
/// assert_eq!(layout.peers(Cell::at(0, 0, 9)).len(), 20);
/// # Ok::<(), satdoku::board::Mismatch>(())
/// ```
#[derive(Debug)]
pub struct Layout {
    rules: Ruleset,
    /// Sorted by [`Primitive::sort`].
    primitives: Vec<Primitive>,
    /// The number of houses, and that of houses and relations.
    house_count: usize,
    relations_end: usize,
    /// For each cell, the numbers of its primitives.
    of_cells: Jagged<u32>,
    cell_count: usize,
    outside: Vec<Candidate>,
    /// For each drawn constraint, true if it does not apply; empty if all apply.
    suspended: Vec<bool>,
    /// Computed on first use: on a 225×225 board they take a third of the time of reading and
    /// solving, and a board that singles solve does not need them.
    intersections: OnceLock<Intersections>,
    /// For each cell, its peers; only on small boards.
    peers: OnceLock<Jagged<Cell>>,
}

impl Layout {
    /// Returns the plain board: rows, then columns, then boxes.
    pub fn classic(shape: Shape) -> Layout {
        Layout::new(Ruleset::classic(shape))
    }

    /// Returns the board with these rules.
    pub fn new(rules: Ruleset) -> Layout {
        let primitives = rules.primitives();
        Layout::from_primitives(rules, primitives)
    }

    /// Returns the board on which only these drawn constraints apply. The others keep their numbers,
    /// and pairs with a mark remain exempt from negative constraints.
    pub fn restricted_to(&self, constraints: &[usize]) -> Layout {
        let mut suspended = vec![true; self.constraints().len()];
        for number in constraints {
            suspended[*number] = false;
        }
        // Not those of this layout: it lacks relations that a suspended cage implies.
        let mut primitives = self.rules.primitives();
        let constraint = |of: &Primitive| of.source.constraint();
        primitives.retain(|of| constraint(of).is_none_or(|number| !suspended[number]));
        Layout {
            suspended,
            ..Layout::from_primitives(self.rules.clone(), primitives)
        }
    }

    /// Returns the board with implied sums: cells with coefficients, and the total of each. A sum with too
    /// many combinations is left out.
    pub(crate) fn with_implied(
        &self,
        sums: impl IntoIterator<Item = (Vec<(Cell, i64)>, i64)>,
    ) -> Layout {
        let sums = sums.into_iter();
        let sums = sums.filter_map(|(terms, total)| Primitive::implied_sum(self, &terms, total));
        let primitives = self.primitives.iter().cloned().chain(sums).collect();
        Layout {
            suspended: self.suspended.clone(),
            ..Layout::from_primitives(self.rules.clone(), primitives)
        }
    }

    /// Creates the board with these primitives, in any order, except relations that a house implies.
    fn from_primitives(rules: Ruleset, mut primitives: Vec<Primitive>) -> Layout {
        let cells = rules.geometry().cell_count();
        Primitive::sort(&mut primitives);
        let house_count = primitives.partition_point(Primitive::is_house);
        let others = primitives.split_off(house_count);
        let mut layout = Layout {
            cell_count: cells,
            outside: rules.geometry().outside(),
            rules,
            of_cells: Primitive::index(&primitives, cells),
            primitives,
            house_count,
            relations_end: house_count,
            suspended: Vec::new(),
            intersections: OnceLock::new(),
            peers: OnceLock::new(),
        };
        if others.is_empty() {
            return layout;
        }
        let is_new = |of: &Primitive| !layout.is_implied(of);
        let others: Vec<Primitive> = others.into_iter().filter(is_new).collect();
        layout.relations_end += others.partition_point(Primitive::is_relation);
        layout.primitives.extend(others);
        layout.of_cells = Primitive::index(&layout.primitives, cells);
        layout
    }

    /// Returns true for an inequality that a house implies, and which is then redundant. Houses of drawn
    /// constraints do not count for the relations of variants: `verify` checks these, and does not rely on
    /// those.
    fn is_implied(&self, primitive: &Primitive) -> bool {
        let counts =
            |house: usize| primitive.source.is_drawn() || !self.primitives[house].source.is_drawn();
        primitive.is_inequality()
            && self
                .shared_houses(primitive.cells[0], primitive.cells[1])
                .any(counts)
    }

    /// The rules from which the houses, relations and automata were made.
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// The cells and digits.
    pub fn geometry(&self) -> &Geometry {
        self.rules.geometry()
    }

    /// The shape of the boxes, if there are any.
    pub fn boxes(&self) -> Option<Shape> {
        self.rules.boxes()
    }

    /// The number of digits, those of variables included.
    pub fn digit_count(&self) -> usize {
        self.geometry().digit_count()
    }

    /// The number of cells, variables included.
    pub fn cell_count(&self) -> usize {
        self.cell_count
    }

    /// All cells, the variables last.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.cell_count()).map(Cell::from_index)
    }

    /// The candidates that no puzzle on this board has, in ascending order: digits of variables in the
    /// grid, and other digits in variables. Most boards have none.
    pub fn outside(&self) -> &[Candidate] {
        &self.outside
    }

    /// All primitives except relations that a house implies. Their index is the number of the primitive.
    pub fn primitives(&self) -> &[Primitive] {
        &self.primitives
    }

    /// All houses, the first primitives.
    pub fn houses(&self) -> &[Primitive] {
        &self.primitives[..self.house_count]
    }

    /// All relations, the next primitives.
    pub fn relations(&self) -> &[Primitive] {
        &self.primitives[self.house_count..self.relations_end]
    }

    /// Returns runs of full houses of one kind that follow each other and share no cell, such as rows 2
    /// to 4, of up to `most` houses each. Drawn constraints that only allow some sets of digits are left
    /// out.
    pub fn house_runs(&self, most: usize) -> Vec<Vec<&Primitive>> {
        let is_full = |house: &&Primitive| self.is_full(house) && house.sets().is_none();
        let full: Vec<&Primitive> = self.houses().iter().filter(is_full).collect();
        let mut runs = Vec::new();
        for (place, first) in full.iter().enumerate() {
            let mut run: Vec<&Primitive> = Vec::new();
            for house in full[place..].iter().take(most) {
                let follows = discriminant(&house.source) == discriminant(&first.source)
                    && !run.iter().any(|other| {
                        house
                            .cells
                            .iter()
                            .any(|cell| other.cells.binary_search(cell).is_ok())
                    });
                if !follows {
                    break;
                }
                run.push(house);
                runs.push(run.clone());
            }
        }
        runs
    }

    /// Returns true for the standard board: rows, columns and boxes of 3×3, and no other rules.
    pub fn is_standard(&self) -> bool {
        self.primitives.len() == 27 && self.rules == Ruleset::classic(Shape::STANDARD)
    }

    /// Returns true if the house must contain every digit of the grid, because it has as many cells as
    /// there are digits.
    pub fn is_full(&self, house: &Primitive) -> bool {
        let geometry = self.geometry();
        let has_digits = |cell: &Cell| geometry.digits_of(*cell) == geometry.grid_digits();
        house.cells.len() == geometry.digits_in_grid()
            && (self.outside.is_empty() || house.cells.iter().all(has_digits))
    }

    /// The numbers of the houses that contain `cell`, in ascending order. A cell that is not on the
    /// board is in none, so it has no peers either.
    pub fn houses_of(&self, cell: Cell) -> impl Iterator<Item = usize> + '_ {
        let numbers = self.of_cells.get(cell.index()).unwrap_or_default().iter();
        let numbers = numbers.map(|number| *number as usize);
        numbers.take_while(|number| *number < self.house_count)
    }

    /// The relations of `cell`.
    pub fn relations_of(&self, cell: Cell) -> impl Iterator<Item = &Primitive> {
        let numbers = self.of_cells.get(cell.index()).unwrap_or_default().iter();
        let numbers = numbers.map(|number| *number as usize);
        let relations = numbers.skip_while(|number| *number < self.house_count);
        let relations = relations.take_while(|number| *number < self.relations_end);
        relations.map(|number| &self.primitives[number])
    }

    /// The candidates that relations forbid together with `candidate`. Some may occur twice.
    pub fn excluded(&self, candidate: Candidate) -> impl Iterator<Item = Candidate> + '_ {
        let relations = self.relations_of(candidate.cell);
        relations.flat_map(move |relation| relation.excluded(candidate))
    }

    /// The primitives of the drawn constraint with this number, except relations that a house implies.
    pub fn primitives_of(&self, constraint: usize) -> impl Iterator<Item = &Primitive> + Clone {
        let source = Source::Constraint(constraint);
        self.primitives.iter().filter(move |of| of.source == source)
    }

    /// Returns the cells that are in other primitives than houses, in ascending order.
    pub fn cells_beyond_houses(&self) -> Vec<Cell> {
        let others = &self.primitives[self.house_count..];
        let mut cells: Vec<Cell> = others.iter().flat_map(|of| &of.cells).copied().collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// The number of transitions of all automata, also those of equations, which may not be built yet,
    /// and of alternatives.
    pub(crate) fn transition_bound(&self) -> usize {
        let primitives = self.primitives.iter();
        primitives.map(Primitive::transition_bound).sum()
    }

    /// The drawn constraints, from which some of the primitives come.
    pub fn constraints(&self) -> &[Constraint] {
        self.rules.constraints()
    }

    /// Returns true if the drawn constraint with this number applies; see
    /// [`Layout::restricted_to`].
    pub fn applies(&self, constraint: usize) -> bool {
        self.suspended.get(constraint) != Some(&true)
    }

    /// Returns the lowest number of a house that contains both cells.
    pub fn first_shared_house(&self, one: Cell, other: Cell) -> Option<usize> {
        self.shared_houses(one, other).next()
    }

    /// The numbers of the houses that contain both cells, in ascending order.
    fn shared_houses(&self, one: Cell, other: Cell) -> impl Iterator<Item = usize> + '_ {
        let houses = self.houses_of(one);
        houses.filter(move |number| self.houses_of(other).any(|of_other| of_other == *number))
    }

    /// The cells that share a house with `cell`, in ascending order, without `cell` itself.
    pub fn peers(&self, cell: Cell) -> Vec<Cell> {
        let houses = self.houses_of(cell);
        let cells = houses.flat_map(|number| self.primitives[number].cells.iter().copied());
        let mut peers: Vec<Cell> = cells.filter(|peer| *peer != cell).collect();
        peers.sort_unstable();
        peers.dedup();
        peers
    }

    /// The largest number of cells for which the layout stores the peers of all cells. Visiting peers instead
    /// of the cells of three houses saves a quarter of the visits at 9×9, and 6 % of a check by the SAT engine,
    /// but only a seventh of the visits on larger boards, which does not pay for the table; on the largest board
    /// it would take gigabytes.
    const MAX_PEER_TABLE: usize = 25 * 25;

    /// [`Layout::peers`] if the board is small enough for a table of them.
    #[inline(always)]
    pub(crate) fn known_peers(&self, cell: Cell) -> Option<&[Cell]> {
        match self.cell_count <= Layout::MAX_PEER_TABLE {
            true => self
                .peers
                .get_or_init(|| self.find_all_peers())
                .get(cell.index()),
            false => None,
        }
    }

    /// Finds the peers of all cells. Marking them takes an eighth of the work of sorting them.
    fn find_all_peers(&self) -> Jagged<Cell> {
        let mut all = Jagged::default();
        let mut is_peer = vec![false; self.cell_count];
        for cell in self.cells() {
            for house in self.houses_of(cell) {
                for peer in &self.primitives[house].cells {
                    is_peer[peer.index()] = true;
                }
            }
            is_peer[cell.index()] = false;
            let peers = self.cells().zip(&mut is_peer);
            all.push(peers.filter_map(|(cell, is_peer)| take(is_peer).then_some(cell)));
        }
        all
    }

    /// The houses that share at least two cells with the house of this number, and these cells. Two houses with
    /// the same cells, such as a box and a cage that covers it, have nothing to exclude from each other and are
    /// left out.
    pub(crate) fn intersections_of(&self, house: usize) -> impl Iterator<Item = &Intersection> {
        let intersections = self
            .intersections
            .get_or_init(|| Intersections::new(self.houses(), self.cell_count));
        let of_house = intersections.of_house[house].iter();
        of_house.map(|place| &intersections.all[*place as usize])
    }
}

/// Everything else follows from the rules, except implied sums, which the number of primitives tells.
impl PartialEq for Layout {
    fn eq(&self, other: &Layout) -> bool {
        self.rules == other.rules
            && self.suspended == other.suspended
            && self.primitives.len() == other.primitives.len()
    }
}

impl Eq for Layout {}

impl Hash for Layout {
    /// Equal layouts have equal rules.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.rules.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{RegionMap, Variant};
    use super::*;
    use crate::testing::blank_on;

    fn classic(text: &str) -> Layout {
        Layout::classic(text.parse().unwrap())
    }

    #[test]
    fn nine_by_nine_has_the_known_structure() {
        let layout = classic("3x3");
        assert_eq!(layout.houses().len(), 27);
        for cell in layout.cells() {
            assert_eq!(layout.houses_of(cell).count(), 3);
            assert_eq!(layout.peers(cell).len(), 20);
        }
        let names: Vec<String> = layout
            .peers(Cell::at(2, 1, 9))
            .iter()
            .map(|cell| cell.name(9).to_string())
            .collect();
        let expected = "r1c1 r1c2 r1c3 r2c1 r2c2 r2c3 r3c1 r3c3 r3c4 r3c5 r3c6 r3c7 r3c8 r3c9 \
                        r4c2 r5c2 r6c2 r7c2 r8c2 r9c2";
        assert_eq!(names.join(" "), expected);
    }

    #[test]
    fn every_shape_has_full_houses_and_regular_peers() {
        for text in ["2x2", "2x3", "3x2", "3x4", "4x3", "2x5", "4x4", "5x5"] {
            let layout = classic(text);
            let (n, r, c) = (
                layout.digit_count(),
                layout.boxes().unwrap().box_rows(),
                layout.boxes().unwrap().box_columns(),
            );
            assert_eq!(layout.houses().len(), 3 * n, "{text}");
            for house in layout.houses() {
                assert!(layout.is_full(house), "{text}");
                assert!(house.cells.is_sorted(), "{text} {}", house.source);
            }
            for cell in layout.cells() {
                assert_eq!(
                    layout.peers(cell).len(),
                    2 * (n - 1) + (r - 1) * (c - 1),
                    "{text}"
                );
            }
            // Each box intersects r rows in c cells each, and c columns in r cells each.
            for house in 2 * n..3 * n {
                assert_eq!(layout.intersections_of(house).count(), r + c, "{text}");
                for both in layout.intersections_of(house) {
                    assert_eq!(both.shared.len() + both.only[0].len(), n);
                    assert_eq!(both.shared.len() + both.only[1].len(), n);
                }
            }
        }
    }

    #[test]
    fn rectangular_boxes_have_the_right_cells() {
        let layout = classic("2x3");
        let fourth = &layout.houses()[12 + 3];
        assert_eq!(fourth.source, Source::Box(None, 3));
        let names: Vec<String> = fourth.cells.iter().map(|c| c.name(6).to_string()).collect();
        assert_eq!(names, ["r3c4", "r3c5", "r3c6", "r4c4", "r4c5", "r4c6"]);
    }

    fn with(shape: &str, variants: &[Variant]) -> Layout {
        let rules = Ruleset::classic(shape.parse().unwrap());
        Layout::new(rules.with(variants).unwrap())
    }

    fn names(cells: &[Cell], size: usize) -> String {
        let names: Vec<String> = cells.iter().map(|c| c.name(size).to_string()).collect();
        names.join(" ")
    }

    /// The houses other than rows, columns and boxes, as `name: cells`.
    fn extra(layout: &Layout) -> Vec<String> {
        let extra = layout.houses().iter().filter(|house| {
            !matches!(
                house.source,
                Source::Row(None, _) | Source::Column(None, _) | Source::Box(None, _)
            )
        });
        let text = |house: &Primitive| {
            assert!(house.cells.is_sorted());
            format!(
                "{}: {}",
                house.source,
                names(&house.cells, layout.digit_count())
            )
        };
        extra.map(text).collect()
    }

    #[test]
    fn variants_have_the_right_houses() {
        assert_eq!(
            extra(&with("2x2", &[Variant::Diagonal])),
            [
                "the diagonal from top left: r1c1 r2c2 r3c3 r4c4",
                "the diagonal from top right: r1c4 r2c3 r3c2 r4c1"
            ]
        );
        assert_eq!(
            extra(&with("2x2", &[Variant::Windoku])),
            ["window 1: r2c2 r2c3 r3c2 r3c3"]
        );
        let windows = extra(&with("3x3", &[Variant::Windoku]));
        assert_eq!(windows.len(), 4);
        let second = "window 2: r2c6 r2c7 r2c8 r3c6 r3c7 r3c8 r4c6 r4c7 r4c8";
        assert_eq!(windows[1], second);
        assert_eq!(extra(&with("4x4", &[Variant::Windoku])).len(), 9);
        let groups = extra(&with("2x3", &[Variant::DisjointGroups]));
        assert_eq!(groups.len(), 6);
        assert_eq!(groups[1], "group 2: r1c2 r1c5 r3c2 r3c5 r5c2 r5c5");
        assert_eq!(groups[5], "group 6: r2c3 r2c6 r4c3 r4c6 r6c3 r6c6");
    }

    #[test]
    fn relations_implied_by_houses_are_left_out() {
        let knight = with("3x3", &[Variant::AntiKnight]);
        let cells = |layout: &Layout, cell: Cell, value: usize| -> String {
            let digit = crate::board::Digit::from_index(value - 1);
            let mut all: Vec<Cell> = layout
                .excluded(Candidate { cell, digit })
                .map(|excluded| excluded.cell)
                .collect();
            all.sort();
            names(&all, layout.digit_count())
        };
        // A knight in a corner stays in its box.
        assert_eq!(cells(&knight, Cell::at(0, 0, 9), 5), "");
        assert_eq!(cells(&knight, Cell::at(1, 1, 9), 5), "r1c4 r3c4 r4c1 r4c3");
        let king = with("3x3", &[Variant::AntiKing]);
        assert_eq!(cells(&king, Cell::at(2, 2, 9), 5), "r2c4 r4c2 r4c4");
        assert_eq!(cells(&king, Cell::at(1, 1, 9), 5), "");
        // 128 pairs touch at a corner, 8 of them in each of the boxes.
        assert_eq!(king.relations().len(), 128 - 9 * 8);
        let consecutive = with("2x2", &[Variant::NonConsecutive]);
        assert_eq!(cells(&consecutive, Cell::at(0, 1, 4), 1), "r1c1 r1c3 r2c2");
        assert_eq!(
            cells(&consecutive, Cell::at(0, 1, 4), 2),
            "r1c1 r1c1 r1c3 r1c3 r2c2 r2c2"
        );
    }

    #[test]
    fn regions_replace_boxes() {
        let labels: Vec<Option<char>> = "1112132243324443".chars().map(Some).collect();
        let rules = Ruleset::jigsaw(RegionMap::from_labels(&labels).unwrap());
        let layout = Layout::new(rules.with(&[Variant::Diagonal]).unwrap());
        assert_eq!(layout.houses().len(), 4 + 4 + 4 + 2);
        assert_eq!(extra(&layout)[1], "region 2: r1c4 r2c3 r2c4 r3c4");
        assert_eq!(layout.boxes(), None);
        let refused = |rules: Ruleset, variant| rules.with(&[variant]).unwrap_err().to_string();
        assert_eq!(
            refused(layout.rules().clone(), Variant::DisjointGroups),
            "expected boxes for disjoint-groups, found a board without"
        );
        assert_eq!(
            refused(Ruleset::classic("2x3".parse().unwrap()), Variant::Windoku),
            "expected a square number of digits for windoku, found 6"
        );
    }

    #[test]
    fn houses_come_first_and_relations_second() {
        let puzzle = blank_on(
            "board 4x4; box 2x2; anti-knight; sum 9 r1c1 r2c2 r3c3; thermometer r3c3 r2c2 r1c1; \
             cage 5 r1c1 r2c2; cage r3c3 r4c4; cage r1c1 r2c3",
        );
        let layout = puzzle.layout();
        let primitives = layout.primitives();
        let count =
            |is_kind: fn(&Primitive) -> bool| primitives.iter().filter(|of| is_kind(of)).count();
        assert_eq!(layout.houses().len(), count(Primitive::is_house));
        assert!(layout.houses().iter().all(Primitive::is_house));
        assert_eq!(layout.relations().len(), count(Primitive::is_relation));
        assert!(layout.relations().iter().all(Primitive::is_relation));
        assert!(layout.relations().is_sorted_by_key(|of| &of.cells));
        for cell in layout.cells() {
            let is_of_cell = |number: &usize| primitives[*number].cells.contains(&cell);
            let numbers: Vec<usize> = (0..primitives.len()).filter(is_of_cell).collect();
            let is_kind = |is_kind: fn(&Primitive) -> bool| {
                let numbers = numbers.iter().copied();
                numbers.filter(move |number| is_kind(&primitives[*number]))
            };
            assert!(layout.houses_of(cell).eq(is_kind(Primitive::is_house)));
            let relations = is_kind(Primitive::is_relation).map(|number| &primitives[number].cells);
            assert!(layout.relations_of(cell).map(|of| &of.cells).eq(relations));
        }
        // The relations of a thermometer say more than that its digits differ. The cage over a knight's
        // move does not make that relation of the board redundant.
        let of = |constraint| layout.primitives_of(constraint).count();
        assert_eq!([0, 1, 2, 3, 4].map(of), [1, 2, 1, 1, 1]);
        let sources = primitives.iter().map(|of| of.source);
        let knights = sources.filter(|of| *of == Source::KnightsMove).count();
        let restricted = layout.restricted_to(&[2]);
        assert_eq!(restricted.primitives().len(), 12 + knights + 1);
        assert_eq!(restricted.houses().len(), 12 + 1);
    }
}
