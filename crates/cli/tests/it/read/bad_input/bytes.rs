//! Bytes that are not text, and encodings of text.

use super::*;

fn utf_16(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(to_bytes).collect()
}

#[test]
fn words_in_latin_1_around_a_puzzle() {
    let text = [b"Pr\xe9sentation\n", grid().as_bytes(), b"\n\xa9 moi\n"].concat();
    assert_read("check", text, "<stdin>:2: unique\n");
    let list = [LINE.as_bytes(), b"\n", LINE.as_bytes(), b" Andr\xe9\n"].concat();
    assert_read("check", list, "<stdin>:1: unique\n<stdin>:2: unique\n");
}

cases! {
    assert_error:
    a_picture(
        "check", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\n\0\xff\n",
        "<stdin>:1:1: expected text in UTF-8 or UTF-16, found a picture\n", "",
    );
    a_program(
        "check", b"\x7fELF\x02\x01\x01\0\0\0\0\n\0\0\n\xff\n",
        "<stdin>:1:1: expected text in UTF-8 or UTF-16, found a file that is not text\n", "",
    );
    a_nul(
        "check", format!("{}\0\n{LINE}\n", &LINE[..80]),
        "<stdin>:1:81: expected text in UTF-8, found `\\u{0}`\n", "<stdin>:2: unique\n",
    );
    invalid_utf_8(
        "check", [b"8..\xe4\n", LINE.as_bytes()].concat(),
        "<stdin>:1:4: expected text in UTF-8, found the byte 0xE4\n", "<stdin>:2: unique\n",
    );
    a_zip_archive(
        "check", b"PK\x03\x04\x14\0\0\0",
        "<stdin>:1:1: expected text in UTF-8 or UTF-16, found a file packed with zip, which has to be unpacked first\n",
        "",
    );
}

cases! {
    assert_read:
    utf_16_little_endian(
        "check", utf_16(&format!("\u{feff}{LINE}\n"), u16::to_le_bytes), "<stdin>:1: unique\n",
    );
    utf_16_big_endian("check", utf_16(&format!("\u{feff}{LINE}\n"), u16::to_be_bytes), "<stdin>:1: unique\n");
    utf_16_without_a_byte_order_mark("check", utf_16(LINE, u16::to_le_bytes), "<stdin>:1: unique\n");
    fullwidth_digits("check", LINE.replace('8', "\u{ff18}").replace('.', "\u{ff0e}"), "<stdin>:1: unique\n");
    no_break_spaces("check", HARDEST.replace(' ', "\u{a0}"), "<stdin>:1: unique\n");
    a_footer_with_digits("check", grid() + "\nPage 12 of 34, solved 5 times\n", "<stdin>:1: unique\n");
    crlf("check", grid().replace('\n', "\r\n"), "<stdin>:1: unique\n");
    lone_cr("check", grid().replace('\n', "\r"), "<stdin>:1: unique\n");
    a_byte_order_mark("check", format!("\u{feff}{LINE}"), "<stdin>:1: unique\n");
    no_final_newline("check", LINE, "<stdin>:1: unique\n");
    an_empty_grid("count", "................", "<stdin>:1: 288\n");
}
