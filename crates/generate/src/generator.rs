//! The generator: attempts at a puzzle until one is as requested, and its confirmation.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use super::clues::DrawnClues;
use super::drawing::{self, ConstraintKind};
use super::hill_climbing::climb;
use super::jigsaw::random_regions;
use super::judge::{Judge, Uniqueness};
use super::plan::CellPlan;
use super::removal::{Clues, Minimality, Outcome, minimality, remove};
use super::request::{Boards, Request, RequestError};
use super::solution::{MOST_SEARCHES, MOST_SEARCHES_OF_JIGSAW, RandomSolution, random_solution};
use super::standard_clues::StandardClues;
use super::symmetry::Symmetry;
use super::{below, shuffle};
use satdoku::Deadline;
use satdoku::board::{Grid, Layout, Puzzle, Ruleset};
use satdoku::engine::EngineError;
use satdoku::task::{Confirmation, TaskError};
use satdoku_explain::{Difficulty, ExplainError, Level, Rating};

/// The nodes of the search for one group of givens on boards up to this size. On large boards a single
/// search can take hours.
const NODES: [(usize, u64); 2] = [(10, u64::MAX), (16, 2_000)];

/// The nodes of such a search on a larger board.
const LARGE_BOARD_NODES: u64 = 20;

/// The nodes of the search for one group of clues of a puzzle with drawn constraints: few searches need
/// more up to 9×9, and on larger boards many would take long.
const DRAWN_NODES: [u64; 2] = [5_000, 1_000];

/// A generated puzzle.
#[derive(Debug, Clone, PartialEq)]
pub struct Generated {
    /// Its number, counted from 0.
    pub number: u64,
    /// The seed of its generator.
    pub seed: u64,
    /// The puzzle. It has one solution.
    pub puzzle: Puzzle,
    /// The solution.
    pub solution: Grid,
    /// The symmetry of the request.
    pub symmetry: Symmetry,
    /// True if no given and no generated constraint can be removed; `None` if that is not known.
    pub is_minimal: Option<bool>,
    /// True if no group of symmetric givens can be removed; `None` if that is not known. Puzzles with
    /// a symmetry are often minimal in this sense only.
    pub is_symmetric_minimal: Option<bool>,
    /// The rating, if the request has a difficulty.
    pub rating: Option<Rating>,
    /// The number of solved grids that were tried.
    pub tries: u64,
    /// The result of asking the SAT engine for other solutions.
    pub confirmation: Confirmation,
}

/// A failure to make a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GenerateError {
    /// No puzzle was found within the limits.
    #[error("no puzzle found from {tries} solved grids")]
    GaveUp {
        /// The number of the puzzle.
        number: u64,
        /// The number of solved grids that were tried.
        tries: u64,
        /// True if the time ran out or an interrupt ended the search.
        is_timeout: bool,
    },
    /// No solved grid contains the digits to start from.
    #[error("no grid with these rules and digits exists")]
    NoGrid,
    /// An engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The rating failed.
    #[error(transparent)]
    Rating(#[from] ExplainError),
    /// The confirmation failed or found another solution.
    #[error(transparent)]
    Confirmation(#[from] Box<TaskError>),
}

/// A generator of puzzles, by number or one after another.
///
/// A clone makes the same puzzles, so each thread can have one.
#[derive(Debug)]
pub struct Generator {
    request: Arc<Request>,
    plan: Arc<CellPlan>,
    seed: u64,
    next: u64,
    most_tries: u64,
    timeout: Duration,
    deadline: Option<Deadline>,
    is_confirmed: bool,
    /// Made with the first puzzle. Threads share a generator to clone it, and an engine cannot be shared.
    judge: Mutex<Option<Judge>>,
}

impl Clone for Generator {
    fn clone(&self) -> Generator {
        Generator {
            request: self.request.clone(),
            plan: self.plan.clone(),
            deadline: self.deadline.clone(),
            judge: Mutex::default(),
            ..*self
        }
    }
}

/// A puzzle as requested, apart from its difficulty.
struct Draft {
    puzzle: Puzzle,
    solution: Grid,
    minimality: Minimality,
}

impl Generator {
    /// The default number of solved grids to try for one puzzle.
    pub const MOST_TRIES: u64 = 1_000_000;

    /// The default time for one puzzle.
    pub const TIMEOUT: Duration = Duration::from_secs(60);

    /// Creates a generator that starts with number 0.
    ///
    /// # Errors
    /// [`RequestError`] if the parts of the request contradict each other.
    pub fn new(request: Request, seed: u64) -> Result<Generator, RequestError> {
        let plan = CellPlan::new(&request)?;
        Ok(Generator {
            request: Arc::new(request),
            plan: Arc::new(plan),
            seed,
            next: 0,
            most_tries: Generator::MOST_TRIES,
            timeout: Generator::TIMEOUT,
            deadline: None,
            is_confirmed: true,
            judge: Mutex::default(),
        })
    }

    /// Sets the number of solved grids after which the generator gives up a puzzle.
    #[must_use]
    pub fn with_most_tries(self, most_tries: u64) -> Generator {
        Generator { most_tries, ..self }
    }

    /// Sets the time after which the generator gives up a puzzle, including the confirmation. The progress
    /// made in this time depends on the machine.
    #[must_use]
    pub fn with_timeout(self, timeout: Duration) -> Generator {
        Generator { timeout, ..self }
    }

    /// Sets a deadline whose interrupt ends the work on any puzzle.
    #[must_use]
    pub fn with_deadline(self, deadline: Deadline) -> Generator {
        Generator {
            deadline: Some(deadline),
            ..self
        }
    }

    /// Leaves out the confirmation by the SAT engine.
    #[must_use]
    pub fn without_confirmation(self) -> Generator {
        Generator {
            is_confirmed: false,
            ..self
        }
    }

    /// Returns the request.
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// The time limit of each puzzle.
    pub fn timeout(&self) -> Duration {
        self.timeout
    }

    /// Returns the seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Makes the puzzle with this number.
    ///
    /// # Errors
    /// [`GenerateError::GaveUp`] if none is found within the limits.
    pub fn make(&mut self, number: u64) -> Result<Generated, GenerateError> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(number);
        let deadline = Deadline::of_work(Some(self.timeout), self.deadline.as_ref());
        let is_late = || deadline.as_ref().is_some_and(Deadline::is_over);
        let is_confirmed = self.is_confirmed;
        let mut tries = 0;
        while tries < self.most_tries && !is_late() {
            tries += 1;
            let Some(draft) = self.attempt(deadline.as_ref(), &mut random)? else {
                continue;
            };
            let request = self.request.clone();
            let judge = self
                .judge()
                .get_or_insert_with(|| Judge::new(draft.puzzle.layout()));
            let mut rating = None;
            if let Some(difficulty) = &request.difficulty {
                rating = judge.rate(&draft.puzzle, difficulty)?;
                if rating.is_none() {
                    continue;
                }
            }
            let confirmation = match is_confirmed {
                true => judge.confirm(&draft.puzzle, &draft.solution)?,
                false => Confirmation::NotAsked,
            };
            return Ok(Generated {
                number,
                seed: self.seed,
                confirmation,
                puzzle: draft.puzzle,
                solution: draft.solution,
                symmetry: self.request.symmetry,
                is_minimal: draft.minimality.of_clues,
                is_symmetric_minimal: draft.minimality.of_groups,
                rating,
                tries,
            });
        }
        Err(GenerateError::GaveUp {
            number,
            tries,
            is_timeout: is_late(),
        })
    }

    fn judge(&mut self) -> &mut Option<Judge> {
        let judge = self.judge.get_mut();
        judge.unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a puzzle from one solved grid, if the grid leads to one.
    fn attempt(
        &mut self,
        deadline: Option<&Deadline>,
        random: &mut ChaCha8Rng,
    ) -> Result<Option<Draft>, GenerateError> {
        let (request, plan) = (self.request.clone(), self.plan.clone());
        let Some(layout) = board(&request.boards, deadline, random) else {
            return Ok(None);
        };
        let judge = self.judge().get_or_insert_with(|| Judge::new(&layout));
        judge.deadline = deadline.cloned();
        judge.most = None;
        let from = request.from.as_ref();
        let searches = match request.boards {
            Boards::Same(_) => MOST_SEARCHES,
            Boards::RandomJigsaws { .. } => MOST_SEARCHES_OF_JIGSAW,
        };
        let solution = match random_solution(&layout, from, searches, judge, random)? {
            RandomSolution::Found(solution) => solution,
            RandomSolution::None if request.from.is_some() => return Err(GenerateError::NoGrid),
            RandomSolution::None | RandomSolution::GaveUp => return Ok(None),
        };
        if !request.constraints.is_empty() {
            return with_constraints(&request, &plan, &layout, &solution, judge, random);
        }
        let Some(solved) = with_blanks(&request, &plan, &layout, solution, judge, random)? else {
            return Ok(None);
        };
        if layout.is_standard() {
            let mut clues = StandardClues::new(solved.givens(), deadline);
            let reduced = reduce(&mut clues, &request, &plan, 1, random)?;
            let puzzle = || Puzzle::new(layout, clues.givens()).expect("a grid of the board");
            return Ok(reduced.map(|minimality| draft(puzzle(), &solved, minimality)));
        }
        let candidates = layout.cell_count() * layout.digit_count();
        let mut sizes = NODES.into_iter();
        let limit = sizes.find(|(size, _)| candidates <= size.pow(3));
        judge.nodes = match limit {
            _ if request.minimal => u64::MAX,
            Some((_, nodes)) => nodes,
            None => LARGE_BOARD_NODES,
        };
        let stride = plan.free.len().div_ceil(8);
        reduce_drawn(&solved, 0, &request, &plan, stride, judge, random)
    }
}

impl Iterator for Generator {
    type Item = Result<Generated, GenerateError>;

    /// Makes the puzzle with the next number. The sequence is endless.
    fn next(&mut self) -> Option<Self::Item> {
        self.nth(0)
    }

    /// Skips puzzles without making them.
    fn nth(&mut self, skipped: usize) -> Option<Self::Item> {
        let number = self.next.saturating_add(skipped as u64);
        self.next = number.saturating_add(1);
        Some(self.make(number))
    }
}

/// Returns the board of a puzzle, or `None` if the time runs out.
fn board(
    boards: &Boards,
    deadline: Option<&Deadline>,
    random: &mut ChaCha8Rng,
) -> Option<Arc<Layout>> {
    match boards {
        Boards::Same(layout) => Some(layout.clone()),
        Boards::RandomJigsaws { size, variants } => {
            let rules = Ruleset::jigsaw(random_regions(*size, deadline, random)?);
            let rules = rules.with(variants).expect("checked with the request");
            Some(Arc::new(Layout::new(rules)))
        }
    }
}

/// Returns the solved grid, or another one if this one is ambiguous without the cells that must be blank.
fn with_blanks(
    request: &Request,
    plan: &CellPlan,
    layout: &Arc<Layout>,
    solution: Grid,
    judge: &mut Judge,
    random: &mut ChaCha8Rng,
) -> Result<Option<Puzzle>, GenerateError> {
    let on_board = |grid| Puzzle::new(layout.clone(), grid).expect("a solved grid of the board");
    let solved = on_board(solution);
    if plan.blank.is_empty() {
        return Ok(Some(solved));
    }
    let mut given = solved.givens().clone();
    for cell in layout
        .cells()
        .filter(|cell| plan.blank.contains(&cell.index()))
    {
        given.set(cell, None);
    }
    let start = on_board(given);
    judge.nodes = u64::MAX;
    if matches!(judge.uniqueness(&start)?, Uniqueness::Unique(_)) {
        return Ok(Some(solved));
    }
    if plan.has_solution {
        return Ok(None);
    }
    let from = request.from.as_ref();
    let is_fixed = |cell: usize| from.is_some_and(|from| from.cells()[cell].is_some());
    Ok(climb(start, is_fixed, judge, random)?.map(on_board))
}

/// Draws constraints on a solved grid, and leaves out givens.
fn with_constraints(
    request: &Request,
    plan: &CellPlan,
    layout: &Arc<Layout>,
    solution: &Grid,
    judge: &mut Judge,
    random: &mut ChaCha8Rng,
) -> Result<Option<Draft>, GenerateError> {
    let is_large = layout.digit_count() > 9;
    judge.nodes = DRAWN_NODES[usize::from(is_large)];
    judge.most = match &request.difficulty {
        _ if request.minimal => None,
        Some(difficulty) => Some(difficulty.clone()).filter(Difficulty::has_upper_limit),
        None => (!is_large).then_some(Difficulty::Level(Level::Hard)),
    };
    let kinds = &request.constraints;
    let Some(drawn) = drawing::draw(kinds, layout, solution, judge, random)? else {
        return Ok(None);
    };
    let solved = Puzzle::new(drawn, solution.clone()).expect("a solved grid of the board");
    let fixed = layout.constraints().len();
    let stride = plan.free.len();
    let draft = reduce_drawn(&solved, fixed, request, plan, stride, judge, random)?;
    let drawn = |draft: &Draft| draft.puzzle.layout().constraints()[fixed..].to_vec();
    let has = |draft: &Draft, kind| {
        drawn(draft)
            .iter()
            .any(|of| ConstraintKind::of(of.name()) == Some(kind))
    };
    Ok(draft.filter(|draft| kinds.iter().all(|kind| has(draft, *kind))))
}

/// Leaves out clues of a solved grid, if that leads to a puzzle as requested.
fn reduce_drawn(
    solved: &Puzzle,
    fixed: usize,
    request: &Request,
    plan: &CellPlan,
    stride: usize,
    judge: &mut Judge,
    random: &mut ChaCha8Rng,
) -> Result<Option<Draft>, GenerateError> {
    let mut clues = DrawnClues::new(judge, solved, fixed);
    let reduced = reduce(&mut clues, request, plan, stride, random)?;
    Ok(reduced.map(|minimality| draft(clues.into_puzzle(), solved, minimality)))
}

fn draft(puzzle: Puzzle, solved: &Puzzle, minimality: Minimality) -> Draft {
    Draft {
        puzzle,
        solution: solved.givens().clone(),
        minimality,
    }
}

/// Leaves out clues in random order, until none can be left out or as few are left as wanted. Returns
/// `None` if the puzzle is not as requested or the time runs out.
fn reduce(
    clues: &mut impl Clues,
    request: &Request,
    plan: &CellPlan,
    stride: usize,
    random: &mut ChaCha8Rng,
) -> Result<Option<Minimality>, GenerateError> {
    if !plan.blank.is_empty() {
        if clues.without(&plan.blank, true)? != Outcome::Allowed {
            return Ok(None);
        }
        clues.leave_out(&plan.blank);
    }
    let cells = plan.cells;
    let count = |clues: &dyn Clues| (0..cells).filter(|cell| clues.has(*cell)).count();
    let all = count(clues);
    let target = match &plan.givens {
        Some(range) if !request.minimal => {
            let (fewest, most) = ((*range.start()).min(all), (*range.end()).min(all));
            fewest + below(most.max(fewest) - fewest + 1, random)
        }
        _ => 0,
    };
    let mut groups = plan.free.clone();
    shuffle(&mut groups, random);
    let mut open = remove(clues, &groups, all - target, stride)?;
    let mut constraints: Vec<Vec<usize>> = (cells..clues.count()).map(|clue| vec![clue]).collect();
    if request.minimal {
        shuffle(&mut constraints, random);
        constraints = remove(clues, &constraints, usize::MAX, 1)?;
    }
    open.append(&mut constraints);
    if clues.is_late() || (plan.givens.as_ref()).is_some_and(|range| !range.contains(&count(clues)))
    {
        return Ok(None);
    }
    let minimality = minimality(clues, &open)?;
    Ok(Some(minimality).filter(|of| !request.minimal || of.of_clues == Some(true)))
}
