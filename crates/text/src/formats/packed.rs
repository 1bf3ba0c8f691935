//! JSON objects in links, compressed with LZ-string (pieroxy's library) and encoded in Base64.

use std::ops::Range;

use serde_json::{Map, Value};

use super::bits::{Bits, sextets};
use super::percent_decoded;
use crate::read::draft::Unreadable;

/// The most characters of an object after decompression.
const MOST_CHARACTERS: usize = 1 << 20;

const SYMBOLS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Decodes and decompresses the text of a link, and parses it as the object of a site.
pub(super) fn unpacked(
    packed: &str,
    site: &str,
    parse: impl Fn(&str) -> Option<Map<String, Value>>,
) -> Result<Map<String, Value>, Unreadable> {
    let found = |what: &str| (format!("a puzzle of {site} in the link"), what.to_string());
    // A browser may have made spaces of `+`.
    let packed = percent_decoded(packed).replace(' ', "+");
    if sextets(&packed, SYMBOLS).is_none() {
        return Err(found("characters that are not Base64"));
    }
    // Each attempt reads the whole text.
    let most = MOST_CHARACTERS / packed.len().max(1);
    let attempts = std::iter::once(packed.clone()).chain(unfolded(&packed).take(most));
    let mut left = MOST_CHARACTERS;
    for text in attempts {
        if let Some(object) = decompressed(&text, &mut left).and_then(|text| parse(&text)) {
            return Ok(object);
        }
        if left == 0 {
            return Err(found(&format!("more than {MOST_CHARACTERS} characters")));
        }
    }
    Err(found("a text that was cut or changed"))
}

/// Compresses an object for a link.
pub(super) fn packed(mut object: Value) -> String {
    // Sorted, so that the link does not depend on whether `serde_json` keeps the insertion order.
    object.sort_all_objects();
    let packed = lz_str::compress_to_base64(&object.to_string());
    let packed = packed.replace('+', "%2B").replace('/', "%2F");
    packed.replace('=', "%3D")
}

/// Returns texts in which one or two `/` are `//` again, which browsers fold to `/` in the path of an
/// address.
fn unfolded(packed: &str) -> impl Iterator<Item = String> {
    /// The number of texts, which bounds the time for a link that was cut.
    const MOST: usize = 500;
    let slashes = move || packed.match_indices('/').map(|(at, _)| at);
    let once = slashes().map(|at| vec![at]);
    let twice = slashes().flat_map(move |at| {
        let after = slashes().filter(move |next| *next > at);
        after.map(move |next| vec![at, next])
    });
    once.chain(twice).take(MOST).map(|places| {
        let mut text = packed.to_string();
        places.iter().rev().for_each(|at| text.insert(*at, '/'));
        text
    })
}

/// Decompresses a text in Base64, and counts down the characters of the result. When none are left, or for another
/// text, the result is `None`.
///
/// Each code stands for a part of the text so far, and makes a new part of the part before and the next character.
/// Codes 0 and 1 announce a character of 8 or 16 bits, which is a part as well, and code 2 is the end.
fn decompressed(packed: &str, left: &mut usize) -> Option<String> {
    const FIRST_PART: usize = 3;
    const END: usize = 2;
    let mut bits = Bits::of(packed, SYMBOLS)?;
    let mut text: Vec<u16> = Vec::new();
    let mut parts: Vec<Range<usize>> = Vec::new();
    let mut before: Option<Range<usize>> = None;
    loop {
        // Codes are wide enough for the part that is added next.
        let width = match before {
            None => 2,
            Some(_) => (FIRST_PART + parts.len()).ilog2() as usize + 1,
        };
        let code = number(&mut bits, width)?;
        let start = text.len();
        match code {
            END => return String::from_utf16(&text).ok(),
            0 | 1 => {
                text.push(number(&mut bits, 8 * (code + 1))? as u16);
                parts.push(start..start + 1);
            }
            _ => match (parts.get(code - FIRST_PART), &before) {
                (Some(part), _) => text.extend_from_within(part.clone()),
                (None, Some(before)) if code - FIRST_PART == parts.len() => {
                    text.extend_from_within(before.clone());
                    text.push(text[before.start]);
                }
                _ => return None,
            },
        }
        *left = left.saturating_sub(text.len() - start);
        if *left == 0 {
            return None;
        }
        // The part before ends where this one begins.
        parts.extend(before.map(|before| before.start..before.end + 1));
        before = Some(start..text.len());
    }
}

/// Takes a number of this many bits, its lowest bit first.
fn number(bits: &mut Bits, count: usize) -> Option<usize> {
    let bits = bits.take(count)?.iter().rev();
    Some(bits.fold(0, |number, bit| number << 1 | usize::from(*bit)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_compressed_is_decompressed() {
        let long = "abcabcabdé€".repeat(60);
        for text in ["aaaaaaaaaa", "{\"size\":9,\"title\":\"ő\"}", &long] {
            for (end, _) in text.char_indices() {
                let packed = lz_str::compress_to_base64(&text[..end]);
                let found = decompressed(&packed, &mut { MOST_CHARACTERS });
                assert_eq!(found.as_deref(), Some(&text[..end]));
            }
        }
    }

    #[test]
    fn the_result_is_limited() {
        let text = "a".repeat(10_000);
        let packed = lz_str::compress_to_base64(&text);
        assert!(packed.len() < 400);
        assert_eq!(decompressed(&packed, &mut 10_000), None);
        assert_eq!(decompressed(&packed, &mut 10_001), Some(text));
    }
}
