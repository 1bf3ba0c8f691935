//! Base 64 with the symbols of links (RFC 4648, section 5).

const SYMBOLS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Returns the values of symbols, each with 6 bits, or `None` if one is unknown.
pub(super) fn sextets(text: &str) -> Option<Vec<u8>> {
    let value = |c: char| SYMBOLS.find(c).map(|value| value as u8);
    text.chars().map(value).collect()
}

/// Returns the bits of symbols, the highest of each first, without those that do not fill a byte. Returns
/// `None` if the symbols do not encode bytes.
pub(super) fn bits(text: &str) -> Option<Vec<bool>> {
    let sextets = sextets(text)?;
    let bits = sextets
        .iter()
        .flat_map(|sextet| (0..6).rev().map(move |bit| sextet >> bit & 1 == 1));
    let mut bits: Vec<bool> = bits.collect();
    bits.truncate(bits.len() / 8 * 8);
    (sextets.len() % 4 != 1).then_some(bits)
}

/// Returns the bytes that symbols encode.
pub(super) fn bytes(text: &str) -> Option<Vec<u8>> {
    let bits = bits(text)?;
    let byte = |bits: &[bool]| bits.iter().fold(0, |byte, bit| byte << 1 | u8::from(*bit));
    Some(bits.chunks(8).map(byte).collect())
}
