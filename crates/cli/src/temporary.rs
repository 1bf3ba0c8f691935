//! Temporary files, of which none outlives the process.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;

use super::message::display_path;

/// The start of the names of temporary files.
pub const TEMPORARY_PREFIX: &str = ".satdoku-";

/// The paths of all temporary files of this process; `None` once it is about to end. It is locked while
/// a file is created or renamed, so that no file exists that is not listed.
static TEMPORARY: Mutex<Option<Vec<PathBuf>>> = Mutex::new(Some(Vec::new()));

fn temporary() -> MutexGuard<'static, Option<Vec<PathBuf>>> {
    // A thread that panics while it holds the lock leaves nothing half done.
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all temporary files at the end of the process. Threads that still work can create and rename
/// no further one.
pub fn remove_temporary_files() {
    for path in temporary().take().into_iter().flatten() {
        // The process is about to end, so an error has no reader.
        let _ = fs::remove_file(path);
    }
}

fn has_ended() -> io::Error {
    io::Error::other("the program is about to end")
}

/// Creates a file under a temporary name in the folder of `path`.
pub fn create_temporary(path: &Path) -> io::Result<NamedTempFile> {
    let parent = path.parent();
    let folder = parent.filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY_PREFIX);
    // By default, nobody else may read a temporary file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut paths = temporary();
    let paths = paths.as_mut().ok_or_else(has_ended)?;
    let file = builder.tempfile_in(folder).map_err(|error| {
        if !folder.is_dir() {
            return io::Error::other(format!("there is no folder {}", display_path(folder)));
        }
        // The message of `tempfile` has the temporary name, which means nothing to a user.
        let source = error.get_ref().and_then(|error| error.source());
        let source = source.and_then(|source| source.downcast_ref::<io::Error>());
        let code = source.and_then(io::Error::raw_os_error);
        code.map_or(error, io::Error::from_raw_os_error)
    })?;
    paths.push(file.path().to_path_buf());
    Ok(file)
}

/// Gives a temporary file its name, which replaces a file of that name. Returns its size in bytes.
pub fn persist(file: NamedTempFile, to: &Path) -> io::Result<u64> {
    let bytes = file.as_file().metadata()?.len();
    let mut paths = temporary();
    let paths = paths.as_mut().ok_or_else(has_ended)?;
    let from = file.path().to_path_buf();
    file.persist(to)?;
    paths.retain(|path| *path != from);
    Ok(bytes)
}
