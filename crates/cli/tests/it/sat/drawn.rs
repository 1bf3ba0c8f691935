//! Drawn constraints as clauses: exported, read back, certified, and left out.

use std::fs;

use serde_json::{Value, json};

use crate::common::{run_example, satdoku_on, satdoku_with};

/// A puzzle of 4×4 cells with one solution and constraints that become houses with digit sets,
/// relations and automata, as a constraint string.
const UNIQUE: &str = ".Shape~4x4.Thermo~R1C1~R1C2~R1C3.Arrow~R2C1~R3C1~R3C2\
                      .Sum~8~R2C1~R3C3~R4C4.Cage~9~R2C4~R1C4~R3C4.Renban~R4C1~R4C2~R3C1";
const SOLUTION: &str = "1234341221434321";

/// The only object of an answer.
fn object(answer: &str) -> Value {
    serde_json::from_str(answer).expect(answer)
}

#[test]
fn exported_formulas_are_read_back_with_their_constraints() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("puzzle.txt"), UNIQUE).unwrap();
    let shell = |command: &str| run_example(command, folder.path());
    let import = "cadical puzzle.cnf | satdoku import --cnf puzzle.cnf";
    for encoding in ["minimal", "efficient", "extended", "reduced"] {
        let export = format!("satdoku export puzzle.txt -o puzzle.cnf --encoding {encoding}");
        assert_eq!(shell(&export), "");
        let cnf = fs::read_to_string(folder.path().join("puzzle.cnf")).unwrap();
        assert!(cnf.contains("; thermometer r1c1 r1c2 r1c3; "), "{cnf}");
        assert_eq!(shell(import).trim_end(), SOLUTION, "{encoding}");
        assert_eq!(shell(&format!("{export} --block-solution")), "");
        let checked = shell(import);
        assert!(checked.ends_with(": unique\n"), "{encoding}: {checked}");
    }
}

#[test]
fn certificates_cover_constraints() {
    let none = UNIQUE.replace("Cage~9", "Cage~8");
    let impossible = ".Shape~4x4.Cage~20~R1C1~R1C2~R2C1";
    let folder = tempfile::tempdir().unwrap();
    let checked = satdoku_with(
        "check --certify",
        [folder.path()],
        format!("{UNIQUE}\n{none}\n{impossible}\n"),
    );
    assert_eq!(checked.code, 1, "{}{}", checked.stdout, checked.stderr);
    for number in 1..=3 {
        let read = |ending| {
            fs::read_to_string(folder.path().join(format!("00000{number}.{ending}"))).unwrap()
        };
        assert_eq!(
            crate::common::drat::check(&read("cnf"), &read("drat")),
            Ok(()),
            "{number}"
        );
    }
}

#[test]
fn a_conflict_names_constraints_and_givens() {
    let checked = satdoku_on("check", ".Cage~17~R1C1~R1C2.~R1C5_9");
    let expected = "<stdin>:1: none: cage 17 r1c1 r1c2 and r1c5=9 contradict each other\n";
    assert_eq!(checked.out(), (expected, 1));
    let checked = satdoku_on("check --format jsonl", ".Cage~17~R1C1~R1C2.~R1C5_9");
    let object = object(&checked.stdout);
    assert_eq!(object["conflict"], json!(["cage 17 r1c1 r1c2", "r1c5=9"]));
}

#[test]
fn redundant_constraints_are_listed_and_removed() {
    let minimised = satdoku_on("minimise --remove constraints --format jsonl", UNIQUE);
    let minimal = object(&minimised.stdout);
    assert_eq!(
        minimal["removed"],
        json!(["renban r4c1 r4c2 r3c1"]),
        "{minimal}"
    );
    let listed = satdoku_on("check --redundant", UNIQUE);
    let expected = "<stdin>:1: unique, any one of these can be removed: renban r4c1 r4c2 r3c1\n";
    assert_eq!(listed.out(), (expected, 0));
    let checked = satdoku_on("check --redundant --format jsonl", UNIQUE);
    let object = object(&checked.stdout);
    assert_eq!(
        (&object["minimal"], &object["redundant"]),
        (&json!(false), &json!(["renban r4c1 r4c2 r3c1"]))
    );
}
