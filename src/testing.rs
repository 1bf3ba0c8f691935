//! Puzzles and boards for the unit tests of all crates and for the integration tests, which include
//! this file.

#![allow(
    dead_code,
    reason = "unit tests and integration tests use different parts"
)]

use std::ops::RangeInclusive;
use std::sync::Arc;

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use satdoku::board::{
    Cell, Constraint, Digit, Grid, Kind, Layout, Part, Puzzle, RuleTexts, Ruleset, verify,
};

/// The kind of constraints that a board without variables cannot have.
pub const NEEDS_VARIABLES: &str = "regions-to-find";

/// The kinds of constraints that f-puzzles does not have.
pub const NOT_IN_F_PUZZLES: [&str; 19] = [
    "all-pairs",
    "automaton",
    "connected",
    "contains",
    "contains-exactly",
    "count-distinct",
    "count-same",
    "counting-circles",
    "either",
    "equal-sum",
    "greater",
    "numbered-room",
    "pairs",
    "regions-to-find",
    "run-length",
    "same-digits",
    "sequence",
    "sum",
    "value-index",
];

/// The puzzle of this shape whose cells are these characters: 1-9 and A-Z are givens, others are blanks.
pub fn puzzle(shape: &str, cells: &str) -> Puzzle {
    puzzle_on(Arc::new(Layout::classic(shape.parse().unwrap())), cells)
}

/// The puzzle on this layout with these cells, written as for [`puzzle`].
pub fn puzzle_on(layout: Arc<Layout>, cells: &str) -> Puzzle {
    let value = |c: char| {
        (c.to_digit(36).unwrap_or(0) as usize)
            .checked_sub(1)
            .map(Digit::from_index)
    };
    let givens = Grid::from_cells(cells.chars().map(value).collect()).unwrap();
    Puzzle::new(layout, givens).unwrap()
}

/// The puzzle without givens that these rules, separated by semicolons, describe.
pub fn blank_on(rules: &str) -> Puzzle {
    let texts = RuleTexts::parse(rules.split(';').map(str::trim)).unwrap();
    let base = texts.base(9).unwrap();
    let (rules, of_cells) = texts.on(&base).unwrap();
    let puzzle = Puzzle::without_givens(Arc::new(Layout::new(rules)));
    puzzle.with_candidates(of_cells).unwrap()
}

/// A random solution: the pattern in which each row is the one above it shifted, with digits, and
/// rows and columns within bands, in random order.
pub fn random_solution(layout: &Layout, random: &mut ChaCha8Rng) -> Grid {
    let size = layout.digit_count();
    let boxes = layout.boxes();
    let (rows, columns) = boxes.map_or((1, size), |of| (of.box_rows(), of.box_columns()));
    let mut shuffled_lines = |band: usize| -> Vec<usize> {
        let mut lines: Vec<usize> = (0..size).collect();
        lines
            .chunks_mut(band)
            .for_each(|chunk| chunk.shuffle(random));
        lines
    };
    let row_order = shuffled_lines(rows);
    let column_order = shuffled_lines(columns);
    let mut digits: Vec<usize> = (0..size).collect();
    digits.shuffle(random);
    let mut cells = Vec::with_capacity(size * size);
    for row in row_order {
        let shift = row % rows * columns + row / rows;
        let in_row = column_order
            .iter()
            .map(|column| digits[(column + shift) % size]);
        cells.extend(in_row.map(|index| Some(Digit::from_index(index))));
    }
    Grid::from_cells(cells).unwrap()
}

/// A random solution with `blanks` random cells blank. If `spoilt`, one given gets a random digit,
/// which usually leaves no solution.
pub fn random_puzzle(
    layout: &Arc<Layout>,
    blanks: usize,
    spoilt: bool,
    random: &mut ChaCha8Rng,
) -> Puzzle {
    let mut grid = random_solution(layout, random);
    let mut cells: Vec<Cell> = layout.cells().collect();
    cells.shuffle(random);
    for &cell in &cells[..blanks] {
        grid.set(cell, None);
    }
    if spoilt && blanks < cells.len() {
        let digit = Digit::from_index(random.random_range(0..layout.digit_count()));
        grid.set(cells[blanks], Some(digit));
    }
    Puzzle::new(layout.clone(), grid).unwrap()
}

/// `count` puzzles of each shape, the same ones in every run. Some have one solution, some have many,
/// some have none.
pub fn random_puzzles(shapes: &[&str], count: usize) -> Vec<Puzzle> {
    let mut random = ChaCha8Rng::seed_from_u64(2580);
    let mut puzzles = Vec::new();
    for shape in shapes {
        let layout = Arc::new(Layout::classic(shape.parse().unwrap()));
        for _ in 0..count {
            let blanks = random.random_range(0..=layout.cell_count());
            let spoilt = random.random_bool(0.25);
            puzzles.push(random_puzzle(&layout, blanks, spoilt, &mut random));
        }
    }
    puzzles
}

/// A board of this shape with random constraints that players draw, most of which hold for a random
/// solution. The kinds are chosen at random from those that `is_kind` accepts.
pub fn random_drawn_layout(
    shape: &str,
    count: usize,
    is_kind: impl Fn(&str) -> bool,
    random: &mut ChaCha8Rng,
) -> Arc<Layout> {
    let solution = random_solution(&Layout::classic(shape.parse().unwrap()), random);
    let names: Vec<&str> = Constraint::names().filter(|name| is_kind(name)).collect();
    board_with(shape, &solution, count, &names, 1.0, random)
}

/// A board of this shape with constraints of random kinds, some of which nobody draws. Most of them
/// hold in `solution`.
pub fn random_board(shape: &str, solution: &Grid, random: &mut ChaCha8Rng) -> Arc<Layout> {
    let names: Vec<&str> = Constraint::names().collect();
    let count = random.random_range(1..=6);
    board_with(shape, solution, count, &names, 0.7, random)
}

/// A board with `count` constraints of these kinds, most of which hold in `solution`. `usual` is the
/// part of those that players draw.
fn board_with(
    shape: &str,
    solution: &Grid,
    count: usize,
    names: &[&str],
    usual: f64,
    random: &mut ChaCha8Rng,
) -> Arc<Layout> {
    let rules = Ruleset::classic(shape.parse().unwrap());
    let mut constraints = Vec::new();
    while constraints.len() < count {
        let name = names.choose(random).unwrap();
        let (is_usual, can_break) = (random.random_bool(usual), random.random_bool(0.03));
        constraints.extend((0..100).find_map(|_| {
            let text = random_constraint(name, solution.geometry().rows(), is_usual, random);
            // Some texts are invalid, and some constraints have no pieces.
            let constraint = Constraint::parse(&text, solution.geometry().rows()).ok()?;
            let one = vec![constraint.clone()];
            let rules = rules.clone().with_constraints(one).ok()?;
            let puzzle = Puzzle::new(
                Layout::new(rules).into(),
                Grid::blank(solution.geometry().rows()),
            );
            let holds = verify(&puzzle.unwrap(), solution).is_ok();
            (holds || can_break).then_some(constraint)
        }));
    }
    Layout::new(rules.with_constraints(constraints).unwrap()).into()
}

/// The text of a random constraint of this kind, as players draw it if `is_usual`. Otherwise cells are
/// anywhere and often repeated, and numbers can be 0, negative or huge: the reader or the board refuses
/// some of these texts.
pub fn random_constraint(
    name: &str,
    size: usize,
    is_usual: bool,
    random: &mut ChaCha8Rng,
) -> String {
    let kind = Kind::all().find(|kind| kind.name == name).unwrap();
    let count = random.random_range(1..=7);
    let mut arguments = RandomArguments {
        kind,
        size,
        is_usual,
        some_cells: scattered(count, size, random),
        random,
    };
    let texts: Vec<String> = match (name, is_usual) {
        // The shaft begins next to the bulb.
        ("arrow", true) => vec![arguments.cells(4).replacen(' ', ": ", 1)],
        _ => kind.shape.iter().map(|part| arguments.of(*part)).collect(),
    };
    format!("{name} {}", texts.join(" "))
}

/// The random arguments of a constraint.
struct RandomArguments<'a> {
    kind: &'static Kind,
    size: usize,
    is_usual: bool,
    /// The cells of an unusual constraint.
    some_cells: Vec<Cell>,
    random: &'a mut ChaCha8Rng,
}

impl RandomArguments<'_> {
    fn of(&mut self, part: Part) -> String {
        use Part::*;
        let (size, name) = (self.size, self.kind.name);
        let least = if self.is_usual { 3 } else { 1 };
        let length = self.random.random_range(least..=6);
        let is_optional = matches!(part, OptionalNumber | Usual(..) | Labelled(_) | Title);
        if is_optional && self.random.random_bool(0.5) {
            return String::new();
        }
        match part {
            Number("a sum") | Integer(_) | OptionalNumber => self.number(1..=4 * size),
            Number(_) => self.number(1..=size),
            Usual(_, usual) => self.number(1..=2 * usual(&size.into())),
            // Few grids are connected in few digits.
            Labelled(word) => format!("{word} {}", size * (size - 1)),
            Digits if name == "connected" => (2..=size).map(|digit| format!("{digit} ")).collect(),
            Digits => [(); 2].map(|()| self.number(1..=size)).join(" "),
            Cell => self.cells(1),
            Pair => self.block(2),
            Cells(_) if name == "quadruple" => self.block(4),
            Cells(_) => self.cells(length),
            Groups(least, most) => {
                let count = self.random.random_range(least..=most.min(least + 1));
                // All lines of a count begin with the same cell.
                let first = self.cells(usize::from(least == 1));
                let groups = (0..count).map(|_| format!("{first} {}", self.cells(length / 2 + 1)));
                groups.collect::<Vec<_>>().join(": ")
            }
            Terms => {
                let factors = if self.is_usual { 1..=1 } else { -3..=3 };
                let cells = self.cells(length);
                let mut factor = || self.random.random_range(factors.clone());
                let terms = cells.split(' ');
                terms.map(|cell| format!("{}*{cell} ", factor())).collect()
            }
            Line => {
                let side = self.one_of(&["left", "right", "top", "bottom"]);
                let is_row = ["left", "right"].contains(&side);
                let line = if is_row { "row" } else { "column" };
                format!("{line} {} {side}", self.random.random_range(1..=size))
            }
            Colon | OptionalColon => ":".to_string(),
            Flag(words) => self.one_of(&["", words]).to_string(),
            Title => "as \"Red; #1 'dots' (a=5)\"".to_string(),
            Variables => "region".to_string(),
            Pairs => self.rule(&["abs(a-b) >= L", "not a/b mod L = 1", "1-N:1,N 2:1-N"]),
            Pattern => self.rule(&["[1-L]*[H-N]*", ".*(L|H).*", "[^L]+", "(.[H-N]){2,}"]),
            Machine => self.rule(&[
                "start 0; accept 0 1; 0: 1-L>0 H-N>1; 1: H-N>1",
                "start even; accept even; even: 1-L>odd; odd: H-N>even",
                "start a b; accept a c; a: 1-N>b; b: 1>a 1-N>c 2>b; c: N>c",
                "start a; accept b d; a: 1-L>a |>b; b: H-N>b |>c; c: 1-N>d",
            ]),
            Alternatives => format!("{} or {}", self.alternative(), self.alternative()),
            _ => String::new(),
        }
    }

    fn one_of(&mut self, texts: &[&'static str]) -> &'static str {
        texts.choose(self.random).unwrap()
    }

    /// One of these texts in quotation marks. L and H are the digits in the middle, and N is the highest.
    fn rule(&mut self, texts: &[&'static str]) -> String {
        let (low, high, size) = (self.size / 2, self.size / 2 + 1, self.size);
        let text = self.one_of(texts).replace('L', &low.to_string());
        let text = text.replace('H', &high.to_string());
        format!("\"{}\"", text.replace('N', &size.to_string()))
    }

    fn number(&mut self, range: RangeInclusive<usize>) -> String {
        if !self.is_usual && self.random.random_bool(0.15) {
            let unusual = ["0", "-1", "1000000000", "18446744073709551615"];
            return self.one_of(&unusual).to_string();
        }
        self.random.random_range(range).to_string()
    }

    /// A path, or a few cells, each of which can come several times.
    fn cells(&mut self, count: usize) -> String {
        let mut cells = self.some_cells.clone();
        if self.is_usual {
            cells = path(count, self.size, self.random);
        } else if self.random.random_bool(0.5) {
            let some = (0..count).filter_map(|_| cells.choose(self.random).copied());
            cells = some.collect();
        }
        let names = cells
            .iter()
            .take(count)
            .map(|cell| cell.name(self.size).to_string());
        names.collect::<Vec<_>>().join(" ")
    }

    /// Two neighbours, or the four cells around a corner.
    fn block(&mut self, count: usize) -> String {
        if !self.is_usual {
            return self.cells(count);
        }
        let [top, left] = [(); 2].map(|()| self.random.random_range(1..self.size));
        let cells = [(0, 0), (0, 1), (1, 0), (1, 1)];
        let names = cells.map(|(down, right)| format!("r{}c{}", top + down, left + right));
        names[..count].join(" ")
    }

    fn alternative(&mut self) -> String {
        let count = self.random.random_range(1..=2);
        let one = (0..count).map(|_| {
            let name = self.one_of(&["cage", "sum", "thermometer", "renban", "x-sum"]);
            random_constraint(name, self.size, self.is_usual, self.random)
        });
        format!("{{ {} }}", one.collect::<Vec<_>>().join("; "))
    }
}

/// Defines a test for each line: its name, and the arguments of the function that does the testing.
#[allow(unused_macros, reason = "for tests that come in cases")]
macro_rules! cases {
    ($function:ident: $($name:ident($($argument:expr),+ $(,)?);)+) => {$(
        #[test]
        fn $name() {
            $function($($argument),+);
        }
    )+};
}
#[allow(unused_imports, reason = "for tests that come in cases")]
pub(crate) use cases;

/// Returns the cells and the rule of the first primitive of a kind: `first_rule!(layout, Automaton)`.
#[allow(unused_macros, reason = "for tests of one rule")]
macro_rules! first_rule {
    ($layout:expr, $kind:ident) => {{
        let mut primitives = $layout.primitives().iter();
        let first = primitives.find_map(|of| match &of.rule {
            satdoku::board::Rule::$kind(rule) => Some((&of.cells[..], rule)),
            _ => None,
        });
        first.expect("a rule of this kind")
    }};
}
#[allow(unused_imports, reason = "for tests of one rule")]
pub(crate) use first_rule;

/// The number in an environment variable, or a default.
pub fn number(name: &str, default: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.map_or(default, |text| text.parse().unwrap())
}

/// Different cells anywhere.
pub fn scattered(count: usize, size: usize, random: &mut ChaCha8Rng) -> Vec<Cell> {
    let mut cells: Vec<Cell> = (0..size * size).map(Cell::from_index).collect();
    cells.shuffle(random);
    cells.truncate(count);
    cells
}

/// Different cells, each next to the one before, as far as there is room.
fn path(count: usize, size: usize, random: &mut ChaCha8Rng) -> Vec<Cell> {
    let mut cells = scattered(1, size, random);
    while cells.len() < count {
        let at = cells[cells.len() - 1].index();
        let (row, column) = ((at / size) as isize, (at % size) as isize);
        let around = [
            (0, 1),
            (0, -1),
            (1, 0),
            (-1, 0),
            (1, 1),
            (1, -1),
            (-1, 1),
            (-1, -1),
        ];
        let on_board = |place: &isize| (0..size as isize).contains(place);
        let around = around
            .map(|(down, right)| (row + down, column + right))
            .into_iter();
        let next = around.filter(|(row, column)| on_board(row) && on_board(column));
        let next = next.map(|(row, column)| Cell::at(row as usize, column as usize, size));
        let next: Vec<Cell> = next.filter(|cell| !cells.contains(cell)).collect();
        match next.choose(random) {
            Some(cell) => cells.push(*cell),
            None => break,
        }
    }
    cells
}
