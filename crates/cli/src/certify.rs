//! `satdoku check --certify`: the files that an independent checker needs to confirm each verdict.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, ValueEnum};
use satdoku::Deadline;
use satdoku::board::{Grid, Puzzle, RulesetText};
use satdoku::sat::{
    AtMostOne, ProofError, ProofFormat, certificate_formula, write_dimacs, write_proof,
};
use satdoku::task::{Limit, Verdict};
use satdoku_text::write_variables;
use serde::Serialize;

use crate::exit::Exit;
use crate::file::{AtomicFile, write_in_folder};
use crate::message::display_path;
use crate::options::heading::OUTPUT;
use crate::record_command::RecordContext;
use crate::reply::{Piece, Reply};
use crate::temporary::TEMPORARY_PREFIX;

/// The arguments about certificates.
#[derive(Debug, Args)]
pub struct CertifyArgs {
    /// Write a proof of each verdict to this folder
    ///
    /// An independent checker can then confirm the verdicts. The certificates of an earlier run in the
    /// folder are replaced.
    #[arg(long, value_name = "DIR", help_heading = OUTPUT, hide_short_help = true)]
    certify: Option<PathBuf>,

    /// Set the format of the proofs
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "drat",
        requires = "certify",
        help_heading = OUTPUT,
        hide_short_help = true
    )]
    proof: ProofArg,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ProofArg {
    /// DRAT as text
    Drat,
    /// DRAT in binary
    BinaryDrat,
}

impl ProofArg {
    fn format(self) -> ProofFormat {
        match self {
            ProofArg::Drat => ProofFormat::Drat,
            ProofArg::BinaryDrat => ProofFormat::BinaryDrat,
        }
    }
}

impl CertifyArgs {
    /// Creates the folder, if there is to be one. Also returns the index, which gets a line for every
    /// record.
    pub fn start(self) -> anyhow::Result<Option<(Certifier, AtomicFile)>> {
        let Some(folder) = self.certify else {
            return Ok(None);
        };
        fs::create_dir_all(&folder)
            .with_context(|| format!("{}: cannot be made", display_path(&folder)))?;
        clear(&folder)?;
        let index = AtomicFile::create(&folder.join("index.jsonl"))?;
        let certifier = Certifier {
            folder,
            proof: self.proof,
        };
        Ok(Some((certifier, index)))
    }
}

/// Removes the certificates of an earlier run and the unfinished files of one that was killed: the new
/// index would not list them.
fn clear(folder: &Path) -> anyhow::Result<()> {
    let cannot_read = || format!("{}: cannot be read", display_path(folder));
    for entry in fs::read_dir(folder).with_context(cannot_read)? {
        let entry = entry.with_context(cannot_read)?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(TEMPORARY_PREFIX) || is_certificate(&name) {
            let path = entry.path();
            fs::remove_file(&path)
                .with_context(|| format!("{}: cannot be removed", display_path(&path)))?;
        }
    }
    Ok(())
}

/// Returns true for the names of the files of a run: `000001.cnf`, `index.jsonl`.
fn is_certificate(name: &str) -> bool {
    match name.split_once('.') {
        Some(("index", "jsonl")) => true,
        Some((number, "cnf" | "drat" | "solution" | "solutions")) => {
            number.len() >= 6 && number.bytes().all(|byte| byte.is_ascii_digit())
        }
        _ => false,
    }
}

/// Writes the certificates of one run.
pub struct Certifier {
    folder: PathBuf,
    proof: ProofArg,
}

/// A line of the index.
#[derive(Debug, Default, Serialize)]
struct Entry<'a> {
    /// The number of the record, counted from 1. The names of the files begin with it.
    number: usize,
    source: &'a str,
    line: usize,
    /// The puzzle with all of its rules.
    puzzle: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    boxes: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    regions: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variants: Vec<String>,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most_one: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<&'static str>,
    files: Vec<Named>,
    /// The command that checks the proof, in the folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    check: Option<String>,
    /// The parts that the check leaves unproved and that have to be trusted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    trusted: Vec<&'static str>,
}

#[derive(Debug, Serialize)]
struct Named {
    name: String,
    bytes: u64,
}

impl Certifier {
    /// Writes the files of a record and its line of the index. `verdict` is `None` if there is none
    /// to certify. A proof that is not complete at the deadline leaves no files.
    pub fn certify(
        &self,
        context: &RecordContext<'_>,
        verdict: Option<&Verdict>,
        deadline: Option<Deadline>,
        reply: &mut Reply<'_>,
    ) -> anyhow::Result<Exit> {
        let files = Files {
            folder: &self.folder,
            number: context.number + 1,
            deadline,
        };
        let record = context.record;
        let mut entry = Entry {
            number: files.number,
            source: &record.source,
            line: record.line,
            verdict: "invalid",
            ..Entry::default()
        };
        let mut exit = Exit::Success;
        match &record.content {
            Err(invalid) => entry.puzzle = invalid.text.clone(),
            Ok((puzzle, _)) => {
                entry.puzzle = puzzle.to_string();
                let rules = RulesetText::from(puzzle.layout().rules());
                entry.boxes = rules.regions.is_none().then_some(rules.shape);
                entry.regions = rules.regions;
                entry.variants = rules.variants;
                entry.verdict = verdict.map_or("unknown", Verdict::name);
                match verdict {
                    Some(Verdict::Unique(solution)) => {
                        exit =
                            self.prove(context, puzzle, Some(solution), &files, &mut entry, reply)?;
                        entry
                            .files
                            .push(files.write_grids("solution", &[solution])?);
                    }
                    Some(Verdict::Unsolvable(_)) => {
                        exit = self.prove(context, puzzle, None, &files, &mut entry, reply)?;
                    }
                    Some(Verdict::Multiple([one, other])) => {
                        entry
                            .files
                            .push(files.write_grids("solutions", &[one, other])?);
                    }
                    Some(Verdict::Unknown(_)) | None => {}
                }
            }
        }
        reply.push(Piece::Index(serde_json::to_string(&entry)?));
        Ok(exit)
    }

    /// Writes the formula, the same as `export` writes, and a proof that it is unsatisfiable.
    fn prove(
        &self,
        context: &RecordContext<'_>,
        puzzle: &Puzzle,
        solution: Option<&Grid>,
        files: &Files<'_>,
        entry: &mut Entry<'_>,
        reply: &mut Reply<'_>,
    ) -> anyhow::Result<Exit> {
        let Some(translation) = certificate_formula(puzzle) else {
            reply.message(format_args!(
                "{}not certified: the board has too many clauses",
                context.place()
            ));
            return Ok(Exit::Negative);
        };
        let cnf = files.write("cnf", |output| {
            Ok(write_dimacs(&translation, solution, output)?)
        })?;
        // The checkers tell the two kinds of DRAT apart by the content.
        let proof = files.write("drat", |output| {
            let format = self.proof.format();
            let output = UntilDeadline {
                output,
                deadline: files.deadline,
            };
            Ok(write_proof(&translation, solution, format, output)?)
        });
        let proof = match proof {
            Ok(proof) => proof,
            Err(error) if is_late(&error) => {
                fs::remove_file(files.path("cnf")).context("cannot be removed")?;
                let limit = files.deadline.map_or(Limit::Solver, Limit::of_deadline);
                reply.message(format_args!("{}not certified: {limit}", context.place()));
                return Ok(Exit::Negative);
            }
            Err(error) if is_refuted(&error) => {
                reply.message(format_args!(
                    "BUG in satdoku, please report it: no proof that `{}` is {}: {error:#}",
                    entry.puzzle, entry.verdict
                ));
                return Ok(Exit::Bug);
            }
            Err(error) => return Err(error),
        };
        entry.encoding = Some(translation.encoding().name());
        let at_most_one = translation.at_most_one();
        entry.at_most_one = (at_most_one != AtMostOne::Pairwise).then(|| at_most_one.name());
        entry.proof = Some(self.proof.format().name());
        entry.check = Some(format!("rate {} {}", cnf.name, proof.name));
        entry.trusted = vec!["encoding", "checker"];
        entry.files.extend([cnf, proof]);
        Ok(Exit::Success)
    }
}

/// The files of one record.
struct Files<'a> {
    folder: &'a Path,
    /// The number of the record, counted from 1.
    number: usize,
    deadline: Option<Deadline>,
}

impl Files<'_> {
    /// Writes grids, each on its own line and followed by its variables.
    fn write_grids(&self, ending: &str, grids: &[&Grid]) -> anyhow::Result<Named> {
        self.write(ending, |output| {
            for grid in grids {
                writeln!(output, "{grid}")?;
                output.write_all(write_variables(grid).as_bytes())?;
            }
            Ok(())
        })
    }

    fn write(
        &self,
        ending: &str,
        write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
    ) -> anyhow::Result<Named> {
        Ok(Named {
            bytes: write_in_folder(&self.path(ending), write)?,
            name: self.name(ending),
        })
    }

    fn name(&self, ending: &str) -> String {
        format!("{:06}.{ending}", self.number)
    }

    fn path(&self, ending: &str) -> PathBuf {
        self.folder.join(self.name(ending))
    }
}

/// An output that fails after a deadline.
struct UntilDeadline<'a> {
    output: &'a mut dyn Write,
    deadline: Option<Deadline>,
}

impl Write for UntilDeadline<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.deadline {
            Some(deadline) if deadline.is_over() => Err(io::ErrorKind::TimedOut.into()),
            _ => self.output.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// Returns true if the deadline passed before a proof was complete.
fn is_late(error: &anyhow::Error) -> bool {
    let mut causes = error.chain();
    causes.any(|cause| match cause.downcast_ref() {
        Some(ProofError::Write(cause)) => cause.kind() == io::ErrorKind::TimedOut,
        _ => false,
    })
}

/// Returns true if the solver contradicts the verdict that it was to prove.
fn is_refuted(error: &anyhow::Error) -> bool {
    let mut causes = error.chain();
    causes.any(|cause| matches!(cause.downcast_ref(), Some(ProofError::Satisfiable)))
}
