//! Inputs in UTF-16, decoded while they are read.

use std::io::{self, BufRead, Read};

/// An input as UTF-8: as it is, or decoded from UTF-16, which its first bytes show.
pub(crate) struct Utf8<R> {
    input: R,
    /// `None` until the first bytes were seen.
    encoding: Option<TextEncoding>,
    /// Bytes to return before those of the input: the first of a text in UTF-8, or decoded ones.
    decoded: Vec<u8>,
    used: usize,
    /// True if the input has ended. It is not read again, because a terminal would wait for more.
    is_at_end: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TextEncoding {
    Utf8,
    Utf16LittleEndian,
    Utf16BigEndian,
}

impl<R: BufRead> Utf8<R> {
    pub fn new(input: R) -> Utf8<R> {
        Utf8 {
            input,
            encoding: None,
            decoded: Vec::new(),
            used: 0,
            is_at_end: false,
        }
    }

    /// Finds the encoding. The first bytes can come one by one.
    fn start(&mut self) -> io::Result<TextEncoding> {
        let mut start = Vec::new();
        while start.len() < 4 && !start.ends_with(b"\n") {
            let mut byte = [0];
            match self.input.read_exact(&mut byte) {
                Ok(()) => start.extend(byte),
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                    self.is_at_end = true;
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        let encoding = encoding_of(&start);
        self.decoded = start;
        Ok(encoding)
    }

    /// Decodes the next line of UTF-16, or as much as lies ready.
    fn decode(&mut self, encoding: TextEncoding) -> io::Result<()> {
        const MOST: usize = 1 << 16;
        let start = std::mem::take(&mut self.decoded);
        let mut input = start[self.used..].chain(&mut self.input);
        self.used = 0;
        let mut units = Vec::new();
        while units.len() < MOST {
            let mut pair = [0; 2];
            match input.read_exact(&mut pair) {
                Ok(()) if encoding == TextEncoding::Utf16BigEndian => {
                    units.push(u16::from_be_bytes(pair));
                }
                Ok(()) => units.push(u16::from_le_bytes(pair)),
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                    self.is_at_end = true;
                    break;
                }
                Err(error) => return Err(error),
            }
            // The second half of a character may follow.
            let last = units[units.len() - 1];
            let is_half = (0xd800..0xdc00).contains(&last);
            if last == u16::from(b'\n') || (units.len() + 1 == MOST && !is_half) {
                break;
            }
        }
        self.decoded = String::from_utf16_lossy(&units).into_bytes();
        Ok(())
    }
}

/// The encoding that the first bytes of an input show.
fn encoding_of(start: &[u8]) -> TextEncoding {
    match start {
        [0xff, 0xfe, ..] | [1..=0xff, 0, 1..=0xff, 0, ..] => TextEncoding::Utf16LittleEndian,
        [0xfe, 0xff, ..] | [0, 1..=0xff, 0, 1..=0xff, ..] => TextEncoding::Utf16BigEndian,
        _ => TextEncoding::Utf8,
    }
}

impl<R: BufRead> BufRead for Utf8<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let encoding = match self.encoding {
            Some(encoding) => encoding,
            None => {
                let encoding = self.start()?;
                if encoding != TextEncoding::Utf8 {
                    self.decode(encoding)?;
                }
                *self.encoding.insert(encoding)
            }
        };
        if self.used == self.decoded.len() && !self.is_at_end {
            if encoding == TextEncoding::Utf8 {
                return self.input.fill_buf();
            }
            self.decode(encoding)?;
        }
        Ok(&self.decoded[self.used..])
    }

    fn consume(&mut self, amount: usize) {
        match self.used < self.decoded.len() {
            true => self.used += amount,
            false => self.input.consume(amount),
        }
    }
}

impl<R: BufRead> Read for Utf8<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}
