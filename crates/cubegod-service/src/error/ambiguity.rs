//! The error about a cube that several legal cubes fit.

use crate::option::OptionId;
use cubegod::Size;
use cubegod::alphabet::Alphabet;
use cubegod::geometry::Facelet;
use cubegod::view::Question;
use serde::Serialize;
use std::collections::BTreeMap;

/// Several cubes that fit the known stickers.
#[derive(Debug)]
pub struct Ambiguous {
    /// What programs get.
    pub fields: Ambiguity,
    /// The first completions in the characters of the input.
    pub completions: Vec<String>,
    /// The sticker to look at.
    pub question: Option<Question>,
    /// The size of the cube.
    pub size: Size,
    /// The characters of the input.
    pub alphabet: Alphabet,
    /// Options of the request that accept an ambiguous cube.
    pub options: &'static [OptionId],
}

/// Several cubes that fit the known stickers, for programs.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Ambiguity {
    /// The number of cubes.
    pub count: u128,
    /// The first few of them, in face letters.
    pub completions: Vec<String>,
    /// The sticker whose colour distinguishes the cubes best.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<QuestionFields>,
}

/// A sticker to look at.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct QuestionFields {
    /// Its name, such as `U3`.
    pub sticker: String,
    /// The number of cubes that remain for each colour (a face letter) it may have.
    pub answers: BTreeMap<char, u128>,
}

impl QuestionFields {
    /// Returns a question about a cube of this size.
    pub fn new(question: &Question, size: Size) -> QuestionFields {
        QuestionFields {
            sticker: Facelet::of_index(size, question.sticker).to_string(),
            answers: question.answers.iter().map(|&(color, count)| (color.home().letter(), count)).collect(),
        }
    }
}
