//! The fast conversions from facelets to a cube agree with a search piece by piece and with the view.
//!
//! The first byte selects raw bytes or a damaged cube, of either size.

use crate::damaged_cube;
use cubegod::cube::{Corner, Corners};
use cubegod::view::recognize_pocket;
use cubegod::{Color, Cube2, Cube3, Face, Size, Stickers, View};

pub(crate) fn run(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else { return };
    let letters = |size: Size| -> Vec<u8> {
        let stickers = damaged_cube(size, rest);
        stickers
            .facelets()
            .iter()
            .map(|color| color.map_or(b'?', |color| color.home().letter() as u8))
            .collect()
    };
    match first % 4 {
        0 => pocket_cubes_agree(rest),
        1 => pocket_cubes_agree(&letters(Size::TWO)),
        2 => cubes_agree(rest),
        _ => cubes_agree(&letters(Size::THREE)),
    }
}

fn pocket_cubes_agree(text: &[u8]) {
    let fast = Cube2::from_facelets(text);
    let Some(seen) = pocket_stickers(text) else { return assert_eq!(fast, None) };
    assert_eq!(fast, slow_pocket_cube(&seen));
    assert_eq!(fast, recognize_pocket(seen.facelets().try_into().expect("a 2x2 has 24 stickers")));
    let completions = View::new(seen.clone()).expect("views support the 2x2").completions();
    let is_whole = !seen.facelets().contains(&None);
    match fast {
        Some(cube) => assert_eq!((completions.count(), completions.get(0)), (1, Some(cube.stickers()))),
        None => assert!(!is_whole || completions.count() == 0),
    }
}

fn pocket_stickers(text: &[u8]) -> Option<Stickers<Option<Color>>> {
    let color = |&byte: &u8| match byte {
        b'?' => Some(None),
        byte => Face::from_letter(char::from(byte)).map(|face| Some(Color::of_face(face))),
    };
    Stickers::new(Size::TWO, text.iter().map(color).collect::<Option<_>>()?).ok()
}

/// Tries every piece at every position with every twist.
fn slow_pocket_cube(seen: &Stickers<Option<Color>>) -> Option<Cube2> {
    let mut pieces = Vec::new();
    let mut twists = Vec::new();
    for place in Corner::ALL {
        let shown = place.facelets(Size::TWO).map(|facelet| seen.facelets()[facelet]);
        let all = Corner::ALL.into_iter().flat_map(|piece| [0, 1, 2].map(|twist| (piece, twist)));
        let mut fits = all.filter(|(piece, twist)| {
            let turned = |sticker: usize| shown[(sticker + twist) % 3];
            (0..3).all(|sticker| turned(sticker).is_none_or(|color| color.home() == piece.faces()[sticker]))
        });
        let (piece, twist) = fits.next()?;
        if fits.next().is_some() {
            return None;
        }
        pieces.push(piece);
        twists.push(twist as u8);
    }
    Cube2::new(Corners::new(pieces.try_into().ok()?, twists.try_into().ok()?)?)
}

fn cubes_agree(text: &[u8]) {
    let fast = Cube3::from_facelets(text);
    let Some(stickers) = named_by_centres(text) else { return assert_eq!(fast, None) };
    let completions =
        View::new(stickers.map(|&color| Some(color))).expect("views support the 3x3").completions();
    assert_eq!(fast.map(|cube| cube.stickers()), completions.get(0));
    assert_eq!(fast, Cube3::try_from(&stickers).ok());
    assert_eq!(completions.count(), u128::from(fast.is_some()));
}

/// Maps every sticker to the face whose centre has the same character.
fn named_by_centres(text: &[u8]) -> Option<Stickers<Color>> {
    if text.len() != Size::THREE.sticker_count() {
        return None;
    }
    let centres = Face::ALL.map(|face| text[face.index() * 9 + 4]);
    let found = text.iter().map(|byte| {
        let mut faces = (0..6).filter(|&face| centres[face] == *byte);
        faces.next().filter(|_| faces.next().is_none()).map(|face| Color::of_face(Face::ALL[face]))
    });
    Stickers::new(Size::THREE, found.collect::<Option<_>>()?).ok()
}
