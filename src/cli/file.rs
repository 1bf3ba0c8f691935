//! Files that are whole or not there at all.

use std::fs::File;
use std::io::{self, BufWriter, IntoInnerError, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use flate2::Compression;
use flate2::write::GzEncoder;
use tempfile::NamedTempFile;

use super::message::display_path as shown;

/// How names of files begin that are not whole yet.
pub const UNFINISHED: &str = ".satdoku-";

/// A file in the making. It is written beside its place and moved there when it is whole, so that no
/// half of one ever looks like it; packed with gzip where its name ends in `.gz`. A device or a pipe
/// is written to as it is.
#[derive(Debug)]
pub struct WholeFile {
    path: PathBuf,
    writer: Packing,
}

#[derive(Debug)]
enum Packing {
    Plain(BufWriter<Place>),
    Gzip(GzEncoder<BufWriter<Place>>),
}

#[derive(Debug)]
enum Place {
    Beside(NamedTempFile),
    Device(File),
}

impl WholeFile {
    /// A file without content.
    pub fn create(path: &Path) -> anyhow::Result<WholeFile> {
        let place = if path.exists() && !path.is_file() {
            File::create(path).map(Place::Device)
        } else {
            beside(path).map(Place::Beside)
        };
        let place = place.with_context(|| cannot_write(path))?;
        let output = BufWriter::with_capacity(1 << 16, place);
        let writer = if path.extension().is_some_and(|ending| ending == "gz") {
            Packing::Gzip(GzEncoder::new(output, Compression::default()))
        } else {
            Packing::Plain(output)
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

    /// Moves the file to its place. Returns the number of its bytes, 0 for a device or a pipe.
    pub fn finish(self) -> anyhow::Result<u64> {
        let cannot_write = || cannot_write(&self.path);
        let output = match self.writer {
            Packing::Plain(output) => Ok(output),
            Packing::Gzip(packed) => packed.finish(),
        };
        let place =
            output.and_then(|output| output.into_inner().map_err(IntoInnerError::into_error));
        match place.with_context(cannot_write)? {
            Place::Device(_) => Ok(0),
            Place::Beside(file) => {
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
            Packing::Plain(output) => output.write(bytes),
            Packing::Gzip(packed) => packed.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.writer {
            Packing::Plain(output) => output.flush(),
            Packing::Gzip(packed) => packed.flush(),
        }
    }
}

impl Write for Place {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Place::Beside(file) => file.write(bytes),
            Place::Device(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Place::Beside(file) => file.flush(),
            Place::Device(file) => file.flush(),
        }
    }
}

/// What an error says of a file that cannot be written.
pub fn cannot_write(path: &Path) -> String {
    format!("{}: cannot be written", shown(path))
}

/// Writes one of the files of a folder, where a pipe or a device of that name was made by somebody
/// else: opening it could wait for ever. Returns the number of its bytes.
pub fn write_in_folder(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<u64> {
    let mut file = create_in_folder(path)?;
    write(&mut file).with_context(|| cannot_write(path))?;
    file.finish()
}

/// One of the files of a folder, without content.
pub fn create_in_folder(path: &Path) -> anyhow::Result<WholeFile> {
    if path.exists() && !path.is_file() {
        bail!("{}: is there already, and no file", shown(path));
    }
    WholeFile::create(path)
}

/// A file in the folder of `path`, under a name of its own, that goes away unless it is moved.
pub fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED);
    // As readable as any file that a program makes; the default is for secrets.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder.unwrap_or(Path::new(".")))
}
