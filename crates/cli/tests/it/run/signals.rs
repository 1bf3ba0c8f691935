//! Ctrl-C and SIGTERM: they keep the results so far, and leave no temporary file.

use std::fs;
use std::path::Path;
use std::process::Child;
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::common::satdoku;

/// Starts generation without an end into a file, and waits until it has begun.
fn generating(file: &Path) -> Child {
    let mut command = satdoku("generate -q -n 1000000000 --box 2x2 --seed 1 -o");
    let mut child = command.arg(file).spawn().unwrap();
    wait_until(&mut child, || {
        let mut files = fs::read_dir(file.parent().unwrap()).unwrap();
        // An incomplete file has another name.
        files.any(|file| file.unwrap().metadata().is_ok_and(|file| file.len() > 0))
    });
    child
}

fn wait_until(child: &mut Child, mut is_true: impl FnMut() -> bool) {
    while !is_true() {
        assert_eq!(child.try_wait().unwrap(), None);
        sleep(Duration::from_millis(20));
    }
}

fn send(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

/// Returns the names of the files of a folder.
fn names(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).unwrap();
    let name = |file: std::io::Result<fs::DirEntry>| file.unwrap().file_name();
    files
        .map(|file| name(file).to_string_lossy().into_owned())
        .collect()
}

#[test]
fn an_interrupt_keeps_the_results_so_far_in_the_file() {
    for signal in [Signal::INT, Signal::TERM] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("endless.txt");
        let mut child = generating(&file);
        assert!(!file.exists());
        send(&child, signal);
        assert_eq!(child.wait().unwrap().code(), Some(130));
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.ends_with('\n') && text.lines().all(|line| line.len() == 16));
        assert_eq!(names(folder.path()), ["endless.txt"]);
    }
}
