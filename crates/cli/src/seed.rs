//! Random seeds.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

use super::message::{is_quiet, print_message};

/// Draws a seed and prints it.
pub fn random_seed() -> u64 {
    // The keys of a hasher are the only random numbers of the standard library.
    let seed = RandomState::new().build_hasher().finish() >> 32;
    if !is_quiet() {
        print_message(format!("--seed {seed}"));
    }
    seed
}
