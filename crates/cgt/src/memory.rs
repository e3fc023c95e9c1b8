/// Bytes of a hash table (hashbrown) with room for `capacity` entries of type `T`: an eighth of the slots stays free, and
/// each slot has a control byte.
pub const fn table_bytes<T>(capacity: usize) -> usize {
    (capacity + capacity / 7) * (size_of::<T>() + 1)
}
