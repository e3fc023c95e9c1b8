//! Returning free memory to the system.
//!
//! The allocator of glibc keeps freed memory for the thread that had it, and a finished solver leaves a hundred megabytes of
//! small pieces behind. That suits a program that answers once; a server that idles for hours should return them.
//!
//! Two things are needed. Free pages between used ones go back on request ([`give_back`]), but the free top of a thread's own
//! heap does not: it is trimmed when memory is freed and the top exceeds a threshold. That threshold, and the size from which a
//! block is mapped by itself, both rise with the largest block that was ever freed, until a table of 16 MB lies in the heap of
//! every thread that once searched. [`settle`] fixes both near their initial values.

/// Threshold in bytes of mapping a block by itself and of trimming a heap: twice the initial value of glibc, by judgement.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE: libc::c_int = 256 << 10;

/// Fixes the allocator's thresholds; call it before there are other threads.
#[allow(unsafe_code, reason = "the standard library has no name for it")]
pub(super) fn settle() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: mallopt takes the allocator's lock, and both limits may be changed at any time.
    let is_done = unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE) == 1 && libc::mallopt(libc::M_TRIM_THRESHOLD, LARGE) == 1
    };
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    debug_assert!(is_done, "glibc takes any limit below half a heap");
}

/// Returns free memory to the system. Other allocators than glibc's do so by themselves.
#[allow(unsafe_code, reason = "the standard library has no name for it")]
pub(super) fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: malloc_trim may be called at any time by any thread; it touches nothing that is allocated.
    unsafe {
        libc::malloc_trim(0);
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn memory_in_use_is_unchanged() {
        let kept: Vec<Vec<u32>> = (0..1000).map(|i| vec![i; 100]).collect();
        drop((0..1000).map(|i| vec![i; 1000]).collect::<Vec<Vec<u32>>>());
        super::give_back();
        assert!(kept.iter().zip(0..).all(|(row, i)| *row == vec![i; 100]));
    }
}
