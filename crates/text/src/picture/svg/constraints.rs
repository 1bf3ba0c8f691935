//! Drawn constraints, in the manner of f-puzzles and SudokuPad.

use super::outline::outline;
use super::{CELL, Plan, escaped};
use satdoku::board::{Cell, Constraint, IndexedHouse, OuterLine, Puzzle, Side, Title};

/// Half a cell.
const HALF: usize = CELL / 2;

/// The shapes of all constraints of a puzzle, as SVG elements.
pub(super) struct Shapes<'a> {
    /// Those below the lines of the grid.
    pub below: String,
    /// Those above the lines and below the digits.
    pub above: String,
    plan: Plan<'a>,
}

/// Returns true if a constraint has a clue outside the grid.
pub(super) fn has_outer_clue(puzzle: &Puzzle) -> bool {
    use Constraint::{LittleKiller, NumberedRoom, Sandwich, Skyscraper, XSum};
    let mut constraints = puzzle.layout().constraints().iter();
    constraints.any(|of| {
        matches!(
            of,
            LittleKiller(_) | NumberedRoom(_) | Sandwich(_) | Skyscraper(_) | XSum(_)
        )
    })
}

impl Shapes<'_> {
    /// Returns the shapes of the constraints, or of those that have no variables.
    pub fn of(puzzle: &Puzzle, has_variables: bool) -> Shapes<'_> {
        let board = puzzle.geometry();
        let mut shapes = Shapes {
            below: String::new(),
            above: String::new(),
            plan: Plan { board },
        };
        let is_on_grid = |cell: &Cell| board.position(*cell).is_some();
        for constraint in puzzle.layout().constraints() {
            if has_variables || constraint.cells(board).iter().all(is_on_grid) {
                shapes.add(constraint);
            }
        }
        shapes
    }

    fn add(&mut self, constraint: &Constraint) {
        let number = |value: Option<usize>| value.map_or(String::new(), |value| value.to_string());
        match constraint {
            Constraint::Cage(cage) => self.cage(&cage.cells, "#000", &number(cage.total)),
            Constraint::Sum(sum) => self.sum(&sum.terms, sum.total),
            Constraint::Arrow(arrow) => self.arrow(&arrow.bulb, &arrow.shaft),
            Constraint::DoubleArrow(line) => {
                self.line(&line.cells, "#999", 3);
                self.rings_at_ends(&line.cells);
            }
            Constraint::Thermometer(line) => self.thermometer(&line.cells, line.is_slow),
            Constraint::Difference(dot) => {
                let label = number((dot.value != 1).then_some(dot.value));
                self.dot(dot.cells, "#fff", &label, "#000");
            }
            Constraint::Ratio(dot) => {
                let label = number((dot.value != 2).then_some(dot.value));
                self.dot(dot.cells, "#000", &label, "#fff");
            }
            Constraint::Xv(mark) => self.sign(mark.cells, if mark.is_x { "X" } else { "V" }),
            Constraint::Greater(sign) => self.greater(sign.cells),
            Constraint::Whispers(line) => self.line(&line.cells, "#67d667", 8),
            Constraint::Renban(line) => self.line(&line.cells, "#e588e5", 8),
            Constraint::Nabner(line) => self.line(&line.cells, "#c9c25f", 8),
            Constraint::Palindrome(line) => self.line(&line.cells, "#c0c0c0", 8),
            Constraint::Zipper(line) => self.line(&line.cells, "#b9a3f0", 8),
            Constraint::RegionSum(line) => self.line(&line.cells, "#5cc5f2", 8),
            Constraint::Entropic(line) => self.line(&line.cells, "#ffb37f", 8),
            Constraint::Modular(line) => self.line(&line.cells, "#4fbfb4", 8),
            Constraint::Between(line) => {
                self.line(&line.cells, "#999", 3);
                self.rings_at_ends(&line.cells);
            }
            Constraint::Lockout(line) => {
                self.line(&line.cells, "#7d9fe0", 3);
                self.diamonds_at_ends(&line.cells);
            }
            Constraint::CloneRegion(clone) => {
                self.fill(&clone.cells, "#d9d9d9");
                self.fill(&clone.clones, "#d9d9d9");
            }
            Constraint::SameDigits(same) => self.fill(&same.groups.concat(), "#e6dcc3"),
            Constraint::ExtraRegion(region) => self.fill(&region.cells, "#e2e2e2"),
            Constraint::ConnectedCells(connected) => {
                self.fill(&connected.cells(self.plan.board), "#eef4e4");
            }
            Constraint::Either(either) => {
                either.groups.iter().flatten().for_each(|of| self.add(of))
            }
            Constraint::Parity(parity) => self.parity(parity.cell, parity.is_even),
            Constraint::Extremum(extremum) => self.extremum(extremum.cell, extremum.is_maximum),
            Constraint::Indexer(indexer) => self.indexer(indexer.cell, indexer.house),
            Constraint::Quadruple(quadruple) => self.quadruple(&quadruple.cells, &quadruple.values),
            Constraint::Contains(digits) => {
                let values: Vec<String> = digits.values.iter().map(usize::to_string).collect();
                let sign = if digits.is_exact { "=" } else { "≥" };
                self.cage(
                    &digits.cells,
                    "#888",
                    &format!("{sign}{}", values.join(",")),
                );
            }
            Constraint::CountDistinct(count) => {
                self.fill(&count.cells, "#e3e9d8");
                self.ring(&[count.counter]);
            }
            Constraint::SameCount(count) => {
                for group in &count.groups {
                    match count.is_run {
                        true => self.line(group, "#9fc3d8", 8),
                        false => self.fill(group, "#dce8f0"),
                    }
                }
                self.ring(&[count.counter]);
            }
            Constraint::RegionsToFind(_) => {
                let cells = constraint.cells(self.plan.board).into_iter();
                let is_label = |cell: &Cell| self.plan.board.position(*cell).is_none();
                self.fill(&cells.filter(is_label).collect::<Vec<Cell>>(), "#f2eef9");
            }
            Constraint::CountingCircles(circles) => {
                circles.cells.iter().for_each(|cell| self.ring(&[*cell]));
            }
            Constraint::EqualSum(sums) => {
                sums.groups
                    .iter()
                    .for_each(|group| self.cage(group, "#888", ""));
            }
            Constraint::LittleKiller(clue) => self.little_killer(clue.total, &clue.cells),
            Constraint::Sandwich(clue) => self.outer(clue.line, clue.total),
            Constraint::XSum(clue) => self.outer(clue.line, clue.total),
            Constraint::NumberedRoom(clue) => self.outer(clue.line, clue.value),
            Constraint::ValueIndex(of) => {
                self.ring(&[of.value]);
                self.shaft(&[&[of.value, of.index], &of.cells[..]].concat());
            }
            Constraint::Skyscraper(clue) => self.outer(clue.line, clue.visible),
            Constraint::Sequence(line) => self.custom(&line.cells, line.title.as_ref()),
            Constraint::StateMachine(line) => self.custom(&line.cells, line.title.as_ref()),
            Constraint::Pairs(pairs) => self.custom(&pairs.cells, pairs.title.as_ref()),
        }
    }

    /// Returns the centre of a cell.
    fn centre(&self, cell: Cell) -> (usize, usize) {
        let (x, y) = self.plan.corner(cell);
        (x + HALF, y + HALF)
    }

    /// Returns the point in the middle between cells.
    fn middle(&self, cells: &[Cell]) -> (usize, usize) {
        let centres = cells.iter().map(|cell| self.centre(*cell));
        let (x, y) = centres.fold((0, 0), |sum, (x, y)| (sum.0 + x, sum.1 + y));
        (x / cells.len(), y / cells.len())
    }

    /// Returns the path through the centres of cells.
    fn path(&self, cells: &[Cell]) -> String {
        let mut path = String::new();
        for (place, cell) in cells.iter().enumerate() {
            let (x, y) = self.centre(*cell);
            let command = if place == 0 { 'M' } else { 'L' };
            path += &format!("{command}{x} {y}");
        }
        if cells.len() == 1 {
            // A line without length shows its round ends.
            path += "h0";
        }
        path
    }

    fn fill(&mut self, cells: &[Cell], colour: &str) {
        for cell in cells {
            let (x, y) = self.plan.corner(*cell);
            self.below += &format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{colour}\"/>\n"
            );
        }
    }

    fn line(&mut self, cells: &[Cell], colour: &str, width: usize) {
        let path = self.path(cells);
        self.below += &format!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\"/>\n"
        );
    }

    /// Draws a circle, or a pill around several cells.
    fn ring(&mut self, cells: &[Cell]) {
        self.line(cells, "#999", 33);
        self.line(cells, "#fff", 28);
    }

    fn rings_at_ends(&mut self, cells: &[Cell]) {
        self.ring(&cells[..1]);
        self.ring(&cells[cells.len() - 1..]);
    }

    fn diamonds_at_ends(&mut self, cells: &[Cell]) {
        for cell in [cells[0], cells[cells.len() - 1]] {
            let (x, y) = self.centre(cell);
            let top = y - 16;
            self.below += &format!(
                "<path d=\"M{x} {top}l16 16l-16 16l-16 -16z\" fill=\"#fff\" stroke=\"#7d9fe0\" \
                 stroke-width=\"2\"/>\n"
            );
        }
    }

    fn thermometer(&mut self, cells: &[Cell], is_slow: bool) {
        let colour = if is_slow { "#b9d3ee" } else { "#cfcfcf" };
        self.line(cells, colour, 12);
        self.line(&cells[..1], colour, 30);
    }

    fn arrow(&mut self, bulb: &[Cell], shaft: &[Cell]) {
        self.ring(bulb);
        self.shaft(&[&bulb[bulb.len() - 1..], shaft].concat());
    }

    /// Draws an arrow along cells, from the edge of the circle in the first.
    fn shaft(&mut self, cells: &[Cell]) {
        let points: Vec<(f64, f64)> = cells
            .iter()
            .map(|cell| self.centre(*cell))
            .map(|(x, y)| (x as f64, y as f64))
            .collect();
        let [first, .., before, last] = [&points[..1], &points].concat()[..] else {
            return;
        };
        let (across, down) = unit(first, points[1]);
        let mut path = format!(
            "M{:.1} {:.1}",
            first.0 + 16.0 * across,
            first.1 + 16.0 * down
        );
        for (x, y) in &points[1..] {
            path += &format!("L{x} {y}");
        }
        // The barbs are at right angles to each other.
        let (across, down) = unit(before, last);
        for side in [1.0, -1.0] {
            let (x, y) = (-across + side * down, -down - side * across);
            let barb = (last.0 + 6.0 * x, last.1 + 6.0 * y);
            path += &format!("M{:.1} {:.1}L{} {}", barb.0, barb.1, last.0, last.1);
        }
        self.below +=
            &format!("<path d=\"{path}\" fill=\"none\" stroke=\"#999\" stroke-width=\"3\"/>\n");
    }

    fn indexer(&mut self, cell: Cell, house: IndexedHouse) {
        let colour = match house {
            IndexedHouse::Row => "#f4c7c7",
            IndexedHouse::Column => "#c7d8f4",
            IndexedHouse::Box => "#c9ecc9",
        };
        self.fill(&[cell], colour);
    }

    fn parity(&mut self, cell: Cell, is_even: bool) {
        let (x, y) = self.centre(cell);
        let (left, top) = (x - 14, y - 14);
        match is_even {
            true => {
                self.below += &format!(
                    "<rect x=\"{left}\" y=\"{top}\" width=\"28\" height=\"28\" fill=\"#d3d3d3\"/>\n"
                )
            }
            false => {
                self.below +=
                    &format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"15\" fill=\"#d3d3d3\"/>\n")
            }
        }
    }

    /// Shades a cell and draws four tips that point inwards at a minimum and outwards at a maximum.
    fn extremum(&mut self, cell: Cell, is_maximum: bool) {
        self.fill(&[cell], "#ececec");
        let (x, y) = self.centre(cell);
        let tip = if is_maximum {
            "M-4 -14l4 -4l4 4"
        } else {
            "M-4 -18l4 4l4 -4"
        };
        for angle in [0, 90, 180, 270] {
            self.above += &format!(
                "<path d=\"{tip}\" transform=\"translate({x} {y}) rotate({angle})\" fill=\"none\" \
                 stroke=\"#777\" stroke-width=\"2\"/>\n"
            );
        }
    }

    /// Draws the grey outline of a sum, with the coefficients that are not 1.
    fn sum(&mut self, terms: &[(Cell, i64)], total: i64) {
        let cells: Vec<Cell> = terms.iter().map(|(cell, _)| *cell).collect();
        self.cage(&cells, "#888", &total.to_string());
        for (cell, coefficient) in terms.iter().filter(|(_, of)| *of != 1) {
            let (x, y) = self.plan.corner(*cell);
            let at = (x + CELL - 8, y + CELL - 8);
            self.label(at, 9, "#888", &format!("×{coefficient}"));
        }
    }

    /// Draws the dashed outline of cells, with a label in the corner of the first.
    fn cage(&mut self, cells: &[Cell], colour: &str, label: &str) {
        let path = outline(cells, self.plan, 3);
        self.above += &format!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1\" \
             stroke-dasharray=\"4 2\"/>\n"
        );
        let Some(first) = cells.iter().min().filter(|_| !label.is_empty()) else {
            return;
        };
        let (x, y) = self.plan.corner(*first);
        let width = 5 * label.len() + 2;
        let base = y + 10;
        self.above += &format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{width}\" height=\"10\" fill=\"#fff\"/>\n\
             <text x=\"{}\" y=\"{base}\" font-family=\"Helvetica, Arial, sans-serif\" \
             font-size=\"9\" fill=\"{colour}\">{label}</text>\n",
            x + 2,
            y + 2,
            x + 3
        );
    }

    /// Draws the outline of the cells of a custom rule, with its title as a tooltip.
    fn custom(&mut self, cells: &[Cell], title: Option<&Title>) {
        let path = outline(cells, self.plan, 5);
        let title = title.map_or(String::new(), |title| {
            format!("<title>{}</title>", escaped(title.as_str()))
        });
        self.above += &format!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"#9466c4\" stroke-width=\"1.5\" \
             stroke-dasharray=\"1 2\">{title}</path>\n"
        );
    }

    /// Writes a text around a point.
    fn label(&mut self, (x, y): (usize, usize), height: usize, colour: &str, text: &str) {
        self.signed_label((x as isize, y as isize), height, colour, text);
    }

    fn signed_label(&mut self, (x, y): (isize, isize), height: usize, colour: &str, text: &str) {
        let base = y + height as isize * 36 / 100;
        self.above += &format!(
            "<text x=\"{x}\" y=\"{base}\" font-family=\"Helvetica, Arial, sans-serif\" \
             font-size=\"{height}\" text-anchor=\"middle\" fill=\"{colour}\">{text}</text>\n"
        );
    }

    /// Draws a circle with a text.
    fn disc(&mut self, (x, y): (usize, usize), radius: usize, colour: &str) {
        self.above += &format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{colour}\" stroke=\"#000\"/>\n"
        );
    }

    fn dot(&mut self, cells: [Cell; 2], colour: &str, label: &str, ink: &str) {
        let at = self.middle(&cells);
        self.disc(at, if label.is_empty() { 5 } else { 7 }, colour);
        if !label.is_empty() {
            self.label(at, 10, ink, label);
        }
    }

    fn sign(&mut self, cells: [Cell; 2], sign: &str) {
        let (x, y) = self.middle(&cells);
        self.above += &format!(
            "<rect x=\"{}\" y=\"{}\" width=\"12\" height=\"12\" fill=\"#fff\"/>\n",
            x - 6,
            y - 6
        );
        self.label((x, y), 13, "#000", sign);
    }

    /// Draws a sign that points to the second cell.
    fn greater(&mut self, cells: [Cell; 2]) {
        let (x, y) = self.middle(&cells);
        let [high, low] = cells
            .map(|cell| self.plan.corner(cell))
            .map(|(x, y)| (y, x));
        let angle = match () {
            () if low.1 > high.1 => 0,
            () if low.0 > high.0 => 90,
            () if low.1 < high.1 => 180,
            () => 270,
        };
        self.above += &format!(
            "<path d=\"M-3 -5l6 5l-6 5\" transform=\"translate({x} {y}) rotate({angle})\" \
             fill=\"none\" stroke=\"#000\" stroke-width=\"2\"/>\n"
        );
    }

    /// Draws a circle with up to two digits in a line.
    fn quadruple(&mut self, cells: &[Cell], values: &[usize]) {
        let (x, y) = self.middle(cells);
        self.disc((x, y), 11, "#fff");
        let lines: Vec<&[usize]> = values.chunks(2).collect();
        let top = y + 4 - 4 * lines.len();
        for (number, line) in lines.iter().enumerate() {
            let values: Vec<String> = line.iter().map(usize::to_string).collect();
            self.label((x, top + 8 * number), 9, "#000", &values.join(" "));
        }
    }

    fn outer(&mut self, line: OuterLine, clue: usize) {
        let ((width, height), half) = (self.plan.grid_size(), HALF as isize);
        let along = (line.index * CELL + HALF) as isize;
        let at = match line.side {
            Side::Left => (-half, along),
            Side::Right => (width as isize + half, along),
            Side::Top => (along, -half),
            Side::Bottom => (along, height as isize + half),
        };
        self.signed_label(at, 18, "#000", &clue.to_string());
    }

    fn little_killer(&mut self, total: usize, cells: &[Cell]) {
        let place = |cell: Cell| {
            let (x, y) = self.plan.corner(cell);
            ((y / CELL) as isize, (x / CELL) as isize)
        };
        let first = place(cells[0]);
        let (down, right) = match cells.get(1).map(|cell| place(*cell)) {
            Some(second) => ((second.0 - first.0).signum(), (second.1 - first.1).signum()),
            None if first.0 == 0 || first.1 == 0 => (1, 1),
            None => (-1, -1),
        };
        let (cell, half) = (CELL as isize, HALF as isize);
        let (x, y) = (
            (first.1 - right) * cell + half,
            (first.0 - down) * cell + half,
        );
        self.signed_label(
            (x - 5 * right, y - 5 * down),
            14,
            "#000",
            &total.to_string(),
        );
        let (tip_x, tip_y) = (x + 17 * right, y + 17 * down);
        self.above += &format!(
            "<path d=\"M{} {}L{tip_x} {tip_y}m{} 0h{}v{}\" fill=\"none\" stroke=\"#000\"/>\n",
            x + 8 * right,
            y + 8 * down,
            -5 * right,
            5 * right,
            -5 * down
        );
    }
}

/// Returns the direction from one point to another, with the length 1; nothing for equal points.
fn unit(from: (f64, f64), to: (f64, f64)) -> (f64, f64) {
    let (across, down) = (to.0 - from.0, to.1 - from.1);
    let length = across.hypot(down).max(1.0);
    (across / length, down / length)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use satdoku::board::{Extent, Geometry, Layout, RuleLine, Ruleset, Variables};

    /// Returns the shapes of a constraint on a blank board of 9×9.
    fn shapes(text: &str) -> [String; 2] {
        let rules = Ruleset::classic("3x3".parse().unwrap());
        let rules = rules.with_lines(RuleLine::board("variables x 9x9").unwrap());
        let rules = rules.unwrap();
        let constraint = Constraint::parse(text, rules.geometry()).unwrap();
        let rules = rules.with_constraints(vec![constraint]).unwrap();
        let puzzle = Puzzle::without_givens(Arc::new(Layout::new(rules)));
        let Shapes { below, above, .. } = Shapes::of(&puzzle, true);
        [below, above]
    }

    #[test]
    fn every_kind_is_drawn() {
        let table = Variables {
            name: "x".into(),
            extent: Extent::Table(9, 9),
            digits: None,
        };
        let board = &Geometry::from(9).with_variables(table).unwrap();
        for name in Constraint::names() {
            let constraint = [
                "r5c5",
                "r5c5 r5c6 r5c7",
                "r5c5 r5c6",
                "5 r5c5 r5c6",
                "5 row 5",
                "5",
                "r5c5: r5c6",
                "{ cage 5 r5c5 r5c6 } or { cage 9 r5c5 r5c6 }",
                "\"a < b\" r5c5 r5c6",
                "\"1\" r5c5 r5c6",
                "\"start 0\" r5c5 r5c6",
                "5: r5c5 r5c6",
                "r5c5: r5c6: r5c7 r5c8",
                "x",
            ]
            .into_iter()
            .find(|arguments| Constraint::parse(&format!("{name} {arguments}"), board).is_ok());
            let text = format!("{name} {}", constraint.expect(name));
            let [below, above] = shapes(&text);
            let drawn = below + &above;
            assert!(
                drawn.starts_with('<') && drawn.ends_with(">\n"),
                "{text}: {drawn}"
            );
        }
    }

    #[test]
    fn sums_and_clues_are_written() {
        let text = |constraint: &str| {
            let [_, above] = shapes(constraint);
            let labels = above
                .split("</text>")
                .filter_map(|part| Some(part.rsplit_once('>')?.1));
            labels
                .map(str::trim)
                .collect::<Vec<_>>()
                .join(" ")
                .trim()
                .to_string()
        };
        assert_eq!(text("cage 15 r1c1 r1c2"), "15");
        assert_eq!(text("cage r1c1 r1c2"), "");
        assert_eq!(text("sum 10 r1c1 2*r1c2"), "10 ×2");
        assert_eq!(text("difference r1c1 r1c2"), "");
        assert_eq!(text("difference 3 r1c1 r1c2"), "3");
        assert_eq!(text("v r1c1 r1c2"), "V");
        assert_eq!(text("quadruple 1 2 3 r1c1 r1c2 r2c1 r2c2"), "1 2 3");
        assert_eq!(text("little-killer 12 r1c3-r7c9"), "12");
        assert_eq!(text("sandwich 12 row 3"), "12");
    }

    #[test]
    fn an_arrow_starts_at_the_edge_of_its_circle() {
        let [below, _] = shapes("arrow r1c1: r1c2");
        assert!(
            below.contains("\"M36.0 20.0L60 20M54.0 14.0L60 20M54.0 26.0L60 20\""),
            "{below}"
        );
    }
}
