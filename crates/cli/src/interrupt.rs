//! Signals: Ctrl-C ends a run early, and no signal leaves an external solver or a temporary file
//! behind.

use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// True if the run watches [`INTERRUPTED`].
static IS_WATCHED: AtomicBool = AtomicBool::new(false);

/// Returns the flag that the first Ctrl-C sets.
pub fn interrupt_flag() -> &'static AtomicBool {
    &INTERRUPTED
}

/// Handles signals for a run that watches the [`interrupt_flag`]: the first SIGINT (Ctrl-C) stops
/// external solvers and sets the flag. Later and other signals act as in [`clean_up_on_signals`].
pub fn listen_for_interrupt() -> anyhow::Result<()> {
    IS_WATCHED.store(true, Ordering::Relaxed);
    clean_up_on_signals()
}

/// Makes the signals that end the program first stop external solvers and remove temporary files.
pub fn clean_up_on_signals() -> anyhow::Result<()> {
    static IS_HANDLED: AtomicBool = AtomicBool::new(false);
    if IS_HANDLED.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    handle_signals()
}

#[cfg(unix)]
fn handle_signals() -> anyhow::Result<()> {
    use anyhow::Context;
    use signal_hook::consts::{
        SIGALRM, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU,
    };
    use signal_hook::iterator::Signals;

    use super::temporary::remove_temporary_files;

    let mut signals = vec![SIGALRM, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU];
    if !ignores_hangup() {
        signals.push(SIGHUP);
    }
    let (registered, is_registered) = crossbeam_channel::bounded(1);
    let handler = move || {
        // Registered here: if the thread cannot start, signals keep their default effect.
        let mut signals = match Signals::new(signals) {
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
            if IS_WATCHED.load(Ordering::Relaxed) && is_first && signal == SIGINT {
                continue;
            }
            let _removed = remove_temporary_files();
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

/// Returns true if the program was started by `nohup` or the like, so that a handler of SIGHUP would
/// end a run that is to survive. Only Linux has a file that lists the ignored signals; elsewhere the
/// result is false.
#[cfg(unix)]
fn ignores_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal_hook::consts::SIGHUP - 1) & 1 == 1)
}

#[cfg(not(unix))]
fn handle_signals() -> anyhow::Result<()> {
    Ok(())
}
