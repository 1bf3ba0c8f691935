//! Defects of the past. The name of a test says what went wrong.

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use satdoku_text::{ReadOptions, Reader};

use crate::common::{PUZZLES, first_line, objects, run_example, satdoku_on};

#[test]
fn a_frame_below_an_abandoned_grid_made_the_reader_panic() {
    let text = &b"---------]\n\n-"[..];
    let records = Reader::with_limit("text", text, ReadOptions::default(), 11);
    assert!(records.count() > 0);
}

#[test]
fn a_list_of_cells_counted_from_0_without_digits_made_the_reader_panic() {
    for text in [
        "A0=0\n#\nba",
        "r0c0=18446744073709551615",
        "r18446744073709551615c0=1",
    ] {
        for shape in [None, Some("3x3".parse().unwrap())] {
            let options = ReadOptions {
                shape,
                ..ReadOptions::default()
            };
            let records: Vec<_> = Reader::new("text", text.as_bytes(), options).collect();
            assert!(
                records
                    .iter()
                    .flatten()
                    .all(|record| record.content.is_err()),
                "{text}"
            );
        }
    }
}

#[test]
fn a_board_beyond_all_alphabets_was_written_so_that_it_could_not_be_read() {
    let blank = ". ".repeat(87);
    let wrapped = format!("1 {blank}\n{}", format!(". {blank}\n").repeat(21));
    let run = satdoku_on("convert --box 1x44 --alphabet 1-9A", wrapped);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let again = satdoku_on("convert --box 1x44 --alphabet 1-9A", &run.stdout);
    assert_eq!(again.stdout, run.stdout);
}

#[test]
fn sixteen_4x4_lines_were_read_as_a_16x16_grid() {
    for count in [16, 40] {
        let run = satdoku_on("convert", "1.....2..3.....4\n".repeat(count));
        assert_eq!(run.stdout, "1.....2..3.....4\n".repeat(count));
    }
}

#[test]
fn the_search_for_a_smallest_step_overflowed_the_stack() {
    let puzzle =
        ".7......2...23.91.....4..6.9..7....5....5.1..1..48...35..3......38......46.81....";
    assert_eq!(satdoku_on("rate", puzzle).code, 0);
}

#[test]
fn rows_of_dashes_were_read_as_a_frame() {
    let grid = format!("1--------\n{}", "---------\n".repeat(8));
    let run = satdoku_on("convert --format line", grid);
    assert_eq!(run.stdout, format!("1{}\n", ".".repeat(80)));
    let run = satdoku_on("convert --format line", "-".repeat(81));
    assert_eq!(run.stdout, format!("{}\n", ".".repeat(81)));
}

/// Returns a puzzle with these symbols for its digits and blanks. The middle cell and `percent` of the
/// others are givens.
fn puzzle_in(symbols: &str, blank: char, percent: u32, random: &mut ChaCha8Rng) -> String {
    let symbols: Vec<char> = symbols.chars().collect();
    let (size, side) = (symbols.len(), symbols.len().isqrt());
    let cells = (0..size * size).map(|cell| {
        let (row, column) = (cell / size, cell % size);
        if 2 * cell == size * size - size % 2 || random.random_ratio(percent, 100) {
            symbols[(row % side * side + row / side + column) % size]
        } else {
            blank
        }
    });
    cells.collect()
}

/// Splits a puzzle on a line into rows.
fn rows_of(line: &str) -> String {
    let cells: Vec<char> = line.chars().collect();
    let rows = cells.chunks(cells.len().isqrt());
    rows.map(|row| row.iter().collect::<String>() + "\n")
        .collect()
}

#[test]
fn puzzles_of_letters_were_lost_in_lists() {
    let random = &mut ChaCha8Rng::seed_from_u64(11);
    // Symbols of the digits, symbol of the blank, and percentage of givens.
    let kinds = [
        ("123456789", '.', 40),
        ("DGBHAFCIE", '.', 60),
        ("dgbhafcie", '-', 90),
        ("123456789", 'x', 40),
        ("123456789", 'x', 5),
        ("123456789", 'O', 15),
        ("123456789", '~', 8),
        ("9GA84C1EB2F57D36", '.', 70),
        ("9GA84C1EB2F57D36", 'x', 70),
        ("LAPDHBOCJEMFNGKI", '.', 70),
        ("LAPDHBOCJEMFNGKI", '.', 95),
        ("lapdhbocjemfngki", 'x', 80),
        ("XAYKBTCSDREQFPGOHNIMJLUVW", '.', 90),
        ("XAYKBTCSDREQFPGOHNIMJLUVW", '.', 97),
    ];
    for _ in 0..6 {
        let (mut lines, mut grids, mut objects) = (String::new(), String::new(), String::new());
        let mut titled = String::from("Some puzzles\n");
        let mut table = String::from("id,puzzle\n");
        let mut at: [Vec<usize>; 5] = Default::default();
        let add = |text: &mut String, begins: &mut Vec<usize>, before: &str, puzzle: &str| {
            *text += before;
            begins.push(text.matches('\n').count() + 1);
            *text += puzzle;
        };
        let mut order: Vec<usize> = (1..kinds.len()).collect();
        order.shuffle(random);
        for (number, kind) in std::iter::once(0).chain(order).enumerate() {
            let (symbols, blank, percent) = kinds[kind];
            let line = puzzle_in(symbols, blank, percent, random);
            add(&mut lines, &mut at[0], "", &format!("{line}\n"));
            add(&mut titled, &mut at[1], "", &format!("{line}\n"));
            let before = if random.random() { "\n" } else { "\nNext\n" };
            add(&mut grids, &mut at[2], before, &rows_of(&line));
            add(&mut table, &mut at[3], "", &format!("{number},{line}\n"));
            let object = format!("{{\"puzzle\":\"{line}\"}}\n");
            add(&mut objects, &mut at[4], "", &object);
        }
        for (text, begins) in [lines, titled, grids, table, objects].iter().zip(&at) {
            let run = satdoku_on("solve --format jsonl", text.as_bytes());
            let answers = run.stdout.lines().map(|line| {
                let answer: serde_json::Value = serde_json::from_str(line).unwrap();
                let is_solved = answer["solution"].is_string();
                (answer["line"].as_u64().unwrap() as usize, is_solved)
            });
            let expected: Vec<(usize, bool)> = begins.iter().map(|line| (*line, true)).collect();
            assert_eq!(
                answers.collect::<Vec<_>>(),
                expected,
                "{text}{}",
                run.stderr
            );
        }
    }
}

/// Neither the header nor the first rows show which column has the puzzles.
#[test]
fn a_header_above_bad_rows_was_not_recognised() {
    let puzzle = PUZZLES[0][0];
    let input = format!("name,clues\nfirst,n/a\nsecond,\nthird,12\nfourth,{puzzle}\n");
    let run = satdoku_on("check --format csv --no-filename", input);
    let mut reader = csv::Reader::from_reader(run.stdout.as_bytes());
    assert_eq!(&reader.headers().unwrap()[0], "name");
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let verdicts: Vec<(&str, &str)> = rows.iter().map(|row| (&row[0], &row[2])).collect();
    let invalid = ["first", "second", "third"].map(|name| (name, "invalid"));
    assert_eq!(verdicts, [&invalid[..], &[("fourth", "unique")]].concat());
}

fn generate(options: &str) -> String {
    satdoku_on(&format!("generate {options}"), "").stdout
}

#[test]
fn a_drawn_jigsaw_was_read_as_a_plain_board() {
    for options in ["", "--box 1x6"] {
        let picture = generate(&format!("-n 2 --seed 4 --regions random {options}"));
        let run = satdoku_on("check --format jsonl", &picture);
        let read = run.objects();
        let expected = generate(&format!(
            "-n 2 --seed 4 --regions random --format jsonl {options}"
        ));
        let expected = objects(&expected);
        assert_eq!((read.len(), run.code), (2, 0), "{}", run.stderr);
        for (read, expected) in read.iter().zip(&expected) {
            assert_eq!(read["regions"], expected["regions"], "{picture}");
            assert_eq!(read["solution"], expected["solution"], "{picture}");
        }
    }
}

#[test]
fn a_closed_pipe_hid_an_earlier_error() {
    let (line, run) = first_line("solve missing", 20_000);
    assert_eq!(line.len(), 82);
    let said = "missing: cannot be opened";
    run.assert_reports_first(said);
    assert_eq!(run.code, 2);
}

#[test]
#[cfg(unix)]
fn an_input_with_two_names_was_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let map = "AABB\nAABB\nCCDD\nCCDD\n";
    let shell = |command: &str| {
        std::fs::write(folder.path().join("m.txt"), map).unwrap();
        std::fs::write(folder.path().join("p.txt"), "1.....2..3.....4\n").unwrap();
        run_example(command, folder.path())
    };
    for (command, name) in [
        ("satdoku export --regions m.txt p.txt -o m.txt", "m.txt"),
        ("ln p.txt hard; satdoku export p.txt -o hard", "hard"),
        (
            "ln m.txt map; satdoku export --regions m.txt p.txt -o map",
            "map",
        ),
        (
            "mkdir d; ln p.txt d/000001.cnf; satdoku export p.txt -o d/",
            "d/000001.cnf",
        ),
    ] {
        let error = format!("{name}: is input and output at the same time\n");
        assert_eq!(shell(command), error, "{command}");
    }
    // Opening a named pipe would block.
    let run = shell("mkdir f; mkfifo f/000001.cnf; timeout 60 satdoku export p.txt -o f/; echo $?");
    assert_eq!(run, "f/000001.cnf: exists and is not a file\n2\n");
}

#[test]
fn a_long_number_before_a_colon_was_read_as_another_puzzle() {
    let grid = ".".repeat(9) + "\n";
    let rule = "contains-exactly 20 1 119165720422239: r3c4 r8c1";
    let run = satdoku_on("convert", format!("{}{rule}\n", grid.repeat(9)));
    let message =
        "<stdin>:10:1: expected digits from 1 to 9 in `contains-exactly 20 …`, found 20\n";
    run.assert_reports_first(message);
}

#[test]
#[cfg(unix)]
fn inputs_other_than_puzzle_files_were_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let puzzle = "1.....2..3.....4\n";
    for (before, command, name) in [
        ("", "bench p.txt -o p.txt", "p.txt"),
        ("", "hint --filled f.txt p.txt -o f.txt", "f.txt"),
        ("", "generate -q --pattern f.txt -o f.txt", "f.txt"),
        ("", "generate -q --from f.txt -o f.txt", "f.txt"),
        ("", "generate -q --regions m.txt -o m.txt", "m.txt"),
        (
            "",
            "import --format csv --cnf c.cnf f.txt -o c.cnf",
            "c.cnf",
        ),
        (
            "",
            "import --format csv --cnf c.cnf f.txt -o f.txt",
            "f.txt",
        ),
        (
            "mkdir d; ln p.txt d/000001.txt; ",
            "solve p.txt -o d/",
            "d/000001.txt",
        ),
        (
            "ln p.txt d/000001.solution; ",
            "check -q p.txt --certify d",
            "d/000001.solution",
        ),
    ] {
        for file in ["p.txt", "f.txt"] {
            std::fs::write(folder.path().join(file), puzzle).unwrap();
        }
        std::fs::write(folder.path().join("m.txt"), "AABB\nAABB\nCCDD\nCCDD\n").unwrap();
        run_example("satdoku export p.txt -o c.cnf", folder.path());
        let read = || std::fs::read(folder.path().join(name)).unwrap_or_default();
        let shell = format!("{before}cp {name} kept; satdoku {command}; echo $?");
        let printed = run_example(&shell, folder.path());
        let error = format!("{name}: is input and output at the same time\n2\n");
        assert!(printed.ends_with(&error), "{command}: {printed}");
        assert!(read() == std::fs::read(folder.path().join("kept")).unwrap());
    }
}

#[test]
fn constraints_and_regions_beside_from_were_ignored() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("f.txt"), ".".repeat(16)).unwrap();
    let generate = |options: &str| {
        let command = format!("satdoku generate -q --seed 1 --from f.txt {options}; echo $?");
        run_example(&command, folder.path())
    };
    let made = generate("--constraint 'cage 3 r2c1 r3c1'");
    assert!(made.ends_with("; cage 3 r2c1 r3c1\n0\n"), "{made}");
    let solved = satdoku_on("solve", made.lines().next().unwrap()).stdout;
    let sum = [4, 8].map(|cell| i32::from(solved.as_bytes()[cell] - b'0'));
    assert_eq!(sum.iter().sum::<i32>(), 3, "{solved}");
    for options in ["--regions random", "--constraint nonsense"] {
        let refused = generate(options);
        assert!(refused.ends_with("\n2\n"), "{options}: {refused}");
    }
}

#[test]
fn rows_of_generated_boards_that_are_no_squares_made_the_program_panic() {
    for (rule, field) in [
        ("board 3x4", "board 3x4"),
        ("digits 0-8", "digits 0-8"),
        ("samurai", "samurai"),
    ] {
        for format in ["jsonl", "csv"] {
            let mut command = crate::common::satdoku("generate --seed 1 --no-confirm --format");
            command.args([format, "--constraint", rule]);
            let run = crate::common::run(command, "");
            assert_eq!(run.err(), ("", 0), "{rule}");
            run.assert_prints(field);
            let read = satdoku_on("convert --format line", &run.stdout);
            assert_eq!(read.err(), ("", 0), "{rule}");
        }
    }
}

/// Rating this puzzle takes seconds.
#[test]
fn pages_rated_their_puzzles_without_a_limit() {
    let hard = format!("{}\n", crate::common::HARDEST_LINE);
    let begin = std::time::Instant::now();
    for command in [
        "convert --format html",
        "solve --timeout 0.01 --format html",
    ] {
        let run = satdoku_on(command, hard.repeat(20));
        assert!(run.code < 2, "{}", run.stderr);
    }
    assert!(begin.elapsed().as_secs() < 10);
}

#[test]
fn certificates_were_deleted_before_the_input_was_opened() {
    let folder = tempfile::tempdir().unwrap();
    let shell = |command: &str| run_example(command, folder.path());
    shell("echo 1.....2..3.....4 | satdoku check --certify d");
    let files = shell("ls d");
    assert!(files.contains("index.jsonl"), "{files}");
    let printed = shell("satdoku check --certify d nofile.txt");
    assert!(
        printed.starts_with("nofile.txt: cannot be opened"),
        "{printed}"
    );
    assert_eq!(shell("ls d"), files);
    shell("echo 11.............. | satdoku check --certify d");
    assert!(!shell("ls d").contains("000001.solution"));
}

#[test]
#[cfg(unix)]
fn an_interrupt_lost_the_index_of_the_files() {
    use rustix::process::{Pid, Signal, kill_process};
    for (options, index) in [
        ("check -q --certify d", "d/index.jsonl"),
        ("export -q -o d/", "d/manifest.csv"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let puzzles = format!("{}\n", PUZZLES[0][0]).repeat(20_000);
        std::fs::write(folder.path().join("p.txt"), puzzles).unwrap();
        let mut command = crate::common::satdoku(&format!("{options} p.txt"));
        let command = command.current_dir(folder.path());
        let mut child = command.stdout(std::process::Stdio::null()).spawn().unwrap();
        while !folder.path().join("d/000020.cnf").exists() {
            assert_eq!(child.try_wait().unwrap(), None);
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130));
        let index = std::fs::read_to_string(folder.path().join(index)).unwrap();
        assert!(index.lines().count() > 10, "{options}");
        let mut files = std::fs::read_dir(folder.path().join("d")).unwrap();
        let is_incomplete = |name: std::ffi::OsString| name.to_string_lossy().starts_with('.');
        assert!(!files.any(|file| is_incomplete(file.unwrap().file_name())));
        let last = index.lines().last().unwrap();
        let cnf = last.split(['"', ',']).find(|part| part.ends_with(".cnf"));
        assert!(
            folder.path().join("d").join(cnf.unwrap()).exists(),
            "{last}"
        );
    }
}

#[test]
fn the_help_of_kinds_was_an_empty_list() {
    let help = satdoku_on("generate --help", "").stdout;
    assert!(help.contains("All: cage, "), "{help}");
}

#[test]
fn some_inputs_could_not_be_standard_input_compressed_or_a_column() {
    let folder = tempfile::tempdir().unwrap();
    let line = crate::common::HARDEST_LINE;
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).unwrap();
    write("f.gz", &crate::common::gzip(line.as_bytes()));
    write("t.csv", format!("id,other,mine\n1,x,{line}\n").as_bytes());
    let shell = |command: &str| run_example(command, folder.path());
    for command in [
        format!("satdoku hint --filled f.gz {line}"),
        format!("gzip -dc f.gz | satdoku hint --filled - {line}"),
        "satdoku generate -q --from f.gz".to_string(),
        "gzip -dc f.gz | satdoku generate -q --from -".to_string(),
        "satdoku canonical --column mine t.csv".to_string(),
        "satdoku shuffle -q --column 3 t.csv".to_string(),
        "satdoku bench --engine mrv --column mine t.csv".to_string(),
    ] {
        let printed = shell(&format!("{command} > /dev/null; echo $?"));
        assert_eq!(printed, "0\n", "{command}");
    }
}

#[test]
fn boxes_that_do_not_fill_the_board_were_replaced() {
    let mut command = crate::common::satdoku("generate --seed 1 --box 2x3 --constraint");
    command.arg("board 9x9");
    let run = crate::common::run(command, "");
    let error = "`box 2x3`: expected boxes that fill a board of 9x9, found 2x3";
    run.assert_reports(error);
    assert_eq!(run.out(), ("", 2));
}

/// The wrong answer of a solver was hidden by the exit code of the interrupt.
#[test]
#[cfg(unix)]
fn an_interrupt_hid_the_exit_code_of_a_bug() {
    use rustix::process::{Pid, Signal, kill_process};
    use std::io::{BufRead, BufReader, Write};
    let mut command = crate::common::satdoku("check --format jsonl --solver");
    command.arg("sh -c 'echo s UNSATISFIABLE'");
    let command = command.stdin(std::process::Stdio::piped());
    let mut child = command
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "{}", crate::common::HARDEST_LINE).unwrap();
    let mut line = String::new();
    let stdout = child.stdout.take().unwrap();
    BufReader::new(stdout).read_line(&mut line).unwrap();
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(3), "{line}");
    drop(stdin);
}

#[test]
fn names_of_techniques_as_rate_prints_them_were_refused() {
    for name in ["X-wing", "naked pair", "locked candidates (pointing)"] {
        let mut command = crate::common::satdoku("generate --seed 1 --technique");
        let run = crate::common::run(
            {
                command.arg(name);
                command
            },
            "",
        );
        assert_eq!(run.err(), ("", 0), "{name}");
    }
    let run = satdoku_on("generate --technique xwing", "");
    run.assert_reports("naked-pair, ");
}
