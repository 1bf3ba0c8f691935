//! At a terminal: a typed puzzle is answered at the blank line behind it, and one Ctrl-D ends the
//! input.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::common::{HARDEST, satdoku};
use rustix::fs::OFlags;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

/// The two ends of a terminal: where a person types, and where a program reads.
fn terminal() -> (File, File) {
    let person = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&person).unwrap();
    unlockpt(&person).unwrap();
    let name = ptsname(&person, Vec::new()).unwrap();
    let flags = OFlags::RDWR | OFlags::NOCTTY;
    let program = rustix::fs::open(name, flags, rustix::fs::Mode::empty()).unwrap();
    (person.into(), program.into())
}

/// The next line, which is awaited for a minute at most.
fn next(lines: &Receiver<String>) -> String {
    let line = lines.recv_timeout(Duration::from_secs(60));
    line.expect("no answer while the terminal is open")
}

#[test]
fn a_typed_puzzle_is_answered_at_the_blank_line_and_one_ctrl_d_is_enough() {
    let (mut person, program) = terminal();
    let mut child = satdoku("check")
        .stdin(program)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let stdout = BufReader::new(child.stdout.take().unwrap());
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        for line in stdout.lines() {
            sender.send(line.unwrap()).unwrap();
        }
        drop(sender);
    });
    for start in [1, 11] {
        writeln!(person, "{HARDEST}\n").unwrap();
        assert_eq!(next(&lines), format!("<stdin>:{start}: unique"));
    }
    // Ctrl-D, once.
    person.write_all(b"\x04").unwrap();
    let end = lines.recv_timeout(Duration::from_secs(60));
    assert_eq!(end, Err(std::sync::mpsc::RecvTimeoutError::Disconnected));
    assert!(child.wait().unwrap().success());
}
