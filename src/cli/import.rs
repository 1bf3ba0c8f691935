//! `satdoku import`: checks the output of an external solver.

use std::collections::HashMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::Args;
use satdoku::board::{Grid, Puzzle};
use satdoku::format::{
    Arrangement, Column, Form, FormatError, Invalid, Place, Record, Row, Visible,
};
use satdoku::sat::{DimacsComments, Encoding, Formula, SolverAnswer, Translation, VarMap, import};
use satdoku::task::{Answer, ResultError, Session, Solution, Verdict};
use serde::Serialize;

use super::args::engine::EngineChoice;
use super::args::heading::INPUT;
use super::args::input::{Input, Item, Reading, name_of, read_bounded, shown_name};
use super::args::output::Printing;
use super::batch::Sink;
use super::command::{Command, Failure, Question};
use super::exit::Exit;
use super::fields::Columns;
use super::message::prompt as await_input;
use super::output::{Output, Reply, shown};
use super::render::text::verdict_text;
use super::run::{Batch, Running, run_on};
use super::summary::Tally;

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
pub struct Import {
    /// Output of the solver [default: standard input]
    ///
    /// The file that minisat writes is accepted too. If --cnf is a folder, this is a folder with a
    /// file for each CNF: 000001.out for 000001.cnf. By default it is the same folder.
    #[arg(value_name = "RESULT", help_heading = INPUT, display_order = 0)]
    result: Option<PathBuf>,

    /// Read the puzzle from an exported CNF, or from a folder
    #[arg(long, value_name = "FILE|DIR/", help_heading = INPUT, required_unless_present = "puzzle",
          conflicts_with_all = ["puzzle", "encoding", "amo", "blocked", "shape", "variants",
                                "regions", "alphabet", "column", "lines"])]
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
    reading: Reading,

    #[command(flatten)]
    engine: EngineChoice,

    #[command(flatten)]
    printing: Printing,

    #[command(flatten)]
    running: Running,
}

impl Import {
    /// Answers the one puzzle, or each of the folder.
    pub fn run(mut self, output: &mut Output) -> anyhow::Result<Exit> {
        // The option says here how the CNF was exported, not how the engine works.
        let at_most_one = self.engine.search.amo.take().unwrap_or_default();
        self.engine.check()?;
        self.printing.prepare(output)?;
        if let Some(folder) = self.cnf.take_if(|path| path.is_dir()) {
            return self.import_folder(&folder, output);
        }
        let from = self.cnf.as_ref().or(self.puzzle.as_ref());
        let standard = Path::new("-");
        let result = self.result.as_deref().unwrap_or(standard);
        if result == standard && from.is_some_and(|path| path == standard) {
            bail!(
                "expected the puzzle and the result from two places, found standard input for both"
            );
        }
        let (record, exported) = match &self.cnf {
            Some(cnf) => {
                let comments = read_comments(cnf, self.engine.search.max_memory())?;
                let record = record_of(&comments, &name_of(cnf), None);
                let exported = Exported {
                    fixed: comments.fixed,
                    map: comments.map,
                    is_blocked: comments.blocked.is_some(),
                };
                (record, exported)
            }
            None => {
                let (record, puzzle) = self.record()?;
                let translation = Translation::new(&puzzle, self.encoding);
                let translation = translation.with_at_most_one(at_most_one);
                let exported = Exported {
                    fixed: translation.fixed().clone(),
                    map: translation.map().clone(),
                    is_blocked: self.blocked,
                };
                (record, exported)
            }
        };
        if result == standard {
            await_input("Paste what the solver printed, then press Ctrl-D.");
        }
        let (source, text) = read(result, self.engine.search.max_memory())?;
        let check = ResultCheck {
            kind: exported.kind(),
            result: Box::new(move |question| {
                exported.read_result(question.puzzle, source.clone(), &text)
            }),
            engine: self.engine,
            printing: self.printing,
        };
        check.answer(record, self.running, output)
    }

    /// Answers each puzzle of a folder with a manifest.
    fn import_folder(self, folder: &Path, output: &mut Output) -> anyhow::Result<Exit> {
        let manifest = folder.join("manifest.csv");
        if !manifest.is_file() {
            let folder = shown(folder);
            bail!("{folder}: expected manifest.csv, which `export -o DIR/` writes, found none");
        }
        let results = self.result.as_deref().unwrap_or(folder);
        if !results.is_dir() {
            bail!(
                "{}: expected a folder with results, as --cnf is a folder",
                shown(results)
            );
        }
        let max_memory = self.engine.search.max_memory();
        let results = Results::of(results, max_memory)?;
        let check = ResultCheck {
            result: Box::new(move |question| results.read(question)),
            kind: AnswerKind::Many,
            engine: self.engine,
            printing: self.printing,
        };
        let batch = Batch {
            input: Input::of_file(&manifest, &Reading::default()),
            running: self.running,
        };
        let (input, folder) = (batch.input.clone(), folder.to_path_buf());
        let read = move |sink: &dyn Sink<Item>| {
            _ = input.read(&FromManifest {
                sink,
                folder: &folder,
                max_memory,
            });
        };
        let style = self.printing.style();
        run_on(check, &batch, style, read, output, None)
    }

    /// The only record of the file, and its puzzle.
    fn record(&self) -> anyhow::Result<(Record, Puzzle)> {
        let file = self.puzzle.as_ref().context("expected --cnf or --puzzle")?;
        let mut records = Input::of_file(file, &self.reading).first(2);
        let (record, others) = (records.pop(), records.len());
        let record = record.context("expected a puzzle, found none")??;
        if others > 0 {
            let source = Visible(&record.source);
            bail!("{source}: expected one puzzle, found several");
        }
        match &record.content {
            Ok((puzzle, _)) => {
                let puzzle = puzzle.clone();
                Ok((record, puzzle))
            }
            Err(invalid) => bail!("{}", invalid.error),
        }
    }
}

/// What has to be known of a CNF to understand its models.
struct Exported {
    /// The cells without variables.
    fixed: Grid,
    map: VarMap,
    /// Whether it excludes a solution.
    is_blocked: bool,
}

impl Exported {
    /// Of what kind an answer is.
    fn kind(&self) -> AnswerKind {
        if self.is_blocked {
            AnswerKind::Verdict
        } else {
            AnswerKind::Solution
        }
    }

    /// What a solver printed of the CNF of `puzzle`.
    fn read_result(
        &self,
        puzzle: &Puzzle,
        source: String,
        text: &str,
    ) -> anyhow::Result<SolverResult> {
        let result = import(puzzle, &self.fixed, &self.map, text);
        Ok(SolverResult {
            answer: result.map_err(|error| anyhow!("{source}:{}: {error}", error.line))?,
            source,
            is_blocked: self.is_blocked,
        })
    }
}

/// What the comments of an exported CNF say.
fn read_comments(path: &Path, max_memory: u64) -> anyhow::Result<DimacsComments> {
    let formula = read_bounded(path, max_memory, |input| Formula::read_header(input))?;
    let name = shown_name(path);
    if formula.comments.is_empty() {
        bail!("{name}: expected the comments of `satdoku export`, found none: use --puzzle");
    }
    let comments = DimacsComments::read(&formula.comments, formula.variables);
    comments.map_err(|error| anyhow!("{name}:{error}"))
}

/// The puzzle of a CNF with this name, which a row of a table may name.
fn record_of(comments: &DimacsComments, source: &str, row: Option<Row>) -> Record {
    let puzzle = comments.puzzle.clone();
    let form = Form::of_size(Arrangement::Line, puzzle.size());
    Record {
        source: source.into(),
        line: comments.line,
        content: Ok((puzzle, form)),
        row,
    }
}

/// The name and the text of what a solver printed, if that is not too much.
fn read(path: &Path, max_memory: u64) -> anyhow::Result<(String, String)> {
    let bytes = read_bounded(path, max_memory, |input| {
        let mut bytes = Vec::new();
        input.read_to_end(&mut bytes)?;
        Ok(bytes)
    })?;
    let text = String::from_utf8(bytes);
    let text = text.unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
    Ok((shown_name(path), text))
}

/// The records of a manifest, on their way to be answered, with the puzzles of their CNFs.
struct FromManifest<'a> {
    sink: &'a dyn Sink<Item>,
    folder: &'a Path,
    max_memory: u64,
}

impl Sink<Item> for FromManifest<'_> {
    fn push(&self, item: Item) -> ControlFlow<()> {
        self.sink.push(item.map(|record| self.with_puzzle(record)))
    }

    fn flush(&self) {
        self.sink.flush();
    }
}

impl FromManifest<'_> {
    fn with_puzzle(&self, record: Record) -> Record {
        let name = record
            .row
            .as_ref()
            .and_then(|row| row.field(&Column::Name("cnf".into())));
        let path = self.folder.join(name.unwrap_or_default());
        let read = match name {
            Some(_) => read_comments(&path, self.max_memory),
            None => Err(anyhow!("no column cnf")),
        };
        match read {
            Ok(comments) => record_of(&comments, &path.display().to_string(), record.row),
            Err(error) => Record {
                content: Err(Invalid {
                    error: FormatError {
                        place: Place {
                            source: record.source.clone(),
                            line: record.line,
                            column: 1,
                        },
                        expected: "a CNF that `satdoku export` wrote".to_string(),
                        found: format!("{error:#}"),
                    },
                    text: name.unwrap_or_default().to_string(),
                }),
                ..record
            },
        }
    }
}

/// The files of a folder with results, by how their names begin.
struct Results {
    folder: PathBuf,
    files: HashMap<String, Vec<PathBuf>>,
    /// What may be taken for one.
    max_memory: u64,
}

impl Results {
    fn of(folder: &Path, max_memory: u64) -> anyhow::Result<Results> {
        let cannot_read = || format!("{}: cannot be read", shown(folder));
        let mut files: HashMap<String, Vec<PathBuf>> = HashMap::new();
        for entry in fs::read_dir(folder).with_context(cannot_read)? {
            let entry = entry.with_context(cannot_read)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let Some((stem, ending)) = name.split_once('.') else {
                continue;
            };
            let is_formula = ending == "cnf" || ending == "cnf.gz";
            if !is_formula && !stem.is_empty() {
                files
                    .entry(stem.to_string())
                    .or_default()
                    .push(entry.path());
            }
        }
        Ok(Results {
            folder: folder.to_path_buf(),
            files,
            max_memory,
        })
    }

    /// The one for the CNF with this name.
    fn find(&self, cnf: &Path) -> anyhow::Result<&Path> {
        let name = cnf.file_name().unwrap_or_default().to_string_lossy();
        let stem = name.split('.').next().unwrap_or_default();
        match self.files.get(stem).map(Vec::as_slice) {
            Some([one]) => Ok(one),
            Some([one, other, ..]) => bail!(
                "expected one result for {name}, found {} and {}",
                shown(one),
                shown(other)
            ),
            _ => bail!(
                "{}: expected a result for {name} such as {stem}.out, found none",
                shown(&self.folder)
            ),
        }
    }

    /// What the solver says in the one for the CNF of a record.
    fn read(&self, question: &Question<'_>) -> anyhow::Result<SolverResult> {
        let path = Path::new(&*question.record.source);
        let comments = read_comments(path, self.max_memory)?;
        let exported = Exported {
            fixed: comments.fixed,
            map: comments.map,
            is_blocked: comments.blocked.is_some(),
        };
        let (source, text) = read(self.find(path)?, self.max_memory)?;
        exported.read_result(question.puzzle, source, &text)
    }
}

/// What an external solver says of a puzzle.
pub struct SolverResult {
    pub answer: SolverAnswer<Grid>,
    /// Where it says so, for error messages.
    pub source: String,
    /// Whether the formula excludes a solution.
    pub is_blocked: bool,
}

/// Reads what an external solver says of a puzzle.
type ReadResult = dyn Fn(&Question<'_>) -> anyhow::Result<SolverResult> + Send + Sync;

/// What an external solver says of puzzles, to be checked.
pub struct ResultCheck {
    /// What it says.
    pub result: Box<ReadResult>,
    /// Of what kind the answers are, as far as that is known before.
    pub kind: AnswerKind,
    /// Who checks that there is no solution.
    pub engine: EngineChoice,
    /// The form of the output.
    pub printing: Printing,
}

/// Of what kind the answers are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerKind {
    /// One solution. A result that does not fit ends the run.
    Solution,
    /// One verdict. A result that does not fit ends the run.
    Verdict,
    /// Of many formulas, each the one or the other.
    Many,
}

/// What a result comes to: a solution or, of a formula that excludes one, the verdict.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Checked {
    Solution {
        /// In one word, where there are many answers.
        #[serde(skip_serializing_if = "Option::is_none")]
        verdict: Option<&'static str>,
        #[serde(flatten)]
        answer: Answer<Solution>,
    },
    Verdict(Answer<Verdict>),
}

impl ResultCheck {
    /// Writes what it comes to for one puzzle.
    pub fn answer(
        self,
        record: Record,
        running: Running,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let style = self.printing.style();
        let read = move |sink: &dyn Sink<Item>| _ = sink.push(Ok(record));
        let batch = Batch {
            input: Input::default(),
            running,
        };
        run_on(self, &batch, style, read, output, None)
    }

    /// A result that is not what it should be: bad input.
    fn misfit(&self, error: anyhow::Error) -> Failure {
        match self.kind {
            AnswerKind::Many => Failure::Invalid(format!("{error:#}")),
            AnswerKind::Solution | AnswerKind::Verdict => Failure::Fatal(error),
        }
    }
}

impl Command for ResultCheck {
    type Answer = Checked;

    fn columns(&self) -> Columns {
        let mut columns = vec!["solution", "conflict", "reason", "error", "confirmed"];
        if self.kind != AnswerKind::Solution {
            columns.extend(["verdict", "other"]);
        }
        if self.engine.search.report {
            columns.push("report");
        }
        Columns::new(columns)
    }

    fn session(&self) -> Session {
        self.engine.session()
    }

    fn answer(
        &self,
        question: &Question<'_>,
        session: &mut Session,
        _: &mut Reply<'_>,
    ) -> Result<Checked, Failure> {
        let puzzle = question.puzzle;
        let SolverResult {
            answer,
            source,
            is_blocked,
        } = (self.result)(question).map_err(|error| self.misfit(error))?;
        let checked = if is_blocked {
            let checked = session.check_blocked_result(puzzle, answer);
            checked.map(Checked::Verdict)
        } else {
            let checked = session.check_result(puzzle, answer);
            checked.map(|answer| Checked::Solution {
                verdict: (self.kind == AnswerKind::Many).then(|| word_for(&answer.outcome)),
                answer,
            })
        };
        checked.map_err(|error| match error {
            ResultError::Task(error) => Failure::Fault(error),
            wrong @ (ResultError::HasSolution(_) | ResultError::HasAnother(_)) => {
                Failure::Wrong(format!("{source}: {wrong}"))
            }
            wrong => self.misfit(anyhow!("{source}: {wrong}")),
        })
    }

    fn tally(&self, checked: &Checked) -> Tally {
        match checked {
            Checked::Solution { answer, .. } => Tally::of_solution(answer),
            Checked::Verdict(answer) => Tally::of_verdict(answer),
        }
    }

    fn text(&self, question: &Question<'_>, checked: &Checked, reply: &mut Reply<'_>) {
        let Question { record, puzzle, .. } = *question;
        match checked {
            Checked::Solution { answer, .. } => {
                super::render::text::solution_text(question, answer, self.printing, reply);
                self.engine.say_remarks(record, answer, reply);
            }
            Checked::Verdict(answer) => {
                let remarks = self.engine.remarks(answer);
                let form = self.printing.form(question.form, puzzle);
                reply.result(verdict_text(record, puzzle, form, answer, "", &remarks));
            }
        }
    }

    fn no_answer(&self, outcome: &'static str) -> Option<(&'static str, Option<&'static str>)> {
        Some(if self.kind == AnswerKind::Solution {
            ("solution", None)
        } else {
            ("verdict", Some(outcome))
        })
    }
}

/// What a formula that excludes nothing says of its puzzle.
fn word_for(solution: &Solution) -> &'static str {
    match solution {
        Solution::Found(_) => "solved",
        Solution::None(_) => "none",
        Solution::Unknown(_) => "unknown",
    }
}
