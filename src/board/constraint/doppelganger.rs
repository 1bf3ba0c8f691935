//! Doppelgangers: rows, columns and boxes that contain 0 and miss one of the other digits.

use super::text::Arguments;
use super::*;

/// Every row, column and box of a board with the digits 0 to n contains 0 and all but one of the others.
/// The missing digits are variables. No two rows, columns or boxes miss the same digit, and at each 0, those
/// that its row, column and box miss differ.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Doppelganger {
    /// The name of the variables with the missing digit of each row.
    pub rows: String,
    /// The name of those with the missing digit of each column.
    pub columns: String,
    /// The name of those with the missing digit of each box or region, unless the board has none.
    pub boxes: Option<String>,
}

/// The rows, the columns, or the boxes, each with the variable for its missing digit.
type Houses = Vec<(Vec<Cell>, Cell)>;

impl Doppelganger {
    /// The names of its groups of variables.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        let names = [Some(&self.rows), Some(&self.columns), self.boxes.as_ref()];
        names.into_iter().flatten().map(String::as_str)
    }

    /// Returns the rows, the columns and the boxes.
    ///
    /// # Errors
    /// If the board has others than there are digits apart from 0, or not as many variables.
    fn houses(&self, context: &Context) -> Result<Vec<Houses>, ConstraintError> {
        let board = context.board;
        let count = *board.values().end();
        let digits = format!("{} to {count}", board.values().start());
        if *board.values().start() != 0 || board.all_values() != board.values() {
            return Err(ConstraintError::new("a board with digits from 0", digits));
        }
        let rows = (0..board.rows()).map(|row| board.row(row).flatten().collect());
        let columns = (0..board.columns()).map(|column| board.column(column).flatten().collect());
        let mut groups: Vec<Vec<Vec<Cell>>> = vec![rows.collect(), columns.collect()];
        if self.boxes.is_some() {
            let mut boxes = vec![Vec::new(); board.rows()];
            for cell in board.grid_cells() {
                let region = context.region_of(cell).and_then(|region| boxes.get_mut(region));
                region.into_iter().for_each(|cells| cells.push(cell));
            }
            groups.push(boxes);
        }
        let with_variables = groups.into_iter().zip(self.variables()).map(|(group, name)| {
            let variables: Vec<Cell> = board.variables_named(name).into_iter().flatten().collect();
            let is_full = |cells: &Vec<Cell>| cells.len() == count;
            let are_full = group.len() == count && group.iter().all(is_full);
            if !are_full || variables.len() != count {
                let expected = format!("{count} rows, columns and boxes of {count} cells, and as many variables");
                let found = format!("{} and {} variables {name}", group.len(), variables.len());
                return Err(ConstraintError::new(expected, found));
            }
            Ok(group.into_iter().zip(variables).collect())
        });
        with_variables.collect()
    }
}

impl Rule for Doppelganger {
    const NAMES: &'static [&'static str] = &["doppelganger"];

    fn rule(&self) -> &'static str {
        "Every row, column and box contains 0 and all but one of the other digits. No two rows, columns or boxes \
         miss the same digit, and the row, column and box of a 0 miss different digits."
    }

    fn lists_cells(&self) -> bool {
        false
    }

    /// `doppelganger rows x columns y boxes z`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<Doppelganger, ConstraintError> {
        arguments.expect("rows")?;
        let rows = arguments.variables()?;
        arguments.expect("columns")?;
        let columns = arguments.variables()?;
        let boxes = match arguments.take("boxes") {
            true => Some(arguments.variables()?),
            false => None,
        };
        Ok(Doppelganger { rows, columns, boxes })
    }

    fn arguments(&self, _: &Geometry) -> String {
        let boxes = self.boxes.iter().map(|name| format!(" boxes {name}"));
        let boxes: String = boxes.collect();
        format!("rows {} columns {}{boxes}", self.rows, self.columns)
    }

    fn cells(&self, board: &Geometry) -> Vec<Cell> {
        let names = self.variables();
        let variables = names.filter_map(|name| board.variables_named(name)).flatten();
        board.grid_cells().chain(variables).collect()
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let Ok(groups) = self.houses(filled.context) else {
            return false;
        };
        // Each house has the digit 0, and with the missing one every digit.
        let are_complete = groups.iter().flatten().all(|(cells, missing)| {
            let all = [&cells[..], &[*missing]].concat();
            filled.value(*missing) != 0 && filled.are_different(&all)
        });
        let mut missing = groups.iter().map(|houses| houses.iter().map(|(_, missing)| *missing));
        let are_distinct = missing.all(|missing| filled.are_different(&missing.collect::<Vec<_>>()));
        let missing_at = |cell: Cell| {
            let houses = groups.iter().flatten().filter(move |(cells, _)| cells.contains(&cell));
            houses.map(|(_, missing)| *missing).collect::<Vec<_>>()
        };
        let mut zeros = filled.board().grid_cells().filter(|cell| filled.value(*cell) == 0);
        are_complete && are_distinct && zeros.all(|zero| filled.are_different(&missing_at(zero)))
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        to.at_most_64_digits()?;
        let groups = self.houses(to.context)?;
        // All digits but 0.
        let digits = to.board().digits().filter(|digit| to.board().value(*digit) != 0);
        let set = digits.fold(0, |set, digit| set | 1 << digit.index());
        for houses in &groups {
            for (cells, missing) in houses {
                to.house(&[&cells[..], &[*missing]].concat())?;
            }
            let missing: Vec<Cell> = houses.iter().map(|(_, missing)| *missing).collect();
            to.sets_of_house(&missing, vec![set])?;
        }
        for (place, first) in groups.iter().enumerate() {
            for (cells, one) in first {
                for (others, other) in groups[place + 1..].iter().flatten() {
                    let shared = cells.iter().filter(|cell| others.contains(cell));
                    for cell in shared {
                        differ_at_zero(*cell, [*one, *other], to)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Requires different digits of two variables if a cell has the digit 0.
fn differ_at_zero(
    cell: Cell,
    variables: [Cell; 2],
    to: &mut Lowering,
) -> Result<(), ConstraintError> {
    #[derive(Clone, PartialEq, Eq, Hash)]
    enum Read {
        Nothing,
        Zero,
        Missing(usize),
        Enough,
    }
    let step = |_, read: &Read, digit: usize| match read {
        Read::Nothing if digit == 0 => Some(Read::Zero),
        Read::Zero => Some(Read::Missing(digit)),
        Read::Missing(missing) => (*missing != digit).then_some(Read::Enough),
        Read::Nothing | Read::Enough => Some(Read::Enough),
    };
    let [one, other] = variables;
    to.automaton(vec![cell, one, other], Read::Nothing, step, |_| true)
}
