//! `net-string`: the stickers of a net in reading order on one line: U, then the rows of L F R B, then D.

use super::LayoutError;
use super::{facelets, net, text};
use crate::stickers::Stickers;

/// Reads 6N² stickers on one line; blanks between them are skipped.
///
/// # Errors
///
/// Fails if the number of stickers is not 6N² for any size.
pub fn read(text: &str) -> Result<Stickers<char>, LayoutError> {
    gather(text, text::sticker)
}

/// Reads 6N² characters literally, for labels that are not colours: `.` stays `.`.
///
/// # Errors
///
/// Fails if the number of characters is not 6N² for any size.
pub fn labels(text: &str) -> Result<Stickers<char>, LayoutError> {
    gather(text, |character| character)
}

/// Writes all stickers in one line.
pub fn write(stickers: &Stickers<char>) -> String {
    net::reading_order(stickers.size()).map(|index| text::written(stickers.facelets()[index])).collect()
}

/// Writes labels, invisible characters as visible symbols.
pub fn write_labels(stickers: &Stickers<char>) -> String {
    net::reading_order(stickers.size()).map(|index| text::label(stickers.facelets()[index])).collect()
}

fn gather(text: &str, contents: impl Fn(char) -> char) -> Result<Stickers<char>, LayoutError> {
    let text = text.trim();
    let found = text.lines().count();
    if found > 1 {
        return Err(LayoutError::SeveralLines { found });
    }
    Ok(net::from_reading_order(&facelets::gather(text, contents)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Face;

    #[test]
    fn a_net_string_of_the_python_package_has_its_faces() {
        let text = "OOOOOOOOOYYYWWWGGGBBBYYYWWWGGGBBBYYYWWWGGGBBBRRRRRRRRR";
        let stickers = read(text).unwrap();
        assert!(stickers.is_uniform());
        let centres: String = Face::ALL.iter().map(|&face| stickers.face(face)[4]).collect();
        assert_eq!(centres, "OGWRYB");
        assert_eq!(write(&stickers), text);
    }

    #[test]
    fn labels_of_any_alphabet_are_kept() {
        let text = "{LOLS_SLWCS_A?REBLE}RAOPGNKKØGFEP__URSAAUIUO_PLLDOEXB.";
        let stickers = labels(text).unwrap();
        assert_eq!(stickers.row(Face::F, 0), ['A', '?', 'R']);
        assert_eq!(stickers.row(Face::R, 1), ['K', 'Ø', 'G']);
        assert_eq!(stickers.face(Face::D)[8], '.');
    }

    #[test]
    fn several_lines_are_an_error_that_suggests_the_net_layout() {
        assert_eq!(
            read("OOO\nOOO").unwrap_err().to_string(),
            "2 lines found; a net string is one line (a net drawn over several lines is the layout `net`)"
        );
    }
}
