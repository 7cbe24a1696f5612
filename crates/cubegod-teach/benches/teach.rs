//! Benchmarks lessons: per second, as facts alone and as text.
//!
//! `cargo bench -p cubegod-teach --bench teach`

use cubegod::scramble::generator;
use cubegod::{Color, Cube2, Cube3, Size, Stickers};
use cubegod_teach::{Language, Method, Narrator, Teacher, text};
use divan::Bencher;
use divan::counter::ItemsCount;

const CUBES: usize = 2_000;

fn main() {
    divan::main();
}

fn cubes(size: Size) -> Vec<Stickers<Color>> {
    let random = &mut generator(1);
    let mut cube = || {
        if size == Size::TWO { Cube2::random(random).stickers() } else { Cube3::random(random).stickers() }
    };
    (0..CUBES).map(|_| cube()).collect()
}

#[divan::bench(args = Method::ALL, sample_count = 20, sample_size = 1)]
fn facts(bencher: Bencher, method: Method) {
    let (teacher, cubes) = (Teacher::new(method), cubes(method.size()));
    bencher.counter(ItemsCount::new(CUBES)).bench(|| {
        let lessons = cubes.iter().map(|cube| teacher.lesson(cube).expect("legal cubes"));
        lessons.map(|lesson| lesson.steps().len()).sum::<usize>()
    });
}

#[divan::bench(args = Method::ALL, consts = [0, 1], sample_count = 20, sample_size = 1)]
fn text<const LANGUAGE: usize>(bencher: Bencher, method: Method) {
    let (teacher, cubes) = (Teacher::new(method), cubes(method.size()));
    let narrator = Narrator::new(Language::ALL[LANGUAGE]);
    bencher.counter(ItemsCount::new(CUBES)).bench(|| {
        let lessons = cubes.iter().map(|cube| teacher.lesson(cube).expect("legal cubes"));
        lessons.map(|lesson| text::lesson(&lesson, &narrator, &Default::default()).len()).sum::<usize>()
    });
}
