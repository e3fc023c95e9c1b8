//! The store of canonical forms, shared between threads.

use crate::arena::{Arena, Tree};
use crate::closed;
use crate::memo::Memo;
use crate::options::Options;
use crate::order::Extent;
use crate::shift::{self, Fixed, Reach};
use crate::thermograph::Thermographs;
use crate::value::{Core, Form, negated};
use crate::{Dyadic, Interrupted, Limits, Value};

/// Canonical forms, and memos of their sums, comparisons and thermographs. All methods take `&self`; threads that share
/// a reference share the work.
///
/// ```
/// # fn main() -> Result<(), otrera_cgt::Interrupted> {
/// let store = otrera_cgt::Store::new();
/// let star = store.nimber(1)?;
/// let up = store.game(&[store.zero()], &[star])?;
/// assert_eq!(up, store.up(1, 0)?);
/// assert_eq!(store.add(up, -up)?, store.zero());
/// # Ok(())
/// # }
/// ```
pub struct Store {
    pub(crate) arena: Arena,
    /// Sums of two cores, by the pair of cores.
    pub(crate) sums: Memo,
    /// Comparisons of a core with a value.
    pub(crate) orders: Memo,
    pub(crate) thermographs: Thermographs,
    pub(crate) limits: Limits,
}

impl Default for Store {
    fn default() -> Self {
        Self::new()
    }
}

impl Store {
    /// An empty store without limits.
    pub fn new() -> Self {
        Self::with_limits(Limits::default())
    }

    /// An empty store that stops at `limits`.
    pub fn with_limits(limits: Limits) -> Self {
        let (sums, orders, thermographs) = (Memo::default(), Memo::default(), Thermographs::new());
        Self { arena: Arena::new(), sums, orders, thermographs, limits }
    }

    /// Fails once the limits are reached, counting `beside` bytes that the caller uses outside of the store.
    pub fn check_limits(&self, beside: usize) -> Result<(), Interrupted> {
        self.limits.check_stop()?;
        match self.limits.bytes.checked_sub(self.bytes()) {
            Some(room) if room >= beside => Ok(()),
            _ => Err(Interrupted::OutOfMemory),
        }
    }

    /// The game 0, in which neither player has a move.
    pub fn zero(&self) -> Value {
        Value::ZERO
    }

    /// The whole number `n`: `n` free moves for Left, or `-n` for Right.
    pub fn integer(&self, n: i64) -> Result<Value, Interrupted> {
        self.number(Dyadic::new(n, 0).ok_or(Interrupted::OutOfRange)?)
    }

    /// A number.
    pub fn number(&self, x: Dyadic) -> Result<Value, Interrupted> {
        Value::new(Core::NUMBER, shift::from_dyadic(x)?)
    }

    /// The nimber `*n`.
    pub fn nimber(&self, n: u32) -> Result<Value, Interrupted> {
        self.up(0, n)
    }

    /// `ups` times up (down if negative) plus the nimber `*nimber`.
    pub fn up(&self, ups: i32, nimber: u32) -> Result<Value, Interrupted> {
        Value::new(Core::closed(ups, nimber)?, 0)
    }

    /// Left's canonical options, in no particular order.
    pub fn left_options(&self, value: Value) -> Options<'_> {
        let number = value.shift();
        match value.form() {
            Form::Closed { ups, nimber } => Options::closed(closed::left_options(ups, nimber, number)),
            Form::Tree { id, negated: false } => Options::tree(self.tree(id).left(), false, number),
            Form::Tree { id, negated: true } => Options::tree(self.tree(id).right(), true, number),
        }
    }

    /// Right's canonical options, in no particular order.
    pub fn right_options(&self, value: Value) -> Options<'_> {
        let number = value.shift();
        match value.form() {
            Form::Closed { ups, nimber } => Options::closed(closed::right_options(ups, nimber, number)),
            Form::Tree { id, negated: false } => Options::tree(self.tree(id).right(), false, number),
            Form::Tree { id, negated: true } => Options::tree(self.tree(id).left(), true, number),
        }
    }

    /// Number of games without a closed form. A game, its negative and all their sums with numbers count as one.
    pub fn len(&self) -> usize {
        self.arena.len()
    }

    /// Returns whether all games made so far have a closed form.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Memory in use, in bytes. Counts trees, option lists, the intern table, memos and thermographs.
    pub fn bytes(&self) -> usize {
        self.arena.bytes() + self.sums.bytes() + self.orders.bytes() + self.thermographs.bytes()
    }

    #[inline]
    pub(crate) fn tree(&self, id: u32) -> &Tree {
        self.arena.get(id)
    }

    /// Length of the longest chain of moves through games without a closed form, this one included.
    pub fn depth(&self, value: Value) -> u32 {
        match value.form() {
            Form::Closed { .. } => 0,
            Form::Tree { id, .. } => self.tree(id).depth,
        }
    }

    /// `value` plus a number, by the number translation theorem. All followers are translated too, so all must fit.
    pub(crate) fn translate(&self, value: Value, number: Fixed) -> Result<Value, Interrupted> {
        if number == 0 {
            return Ok(value);
        }
        let sum = value.plus(number)?;
        if let Form::Tree { id, .. } = value.form()
            && !self.tree(id).reach.allows(sum.shift())
        {
            return Err(Interrupted::OutOfRange);
        }
        Ok(sum)
    }

    /// Finds or adds a form without dominated or reversible options that is neither a number nor otherwise closed.
    pub(crate) fn intern(&self, left: &mut [Value], right: &mut [Value], at: &Extent) -> Result<Value, Interrupted> {
        let middle = shift::half(at.left_stop + at.right_stop)?;
        let (mut depth, mut reach) = (0, Reach::default());
        for option in left.iter_mut().chain(right.iter_mut()) {
            *option = option.plus(-middle)?;
            depth = depth.max(self.depth(*option));
            reach = reach.with(option.shift(), self.reach(*option));
        }
        if depth >= crate::MAX_DEPTH {
            return Err(Interrupted::TooDeep);
        }
        left.sort_unstable();
        right.sort_unstable();
        // Of a form and its negative, the one whose options have smaller bits is stored.
        let (mut opposite_left, mut opposite_right) = (negated(right), negated(left));
        opposite_left.sort_unstable();
        opposite_right.sort_unstable();
        let order = (&*left, &*right).cmp(&(&opposite_left, &opposite_right));
        let key = at.key();
        let id = if order.is_le() {
            self.arena.intern(left, right, key, depth + 1, reach)?
        } else {
            self.arena.intern(&opposite_left, &opposite_right, key.negative(), depth + 1, reach)?
        };
        let room = self.limits.bytes.checked_sub(self.bytes()).ok_or(Interrupted::OutOfMemory)?;
        // Memos are worth their memory only while games have most of it.
        self.sums.reserve(id as usize, room / 4);
        self.orders.reserve(id as usize, room / 4);
        Value::new(Core::tree(id, order.is_gt(), order.is_eq()), middle)
    }

    fn reach(&self, value: Value) -> Reach {
        match value.form() {
            Form::Closed { .. } => Reach::default(),
            Form::Tree { id, .. } => self.tree(id).reach,
        }
    }
}
