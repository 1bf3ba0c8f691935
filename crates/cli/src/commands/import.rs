//! `satdoku import`: checks the output of an external solver.

use std::collections::HashMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::Args;
use satdoku::board::{Grid, Puzzle};
use satdoku::format_error::Escaped;
use satdoku::sat::{AtMostOne, DimacsComments, Encoding, Translation, VarMap, import};
use satdoku::task::Session;
use satdoku_text::{Column, ReadOptions, Record};

use crate::exit::Exit;
use crate::message::{display_path, prompt, with_option};
use crate::options::given::GivenOptions;
use crate::options::heading::INPUT;
use crate::options::input::ReadArgs;
use crate::options::output::{Printing, PrintingArgs};
use crate::options::records::RunArgs;
use crate::options::search::ConfirmedSearchArgs;
use crate::output::Output;
use crate::read::{Input, Item, name_of, read_bounded, shown_name};
use crate::records::{Failure, Question, RecordCommand};
use crate::reply::Reply;
use crate::solver_result::{OF_ANSWER, ResultCheck, SolverResult, read_comments, record_of};
use crate::summary::Tally;

/// Check the output of another SAT solver for an exported CNF
///
/// A model is decoded and verified. UNSATISFIABLE is accepted only if this program reaches the same
/// answer. A model that does not satisfy the puzzle is bad input (exit code 2); UNSATISFIABLE for a
/// puzzle with a solution is a wrong answer (exit code 3).
///
/// The comments of an exported CNF name its puzzle and encoding. Without the CNF, use --puzzle,
/// --encoding, --amo and --blocked.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku import --cnf puzzle.cnf result.txt
  satdoku import --cnf formulas/ results/ --format csv -o verdicts.csv
  satdoku import --puzzle puzzle.txt result.txt")]
pub struct ImportArgs {
    /// Output of the solver [default: standard input]
    ///
    /// The file that minisat writes is accepted too. If --cnf is a folder, this is a folder with a
    /// file for each CNF: 000001.out for 000001.cnf. By default it is the same folder.
    #[arg(value_name = "RESULT", help_heading = INPUT, display_order = 0)]
    result: Option<PathBuf>,

    /// Read the puzzle from an exported CNF, or from a folder
    #[arg(long, value_name = "FILE|DIR/", help_heading = INPUT, required_unless_present = "puzzle",
          conflicts_with = "puzzle")]
    cnf: Option<PathBuf>,

    /// Read the puzzle from a puzzle file instead
    #[arg(long, value_name = "FILE", help_heading = INPUT)]
    puzzle: Option<PathBuf>,

    /// Set the encoding that was exported
    #[arg(long, value_name = "NAME", default_value_t = Encoding::Extended, help_heading = INPUT,
          hide_short_help = true)]
    encoding: Encoding,

    /// Assume that the CNF was exported with --block-solution
    ///
    /// The answer is then the verdict on the puzzle.
    #[arg(long, help_heading = INPUT, hide_short_help = true)]
    blocked: bool,

    #[command(flatten)]
    reading: ReadArgs,

    #[command(flatten)]
    engine: ConfirmedSearchArgs,

    #[command(flatten)]
    printing: PrintingArgs,

    #[command(flatten)]
    run: RunArgs,
}

/// The options with an effect on results for formulas whose comments describe the puzzle and the encoding.
const OF_CNF: [&str; 9] = [
    "result",
    "cnf",
    "engine",
    "solver",
    "order",
    "nodes",
    "timeout",
    "max_memory",
    "jobs",
];

/// An exported formula, as far as the result of a solver depends on it.
struct Exported {
    /// The digits of cells without variables.
    fixed: Grid,
    map: VarMap,
    /// The formula excludes a solution.
    is_blocked: bool,
}

impl From<DimacsComments> for Exported {
    fn from(comments: DimacsComments) -> Exported {
        Exported {
            fixed: comments.fixed,
            map: comments.map,
            is_blocked: comments.blocked.is_some(),
        }
    }
}

impl ImportArgs {
    /// Checks one result, or all results of a folder.
    pub fn run(mut self, given: &GivenOptions, output: &mut Output) -> anyhow::Result<Exit> {
        let folder = self.cnf.take_if(|path| path.is_dir());
        if folder.is_none() {
            given.refuse(&["jobs"], "on one result")?;
        }
        if folder.is_some() || self.cnf.is_some() {
            given.require_only(&[&OF_CNF[..], &OF_ANSWER].concat(), "with --cnf")?;
        }
        // Here the option describes the exported formula, not the engine.
        let at_most_one = self.engine.search.amo.take().unwrap_or_default();
        let printing = self.printing.clone().checked(output)?;
        match folder {
            Some(folder) => self.import_folder(&folder, printing, output),
            None => self.import_file(at_most_one, printing, output),
        }
    }

    fn import_file(
        self,
        at_most_one: AtMostOne,
        printing: Printing,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let max_memory = self.engine.search.max_memory();
        let standard = Path::new("-");
        let result = self.result.as_deref().unwrap_or(standard);
        if result == standard
            && self.cnf.as_ref().or(self.puzzle.as_ref()) == Some(&standard.into())
        {
            bail!(
                "expected the puzzle and the result from two places, found standard input for both"
            );
        }
        let (record, puzzle, exported) = match &self.cnf {
            Some(cnf) => {
                let comments = read_comments(cnf, max_memory)?;
                let record = record_of(&comments, &name_of(cnf), None);
                (record, comments.puzzle.clone(), Exported::from(comments))
            }
            None => {
                let file = self.puzzle.context("expected --cnf or --puzzle")?;
                let (record, puzzle) = only_record(&self.reading.checked(vec![file]))?;
                let translation = Translation::new(&puzzle, self.encoding);
                let translation = translation.with_at_most_one(at_most_one);
                let exported = Exported {
                    fixed: translation.fixed().clone(),
                    map: translation.map().clone(),
                    is_blocked: self.blocked,
                };
                (record, puzzle, exported)
            }
        };
        if result == standard {
            prompt("Paste the output of the solver, then press Ctrl-D.");
        }
        let result = read_result(result, &puzzle, exported, max_memory)?;
        let check = ResultCheck {
            search: self.engine.checked()?,
            printing,
            is_strict: true,
            has_verdicts: result.is_blocked,
        };
        let input = Input::new(Vec::new(), ReadOptions::default());
        check.run(record, result, self.run.checked(input), output)
    }

    /// Checks the results for all puzzles of a folder, which its manifest lists.
    fn import_folder(
        self,
        folder: &Path,
        printing: Printing,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let manifest = folder.join("manifest.csv");
        if !manifest.is_file() {
            let folder = display_path(folder);
            bail!("{folder}: expected manifest.csv, which `export -o DIR/` writes, found none");
        }
        let results = self.result.as_deref().unwrap_or(folder);
        if !results.is_dir() {
            bail!(
                "{}: expected a folder with results, as --cnf is a folder",
                display_path(results)
            );
        }
        let max_memory = self.engine.search.max_memory();
        let results = Results::find(results)?;
        let check = ResultCheck {
            search: self.engine.checked()?,
            printing,
            is_strict: false,
            has_verdicts: true,
        };
        let layout = check.layout();
        let input = Input::new(vec![manifest], ReadOptions::default());
        let command = FolderImport {
            check,
            folder: folder.to_path_buf(),
            results,
            max_memory,
        };
        self.run.checked(input).run(command, layout, output)
    }
}

/// Returns the only record of an input, and its puzzle.
fn only_record(input: &Input) -> anyhow::Result<(Record, Puzzle)> {
    let mut items = input.first(2).into_iter();
    let record = match items.next().context("expected a puzzle, found none")? {
        Item::Record(record) => record,
        Item::Unreadable(error) | Item::Fatal(error) => return Err(error),
    };
    if items.next().is_some() {
        let source = Escaped(&record.source);
        bail!("{source}: expected one puzzle, found several");
    }
    match &record.content {
        Ok((puzzle, _)) => {
            let puzzle = puzzle.clone();
            Ok((record, puzzle))
        }
        Err(invalid) => bail!("{}", with_option(&invalid.error)),
    }
}

/// Reads the output of a solver for the formula of `puzzle`.
fn read_result(
    path: &Path,
    puzzle: &Puzzle,
    exported: Exported,
    max_memory: u64,
) -> anyhow::Result<SolverResult> {
    let bytes = read_bounded(path, max_memory, |input| {
        let mut bytes = Vec::new();
        input.read_to_end(&mut bytes)?;
        Ok(bytes)
    })?;
    let source = shown_name(path);
    let answer = import(
        puzzle,
        &exported.fixed,
        &exported.map,
        &String::from_utf8_lossy(&bytes),
    );
    Ok(SolverResult {
        answer: answer.map_err(|error| anyhow!("{source}:{}: {error}", error.line))?,
        source,
        is_blocked: exported.is_blocked,
    })
}

/// The check of the results in a folder. Its records are the rows of the manifest.
struct FolderImport {
    check: ResultCheck,
    /// The folder of the formulas.
    folder: PathBuf,
    results: Results,
    /// The memory limit of one puzzle.
    max_memory: u64,
}

impl RecordCommand for FolderImport {
    type State = Session;

    fn state(&self) -> Session {
        self.check.search.session()
    }

    fn answer(
        &self,
        session: &mut Session,
        question: &Question<'_>,
        reply: &mut Reply<'_>,
    ) -> Result<Tally, Failure> {
        let row = question.record;
        let (record, result) = self
            .read(row)
            .map_err(|error| Failure::Invalid(format!("{error:#}")))?;
        let question = question.with_record(&record);
        self.check.check(session, &question, result, reply)
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
        let comments = read_comments(&cnf, self.max_memory)?;
        let has_place = !row.source.is_empty();
        let source = if has_place {
            name_of(&cnf)
        } else {
            String::new()
        };
        let record = record_of(&comments, &source, row.row.clone());
        let puzzle = comments.puzzle.clone();
        let result = self.results.file_for(&cnf)?;
        let result = read_result(result, &puzzle, comments.into(), self.max_memory)?;
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
