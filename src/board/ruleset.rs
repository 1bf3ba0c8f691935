//! The rules of a board as data, from which its houses, relations and automata are made.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::cell::Cell;
use super::constraint::{Constraint, Context, Title, cell_names};
use super::geometry::Geometry;
use super::mismatch::{Mismatch, cells};
use super::primitive::Primitive;
use super::region_map::RegionMap;
use super::shape::Shape;
use super::source::Source;
use super::variant::Variant;

/// The geometry of a board, rows and columns, boxes or regions, variants, and drawn constraints. Engines
/// and encodings do not use this but the houses, relations and automata of the
/// [`Layout`](super::Layout).
///
/// ```
/// use satdoku::board::{Geometry, Layout, Ruleset, Variant};
///
/// let rules = Ruleset::classic("3x3".parse()?).with(&[Variant::Diagonal])?;
/// assert_eq!(Layout::new(rules).houses().len(), 9 + 9 + 9 + 2);
///
/// // A Latin rectangle of 4 rows and 6 columns.
/// let rules = Ruleset::new(Geometry::new(4, 6, 1..=6)?)?;
/// assert_eq!(Layout::new(rules).houses().len(), 4 + 6);
///
/// // Two overlapping grids: the second begins in row 7, column 7, counted from 1.
/// let rules = Ruleset::grids("3x3".parse()?, vec![(0, 0), (6, 6)])?;
/// assert_eq!(rules.geometry().cell_count(), 81 + 81 - 9);
/// assert_eq!(Layout::new(rules).houses().len(), 27 + 27 - 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Ruleset {
    geometry: Geometry,
    /// True if rows and columns are houses.
    has_lines: bool,
    boxes: Option<Shape>,
    regions: Option<RegionMap>,
    /// In ascending order, without repetition.
    variants: Vec<Variant>,
    drawn: Option<Arc<Drawn>>,
}

/// The drawn constraints of a board, and the primitives that follow from them.
#[derive(Debug)]
struct Drawn {
    constraints: Vec<Constraint>,
    lowered: Vec<Primitive>,
}

impl PartialEq for Drawn {
    fn eq(&self, other: &Drawn) -> bool {
        self.constraints == other.constraints
    }
}

impl Eq for Drawn {}

impl Hash for Drawn {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.constraints.hash(state);
    }
}

impl Ruleset {
    /// The rules of the most popular board of several grids: one in the middle, and four that share a
    /// box with it.
    pub const SAMURAI: [(usize, usize); 5] = [(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)];

    /// Rows, columns and boxes; no boxes if the shape is 1×n.
    pub fn classic(shape: Shape) -> Ruleset {
        Ruleset {
            boxes: shape.boxes(),
            ..Ruleset::without_houses(shape.size())
        }
    }

    /// Rows, columns and regions.
    pub fn jigsaw(regions: RegionMap) -> Ruleset {
        let rules = Ruleset::without_houses(regions.board());
        Ruleset {
            regions: Some(regions),
            ..rules
        }
    }

    /// Rows and columns.
    ///
    /// # Errors
    /// If a row or column has more cells than there are digits.
    pub fn new(board: impl Into<Geometry>) -> Result<Ruleset, Mismatch> {
        Ruleset::without_houses(board).checked()
    }

    /// Rows and columns that are not checked yet.
    fn without_houses(board: impl Into<Geometry>) -> Ruleset {
        let geometry = board.into();
        Ruleset {
            boxes: None,
            geometry,
            has_lines: true,
            regions: None,
            variants: Vec::new(),
            drawn: None,
        }
    }

    /// Overlapping square grids of this shape with rows, columns and boxes, given by the row and the
    /// column of their top left corners, counted from 0. The board is the smallest rectangle around
    /// them; cells in no grid are missing.
    ///
    /// # Errors
    /// If there is no grid, two have the same corner, or the board is too large.
    pub fn grids(shape: Shape, corners: Vec<(usize, usize)>) -> Result<Ruleset, Mismatch> {
        let mut sorted = corners.clone();
        sorted.sort_unstable();
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            let (row, column) = pair[0];
            let found = format!("two at r{}c{}", row + 1, column + 1);
            return Err(Mismatch::new("grids in different places", found));
        }
        let geometry = Geometry::of_grids(shape.size(), corners)?;
        let rules = Ruleset {
            boxes: shape.boxes(),
            ..Ruleset::without_houses(geometry)
        };
        rules.checked()
    }

    /// Replaces the cells and digits by others on which the rules make sense too: other digits, fewer
    /// cells, or more variables. Drawn constraints are dropped, as cells may get other numbers.
    ///
    /// # Errors
    /// If a house has more cells than there are digits, or boxes, regions or variants do not fit.
    pub fn on(self, geometry: Geometry) -> Result<Ruleset, Mismatch> {
        let regions = match self.regions {
            None => None,
            Some(regions) => {
                let labels = geometry.grid_cells().map(|cell| {
                    let (row, column) = geometry.position(cell)?;
                    regions.region_of(regions.board().cell_at(row, column)?)
                });
                Some(RegionMap::on(&geometry, &labels.collect::<Vec<_>>())?)
            }
        };
        let rules = Ruleset {
            geometry,
            regions,
            drawn: None,
            ..self
        };
        rules.checked()
    }

    /// Replaces boxes or regions by boxes of this shape. There are none if they would be the rows or columns.
    ///
    /// # Errors
    /// If they do not fill the rows and columns, or have more cells than there are digits.
    pub(super) fn with_boxes(self, boxes: Option<Shape>) -> Result<Ruleset, Mismatch> {
        let (rows, columns) = self.geometry.grid_size();
        let are_lines =
            |of: &Shape| [(1, columns), (rows, 1)].contains(&(of.box_rows(), of.box_columns()));
        let boxes = boxes.filter(|boxes| !are_lines(boxes));
        let rules = Ruleset {
            boxes,
            regions: None,
            ..self
        };
        rules.checked()
    }

    /// Replaces boxes by regions.
    ///
    /// # Errors
    /// If the regions are those of another board.
    pub fn with_regions(self, regions: RegionMap) -> Result<Ruleset, Mismatch> {
        let (expected, found) = (
            self.geometry.grid_cell_count(),
            regions.board().grid_cell_count(),
        );
        if expected != found {
            return Err(Mismatch::new(cells(expected), found.to_string()));
        }
        let rules = Ruleset {
            boxes: None,
            regions: Some(regions),
            ..self
        };
        rules.checked()
    }

    /// Allows digits to repeat in rows and columns.
    #[must_use]
    pub fn without_lines(self) -> Ruleset {
        Ruleset {
            has_lines: false,
            ..self
        }
    }

    /// Checks that the houses fit the board.
    fn checked(self) -> Result<Ruleset, Mismatch> {
        let (rows, columns) = self.geometry.grid_size();
        if let Some(boxes) = self.boxes
            && (!boxes.has_boxes()
                || (rows % boxes.box_rows(), columns % boxes.box_columns()) != (0, 0))
        {
            let expected = format!("boxes that fill a board of {rows}x{columns}");
            return Err(Mismatch::new(expected, boxes.to_string()));
        }
        let digits = self.geometry.digits_in_grid();
        self.check_variants()?;
        match self
            .board_houses()
            .iter()
            .find(|house| house.cells.len() > digits)
        {
            None => Ok(self),
            Some(house) => {
                let (most, source) = (cells(digits), house.source);
                let expected = format!("at most {most} in {source}, one for each digit");
                Err(Mismatch::new(expected, house.cells.len().to_string()))
            }
        }
    }

    /// Adds variants to the rules.
    ///
    /// # Errors
    /// If a board of this kind cannot have one of them.
    pub fn with(mut self, variants: &[Variant]) -> Result<Ruleset, Mismatch> {
        self.variants.extend(variants);
        self.variants.sort_unstable();
        self.variants.dedup();
        self.check_variants()?;
        Ok(self)
    }

    fn check_variants(&self) -> Result<(), Mismatch> {
        let context = Context::new(self, &[]);
        let mut variants = self.variants.iter();
        variants.try_for_each(|variant| Constraint::of_board(variant.kind()).check(&context))
    }

    /// Replaces the drawn constraints.
    ///
    /// # Errors
    /// If a constraint has a cell that is not on the board, a cell twice where that means nothing, or
    /// too many combinations of digits to store. A constraint that no digits satisfy is allowed.
    ///
    /// ```
    /// use satdoku::board::{Constraint, Layout, Ruleset};
    ///
    /// let cage = Constraint::parse("cage 15 r1c1 r1c2 r2c1", 9)?;
    /// let rules = Ruleset::classic("3x3".parse()?).with_constraints(vec![cage])?;
    /// assert_eq!(Layout::new(rules).houses().len(), 9 + 9 + 9 + 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_constraints(mut self, constraints: Vec<Constraint>) -> Result<Ruleset, Mismatch> {
        self.drawn = None;
        if !constraints.is_empty() {
            let lowered = Constraint::lower_all(&constraints, &Context::new(&self, &constraints))?;
            self.drawn = Some(Arc::new(Drawn {
                constraints,
                lowered,
            }));
        }
        Ok(self)
    }

    /// The cells and digits.
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The shape of the boxes, if there are any.
    pub fn boxes(&self) -> Option<Shape> {
        self.boxes
    }

    /// Returns the shape of the boxes as text: `2x3`, or 1 × the number of columns if there are none.
    pub fn box_text(&self) -> String {
        let none = || format!("1x{}", self.geometry.columns());
        self.boxes.map_or_else(none, |boxes| boxes.to_string())
    }

    /// Returns true if no digit repeats in a row or column.
    pub fn has_lines(&self) -> bool {
        self.has_lines
    }

    /// The regions that replace the boxes.
    pub fn regions(&self) -> Option<&RegionMap> {
        self.regions.as_ref()
    }

    /// The top left corners of overlapping grids, rows and columns counted from 0; empty if the board is
    /// one grid.
    pub fn corners(&self) -> &[(usize, usize)] {
        self.geometry.corners()
    }

    /// Returns the number of the box or region of a cell, counted from 0, if it is in one. Boxes are
    /// numbered in reading order, grid by grid.
    pub fn region_of(&self, cell: Cell) -> Option<usize> {
        if let Some(regions) = &self.regions {
            return regions.region_of(cell);
        }
        let (row, column) = self.geometry.position(cell)?;
        let (rows, columns) = self.geometry.grid_size();
        let (box_rows, box_columns) = (self.boxes?.box_rows(), self.boxes?.box_columns());
        let grid = self.geometry.grid_at(row, column)?;
        let (top, left) = self.geometry.grid_corners().nth(grid)?;
        let per_band = columns / box_columns;
        let number = (row - top) / box_rows * per_band + (column - left) / box_columns;
        let per_grid = per_band * (rows / box_rows);
        Some(grid * per_grid + number)
    }

    /// The variants, without repetition.
    pub fn variants(&self) -> &[Variant] {
        &self.variants
    }

    /// The drawn constraints, in the order in which they were given.
    pub fn constraints(&self) -> &[Constraint] {
        self.drawn.as_ref().map_or(&[], |drawn| &drawn.constraints)
    }

    /// Returns the rules of the drawn constraints in sentences, each once. A setter's own rule comes with
    /// its title and the cells of all its constraints.
    pub fn constraint_rules(&self) -> Vec<String> {
        let board = self.geometry();
        let mut sentences: Vec<((String, String), Vec<String>)> = Vec::new();
        for constraint in self.constraints() {
            let title = || constraint.title().map_or("Custom rule", Title::as_str);
            let (sentence, has_cells) = match constraint.statement(board) {
                None => ((constraint.rule(board), String::new()), false),
                Some(statement) => {
                    let sentence = (title().to_string(), format!(": {statement}."));
                    (sentence, constraint.lists_cells())
                }
            };
            let cells = has_cells.then(|| cell_names(&constraint.cells(board), board));
            let mut known = sentences.iter_mut();
            match known.find(|(known, _)| *known == sentence) {
                Some((_, all)) => all.extend(cells),
                None => sentences.push((sentence, Vec::from_iter(cells))),
            }
        }
        let sentences = sentences.into_iter();
        let sentences = sentences.map(|((start, end), cells)| match cells.is_empty() {
            true => start + &end,
            false => format!("{start} ({}){end}", cells.join("; ")),
        });
        sentences.collect()
    }

    /// Returns the houses that no constraint draws: rows, columns, boxes or regions, and those of each
    /// variant.
    pub(super) fn board_houses(&self) -> Vec<Primitive> {
        let mut houses: Vec<Primitive> = Vec::with_capacity(3 * self.geometry.rows());
        for (grid, corner) in self.geometry.grid_corners().enumerate() {
            for house in self.houses_of_grid(grid, corner) {
                // Overlapping grids share boxes.
                let is_new = |other: &Primitive| other.cells != house.cells;
                if grid == 0 || houses.iter().all(is_new) {
                    houses.push(house);
                }
            }
        }
        let regions = self.regions.iter().flat_map(RegionMap::regions).enumerate();
        let regions =
            regions.map(|(index, region)| Primitive::house(Source::Region(index), region));
        houses.extend(regions);
        let context = Context::new(self, &[]);
        for variant in &self.variants {
            let of_variant = Constraint::of_board(variant.kind()).houses(&context);
            for (number, cells) in of_variant.into_iter().enumerate() {
                let is_new = |other: &Primitive| other.cells != cells;
                if !cells.is_empty() && (self.corners().len() < 2 || houses.iter().all(is_new)) {
                    houses.push(Primitive::house(
                        self.source_of_variant(*variant, number),
                        cells,
                    ));
                }
            }
        }
        houses
    }

    /// Returns the origin of a primitive of a variant, given the number of the house among all houses
    /// of the variant.
    fn source_of_variant(&self, variant: Variant, number: usize) -> Source {
        match variant {
            Variant::Diagonal if self.corners().is_empty() => Source::Diagonal(None, number),
            Variant::Diagonal => Source::Diagonal(Some(number / 2), number % 2),
            Variant::Windoku => Source::Window(number),
            Variant::DisjointGroups => Source::Group(number),
            Variant::AntiKnight => Source::KnightsMove,
            Variant::AntiKing => Source::KingsMove,
            _ => Source::Adjacent,
        }
    }

    /// Returns the houses of a grid: rows, columns and boxes are tiles that fill it.
    fn houses_of_grid(&self, grid: usize, (top, left): (usize, usize)) -> Vec<Primitive> {
        let (rows, columns) = self.geometry.grid_size();
        let grid = (!self.corners().is_empty()).then_some(grid);
        let mut houses = Vec::new();
        let mut add = |source: fn(Option<usize>, usize) -> Source, tile: (usize, usize)| {
            let tops = (top..top + rows).step_by(tile.0);
            let lefts = || (left..left + columns).step_by(tile.1);
            let corners = tops.flat_map(|top| lefts().map(move |left| (top, left)));
            for (number, corner) in corners.enumerate() {
                let cells = self.geometry.rectangle(corner, tile);
                if !cells.is_empty() {
                    houses.push(Primitive::house(source(grid, number), cells));
                }
            }
        };
        if self.has_lines {
            add(Source::Row, (1, columns));
            add(Source::Column, (rows, 1));
        }
        if let Some(boxes) = self.boxes {
            add(Source::Box, (boxes.box_rows(), boxes.box_columns()));
        }
        houses
    }

    /// Returns all primitives, including relations that a house implies.
    pub(crate) fn primitives(&self) -> Vec<Primitive> {
        let context = Context::new(self, self.constraints());
        let mut primitives = self.board_houses();
        for variant in &self.variants {
            let constraint = Constraint::of_board(variant.kind());
            if let Some((pairs, table)) = constraint.relations(&context) {
                let (source, table) = (self.source_of_variant(*variant, 0), Arc::new(table));
                let pairs = pairs.into_iter();
                primitives.extend(pairs.map(|cells| Primitive::of_pair(source, cells, &table)));
            }
        }
        primitives.extend(
            self.drawn
                .iter()
                .flat_map(|drawn| drawn.lowered.iter().cloned()),
        );
        primitives
    }
}
