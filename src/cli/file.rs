//! Files that are whole or not there at all.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::Context;
use tempfile::NamedTempFile;

/// Writes a file beside its place and moves it there when it is whole, so that no half of one ever
/// looks like it. A device or a pipe is written to as it is. Returns the number of bytes, 0 for
/// those.
pub fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<u64> {
    let failed = || format!("{}: cannot be written", path.display());
    if path.exists() && !path.is_file() {
        let mut output = BufWriter::new(File::create(path).with_context(failed)?);
        write(&mut output).with_context(failed)?;
        output.flush().with_context(failed)?;
        return Ok(0);
    }
    let file = beside(path).with_context(failed)?;
    let mut output = BufWriter::new(file.as_file());
    write(&mut output).with_context(failed)?;
    output.flush().with_context(failed)?;
    drop(output);
    let bytes = file.as_file().metadata().with_context(failed)?.len();
    file.persist(path).with_context(failed)?;
    Ok(bytes)
}

/// A file in the folder of `path`, under a name of its own, that goes away unless it is moved.
pub fn beside(path: &Path) -> std::io::Result<NamedTempFile> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    // As readable as any file that a program makes; the default is for secrets.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder.unwrap_or(Path::new(".")))
}
