//! `satdoku export`: DIMACS CNF for external solvers.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use satdoku::board::{Grid, Puzzle};
use satdoku::sat::{AtMostOne, Encoding, Translation, write_dimacs};
use satdoku::task::{Session, Solution};
use serde::Serialize;

use super::args::engine::seconds;
use super::args::heading::{ANSWER, ENGINE, LIMITS, OUTPUT};
use super::args::input::Item;
use super::batch::Sink;
use super::command::{Command, Failure, Question};
use super::exit::Exit;
use super::fields::Columns;
use super::file::{write_in_folder, write_whole};
use super::output::{Output, Reply, shown};
use super::render::Style;
use super::run::{Batch, run_on};
use super::summary::Tally;

/// Each puzzle as DIMACS CNF, for any SAT solver
#[derive(Debug, Args)]
pub struct Export {
    #[command(flatten)]
    batch: Batch,

    /// Which clauses: minimal, efficient, extended or reduced
    #[arg(long, value_name = "NAME", default_value_t = Encoding::Extended, help_heading = ANSWER)]
    encoding: Encoding,

    /// How clauses say at most one: pairwise, product, commander, ladder, sequential, binary or
    /// bimander
    #[arg(long, value_name = "NAME", default_value_t, help_heading = ENGINE)]
    amo: AtMostOne,

    /// Exclude the puzzle's solution: the CNF is then unsatisfiable exactly when it is unique
    #[arg(long, help_heading = ANSWER)]
    block_solution: bool,

    /// Give up looking for the solution to exclude after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, requires = "block_solution",
          help_heading = LIMITS)]
    timeout: Option<std::time::Duration>,

    /// A file, packed with gzip if its name ends in .gz, or, ending in /, a folder for numbered
    /// files, one for each puzzle
    #[arg(short, long, value_name = "FILE|DIR/", help_heading = OUTPUT)]
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

/// A formula was written, and there is nothing else to say of it.
#[derive(Serialize)]
struct Exported {}

impl Export {
    /// Writes a formula for every puzzle.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let target = self.target()?;
        let batch = self.batch.clone();
        let input = batch.input.clone();
        let is_folder = matches!(target, Target::Folder(_));
        let exporting = Exporting {
            export: self,
            target,
        };
        if is_folder {
            let read = move |sink: &dyn Sink<Item>| _ = input.read(sink);
            return run_on(exporting, &batch, Style::Text, read, output, None);
        }
        let records = input.first(2);
        if records.len() > 1 {
            bail!("expected one puzzle, found several: give a folder for them (-o DIR/)");
        }
        let read = move |sink: &dyn Sink<Item>| {
            for record in records {
                let _ = sink.push(record);
            }
        };
        run_on(exporting, &batch, Style::Text, read, output, None)
    }

    fn target(&self) -> anyhow::Result<Target> {
        let Some(path) = &self.output else {
            return Ok(Target::StandardOutput);
        };
        let is_folder = path.as_os_str().to_string_lossy().ends_with('/') || path.is_dir();
        if path.as_os_str() == "-" {
            Ok(Target::StandardOutput)
        } else if is_folder {
            fs::create_dir_all(path).with_context(|| format!("{}: cannot be made", shown(path)))?;
            Ok(Target::Folder(path.clone()))
        } else {
            self.batch.input.keep_safe_from(path)?;
            Ok(Target::File(path.clone()))
        }
    }

    /// The solution to exclude, if one is to be excluded.
    fn blocked(&self, puzzle: &Puzzle, session: &mut Session) -> Result<Option<Grid>, Failure> {
        if !self.block_solution {
            return Ok(None);
        }
        let why = match session.solve(puzzle)?.outcome {
            Solution::Found(solution) => return Ok(Some(solution)),
            Solution::None(conflict) => conflict.to_string(),
            Solution::Unknown(limit) => limit.to_string(),
        };
        Err(Failure::Lacking(format!("no solution to block: {why}")))
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
}

impl Command for Exporting {
    type Answer = Exported;

    fn columns(&self) -> Columns {
        Columns::new(Vec::new())
    }

    fn session(&self) -> Session {
        match self.export.timeout {
            Some(timeout) => Session::default().with_timeout(timeout),
            None => Session::default(),
        }
    }

    fn answer(
        &self,
        question: &Question<'_>,
        session: &mut Session,
        reply: &mut Reply<'_>,
    ) -> Result<Exported, Failure> {
        let puzzle = question.puzzle;
        let blocked = self.export.blocked(puzzle, session)?;
        let write = |output: &mut dyn Write| self.export.write(puzzle, blocked.as_ref(), output);
        let written = match &self.target {
            Target::StandardOutput => {
                // It may be too large for memory.
                let mut output = BufWriter::with_capacity(1 << 16, Pieces(reply));
                write(&mut output).and_then(|()| Ok(output.flush()?))
            }
            Target::File(path) => write_whole(path, write).map(drop),
            Target::Folder(folder) => {
                let path = folder.join(format!("{:06}.cnf", question.number + 1));
                let input = &self.export.batch.input;
                let safe = input.keep_safe_from(&path);
                safe.and_then(|()| write_in_folder(&path, write).map(drop))
            }
        };
        match written {
            Ok(()) => Ok(Exported {}),
            Err(error) => Err(Failure::Fatal(error)),
        }
    }

    fn tally(&self, _: &Exported) -> Tally {
        Tally::new(Exit::Success, "exported")
    }

    fn text(&self, _: &Question<'_>, _: &Exported, _: &mut Reply<'_>) {}
}

/// A writer whose pieces are parts of a reply.
struct Pieces<'a, 'b>(&'a mut Reply<'b>);

impl Write for Pieces<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // DIMACS is ASCII.
        self.0.result(String::from_utf8_lossy(bytes).into_owned());
        if self.0.flow().is_break() {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
