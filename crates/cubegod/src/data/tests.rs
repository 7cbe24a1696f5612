use super::*;
use crate::Symmetry;
use crate::formats::Format;
use crate::geometry::{Axis, Face, Facelet, Size};
use crate::moves::{Alg, FaceTurn, Turns};
use crate::solve::two_phase::{SmallTables, Tables, TwoPhaseSolver};
use crate::stickers::Stickers;
use proptest::prelude::*;
use std::collections::HashSet;

const START: &str = "BBWOGYWGRYGGRYGYROGWRGRRWWOYORBYRBOYOWRWGOBBYGOBBBWOYW";
const DATA: &str = "{LOLS_SLWCS_A?REBLE}RAOPGNKKØGFEP__URSAAUIUO_PLLDOEXB_";

fn size(layers: usize) -> Size {
    Size::new(layers).unwrap()
}

fn numbered(size: Size) -> Stickers<char> {
    Stickers::from_fn(size, |index| char::from_u32(0x4e00 + index as u32).unwrap())
}

fn message(text: &str, size: Option<Size>, format: Format) -> String {
    read(text, size, format).unwrap_err().to_string()
}

/// A cubie as the Python package stores it: its position, and its character along each axis.
#[derive(Clone)]
struct Piece {
    position: [i8; 3],
    data: [Option<char>; 3],
}

/// Returns the pieces of a 3x3 with this net string, at the positions of the package.
fn pieces(net: &str) -> Vec<Piece> {
    let labels: Vec<char> = net.chars().collect();
    let mut pieces = Vec::new();
    for x in -1..=1i8 {
        for y in -1..=1i8 {
            for z in -1..=1i8 {
                let at = |index: i8| labels[index as usize];
                // Rows and columns of the net: U is seen from above, D from below, the others from outside.
                let along_x = match x {
                    -1 => Some(at(9 + 12 * (1 - y) + (z + 1))),
                    1 => Some(at(15 + 12 * (1 - y) + (1 - z))),
                    _ => None,
                };
                let along_y = match y {
                    1 => Some(at(3 * (z + 1) + (x + 1))),
                    -1 => Some(at(45 + 3 * (1 - z) + (x + 1))),
                    _ => None,
                };
                let along_z = match z {
                    1 => Some(at(12 + 12 * (1 - y) + (x + 1))),
                    -1 => Some(at(18 + 12 * (1 - y) + (1 - x))),
                    _ => None,
                };
                pieces.push(Piece { position: [x, y, z], data: [along_x, along_y, along_z] });
            }
        }
    }
    pieces
}

/// Returns the net string of the pieces, by inverting [`pieces`].
fn net_of(pieces: &[Piece]) -> String {
    // A net that contains its own indices shows where each piece's data belongs.
    let numbers: String = (0..54u8).map(|number| char::from(b'!' + number)).collect();
    let mut labels = ['?'; 54];
    for place in self::pieces(&numbers) {
        let piece = pieces.iter().find(|piece| piece.position == place.position).unwrap();
        for axis in 0..3 {
            if let Some(number) = place.data[axis] {
                labels[number as usize - '!' as usize] = piece.data[axis].unwrap();
            }
        }
    }
    labels.iter().collect()
}

/// Applies one clockwise quarter turn of a face by a rotation matrix, as the package does.
fn turn(pieces: &mut [Piece], face: Face) {
    // The axis of rotation and the position of the layer on it.
    let (axis, side) = match face {
        Face::R => (0, 1),
        Face::L => (0, -1),
        Face::U => (1, 1),
        Face::D => (1, -1),
        Face::F => (2, 1),
        Face::B => (2, -1),
    };
    let (first, second) = ((axis + 1) % 3, (axis + 2) % 3);
    for piece in pieces.iter_mut().filter(|piece| piece.position[axis] == side) {
        let (a, b) = (piece.position[first], piece.position[second]);
        // Clockwise as seen from outside: second towards first on the positive side.
        piece.position[first] = side * b;
        piece.position[second] = -side * a;
        piece.data.swap(first, second);
    }
}

#[test]
fn the_example_of_the_python_package_has_its_printed_result() {
    let stickers = Format::NetString.read(START).unwrap();
    let (stickers, _) = crate::alphabet::Alphabet::infer(&stickers).unwrap();
    let stickers = stickers.map(|color| color.unwrap());
    let cube = crate::Cube3::try_from(&stickers).unwrap();
    let tables = Tables::Small(SmallTables::build());
    let solution = TwoPhaseSolver::new(&tables).solve_within(&cube, 22).unwrap();
    let mut data = read(DATA, Some(Size::THREE), Format::NetString).unwrap();
    data.apply(&solution).unwrap();
    // The package ends with red up and white in front; the red centre is on the left of the cube it began with.
    let data = data.transformed_by(Orientation::new(Face::L, Face::F).unwrap().rotation());
    let printed = [
        "    RBW",
        "    GOP",
        "    APA",
        "{FL AGS _AR E_C",
        "OOL }NE USL ?EB",
        "_DU _SO ESP UK_",
        "    ILL",
        "    _ØL",
        "    XKR",
    ];
    assert_eq!(Format::Net.write_labels(&data), printed.join("\n"));
    assert_eq!(Order::NetString.read_out(&data), printed.join("").replace(' ', ""));
}

#[test]
fn a_text_of_exactly_one_character_per_sticker_is_read_literally() {
    let text = "a b.c*d?e\nf\tg\u{0}hijklmnopq";
    assert_eq!(text.chars().count(), 24);
    for format in Format::ALL {
        let data = read(text, Some(Size::TWO), format).unwrap();
        assert_eq!(Order::of(format).read_out(&data), text, "{format}");
    }
}

#[test]
fn other_texts_are_read_in_the_layout_of_the_cube_or_as_a_net() {
    let data = read(DATA, None, Format::NetString).unwrap();
    let net = Format::Net.write_labels(&data);
    for format in [Format::Net, Format::NetString, Format::Facelets, Format::Moves, Format::Blocks] {
        assert_eq!(read(&net, Some(Size::THREE), format), Ok(data.clone()), "{format}");
    }
    for format in [Format::Blocks, Format::Engine] {
        assert_eq!(read(&format.write_labels(&data), Some(Size::THREE), format), Ok(data.clone()));
    }
    let groups: Vec<String> = DATA.chars().collect::<Vec<_>>().chunks(9).map(String::from_iter).collect();
    assert_eq!(read(&groups.join(" "), Some(Size::THREE), Format::NetString), Ok(data));
    let digits = read("abcd efgh ijkl mnop qrst uvwx", Some(Size::TWO), Format::Digits).unwrap();
    assert_eq!(digits.face(Face::F), ['a', 'b', 'c', 'd']);
    assert_eq!(Format::Digits.write_labels(&digits), "abcdefghijklmnopqrstuvwx");
}

#[test]
fn a_wrong_number_of_characters_is_an_error_with_the_counts() {
    let three = Some(Size::THREE);
    assert_eq!(
        message(&DATA[1..], three, Format::NetString),
        "the data has 53 characters; a 3x3x3 cube has 54 stickers, one character each (1 is missing)"
    );
    assert_eq!(
        message("a b c", three, Format::Facelets),
        "the data has 5 characters (3 without white space); a 3x3x3 cube has 54 stickers, one character each \
         (49 are missing)"
    );
    assert_eq!(
        message(&"👍🏽".repeat(54), three, Format::Facelets),
        "the data has 108 characters; a 3x3x3 cube has 54 stickers, one character each (54 are too many); what looks \
         like one character may be several, as an emoji with a modifier or an accent of its own"
    );
    assert_eq!(
        message("", None, Format::Facelets),
        "the data has 0 characters; expected one for each sticker: 24 on a 2x2, 54 on a 3x3"
    );
    assert_eq!(
        message("BEGIN\nU a b c\nEND", Some(Size::TWO), Format::Engine),
        "the data can't be read as the cube was: face U in line 2 has 3 stickers; expected 4 on a 2x2, 9 on a 3x3, N² on others"
    );
    // A net of another size.
    let pocket = Format::Net.write_labels(&numbered(Size::TWO));
    assert!(message(&pocket, three, Format::Net).starts_with("the data has "));
}

#[test]
fn invisible_labels_are_written_as_visible_symbols() {
    let data = Order::Facelets.put_on(Size::TWO, "a b\n c\u{1b}.*?\u{202e}lmnopqrstuvwx").unwrap();
    assert_eq!(Format::Facelets.write_labels(&data), "a b\u{fffd} c\u{fffd}.*?\u{fffd}lmnopqrstuvwx");
    assert_eq!(Format::Net.write_labels(&data).lines().next(), Some("   a␣"));
    assert!(Format::Blocks.write_labels(&data).contains("| ␣ c |"));
}

#[test]
fn orders_are_distinct_and_that_of_the_layout_comes_first() {
    use Order::*;
    assert_eq!(Order::to_search(Format::Moves), [Facelets, NetString, NetFaces]);
    assert_eq!(Order::to_search(Format::Net), [NetString, Facelets, NetFaces]);
    assert_eq!(Order::to_search(Format::Digits), [Digits, Facelets, NetString, NetFaces]);
    let names: HashSet<&str> = Order::ALL.iter().map(|order| order.name()).collect();
    assert_eq!(names.len(), Order::ALL.len());
    let faces = Stickers::from_fn(Size::TWO, |index| Facelet::of_index(Size::TWO, index).face.letter());
    assert_eq!(Order::NetFaces.read_out(&faces), "UUUULLLLFFFFRRRRBBBBDDDD");
    assert_eq!(Order::NetString.read_out(&faces), "UUUULLFFRRBBLLFFRRBBDDDD");
    assert_eq!(Order::Digits.read_out(&faces), "FFFFRRRRBBBBLLLLUUUUDDDD");
}

#[test]
fn there_are_24_orientations_and_each_brings_its_faces_up_and_to_the_front() {
    let all: Vec<Orientation> = Orientation::all().collect();
    assert_eq!(all.iter().collect::<HashSet<_>>().len(), 24);
    assert_eq!(all[0].rotation(), Symmetry::IDENTITY);
    for orientation in all {
        assert_eq!(orientation.rotation().face(orientation.up()), Face::U);
        assert_eq!(orientation.rotation().face(orientation.front()), Face::F);
    }
    assert_eq!(Orientation::new(Face::U, Face::D), Err(OrientationError::Opposite));
    assert_eq!(Orientation::new(Face::L, Face::L), Err(OrientationError::Same));
}

#[test]
fn every_reading_is_that_of_the_rotated_cube_and_has_every_character() {
    let orientations: Vec<Orientation> = Orientation::all().collect();
    for size in (2..=5).map(size) {
        let data = numbered(size);
        let readings = Readings::new(size, &orientations, &Order::ALL);
        let mut texts = HashSet::new();
        for (orientation, order, text) in readings.of(&data) {
            assert_eq!(text, order.read_out(&data.transformed_by(orientation.rotation())));
            let characters: HashSet<char> = text.chars().collect();
            assert_eq!(characters, data.facelets().iter().copied().collect());
            texts.insert(text);
        }
        assert_eq!(texts.len(), 24 * Order::ALL.len());
    }
}

#[test]
fn an_expression_finds_the_first_match_of_each_reading_once() {
    let data =
        read("________________FLAG{x}_________________FLAG{y}_______", None, Format::NetString).unwrap();
    let orientations: Vec<Orientation> = Orientation::all().collect();
    let readings = Readings::new(Size::THREE, &orientations, &Order::to_search(Format::NetString));
    let matches = Expression::new(r"FLAG\{.\}").unwrap().matches(&readings, &data);
    let found: Vec<(Orientation, Order, &str)> =
        matches.iter().map(|one| (one.orientation, one.order, one.text.as_str())).collect();
    assert_eq!(found, [(Orientation::AS_IT_IS, Order::NetString, "FLAG{x}")]);
    // The blanks of one face are the same in every order.
    let one_face = Readings::new(Size::THREE, &orientations[..1], &Order::to_search(Format::Net));
    assert_eq!(Expression::new("^_{9}").unwrap().matches(&one_face, &data).len(), 1);
    assert_eq!(
        Expression::new("(Q*)").unwrap().matches(&one_face, &data),
        [],
        "an empty match does not count"
    );
}

#[test]
fn an_invalid_expression_is_an_error_with_its_column() {
    let message = |text: &str| Expression::new(text).unwrap_err().to_string();
    assert_eq!(
        message("FLAG{.*}"),
        "`FLAG{.*}` is no regular expression: repetition quantifier expects a valid decimal at column 6; a brace that \
         stands for itself is written `\\{`"
    );
    for nothing in ["", "^", "a{0}"] {
        assert!(message(nothing).contains("matches no character"), "{nothing:?}");
    }
    assert_eq!(message("(a"), "`(a` is no regular expression: unclosed group at column 1");
    assert_eq!(
        message("(a{1000}){1000}"),
        "`(a{1000}){1000}` is too large a regular expression; expected fewer or smaller repeats"
    );
    assert!(message(&"x".repeat(2000)).contains("too large"));
    assert!(message(r"\p{Nonsense}").contains("property not found at column 1"));
}

fn any_labels(size: Size) -> impl Strategy<Value = Stickers<char>> {
    let characters = prop::sample::select(vec!['a', 'b', '{', '}', '\n', 'Ø']);
    let ascii = prop::sample::select(vec!['a', 'b', '{', '}', ' ']);
    let count = size.sticker_count();
    prop_oneof![prop::collection::vec(characters, count), prop::collection::vec(ascii, count)]
        .prop_map(move |labels| Stickers::new(size, labels).unwrap())
}

fn any_turns() -> impl Strategy<Value = Vec<FaceTurn>> {
    prop::collection::vec(prop::sample::select(FaceTurn::ALL.to_vec()), 0..30)
}

proptest! {
    #[test]
    fn moves_carry_data_as_in_the_python_package(turns in any_turns()) {
        let mut pieces = pieces(DATA);
        for one in &turns {
            (0..one.turns().quarters()).for_each(|_| turn(&mut pieces, one.face()));
        }
        let mut data = read(DATA, None, Format::NetString).unwrap();
        data.apply(&turns.into_iter().collect()).unwrap();
        prop_assert_eq!(Order::NetString.read_out(&data), net_of(&pieces));
    }

    #[test]
    fn a_rotation_of_the_cube_is_another_orientation(
        layers in 2..=5usize, axis in prop::sample::select(Axis::ALL.to_vec()), turns in any_turns(),
    ) {
        let mut data = numbered(size(layers));
        data.apply(&turns.into_iter().collect()).unwrap();
        let mut rotated = data.clone();
        let rotation = crate::Move::rotation(axis, Turns::Clockwise);
        rotated.apply(&Alg::from(rotation)).unwrap();
        let same = |one: &Orientation| data.transformed_by(one.rotation()) == rotated;
        prop_assert_eq!(Orientation::all().filter(same).count(), 1);
    }

    #[test]
    fn the_finder_finds_the_matches_of_every_reading(
        data in any_labels(Size::TWO),
        expression in prop::sample::select(vec![
            "ab", r"a\{.*\}", "^aa", "b$", r"\Aab", r"b\z", "[^a]{6}", r"\bab\b", "(?s)a.b", "Ø+a", "(?-m)^b{2}", "a*", "(?R)b$",
        ]),
    ) {
        let orientations: Vec<Orientation> = Orientation::all().collect();
        let readings = Readings::new(Size::TWO, &orientations, &Order::to_search(Format::Facelets));
        let expression = Expression::new(expression).unwrap();
        let mut finder = Finder::new(&expression, &readings);
        // Earlier data must not affect the result.
        let _ = finder.matches(&numbered(Size::TWO));
        prop_assert_eq!(finder.matches(&data), expression.matches(&readings, &data));
    }
}
