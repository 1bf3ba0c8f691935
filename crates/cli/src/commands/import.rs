//! `satdoku import`: checks the output of an external solver.

use std::collections::HashMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::Args;
use satdoku::board::Grid;
use satdoku::sat::{ExportedFormula, SolverAnswer, import};
use satdoku::task::ResultError;
use satdoku_answer::{Asker, CheckRow, Failure, row};
use satdoku_text::{Arrangement, Column, Form, ReadOptions, Record, Row as TableRow};

use crate::command::{
    Answer, Asked, Command, Exit, Extras, Formats, Grids, NoAnswer, Outcome, Paths,
};
use crate::input::{Input, Item, name_of, read_bounded, remove_place, shown_name};
use crate::message::{display_path, prompt};
use crate::options::heading::INPUT;
use crate::options::input::RunArgs;
use crate::options::limits::{SearchOptions, TimeoutArgs};
use crate::options::output::FormatArgs;
use crate::output::{Program, Run};
use crate::records::{self, Answerer};
use crate::verdict_text::{report_unconfirmed, verdict_text};

/// Check the output of another SAT solver for an exported CNF
///
/// A model is decoded and verified. UNSATISFIABLE is accepted only if this program reaches the same
/// answer. A model that does not satisfy the puzzle is bad input (exit code 2); UNSATISFIABLE for a
/// puzzle with a solution is a wrong answer (exit code 3).
#[derive(Args)]
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
    format: FormatArgs<Import>,

    #[command(flatten)]
    run: RunArgs,
}

row! {
    /// A checked result.
    ImportRow answers "verdict" {
        /// The verdict.
        #[serde(flatten)]
        result: CheckRow,
    }
    hidden {
        /// The record of the formula.
        record: Option<Box<Record>>,
        /// True if the formula excludes a solution.
        is_blocked: bool,
    }
}

/// The command `import`, with the formulas and results that it reads.
enum Import {
    /// A formula and the file with its result.
    Single(Box<ExportedFormula>, PathBuf),
    /// Folders of formulas and of results. The records are the rows of the manifest.
    Folders { formulas: PathBuf, results: Results },
}

/// A formula, its record, and the file with its result.
type Exported = (ExportedFormula, Record, PathBuf);

impl Run for ImportArgs {
    /// Checks one result, or all results of a folder.
    fn run(self, program: &Program) -> anyhow::Result<Exit> {
        let format = self.format.checked(program)?;
        let is_folder = self.cnf.is_dir();
        let (first, default) = match is_folder {
            true => (self.cnf.join("manifest.csv"), &*self.cnf),
            false => (self.cnf.clone(), Path::new("-")),
        };
        let result = self.result.as_deref().unwrap_or(default);
        let mut paths = Paths::default();
        paths.add(&first);
        paths.add(result);
        if is_folder && !first.is_file() {
            let folder = display_path(&self.cnf);
            bail!("{folder}: expected manifest.csv, which `export -o DIR/` writes, found none");
        }
        let output = program.open(&Import::FORMATS, format, &paths)?;
        let input = Input {
            has_places: !self.run.no_filename,
            ..Input::new(vec![first], ReadOptions::default())
        };
        let (command, records) = if is_folder {
            let folders = Import::Folders {
                results: Results::find(result)?,
                formulas: self.cnf,
            };
            (folders, records::of_input(&input, program.terminal))
        } else {
            let formula = read_exported(&self.cnf)?;
            if result.as_os_str() == "-" {
                let text = "Paste the output of the solver, then press Ctrl-D.";
                prompt(&program.terminal, text);
            }
            let mut record = record_of(&formula, &name_of(&self.cnf), None);
            if !input.has_places {
                remove_place(&mut record);
            }
            let record = [Item::Record(record)].into_iter();
            let single = Import::Single(Box::new(formula), result.to_path_buf());
            (single, records::of_items(record, None))
        };
        let answerer = Answerer {
            command,
            search: self.limit.search("sat")?,
            grids: Grids::new(format, program.terminal),
        };
        records::run(self.run, records, answerer, Extras::default(), output)
    }
}

/// Reads the comments of an exported formula.
fn read_exported(path: &Path) -> anyhow::Result<ExportedFormula> {
    read_bounded(path, |input| ExportedFormula::read(input))
}

/// Returns the record of an exported formula, which may come from a row of a table.
fn record_of(exported: &ExportedFormula, source: &str, row: Option<TableRow>) -> Record {
    let puzzle = exported.puzzle.clone();
    let form = Form::of(Arrangement::Line, puzzle.geometry());
    Record {
        source: source.into(),
        line: exported.line,
        content: Ok((puzzle, form)),
        title: None,
        note: None,
        row,
    }
}

/// Reads the output of a solver for an exported formula.
fn read_result(path: &Path, formula: &ExportedFormula) -> anyhow::Result<SolverAnswer<Grid>> {
    let bytes = read_bounded(path, |input| {
        let mut bytes = Vec::new();
        input.read_to_end(&mut bytes)?;
        Ok(bytes)
    })?;
    let text = String::from_utf8_lossy(&bytes);
    let answer = import(&formula.translation(), &text);
    answer.map_err(|error| anyhow!("{}:{}: {error}", shown_name(path), error.line))
}

impl Command for Import {
    const FORMATS: Formats = Grids::FORMATS;

    type Row = ImportRow;
    type Search = TimeoutArgs;

    fn answer(&self, asker: &mut Asker, asked: &Asked<'_>) -> Answer<ImportRow> {
        let invalid = |error: anyhow::Error| NoAnswer::Invalid(format!("{error:#}"));
        let (formula, record, path) = match self {
            Import::Single(formula, path) => {
                ((**formula).clone(), asked.record.clone(), path.clone())
            }
            Import::Folders { formulas, results } => {
                of_row(asked.record, formulas, results).map_err(invalid)?
            }
        };
        let answer = read_result(&path, &formula);
        let answer = answer.map_err(|error| match self {
            Import::Single(..) => NoAnswer::Fatal(error),
            Import::Folders { .. } => invalid(error),
        })?;
        let is_blocked = formula.blocked.is_some();
        let result = asker.check_result(&formula.puzzle, answer, is_blocked);
        let source = shown_name(&path);
        let result = result.map_err(|error| match error {
            ResultError::Task(error) => Failure::from(error).into(),
            ResultError::HasSolution(_) | ResultError::HasAnother(_) => {
                NoAnswer::Wrong(format!("{source}: {error}"))
            }
            _ => NoAnswer::Invalid(format!("{source}: {error}")),
        })?;
        let row = ImportRow {
            result,
            is_blocked,
            record: Some(Box::new(record)),
        };
        let outcome = Outcome::of_verdict(row.result.verdict.verdict, &row.result.cost);
        Ok((row, outcome))
    }

    fn hidden(&self) -> Vec<&'static str> {
        vec!["minimal", "redundant"]
    }

    fn show(&self, asked: &Asked<'_>, row: &ImportRow) {
        let Some(record) = row.record.as_ref() else {
            return;
        };
        let Ok((puzzle, form)) = &record.content else {
            return;
        };
        let asked = Asked {
            record,
            puzzle,
            form: *form,
            ..*asked
        };
        let CheckRow {
            verdict,
            error,
            cost,
            ..
        } = &row.result;
        if row.is_blocked {
            let error = error.as_deref();
            return asked
                .reply
                .text(verdict_text(&asked, verdict, error, cost, ""));
        }
        let conflict = verdict.conflict.as_ref();
        asked.show_solution(verdict.grid(), conflict, error.as_ref());
        report_unconfirmed(&asked, cost);
    }
}

/// Reads the formula that a row of the manifest names, and the result for it.
fn of_row(row: &Record, folder: &Path, results: &Results) -> anyhow::Result<Exported> {
    let fields = row.row.as_ref();
    let name = fields.and_then(|fields| fields.field(&Column::Name("cnf".into())));
    let name = Path::new(name.context("expected a column cnf")?);
    // A manifest from somewhere else must not make the program open other files.
    let is_inside = |part| matches!(part, Component::Normal(_));
    if name.as_os_str().is_empty() || !name.components().all(is_inside) {
        let name = display_path(name);
        bail!("expected a file in the folder of the manifest, found `{name}`");
    }
    let cnf = folder.join(name);
    let exported = read_exported(&cnf)?;
    let source = match row.source.is_empty() {
        true => String::new(),
        false => name_of(&cnf),
    };
    let record = record_of(&exported, &source, row.row.clone());
    Ok((exported, record, results.file_for(&cnf)?.to_path_buf()))
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
