//! Helpers of the tests: a shared engine, and cubes as requests.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used, reason = "not every test file uses all of it")]

use cubegod::alphabet::Alphabet;
use cubegod::formats::Format;
use cubegod::{Color, Face, Stickers};
use cubegod_net::engine::{Engine, Session};
use std::sync::{Arc, LazyLock};

/// The shared engine; its table is built once per test file.
pub static ENGINE: LazyLock<Arc<Engine>> = LazyLock::new(|| Arc::new(Engine::with_small_tables()));

/// Writes a cube with some faces hidden in a layout.
pub fn shown(stickers: &Stickers<Color>, hidden: &[Face], format: Format) -> String {
    let mut seen = stickers.map(|&color| Some(color));
    let per_face = stickers.size().face_stickers();
    for &face in hidden {
        seen.facelets_mut()[face.index() * per_face..][..per_face].fill(None);
    }
    format.write(&Alphabet::FACES.write(&seen)).unwrap()
}

/// Returns all reply lines of an engine for an input.
pub fn replies_of(engine: &Arc<Engine>, input: &[u8]) -> Vec<String> {
    let mut session = Session::new(Arc::clone(engine));
    let mut replies = Vec::new();
    let mut reply = |line: &str| replies.push(line.strip_suffix('\n').unwrap().to_owned());
    session.feed(input, &mut reply);
    session.finish(&mut reply);
    replies
}

/// Returns all reply lines of the shared engine for an input.
pub fn replies(input: &str) -> Vec<String> {
    replies_of(&ENGINE, input.as_bytes())
}
