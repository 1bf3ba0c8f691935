//! The ways to fill a constraint, if they are few enough to be listed.

use super::super::wording::join;
use super::Reasoner;
use satdoku::board::ones;

/// The most ways that are listed.
const MOST_LISTED: usize = 4;

/// The most cells whose digits are listed.
const MOST_CELLS: usize = 6;

/// The most ways that are counted.
const MOST_COUNTED: usize = 12;

/// The most digits that are tried to find all ways.
const MOST_TRIED: usize = 400;

/// The search for all ways to fill a constraint.
struct WaySearch<'a> {
    reasoner: &'a Reasoner<'a>,
    found: Vec<Vec<u16>>,
    tried: usize,
}

/// All ways to fill a constraint.
pub(crate) enum Ways {
    /// Few ways, in words: `r4c5 and r6c5 read 37 or 73`.
    Listed(String),
    /// The number of ways.
    Counted(usize),
}

impl Reasoner<'_> {
    /// Returns all ways to fill the constraint with these digits; `None` if they are too many.
    pub fn ways(&self, digits: &[u16]) -> Option<Ways> {
        let mut search = WaySearch {
            reasoner: self,
            found: Vec::new(),
            tried: 0,
        };
        if !search.run(digits.to_vec()) || search.found.is_empty() {
            return None;
        }
        let places = 0..digits.len();
        let open: Vec<usize> = places
            .filter(|place| !digits[*place].is_power_of_two())
            .collect();
        let (count, are_few) = (search.found.len(), (2..=MOST_CELLS).contains(&open.len()));
        if count > MOST_LISTED || !are_few {
            return Some(Ways::Counted(count));
        }
        let ways = search.found.iter().map(|way| {
            let values = open.iter().flat_map(|place| self.values(way[*place]));
            let values: Vec<String> = values.map(|value| value.to_string()).collect();
            let has_long = values.iter().any(|value| value.len() > 1);
            values.join(if has_long { "-" } else { "" })
        });
        let ways = join(&ways.collect::<Vec<_>>(), "or");
        let names = join(&self.names(&open), "and");
        Some(Ways::Listed(format!("{names} read {ways}")))
    }
}

impl WaySearch<'_> {
    /// Finds all ways. Returns false if there are too many, or if it takes too long.
    fn run(&mut self, mut digits: Vec<u16>) -> bool {
        if self.reasoner.rule.filter(&mut digits, None).is_none() || digits.contains(&0) {
            return true;
        }
        let open = (0..digits.len()).filter(|place| !digits[*place].is_power_of_two());
        let Some(place) = open.min_by_key(|place| digits[*place].count_ones()) else {
            if self.is_consistent(&digits) {
                self.found.push(digits);
            }
            return self.found.len() <= MOST_COUNTED;
        };
        ones(digits[place]).all(|digit| {
            self.tried += 1;
            let mut with = digits.clone();
            with[place] = 1 << digit;
            let seen = self.reasoner.sees[place].iter().zip(&mut with);
            seen.filter(|(sees, _)| **sees)
                .for_each(|(_, digits)| *digits &= !(1 << digit));
            self.tried <= MOST_TRIED && self.run(with)
        })
    }

    /// Returns true if equal digits do not see each other.
    fn is_consistent(&self, digits: &[u16]) -> bool {
        let mut places = 0..digits.len();
        places.all(|one| {
            let mut others = 0..one;
            others.all(|other| digits[one] != digits[other] || !self.reasoner.sees[one][other])
        })
    }
}
