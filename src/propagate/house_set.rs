//! A set of houses to process.

/// House number `h` is bit `h % 64` of word `h / 64`.
#[derive(Debug, Clone, Default)]
pub(super) struct HouseSet {
    words: Vec<u64>,
    /// The word in which the search for the next house starts, so that all houses have their turn.
    next: usize,
}

impl HouseSet {
    /// Fills the set with all houses below `count`.
    pub fn fill(&mut self, count: usize) {
        self.clear_for(count);
        for house in 0..count {
            self.insert(house);
        }
    }

    /// Empties the set and makes room for the houses below `count`.
    pub fn clear_for(&mut self, count: usize) {
        self.words.clear();
        self.words.resize(count.div_ceil(64), 0);
        self.next = 0;
    }

    /// Empties the set.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Adds a house.
    pub fn insert(&mut self, house: usize) {
        self.words[house / 64] |= 1 << (house % 64);
    }

    /// Adds several houses.
    #[inline(always)]
    pub fn extend(&mut self, houses: impl Iterator<Item = usize>) {
        houses.for_each(|house| self.insert(house));
    }

    /// Returns true if the set contains `house`.
    pub fn contains(&self, house: usize) -> bool {
        self.words[house / 64] & (1 << (house % 64)) != 0
    }

    /// Removes and returns a house, if there is one.
    #[inline(always)]
    pub fn take(&mut self) -> Option<usize> {
        for _ in 0..self.words.len() {
            let word = &mut self.words[self.next];
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(self.next * 64 + bit);
            }
            self.next = (self.next + 1) % self.words.len();
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_house_is_taken_once() {
        let mut set = HouseSet::default();
        set.clear_for(130);
        assert_eq!(set.take(), None);
        for house in [129, 64, 3, 64] {
            set.insert(house);
        }
        set.extend([7, 3].into_iter());
        assert!(set.contains(7) && !set.contains(8));
        let taken: Vec<usize> = std::iter::from_fn(|| set.take()).collect();
        assert_eq!(taken, [3, 7, 64, 129]);
        set.fill(100);
        assert_eq!(std::iter::from_fn(|| set.take()).count(), 100);
        set.insert(5);
        set.clear();
        assert_eq!(set.take(), None);
    }
}
