//! `satdoku import`: checks the output of an external solver.

use std::collections::HashMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::Args;
use satdoku::sat::{ExportedFormula, import};
use satdoku::task::Session;
use satdoku_text::{Column, ReadOptions, Record};

use crate::exit::Exit;
use crate::grid_writer::GridWriter;
use crate::message::{display_path, prompt};
use crate::options::heading::INPUT;
use crate::options::output::{FormatArgs, GridFormat};
use crate::options::records::RunArgs;
use crate::options::search::TimeoutArgs;
use crate::output::Output;
use crate::read::{Input, name_of, read_bounded, shown_name};
use crate::record_command::{Failure, RecordCommand, RecordContext};
use crate::reply::Reply;
use crate::solver_result::{ResultCheck, SolverResult, read_exported, record_of};
use crate::summary::Outcome;

/// Check the output of another SAT solver for an exported CNF
///
/// A model is decoded and verified. UNSATISFIABLE is accepted only if this program reaches the same
/// answer. A model that does not satisfy the puzzle is bad input (exit code 2); UNSATISFIABLE for a
/// puzzle with a solution is a wrong answer (exit code 3).
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku import --cnf puzzle.cnf result.txt
  satdoku import --cnf formulas/ results/ --format csv -o verdicts.csv")]
pub struct ImportArgs {
    /// Output of the solver [default: standard input]
    ///
    /// The file that minisat writes is accepted too. If --cnf is a folder, this is a folder with a
    /// file for each CNF: 000001.out for 000001.cnf. By default it is the same folder.
    #[arg(value_name = "RESULT", help_heading = INPUT, display_order = 0)]
    result: Option<PathBuf>,

    /// Name the exported CNF, or the folder of `export -o DIR/`
    ///
    /// Its comments describe the puzzle and the encoding.
    #[arg(long, value_name = "FILE|DIR/", help_heading = INPUT)]
    cnf: PathBuf,

    #[command(flatten)]
    limit: TimeoutArgs,

    #[command(flatten)]
    grids: FormatArgs<GridFormat>,

    #[command(flatten)]
    run: RunArgs,
}

impl ImportArgs {
    /// Checks one result, or all results of a folder.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let check = ResultCheck {
            search: self.limit.search(),
            grids: GridWriter::new(self.grids.checked(output)?, output),
        };
        if self.cnf.is_dir() {
            let folder = self.cnf;
            let manifest = folder.join("manifest.csv");
            if !manifest.is_file() {
                let folder = display_path(&folder);
                bail!("{folder}: expected manifest.csv, which `export -o DIR/` writes, found none");
            }
            let layout = check.layout();
            let command = FolderImport {
                check,
                results: Results::find(self.result.as_ref().unwrap_or(&folder))?,
                folder,
            };
            let input = Input::new(vec![manifest], ReadOptions::default());
            return self.run.checked(input).run(command, layout, output);
        }
        let standard = Path::new("-");
        let result = self.result.as_deref().unwrap_or(standard);
        if result == standard && self.cnf == standard {
            bail!("expected the CNF and the result from two places, found standard input for both");
        }
        let exported = read_exported(&self.cnf)?;
        let record = record_of(&exported, &name_of(&self.cnf), None);
        if result == standard {
            prompt("Paste the output of the solver, then press Ctrl-D.");
        }
        let result = read_result(result, &exported)?;
        let input = Input::new(Vec::new(), ReadOptions::default());
        check.run(record, result, self.run.checked(input), output)
    }
}

/// Reads the output of a solver for an exported formula.
fn read_result(path: &Path, formula: &ExportedFormula) -> anyhow::Result<SolverResult> {
    let bytes = read_bounded(path, |input| {
        let mut bytes = Vec::new();
        input.read_to_end(&mut bytes)?;
        Ok(bytes)
    })?;
    let source = shown_name(path);
    let text = String::from_utf8_lossy(&bytes);
    let translation = formula.translation();
    let answer = import(
        &formula.puzzle,
        translation.fixed(),
        translation.map(),
        &text,
    );
    Ok(SolverResult {
        answer: answer.map_err(|error| anyhow!("{source}:{}: {error}", error.line))?,
        source,
        is_blocked: formula.blocked.is_some(),
    })
}

/// The check of the results in a folder. Its records are the rows of the manifest.
struct FolderImport {
    check: ResultCheck,
    /// The folder of the formulas.
    folder: PathBuf,
    results: Results,
}

impl RecordCommand for FolderImport {
    type State = Session;

    fn state(&self) -> Session {
        self.check.search.session()
    }

    fn answer(
        &self,
        session: &mut Session,
        context: &RecordContext<'_>,
        reply: &mut Reply<'_>,
    ) -> Result<Outcome, Failure> {
        let row = context.record;
        let (record, result) = self
            .read(row)
            .map_err(|error| Failure::Invalid(format!("{error:#}")))?;
        let context = context.with_record(&record);
        self.check.check(session, &context, result, reply)
    }
}

impl FolderImport {
    /// Reads the formula that a row of the manifest names, and the result for it.
    fn read(&self, row: &Record) -> anyhow::Result<(Record, SolverResult)> {
        let fields = row.row.as_ref();
        let name = fields.and_then(|fields| fields.field(&Column::Name("cnf".into())));
        let name = Path::new(name.context("expected a column cnf")?);
        // A manifest from somewhere else must not make the program open other files.
        let is_inside = |part| matches!(part, Component::Normal(_));
        if name.as_os_str().is_empty() || !name.components().all(is_inside) {
            let name = display_path(name);
            bail!("expected a file in the folder of the manifest, found `{name}`");
        }
        let cnf = self.folder.join(name);
        let exported = read_exported(&cnf)?;
        let has_place = !row.source.is_empty();
        let source = if has_place {
            name_of(&cnf)
        } else {
            String::new()
        };
        let record = record_of(&exported, &source, row.row.clone());
        let result = read_result(self.results.file_for(&cnf)?, &exported)?;
        Ok((record, result))
    }
}

/// The files of a folder with results, by the part of their names before the first dot.
struct Results {
    folder: PathBuf,
    files: HashMap<String, Vec<PathBuf>>,
}

impl Results {
    fn find(folder: &Path) -> anyhow::Result<Results> {
        let cannot_read = || format!("{}: cannot be read", display_path(folder));
        let mut files: HashMap<String, Vec<PathBuf>> = HashMap::new();
        for entry in fs::read_dir(folder).with_context(cannot_read)? {
            let entry = entry.with_context(cannot_read)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let Some((stem, ending)) = name.split_once('.') else {
                continue;
            };
            let is_formula = ending == "cnf" || ending == "cnf.gz";
            if !is_formula && !stem.is_empty() {
                let files = files.entry(stem.to_string()).or_default();
                files.push(entry.path());
            }
        }
        Ok(Results {
            folder: folder.to_path_buf(),
            files,
        })
    }

    /// Returns the file with the result for this CNF.
    fn file_for(&self, cnf: &Path) -> anyhow::Result<&Path> {
        let name = cnf.file_name().unwrap_or_default().to_string_lossy();
        let stem = name.split('.').next().unwrap_or_default();
        match self.files.get(stem).map(Vec::as_slice) {
            Some([one]) => Ok(one),
            Some([one, other, ..]) => bail!(
                "expected one result for {name}, found {} and {}",
                display_path(one),
                display_path(other)
            ),
            _ => bail!(
                "{}: expected a result for {name} such as {stem}.out, found none",
                display_path(&self.folder)
            ),
        }
    }
}
