//! `satdoku export`: DIMACS CNF for external solvers.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use satdoku::board::{Grid, Puzzle};
use satdoku::format::Record;
use satdoku::sat::{AtMostOne, Encoding, Translation, write_dimacs};
use satdoku::task::{Session, Solution};

use super::batch::{Batch, answer_all};
use super::command::{Command, Failure, Question, Style, Tally};
use super::exit::Exit;
use super::file::write_whole;
use super::json::Object;
use super::output::Output;
use super::reply::Reply;

/// Each puzzle as DIMACS CNF, for any SAT solver
#[derive(Debug, Args)]
pub struct Export {
    #[command(flatten)]
    batch: Batch,

    /// Which clauses: minimal, efficient, extended or reduced
    #[arg(long, value_name = "NAME", default_value_t = Encoding::Extended)]
    encoding: Encoding,

    /// How clauses say at most one: pairwise, product, commander, ladder, sequential, binary or
    /// bimander
    #[arg(long, value_name = "NAME", default_value_t)]
    amo: AtMostOne,

    /// Exclude the puzzle's solution: the CNF is then unsatisfiable exactly when it is unique
    #[arg(long)]
    block_solution: bool,

    /// A file or, ending in /, a folder for numbered files, one for each puzzle
    #[arg(short, long, value_name = "FILE|DIR/")]
    output: Option<PathBuf>,
}

/// Where formulas go.
enum Target {
    StandardOutput,
    File(PathBuf),
    Folder(PathBuf),
}

/// `export`, and where its formulas go.
struct Exporting {
    export: Export,
    target: Target,
}

impl Export {
    /// Writes a formula for every puzzle.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let mut records = self.batch.records();
        let target = self.target()?;
        if let Target::Folder(_) = target {
            let export = self;
            return answer_all(Exporting { export, target }, records, output, None);
        }
        let Some(first) = records.next() else {
            bail!("<stdin>:1:1: expected a puzzle, found none");
        };
        if records.next().is_some() {
            bail!("expected one puzzle, found several: give a folder for them (-o DIR/)");
        }
        self.export_one(first?, &target, output)
    }

    fn target(&self) -> anyhow::Result<Target> {
        let Some(path) = &self.output else {
            return Ok(Target::StandardOutput);
        };
        let is_folder = path.as_os_str().to_string_lossy().ends_with('/') || path.is_dir();
        if path.as_os_str() == "-" {
            Ok(Target::StandardOutput)
        } else if is_folder {
            fs::create_dir_all(path)
                .with_context(|| format!("{}: cannot be made", path.display()))?;
            Ok(Target::Folder(path.clone()))
        } else {
            self.batch.input.keep_safe_from(path)?;
            Ok(Target::File(path.clone()))
        }
    }

    /// Writes the formula of the only record, which may be too large for memory, on its way.
    fn export_one(
        &self,
        record: Record,
        target: &Target,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let puzzle = match &record.content {
            Ok((puzzle, _)) => puzzle,
            Err(invalid) => bail!("{}", invalid.error),
        };
        let blocked = match self.blocked(puzzle, &mut Session::default()) {
            Ok(blocked) => blocked,
            Err(failure) => return failure.end(&record, output),
        };
        match target {
            Target::File(path) => self.write_file(puzzle, blocked.as_ref(), path)?,
            _ => self
                .write(puzzle, blocked.as_ref(), output.writer())
                .context("cannot write to standard output")?,
        }
        Ok(Exit::Fulfilled)
    }

    /// The solution to exclude, if one is to be excluded.
    fn blocked(&self, puzzle: &Puzzle, session: &mut Session) -> Result<Option<Grid>, Failure> {
        if !self.block_solution {
            return Ok(None);
        }
        match session.solve(puzzle)?.outcome {
            Solution::Found(solution) => Ok(Some(solution)),
            Solution::None(why) => {
                Err(Failure::Unfulfilled(format!("no solution to block: {why}")))
            }
            Solution::Unknown(limit) => Err(Failure::Unfulfilled(format!(
                "no solution to block: {limit}"
            ))),
        }
    }

    fn write(
        &self,
        puzzle: &Puzzle,
        blocked: Option<&Grid>,
        output: impl Write,
    ) -> anyhow::Result<()> {
        let translation = Translation::new(puzzle, self.encoding).with_at_most_one(self.amo);
        Ok(write_dimacs(&translation, blocked, output)?)
    }

    fn write_file(
        &self,
        puzzle: &Puzzle,
        blocked: Option<&Grid>,
        path: &Path,
    ) -> anyhow::Result<()> {
        write_whole(path, |output| self.write(puzzle, blocked, output))?;
        Ok(())
    }
}

impl Command for Exporting {
    type Worker = Session;
    type Answer = ();

    fn batch(&self) -> &Batch {
        &self.export.batch
    }

    fn style(&self) -> Style {
        Style::Text
    }

    fn columns(&self) -> Vec<&'static str> {
        Vec::new()
    }

    fn worker(&self) -> Session {
        Session::default()
    }

    fn answer(
        &self,
        question: &Question<'_>,
        session: &mut Session,
        _: &mut Reply<'_>,
    ) -> Result<(), Failure> {
        let puzzle = question.puzzle;
        let blocked = self.export.blocked(puzzle, session)?;
        if let Target::Folder(folder) = &self.target {
            let path = folder.join(format!("{:06}.cnf", question.number + 1));
            let written = self.export.write_file(puzzle, blocked.as_ref(), &path);
            written.map_err(Failure::Fatal)?;
        }
        Ok(())
    }

    fn tally(&self, (): &()) -> Tally {
        Tally {
            exit: Exit::Fulfilled,
            outcome: Some("exported"),
            needed_solver: false,
        }
    }

    fn write_text(&self, _: &Question<'_>, (): &(), _: &mut Reply<'_>) {}

    fn fill<'a>(&self, object: Object<'a>, (): &(), _: &Puzzle) -> Object<'a> {
        object
    }

    fn fill_unanswered<'a>(&self, object: Object<'a>, _: &'static str) -> Object<'a> {
        object
    }
}
