//! A fast hash for maps of states: multiplication whose halves are folded together, as in wyhash (Wang Yi,
//! 2019).
//!
//! States are small numbers or short lists of them. With the standard hasher, which resists chosen keys, hashing
//! them took a fifth of the time to read and solve an easy variant.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map with this hash.
pub(super) type FoldedMap<K, V> = HashMap<K, V, BuildHasherDefault<FoldedHasher>>;

/// Digits of π, which have no pattern.
const START: u64 = 0x243f_6a88_85a3_08d3;
const FACTOR: u64 = 0x1319_8a2e_0370_7345;

/// The hash of what was written so far.
#[derive(Debug)]
pub(super) struct FoldedHasher(u64);

impl Default for FoldedHasher {
    fn default() -> FoldedHasher {
        FoldedHasher(START)
    }
}

impl Hasher for FoldedHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * u128::from(FACTOR);
        self.0 = product as u64 ^ (product >> 64) as u64;
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::hash::{BuildHasher, BuildHasherDefault};

    use super::*;

    #[test]
    fn small_states_have_different_hashes_in_both_ends_of_the_word() {
        let hasher = BuildHasherDefault::<FoldedHasher>::default();
        let states = (0..100_u32).flat_map(|one| (0..100_u32).map(move |other| vec![one, other]));
        let hashes: Vec<u64> = states.map(|state| hasher.hash_one(state)).collect();
        let distinct: HashSet<u64> = hashes.iter().copied().collect();
        assert_eq!(distinct.len(), 10_000);
        // A map uses the low bits for the place and the high bits to compare: no value is frequent.
        for shift in [0, 57] {
            let mut counts = [0; 128];
            hashes
                .iter()
                .for_each(|hash| counts[(hash >> shift & 127) as usize] += 1);
            assert!(
                counts.iter().all(|count| (30..130).contains(count)),
                "{counts:?}"
            );
        }
    }
}
