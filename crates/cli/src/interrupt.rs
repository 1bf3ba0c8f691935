//! Ctrl-C and SIGTERM: they end a run early, without leaving an external solver or a temporary file.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// True if the run watches [`INTERRUPTED`].
static IS_WATCHED: AtomicBool = AtomicBool::new(false);

/// Returns the flag that the first signal sets.
pub fn interrupt_flag() -> &'static Arc<AtomicBool> {
    &INTERRUPTED
}

/// Handles signals for a run that watches the [`interrupt_flag`]: the first signal stops external solvers
/// and sets the flag. Later ones act as in [`clean_up_on_signals`].
pub fn listen_for_interrupt() -> anyhow::Result<()> {
    IS_WATCHED.store(true, Ordering::Relaxed);
    clean_up_on_signals()
}

/// Makes Ctrl-C and SIGTERM stop external solvers and remove temporary files before they end the program.
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
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    use super::temporary::remove_temporary_files;

    let (registered, is_registered) = std::sync::mpsc::sync_channel(1);
    let handler = move || {
        // Registered here: if the thread cannot start, signals keep their default effect.
        let mut signals = match Signals::new([SIGINT, SIGTERM]) {
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
            if IS_WATCHED.load(Ordering::Relaxed) && is_first {
                continue;
            }
            remove_temporary_files();
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
fn handle_signals() -> anyhow::Result<()> {
    Ok(())
}
