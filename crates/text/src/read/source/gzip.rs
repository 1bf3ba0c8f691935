//! Transparent decompression of gzip input, detected by its first bytes.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::GzDecoder;

/// An input that is decompressed while it is read, if it is gzip.
pub struct Decompressed<R>(Source<R>);

enum Source<R> {
    Empty,
    Plain(R),
    Gzip(Box<BufReader<GzipDecoder<R>>>),
}

/// Decompresses gzip input, including files of several members, and passes any other input through.
/// Memory use does not depend on the compression ratio.
///
/// If the data is truncated or damaged, everything before that point is read, and the next read
/// returns an error.
///
/// # Errors
/// Fails if the first bytes cannot be read.
pub fn decompress<R: BufRead>(mut input: R) -> io::Result<Decompressed<R>> {
    let start = loop {
        match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            start => break start?,
        }
    };
    Ok(Decompressed(match start {
        [] => Source::Empty,
        // No text begins with 0x1f, so that byte is enough if the buffer holds no second one yet.
        [0x1f] | [0x1f, 0x8b, ..] => {
            let decoder = GzipDecoder(Some(GzDecoder::new(input)));
            Source::Gzip(Box::new(BufReader::with_capacity(1 << 16, decoder)))
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

/// A decoder of all members, with error messages about the file. `None` at its end.
struct GzipDecoder<R>(Option<GzDecoder<R>>);

impl<R: BufRead> Read for GzipDecoder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.0 {
            let count = member.read(buffer).map_err(bad_file)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            let mut input = self.0.take().map(GzDecoder::into_inner);
            match next_byte(input.as_mut())? {
                None => return Ok(0),
                Some(0x1f) => self.0 = input.map(GzDecoder::new),
                Some(_) => {
                    let message = "the gzip data ends, but other bytes follow it";
                    return Err(io::Error::new(io::ErrorKind::InvalidData, message));
                }
            }
        }
        Ok(0)
    }
}

/// Returns the next byte after any padding with zeros, which tape archives have.
fn next_byte(input: Option<&mut impl BufRead>) -> io::Result<Option<u8>> {
    let Some(input) = input else { return Ok(None) };
    loop {
        match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
            Ok([0, ..]) => input.consume(1),
            Ok(bytes) => return Ok(bytes.first().copied()),
        }
    }
}

fn bad_file(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => io::Error::new(
            error.kind(),
            "the gzip data ends in the middle, the file is cut short",
        ),
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => {
            io::Error::new(error.kind(), format!("the gzip data is damaged ({error})"))
        }
        _ => error,
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

    /// Returns the text that can be read and the error at its end.
    fn read(input: impl BufRead) -> (String, Option<String>) {
        let mut bytes = Vec::new();
        let result = decompress(input).unwrap().read_to_end(&mut bytes);
        let error = result.err().map(|error| error.to_string());
        (String::from_utf8(bytes).unwrap(), error)
    }

    #[test]
    fn compressed_and_plain_input_read_the_same() {
        let two = [gzip(b"one\n"), gzip(b"two\n")].concat();
        let expected = ("one\ntwo\n".to_string(), None);
        assert_eq!(read(&two[..]), expected);
        assert_eq!(read(&b"one\ntwo\n"[..]), expected);
        let slow = BufReader::with_capacity(1, &two[..]);
        assert_eq!(read(slow), expected);
        assert_eq!(read(&b""[..]), (String::new(), None));
    }

    #[test]
    fn truncated_or_damaged_data_is_an_error() {
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
        for rest in [&b"rest"[..], &[b'x'; 100], &[0, 0, b'x']] {
            let (start, error) = read(&[&whole[..], rest].concat()[..]);
            let follows = "the gzip data ends, but other bytes follow it";
            assert_eq!((start == text, error.as_deref()), (true, Some(follows)));
        }
        let padded = [&whole[..], &[0; 100], &whole[..]].concat();
        assert_eq!(read(&padded[..]), (text.repeat(2), None));
    }
}
