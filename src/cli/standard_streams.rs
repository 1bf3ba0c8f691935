//! Which of standard input and standard output were closed when the program began (`<&-`, `>&-`).
//!
//! A Rust program cannot see that in `main`: the runtime has opened `/dev/null` in their place by
//! then, so that what is read from a closed input is nothing, and what is written to a closed output
//! is lost, both without an error. `/dev/null` itself is what other programs pass to say that they
//! want no output, so it must not be an error. The two are told apart before the runtime starts, by a
//! function that the loader calls first, as uutils' coreutils do.

use std::sync::atomic::{AtomicBool, Ordering};

static INPUT_IS_CLOSED: AtomicBool = AtomicBool::new(false);
static OUTPUT_IS_CLOSED: AtomicBool = AtomicBool::new(false);

// Rust promises little about code that runs so early. This makes two system calls and sets two
// flags: no allocation, no lock, no panic. The macro wants the word `unsafe` as a sign that its user
// knows this; there is nothing unsafe in the function.
#[cfg(any(target_os = "linux", target_os = "macos"))]
ctor_lite::ctor! {
    unsafe fn look() {
        use rustix::{io::fcntl_getfd, stdio};
        INPUT_IS_CLOSED.store(fcntl_getfd(stdio::stdin()).is_err(), Ordering::Relaxed);
        OUTPUT_IS_CLOSED.store(fcntl_getfd(stdio::stdout()).is_err(), Ordering::Relaxed);
    }
}

/// Whether standard input was closed. Known on Linux and macOS.
pub fn input_is_closed() -> bool {
    INPUT_IS_CLOSED.load(Ordering::Relaxed)
}

/// Whether standard output was closed. Known on Linux and macOS.
pub fn output_is_closed() -> bool {
    OUTPUT_IS_CLOSED.load(Ordering::Relaxed)
}
