//! The memory that one record may take.

use std::thread::available_parallelism;

use satdoku::engine::Budget;

/// Returns the limit on the address space, as set by `ulimit -v`, if there is one.
fn address_space() -> Option<u64> {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit};
        getrlimit(Resource::As).current
    }
    #[cfg(not(unix))]
    None
}

/// Returns a budget with the default memory limit of one record. If the address space is limited,
/// all workers together get a quarter of it: a buffer that grows exists twice for a moment, an answer
/// may wait for its turn to be written, and a failed allocation ends the program.
pub fn default_budget() -> Budget {
    let workers = available_parallelism().map_or(1, |processors| processors.get() as u64);
    let memory = address_space().map_or(Budget::MEMORY, |bytes| bytes / (4 * workers));
    Budget {
        memory: memory.min(Budget::MEMORY),
        ..Budget::UNLIMITED
    }
}
