//! Counting circles: a digit that occurs needs as many circles as it says, and the digits that occur add up to the
//! number of circles.

use super::super::drawn::digit_bits::bits;
use super::super::fact::HouseName;
use super::super::wording::{digit_runs, join};
use super::outcome::Outcome;
use super::places::Places;
use super::{Excluded, Preface, Reasoner, count_name};
use satdoku::board::{DigitBits, ones};

/// The most sets of digits that are listed.
const MOST_SETS: usize = 4;

impl Reasoner<'_> {
    /// Finds digits that need more circles than can have them.
    pub(super) fn too_few_circles(
        &self,
        place: usize,
        wanted: u16,
        digits: &[u16],
    ) -> Option<Excluded> {
        let circles = self.circles_around(place)?;
        let count = circles.cells.len();
        let too_high = self.digits_where(wanted, |value| value > count as i64);
        if too_high != 0 {
            let premise = match count {
                1 => "there is only one circle".to_string(),
                _ => format!("there are only {} circles", count_name(count)),
            };
            return Some(Excluded {
                removed: too_high,
                outcome: Outcome::AtMost(count as i64),
                premise,
                rests_on: Vec::new(),
                preface: Preface::Rule,
            });
        }
        ones(wanted).find_map(|digit| {
            let room = circles
                .rooms(digit, digits)
                .into_iter()
                .min_by_key(|room| room.most)?;
            ((room.most as i64) < self.value(digit)).then(|| Excluded {
                removed: 1 << digit,
                outcome: Outcome::Left,
                premise: self.room_text(circles, digit, &room),
                rests_on: circles.cells.clone(),
                preface: Preface::Rule,
            })
        })
    }

    /// Finds a digit that enough other circles have.
    pub(super) fn enough_circles(
        &self,
        place: usize,
        wanted: u16,
        digits: &[u16],
    ) -> Option<Excluded> {
        let circles = self.circles_around(place)?;
        ones(wanted).find_map(|digit| {
            let value = self.value(digit);
            let with = self.circles_with(circles, digit, digits);
            let with: Vec<usize> = with.into_iter().filter(|other| *other != place).collect();
            let premise = match value {
                0 => "a circle with 0 would count itself".to_string(),
                _ => self.are(&with, value),
            };
            (with.len() as i64 >= value).then_some(Excluded {
                removed: 1 << digit,
                outcome: Outcome::Left,
                premise,
                rests_on: if value == 0 { Vec::new() } else { with },
                preface: Preface::Rule,
            })
        })
    }

    /// Finds the other digits of a circle without which a digit that occurs would have too few circles.
    pub(super) fn circle_needed(
        &self,
        place: usize,
        wanted: u16,
        digits: &[u16],
    ) -> Option<Excluded> {
        let circles = self.circles_around(place)?;
        let sets = self.circle_sets(circles, digits);
        let open = ones(digits[place]).filter(|digit| wanted & !(1 << digit) != 0);
        let mut open = open.filter(|digit| self.value(*digit) > 0);
        open.find_map(|digit| {
            let with = self.circles_with(circles, digit, digits);
            let is_in_all = || sets.iter().all(|set| set >> digit & 1 == 1);
            let (occurs, preface) = match (with.is_empty(), sets.len()) {
                (false, _) => {
                    let occurs = self.are(&with, self.value(digit));
                    (format!("{occurs}, and "), Preface::Rule)
                }
                (true, 1..=MOST_SETS) if is_in_all() => {
                    (String::new(), self.circle_sets_text(circles, &sets))
                }
                _ => return None,
            };
            let count = self.value(digit) as usize;
            let must = self.must_have(circles, (place, digit), count, digits)?;
            let (removed, premise) = (wanted & !(1 << digit), occurs + &must);
            Some(Excluded {
                removed,
                outcome: Outcome::Left,
                premise,
                rests_on: circles.cells.clone(),
                preface,
            })
        })
    }

    /// Finds the digits with which those that occur cannot add up to the number of circles.
    pub(super) fn digits_of_circles(
        &self,
        place: usize,
        wanted: u16,
        digits: &[u16],
    ) -> Option<Excluded> {
        let circles = self.circles_around(place)?;
        let sets = self.circle_sets(circles, digits);
        let possible = sets.iter().fold(0, |all, set| all | *set as u16);
        let mut removed = wanted & !possible;
        let total = circles.cells.len();
        let (premise, preface) = match sets.len() {
            0 => (
                format!("no digits that can occur total {total}, the number of circles"),
                Preface::Rule,
            ),
            1..=MOST_SETS => (String::new(), self.circle_sets_text(circles, &sets)),
            _ => {
                // That a digit has too few circles is a simpler reason.
                removed &= self.digits_with_room(circles, digits);
                let removed = digit_runs(&self.values(removed));
                let text = format!(
                    "with {removed} the digits that occur would not total {total}, the number of circles"
                );
                (text, Preface::Rule)
            }
        };
        (removed != 0).then(|| Excluded {
            removed,
            outcome: Outcome::Left,
            premise,
            rests_on: circles.cells.clone(),
            preface,
        })
    }

    /// Returns the circles if the cell is one of them.
    fn circles_around(&self, place: usize) -> Option<&Places> {
        let circles = self.circles.as_ref();
        circles.filter(|circles| circles.cells.contains(&place))
    }

    /// Returns the digits that enough circles can have.
    fn digits_with_room(&self, circles: &Places, digits: &[u16]) -> u16 {
        let of_circles = circles.cells.iter().map(|place| digits[*place]);
        let all = of_circles.fold(0, |all, of| all | of);
        let enough = ones(all).filter(|digit| {
            let rooms = circles.rooms(*digit, digits);
            let value = self.value(*digit);
            value > 0 && rooms.iter().all(|room| room.most as i64 >= value)
        });
        bits(enough)
    }

    /// Returns the circles that have a digit.
    fn circles_with(&self, circles: &Places, digit: usize, digits: &[u16]) -> Vec<usize> {
        let circles = circles.cells.iter().copied();
        circles
            .filter(|place| digits[*place] == 1 << digit)
            .collect()
    }

    /// Returns the sets of digits that can be those that occur: they add up to the number of circles, each has
    /// enough circles, each circle has one of them, and they are enough for the circles of each house.
    fn circle_sets(&self, circles: &Places, digits: &[u16]) -> Vec<DigitBits> {
        let mut sets: Vec<(DigitBits, i64)> = vec![(0, circles.cells.len() as i64)];
        for digit in ones(self.digits_with_room(circles, digits)) {
            let value = self.value(digit);
            let longer = sets.iter().filter(|(_, left)| *left >= value);
            let longer: Vec<_> = longer
                .map(|(set, left)| (set | 1 << digit, left - value))
                .collect();
            sets.extend(longer);
        }
        let least = circles.most_crowded().map_or(1, |(_, count)| count as u32);
        let sets = sets.into_iter();
        let sets = sets.filter(|(set, left)| *left == 0 && set.count_ones() >= least);
        let of_circles = circles.cells.iter().map(|place| digits[*place]);
        let of_circles: Vec<DigitBits> = of_circles.map(DigitBits::from).collect();
        let is_full = |set: &DigitBits| of_circles.iter().all(|of| of & set != 0);
        let mut sets: Vec<DigitBits> = sets.map(|(set, _)| set).filter(is_full).collect();
        sets.sort_unstable_by_key(|set| std::cmp::Reverse(set.reverse_bits()));
        sets
    }

    /// Returns the sets of digits that can occur, as a sentence of its own.
    fn circle_sets_text(&self, circles: &Places, sets: &[DigitBits]) -> Preface {
        let crowded = circles.most_crowded().filter(|(_, count)| *count > 1);
        let least = crowded.map_or_else(String::new, |(house, count)| {
            let count = count_name(count);
            let house = HouseName(house);
            format!(", and at least {count} occur, as {house} has {count} circles")
        });
        Preface::Text(format!(
            "each digit that occurs is in as many circles as it says, so the digits total {}, the number of \
             circles{least}: they are {}",
            circles.cells.len(),
            self.set_names(sets)
        ))
    }

    /// Returns `r1c1 and r2c2 are 3`.
    fn are(&self, places: &[usize], value: i64) -> String {
        let are = if places.len() == 1 { "is" } else { "are" };
        format!("{} {are} {value}", join(&self.names(places), "and"))
    }
}
