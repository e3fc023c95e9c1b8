//! Incentives, and atomic weights of all-small games.
//!
//! The atomic weight counts the ups that G is worth, as seen beside a remote star. It is `{aw(G^L) - 2 | aw(G^R) + 2}`
//! unless that is a whole number. Then the options may allow several whole numbers, and comparing G with the remote star
//! decides: the largest if G is greater, the smallest if G is less, 0 if neither
//! (*Winning Ways*, chapter 8; Siegel, *Combinatorial Game Theory*, II.7).

use rustc_hash::FxHashMap;

use crate::shift::{Fixed, WHOLE};
use crate::simplest::first_multiple;
use crate::value::{Core, Form};
use crate::{Comparison, Interrupted, Store, Value};

impl Store {
    /// Left's incentives: G^L - G for each canonical left option.
    pub fn left_incentives(&self, game: Value) -> Result<Vec<Value>, Interrupted> {
        self.left_options(game).map(|option| self.sub(option, game)).collect()
    }

    /// Right's incentives: G - G^R for each canonical right option.
    pub fn right_incentives(&self, game: Value) -> Result<Vec<Value>, Interrupted> {
        self.right_options(game).map(|option| self.sub(game, option)).collect()
    }

    /// The atomic weight of an all-small game; `None` for other games.
    pub fn atomic_weight(&self, game: Value) -> Result<Option<Value>, Interrupted> {
        if !self.is_all_small(game) {
            return Ok(None);
        }
        self.weight(game, &mut FxHashMap::default()).map(Some)
    }

    fn weight(&self, game: Value, known: &mut FxHashMap<Value, Value>) -> Result<Value, Interrupted> {
        if let Form::Closed { ups, .. } = game.form() {
            return self.integer(i64::from(ups));
        }
        if let Some(&weight) = known.get(&game) {
            return Ok(weight);
        }
        let two = 2 * WHOLE;
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for option in self.left_options(game) {
            left.push(self.translate(self.weight(option, known)?, -two)?);
        }
        for option in self.right_options(game) {
            right.push(self.translate(self.weight(option, known)?, two)?);
        }
        let mut weight = self.game(&left, &right)?;
        if weight.to_integer().is_some() {
            let options = "an all-small tree has options for both sides";
            weight = match self.compare(game, self.remote_star(game)?)? {
                Comparison::Greater => whole(-first_multiple(self.high_end(&right).expect(options).mirrored(), WHOLE))?,
                Comparison::Less => whole(first_multiple(self.low_end(&left).expect(options), WHOLE))?,
                Comparison::Equal | Comparison::Fuzzy => self.zero(),
            };
        }
        known.insert(game, weight);
        Ok(weight)
    }

    /// A nimber too large to be reached from the game, or from its sum with smaller ones: a power of two beyond the
    /// birthday.
    fn remote_star(&self, game: Value) -> Result<Value, Interrupted> {
        let beyond = u32::try_from(self.birthday(game) + 1).map_err(|_| Interrupted::OutOfRange)?;
        self.nimber(beyond.checked_next_power_of_two().ok_or(Interrupted::OutOfRange)?)
    }
}

fn whole(x: Fixed) -> Result<Value, Interrupted> {
    Value::new(Core::NUMBER, x)
}
