//! Iterator over the canonical options of a value; it allocates nothing.

use std::slice;

use crate::Value;
use crate::closed::ClosedOptions;
use crate::shift::Fixed;

/// The canonical options of one player, from [`Store::left_options`](crate::Store::left_options) or
/// [`Store::right_options`](crate::Store::right_options).
#[derive(Clone, Debug)]
pub struct Options<'a>(Source<'a>);

#[derive(Clone, Debug)]
enum Source<'a> {
    Closed(ClosedOptions),
    /// Options of an entry, negated if the value is, and translated by the value's number.
    Tree {
        entry: slice::Iter<'a, Value>,
        negated: bool,
        number: Fixed,
    },
}

impl<'a> Options<'a> {
    pub(crate) fn closed(options: ClosedOptions) -> Self {
        Self(Source::Closed(options))
    }

    pub(crate) fn tree(entry: &'a [Value], negated: bool, number: Fixed) -> Self {
        Self(Source::Tree { entry: entry.iter(), negated, number })
    }
}

impl Iterator for Options<'_> {
    type Item = Value;

    #[inline]
    fn next(&mut self) -> Option<Value> {
        match &mut self.0 {
            Source::Closed(options) => options.next(),
            Source::Tree { entry, negated, number } => {
                let option = *entry.next()?;
                let option = if *negated { -option } else { option };
                Some(option.plus(*number).expect("a value is made only if its followers fit"))
            }
        }
    }
}
