//! A limit for single allocations. libFuzzer enforces `-malloc_limit_mb` only with the address sanitizer, which is off.

use std::alloc::{GlobalAlloc, Layout, System};

/// Largest single allocation of a target, in bytes. The largest one that targets ask for is a table of 4 MiB.
const LIMIT: usize = 256 << 20;

struct Limited;

#[global_allocator]
static ALLOCATOR: Limited = Limited;

fn check(bytes: usize) {
    if bytes > LIMIT {
        eprintln!("ERROR: libFuzzer: a single allocation of {bytes} bytes");
        std::process::abort();
    }
}

// SAFETY: every call is passed on to the allocator of the system.
unsafe impl GlobalAlloc for Limited {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        check(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        check(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        check(bytes);
        unsafe { System.realloc(block, layout, bytes) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe { System.dealloc(block, layout) }
    }
}
