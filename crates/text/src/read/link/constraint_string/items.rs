//! Items with cells: givens, and constraints in their text form.

use super::item::{StringItem, is_cell};
use super::variables::cells_of;
use crate::read::glyph::{CellText, LineColumn};
use satdoku::board::{
    Argument, Cell, Constraint, Digit, Geometry, Kind, Ruleset, Title, Variables, Variant,
};
use satdoku::format_error::{FormatError, quote};

/// Items that are written with other words but have the same arguments.
pub(crate) const SAME_ARGUMENTS: [(&str, &str); 12] = [
    ("AllDifferent", "extra-region"),
    ("Between", "between"),
    ("CountingCircles", "counting-circles"),
    ("DoubleArrow", "double-arrow"),
    ("Entropic", "entropic"),
    ("Lockout", "lockout"),
    ("Modular", "modular"),
    ("Palindrome", "palindrome"),
    ("RegionSumLine", "region-sum"),
    ("Renban", "renban"),
    ("Thermo", "thermometer"),
    ("Zipper", "zipper"),
];

/// Items for every two adjacent cells of a list.
const PAIRS: [(&str, &str); 5] = [
    ("BlackDot", "ratio"),
    ("GreaterThan", "greater"),
    ("V", "v"),
    ("WhiteDot", "difference"),
    ("X", "x"),
];

/// Items without arguments that stand for variants.
const VARIANTS: [(&str, &[Variant]); 7] = [
    ("AntiConsecutive", &[Variant::NonConsecutive]),
    ("AntiKing", &[Variant::AntiKing]),
    ("AntiKnight", &[Variant::AntiKnight]),
    ("DisjointSets", &[Variant::DisjointGroups]),
    (
        "StrictKropki",
        &[Variant::NonConsecutive, Variant::NegativeRatio],
    ),
    ("StrictXV", &[Variant::NegativeXv]),
    ("Windoku", &[Variant::Windoku]),
];

/// The board of the items so far.
pub(super) struct StringBoard {
    /// Its cells, digits and boxes.
    pub rules: Ruleset,
    /// The possible digits of each cell, if they are restricted.
    pub candidates: Vec<Option<Vec<Digit>>>,
    pub variants: Vec<Variant>,
    pub constraints: Vec<Constraint>,
    pub places: Vec<LineColumn>,
}

impl StringBoard {
    pub fn new(rules: Ruleset) -> StringBoard {
        StringBoard {
            candidates: vec![None; rules.geometry().cell_count()],
            rules,
            variants: Vec::new(),
            constraints: Vec::new(),
            places: Vec::new(),
        }
    }

    pub fn board(&self) -> &Geometry {
        self.rules.geometry()
    }

    /// Adds an item. Those for the board as a whole are left to [`StringBoard::finish`].
    pub fn add(&mut self, item: &StringItem) -> Result<(), FormatError> {
        let name = item.name.text.as_str();
        let find = |table: &[(&'static str, &'static str)]| {
            table
                .iter()
                .find(|(other, _)| *other == name)
                .map(|(_, own)| *own)
        };
        if let Some(own) = find(&SAME_ARGUMENTS) {
            let cells = item
                .arguments
                .iter()
                .filter(|argument| is_cell(&argument.text));
            if cells.count() < Kind::find(own).map_or(1, Kind::least_cells) {
                return Ok(());
            }
            return self.draw(item, &format!("{own} {}", item.from(0)));
        }
        if let Some(own) = find(&PAIRS) {
            return self.pairs(item, own);
        }
        if let Some((_, variants)) = VARIANTS.iter().find(|(other, _)| *other == name) {
            self.variants.extend(*variants);
            return Ok(());
        }
        match name {
            "" => item
                .arguments
                .iter()
                .try_for_each(|given| self.given(given)),
            _ if item.is_of_board() => Ok(()),
            "Arrow" => self.draw(
                item,
                &format!("arrow {}: {}", item.argument(0), item.from(1)),
            ),
            "Binary" | "Pair" => self.custom_pairs(item, "pairs"),
            "NFA" => self.machine(item),
            "Regex" => self.pattern(item),
            "BinaryX" | "PairX" => self.custom_pairs(item, "all-pairs"),
            "Cage" => self.cage(item),
            "ChaosArrow" => self.run_length(item),
            "ChaosConstruction" => self.regions_to_find(item),
            "ConnectedValues" => self.connected(item),
            "ContainAtLeast" => self.contained(item, "contains"),
            "ContainExact" => self.contained(item, "contains-exactly"),
            "CountDistinct" => self.count_distinct(item),
            "EqualSum" => self.equal_sums(item),
            "Indexing" => self.indexers(item),
            "LittleKiller" => self.little_killer(item),
            "NumberedRoom" => self.outer_clues(item, "numbered-room"),
            "PillArrow" => self.pill_arrow(item),
            "Quad" => self.quadruple(item),
            "SameValues" => self.same_values(item),
            "Sandwich" => {
                let line = self.outer_line(item, 1, false)?;
                self.draw(item, &format!("sandwich {} {line}", item.argument(0)))
            }
            "Skyscraper" => self.outer_clues(item, "skyscraper"),
            "Sum" => self.sum(item),
            "ValueIndexing" => self.value_index(item),
            // Differences of 5 are the default, whatever the size of the board.
            "Whisper" if is_cell(item.argument(0)) => {
                self.draw(item, &format!("whispers 5 {}", item.from(0)))
            }
            "Whisper" => self.draw(item, &format!("whispers {}", item.from(0))),
            "XSum" => self.outer_clues(item, "x-sum"),
            _ => {
                let expected = "only constraints that satdoku has";
                Err(FormatError::new(item.name.position, expected, quote(name)))
            }
        }
    }

    /// Adds the constraint with this text.
    pub fn draw(&mut self, item: &StringItem, text: &str) -> Result<(), FormatError> {
        let constraint = Constraint::parse(text, self.board());
        let constraint = constraint.map_err(|error| item.error(&error.expected, error.found))?;
        self.add_constraint(item, constraint);
        Ok(())
    }

    /// Adds a constraint.
    pub fn add_constraint(&mut self, item: &StringItem, constraint: Constraint) {
        self.constraints.push(constraint);
        self.places.push(item.name.position);
    }

    /// Adds a constraint of a kind.
    ///
    /// # Errors
    /// If these are not its arguments.
    pub fn add_kind(
        &mut self,
        item: &StringItem,
        kind: &str,
        arguments: Vec<Argument>,
        title: Option<Title>,
    ) -> Result<(), FormatError> {
        let made = Constraint::new(kind, arguments);
        let made = made.map_err(|error| item.error(&error.expected, error.found))?;
        self.add_constraint(item, made.with_title(title));
        Ok(())
    }

    /// Adds `ConnectedValues~<variables or empty>~1_2~<size or empty>`.
    fn connected(&mut self, item: &StringItem) -> Result<(), FormatError> {
        let values = item.argument(1).replace('_', " ");
        let size = match item.argument(2) {
            "" => String::new(),
            size => format!(" size {size}"),
        };
        let variables = match item.argument(0) {
            "" => String::new(),
            cells => {
                let is_named = |of: &&Variables| cells_of(&of.name).eq_ignore_ascii_case(cells);
                let variables = self.board().variables().iter().find(is_named);
                let Some(variables) = variables else {
                    return Err(item.error("the prefix of variables", quote(cells)));
                };
                format!(": {}", variables.name)
            }
        };
        self.draw(item, &format!("connected {values}{size}{variables}"))
    }

    /// Restricts a cell to the digits of `R1C1_2_5`.
    fn given(&mut self, given: &CellText) -> Result<(), FormatError> {
        let mut parts = given.text.split('_');
        let name = parts.next().unwrap_or_default();
        let cell = Cell::from_name(&name.to_ascii_lowercase(), self.board());
        let digit = |text: &str| self.board().digit(text.parse().ok()?);
        let digits: Option<Vec<Digit>> = parts.map(digit).collect();
        let (Some(cell), Some(digits)) = (cell, digits) else {
            let (board, values) = (self.board(), self.board().values());
            let expected = format!(
                "a cell up to R{}C{} with digits from {} to {}, such as R1C1_5",
                board.rows(),
                board.columns(),
                values.start(),
                values.end()
            );
            return Err(FormatError::new(
                given.position,
                expected,
                quote(&given.text),
            ));
        };
        let allowed = &mut self.candidates[cell.index()];
        match allowed {
            Some(allowed) => allowed.retain(|digit| digits.contains(digit)),
            None => *allowed = Some(digits),
        }
        Ok(())
    }

    /// Adds a cage. Cells that occur several times count several times in its sum.
    fn cage(&mut self, item: &StringItem) -> Result<(), FormatError> {
        let mut cells = item.cells(1, self.board())?;
        let count = cells.len();
        cells.sort_unstable();
        cells.dedup();
        let total = item.argument(0);
        if cells.len() == count {
            let total = if total == "0" { "" } else { total };
            return self.draw(item, &format!("cage {total} {}", item.from(1)));
        }
        self.draw(
            item,
            &format!("extra-region {}", names(&cells, self.board())),
        )?;
        match total {
            "0" => Ok(()),
            _ => self.draw(item, &format!("sum {total} {}", item.from(1))),
        }
    }

    /// Adds `Sum~10~R1C1~R1C2`, or `Sum~0_=_1_-1~R1C1~R1C2` with coefficients.
    fn sum(&mut self, item: &StringItem) -> Result<(), FormatError> {
        let Some((total, coefficients)) = item.argument(0).split_once("_=_") else {
            return self.draw(item, &format!("sum {}", item.from(0)));
        };
        let coefficients: Vec<&str> = coefficients.split('_').collect();
        let cells = &item.arguments[1..];
        if coefficients.len() != cells.len() {
            let expected = format!("{} coefficients", cells.len());
            return Err(item.error(&expected, coefficients.len().to_string()));
        }
        let terms = coefficients.iter().zip(cells);
        let terms = terms.map(|(coefficient, cell)| format!(" {coefficient}*{}", cell.text));
        self.draw(item, &format!("sum {total}{}", terms.collect::<String>()))
    }

    /// Adds a constraint for every two adjacent cells of a list, in the order of the list.
    pub fn pairs(&mut self, item: &StringItem, own: &str) -> Result<(), FormatError> {
        let cells = item.cells(0, self.board())?;
        let board = self.board().clone();
        let mut has_pair = false;
        for (index, one) in cells.iter().enumerate() {
            for other in &cells[index + 1..] {
                if board.neighbours(*one).contains(other) {
                    has_pair = true;
                    self.draw(item, &format!("{own} {}", names(&[*one, *other], &board)))?;
                }
            }
        }
        match has_pair {
            true => Ok(()),
            false => Err(item.error("adjacent cells", "none".to_string())),
        }
    }

    /// Adds `PillArrow~2~R1C1~R1C2~R1C3`: the digits of the pill are read in reading order.
    fn pill_arrow(&mut self, item: &StringItem) -> Result<(), FormatError> {
        let cells = item.cells(1, self.board())?;
        let length = item.argument(0).parse().ok();
        let Some(length) = length.filter(|length| (1..cells.len()).contains(length)) else {
            return Err(item.error("the length of the pill", quote(item.argument(0))));
        };
        let (pill, shaft) = cells.split_at(length);
        let mut pill = pill.to_vec();
        pill.sort_unstable();
        let [pill, shaft] = [&pill[..], shaft].map(|cells| names(cells, self.board()));
        self.draw(item, &format!("arrow {pill}: {shaft}"))
    }

    fn quadruple(&mut self, item: &StringItem) -> Result<(), FormatError> {
        let name = item.argument(0).to_ascii_lowercase();
        let board = self.board();
        let corner = Cell::from_name(&name, board).and_then(|corner| board.position(corner));
        let cells = corner.map(|(row, column)| {
            let places = [(0, 0), (0, 1), (1, 0), (1, 1)];
            places.map(|(down, right)| board.cell_at(row + down, column + right))
        });
        let cells = cells.and_then(|cells| cells.into_iter().collect::<Option<Vec<Cell>>>());
        let Some(cells) = cells else {
            let (row, column) = (board.rows() - 1, board.columns() - 1);
            let expected = format!("a cell from R1C1 to R{row}C{column}");
            return Err(item.error(&expected, quote(item.argument(0))));
        };
        self.draw(
            item,
            &format!("quadruple {} {}", item.from(1), names(&cells, self.board())),
        )
    }

    /// Adds `SameValues~2~R1C1~R1C2~R5C5~R5C6`: a number of sets with as many cells each.
    fn same_values(&mut self, item: &StringItem) -> Result<(), FormatError> {
        let cells = item.cells(1, self.board())?;
        let count: Option<usize> = item.argument(0).parse().ok();
        let is_even = |count: &usize| *count > 0 && cells.len().is_multiple_of(*count);
        let Some(count) = count.filter(|count| !cells.is_empty() && is_even(count)) else {
            let expected = format!("a number of sets that divides {} cells", cells.len());
            return Err(item.error(&expected, quote(item.argument(0))));
        };
        let length = cells.len() / count;
        let kind = if length == 1 { "clone" } else { "same-digits" };
        let sets: Vec<&[Cell]> = cells.chunks(length).collect();
        sets.windows(2).try_for_each(|pair| {
            let [one, other] = [0, 1].map(|set| names(pair[set], self.board()));
            self.draw(item, &format!("{kind} {one}: {other}"))
        })
    }

    fn indexers(&mut self, item: &StringItem) -> Result<(), FormatError> {
        // `C` is for column numbers, which the cell finds in its row.
        let own = match item.argument(0) {
            "C" => "row-indexer",
            "R" => "column-indexer",
            other => return Err(item.error("R or C", quote(other))),
        };
        let mut cells = item.arguments.iter().skip(1);
        cells.try_for_each(|cell| self.draw(item, &format!("{own} {}", cell.text)))
    }

    /// Returns the row or column that an argument such as `C8` names, for text.
    fn outer_line(
        &self,
        item: &StringItem,
        index: usize,
        is_end: bool,
    ) -> Result<String, FormatError> {
        let text = item.argument(index);
        let line = [
            ('R', "row", "left", "right"),
            ('C', "column", "top", "bottom"),
        ];
        let line = line.iter().find_map(|(letter, name, start, end)| {
            let number = text.strip_prefix(*letter)?;
            Some(format!(
                "{name} {number} {}",
                if is_end { end } else { start }
            ))
        });
        line.ok_or_else(|| item.error("a row or column such as R1 or C1", quote(text)))
    }

    /// Adds the clues of a row or column: at its start and at its end, each of which may be empty.
    fn outer_clues(&mut self, item: &StringItem, own: &str) -> Result<(), FormatError> {
        for (index, is_end) in [(1, false), (2, true)] {
            if !item.argument(index).is_empty() {
                let line = self.outer_line(item, 0, is_end)?;
                self.draw(item, &format!("{own} {} {line}", item.argument(index)))?;
            }
        }
        Ok(())
    }

    /// Adds a little killer.
    fn little_killer(&mut self, item: &StringItem) -> Result<(), FormatError> {
        let name = item.argument(1);
        let cell = Cell::from_name(&name.to_ascii_lowercase(), self.board());
        let diagonal = cell.and_then(|cell| diagonal_from(cell, self.board()));
        let Some(diagonal) = diagonal else {
            return Err(item.error("a cell at which a diagonal begins", quote(name)));
        };
        self.draw(
            item,
            &format!(
                "little-killer {} {}",
                item.argument(0),
                names(&diagonal, self.board())
            ),
        )
    }
}

/// Returns the cells of the diagonal of a little killer. The cell at the border from which it is read
/// also determines its direction.
pub(crate) fn diagonal_from(cell: Cell, board: &Geometry) -> Option<Vec<Cell>> {
    let (last_row, last_column) = (board.rows() - 1, board.columns() - 1);
    let (row, column) = board.position(cell)?;
    let (is_down, is_right) = match (row, column) {
        (row, 0) if row < last_row => (true, true),
        (row, column) if column == last_column && row > 0 && row < last_row => (false, false),
        (0, _) => (true, false),
        (row, column) if row == last_row && column < last_column && column > 0 => (false, true),
        _ => return None,
    };
    let moved = |place: usize, steps: usize, is_forward: bool| match is_forward {
        true => place.checked_add(steps),
        false => place.checked_sub(steps),
    };
    let cells = (0..).map_while(|steps| {
        board.cell_at(moved(row, steps, is_down)?, moved(column, steps, is_right)?)
    });
    Some(cells.collect())
}

/// Returns the names of cells, separated by spaces.
pub(super) fn names(cells: &[Cell], board: &Geometry) -> String {
    let names: Vec<String> = cells
        .iter()
        .map(|cell| cell.name(board).to_string())
        .collect();
    names.join(" ")
}
