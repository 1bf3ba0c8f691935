//! ALS-XZ: two almost locked sets, which are cells of a house with one more digit than cells.

use super::super::fact::{Fact, exclude_each_other, sorted_set};
use super::super::wording::{cells, digits, eliminated, join};
use satdoku::board::{Candidate, Cell, Digit, Geometry, Layout};

/// Two almost locked sets with a restricted common digit, which only one of them can have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AlsXz {
    sets: [Vec<Candidate>; 2],
    restricted: Vec<Digit>,
}

impl AlsXz {
    /// Recognises two almost locked sets among the facts, which are all cells.
    pub fn new(
        layout: &Layout,
        facts: &[(Fact, Vec<Candidate>)],
        eliminates: &[Candidate],
    ) -> Option<AlsXz> {
        /// The number of cells above which the search takes too long.
        const MOST_CELLS: usize = 10;
        let count = facts.len();
        if count > MOST_CELLS || eliminates.is_empty() {
            return None;
        }
        let almost_locked = |group: usize| -> Option<Vec<Candidate>> {
            let in_group = (0..count).filter(|cell| group >> cell & 1 == 1);
            let all: Vec<Candidate> = in_group.flat_map(|cell| facts[cell].1.clone()).collect();
            let members = sorted_set(all.iter().map(|member| member.cell));
            let digits = sorted_set(all.iter().map(|member| member.digit));
            (digits.len() == members.len() + 1 && all_see(layout, &members)).then_some(all)
        };
        (1..(1usize << count) - 1)
            .filter(|group| group & 1 == 1)
            .find_map(|group| {
                let other = !group & ((1 << count) - 1);
                let sets = [almost_locked(group)?, almost_locked(other)?];
                AlsXz::of_sets(layout, sets, eliminates)
            })
    }

    fn of_sets(
        layout: &Layout,
        sets: [Vec<Candidate>; 2],
        eliminates: &[Candidate],
    ) -> Option<AlsXz> {
        let [one, other] = &sets;
        let digits = |set: &[Candidate]| sorted_set(set.iter().map(|member| member.digit));
        let is_restricted = |digit: &Digit| {
            let (a, b) = (of_digit(one, *digit), of_digit(other, *digit));
            let excludes_all = |x: &Candidate| b.iter().all(|y| exclude_each_other(layout, *x, *y));
            !a.is_empty() && !b.is_empty() && a.iter().all(excludes_all)
        };
        let restricted: Vec<Digit> = digits(one).into_iter().filter(is_restricted).collect();
        let is_eliminated = |eliminated: &Candidate| {
            let (a, b) = (
                of_digit(one, eliminated.digit),
                of_digit(other, eliminated.digit),
            );
            let mut ends = a.iter().chain(&b);
            !a.is_empty()
                && !b.is_empty()
                && restricted.iter().any(|digit| *digit != eliminated.digit)
                && ends.all(|end| exclude_each_other(layout, *end, *eliminated))
        };
        let is_als_xz = eliminates.iter().all(is_eliminated);
        is_als_xz.then_some(AlsXz { sets, restricted })
    }

    /// Returns the candidates of the second set.
    pub fn second(&self) -> &[Candidate] {
        &self.sets[1]
    }

    /// Returns the argument in words.
    pub fn to_text(&self, eliminates: &[Candidate], board: &Geometry) -> String {
        let [one, other] = self.sets.each_ref().map(|set| {
            let is_one = set.iter().all(|member| member.cell == set[0].cell);
            let has = if is_one { "has" } else { "have" };
            format!(
                "{} {has} {}",
                cells(set, board, "and"),
                digits(set, board, "and")
            )
        });
        let names = |digits: &[Digit]| {
            let names: Vec<String> = digits
                .iter()
                .map(|digit| board.value(*digit).to_string())
                .collect();
            join(&names, "and")
        };
        let link = match &self.restricted[..] {
            [common] => format!(
                "Only one set can have the restricted common digit {}; the other one then has \
                 all of its other digits, among them {}.",
                board.value(*common),
                digits(eliminates, board, "and")
            ),
            several => format!(
                "Only one set can have each of the restricted common digits {}, and a set without \
                 one of them has all of its other digits.",
                names(several)
            ),
        };
        let concluded = join(&eliminated(eliminates, board), "and");
        format!("Two almost locked sets: {one}, and {other}. {link} So {concluded}.")
    }
}

/// Returns the candidates of a set with this digit.
fn of_digit(set: &[Candidate], digit: Digit) -> Vec<Candidate> {
    set.iter()
        .copied()
        .filter(|member| member.digit == digit)
        .collect()
}

/// Returns true if each two of these cells share a house.
pub(crate) fn all_see(layout: &Layout, cells: &[Cell]) -> bool {
    cells.iter().enumerate().all(|(place, one)| {
        let mut others = cells[place + 1..].iter();
        others.all(|other| layout.first_shared_house(*one, *other).is_some())
    })
}
