//! Memory that nobody uses goes back to the system.
//!
//! The allocator of glibc keeps what is freed for the thread that had it, and a solver that ended leaves a hundred megabytes of
//! small pieces behind. For a program that answers and ends that is right; one that waits for the next question for hours
//! should not sit on them.
//!
//! Two things are needed. Free pages between pieces in use are given back when they are asked for ([`give_back`]), but the free
//! end of a thread's own heap is not: it goes back when something is freed and the end is long enough. How long is long enough,
//! and what is so large that it is mapped by itself and never in a heap, both rise with the largest thing that was ever freed,
//! until a table of 16 MB lies in the heap of every thread that once searched. [`settle`] holds both limits near where they begin.

/// Bytes from which on something is mapped by itself, and from which on the free end of a heap goes back: twice what glibc
/// begins with, by judgement.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE: libc::c_int = 256 << 10;

/// Fixes the allocator's limits; to be called before there are other threads.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "the standard library has no name for it")]
pub(super) fn settle() {
    // SAFETY: mallopt takes the allocator's lock, and both limits may be changed at any time.
    let is_done = unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE) == 1 && libc::mallopt(libc::M_TRIM_THRESHOLD, LARGE) == 1
    };
    debug_assert!(is_done, "glibc takes any limit below half a heap");
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(super) fn settle() {}

/// Gives back what is free. Other allocators than glibc's see to that by themselves.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "the standard library has no name for it")]
pub(super) fn give_back() {
    // SAFETY: malloc_trim may be called at any time by any thread; it touches nothing that is allocated.
    unsafe {
        libc::malloc_trim(0);
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(super) fn give_back() {}

#[cfg(test)]
mod tests {
    #[test]
    fn what_is_in_use_stays_as_it_is() {
        let kept: Vec<Vec<u32>> = (0..1000).map(|i| vec![i; 100]).collect();
        drop((0..1000).map(|i| vec![i; 1000]).collect::<Vec<Vec<u32>>>());
        super::give_back();
        assert!(kept.iter().zip(0..).all(|(row, i)| *row == vec![i; 100]));
    }
}
