use super::*;
use crate::geometry::Face;
use crate::moves::testing::read as moves;
use proptest::prelude::*;

/// Returns the expanded moves of a text.
fn expanded(text: &str) -> String {
    moves(text).to_string()
}

fn error_message(text: &str) -> String {
    match read(text) {
        Err(error) => error.to_string(),
        Ok(alg) => panic!("{text} was read as {alg}"),
    }
}

#[test]
fn any_number_of_quarter_turns_is_read() {
    assert_eq!(expanded("R0 R1 R2 R3 R4 R5 R6 R7 R1000000000"), "R R2 R' R R2 R'");
    assert_eq!(expanded("R2' R'2 R3' R'3 R1'"), "R2 R2 R R R'");
}

#[test]
fn primes_of_every_keyboard_are_read() {
    assert_eq!(expanded("R' R’ R′ R‘ R` R´ Rʼ (R)’"), "R' R' R' R' R' R' R' R'");
}

#[test]
fn the_suffix_i_and_capital_rotations_are_read() {
    assert_eq!(expanded("Z U L D Zi"), "z U L D z'");
    assert_eq!(expanded("R Ri M Mi E Ei S Si X Xi Y Yi"), "R R' M M' E E' S S' x x' y y'");
}

#[test]
fn face_names_with_a_direction_are_read() {
    let text =
        "front right\nback left\nleft left\nleft right\nright left\nright right\ntop right\nbottom left\n";
    assert_eq!(expanded(text), "F B' L' L R' R U D'");
    assert_eq!(expanded("Front Right  UP LEFT down\tright"), "F U' D");
    assert_eq!(expanded("R (left right)2 r [right left, u]"), "R L L Rw R' Uw R Uw'");
}

#[test]
fn small_letters_are_wide_turns_and_slices() {
    assert_eq!(expanded("r u' f2 d l b 3r m e2 s'"), "Rw Uw' Fw2 Dw Lw Bw 3Rw M E2 S'");
}

#[test]
fn layers_are_read_by_number() {
    assert_eq!(expanded("1R 2R 2-3R' 1-3U 2Rw 1Fw 2-4Lw2 2-3l"), "R 2R 2-3R' 3Uw Rw F 2-4L2 2-3L");
    assert_eq!(expanded("R 2R R2R"), "R 2R R2 R");
}

#[test]
fn spaces_are_not_needed() {
    assert_eq!(expanded("RUR'U'"), "R U R' U'");
    assert_eq!(expanded("R2U3RwMx'y"), "R2 U' Rw M x' y");
    assert_eq!(expanded("RiUi"), "R' U'");
}

#[test]
fn groups_are_repeated_and_inverted() {
    assert_eq!(expanded("(R U)3"), "R U R U R U");
    assert_eq!(expanded("(R U2)'"), "U2 R'");
    assert_eq!(expanded("(R U)2' (R U)'2"), "U' R' U' R' U' R' U' R'");
    assert_eq!(expanded("(R U)0 F () ()5"), "F");
    assert_eq!(expanded("((R)2 (U)')2"), "R R U' R R U'");
}

#[test]
fn commutators_and_conjugates_are_expanded() {
    assert_eq!(expanded("[R, U]"), "R U R' U'");
    assert_eq!(expanded("[R: U]"), "R U R'");
    assert_eq!(expanded("[R U: [F2, D]]"), "R U F2 D F2 D' U' R'");
    assert_eq!(expanded("[[R: U], D]'"), "D R U R' D' R U' R'");
    assert_eq!(expanded("[R: U]2"), "R U R' R U R'");
    assert_eq!(expanded("[R,] [:U] [,]"), "R R' U");
}

#[test]
fn pauses_comments_and_space_are_skipped() {
    assert_eq!(expanded(""), "");
    assert_eq!(expanded(" \t\r\n\u{3000}"), "");
    assert_eq!(expanded("R . U.F // R R R (\n D//"), "R U F D");
}

#[test]
fn a_single_move_is_read_as_a_move() {
    assert_eq!("R3".parse(), Ok(Move::face(Face::R, Turns::Counterclockwise)));
    assert_eq!(
        "R U".parse::<Move>().unwrap_err().to_string(),
        "2 moves from column 1 on; expected exactly one"
    );
    assert!("R4".parse::<Move>().is_err());
}

#[test]
fn every_error_has_its_reason_position_and_expectation() {
    for (text, message) in [
        (
            "R U hello",
            "unknown move `hello` at column 5; expected a face (U R F D L B), a slice (M E S), a rotation (x y z) or a bracket",
        ),
        ("R U F-", "unknown turn `F-` at column 5; expected nothing, `2` or `'` after a face"),
        ("Ri2", "unknown turn `Ri2` at column 1; expected nothing, `2` or `'` after a face"),
        ("R2''U", "unknown turn `R2''` at column 1; expected nothing, `2` or `'` after a face"),
        ("Mw", "unknown turn `Mw` at column 1; expected nothing, `2` or `'` after a face"),
        ("(R U)i", "unknown repeat `)i` at column 5; expected nothing, a number or `'` after a bracket"),
        ("R front U", "`front` at column 3 does not say which way; expected `front right` or `front left`"),
        (
            "back\nleft right",
            "`back` at line 1, column 1 does not say which way; expected `back right` or `back left`",
        ),
        (
            "U 3",
            "the layers `3` at column 3 belong to no face; expected a move such as `2R`, `2-3R` or `3Rw`",
        ),
        (
            "3-R",
            "the layers `3-` at column 1 belong to no face; expected a move such as `2R`, `2-3R` or `3Rw`",
        ),
        ("2M", "the layers `2` at column 1 belong to no face; expected a move such as `2R`, `2-3R` or `3Rw`"),
        (
            "3-2R",
            "no cube has the layers `3-2` at column 1; expected numbers from 1 (at the face) to 32, the smaller first",
        ),
        (
            "R\n 0R",
            "no cube has the layers `0` at line 2, column 2; expected numbers from 1 (at the face) to 32, the smaller first",
        ),
        (
            "33Rw",
            "no cube has the layers `33` at column 1; expected numbers from 1 (at the face) to 32, the smaller first",
        ),
        ("R1000000001", "the count `1000000001` at column 2 is too large; expected 1000000000 at most"),
        (
            "(R)99999999999999999999999",
            "the count `99999999999999999999…` at column 4 is too large; expected 1000000000 at most",
        ),
        ("R (U [F, D]", "`(` at column 3 is never closed; expected `)`"),
        ("[R", "`[` at column 1 is never closed; expected `]`"),
        ("R)", "`)` at column 2 closes nothing; expected `(` before it"),
        ("]", "`]` at column 1 closes nothing; expected `[` before it"),
        ("R (U F]", "`]` at column 7 cannot close the `(` at column 3; expected `)`"),
        (
            "R, U",
            "`,` at column 2 is not between the parts of a square bracket; expected `[A, B]`, `[A: B]` or blanks between moves",
        ),
        (
            "[(R: U), F]",
            "`:` at column 4 is not between the parts of a square bracket; expected `[A, B]`, `[A: B]` or blanks between moves",
        ),
        (
            "[R: U, F]",
            "`,` at column 6 is the second separator in the `[` at column 1; expected one `,` or one `:`",
        ),
        ("[R; U]", "`;` at column 3 is no separator; expected `,` for a commutator or `:` for a conjugate"),
        ("[R U]", "`[` at column 1 holds no separator; expected `[A, B]` or `[A: B]`, or `(A)` for a group"),
        (
            "U ((((R)999)999)999)999",
            "written out, the text is too long at column 4; expected 1000000 moves at most",
        ),
    ] {
        assert_eq!(error_message(text), message, "{text}");
    }
}

#[test]
fn the_limits_themselves_are_allowed() {
    assert_eq!(moves("(R)1000000").len(), MAX_MOVES);
    assert!(read("(R)1000001").is_err());
    let nested = format!("{}R{}", "(".repeat(MAX_DEPTH), ")".repeat(MAX_DEPTH));
    assert_eq!(moves(&nested).len(), 1);
}

#[test]
fn brackets_nested_a_million_deep_fail_at_the_limit() {
    let message = "`(` at column 201 is nested too deep; expected 200 brackets in each other at most";
    for depth in [201, 10_000, 1_000_000, 10_000_000] {
        assert_eq!(error_message(&"(".repeat(depth)), message);
    }
    let closed = format!("{}R{}", "(".repeat(10_000), ")".repeat(10_000));
    assert_eq!(error_message(&closed), message);
    assert!(error_message(&"[R,".repeat(10_000)).contains("nested too deep"));
}

#[test]
fn moves_removed_by_a_repeat_count_of_zero_count_towards_the_limit() {
    assert!(error_message(&"((R)1000000)0".repeat(1000)).contains("too long"));
    assert!(error_message(&"[R, [R, ".repeat(90)).contains("never closed"));
    let doubling = format!("{}R{}", "[".repeat(100), ", U]".repeat(100));
    assert!(error_message(&doubling).contains("too long"));
}

#[test]
fn long_texts_are_read_in_one_pass() {
    assert_eq!(moves(&"RUR'U'".repeat(250_000)).len(), MAX_MOVES);
    assert_eq!(moves(&"(R)[U,F]".repeat(100_000)).len(), 500_000);
    assert_eq!(moves(&"front right\n".repeat(100_000)).len(), 100_000);
}

proptest! {
    #[test]
    fn no_text_panics(text in any::<String>()) {
        if let Err(error) = read(&text) {
            prop_assert!(error.caret(&text).ends_with('^'));
        }
    }

    #[test]
    fn no_text_of_likely_characters_panics(text in r"([RUFxMrwi'’0-9()\[\],:;./ \n-]|left |front |\PC){0,60}") {
        if let Err(error) = read(&text) {
            let drawing = error.caret(&text);
            let (line, below) = drawing.split_once('\n').unwrap();
            prop_assert!(below.chars().count() <= line.chars().count() + 1);
        }
    }
}

#[test]
fn chinese_moves_and_rotate_calls_are_read_among_other_moves() {
    assert_eq!(expanded("左顺1，上顺 3、右逆 R Rotate(0,1)Rotate(3,2)"), "L U' R' R U R2");
    assert_eq!(expanded("(前顺时针2 后层逆3)2"), "F2 B F2 B");
    assert_eq!(expanded("左 顺 1 Ｒ２ （Ｕ ｒ）＇"), "L R2 Rw' U'");
    for (text, found) in [("左顺4", "左顺4"), ("R 左转", "左转"), ("左 转", "左")] {
        let column = if text.starts_with('R') { 3 } else { 1 };
        let expected = format!("`{found}` at column {column} is not a turn");
        assert_eq!(error_message(text).split(';').next(), Some(expected.as_str()));
    }
    assert_eq!(error_message("R Rotate(5,1)").split(';').next(), Some("unknown move `otate` at column 4"));
}
