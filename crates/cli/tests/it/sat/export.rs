//! `satdoku export`: DIMACS files with comments, and external solvers that agree on them.

use crate::common::{HARDEST, HARDEST_SOLUTION, PUZZLES, satdoku, satdoku_on};

/// The header's counts and the clauses.
fn parse(cnf: &str) -> (usize, usize, Vec<Vec<i64>>) {
    let mut lines = cnf.lines().skip_while(|line| line.starts_with("c "));
    let header: Vec<&str> = lines.next().unwrap().split(' ').collect();
    assert_eq!(header[..2], ["p", "cnf"]);
    let clauses: Vec<Vec<i64>> = lines
        .map(|line| {
            let numbers = line.split(' ').map(|number| number.parse().unwrap());
            let mut numbers: Vec<i64> = numbers.collect();
            assert_eq!(numbers.pop(), Some(0), "{line}");
            numbers
        })
        .collect();
    (
        header[2].parse().unwrap(),
        header[3].parse().unwrap(),
        clauses,
    )
}

#[test]
fn the_header_counts_clauses_and_givens_are_unit_clauses() {
    for (encoding, count) in [
        ("minimal", 8_829),
        ("efficient", 11_745),
        ("extended", 11_988),
    ] {
        let run = satdoku_on(&format!("export --encoding {encoding}"), HARDEST);
        assert_eq!(run.err(), ("", 0));
        let (variables, promised, clauses) = parse(&run.stdout);
        assert_eq!((variables, promised), (729, count + 21), "{encoding}");
        assert_eq!(clauses.len(), promised);
        let units: Vec<i64> = clauses
            .iter()
            .filter(|c| c.len() == 1)
            .map(|c| c[0])
            .collect();
        assert_eq!(units.len(), 21);
        // r1c1=8, r2c3=3, r2c4=6
        assert_eq!(units[..3], [8, (9 + 2) * 9 + 3, (9 + 3) * 9 + 6]);
    }
    let plain = satdoku_on("export", HARDEST).stdout;
    assert_eq!(
        plain,
        satdoku_on("export --encoding extended", HARDEST).stdout
    );
}

#[test]
fn comments_describe_the_puzzle_and_the_variables() {
    let run = satdoku_on("export --block-solution", HARDEST);
    for line in [
        format!("c puzzle {}", HARDEST.replace([' ', '\n'], "")),
        "c encoding extended".to_string(),
        format!("c blocked {HARDEST_SOLUTION}"),
        "c variable of digit d in row r, column c (all from 1): ((r-1)*9 + (c-1))*9 + d"
            .to_string(),
    ] {
        assert!(run.stdout.lines().any(|found| found == line), "{line}");
    }
    let reduced = satdoku_on("export --encoding reduced", HARDEST).stdout;
    let (variables, _, _) = parse(&reduced);
    let named = reduced
        .lines()
        .filter(|line| line.starts_with("c variable "))
        .count();
    assert_eq!(named, variables);
    assert!(reduced.contains("\nc fixed r1c1=8\n"));
    assert!(reduced.contains("\nc variable 1 r1c2="));
}

#[test]
fn the_blocking_clause_excludes_the_solution() {
    let plain = satdoku_on("export", HARDEST).stdout;
    let blocked = satdoku_on("export --block-solution", HARDEST).stdout;
    let (_, plain_count, plain) = parse(&plain);
    let (_, blocked_count, blocked) = parse(&blocked);
    assert_eq!(blocked_count, plain_count + 1);
    assert_eq!(blocked[..plain_count], plain);
    let clause = blocked.last().unwrap();
    assert_eq!(clause.len(), 81 - 21);
    // The first blank cell is r1c2, and its digit is 1.
    assert_eq!(clause[0], -(9 + 1));
}

#[test]
fn files_and_folders() {
    let folder = tempfile::tempdir().unwrap();
    let two = format!("{}\n{}\n", PUZZLES[0][0], PUZZLES[2][0]);
    let to = |target: &str, input: &str| {
        let mut command = satdoku("export -o");
        command.arg(format!("{}/{target}", folder.path().display()));
        crate::common::run(command, input)
    };
    let expected = |puzzle: &str| satdoku_on("export", puzzle).stdout;
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();

    assert_eq!(to("one.cnf", PUZZLES[0][0]).code, 0);
    assert_eq!(read("one.cnf"), expected(PUZZLES[0][0]));
    assert_eq!(to("many/", &two).code, 0);
    assert_eq!(read("many/000001.cnf"), expected(PUZZLES[0][0]));
    assert_eq!(read("many/000002.cnf"), expected(PUZZLES[2][0]));

    let refused = to("both.cnf", &two);
    assert_eq!(
        refused.stderr,
        "expected one puzzle, found several: give a folder for them (-o DIR/)\n"
    );
    assert_eq!(refused.code, 2);
    assert!(!folder.path().join("both.cnf").exists());
    let refused = satdoku_on("export", &two);
    assert_eq!(refused.out(), ("", 2));
    // There are no other files.
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn a_puzzle_without_a_solution_has_none_to_block() {
    let clash = "11..............";
    let run = satdoku_on("export --block-solution", clash);
    assert_eq!(
        run.stderr,
        "<stdin>:1: no solution to block: r1c1=1 and r1c2=1 in row 1\n"
    );
    assert_eq!(run.out(), ("", 1));
    assert_eq!(satdoku_on("export", clash).code, 0);
}

#[test]
fn export_has_exit_codes() {
    let bad = "1".repeat(80);
    assert_eq!(satdoku_on("export", &bad).code, 2);
    let run = satdoku_on("export --exit-zero", &bad);
    assert_eq!(run.out(), ("", 0));
    let run = satdoku_on("export --block-solution --exit-zero", "11..............");
    assert_eq!(run.out(), ("", 0));
}

#[test]
fn files_named_gz_are_compressed_and_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let shell = |command: &str| crate::common::run_example(command, folder.path());
    std::fs::write(folder.path().join("p.txt"), HARDEST).unwrap();
    assert_eq!(shell("satdoku export p.txt -o x.cnf.gz"), "");
    assert_eq!(
        shell("satdoku export p.txt | cmp - <(gzip -dc x.cnf.gz)"),
        ""
    );
    let line = format!("{HARDEST_SOLUTION}\n");
    // Only the positive literals, which is enough.
    let digits = HARDEST_SOLUTION.bytes().enumerate();
    let literals: Vec<String> = digits
        .map(|(cell, digit)| (cell * 9 + usize::from(digit - b'0')).to_string())
        .collect();
    let result = format!("s SATISFIABLE\nv {} 0\n", literals.join(" "));
    std::fs::write(
        folder.path().join("result.gz"),
        crate::common::gzip(result.as_bytes()),
    )
    .unwrap();
    let import = "satdoku import --format line --cnf x.cnf.gz result.gz";
    assert_eq!(shell(import), line);
    let import = "satdoku import --format line --cnf - result.gz < x.cnf.gz";
    assert_eq!(shell(import), line);
}
