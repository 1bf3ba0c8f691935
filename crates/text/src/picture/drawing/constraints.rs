//! Drawn constraints, in the manner of f-puzzles and SudokuPad.

use super::legend::{Entry, entry};
use super::{Border, CELL, Figure, Form, Label, Outline, Plan, Point, Polyline, Shape, unit};
use satdoku::board::{Cell, Constraint, Puzzle, Side, Source};

/// Half a cell.
const HALF: f64 = CELL as f64 / 2.0;

/// The ring around a cell, and the figure at the ends of a lockout line.
const RING: (Form, f64) = (Form::Circle, 30.5);
const DIAMOND: (Form, f64) = (Form::Diamond, 32.0);

/// The shapes of the constraints of a puzzle.
pub(crate) struct Drawing<'a> {
    /// Those below the lines of the grid.
    pub below: Vec<Shape>,
    /// Those above the lines and below the digits.
    pub above: Vec<Shape>,
    /// The rules that setters state themselves.
    pub legend: Vec<Entry>,
    plan: Plan<'a>,
    /// The room that labels take in the corner of each cell.
    labels: Vec<usize>,
}

/// Returns true if a constraint has a clue outside the grid.
pub(crate) fn has_outer_clue(puzzle: &Puzzle) -> bool {
    fn is_outer(of: &Constraint) -> bool {
        let mut alternatives = of.alternatives().iter().flatten();
        of.line().is_some() || of.name() == "little-killer" || alternatives.any(is_outer)
    }
    puzzle.layout().constraints().iter().any(is_outer)
}

/// A function that draws the constraints of a kind.
type Style = fn(&mut Drawing, &Constraint);

/// The styles of kinds. A clue outside the grid needs none, nor does a rule in the legend.
#[rustfmt::skip]
const STYLES: &[(&str, Style)] = &[
    ("arrow", |to, of| to.arrow(of)),
    ("between", |to, of| to.line_with_ends(of.group(0), RING, ("#999", 2.5))),
    ("box-indexer", |to, of| to.fill(of.group(0), "#c9ecc9")),
    ("cage", |to, of| to.cage(of.group(0), "#000", &number(of))),
    ("clone", |to, of| of.groups().for_each(|group| to.fill(group, "#d9d9d9"))),
    ("column-indexer", |to, of| to.fill(of.group(0), "#c7d8f4")),
    ("contains", |to, of| to.digits(of, "≥")),
    ("contains-exactly", |to, of| to.digits(of, "=")),
    ("count-distinct", |to, of| to.count(of, |to, group| to.fill(group, "#e3e9d8"))),
    ("count-same", |to, of| to.count(of, |to, group| to.fill(group, "#dce8f0"))),
    ("counting-circles", |to, of| of.group(0).iter().for_each(|cell| to.ring(&[*cell]))),
    ("difference", |to, of| to.dot(of, "#fff", "#000")),
    ("double-arrow", |to, of| to.line_with_ends(of.group(0), RING, ("#999", 2.5))),
    ("entropic", |to, of| to.line(of.group(0), "#ffb37f", 8)),
    ("equal-sum", |to, of| of.groups().for_each(|group| to.cage(group, "#888", ""))),
    ("even", |to, of| to.figure(of.group(0)[0], (Form::Square, 28.0), "#d3d3d3", None)),
    ("extra-region", |to, of| to.fill(of.group(0), "#e2e2e2")),
    ("greater", |to, of| to.greater(of.group(0))),
    ("little-killer", |to, of| to.little_killer(of)),
    ("lockout", |to, of| to.line_with_ends(of.group(0), DIAMOND, ("#7d9fe0", 2.0))),
    ("maximum", |to, of| to.extremum(of.group(0)[0], true)),
    ("minimum", |to, of| to.extremum(of.group(0)[0], false)),
    ("modular", |to, of| to.line(of.group(0), "#4fbfb4", 8)),
    ("nabner", |to, of| to.line(of.group(0), "#c9c25f", 8)),
    ("odd", |to, of| to.figure(of.group(0)[0], (Form::Circle, 30.0), "#d3d3d3", None)),
    ("palindrome", |to, of| to.line(of.group(0), "#c0c0c0", 8)),
    ("quadruple", |to, of| to.quadruple(of.group(0), of.digits())),
    ("ratio", |to, of| to.dot(of, "#000", "#fff")),
    ("region-sum", |to, of| to.line(of.group(0), "#5cc5f2", 8)),
    ("regions-to-find", |to, of| to.fill_table(of, "#f2eef9")),
    ("renban", |to, of| to.line(of.group(0), "#e588e5", 8)),
    ("row-indexer", |to, of| to.fill(of.group(0), "#f4c7c7")),
    ("run-length", |to, of| to.count(of, |to, group| to.line(group, "#9fc3d8", 8))),
    ("same-digits", |to, of| of.groups().for_each(|group| to.fill(group, "#e6dcc3"))),
    ("slow-thermometer", |to, of| to.thermometer(of.group(0), "#b9d3ee")),
    ("sum", |to, of| to.sum(of)),
    ("thermometer", |to, of| to.thermometer(of.group(0), "#cfcfcf")),
    ("v", |to, of| to.sign(of.group(0), "V")),
    ("value-index", |to, of| to.arrow(of)),
    ("whispers", |to, of| to.line(of.group(0), "#67d667", 8)),
    ("x", |to, of| to.sign(of.group(0), "X")),
    ("zipper", |to, of| to.line(of.group(0), "#b9a3f0", 8)),
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
            labels: vec![0; puzzle.geometry().cell_count()],
        }
    }

    /// Shades the cells of diagonals and windows. The colours mix where both overlap.
    pub fn shade(&mut self, puzzle: &Puzzle) {
        let cells_of = |is_kind: fn(Source) -> bool| -> Vec<Cell> {
            let houses = puzzle.layout().houses().iter();
            let houses = houses.filter(|house| is_kind(house.source));
            houses.flat_map(|house| house.cells.clone()).collect()
        };
        let diagonals = cells_of(Source::is_diagonal);
        let windows = cells_of(|source| matches!(source, Source::Window(_)));
        let mut both = diagonals.clone();
        both.retain(|cell| windows.contains(cell));
        self.fill(&diagonals, "#d8e5f5");
        self.fill(&windows, "#dceedc");
        self.fill(&both, "#c2dcd6");
    }

    /// Adds a constraint. One whose kind leaves the rule to the setter gets a sign and an entry in the legend.
    pub fn add(&mut self, constraint: &Constraint) {
        match entry(constraint, self.plan.board, &mut self.legend) {
            Some(entry) => self.custom(constraint, &entry),
            None => self.draw(constraint),
        }
    }

    fn draw(&mut self, of: &Constraint) {
        match STYLES.iter().find(|style| style.0 == of.name()) {
            Some((_, style)) => style(self, of),
            None => self.outer(of),
        }
        let alternatives = of.alternatives().iter().flatten();
        alternatives.for_each(|of| self.draw(of));
    }

    /// Draws a constraint whose rule is in the legend: its cells, outlined, with the sign of the rule, and a
    /// thin line from the first to the last if their order matters.
    fn custom(&mut self, constraint: &Constraint, entry: &Entry) {
        self.draw(constraint);
        if entry.sign.is_empty() {
            return;
        }
        // Other rules do not mind the order of their cells.
        let is_line = ["pairs", "sequence", "automaton"].contains(&constraint.name());
        for line in constraint.groups().filter(|_| is_line) {
            let [first, _, ..] = line else { continue };
            self.line(line, entry.colour, 2);
            self.figure(*first, (Form::Circle, 8.0), entry.colour, None);
        }
        let mut cells = constraint.cells(self.plan.board);
        cells.sort_unstable();
        cells.dedup();
        self.outline(Outline {
            is_dotted: true,
            title: constraint.title().map(|title| title.as_str().to_string()),
            ..outlined(&cells, entry.colour, &entry.sign)
        });
    }

    /// Returns the centre of a cell.
    fn centre(&self, cell: Cell) -> Point {
        let (x, y) = self.plan.corner(cell);
        (x as f64 + HALF, y as f64 + HALF)
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

    /// Fills cells.
    pub fn fill(&mut self, cells: &[Cell], colour: &'static str) {
        if !cells.is_empty() {
            self.below.push(Shape::Fill(cells.to_vec(), colour));
        }
    }

    fn line(&mut self, cells: &[Cell], colour: &'static str, width: usize) {
        let points = self.centres(cells);
        self.below.push(line(points, colour, width as f64, None));
    }

    /// Draws a figure around the centre of a cell.
    fn figure(
        &mut self,
        cell: Cell,
        figure: (Form, f64),
        fill: &'static str,
        border: Option<Border>,
    ) {
        let centre = self.centre(cell);
        self.below.push(figure_at(centre, figure, fill, border));
    }

    /// Draws a ring, or a pill around several cells.
    fn ring(&mut self, cells: &[Cell]) {
        if let [cell] = cells {
            return self.figure(*cell, RING, "#fff", Some(("#999", 2.5)));
        }
        self.line(cells, "#999", 33);
        self.line(cells, "#fff", 28);
    }

    /// Draws a thin line with a white figure at each end.
    fn line_with_ends(&mut self, cells: &[Cell], figure: (Form, f64), border: Border) {
        self.line(cells, border.0, 3);
        for cell in [cells[0], cells[cells.len() - 1]] {
            self.figure(cell, figure, "#fff", Some(border));
        }
    }

    fn thermometer(&mut self, cells: &[Cell], colour: &'static str) {
        self.line(cells, colour, 12);
        self.figure(cells[0], (Form::Circle, 30.0), colour, None);
    }

    /// Draws a ring around a cell that counts cells, after the groups of these.
    fn count(&mut self, of: &Constraint, draw: fn(&mut Self, &[Cell])) {
        of.groups().skip(1).for_each(|group| draw(self, group));
        self.ring(of.group(0));
    }

    /// Shades the table of variables of a rule.
    fn fill_table(&mut self, of: &Constraint, colour: &'static str) {
        let mut cells = of.cells(self.plan.board);
        let table = cells.split_off(self.plan.board.grid_cell_count());
        self.fill(&table, colour);
    }

    /// Draws a ring or a pill, and an arrow from the edge of the ring in its last cell.
    fn arrow(&mut self, of: &Constraint) {
        let bulb = of.group(0);
        let shaft = of.groups().skip(1).flatten();
        let shaft: Vec<Cell> = bulb.last().into_iter().chain(shaft).copied().collect();
        self.ring(bulb);
        let mut points = self.centres(&shaft);
        let [first, second, ..] = points[..] else {
            return;
        };
        let (across, down) = unit(first, second);
        points[0] = (first.0 + 16.0 * across, first.1 + 16.0 * down);
        self.below.push(line(points, "#999", 3.0, Some(6.0)));
    }

    /// Draws a tip around a point that points in a direction. Its size is half of its length and of its width.
    fn tip(&mut self, (x, y): Point, direction: Point, size: (f64, f64), colour: &'static str) {
        let (right, down) = direction;
        let at = |along, across| {
            (
                x + along * right - across * down,
                y + along * down + across * right,
            )
        };
        let points = vec![at(-size.0, -size.1), at(size.0, 0.0), at(-size.0, size.1)];
        self.above.push(line(points, colour, 2.0, None));
    }

    /// Shades a cell and draws four tips that point inwards at a minimum and outwards at a maximum.
    fn extremum(&mut self, cell: Cell, is_maximum: bool) {
        self.fill(&[cell], "#ececec");
        let (x, y) = self.centre(cell);
        let sign = if is_maximum { 1.0 } else { -1.0 };
        for (right, down) in [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)] {
            let at = (x + 16.0 * right, y + 16.0 * down);
            self.tip(at, (sign * right, sign * down), (2.0, 4.0), "#777");
        }
    }

    /// Draws the grey outline of a sum, with the coefficients that are not 1.
    fn sum(&mut self, of: &Constraint) {
        self.cage(&of.cells(self.plan.board), "#888", &number(of));
        for (cell, coefficient) in of.terms().iter().filter(|(_, of)| *of != 1) {
            let (x, y) = self.centre(*cell);
            self.label((x + 12.0, y + 12.0), 9, "#888", &format!("×{coefficient}"));
        }
    }

    /// Draws the grey outline of cells that contain digits, which follow a sign.
    fn digits(&mut self, of: &Constraint, sign: &str) {
        let digits: Vec<String> = of.digits().iter().map(usize::to_string).collect();
        self.cage(of.group(0), "#888", &format!("{sign}{}", digits.join(",")));
    }

    /// Draws the dashed outline of cells, with a label in the corner of the first.
    fn cage(&mut self, cells: &[Cell], colour: &'static str, label: &str) {
        self.outline(outlined(cells, colour, label));
    }

    /// Draws an outline. Its label follows those that are in the same corner.
    fn outline(&mut self, mut outline: Outline) {
        if let Some(first) = outline.cells.iter().min() {
            let taken = &mut self.labels[first.index()];
            outline.shift = *taken;
            *taken += label_width(&outline.label);
        }
        self.above.push(Shape::Outline(outline));
    }

    /// Writes a text around a point.
    fn label(&mut self, centre: Point, height: usize, colour: &'static str, text: &str) {
        let text = text.to_string();
        self.above.push(Shape::Label(Label {
            centre,
            height,
            colour,
            text,
        }));
    }

    /// Draws a circle with a thin border around a point.
    fn disc(&mut self, centre: Point, radius: f64, fill: &'static str) {
        let figure = (Form::Circle, 2.0 * radius);
        let border = Some(("#000", 1.0));
        self.above.push(figure_at(centre, figure, fill, border));
    }

    /// Draws a dot with its number, unless that is the usual one.
    fn dot(&mut self, of: &Constraint, colour: &'static str, ink: &'static str) {
        let at = self.middle(of.group(0));
        let Some(number) = of.unusual_number(self.plan.board) else {
            return self.disc(at, 5.0, colour);
        };
        self.disc(at, 7.0, colour);
        self.label(at, 10, ink, &number.to_string());
    }

    fn sign(&mut self, cells: &[Cell], sign: &str) {
        let middle = self.middle(cells);
        let square = figure_at(middle, (Form::Square, 12.0), "#fff", None);
        self.above.push(square);
        self.label(middle, 13, "#000", sign);
    }

    /// Draws a sign that points to the second cell.
    fn greater(&mut self, cells: &[Cell]) {
        let direction = unit(self.centre(cells[0]), self.centre(cells[1]));
        self.tip(self.middle(cells), direction, (3.0, 5.0), "#000");
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

    /// Writes the clue of a row or column, if it is one.
    fn outer(&mut self, of: &Constraint) {
        let Some(line) = of.line() else { return };
        let (width, height) = self.plan.grid_size();
        let along = (line.index * CELL) as f64 + HALF;
        let at = match line.side {
            Side::Left => (-HALF, along),
            Side::Right => (width as f64 + HALF, along),
            Side::Top => (along, -HALF),
            Side::Bottom => (along, height as f64 + HALF),
        };
        self.label(at, 18, "#000", &number(of));
    }

    fn little_killer(&mut self, of: &Constraint) {
        let cells = of.group(0);
        let first = self.centre(cells[0]);
        let (right, down) = match cells.get(1).map(|cell| self.centre(*cell)) {
            Some(second) => ((second.0 - first.0).signum(), (second.1 - first.1).signum()),
            None if first.0 == HALF || first.1 == HALF => (1.0, 1.0),
            None => (-1.0, -1.0),
        };
        let clue = (first.0 - 2.0 * HALF * right, first.1 - 2.0 * HALF * down);
        let at = |distance: f64| (clue.0 + distance * right, clue.1 + distance * down);
        self.label(at(-5.0), 14, "#000", &number(of));
        let points = vec![at(8.0), at(17.0)];
        self.above.push(line(points, "#000", 1.0, Some(5.0)));
    }
}

fn line(points: Vec<Point>, colour: &'static str, width: f64, barb: Option<f64>) -> Shape {
    Shape::Polyline(Polyline {
        points,
        colour,
        width,
        barb,
    })
}

fn figure_at(
    centre: Point,
    (form, size): (Form, f64),
    fill: &'static str,
    border: Option<Border>,
) -> Shape {
    Shape::Figure(Figure {
        form,
        centre,
        size,
        fill,
        border,
    })
}

/// Returns the number of a constraint; nothing if it has none.
fn number(of: &Constraint) -> String {
    of.number()
        .map_or(String::new(), |number| number.to_string())
}

/// Returns the outline of a cage.
fn outlined(cells: &[Cell], colour: &'static str, label: &str) -> Outline {
    Outline {
        cells: cells.to_vec(),
        colour,
        is_dotted: false,
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

#[cfg(test)]
mod tests;
