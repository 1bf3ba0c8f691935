//! Counting circles: a digit that occurs needs as many circles as it says, and the digits that occur add up to the
//! number of circles.

use super::super::drawn::digit_bits::bits;
use super::super::fact::HouseName;
use super::super::wording::{digit_runs, join};
use super::outcome::Outcome;
use super::{Excluded, Preface, Reasoner, count_name};
use satdoku::board::{Cell, DigitBits, HouseKind, Layout, ones};

/// The most sets of digits that are listed.
const MOST_SETS: usize = 4;

/// The names of families of houses, for one of them and for several.
const FAMILIES: [[&str; 2]; 4] = [
    ["row", "rows"],
    ["column", "columns"],
    ["box", "boxes"],
    ["region", "regions"],
];

/// The circles whose digits count them.
pub(super) struct Circles {
    /// The places of the circles.
    places: Vec<usize>,
    families: Vec<Family>,
}

/// Houses that have no cell in common, so that a digit is in as many circles at most as there are houses with some.
struct Family {
    names: [&'static str; 2],
    /// By circle, its house.
    houses: Vec<Option<HouseKind>>,
}

/// The circles that can have a digit.
struct Room {
    /// How many of them can have it together.
    most: i64,
    /// The number of the family whose houses limit them, or `None` if they are just as few.
    family: Option<usize>,
}

impl Circles {
    /// Creates the circles at these places, whose cells are `cells`.
    pub fn new(layout: &Layout, places: Vec<usize>, cells: &[Cell]) -> Circles {
        let families = FAMILIES.iter().enumerate().map(|(number, names)| {
            let house_of = |cell: &Cell| {
                let houses = layout.houses().iter();
                let mut houses = houses.filter(|house| family_of(house.kind) == Some(number));
                let house = houses.find(|house| house.cells.contains(cell));
                house.map(|house| house.kind)
            };
            Family {
                names: *names,
                houses: cells.iter().map(house_of).collect(),
            }
        });
        Circles {
            families: families.collect(),
            places,
        }
    }

    /// Returns the circles for which a condition on their digits holds, by number.
    fn numbers(&self, digits: &[u16], condition: impl Fn(u16) -> bool) -> Vec<usize> {
        let numbers = 0..self.places.len();
        numbers
            .filter(|number| condition(digits[self.places[*number]]))
            .collect()
    }

    /// Returns how many circles can have a digit: of themselves, and by the houses of each family.
    fn rooms(&self, digit: usize, digits: &[u16]) -> Vec<Room> {
        let can = self.numbers(digits, |of| of >> digit & 1 == 1);
        let by_family = self.families.iter().zip(0..).map(|(family, number)| {
            let is_first = |(at, circle): &(usize, &usize)| {
                let house = family.houses[**circle];
                house.is_none()
                    || can[..*at]
                        .iter()
                        .all(|other| family.houses[*other] != house)
            };
            let houses = can.iter().enumerate().filter(is_first);
            Room {
                most: houses.count() as i64,
                family: Some(number),
            }
        });
        let all = Room {
            most: can.len() as i64,
            family: None,
        };
        [all].into_iter().chain(by_family).collect()
    }

    /// Returns the house with most circles, which need as many digits, and their number.
    fn most_crowded(&self) -> Option<(HouseKind, usize)> {
        let of_family = |family: &Family| {
            let houses: Vec<HouseKind> = family.houses.iter().flatten().copied().collect();
            let counts = houses.iter().rev().map(|house| {
                let circles = houses.iter().filter(|other| *other == house);
                (*house, circles.count())
            });
            counts.max_by_key(|(_, count)| *count)
        };
        let families = self.families.iter().rev().filter_map(of_family);
        families.max_by_key(|(_, count)| *count)
    }

    /// Returns the house of a circle if no other circle of the house can have the digit.
    fn alone(
        &self,
        number: usize,
        family: usize,
        digit: usize,
        digits: &[u16],
    ) -> Option<HouseKind> {
        let houses = &self.families[family].houses;
        let own = houses[number]?;
        let can = self.numbers(digits, |of| of >> digit & 1 == 1);
        let is_alone = can
            .iter()
            .all(|other| *other == number || houses[*other] != Some(own));
        is_alone.then_some(own)
    }
}

impl Reasoner<'_> {
    /// Finds digits that need more circles than can have them.
    pub(super) fn too_few_circles(
        &self,
        place: usize,
        wanted: u16,
        digits: &[u16],
    ) -> Option<Excluded> {
        let circles = self.circles.as_ref();
        let circles = circles.filter(|of| of.places.contains(&place))?;
        let count = circles.places.len();
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
            (room.most < self.value(digit)).then(|| Excluded {
                removed: 1 << digit,
                outcome: Outcome::Left,
                premise: self.room_text(circles, digit, &room),
                rests_on: circles.places.clone(),
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
        let circles = self.circles.as_ref();
        let circles = circles.filter(|of| of.places.contains(&place))?;
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
        let circles = self.circles.as_ref()?;
        let number = circles.places.iter().position(|of| *of == place)?;
        let sets = self.circle_sets(circles, digits);
        ones(digits[place]).find_map(|digit| {
            let removed = wanted & !(1 << digit);
            let with = self.circles_with(circles, digit, digits);
            let is_in_all = || sets.iter().all(|set| set >> digit & 1 == 1);
            let (occurs, preface) = match (with.is_empty(), sets.len()) {
                (false, _) => (self.are(&with, self.value(digit)) + ", ", Preface::Rule),
                (true, 1..=MOST_SETS) if is_in_all() => {
                    (String::new(), self.circle_sets_text(circles, &sets))
                }
                _ => return None,
            };
            let mut rooms = circles.rooms(digit, digits).into_iter();
            let premise = rooms.find_map(|room| {
                let text = self.room_text(circles, digit, &room);
                if removed == 0 || room.most != self.value(digit) {
                    return None;
                }
                let Some(family) = room.family else {
                    let and = if occurs.is_empty() { "" } else { "and " };
                    return Some(format!("{occurs}{and}{text}"));
                };
                let house = HouseName(circles.alone(number, family, digit, digits)?);
                let name = self.name(place);
                Some(format!(
                    "{occurs}{text}, and {name} is the only one in {house}"
                ))
            })?;
            Some(Excluded {
                removed,
                outcome: Outcome::Left,
                premise,
                rests_on: circles.places.clone(),
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
        let circles = self.circles.as_ref();
        let circles = circles.filter(|of| of.places.contains(&place))?;
        let sets = self.circle_sets(circles, digits);
        let possible = sets.iter().fold(0, |all, set| all | *set as u16);
        let mut removed = wanted & !possible;
        let total = circles.places.len();
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
            rests_on: circles.places.clone(),
            preface,
        })
    }

    /// Returns the digits that enough circles can have.
    fn digits_with_room(&self, circles: &Circles, digits: &[u16]) -> u16 {
        let of_circles = circles.places.iter().map(|place| digits[*place]);
        let all = of_circles.fold(0, |all, of| all | of);
        let enough = ones(all).filter(|digit| {
            let rooms = circles.rooms(*digit, digits);
            let value = self.value(*digit);
            value > 0 && rooms.iter().all(|room| room.most >= value)
        });
        bits(enough)
    }

    /// Returns the circles that have a digit.
    fn circles_with(&self, circles: &Circles, digit: usize, digits: &[u16]) -> Vec<usize> {
        let with = circles.numbers(digits, |of| of == 1 << digit);
        with.into_iter()
            .map(|number| circles.places[number])
            .collect()
    }

    /// Returns the sets of digits that can be those that occur: they add up to the number of circles, each has
    /// enough circles, each circle has one of them, and they are enough for the circles of each house.
    fn circle_sets(&self, circles: &Circles, digits: &[u16]) -> Vec<DigitBits> {
        let mut sets: Vec<(DigitBits, i64)> = vec![(0, circles.places.len() as i64)];
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
        let of_circles = circles.places.iter().map(|place| digits[*place]);
        let of_circles: Vec<DigitBits> = of_circles.map(DigitBits::from).collect();
        let is_full = |set: &DigitBits| of_circles.iter().all(|of| of & set != 0);
        let mut sets: Vec<DigitBits> = sets.map(|(set, _)| set).filter(is_full).collect();
        sets.sort_unstable_by_key(|set| std::cmp::Reverse(set.reverse_bits()));
        sets
    }

    /// Returns the sets of digits that can occur, as a sentence of its own.
    fn circle_sets_text(&self, circles: &Circles, sets: &[DigitBits]) -> Preface {
        let crowded = circles.most_crowded().filter(|(_, count)| *count > 1);
        let least = crowded.map_or_else(String::new, |(house, count)| {
            let count = count_name(count);
            let house = HouseName(house);
            format!(", and at least {count} occur, as {house} has {count} circles")
        });
        Preface::Text(format!(
            "each digit that occurs is in as many circles as it says, so the digits total {}, the number of \
             circles{least}: they are {}",
            circles.places.len(),
            self.set_names(sets)
        ))
    }

    /// Returns how few circles can have a digit: `only two circles can be 3`.
    fn room_text(&self, circles: &Circles, digit: usize, room: &Room) -> String {
        let (value, most) = (self.value(digit), count_name(room.most as usize));
        let is_one = room.most == 1;
        match room.family {
            Some(family) => {
                let [one, several] = circles.families[family].names;
                let houses = if is_one { one } else { several };
                format!("the circles that can be {value} are in only {most} {houses}")
            }
            None => {
                let circles = if is_one { "circle" } else { "circles" };
                format!("only {most} {circles} can be {value}")
            }
        }
    }

    /// Returns `r1c1 and r2c2 are 3`.
    fn are(&self, places: &[usize], value: i64) -> String {
        let are = if places.len() == 1 { "is" } else { "are" };
        format!("{} {are} {value}", join(&self.names(places), "and"))
    }
}

/// Returns the number of the family of a house in [`FAMILIES`].
fn family_of(kind: HouseKind) -> Option<usize> {
    match kind {
        HouseKind::Row(_) => Some(0),
        HouseKind::Column(_) => Some(1),
        HouseKind::Box(_) => Some(2),
        HouseKind::Region(_) => Some(3),
        _ => None,
    }
}
