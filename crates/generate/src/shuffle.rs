//! Random order.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// Shuffles a list (R. Durstenfeld, 1964).
pub(super) fn shuffle<T>(list: &mut [T], random: &mut ChaCha8Rng) {
    for last in (1..list.len() as u32).rev() {
        list.swap(last as usize, random.random_range(0..=last) as usize);
    }
}
