//! Signals: Ctrl-C ends a run early, and no signal leaves an external solver running.

use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Returns the flag that the first Ctrl-C sets.
pub fn interrupt_flag() -> &'static AtomicBool {
    &INTERRUPTED
}

/// Handles signals for a run that watches the [`interrupt_flag`].
///
/// The first SIGINT (Ctrl-C) stops external solvers and sets the flag. SIGTERM, SIGHUP and a second
/// SIGINT stop external solvers and then end the program.
pub fn listen_for_interrupt() -> anyhow::Result<()> {
    handle_signals(true)
}

/// Handles SIGINT, SIGTERM and SIGHUP: they stop external solvers and then end the program.
pub fn stop_solvers_on_signals() -> anyhow::Result<()> {
    handle_signals(false)
}

#[cfg(unix)]
fn handle_signals(is_flagged: bool) -> anyhow::Result<()> {
    use anyhow::Context;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let (registered, is_registered) = crossbeam_channel::bounded(1);
    let handler = move || {
        // Registered here: if the thread cannot start, signals keep their default effect.
        let mut signals = match Signals::new([SIGINT, SIGTERM, SIGHUP]) {
            Ok(signals) => signals,
            Err(error) => {
                let _ = registered.send(Err(error));
                return;
            }
        };
        let _ = registered.send(Ok(()));
        let mut stopped = None;
        for signal in signals.forever() {
            let is_first = !INTERRUPTED.swap(true, Ordering::Relaxed);
            // While this guard is held, no thread takes a killed solver for one that failed.
            let _stopped = stopped.get_or_insert_with(satdoku::sat::stop_solvers);
            if is_flagged && is_first && signal == SIGINT {
                continue;
            }
            // The process ends by the signal itself, so that a shell sees it.
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    };
    if std::thread::Builder::new().spawn(handler).is_ok() {
        let result = is_registered.recv().unwrap_or(Ok(()));
        result.context("cannot listen for signals")?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn handle_signals(_: bool) -> anyhow::Result<()> {
    Ok(())
}
