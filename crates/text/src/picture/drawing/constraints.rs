//! Drawn constraints, in the manner of f-puzzles and SudokuPad.

use std::collections::HashMap;

use super::legend::{Entry, entry};
use super::{Border, CELL, Outline, Plan, Point, Shape};
use satdoku::board::{Cell, Constraint, OuterLine, Puzzle, Side};

/// Half a cell.
const HALF: f64 = CELL as f64 / 2.0;

/// The thin grey border of rings.
const RING: Border = Border {
    colour: "#999",
    width: 2.5,
};

/// The shapes of the constraints of a puzzle.
pub(crate) struct Drawing<'a> {
    /// Those below the lines of the grid.
    pub below: Vec<Shape>,
    /// Those above the lines and below the digits.
    pub above: Vec<Shape>,
    /// The rules that setters state themselves.
    pub legend: Vec<Entry>,
    plan: Plan<'a>,
    /// The room that labels take in the corners of cells.
    labels: HashMap<Cell, usize>,
}

/// Returns true if a constraint has a clue outside the grid.
pub(crate) fn has_outer_clue(puzzle: &Puzzle) -> bool {
    const OUTER: [&str; 5] = [
        "little-killer",
        "numbered-room",
        "sandwich",
        "skyscraper",
        "x-sum",
    ];
    let mut constraints = puzzle.layout().constraints().iter();
    constraints.any(|of| OUTER.contains(&of.name()))
}

/// The colours and widths of lines, by kind.
const LINES: [(&str, &str, usize); 11] = [
    ("between", "#999", 3),
    ("double-arrow", "#999", 3),
    ("entropic", "#ffb37f", 8),
    ("lockout", "#7d9fe0", 3),
    ("modular", "#4fbfb4", 8),
    ("nabner", "#c9c25f", 8),
    ("palindrome", "#c0c0c0", 8),
    ("region-sum", "#5cc5f2", 8),
    ("renban", "#e588e5", 8),
    ("whispers", "#67d667", 8),
    ("zipper", "#b9a3f0", 8),
];

/// The colours of shaded cells, by kind. Several groups have the same colour.
const FILLS: [(&str, &str); 6] = [
    ("box-indexer", "#c9ecc9"),
    ("clone", "#d9d9d9"),
    ("column-indexer", "#c7d8f4"),
    ("extra-region", "#e2e2e2"),
    ("row-indexer", "#f4c7c7"),
    ("same-digits", "#e6dcc3"),
];

impl<'a> Drawing<'a> {
    /// Returns a drawing without shapes.
    pub fn new(puzzle: &'a Puzzle) -> Drawing<'a> {
        Drawing {
            below: Vec::new(),
            above: Vec::new(),
            legend: Vec::new(),
            plan: Plan {
                board: puzzle.geometry(),
            },
            labels: HashMap::new(),
        }
    }

    /// Returns the drawing of all constraints.
    pub fn of(puzzle: &'a Puzzle) -> Drawing<'a> {
        let mut drawing = Drawing::new(puzzle);
        for constraint in puzzle.layout().constraints() {
            drawing.add(constraint);
        }
        drawing
    }

    /// Adds a constraint. One whose kind leaves the rule to the setter gets a sign and an entry in the legend.
    pub fn add(&mut self, constraint: &Constraint) {
        match entry(constraint, self.plan.board, &mut self.legend) {
            Some(entry) => self.custom(constraint, &entry),
            None => self.draw(constraint),
        }
    }

    fn draw(&mut self, of: &Constraint) {
        let (kind, cells) = (of.name(), of.group(0));
        let number = of
            .number()
            .map_or(String::new(), |number| number.to_string());
        if let Some((_, colour, width)) = LINES.iter().find(|line| line.0 == kind) {
            self.line(cells, colour, *width);
        }
        if let Some((_, colour)) = FILLS.iter().find(|fill| fill.0 == kind) {
            self.fill(&of.cells(self.plan.board), colour);
        }
        match kind {
            "cage" => self.cage(cells, "#000", &number),
            "sum" => self.sum(of.terms(), &number),
            "arrow" => self.arrow(cells, of.group(1)),
            "thermometer" => self.thermometer(cells, "#cfcfcf"),
            "slow-thermometer" => self.thermometer(cells, "#b9d3ee"),
            // The usual number is not written.
            "difference" => self.dot(
                cells,
                "#fff",
                if number == "1" { "" } else { &number },
                "#000",
            ),
            "ratio" => self.dot(
                cells,
                "#000",
                if number == "2" { "" } else { &number },
                "#fff",
            ),
            "x" => self.sign(cells, "X"),
            "v" => self.sign(cells, "V"),
            "greater" => self.greater(cells),
            "double-arrow" | "between" => self.rings_at_ends(cells),
            "lockout" => self.diamonds_at_ends(cells),
            "odd" | "even" => self.parity(cells[0], kind == "even"),
            "minimum" | "maximum" => self.extremum(cells[0], kind == "maximum"),
            "quadruple" => self.quadruple(cells, of.digits()),
            "contains" => self.cage(cells, "#888", &format!("≥{}", listed(of.digits()))),
            "contains-exactly" => self.cage(cells, "#888", &format!("={}", listed(of.digits()))),
            "count-distinct" => {
                self.fill(of.group(1), "#e3e9d8");
                self.ring(cells);
            }
            "count-same" => {
                of.groups()
                    .skip(1)
                    .for_each(|group| self.fill(group, "#dce8f0"));
                self.ring(cells);
            }
            "run-length" => {
                of.groups()
                    .skip(1)
                    .for_each(|group| self.line(group, "#9fc3d8", 8));
                self.ring(cells);
            }
            "regions-to-find" => {
                let table = of
                    .cells(self.plan.board)
                    .split_off(self.plan.board.grid_cell_count());
                self.fill(&table, "#f2eef9");
            }
            "counting-circles" => cells.iter().for_each(|cell| self.ring(&[*cell])),
            "equal-sum" => of.groups().for_each(|group| self.cage(group, "#888", "")),
            "little-killer" => self.little_killer(&number, cells),
            "value-index" => {
                self.ring(cells);
                self.shaft(&[cells, of.group(1), of.group(2)].concat());
            }
            _ => {
                if let Some(line) = of.line() {
                    self.outer(line, &number);
                }
            }
        }
    }

    /// Draws a constraint whose rule is in the legend: its cells, outlined, with the sign of the rule, and a
    /// thin line from the first to the last if their order matters.
    fn custom(&mut self, constraint: &Constraint, entry: &Entry) {
        let alternatives = constraint.alternatives().iter().flatten();
        alternatives.for_each(|of| self.draw(of));
        if entry.sign.is_empty() {
            return;
        }
        for line in lines_read(constraint) {
            let [first, _, ..] = line else { continue };
            self.line(line, entry.colour, 2);
            self.below.push(Shape::Circle {
                centre: self.centre(*first),
                radius: 4.0,
                fill: entry.colour,
                border: None,
            });
        }
        let mut cells = constraint.cells(self.plan.board);
        cells.sort_unstable();
        cells.dedup();
        self.outline(Outline {
            inset: 5,
            width: 1.5,
            dashes: "1 2",
            title: constraint.title().map(|title| title.as_str().to_string()),
            ..outlined(&cells, entry.colour, &entry.sign)
        });
    }

    /// Returns the top left corner of a cell.
    fn corner(&self, cell: Cell) -> Point {
        let (x, y) = self.plan.corner(cell);
        (x as f64, y as f64)
    }

    /// Returns the centre of a cell.
    fn centre(&self, cell: Cell) -> Point {
        let (x, y) = self.corner(cell);
        (x + HALF, y + HALF)
    }

    fn centres(&self, cells: &[Cell]) -> Vec<Point> {
        cells.iter().map(|cell| self.centre(*cell)).collect()
    }

    /// Returns the point in the middle between cells.
    fn middle(&self, cells: &[Cell]) -> Point {
        let centres = self.centres(cells).into_iter();
        let (x, y) = centres.fold((0.0, 0.0), |sum, (x, y)| (sum.0 + x, sum.1 + y));
        (x / cells.len() as f64, y / cells.len() as f64)
    }

    fn fill(&mut self, cells: &[Cell], colour: &'static str) {
        let size = (2.0 * HALF, 2.0 * HALF);
        for cell in cells {
            let corner = self.corner(*cell);
            self.below.push(Shape::Rectangle {
                corner,
                size,
                colour,
            });
        }
    }

    fn line(&mut self, cells: &[Cell], colour: &'static str, width: usize) {
        self.below.push(Shape::Line {
            points: self.centres(cells),
            colour,
            width: width as f64,
        });
    }

    /// Draws a circle, or a pill around several cells.
    fn ring(&mut self, cells: &[Cell]) {
        if let [cell] = cells {
            return self.below.push(Shape::Circle {
                centre: self.centre(*cell),
                radius: 15.25,
                fill: "#fff",
                border: Some(RING),
            });
        }
        self.line(cells, "#999", 33);
        self.line(cells, "#fff", 28);
    }

    fn rings_at_ends(&mut self, cells: &[Cell]) {
        self.ring(&cells[..1]);
        self.ring(&cells[cells.len() - 1..]);
    }

    fn diamonds_at_ends(&mut self, cells: &[Cell]) {
        for cell in [cells[0], cells[cells.len() - 1]] {
            self.below.push(Shape::Diamond {
                centre: self.centre(cell),
                radius: 16.0,
                fill: "#fff",
                border: Border {
                    colour: "#7d9fe0",
                    width: 2.0,
                },
            });
        }
    }

    fn thermometer(&mut self, cells: &[Cell], colour: &'static str) {
        self.line(cells, colour, 12);
        self.below.push(Shape::Circle {
            centre: self.centre(cells[0]),
            radius: 15.0,
            fill: colour,
            border: None,
        });
    }

    fn arrow(&mut self, bulb: &[Cell], shaft: &[Cell]) {
        self.ring(bulb);
        self.shaft(&[&bulb[bulb.len() - 1..], shaft].concat());
    }

    /// Draws an arrow along cells, from the edge of the circle in the first.
    fn shaft(&mut self, cells: &[Cell]) {
        let mut points = self.centres(cells);
        let [first, second, ..] = points[..] else {
            return;
        };
        let (across, down) = unit(first, second);
        points[0] = (first.0 + 16.0 * across, first.1 + 16.0 * down);
        self.below.push(Shape::Arrow {
            points,
            colour: "#999",
            width: 3.0,
            barb: 6.0,
        });
    }

    fn parity(&mut self, cell: Cell, is_even: bool) {
        let (centre, colour) = (self.centre(cell), "#d3d3d3");
        self.below.push(match is_even {
            true => Shape::Rectangle {
                corner: (centre.0 - 14.0, centre.1 - 14.0),
                size: (28.0, 28.0),
                colour,
            },
            false => Shape::Circle {
                centre,
                radius: 15.0,
                fill: colour,
                border: None,
            },
        });
    }

    /// Draws a thin line through points around a centre, turned by quarters of a circle.
    fn tip(&mut self, (x, y): Point, points: [Point; 3], quarters: usize, colour: &'static str) {
        let turned = |point: Point| (0..quarters).fold(point, |(x, y), _| (-y, x));
        let points = points.map(turned).map(|point| (x + point.0, y + point.1));
        self.above.push(Shape::Line {
            points: points.to_vec(),
            colour,
            width: 2.0,
        });
    }

    /// Shades a cell and draws four tips that point inwards at a minimum and outwards at a maximum.
    fn extremum(&mut self, cell: Cell, is_maximum: bool) {
        self.fill(&[cell], "#ececec");
        let (outer, inner) = if is_maximum {
            (-14.0, -18.0)
        } else {
            (-18.0, -14.0)
        };
        let tip = [(-4.0, outer), (0.0, inner), (4.0, outer)];
        for quarters in 0..4 {
            self.tip(self.centre(cell), tip, quarters, "#777");
        }
    }

    /// Draws the grey outline of a sum, with the coefficients that are not 1.
    fn sum(&mut self, terms: &[(Cell, i64)], total: &str) {
        let cells: Vec<Cell> = terms.iter().map(|(cell, _)| *cell).collect();
        self.cage(&cells, "#888", total);
        for (cell, coefficient) in terms.iter().filter(|(_, of)| *of != 1) {
            let (x, y) = self.centre(*cell);
            self.label((x + 12.0, y + 12.0), 9, "#888", &format!("×{coefficient}"));
        }
    }

    /// Draws the dashed outline of cells, with a label in the corner of the first.
    fn cage(&mut self, cells: &[Cell], colour: &'static str, label: &str) {
        self.outline(outlined(cells, colour, label));
    }

    /// Draws an outline. Its label follows those that are in the same corner.
    fn outline(&mut self, mut outline: Outline) {
        if let Some(first) = outline.cells.iter().min() {
            let taken = self.labels.entry(*first).or_default();
            outline.shift = *taken;
            *taken += label_width(&outline.label);
        }
        self.above.push(Shape::Outline(outline));
    }

    /// Writes a text around a point.
    fn label(&mut self, centre: Point, height: usize, colour: &'static str, text: &str) {
        self.above.push(Shape::Text {
            centre,
            height,
            colour,
            text: text.to_string(),
        });
    }

    /// Draws a circle with a text.
    fn disc(&mut self, centre: Point, radius: f64, fill: &'static str) {
        self.above.push(Shape::Circle {
            centre,
            radius,
            fill,
            border: Some(Border {
                colour: "#000",
                width: 1.0,
            }),
        });
    }

    fn dot(&mut self, cells: &[Cell], colour: &'static str, label: &str, ink: &'static str) {
        let at = self.middle(cells);
        self.disc(at, if label.is_empty() { 5.0 } else { 7.0 }, colour);
        if !label.is_empty() {
            self.label(at, 10, ink, label);
        }
    }

    fn sign(&mut self, cells: &[Cell], sign: &str) {
        let (x, y) = self.middle(cells);
        self.above.push(Shape::Rectangle {
            corner: (x - 6.0, y - 6.0),
            size: (12.0, 12.0),
            colour: "#fff",
        });
        self.label((x, y), 13, "#000", sign);
    }

    /// Draws a sign that points to the second cell.
    fn greater(&mut self, cells: &[Cell]) {
        let [high, low] = [0, 1].map(|place| self.corner(cells[place]));
        let quarters = match () {
            () if low.0 > high.0 => 0,
            () if low.1 > high.1 => 1,
            () if low.0 < high.0 => 2,
            () => 3,
        };
        let tip = [(-3.0, -5.0), (3.0, 0.0), (-3.0, 5.0)];
        self.tip(self.middle(cells), tip, quarters, "#000");
    }

    /// Draws a circle with up to two digits in a line.
    fn quadruple(&mut self, cells: &[Cell], values: &[usize]) {
        let (x, y) = self.middle(cells);
        self.disc((x, y), 11.0, "#fff");
        let lines: Vec<&[usize]> = values.chunks(2).collect();
        let top = y + 4.0 - 4.0 * lines.len() as f64;
        for (number, line) in lines.iter().enumerate() {
            let values: Vec<String> = line.iter().map(usize::to_string).collect();
            self.label((x, top + 8.0 * number as f64), 9, "#000", &values.join(" "));
        }
    }

    fn outer(&mut self, line: OuterLine, clue: &str) {
        let (width, height) = self.plan.grid_size();
        let along = (line.index * CELL) as f64 + HALF;
        let at = match line.side {
            Side::Left => (-HALF, along),
            Side::Right => (width as f64 + HALF, along),
            Side::Top => (along, -HALF),
            Side::Bottom => (along, height as f64 + HALF),
        };
        self.label(at, 18, "#000", clue);
    }

    fn little_killer(&mut self, total: &str, cells: &[Cell]) {
        let first = self.centre(cells[0]);
        let (right, down) = match cells.get(1).map(|cell| self.centre(*cell)) {
            Some(second) => ((second.0 - first.0).signum(), (second.1 - first.1).signum()),
            None if first.0 == HALF || first.1 == HALF => (1.0, 1.0),
            None => (-1.0, -1.0),
        };
        let clue = (first.0 - 2.0 * HALF * right, first.1 - 2.0 * HALF * down);
        let at = |distance: f64| (clue.0 + distance * right, clue.1 + distance * down);
        self.label(at(-5.0), 14, "#000", total);
        self.above.push(Shape::Arrow {
            points: vec![at(8.0), at(17.0)],
            colour: "#000",
            width: 1.0,
            barb: 5.0,
        });
    }
}

/// Returns the lines along which a rule reads its cells: none if their order does not matter.
fn lines_read(constraint: &Constraint) -> Vec<&[Cell]> {
    match constraint.name() {
        "pairs" | "sequence" | "automaton" => constraint.groups().collect(),
        _ => Vec::new(),
    }
}

/// Returns digits with commas between them.
fn listed(digits: &[usize]) -> String {
    let digits: Vec<String> = digits.iter().map(usize::to_string).collect();
    digits.join(",")
}

/// Returns the outline of a cage.
fn outlined(cells: &[Cell], colour: &'static str, label: &str) -> Outline {
    Outline {
        cells: cells.to_vec(),
        inset: 3,
        colour,
        width: 1.0,
        dashes: "4 2",
        label: label.to_string(),
        shift: 0,
        title: None,
    }
}

/// Returns the width of the label of an outline.
pub(crate) fn label_width(label: &str) -> usize {
    match label.chars().count() {
        0 => 0,
        count => 5 * count + 2,
    }
}

/// Returns the direction from one point to another, with the length 1; nothing for equal points.
fn unit(from: Point, to: Point) -> Point {
    let (across, down) = (to.0 - from.0, to.1 - from.1);
    let length = across.hypot(down).max(1.0);
    (across / length, down / length)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::testing::blank_on;
    use satdoku::board::{Grid, Layout, Ruleset};

    /// Returns the shapes of the rules of a blank board of 9×9, those below the lines first.
    fn shapes(rules: &str) -> Vec<Shape> {
        let puzzle = blank_on(&format!("box 3x3; {rules}"));
        let Drawing { below, above, .. } = Drawing::of(&puzzle);
        [below, above].concat()
    }

    #[test]
    fn every_kind_is_drawn() {
        let arguments = [
            "",
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
            "table",
        ];
        for name in Constraint::names() {
            let board = "variables table 9x9";
            let puzzle = blank_on(board);
            let texts = arguments.map(|arguments| format!("{name} {arguments}"));
            let is_valid = |text: &&String| Constraint::parse(text, puzzle.geometry()).is_ok();
            let text = texts.iter().find(is_valid).expect(name);
            // A rule of the whole grid is in the legend alone.
            let drawn = shapes(&format!("{board}; {text}"));
            assert!(!drawn.is_empty() || name == "connected", "{text}");
        }
    }

    #[test]
    fn sums_and_clues_are_written() {
        let text = |constraint: &str| {
            let labels = shapes(constraint)
                .into_iter()
                .filter_map(|shape| match shape {
                    Shape::Text { text, .. } => Some(text),
                    Shape::Outline(outline) => Some(outline.label),
                    _ => None,
                });
            labels.collect::<Vec<_>>().join(" ")
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
        let drawn = shapes("arrow r1c1: r1c2 r1c3");
        let [Shape::Circle { .. }, Shape::Arrow { points, .. }] = &drawn[..] else {
            panic!("{drawn:?}");
        };
        assert_eq!(points[..], [(36.0, 20.0), (60.0, 20.0), (100.0, 20.0)]);
    }

    #[test]
    fn rules_of_setters_share_signs_and_labels_do_not_overlap() {
        let texts = [
            "pairs \"a < b\" as \"up\" r1c1 r1c2",
            "sequence \"1.*\" r1c1 r2c1",
            "pairs \"a < b\" as \"up\" r5c1 r5c2",
        ];
        let constraints = texts.map(|text| Constraint::parse(text, 9).unwrap());
        let rules = Ruleset::classic("3x3".parse().unwrap());
        let rules = rules.with_constraints(constraints.to_vec()).unwrap();
        let puzzle = Puzzle::new(Arc::new(Layout::new(rules)), Grid::blank(9)).unwrap();
        let drawing = Drawing::of(&puzzle);
        let legend = drawing.legend.iter();
        let legend: Vec<String> = legend
            .map(|of| format!("{} {}", of.sign, of.text))
            .collect();
        assert_eq!(legend, ["A up", "B the digits match 1.*"]);
        let outlines = drawing.above.iter().map(|shape| match shape {
            Shape::Outline(outline) => (outline.label.as_str(), outline.shift),
            other => panic!("{other:?}"),
        });
        assert_eq!(outlines.collect::<Vec<_>>(), [("A", 0), ("B", 7), ("A", 0)]);
    }
}
