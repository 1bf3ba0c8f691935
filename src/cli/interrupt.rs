//! Signals: Ctrl-C ends a run early, and no signal leaves an external solver running.

use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Returns a flag that is true once Ctrl-C has been pressed.
pub fn interrupt_flag() -> &'static AtomicBool {
    &INTERRUPTED
}

/// Lets the first SIGINT (Ctrl-C) stop external solvers and set [`interrupt_flag`]. SIGTERM, SIGHUP
/// and a second SIGINT stop external solvers and then, in the usual way, this program.
pub fn listen_for_interrupt() -> anyhow::Result<()> {
    listen(true)
}

/// Lets SIGINT, SIGTERM and SIGHUP stop external solvers and then, in the usual way, this program.
pub fn stop_solvers_on_signals() -> anyhow::Result<()> {
    listen(false)
}

#[cfg(unix)]
fn listen(is_heard: bool) -> anyhow::Result<()> {
    use anyhow::Context;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let (registered, is_registered) = crossbeam_channel::bounded(1);
    let listener = move || {
        // Here, so that no signal is taken from the system that nobody would listen to.
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
            // While this is held, the threads that asked the solvers wait: nobody takes a solver
            // that was killed here for one that failed.
            let _stopped = stopped.get_or_insert_with(satdoku::sat::stop_solvers);
            if is_heard && is_first && signal == SIGINT {
                continue;
            }
            // This ends the process, by the signal itself, so that a shell sees what happened.
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    };
    // Without a thread for it, signals do what they usually do.
    if std::thread::Builder::new().spawn(listener).is_ok() {
        let result = is_registered.recv().unwrap_or(Ok(()));
        result.context("cannot listen for signals")?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn listen(_: bool) -> anyhow::Result<()> {
    Ok(())
}
