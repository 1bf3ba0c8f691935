//! The engine `mrv` confirms the answers of the others, so it shares nothing with them but the board.

use std::fs;
use std::path::Path;

/// The modules of the library that `mrv` may use.
const SHARED: [&str; 4] = ["Deadline", "board", "engine", "testing"];

/// Returns each `crate::MODULE` that is mentioned in the files of a folder.
fn mentioned_modules(folder: &Path) -> Vec<String> {
    let mut modules = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            modules.extend(mentioned_modules(&path));
            continue;
        }
        let source = fs::read_to_string(&path).unwrap();
        let code = source
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        let code = code.collect::<Vec<&str>>().join("\n");
        assert!(!code.contains("engine::sat"), "{}", path.display());
        let after_crate = code.split("crate::").skip(1);
        modules.extend(after_crate.map(|rest| {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
            rest[..end.unwrap_or(rest.len())].to_string()
        }));
    }
    modules
}

#[test]
fn mrv_shares_only_the_board_with_the_sat_path() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/engine/mrv");
    let modules = mentioned_modules(&folder);
    assert!(modules.iter().any(|module| module == "board"));
    let others = modules.iter().find(|module| !SHARED.contains(&&***module));
    assert_eq!(others, None);
}
