//! Thermographs: the value of a game to either player when every move costs a tax of t.
//!
//! A sum of hot games is too large to search, but each of its games has a mean and a temperature: the average worth of
//! a copy, and the price at which neither player wants to move first. Both are read off the thermograph, whose *left
//! wall* is the result with Left to start, and whose *right wall* that with Right to start, as functions of t.
//!
//! At tax t, Left moving first reaches at best the right wall of some left option, less t:
//!
//! ```text
//! left scaffold (t)  = max over left options  of right wall (t) - t
//! right scaffold (t) = min over right options of left wall (t)  + t
//! ```
//!
//! The scaffolds approach each other as t rises. They meet at the *temperature*, at the *mean*. Above, neither player
//! moves, and both walls are one vertical *mast*. For `{2|0}` these are 2 - t and 0 + t:
//!
//! ```text
//!   t
//!   2              |                  mast
//!   1              |                  the walls meet: temperature 1, mean 1
//!   0         /         \             left stop 2, right stop 0
//!  -1    /                   \
//!        3    2    1    0   -1        value, with Left on the left as usual
//! ```
//!
//! Below 0 the tax is a bonus. Going down to -1 keeps apart what looks alike at 0: zero, positive, negative and
//! fuzzy infinitesimals (Berlekamp, *The Economist's View of Combinatorial Games*, subzero thermography; Song and
//! Müller, Fig. 5). A whole number has temperature -1, and m/2^e has -1/2^e.
//!
//! Each thermograph is built once from those of the canonical options; a memo keeps one for a game, its negative and
//! their translates by whole numbers. Other numbers translate it only above 0, because a fraction has options of its
//! own. Walls are exact: see `wall`.

use std::cmp::Ordering;
use std::fmt;
use std::hash::BuildHasher;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::shift::{self, Fixed};
use crate::value::{Core, Form};
use crate::wall::{Scaffold, Wall};
use crate::{Bound, Bounds, Closeness, Dyadic, Interrupted, Store, Value};

/// The two walls of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thermograph {
    left: Wall,
    right: Wall,
}

impl Thermograph {
    /// The thermograph with these walls; `None` unless they end in the same mast.
    pub fn new(left: Wall, right: Wall) -> Option<Self> {
        (left.corners().last() == right.corners().last()).then_some(Self { left, right })
    }

    /// The left wall: Left moves first.
    pub fn left(&self) -> &Wall {
        &self.left
    }

    /// The right wall: Right moves first.
    pub fn right(&self) -> &Wall {
        &self.right
    }

    /// The value of the mast.
    pub fn mean(&self) -> Dyadic {
        self.top().value
    }

    /// The temperature at which the walls meet. Above it neither player wants to move.
    pub fn temperature(&self) -> Dyadic {
        self.top().temperature
    }

    /// The left stop: the left wall at temperature 0.
    pub fn left_stop(&self) -> Dyadic {
        self.left.at(Dyadic::ZERO).expect("a wall at 0 is a stop, and stops fit")
    }

    /// The right stop: the right wall at temperature 0.
    pub fn right_stop(&self) -> Dyadic {
        self.right.at(Dyadic::ZERO).expect("a wall at 0 is a stop, and stops fit")
    }

    /// Bounds on the game as Song and Müller read them off (II-D): a stop bounds the game exactly where its wall is
    /// vertical below 0, else up to infinitesimals; an infinitesimal away from its number excludes it.
    pub fn bounds(&self) -> Bounds {
        let exactness =
            |wall: &Wall| if wall.is_vertical_below_zero() { Closeness::Closed } else { Closeness::Relaxed };
        let mut lower = Bound { at: self.right_stop(), closeness: exactness(&self.right) };
        let mut upper = Bound { at: self.left_stop(), closeness: exactness(&self.left) };
        if lower.at == upper.at {
            match (lower.closeness, upper.closeness) {
                (Closeness::Closed, Closeness::Relaxed) => lower.closeness = Closeness::Tightened,
                (Closeness::Relaxed, Closeness::Closed) => upper.closeness = Closeness::Tightened,
                _ => {}
            }
        }
        Bounds { lower, upper }
    }

    /// Bounds at least as narrow as [`bounds`](Self::bounds): a game that is not a number never equals its stop, so
    /// every exact bound of such a game excludes the number itself.
    pub fn sharp_bounds(&self) -> Bounds {
        let mut bounds = self.bounds();
        if self.temperature() >= Dyadic::ZERO {
            for bound in [&mut bounds.lower, &mut bounds.upper] {
                if bound.closeness == Closeness::Closed {
                    bound.closeness = Closeness::Tightened;
                }
            }
        }
        bounds
    }

    fn top(&self) -> crate::Corner {
        *self.left.corners().last().expect("a wall has a corner at -1")
    }

    fn mirrored(&self) -> Self {
        Self { left: self.right.mirrored(), right: self.left.mirrored() }
    }

    fn translated(&self, by: Dyadic) -> Option<Self> {
        Some(Self { left: self.left.translated(by)?, right: self.right.translated(by)? })
    }
}

impl fmt::Display for Thermograph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "left {}, right {}", self.left, self.right)
    }
}

impl Store {
    /// The thermograph of a game.
    pub fn thermograph(&self, value: Value) -> Result<Arc<Thermograph>, Interrupted> {
        let value = simplified(value)?;
        if let Some(x) = value.to_integer() {
            let mast = Wall::mast(Dyadic::integer(x));
            return Ok(Arc::new(Thermograph { left: mast.clone(), right: mast }));
        }
        let fraction = value.shift() & FRACTION;
        let whole = shift::to_dyadic(value.shift() - fraction);
        let base = Value::new(value.core(), fraction)?;
        let mirrored = -base;
        let mirrored = Value::new(mirrored.core(), mirrored.shift() & FRACTION)?;
        let graph = if base <= mirrored {
            self.thermograph_of_base(base)?
        } else {
            // `mirrored` is -base, or 1 - base if there is a fraction.
            let graph = self.thermograph_of_base(mirrored)?.mirrored();
            let one = if fraction == 0 { Dyadic::ZERO } else { Dyadic::ONE };
            Arc::new(graph.translated(one).ok_or(Interrupted::OutOfRange)?)
        };
        if whole == Dyadic::ZERO {
            return Ok(graph);
        }
        graph.translated(whole).map(Arc::new).ok_or(Interrupted::OutOfRange)
    }

    /// The mean: the average worth of a copy when many copies are played.
    pub fn mean(&self, value: Value) -> Result<Dyadic, Interrupted> {
        Ok(self.thermograph(value)?.mean())
    }

    /// The temperature: the worth of a move in the game.
    pub fn temperature(&self, value: Value) -> Result<Dyadic, Interrupted> {
        Ok(self.thermograph(value)?.temperature())
    }

    fn thermograph_of_base(&self, value: Value) -> Result<Arc<Thermograph>, Interrupted> {
        if let Some(graph) = self.thermographs.get(value) {
            return Ok(graph);
        }
        self.limits.check_stop()?;
        let left = self.scaffold(self.left_options(value), |g| &g.right, Ordering::Greater, -1)?;
        let right = self.scaffold(self.right_options(value), |g| &g.left, Ordering::Less, 1)?;
        let (left, right) = Scaffold::join(&left, &right).ok_or(Interrupted::OutOfRange)?;
        let graph = Arc::new(Thermograph { left, right });
        self.thermographs.put(value, &graph);
        if self.bytes() > self.limits.bytes {
            return Err(Interrupted::OutOfMemory);
        }
        Ok(graph)
    }

    /// The best of one player's options at every temperature, after tax.
    fn scaffold(
        &self,
        options: impl Iterator<Item = Value>,
        wall: impl Fn(&Thermograph) -> &Wall,
        prefer: Ordering,
        tax: i64,
    ) -> Result<Scaffold, Interrupted> {
        let mut best: Option<Scaffold> = None;
        for option in options {
            let next = Scaffold::untaxed(wall(&*self.thermograph(option)?));
            best = Some(match best {
                None => next,
                Some(best) => best.best(&next, prefer).ok_or(Interrupted::OutOfRange)?,
            });
        }
        let best = best.expect("a game that is not a whole number has options for both sides");
        best.taxed(tax).ok_or(Interrupted::OutOfRange)
    }
}

/// The digits after the point of a fixed-point number.
const FRACTION: Fixed = shift::WHOLE - 1;

/// A game with the same thermograph and few options. More than three ups make no difference, because all have the same
/// left option; nor do nimbers beyond `*2`, whose options have the walls of those of `*2`.
fn simplified(value: Value) -> Result<Value, Interrupted> {
    match value.form() {
        Form::Closed { ups, nimber } => Value::new(Core::closed(ups.clamp(-3, 3), nimber.min(2))?, value.shift()),
        Form::Tree { .. } => Ok(value),
    }
}

/// Shards of the memo, a power of two; many more than threads.
const SHARDS: usize = 64;

type Shard = Mutex<FxHashMap<Value, Arc<Thermograph>>>;

pub(crate) struct Thermographs {
    shards: Box<[Shard]>,
    bytes: AtomicUsize,
}

impl Thermographs {
    pub(crate) fn new() -> Self {
        Self { shards: (0..SHARDS).map(|_| Mutex::default()).collect(), bytes: AtomicUsize::new(0) }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }

    fn get(&self, value: Value) -> Option<Arc<Thermograph>> {
        self.shard(value).lock().expect("no panic happens under this lock").get(&value).cloned()
    }

    fn put(&self, value: Value, graph: &Arc<Thermograph>) {
        // Twice the table entry for its usual load, the two counts of the Arc, and the corners.
        let entry = 2 * size_of::<(Value, Arc<Thermograph>)>() + size_of::<Thermograph>() + 2 * size_of::<usize>();
        let size = entry + graph.left.heap_bytes() + graph.right.heap_bytes();
        let mut shard = self.shard(value).lock().expect("no panic happens under this lock");
        if shard.insert(value, Arc::clone(graph)).is_none() {
            self.bytes.fetch_add(size, Relaxed);
        }
    }

    fn shard(&self, value: Value) -> &Shard {
        // Bits from the middle: the map inside uses the lowest and the highest ones.
        &self.shards[(FxBuildHasher.hash_one(value) >> 40) as usize % SHARDS]
    }
}
