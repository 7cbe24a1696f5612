//! The arrangement of the faces of an unfolded cube.

use crate::geometry::Face;

/// The usual cross: U above F, D below it, the sides in a row from L to B. All nets use this table.
pub(super) const CROSS: [[Option<Face>; 4]; 3] = [
    [None, Some(Face::U), None, None],
    [Some(Face::L), Some(Face::F), Some(Face::R), Some(Face::B)],
    [None, Some(Face::D), None, None],
];

/// Returns the faces of one row of the cross up to the last one, so that lines of text have no blanks at their end.
pub(super) fn without_trailing_blanks(row: &[Option<Face>; 4]) -> &[Option<Face>] {
    let end = row.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
    &row[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adjacent_faces_of_the_cross_share_that_edge_on_the_cube() {
        let up_of_front = Face::F.downward().times(-1);
        assert_eq!(Face::from_normal(up_of_front), CROSS[0][1]);
        assert_eq!(Face::from_normal(Face::F.downward()), CROSS[2][1]);
        for pair in CROSS[1].windows(2) {
            let [Some(left), Some(right)] = pair else { panic!("the middle row is full") };
            assert_eq!(Face::from_normal(left.rightward()), Some(*right));
        }
    }

    #[test]
    fn rows_end_with_a_face() {
        assert_eq!(without_trailing_blanks(&CROSS[0]), [None, Some(Face::U)]);
        assert_eq!(without_trailing_blanks(&CROSS[1]).len(), 4);
    }
}
