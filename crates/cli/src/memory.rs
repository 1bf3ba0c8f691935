//! The memory that one record may take, and the number of threads for which there is memory.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use satdoku::engine::Budget;

/// The address space for which a worker is started. The C library reserves 64 MB of it for the heap
/// of each thread, and twice that for a moment.
#[cfg(unix)]
const PER_WORKER: u64 = 200_000_000;

/// The limit on the address space of the program, and the number of workers that share it.
struct Limited {
    bytes: u64,
    workers: NonZeroUsize,
}

/// Returns the limit on the address space, as set by `ulimit -v`, if there is one.
fn limited() -> Option<Limited> {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit};
        let bytes = getrlimit(Resource::As).current?;
        let fitting = usize::try_from(bytes / PER_WORKER).unwrap_or(usize::MAX);
        let fitting = NonZeroUsize::new(fitting).unwrap_or(NonZeroUsize::MIN);
        let workers = available_parallelism().map_or(fitting, |processors| processors.min(fitting));
        Some(Limited { bytes, workers })
    }
    #[cfg(not(unix))]
    None
}

/// Returns the number of workers: `jobs`, or one per processor. If the address space is limited,
/// there are at most so many that each has enough of it.
pub fn workers(jobs: Option<NonZeroUsize>) -> NonZeroUsize {
    let usual = jobs.or_else(|| available_parallelism().ok());
    let usual = usual.unwrap_or(NonZeroUsize::MIN);
    limited().map_or(usual, |limited| limited.workers.min(usual))
}

/// Returns a budget with the default memory limit of one record. If the address space is limited,
/// all workers together get a quarter of it: a buffer that grows exists twice for a moment, an answer
/// may wait for its turn to be written, and a failed allocation ends the program.
pub fn default_budget() -> Budget {
    let share = |limited: Limited| limited.bytes / (4 * limited.workers.get() as u64);
    let memory = limited().map_or(Budget::MEMORY, share);
    Budget {
        memory: memory.min(Budget::MEMORY),
        ..Budget::UNLIMITED
    }
}
