//! Certificates: a formula and a proof of each verdict that needs one, for any checker.

use std::io::{self, Write};

use satdoku::Deadline;
use satdoku::board::{Grid, Puzzle};
use satdoku::sat::{
    AtMostOne, ProofError, ProofFormat, certificate_formula, write_dimacs, write_proof,
};
use satdoku::task::Limit;
use satdoku_text::write_variables;
use serde::Serialize;

use crate::failure::Failure;
use crate::verdict::VerdictRow;

/// The destination of the files of a certificate.
pub trait Files {
    /// Creates a file whose name has this extension, and lets `write` fill it. The file is missing if that
    /// fails. Returns its name and size.
    ///
    /// # Errors
    /// The errors of `write` and of the destination.
    fn create(
        &mut self,
        extension: &str,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<NamedFile>;

    /// Removes the file with this extension.
    ///
    /// # Errors
    /// The errors of the destination.
    fn remove(&mut self, extension: &str) -> io::Result<()>;
}

/// Keeps the files in memory, with their extensions.
impl Files for Vec<(String, Vec<u8>)> {
    fn create(
        &mut self,
        extension: &str,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<NamedFile> {
        let mut content = Vec::new();
        write(&mut content)?;
        let file = NamedFile {
            name: format!("puzzle.{extension}"),
            bytes: content.len() as u64,
        };
        self.push((extension.to_string(), content));
        Ok(file)
    }

    fn remove(&mut self, extension: &str) -> io::Result<()> {
        self.retain(|(name, _)| name != extension);
        Ok(())
    }
}

/// An output that fails after a deadline.
struct UntilDeadline<'a> {
    output: &'a mut dyn Write,
    deadline: Option<&'a Deadline>,
}

impl Write for UntilDeadline<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &self.deadline {
            Some(deadline) if deadline.is_over() => Err(io::ErrorKind::TimedOut.into()),
            _ => self.output.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// A file of a certificate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NamedFile {
    /// The name.
    pub name: String,
    /// The size.
    pub bytes: u64,
}

/// A certificate: its files and how to check them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Certified {
    /// The encoding of the formula.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<&'static str>,
    /// The at-most-one encoding, unless it is pairwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most_one: Option<&'static str>,
    /// The format of the proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<&'static str>,
    /// The files.
    pub files: Vec<NamedFile>,
    /// The command that checks the proof, in the folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<String>,
    /// The parts that the check leaves unproved.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trusted: Vec<&'static str>,
    /// The failure to prove the verdict. The files are then incomplete.
    #[serde(skip)]
    pub failure: Option<Failure>,
}

/// Writes what an independent checker needs to confirm a verdict: a formula, as `export` writes it, and a
/// proof that it is unsatisfiable, or two solutions. A proof that is not complete at the deadline leaves no
/// files.
///
/// # Errors
/// The errors of `files`.
pub fn certify(
    puzzle: &Puzzle,
    verdict: &VerdictRow,
    format: ProofFormat,
    deadline: Option<&Deadline>,
    files: &mut dyn Files,
) -> io::Result<Certified> {
    let mut certified = Certified::default();
    let solution = verdict.grid();
    match (solution, &verdict.other) {
        (Some(one), Some(other)) => {
            let file = files.create("solutions", &mut |output| {
                write_grids(&[one, other], output)
            })?;
            certified.files.push(file);
            return Ok(certified);
        }
        (None, _) if verdict.conflict.is_none() => return Ok(certified),
        _ => prove(puzzle, solution, (format, deadline), files, &mut certified)?,
    }
    if let Some(Failure::Bug(_)) = certified.failure {
        let (line, name) = (puzzle.to_string(), verdict.verdict);
        let error = format!("no proof that `{line}` is {name}");
        certified.failure = Some(Failure::Bug(error));
    }
    if let (Some(solution), None) = (solution, &certified.failure) {
        let file = files.create("solution", &mut |output| write_grids(&[solution], output))?;
        certified.files.push(file);
    }
    Ok(certified)
}

/// Writes grids, each on its own line, with the values of variables below it.
fn write_grids(grids: &[&Grid], output: &mut dyn Write) -> io::Result<()> {
    grids
        .iter()
        .try_for_each(|grid| write!(output, "{grid}\n{}", write_variables(grid)))
}

fn prove(
    puzzle: &Puzzle,
    solution: Option<&Grid>,
    (format, deadline): (ProofFormat, Option<&Deadline>),
    files: &mut dyn Files,
    certified: &mut Certified,
) -> io::Result<()> {
    let Some(formula) = certificate_formula(puzzle) else {
        let error = "not certified: the board has too many clauses";
        certified.failure = Some(Failure::Unanswered(error.to_string()));
        return Ok(());
    };
    let cnf = files.create("cnf", &mut |output| {
        write_dimacs(&formula, solution, output)
    })?;
    let mut is_refuted = false;
    let proof = files.create("drat", &mut |output| {
        let output = UntilDeadline { output, deadline };
        write_proof(&formula, solution, format, output).map_err(|error| match error {
            ProofError::Write(error) => error,
            error => {
                is_refuted = true;
                io::Error::other(error)
            }
        })
    });
    if is_refuted {
        certified.failure = Some(Failure::Bug(String::new()));
        return Ok(());
    }
    let proof = match proof {
        Err(error) if error.kind() == io::ErrorKind::TimedOut => {
            files.remove("cnf")?;
            let limit = deadline.map_or(Limit::Solver, Limit::of_deadline);
            let error = format!("not certified: {limit}");
            certified.failure = Some(Failure::Unanswered(error));
            return Ok(());
        }
        proof => proof?,
    };
    let at_most_one = formula.at_most_one();
    certified.encoding = Some(formula.encoding().name());
    certified.at_most_one = (at_most_one != AtMostOne::Pairwise).then(|| at_most_one.name());
    certified.proof = Some(format.name());
    certified.check = Some(format!("rate {} {}", cnf.name, proof.name));
    certified.trusted = vec!["encoding", "checker"];
    certified.files.extend([cnf, proof]);
    Ok(())
}
