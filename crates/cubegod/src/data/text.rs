//! Reading data from text: one character per sticker.

use crate::data::Order;
use crate::formats::{Format, LayoutError, counted, is_skipped};
use crate::geometry::Size;
use crate::stickers::Stickers;

/// The error for a text that does not fit on a cube.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum DataError {
    /// Too many characters or too few.
    #[error("the data has {}; {}{}", characters(*found, *visible), expected(*found, *size), hint(*is_joined))]
    Count {
        /// The number of characters.
        found: usize,
        /// The number of characters that are not white space.
        visible: usize,
        /// The size of the cube, if it is known.
        size: Option<Size>,
        /// Whether some characters combine with their neighbours into one grapheme.
        is_joined: bool,
    },
    /// Several lines that are not in the layout of the cube.
    #[error("the data can't be read as the cube was: {0}")]
    Layout(LayoutError),
}

fn characters(found: usize, visible: usize) -> String {
    match found - visible {
        0 => counted(found, "character"),
        _ => format!("{} ({visible} without white space)", counted(found, "character")),
    }
}

fn expected(found: usize, size: Option<Size>) -> String {
    let Some(size) = size else {
        let [two, three] = [Size::TWO, Size::THREE].map(Size::sticker_count);
        return format!("expected one for each sticker: {two} on a 2x2, {three} on a 3x3");
    };
    let count = size.sticker_count();
    let (number, what) = if found < count { (count - found, "missing") } else { (found - count, "too many") };
    let is = if number == 1 { "is" } else { "are" };
    format!("a {size} cube has {count} stickers, one character each ({number} {is} {what})")
}

fn hint(is_joined: bool) -> &'static str {
    match is_joined {
        true => {
            "; what looks like one character may be several, as an emoji with a modifier or an accent of its own"
        }
        false => "",
    }
}

/// Puts one character on each sticker of a cube in this layout. Without a size, the length of the text decides.
///
/// A text with as many characters as the cube has stickers is read literally, blanks included, in the order of the
/// layout. Any other text is read in the layout itself, or as a net drawn over several lines, ignoring white space.
///
/// # Errors
///
/// Fails if the text has too few or too many characters for the cube.
pub fn read(text: &str, size: Option<Size>, format: Format) -> Result<Stickers<char>, DataError> {
    let found = text.chars().count();
    if let Some(size) = size.or(Size::from_sticker_count(found))
        && let Some(stickers) = Order::of(format).put_on(size, text)
    {
        return Ok(stickers);
    }
    let fits = |stickers: &Stickers<char>| size.is_none_or(|size| size == stickers.size());
    let has_lines = text.trim().lines().nth(1).is_some();
    // Facelets may span several lines without being a net.
    let net = || Format::Net.read_labels(text).ok().filter(|stickers| has_lines && fits(stickers));
    if let Some(stickers) = net().filter(|_| format.is_single_line()) {
        return Ok(stickers);
    }
    let own = format.read_labels(text);
    if let Some(stickers) = own.as_ref().ok().filter(|stickers| fits(stickers)) {
        return Ok(stickers.clone());
    }
    if let Some(stickers) = net() {
        return Ok(stickers);
    }
    match own {
        // For a drawing, the error of its own layout is the helpful one.
        Err(error) if has_lines && !format.is_single_line() => Err(DataError::Layout(error)),
        _ => Err(DataError::Count {
            found,
            visible: text.chars().filter(|&character| !is_skipped(character)).count(),
            size,
            is_joined: text.chars().any(is_joining),
        }),
    }
}

/// Whether a character combines with its neighbours into one grapheme: accents, joiners, variation selectors, skin tones.
fn is_joining(character: char) -> bool {
    matches!(character,
        '\u{300}'..='\u{36f}' | '\u{200d}' | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{1f1e6}'..='\u{1f1ff}' | '\u{1f3fb}'..='\u{1f3ff}')
}
