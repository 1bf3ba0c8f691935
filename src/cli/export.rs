//! `satdoku export`: DIMACS CNF for external solvers.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use satdoku::board::{Grid, Puzzle};
use satdoku::sat::{AtMostOne, Encoding, Translation, write_dimacs};
use satdoku::task::{Session, Solution};
use serde::Serialize;

use super::args::engine::seconds;
use super::args::heading::{ANSWER, ENGINE, LIMITS};
use super::args::input::Item;
use super::batch::Sink;
use super::command::{Command, Failure, Question};
use super::exit::Exit;
use super::fields::Columns;
use super::file::{WholeFile, write_in_folder};
use super::output::{Output, Part, Reply};
use super::render::{Style, csv};
use super::run::{Batch, run_on};
use super::summary::Tally;

/// Translate puzzles to DIMACS CNF for any SAT solver
///
/// `-o DIR/` writes numbered files and manifest.csv, which lists the puzzle of each file. `import
/// --cnf` reads the output of a solver back.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku export puzzle.txt -o puzzle.cnf      then: cadical -q puzzle.cnf
  satdoku export puzzles.txt -o formulas/      one file for each puzzle
  satdoku export --block-solution puzzle.txt   unsatisfiable if it is unique")]
pub struct Export {
    #[command(flatten)]
    batch: Batch,

    /// Set the clauses: minimal, efficient, extended or reduced
    #[arg(long, value_name = "NAME", default_value_t = Encoding::Extended, help_heading = ANSWER)]
    encoding: Encoding,

    /// Set the at-most-one encoding: pairwise, product, …
    ///
    /// All: pairwise, product, commander, ladder, sequential, binary, bimander.
    #[arg(long, value_name = "NAME", default_value_t, help_heading = ENGINE)]
    amo: AtMostOne,

    /// Exclude the solution, to prove that it is unique
    ///
    /// The formula is then unsatisfiable if the puzzle has one solution.
    #[arg(long, help_heading = ANSWER)]
    block_solution: bool,

    /// Limit the search for the solution to exclude
    #[arg(long, value_name = "SECONDS", value_parser = seconds, requires = "block_solution",
          help_heading = LIMITS)]
    timeout: Option<std::time::Duration>,
}

/// `export`, and the folder that its formulas go to, if there is one.
struct Exporting {
    export: Export,
    folder: Option<PathBuf>,
}

/// A formula was written, and there is nothing else to say of it.
#[derive(Serialize)]
struct Exported {}

/// The columns of the manifest, a table of the formulas in a folder.
const MANIFEST: [&str; 4] = ["cnf", "source", "line", "puzzle"];

impl Export {
    /// Writes a formula for every puzzle.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let folder = output.folder().map(Path::to_path_buf);
        let batch = self.batch.clone();
        let input = batch.input.clone();
        let exporting = Exporting {
            export: self,
            folder: folder.clone(),
        };
        if let Some(folder) = folder {
            // Its files are written where they are made, each on a thread of its own.
            output.name_files("cnf");
            let manifest = folder.join("manifest.csv");
            batch.input.keep_safe_from(&manifest)?;
            let mut manifest = WholeFile::create(&manifest)?;
            manifest.line(&manifest_row(MANIFEST.map(String::from)))?;
            let read = move |sink: &dyn Sink<Item>| _ = input.read(sink);
            let exit = run_on(
                exporting,
                &batch,
                Style::Text,
                read,
                output,
                Some(&mut manifest),
            )?;
            manifest.finish()?;
            return Ok(exit);
        }
        // There is no formula of a puzzle without a solution to exclude.
        output.leave_out_empty_file();
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
        Err(Failure::Unanswered(format!("no solution to block: {why}")))
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
        let written = match &self.folder {
            None => {
                // It may be too large for memory.
                let mut output = BufWriter::with_capacity(1 << 16, Pieces(reply));
                write(&mut output).and_then(|()| Ok(output.flush()?))
            }
            Some(folder) => {
                let name = format!("{:06}.cnf", question.number + 1);
                let path = folder.join(&name);
                let input = &self.export.batch.input;
                let safe = input.keep_safe_from(&path);
                let written = safe.and_then(|()| write_in_folder(&path, write).map(drop));
                let record = question.record;
                let (source, line) = (record.source.to_string(), record.line.to_string());
                let row = [name, source, line, puzzle.givens().to_string()];
                reply.send(Part::Index(manifest_row(row)));
                written
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

/// A line of the manifest.
fn manifest_row(fields: [String; MANIFEST.len()]) -> String {
    csv::line(fields.into_iter()).trim_end().to_string()
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
