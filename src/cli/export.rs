//! `satdoku export`: DIMACS CNF for external solvers.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use satdoku::board::{Grid, Puzzle};
use satdoku::format::Record;
use satdoku::sat::{Encoding, Translation, write_dimacs};
use satdoku::task::{Session, Solution};

use super::engine::fault;
use super::exit::Exit;
use super::file::write_whole;
use super::input::{Input, puzzle_of};
use super::output::{Output, say};

/// Each puzzle as DIMACS CNF, for any SAT solver
#[derive(Debug, Args)]
pub struct Export {
    #[command(flatten)]
    input: Input,

    /// Which clauses: minimal, efficient, extended or reduced
    #[arg(long, value_name = "NAME", default_value_t = Encoding::Extended)]
    encoding: Encoding,

    /// Exclude the puzzle's solution: the CNF is then unsatisfiable exactly when it is unique
    #[arg(long)]
    block_solution: bool,

    /// A file or, ending in /, a folder for numbered files, one for each puzzle
    #[arg(short, long, value_name = "FILE|DIR/")]
    output: Option<PathBuf>,
}

/// Where formulas go.
enum Target<'a> {
    StandardOutput,
    File(&'a Path),
    Folder(&'a Path),
}

impl Export {
    /// Writes a formula for every puzzle.
    pub fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let target = self.target()?;
        let mut session = Session::default();
        let mut number = 0u64;
        let mut records = self.input.records().peekable();
        let mut exit = Exit::Fulfilled;
        while let Some(record) = records.next() {
            let is_alone = number == 0 && records.peek().is_none();
            if !is_alone && !matches!(target, Target::Folder(_)) {
                bail!("expected one puzzle, found several: give a folder for them (-o DIR/)");
            }
            number += 1;
            exit.add(match record {
                Ok(record) => self.export(&record, number, &target, &mut session, output)?,
                Err(error) => {
                    say(format!("{error:#}"));
                    Exit::Failed
                }
            });
        }
        Ok(exit)
    }

    fn target(&self) -> anyhow::Result<Target<'_>> {
        let Some(path) = &self.output else {
            return Ok(Target::StandardOutput);
        };
        let is_folder = path.as_os_str().to_string_lossy().ends_with('/') || path.is_dir();
        if path.as_os_str() == "-" {
            Ok(Target::StandardOutput)
        } else if is_folder {
            fs::create_dir_all(path)
                .with_context(|| format!("{}: cannot be made", path.display()))?;
            Ok(Target::Folder(path))
        } else {
            Ok(Target::File(path))
        }
    }

    fn export(
        &self,
        record: &Record,
        number: u64,
        target: &Target<'_>,
        session: &mut Session,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let Some((puzzle, _)) = puzzle_of(record) else {
            return Ok(Exit::Failed);
        };
        let mut blocked = None;
        if self.block_solution {
            match session.solve(puzzle) {
                Err(error) => return Ok(fault(&error)),
                Ok(answer) => match answer.outcome {
                    Solution::Found(solution) => blocked = Some(solution),
                    Solution::None(why) => {
                        let place = format!("{}:{}", record.source, record.line);
                        say(format!("{place}: no solution to block: {why}"));
                        return Ok(Exit::Unfulfilled);
                    }
                    Solution::Unknown(limit) => bail!("no solution to block: {limit}"),
                },
            }
        }
        match target {
            Target::StandardOutput => self
                .write(puzzle, blocked.as_ref(), output.writer())
                .context("cannot write to standard output")?,
            Target::File(path) => self.write_file(puzzle, blocked.as_ref(), path)?,
            Target::Folder(folder) => {
                let path = folder.join(format!("{number:06}.cnf"));
                self.write_file(puzzle, blocked.as_ref(), &path)?;
            }
        }
        Ok(Exit::Fulfilled)
    }

    fn write(
        &self,
        puzzle: &Puzzle,
        blocked: Option<&Grid>,
        output: impl Write,
    ) -> anyhow::Result<()> {
        let translation = Translation::new(puzzle, self.encoding);
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
