//! The final cube of a data set, and its wrong stickers.

use crate::reply::Style;
use cubegod::Stickers;
use cubegod::alphabet::Alphabet;
use cubegod::render::ansi::{self, AnsiOptions};
use cubegod::render::{Cell, Palette};
use cubegod_contest::judge::{MixedFace, face_name, mixed_faces};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The JSON of an explanation.
#[derive(Serialize)]
pub(super) struct Explanation {
    net: Vec<String>,
    /// The number of stickers that differ from the centre of their face.
    off: usize,
    /// The faces with several characters.
    mixed: Vec<FaceFields>,
}

#[derive(Serialize)]
struct FaceFields {
    face: &'static str,
    centre: char,
    off: usize,
    counts: BTreeMap<char, usize>,
}

impl Explanation {
    pub(super) fn new(stickers: &Stickers<char>) -> Explanation {
        let mixed = mixed_faces(stickers);
        Explanation {
            net: net(stickers, &AnsiOptions::default()).lines().map(str::to_owned).collect(),
            off: mixed.iter().map(MixedFace::mismatches).sum(),
            mixed: mixed
                .into_iter()
                .map(|face| FaceFields {
                    face: face_name(face.face),
                    centre: face.centre,
                    off: face.mismatches(),
                    counts: face.counts.into_iter().collect(),
                })
                .collect(),
        }
    }

    /// Returns the explanation as text.
    pub(super) fn text(stickers: &Stickers<char>, style: Style) -> String {
        let mut text = net(stickers, &style.ansi_with(Palette::STANDARD));
        let mixed = mixed_faces(stickers);
        // Writing to a string cannot fail.
        for face in &mixed {
            let counts: Vec<String> = face
                .counts
                .iter()
                .map(|&(character, count)| format!("{count} {}", shown(character)))
                .collect();
            let _ = writeln!(
                text,
                "{} holds {} (centre {})",
                face_name(face.face),
                counts.join(", "),
                shown(face.centre)
            );
        }
        match (mixed.iter().map(MixedFace::mismatches).sum::<usize>(), mixed.len()) {
            (0, _) => {}
            (1, _) => text.push_str("1 sticker is wrong: it differs from the centre of its face\n"),
            (off, 1) => {
                let _ = writeln!(text, "{off} stickers are wrong: they differ from the centre of their face");
            }
            (off, faces) => {
                let _ = writeln!(
                    text,
                    "{off} stickers on {faces} faces are wrong: they differ from the centre of their face"
                );
            }
        }
        text
    }
}

/// Returns the net in its own characters, coloured if the characters can be identified with colours.
fn net(stickers: &Stickers<char>, options: &AnsiOptions) -> String {
    let labelled = |cell: Cell, i: usize| cell.labelled(stickers.facelets()[i]);
    match Alphabet::infer(stickers) {
        Ok((colors, _)) => {
            let cells = Stickers::from_fn(stickers.size(), |i| labelled(colors.facelets()[i].into(), i));
            ansi::net(&cells, options)
        }
        Err(_) => {
            let cells = Stickers::from_fn(stickers.size(), |i| labelled(Cell::UNKNOWN, i));
            ansi::net(&cells, &AnsiOptions::default())
        }
    }
}

/// Returns a visible form of any character.
fn shown(character: char) -> String {
    if character.is_ascii() { character.to_string() } else { character.escape_debug().to_string() }
}
