//! Engines side by side: the same questions, checked once and then timed in turns.

use std::fmt::{self, Display};
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

use satdoku::Deadline;
use satdoku::board::{Grid, Puzzle};
use satdoku::engine::{Budget, Engine, Work};
use satdoku::task::{Answer, Session, Solution, TaskError, Verdict};

/// Puzzles to compare engines on where there are no others: one on a line, in rising difficulty.
pub const PUZZLES: &str = include_str!("puzzles.txt");

/// What is asked of every engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// A solution.
    Solve,
    /// Whether there is exactly one.
    Check,
}

/// A comparison of engines.
#[derive(Debug, Clone, Copy)]
pub struct Comparison<'a> {
    /// The puzzles, each asked about once per round.
    pub puzzles: &'a [Puzzle],
    /// The question.
    pub question: Question,
    /// How often every engine is timed.
    pub rounds: usize,
    /// The CPU time that an engine may take for checking its answers, and the same again for all
    /// rounds together. An engine that cannot do all puzzles in it does as many as it can, from
    /// the first on.
    pub limit: Duration,
}

/// What the time of an engine is: that of the calling thread, or of an external solver as it passes
/// on the wall, since the processor time of another program is not known here.
#[derive(Debug, Clone, Copy)]
enum Clock {
    Cpu(ThreadTime),
    Wall(Instant),
}

impl Clock {
    fn start(is_external: bool) -> Clock {
        if is_external {
            Clock::Wall(Instant::now())
        } else {
            Clock::Cpu(ThreadTime::now())
        }
    }

    fn elapsed(&self) -> Duration {
        match self {
            Clock::Cpu(start) => start.elapsed(),
            Clock::Wall(start) => start.elapsed(),
        }
    }
}

/// What came of one engine.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Its name, or the command of the external solver that it is.
    pub engine: String,
    /// Whether that is an external solver, whose time is that on the wall.
    pub is_external: bool,
    /// How many puzzles were timed: all, unless time ran out.
    pub puzzles: usize,
    /// Time per puzzle in µs: the median over the rounds, the least and the most. Zero where
    /// no puzzle was timed.
    pub micros: [f64; 3],
    /// The share of the answered puzzles, 0 to 1, that took no guess, no probe and no call
    /// of a SAT solver.
    pub without_guess: f64,
    /// For how many of the answered puzzles a SAT solver was called.
    pub solver_needed: usize,
    /// Probes per puzzle, in engines that probe.
    pub probes: f64,
    /// How many puzzles were answered in time, when answers were checked: what shares and
    /// averages are of.
    pub answered: usize,
    /// Guesses per puzzle. Neither probing nor a SAT solver counts them.
    pub guesses: Option<f64>,
    /// The time of this engine divided by that of the first, on the puzzles that both were timed
    /// on: the median over the rounds. `None` where there are none.
    pub ratio: Option<f64>,
}

/// What an answer says that other engines must say too.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Gist {
    None,
    /// The only solution; not given where only one was asked for.
    Solved(Option<Grid>),
    Several,
}

impl Display for Gist {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Gist::None => f.write_str("no solution"),
            Gist::Solved(None) => f.write_str("a solution"),
            Gist::Solved(Some(grid)) => write!(f, "only the solution {grid}"),
            Gist::Several => f.write_str("several solutions"),
        }
    }
}

/// Who has said something: a name, and whether that is an external solver.
type Known = (String, bool);

/// The error that two answers contradict each other.
fn disagreement(puzzle: &Puzzle, by: [Known; 2], answers: [String; 2]) -> TaskError {
    let puzzle = puzzle.givens().to_string();
    let [first, second] = answers;
    match by {
        [(engine, false), (other, false)] => TaskError::Disagreement {
            engines: [engine, other],
            puzzle,
            answers: [first, second],
        },
        [(engine, false), (solver, true)] => TaskError::WrongAnswer {
            solver: solver.into(),
            engine,
            puzzle: puzzle.into(),
            answers: [second.into(), first.into()],
        },
        [(solver, true), (engine, _)] => TaskError::WrongAnswer {
            solver: solver.into(),
            engine,
            puzzle: puzzle.into(),
            answers: [first.into(), second.into()],
        },
    }
}

/// An engine in a comparison.
struct Contestant {
    name: String,
    is_external: bool,
    session: Session,
    /// CPU time after each puzzle, from the first on, when the answers were checked.
    elapsed: Vec<Duration>,
    without_guess: usize,
    guesses: u64,
    solver_calls: u64,
    solver_needed: usize,
    probes: u64,
    /// How many puzzles are timed.
    timed: usize,
    /// For each round, the CPU time at each mark that is not beyond `timed`.
    rounds: Vec<Vec<Duration>>,
}

impl Comparison<'_> {
    /// Checks every answer of every engine once, against the others, then times them in turns.
    /// `progress` is told after each piece of work what share of all is done, from 0 to 1.
    ///
    /// Time is CPU time of the calling thread, but that on the wall for external solvers. The clock is read once per round and mark, not per
    /// puzzle, so that reading it costs nothing that shows.
    ///
    /// # Errors
    /// When an engine fails or two disagree.
    pub fn run(
        &self,
        engines: Vec<Box<dyn Engine>>,
        progress: &mut dyn FnMut(f64),
    ) -> Result<Vec<Row>, TaskError> {
        let pieces = (engines.len() * (self.rounds + 1)).max(1) as f64;
        let mut done = 0.0;
        let mut advance = || {
            done += 1.0;
            progress(done / pieces);
        };
        let mut gists: Vec<Option<(Gist, Known)>> = vec![None; self.puzzles.len()];
        let mut contestants = Vec::new();
        for engine in engines {
            contestants.push(self.check(engine, &mut gists)?);
            advance();
        }
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
        let rows = contestants.iter().map(|engine| row(engine, first, &marks));
        Ok(rows.collect())
    }

    /// Answers puzzle after puzzle, compares with what others said, and stops when time is up.
    fn check(
        &self,
        engine: Box<dyn Engine>,
        gists: &mut [Option<(Gist, Known)>],
    ) -> Result<Contestant, TaskError> {
        let external = engine.external().map(str::to_string);
        let mut contestant = Contestant {
            is_external: external.is_some(),
            name: external.unwrap_or_else(|| engine.name().to_string()),
            session: Session::new(engine),
            elapsed: Vec::new(),
            without_guess: 0,
            guesses: 0,
            solver_calls: 0,
            solver_needed: 0,
            probes: 0,
            timed: 0,
            rounds: Vec::new(),
        };
        let start = Clock::start(contestant.is_external);
        for (puzzle, known) in self.puzzles.iter().zip(gists) {
            let Some(gist) = self.ask_until(&mut contestant, puzzle, start)? else {
                break;
            };
            contestant.elapsed.push(start.elapsed());
            let own = (contestant.name.clone(), contestant.is_external);
            let (known, known_by) = known.get_or_insert_with(|| (gist.clone(), own.clone()));
            if *known != gist {
                let answers = [known.to_string(), gist.to_string()];
                return Err(disagreement(puzzle, [known_by.clone(), own], answers));
            }
        }
        // All rounds together may take as long as this did.
        let affordable = self.limit / self.rounds.max(1) as u32;
        let within = contestant
            .elapsed
            .partition_point(|elapsed| *elapsed <= affordable);
        contestant.timed = within.max(1).min(contestant.elapsed.len());
        Ok(contestant)
    }

    /// The gist of an answer, unless the engine has not found it when the limit is reached.
    fn ask_until(
        &self,
        contestant: &mut Contestant,
        puzzle: &Puzzle,
        start: Clock,
    ) -> Result<Option<Gist>, TaskError> {
        let left = self.limit.saturating_sub(start.elapsed());
        contestant.session.set_budget(Budget {
            deadline: Some(Deadline::after(left)),
            ..Budget::UNLIMITED
        });
        let (gist, work) = self.ask(&mut contestant.session, puzzle)?;
        if gist.is_some() {
            contestant.guesses += work.guesses;
            contestant.solver_calls += work.solver_calls;
            contestant.solver_needed += usize::from(work.solver_calls > 0);
            contestant.probes += work.probes;
            contestant.without_guess +=
                usize::from(work.guesses + work.probes + work.solver_calls == 0);
        }
        Ok(gist)
    }

    /// The gist of the answer, and the work.
    fn ask(
        &self,
        session: &mut Session,
        puzzle: &Puzzle,
    ) -> Result<(Option<Gist>, Work), TaskError> {
        match self.question {
            Question::Solve => {
                let Answer {
                    outcome, report, ..
                } = session.solve(puzzle)?;
                let gist = match outcome {
                    Solution::Found(_) => Some(Gist::Solved(None)),
                    Solution::None(_) => Some(Gist::None),
                    Solution::Unknown(_) => None,
                };
                Ok((gist, report.work))
            }
            Question::Check => {
                let Answer {
                    outcome, report, ..
                } = session.check(puzzle)?;
                let gist = match outcome {
                    Verdict::Unique(grid) => Some(Gist::Solved(Some(grid))),
                    Verdict::Multiple(_) => Some(Gist::Several),
                    Verdict::None(_) => Some(Gist::None),
                    Verdict::Unknown(_) => None,
                };
                Ok((gist, report.work))
            }
        }
    }

    /// One round of one engine: the CPU time at each mark.
    fn time(
        &self,
        contestant: &mut Contestant,
        marks: &[usize],
    ) -> Result<Vec<Duration>, TaskError> {
        // A deadline would slow the SAT solver; the answers have been found in time before.
        contestant.session.set_budget(Budget::UNLIMITED);
        let mut at_marks = Vec::new();
        let mut from = 0;
        let start = Clock::start(contestant.is_external);
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

fn row(engine: &Contestant, first: Option<&Contestant>, marks: &[usize]) -> Row {
    let seconds_at = |engine: &Contestant, mark: usize| -> Vec<f64> {
        let index = marks.partition_point(|other| *other < mark);
        let rounds = engine.rounds.iter();
        rounds
            .filter_map(|round| round.get(index))
            .map(Duration::as_secs_f64)
            .collect()
    };
    let mut micros = seconds_at(engine, engine.timed);
    for time in &mut micros {
        *time *= 1e6 / engine.timed.max(1) as f64;
    }
    let common = first.map_or(0, |first| first.timed.min(engine.timed));
    let ratios = first.filter(|_| common > 0).map(|first| {
        let pairs = seconds_at(engine, common)
            .into_iter()
            .zip(seconds_at(first, common));
        pairs.map(|(own, other)| own / other).collect::<Vec<f64>>()
    });
    let answered = engine.elapsed.len().max(1) as f64;
    Row {
        engine: engine.name.clone(),
        is_external: engine.is_external,
        puzzles: engine.timed,
        micros: match engine.timed {
            0 => [0.0; 3],
            _ => spread(micros),
        },
        without_guess: engine.without_guess as f64 / answered,
        solver_needed: engine.solver_needed,
        probes: engine.probes as f64 / answered,
        answered: engine.elapsed.len(),
        guesses: (engine.solver_calls + engine.probes == 0)
            .then_some(engine.guesses as f64 / answered),
        ratio: ratios
            .filter(|ratios| !ratios.is_empty())
            .map(|ratios| spread(ratios)[0]),
    }
}

/// Median, least and greatest.
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

    fn bench<'a>(puzzles: &'a [Puzzle], seconds: u64) -> Comparison<'a> {
        Comparison {
            puzzles,
            question: Question::Check,
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
        let rows = bench(&puzzles, 100).run(engines.into(), &mut |share| shares.push(share));
        let rows = rows.unwrap();
        let names: Vec<&str> = rows.iter().map(|row| row.engine.as_str()).collect();
        assert_eq!(names, ["sat", "mrv", "dlx"]);
        for row in &rows {
            let [median, least, most] = row.micros;
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
        let rows = bench(&puzzles, 0).run(engines.into(), &mut |_| ()).unwrap();
        for row in rows {
            assert_eq!((row.puzzles, row.micros, row.ratio), (0, [0.0; 3], None));
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
        let error = bench(&puzzles(), 100)
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
