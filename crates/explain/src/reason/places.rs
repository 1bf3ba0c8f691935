//! The cells of a constraint that can have a digit: no more of them have it than there are rows, columns, boxes or
//! regions with some.

use super::super::fact::HouseName;
use super::{Reasoner, count_name};
use satdoku::board::Source;

/// The names of families of houses, for one of them and for several.
const FAMILIES: [[&str; 2]; 4] = [
    ["row", "rows"],
    ["column", "columns"],
    ["box", "boxes"],
    ["region", "regions"],
];

/// Cells of a constraint that have digits a number of times.
pub(super) struct Places {
    pub cells: Vec<usize>,
    /// What a cell is called.
    noun: &'static str,
    /// By family of houses and number of a cell, its house. The houses of a family have no cell in common.
    houses: Vec<Vec<Option<Source>>>,
}

/// The cells that can have a digit.
pub(super) struct Room {
    /// How many of them can have it together.
    pub most: usize,
    /// The number of the family whose houses limit them, or `None` if they are just as few.
    family: Option<usize>,
}

impl Places {
    /// Creates the cells with these places among the cells of a reasoner, each of which is called `noun`.
    pub fn new(reasoner: &Reasoner<'_>, cells: Vec<usize>, noun: &'static str) -> Places {
        let house_of = |family: usize, place: usize| {
            let cell = reasoner.rule.cells[place];
            let houses = reasoner.layout.houses().iter();
            let mut houses = houses.filter(|house| family_of(house.source) == Some(family));
            let house = houses.find(|house| house.cells.contains(&cell));
            house.map(|house| house.source)
        };
        let of_family = |family| cells.iter().map(|place| house_of(family, *place)).collect();
        Places {
            noun,
            houses: (0..FAMILIES.len()).map(of_family).collect(),
            cells,
        }
    }

    /// Returns the numbers of the cells that can have a digit.
    fn able(&self, digit: usize, digits: &[u16]) -> Vec<usize> {
        let is_able = |number: &usize| digits[self.cells[*number]] >> digit & 1 == 1;
        (0..self.cells.len()).filter(is_able).collect()
    }

    /// Returns how many cells can have a digit: of themselves, and by the houses of each family.
    pub fn rooms(&self, digit: usize, digits: &[u16]) -> Vec<Room> {
        let able = self.able(digit, digits);
        let by_family = self.houses.iter().enumerate().map(|(family, houses)| {
            let is_first = |(at, number): &(usize, &usize)| {
                let house = houses[**number];
                house.is_none() || able[..*at].iter().all(|other| houses[*other] != house)
            };
            Room {
                most: able.iter().enumerate().filter(is_first).count(),
                family: Some(family),
            }
        });
        let all = Room {
            most: able.len(),
            family: None,
        };
        [all].into_iter().chain(by_family).collect()
    }

    /// Returns the house with most of the cells, which need as many digits, and their number.
    pub fn most_crowded(&self) -> Option<(Source, usize)> {
        let of_family = |houses: &Vec<Option<Source>>| {
            let houses: Vec<Source> = houses.iter().flatten().copied().collect();
            let counts = houses.iter().rev().map(|house| {
                let cells = houses.iter().filter(|other| *other == house);
                (*house, cells.count())
            });
            counts.max_by_key(|(_, count)| *count)
        };
        let families = self.houses.iter().rev().filter_map(of_family);
        families.max_by_key(|(_, count)| *count)
    }

    /// Returns the house of a cell in a family if no other cell of the house can have the digit.
    fn alone(&self, number: usize, family: usize, able: &[usize]) -> Option<Source> {
        let houses = &self.houses[family];
        let own = houses[number]?;
        let mut others = able.iter().filter(|other| **other != number);
        others
            .all(|other| houses[*other] != Some(own))
            .then_some(own)
    }
}

impl Reasoner<'_> {
    /// Returns how few cells can have a digit: `only two cells can be 3`.
    pub(super) fn room_text(&self, places: &Places, digit: usize, room: &Room) -> String {
        let (value, most, noun) = (self.value(digit), count_name(room.most), places.noun);
        let number = usize::from(room.most != 1);
        match room.family {
            Some(family) => {
                let houses = FAMILIES[family][number];
                format!("the {noun}s that can be {value} are in only {most} {houses}")
            }
            None => {
                let s = ["", "s"][number];
                format!("only {most} {noun}{s} can be {value}")
            }
        }
    }

    /// Returns why a cell must have a digit that some cells have `count` times: `only two cells can be 3`.
    pub(super) fn must_have(
        &self,
        places: &Places,
        (place, digit): (usize, usize),
        count: usize,
        digits: &[u16],
    ) -> Option<String> {
        let able = places.able(digit, digits);
        let number = able.iter().find(|number| places.cells[**number] == place)?;
        let (value, noun) = (self.value(digit), places.noun);
        let rooms = places.rooms(digit, digits).into_iter();
        let mut rooms = rooms.filter(|room| room.most == count);
        rooms.find_map(|room| match room.family {
            None if count == 1 => Some(format!("no other {noun} can be {value}")),
            None => Some(self.room_text(places, digit, &room)),
            Some(family) => {
                let house = HouseName(places.alone(*number, family, &able)?);
                let (most, name) = (count_name(count), self.name(place));
                let houses = FAMILIES[family][usize::from(count != 1)];
                Some(format!(
                    "of the {noun}s that can be {value}, which are in only {most} {houses}, {name} is the only \
                     one in {house}"
                ))
            }
        })
    }
}

/// Returns the number of the family of a house in [`FAMILIES`].
fn family_of(house: Source) -> Option<usize> {
    match house {
        Source::Row(None, _) => Some(0),
        Source::Column(None, _) => Some(1),
        Source::Box(None, _) => Some(2),
        Source::Region(_) => Some(3),
        _ => None,
    }
}
