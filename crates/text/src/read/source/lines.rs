//! Reading of lines as bytes, with lookahead and in bounded memory.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::mem;

use crate::read::source::encoding::Utf8;
use satdoku::format_error::{FormatError, quote};

/// One line of the input, as bytes.
#[derive(Debug, Default)]
pub(crate) struct RawLine {
    /// The number of the line, counted from 1.
    pub number: usize,
    /// The line without its line end, truncated to the maximum length.
    pub bytes: Vec<u8>,
    /// True if the line was truncated.
    pub is_too_long: bool,
}

/// Reader of lines that end in LF or CRLF.
///
/// A CR alone ends a line, as on old Macs, only if there is no LF within the maximum length of the
/// first line. Otherwise it is white space: text appended after an unnoticed CR is far more common.
///
/// Only the first `longest` bytes of a line are kept, so that an input without line ends takes no
/// more memory than any other.
pub(crate) struct Lines<R> {
    input: Utf8<R>,
    longest: usize,
    /// The number of lines read.
    count: usize,
    current: RawLine,
    ahead: VecDeque<RawLine>,
    /// Bytes read ahead to detect the line ends.
    start: Vec<u8>,
    /// The number of bytes of `start` that have been consumed.
    used: usize,
    /// True if CR ends a line; `None` until that is known.
    has_returns: Option<bool>,
    /// True if the next line is in the buffer of the input.
    has_next: bool,
    /// True if the input has ended. It is not read again, because a terminal would wait for more.
    is_at_end: bool,
    /// A read error that occurred during lookahead.
    failure: Option<io::Error>,
}

impl<R: BufRead> Lines<R> {
    /// Creates a reader of lines of at most `longest` bytes.
    pub fn new(input: R, longest: usize) -> Lines<R> {
        Lines {
            input: Utf8::new(input),
            longest,
            count: 0,
            current: RawLine::default(),
            ahead: VecDeque::new(),
            start: Vec::new(),
            used: 0,
            has_returns: None,
            has_next: false,
            is_at_end: false,
            failure: None,
        }
    }

    /// Returns the maximum length of a line, in bytes.
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// Advances to the next line and returns true if there is one.
    ///
    /// # Errors
    /// Fails if the input cannot be read. The part of the line already read is lost.
    pub fn advance(&mut self) -> io::Result<bool> {
        if let Some(line) = self.ahead.pop_front() {
            self.current = line;
            return Ok(true);
        }
        if let Some(error) = self.failure.take() {
            return Err(error);
        }
        let mut line = mem::take(&mut self.current);
        let is_there = self.read(&mut line)?;
        self.current = line;
        Ok(is_there)
    }

    /// Returns the current line.
    pub fn current(&self) -> &RawLine {
        &self.current
    }

    /// Returns true if there is a next line that can be read at once. It may be there otherwise, too.
    pub fn has_next(&self) -> bool {
        self.has_next || !self.ahead.is_empty()
    }

    /// Returns the number of the current line.
    pub fn number(&self) -> usize {
        self.current.number
    }

    /// Returns the text of the current line.
    ///
    /// # Errors
    /// Fails if the line is too long or not text in UTF-8.
    pub fn text(&self) -> Result<&str, FormatError> {
        self.current.text(self.longest)
    }

    /// Returns the line `distance` lines after the current one, if there is one: 1 for the next
    /// line.
    pub fn peek(&mut self, distance: usize) -> Option<&RawLine> {
        while self.ahead.len() < distance && self.failure.is_none() {
            let mut line = RawLine::default();
            match self.read(&mut line) {
                Ok(true) => self.ahead.push_back(line),
                Ok(false) => break,
                Err(error) => self.failure = Some(error),
            }
        }
        self.ahead.get(distance.checked_sub(1)?)
    }

    fn read(&mut self, line: &mut RawLine) -> io::Result<bool> {
        let has_returns = match self.has_returns {
            Some(known) => known,
            None => {
                let known = self.read_start()?;
                *self.has_returns.insert(known)
            }
        };
        line.bytes.clear();
        line.is_too_long = false;
        let mut has_begun = false;
        loop {
            let available = match &self.start[self.used..] {
                [] if self.is_at_end => break,
                [] => fill(&mut self.input)?,
                start => start,
            };
            if available.is_empty() {
                self.is_at_end = true;
                break;
            }
            has_begun = true;
            let end_of_line = |bytes: &[u8]| match has_returns {
                true => memchr::memchr2(b'\n', b'\r', bytes),
                false => memchr::memchr(b'\n', bytes),
            };
            let end = end_of_line(available);
            let part = &available[..end.unwrap_or(available.len())];
            // One byte more than the maximum length, for a CR.
            let room = self.longest + 1 - line.bytes.len();
            line.is_too_long |= part.len() > room;
            line.bytes.extend_from_slice(&part[..part.len().min(room)]);
            let passed = part.len() + usize::from(end.is_some());
            let next = end_of_line(&available[passed..]);
            self.has_next = next.is_some() || (self.has_next && self.used < self.start.len());
            self.consume(passed);
            if end.is_some() {
                break;
            }
        }
        if line.bytes.ends_with(b"\r") {
            line.bytes.pop();
        }
        line.is_too_long |= line.bytes.len() > self.longest;
        line.bytes.truncate(self.longest);
        if has_begun {
            self.count += 1;
            line.number = self.count;
        }
        Ok(has_begun)
    }

    /// Returns the first `count` bytes of the input, or all of it if it is shorter. No line may have been
    /// read.
    ///
    /// # Errors
    /// Fails if the input cannot be read.
    pub fn start(&mut self, count: usize) -> io::Result<&[u8]> {
        if self.has_returns.is_none() {
            self.has_returns = Some(self.read_start()?);
        }
        while self.start.len() < count && !self.is_at_end {
            let available = fill(&mut self.input)?;
            self.is_at_end = available.is_empty();
            let taken = available.len().min(count - self.start.len());
            self.start.extend_from_slice(&available[..taken]);
            self.input.consume(taken);
        }
        Ok(&self.start)
    }

    /// Appends the next bytes of the input, at most one buffer, and returns false at its end. No line may
    /// have been read.
    ///
    /// # Errors
    /// Fails if the input cannot be read.
    pub fn read_bytes(&mut self, bytes: &mut Vec<u8>) -> io::Result<bool> {
        let available = match &self.start[self.used..] {
            [] if self.is_at_end => &[],
            [] => fill(&mut self.input)?,
            start => start,
        };
        bytes.extend_from_slice(available);
        let count = available.len();
        self.is_at_end |= count == 0;
        self.consume(count);
        Ok(count > 0)
    }

    /// Reads up to the first LF or the maximum length of a line. Returns true if CR ends lines.
    fn read_start(&mut self) -> io::Result<bool> {
        // The maximum length and CRLF.
        let most = self.longest + 2;
        while self.start.len() < most {
            let available = fill(&mut self.input)?;
            if available.is_empty() {
                self.is_at_end = true;
                break;
            }
            let end = memchr::memchr(b'\n', available);
            let wanted = end.map_or(available.len(), |end| end + 1);
            self.has_next = memchr::memchr(b'\n', &available[wanted..]).is_some();
            let taken = wanted.min(most - self.start.len());
            self.start.extend_from_slice(&available[..taken]);
            self.input.consume(taken);
            if end.is_some() {
                break;
            }
        }
        // A CR at the very end may be followed by its LF.
        let before = self
            .start
            .split_last()
            .map_or(&[][..], |(_, before)| before);
        Ok(!self.start.contains(&b'\n') && before.contains(&b'\r'))
    }

    fn consume(&mut self, amount: usize) {
        if self.used == self.start.len() {
            return self.input.consume(amount);
        }
        self.used += amount;
        if self.used == self.start.len() {
            (self.start, self.used) = (Vec::new(), 0);
        }
    }
}

/// Returns the buffered bytes of the input, or none at its end.
fn fill(input: &mut impl BufRead) -> io::Result<&[u8]> {
    loop {
        match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
            Ok([]) => return Ok(&[]),
            // Called again, because returning the matched result would extend its borrow over the
            // loop.
            Ok(_) => return input.fill_buf(),
        }
    }
}

impl RawLine {
    /// Returns the text of the line. `longest` is the limit that an error names.
    ///
    /// # Errors
    /// Fails if the line is too long or not text in UTF-8.
    pub fn text(&self, longest: usize) -> Result<&str, FormatError> {
        let wrong = |valid: &[u8], found: String| {
            let column = String::from_utf8_lossy(valid).chars().count() + 1;
            FormatError::new((self.number, column), "text in UTF-8", found)
        };
        if self.is_too_long {
            let expected = format!("a line of at most {longest} bytes");
            let error = FormatError::new((self.number, longest + 1), expected, "a longer one");
            return Err(error);
        }
        let text = std::str::from_utf8(&self.bytes).map_err(|error| {
            let (valid, rest) = self.bytes.split_at(error.valid_up_to());
            wrong(valid, format!("the byte 0x{:02X}", rest[0]))
        })?;
        match memchr::memchr(0, &self.bytes) {
            Some(byte) => Err(wrong(&self.bytes[..byte], quote("\0"))),
            None => Ok(text),
        }
    }

    /// Returns the text of the line, with invalid bytes replaced and without a byte order mark.
    pub fn lossy(&self) -> String {
        let text = String::from_utf8_lossy(&self.bytes);
        text.trim_start_matches('\u{feff}').to_string()
    }

    /// Returns the bytes of the line without a leading byte order mark and white space.
    pub fn trimmed(&self) -> &[u8] {
        let start = self.bytes.strip_prefix(b"\xef\xbb\xbf");
        start.unwrap_or(&self.bytes).trim_ascii_start()
    }

    /// Returns true if every format ignores the line: white space, or a comment that begins with
    /// `#`.
    pub fn is_ignored(&self) -> bool {
        !self.is_too_long && matches!(self.trimmed(), [] | [b'#', ..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8], longest: usize) -> Vec<Result<String, String>> {
        let mut lines = Lines::new(input, longest);
        let mut all = Vec::new();
        while lines.advance().unwrap() {
            all.push(match lines.text() {
                Ok(text) => Ok(text.to_string()),
                Err(problem) => Err(problem.in_source(&"x".into()).to_string()),
            });
        }
        all
    }

    #[test]
    fn all_line_ends_are_recognised() {
        let ok = |text: &str| Ok(text.to_string());
        assert_eq!(lines(b"a\nb\r\nc", 10), [ok("a"), ok("b"), ok("c")]);
        assert_eq!(lines(b"a\rb\r", 10), [ok("a"), ok("b")]);
        assert_eq!(lines(b"a\r\rb", 10), [ok("a"), ok(""), ok("b")]);
        assert_eq!(lines(b"a\r,1\nb\r,1\n", 10), [ok("a\r,1"), ok("b\r,1")]);
        assert_eq!(
            lines(b"123\r456\r7\n8", 4),
            [ok("123"), ok("456"), ok("7"), ok("8")]
        );
        assert_eq!(lines(b"", 10), []);
        assert_eq!(lines(b"\n\n", 10), [ok(""), ok("")]);
    }

    #[test]
    fn a_line_end_may_be_split_between_two_reads() {
        let input = io::BufReader::with_capacity(1, &b"ab\r\ncd\n\r\ne"[..]);
        let mut lines = Lines::new(input, 10);
        let mut all = Vec::new();
        while lines.advance().unwrap() {
            all.push(lines.text().unwrap().to_string());
        }
        assert_eq!(all, ["ab", "cd", "", "e"]);
    }

    #[test]
    fn the_end_of_an_input_is_read_once() {
        /// A reader that must not be read again after its end, like a terminal.
        struct Ending(bool);
        impl io::Read for Ending {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                assert!(!std::mem::replace(&mut self.0, true), "asked twice");
                Ok(0)
            }
        }
        for text in ["", "1", "1\n", "1\n2\n"] {
            let input = io::Read::chain(text.as_bytes(), Ending(false));
            let input = crate::decompress(io::BufReader::new(input)).unwrap();
            let mut lines = Lines::new(input, 10);
            assert_eq!(lines.peek(9).map(|line| line.number), None);
            while lines.advance().unwrap() {}
            assert!(!lines.advance().unwrap());
            assert_eq!(lines.number(), text.lines().count());
        }
    }

    #[test]
    fn invalid_utf_8_is_reported() {
        assert_eq!(
            lines(b"ab\xffc\nok", 10),
            [
                Err("x:1:3: expected text in UTF-8, found the byte 0xFF".to_string()),
                Ok("ok".to_string())
            ]
        );
        assert_eq!(
            lines(b"a\0", 10),
            [Err(
                "x:1:2: expected text in UTF-8, found `\\u{0}`".to_string()
            )]
        );
    }

    #[test]
    fn long_lines_are_errors_and_reading_continues() {
        let too_long = |number| {
            Err(format!(
                "x:{number}:5: expected a line of at most 4 bytes, found a longer one"
            ))
        };
        let ok = |text: &str| Ok(text.to_string());
        assert_eq!(
            lines(b"1234\r\n12345\n1234567890\n\n1234", 4),
            [ok("1234"), too_long(2), too_long(3), ok(""), ok("1234")]
        );
    }

    #[test]
    fn lookahead_does_not_advance() {
        let mut lines = Lines::new(&b"1\n2\n3"[..], 10);
        assert!(lines.advance().unwrap());
        assert_eq!(lines.peek(2).unwrap().bytes, b"3");
        assert!(lines.peek(3).is_none());
        assert_eq!(lines.current().bytes, b"1");
        for expected in ["2", "3"] {
            assert!(lines.advance().unwrap());
            assert_eq!(lines.text().unwrap(), expected);
        }
        assert_eq!(lines.number(), 3);
        assert!(!lines.advance().unwrap());
    }

    #[test]
    fn a_read_error_is_returned_after_the_lines_before_it() {
        struct Failing;
        impl io::Read for Failing {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("broken"))
            }
        }
        let input = io::BufReader::new(io::Read::chain(&b"1\n2\n3"[..], Failing));
        let mut lines = Lines::new(input, 10);
        assert!(lines.advance().unwrap());
        assert!(lines.peek(3).is_none());
        assert!(lines.advance().unwrap());
        assert_eq!(lines.text().unwrap(), "2");
        assert_eq!(lines.advance().unwrap_err().to_string(), "broken");
    }
}
