//! What a signal that ends the program has to end before.

/// From now on SIGINT (Ctrl-C), SIGTERM and SIGHUP end external solvers first and then, in the
/// usual way, this program. Nothing else changes.
#[cfg(unix)]
pub fn stop_solvers_on_signals() -> anyhow::Result<()> {
    use anyhow::Context;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let mut signals =
        Signals::new([SIGINT, SIGTERM, SIGHUP]).context("cannot listen for signals")?;
    std::thread::spawn(move || {
        for signal in signals.forever() {
            let _stopped = satdoku::sat::stop_solvers();
            // This ends the process, by the signal itself, so that a shell sees what happened.
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    });
    Ok(())
}

#[cfg(not(unix))]
pub fn stop_solvers_on_signals() -> anyhow::Result<()> {
    Ok(())
}
