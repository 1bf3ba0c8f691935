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
use satdoku::board::{Cell, Constraint, Digit, Grid, Layout, Puzzle, RuleLine, Ruleset, verify};

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
    let lines = rules.split(';').map(str::trim);
    let of_board = lines
        .clone()
        .filter_map(|line| RuleLine::board(line).unwrap());
    let board = Ruleset::classic("3x3".parse().unwrap())
        .with_lines(of_board)
        .unwrap();
    let others = lines.filter(|line| RuleLine::board(line).unwrap().is_none());
    let others = others.map(|line| RuleLine::parse(line, board.geometry()).unwrap());
    let puzzle = Puzzle::without_givens(Arc::new(Layout::new(board.clone())));
    puzzle.with_lines(others.collect::<Vec<_>>()).unwrap()
}

/// A random solution: the pattern in which each row is the one above it shifted, with digits, and
/// rows and columns within bands, in random order.
pub fn random_solution(layout: &Layout, random: &mut ChaCha8Rng) -> Grid {
    let size = layout.digit_count();
    let (rows, columns) = (layout.shape().box_rows(), layout.shape().box_columns());
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
    let number = |range: RangeInclusive<usize>, random: &mut ChaCha8Rng| {
        let unusual = [
            "0",
            "-1",
            "1000000000",
            "18446744073709551615",
            "-1000000000",
        ];
        match !is_usual && random.random_bool(0.15) {
            true => unusual.choose(random).unwrap().to_string(),
            false => random.random_range(range).to_string(),
        }
    };
    // A path, or a few cells, each of which can come several times.
    let cells = |count: usize, random: &mut ChaCha8Rng| -> Vec<String> {
        let mut cells = path(count, size, random);
        if !is_usual {
            cells = scattered(random.random_range(1..=7), size, random);
            if random.random_bool(0.5) {
                cells = (0..count)
                    .filter_map(|_| cells.choose(random).copied())
                    .collect();
            }
            cells.truncate(count);
        }
        let names = cells.iter().map(|cell| cell.name(size).to_string());
        names.collect()
    };
    let least = if is_usual { 3 } else { 1 };
    let line = cells(random.random_range(least..=6), random);
    let all = line.join(" ");
    let (top, left) = (random.random_range(1..size), random.random_range(1..size));
    let block = [(0, 0), (0, 1), (1, 0), (1, 1)]
        .map(|(down, right)| format!("r{}c{}", top + down, left + right));
    let block = |count: usize, random: &mut ChaCha8Rng| match is_usual {
        true => block[..count].to_vec(),
        false => cells(count, random),
    };
    let total = number(1..=4 * size, random);
    match name {
        "cage" | "little-killer" => format!("{name} {total} {all}"),
        "sum" if is_usual => format!("sum {total} {all}"),
        "sum" => {
            let terms = line
                .iter()
                .map(|cell| format!("{}*{cell}", random.random_range(-3..=3)));
            format!("sum {total} {}", terms.collect::<Vec<_>>().join(" "))
        }
        "arrow" => {
            let bulb = if is_usual { 1 } else { 1 + line.len() / 3 };
            format!(
                "arrow {}: {}",
                line[..bulb].join(" "),
                line[bulb..].join(" ")
            )
        }
        "clone" | "same-digits" => {
            let both = [block(4, random), block(4, random)];
            let half = both[0].len() / 2;
            let other = if is_usual {
                &both[0][half..]
            } else {
                &both[1][..half.min(both[1].len())]
            };
            format!("{name} {}: {}", both[0][..half].join(" "), other.join(" "))
        }
        "difference" => {
            let difference = number(1..=size - 1, random);
            format!("{name} {difference} {}", block(2, random).join(" "))
        }
        "ratio" => format!(
            "{name} {} {}",
            number(2..=3, random),
            block(2, random).join(" ")
        ),
        "x" | "v" | "greater" => format!("{name} {}", block(2, random).join(" ")),
        "odd" | "even" | "minimum" | "maximum" | "row-indexer" | "column-indexer"
        | "box-indexer" => format!("{name} {}", line[0]),
        "quadruple" => {
            let digits = [(); 2].map(|()| number(1..=size, random)).join(" ");
            format!("quadruple {digits} {}", block(4, random).join(" "))
        }
        "connected" => {
            // Almost all digits, or there is no solution.
            let digits: Vec<String> = (2..=size).map(|digit| digit.to_string()).collect();
            let size = if random.random_bool(0.5) {
                format!(" size {}", size * (size - 1))
            } else {
                String::new()
            };
            format!("connected {}{size}", digits.join(" "))
        }
        "either" => {
            let group = |random: &mut ChaCha8Rng| {
                let names = [
                    "cage",
                    "sum",
                    "thermometer",
                    "renban",
                    "extra-region",
                    "x-sum",
                ];
                let one = |random: &mut ChaCha8Rng| {
                    random_constraint(names.choose(random).unwrap(), size, is_usual, random)
                };
                match random.random_bool(0.3) {
                    true => format!("{{ {}; {} }}", one(random), one(random)),
                    false => format!("{{ {} }}", one(random)),
                }
            };
            format!("either {} or {}", group(random), group(random))
        }
        "contains" | "contains-exactly" => {
            let digits = [(); 2].map(|()| number(1..=size, random)).join(" ");
            format!("{name} {digits}: {}", block(4, random).join(" "))
        }
        "value-index" => {
            let cell = line[1..].first().unwrap_or(&line[0]);
            format!("value-index {}: {cell}: {all}", line[0])
        }
        "count-same" | "run-length" => {
            let excluding = ["", " excluding first"].choose(random).unwrap();
            let more = if random.random_bool(0.3) {
                format!(": {} {}", line[0], block(1, random)[0])
            } else {
                String::new()
            };
            let counter = cells(1, random);
            format!("{name} {}{excluding}: {all}{more}", counter[0])
        }
        "regions-to-find" => "regions-to-find region".to_string(),
        "count-distinct" | "equal-sum" => {
            let separator = if line.len() == 1 { ": r1c1" } else { ": " };
            format!("{name} {}{separator}{}", line[0], line[1..].join(" "))
        }
        "sandwich" | "x-sum" | "skyscraper" | "numbered-room" => {
            let most = match name {
                "skyscraper" | "numbered-room" => size,
                _ => 3 * size,
            };
            let sides = ["row left", "row right", "column top", "column bottom"];
            let (kind, side) = sides.choose(random).unwrap().split_once(' ').unwrap();
            let (clue, line) = (number(1..=most, random), random.random_range(1..=size));
            format!("{name} {clue} {kind} {line} {side}")
        }
        "pairs" | "all-pairs" => {
            let number = random.random_range(0..=size);
            let rules = [
                format!("abs(a-b) >= {number}"),
                format!("a+b > {number} and a != b"),
                format!("not a*b mod {number} = 1"),
                format!("1-{size}:1,{size} 2:1-{size}"),
                format!("a/b < {number}"),
            ];
            let title = ["", "as \"Red; #1 'dots' (a=5)\" "].choose(random).unwrap();
            format!("{name} \"{}\" {title}{all}", rules.choose(random).unwrap())
        }
        "automaton" => {
            let (low, high) = (size / 2, size / 2 + 1);
            let machines = [
                format!("start 0; accept 0 1; 0: 1-{low}>0 {high}-{size}>1; 1: {high}-{size}>1"),
                format!("start even; accept even; even: 1-{low}>odd; odd: {high}-{size}>even"),
                format!("start a b; accept a c; a: 1-{size}>b; b: 1>a 1-{size}>c 2>b; c: {size}>c"),
            ];
            let machine = machines.choose(random).unwrap();
            match random.random_bool(0.3) {
                true => format!(
                    "{name} \"start a; accept b d; a: 1-{low}>a |>b; b: {high}-{size}>b |>c; c: 1-{size}>d\" {}: {}",
                    line[0],
                    line[1..].join(" ")
                ),
                false => format!("{name} \"{machine}\" {all}"),
            }
        }
        "sequence" => {
            let (low, high) = (size / 2, size / 2 + 1);
            let patterns = [
                format!("[1-{low}]*[{high}-{size}]*"),
                format!(".*({low}|{high}).*"),
                format!("[^{low}]+"),
                "([1-3].?){2,}".to_string(),
                format!("(.[{high}-{size}])*.?"),
            ];
            format!("{name} \"{}\" {all}", patterns.choose(random).unwrap())
        }
        _ if is_usual || random.random_bool(0.5) => format!("{name} {all}"),
        _ => format!("{name} {} {all}", number(0..=2 * size, random)),
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
