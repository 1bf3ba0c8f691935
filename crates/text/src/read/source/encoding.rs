//! Inputs in UTF-16, decoded while they are read.

use std::io::{self, BufRead, Read};

/// Joins two bytes of UTF-16.
type Join = fn([u8; 2]) -> u16;

/// An input as UTF-8: as it is, or decoded from UTF-16, which its first bytes show.
pub(crate) struct Utf8<R> {
    input: R,
    /// The order of bytes in UTF-16, or `None` for UTF-8, once the first bytes have been read.
    encoding: Option<Option<Join>>,
    /// Bytes to return before those of the input: the first of a text in UTF-8, or decoded ones.
    decoded: Vec<u8>,
    used: usize,
    /// True if the input has ended. It is not read again, because a terminal would wait for more.
    is_at_end: bool,
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

    /// Reads a byte, unless the input has ended.
    fn byte(&mut self) -> io::Result<Option<u8>> {
        let mut byte = [0];
        match self.input.read_exact(&mut byte) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                self.is_at_end = true;
                Ok(None)
            }
            result => result.map(|()| Some(byte[0])),
        }
    }

    /// Finds the encoding. The first bytes can come one by one.
    fn start(&mut self) -> io::Result<Option<Join>> {
        while self.decoded.len() < 4 && !self.decoded.ends_with(b"\n") {
            let Some(byte) = self.byte()? else { break };
            self.decoded.push(byte);
        }
        let encoding: Option<Join> = match self.decoded[..] {
            [0xff, 0xfe, ..] | [1..=0xff, 0, 1..=0xff, 0, ..] => Some(u16::from_le_bytes),
            [0xfe, 0xff, ..] | [0, 1..=0xff, 0, 1..=0xff, ..] => Some(u16::from_be_bytes),
            _ => None,
        };
        if let Some(join) = encoding {
            self.decode(join)?;
        }
        Ok(encoding)
    }

    /// Decodes the next line of UTF-16, or as much as lies ready.
    fn decode(&mut self, join: Join) -> io::Result<()> {
        const MOST: usize = 1 << 16;
        let mut start = std::mem::take(&mut self.decoded)
            .into_iter()
            .skip(self.used);
        self.used = 0;
        let mut units: Vec<u16> = Vec::new();
        // The second half of a character may follow.
        let is_half = |unit: Option<&u16>| unit.is_some_and(|unit| (0xd800..0xdc00).contains(unit));
        while units.last() != Some(&u16::from(b'\n'))
            && (units.len() < MOST || is_half(units.last()))
        {
            let mut next = || {
                start
                    .next()
                    .map_or_else(|| self.byte(), |byte| Ok(Some(byte)))
            };
            let (Some(one), Some(other)) = (next()?, next()?) else {
                break;
            };
            units.push(join([one, other]));
        }
        self.decoded = String::from_utf16_lossy(&units).into_bytes();
        Ok(())
    }
}

impl<R: BufRead> BufRead for Utf8<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let encoding = match self.encoding {
            Some(encoding) => encoding,
            None => {
                let encoding = self.start()?;
                *self.encoding.insert(encoding)
            }
        };
        if self.used == self.decoded.len() && !self.is_at_end {
            match encoding {
                None => return self.input.fill_buf(),
                Some(join) => self.decode(join)?,
            }
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
