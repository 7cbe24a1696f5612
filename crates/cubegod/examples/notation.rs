//! Reads, converts and simplifies move sequences.

use cubegod::{Alg, Axis, Metric, Size};
use std::error::Error;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    // Commutators, repeats and primes in several spellings are read; WCA notation is written.
    let alg: Alg = "[R, U] (F Ri)2 r3".parse()?;
    println!("{alg}");
    assert_eq!(alg.to_string(), "R U R' U' F R' F R' Rw'");

    let untidy: Alg = "R L R U U' L' F F".parse()?;
    let tidy = untidy.simplified(Size::THREE);
    println!("{untidy} = {tidy}");
    assert_eq!(tidy.to_string(), "R2 F2");

    let sexy: Alg = "R U R' U'".parse()?;
    println!("{sexy}: inverse {}, mirrored {}", sexy.inverse(), sexy.mirrored(Axis::X));
    assert_eq!(sexy.mirrored(Axis::X).to_string(), "L' U' L U");
    assert_eq!(sexy.order(Size::THREE)?, 6);

    // Rotations are removed by conjugating the moves after them.
    let (turns, rotation) = "x U y R".parse::<Alg>()?.without_rotations(Size::THREE);
    let rotation = Alg::of_rotation(rotation).ok_or("a rotation is no mirror image")?;
    println!("x U y R = {turns} {rotation}");
    assert_eq!(turns.to_string(), "F U");

    let slices: Alg = "M2 E2 S2".parse()?;
    for metric in Metric::ALL {
        println!("{slices}: {} in {metric}", slices.length(metric));
    }
    assert_eq!(Metric::ALL.map(|metric| slices.length(metric)), [6, 12, 3, 3]);
    "R Q".parse::<Alg>().expect_err("Q is no move");
    Ok(())
}
