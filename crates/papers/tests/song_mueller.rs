//! The solver of Song & Müller: the bounds of each rule against exact values, winners against plain minimax, and
//! results of the paper.

use std::collections::HashMap;

use otrera_atlas::KnownValues;
use otrera_board::areas::{self, Kind};
use otrera_board::{Area, Bits, Position, Setup, Side};
use otrera_cgt::{Bound, Bounds, Closeness, Dyadic, Outcome, Store, Value};
use otrera_papers::Scores;
use otrera_papers::song_mueller::{
    BlockerTerritory, Databases, Evaluator, Method, Solver, Techniques, choose_blockers, local_scores, plod, safe_moves,
};
use otrera_regions::{AreaValues, moves_alone};
use otrera_testing::{NEVER, Random, atlas, wins};

/// Less than the difference of any two numbers of small areas.
const EPSILON: (i64, u32) = (1, 16);

const PLAIN: Techniques = Techniques { memory: 1 << 18, ..Techniques::PLAIN };
const PAPER: Techniques = Techniques { memory: 1 << 18, ..Techniques::PAPER };
const ALPHA_BETA: Techniques = Techniques { memory: 1 << 18, ..Techniques::ALPHA_BETA };

/// Each technique alone, and the paper's solver without each.
fn switched() -> Vec<(String, Techniques)> {
    type Switch = fn(&mut Techniques, bool);
    let switches: [(&str, Switch); 10] = [
        ("simple", |t, on| t.simple = on),
        ("blocked", |t, on| {
            t.blocked = on;
            t.blockers |= on;
        }),
        ("active", |t, on| t.active = on),
        ("blockers", |t, on| t.blockers = on),
        ("safe", |t, on| t.safe = on),
        ("origins", |t, on| {
            t.origins = on;
            t.safe |= on;
        }),
        ("local", |t, on| t.local = on),
        ("hot", |t, on| {
            t.hot = on;
            t.active |= on;
        }),
        ("infinitesimals", |t, on| t.infinitesimals = on),
        ("widening", |t, on| t.widening = on),
    ];
    let mut all = Vec::new();
    for (name, switch) in switches {
        let (mut alone, mut without) = (PLAIN, PAPER);
        switch(&mut alone, true);
        switch(&mut without, false);
        all.push((format!("{name} alone"), alone));
        all.push((format!("without {name}"), without));
    }
    all
}

struct Exact<'a> {
    store: &'a Store,
    values: AreaValues<'a>,
}

impl<'a> Exact<'a> {
    fn new(store: &'a Store) -> Exact<'a> {
        Exact { store, values: AreaValues::new(store) }
    }

    fn value(&mut self, position: &Position<u64>) -> Value {
        self.values.position(position).unwrap()
    }

    fn number(&self, n: Dyadic) -> Value {
        self.store.number(n).unwrap()
    }

    /// Returns whether `bound` is a lower bound of `value`.
    fn is_above(&self, value: Value, bound: Bound) -> bool {
        let at = self.number(bound.at);
        let epsilon = Dyadic::new(EPSILON.0, EPSILON.1).unwrap();
        match bound.closeness {
            Closeness::Closed => self.store.le(at, value).unwrap(),
            Closeness::Tightened => at != value && self.store.le(at, value).unwrap(),
            Closeness::Relaxed => self.store.le(self.number(bound.at.checked_sub(epsilon).unwrap()), value).unwrap(),
        }
    }

    fn holds(&self, value: Value, bounds: Bounds) -> bool {
        self.is_above(value, bounds.lower) && self.is_above(-value, bounds.negative().lower)
    }
}

/// Maximum size of areas on scattered boards, which are valued exactly.
const LARGEST: u32 = 8;

/// A mostly burnt board with several small areas.
fn scattered(random: &mut Random) -> Position<u64> {
    loop {
        let position = random_cells(random);
        if areas::basic(&position).iter().all(|area| area.squares.count() <= LARGEST) {
            return position;
        }
    }
}

fn random_cells(random: &mut Random) -> Position<u64> {
    let (width, height) = [(5, 4), (5, 5), (6, 5), (7, 3)][random.below(4)];
    let cells: Vec<char> = (0..width * height)
        .map(|_| match random.below(20) {
            0..=2 => 'b',
            3..=5 => 'w',
            6..=11 => '.',
            _ => '#',
        })
        .collect();
    let rows: Vec<String> = cells.chunks(width).map(|row| row.iter().collect()).collect();
    let side = ['b', 'w'][random.below(2)];
    position(&format!("{} {side}", rows.join("/")))
}

fn position(text: &str) -> Position<u64> {
    text.parse::<Setup>().unwrap().position().unwrap().resized().unwrap()
}

/// Calls `check` with active areas of random positions.
fn for_each_active(seed: u64, count: usize, mut check: impl FnMut(&Area<u64>)) {
    let mut random = Random(seed);
    let mut done = 0;
    while done < count {
        let position = if done % 2 == 0 { random.position() } else { scattered(&mut random) };
        for area in areas::basic(&position).into_iter().filter(|area| area.kind == Kind::Active) {
            check(&Area::whole(&position).cropped(area.squares));
            done += 1;
        }
    }
}

#[test]
fn safe_moves_are_a_lower_bound() {
    let store = Store::new();
    let mut exact = Exact::new(&store);
    let mut found = [[0; 3]; 2];
    for_each_active(11, 6000, |area| {
        let value = exact.value(&area.position(Side::Black));
        let empty = i64::from(area.empty().count());
        for origins in [false, true] {
            let moves = safe_moves(area, area.amazons(Side::Black), area.unburnt(), origins);
            found[usize::from(origins)][moves as usize] += 1;
            let bound = Bound::closed(Dyadic::integer(2 * i64::from(moves) - empty));
            assert!(exact.is_above(value, bound), "{moves} safe moves in {}", area.position(Side::Black));
        }
    });
    let [without, with] = found;
    // Rules 5 and 6 find more.
    assert!(with[1] > without[1], "{found:?}");
}

/// Two safe moves need space: two black amazons and a white one on 3x4, little burnt.
#[test]
fn two_safe_moves_are_a_lower_bound() {
    let store = Store::new();
    let mut exact = Exact::new(&store);
    let mut random = Random(18);
    let mut found = 0;
    while found < 200 {
        let mut cells = ['.'; 12];
        for sign in ['b', 'b', 'w'].into_iter().chain(std::iter::repeat_n('#', random.below(3))) {
            cells[random.below(12)] = sign;
        }
        let rows: Vec<String> = cells.chunks(4).map(|row| row.iter().collect()).collect();
        let area = Area::whole(&position(&format!("{} b", rows.join("/"))));
        if safe_moves(&area, area.amazons(Side::Black), area.unburnt(), true) == 2 {
            let bound = Bound::closed(Dyadic::integer(4 - i64::from(area.empty().count())));
            let value = exact.value(&area.position(Side::Black));
            assert!(exact.is_above(value, bound), "{rows:?}");
            found += 1;
        }
    }
}

#[test]
fn known_areas_change_no_value() {
    let store = Store::new();
    let known = KnownValues::new(atlas(), &store).unwrap().unwrap();
    let mut with_atlas = AreaValues::with_known(&store, &known);
    let mut exact = Exact::new(&store);
    for_each_active(19, 1000, |area| {
        let position = area.position(Side::Black);
        assert_eq!(with_atlas.position(&position).unwrap(), exact.value(&position), "{position}");
    });
}

#[test]
fn plodding_is_a_lower_bound() {
    let mut random = Random(12);
    let (mut compared, mut full) = (0, 0);
    while compared < 4000 {
        let position = scattered(&mut random);
        for area in areas::basic(&position) {
            let Kind::Territory(owner) = area.kind else { continue };
            let (empty, amazons) = (area.squares & position.empty(), area.squares & position.amazons(owner));
            let plodded = plod(position.grid(), empty, amazons, 0);
            let alone = Area::whole(&position).cropped(area.squares);
            let most = moves_alone(&alone, owner, &|_| Ok(())).unwrap() as u32;
            assert!((1..=most).contains(&plodded.moves) && plodded.used == 0, "{position}");
            compared += 1;
            full += usize::from(plodded.moves == most);
        }
    }
    assert!(full * 10 > compared * 9 && full < compared, "{full} of {compared}");
}

/// The owner makes the claimed moves with the chosen blockers alone.
#[test]
fn chosen_blockers_suffice() {
    let store = Store::new();
    let known = KnownValues::new(atlas(), &store).unwrap().unwrap();
    let mut databases = Databases::new(&known, &store);
    let mut random = Random(13);
    let (mut compared, mut spared) = (0, 0);
    while compared < 1000 {
        let position = scattered(&mut random);
        for area in areas::improved(&position).into_iter().filter(|area| area.blockers != 0) {
            let Kind::Territory(owner) = area.kind else { continue };
            let (empty, all) = (area.squares & position.empty(), area.squares & position.amazons(owner));
            let (squares, blockers) = (area.squares, area.blockers);
            let territory = BlockerTerritory { squares, amazons: all & !blockers, blockers };
            let chosen = choose_blockers(&mut databases, &Area::whole(&position), &territory);
            assert_eq!(chosen.used & !area.blockers, 0, "{position}");
            let left = area.squares & !(area.blockers & !chosen.used);
            let most = filled(&position, left, all & left, chosen.used, &mut HashMap::new());
            assert_eq!(chosen.moves, most, "{position}");
            compared += 1;
            spared += usize::from(chosen.used != area.blockers && most == empty.count());
        }
    }
    assert!(spared > 100, "{spared} of {compared}");
}

/// The maximum number of moves of `amazons` alone on `squares`, by plain search; `blockers` among them shoot back
/// first.
fn filled(
    position: &Position<u64>,
    squares: u64,
    amazons: u64,
    blockers: u64,
    known: &mut HashMap<(u64, u64, u64), u32>,
) -> u32 {
    let key = (squares, amazons, blockers);
    if let Some(&moves) = known.get(&key) {
        return moves;
    }
    let board = Position::from_sets(position.grid(), amazons, 0, squares & !amazons, Side::Black);
    let mut best = 0;
    for action in board.actions() {
        let [from, to, arrow] = [action.from, action.to, action.arrow].map(u64::bit);
        if blockers & from != 0 && arrow != from {
            continue;
        }
        let moves = filled(position, squares & !arrow, amazons & !from | to, blockers & !from, known);
        best = best.max(1 + moves);
    }
    known.insert(key, best);
    best
}

#[test]
fn local_scores_bound_the_stops() {
    let store = Store::new();
    let mut exact = Exact::new(&store);
    for_each_active(14, 3000, |area| {
        if area.unburnt().count() > 8 {
            return;
        }
        let value = exact.value(&area.position(Side::Black));
        let Scores { black_first: black, white_first: white } = local_scores(area);
        let relaxed = |n: i32| Bound { at: Dyadic::integer(n.into()), closeness: Closeness::Relaxed };
        let bounds = Bounds { lower: relaxed(white), upper: relaxed(black) };
        assert!(exact.holds(value, bounds), "{} {bounds}", area.position(Side::Black));
        // The first move is worth at most one move.
        let [left, right] = [store.left_stop(value), store.right_stop(value)].map(|stop| stop.to_f64());
        assert!(f64::from(black) <= left + 1.0 && f64::from(white) >= right - 1.0, "{}", area.position(Side::Black));
    });
}

/// Bounds and winners of whole positions, with each technique alone and without each.
#[test]
fn evaluations_agree_with_exact_values() {
    let (ours, store) = (Store::new(), Store::new());
    let known = KnownValues::new(atlas(), &ours).unwrap().unwrap();
    let mut exact = Exact::new(&store);
    let mut all = switched();
    all.extend([("plain".into(), PLAIN), ("paper".into(), PAPER), ("alpha-beta".into(), ALPHA_BETA)]);
    let mut evaluators: Vec<_> =
        all.iter().map(|(_, techniques)| (Evaluator::new(Databases::new(&known, &ours), *techniques), 0)).collect();
    let mut random = Random(15);
    let positions = 4000;
    for number in 0..positions {
        let position = if number % 4 == 0 { random.position() } else { scattered(&mut random) };
        let value = exact.value(&position);
        let outcome = store.outcome(value);
        for ((evaluator, decided), (name, _)) in evaluators.iter_mut().zip(&all) {
            for to_move in Side::BOTH {
                let evaluation = evaluator.evaluate(&position.with_to_move(to_move)).unwrap();
                let bounds = evaluation.bounds;
                assert!(exact.holds(value, bounds), "{name}: {position} is not within {bounds}");
                let winner = match outcome {
                    Outcome::Left => Side::Black,
                    Outcome::Right => Side::White,
                    Outcome::Next => to_move,
                    Outcome::Previous => !to_move,
                };
                if let Some(found) = evaluation.winner {
                    assert_eq!(found, winner, "{name}: {position} with {to_move:?} to move");
                    *decided += 1;
                }
            }
        }
    }
    // Every technique decides more positions.
    let decided = |wanted: &str| {
        let place = all.iter().position(|(name, _)| name == wanted).unwrap();
        evaluators[place].1
    };
    for rule in ["simple", "active", "blockers", "safe", "local", "infinitesimals"] {
        assert!(decided(&format!("{rule} alone")) > decided("plain"), "{rule} alone");
    }
    for (more, less) in
        [("blocked alone", "blockers alone"), ("origins alone", "safe alone"), ("hot alone", "active alone")]
    {
        assert!(decided(more) > decided(less), "{more}: {} and {}", decided(more), decided(less));
    }
    for rule in ["active", "infinitesimals", "hot"] {
        assert!(decided(&format!("without {rule}")) < decided("paper"), "without {rule}");
    }
}

#[test]
fn searches_agree_with_minimax() {
    let store = Store::new();
    let known = KnownValues::new(atlas(), &store).unwrap().unwrap();
    let tiny = |techniques| Techniques { memory: 1 << 10, ..techniques };
    let mut others = switched();
    others.extend([("plain, a tiny table".into(), tiny(PLAIN)), ("paper, a tiny table".into(), tiny(PAPER))]);
    others.push(("alpha-beta, a tiny table".into(), tiny(ALPHA_BETA)));
    others.push(("alpha-beta with everything".into(), Techniques { method: Method::AlphaBeta, ..PAPER }));
    let main: Vec<(String, Techniques)> =
        vec![("plain".into(), PLAIN), ("paper".into(), PAPER), ("alpha-beta".into(), ALPHA_BETA)];
    let mut random = Random(16);
    let mut databases = Some(Databases::new(&known, &store));
    for number in 0..20_000 {
        let position = random.position();
        let to_move = position.to_move();
        let expected = if wins(&position, &mut HashMap::new()) { to_move } else { !to_move };
        // One of the presets and one of the others, in turn.
        for (name, techniques) in [&main[number % main.len()], &others[number % others.len()]] {
            let mut solver = Solver::new(databases.take().unwrap(), *techniques, &NEVER);
            assert_eq!(solver.solve(&position).unwrap(), expected, "{name}: {position}");
            databases = Some(solver.into_databases());
        }
    }
}

#[test]
fn winning_moves_win() {
    let store = Store::new();
    let known = KnownValues::new(atlas(), &store).unwrap().unwrap();
    let mut random = Random(17);
    for _ in 0..300 {
        let position = random.position();
        for techniques in [PLAIN, PAPER, ALPHA_BETA] {
            let mut solver = Solver::new(Databases::new(&known, &store), techniques, &NEVER);
            let won = wins(&position, &mut HashMap::new());
            let play = solver.winning_move(&position).unwrap();
            assert_eq!(play.is_some(), won, "{position}");
            if let Some(play) = play {
                let mut next = position;
                next.play(play).unwrap();
                assert!(!wins(&next, &mut HashMap::new()), "{position} {play}");
            }
        }
    }
}

/// The same position takes the same nodes, and a node limit ends the search.
#[test]
fn a_search_is_deterministic_and_keeps_its_limit() {
    let store = Store::new();
    let known = KnownValues::new(atlas(), &store).unwrap().unwrap();
    let start = position("start:4x4");
    let nodes = |techniques| {
        let mut solver = Solver::new(Databases::new(&known, &store), techniques, &NEVER);
        (solver.solve(&start), solver.stats())
    };
    let paper = Techniques { memory: 1 << 24, ..PAPER };
    assert_eq!(nodes(paper), nodes(paper));
    // Song & Müller 2014, Table I.
    assert_eq!(nodes(paper).0, Ok(Side::Black));
    for techniques in [PLAIN, ALPHA_BETA] {
        let (answer, stats) = nodes(Techniques { nodes: 100, ..techniques });
        assert!(answer.is_err() && stats.expanded == 100, "{stats:?}");
    }
}
