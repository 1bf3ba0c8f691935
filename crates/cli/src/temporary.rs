//! Temporary files, which are removed even after a signal.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::message::display_path;

/// The start of the names of temporary files.
pub const TEMPORARY_PREFIX: &str = ".satdoku-";

/// The paths of all temporary files of this process; `None` once it is about to end. It is locked while
/// a file is created, renamed or removed, so that no file exists that is not listed.
static PATHS: Mutex<Option<Vec<PathBuf>>> = Mutex::new(Some(Vec::new()));

fn paths() -> MutexGuard<'static, Option<Vec<PathBuf>>> {
    // A thread that panics while it holds the lock leaves nothing half done.
    PATHS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all temporary files at the end of the process. Threads that still work can create and rename
/// no further one.
pub fn remove_temporary_files() {
    for path in paths().take().into_iter().flatten() {
        // Nobody is left who could act on an error.
        let _ = fs::remove_file(path);
    }
}

fn has_ended() -> io::Error {
    io::Error::other("the program is about to end")
}

/// A file under a temporary name, which is removed unless it is renamed.
#[derive(Debug)]
pub struct TemporaryFile {
    file: File,
    path: PathBuf,
}

impl TemporaryFile {
    /// Creates an empty file in the folder of `path`.
    pub fn create_for(path: &Path) -> io::Result<TemporaryFile> {
        let parent = path.parent();
        let folder = parent.filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        builder.prefix(TEMPORARY_PREFIX);
        // By default, nobody else may read a temporary file.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut paths = paths();
        let paths = paths.as_mut().ok_or_else(has_ended)?;
        let file = builder.tempfile_in(folder).map_err(|error| {
            if !folder.is_dir() {
                return io::Error::other(format!("there is no folder {}", display_path(folder)));
            }
            // The message of `tempfile` has the temporary name, which means nothing to a user.
            let source = error.get_ref().and_then(|error| error.source());
            let code = source
                .and_then(|source| source.downcast_ref::<io::Error>())
                .and_then(io::Error::raw_os_error);
            code.map_or(error, io::Error::from_raw_os_error)
        })?;
        let (file, path) = file.keep()?;
        paths.push(path.clone());
        Ok(TemporaryFile { file, path })
    }

    /// Returns the size in bytes.
    pub fn len(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    /// Renames the file, which replaces a file of that name.
    pub fn rename(self, to: &Path) -> io::Result<()> {
        let mut paths = paths();
        let paths = paths.as_mut().ok_or_else(has_ended)?;
        fs::rename(&self.path, to)?;
        paths.retain(|path| *path != self.path);
        Ok(())
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        if let Some(paths) = paths().as_mut()
            && let Some(place) = paths.iter().position(|path| *path == self.path)
        {
            paths.swap_remove(place);
            let _ = fs::remove_file(&self.path);
        }
    }
}

impl Write for TemporaryFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
