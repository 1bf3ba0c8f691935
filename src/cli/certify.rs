//! `satdoku check --certify`: what an independent checker needs to confirm each verdict.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use satdoku::board::{Grid, Puzzle};
use satdoku::format::Record;
use satdoku::sat::{
    AtMostOne, ProofError, ProofFormat, certificate_formula, write_dimacs, write_proof,
};
use satdoku::task::Verdict;
use serde::Serialize;

use super::args::heading::OUTPUT;
use super::command::place_of;
use super::exit::Exit;
use super::file::{UNFINISHED, WholeFile, write_in_folder};
use super::output::{Part, Reply, shown};

/// Whether and how `check` writes certificates.
#[derive(Debug, Args)]
pub struct Certificates {
    /// A folder for a proof of each verdict
    ///
    /// It gets what an independent checker needs to confirm the verdicts.
    #[arg(long, value_name = "DIR", help_heading = OUTPUT)]
    certify: Option<PathBuf>,

    /// Remove the certificates of an earlier run from the folder first
    #[arg(long, requires = "certify", help_heading = OUTPUT, hide_short_help = true)]
    overwrite: bool,

    /// The form of the proofs
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "drat",
        requires = "certify",
        help_heading = OUTPUT,
        hide_short_help = true
    )]
    proof: Proof,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Proof {
    /// DRAT as text
    Drat,
    /// DRAT in its binary form
    BinaryDrat,
    /// LRAT as text, which takes longer to make and less to check
    Lrat,
}

impl Proof {
    fn format(self) -> ProofFormat {
        match self {
            Proof::Drat => ProofFormat::Drat,
            Proof::BinaryDrat => ProofFormat::BinaryDrat,
            Proof::Lrat => ProofFormat::Lrat,
        }
    }

    /// How files of this form end. `rate` goes by that; which of the two kinds of DRAT it is it
    /// sees from the content, as drat-trim does.
    fn ending(self) -> &'static str {
        match self {
            Proof::Drat | Proof::BinaryDrat => "drat",
            Proof::Lrat => "lrat",
        }
    }

    /// The program that checks it.
    fn checker(self) -> &'static str {
        match self {
            Proof::Drat | Proof::BinaryDrat => "rate",
            Proof::Lrat => "lrat-check",
        }
    }
}

impl Certificates {
    /// Makes the folder, if certificates were asked for, and keeps other runs out of it. The file is
    /// the index, of which every record has a line.
    pub fn start(&self) -> anyhow::Result<Option<(Certifier, WholeFile)>> {
        let Some(folder) = &self.certify else {
            return Ok(None);
        };
        let name = shown(folder);
        fs::create_dir_all(folder).with_context(|| format!("{name}: cannot be made"))?;
        let lock = lock(folder)?;
        let earlier = clear(folder, self.overwrite)?;
        if earlier {
            bail!(
                "{name}: expected a folder without certificates, found those of an earlier run: \
                 name another, or add --overwrite to remove them"
            );
        }
        let certifier = Certifier {
            folder: folder.clone(),
            proof: self.proof,
            _lock: lock,
        };
        let index = WholeFile::create(&folder.join("index.jsonl"))?;
        Ok(Some((certifier, index)))
    }
}

/// Keeps other runs out of a folder as long as the result lives.
#[cfg(unix)]
fn lock(folder: &Path) -> anyhow::Result<File> {
    use rustix::fs::{FlockOperation, flock};
    let name = shown(folder);
    let lock = File::open(folder).with_context(|| format!("{name}: cannot be opened"))?;
    match flock(&lock, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(lock),
        Err(rustix::io::Errno::WOULDBLOCK) => {
            bail!("{name}: another run writes its certificates into this folder")
        }
        Err(error) => Err(error).with_context(|| format!("{name}: cannot be locked")),
    }
}

#[cfg(not(unix))]
fn lock(_: &Path) -> anyhow::Result<()> {
    Ok(())
}

/// Removes what a run that was killed left unfinished and, if so told, the certificates of earlier
/// runs. Says whether there are any left.
fn clear(folder: &Path, overwrites: bool) -> anyhow::Result<bool> {
    let cannot_read = || format!("{}: cannot be read", shown(folder));
    let mut is_left = false;
    for entry in fs::read_dir(folder).with_context(cannot_read)? {
        let entry = entry.with_context(cannot_read)?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_certificate = is_certificate(&name);
        if name.starts_with(UNFINISHED) || (is_certificate && overwrites) {
            let path = entry.path();
            fs::remove_file(&path)
                .with_context(|| format!("{}: cannot be removed", shown(&path)))?;
        } else {
            is_left |= is_certificate;
        }
    }
    Ok(is_left)
}

/// Whether a run makes files of this name: `000001.cnf`, `index.jsonl`.
fn is_certificate(name: &str) -> bool {
    match name.split_once('.') {
        Some(("index", "jsonl")) => true,
        Some((number, "cnf" | "drat" | "lrat" | "solution" | "solutions")) => {
            number.len() >= 6 && number.bytes().all(|byte| byte.is_ascii_digit())
        }
        _ => false,
    }
}

/// Writes the certificates of one run.
pub struct Certifier {
    folder: PathBuf,
    proof: Proof,
    #[cfg(unix)]
    _lock: File,
    #[cfg(not(unix))]
    _lock: (),
}

/// A line of the index.
#[derive(Debug, Default, Serialize)]
struct Entry<'a> {
    /// Of the record in this run, from 1; the names of the files begin with it.
    number: usize,
    source: &'a str,
    line: usize,
    puzzle: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    boxes: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    regions: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variants: Vec<&'static str>,
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
    /// What a reader who has run it still trusts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    trusted: Vec<&'static str>,
}

#[derive(Debug, Serialize)]
struct Named {
    name: String,
    bytes: u64,
}

impl Certifier {
    /// Writes the files of the record with this number, counted from 0, and lets the reply have its
    /// line of the index. `verdict` is `None` where there was none to certify.
    pub fn certify(
        &self,
        number: usize,
        record: &Record,
        verdict: Option<&Verdict>,
        reply: &mut Reply<'_>,
    ) -> anyhow::Result<Exit> {
        let files = Files {
            folder: &self.folder,
            number: number + 1,
        };
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
                entry.puzzle = puzzle.givens().to_string();
                let rules = puzzle.layout().rules();
                match rules.regions() {
                    Some(regions) => entry.regions = Some(regions.to_string()),
                    None => entry.boxes = Some(rules.shape().to_string()),
                }
                entry.variants = rules.variants().iter().map(|v| v.name()).collect();
                entry.verdict = verdict.map_or("unknown", Verdict::name);
                match verdict {
                    Some(Verdict::Unique(solution)) => {
                        exit =
                            self.prove(record, puzzle, Some(solution), &files, &mut entry, reply)?;
                        entry
                            .files
                            .push(files.write_grids("solution", &[solution])?);
                    }
                    Some(Verdict::None(_)) => {
                        exit = self.prove(record, puzzle, None, &files, &mut entry, reply)?;
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
        reply.send(Part::Index(serde_json::to_string(&entry)?));
        Ok(exit)
    }

    /// Writes the formula, which is that of `export`, and the proof that it is unsatisfiable.
    fn prove(
        &self,
        record: &Record,
        puzzle: &Puzzle,
        solution: Option<&Grid>,
        files: &Files<'_>,
        entry: &mut Entry<'_>,
        reply: &mut Reply<'_>,
    ) -> anyhow::Result<Exit> {
        let Some(translation) = certificate_formula(puzzle) else {
            reply.say(format_args!(
                "{}not certified: the board has too many clauses",
                place_of(record)
            ));
            return Ok(Exit::Negative);
        };
        let cnf = files.write("cnf", |output| {
            Ok(write_dimacs(&translation, solution, output)?)
        })?;
        let proof = files.write(self.proof.ending(), |output| {
            let format = self.proof.format();
            Ok(write_proof(&translation, solution, format, output)?)
        });
        let proof = match proof {
            Ok(proof) => proof,
            Err(error) if is_refuted(&error) => {
                reply.say(format_args!(
                    "BUG in satdoku, please report it: no proof that `{}` is {}: {error:#}",
                    entry.puzzle, entry.verdict
                ));
                return Ok(Exit::Disagreement);
            }
            Err(error) => return Err(error),
        };
        entry.encoding = Some(translation.encoding().name());
        let at_most_one = translation.at_most_one();
        entry.at_most_one = (at_most_one != AtMostOne::Pairwise).then(|| at_most_one.name());
        entry.proof = Some(self.proof.format().name());
        let checker = self.proof.checker();
        entry.check = Some(format!("{checker} {} {}", cnf.name, proof.name));
        entry.trusted = vec!["encoding", "checker"];
        entry.files.extend([cnf, proof]);
        Ok(Exit::Success)
    }
}

/// The files of one record.
struct Files<'a> {
    folder: &'a Path,
    /// Of the record, counted from 1.
    number: usize,
}

impl Files<'_> {
    /// Writes grids, each on a line.
    fn write_grids(&self, ending: &str, grids: &[&Grid]) -> anyhow::Result<Named> {
        self.write(ending, |output| {
            for grid in grids {
                writeln!(output, "{grid}")?;
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

/// Whether the solver contradicts the verdict that it was to prove.
fn is_refuted(error: &anyhow::Error) -> bool {
    let mut causes = error.chain();
    causes.any(|cause| matches!(cause.downcast_ref(), Some(ProofError::Satisfiable)))
}
