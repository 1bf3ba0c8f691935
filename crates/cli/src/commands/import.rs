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

use crate::command::{Asked, Command, NoAnswer, Out};
use crate::exit::Exit;
use crate::file::Paths;
use crate::format::Formats;
use crate::grids::Grids;
use crate::input::{Input, Item, name_of, read_bounded, remove_place, shown_name};
use crate::message::{display_path, prompt};
use crate::options::heading::INPUT;
use crate::options::input::{Records, RunArgs};
use crate::options::limits::{SearchOptions, TimeoutArgs};
use crate::options::output::FormatArgs;
use crate::output::{Program, Run};
use crate::records::{self, Answerer};
use crate::reply::Reply;
use crate::summary::Outcome;
use crate::verdict_text::{report_unconfirmed, verdict_text};
use crate::writer::Extras;

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
struct Import(Source);

/// The formulas and results.
enum Source {
    /// A formula and its result.
    Single(Box<Imported>),
    /// Folders of formulas and of results. The records are the rows of the manifest.
    Folders { formulas: PathBuf, results: Results },
}

/// The result for a formula.
#[derive(Clone)]
struct Imported {
    /// The record of the formula.
    record: Record,
    /// The answer, with a solution that has been verified.
    answer: SolverAnswer<Grid>,
    /// The file it comes from, for error messages.
    source: String,
    /// The formula excludes a solution.
    is_blocked: bool,
}

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
        let source = if is_folder {
            Source::Folders {
                results: Results::find(result)?,
                formulas: self.cnf,
            }
        } else {
            let exported = read_exported(&self.cnf)?;
            if result.as_os_str() == "-" {
                let text = "Paste the output of the solver, then press Ctrl-D.";
                prompt(&program.terminal, text);
            }
            let record = record_of(&exported, &name_of(&self.cnf), None);
            Source::Single(Box::new(Imported::read(record, result, &exported)?))
        };
        let input = Input {
            has_places: !self.run.no_filename,
            ..Input::new(vec![first], ReadOptions::default())
        };
        let items = match &source {
            Source::Folders { .. } => records::of_input(&input, program.terminal),
            Source::Single(imported) => {
                let mut record = imported.record.clone();
                if !input.has_places {
                    remove_place(&mut record);
                }
                records::of_items(vec![Item::Record(record)])
            }
        };
        let records = Records {
            input,
            paths,
            run: self.run,
            has_summary: false,
        };
        let answerer = Answerer {
            command: Import(source),
            search: self.limit.search("sat")?,
            grids: Grids::new(format, program.terminal),
        };
        records::run(records, items, answerer, Extras::default(), output)
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

impl Imported {
    /// Reads the output of a solver for an exported formula.
    fn read(record: Record, path: &Path, formula: &ExportedFormula) -> anyhow::Result<Imported> {
        let bytes = read_bounded(path, |input| {
            let mut bytes = Vec::new();
            input.read_to_end(&mut bytes)?;
            Ok(bytes)
        })?;
        let source = shown_name(path);
        let text = String::from_utf8_lossy(&bytes);
        let translation = formula.translation();
        let (fixed, map) = (translation.fixed(), translation.map());
        let answer = import(&formula.puzzle, fixed, map, &text);
        Ok(Imported {
            record,
            answer: answer.map_err(|error| anyhow!("{source}:{}: {error}", error.line))?,
            source,
            is_blocked: formula.blocked.is_some(),
        })
    }

    /// Checks the result.
    fn check(self, puzzle: &satdoku::Puzzle, asker: &mut Asker) -> Result<ImportRow, NoAnswer> {
        let result = asker.check_result(puzzle, self.answer, self.is_blocked);
        let result = result.map_err(|error| match error {
            ResultError::Task(error) => Failure::from(error).into(),
            ResultError::HasSolution(_) | ResultError::HasAnother(_) => {
                NoAnswer::Wrong(format!("{}: {error}", self.source))
            }
            _ => NoAnswer::Invalid(format!("{}: {error}", self.source)),
        })?;
        Ok(ImportRow {
            result,
            is_blocked: self.is_blocked,
            record: Some(Box::new(self.record)),
        })
    }
}

impl Command for Import {
    const FORMATS: Formats = Grids::FORMATS;

    type Row = ImportRow;
    type Search = TimeoutArgs;

    fn answer(
        &self,
        asker: &mut Asker,
        asked: &Asked<'_>,
        out: &mut Out<'_, '_, ImportRow>,
    ) -> Result<Outcome, NoAnswer> {
        let imported = match &self.0 {
            Source::Single(imported) => Imported {
                record: asked.record.clone(),
                ..(**imported).clone()
            },
            Source::Folders { formulas, results } => of_row(asked.record, formulas, results)
                .map_err(|error| NoAnswer::Invalid(format!("{error:#}")))?,
        };
        let content = imported.record.content.clone();
        let (puzzle, _) = content.map_err(|invalid| NoAnswer::Invalid(invalid.to_string()))?;
        asked.grids.require_expressible(&puzzle)?;
        let row = imported.check(&puzzle, asker)?;
        let outcome = Outcome::of_verdict(row.result.verdict.verdict, &row.result.cost);
        out.finish(&row, outcome)
    }

    fn hidden(&self) -> &'static [&'static str] {
        &["minimal", "redundant"]
    }

    fn show(&self, asked: &Asked<'_>, row: &ImportRow, reply: &mut Reply<'_>) {
        let Some(record) = row.record.as_ref() else {
            return;
        };
        let Ok((puzzle, form)) = &record.content else {
            return;
        };
        let asked = Asked {
            number: asked.number,
            record,
            puzzle,
            form: *form,
            grids: asked.grids,
        };
        let CheckRow {
            verdict,
            error,
            cost,
            ..
        } = &row.result;
        if row.is_blocked {
            let error = error.as_deref();
            return reply.text(verdict_text(&asked, verdict, error, cost, ""));
        }
        let conflict = verdict.conflict.as_ref();
        asked.show_solution(verdict.grid(), conflict, error.as_ref(), reply);
        report_unconfirmed(&asked, cost, reply);
    }
}

/// Reads the formula that a row of the manifest names, and the result for it.
fn of_row(row: &Record, folder: &Path, results: &Results) -> anyhow::Result<Imported> {
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
    Imported::read(record, results.file_for(&cnf)?, &exported)
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
