//! Memory that nobody uses goes back to the system.
//!
//! The allocator of glibc keeps what is freed for the thread that had it, and a solver that ended leaves a hundred megabytes of
//! small pieces behind. For a program that answers and ends that is right; one that waits for the next question for hours
//! should not sit on them.

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
