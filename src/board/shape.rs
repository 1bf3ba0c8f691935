//! The shape of a board: the number of rows and columns of its boxes.

use std::fmt;
use std::str::FromStr;

use super::cell::Cell;
use super::mismatch::Mismatch;
use super::names::sides;

/// Box rows × box columns of a board.
///
/// A board whose boxes have `r` rows and `c` columns has `n = r·c` digits, `n` rows, `n` columns
/// and `n` boxes of `n` cells each. `n` is at least [`Shape::MIN_SIZE`] and at most
/// [`Shape::MAX_SIZE`].
///
/// A box of one row is that row, so a square of shape 1×n has no boxes in addition to its rows and
/// columns: it is a Latin square, or a jigsaw once regions are added.
///
/// ```
/// use satdoku::board::Shape;
///
/// let shape: Shape = "2x3".parse()?;
/// assert_eq!(shape, Shape::new(2, 3)?);
/// assert_eq!((shape.box_rows(), shape.box_columns(), shape.size()), (2, 3, 6));
/// # Ok::<(), satdoku::board::Mismatch>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shape {
    box_rows: usize,
    box_columns: usize,
}

impl Shape {
    /// The smallest number of digits.
    pub const MIN_SIZE: usize = 4;

    /// The boxes of the standard board.
    pub const STANDARD: Shape = Shape {
        box_rows: 3,
        box_columns: 3,
    };

    /// The largest number of digits.
    pub const MAX_SIZE: usize = 400;

    /// Returns the shape whose boxes have `box_rows` rows and `box_columns` columns.
    ///
    /// # Errors
    /// If their product is below [`Shape::MIN_SIZE`] or above [`Shape::MAX_SIZE`].
    pub fn new(box_rows: usize, box_columns: usize) -> Result<Shape, Mismatch> {
        match box_rows.checked_mul(box_columns) {
            Some(size) if size < Shape::MIN_SIZE => Err(Mismatch::new(
                format!("boxes of at least {} cells", Shape::MIN_SIZE),
                format!("{box_rows}x{box_columns}"),
            )),
            Some(size) if size <= Shape::MAX_SIZE => Ok(Shape {
                box_rows,
                box_columns,
            }),
            _ => Err(Mismatch::new(
                format!("boxes of at most {} cells", Shape::MAX_SIZE),
                format!("{box_rows}x{box_columns}"),
            )),
        }
    }

    /// Returns the shape of a board with `size` digits and no boxes.
    ///
    /// # Errors
    /// If `size` is below [`Shape::MIN_SIZE`] or above [`Shape::MAX_SIZE`].
    pub fn without_boxes(size: usize) -> Result<Shape, Mismatch> {
        Shape::new(1, size)
    }

    /// Returns the shape with square boxes for `size` digits, if `size` is a square number that a
    /// board can have.
    pub fn square(size: usize) -> Option<Shape> {
        let side = size.isqrt();
        if side * side != size {
            return None;
        }
        Shape::new(side, side).ok()
    }

    /// Returns the usual shape for `size` digits: boxes as square as possible, and wider than high.
    pub fn usual(size: usize) -> Option<Shape> {
        let mut rows = (2..=size.isqrt()).rev();
        let rows = rows.find(|rows| size.is_multiple_of(*rows))?;
        Shape::new(rows, size / rows).ok()
    }

    /// Returns all shapes with boxes and `size` digits, boxes with the fewest rows first.
    pub fn of_size(size: usize) -> Vec<Shape> {
        (2..=size / 2)
            .filter(|rows| size.is_multiple_of(*rows))
            .filter_map(|rows| Shape::new(rows, size / rows).ok())
            .collect()
    }

    /// Returns the number of the box that contains a cell of the board of this shape, counted from 0 in reading
    /// order.
    pub fn box_of(self, cell: Cell) -> usize {
        let (row, column) = (cell.index() / self.size(), cell.index() % self.size());
        row / self.box_rows * self.box_rows + column / self.box_columns
    }

    /// Returns the shape if it has boxes, and not just rows or columns.
    pub fn boxes(self) -> Option<Shape> {
        self.has_boxes().then_some(self)
    }

    /// Returns true if boxes are neither rows nor columns.
    pub fn has_boxes(self) -> bool {
        self.box_rows > 1 && self.box_columns > 1
    }

    /// The number of rows of a box.
    pub fn box_rows(self) -> usize {
        self.box_rows
    }

    /// The number of columns of a box.
    pub fn box_columns(self) -> usize {
        self.box_columns
    }

    /// The number of digits, `n`, which is also the number of cells in a row, column or box.
    pub fn size(self) -> usize {
        self.box_rows * self.box_columns
    }
}

impl fmt::Display for Shape {
    /// Writes box rows, `x` and box columns: `2x3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.box_rows, self.box_columns)
    }
}

impl FromStr for Shape {
    type Err = Mismatch;

    fn from_str(text: &str) -> Result<Shape, Mismatch> {
        let syntax = || Mismatch::new("box rows and columns such as 3x3", format!("`{text}`"));
        let (rows, columns) = sides(text).ok_or_else(syntax)?;
        Shape::new(rows, columns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_text_agree() {
        let shape: Shape = "2x3".parse().unwrap();
        assert_eq!(
            (shape.box_rows(), shape.box_columns(), shape.size()),
            (2, 3, 6)
        );
        assert_eq!(shape.to_string(), "2x3");
        assert_eq!("20x20".parse::<Shape>().unwrap().size(), Shape::MAX_SIZE);
    }

    #[test]
    fn impossible_shapes_are_rejected() {
        let huge = format!("{}x2", usize::MAX);
        for (text, expected) in [
            ("1x3", "expected boxes of at least 4 cells, found 1x3"),
            ("9x0", "expected boxes of at least 4 cells, found 9x0"),
            ("21x20", "expected boxes of at most 400 cells, found 21x20"),
            (&huge, "expected boxes of at most 400 cells"),
        ] {
            let error = text.parse::<Shape>().unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
        for text in ["", "9", "x", "3x", "3 by 3", "-3x3"] {
            let error = text.parse::<Shape>().unwrap_err().to_string();
            let expected = "expected box rows and columns such as 3x3";
            assert_eq!(error, format!("{expected}, found `{text}`"));
        }
    }

    #[test]
    fn a_box_of_one_row_or_column_is_not_a_box() {
        for (text, expected) in [("1x7", false), ("7x1", false), ("2x2", true)] {
            let shape: Shape = text.parse().unwrap();
            assert_eq!(shape.has_boxes(), expected, "{text}");
        }
        assert_eq!(Shape::without_boxes(7), Shape::new(1, 7));
        assert!(Shape::without_boxes(3).is_err());
    }

    #[test]
    fn shapes_of_a_size() {
        let of = |size| -> Vec<String> {
            Shape::of_size(size)
                .iter()
                .map(|shape| shape.to_string())
                .collect()
        };
        assert_eq!(of(6), ["2x3", "3x2"]);
        assert_eq!(of(12), ["2x6", "3x4", "4x3", "6x2"]);
        assert!(of(7).is_empty() && of(0).is_empty() && of(1).is_empty());
        assert_eq!(Shape::square(9).unwrap().to_string(), "3x3");
        assert_eq!(Shape::square(8), None);
        assert_eq!(Shape::square(1), None);
    }
}
