//! Skyscrapers: digits that must be higher than those before leave room above.

use super::super::drawn::digit_bits::bits;
use super::outcome::Outcome;
use super::{Excluded, Preface, Reasoner, count_name};
use satdoku::board::ones;

/// A skyscraper clue: the cells of a line, and the number of digits that are higher than all before.
pub(super) struct Skyline {
    /// The places in the order of the line.
    pub line: Vec<usize>,
    pub visible: usize,
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
}
