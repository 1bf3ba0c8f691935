//! Work on many items by several threads.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Converts the argument `threads`: by default one for each core.
pub fn thread_count(threads: Option<usize>) -> PyResult<usize> {
    match threads {
        Some(0) => Err(PyValueError::new_err("expected at least 1 thread, found 0")),
        Some(threads) => Ok(threads),
        None => Ok(thread::available_parallelism().map_or(1, NonZeroUsize::get)),
    }
}

/// Splits `0..count` into ranges of at most `batch` items, has threads work on them, and returns the
/// results in order. Each thread has a state of its own. No range is begun after an interrupt.
pub fn in_parallel<S, R: Send>(
    count: usize,
    batch: usize,
    threads: usize,
    interrupt: &AtomicBool,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, Range<usize>) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    let run = || {
        let mut state = state();
        let mut own = Vec::new();
        while !interrupt.load(Ordering::Relaxed) {
            let start = next.fetch_add(batch, Ordering::Relaxed);
            if start >= count {
                break;
            }
            own.push((start, work(&mut state, start..count.min(start + batch))));
        }
        if let Ok(mut results) = results.lock() {
            results.append(&mut own);
        }
    };
    // The calling thread would only wait.
    thread::scope(|scope| {
        for _ in 1..threads.min(count.div_ceil(batch)) {
            scope.spawn(run);
        }
        run();
    });
    let mut results = results.into_inner().unwrap_or_default();
    results.sort_unstable_by_key(|(start, _)| *start);
    results.into_iter().map(|(_, result)| result).collect()
}
