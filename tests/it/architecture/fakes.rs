//! Small made-up crates that try to get around the rules, and honest ones.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::source::Sources;

/// Returns the violations in a crate of these files.
fn faults(files: &[(&str, &str)]) -> BTreeSet<String> {
    let root = (
        "lib.rs",
        "pub mod board; pub mod format; pub mod task; pub use task::Session;",
    );
    let others = [
        (
            "board/mod.rs",
            "mod cell; pub use cell::Cell; pub struct Puzzle;",
        ),
        ("board/cell.rs", "pub struct Cell;"),
        ("format.rs", "pub struct Form; pub fn write(form: Form) {}"),
        ("task/mod.rs", "mod session; pub use session::Session;"),
        (
            "task/session.rs",
            "pub struct Session; pub trait Ask { fn ask(&self) {} }",
        ),
    ];
    let mut sources = Sources::new();
    for (name, text) in [root].iter().chain(&others).chain(files) {
        sources.insert(PathBuf::from(name), text.to_string());
    }
    super::faults(&sources)
}

/// Asserts that `code`, as the file `board/cell.rs`, breaks exactly one rule.
#[track_caller]
fn assert_fault(code: &str, expected: &str) {
    let code = format!("pub struct Cell; {code}");
    assert_eq!(
        faults(&[("board/cell.rs", &code)]),
        BTreeSet::from([expected.to_string()])
    );
}

#[track_caller]
fn assert_honest(files: &[(&str, &str)]) {
    assert_eq!(faults(files), BTreeSet::new());
}

#[test]
fn an_honest_crate_passes() {
    assert_honest(&[]);
    assert_honest(&[(
        "task/session.rs",
        "use crate::{board::{self, Cell}, format::Form as F};
         pub struct Session { cell: Cell, puzzle: board::Puzzle }
         impl Session { pub fn text(&self) -> F { println!(\"{}\", crate::format::write(F)); F } }",
    )]);
}

#[test]
fn an_import_from_a_module_below_is_a_fault() {
    assert_fault(
        "use crate::format::Form;",
        "board::cell uses crate::format::Form",
    );
    assert_fault(
        "use super::super::format;",
        "board::cell uses super::super::format",
    );
    assert_fault(
        "fn f() -> crate::format::Form {}",
        "board::cell uses crate::format::Form",
    );
    assert_fault(
        "use crate::{board::Puzzle, format::{self}};",
        "board::cell uses crate::format",
    );
}

#[test]
fn a_reexport_at_the_root_is_seen_through() {
    assert_fault("use crate::{Session};", "board::cell uses crate::Session");
    assert_fault(
        "use crate::Session as Other;",
        "board::cell uses crate::Session",
    );
}

#[test]
fn a_glob_of_the_root_is_a_fault() {
    assert_fault(
        "use crate::*;",
        "board::cell imports everything from the root",
    );
    assert_fault(
        "use super::super::*;",
        "board::cell imports everything from the root",
    );
}

#[test]
fn a_name_through_a_glob_is_seen() {
    let found = faults(&[(
        "board/cell.rs",
        "pub struct Cell; use crate::*; fn f(s: Session) {}",
    )]);
    assert!(found.contains("board::cell uses Session"), "{found:?}");
}

#[test]
fn an_alias_of_the_root_is_seen_through() {
    assert_fault(
        "use crate as c; fn f() -> c::Session {}",
        "board::cell uses c::Session",
    );
    assert_fault(
        "use crate::{self as c}; use c::format::Form;",
        "board::cell uses c::format::Form",
    );
}

#[test]
fn an_alias_of_a_module_is_seen_through() {
    let files = [
        (
            "lib.rs",
            "pub mod board; pub mod format; pub mod task; pub(crate) use task as t;",
        ),
        ("board/cell.rs", "pub struct Cell; use crate::t::Session;"),
    ];
    let expected = BTreeSet::from(["board::cell uses crate::t::Session".to_string()]);
    assert_eq!(faults(&files), expected);
}

#[test]
fn the_name_of_the_crate_is_its_root() {
    assert_fault("use satdoku::Session;", "board::cell uses satdoku::Session");
}

#[test]
fn an_import_in_a_function_is_seen() {
    assert_fault(
        "fn f() { use crate::task::Session; }",
        "board::cell uses crate::task::Session",
    );
}

#[test]
fn a_path_in_a_macro_or_an_attribute_is_seen() {
    let expected = "board::cell uses crate::format::write";
    assert_fault(
        "fn f() { println!(\"{}\", crate::format::write(1)); }",
        expected,
    );
    assert_fault(
        "#[derive(S)] struct A { #[serde(with = \"crate::format::write\")] a: u8 }",
        expected,
    );
    assert_fault(
        "macro_rules! m { () => { $crate::format::write(1) } }",
        expected,
    );
}

#[test]
fn only_code_for_tests_may_import_anything() {
    let for_tests = "#[cfg(test)]\nuse crate::{\n    format::Form,\n    task::Session,\n};";
    let cell = format!(
        "pub struct Cell; {for_tests} #[cfg(all(test, unix))] mod tests {{ use crate::Session; }}"
    );
    assert_honest(&[("board/cell.rs", &cell)]);
    assert_fault(
        &format!("{for_tests} use crate::task;"),
        "board::cell uses crate::task",
    );
    assert_fault(
        "#[cfg(not(test))] use crate::task;",
        "board::cell uses crate::task",
    );
    assert_fault(
        "#[cfg(any(test, unix))] use crate::task;",
        "board::cell uses crate::task",
    );
}

#[test]
fn a_trait_of_std_for_a_type_above_is_a_fault() {
    // `"…".parse::<Puzzle>()` in `board` would call code of `format`.
    let format = "pub struct Form; pub fn write(form: Form) {}
        impl std::str::FromStr for crate::board::Puzzle { fn from_str(text: &str) {} }";
    let board = "pub struct Cell; fn f() { \"\".parse::<super::Puzzle>() }";
    let expected = "format implements std::str::FromStr for crate::board::Puzzle";
    let expected = BTreeSet::from([expected.to_string()]);
    assert_eq!(
        faults(&[("format.rs", format), ("board/cell.rs", board)]),
        expected
    );
}

#[test]
fn a_conversion_from_an_own_type_is_honest() {
    let form = "pub struct Form; pub fn write(form: Form) {} use crate::board::Cell;
        impl From<Form> for Cell { fn from(form: Form) -> Cell { Cell } }";
    assert_honest(&[("format.rs", form)]);
}

#[test]
fn a_call_of_a_method_that_a_module_below_adds_is_a_fault() {
    let session = "pub struct Session; impl crate::board::Puzzle { pub fn solve(&self) {} }";
    assert_honest(&[("task/session.rs", session)]);
    let expected = "board::cell calls a method of crate::board::Puzzle from task::session";
    let expected = BTreeSet::from([expected.to_string()]);
    for call in [
        "p.solve()",
        "super::Puzzle::solve(p)",
        "println!(\"{}\", p.solve())",
    ] {
        let cell = format!("pub struct Cell; fn f() {{ {call} }}");
        assert_eq!(
            faults(&[("task/session.rs", session), ("board/cell.rs", &cell)]),
            expected
        );
    }
}

#[test]
fn a_path_that_leads_to_no_definition_is_a_fault() {
    let expected = "board::cell uses crate::hidden::Thing, which leads to no definition";
    assert_fault("use crate::hidden::Thing;", expected);
}

#[test]
fn a_cycle_through_the_contents_of_a_folder_is_seen() {
    let files = [
        (
            "board/mod.rs",
            "mod cell; mod grid; pub use cell::Cell; pub use grid::Grid; pub struct Puzzle;",
        ),
        ("board/cell.rs", "pub struct Cell(super::Grid);"),
        (
            "board/grid.rs",
            "use crate::board::Cell; pub struct Grid(Cell);",
        ),
    ];
    let expected = BTreeSet::from(["cycle: board/cell.rs, board/grid.rs".to_string()]);
    assert_eq!(faults(&files), expected);
}

#[test]
fn a_cycle_of_a_folder_and_its_file_is_seen() {
    let files = [
        (
            "board/mod.rs",
            "mod cell; pub use cell::Cell; pub struct Puzzle(Cell);",
        ),
        (
            "board/cell.rs",
            "pub struct Cell; fn f(puzzle: super::Puzzle) {}",
        ),
    ];
    let expected = BTreeSet::from(["cycle: board/cell.rs, board/mod.rs".to_string()]);
    assert_eq!(faults(&files), expected);
}
