//! Engines side by side: their answers are compared once, then they are timed in turns.

use std::fmt::{self, Display};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use cpu_time::ThreadTime;
use satdoku::Deadline;
use satdoku::board::{Grid, Puzzle};
use satdoku::engine::{Budget, Engine, Work};
use satdoku::task::{Session, Solution, TaskError, Verdict};

/// The built-in puzzles, one on each line, in rising difficulty.
pub const PUZZLES: &str = include_str!("puzzles.txt");

/// The question to every engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Query {
    /// Find a solution
    Solve,
    /// Find the verdict
    Check,
}

impl Query {
    /// Returns the name of the option.
    pub fn name(self) -> &'static str {
        match self {
            Query::Solve => "solve",
            Query::Check => "check",
        }
    }
}

/// A comparison of engines.
#[derive(Debug, Clone, Copy)]
pub struct Comparison<'a> {
    /// The puzzles, which every round goes through once.
    pub puzzles: &'a [Puzzle],
    pub query: Query,
    /// The number of rounds.
    pub rounds: usize,
    /// The time of each engine for the comparison of answers, and again for all rounds together. An
    /// engine that needs more is timed on fewer puzzles.
    pub limit: Duration,
}

/// A start on both clocks: the CPU time of this thread and the wall time.
#[derive(Debug, Clone, Copy)]
struct StartTimes(ThreadTime, Instant);

impl StartTimes {
    fn now() -> StartTimes {
        StartTimes(ThreadTime::now(), Instant::now())
    }

    fn elapsed(&self) -> Elapsed {
        Elapsed {
            cpu: self.0.elapsed(),
            wall: self.1.elapsed(),
        }
    }
}

/// Elapsed time on both clocks.
#[derive(Debug, Clone, Copy)]
struct Elapsed {
    cpu: Duration,
    wall: Duration,
}

impl Elapsed {
    /// Returns the wall time if an external solver is involved, because the CPU time of its process
    /// is not known.
    fn on_clock(self, is_external: bool) -> Duration {
        if is_external { self.wall } else { self.cpu }
    }
}

/// The measurements of one engine.
#[derive(Debug, Clone, PartialEq)]
pub struct Timing {
    /// The name of the engine, or the command of the external solver.
    pub engine: String,
    /// The engine is an external solver, and times are wall times.
    pub is_external: bool,
    /// The number of puzzles that were timed.
    pub puzzles: usize,
    /// The time per puzzle in µs: median, least and greatest of the rounds. `None` if no puzzle was
    /// timed.
    pub micros: Option<[f64; 3]>,
    /// The number of puzzles that were answered within the limit when answers were compared. The
    /// following shares and averages are over these.
    pub answered: usize,
    /// The share, from 0 to 1, that took no guess, no probe and no call of a SAT solver.
    pub without_guess: f64,
    /// The number of puzzles for which a SAT solver was called.
    pub solver_needed: usize,
    /// Probes per puzzle.
    pub probes: f64,
    /// Guesses per puzzle. `None` for engines that probe or call a SAT solver.
    pub guesses: Option<f64>,
    /// The time divided by that of the first engine, on the puzzles that both were timed on: the
    /// median of the rounds. If one of them is an external solver, both are wall times.
    pub ratio: Option<f64>,
}

/// The part of an answer on which engines must agree.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Claim {
    NoSolution,
    HasSolution,
    Unique(Grid),
    SeveralSolutions,
}

impl Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::NoSolution => f.write_str("no solution"),
            Claim::HasSolution => f.write_str("a solution"),
            Claim::Unique(grid) => write!(f, "only the solution {grid}"),
            Claim::SeveralSolutions => f.write_str("several solutions"),
        }
    }
}

/// The first claim about a puzzle, and who made it.
#[derive(Debug, Clone)]
struct FirstClaim {
    claim: Claim,
    engine: String,
    is_external: bool,
}

/// An engine in a comparison.
struct Contestant {
    name: String,
    is_external: bool,
    session: Session,
    /// The time after each puzzle when answers were compared.
    elapsed: Vec<Duration>,
    without_guess: usize,
    guesses: u64,
    solver_calls: u64,
    solver_needed: usize,
    probes: u64,
    /// The number of puzzles to time.
    timed: usize,
    /// For each round, the time at each mark up to `timed`.
    rounds: Vec<Vec<Elapsed>>,
}

impl Comparison<'_> {
    /// Compares the answers of all engines, then times the engines in turns. Calls `progress` with
    /// the share of the work that is done, from 0 to 1.
    ///
    /// The clock is read once for each round and mark, not for each puzzle, so that it takes no
    /// noticeable time.
    ///
    /// # Errors
    /// When an engine fails or two engines disagree.
    pub fn run(
        &self,
        engines: Vec<Box<dyn Engine>>,
        progress: &mut dyn FnMut(f64),
    ) -> Result<Vec<Timing>, TaskError> {
        let steps = (engines.len() * (self.rounds + 1)).max(1) as f64;
        let mut done = 0.0;
        let mut advance = || {
            done += 1.0;
            progress(done / steps);
        };
        let mut claims = vec![None; self.puzzles.len()];
        let mut contestants = Vec::new();
        for engine in engines {
            contestants.push(self.compare(engine, &mut claims)?);
            advance();
        }
        // Ratios need the time of the first engine on as many puzzles as another one was timed on.
        let mut marks: Vec<usize> = contestants.iter().map(|engine| engine.timed).collect();
        marks.sort_unstable();
        marks.dedup();
        for _ in 0..self.rounds {
            for contestant in &mut contestants {
                let round = self.time(contestant, &marks)?;
                contestant.rounds.push(round);
                advance();
            }
        }
        let first = contestants.first();
        let timings = contestants
            .iter()
            .map(|engine| engine.timing(first, &marks));
        Ok(timings.collect())
    }

    /// Compares the answers of an engine with those of the engines before, until its time is up.
    fn compare(
        &self,
        engine: Box<dyn Engine>,
        claims: &mut [Option<FirstClaim>],
    ) -> Result<Contestant, TaskError> {
        let mut contestant = Contestant::new(engine);
        let start = StartTimes::now();
        let elapsed = |contestant: &Contestant| start.elapsed().on_clock(contestant.is_external);
        for (puzzle, first) in self.puzzles.iter().zip(claims) {
            let left = self.limit.saturating_sub(elapsed(&contestant));
            contestant.session.set_budget(Budget {
                deadline: Some(Deadline::after(left)),
                ..Budget::UNLIMITED
            });
            let (claim, work) = self.ask(&mut contestant.session, puzzle)?;
            let Some(claim) = claim else {
                break;
            };
            contestant.count(&work);
            contestant.elapsed.push(elapsed(&contestant));
            let first = first.get_or_insert_with(|| contestant.first_claim(&claim));
            if first.claim != claim {
                let own = contestant.first_claim(&claim);
                return Err(disagreement(puzzle, first.clone(), own));
            }
        }
        // All rounds together may take as long as this did.
        let affordable = self.limit / self.rounds.max(1) as u32;
        let elapsed = &contestant.elapsed;
        let within = elapsed.partition_point(|elapsed| *elapsed <= affordable);
        contestant.timed = within.max(1).min(elapsed.len());
        Ok(contestant)
    }

    /// Asks about a puzzle. Returns no claim if the time ran out.
    fn ask(
        &self,
        session: &mut Session,
        puzzle: &Puzzle,
    ) -> Result<(Option<Claim>, Work), TaskError> {
        match self.query {
            Query::Solve => {
                let answer = session.solve(puzzle)?;
                let claim = match answer.outcome {
                    Solution::Found(_) => Some(Claim::HasSolution),
                    Solution::Unsolvable(_) => Some(Claim::NoSolution),
                    Solution::Unknown(_) => None,
                };
                Ok((claim, answer.report.work))
            }
            Query::Check => {
                let answer = session.check(puzzle)?;
                let claim = match answer.outcome {
                    Verdict::Unique(grid) => Some(Claim::Unique(grid)),
                    Verdict::Multiple(_) => Some(Claim::SeveralSolutions),
                    Verdict::Unsolvable(_) => Some(Claim::NoSolution),
                    Verdict::Unknown(_) => None,
                };
                Ok((claim, answer.report.work))
            }
        }
    }

    /// Times one round of one engine. Returns the time at each mark.
    fn time(
        &self,
        contestant: &mut Contestant,
        marks: &[usize],
    ) -> Result<Vec<Elapsed>, TaskError> {
        // A deadline would slow the SAT solver, and these puzzles are known to be quick enough.
        contestant.session.set_budget(Budget::UNLIMITED);
        let mut at_marks = Vec::new();
        let mut from = 0;
        let start = StartTimes::now();
        for &mark in marks.iter().filter(|mark| **mark <= contestant.timed) {
            for puzzle in &self.puzzles[from..mark] {
                self.ask(&mut contestant.session, puzzle)?;
            }
            at_marks.push(start.elapsed());
            from = mark;
        }
        Ok(at_marks)
    }
}

impl Contestant {
    fn new(engine: Box<dyn Engine>) -> Contestant {
        let external = engine.external().map(str::to_string);
        Contestant {
            is_external: external.is_some(),
            name: external.unwrap_or_else(|| engine.name().to_string()),
            session: Session::new(engine)
                .without_confirmation()
                .without_reasons(),
            elapsed: Vec::new(),
            without_guess: 0,
            guesses: 0,
            solver_calls: 0,
            solver_needed: 0,
            probes: 0,
            timed: 0,
            rounds: Vec::new(),
        }
    }

    /// Counts the work for an answer.
    fn count(&mut self, work: &Work) {
        self.guesses += work.guesses;
        self.solver_calls += work.solver_calls;
        self.solver_needed += usize::from(work.solver_calls > 0);
        self.probes += work.probes;
        self.without_guess += usize::from(work.guesses + work.probes + work.solver_calls == 0);
    }

    fn first_claim(&self, claim: &Claim) -> FirstClaim {
        FirstClaim {
            claim: claim.clone(),
            engine: self.name.clone(),
            is_external: self.is_external,
        }
    }

    /// Returns the seconds of each round at this mark, in wall time if `is_external`.
    fn seconds_at(
        &self,
        mark: usize,
        marks: &[usize],
        is_external: bool,
    ) -> impl Iterator<Item = f64> {
        let index = marks.partition_point(|other| *other < mark);
        let times = self.rounds.iter().filter_map(move |round| round.get(index));
        times.map(move |time| time.on_clock(is_external).as_secs_f64())
    }

    /// Returns the measurements, with ratios to the `first` engine.
    fn timing(&self, first: Option<&Contestant>, marks: &[usize]) -> Timing {
        let per_puzzle = 1e6 / self.timed.max(1) as f64;
        let micros = self.seconds_at(self.timed, marks, self.is_external);
        let micros: Vec<f64> = micros.map(|seconds| seconds * per_puzzle).collect();
        let ratios: Vec<f64> = match first.map(|first| (first, first.timed.min(self.timed))) {
            None | Some((_, 0)) => Vec::new(),
            Some((first, common)) => {
                let is_external = self.is_external || first.is_external;
                let own = self.seconds_at(common, marks, is_external);
                let pairs = own.zip(first.seconds_at(common, marks, is_external));
                pairs.map(|(own, first)| own / first).collect()
            }
        };
        let answered = self.elapsed.len().max(1) as f64;
        let has_guesses = self.solver_calls + self.probes == 0;
        Timing {
            engine: self.name.clone(),
            is_external: self.is_external,
            puzzles: self.timed,
            micros: (self.timed > 0).then(|| spread(micros)),
            answered: self.elapsed.len(),
            without_guess: self.without_guess as f64 / answered,
            solver_needed: self.solver_needed,
            probes: self.probes as f64 / answered,
            guesses: has_guesses.then_some(self.guesses as f64 / answered),
            ratio: (!ratios.is_empty()).then(|| spread(ratios)[0]),
        }
    }
}

/// Returns the error that two claims contradict each other.
fn disagreement(puzzle: &Puzzle, first: FirstClaim, second: FirstClaim) -> TaskError {
    let puzzle = puzzle.givens().to_string();
    if !first.is_external && !second.is_external {
        return TaskError::Disagreement {
            engines: [first.engine, second.engine],
            puzzle,
            answers: [first.claim.to_string(), second.claim.to_string()],
        };
    }
    let (solver, engine) = match first.is_external {
        true => (first, second),
        false => (second, first),
    };
    TaskError::WrongAnswer {
        solver: solver.engine.into(),
        engine: engine.engine,
        puzzle: puzzle.into(),
        answers: [
            solver.claim.to_string().into(),
            engine.claim.to_string().into(),
        ],
    }
}

/// Returns median, least and greatest.
fn spread(mut numbers: Vec<f64>) -> [f64; 3] {
    numbers.sort_by(f64::total_cmp);
    let at = |index: usize| numbers.get(index).copied().unwrap_or(0.0);
    let middle = numbers.len() / 2;
    let median = match numbers.len() % 2 {
        0 => (at(middle.saturating_sub(1)) + at(middle)) / 2.0,
        _ => at(middle),
    };
    [median, at(0), at(numbers.len().saturating_sub(1))]
}

#[cfg(test)]
mod tests {
    use super::*;
    use satdoku::engine::{End, EngineError, Report, SolutionSink, find};

    fn comparison<'a>(puzzles: &'a [Puzzle], seconds: u64) -> Comparison<'a> {
        Comparison {
            puzzles,
            query: Query::Check,
            rounds: 3,
            limit: Duration::from_secs(seconds),
        }
    }

    fn puzzles() -> Vec<Puzzle> {
        let lines = PUZZLES.lines().filter(|line| !line.starts_with('#'));
        lines.map(|line| line.parse().unwrap()).collect()
    }

    #[test]
    fn every_engine_has_a_row() {
        let puzzles = puzzles();
        assert_eq!(puzzles.len(), 40);
        let engines = ["sat", "mrv", "dlx"].map(|name| find(name).unwrap().make());
        let mut shares = Vec::new();
        let rows = comparison(&puzzles, 100).run(engines.into(), &mut |share| shares.push(share));
        let rows = rows.unwrap();
        let names: Vec<&str> = rows.iter().map(|row| row.engine.as_str()).collect();
        assert_eq!(names, ["sat", "mrv", "dlx"]);
        for row in &rows {
            let [median, least, most] = row.micros.unwrap();
            assert!(0.0 < least && least <= median && median <= most, "{row:?}");
            assert_eq!(row.puzzles, 40);
        }
        assert_eq!(rows[0].ratio, Some(1.0));
        assert_eq!((rows[0].guesses, rows[1].guesses.is_some()), (None, true));
        assert!(rows[0].probes > 0.0 && rows[1].probes == 0.0);
        assert_eq!((rows[0].answered, rows[1].solver_needed), (40, 0));
        assert!(rows[1].without_guess > 0.0 && rows[1].without_guess < 1.0);
        assert!(shares.is_sorted() && shares.last() == Some(&1.0));
    }

    #[test]
    fn an_engine_without_time_is_not_timed() {
        let puzzles = puzzles();
        let engines = ["mrv", "brute"].map(|name| find(name).unwrap().make());
        let rows = comparison(&puzzles, 0)
            .run(engines.into(), &mut |_| ())
            .unwrap();
        for row in rows {
            assert_eq!((row.puzzles, row.micros, row.ratio), (0, None, None));
        }
    }

    #[test]
    fn a_wrong_answer_ends_the_comparison() {
        /// Says that nothing has a solution.
        struct Pessimist;
        impl Engine for Pessimist {
            fn name(&self) -> &'static str {
                "pessimist"
            }
            fn search(
                &mut self,
                _: &Puzzle,
                _: Budget,
                _: &mut SolutionSink<'_>,
            ) -> Result<Report, EngineError> {
                Ok(Report {
                    end: End::Complete,
                    contradiction: None,
                    work: Work::default(),
                })
            }
        }
        let engines: Vec<Box<dyn Engine>> = vec![find("mrv").unwrap().make(), Box::new(Pessimist)];
        let error = comparison(&puzzles(), 100)
            .run(engines, &mut |_| ())
            .unwrap_err();
        assert!(matches!(error, TaskError::Disagreement { .. }), "{error}");
    }

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(spread(vec![3.0, 1.0, 2.0]), [2.0, 1.0, 3.0]);
        assert_eq!(spread(vec![4.0, 1.0]), [2.5, 1.0, 4.0]);
    }
}
