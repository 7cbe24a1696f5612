//! Partly known and damaged cubes: counting, completing and repairing.

use crate::{check_view, damaged_cube};
use cubegod::{Size, View};

pub(crate) fn run(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else { return };
    let size = if first % 2 == 0 { Size::TWO } else { Size::THREE };
    check_view(&View::new(damaged_cube(size, rest)).expect("views support the 2x2 and the 3x3"));
}
