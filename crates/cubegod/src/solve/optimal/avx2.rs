//! Operations on positions in AVX2 registers.

#![allow(
    unsafe_code,
    reason = "the processor may lack the instructions; an `Avx2Ops` exists only where it has them"
)]

use super::backend::Kernel;
use super::coordinate::SYMMETRY_BITS;
use super::position::{
    Constants, FLIP, ORIENTATION, ORIENTATION_LIMITS, Position, PositionOps, SECOND_TETRAD, index_of,
};
use super::table::BucketLayout;
use std::arch::x86_64::*;

/// Operations with AVX2. A value is proof that the processor has the instructions.
#[derive(Copy, Clone, Debug)]
pub(super) struct Avx2Ops(());

impl Avx2Ops {
    /// Returns `None` if the processor does not have the instructions.
    pub(super) fn new() -> Option<Avx2Ops> {
        let has_all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has_all.then_some(Avx2Ops(()))
    }

    /// Runs a kernel in a function that is compiled for these instructions.
    pub(super) fn run<K: Kernel>(self, kernel: K) -> K::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn run<K: Kernel>(ops: Avx2Ops, kernel: K) -> K::Output {
            kernel.run(ops)
        }
        // SAFETY: an `Avx2Ops` exists only where the processor has the instructions.
        unsafe { run(self, kernel) }
    }
}

/// The weights of the seven twists: powers of three, as products of these two factors.
const POWERS: [i8; 16] = [1, 3, 9, 27, 1, 3, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0];
const POWERS_OF_PAIRS: [i16; 8] = [1, 1, 81, 81, 0, 0, 0, 0];

#[inline(always)]
fn load16(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: reads sixteen bytes of an array of sixteen; any alignment is allowed.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

#[inline(always)]
fn load32(bytes: &[u8; 32]) -> __m256i {
    // SAFETY: reads 32 bytes of an array of 32; any alignment is allowed.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

impl PositionOps for Avx2Ops {
    type Register = __m256i;

    #[inline(always)]
    fn load(self, position: &Position) -> __m256i {
        load32(&position.0)
    }

    #[inline(always)]
    fn store(self, register: __m256i) -> Position {
        let mut position = Position([0; 32]);
        // SAFETY: writes 32 bytes to an array of 32.
        unsafe { _mm256_storeu_si256(position.0.as_mut_ptr().cast(), register) };
        position
    }

    #[inline(always)]
    fn apply_turn(self, register: __m256i, turn: &Position) -> __m256i {
        compose(register, load32(&turn.0))
    }

    #[inline(always)]
    fn apply_turn_to_inverse(self, inverse_turn: &Position, register: __m256i) -> __m256i {
        compose(load32(&inverse_turn.0), register)
    }

    #[inline(always)]
    fn index(self, constants: &Constants, layout: BucketLayout, register: __m256i) -> u64 {
        // SAFETY: an `Avx2Ops` exists only where the processor has the instructions.
        unsafe {
            let corners = _mm256_castsi256_si128(register);
            let edges = _mm256_extracti128_si256::<1>(register);
            let tetrads = _mm_shuffle_epi8(load16(&SECOND_TETRAD), corners);
            let set = _mm_movemask_epi8(tetrads) as usize & 255;
            let twists = _mm_and_si128(_mm_srli_epi16::<4>(corners), _mm_set1_epi8(3));
            let pairs = _mm_maddubs_epi16(twists, load16(&POWERS.map(|power| power as u8)));
            let powers: [u8; 16] = const {
                let mut bytes = [0; 16];
                let mut pair = 0;
                while pair < 8 {
                    bytes[2 * pair] = POWERS_OF_PAIRS[pair] as u8;
                    pair += 1;
                }
                bytes
            };
            let halves = _mm_cvtsi128_si64(_mm_madd_epi16(pairs, load16(&powers))) as u64;
            let twists = (halves as u32) + (halves >> 32) as u32;
            let packed = constants.classes[(constants.tetrads[set] + twists) as usize];
            let conjugation = &constants.conjugations[packed as usize % (1 << SYMMETRY_BITS)];
            let edges = _mm_shuffle_epi8(edges, load16(&conjugation.source));
            let pieces = _mm_shuffle_epi8(load16(&conjugation.pieces), edges);
            let flips = _mm_and_si128(edges, _mm_set1_epi8(FLIP as i8));
            let bytes = _mm_xor_si128(_mm_xor_si128(pieces, flips), load16(&conjugation.flips));
            // Two bytes per place, each with one of the two slice bits on top.
            let pairs = _mm256_cvtepu8_epi16(bytes);
            let pairs = _mm256_or_si256(pairs, _mm256_slli_epi16::<9>(pairs));
            let slices = _mm256_movemask_epi8(pairs) as u32;
            let flips = _mm_movemask_epi8(_mm_slli_epi16::<3>(bytes)) as u32;
            index_of(constants, layout, packed, slices, flips)
        }
    }
}

/// Returns the product of two positions: the first, then the second.
#[inline(always)]
fn compose(first: __m256i, second: __m256i) -> __m256i {
    // SAFETY: called only by an `Avx2Ops`, which exists only where the processor has the instructions.
    unsafe {
        let pieces = _mm256_shuffle_epi8(first, second);
        let orientation = _mm256_and_si256(second, _mm256_set1_epi8(ORIENTATION as i8));
        let sum = _mm256_add_epi8(pieces, orientation);
        _mm256_min_epu8(sum, _mm256_sub_epi8(sum, load32(&ORIENTATION_LIMITS)))
    }
}
