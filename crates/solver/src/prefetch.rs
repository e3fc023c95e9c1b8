//! Memory prefetch.
#![allow(unsafe_code)]

/// Begins to load a value into the cache. Does nothing on processors other than x86-64.
#[inline]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let first = std::ptr::from_ref(value).cast::<i8>();
        // SAFETY: a prefetch is a hint without effect on memory, allowed for any address; it needs SSE, which every
        // x86-64 processor has.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(first) };
        if size_of::<T>() > 64 {
            // SAFETY: as above.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(first.wrapping_add(64)) };
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
