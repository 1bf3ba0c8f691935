//! Sets of the candidates or facts of a position, as bits.

/// A set of candidates or of facts, by their numbers in a [`Network`](super::network::Network).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Set<const W: usize>([u64; W]);

impl<const W: usize> Set<W> {
    pub const EMPTY: Set<W> = Set([0; W]);
    pub const FULL: Set<W> = Set([u64::MAX; W]);

    pub fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    pub fn remove(&mut self, number: usize) {
        self.0[number / 64] &= !(1 << (number % 64));
    }

    pub fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    /// Returns which of the 16 numbers from `first` on are in the set, as bits.
    pub fn window(&self, first: usize) -> u16 {
        let (word, bit) = (first / 64, first % 64);
        let low = self.0[word] >> bit;
        let next = self.0.get(word + 1).copied().unwrap_or(0);
        // Shifted in two steps, because by 64 bits at once is an overflow.
        (low | next << 1 << (63 - bit)) as u16
    }

    pub fn and(&self, other: &Set<W>) -> Set<W> {
        let mut both = Set::EMPTY;
        for w in 0..W {
            both.0[w] = self.0[w] & other.0[w];
        }
        both
    }

    pub fn or(&self, other: &Set<W>) -> Set<W> {
        let mut all = Set::EMPTY;
        for w in 0..W {
            all.0[w] = self.0[w] | other.0[w];
        }
        all
    }

    pub fn without(&self, other: &Set<W>) -> Set<W> {
        let mut left = Set::EMPTY;
        for w in 0..W {
            left.0[w] = self.0[w] & !other.0[w];
        }
        left
    }

    /// Returns the number of elements that are not in `other`.
    pub fn count_without(&self, other: &Set<W>) -> usize {
        let mut count = 0;
        for w in 0..W {
            count += (self.0[w] & !other.0[w]).count_ones();
        }
        count as usize
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    pub fn is_disjoint(&self, other: &Set<W>) -> bool {
        (0..W).fold(0, |common, w| common | self.0[w] & other.0[w]) == 0
    }

    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Iterates over the numbers in ascending order.
    pub fn iter(&self) -> Numbers<W> {
        Numbers {
            left: self.0,
            word: 0,
        }
    }

    pub fn first(&self) -> Option<usize> {
        let w = self.0.iter().position(|word| *word != 0)?;
        Some(w * 64 + self.0[w].trailing_zeros() as usize)
    }
}

/// An iterator over the numbers in a set, in ascending order.
pub(crate) struct Numbers<const W: usize> {
    left: [u64; W],
    /// The first word that may have numbers left.
    word: usize,
}

impl<const W: usize> Iterator for Numbers<W> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        while let Some(word) = self.left.get_mut(self.word) {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(self.word * 64 + bit);
            }
            self.word += 1;
        }
        None
    }
}

impl<const W: usize> FromIterator<usize> for Set<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Set<W> {
        let mut set = Set::EMPTY;
        numbers.into_iter().for_each(|number| set.insert(number));
        set
    }
}
