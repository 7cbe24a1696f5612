//! Partly known and spoilt cubes: counted, completed and repaired.
#![no_main]

use cubegod::{Size, View};
use cubegod_fuzz::{answers_agree, spoilt_cube};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&first, rest)) = data.split_first() else { return };
    let size = if first % 2 == 0 { Size::TWO } else { Size::THREE };
    answers_agree(&View::new(spoilt_cube(size, rest)).expect("views are of the 2x2 and the 3x3"));
});
