//! In which way positions are turned and numbered: as the machine does it best, or as every machine can.

use super::position::{Machine, Portable};

/// One of the ways there are.
#[derive(Copy, Clone, Debug)]
pub(super) enum Way {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Vector(super::vector::Vector),
}

/// Something to do that turns and numbers positions.
pub(super) trait Work {
    type Result;

    /// Does it; to be inlined, so that it is compiled for the instructions of the machine.
    fn with<M: Machine>(self, machine: M) -> Self::Result;
}

impl Way {
    /// The best one of this machine.
    pub(super) fn best() -> Way {
        #[cfg(target_arch = "x86_64")]
        if let Some(vector) = super::vector::Vector::new() {
            return Way::Vector(vector);
        }
        Way::Portable
    }

    pub(super) fn run<W: Work>(self, work: W) -> W::Result {
        match self {
            Way::Portable => work.with(Portable),
            #[cfg(target_arch = "x86_64")]
            Way::Vector(vector) => vector.run(work),
        }
    }
}
