//! Benchmarks lessons: per second, as facts alone and as text.
//!
//! `cargo bench -p cubegod-teach --bench teach`

use cubegod::scramble::generator;
use cubegod::{Cube, Size};
use cubegod_teach::{Language, LessonBuilder, LessonText, Method, text};
use divan::Bencher;
use divan::counter::ItemsCount;

const CUBES: usize = 2_000;

fn main() {
    divan::main();
}

fn cubes(size: Size) -> Vec<Cube> {
    let random = &mut generator(1);
    (0..CUBES).map(|_| Cube::random(size, random).expect("a size that can be solved")).collect()
}

#[divan::bench(args = Method::ALL, sample_count = 20, sample_size = 1)]
fn facts(bencher: Bencher, method: Method) {
    let (builder, cubes) = (LessonBuilder::new(method), cubes(method.size()));
    bencher.counter(ItemsCount::new(CUBES)).bench(|| {
        let lessons = cubes.iter().map(|cube| builder.lesson(cube).expect("cubes of the right size"));
        lessons.map(|lesson| lesson.steps().len()).sum::<usize>()
    });
}

#[divan::bench(args = Method::ALL, consts = [0, 1], sample_count = 20, sample_size = 1)]
fn text<const LANGUAGE: usize>(bencher: Bencher, method: Method) {
    let (builder, cubes) = (LessonBuilder::new(method), cubes(method.size()));
    let lesson_text = LessonText::new(Language::ALL[LANGUAGE]);
    bencher.counter(ItemsCount::new(CUBES)).bench(|| {
        let lessons = cubes.iter().map(|cube| builder.lesson(cube).expect("cubes of the right size"));
        lessons.map(|lesson| text::lesson(&lesson, &lesson_text, &Default::default()).len()).sum::<usize>()
    });
}
