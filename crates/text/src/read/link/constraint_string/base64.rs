//! Base 64 with the symbols of links (RFC 4648, section 5). The `=` at the end may be missing.

const SYMBOLS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Returns the values of symbols, each with 6 bits, or `None` if one is unknown.
pub(crate) fn sextets(text: &str) -> Option<Vec<u8>> {
    let value = |c: char| SYMBOLS.find(c).map(|value| value as u8);
    text.trim_end_matches('=').chars().map(value).collect()
}

/// Returns the bits of symbols, the highest of each first, without those that do not fill a byte. Returns
/// `None` if the symbols do not encode bytes.
pub(crate) fn bits(text: &str) -> Option<Vec<bool>> {
    let sextets = sextets(text)?;
    let bits = sextets
        .iter()
        .flat_map(|sextet| (0..6).rev().map(move |bit| sextet >> bit & 1 == 1));
    let mut bits: Vec<bool> = bits.collect();
    bits.truncate(bits.len() / 8 * 8);
    (sextets.len() % 4 != 1).then_some(bits)
}

/// Returns the bytes that symbols encode.
pub(crate) fn bytes(text: &str) -> Option<Vec<u8>> {
    let bits = bits(text)?;
    let byte = |bits: &[bool]| bits.iter().fold(0, |byte, bit| byte << 1 | u8::from(*bit));
    Some(bits.chunks(8).map(byte).collect())
}

/// Returns the symbols of values with 6 bits.
pub(crate) fn of_sextets(sextets: &[u8]) -> String {
    let symbol = |sextet: &u8| SYMBOLS.as_bytes()[usize::from(sextet & 63)] as char;
    sextets.iter().map(symbol).collect()
}

/// Returns the symbols of bits, the highest of each first. Zeros fill the last byte and the last symbol.
pub(crate) fn of_bits(bits: &[bool]) -> String {
    let mut bits = bits.to_vec();
    bits.resize(bits.len().next_multiple_of(8), false);
    let sextet = |bits: &[bool]| {
        let places = bits.iter().zip((0..6).rev());
        places.fold(0, |sextet, (bit, place)| sextet | u8::from(*bit) << place)
    };
    let sextets: Vec<u8> = bits.chunks(6).map(sextet).collect();
    of_sextets(&sextets)
}

/// Returns the symbols of bytes.
pub(crate) fn of_bytes(bytes: &[u8]) -> String {
    let bits = bytes
        .iter()
        .flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1 == 1));
    of_bits(&bits.collect::<Vec<bool>>())
}
