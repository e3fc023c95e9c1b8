//! Forms: what an area is to the margin, and nothing else of it. docs/scoring.md, "Forms", has the proofs.
//!
//! A canonical value ([`otrera_cgt`]) forgets too much: 3|6 and a territory of four squares are the same number, but not
//! the same margin. So games are kept as trees here, and only what can make no difference to any margin is taken away:
//! options that are dominated and options that are reversed, by an order of their own ([`Forms::at_least`]).

use otrera_cgt::table_bytes;
use rustc_hash::FxHashMap;

use super::key::Key;

/// A game, by its number in [`Forms`]. Equal games may have different numbers; equal numbers are equal games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Form(u32);

/// What a game comes to if one side may always wait and the other never: Left's moves made and left, less Right's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Stops {
    /// Right may wait: by Left to move, and by Right to move.
    pub(crate) low: [i16; 2],
    /// Left may wait: by Left to move, and by Right to move.
    pub(crate) high: [i16; 2],
}

/// A game that is not kept yet. A side without a move is left with an end: minus the moves that Right can make in a row
/// if Left has none, the moves that Left can make in a row if Right has none. Where there are moves, the end is 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Loose {
    pub(super) left: Vec<Form>,
    pub(super) right: Vec<Form>,
    pub(super) left_end: i16,
    pub(super) right_end: i16,
}

struct Node {
    left: Box<[Form]>,
    right: Box<[Form]>,
    stops: Stops,
    negative: Form,
    /// Most moves of both sides together.
    depth: u16,
    whole: Option<i16>,
    key: Key,
}

/// All games that were met, each once.
pub(crate) struct Forms {
    nodes: Vec<Node>,
    found: FxHashMap<Loose, Form>,
    wholes: FxHashMap<i16, Form>,
    sums: FxHashMap<(Form, Form), Form>,
    pub(super) compared: FxHashMap<(Form, Form), bool>,
    /// Options of all nodes.
    options: usize,
}

impl Forms {
    /// The game 0.
    pub(crate) const ZERO: Form = Form(0);

    pub(crate) fn new() -> Forms {
        let mut forms = Forms {
            nodes: Vec::new(),
            found: FxHashMap::default(),
            wholes: FxHashMap::default(),
            sums: FxHashMap::default(),
            compared: FxHashMap::default(),
            options: 0,
        };
        let zero = forms.keep(Loose { left: Vec::new(), right: Vec::new(), left_end: 0, right_end: 0 }, Some(0));
        debug_assert_eq!(zero, Forms::ZERO);
        forms
    }

    /// Memory in use, about.
    pub(crate) fn bytes(&self) -> usize {
        // Each option is stored twice: in its node and in the map of games.
        self.nodes.capacity() * size_of::<Node>()
            + table_bytes::<(Loose, Form)>(self.found.capacity())
            + table_bytes::<((Form, Form), Form)>(self.sums.capacity())
            + table_bytes::<((Form, Form), bool)>(self.compared.capacity())
            + 2 * self.options * size_of::<Form>()
    }

    fn node(&self, form: Form) -> &Node {
        &self.nodes[form.0 as usize]
    }

    pub(crate) fn left(&self, form: Form) -> &[Form] {
        &self.node(form).left
    }

    pub(crate) fn right(&self, form: Form) -> &[Form] {
        &self.node(form).right
    }

    pub(crate) fn stops(&self, form: Form) -> Stops {
        self.node(form).stops
    }

    /// The same with the sides exchanged.
    pub(crate) fn negative(&self, form: Form) -> Form {
        self.node(form).negative
    }

    /// Most moves of both sides together.
    pub(crate) fn depth(&self, form: Form) -> u16 {
        self.node(form).depth
    }

    /// The number of moves, if the game is nothing but a territory; Right's are negative.
    pub(crate) fn to_whole(&self, form: Form) -> Option<i16> {
        self.node(form).whole
    }

    /// The same for the same game, in every run and thread.
    pub(crate) fn key(&self, form: Form) -> Key {
        self.node(form).key
    }

    /// The whole numbers a and b, if the game is a|b and nothing else.
    pub(crate) fn to_switch(&self, form: Form) -> Option<(i16, i16)> {
        match (self.left(form), self.right(form)) {
            (&[left], &[right]) => Some((self.to_whole(left)?, self.to_whole(right)?)),
            _ => None,
        }
    }

    /// A territory of so many moves; Right's are negative.
    pub(crate) fn whole(&mut self, moves: i16) -> Form {
        if moves == 0 {
            return Forms::ZERO;
        }
        if let Some(&form) = self.wholes.get(&moves) {
            return form;
        }
        let less = self.whole(moves - moves.signum());
        let loose = match moves > 0 {
            true => Loose { left: vec![less], right: Vec::new(), left_end: 0, right_end: moves },
            false => Loose { left: Vec::new(), right: vec![less], left_end: moves, right_end: 0 },
        };
        let form = self.keep(loose, Some(moves));
        self.wholes.insert(moves, form);
        form
    }

    /// The sum of two games.
    pub(crate) fn add(&mut self, a: Form, b: Form) -> Form {
        if a == Forms::ZERO {
            return b;
        }
        if b == Forms::ZERO {
            return a;
        }
        if let (Some(a), Some(b)) = (self.to_whole(a), self.to_whole(b)) {
            return self.whole(a + b);
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
        let (s, t) = (self.stops(a), self.stops(b));
        let left_end = if left.is_empty() { s.low[0] + t.low[0] } else { 0 };
        let right_end = if right.is_empty() { s.high[1] + t.high[1] } else { 0 };
        let sum = self.game(Loose { left, right, left_end, right_end });
        self.sums.insert(pair, sum);
        sum
    }

    /// A game by its options, in as simple a form as is found.
    pub(super) fn game(&mut self, mut loose: Loose) -> Form {
        loop {
            loose.sort();
            if let Some(&form) = self.found.get(&loose) {
                return form;
            }
            let mut changed = self.simplify_left(&mut loose);
            loose = self.negated(loose);
            changed |= self.simplify_left(&mut loose);
            loose = self.negated(loose);
            if !changed {
                break;
            }
        }
        loose.sort();
        let stops = self.loose_stops(&loose);
        let number = stops.low[0];
        if stops == (Stops { low: [number; 2], high: [number; 2] }) {
            let whole = self.whole(number);
            let negative = self.negated(loose.clone());
            let minus = self.negative(whole);
            if self.loose_at_least(&loose, stops, whole) && self.loose_at_least(&negative, stops.negated(), minus) {
                return whole;
            }
        }
        self.keep(loose, None)
    }

    pub(super) fn negated(&self, loose: Loose) -> Loose {
        let negative = |forms: Vec<Form>| forms.into_iter().map(|form| self.negative(form)).collect();
        Loose {
            left: negative(loose.right),
            right: negative(loose.left),
            left_end: -loose.right_end,
            right_end: -loose.left_end,
        }
    }

    pub(super) fn loose_stops(&self, loose: &Loose) -> Stops {
        let of = |form: &Form| self.stops(*form);
        // Who may not wait moves, or is at an end.
        let left_must = loose.left.iter().map(|option| 1 + of(option).low[1]).max().unwrap_or(loose.left_end);
        let right_must = loose.right.iter().map(|option| of(option).high[0] - 1).min().unwrap_or(loose.right_end);
        // Who may wait moves or leaves it to the other.
        let left_may = loose.left.iter().map(|option| 1 + of(option).high[1]).max();
        let right_may = loose.right.iter().map(|option| of(option).low[0] - 1).min();
        Stops {
            low: [left_must, right_may.map_or(left_must, |stop| stop.min(left_must))],
            high: [left_may.map_or(right_must, |stop| stop.max(right_must)), right_must],
        }
    }

    /// Keeps a game and its negative.
    fn keep(&mut self, mut loose: Loose, whole: Option<i16>) -> Form {
        loose.sort();
        if let Some(&form) = self.found.get(&loose) {
            return form;
        }
        let mut negated = self.negated(loose.clone());
        negated.sort();
        let stops = self.loose_stops(&loose);
        let depth = loose.left.iter().chain(&loose.right).map(|&option| 1 + self.depth(option)).max().unwrap_or(0);
        let form = Form(self.nodes.len() as u32);
        if negated == loose {
            self.insert(loose, form, form, stops, depth, whole);
            return form;
        }
        let negative = Form(form.0 + 1);
        self.insert(loose, form, negative, stops, depth, whole);
        self.insert(negated, negative, form, stops.negated(), depth, whole.map(|moves| -moves));
        if let Some(moves) = whole {
            self.wholes.insert(-moves, negative);
        }
        form
    }

    fn insert(&mut self, loose: Loose, form: Form, negative: Form, stops: Stops, depth: u16, whole: Option<i16>) {
        debug_assert_eq!(self.nodes.len(), form.0 as usize, "games are numbered in order");
        let key = self.key_of(&loose);
        self.options += loose.left.len() + loose.right.len();
        let (left, right) = (loose.left.clone().into(), loose.right.clone().into());
        self.nodes.push(Node { left, right, stops, negative, depth, whole, key });
        self.found.insert(loose, form);
    }

    fn key_of(&self, loose: &Loose) -> Key {
        let sum = |forms: &[Form]| forms.iter().fold(Key::default(), |sum, &form| sum.plus(self.key(form)));
        let ends = Key::of(&(loose.left.len(), loose.right.len(), loose.left_end, loose.right_end));
        sum(&loose.left).then(1).plus(sum(&loose.right).then(2)).plus(ends).then(3)
    }
}

impl Loose {
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

    /// Whether none of them is less than the other's: what `at_least` needs before anything else.
    pub(super) fn cover(self, other: Stops) -> bool {
        let cover = |a: [i16; 2], b: [i16; 2]| a[0] >= b[0] && a[1] >= b[1];
        cover(self.low, other.low) && cover(self.high, other.high)
    }
}
