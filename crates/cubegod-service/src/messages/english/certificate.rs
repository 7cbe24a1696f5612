//! Errors of certificates.

use crate::certificate::CertificateError;
use crate::option::{OptionId, Spelling};
use cubegod::Metric;

pub(super) fn message(error: &CertificateError, spelling: Spelling) -> String {
    match error {
        CertificateError::TooLong { max } => {
            format!("longer than {} KiB; expected a certificate, which is much shorter", max >> 10)
        }
        CertificateError::Malformed { cause, line, column } => {
            let position =
                if *column > 0 { format!(" (line {line}, column {column})") } else { String::new() };
            format!("not a certificate: {cause}{position}")
        }
        CertificateError::Trailing { line, column } => format!(
            "something follows the certificate (line {line}, column {column}); expected one certificate and nothing else"
        ),
        CertificateError::Format { found, expected } => {
            let writer = spelling.option(OptionId::Certificate).map(|certificate| {
                let method = spelling.write_setting(&OptionId::Method.with("optimal"));
                format!(", as `solve` with {method} and {certificate} writes it")
            });
            format!("`format` is {}; expected `{expected}`{}", quoted(found), writer.unwrap_or_default())
        }
        CertificateError::Version { found, expected } => format!(
            "`version` is {}; expected {expected}; another version of cubegod may read it",
            quoted(found)
        ),
        CertificateError::Length { found, max, metric } => {
            format!("`length` is {found}; expected {max} at most ({metric}), which is enough for every cube")
        }
        CertificateError::StickerCount { found, expected } => {
            format!("`cube` has {found} characters; expected {expected} face letters")
        }
        CertificateError::Sticker { number, found } => {
            format!("character {number} of `cube` is {found:?}; expected one of U R F D L B")
        }
        CertificateError::Centre { face, found } => format!(
            "`cube` has {found} in the centre of {face}; expected a cube with its centres in their usual places"
        ),
        CertificateError::NotFaceTurn { found } => {
            format!("`solution` has the move `{found}`; expected face turns only")
        }
        CertificateError::NotSolved => "`solution` does not solve the cube".into(),
        CertificateError::OtherLength { length, field, metric } => {
            format!("`solution` has {length} moves ({metric}), but `length` is {field}")
        }
        CertificateError::TableBytes { found } => {
            format!("`bytes` of the table is {found}; expected the size of a table")
        }
        CertificateError::Checksum => {
            "`checksum` of the table is invalid; expected eight hexadecimal digits".into()
        }
        CertificateError::TableMetric { expected } => {
            let expected = if *expected == Metric::Qtm { "quarter turns" } else { "half turns" };
            format!("`count` of the table does not match `metric`; expected `{expected}`")
        }
        CertificateError::Depths { found, has_more, step, length } => {
            let found: Vec<String> = found.iter().map(ToString::to_string).collect();
            format!(
                "`depths` has entries for {}{} moves; expected each {}number up to the last below {length}, in order",
                found.join(", "),
                if *has_more { ", …" } else { "" },
                if *step == 2 { "second " } else { "" },
            )
        }
    }
}

fn quoted(found: &Option<String>) -> String {
    found.as_ref().map_or_else(|| "missing".to_owned(), |found| format!("`{found}`"))
}
