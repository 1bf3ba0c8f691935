//! What is asked of a generator, and what can be proved impossible before anything is tried.

use std::ops::RangeInclusive;
use std::sync::Arc;

use thiserror::Error;

use super::pattern::{Pattern, Wish};
use super::symmetry::Symmetry;
use crate::board::{
    Candidate, Cell, CellName, Clash, Grid, Layout, Puzzle, Ruleset, Shape, ShapeError, Variant,
    VariantError,
};
use crate::engine::mrv;
use crate::explain::{Difficulty, LARGEST_EXPLAINED};

/// The boards of the puzzles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Boards {
    /// All puzzles on one board.
    Same(Arc<Layout>),
    /// Each puzzle on a jigsaw of its own.
    RandomJigsaws {
        /// Rows, columns and regions.
        size: usize,
        /// What the boards have beside them.
        variants: Vec<Variant>,
    },
}

/// How givens are chosen.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Method {
    /// From a solved grid one given after the other is taken away, unless there were a second
    /// solution then. Puzzles with few givens are more frequent among these than among all minimal
    /// puzzles.
    #[default]
    TopDown,
    /// Controlled bias (D. Berthier, 2009): minimal puzzles, each with the weight that makes up for
    /// how rarely it comes. See [`Generated::weight`](super::Generated::weight).
    ControlledBias,
    /// This share of the cells, from 0 to 1, chosen at random, is blank, however many solutions
    /// there are. On a board without boxes this is a quasigroup with holes (D. Achlioptas,
    /// C. Gomes, H. Kautz and B. Selman, *Generating Satisfiable Problem Instances*, AAAI 2000).
    Holes(f64),
}

/// What the puzzles are to be like.
///
/// Without anything else a request is for minimal puzzles; see [`Request::minimal`].
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The boards.
    pub boards: Boards,
    /// Which cells are given together.
    pub symmetry: Symmetry,
    /// Which cells are to be given and which blank; without a pattern any.
    pub pattern: Option<Pattern>,
    /// Digits that are given in every puzzle, or, if no cell is blank, the solution of every puzzle.
    pub from: Option<Grid>,
    /// How many givens; without a range as few as symmetry and pattern let it come to.
    pub givens: Option<RangeInclusive<usize>>,
    /// Whether puzzles that are not minimal, or not proved to be, are thrown away. Without symmetry,
    /// pattern and range every puzzle up to 16×16 is minimal anyway.
    pub minimal: bool,
    /// How hard they are. Puzzles that are not are thrown away, so what is rare takes its time.
    pub difficulty: Option<Difficulty>,
    /// How givens are chosen.
    pub method: Method,
}

/// Why no puzzle is as it was asked for.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum Impossible {
    /// The pattern has another size than the board.
    #[error("expected a pattern of {expected}x{expected} cells, found {found}x{found}")]
    PatternSize {
        /// Rows of the board.
        expected: usize,
        /// Rows of the pattern.
        found: usize,
    },
    /// The grid to start from has another size than the board.
    #[error("expected a grid of {expected}x{expected} cells to start from, found {found}x{found}")]
    GridSize {
        /// Rows of the board.
        expected: usize,
        /// Rows of the grid.
        found: usize,
    },
    /// The grid to start from has a digit above the size of the board.
    #[error("expected digits from 1 to {size} to start from, found another in {cell}")]
    Digit {
        /// Rows of the board.
        size: usize,
        /// Where.
        cell: CellName,
    },
    /// A digit to start from is where the pattern wants a blank.
    #[error("{0} is given, and the pattern wants it blank")]
    GivenInBlank(CellName),
    /// Two digits to start from exclude each other.
    #[error("no solution has {0}")]
    Clash(Clash),
    /// No grid follows the rules and has the digits to start from.
    #[error("no grid with these rules and digits exists")]
    NoGrid,
    /// The pattern wants a cell given and one blank that symmetry gives together.
    #[error("the pattern is not symmetric: it wants {given} given and {blank} blank")]
    Asymmetric {
        /// The symmetry.
        symmetry: Symmetry,
        /// A cell that is to be given.
        given: CellName,
        /// Another that is to be blank.
        blank: CellName,
    },
    /// Two lines of cells are blank, and whatever stands in them can be swapped.
    #[error(
        "{lines} {first} and {second} are blank: their digits can be swapped, so there are always \
         several solutions"
    )]
    BlankLines {
        /// `rows` or `columns`.
        lines: &'static str,
        /// Their numbers, from 1.
        first: usize,
        /// The larger one.
        second: usize,
    },
    /// Fewer givens than any puzzle with one solution has.
    #[error("no puzzle with {givens} givens on this board has one solution: {reason}")]
    TooFew {
        /// The most that there may be.
        givens: usize,
        /// Why that is known.
        reason: &'static str,
    },
    /// More givens than the board has cells, or than a minimal puzzle has.
    #[error("no {kind} on this board has {givens} givens: at most {most}")]
    TooMany {
        /// `puzzle` or `minimal puzzle`.
        kind: &'static str,
        /// The fewest that there should be.
        givens: usize,
        /// The most that there can be.
        most: usize,
    },
    /// The symmetry and the pattern have no such number of cells.
    #[error("no {symmetry} set of cells that fits has {numbers} of them")]
    Number {
        /// The symmetry.
        symmetry: String,
        /// How many there should be: a number or a range in words.
        numbers: String,
    },
    /// A range that has no number in it.
    #[error("expected a range from fewer to more {what}, found {first}..{last}")]
    Range {
        /// `givens` or `facts`.
        what: &'static str,
        /// The first number.
        first: usize,
        /// The last, which is less.
        last: usize,
    },
    /// Puzzles of this size cannot be rated.
    #[error(
        "puzzles are rated up to {LARGEST_EXPLAINED}x{LARGEST_EXPLAINED}, and this board is {0}x{0}"
    )]
    Unrated(usize),
    /// A share that is none.
    #[error("expected a share of holes from 0 to 1, found {0}")]
    Share(&'static str),
    /// Two things that do not go together.
    #[error("{0} and {1} do not go together")]
    Together(&'static str, &'static str),
    /// No board has this size.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// No board of this size has the variant.
    #[error(transparent)]
    Variant(#[from] VariantError),
}

impl Request {
    /// A request for minimal puzzles on one board.
    pub fn new(layout: Arc<Layout>) -> Request {
        Request::on(Boards::Same(layout))
    }

    /// A request for minimal puzzles on these boards.
    pub fn on(boards: Boards) -> Request {
        Request {
            boards,
            symmetry: Symmetry::None,
            pattern: None,
            from: None,
            givens: None,
            minimal: false,
            difficulty: None,
            method: Method::TopDown,
        }
    }
}

/// What may become of the cells that are given together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Plan {
    /// Rows of the boards.
    pub size: usize,
    /// Groups of cells that may be given or blank, each all or none.
    pub free: Vec<Vec<usize>>,
    /// The cells that are blank in every puzzle.
    pub blank: Vec<usize>,
    /// By cell, whether it is given in every puzzle, with the same digit.
    pub is_from: Vec<bool>,
    /// The solution of every puzzle.
    pub solution: Option<Grid>,
    /// Digits of every puzzle.
    pub from: Option<Grid>,
}

impl Plan {
    /// Checks a request.
    pub fn new(request: &Request) -> Result<Plan, Impossible> {
        let layout = match &request.boards {
            Boards::Same(layout) => Some(layout),
            Boards::RandomJigsaws { size, variants } => {
                Ruleset::classic(Shape::without_boxes(*size)?).with(variants)?;
                None
            }
        };
        check_method(request)?;
        let size = match &request.boards {
            Boards::Same(layout) => layout.size(),
            Boards::RandomJigsaws { size, .. } => *size,
        };
        if let Some(difficulty) = &request.difficulty {
            check_difficulty(difficulty, size)?;
        }
        if let Some(pattern) = &request.pattern
            && pattern.size() != size
        {
            let (expected, found) = (size, pattern.size());
            return Err(Impossible::PatternSize { expected, found });
        }
        let is_solved = check_grid(request, size)?;
        let (solution, from) = if is_solved {
            (request.from.clone(), None)
        } else {
            (None, request.from.clone())
        };
        let mut plan = Plan {
            size,
            free: Vec::new(),
            blank: Vec::new(),
            is_from: (0..size * size)
                .map(|cell| {
                    let from = from
                        .as_ref()
                        .and_then(|from: &Grid| from.get(Cell::from_index(cell)));
                    from.is_some()
                })
                .collect(),
            solution,
            from,
        };
        plan.place(request)?;
        if !matches!(request.method, Method::Holes(_)) {
            if let Some(layout) = layout {
                plan.check_lines(layout)?;
            }
            plan.check_numbers(request, layout)?;
        }
        Ok(plan)
    }

    fn name(&self, cell: usize) -> CellName {
        Cell::from_index(cell).name(self.size)
    }

    /// Which groups of cells are free, fixed or blank.
    fn place(&mut self, request: &Request) -> Result<(), Impossible> {
        let wish = |cell: usize| {
            let pattern = request.pattern.as_ref();
            pattern.map_or(Wish::Either, |pattern| pattern.wishes()[cell])
        };
        for cell in 0..self.size * self.size {
            if self.is_from[cell] && wish(cell) == Wish::Blank {
                return Err(Impossible::GivenInBlank(self.name(cell)));
            }
        }
        let (mut free, mut blank) = (Vec::new(), Vec::new());
        for orbit in request.symmetry.orbits(self.size) {
            let is_given = |cell: &&usize| wish(**cell) == Wish::Given || self.is_from[**cell];
            let given = orbit.iter().find(is_given);
            let banned = orbit.iter().find(|cell| wish(**cell) == Wish::Blank);
            match (given, banned) {
                (Some(given), Some(blank)) => {
                    return Err(Impossible::Asymmetric {
                        symmetry: request.symmetry,
                        given: self.name(*given),
                        blank: self.name(*blank),
                    });
                }
                (Some(_), None) => {}
                (None, Some(_)) => blank.extend(orbit),
                (None, None) => free.push(orbit),
            }
        }
        (self.free, self.blank) = (free, blank);
        Ok(())
    }

    /// Refuses two blank rows or columns that can be swapped: in every solution, because that maps
    /// the houses and pairs of the board to themselves.
    fn check_lines(&self, layout: &Layout) -> Result<(), Impossible> {
        let size = self.size;
        for (lines, is_row) in [("rows", true), ("columns", false)] {
            let cell = |line: usize, place: usize| match is_row {
                true => line * size + place,
                false => place * size + line,
            };
            let is_blank =
                |line: &usize| (0..size).all(|place| self.blank.contains(&cell(*line, place)));
            let blank: Vec<usize> = (0..size).filter(is_blank).collect();
            for (number, first) in blank.iter().enumerate() {
                for second in &blank[number + 1..] {
                    let mut map: Vec<usize> = (0..size * size).collect();
                    (0..size).for_each(|place| map.swap(cell(*first, place), cell(*second, place)));
                    if is_automorphism(layout, &map) {
                        let (first, second) = (first + 1, second + 1);
                        return Err(Impossible::BlankLines {
                            lines,
                            first,
                            second,
                        });
                    }
                }
            }
        }
        Ok(())
    }

    /// Refuses numbers of givens that cannot be.
    fn check_numbers(
        &self,
        request: &Request,
        layout: Option<&Arc<Layout>>,
    ) -> Result<(), Impossible> {
        let cells = self.size * self.size;
        let most = cells - self.blank.len();
        let fixed = most - self.free.iter().map(Vec::len).sum::<usize>();
        let range = request.givens.clone().unwrap_or(0..=cells);
        let (first, last) = (*range.start(), *range.end());
        if first > last {
            let what = "givens";
            return Err(Impossible::Range { what, first, last });
        }
        if first > cells {
            return Err(Impossible::TooMany {
                kind: "puzzle",
                givens: first,
                most: cells,
            });
        }
        // A row without a blank has a given that its others imply.
        let most_minimal = cells - self.size;
        if request.minimal && first > most_minimal {
            return Err(Impossible::TooMany {
                kind: "minimal puzzle",
                givens: first,
                most: most_minimal,
            });
        }
        let (fewest, reason) = fewest_givens(request, layout);
        if last.min(most) < fewest {
            return Err(Impossible::TooFew {
                givens: last.min(most),
                reason,
            });
        }
        let mut is_number = vec![false; cells + 1];
        is_number[fixed] = true;
        for orbit in &self.free {
            for number in (orbit.len()..=cells).rev() {
                is_number[number] |= is_number[number - orbit.len()];
            }
        }
        if !(first..=last.min(cells)).any(|number| is_number[number]) {
            let symmetry = match request.symmetry {
                Symmetry::None => "such".to_string(),
                symmetry => symmetry.to_string(),
            };
            let numbers = if first == last {
                first.to_string()
            } else {
                format!("{first} to {last}")
            };
            return Err(Impossible::Number { symmetry, numbers });
        }
        Ok(())
    }

    /// A puzzle with the givens that are not blank in every puzzle.
    pub fn keep_given(&self, solved: &Puzzle) -> Puzzle {
        let is_kept = |at: &Candidate| !self.blank.contains(&at.cell.index());
        let kept: Vec<Candidate> = solved.givens().filled().filter(is_kept).collect();
        solved.restricted_to(&kept)
    }

    /// The puzzle that every solution must solve: what is given from the start.
    pub fn start(&self, layout: &Arc<Layout>) -> Option<Puzzle> {
        let blank = || Grid::blank(self.size);
        Puzzle::new(layout.clone(), self.from.clone().unwrap_or_else(blank)).ok()
    }
}

/// Refuses what does not go with the method.
fn check_method(request: &Request) -> Result<(), Impossible> {
    let method = match request.method {
        Method::TopDown => return Ok(()),
        Method::ControlledBias => "unbiased puzzles",
        Method::Holes(share) if !(0.0..=1.0).contains(&share) => {
            return Err(Impossible::Share(match share {
                ..0.0 => "less",
                1.0.. => "more",
                _ => "no number",
            }));
        }
        Method::Holes(_) => "holes",
    };
    let is_holes = matches!(request.method, Method::Holes(_));
    let others = [
        (request.symmetry != Symmetry::None, "a symmetry"),
        (request.pattern.is_some(), "a pattern"),
        (request.givens.is_some(), "a number of givens"),
        (request.minimal && is_holes, "minimal puzzles"),
        (request.difficulty.is_some() && is_holes, "a difficulty"),
        (
            request
                .from
                .as_ref()
                .is_some_and(|from| from.blanks().next().is_some()),
            "given digits",
        ),
    ];
    match others.into_iter().find(|(is_there, _)| *is_there) {
        Some((_, other)) => Err(Impossible::Together(method, other)),
        None => Ok(()),
    }
}

/// Refuses a difficulty that no puzzle of this size has.
fn check_difficulty(difficulty: &Difficulty, size: usize) -> Result<(), Impossible> {
    if size > LARGEST_EXPLAINED {
        return Err(Impossible::Unrated(size));
    }
    match difficulty {
        Difficulty::Largest(range) if range.is_empty() => Err(Impossible::Range {
            what: "facts",
            first: *range.start(),
            last: *range.end(),
        }),
        _ => Ok(()),
    }
}

/// Refuses a grid to start from that no puzzle can have; says whether it is a solved one.
fn check_grid(request: &Request, size: usize) -> Result<bool, Impossible> {
    let Some(grid) = &request.from else {
        return Ok(false);
    };
    if grid.size() != size {
        let (expected, found) = (size, grid.size());
        return Err(Impossible::GridSize { expected, found });
    }
    if let Some(high) = grid.filled().find(|at| at.digit.value() > size) {
        let cell = high.cell.name(size);
        return Err(Impossible::Digit { size, cell });
    }
    if let Boards::Same(layout) = &request.boards {
        let puzzle = Puzzle::new(layout.clone(), grid.clone());
        if let Some(clash) = puzzle.ok().and_then(|puzzle| puzzle.clash()) {
            return Err(Impossible::Clash(clash));
        }
    } else {
        return Err(Impossible::Together("random regions", "given digits"));
    }
    Ok(grid.blanks().next().is_none())
}

/// The fewest givens of any puzzle with one solution, as far as that is known, and why.
fn fewest_givens(request: &Request, layout: Option<&Arc<Layout>>) -> (usize, &'static str) {
    if let Some(layout) = layout {
        if mrv::is_standard(layout) {
            let reason = "the fewest are 17 (G. McGuire, B. Tugemann and G. Civario, 2012)";
            return (17, reason);
        }
        let rules = layout.rules();
        if rules.shape().to_string() == "2x2" && *rules == Ruleset::classic(rules.shape()) {
            return (4, "the fewest are 4, as trying all shows");
        }
        if layout
            .pair_constraints()
            .iter()
            .any(|both| both.difference > 0)
        {
            return (0, "");
        }
    }
    let size = match &request.boards {
        Boards::Same(layout) => layout.size(),
        Boards::RandomJigsaws { variants, .. } if variants.contains(&Variant::NonConsecutive) => {
            return (0, "");
        }
        Boards::RandomJigsaws { size, .. } => *size,
    };
    let reason = "two digits that are not given can be swapped";
    (size - 1, reason)
}

/// Whether a map of the cells takes every house to a house and every pair to a pair.
fn is_automorphism(layout: &Layout, map: &[usize]) -> bool {
    let image = |cells: &[Cell]| {
        let mut cells: Vec<usize> = cells.iter().map(|cell| map[cell.index()]).collect();
        cells.sort_unstable();
        cells
    };
    let numbers = |cells: &[Cell]| -> Vec<usize> { cells.iter().map(|c| c.index()).collect() };
    let houses: std::collections::HashSet<Vec<usize>> = layout
        .houses()
        .iter()
        .map(|house| numbers(&house.cells))
        .collect();
    let pairs: std::collections::HashSet<(Vec<usize>, usize)> = layout
        .pair_constraints()
        .iter()
        .map(|both| (numbers(&both.cells), both.difference))
        .collect();
    let mut of_houses = layout.houses().iter();
    let mut of_pairs = layout.pair_constraints().iter();
    of_houses.all(|house| houses.contains(&image(&house.cells)))
        && of_pairs.all(|both| pairs.contains(&(image(&both.cells), both.difference)))
}
