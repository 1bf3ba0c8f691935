//! What people give to the program by mistake, and what it says to that: one table of inputs with
//! the exact messages. In all of them the good puzzles are still answered.

mod common;

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use common::{HARDEST, Run, run, satdoku, satdoku_on};
use flate2::Compression;
use flate2::write::GzEncoder;

/// The puzzle of most cases, on a line.
const LINE: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// A text for the program, and what it prints.
struct Case {
    name: &'static str,
    command: &'static str,
    input: Vec<u8>,
    stderr: &'static str,
    stdout: &'static str,
}

fn case(
    name: &'static str,
    input: impl Into<Vec<u8>>,
    stderr: &'static str,
    stdout: &'static str,
) -> Case {
    Case {
        name,
        command: "check",
        input: input.into(),
        stderr,
        stdout,
    }
}

/// The same with another command than `check`.
fn with(command: &'static str, case: Case) -> Case {
    Case { command, ..case }
}

/// The nine rows of the puzzle.
fn rows() -> Vec<&'static str> {
    (0..9).map(|row| &LINE[9 * row..9 * row + 9]).collect()
}

fn grid() -> String {
    rows().join("\n") + "\n"
}

/// A 16×16 puzzle on a line that begins with these symbols.
fn sixteen(symbols: &str, blank: &str) -> String {
    symbols.to_string() + &blank.repeat(256 - symbols.chars().count()) + "\n"
}

fn utf_16(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(to_bytes).collect()
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

/// Lines, rows and symbols.
fn text_cases() -> Vec<Case> {
    let x = LINE.replacen('3', "x", 1);
    let rows = rows();
    vec![
        case(
            "a line that is too short",
            format!("{}\n{LINE}\n", &LINE[1..]),
            "<stdin>:1:81: expected 81 cells for a 9x9 puzzle, found 80\n",
            "<stdin>:2: unique\n",
        ),
        case(
            "a line that is too long",
            format!("{LINE}7\n{LINE}\n"),
            "<stdin>:1:82: expected 81 cells for a 9x9 puzzle, found 82\n",
            "<stdin>:2: unique\n",
        ),
        case(
            "a letter for a digit",
            format!("{x}\n{LINE}\n"),
            "<stdin>:1:12: expected a digit (1-9) or a blank, found `x`\n",
            "<stdin>:2: unique\n",
        ),
        case(
            "two symbols for a blank",
            format!("{}\n{LINE}\n", LINE.replacen("..", ".0", 1)),
            "<stdin>:1:3: expected `.` for a blank, as before, found `0`\n",
            "<stdin>:2: unique\n",
        ),
        case(
            "digits of another script",
            format!("{}\n{LINE}\n", LINE.replace('8', "\u{668}")),
            "<stdin>:1:1: expected a digit (1-9) or a blank, found `\u{668}`\n",
            "<stdin>:2: unique\n",
        ),
        case(
            "a row that is too short",
            grid()
                .replace("4..\n", "4.\n")
                .replacen("9....4.\n", "9....4.\n\n", 1)
                + &grid(),
            "<stdin>:9:9: expected 9 cells in this row, found 8\n",
            "<stdin>:11: unique\n",
        ),
        case(
            "a row that is too long",
            grid().replace("4..\n", "4...\n") + "\n" + &grid(),
            "<stdin>:9:10: expected 9 cells in this row, found 10\n",
            "<stdin>:11: unique\n",
        ),
        case(
            "a grid without its last row",
            rows[..8].join("\n"),
            "<stdin>:9:1: expected row 9 of 9, found the end of the input\n",
            "",
        ),
        case(
            "a grid without its last row, and another",
            rows[..8].join("\n") + "\n\n" + &grid(),
            "<stdin>:9:1: expected row 9 of 9, found a blank line\n",
            "<stdin>:10: unique\n",
        ),
        case(
            "words in a grid",
            grid().replace(rows[3], "see below"),
            "<stdin>:4:1: expected row 4 of 9, found `see below`\n\
             <stdin>:10:1: expected row 6 of 9, found the end of the input\n",
            "",
        ),
        case(
            "a digit above n",
            "1..5\n....\n....\n....\n",
            "<stdin>:1:4: expected a digit (1-4) or a blank, found `5`\n",
            "",
        ),
        case(
            "a number above n",
            format!(
                "{}{LINE}\n",
                ("0 ".repeat(15) + "17\n") + &("0 ".repeat(16) + "\n").repeat(15)
            ),
            "<stdin>:1:31: expected a digit (1-16) or a blank, found `17`\n",
            "<stdin>:17: unique\n",
        ),
        case(
            "0 that may be a digit",
            sixteen("10F", "0"),
            "<stdin>:1:1: expected an alphabet to be said (--alphabet 1-9A or 0-9A), \
             found symbols that can be 1-9A-G or 0-9A-F\n",
            "",
        ),
        case(
            "letters that may be 1 or 10",
            sixteen("ABC", "."),
            "<stdin>:1:1: expected an alphabet to be said (--alphabet 1-9A or A-Z), \
             found symbols that can be 1-9A-G or A-P\n",
            "",
        ),
        with(
            "check --alphabet 0-9A",
            case(
                "0 that is a digit, and no other blank",
                sixteen("0F", "G"),
                "<stdin>:1:3: expected a digit (0-9A-F) or a blank, found `G`\n",
                "",
            ),
        ),
        case(
            "a size without boxes",
            (".".repeat(7) + "\n").repeat(7),
            "<stdin>:1:1: expected a number of rows that boxes can fill, such as 9, \
             found 7 rows of 7\n",
            "",
        ),
        case(
            "a size with boxes that are not square",
            (".".repeat(6) + "\n").repeat(6),
            "<stdin>:1:1: expected the shape of the boxes to be said (--box 2x3 or 3x2), \
             found 6 rows of 6\n",
            "",
        ),
        with(
            "check --box 2x3",
            case(
                "another size than was said",
                format!("{LINE}\n"),
                "<stdin>:1:37: expected 36 cells for a 6x6 puzzle, found 81\n",
                "",
            ),
        ),
        case(
            "two numbers",
            format!("53\n\n{LINE}\n"),
            "<stdin>:1:1: expected a puzzle, or a row of at least 4 cells, found `53`\n",
            "<stdin>:3: unique\n",
        ),
        with(
            "check --max-line 100",
            case(
                "a line beyond the limit",
                format!("{LINE}{}\n{LINE}\n", " ".repeat(20)),
                "<stdin>:1:101: expected a line of at most 100 bytes (--max-line), \
                 found a longer one\n",
                "<stdin>:2: unique\n",
            ),
        ),
        with(
            "check --max-line 50",
            case(
                "a grid beyond the limit",
                grid(),
                "<stdin>:6:1: expected row 6 of 9, found more than 50 bytes (--max-line)\n\
                 <stdin>:10:1: expected row 5 of 9, found the end of the input\n",
                "",
            ),
        ),
        case(
            "[Puzzle] without rows",
            format!("#AMe\n[Puzzle]\n[State]\n{}", grid()),
            "<stdin>:3:1: expected a puzzle below [Puzzle] in line 2, found `[State]`\n",
            "",
        ),
    ]
}

/// Bytes that are no text, or another text than they seem.
fn byte_cases() -> Vec<Case> {
    vec![
        case(
            "UTF-16 with a byte order mark",
            utf_16(&format!("\u{feff}{LINE}\n"), u16::to_le_bytes),
            "<stdin>:1:1: expected text in UTF-8, \
             found UTF-16 (`iconv -f UTF-16 -t UTF-8 FILE` converts it)\n",
            "",
        ),
        case(
            "UTF-16, the other way round",
            utf_16(&format!("\u{feff}{LINE}\n"), u16::to_be_bytes),
            "<stdin>:1:1: expected text in UTF-8, \
             found UTF-16 (`iconv -f UTF-16 -t UTF-8 FILE` converts it)\n",
            "",
        ),
        case(
            "UTF-16 without a byte order mark",
            utf_16(LINE, u16::to_le_bytes),
            "<stdin>:1:1: expected text in UTF-8, \
             found UTF-16 (`iconv -f UTF-16LE -t UTF-8 FILE` converts it)\n",
            "",
        ),
        case(
            "a NUL",
            format!("{}\0\n{LINE}\n", &LINE[..80]),
            "<stdin>:1:81: expected text in UTF-8, found `\\u{0}`\n",
            "<stdin>:2: unique\n",
        ),
        case(
            "invalid UTF-8",
            [b"8..\xe4\n", LINE.as_bytes()].concat(),
            "<stdin>:1:4: expected text in UTF-8, found the byte 0xE4\n",
            "<stdin>:2: unique\n",
        ),
        case(
            "a zip archive",
            b"PK\x03\x04\x14\0\0\0".to_vec(),
            "<stdin>:1:1: expected text in UTF-8, \
             found a file packed with zip, which has to be unpacked first\n",
            "",
        ),
        case(
            "CRLF",
            grid().replace('\n', "\r\n"),
            "",
            "<stdin>:1: unique\n",
        ),
        case(
            "lone CR",
            grid().replace('\n', "\r"),
            "",
            "<stdin>:1: unique\n",
        ),
        case(
            "a byte order mark",
            format!("\u{feff}{LINE}"),
            "",
            "<stdin>:1: unique\n",
        ),
        case(
            "fullwidth digits",
            LINE.replace('8', "\u{ff18}").replace('.', "\u{ff0e}"),
            "",
            "<stdin>:1: unique\n",
        ),
        case(
            "no-break spaces",
            HARDEST.replace(' ', "\u{a0}"),
            "",
            "<stdin>:1: unique\n",
        ),
        case("no final newline", LINE, "", "<stdin>:1: unique\n"),
        case(
            "a footer with digits",
            grid() + "\nPage 12 of 34, solved 5 times\n",
            "",
            "<stdin>:1: unique\n",
        ),
        with(
            "count",
            case("all blank", "................", "", "<stdin>:1: 288\n"),
        ),
    ]
}

/// Tables and JSON Lines.
fn table_cases() -> Vec<Case> {
    let x = LINE.replacen('3', "x", 1);
    let broken = grid().replace("457", "4x7");
    let table = |row: &str| format!("id,puzzle,level\n{row}\n2,{LINE},3\n");
    let json = |line: &str| format!("{{\"puzzle\":\"{LINE}\"}}\n{line}\n");
    vec![
        case(
            "a row cut short",
            table(&format!("1,{LINE}")),
            "<stdin>:2:84: expected 3 fields in this row, as in the header, found 2\n",
            "<stdin>:3: unique\n",
        ),
        case(
            "a row with a comma too many",
            table(&format!("1,{LINE},4,5")),
            "<stdin>:2:87: expected 3 fields in this row, as in the header, found 4\n",
            "<stdin>:3: unique\n",
        ),
        case(
            "a puzzle cut short at the end of a table",
            format!("1,{LINE},3\n2,{}", &LINE[..40]),
            "<stdin>:2:43: expected 81 cells for a 9x9 puzzle, found 40\n",
            "<stdin>:1: unique\n",
        ),
        case(
            "a quote that is not closed",
            table(&format!("1,\"{LINE},4")),
            "<stdin>:2:3: expected a closing quote for the one that opens here, \
             found the end of the input\n",
            "<stdin>:3: unique\n",
        ),
        case(
            "something behind a quote",
            table(&format!("1,\"{LINE}\"?,4")),
            "<stdin>:2:86: expected `,` or the end of the line behind a closing quote, \
             found `?,4`\n",
            "<stdin>:3: unique\n",
        ),
        with(
            "check --column sudoku",
            case(
                "a column that is not there",
                table(&format!("1,{LINE},4")),
                "<stdin>:1:1: expected a column `sudoku` (--column), \
                 found `id`, `puzzle`, `level`\n",
                "",
            ),
        ),
        with(
            "check --column 5",
            case(
                "a column beyond the last",
                table(&format!("1,{LINE},4")),
                "<stdin>:1:1: expected a column 5 (--column), found 3 of them\n",
                "",
            ),
        ),
        case(
            "an empty field",
            table("1,,4"),
            "<stdin>:2:3: expected a puzzle, found nothing\n",
            "<stdin>:3: unique\n",
        ),
        case(
            "a field with words",
            table("1,no idea,4"),
            "<stdin>:2:3: expected a puzzle, found `no idea`\n",
            "<stdin>:3: unique\n",
        ),
        case(
            "a bad cell in a field",
            table(&format!("1,{x},4")),
            "<stdin>:2:14: expected a digit (1-9) or a blank, found `x`\n",
            "<stdin>:3: unique\n",
        ),
        case(
            "a bad cell in a field of several lines",
            table(&format!("1,\"{broken}\",4")),
            "<stdin>:6:6: expected a digit (1-9) or a blank, found `x`\n",
            "<stdin>:12: unique\n",
        ),
        case(
            "two puzzles in a field",
            table(&format!("1,\"{LINE}\n{LINE}\",4")),
            "<stdin>:3:1: expected one puzzle, found another\n",
            "<stdin>:4: unique\n",
        ),
        case(
            "JSON cut short",
            json("{\"puzzle\":\"8.."),
            "<stdin>:2:14: expected an object such as {\"puzzle\":\"…\"} on a line, \
             found bad JSON: EOF while parsing a string\n",
            "<stdin>:1: unique\n",
        ),
        case(
            "JSON without a puzzle",
            json("{\"id\":3}"),
            "<stdin>:2:1: expected a field `puzzle` (--column says its name), found `id`\n",
            "<stdin>:1: unique\n",
        ),
        case(
            "JSON with a number for a puzzle",
            json("{\"puzzle\":3}"),
            "<stdin>:2:11: expected a puzzle as a string or as an array of numbers, found `3`\n",
            "<stdin>:1: unique\n",
        ),
        case(
            "JSON with a bad cell",
            json(&format!("{{\"puzzle\":\"{x}\"}}")),
            "<stdin>:2:23: expected a digit (1-9) or a blank, found `x`\n",
            "<stdin>:1: unique\n",
        ),
    ]
}

#[test]
fn every_mistake_has_its_message() {
    let cases = [text_cases(), byte_cases(), table_cases()];
    let cases: Vec<Case> = cases.into_iter().flatten().collect();
    let mut wrong = String::new();
    for case in &cases {
        let run = satdoku_on(case.command, &case.input);
        let code = if case.stderr.is_empty() { 0 } else { 2 };
        if (run.stderr.as_str(), run.stdout.as_str(), run.code) != (case.stderr, case.stdout, code)
        {
            wrong += &format!(
                "{}: expected {code}\n{}{}found {}\n{}{}\n",
                case.name, case.stderr, case.stdout, run.code, run.stderr, run.stdout
            );
        }
    }
    assert_eq!(wrong, "");
    // With the files and outputs below these are more than fifty.
    assert!(cases.len() >= 40, "{}", cases.len());
}

/// Runs `check` on a file with these bytes; its folder is left out of what is printed.
fn check_file(name: &str, bytes: &[u8]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    check_path(&path, folder.path())
}

fn check_path(path: &Path, folder: &Path) -> Run {
    let mut command = satdoku("check");
    command.arg(path);
    let run = run(command, "");
    let folder = format!("{}/", folder.display());
    Run {
        stdout: run.stdout.replace(&folder, ""),
        stderr: run.stderr.replace(&folder, ""),
        code: run.code,
    }
}

#[test]
fn what_a_packed_file_holds_is_answered_before_its_error() {
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
    io::copy(&mut io::repeat(b'1').take(64 << 20), &mut encoder).unwrap();
    encoder.write_all(format!("\n{LINE}\n").as_bytes()).unwrap();
    let run = check_file("p.gz", &encoder.finish().unwrap());
    let expected = "p.gz:1:1048577: expected a line of at most 1048576 bytes (--max-line), \
                    found a longer one\n";
    assert_eq!((run.stderr.as_str(), run.code), (expected, 2));
    assert_eq!(run.stdout, "p.gz:2: unique\n");
}

#[test]
fn the_name_of_a_file_says_nothing() {
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

#[test]
fn files_that_cannot_be_read_say_why() {
    let folder = tempfile::tempdir().unwrap();
    let run = check_path(&folder.path().join("none"), folder.path());
    let expected = "none: cannot be opened: No such file or directory (os error 2)\n";
    assert_eq!(
        (run.stderr.as_str(), run.stdout.as_str(), run.code),
        (expected, "", 2)
    );
    fs::create_dir(folder.path().join("folder")).unwrap();
    let run = check_path(&folder.path().join("folder"), folder.path());
    let expected = "folder: cannot be read: Is a directory (os error 21)\n";
    assert_eq!(
        (run.stderr.as_str(), run.stdout.as_str(), run.code),
        (expected, "", 2)
    );
}

#[cfg(unix)]
#[test]
fn a_file_without_permission_says_so() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("secret");
    fs::write(&path, LINE).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    if fs::File::open(&path).is_ok() {
        eprintln!("left out: root may read every file");
        return;
    }
    let run = check_path(&path, folder.path());
    let expected = "secret: cannot be opened: Permission denied (os error 13)\n";
    assert_eq!(
        (run.stderr.as_str(), run.stdout.as_str(), run.code),
        (expected, "", 2)
    );
}

#[cfg(target_os = "linux")]
#[test]
fn outputs_that_cannot_be_written() {
    for (redirection, expected, code) in [
        (
            ">/dev/full",
            "cannot write to standard output: No space left on device (os error 28)\n",
            2,
        ),
        // Rust's runtime opens what is closed as /dev/null, before the program sees it.
        (">&-", "", 0),
    ] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("p"), LINE).unwrap();
        let run = run(shell(&format!("check p {redirection}"), folder.path()), "");
        assert_eq!(
            (run.stderr.as_str(), run.code),
            (expected, code),
            "{redirection}"
        );
    }
}

/// A shell that runs the program with these arguments.
fn shell(arguments: &str, folder: &Path) -> Command {
    let program = assert_cmd::cargo::cargo_bin!("satdoku").display();
    let mut shell = Command::new("bash");
    // Memory that is asked for and not used counts too, so this is far above what is needed.
    let limit = "ulimit -v 600000";
    shell
        .arg("-c")
        .arg(format!("{limit}; exec {program} {arguments}"));
    shell.current_dir(folder);
    shell
}

/// Each of these texts would take gigabytes if it was kept, and there are 600 MB.
#[cfg(target_os = "linux")]
#[test]
fn no_text_takes_more_memory_than_another() {
    let folder = tempfile::tempdir().unwrap();
    for (start, pattern, megabytes) in [
        ("", "1", 300),
        ("", "---------\n", 24),
        ("", "[State]\n", 8),
        ("", "\r", 8),
        ("id,puzzle\n1,\"", ",", 100),
        ("{\"puzzle\":\"", "[", 100),
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
        assert_eq!(output.status.code(), Some(2), "{name}");
    }
}

#[test]
fn a_file_is_not_written_while_it_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let puzzle = format!("{}\n", common::PUZZLES[0][0]);
    let shell = |command: &str| {
        std::fs::write(folder.path().join("p.txt"), &puzzle).unwrap();
        let output = common::run_example(command, folder.path());
        (
            output,
            std::fs::read_to_string(folder.path().join("p.txt")).unwrap(),
        )
    };
    let error = "p.txt: is input and output at the same time\n";
    for command in [
        "satdoku export p.txt -o p.txt",
        "satdoku export p.txt -o ./p.txt 2>&1 | sed s:./::",
        "ln -s p.txt link; satdoku export p.txt -o link 2>&1 | sed s/link/p.txt/",
    ] {
        assert_eq!(
            shell(command),
            (error.to_string(), puzzle.clone()),
            "{command}"
        );
    }
    // What the shell appends to would be read again, and again.
    let appended = shell("satdoku solve p.txt 2>&1 >> p.txt");
    assert_eq!(appended, (error.to_string(), puzzle.clone()));
    let appended = shell("satdoku solve < p.txt 2>&1 >> p.txt");
    let error = "<stdin>: is input and output at the same time\n";
    assert_eq!(appended, (error.to_string(), puzzle));
}
