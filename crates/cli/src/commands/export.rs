//! `satdoku export`: DIMACS CNF for external solvers.

use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::bail;
use clap::Args;
use satdoku::board::{Grid, Puzzle};
use satdoku::sat::{Encoding, Translation, write_dimacs};
use satdoku::task::{Session, Solution};

use crate::csv_table::csv_line;
use crate::exit::Exit;
use crate::file::{AtomicFile, write_in_folder};
use crate::memory::default_budget;
use crate::options::heading::{ANSWER, LIMITS};
use crate::options::records::RecordArgs;
use crate::options::search::{ConfirmedSearch, TimeoutArgs, seconds};
use crate::output::Output;
use crate::read::Input;
use crate::record_command::{Failure, RecordCommand, RecordContext};
use crate::records::RecordOutput;
use crate::reply::{Piece, Reply};
use crate::summary::Outcome;

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
pub struct ExportArgs {
    #[command(flatten)]
    records: RecordArgs,

    /// Set the clauses: minimal, efficient, extended or reduced
    #[arg(long, value_name = "NAME", default_value_t = Encoding::Extended, help_heading = ANSWER)]
    encoding: Encoding,

    /// Exclude the solution, to prove that it is unique
    ///
    /// The formula is then unsatisfiable if the puzzle has one solution.
    #[arg(long, help_heading = ANSWER)]
    block_solution: bool,

    /// Limit the search for the solution to exclude
    #[arg(long, value_name = "SECONDS", value_parser = seconds, requires = "block_solution",
          help_heading = LIMITS)]
    timeout: Option<Duration>,
}

/// The checked options.
struct Export {
    encoding: Encoding,
    block_solution: bool,
    search: ConfirmedSearch,
    /// The folder of the formulas; without one, the only formula goes to the output.
    folder: Option<PathBuf>,
    /// The input, which must not be overwritten.
    input: Input,
}

/// The columns of the manifest, a table of the formulas in a folder.
const MANIFEST: [&str; 4] = ["cnf", "source", "line", "puzzle"];

impl ExportArgs {
    /// Writes the formula of each puzzle.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let records = self.records.checked();
        let folder = output.folder().map(Path::to_path_buf);
        let export = Export {
            encoding: self.encoding,
            block_solution: self.block_solution,
            search: TimeoutArgs {
                timeout: self.timeout,
            }
            .search(),
            folder: folder.clone(),
            input: records.input.clone(),
        };
        let Some(folder) = folder else {
            // A puzzle without a solution to exclude has no formula.
            output.leave_out_empty_file();
            let items = records.input.first(2);
            if items.len() > 1 {
                bail!("expected one puzzle, found several: give a folder for them (-o DIR/)");
            }
            return records.run_on(items, export, RecordOutput::default(), output);
        };
        // The workers write the files of this folder.
        output.name_files("cnf");
        let manifest = folder.join("manifest.csv");
        records.input.keep_safe_from(&manifest)?;
        let mut manifest = AtomicFile::create(&manifest)?;
        manifest.line(&manifest_row(MANIFEST.map(String::from)))?;
        let layout = RecordOutput {
            index: Some(&mut manifest),
            ..RecordOutput::default()
        };
        let exit = records.run(export, layout, output)?;
        manifest.finish()?;
        Ok(exit)
    }
}

impl RecordCommand for Export {
    type State = Session;

    fn state(&self) -> Session {
        self.search.session()
    }

    fn answer(
        &self,
        session: &mut Session,
        context: &RecordContext<'_>,
        reply: &mut Reply<'_>,
    ) -> Result<Outcome, Failure> {
        let (puzzle, _) = context.puzzle()?;
        let translation = Translation::new(puzzle, self.encoding);
        let memory = default_budget().memory;
        if !translation.fits(memory) {
            let limit = memory / 1_000_000;
            return Err(Failure::Unanswered(format!(
                "expected a formula that takes a solver at most {limit} MB of memory, found a larger one"
            )));
        }
        let blocked = self.blocked(puzzle, session)?;
        let write =
            |output: &mut dyn Write| Ok(write_dimacs(&translation, blocked.as_ref(), output)?);
        match &self.folder {
            Some(folder) => {
                let name = format!("{:06}.cnf", context.number + 1);
                let path = folder.join(&name);
                self.input.keep_safe_from(&path)?;
                write_in_folder(&path, write)?;
                let record = context.record;
                let (source, line) = (record.source.to_string(), record.line.to_string());
                let row = [name, source, line, puzzle.to_string()];
                reply.push(Piece::Index(manifest_row(row)));
            }
            None => {
                // The formula may be too large for memory.
                let mut output = BufWriter::with_capacity(1 << 16, ReplyWriter(reply));
                write(&mut output)?;
                output.flush().map_err(anyhow::Error::new)?;
            }
        }
        Ok(Outcome::new(Exit::Success, "exported"))
    }
}

impl Export {
    /// Returns the solution to exclude, if one is to be excluded.
    fn blocked(&self, puzzle: &Puzzle, session: &mut Session) -> Result<Option<Grid>, Failure> {
        if !self.block_solution {
            return Ok(None);
        }
        let reason = match session.solve(puzzle)?.outcome {
            Solution::Found(solution) => return Ok(Some(solution)),
            Solution::Unsolvable(conflict) => conflict.to_string(),
            Solution::Unknown(limit) => limit.to_string(),
        };
        Err(Failure::Unanswered(format!(
            "no solution to block: {reason}"
        )))
    }
}

/// Returns a line of the manifest.
fn manifest_row(fields: [String; MANIFEST.len()]) -> String {
    csv_line(&fields).trim_end().to_string()
}

/// A writer that adds text to a reply.
struct ReplyWriter<'a, 'b>(&'a mut Reply<'b>);

impl Write for ReplyWriter<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // DIMACS is ASCII.
        self.0.text(String::from_utf8_lossy(bytes).into_owned());
        match self.0.flow() {
            ControlFlow::Continue(()) => Ok(bytes.len()),
            ControlFlow::Break(()) => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
