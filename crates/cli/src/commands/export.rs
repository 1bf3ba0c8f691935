//! `satdoku export`: DIMACS CNF for external solvers.

use std::io::{self, BufWriter, Write};
use std::time::Duration;

use anyhow::bail;
use clap::Args;
use satdoku::sat::{Encoding, Translation, write_dimacs};
use satdoku_answer::{Asker, ConvertRow, Failure, Files};

use crate::command::{
    ANSWERS, Answer, Asked, Command, Exit, Extras, Format, Formats, Grids, Outcome, Reply,
};
use crate::index::IndexedFolder;
use crate::memory::default_budget;
use crate::options::heading::{ANSWER, LIMITS};
use crate::options::input::RecordArgs;
use crate::options::limits::{SearchOptions, TimeoutArgs, seconds};
use crate::output::{Program, Run};
use crate::records::{self, Answerer};
use crate::reply::Piece;

/// Translate puzzles to DIMACS CNF for any SAT solver
///
/// `-o DIR/` writes numbered files and manifest.csv, which lists the puzzle of each file. `import
/// --cnf` reads the output of a solver back.
#[derive(Args)]
#[command(after_help = "\
Examples:
  satdoku export puzzle.txt -o puzzle.cnf      then: cadical -q puzzle.cnf
  satdoku export puzzles.txt -o formulas/      one file for each puzzle
  satdoku export --block-solution puzzle.txt   unsatisfiable if it is unique")]
pub struct ExportArgs {
    #[command(flatten)]
    records: RecordArgs,

    #[command(flatten)]
    export: Export,
}

/// The options that only `export` has.
#[derive(Args)]
struct Export {
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

    /// The folder of the formulas; without one, the only formula goes to the output.
    #[arg(skip)]
    folder: Option<IndexedFolder>,
}

impl Run for ExportArgs {
    /// Writes the formula of each puzzle.
    fn run(self, program: &Program) -> anyhow::Result<Exit> {
        let records = self.records.checked()?;
        let (timeout, grids) = (
            self.export.timeout,
            Grids::new(Format::Text, program.terminal),
        );
        let mut answerer = Answerer {
            command: self.export,
            search: TimeoutArgs { timeout }.search("sat")?,
            grids,
        };
        let Some(path) = program.folder() else {
            let mut output = program.open(&ANSWERS, Format::Text, &records.paths)?;
            // A puzzle without a solution to exclude has no formula.
            output.leave_out_empty_file();
            let items = records.input.first(2, &program.terminal);
            if items.len() > 1 {
                bail!("expected one puzzle, found several: give a folder for them (-o DIR/)");
            }
            let source = records::of_items(items.into_iter(), None);
            return records::run(records.run, source, answerer, Extras::default(), output);
        };
        let (folder, index) =
            IndexedFolder::create(path, "manifest.csv", &records.paths, |_| false)?;
        answerer.command.folder = Some(folder);
        let extras = Extras {
            index: Some(index),
            ..Extras::default()
        };
        let nowhere = Program {
            output: None,
            ..*program
        };
        // The workers write the files of the folder.
        let output = nowhere.open(&ANSWERS, Format::Text, &records.paths)?;
        let source = records::of_input(&records.input, program.terminal);
        records::run(records.run, source, answerer, extras, output)
    }
}

impl Command for Export {
    const FORMATS: Formats = ANSWERS;

    type Row = ConvertRow;
    type Search = TimeoutArgs;

    fn answer(&self, asker: &mut Asker, asked: &Asked<'_>) -> Answer<ConvertRow> {
        let translation = Translation::new(asked.puzzle, self.encoding);
        let memory = default_budget().memory;
        if !translation.fits(memory) {
            let limit = memory / 1_000_000;
            let error = format!(
                "expected a formula that takes a solver at most {limit} MB of memory, found a larger one"
            );
            return Err(Failure::Unanswered(error).into());
        }
        let blocked = match self.block_solution {
            true => Some(asker.solution_to_block(asked.puzzle)?),
            false => None,
        };
        let write = |output: &mut dyn Write| write_dimacs(&translation, blocked.as_ref(), output);
        match &self.folder {
            Some(folder) => {
                let mut files = folder.files(asked.number);
                let cnf = files.create("cnf", &mut |output| write(output));
                let cnf = cnf.map_err(anyhow::Error::new)?;
                let line = files.table_line(asked.record, cnf);
                asked.reply.push(Piece::Index(line));
            }
            None => {
                // The formula may be too large for memory.
                let mut output = BufWriter::with_capacity(1 << 16, Emitted(asked.reply));
                let written = write(&mut output).and_then(|()| output.flush());
                written.map_err(anyhow::Error::new)?;
            }
        }
        let outcome = Outcome::new(Exit::Success, "exported");
        Ok((ConvertRow::default(), outcome))
    }

    fn show(&self, _: &Asked<'_>, _: &ConvertRow) {}
}

/// A writer of text as parts of an answer.
struct Emitted<'a>(&'a Reply<'a>);

impl Write for Emitted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // DIMACS is ASCII.
        let text = String::from_utf8_lossy(bytes).into_owned();
        self.0.text(text);
        match self.0.flow().is_continue() {
            true => Ok(bytes.len()),
            false => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
