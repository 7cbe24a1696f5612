//! Enumeration of all pocket cubes, for the heavy tests of this crate and of `cubegod-teach`.

use cubegod::Cube2;
use cubegod::cube::{Corner, Corners};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of permutations of the corners: 8!.
pub(crate) const PERMUTATIONS: usize = 40_320;

/// The number of twists of the corners; the others determine the eighth.
pub(crate) const TWISTS: usize = 3usize.pow(7);

/// Returns the number of cores.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get())
}

/// Returns the pocket cube with this permutation and these twists.
pub(crate) fn cube(permutation: usize, twist: usize) -> Cube2 {
    let mut left = Corner::ALL.to_vec();
    let mut rest = permutation;
    let mut digits = [0; 8];
    for i in (0..8).rev() {
        digits[i] = rest % (8 - i);
        rest /= 8 - i;
    }
    let pieces = digits.map(|digit| left.remove(digit));
    let mut twists: [u8; 8] =
        std::array::from_fn(|i| if i < 7 { (twist / 3usize.pow(i as u32) % 3) as u8 } else { 0 });
    twists[7] = (21 - twists.iter().sum::<u8>()) % 3;
    Cube2::new(Corners::new(pieces, twists).expect("a permutation")).expect("twists cancel out")
}

/// Calls `work` for all numbers below `count` on all cores and adds up the counts it returns.
pub(crate) fn in_parallel(
    count: usize,
    work: impl Fn(usize) -> BTreeMap<usize, usize> + Sync,
) -> BTreeMap<usize, usize> {
    let next = AtomicUsize::new(0);
    let total = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..cores() {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    let counts = work(number);
                    let mut total = total.lock().expect("no thread panicked");
                    counts.into_iter().for_each(|(key, count)| *total.entry(key).or_insert(0) += count);
                }
            });
        }
    });
    total.into_inner().expect("no thread panicked")
}
