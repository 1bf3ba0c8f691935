//! Output files, which appear only when they are complete, and the paths that they must not replace.

use std::fs::{self, File};
use std::io::{self, BufWriter, IntoInnerError, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use flate2::Compression;
use flate2::write::GzEncoder;
use tempfile::NamedTempFile;

use super::interrupt::clean_up_on_signals;
use super::message::display_path;
use super::temporary::{TEMPORARY_PREFIX, create_temporary, persist};

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
    Temporary(NamedTempFile),
    Device(File),
}

impl AtomicFile {
    /// Creates an empty file.
    pub fn create(path: &Path) -> anyhow::Result<AtomicFile> {
        let target = if path.exists() && !path.is_file() {
            File::create(path).map(Target::Device)
        } else {
            clean_up_on_signals()?;
            create_temporary(path).map(Target::Temporary)
        };
        let target = target.with_context(|| cannot_write(path))?;
        let output = BufWriter::with_capacity(1 << 16, target);
        let writer = if path.extension().is_some_and(|ending| ending == "gz") {
            FileWriter::Gzip(GzEncoder::new(output, Compression::default()))
        } else {
            FileWriter::Plain(output)
        };
        let path = path.to_path_buf();
        Ok(AtomicFile { path, writer })
    }

    /// Writes bytes.
    pub fn put(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        self.write_all(bytes)
            .with_context(|| cannot_write(&self.path))
    }

    /// Writes the bytes that are still in memory.
    pub fn write_out(&mut self) -> anyhow::Result<()> {
        self.flush().with_context(|| cannot_write(&self.path))
    }

    /// Returns the start of an error of a write.
    pub fn cannot_write(&self) -> String {
        cannot_write(&self.path)
    }

    /// Gives the file its name after a failed write, without the line that is cut short.
    pub fn keep_lines(self) -> anyhow::Result<()> {
        let FileWriter::Plain(output) = self.writer else {
            return Ok(());
        };
        let (Target::Temporary(mut file), _) = output.into_parts() else {
            return Ok(());
        };
        let kept = length_of_lines(file.as_file_mut()).and_then(|length| {
            file.as_file().set_len(length)?;
            persist(file, &self.path)
        });
        kept.map(drop).with_context(|| cannot_write(&self.path))
    }

    /// Renames the complete file. Returns its size in bytes, 0 for a device or a pipe.
    pub fn finish(self) -> anyhow::Result<u64> {
        let output = match self.writer {
            FileWriter::Plain(output) => Ok(output),
            FileWriter::Gzip(packed) => packed.finish(),
        };
        let target =
            output.and_then(|output| output.into_inner().map_err(IntoInnerError::into_error));
        let bytes = target.and_then(|target| match target {
            Target::Device(_) => Ok(0),
            Target::Temporary(file) => persist(file, &self.path),
        });
        bytes.with_context(|| cannot_write(&self.path))
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
        Ok(())
    }
}

/// Returns the number of bytes up to the last end of a line.
fn length_of_lines(file: &mut File) -> io::Result<u64> {
    let mut end = file.metadata()?.len();
    let mut block = [0; 1 << 12];
    while end > 0 {
        let start = end.saturating_sub(block.len() as u64);
        let block = &mut block[..(end - start) as usize];
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(block)?;
        if let Some(last) = block.iter().rposition(|byte| *byte == b'\n') {
            return Ok(start + last as u64 + 1);
        }
        end = start;
    }
    Ok(0)
}

fn cannot_write(path: &Path) -> String {
    format!("{}: cannot be written", display_path(path))
}

/// The paths that a command reads, none of which it may write to; `-` is standard input.
#[derive(Debug, Clone, Default)]
pub struct Paths(Vec<PathBuf>);

impl Paths {
    /// Adds a path.
    pub fn add(&mut self, path: &Path) {
        self.0.push(path.to_path_buf());
    }

    /// Refuses standard input for two purposes.
    pub fn check(&self) -> anyhow::Result<()> {
        let standard = self.0.iter().filter(|path| path.as_os_str() == "-");
        match standard.count() {
            0 | 1 => Ok(()),
            _ => bail!("expected inputs from several places, found standard input for two of them"),
        }
    }

    /// Refuses to write to a file that is read.
    ///
    /// # Errors
    /// If `output` is one of the files, under whatever name.
    pub fn keep_safe_from(&self, output: &Path) -> anyhow::Result<()> {
        // Opening a pipe to compare it would block.
        if !output.is_file() {
            return Ok(());
        }
        let same = |file: &PathBuf| same_file::is_same_file(file, output).unwrap_or(false);
        if self.0.iter().any(same) {
            let output = display_path(output);
            bail!("{output}: is input and output at the same time");
        }
        Ok(())
    }
}

/// A folder that gets files, none of which may be an input.
#[derive(Debug, Clone)]
pub struct Folder {
    path: PathBuf,
    inputs: Paths,
}

impl Folder {
    /// Creates the folder, unless it exists.
    pub fn create(path: &Path, inputs: &Paths) -> anyhow::Result<Folder> {
        fs::create_dir_all(path)
            .with_context(|| format!("{}: cannot be created", display_path(path)))?;
        Ok(Folder {
            path: path.to_path_buf(),
            inputs: inputs.clone(),
        })
    }

    /// Creates an empty file. Refuses a pipe or a device of that name, because opening it could block
    /// forever.
    pub fn file(&self, name: &str) -> anyhow::Result<AtomicFile> {
        let path = self.path.join(name);
        if path.exists() && !path.is_file() {
            bail!("{}: exists and is not a file", display_path(&path));
        }
        self.inputs.keep_safe_from(&path)?;
        AtomicFile::create(&path)
    }

    /// Removes a file.
    pub fn remove(&self, name: &str) -> io::Result<()> {
        fs::remove_file(self.path.join(name))
    }

    /// Removes the files with these names, and the unfinished ones of a run that was killed.
    pub fn clear(&self, is_mine: impl Fn(&str) -> bool) -> anyhow::Result<()> {
        let cannot_read = || format!("{}: cannot be read", display_path(&self.path));
        for entry in fs::read_dir(&self.path).with_context(cannot_read)? {
            let entry = entry.with_context(cannot_read)?;
            let (name, path) = (entry.file_name(), entry.path());
            let name = name.to_string_lossy();
            if name.starts_with(TEMPORARY_PREFIX) || is_mine(&name) {
                self.inputs.keep_safe_from(&path)?;
                fs::remove_file(&path)
                    .with_context(|| format!("{}: cannot be removed", display_path(&path)))?;
            }
        }
        Ok(())
    }
}
