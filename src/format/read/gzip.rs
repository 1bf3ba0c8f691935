//! Files that gzip packed, which their first bytes show.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::MultiGzDecoder;

/// An input as it is, or unpacked while it is read.
pub struct Decompressed<R>(Source<R>);

enum Source<R> {
    Empty,
    Plain(R),
    Gzip(Box<BufReader<Explained<R>>>),
}

/// Unpacks what gzip packed, several members one after the other included, and leaves anything
/// else as it is. It takes as much memory for a small file that becomes large as for any other.
///
/// Where the data ends in the middle or is damaged, everything before that is read, and then
/// comes an error that says so.
///
/// # Errors
/// When the first bytes cannot be read.
pub fn decompress<R: BufRead>(mut input: R) -> io::Result<Decompressed<R>> {
    let start = loop {
        match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            start => break start?,
        }
    };
    Ok(Decompressed(match start {
        [] => Source::Empty,
        // No text begins with the first of the two bytes, so it is enough where the second is late.
        [0x1f] | [0x1f, 0x8b, ..] => {
            let explained = Explained(MultiGzDecoder::new(input));
            Source::Gzip(Box::new(BufReader::with_capacity(1 << 16, explained)))
        }
        _ => Source::Plain(input),
    }))
}

impl<R: BufRead> Read for Decompressed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match &mut self.0 {
            Source::Empty => Ok(0),
            Source::Plain(input) => input.read(buffer),
            Source::Gzip(input) => input.read(buffer),
        }
    }
}

impl<R: BufRead> BufRead for Decompressed<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match &mut self.0 {
            Source::Empty => Ok(&[]),
            Source::Plain(input) => input.fill_buf(),
            Source::Gzip(input) => input.fill_buf(),
        }
    }

    fn consume(&mut self, amount: usize) {
        match &mut self.0 {
            Source::Empty => {}
            Source::Plain(input) => input.consume(amount),
            Source::Gzip(input) => input.consume(amount),
        }
    }
}

/// A decoder whose errors say what is the matter with the file.
struct Explained<R>(MultiGzDecoder<R>);

impl<R: BufRead> Read for Explained<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => io::Error::new(
                error.kind(),
                "the gzip data ends in the middle, the file is cut short",
            ),
            io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => {
                io::Error::new(error.kind(), format!("the gzip data is damaged ({error})"))
            }
            _ => error,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    /// What can be read, and the error at the end.
    fn read(input: impl BufRead) -> (String, Option<String>) {
        let mut bytes = Vec::new();
        let result = decompress(input).unwrap().read_to_end(&mut bytes);
        let error = result.err().map(|error| error.to_string());
        (String::from_utf8(bytes).unwrap(), error)
    }

    #[test]
    fn packed_and_plain_are_the_same() {
        let two = [gzip(b"one\n"), gzip(b"two\n")].concat();
        let expected = ("one\ntwo\n".to_string(), None);
        assert_eq!(read(&two[..]), expected);
        assert_eq!(read(&b"one\ntwo\n"[..]), expected);
        let slow = BufReader::with_capacity(1, &two[..]);
        assert_eq!(read(slow), expected);
        assert_eq!(read(&b""[..]), (String::new(), None));
    }

    #[test]
    fn what_is_cut_short_or_damaged_is_said() {
        let text: String = (0..5_000).map(|number| format!("{number}\n")).collect();
        let whole = gzip(text.as_bytes());
        let (start, error) = read(&whole[..whole.len() / 2]);
        assert!(start.len() > 1_000 && text.starts_with(&start));
        let cut = "the gzip data ends in the middle, the file is cut short";
        assert_eq!(error.as_deref(), Some(cut));
        let mut damaged = whole.clone();
        let last = damaged.len() - 6;
        damaged[last] ^= 1;
        let (start, error) = read(&damaged[..]);
        assert_eq!(start, text);
        assert!(error.unwrap().starts_with("the gzip data is damaged ("));
        let (start, error) = read(&[&whole[..], b"rest"].concat()[..]);
        assert_eq!(start, text);
        assert!(error.is_some());
    }
}
