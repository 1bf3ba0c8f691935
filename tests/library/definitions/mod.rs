//! Every kind of constraint on small boards: each engine finds exactly the grids that `verify` accepts,
//! which judges constraints by their definitions alone. The instances are those that nobody draws: cells
//! are anywhere, repeated, single, missing or off the board, and numbers are 0, negative or huge.
//! There are half as many instances of each kind as SATDOKU_PUZZLES says. SATDOKU_SEED is the first seed.

use crate::random_constraints::solutions;
use crate::testing::{blank_on, number};
use rand::seq::{IndexedRandom, IteratorRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use satdoku::board::*;
use satdoku::engine::{Budget, find};

/// The source of random arguments for a board with this number of cells.
struct Source(ChaCha8Rng, usize);

impl Source {
    fn chance(&mut self, probability: f64) -> bool {
        self.0.random_bool(probability)
    }

    fn one_of<T: Copy>(&mut self, items: &[T]) -> T {
        *items.choose(&mut self.0).unwrap()
    }

    /// A number that is usually small.
    fn number(&mut self) -> usize {
        const UNUSUAL: [usize; 7] = [
            0,
            100,
            1 << 32,
            i64::MAX as usize,
            i64::MAX as usize + 1,
            usize::MAX - 1,
            usize::MAX,
        ];
        match self.chance(0.2) {
            true => self.one_of(&UNUSUAL),
            false => self.0.random_range(0..=12),
        }
    }

    /// The same with a sign. The first numbers are the largest that a sum can have.
    fn integer(&mut self) -> i64 {
        const UNUSUAL: [i64; 8] = [
            1_000_000_000,
            -1_000_000_000,
            1_000_000_001,
            -1_000_000_001,
            i64::MAX,
            -i64::MAX,
            i64::MIN,
            0,
        ];
        match self.chance(0.04) {
            true => self.one_of(&UNUSUAL),
            false => self.0.random_range(-4..=12),
        }
    }

    /// A cell, which is seldom off the board.
    fn cell(&mut self) -> Cell {
        Cell::from_index(match self.chance(0.01) {
            true => self.one_of(&[self.1, self.1 + 1, 1 << 16, u32::MAX as usize]),
            false => self.0.random_range(0..self.1),
        })
    }

    fn pair(&mut self) -> [Cell; 2] {
        let one = self.cell();
        let other = if self.chance(0.1) { one } else { self.cell() };
        [one, other]
    }

    /// This number of cells: different ones as far as there are, any, or a few several times.
    fn group(&mut self, count: usize) -> Vec<Cell> {
        let mut cells: Vec<Cell> = (0..self.1).map(Cell::from_index).collect();
        match self.0.random_range(0..3) {
            0 => {
                cells.shuffle(&mut self.0);
                cells.truncate(count);
                return cells;
            }
            1 => {}
            _ => {
                cells = (0..self.0.random_range(1..=4))
                    .map(|_| self.cell())
                    .collect()
            }
        }
        (0..count).map(|_| self.one_of(&cells)).collect()
    }

    /// Any number of cells, seldom none or many.
    fn cells(&mut self) -> Vec<Cell> {
        let count = match self.chance(0.05) {
            true => self.one_of(&[0, 17, 30]),
            false => self.0.random_range(1..=6),
        };
        self.group(count)
    }

    /// Alternatives of primitives of every type, nested up to this depth.
    fn either(&mut self, depth: usize) -> Either {
        let groups = (0..self.0.random_range(1..=3)).map(|_| {
            let count = self.0.random_range(1..=2);
            (0..count).map(|_| self.simple(depth)).collect()
        });
        Either {
            groups: groups.collect(),
            title: self
                .chance(0.3)
                .then(|| Title::new("one { or; the other").unwrap()),
        }
    }

    fn simple(&mut self, depth: usize) -> Constraint {
        match self.0.random_range(0..8) {
            0 => ExtraRegion {
                cells: self.cells(),
            }
            .into(),
            1 => Cage {
                total: Some(self.number()),
                cells: self.cells(),
            }
            .into(),
            2 => LittleKiller {
                total: self.number(),
                cells: self.cells(),
            }
            .into(),
            3 => Thermometer {
                is_slow: self.chance(0.5),
                cells: self.cells(),
            }
            .into(),
            4 => Skyscraper {
                visible: self.number(),
                line: self.line(),
            }
            .into(),
            5 => Parity {
                is_even: self.chance(0.5),
                cell: self.cell(),
            }
            .into(),
            6 if depth > 0 => self.either(depth - 1).into(),
            _ => ConnectedCells {
                values: vec![self.number(), 2],
                size: None,
                variables: None,
                title: None,
            }
            .into(),
        }
    }

    /// The text of a condition in two digits, with at most this many operators above each other.
    fn condition(&mut self, depth: usize) -> String {
        if depth > 0 && self.chance(0.5) {
            let [one, other] = [(); 2].map(|()| self.condition(depth - 1));
            return match self.chance(0.3) {
                true => format!("not ({one})"),
                false => format!("({one}) {} ({other})", self.one_of(&["and", "or"])),
            };
        }
        let comparison = self.one_of(&["=", "!=", "<", "<=", ">", ">="]);
        let [one, other] = [(); 2].map(|()| self.term(2));
        format!("{one} {comparison} {other}")
    }

    /// The text of a regular expression in the digits from 1 to 3, with at most this many operators above
    /// each other.
    fn pattern(&mut self, depth: usize) -> String {
        if depth == 0 || self.chance(0.2) {
            return self
                .one_of(&["1", "2", "3", "[12]", "[^3]", ".", "[1-3]"])
                .to_string();
        }
        let [one, other] = [(); 2].map(|()| self.pattern(depth - 1));
        match self.0.random_range(0..4) {
            0 => format!("({one}|{other})"),
            1 => format!(
                "({one}){}",
                self.one_of(&["*", "+", "?", "{2}", "{0,2}", "{1,}", "{0}"])
            ),
            2 => format!("({one}|)"),
            _ => format!("{one}{other}"),
        }
    }

    /// The text of a number that depends on two digits.
    fn term(&mut self, depth: usize) -> String {
        if depth == 0 || self.chance(0.3) {
            let constant = self.number().min(1 << 32).to_string();
            return self.one_of(&["a", "b", &constant]).to_string();
        }
        let [one, other] = [(); 2].map(|()| self.term(depth - 1));
        match self.0.random_range(0..4) {
            0 => format!("abs({one} - {other})"),
            1 => format!("{}({one}, {other})", self.one_of(&["min", "max"])),
            2 => format!("-({one})"),
            _ => format!(
                "({one}) {} ({other})",
                self.one_of(&["+", "-", "*", "/", "mod"])
            ),
        }
    }

    fn line(&mut self) -> OuterLine {
        OuterLine {
            side: self.one_of(&[Side::Left, Side::Right, Side::Top, Side::Bottom]),
            index: match self.chance(0.1) {
                true => self.one_of(&[4, 1 << 32, usize::MAX]),
                false => self.0.random_range(0..4),
            },
        }
    }
}

/// Boards that instances are drawn on in turn, and the numbers of their solutions.
struct Boards {
    rules: fn(u64) -> Ruleset,
    solutions: [usize; 4],
}

const CLASSIC: Boards = Boards {
    rules,
    solutions: [264, 288, 288, 288],
};

const TABLES: Boards = Boards {
    rules: with_table,
    solutions: [32, 768, 256, 162],
};

/// Grids with a table of variables of the same size, with and without lines, and with as many digits as
/// regions or more.
fn with_table(seed: u64) -> Ruleset {
    let (columns, labels) = [(2, 2), (3, 2), (2, 2), (2, 3)][seed as usize % 4];
    let table = Variables {
        name: "x".into(),
        extent: Extent::Table(2, columns),
        digits: Some((1, labels)),
    };
    let board = Geometry::new(2, columns, 1..=columns).unwrap();
    let rules = Ruleset::new(board.with_variables(table).unwrap()).unwrap();
    let raw = (seed % 4 == 2).then_some(RuleLine::Raw);
    rules.with_lines(raw).unwrap()
}

/// The boards, in turn: 4×4 with the digits 1 to 4 and 0 to 3, and two rows and three columns without
/// boxes, whose houses have fewer cells than there are digits.
fn rules(seed: u64) -> Ruleset {
    let classic = Ruleset::classic("2x2".parse().unwrap());
    match seed % 4 {
        0 => Ruleset::new(Geometry::new(2, 3, 0..=3).unwrap()).unwrap(),
        1 => classic.on(Geometry::new(4, 4, 0..=3).unwrap()).unwrap(),
        _ => classic,
    }
}

/// Checks random constraints of a kind.
fn check<K: Into<Constraint>>(boards: &Boards, make: impl Fn(&mut Source) -> K) {
    let rules = boards.rules;
    let blank = |rules: Ruleset| {
        let blank = Grid::blank(rules.geometry());
        Puzzle::new(Layout::new(rules).into(), blank).unwrap()
    };
    let all = [0, 1, 2, 3].map(|seed| solutions(&blank(rules(seed)), u64::MAX, seed));
    assert_eq!(all.each_ref().map(Vec::len), boards.solutions);
    let (start, count) = (
        number("SATDOKU_SEED", 1),
        number("SATDOKU_PUZZLES", 200) / 2,
    );
    let mut accepted = 0;
    for seed in start..start + count {
        let (rules, all) = (rules(seed), &all[seed as usize % 4]);
        let board = &rules.geometry().clone();
        let mut source = Source(ChaCha8Rng::seed_from_u64(seed), board.cell_count());
        let constraints = if source.chance(0.2) { 2 } else { 1 };
        let constraints = (0..constraints).map(|_| make(&mut source).into());
        let constraints: Vec<Constraint> = constraints.collect();
        // Shown if the test fails: the last line is the one to look at.
        println!("seed {seed}: {constraints:?}");
        for constraint in &constraints {
            constraint.text(board);
            constraint.cells(board);
        }
        let Ok(rules) = rules.with_constraints(constraints.clone()) else {
            continue;
        };
        accepted += 1;
        for constraint in &constraints {
            let read = Constraint::parse(&constraint.text(board), board);
            assert_eq!(read.as_ref(), Ok(constraint));
        }
        let mut givens = Grid::blank(board);
        if source.chance(0.3) {
            let grid = all.choose(&mut source.0).unwrap();
            for cell in source
                .pair()
                .into_iter()
                .filter(|cell| cell.index() < board.cell_count())
            {
                givens.set(cell, grid.get(cell));
            }
        }
        let puzzle = Puzzle::new(Layout::new(rules).into(), givens).unwrap();
        let mut expected = all.clone();
        expected.retain(|grid| verify(&puzzle, grid).is_ok());
        assert_eq!(solutions(&puzzle, u64::MAX, seed), expected);
    }
    assert!(accepted >= count / 4, "{accepted} of {count} accepted");
}

#[test]
fn regions_to_find_can_be_an_alternative() {
    check::<Either>(&TABLES, |of| Either {
        groups: vec![
            vec![
                RegionsToFind {
                    variables: "x".into(),
                }
                .into(),
            ],
            vec![
                ExtraRegion { cells: of.group(2) }.into(),
                Parity {
                    is_even: true,
                    cell: of.cell(),
                }
                .into(),
            ],
        ],
        title: None,
    });
}

#[test]
fn numbers_of_thirty_digits_do_not_overflow() {
    let cells = |indices: &[usize]| indices.iter().copied().map(Cell::from_index).collect();
    let (bulb, shaft) = (cells(&[4, 0].repeat(15)), cells(&[2, 1]));
    // On the board with the digit 0.
    let rules = rules(0).with_constraints(vec![Arrow { bulb, shaft }.into()]);
    let layout = Layout::new(rules.unwrap());
    let blank = Grid::blank(layout.geometry());
    let puzzle = Puzzle::new(layout.into(), blank).unwrap();
    assert_eq!(solutions(&puzzle, u64::MAX, 0), []);
}

/// Doppelgangers with random givens, some of which are wrong.
#[test]
fn doppelgangers() {
    let mut counts = [0; 2];
    for (size, boxes) in [("2x2", "boxes z"), ("1x4", "")] {
        let of_boxes = if boxes.is_empty() {
            ""
        } else {
            "; variables z 4"
        };
        let variables = format!("variables x 4; variables y 4{of_boxes}");
        let rule = format!("doppelganger rows x columns y {boxes}");
        let blank = blank_on(&format!(
            "board 4x4; box {size}; digits 0-4; {variables}; {rule}"
        ));
        let mut random = ChaCha8Rng::seed_from_u64(number("SATDOKU_SEED", 1));
        let solutions_of = |puzzle: &Puzzle, limit| {
            find("sat")
                .unwrap()
                .make()
                .solutions(puzzle, limit, Budget::UNLIMITED)
                .unwrap()
                .0
        };
        let some = solutions_of(&blank, 50);
        assert!(!some.is_empty());
        for seed in 0..number("SATDOKU_PUZZLES", 200) / 10 {
            let solution = some.choose(&mut random).unwrap();
            let board = blank.geometry();
            let mut givens = Grid::blank(board);
            for cell in board.cells().filter(|_| random.random_bool(0.75)) {
                givens.set(cell, solution.get(cell));
            }
            if random.random_bool(0.3) {
                let cell = board.cells().choose(&mut random).unwrap();
                givens.set(cell, board.digits().choose(&mut random));
            }
            let puzzle = Puzzle::new(blank.layout().clone(), givens).unwrap();
            counts[usize::from(!solutions(&puzzle, 100, seed).is_empty())] += 1;
        }
    }
    assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
}

/// Defines a test for each kind, which makes its constraints with this function. A kind without a line
/// does not compile.
macro_rules! kinds {
    (@boards) => { &CLASSIC };
    (@boards $boards:ident) => { &$boards };
    ($($test:ident: $kind:ident $(on $boards:ident)? => $make:expr;)+) => {
        $(#[test]
        fn $test() {
            check::<$kind>(kinds!(@boards $($boards)?), $make);
        })+

        #[test]
        fn every_kind_has_a_test() {
            for text in ["odd r1c1", "cage r1c1"] {
                match Constraint::parse(text, 4).unwrap() {
                    $(Constraint::$kind(_) => {})+
                    // Its board has variables.
                    Constraint::Doppelganger(_) => {}
                }
            }
        }
    };
}

kinds! {
    cages: Cage => |of| Cage {
        total: of.chance(0.8).then(|| of.number()),
        cells: of.cells(),
    };
    sums: Sum => |of| Sum {
        total: of.integer(),
        terms: (0..of.0.random_range(0..=7)).map(|_| (of.cell(), of.integer())).collect(),
    };
    arrows: Arrow => |of| Arrow {
        bulb: match of.chance(0.2) {
            true => of.cells(),
            false => of.group(1),
        },
        shaft: of.cells(),
    };
    double_arrows: DoubleArrow => |of| DoubleArrow { cells: of.cells() };
    thermometers: Thermometer => |of| Thermometer {
        is_slow: of.chance(0.5),
        cells: of.cells(),
    };
    differences: Difference => |of| Difference { value: of.number(), cells: of.pair() };
    ratios: Ratio => |of| Ratio { value: of.number(), cells: of.pair() };
    letters: Xv => |of| Xv { is_x: of.chance(0.5), cells: of.pair() };
    inequalities: Greater => |of| Greater { cells: of.pair() };
    whispers: Whispers => |of| Whispers { difference: of.number(), cells: of.cells() };
    renban_lines: Renban => |of| Renban { cells: of.cells() };
    nabner_lines: Nabner => |of| Nabner { cells: of.cells() };
    palindromes: Palindrome => |of| Palindrome { cells: of.cells() };
    clones: CloneRegion => |of| {
        let cells = of.cells();
        let clones = match of.chance(0.1) {
            true => of.cells(),
            false => of.group(cells.len()),
        };
        CloneRegion { cells, clones }
    };
    same_digits: SameDigits => |of| {
        let cells = of.cells();
        let others = match of.chance(0.1) {
            true => of.cells(),
            false => of.group(cells.len()),
        };
        SameDigits { groups: [cells, others] }
    };
    between_lines: Between => |of| Between { cells: of.cells() };
    lockout_lines: Lockout => |of| Lockout { difference: of.number(), cells: of.cells() };
    zipper_lines: Zipper => |of| Zipper { cells: of.cells() };
    region_sums: RegionSum => |of| RegionSum { cells: of.cells() };
    entropic_lines: Entropic => |of| Entropic { cells: of.cells() };
    modular_lines: Modular => |of| Modular { modulus: of.number(), cells: of.cells() };
    parities: Parity => |of| Parity { is_even: of.chance(0.5), cell: of.cell() };
    extrema: Extremum => |of| Extremum { is_maximum: of.chance(0.5), cell: of.cell() };
    quadruples: Quadruple => |of| Quadruple {
        values: (0..of.0.random_range(0..=4)).map(|_| of.number()).collect(),
        cells: of.cells(),
    };
    contained_digits: Contains => |of| Contains {
        is_exact: of.chance(0.5),
        values: (0..of.0.random_range(0..=4)).map(|_| of.number()).collect(),
        cells: of.cells(),
    };
    distinct_digits: CountDistinct => |of| CountDistinct { counter: of.cell(), cells: of.cells() };
    equal_digits: SameCount => |of| SameCount {
        counter: of.cell(),
        groups: {
            let first = of.cell();
            let groups = (0..of.0.random_range(1..=3)).map(|_| {
                let start = if of.chance(0.95) { first } else { of.cell() };
                [vec![start], of.cells()].concat()
            });
            groups.collect()
        },
        is_run: of.chance(0.5),
        excludes_first: of.chance(0.5),
    };
    regions_to_find: RegionsToFind on TABLES => |of| RegionsToFind {
        variables: if of.chance(0.9) { "x" } else { "y" }.into(),
    };
    counting_circles: CountingCircles => |of| CountingCircles { cells: of.cells() };
    equal_sums: EqualSum => |of| EqualSum {
        groups: (0..of.0.random_range(1..=4)).map(|_| of.cells()).collect(),
    };
    extra_regions: ExtraRegion => |of| ExtraRegion { cells: of.cells() };
    little_killers: LittleKiller => |of| LittleKiller { total: of.number(), cells: of.cells() };
    sandwiches: Sandwich => |of| Sandwich { total: of.number(), line: of.line() };
    x_sums: XSum => |of| XSum { total: of.number(), line: of.line() };
    skyscrapers: Skyscraper => |of| Skyscraper { visible: of.number(), line: of.line() };
    numbered_rooms: NumberedRoom => |of| NumberedRoom { value: of.number(), line: of.line() };
    full_ranks: FullRank => |of| FullRank {
        rank: if of.chance(0.8) { of.0.random_range(1..=16) } else { of.number() },
        line: of.line(),
        can_tie: of.chance(0.5),
    };
    distinct_lines: DistinctLines => |_| DistinctLines;
    value_indices: ValueIndex => |of| {
        let [value, index] = of.pair();
        ValueIndex { value, index, cells: of.cells() }
    };
    indexers: Indexer => |of| Indexer {
        house: of.one_of(&[IndexedHouse::Row, IndexedHouse::Column, IndexedHouse::Box]),
        cell: of.cell(),
    };
    connected_cells: ConnectedCells => |of| ConnectedCells {
        values: (0..of.0.random_range(1..=3)).map(|_| of.number()).collect(),
        size: of.chance(0.3).then(|| of.number()),
        variables: None,
        title: of.chance(0.3).then(|| Title::new("a cave").unwrap()),
    };
    alternatives: Either => |of| of.either(2);
    sequences: Sequence => |of| Sequence {
        // The first board has no digit above 3.
        pattern: Pattern::parse(&of.pattern(3), Geometry::new(2, 3, 0..=4).unwrap()).unwrap(),
        title: of.chance(0.3).then(|| Title::new("A line").unwrap()),
        cells: of.cells(),
    };
    automata: StateMachine => |of| StateMachine {
        machine: {
            let states = of.0.random_range(1..=4);
            let mut state = || of.0.random_range(0..states).to_string();
            let (start, accept) = (vec![state(), state()], vec![state(), state()]);
            let steps = (0..2 * states).map(|_| {
                let digits = (0..of.0.random_range(0..=3)).map(|_| of.0.random_range(1..=3));
                let digits = digits.collect();
                let [from, to] = [(); 2].map(|()| of.0.random_range(0..states).to_string());
                (from, digits, to)
            });
            let steps = steps.collect();
            let breaks = (0..states).map(|_| [(); 2].map(|()| of.0.random_range(0..states).to_string()));
            Machine::new(start, accept, steps, breaks.map(<(String, String)>::from).collect()).unwrap()
        },
        title: of.chance(0.3).then(|| Title::new("A machine").unwrap()),
        segments: (0..of.0.random_range(1..=3)).map(|_| of.cells()).collect(),
    };
    pairs: Pairs => |of| Pairs {
        allowed: match of.chance(0.5) {
            true => AllowedPairs::Condition(Expression::parse(&of.condition(2)).unwrap()),
            false => {
                let count = of.0.random_range(0..=20);
                let pairs = (0..count).map(|_| [(); 2].map(|()| of.0.random_range(0..=4)));
                AllowedPairs::List(PairList::new(pairs))
            }
        },
        is_of_all: of.chance(0.5),
        title: of.chance(0.3).then(|| Title::new("red; dots").unwrap()),
        cells: of.cells(),
    };
}
