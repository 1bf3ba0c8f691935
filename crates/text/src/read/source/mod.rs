//! From bytes to lines: unpacked, decoded, and in bounded memory.

mod encoding;
pub(crate) mod gzip;
pub(crate) mod lines;
