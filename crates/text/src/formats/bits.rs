//! Bits of texts in base 64.

/// Returns the values of symbols, each with 6 bits, or `None` if one is unknown. The `=` at the end may be
/// missing.
pub(super) fn sextets(text: &str, symbols: &str) -> Option<Vec<u8>> {
    let value = |c: char| symbols.find(c).map(|value| value as u8);
    text.trim_end_matches('=').chars().map(value).collect()
}

/// The bits of a text, the highest of each symbol first.
pub(super) struct Bits {
    bits: Vec<bool>,
    next: usize,
}

impl Bits {
    /// Returns the bits of a text, or `None` if a symbol is unknown.
    pub fn of(text: &str, symbols: &str) -> Option<Bits> {
        let bits = sextets(text, symbols)?.into_iter();
        let bits = bits.flat_map(|sextet| (0..6).rev().map(move |bit| sextet >> bit & 1 == 1));
        Some(Bits {
            bits: bits.collect(),
            next: 0,
        })
    }

    /// Returns the same bits without those that do not fill a byte, or `None` if the symbols do not encode bytes.
    pub fn of_bytes(mut self) -> Option<Bits> {
        let is_possible = self.bits.len() / 6 % 4 != 1;
        self.bits.truncate(self.bits.len() / 8 * 8);
        is_possible.then_some(self)
    }

    /// Returns the bits that have not been taken.
    pub fn left(&self) -> &[bool] {
        &self.bits[self.next..]
    }

    /// Takes this many bits.
    pub fn take(&mut self, count: usize) -> Option<&[bool]> {
        let end = self.next.checked_add(count)?;
        let bits = self.bits.get(self.next..end)?;
        self.next = end;
        Some(bits)
    }
}
