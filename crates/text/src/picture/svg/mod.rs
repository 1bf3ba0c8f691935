//! Grids drawn as SVG documents.
//!
//! Coordinates are in units of a fortieth of a cell. The document sets a `viewBox` and no size, so
//! that the viewer chooses how large to show it.

mod digits;
mod legend;
mod lines;
mod outline;
mod shapes;

use super::Picture;
use super::drawing::{CELL, Drawing, Plan, has_outer_clue};
use digits::{candidates, digits};
use legend::legend;
use lines::lines;
use satdoku::board::Cell;
use shapes::{FONT, elements};

/// Units around a board without clues outside. They keep the outer half of its border from being cut off.
const MARGIN: usize = 2;
impl Picture<'_> {
    /// Draws the picture as an SVG document: givens in bold black, other digits in blue, the
    /// cells of diagonals and windows shaded, and drawn constraints as setters draw them. Variables are
    /// below the grid, and below them the rules that
    /// setters state themselves, each with its sign. The document scales to any size and is self-contained.
    pub fn svg(&self) -> String {
        let plan = self.plan();
        let (rows, columns) = (plan.board.rows(), plan.board.columns());
        let margin = self.outer_margin().unwrap_or(MARGIN);
        let mut drawing = Drawing::new(self.puzzle());
        drawing.shade(self.puzzle());
        if let Some(notes) = self.notes() {
            drawing.fill(&notes.houses, "#f3efe2");
            drawing.fill(&notes.cells, "#ffe9a8");
        }
        let constraints = self.puzzle().layout().constraints().iter();
        constraints.for_each(|constraint| drawing.add(constraint));
        let (width, height) = plan.size();
        let (legend, legend_height) = legend(&drawing.legend, width);
        let bottom = height + margin;
        let (width, height) = (width + 2 * margin, bottom + legend_height + margin);
        let title = match self.notes() {
            Some(notes) if !notes.title.is_empty() => escaped(&notes.title),
            _ => format!("Sudoku, {rows} by {columns}"),
        };
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
             <title>{title}</title>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n\
             <g transform=\"translate({margin} {margin})\">\n"
        );
        text += &elements(&drawing.below, plan);
        lines(&mut text, self);
        variables(&mut text, plan);
        text += &elements(&drawing.above, plan);
        digits(&mut text, self);
        if let Some(notes) = self.notes() {
            candidates(&mut text, self, notes);
        }
        if !legend.is_empty() {
            text += &format!("<g transform=\"translate(0 {bottom})\">\n{legend}</g>\n");
        }
        text + "</g>\n</svg>\n"
    }

    /// Draws only the constraints, on a transparent ground without a margin, as a layer for a board that
    /// is drawn by other means. With clues outside the grid, the layer extends beyond the board by one
    /// cell on each side. Constraints on variables are left out. Returns `None` if nothing is drawn on
    /// the board.
    pub fn constraint_layer(&self) -> Option<String> {
        let plan = self.plan();
        let board = plan.board;
        let mut drawing = Drawing::new(self.puzzle());
        let is_on_grid = |cell: &Cell| board.position(*cell).is_some();
        for constraint in self.puzzle().layout().constraints() {
            if constraint.cells(board).iter().all(is_on_grid) {
                drawing.add(constraint);
            }
        }
        let below = elements(&drawing.below, plan);
        let above = elements(&drawing.above, plan);
        let margin = self.outer_margin().unwrap_or(0);
        let (width, height) = plan.grid_size();
        let (width, height) = (width + 2 * margin, height + 2 * margin);
        let is_empty = below.is_empty() && above.is_empty();
        (!is_empty).then(|| {
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\">\n\
                 <g transform=\"translate({margin} {margin})\">\n{below}{above}</g>\n</svg>\n"
            )
        })
    }

    fn plan(&self) -> Plan<'_> {
        Plan {
            board: self.puzzle().geometry(),
        }
    }

    /// Returns the room that clues outside the grid need: as much as a cell.
    fn outer_margin(&self) -> Option<usize> {
        has_outer_clue(self.puzzle()).then_some(CELL)
    }
}

/// Escapes text for use between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// Draws the frames and the names of variables.
fn variables(text: &mut String, plan: Plan<'_>) {
    for cell in plan.variables() {
        let (x, y) = plan.corner(cell);
        let (left, base, name) = (x + 3, y + 10, cell.name(plan.board));
        *text += &format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"none\" \
             stroke=\"#999\"/>\n\
             <text x=\"{left}\" y=\"{base}\" {FONT} font-size=\"9\" fill=\"#777\">{name}</text>\n"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabet::Alphabet;
    use crate::testing::{puzzle, puzzle_on};
    use satdoku::board::{Layout, Ruleset, Variant};
    use std::sync::Arc;

    #[test]
    fn a_small_puzzle_is_drawn_exactly() {
        let puzzle = puzzle("2x2", "1...............");
        let mut solution = puzzle.givens().clone();
        solution.set(
            Cell::from_index(1),
            Some(satdoku::board::Digit::from_index(1)),
        );
        let picture = Picture::new(&puzzle, Alphabet::FromOne).with_solution(&solution);
        assert_eq!(
            picture.svg(),
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 164 164" role="img">
<title>Sudoku, 4 by 4</title>
<rect width="164" height="164" fill="#fff"/>
<g transform="translate(2 2)">
<path d="M40 0v160M80 0v160M120 0v160M0 40h160M0 80h160M0 120h160" fill="none" stroke="#999" stroke-width="1" stroke-linecap="square"/>
<path d="M0 0v160M80 0v160M160 0v160M0 0h160M0 80h160M0 160h160" fill="none" stroke="#000" stroke-width="3" stroke-linecap="square"/>
<g font-family="Helvetica, Arial, sans-serif" font-size="28" text-anchor="middle" fill="#000" font-weight="bold">
<text x="20" y="30">1</text>
</g>
<g font-family="Helvetica, Arial, sans-serif" font-size="28" text-anchor="middle" fill="#1c5fc4">
<text x="60" y="30">2</text>
</g>
</g>
</svg>
"##
        );
    }

    #[test]
    fn diagonals_and_windows_are_shaded() {
        let shaded = |variants: &[Variant]| -> Vec<usize> {
            let rules = Ruleset::classic("2x2".parse().unwrap());
            let layout = Layout::new(rules.with(variants).unwrap());
            let puzzle = puzzle_on(Arc::new(layout), "................");
            let text = Picture::new(&puzzle, Alphabet::FromOne).svg();
            let shades = text.lines().filter(|line| line.contains("z\" fill=\"#"));
            shades.map(|line| line.matches('z').count()).collect()
        };
        assert_eq!(shaded(&[]), [0; 0]);
        assert_eq!(shaded(&[Variant::Diagonal]), [8]);
        assert_eq!(shaded(&[Variant::Windoku, Variant::Diagonal]), [8, 4, 4]);
        assert_eq!(shaded(&[Variant::AntiKing]), [0; 0]);
    }
}
