//! Sets of points, as bits.

/// A set of points below `64 * N`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Set<const N: usize>([u64; N]);

impl<const N: usize> Set<N> {
    pub(super) const NONE: Set<N> = Set([0; N]);
    pub(super) const CAPACITY: usize = 64 * N;

    pub(super) fn of(points: impl IntoIterator<Item = u16>) -> Set<N> {
        let mut set = Set::NONE;
        points.into_iter().for_each(|point| set.put(point));
        set
    }

    #[inline]
    pub(super) fn has(&self, point: u16) -> bool {
        self.0[usize::from(point) / 64] >> (point % 64) & 1 != 0
    }

    #[inline]
    pub(super) fn put(&mut self, point: u16) {
        self.0[usize::from(point) / 64] |= 1 << (point % 64);
    }

    #[inline]
    pub(super) fn take(&mut self, point: u16) {
        self.0[usize::from(point) / 64] &= !(1 << (point % 64));
    }

    #[inline]
    pub(super) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    pub(super) fn is_none(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    #[inline]
    pub(super) fn first(&self) -> Option<u16> {
        let at = self.0.iter().position(|&word| word != 0)?;
        Some(at as u16 * 64 + self.0[at].trailing_zeros() as u16)
    }

    /// The points in increasing order.
    #[inline]
    pub(super) fn points(&self) -> impl Iterator<Item = u16> + use<N> {
        let words = self.0;
        let mut at = 0;
        let mut word = words[0];
        std::iter::from_fn(move || {
            while word == 0 {
                at += 1;
                word = *words.get(at)?;
            }
            let point = at as u16 * 64 + word.trailing_zeros() as u16;
            word &= word - 1;
            Some(point)
        })
    }

    #[inline]
    fn zip(&self, other: &Set<N>, of_words: impl Fn(u64, u64) -> u64) -> Set<N> {
        Set(std::array::from_fn(|i| of_words(self.0[i], other.0[i])))
    }

    #[inline]
    pub(super) fn and(&self, other: &Set<N>) -> Set<N> {
        self.zip(other, |a, b| a & b)
    }

    #[inline]
    pub(super) fn or(&self, other: &Set<N>) -> Set<N> {
        self.zip(other, |a, b| a | b)
    }

    #[inline]
    pub(super) fn minus(&self, other: &Set<N>) -> Set<N> {
        self.zip(other, |a, b| a & !b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_operations_are_those_of_sets() {
        let mut set: Set<3> = Set::of([5, 63, 64, 190]);
        set.put(7);
        set.take(63);
        assert_eq!(set.points().collect::<Vec<_>>(), [5, 7, 64, 190]);
        assert_eq!(set.count(), 4);
        let other = Set::of([7, 8]);
        assert_eq!(set.and(&other), Set::of([7]));
        assert_eq!(set.minus(&other), Set::of([5, 64, 190]));
        assert_eq!(set.or(&other).count(), 5);
        assert!(Set::<1>::NONE.is_none() && Set::<1>::NONE.points().next().is_none());
    }
}
