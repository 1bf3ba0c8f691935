//! Skyscrapers: digits that must be higher than those before leave room above, and the highest digit ends the count.

use super::super::drawn::digit_bits::bits;
use super::super::wording::join;
use super::outcome::Outcome;
use super::{Excluded, Preface, Reasoner, count_name};
use satdoku::board::ones;

/// A skyscraper clue: the cells of a line, and the number of digits that are higher than all before.
pub(super) struct Skyline {
    /// The places in the order of the line.
    pub line: Vec<usize>,
    pub visible: usize,
}

/// The number of digits that are higher than all before, compared with the clue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Count {
    Fewer,
    More,
}

impl Reasoner<'_> {
    /// Finds the bound of a cell after which higher digits must follow.
    pub(super) fn higher_follow(&self, place: usize, wanted: u16, _: &[u16]) -> Option<Excluded> {
        let Skyline { line, visible } = self.skyline.as_ref()?;
        let at = line.iter().position(|cell| *cell == place)?;
        let following = visible.checked_sub(at + 1).filter(|count| *count > 0)?;
        let most = *self.board().all_values().end() as i64 - following as i64;
        let removed = ones(wanted).filter(|digit| self.value(*digit) > most);
        let removed = bits(removed);
        let (digits, follow) = match following {
            1 => ("digit", "follows"),
            _ => ("digits", "follow"),
        };
        (removed != 0).then(|| Excluded {
            removed,
            outcome: Outcome::AtMost(most),
            premise: format!(
                "at least {} higher {digits} {follow} {}",
                count_name(following),
                self.name(place)
            ),
            rests_on: Vec::new(),
            preface: Preface::Rule,
        })
    }

    /// Finds digits with which the count is wrong wherever the highest digit of the line can be.
    pub(super) fn wrong_count(
        &self,
        place: usize,
        wanted: u16,
        digits: &[u16],
    ) -> Option<Excluded> {
        /// The most cells of a line whose ways to be filled are counted.
        const MOST_CELLS: usize = 10;
        let Skyline { line, visible } = self.skyline.as_ref()?;
        let highest = self.board().digit_count() - 1;
        let is_permuted = line.len() == highest + 1 && self.all_see(line);
        if !is_permuted || line.len() > MOST_CELLS {
            return None;
        }
        let at = line.iter().position(|cell| *cell == place)?;
        let reason = |digit: usize| -> Option<String> {
            let ends = (0..line.len()).filter(|end| (*end == at) == (digit == highest));
            let counts = ends.filter_map(|end| {
                let mut left: Vec<u16> = line.iter().map(|cell| digits[*cell]).collect();
                left[at] &= 1 << digit;
                left[end] &= 1 << highest;
                let counts = counts(&left);
                (counts != 0).then(|| Some((line[end], compared(counts, *visible)?)))
            });
            self.counts_text(*visible, &counts.collect::<Option<Vec<_>>>()?)
        };
        let premise = ones(wanted).find_map(reason)?;
        let removed = ones(wanted).filter(|digit| reason(*digit).as_ref() == Some(&premise));
        let removed = bits(removed);
        Some(Excluded {
            removed,
            outcome: Outcome::Left,
            premise,
            rests_on: line.iter().copied().filter(|cell| *cell != place).collect(),
            preface: Preface::Rule,
        })
    }

    /// Returns how the counts compare with the clue for each place of the highest digit, if there are places.
    fn counts_text(&self, visible: usize, counts: &[(usize, Count)]) -> Option<String> {
        let names = |count: Count| -> Vec<String> {
            let with = counts.iter().filter(|(_, of)| *of == count);
            self.names(&with.map(|(place, _)| *place).collect::<Vec<_>>())
        };
        let would = |count: &str| {
            let digits = if visible == 1 { "digit" } else { "digits" };
            let clue = count_name(visible);
            format!("{count} than {clue} {digits} would be higher than all before")
        };
        let value = *self.board().all_values().end();
        Some(match (&names(Count::Fewer)[..], &names(Count::More)[..]) {
            ([], []) => return None,
            ([_], []) => would("fewer"),
            ([], [_]) => would("more"),
            (_, []) => format!("{} wherever {value} can be", would("fewer")),
            ([], _) => format!("{} wherever {value} can be", would("more")),
            (fewer, more) => {
                let [fewer, more] = [fewer, more].map(|names| join(names, "or"));
                let would = would("more");
                format!("{would} with {value} at {more}, and fewer with {value} at {fewer}")
            }
        })
    }
}

/// Returns how many digits can be higher than all before, as bits, if cells have these candidates and each digit once.
fn counts(cells: &[u16]) -> u32 {
    // By the digits of the cells so far, the possible counts.
    let mut counts = vec![0u32; 1 << cells.len()];
    counts[0] = 1;
    for used in 0..counts.len() {
        let Some(left) = cells.get(used.count_ones() as usize) else {
            return counts[used];
        };
        for digit in ones(left & !(used as u16)) {
            let is_higher = used >> digit == 0;
            counts[used | 1 << digit] |= counts[used] << u32::from(is_higher);
        }
    }
    0
}

/// Compares possible counts with the clue. Returns `None` if the clue is among them or between them.
fn compared(counts: u32, clue: usize) -> Option<Count> {
    let clue = clue.min(31);
    let lower = (1 << clue) - 1;
    match (counts & lower, counts >> clue) {
        (0, more) if more & 1 == 0 => Some(Count::More),
        (_, 0) => Some(Count::Fewer),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counts_of_a_line_are_those_of_its_permutations() {
        // 1 2 and 2 1 have two and one.
        assert_eq!(counts(&[0b11, 0b11]), 0b110);
        // The highest digit is third: 1 2 3 and 2 1 3.
        assert_eq!(counts(&[0b111, 0b111, 0b100]), 0b1100);
        assert_eq!(counts(&[0b1, 0b1]), 0);
    }

    #[test]
    fn counts_are_compared_with_the_clue() {
        assert_eq!(compared(0b110, 3), Some(Count::Fewer));
        assert_eq!(compared(0b110, 0), Some(Count::More));
        assert_eq!(compared(0b110, 1), None);
        assert_eq!(compared(0b1010, 2), None);
    }
}
