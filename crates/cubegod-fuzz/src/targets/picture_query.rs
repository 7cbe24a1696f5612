//! Queries of pictures: parameters as `name=value`, separated by `&`; blanks need no percent signs here.

use crate::{assert_text, text};
use cubegod_net::fuzzing::draw_query;
use std::fmt::Write;

pub(crate) fn run(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let mut query = String::new();
    for byte in text.bytes() {
        match byte {
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'=' | b'&' | b'%' | b'+' => query.push(byte.into()),
            // Writing to a string does not fail.
            _ => write!(query, "%{byte:02X}").expect("a string has room"),
        }
    }
    match draw_query(&query) {
        Ok(drawing) => assert!(drawing.starts_with("<svg ") && drawing.ends_with("</svg>"), "{query}"),
        Err(error) => assert_text(&error),
    }
}
