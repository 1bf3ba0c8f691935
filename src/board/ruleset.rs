//! The rules of a board as data, from which its houses, relations and automata are made.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::cell::Cell;
use super::constraint::{Constraint, ConstraintError, Context, Lowered};
use super::house::{House, HouseKind};
use super::region_map::RegionMap;
use super::relation::Relation;
use super::shape::Shape;
use super::variant::Variant;
use super::variant_relations::variant_relations;

/// Rows and columns, boxes or regions, variants, and drawn constraints. Engines and encodings do not
/// use this but the houses, relations and automata of the [`Layout`](super::Layout).
///
/// ```
/// use satdoku::board::{Layout, Ruleset, Variant};
///
/// let rules = Ruleset::classic("3x3".parse()?).with(&[Variant::Diagonal])?;
/// assert_eq!(Layout::new(rules).houses().len(), 9 + 9 + 9 + 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Ruleset {
    shape: Shape,
    regions: Option<RegionMap>,
    /// In ascending order, without repetition.
    variants: Vec<Variant>,
    drawn: Option<Arc<Drawn>>,
}

/// The drawn constraints of a board, and the primitives that follow from them.
#[derive(Debug)]
struct Drawn {
    constraints: Vec<Constraint>,
    lowered: Lowered,
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

/// The reason why a board cannot have a variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum VariantError {
    /// The size is not a square number.
    Windows(usize),
    /// There are no boxes.
    Groups,
}

impl VariantError {
    /// Returns what was expected, in words.
    pub fn expected(&self) -> String {
        match self {
            VariantError::Windows(_) => "a square number of digits for windoku".to_string(),
            VariantError::Groups => "boxes for disjoint-groups".to_string(),
        }
    }

    /// Returns what was found, in words.
    pub fn found(&self) -> String {
        match self {
            VariantError::Windows(size) => size.to_string(),
            VariantError::Groups => "a board without".to_string(),
        }
    }
}

impl std::error::Error for VariantError {}

impl fmt::Display for VariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found {}", self.expected(), self.found())
    }
}

impl Ruleset {
    /// Rows, columns and boxes.
    pub fn classic(shape: Shape) -> Ruleset {
        Ruleset {
            shape,
            regions: None,
            variants: Vec::new(),
            drawn: None,
        }
    }

    /// Rows, columns and regions.
    ///
    /// # Panics
    /// Never: a region map has a size that a board can have.
    pub fn jigsaw(regions: RegionMap) -> Ruleset {
        let shape = Shape::without_boxes(regions.size());
        Ruleset {
            shape: shape.expect("a region map has the size of a board"),
            regions: Some(regions),
            variants: Vec::new(),
            drawn: None,
        }
    }

    /// Adds variants to the rules.
    ///
    /// # Errors
    /// If a board of this kind cannot have one of them.
    pub fn with(mut self, variants: &[Variant]) -> Result<Ruleset, VariantError> {
        self.variants.extend(variants);
        self.variants.sort_unstable();
        self.variants.dedup();
        let size = self.size();
        if self.has(Variant::Windoku) && size.isqrt() * size.isqrt() != size {
            return Err(VariantError::Windows(size));
        }
        if self.has(Variant::DisjointGroups) && !self.shape.has_boxes() {
            return Err(VariantError::Groups);
        }
        Ok(self)
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
    pub fn with_constraints(
        mut self,
        constraints: Vec<Constraint>,
    ) -> Result<Ruleset, ConstraintError> {
        self.drawn = None;
        if !constraints.is_empty() {
            let lowered = Constraint::lower_all(&constraints, &self.context(&constraints))?;
            self.drawn = Some(Arc::new(Drawn {
                constraints,
                lowered,
            }));
        }
        Ok(self)
    }

    /// Box rows × box columns; 1 × n if there are no boxes.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The regions of a jigsaw.
    pub fn regions(&self) -> Option<&RegionMap> {
        self.regions.as_ref()
    }

    /// Returns what drawn constraints on this board take into account.
    pub(super) fn context<'a>(&'a self, constraints: &[Constraint]) -> Context<'a> {
        let extrema = [false, true].map(|is_maximum| {
            let cell = |constraint: &Constraint| match constraint {
                Constraint::Extremum(mark) if mark.is_maximum == is_maximum => Some(mark.cell),
                _ => None,
            };
            constraints.iter().filter_map(cell).collect()
        });
        Context {
            shape: self.shape,
            regions: self.regions.as_ref(),
            extrema,
        }
    }

    /// The variants, without repetition.
    pub fn variants(&self) -> &[Variant] {
        &self.variants
    }

    /// The drawn constraints, in the order in which they were given.
    pub fn constraints(&self) -> &[Constraint] {
        self.drawn.as_ref().map_or(&[], |drawn| &drawn.constraints)
    }

    /// The primitives of the drawn constraints.
    pub(super) fn lowered(&self) -> Option<&Lowered> {
        self.drawn.as_ref().map(|drawn| &drawn.lowered)
    }

    /// Returns the rules of the drawn constraints in sentences, each once.
    pub fn constraint_rules(&self) -> Vec<&'static str> {
        let mut sentences = Vec::new();
        for sentence in self.constraints().iter().map(Constraint::rule) {
            if !sentences.contains(&sentence) {
                sentences.push(sentence);
            }
        }
        sentences
    }

    fn size(&self) -> usize {
        self.shape.size()
    }

    fn has(&self, variant: Variant) -> bool {
        self.variants.contains(&variant)
    }

    /// Returns all houses: rows, columns, boxes or regions, and the houses of each variant.
    pub(super) fn houses(&self) -> Vec<House> {
        let size = self.size();
        let mut houses = Vec::with_capacity(3 * size);
        let mut add = |kind, cells: Vec<Cell>| houses.push(House::new(kind, cells));
        for row in 0..size {
            let cells = (0..size).map(|column| Cell::at(row, column, size));
            add(HouseKind::Row(row), cells.collect());
        }
        for column in 0..size {
            let cells = (0..size).map(|row| Cell::at(row, column, size));
            add(HouseKind::Column(column), cells.collect());
        }
        // The cells of a rectangle, given its top left corner.
        let rectangle = |top: usize, left: usize, rows: usize, columns: usize| {
            let cells = (0..rows * columns).map(|i| (top + i / columns, left + i % columns));
            cells
                .map(|(row, column)| Cell::at(row, column, size))
                .collect()
        };
        let (rows, columns) = (self.shape.box_rows(), self.shape.box_columns());
        if self.shape.has_boxes() {
            for index in 0..size {
                // A band has size / columns = rows boxes.
                let (top, left) = (index / rows * rows, index % rows * columns);
                add(HouseKind::Box(index), rectangle(top, left, rows, columns));
            }
        }
        let regions = self.regions.iter().flat_map(RegionMap::regions).enumerate();
        for (index, region) in regions {
            add(HouseKind::Region(index), region);
        }
        if self.has(Variant::Diagonal) {
            let falling = (0..size).map(|row| Cell::at(row, row, size));
            add(HouseKind::Diagonal(0), falling.collect());
            let rising = (0..size).map(|row| Cell::at(row, size - 1 - row, size));
            add(HouseKind::Diagonal(1), rising.collect());
        }
        if self.has(Variant::Windoku) {
            let side = size.isqrt();
            let corners = || (0..side - 1).map(|place| 1 + place * (side + 1));
            let windows = corners().flat_map(|top| corners().map(move |left| (top, left)));
            for (index, (top, left)) in windows.enumerate() {
                add(HouseKind::Window(index), rectangle(top, left, side, side));
            }
        }
        if self.has(Variant::DisjointGroups) {
            for place in 0..size {
                let (row, column) = (place / columns, place % columns);
                // There are `columns` bands of `rows` boxes each.
                let cells = (0..size).map(|index| {
                    let (top, left) = (index / rows * rows, index % rows * columns);
                    Cell::at(top + row, left + column, size)
                });
                add(HouseKind::Group(place), cells.collect());
            }
        }
        houses.extend(
            self.lowered()
                .iter()
                .flat_map(|lowered| lowered.houses.iter().cloned()),
        );
        houses
    }

    /// Returns all relations, including those that a house implies.
    pub(super) fn relations(&self) -> Vec<Relation> {
        let mut relations = variant_relations(self.size(), &self.variants, self.constraints());
        let drawn = self.lowered().into_iter();
        relations.extend(drawn.flat_map(|lowered| lowered.relations.iter().cloned()));
        relations
    }
}
