//! The rooms of the library: each imports only from rooms before it, and the engine that confirms
//! answers shares nothing with those that it confirms.
//!
//! Code that is only compiled for tests may import more, because tests compare rooms. Links in
//! comments are no imports.

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms, in the direction in which data flows.
const ROOMS: [&str; 9] = [
    "board",
    "propagate",
    "format",
    "sat",
    "engine",
    "task",
    "explain",
    "generate",
    "cli",
];

/// A path to a module or what is in it, from the root of the crate: `["board", "Cell"]`.
type Import = Vec<String>;

/// All source files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// The module that a file is, as names from the root of the crate.
fn module(file: &Path) -> Vec<String> {
    let names = file.with_extension("");
    let mut names: Vec<String> = names
        .components()
        .map(|name| name.as_os_str().to_string_lossy().into_owned())
        .collect();
    names.pop_if(|last| ["mod", "lib", "main"].contains(&last.as_str()));
    names
}

/// The lines of a source text that are compiled when nothing is tested, without comments, and the
/// names of modules in files of their own that are compiled for tests only.
fn without_tests(text: &str) -> (String, Vec<String>) {
    let mut code = String::new();
    let mut test_modules = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let indent = &line[..line.len() - line.trim_start().len()];
        if line.trim_start().starts_with("//") {
            continue;
        }
        if line.trim() != "#[cfg(test)]" {
            code += line;
            code.push('\n');
            continue;
        }
        // The item that this is about, up to the end of its block if it has one.
        let item = lines
            .by_ref()
            .find(|line| !line.trim_start().starts_with("#["));
        let item = item.unwrap_or_default();
        if let Some(name) = item.trim().strip_suffix(';') {
            test_modules.extend(name.split_whitespace().last().map(str::to_string));
        } else if item.ends_with('{') {
            let end = format!("{indent}}}");
            lines.by_ref().find(|line| *line == end);
        }
    }
    (code, test_modules)
}

/// Every path in `code`, which is the module `module`, that begins at the root of the crate or above
/// the module.
fn imports(code: &str, module: &[String]) -> Vec<Import> {
    let mut found = Vec::new();
    for (at, separator) in code.match_indices("::") {
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let head = code[..at]
            .rsplit(|c| !is_name(c))
            .next()
            .unwrap_or_default();
        let is_first = !code[..at - head.len()].ends_with("::");
        let base = match head {
            "crate" | "satdoku" => Vec::new(),
            "super" if is_first => module[..module.len().saturating_sub(1)].to_vec(),
            _ => continue,
        };
        expand(base, &code[at + separator.len()..], &mut found);
    }
    found
}

/// Adds to `found` what a path that goes on as `rest` behind `base` leads to: several where there
/// are braces. Returns what comes behind it.
fn expand<'a>(mut base: Import, mut rest: &'a str, found: &mut Vec<Import>) -> &'a str {
    loop {
        rest = rest.trim_start();
        if let Some(mut list) = rest.strip_prefix('{') {
            loop {
                list = list.trim_start_matches(|c: char| c == ',' || c.is_whitespace());
                match list.strip_prefix('}') {
                    Some(end) => return end,
                    None if list.is_empty() => return list,
                    None => list = expand(base.clone(), list, found),
                }
            }
        }
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
        let (name, behind) = rest.split_at(end.unwrap_or(rest.len()));
        if name == "super" {
            base.pop();
        } else if !name.is_empty() {
            base.push(name.to_string());
        }
        match behind.strip_prefix("::") {
            Some(more) => rest = more,
            None => {
                found.push(base);
                let alias = behind.trim_start().strip_prefix("as ");
                return alias.map_or(behind, |alias| {
                    alias.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_')
                });
            }
        }
    }
}

/// What is wrong with an import into a module, if anything is.
fn fault(module: &[String], import: &Import) -> Option<String> {
    let room = |names: &[String]| {
        ROOMS
            .iter()
            .position(|room| Some(*room) == names.first().map(String::as_str))
    };
    let to = room(import)?;
    let names = format!("{} imports {}", module.join("::"), import.join("::"));
    match room(module) {
        // What is in no room, such as the clock, is before all of them.
        None => Some(names),
        Some(from) if to > from => Some(names),
        Some(_) => {
            let is_mrv = module.len() > 1 && module[0] == "engine" && module[1] == "mrv";
            let is_sat = ["propagate", "sat"].contains(&import[0].as_str())
                || import.starts_with(&["engine".to_string(), "sat".to_string()]);
            (is_mrv && is_sat).then_some(names)
        }
    }
}

/// All faults of the sources in a folder.
fn faults(folder: &Path) -> (usize, Vec<String>) {
    let files = sources(folder);
    let read = |file: &PathBuf| {
        let module = module(file.strip_prefix(folder).unwrap());
        let (code, test_modules) = without_tests(&fs::read_to_string(file).unwrap());
        (module, code, test_modules)
    };
    let read: Vec<_> = files.iter().map(read).collect();
    let in_tests: Vec<Vec<String>> = read
        .iter()
        .flat_map(|(module, _, tests)| {
            let inside = |name: &String| [module.as_slice(), std::slice::from_ref(name)].concat();
            tests.iter().map(inside)
        })
        .collect();
    let mut count = 0;
    let mut faults = Vec::new();
    for (module, code, _) in &read {
        if module.is_empty() || in_tests.iter().any(|tests| module.starts_with(tests)) {
            continue;
        }
        let imports = imports(code, module);
        count += imports.len();
        faults.extend(imports.iter().filter_map(|import| fault(module, import)));
    }
    (count, faults)
}

#[test]
fn every_room_imports_only_from_rooms_before_it() {
    let (count, faults) = faults(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert!(count > 300, "only {count} imports were found");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn imports_are_read_in_all_their_forms() {
    let names = |path: &str| -> Vec<String> { path.split("::").map(String::from).collect() };
    let found = |code: &str, module: &str| -> Vec<String> {
        let imports = imports(code, &names(module));
        imports.iter().map(|import| import.join("::")).collect()
    };
    let code = "use crate::board::{self, Cell, grid::{Grid as G, SYMBOLS}};\nuse crate::sat::*;";
    let expected = [
        "board::self",
        "board::Cell",
        "board::grid::Grid",
        "board::grid::SYMBOLS",
        "sat",
    ];
    assert_eq!(found(code, "engine"), expected);
    assert_eq!(
        found("use crate::{\n    board::Cell,\n    sat,\n};", "task"),
        ["board::Cell", "sat"]
    );
    assert_eq!(
        found("use super::super::{sat, End};", "engine::mrv::state"),
        ["engine::sat", "engine::End"]
    );
    assert_eq!(
        found("fn f() -> crate::task::Verdict { g::<u8>() }", "cli"),
        ["task::Verdict"]
    );
    let text = "//! [`x`](crate::task)\nuse a;\n#[cfg(test)]\nmod testing;\n#[cfg(test)]\nmod tests {\n    use crate::task;\n}\nuse b;";
    let (code, tests) = without_tests(text);
    assert_eq!(
        (code.as_str(), tests),
        ("use a;\nuse b;\n", vec!["testing".to_string()])
    );
}

#[test]
fn imports_that_break_the_rule_are_seen() {
    let names = |path: &str| -> Vec<String> { path.split("::").map(String::from).collect() };
    let is_fault = |module, import| fault(&names(module), &names(import)).is_some();
    assert!(is_fault("board::grid", "format::Form"));
    assert!(is_fault("engine::sat", "task::Verdict"));
    assert!(is_fault("deadline", "board::Cell"));
    assert!(is_fault("engine::mrv::state", "propagate::Candidates"));
    assert!(is_fault("engine::mrv", "engine::sat::Sat"));
    assert!(!is_fault("engine::sat", "propagate::Candidates"));
    assert!(!is_fault("engine::mrv", "engine::Work"));
    assert!(!is_fault("task", "Deadline"));
}
