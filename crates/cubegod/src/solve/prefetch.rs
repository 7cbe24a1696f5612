//! Prefetching of table entries.

/// Prefetches the cache line of an entry where the processor supports it.
#[inline(always)]
#[allow(
    unsafe_code,
    reason = "prefetching needs a pointer; it neither reads nor writes, whatever the address is"
)]
pub(super) fn prefetch<T>(table: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let pointer = table.as_ptr().wrapping_add(index);
        // SAFETY: a prefetch is a hint; an address outside of the table would be ignored as well.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(pointer.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (table, index);
}
