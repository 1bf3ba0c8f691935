//! The order of the modules, and cycles of files, checked on the parsed source.
//!
//! A module imports only from modules above it in [`ORDER`], files do not depend on each other in a
//! circle, and the engine that confirms answers shares nothing with those that it confirms.

mod fakes;
mod source;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use source::{Crate, Module, ModuleId, ROOT, Sources, Target};

/// The modules at the top level, in the direction in which data flows.
const ORDER: [&str; 10] = [
    "deadline",
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

/// Faults that are being removed. One that is gone has to be deleted here. Of a cycle, a smaller part
/// may be left.
const KNOWN: &[&str] = &["format implements FromStr for Puzzle"];

#[test]
fn modules_import_from_modules_above_and_files_form_no_cycles() {
    let found = faults(&read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")));
    let names = |fault: &str| -> BTreeSet<String> { fault.split(", ").map(name_of_file).collect() };
    let is_part = |fault: &str, known: &str| names(fault).is_subset(&names(known));
    let is_known = |fault: &&String| KNOWN.iter().any(|known| is_part(fault, known));
    let is_left = |known: &&&str| found.iter().any(|fault| is_part(fault, known));
    let new: Vec<&String> = found.iter().filter(|fault| !is_known(fault)).collect();
    let gone: Vec<&&str> = KNOWN.iter().filter(|known| !is_left(known)).collect();
    assert!(
        new.is_empty() && gone.is_empty(),
        "new: {new:#?}\nno longer there, to be deleted in KNOWN: {gone:#?}"
    );
}

fn name_of_file(text: &str) -> String {
    text.trim_start_matches("cycle: ").to_string()
}

/// Returns the source files in a folder.
fn read(folder: &Path) -> Sources {
    let mut sources = Sources::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(inner).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(folder).unwrap().to_path_buf();
                sources.insert(name, fs::read_to_string(path).unwrap());
            }
        }
    }
    sources
}

/// Returns all violations, as messages.
fn faults(sources: &Sources) -> BTreeSet<String> {
    let parsed = Crate::parse(sources);
    let mut faults = BTreeSet::new();
    for id in 0..parsed.modules.len() {
        let used = uses(&parsed, id);
        faults.extend(
            used.iter()
                .filter_map(|used| order_fault(&parsed, id, used)),
        );
        faults.extend(glob_faults(&parsed, id));
        faults.extend(impl_faults(&parsed, id));
    }
    let files = file_graph(&parsed);
    faults.extend(cycles(&files));
    faults.extend(mrv_faults(&files));
    faults
}

/// A path in a module and what it leads to.
struct Use<'a> {
    path: &'a [String],
    target: Target,
    is_reexport: bool,
}

fn uses(parsed: &Crate, id: ModuleId) -> Vec<Use<'_>> {
    let module = &parsed.modules[id];
    let imports = module.imports.iter().map(|import| Use {
        path: &import.path,
        target: parsed.resolve(id, &import.path),
        is_reexport: import.is_reexport,
    });
    let mentions = module.mentions.iter().map(|path| Use {
        path,
        target: parsed.resolve(id, path),
        is_reexport: false,
    });
    // A variable may have the name of a module.
    let mentions = mentions.filter(|used| match used.target {
        Target::Module(_) => used.path.len() > 1,
        _ => true,
    });
    imports.chain(mentions).collect()
}

/// Returns the position in [`ORDER`]; the root comes after everything.
fn rank(module: &Module) -> usize {
    let top = module.path.first();
    let position = top.map(|top| ORDER.iter().position(|name| name == top));
    match position {
        Some(Some(position)) => position,
        Some(None) => panic!("{} is not in ORDER", module.path.join("::")),
        None => ORDER.len(),
    }
}

fn order_fault(parsed: &Crate, id: ModuleId, used: &Use) -> Option<String> {
    let module = &parsed.modules[id];
    let names = format!("{} uses {}", module.path.join("::"), used.path.join("::"));
    match used.target {
        Target::Foreign => None,
        Target::Unresolved => Some(format!("{names}, which leads to no definition")),
        // The aliases of the root: what is imported through them is checked where it is used.
        Target::Module(ROOT) => None,
        Target::Module(target) | Target::Item(target) => {
            (rank(&parsed.modules[target]) > rank(module)).then_some(names)
        }
    }
}

/// Importing everything from the root would also bring traits into scope unseen.
fn glob_faults(parsed: &Crate, id: ModuleId) -> Option<String> {
    let module = &parsed.modules[id];
    let is_glob_of_root = |import: &source::Import| {
        import.name.is_none() && parsed.resolve(id, &import.path) == Target::Module(ROOT)
    };
    let found = id != ROOT && module.imports.iter().any(is_glob_of_root);
    found.then(|| {
        format!(
            "{} imports everything from the root",
            module.path.join("::")
        )
    })
}

/// Methods that a module adds to a type of a module above it can be called there without an
/// import.
fn impl_faults(parsed: &Crate, id: ModuleId) -> Vec<String> {
    let module = &parsed.modules[id];
    let rank_of = |path: &[String]| match parsed.resolve(id, path) {
        Target::Item(target) => Some(rank(&parsed.modules[target])),
        _ => None,
    };
    let is_own = |path: &Vec<String>| rank_of(path) == Some(rank(module));
    let mut faults = Vec::new();
    for block in &module.impls {
        let Some(type_rank) = rank_of(&block.on).filter(|of_type| *of_type < rank(module)) else {
            continue;
        };
        let place = module.path.join("::");
        let type_name = block.on.join("::");
        match &block.of {
            Some(name) if rank_of(name).is_none() && !block.arguments.iter().any(is_own) => {
                faults.push(format!(
                    "{place} implements {} for {type_name}",
                    name.join("::")
                ));
            }
            Some(_) => {}
            None => {
                let calls = |other: &&Module| {
                    let is_above = (type_rank..rank(module)).contains(&rank(other));
                    is_above
                        && !other.path.is_empty()
                        && block.methods.iter().any(|name| {
                            let is_other =
                                |m: &Module| rank(m) <= rank(other) && m.methods.contains(name);
                            let is_call =
                                other.called.contains(name) && !parsed.modules.iter().any(is_other);
                            is_call
                                || other
                                    .mentions
                                    .iter()
                                    .any(|path| path.ends_with(&[last(&block.on), name.clone()]))
                        })
                };
                let callers = parsed.modules.iter().filter(calls);
                faults.extend(callers.map(|caller| {
                    format!(
                        "{} calls a method of {type_name} from {place}",
                        caller.path.join("::")
                    )
                }));
            }
        }
    }
    faults
}

fn last(path: &[String]) -> String {
    path.last().cloned().unwrap_or_default()
}

/// For each file, the files that it depends on.
type FileGraph = BTreeMap<PathBuf, BTreeSet<PathBuf>>;

fn file_graph(parsed: &Crate) -> FileGraph {
    let mut graph = FileGraph::new();
    for (id, module) in parsed.modules.iter().enumerate() {
        let edges = graph.entry(module.file.clone()).or_default();
        for used in uses(parsed, id) {
            let (Target::Module(target) | Target::Item(target)) = used.target else {
                continue;
            };
            let to = &parsed.modules[target];
            // `mod.rs` lists what its files export, which depends on nothing.
            let is_contents = used.is_reexport && to.path.starts_with(&module.path);
            if !is_contents && target != ROOT && to.file != module.file {
                edges.insert(to.file.clone());
            }
        }
    }
    graph.remove(&parsed.modules[ROOT].file);
    graph
}

/// Returns all files that `file` depends on, directly or not.
fn reachable(graph: &FileGraph, file: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    let mut open = vec![file.to_path_buf()];
    while let Some(file) = open.pop() {
        let new = graph.get(&file).into_iter().flatten();
        open.extend(new.filter(|next| found.insert((*next).clone())).cloned());
    }
    found
}

/// Returns each largest set of files that all depend on each other.
fn cycles(graph: &FileGraph) -> BTreeSet<String> {
    let from: BTreeMap<_, _> = graph
        .keys()
        .map(|file| (file, reachable(graph, file)))
        .collect();
    let cycle = |file: &PathBuf| {
        let inside = from[file]
            .iter()
            .filter(|other| from.get(other).is_some_and(|back| back.contains(file)));
        let names: Vec<String> = inside.map(|file| file.display().to_string()).collect();
        (!names.is_empty()).then(|| format!("cycle: {}", names.join(", ")))
    };
    graph.keys().filter_map(cycle).collect()
}

/// `mrv` confirms the answers of the SAT path, so it may share nothing with it but the board.
fn mrv_faults(graph: &FileGraph) -> BTreeSet<String> {
    let is_sat = |file: &&PathBuf| {
        ["propagate", "sat", "engine/sat", "engine/sat.rs"]
            .iter()
            .any(|part| file.starts_with(part))
    };
    let is_mrv =
        |file: &&PathBuf| file.starts_with("engine/mrv") || file.ends_with("engine/mrv.rs");
    let mut faults = BTreeSet::new();
    for file in graph.keys().filter(is_mrv) {
        let reached = reachable(graph, file);
        faults.extend(
            reached
                .iter()
                .find(is_sat)
                .map(|sat| format!("{} depends on {}", file.display(), sat.display())),
        );
    }
    faults
}
