//! Files that are whole or not there at all.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::{Context, bail};
use flate2::Compression;
use flate2::write::GzEncoder;
use tempfile::NamedTempFile;

use super::output::shown;

/// How names of files begin that are not whole yet.
pub const UNFINISHED: &str = ".satdoku-";

/// Writes a file beside its place and moves it there when it is whole, so that no half of one ever
/// looks like it; packed with gzip where its name ends in `.gz`. A device or a pipe is written to as
/// it is. Returns the number of bytes, 0 for those.
pub fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<u64> {
    let failed = || format!("{}: cannot be written", shown(path));
    if path.exists() && !path.is_file() {
        let output = File::create(path).with_context(failed)?;
        write_to(output, path, write).with_context(failed)?;
        return Ok(0);
    }
    let file = beside(path).with_context(failed)?;
    write_to(file.as_file(), path, write).with_context(failed)?;
    let bytes = file.as_file().metadata().with_context(failed)?.len();
    file.persist(path).with_context(failed)?;
    Ok(bytes)
}

/// [`write_whole`] for one of the files of a folder, where a pipe or a device of that name was made
/// by somebody else: opening it could wait for ever.
pub fn write_in_folder(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<u64> {
    if path.exists() && !path.is_file() {
        bail!("{}: is there already, and no file", shown(path));
    }
    write_whole(path, write)
}

fn write_to(
    file: impl Write,
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut output = BufWriter::with_capacity(1 << 16, file);
    if path.extension().is_some_and(|ending| ending == "gz") {
        let mut packed = GzEncoder::new(&mut output, Compression::default());
        write(&mut packed)?;
        packed.finish()?;
    } else {
        write(&mut output)?;
    }
    Ok(output.flush()?)
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
