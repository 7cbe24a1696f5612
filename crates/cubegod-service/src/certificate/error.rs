//! Errors of certificates, as fields.

use cubegod::{Face, Metric};

/// The error for a text that is not a valid certificate.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum CertificateError {
    /// The text is longer than any certificate.
    TooLong {
        /// The most bytes that a certificate has.
        max: usize,
    },
    /// The text is not JSON with the fields of a certificate.
    Malformed {
        /// The reason, in the words of the JSON reader.
        cause: String,
        /// The line, from 1.
        line: usize,
        /// The column, from 1; 0 if the error is about the whole text.
        column: usize,
    },
    /// Something follows the certificate.
    Trailing {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// The field `format` does not name a certificate.
    Format {
        /// Its JSON; nothing if it is missing.
        found: Option<String>,
        /// The expected JSON.
        expected: String,
    },
    /// The field `version` has another value.
    Version {
        /// Its JSON; nothing if it is missing.
        found: Option<String>,
        /// The expected version.
        expected: u32,
    },
    /// The length is above the longest distance of any cube.
    Length {
        /// The length.
        found: usize,
        /// The longest distance.
        max: usize,
        /// The metric.
        metric: Metric,
    },
    /// The cube has a wrong number of stickers.
    StickerCount {
        /// The number of characters.
        found: usize,
        /// The number of stickers.
        expected: usize,
    },
    /// A character of the cube is not a face letter.
    Sticker {
        /// The number of the character, from 1.
        number: usize,
        /// The character.
        found: char,
    },
    /// The cube is in another orientation than certificates use.
    Centre {
        /// The face.
        face: Face,
        /// The letter in its centre.
        found: char,
    },
    /// A move of the solution is not a face turn.
    NotFaceTurn {
        /// The move.
        found: String,
    },
    /// The solution does not solve the cube.
    NotSolved,
    /// The solution has another length than the field `length`.
    OtherLength {
        /// The length of the solution.
        length: usize,
        /// The field.
        field: usize,
        /// The metric.
        metric: Metric,
    },
    /// No table has this size.
    TableBytes {
        /// The size.
        found: u64,
    },
    /// The checksum of the table is not eight hexadecimal digits.
    Checksum,
    /// The table is for another metric.
    TableMetric {
        /// The metric of the certificate.
        expected: Metric,
    },
    /// The depths are not consecutive up to the length.
    Depths {
        /// The first of them.
        found: Vec<usize>,
        /// Whether there are more.
        has_more: bool,
        /// The expected difference between depths.
        step: usize,
        /// The length.
        length: usize,
    },
}

impl CertificateError {
    /// Whether the error is about the moves of the solution.
    pub(crate) fn is_about_moves(&self) -> bool {
        use CertificateError::{NotFaceTurn, NotSolved, OtherLength};
        matches!(self, NotFaceTurn { .. } | NotSolved | OtherLength { .. })
    }

    /// Returns the line and the column of the text, each from 1, where they are known.
    pub(crate) fn position(&self) -> (Option<usize>, Option<usize>) {
        match *self {
            CertificateError::Malformed { line, column, .. }
            | CertificateError::Trailing { line, column } => {
                let known = |number: usize| (number > 0).then_some(number);
                (known(line), known(column))
            }
            _ => (None, None),
        }
    }
}
