//! Forms: games up to what can affect a margin. docs/internals/scoring.md, "Forms", has the proofs.
//!
//! A canonical value ([`otrera_cgt`]) loses margins: 3|6 and a territory of four moves are the same number, but have
//! different margins. So games are stored as trees here. Dominated and reversible options are removed only by an order
//! that respects every margin ([`Forms::at_least`]).

use otrera_cgt::table_bytes;
use rustc_hash::FxHashMap;

use super::key::Key;

/// Index of a game in [`Forms`]. Equal indices are equal games; equal games may have different indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Form(u32);

/// Results of a game in which one side may always wait and the other never: moves made and left, Left's less Right's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Stops {
    /// Right may wait: with Left to move, and with Right to move.
    pub(crate) low: [i16; 2],
    /// Left may wait: with Left to move, and with Right to move.
    pub(crate) high: [i16; 2],
}

/// A game that is not in [`Forms`] yet. The end of a side without a move counts the moves that the opponent can make in a
/// row: negative for Right's moves, positive for Left's. The end of a side with moves is 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Draft {
    pub(super) left: Vec<Form>,
    pub(super) right: Vec<Form>,
    pub(super) left_end: i16,
    pub(super) right_end: i16,
}

pub(super) struct Node {
    left: Box<[Form]>,
    right: Box<[Form]>,
    pub(super) stops: Stops,
    /// The game with sides swapped.
    pub(super) negative: Form,
    /// The most moves of both sides together.
    pub(super) depth: u16,
    /// The number of moves, if the game is a territory; Right's are negative.
    pub(super) integer: Option<i16>,
    /// The same in every run and thread.
    pub(super) key: Key,
}

/// All games met so far, each once.
pub(crate) struct Forms {
    nodes: Vec<Node>,
    interned: FxHashMap<Draft, Form>,
    integers: FxHashMap<i16, Form>,
    sums: FxHashMap<(Form, Form), Form>,
    pub(super) compared: FxHashMap<(Form, Form), bool>,
    options: usize,
}

impl Forms {
    pub(crate) const ZERO: Form = Form(0);

    pub(crate) fn new() -> Forms {
        let mut forms = Forms {
            nodes: Vec::new(),
            interned: FxHashMap::default(),
            integers: FxHashMap::default(),
            sums: FxHashMap::default(),
            compared: FxHashMap::default(),
            options: 0,
        };
        let zero = forms.intern(Draft { left: Vec::new(), right: Vec::new(), left_end: 0, right_end: 0 }, Some(0));
        debug_assert_eq!(zero, Forms::ZERO);
        forms
    }

    /// Approximate memory in bytes.
    pub(crate) fn bytes(&self) -> usize {
        // Each option is stored twice: in its node and in `interned`.
        self.nodes.capacity() * size_of::<Node>()
            + table_bytes::<(Draft, Form)>(self.interned.capacity())
            + table_bytes::<((Form, Form), Form)>(self.sums.capacity())
            + table_bytes::<((Form, Form), bool)>(self.compared.capacity())
            + 2 * self.options * size_of::<Form>()
    }

    pub(super) fn node(&self, form: Form) -> &Node {
        &self.nodes[form.0 as usize]
    }

    pub(crate) fn left(&self, form: Form) -> &[Form] {
        &self.node(form).left
    }

    pub(crate) fn right(&self, form: Form) -> &[Form] {
        &self.node(form).right
    }

    /// The integers a and b, if the game is a|b.
    pub(crate) fn to_switch(&self, form: Form) -> Option<(i16, i16)> {
        match (self.left(form), self.right(form)) {
            (&[left], &[right]) => Some((self.node(left).integer?, self.node(right).integer?)),
            _ => None,
        }
    }

    /// A territory of this many moves; Right's are negative.
    pub(crate) fn integer(&mut self, moves: i16) -> Form {
        if moves == 0 {
            return Forms::ZERO;
        }
        if let Some(&form) = self.integers.get(&moves) {
            return form;
        }
        let less = self.integer(moves - moves.signum());
        let draft = match moves > 0 {
            true => Draft { left: vec![less], right: Vec::new(), left_end: 0, right_end: moves },
            false => Draft { left: Vec::new(), right: vec![less], left_end: moves, right_end: 0 },
        };
        let form = self.intern(draft, Some(moves));
        self.integers.insert(moves, form);
        form
    }

    pub(crate) fn add(&mut self, a: Form, b: Form) -> Form {
        if a == Forms::ZERO {
            return b;
        }
        if b == Forms::ZERO {
            return a;
        }
        if let (Some(a), Some(b)) = (self.node(a).integer, self.node(b).integer) {
            return self.integer(a + b);
        }
        let pair = (a.min(b), a.max(b));
        if let Some(&sum) = self.sums.get(&pair) {
            return sum;
        }
        let mut side = |of: fn(&Forms, Form) -> &[Form]| {
            let (of_a, of_b) = (of(self, a).to_vec(), of(self, b).to_vec());
            let mut options: Vec<Form> = of_a.into_iter().map(|option| self.add(option, b)).collect();
            options.extend(of_b.into_iter().map(|option| self.add(a, option)));
            options
        };
        let (left, right) = (side(Forms::left), side(Forms::right));
        let (s, t) = (self.node(a).stops, self.node(b).stops);
        let left_end = if left.is_empty() { s.low[0] + t.low[0] } else { 0 };
        let right_end = if right.is_empty() { s.high[1] + t.high[1] } else { 0 };
        let sum = self.game(Draft { left, right, left_end, right_end });
        self.sums.insert(pair, sum);
        sum
    }

    /// The game with the options of a draft, simplified.
    pub(super) fn game(&mut self, mut draft: Draft) -> Form {
        loop {
            draft.sort();
            if let Some(&form) = self.interned.get(&draft) {
                return form;
            }
            let mut changed = self.simplify_left(&mut draft);
            draft = self.negated(draft);
            changed |= self.simplify_left(&mut draft);
            draft = self.negated(draft);
            if !changed {
                break;
            }
        }
        draft.sort();
        let stops = self.draft_stops(&draft);
        let number = stops.low[0];
        if stops == (Stops { low: [number; 2], high: [number; 2] }) {
            let integer = self.integer(number);
            let negative = self.negated(draft.clone());
            let minus = self.node(integer).negative;
            if self.draft_at_least(&draft, stops, integer) && self.draft_at_least(&negative, stops.negated(), minus) {
                return integer;
            }
        }
        self.intern(draft, None)
    }

    pub(super) fn negated(&self, draft: Draft) -> Draft {
        let negative = |forms: Vec<Form>| forms.into_iter().map(|form| self.node(form).negative).collect();
        Draft {
            left: negative(draft.right),
            right: negative(draft.left),
            left_end: -draft.right_end,
            right_end: -draft.left_end,
        }
    }

    pub(super) fn draft_stops(&self, draft: &Draft) -> Stops {
        let of = |form: &Form| self.node(*form).stops;
        // A side that may not wait moves, or is at its end.
        let left_must = draft.left.iter().map(|option| 1 + of(option).low[1]).max().unwrap_or(draft.left_end);
        let right_must = draft.right.iter().map(|option| of(option).high[0] - 1).min().unwrap_or(draft.right_end);
        // A side that may wait moves, or leaves the move to the opponent.
        let left_may = draft.left.iter().map(|option| 1 + of(option).high[1]).max();
        let right_may = draft.right.iter().map(|option| of(option).low[0] - 1).min();
        Stops {
            low: [left_must, right_may.map_or(left_must, |stop| stop.min(left_must))],
            high: [left_may.map_or(right_must, |stop| stop.max(right_must)), right_must],
        }
    }

    /// Stores a game and its negative.
    fn intern(&mut self, mut draft: Draft, integer: Option<i16>) -> Form {
        draft.sort();
        if let Some(&form) = self.interned.get(&draft) {
            return form;
        }
        let mut negated = self.negated(draft.clone());
        negated.sort();
        let form = Form(self.nodes.len() as u32);
        if negated == draft {
            self.push(draft, form, integer);
            return form;
        }
        let negative = Form(form.0 + 1);
        self.push(draft, negative, integer);
        self.push(negated, form, integer.map(|moves| -moves));
        if let Some(moves) = integer {
            self.integers.insert(-moves, negative);
        }
        form
    }

    /// Stores a game under the next index.
    fn push(&mut self, draft: Draft, negative: Form, integer: Option<i16>) {
        let form = Form(self.nodes.len() as u32);
        self.options += draft.left.len() + draft.right.len();
        self.nodes.push(Node {
            left: draft.left.clone().into(),
            right: draft.right.clone().into(),
            stops: self.draft_stops(&draft),
            negative,
            depth: draft.left.iter().chain(&draft.right).map(|&option| 1 + self.node(option).depth).max().unwrap_or(0),
            integer,
            key: self.key_of(&draft),
        });
        self.interned.insert(draft, form);
    }

    fn key_of(&self, draft: &Draft) -> Key {
        let sum = |forms: &[Form]| forms.iter().fold(Key::default(), |sum, &form| sum.plus(self.node(form).key));
        let ends = Key::of(&(draft.left.len(), draft.right.len(), draft.left_end, draft.right_end));
        sum(&draft.left).then(1).plus(sum(&draft.right).then(2)).plus(ends).then(3)
    }
}

impl Draft {
    fn sort(&mut self) {
        for options in [&mut self.left, &mut self.right] {
            options.sort_unstable();
            options.dedup();
        }
    }
}

impl Stops {
    pub(super) fn negated(self) -> Stops {
        Stops { low: [-self.high[1], -self.high[0]], high: [-self.low[1], -self.low[0]] }
    }

    /// True if no stop is less than the other's, which `at_least` requires.
    pub(super) fn cover(self, other: Stops) -> bool {
        let cover = |a: [i16; 2], b: [i16; 2]| a[0] >= b[0] && a[1] >= b[1];
        cover(self.low, other.low) && cover(self.high, other.high)
    }
}
