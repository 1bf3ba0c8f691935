//! Puzzles and boards for the unit tests of all crates and for the integration tests, which include
//! this file.

#![allow(
    dead_code,
    reason = "unit tests and integration tests use different parts"
)]

use std::sync::Arc;

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use satdoku::board::{Cell, Constraint, Digit, Grid, Layout, Puzzle, Ruleset, verify};

/// The puzzle of this shape whose cells are these characters: 1-9 and A-Z are givens, others are blanks.
pub fn puzzle(shape: &str, cells: &str) -> Puzzle {
    puzzle_on(Arc::new(Layout::classic(shape.parse().unwrap())), cells)
}

/// The puzzle on this layout with these cells, written as for [`puzzle`].
pub fn puzzle_on(layout: Arc<Layout>, cells: &str) -> Puzzle {
    let value = |c: char| Digit::from_value(c.to_digit(36).unwrap_or(0) as usize);
    let givens = Grid::from_cells(cells.chars().map(value).collect()).unwrap();
    Puzzle::new(layout, givens).unwrap()
}

/// A random solution: the pattern in which each row is the one above it shifted, with digits, and
/// rows and columns within bands, in random order.
pub fn random_solution(layout: &Layout, random: &mut ChaCha8Rng) -> Grid {
    let size = layout.size();
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
        let digit = Digit::from_index(random.random_range(0..layout.size()));
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

/// A board of this shape with random constraints, most of which hold for a random solution. The kinds
/// are chosen at random from those that `is_kind` accepts.
pub fn random_drawn_layout(
    shape: &str,
    count: usize,
    is_kind: impl Fn(&str) -> bool,
    random: &mut ChaCha8Rng,
) -> Arc<Layout> {
    let rules = Ruleset::classic(shape.parse().unwrap());
    let plain = Layout::new(rules.clone());
    let size = plain.size();
    let solution = random_solution(&plain, random);
    let names: Vec<&str> = Constraint::names().filter(|name| is_kind(name)).collect();
    let mut constraints = Vec::new();
    while constraints.len() < count {
        let name = names[random.random_range(0..names.len())];
        let may_be_wrong = random.random_bool(0.03);
        for _ in 0..100 {
            let text = random_constraint(name, size, random);
            let constraint = Constraint::parse(&text, size).expect(&text);
            // Some have no pieces.
            let Ok(with) = rules.clone().with_constraints(vec![constraint.clone()]) else {
                continue;
            };
            let layout = Arc::new(Layout::new(with));
            let puzzle = Puzzle::new(layout, Grid::blank(size)).unwrap();
            if may_be_wrong || verify(&puzzle, &solution).is_ok() {
                constraints.push(constraint);
                break;
            }
        }
    }
    Arc::new(Layout::new(rules.with_constraints(constraints).unwrap()))
}

/// The text of a random constraint of this kind.
fn random_constraint(name: &str, size: usize, random: &mut ChaCha8Rng) -> String {
    let mut upto = |most: usize| random.random_range(1..=most);
    let cell = |row: usize, column: usize| Cell::at(row, column, size).name(size).to_string();
    // A path of different cells, each next to the one before.
    let (mut row, mut column) = (upto(size) - 1, upto(size) - 1);
    let mut path = vec![cell(row, column)];
    let length = 2 + upto(4);
    for _ in 0..4 * length {
        let (down, right) = (row + upto(3), column + upto(3));
        if (2..size + 2).contains(&down) && (2..size + 2).contains(&right) {
            let next = cell(down - 2, right - 2);
            if path.len() < length && !path.contains(&next) {
                (row, column) = (down - 2, right - 2);
                path.push(next);
            }
        }
    }
    if path.len() < 3 {
        return random_constraint(name, size, random);
    }
    let line = path.join(" ");
    let digit = upto(size);
    let (top, left) = (upto(size - 1) - 1, upto(size - 1) - 1);
    let right = format!("{} {}", cell(top, left), cell(top, left + 1));
    let below = format!("{} {}", cell(top + 1, left), cell(top + 1, left + 1));
    let ends = [
        ["row", "left"],
        ["row", "right"],
        ["column", "top"],
        ["column", "bottom"],
    ];
    let [kind, side] = ends[upto(4) - 1];
    match name {
        "cage" | "sum" => format!("{name} {} {line}", upto(4 * size)),
        "arrow" => format!("arrow {}: {}", path[0], path[1..].join(" ")),
        "difference" => format!("{name} {} {right}", upto(size - 1)),
        "ratio" => format!("{name} {} {right}", 1 + upto(2)),
        "x" | "v" | "greater" => format!("{name} {} {}", cell(top, left), cell(top + 1, left)),
        "clone" | "same-digits" => format!("{name} {right}: {below}"),
        "odd" | "even" | "minimum" | "maximum" => format!("{name} {}", path[0]),
        "row-indexer" | "column-indexer" | "box-indexer" => format!("{name} {}", path[0]),
        "quadruple" => format!("quadruple {digit} {} {right} {below}", upto(size)),
        "little-killer" => {
            let most = (size - top).min(size - left) - 1;
            format!(
                "little-killer {} {}-{}",
                upto(4 * size),
                cell(top, left),
                cell(top + most, left + most)
            )
        }
        "sandwich" | "x-sum" => format!("{name} {} {kind} {digit} {side}", upto(3 * size) - 1),
        "skyscraper" => format!("{name} {} {kind} {digit} {side}", upto(size)),
        _ => format!("{name} {line}"),
    }
}

/// The text of a constraint of this kind as nobody draws it: cells anywhere and often repeated, and
/// numbers that are 0, negative or huge. The reader or the board refuses some.
///
/// # Panics
/// If there are none of this kind.
pub fn unusual_constraint(name: &str, size: usize, random: &mut ChaCha8Rng) -> String {
    let number = |random: &mut ChaCha8Rng| {
        let usual = random.random_range(0..=2 * size).to_string();
        let unusual = ["-1", "1000000000", "18446744073709551615", "-1000000000"];
        let unusual = unusual.choose(random).map(ToString::to_string);
        unusual
            .filter(|_| random.random_bool(0.15))
            .unwrap_or(usual)
    };
    // A few cells, each of which can come several times.
    let pool: Vec<String> = (0..random.random_range(1..=7))
        .map(|_| Cell::from_index(random.random_range(0..size * size)))
        .map(|cell| cell.name(size).to_string())
        .collect();
    let repeats = random.random_bool(0.5);
    let cells = |count: usize, random: &mut ChaCha8Rng| -> String {
        let mut cells = pool.clone();
        cells.shuffle(random);
        if repeats {
            cells = (0..count)
                .filter_map(|_| pool.choose(random).cloned())
                .collect();
        }
        cells.truncate(count);
        cells.join(" ")
    };
    let count = random.random_range(1..=6);
    match name {
        "cage" | "whispers" | "lockout" | "modular" if random.random_bool(0.7) => {
            format!("{name} {} {}", number(random), cells(count, random))
        }
        "cage" | "whispers" | "lockout" | "modular" | "thermometer" | "slow-thermometer"
        | "renban" | "nabner" | "palindrome" | "between" | "double-arrow" | "zipper"
        | "region-sum" | "entropic" | "extra-region" => format!("{name} {}", cells(count, random)),
        "little-killer" => format!("{name} {} {}", number(random), cells(count, random)),
        "difference" | "ratio" => format!("{name} {} {}", number(random), cells(2, random)),
        "x" | "v" | "greater" => format!("{name} {}", cells(2, random)),
        "odd" | "even" | "minimum" | "maximum" | "row-indexer" | "column-indexer"
        | "box-indexer" => format!("{name} {}", cells(1, random)),
        "sum" => {
            let mut text = format!("{name} {}", number(random));
            for cell in cells(count, random).split(' ') {
                text += &format!(" {}*{cell}", random.random_range(-3..=3));
            }
            text
        }
        "arrow" | "clone" | "same-digits" => {
            let other = if name == "arrow" {
                1 + count / 3
            } else {
                count
            };
            format!("{name} {}: {}", cells(other, random), cells(count, random))
        }
        "quadruple" => {
            let values: Vec<String> = (0..random.random_range(1..=3))
                .map(|_| number(random))
                .collect();
            format!("{name} {} {}", values.join(" "), cells(count, random))
        }
        "sandwich" | "x-sum" | "skyscraper" => {
            let sides = [
                "row 1 left",
                "row 3 right",
                "column 2 top",
                "column 4 bottom",
            ];
            let line = sides[random.random_range(0..sides.len())];
            format!("{name} {} {line}", number(random))
        }
        _ => panic!("no unusual constraints of the kind {name}"),
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

/// The text of a random constraint of this kind. Not every text is valid: the arguments of all kinds
/// are tried on every kind.
pub fn random_text(name: &str, size: usize, random: &mut ChaCha8Rng) -> String {
    let count = random.random_range(1..=size + 2);
    let cells = match random.random_bool(0.3) {
        true => scattered(count, size, random),
        false => path(count, size, random),
    };
    let names: Vec<String> = cells
        .iter()
        .map(|cell| cell.name(size).to_string())
        .collect();
    let bulb = random.random_range(0..names.len());
    let highest = random.random_range(1..=3 * size);
    let value = random.random_range(0..=highest);
    let line = random.random_range(1..=size);
    let side = *["row", "column"].choose(random).unwrap();
    let end = *["", "left", "right", "top", "bottom"]
        .choose(random)
        .unwrap();
    match random.random_range(0..7) {
        0 | 1 => format!("{name} {}", names.join(" ")),
        2 | 3 => format!("{name} {value} {}", names.join(" ")),
        4 => format!(
            "{name} {}: {}",
            names[..bulb].join(" "),
            names[bulb..].join(" ")
        ),
        5 => format!("{name} {value} {side} {line} {end}"),
        _ => {
            let mut term = |cell: &String| format!("{}*{cell}", random.random_range(-2..=2));
            let terms: Vec<String> = names.iter().map(&mut term).collect();
            format!("{name} {value} {}", terms.join(" "))
        }
    }
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

/// Returns a random board with constraints of random kinds. Most of them hold in `solution`.
pub fn random_board(shape: &str, solution: &Grid, random: &mut ChaCha8Rng) -> Arc<Layout> {
    let rules = Ruleset::classic(shape.parse().unwrap());
    let names: Vec<&str> = Constraint::names().collect();
    let wanted = random.random_range(1..=6);
    let mut constraints = Vec::new();
    while constraints.len() < wanted {
        let name = names.choose(random).unwrap();
        let can_break = random.random_bool(0.02);
        let constraint = (0..100).find_map(|_| {
            let text = random_text(name, solution.size(), random);
            let constraint = Constraint::parse(&text, solution.size()).ok()?;
            let rules = rules
                .clone()
                .with_constraints(vec![constraint.clone()])
                .ok()?;
            let board = Arc::new(Layout::new(rules));
            let holds = verify(&Puzzle::new(board, solution.clone()).unwrap(), solution).is_ok();
            (holds || can_break).then_some(constraint)
        });
        constraints.extend(constraint);
    }
    Arc::new(Layout::new(rules.with_constraints(constraints).unwrap()))
}
