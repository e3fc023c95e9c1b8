//! Asking for memory before it is needed.
#![allow(unsafe_code)]

/// Begins to load a place into the cache, on processors where we know how.
#[inline]
pub(crate) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let first = std::ptr::from_ref(place).cast::<i8>();
        // SAFETY: this is a hint, which changes nothing and may be given for any address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(first) };
        if size_of::<T>() > 64 {
            // SAFETY: as above.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(first.wrapping_add(64)) };
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
