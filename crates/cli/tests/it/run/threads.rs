//! Every record is answered with few threads; without any, the run is an error.

#![cfg(target_os = "linux")]

use std::process::Command;

use crate::common::{PUZZLES, program_for_every_user, run, without_privileges};

#[test]
#[ignore = "needs root, to be a user without other processes"]
fn every_record_is_answered_with_however_few_threads() {
    assert!(rustix::process::getuid().is_root(), "this test needs root");
    let (_folder, program) = program_for_every_user();
    let lines = format!("{}\n{}\n", PUZZLES[0][0], PUZZLES[1][0]).repeat(150);
    let expected = format!("{}\n{}\n", PUZZLES[0][1], PUZZLES[1][1]).repeat(150);
    for most in [1, 4, 5, 12] {
        for jobs in [1, 2, 500] {
            let arguments = format!("solve --no-confirm -j {jobs}");
            let script = format!("ulimit -u {most}; exec {} {arguments}", program.display());
            let mut bash = Command::new("bash");
            bash.args(["-c", &script]);
            without_privileges(&mut bash);
            let run = run(bash, &lines);
            if most == 1 {
                run.assert_reports_first("cannot start a thread: ");
                assert_eq!(run.out(), ("", 2));
                continue;
            }
            assert_eq!(run.stderr, "", "{most} threads, -j {jobs}");
            assert!(run.stdout == expected, "{most} threads, -j {jobs}");
            assert_eq!(run.code, 0, "{most} threads, -j {jobs}");
        }
    }
}
