//! The difficulty of a puzzle: the sizes of its steps.

pub(super) mod score;

use std::collections::{BTreeSet, HashSet};
use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;

use super::error::ExplainError;
use super::explainer::Explainer;
use super::fact::Fact;
use super::level::Level;
use super::position::Tables;
use super::solve_path::Steps;
use super::step::{Effort, Step};
use super::step_finder::Bound;
use super::techniques::technique::Technique;
use super::text::single::ConstraintReasons;
use satdoku::Deadline;
use satdoku::board::Puzzle;
use satdoku::task::Limit;
use score::Score;

/// A condition on the difficulty of a puzzle.
///
/// ```
/// use satdoku_explain::{Difficulty, Level};
///
/// assert_eq!("hard".parse(), Ok(Difficulty::Level(Level::Hard)));
/// assert_eq!("4..6".parse(), Ok(Difficulty::Largest(4..=6)));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Difficulty {
    /// This level.
    Level(Level),
    /// This number of facts in the largest step.
    Largest(RangeInclusive<usize>),
    /// A step with this name.
    Technique(Technique),
}

impl Difficulty {
    /// Returns true if a puzzle with this rating meets the condition.
    pub fn matches(&self, rating: &Rating) -> bool {
        match self {
            Difficulty::Level(level) => rating.level == *level,
            Difficulty::Largest(range) => range.contains(&rating.largest),
            Difficulty::Technique(technique) => rating.techniques.contains(technique),
        }
    }

    /// Returns true if puzzles can be too hard for the condition.
    pub fn has_upper_limit(&self) -> bool {
        self.bound().facts < usize::MAX
    }

    /// Returns true if a puzzle with this rating is too hard for the condition.
    fn is_exceeded_by(&self, rating: &Rating) -> bool {
        match self {
            Difficulty::Level(level) => rating.level > *level,
            Difficulty::Largest(range) => rating.largest > *range.end(),
            Difficulty::Technique(_) => false,
        }
    }

    /// Returns the bound on the steps of such a puzzle.
    fn bound(&self) -> Bound {
        match self {
            Difficulty::Level(level) => Bound {
                facts: level.most_facts(),
                favours_subsets: true,
            },
            Difficulty::Largest(range) => Bound {
                facts: *range.end(),
                favours_subsets: false,
            },
            Difficulty::Technique(_) => Bound::NONE,
        }
    }
}

/// A text that is not a [`Difficulty`].
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "expected easy, medium, hard, expert, fiendish, extreme, or how many facts the largest step \
     has, from 1, such as 3 or 4..6, found `{0}`"
)]
pub struct UnknownDifficulty(String);

impl FromStr for Difficulty {
    type Err = UnknownDifficulty;

    /// Parses the name of a level, a number of facts, or a range such as `4..6`, which includes both
    /// ends.
    fn from_str(text: &str) -> Result<Difficulty, UnknownDifficulty> {
        let number = |number: &str| {
            let number = number.trim().parse().ok().filter(|number| *number > 0);
            number.ok_or_else(|| UnknownDifficulty(text.to_string()))
        };
        if let Some(level) = Level::ALL.into_iter().find(|level| level.name() == text) {
            return Ok(Difficulty::Level(level));
        }
        Ok(Difficulty::Largest(match text.split_once("..") {
            Some((first, last)) => number(first)?..=number(last)?,
            None => number(text)?..=number(text)?,
        }))
    }
}

/// The difficulty of a puzzle.
#[derive(Debug, Clone, PartialEq)]
pub struct Rating {
    /// The level, given by the largest step.
    pub level: Level,
    /// The number of facts of the largest step; 0 if all cells are given.
    pub largest: usize,
    /// A lower bound of the largest step on every path of smallest steps, if `largest` is not proved
    /// to be that.
    pub at_least: Option<usize>,
    /// The hardest technique: the last in the order of [`Technique`] among the steps that set the
    /// level. `None` if there is no step.
    pub technique: Option<Technique>,
    /// The score of the hardest step, on the scale of Sudoku Explainer.
    pub score: Score,
    /// The techniques of all steps, in the order of [`Technique`].
    pub techniques: BTreeSet<Technique>,
    /// The number of steps.
    pub steps: usize,
    /// The numbers of steps with 1, 2, 3, … facts.
    pub sizes: Vec<usize>,
    /// The number of steps that are not proved to be smallest ones. Other steps of these positions may have
    /// fewer facts.
    pub unproven: usize,
    /// The limit reached before the last step. The rating is then that of the steps so far, and the
    /// puzzle is at least as hard.
    pub limit: Option<Limit>,
}

/// Rates one puzzle with a new [`Explainer`]; see [`Explainer::rate`].
///
/// ```
/// use satdoku::board::{Layout, Puzzle};
/// use satdoku_explain::{Level, rate};
///
/// let puzzle: Puzzle = "1..4...3.1..4...".parse()?;
/// let rating = rate(&puzzle)?;
/// assert!(rating.is_some_and(|rating| rating.level == Level::Easy && rating.largest == 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// See [`Explainer::rate`].
pub fn rate(puzzle: &Puzzle) -> Result<Option<Rating>, ExplainError> {
    Explainer::default().rate(puzzle)
}

impl Explainer {
    /// Rates a puzzle by the steps that [`Explainer::explain`] finds. Returns `None` if they do not
    /// lead to a solution, because there are several or none. The steps are not checked, but the
    /// solution is verified.
    ///
    /// # Errors
    /// See [`Explainer::explain`].
    pub fn rate(&mut self, puzzle: &Puzzle) -> Result<Option<Rating>, ExplainError> {
        Rating::of(self.steps(puzzle)?)
    }

    /// Rates a puzzle if it meets a condition. Returns `None` otherwise, or if the deadline passes.
    /// Takes less time than [`Explainer::rate`] for puzzles that are too hard.
    pub fn rate_if(
        &mut self,
        puzzle: &Puzzle,
        difficulty: &Difficulty,
        deadline: Option<&Deadline>,
    ) -> Result<Option<Rating>, ExplainError> {
        let rating = self.rate_up_to(puzzle, difficulty, deadline)?;
        Ok(rating.filter(|rating| difficulty.matches(rating)))
    }

    /// Rates a puzzle that may also be easier than a condition demands. Returns `None` if it is too hard,
    /// or if the deadline passes.
    pub fn rate_up_to(
        &mut self,
        puzzle: &Puzzle,
        difficulty: &Difficulty,
        deadline: Option<&Deadline>,
    ) -> Result<Option<Rating>, ExplainError> {
        let mut steps = self.steps(puzzle)?;
        steps.finder.deadline = deadline.cloned();
        steps.finder.bound = difficulty.bound();
        let rating = Rating::of(steps)?;
        Ok(rating.filter(|rating| rating.limit.is_none() && !difficulty.is_exceeded_by(rating)))
    }
}

/// Returns true if players find a step as easily as a single: there is little to add up or a constraint gives a bound,
/// and it tells something about a cell of its own.
fn is_routine(step: &Step, tables: &Tables, deadline: Option<&Deadline>) -> bool {
    let layout = &tables.layout;
    match &step.facts[..] {
        [Fact::Constraint(number)] => {
            let cells = layout.constraints()[*number].cells(layout.geometry());
            let mut conclusions = step.places.iter().chain(&step.eliminates);
            let are_bounds = || {
                ConstraintReasons::new(tables, step, deadline)
                    .is_some_and(|reasons| reasons.are_bounds())
            };
            conclusions.any(|conclusion| cells.contains(&conclusion.cell))
                && (step.effort == Effort::Routine || are_bounds())
        }
        [Fact::Sum(_)] => step.effort == Effort::Routine,
        _ => false,
    }
}

impl Rating {
    /// Rates the steps of a puzzle. Returns `None` if it does not end in a solution.
    fn of(mut path: Steps) -> Result<Option<Rating>, ExplainError> {
        let (mut sizes, mut at_least, mut unproven) = (Vec::<usize>::new(), 0, 0);
        let (mut hardest, mut is_easy, mut score) = (None, true, Score::default());
        let (mut techniques, mut known) = (BTreeSet::new(), HashSet::new());
        while let Some(step) = path.advance()? {
            if path.has_several() {
                return Ok(None);
            }
            let size = step.facts.len();
            sizes.resize(sizes.len().max(size), 0);
            sizes[size - 1] += 1;
            at_least = at_least.max(step.at_least);
            unproven += usize::from(step.at_least < size);
            let mut counted = match step.technique {
                // Players find deadly patterns about as hard as wings.
                technique if technique.assumes_one_solution() => size.max(3),
                technique if technique.is_subset() && size > 2 => size - 1,
                _ => size,
            };
            let tables = &path.state.tables;
            // Reasons are worked out only if they can matter.
            let can_matter = is_easy || score < Score::MOST_OF_ONE_RULE;
            let deadline = path.finder.deadline.as_ref();
            let is_routine = can_matter && is_routine(&step, tables, deadline);
            score = score.max(Score::of_step(&tables.layout, &step, is_routine));
            // Once a player knows a sum, it costs no more than any other fact.
            let sums = step.facts.iter().filter_map(|fact| match fact {
                Fact::Sum(sum) if known.insert(sum.clone()) => Some(sum),
                _ => None,
            });
            for sum in sums {
                score = score.max(Score::of_sum(sum.houses.len(), sum.cages.len()));
                if sum.houses.len() > 1 {
                    counted = counted.max(2);
                }
            }
            hardest = hardest.max(Some((counted, step.technique)));
            is_easy &= step.technique.is_single() || is_routine;
            techniques.insert(step.technique);
        }
        let limit = path.limit();
        if path.solution()?.is_none() && limit.is_none() {
            return Ok(None);
        }
        let counted = hardest.map_or(0, |(counted, _)| counted);
        Ok(Some(Rating {
            level: Level::of(counted, is_easy),
            largest: sizes.len(),
            at_least: (at_least < sizes.len()).then_some(at_least),
            technique: hardest.map(|(_, technique)| technique),
            score,
            techniques,
            steps: sizes.iter().sum(),
            sizes,
            unproven,
            limit,
        }))
    }

    /// Returns the level that is proved: no path of smallest steps has a lower one.
    pub fn least_level(&self) -> Level {
        // Steps of up to three facts and quads are always proved, so the bound is at least four.
        self.at_least
            .map_or(self.level, |at_least| Level::of(at_least, false))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difficulty_is_a_level_or_a_range_of_facts() {
        let parsed = |text: &str| text.parse::<Difficulty>().unwrap();
        assert_eq!(parsed("hard"), Difficulty::Level(Level::Hard));
        assert_eq!(parsed("3"), Difficulty::Largest(3..=3));
        assert_eq!(parsed("4..6"), Difficulty::Largest(4..=6));
        for text in ["", "Hard", "1..", "a..b"] {
            let error = text.parse::<Difficulty>().unwrap_err().to_string();
            assert!(error.ends_with(&format!("found `{text}`")), "{error}");
        }
    }

    #[test]
    fn a_puzzle_matches_its_own_difficulty_only() {
        let mut explainer = Explainer::default();
        for text in [
            "1..4...3.1..4...",
            "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
        ] {
            let puzzle: Puzzle = text.parse().unwrap();
            let rating = explainer.rate(&puzzle).unwrap().unwrap();
            for level in Level::ALL {
                let difficulty = Difficulty::Level(level);
                let found = explainer.rate_if(&puzzle, &difficulty, None).unwrap();
                assert_eq!(found.is_some(), level == rating.level, "{level}");
            }
            for largest in [0, rating.largest - 1, rating.largest, rating.largest + 1] {
                let difficulty = Difficulty::Largest(largest..=largest);
                let found = explainer.rate_if(&puzzle, &difficulty, None).unwrap();
                assert_eq!(found.is_some(), largest == rating.largest, "{largest}");
            }
            let difficulty = Difficulty::Level(rating.level);
            let found = explainer.rate_if(&puzzle, &difficulty, None).unwrap();
            assert_eq!(found, Some(rating));
        }
    }

    /// The first two were rated fiendish and extreme.
    #[test]
    fn equivalent_puzzles_have_the_same_rating() {
        let mut explainer = Explainer::default();
        let mut rated = |puzzle: &Puzzle| explainer.rate(puzzle).unwrap().unwrap();
        let parsed = |text: &str| text.parse::<Puzzle>().unwrap();
        let one =
            "6..3.2....5.....1..........7.26............543.........8.15........4.2........7..";
        let other =
            "..73.......4............86........471....9..3.....6...6........89...1......7....5";
        let rating = rated(&parsed(one));
        assert_eq!(rating.level, Level::Fiendish);
        assert_eq!(rated(&parsed(other)), rating);
        let hard =
            "...5...6...7..14..2...3...............1.29.7.52.....18..48.73..98..4.............";
        let puzzle = parsed(hard);
        let rating = rated(&puzzle);
        for seed in 1..=2 {
            let shuffled = satdoku::task::canonical::shuffled(&puzzle, seed, 1).unwrap();
            assert_ne!(shuffled.givens(), puzzle.givens());
            assert_eq!(rated(&shuffled), rating, "{}", shuffled.givens());
        }
    }

    /// A puzzle whose largest step is a triple is not harder than one with a chain of two facts.
    #[test]
    fn triples_count_as_hard() {
        let puzzle: Puzzle =
            ".7.216.....29.....9..3.7...5.....74.....7..56..95..8...3...4.....1..24....6.8...."
                .parse()
                .unwrap();
        let mut explainer = Explainer::default();
        let rating = explainer.rate(&puzzle).unwrap().unwrap();
        assert_eq!((rating.level, rating.largest), (Level::Hard, 3));
        let hard = Difficulty::Level(Level::Hard);
        assert_eq!(
            explainer.rate_if(&puzzle, &hard, None).unwrap(),
            Some(rating)
        );
        let largest = Difficulty::Largest(2..=2);
        assert_eq!(explainer.rate_if(&puzzle, &largest, None).unwrap(), None);
    }

    #[test]
    fn bounds_and_few_combinations_are_easy() {
        let score = |constraint: &str| {
            let text = format!("....341243......; {constraint}");
            let (puzzle, _) = satdoku_text::parse_puzzle(&text, Default::default()).unwrap();
            let rating = Explainer::default().rate(&puzzle).unwrap().unwrap();
            (rating.score.to_string(), rating.level)
        };
        let bounds = score("thermometer r1c1 r1c2 r1c3 r1c4");
        assert_eq!(bounds, ("2.3".to_string(), Level::Easy));
        let combinations = score("cage 4 r1c1 r1c3");
        assert_eq!(combinations, ("2.3".to_string(), Level::Easy));
    }

    #[test]
    fn without_time_a_rating_is_incomplete() {
        use std::time::Duration;

        let puzzle: Puzzle = "1..4...3.1..4...".parse().unwrap();
        let mut explainer = Explainer::default().with_timeout(Duration::ZERO);
        let rating = explainer.rate(&puzzle).unwrap().unwrap();
        assert_eq!(rating.limit, Some(Limit::Time(Duration::ZERO)));
        assert_eq!((rating.level, rating.steps), (Level::Easy, 0));
        let explained = explainer.explain(&puzzle).unwrap();
        assert!(!explained.complete && explained.limit == rating.limit);
        let error = explainer.hint(&puzzle).unwrap_err();
        assert!(!error.is_bug() && error.to_string().starts_with("gave up after"));
    }
}
