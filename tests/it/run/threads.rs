//! Threads that cannot start cost time and nothing else: every record is answered, whatever the
//! system allows.

use std::process::Command;

use crate::common::{PUZZLES, Run, run};

/// The program as a user of its own, who may have only so many processes and threads; `None` where
/// this may not become another user.
#[cfg(target_os = "linux")]
fn satdoku_with_threads(most: usize, arguments: &str, input: &str) -> Option<Run> {
    use std::os::unix::process::CommandExt;
    if !rustix::process::getuid().is_root() {
        eprintln!("left out: only root can become another user");
        return None;
    }
    // The program, where any user finds it.
    let folder = tempfile::tempdir_in("/tmp").unwrap();
    let program = folder.path().join("satdoku");
    std::fs::copy(assert_cmd::cargo::cargo_bin!("satdoku"), &program).unwrap();
    let open = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(folder.path(), open).unwrap();
    let mut bash = Command::new("bash");
    let script = format!("ulimit -u {most}; exec {} {arguments}", program.display());
    // A number that no other process of this machine has.
    bash.args(["-c", &script])
        .uid(60_000 + std::process::id() % 5_000)
        .current_dir("/tmp");
    Some(run(bash, input))
}

#[cfg(target_os = "linux")]
#[test]
fn every_record_is_answered_with_however_few_threads() {
    let lines = format!("{}\n{}\n", PUZZLES[0][0], PUZZLES[1][0]).repeat(150);
    let expected = format!("{}\n{}\n", PUZZLES[0][1], PUZZLES[1][1]).repeat(150);
    for most in [1, 2, 3, 4, 5, 12] {
        for jobs in ["1", "2", "500"] {
            let arguments = format!("solve --no-confirm -j {jobs}");
            let Some(run) = satdoku_with_threads(most, &arguments, &lines) else {
                return;
            };
            assert_eq!(run.stderr, "", "{most} threads, -j {jobs}");
            assert!(run.stdout == expected, "{most} threads, -j {jobs}");
            assert_eq!(run.code, 0, "{most} threads, -j {jobs}");
        }
    }
}
