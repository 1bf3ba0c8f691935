//! Files that cannot be read, streams that cannot be written, and inputs of extreme size.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::{
    HARDEST_LINE as LINE, PROGRAM, Run, gzip, program_for_every_user, run, satdoku, satdoku_with,
    without_privileges,
};
use flate2::Compression;
use flate2::write::GzEncoder;

/// Runs `check` on a file with these bytes, and removes its folder from the output.
fn check_file(name: &str, bytes: &[u8]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    check_path(&path, folder.path())
}

fn check_path(path: &Path, folder: &Path) -> Run {
    let run = satdoku_with("check", [path], "");
    let folder = format!("{}/", folder.display());
    Run {
        stdout: run.stdout.replace(&folder, ""),
        stderr: run.stderr.replace(&folder, ""),
        code: run.code,
    }
}

#[test]
fn a_region_file_that_cannot_be_read_is_named_with_the_cause() {
    for command in ["solve", "generate -n 1"] {
        let run = run(satdoku(&format!("{command} --regions nosuch")), LINE);
        let expected = "nosuch: cannot be opened: No such file or directory";
        run.assert_reports_first(expected);
        assert_eq!(run.out(), ("", 2));
    }
}

#[test]
fn a_damaged_compressed_file_is_answered_up_to_the_damage() {
    let lines = format!("{LINE}\n").repeat(3);
    let packed = gzip(lines.as_bytes());
    let answers = "p.gz:1: unique\np.gz:2: unique\np.gz:3: unique\n";
    let run = check_file("p.gz", &packed[..packed.len() - 4]);
    let expected =
        "p.gz: cannot be read: the gzip data ends in the middle, the file is cut short\n";
    assert_eq!(
        (run.stderr.as_str(), run.stdout.as_str(), run.code),
        (expected, answers, 2)
    );
    let mut damaged = packed.clone();
    *damaged.last_mut().unwrap() ^= 1;
    let run = check_file("p.gz", &damaged);
    let expected = "p.gz: cannot be read: the gzip data is damaged \
                    (corrupt gzip stream does not have a matching checksum)\n";
    assert_eq!(
        (run.stderr.as_str(), run.stdout.as_str(), run.code),
        (expected, answers, 2)
    );
}

#[test]
fn a_gzip_bomb_is_one_bad_line() {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    io::copy(&mut io::repeat(b'1').take(32 << 20), &mut encoder).unwrap();
    encoder.write_all(format!("\n{LINE}\n").as_bytes()).unwrap();
    let run = check_file("p.gz", &encoder.finish().unwrap());
    let expected = "p.gz:1:1048577: expected a line of at most 1048576 bytes, \
                    found a longer one\n";
    assert_eq!(run.err(), (expected, 2));
    assert_eq!(run.stdout, "p.gz:2: unique\n");
}

#[test]
fn the_format_does_not_depend_on_the_name() {
    let table = format!("id,puzzle\n1,{LINE}\n");
    for (name, bytes) in [
        ("p.gz", table.as_bytes()),
        ("p.jsonl", table.as_bytes()),
        ("p.csv", &gzip(table.as_bytes())),
        ("p.sdk", format!("\n{{\"puzzle\":\"{LINE}\"}}\n").as_bytes()),
    ] {
        let run = check_file(name, bytes);
        let expected = format!("{name}:2: unique\n");
        assert_eq!((run.stderr.as_str(), run.stdout), ("", expected));
    }
}

#[cfg(unix)]
#[test]
fn a_file_without_permission_is_an_error() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, program) = program_for_every_user();
    let path = folder.path().join("secret");
    fs::write(&path, LINE).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    let mut command = Command::new(program);
    command.arg("check").arg(&path);
    without_privileges(&mut command);
    let run = run(command, "");
    let message = "cannot be opened: Permission denied (os error 13)";
    let expected = format!("{}: {message}\n", path.display());
    assert_eq!(
        (run.stderr, run.stdout, run.code),
        (expected, String::new(), 2)
    );
}

#[cfg(target_os = "linux")]
#[test]
fn standard_streams_can_be_closed_or_full() {
    for (redirection, expected, code) in [
        (
            ">/dev/full",
            "cannot write to standard output: No space left on device (os error 28)\n",
            2,
        ),
        (">/dev/null", "", 0),
        // Rust opens /dev/null for a closed stream.
        (">&-", "", 0),
        ("-o solved >&-", "", 0),
        (
            "- <&-",
            "<stdin>: empty, so there is no puzzle to read\n",
            0,
        ),
        (
            "- </dev/null",
            "<stdin>: empty, so there is no puzzle to read\n",
            0,
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("p"), LINE).unwrap();
        let run = run(shell(&format!("check p {redirection}"), folder.path()), "");
        assert_eq!(run.err(), (expected, code), "{redirection}");
    }
}

/// Returns a shell that runs the program with these arguments in limited memory.
fn shell(arguments: &str, folder: &Path) -> Command {
    let mut shell = Command::new("bash");
    // The limit counts memory that is reserved but not used, so it is far above what is needed.
    let limit = "export MALLOC_ARENA_MAX=1; ulimit -v 300000";
    shell
        .arg("-c")
        .arg(format!("{limit}; exec {PROGRAM} {arguments}"));
    shell.current_dir(folder);
    shell
}

/// Each of these texts would exceed the limit of 300 MB if it was kept in memory.
#[cfg(target_os = "linux")]
#[test]
fn memory_is_bounded_for_any_text() {
    let folder = tempfile::tempdir().unwrap();
    for (start, pattern, megabytes, code) in [
        ("", "1", 160, 2),
        ("", "---------\n", 6, 2),
        ("", "[State]\n", 4, 2),
        ("", "\r", 4, 0),
        ("id,puzzle\n1,\"", ",", 40, 2),
        ("id,puzzle\n", ",", 40, 2),
        ("{\"puzzle\":\"", "[", 40, 2),
    ] {
        let mut shell = shell("check", folder.path());
        shell
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let mut child = shell.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let piece = pattern.repeat((1 << 20) / pattern.len() + 1);
        let writer = std::thread::spawn(move || {
            stdin.write_all(start.as_bytes()).unwrap();
            for _ in 0..megabytes {
                stdin.write_all(piece.as_bytes()).unwrap();
            }
        });
        let output = child.wait_with_output().unwrap();
        let name = &pattern[..pattern.len().min(10)];
        writer
            .join()
            .unwrap_or_else(|_| panic!("{name}: ended before its input"));
        assert_eq!(output.status.code(), Some(code), "{name}");
    }
}

#[test]
fn no_file_is_input_and_output() {
    let folder = tempfile::tempdir().unwrap();
    let puzzle = format!("{}\n", crate::common::PUZZLES[0][0]);
    let shell = |command: &str| {
        std::fs::write(folder.path().join("p.txt"), &puzzle).unwrap();
        let output = crate::common::run_example(command, folder.path());
        (
            output,
            std::fs::read_to_string(folder.path().join("p.txt")).unwrap(),
        )
    };
    let error = "p.txt: is input and output at the same time\n";
    let link = shell("ln -s p.txt link; satdoku export p.txt -o link 2>&1 | sed s/link/p.txt/");
    assert_eq!(link, (error.to_string(), puzzle.clone()));
    // With `>>` the program would read its own output.
    let appended = shell("satdoku solve p.txt 2>&1 >> p.txt");
    assert_eq!(appended, (error.to_string(), puzzle.clone()));
    let appended = shell("satdoku solve < p.txt 2>&1 >> p.txt");
    let error = "<stdin>: is input and output at the same time\n";
    assert_eq!(appended, (error.to_string(), puzzle));
}
