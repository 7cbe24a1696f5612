//! The choice of instructions for the hot loops: AVX2 where the processor has it, else portable code.

use super::position::{PositionOps, ScalarOps};

/// A set of instructions to search with.
#[derive(Copy, Clone, Debug)]
pub(super) enum Backend {
    Scalar,
    #[cfg(target_arch = "x86_64")]
    Avx2(super::avx2::Avx2Ops),
}

/// A hot loop that is compiled once per backend.
pub(super) trait Kernel {
    type Output;

    /// Runs the loop. Implementations are `#[inline(always)]`, so that they are compiled for the backend's instructions.
    fn run<O: PositionOps>(self, ops: O) -> Self::Output;
}

impl Backend {
    /// Returns the fastest backend of this processor.
    pub(super) fn best() -> Backend {
        #[cfg(target_arch = "x86_64")]
        if let Some(ops) = super::avx2::Avx2Ops::new() {
            return Backend::Avx2(ops);
        }
        Backend::Scalar
    }

    pub(super) fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self {
            Backend::Scalar => kernel.run(ScalarOps),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2(ops) => ops.run(kernel),
        }
    }
}
