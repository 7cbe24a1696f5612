//! Randomness from the system: the only place that asks for it. Without the feature `entropy`, seeds come from the request.

/// Returns a random seed; none without the feature `entropy`.
#[cfg(feature = "entropy")]
pub(crate) fn seed() -> Option<u64> {
    // 53 bits: every JSON reader keeps them.
    Some(rand::random::<u64>() >> 11)
}

/// Returns a random seed; none without the feature `entropy`.
#[cfg(not(feature = "entropy"))]
pub(crate) fn seed() -> Option<u64> {
    None
}
