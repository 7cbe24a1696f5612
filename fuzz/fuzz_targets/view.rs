//! Partly known and damaged cubes: counting, completing and repairing.
#![no_main]

use cubegod::{Size, View};
use cubegod_fuzz::{check_view, damaged_cube};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&first, rest)) = data.split_first() else { return };
    let size = if first % 2 == 0 { Size::TWO } else { Size::THREE };
    check_view(&View::new(damaged_cube(size, rest)).expect("views support the 2x2 and the 3x3"));
});
