use super::*;
use crate::geometry::Symmetry;
use crate::scramble::generator;

fn read_cube(text: &str) -> Cube {
    text.parse().unwrap()
}

#[test]
fn stickers_round_trip_in_all_24_orientations() {
    let mut random = generator(1);
    for size in [Size::TWO, Size::THREE] {
        let cube = Cube::random(size, &mut random).unwrap();
        for rotation in Symmetry::ROTATIONS {
            let held = cube.stickers().transformed_by(rotation);
            let read = Cube::try_from(&held).unwrap();
            assert_eq!(read.stickers(), held);
            assert_eq!(read_cube(&read.to_string()), read);
            assert_eq!(Cube::try_from(&held.map(|&color| Some(color))), Ok(read));
        }
    }
}

#[test]
fn a_3x3_of_another_colour_scheme_keeps_its_colours() {
    // White and green change places: no rotation does that alone.
    let swapped = |color: &Color| match color {
        Color::White => Color::Green,
        Color::Green => Color::White,
        &other => other,
    };
    let cube = Cube::random(Size::THREE, &mut generator(2)).unwrap();
    let painted = cube.stickers().map(swapped);
    let read = Cube::try_from(&painted).unwrap();
    assert_eq!(read.stickers(), painted);
    let (Cube::Three(plain, _), Cube::Three(pieces, centres)) = (cube, read) else { panic!("3x3") };
    assert_eq!(plain, pieces);
    assert_eq!((centres.color(Face::U), centres.face(Color::White)), (Color::Green, Face::F));
    assert_eq!(centres.rotation_to(Centres::STANDARD), None);
}

#[test]
fn moves_act_on_a_cube_as_on_its_stickers() {
    let mut random = generator(3);
    for (size, algs) in [
        (Size::TWO, ["R U F'", "x y R", "Rw U2", "", "2R"]),
        (Size::THREE, ["R U F'", "x y R", "M E S'", "Rw U2 z", ""]),
    ] {
        for text in algs {
            let cube = Cube::random(size, &mut random).unwrap();
            let alg: Alg = text.parse().unwrap();
            let mut stickers = cube.stickers();
            stickers.apply(&alg).unwrap();
            assert_eq!(cube.apply(&alg).unwrap().stickers(), stickers, "{size} {text}");
        }
    }
    assert!(Cube::solved(Size::TWO).unwrap().apply(&"M".parse().unwrap()).is_err());
    assert!(Cube::solved(Size::THREE).unwrap().apply(&"4Rw".parse().unwrap()).is_err());
}

#[test]
fn the_inverse_moves_produce_the_inverse_cube() {
    let alg: Alg = "R U2 F' L D".parse().unwrap();
    for size in [Size::TWO, Size::THREE] {
        let solved = Cube::solved(size).unwrap();
        let cube = solved.apply(&alg).unwrap();
        assert_eq!(cube.inverse(), solved.apply(&alg.inverse()).unwrap());
        assert!(!cube.is_solved() && cube.apply(&alg.inverse()).unwrap().is_solved());
    }
}

#[test]
fn a_solution_of_the_relative_cube_reaches_the_target_in_any_orientation() {
    let (to_cube, to_target): (Alg, Alg) = ("R U F2 D'".parse().unwrap(), "L2 B' U".parse().unwrap());
    for size in [Size::TWO, Size::THREE] {
        let solved = Cube::solved(size).unwrap();
        let (cube, target) = (solved.apply(&to_cube).unwrap(), solved.apply(&to_target).unwrap());
        let path = to_cube.inverse().compose(&to_target);
        assert_eq!(cube.apply(&path), Ok(target));
        assert!(cube.relative_to(&target).unwrap().apply(&path).unwrap().is_solved());
        let held = target.apply(&"x y".parse().unwrap()).unwrap();
        assert!(cube.relative_to(&held).unwrap().apply(&path).unwrap().is_solved());
    }
    let error = Cube::solved(Size::TWO).unwrap().relative_to(&Cube::solved(Size::THREE).unwrap());
    assert_eq!(error, Err(SolveError::OtherSize { cube: Size::TWO, target: Size::THREE }));
}

#[test]
fn every_layout_and_a_hidden_face_are_read() {
    let cube = Cube::random(Size::THREE, &mut generator(4)).unwrap();
    let known = cube.stickers().map(|&color| Some(color));
    for format in crate::formats::Format::ALL {
        for alphabet in [Alphabet::FACES, Alphabet::COLORS] {
            if let Ok(text) = format.write(&alphabet.write(&known)) {
                assert_eq!(text.parse(), Ok(cube), "{format}: {text}");
            }
        }
    }
    let text = cube.to_string();
    let hidden = format!("{}?????????", &text[..45]);
    assert_eq!(hidden.parse(), Ok(cube));
}

#[test]
fn each_kind_of_invalid_cube_has_its_error() {
    assert!(matches!("UUUU????FFFF????????????".parse::<Cube>(), Err(CubeError::Ambiguous { count: 2.. })));
    assert!(matches!("hello".parse::<Cube>(), Err(CubeError::Unreadable(_))));
    let four = Stickers::solved(Size::new(4).unwrap());
    assert!(
        matches!(Cube::try_from(&four), Err(CubeError::UnsupportedSize(error)) if error.size() == four.size())
    );
    assert!(Cube::solved(four.size()).is_err() && Cube::random(four.size(), &mut generator(5)).is_err());
    // Two stickers of the corner URF swapped, on a solved 3x3.
    let text = "UUUUUUUURURRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
    let Err(CubeError::Illegal(illegal)) = text.parse::<Cube>() else { panic!("illegal") };
    assert!(!illegal.flaws.is_empty());
}
