//! Base 64 with the symbols of links (RFC 4648, section 5).

const SYMBOLS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Returns the values of symbols, each with 6 bits, or `None` if one is unknown.
pub(super) fn sextets(text: &str) -> Option<Vec<u8>> {
    let value = |c: char| SYMBOLS.find(c).map(|value| value as u8);
    text.chars().map(value).collect()
}
