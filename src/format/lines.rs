//! The lines of an input, in bounded memory, with a look at those that follow.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::mem;

use super::error::{Problem, quote};
use super::text::TextLine;

/// A line as it stands in the input.
#[derive(Debug, Default)]
pub(super) struct RawLine {
    /// The number of the line, counted from 1.
    pub number: usize,
    /// The line without its end; no more than the longest line.
    pub bytes: Vec<u8>,
    /// Whether there was more than that.
    is_too_long: bool,
}

/// Reads lines, which end in LF or CRLF.
///
/// In an input whose first line (or as much of it as a line may have) has no LF, a CR alone ends
/// lines too, as it did on old Macs. Elsewhere it is white space: lines that somebody added
/// something to, behind a CR that was not noticed, are far more common.
///
/// No more is kept of a line than its longest length, so that an input without any line end takes
/// no more memory than another.
pub(super) struct Lines<R> {
    input: R,
    longest: usize,
    /// The number of lines read.
    count: usize,
    current: RawLine,
    ahead: VecDeque<RawLine>,
    /// What was read to learn how lines end, and how much of it has been used.
    start: Vec<u8>,
    used: usize,
    /// Whether CR ends a line, once that is known.
    has_returns: Option<bool>,
    /// An error of reading that came up while looking ahead.
    failure: Option<io::Error>,
}

impl<R: BufRead> Lines<R> {
    /// Lines of at most `longest` bytes.
    pub fn new(input: R, longest: usize) -> Lines<R> {
        Lines {
            input,
            longest,
            count: 0,
            current: RawLine::default(),
            ahead: VecDeque::new(),
            start: Vec::new(),
            used: 0,
            has_returns: None,
            failure: None,
        }
    }

    /// The length of the longest line, in bytes.
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// Goes to the next line, and says whether there is one.
    ///
    /// # Errors
    /// When reading fails. What was read of the line is lost then.
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

    /// The line that [`Lines::advance`] went to.
    pub fn current(&self) -> &RawLine {
        &self.current
    }

    /// The number of the last line.
    pub fn number(&self) -> usize {
        self.current.number
    }

    /// The text of the current line.
    ///
    /// # Errors
    /// When it is too long, or no text in UTF-8.
    pub fn text(&self) -> Result<&str, Problem> {
        self.current.text(self.longest)
    }

    /// The line that is `distance` lines behind the current one, if there is one: 1 for the next.
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
            let available = available(&self.start[self.used..], &mut self.input)?;
            if available.is_empty() {
                break;
            }
            has_begun = true;
            let end = match has_returns {
                true => memchr::memchr2(b'\n', b'\r', available),
                false => memchr::memchr(b'\n', available),
            };
            let part = &available[..end.unwrap_or(available.len())];
            // A byte more than the longest line, which may be a CR.
            let room = self.longest + 1 - line.bytes.len();
            line.is_too_long |= part.len() > room;
            line.bytes.extend_from_slice(&part[..part.len().min(room)]);
            let passed = part.len() + usize::from(end.is_some());
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

    /// Reads up to the first LF, as far as a line may go, and says whether CR ends lines.
    fn read_start(&mut self) -> io::Result<bool> {
        // The longest line and CRLF.
        let most = self.longest + 2;
        while self.start.len() < most {
            let available = available(&[], &mut self.input)?;
            if available.is_empty() {
                break;
            }
            let end = memchr::memchr(b'\n', available);
            let wanted = end.map_or(available.len(), |end| end + 1);
            let taken = wanted.min(most - self.start.len());
            self.start.extend_from_slice(&available[..taken]);
            self.input.consume(taken);
            if end.is_some() {
                break;
            }
        }
        // A CR at the very end may have its LF behind it.
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

/// What of the input lies ready: first what has been read already.
fn available<'b, R: BufRead>(start: &'b [u8], input: &'b mut R) -> io::Result<&'b [u8]> {
    if !start.is_empty() {
        return Ok(start);
    }
    loop {
        match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
            // Asked again, because the borrow of a result that is returned would not end.
            Ok(_) => return input.fill_buf(),
        }
    }
}

impl RawLine {
    /// The text of the line, where lines have at most `longest` bytes.
    ///
    /// # Errors
    /// When it is too long, or no text in UTF-8.
    pub fn text(&self, longest: usize) -> Result<&str, Problem> {
        if self.is_too_long {
            return Err(Problem::new(
                (self.number, longest + 1),
                format!("a line of at most {longest} bytes (--max-line)"),
                "a longer one",
            ));
        }
        let wrong = |valid: &str, found: String| {
            let column = valid.chars().count() + 1;
            Problem::new((self.number, column), "text in UTF-8", found)
        };
        let text = std::str::from_utf8(&self.bytes).map_err(|error| {
            let (valid, rest) = self.bytes.split_at(error.valid_up_to());
            let valid = String::from_utf8_lossy(valid);
            wrong(&valid, format!("the byte 0x{:02X}", rest[0]))
        })?;
        match memchr::memchr(0, &self.bytes) {
            Some(byte) => Err(wrong(&text[..byte], quote("\0"))),
            None => Ok(text),
        }
    }

    /// The line for those that look at its characters.
    ///
    /// # Errors
    /// As [`RawLine::text`].
    pub fn decode(&self, longest: usize) -> Result<TextLine, Problem> {
        let text = self.text(longest)?;
        Ok(TextLine::new(self.number, text))
    }

    /// Whether nothing on it matters in any form: white space, or a comment that begins with `#`.
    pub fn is_passed_over(&self) -> bool {
        let start = self.bytes.strip_prefix(b"\xef\xbb\xbf");
        let text = start.unwrap_or(&self.bytes).trim_ascii_start();
        !self.is_too_long && (text.is_empty() || text[0] == b'#')
    }

    /// Whether the line is too long to be kept.
    pub fn is_too_long(&self) -> bool {
        self.is_too_long
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
    fn every_line_end_is_understood() {
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
    fn a_line_end_may_fall_between_two_reads() {
        let input = io::BufReader::with_capacity(1, &b"ab\r\ncd\n\r\ne"[..]);
        let mut lines = Lines::new(input, 10);
        let mut all = Vec::new();
        while lines.advance().unwrap() {
            all.push(lines.text().unwrap().to_string());
        }
        assert_eq!(all, ["ab", "cd", "", "e"]);
    }

    #[test]
    fn what_is_not_text_is_named() {
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
    fn long_lines_are_passed_over() {
        let too_long = |number| {
            Err(format!(
                "x:{number}:5: expected a line of at most 4 bytes (--max-line), found a longer one"
            ))
        };
        let ok = |text: &str| Ok(text.to_string());
        assert_eq!(
            lines(b"1234\r\n12345\n1234567890\n\n1234", 4),
            [ok("1234"), too_long(2), too_long(3), ok(""), ok("1234")]
        );
    }

    #[test]
    fn looking_ahead_changes_nothing() {
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
    fn an_error_ahead_comes_after_the_lines_before_it() {
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
