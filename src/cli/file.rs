//! Output files, which appear only when they are complete.

use std::fs::File;
use std::io::{self, BufWriter, IntoInnerError, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use flate2::Compression;
use flate2::write::GzEncoder;
use tempfile::NamedTempFile;

use super::message::display_path;

/// The start of the names of incomplete files.
pub const TEMPORARY_PREFIX: &str = ".satdoku-";

/// An output file. It is written under a temporary name in the same folder and renamed when it is
/// complete, so that an incomplete file is never taken for a result. A name that ends in `.gz` makes
/// it gzip. A device or a pipe is written to directly.
#[derive(Debug)]
pub struct WholeFile {
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
    Temporary(NamedTempFile),
    Device(File),
}

impl WholeFile {
    /// Creates an empty file.
    pub fn create(path: &Path) -> anyhow::Result<WholeFile> {
        let target = if path.exists() && !path.is_file() {
            File::create(path).map(Target::Device)
        } else {
            temporary_file_for(path).map(Target::Temporary)
        };
        let target = target.with_context(|| cannot_write(path))?;
        let output = BufWriter::with_capacity(1 << 16, target);
        let writer = if path.extension().is_some_and(|ending| ending == "gz") {
            FileWriter::Gzip(GzEncoder::new(output, Compression::default()))
        } else {
            FileWriter::Plain(output)
        };
        Ok(WholeFile {
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
                let metadata = file.as_file().metadata();
                let bytes = metadata.with_context(cannot_write)?.len();
                file.persist(&self.path).with_context(cannot_write)?;
                Ok(bytes)
            }
        }
    }
}

impl Write for WholeFile {
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
pub fn create_in_folder(path: &Path) -> anyhow::Result<WholeFile> {
    if path.exists() && !path.is_file() {
        bail!("{}: exists and is not a file", display_path(path));
    }
    WholeFile::create(path)
}

/// Returns a file in the folder of `path` under a temporary name, which is deleted unless it is
/// renamed.
fn temporary_file_for(path: &Path) -> io::Result<NamedTempFile> {
    let parent = path.parent();
    let folder = parent.filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY_PREFIX);
    // By default, nobody else may read a temporary file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder).map_err(|error| {
        if !folder.is_dir() {
            return io::Error::other(format!("there is no folder {}", display_path(folder)));
        }
        // The message of `tempfile` has the temporary name, which means nothing to a user.
        let source = error.get_ref().and_then(|error| error.source());
        let code = source
            .and_then(|source| source.downcast_ref::<io::Error>())
            .and_then(io::Error::raw_os_error);
        code.map_or(error, io::Error::from_raw_os_error)
    })
}
