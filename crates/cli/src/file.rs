//! Output files, which appear only when they are complete.

use std::fs::File;
use std::io::{self, BufWriter, IntoInnerError, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::interrupt::clean_up_on_signals;
use super::message::display_path;
use super::temporary::TemporaryFile;

/// An output file. It is written under a temporary name in the same folder and renamed when it is
/// complete, so that an incomplete file is never taken for a result. A name that ends in `.gz` makes
/// it gzip. A device or a pipe is written to directly.
#[derive(Debug)]
pub struct AtomicFile {
    path: PathBuf,
    writer: FileWriter,
}

#[derive(Debug)]
enum FileWriter {
    Plain(BufWriter<Target>),
    Gzip(GzEncoder<BufWriter<Target>>),
}

#[derive(Debug)]
enum Target {
    Temporary(TemporaryFile),
    Device(File),
}

impl AtomicFile {
    /// Creates an empty file.
    pub fn create(path: &Path) -> anyhow::Result<AtomicFile> {
        let target = if path.exists() && !path.is_file() {
            File::create(path).map(Target::Device)
        } else {
            clean_up_on_signals()?;
            TemporaryFile::create_for(path).map(Target::Temporary)
        };
        let target = target.with_context(|| cannot_write(path))?;
        let output = BufWriter::with_capacity(1 << 16, target);
        let writer = if path.extension().is_some_and(|ending| ending == "gz") {
            FileWriter::Gzip(GzEncoder::new(output, Compression::default()))
        } else {
            FileWriter::Plain(output)
        };
        Ok(AtomicFile {
            path: path.to_path_buf(),
            writer,
        })
    }

    /// Writes a line.
    pub fn line(&mut self, line: &str) -> anyhow::Result<()> {
        writeln!(self, "{line}").with_context(|| cannot_write(&self.path))
    }

    /// Renames the complete file. Returns its size in bytes, 0 for a device or a pipe.
    pub fn finish(self) -> anyhow::Result<u64> {
        let cannot_write = || cannot_write(&self.path);
        let output = match self.writer {
            FileWriter::Plain(output) => Ok(output),
            FileWriter::Gzip(packed) => packed.finish(),
        };
        let target =
            output.and_then(|output| output.into_inner().map_err(IntoInnerError::into_error));
        match target.with_context(cannot_write)? {
            Target::Device(_) => Ok(0),
            Target::Temporary(file) => {
                let bytes = file.len().with_context(cannot_write)?;
                file.rename(&self.path).with_context(cannot_write)?;
                Ok(bytes)
            }
        }
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.writer {
            FileWriter::Plain(output) => output.write(bytes),
            FileWriter::Gzip(packed) => packed.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.writer {
            FileWriter::Plain(output) => output.flush(),
            FileWriter::Gzip(packed) => packed.flush(),
        }
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Target::Temporary(file) => file.write(bytes),
            Target::Device(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Target::Temporary(file) => file.flush(),
            Target::Device(file) => file.flush(),
        }
    }
}

/// Returns the context of an error about a file that cannot be written.
pub fn cannot_write(path: &Path) -> String {
    format!("{}: cannot be written", display_path(path))
}

/// Writes a file of an output folder. Returns its size in bytes.
pub fn write_in_folder(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<u64> {
    let mut file = create_in_folder(path)?;
    write(&mut file).with_context(|| cannot_write(path))?;
    file.finish()
}

/// Creates an empty file in an output folder. Refuses a pipe or a device of that name, because
/// opening it could block forever.
pub fn create_in_folder(path: &Path) -> anyhow::Result<AtomicFile> {
    if path.exists() && !path.is_file() {
        bail!("{}: exists and is not a file", display_path(path));
    }
    AtomicFile::create(path)
}
