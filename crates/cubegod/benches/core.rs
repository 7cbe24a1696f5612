//! Turns, reading, completing and repairing.
//!
//! `cargo bench -p cubegod --bench core`

use cubegod::scramble::generator;
use cubegod::view::recognize_pocket;
use cubegod::{Color, Cube2, Cube3, Face, FaceTurn, ReadOptions, Size, Stickers, View, read};
use divan::Bencher;
use divan::counter::ItemsCount;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

fn main() {
    divan::main();
}

const CUBES: usize = 1000;

fn cubes3() -> Vec<Cube3> {
    let mut random = generator(1);
    (0..CUBES).map(|_| Cube3::random(&mut random)).collect()
}

fn cubes2() -> Vec<Cube2> {
    let mut random = generator(1);
    (0..CUBES).map(|_| Cube2::random(&mut random)).collect()
}

fn facelets(colors: &[Color]) -> String {
    colors.iter().map(|color| color.home().letter()).collect()
}

/// Each cube turned by all 18 turns.
#[divan::bench]
fn turns_of_cube3(bencher: Bencher) {
    let cubes = cubes3();
    bencher.counter(ItemsCount::new(CUBES * 18)).bench(|| {
        for cube in &cubes {
            FaceTurn::ALL.iter().for_each(|&turn| {
                divan::black_box(cube.apply_turn(turn));
            });
        }
    });
}

/// Each cube turned by all 18 turns.
#[divan::bench]
fn turns_of_cube2(bencher: Bencher) {
    let cubes = cubes2();
    bencher.counter(ItemsCount::new(CUBES * 18)).bench(|| {
        for cube in &cubes {
            FaceTurn::ALL.iter().for_each(|&turn| {
                divan::black_box(cube.apply_turn(turn));
            });
        }
    });
}

/// Parses 54 characters to a checked cube without allocation.
#[divan::bench]
fn parse_and_check_3x3(bencher: Bencher) {
    let texts: Vec<String> = cubes3().iter().map(|cube| facelets(cube.stickers().facelets())).collect();
    bencher.counter(ItemsCount::new(CUBES)).bench(|| {
        texts.iter().filter(|text| Cube3::from_facelets(divan::black_box(text.as_bytes())).is_some()).count()
    });
}

/// Reads 54 face letters by the fast path.
#[divan::bench]
fn read_3x3(bencher: Bencher) {
    let texts: Vec<String> = cubes3().iter().map(|cube| facelets(cube.stickers().facelets())).collect();
    let options = ReadOptions::default();
    bencher
        .counter(ItemsCount::new(CUBES))
        .bench(|| texts.iter().filter(|text| read(divan::black_box(text), &options).is_ok()).count());
}

/// Reads 54 characters of any layout and alphabet by trying all layouts.
#[divan::bench]
fn detect_and_read_3x3(bencher: Bencher) {
    let spaced = |cube: &Cube3| facelets(cube.stickers().facelets()) + " ";
    let texts: Vec<String> = cubes3().iter().map(spaced).collect();
    let options = ReadOptions::default();
    bencher
        .counter(ItemsCount::new(CUBES))
        .bench(|| texts.iter().filter(|text| read(divan::black_box(text), &options).is_ok()).count());
}

/// Counts the completions of a fully known cube by the general algorithm.
#[divan::bench]
fn complete_whole_3x3(bencher: Bencher) {
    let views = whole_views();
    bencher
        .counter(ItemsCount::new(CUBES))
        .bench(|| views.iter().filter(|view| divan::black_box(view).complete().is_ok()).count());
}

/// Recognizes a fully known cube without a search.
#[divan::bench]
fn recognize_whole_3x3(bencher: Bencher) {
    let views = whole_views();
    bencher
        .counter(ItemsCount::new(CUBES))
        .bench(|| views.iter().filter(|view| divan::black_box(view).recognize().is_some()).count());
}

fn whole_views() -> Vec<View> {
    let view = |cube: &Cube3| View::new(cube.stickers().map(|&color| Some(color))).expect("a 3x3");
    cubes3().iter().map(view).collect()
}

/// The stickers of random cubes with one face hidden.
fn five_faces() -> Vec<[Option<Color>; 24]> {
    let hidden = |face: Face, i: usize| i / 4 == face.index();
    let views = cubes2().into_iter().enumerate().map(|(number, cube)| {
        let face = Face::ALL[number % 6];
        std::array::from_fn(|i| (!hidden(face, i)).then(|| cube.stickers().facelets()[i]))
    });
    views.collect()
}

#[divan::bench]
fn complete_five_faces_of_a_2x2(bencher: Bencher) {
    let views = five_faces();
    bencher
        .counter(ItemsCount::new(CUBES))
        .bench(|| views.iter().filter(|view| recognize_pocket(divan::black_box(view)).is_some()).count());
}

/// Counts completions by the general algorithm.
#[divan::bench]
fn count_completions_of_three_faces_of_a_2x2(bencher: Bencher) {
    let views: Vec<View> = cubes2()
        .iter()
        .map(|cube| {
            let stickers = cube.stickers();
            let known = |i: usize| (i >= 12).then(|| stickers.facelets()[i]);
            View::new(Stickers::from_fn(stickers.size(), known)).expect("a 2x2")
        })
        .collect();
    bencher
        .counter(ItemsCount::new(CUBES))
        .bench(|| views.iter().map(|view| view.completions().count()).sum::<u128>());
}

/// The smallest repair of a 3x3 with one wrong sticker.
#[divan::bench]
fn repair_one_sticker_of_a_3x3(bencher: Bencher) {
    let mut random = generator(2);
    let views: Vec<View> = cubes3()
        .iter()
        .take(REPAIRED)
        .map(|cube| {
            let mut stickers = cube.stickers().map(|&color| Some(color));
            // Not a centre: those come after four stickers of each face.
            let sticker = random.random_range(0..6) * 9 + random.random_range(0..4);
            stickers.facelets_mut()[sticker] = Some(Color::ALL[random.random_range(0..6)]);
            View::new(stickers).expect("a 3x3")
        })
        .collect();
    bench_repairs(bencher, &views);
}

/// The smallest repair of a 3x3 whose stickers are shuffled, centres included: up to 24 orientations are compared.
#[divan::bench]
fn repair_shuffled_stickers_of_a_3x3(bencher: Bencher) {
    let mut random = generator(3);
    bench_repairs(bencher, &shuffled(Size::THREE, &mut random));
}

/// The slowest repair: every orientation of the centres is as good as any other.
#[divan::bench]
fn repair_one_colour_of_a_3x3(bencher: Bencher) {
    let view = |color: &Color| View::new(Stickers::from_fn(Size::THREE, |_| Some(*color))).expect("a 3x3");
    bench_repairs(bencher, &Color::ALL.iter().map(view).collect::<Vec<_>>());
}

/// The smallest repair of a 2x2 whose stickers are shuffled.
#[divan::bench]
fn repair_shuffled_stickers_of_a_2x2(bencher: Bencher) {
    let mut random = generator(4);
    bench_repairs(bencher, &shuffled(Size::TWO, &mut random));
}

/// The number of cubes that are repaired.
const REPAIRED: usize = 50;

fn shuffled(size: Size, random: &mut impl Rng) -> Vec<View> {
    let mut view = || {
        let mut stickers = Stickers::solved(size).map(|&color| Some(color));
        stickers.facelets_mut().shuffle(random);
        View::new(stickers).expect("a 2x2 or 3x3")
    };
    (0..REPAIRED).map(|_| view()).collect()
}

fn bench_repairs(bencher: Bencher, views: &[View]) {
    bencher
        .counter(ItemsCount::new(views.len()))
        .bench(|| views.iter().map(|view| divan::black_box(view).repair().changes.len()).sum::<usize>());
}
