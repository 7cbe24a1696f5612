//! Checks every statement of a lesson on the stickers.

use super::*;
use crate::methods::cfop::{Case, Shape};
use crate::methods::hold::Piece;
use cubegod::color::Color;
use cubegod::cube::Cube3;
use cubegod::geometry::{Axis, Face, Symmetry};
use cubegod::moves::{Alg, FaceTurn, Metric, Move, Turns};
use cubegod::scramble::generator;
use cubegod::stickers::Stickers;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

static BUILDERS: LazyLock<[LessonBuilder; 3]> = LazyLock::new(|| Method::ALL.map(LessonBuilder::new));

fn builder(method: Method) -> &'static LessonBuilder {
    BUILDERS.iter().find(|builder| builder.method() == method).unwrap()
}

/// Returns a random cube in a random orientation.
fn random(method: Method, seed: u64) -> Cube {
    let cube = Cube::random(method.size(), &mut generator(seed)).unwrap();
    held(&cube, Symmetry::ROTATIONS[(seed % 24) as usize])
}

fn held(cube: &Cube, rotation: Symmetry) -> Cube {
    Cube::try_from(&cube.stickers().transformed_by(rotation)).unwrap()
}

/// Returns the cube after moves of the solved one.
fn made(method: Method, moves: &str) -> Cube {
    Cube::solved(method.size()).unwrap().apply(&moves.parse().unwrap()).unwrap()
}

fn turned(stickers: &Stickers<Color>, alg: &Alg) -> Stickers<Color> {
    let mut turned = stickers.clone();
    turned.apply(alg).unwrap();
    turned
}

fn colors_at(stickers: &Stickers<Color>, place: Piece) -> BTreeSet<Color> {
    pieces::stickers(stickers.size(), place).iter().map(|&index| stickers.facelets()[index]).collect()
}

fn color_on(stickers: &Stickers<Color>, place: Piece, face: Face) -> Color {
    let number = pieces::faces(&place).iter().position(|&other| other == face).unwrap();
    stickers.facelets()[pieces::stickers(stickers.size(), place)[number]]
}

/// Checks a whole lesson on stickers turned by its moves.
fn check(method: Method, cube: &Cube) {
    let lesson = builder(method).lesson(cube).unwrap();
    let mut now = cube.stickers();
    let mut reached: Vec<(Postcondition, usize)> = Vec::new();
    for (number, step) in lesson.steps().iter().enumerate() {
        now = turned(&now, &step.rotation());
        assert_eq!(now, lesson.before(step), "what is seen before step {number} of {cube:?}");
        let before = now.clone();
        for subject in &step.subjects {
            check_placement(&lesson, &before, subject.piece, step.as_held(subject.before));
        }
        check_reason(&lesson, step, &before);
        check_disturbances(&lesson, step, &before);
        now = turned(&now, &step.moves());
        assert_eq!(now, lesson.after(step), "what is seen after step {number} of {cube:?}");
        for subject in &step.subjects {
            check_placement(&lesson, &now, subject.piece, step.as_held(subject.after));
        }
        assert!(
            step.postcondition.holds(&now, &step.places_after()),
            "{:?} after step {number} of {cube:?}",
            step.postcondition
        );
        let home = home(&lesson, step, &now);
        assert!(step.also_solved.iter().all(|piece| home.contains(&step.place_as_held(piece))));
        if step.postcondition == Postcondition::OneMore {
            assert_eq!(lesson.steps()[number + 1].postcondition, step.stage.postcondition());
        }
        reached.push((step.postcondition, step.stage.number));
        let is_last = lesson.steps().get(number + 1).is_none_or(|next| next.stage != step.stage);
        assert!(
            !is_last
                || step.postcondition == step.stage.postcondition()
                || step.postcondition == Postcondition::Solved
        );
        // Stages that were done stay done.
        for &(postcondition, stage) in &reached {
            let is_stage_postcondition = Stage { method, number: stage }.postcondition() == postcondition;
            assert!(
                !is_stage_postcondition || postcondition.holds(&now, &[]),
                "{postcondition:?} after step {number} of {cube:?}"
            );
        }
    }
    assert!(now.is_uniform());
    assert!(cube.apply(lesson.solution()).unwrap().is_solved());
    assert!(lesson.steps().is_sorted_by_key(|step| step.stage.number));
}

/// Checks that a piece is at a place, with its first colour facing as stated.
fn check_placement(lesson: &Lesson, stickers: &Stickers<Color>, piece: Piece, placement: Placement) {
    assert_eq!(colors_at(stickers, placement.place), lesson.colors_of(piece).collect());
    assert_eq!(Some(color_on(stickers, placement.place, placement.facing)), lesson.colors_of(piece).next());
}

/// Returns the places with the same colours as a solved cube in the same orientation.
fn home(lesson: &Lesson, step: &Step, stickers: &Stickers<Color>) -> Vec<Piece> {
    let end = lesson.steps().last().unwrap();
    let solved = lesson.after(end).transformed_by(end.hold.inverse().compose(step.hold));
    let is_home = |place: &Piece| {
        let indices = pieces::stickers(stickers.size(), *place);
        indices.iter().all(|&index| stickers.facelets()[index] == solved.facelets()[index])
    };
    super::lesson::places(lesson.size()).iter().filter(is_home).collect()
}

/// Checks that solved pieces are out of place exactly when the lesson says so.
fn check_disturbances(lesson: &Lesson, step: &Step, before: &Stickers<Color>) {
    let finished: Vec<Piece> = step.finished.iter().map(|piece| step.place_as_held(piece)).collect();
    let mut now = before.clone();
    let is_whole = |stickers: &Stickers<Color>| {
        let home = home(lesson, step, stickers);
        finished.iter().all(|place| home.contains(place))
    };
    assert!(is_whole(&now));
    for (number, &one) in step.moves().moves().iter().enumerate() {
        now.turn(one).unwrap();
        if let Some(disturbance) =
            step.disturbances.iter().find(|disturbance| disturbance.leaves_at == number)
        {
            let home = home(lesson, step, &now);
            let gone = finished.iter().filter(|place| !home.contains(place)).count();
            assert_eq!(disturbance.pieces.len(), gone);
        }
        let is_away = step
            .disturbances
            .iter()
            .any(|disturbance| (disturbance.leaves_at..disturbance.restored_at).contains(&number));
        assert_eq!(is_whole(&now), !is_away, "turn {number} of {}", step.alg);
    }
    assert!(is_whole(&now));
}

/// Checks how a piece is inserted.
fn check_approach(lesson: &Lesson, step: &Step, before: &Stickers<Color>, approach: Approach) {
    let moves = step.moves();
    let seen: Vec<Stickers<Color>> =
        (0..=moves.len()).map(|count| turned(before, &Alg::new(moves.moves()[..count].to_vec()))).collect();
    let [subject, ..] = step.subjects.as_slice() else { panic!("a piece") };
    let colors: BTreeSet<Color> = lesson.colors_of(subject.piece).collect();
    let place_in = |stickers: &Stickers<Color>| {
        super::lesson::places(lesson.size())
            .iter()
            .find(|&place| colors_at(stickers, place) == colors)
            .unwrap()
    };
    let place = step.place_as_held(subject.piece);
    if let Some(number) = approach.over {
        let above: BTreeSet<Face> =
            pieces::faces(&place).iter().map(|&face| if face == Face::D { Face::U } else { face }).collect();
        assert_eq!(above, pieces::faces(&place_in(&seen[number])).iter().copied().collect());
        assert_ne!(moves.moves()[number].seen_from(), Face::U);
    }
    if let Some(insertion) = approach.insertion {
        let [.., open, bring, close] = moves.moves() else { panic!("three turns") };
        assert_eq!(close.inverse(), *open);
        let count = moves.len();
        assert_eq!(place_in(&seen[count - 3]), place_in(&seen[count - 2]), "it does not move at first");
        // The first of the three turns moves the place; the second brings the piece there.
        let marked =
            Stickers::from_fn(lesson.size(), |index| pieces::stickers(lesson.size(), place).contains(&index));
        let mut opened = marked;
        opened.turn(*open).unwrap();
        let there = place_in(&seen[count - 1]);
        assert!(pieces::stickers(lesson.size(), there).iter().all(|&index| opened.facelets()[index]));
        match insertion {
            Insertion::SideLayer => {
                assert_eq!((bring.seen_from(), pieces::faces(&there)[0]), (Face::U, Face::U))
            }
            Insertion::BottomLayer => assert_eq!(open.seen_from(), Face::D),
        }
    }
}

fn check_joined(lesson: &Lesson, step: &Step, before: &Stickers<Color>, pair: (Piece, Piece), joined: usize) {
    let mut now = before.clone();
    let mut together = Vec::new();
    for number in 0..=step.moves().len() {
        together.push(are_together(lesson, &now, pair.0, pair.1));
        step.moves().moves().get(number).into_iter().for_each(|&one| now.turn(one).unwrap());
    }
    assert!(together[joined..].iter().all(|is_so| *is_so));
    assert!(joined == 0 || !together[joined - 1]);
}

/// Checks that a step is the algorithm that it names, between turns of the top layer.
fn check_algorithm(step: &Step, algorithm: Algorithm, [adjust, finish]: [Option<Turns>; 2]) {
    let top = |turns: Option<Turns>| turns.map(|turns| Move::face(Face::U, turns));
    let variant = algorithm.variant();
    if let Some(plain) = algorithm.plain() {
        let mirrored = if variant.is_mirrored { plain.mirrored(Axis::X) } else { plain };
        let expected = if variant.is_backwards { mirrored.inverse() } else { mirrored };
        let expected = top(adjust).into_iter().chain(expected.iter()).chain(top(finish));
        // Adjacent turns of the top layer are merged.
        let expected = Alg::new(expected.collect()).simplified(cubegod::Size::THREE);
        assert_eq!(expected, step.moves().simplified(cubegod::Size::THREE), "{algorithm:?}");
    }
    if let Algorithm::Case(Case::Permute(case)) = algorithm {
        // The algorithm permutes the top pieces as its cycles state, up to a turn of the layer.
        let made = Cube3::SOLVED.apply(&step.moves()).unwrap();
        let (corners, edges) = case.cycles();
        let expected = [
            corners.iter().map(|cycle| cycle.len()).sum::<usize>(),
            edges.iter().map(|cycle| cycle.len()).sum::<usize>(),
        ];
        let moved = (0..4).map(|quarters| {
            let turned = Turns::from_quarters(quarters)
                .map_or(made, |turns| made.apply_turn(FaceTurn::new(Face::U, turns)));
            let (corners, edges) = (turned.corners().codes(), turned.edges().codes());
            [
                (0..4).filter(|&place| usize::from(corners[place] & 7) != place).count(),
                (0..4).filter(|&place| usize::from(edges[place] & 15) != place).count(),
            ]
        });
        assert!(moved.into_iter().any(|moved| moved == expected), "{case}");
    }
}

/// Returns whether a corner and an edge are adjacent and match on both faces they share.
fn are_together(lesson: &Lesson, stickers: &Stickers<Color>, corner: Piece, edge: Piece) -> bool {
    let place = |piece: Piece| {
        let colors: BTreeSet<Color> = lesson.colors_of(piece).collect();
        super::lesson::places(lesson.size())
            .iter()
            .find(|&place| colors_at(stickers, place) == colors)
            .unwrap()
    };
    let (corner, edge) = (place(corner), place(edge));
    pieces::faces(&edge).iter().all(|&face| {
        pieces::faces(&corner).contains(&face)
            && color_on(stickers, corner, face) == color_on(stickers, edge, face)
    })
}

fn top_turn(stickers: &Stickers<Color>, turns: Option<Turns>) -> Stickers<Color> {
    turned(stickers, &turns.map(|turns| FaceTurn::new(Face::U, turns)).into_iter().collect())
}

fn check_reason(lesson: &Lesson, step: &Step, before: &Stickers<Color>) {
    let last = lesson.color(Face::U);
    let place_now = |place: &Piece| step.place_as_held(*place);
    match &step.reason {
        Reason::Anchor => {
            assert!(Postcondition::Anchored.holds(&lesson.after(step), &step.places_after()));
        }
        Reason::Insert { approach } => check_approach(lesson, step, before, *approach),
        Reason::WithCorner { corner, joined } => {
            assert!(step.finished.contains(*corner));
            check_joined(lesson, step, before, (*corner, step.subjects[0].piece), *joined);
        }
        Reason::Pair { joined } => {
            let [corner, edge, ..] = step.subjects.as_slice() else { panic!("a pair") };
            check_joined(lesson, step, before, (corner.piece, edge.piece), *joined);
        }
        Reason::TakeOut { is_misoriented } => {
            assert_eq!(step.subjects[0].before.place == step.subjects[0].piece, *is_misoriented);
        }
        Reason::TurnTop { is_all } => {
            assert!(step.moves().iter().all(|one| one.seen_from() == Face::U));
            let after = lesson.after(step);
            let home = home(lesson, step, &after);
            let is_edge = |place: &Piece| matches!(place, Piece::Edge(_));
            assert!(super::lesson::places(lesson.size()).iter().all(|place| {
                home.contains(&place) || (!is_all && !is_edge(&place) && pieces::faces(&place)[0] == Face::U)
            }));
        }
        Reason::Algorithm { algorithm, pattern, adjust, correct, finish } => {
            check_algorithm(step, *algorithm, [*adjust, *finish]);
            let lying = top_turn(before, *adjust);
            let expected: BTreeSet<String> =
                correct.iter().map(|place| place_now(&place).to_string()).collect();
            let top = |is_meant: fn(&Piece) -> bool| {
                let places = super::lesson::places(lesson.size()).iter();
                places.filter(|place| pieces::faces(place)[0] == Face::U).filter(is_meant)
            };
            let is_corner: fn(&Piece) -> bool = |place| matches!(place, Piece::Corner(_));
            let is_edge: fn(&Piece) -> bool = |place| matches!(place, Piece::Edge(_));
            let names = |places: &mut dyn Iterator<Item = Piece>| -> BTreeSet<String> {
                places.map(|place| place.to_string()).collect()
            };
            let up = |is_meant: fn(&Piece) -> bool| {
                names(&mut top(is_meant).filter(|&place| color_on(&lying, place, Face::U) == last))
            };
            let centre = |face: Face| lying.face(face)[lying.size().face_stickers() / 2];
            match pattern {
                TopLayerPattern::CornersUp(count) => {
                    assert_eq!((up(is_corner), up(is_corner).len()), (expected, *count));
                }
                TopLayerPattern::EdgesUp(shape) => {
                    assert_eq!(up(is_edge), expected);
                    check_shape(*shape, &expected);
                }
                TopLayerPattern::Up(shape, count) => {
                    check_shape(*shape, &up(is_edge));
                    assert_eq!(up(is_corner).len(), *count);
                    assert_eq!(expected, up(|_| true));
                }
                TopLayerPattern::EdgesPlaced(count, turns) => {
                    let agreeing = |turns: Option<Turns>| -> Vec<Piece> {
                        let turned = top_turn(&lying, turns);
                        let agrees = |place: &Piece| {
                            let side = pieces::faces(place)[1];
                            color_on(&turned, *place, side) == centre(side)
                        };
                        top(is_edge).filter(agrees).collect()
                    };
                    let best = (0..4).map(|quarters| agreeing(Turns::from_quarters(quarters)).len()).max();
                    assert_eq!((best, agreeing(*turns).len()), (Some(*count), *count));
                    // The reported pieces are those that match after the turn.
                    let colors = |stickers: &Stickers<Color>, places: &mut dyn Iterator<Item = Piece>| {
                        places.map(|place| colors_at(stickers, place)).collect::<BTreeSet<_>>()
                    };
                    let turned = top_turn(&lying, *turns);
                    let after = colors(&turned, &mut agreeing(*turns).into_iter());
                    assert_eq!(colors(&lying, &mut correct.iter().map(|place| place_now(&place))), after);
                }
                TopLayerPattern::CornersPlaced(count) => {
                    let placed = top(is_corner).filter(|&place| {
                        let faces = pieces::faces(&place).iter();
                        colors_at(&lying, place) == faces.map(|&face| centre(face)).collect()
                    });
                    let placed: Vec<Piece> = placed.collect();
                    assert_eq!((placed.len(), names(&mut placed.into_iter())), (*count, expected));
                }
                TopLayerPattern::CornersTurned(count) => {
                    let turned = home(lesson, step, &lying).into_iter().filter(is_corner);
                    let turned: Vec<Piece> =
                        turned.filter(|place| pieces::faces(place)[0] == Face::U).collect();
                    assert_eq!((turned.len(), names(&mut turned.into_iter())), (*count, expected));
                }
                TopLayerPattern::SwapBeside | TopLayerPattern::SwapAcross => {
                    assert_eq!(up(|_| true).len(), top(|_| true).count());
                    // Two are in order; they are opposite exactly when the other two are.
                    let places: Vec<&str> = expected.iter().map(String::as_str).collect();
                    let is_across = places == ["UBR", "UFL"] || places == ["ULB", "URF"];
                    assert_eq!(
                        (places.len(), is_across),
                        (2, *pattern == TopLayerPattern::SwapAcross),
                        "{places:?}"
                    );
                }
                TopLayerPattern::Permutation => {
                    assert_eq!(up(|_| true).len(), top(|_| true).count());
                    let home = home(lesson, step, &lying).into_iter();
                    assert_eq!(names(&mut home.filter(|place| pieces::faces(place)[0] == Face::U)), expected);
                    assert!(expected.len() < 8);
                }
            }
        }
    }
}

fn check_shape(shape: Shape, edges: &BTreeSet<String>) {
    let edges: Vec<&str> = edges.iter().map(String::as_str).collect();
    let matches_shape = match shape {
        Shape::Dot => edges.is_empty(),
        Shape::Line => edges == ["UB", "UF"] || edges == ["UL", "UR"],
        Shape::Angle => edges.len() == 2 && edges != ["UB", "UF"] && edges != ["UL", "UR"],
        Shape::Cross => edges.len() == 4,
    };
    assert!(matches_shape, "{shape:?} {edges:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]
    #[test]
    fn every_statement_about_random_cubes_is_true(seed in any::<u64>()) {
        for method in Method::ALL {
            check(method, &random(method, seed));
        }
    }
}

#[test]
fn every_statement_about_cubes_near_solved_is_true() {
    for method in Method::ALL {
        for first in FaceTurn::ALL {
            for second in FaceTurn::ALL {
                let alg: Alg = [first, second].into_iter().collect();
                check(method, &Cube::solved(method.size()).unwrap().apply(&alg).unwrap());
            }
        }
    }
}

/// Checks which postconditions hold for cubes held with white below.
#[test]
fn postconditions_hold_for_the_right_cubes_only() {
    use Postcondition::{Anchored, CrossDone, FirstLayerDone, Home, Solved, TopOfOneColor, TwoLayersDone};
    let after = |method, moves: &str| made(method, &format!("z2 {moves}")).stickers();
    let place = |name: &str| {
        let is_named = |place: &Piece| place.to_string() == name;
        crate::lesson::places(Size::THREE).iter().find(is_named).unwrap()
    };
    let (cross, pair) = (["DR", "DF"].map(place), ["DFR", "FR"].map(place));
    for (moves, expected) in [
        ("", [true, true, true, true, true, true]),
        ("U", [true, true, true, true, true, false]),
        ("F2 U' L R' F2 R L' U' F2", [true, true, true, true, true, false]),
        ("R U R' U R U2 R'", [true, true, true, true, false, false]),
        ("R U R'", [true, true, false, false, false, false]),
        ("L' U L", [true, true, true, false, false, false]),
        ("L", [true, false, true, false, false, false]),
        ("D", [false, false, false, false, false, false]),
    ] {
        let stickers = after(Method::Cfop, moves);
        let holds = [
            Home.holds(&stickers, &cross),
            CrossDone.holds(&stickers, &[]),
            Home.holds(&stickers, &pair),
            TwoLayersDone.holds(&stickers, &[]),
            TopOfOneColor.holds(&stickers, &[]),
            Solved.holds(&stickers, &[]),
        ];
        assert_eq!(holds, expected, "{moves}");
    }
    for (moves, expected) in [
        ("", [true, true, true, true]),
        ("U", [true, true, true, false]),
        ("R U R' U R U2 R'", [true, true, false, false]),
        ("R", [true, false, false, false]),
        ("F", [false, false, false, false]),
    ] {
        let stickers = after(Method::ThreeStep, moves);
        let holds = [
            Anchored.holds(&stickers, &[place("DLF")]),
            FirstLayerDone.holds(&stickers, &[]),
            TopOfOneColor.holds(&stickers, &[]),
            Solved.holds(&stickers, &[]),
        ];
        assert_eq!(holds, expected, "{moves}");
        assert!(!Anchored.holds(&stickers, &[place("DFR")]));
    }
    // Every face of a solved cube has one colour, but with white up no corner is at the anchor.
    let solved = Cube::solved(Size::TWO).unwrap().stickers();
    assert!(Solved.holds(&solved, &[]) && !FirstLayerDone.holds(&solved, &[]));
}

#[test]
fn a_solved_cube_in_any_orientation_has_a_lesson_without_steps() {
    for method in Method::ALL {
        for rotation in Symmetry::ROTATIONS {
            let cube = held(&Cube::solved(method.size()).unwrap(), rotation);
            let lesson = builder(method).lesson(&cube).unwrap();
            assert!(lesson.steps().is_empty() && lesson.solution().is_empty());
        }
    }
}

#[test]
fn cubes_of_another_size_are_refused() {
    let error = builder(Method::Layers).lesson(&Cube::solved(Size::TWO).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "the method layers is for 3x3x3 cubes; this one is 2x2x2");
}

/// Checks random cubes on all cores.
fn check_many(method: Method, count: u64) {
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= count {
                        break;
                    }
                    check(method, &random(method, seed));
                }
            });
        }
    });
}

#[test]
#[ignore = "takes minutes"]
fn every_statement_about_many_cubes_is_true() {
    for method in Method::ALL {
        check_many(method, 200_000);
    }
}

#[test]
fn lessons_name_oll_and_pll_cases_as_speedcubers_do() {
    // The last layer is at the bottom of the given cube. Each is solved by one algorithm: a Sune, a T, a T permutation.
    for (moves, english, chinese, number) in [
        ("L D2 L' D' L D' L'", "This is OLL 27 (Sune).", "这是 OLL 27（小鱼）。", Some(27)),
        ("F D L D' L' F'", "This is OLL 45 (T).", "这是 OLL 45（T）。", Some(45)),
        ("L D L' D' L' F L2 D' L' D' L D L' F'", "This is PLL T.", "这是 PLL T。", None),
    ] {
        let lesson = builder(Method::Cfop).lesson(&made(Method::Cfop, moves)).unwrap();
        for (language, sentence) in [(Language::English, english), (Language::Chinese, chinese)] {
            let explanation = LessonText::new(language).step(&lesson, 0).explanation;
            assert!(explanation.starts_with(sentence), "{explanation}");
        }
        let fields = fields::LessonFields::new(&lesson, &LessonText::default(), Metric::Htm, None);
        let stages = serde_json::to_value(fields).unwrap()["stages"].clone();
        let steps = stages.as_array().unwrap().iter().flat_map(|stage| stage["steps"].as_array().unwrap());
        let first = &steps.collect::<Vec<_>>()[0]["algorithm"];
        assert_eq!(first["number"].as_u64(), number);
        let name = english.trim_start_matches("This is ").trim_start_matches("PLL ").trim_end_matches('.');
        assert_eq!(first["name"], name);
    }
}

#[test]
fn lessons_read_well_in_both_languages() {
    for (method, moves) in [
        (Method::ThreeStep, "R U2 F' L2 B U'"),
        (Method::Layers, "R U F2 L' B D2 R' F U2 L D"),
        (Method::Cfop, "R U F2 L' B D2 R' F U2 L D"),
    ] {
        let lesson = builder(method).lesson(&made(method, moves)).unwrap();
        for language in Language::ALL {
            let lesson_text = LessonText::new(language);
            let lesson_text =
                if method == Method::ThreeStep { lesson_text.with_array() } else { lesson_text };
            let options = text::TextOptions {
                comparison: Some(("R U".parse().unwrap(), method == Method::ThreeStep)),
                ..Default::default()
            };
            insta::assert_snapshot!(
                format!("{method}_{language}"),
                text::lesson(&lesson, &lesson_text, &options)
            );
        }
    }
}

#[test]
fn custom_characters_appear_in_sentences_and_pictures() {
    let reading = cubegod::read("aaaabbbbccccddddeeeeffff", &cubegod::ReadOptions::default()).unwrap();
    let colors = ColorNames::from(&reading.alphabet);
    let mut stickers = reading.stickers.map(|color| color.unwrap());
    stickers.apply(&"R U F".parse().unwrap()).unwrap();
    let cube = Cube::try_from(&stickers).unwrap();
    let lesson = builder(Method::ThreeStep).lesson(&cube).unwrap();
    let lesson_text = LessonText::new(Language::English).with_colors(colors);
    let text = text::lesson(&lesson, &lesson_text, &Default::default());
    assert!(text.contains("corner is at") && !text.contains("white") && !text.contains('W'), "{text}");
    assert!(text.contains("`a`"), "{text}");
}

#[test]
fn a_page_is_self_contained() {
    for (method, language) in [(Method::ThreeStep, Language::English), (Method::Layers, Language::Chinese)] {
        let lesson = builder(method).lesson(&random(method, 5)).unwrap();
        let page = page::lesson(&lesson, &LessonText::new(language), &Default::default());
        assert_eq!(page.matches("<article").count(), lesson.steps().len());
        // Two pictures a step, two of the cube as it is given.
        assert_eq!(page.matches("<svg").count(), 2 * lesson.steps().len() + 2);
        for forbidden in ["<script", "src=", "http://", "https://", "@import", "url("] {
            let page = page.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
            assert!(!page.contains(forbidden), "{forbidden}");
        }
    }
}
