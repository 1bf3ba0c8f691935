//! JSON objects in links, compressed with LZ-string (pieroxy's library) and encoded in Base64.

use serde_json::{Map, Value};

use crate::read::draft::Unreadable;

/// The fields of an object.
pub(crate) type JsonFields = Map<String, Value>;

/// Maximum length of a compressed object, in characters. A 16×16 jigsaw with a solution takes half of
/// it. The limit bounds the decompressed text to about 40 MB.
pub(crate) const LONGEST_PACKED: usize = 8_192;

/// Decodes and decompresses the text of a link, and parses it as the object of a site.
pub(crate) fn unpacked(
    packed: &str,
    site: &str,
    parse: impl Fn(&str) -> Option<JsonFields>,
) -> Result<JsonFields, Unreadable> {
    let found = |what: &str| (format!("a puzzle of {site} in the link"), what.to_string());
    // A browser may have made spaces of `+`.
    let packed = percent_decoded(packed).replace(' ', "+");
    if packed.len() > LONGEST_PACKED {
        return Err(found(&format!("more than {LONGEST_PACKED} characters")));
    }
    let is_base64 = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte);
    if !packed.bytes().all(is_base64) {
        return Err(found("characters that are not Base64"));
    }
    let object = |packed: &str| {
        let wide = lz_str::decompress_from_base64(packed)?;
        parse(&String::from_utf16(&wide).ok()?)
    };
    let object = object(&packed).or_else(|| unfolded(&packed).find_map(|text| object(&text)));
    object.ok_or_else(|| found("a text that was cut or changed"))
}

/// Returns texts in which one or two `/` are `//` again, which browsers fold to `/` in the path of an
/// address.
fn unfolded(packed: &str) -> impl Iterator<Item = String> {
    /// The number of texts, which bounds the time for a link that was cut.
    const MOST: usize = 500;
    let slashes = move || packed.match_indices('/').map(|(at, _)| at);
    let once = slashes().map(|at| vec![at]);
    let twice = slashes().flat_map(move |at| {
        slashes()
            .filter(move |next| *next > at)
            .map(move |next| vec![at, next])
    });
    let places = once.chain(twice);
    places.take(MOST).map(|places| {
        let mut text = packed.to_string();
        places.iter().rev().for_each(|at| text.insert(*at, '/'));
        text
    })
}

/// Decodes percent escapes such as `%2B`.
pub(crate) fn percent_decoded(text: &str) -> String {
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        let code = after.first_chunk::<2>().filter(|_| *first == b'%');
        let code = code.and_then(|code| std::str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                decoded.push(byte);
                rest = &after[2..];
            }
            None => decoded.push(*first),
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}
