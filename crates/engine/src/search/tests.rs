//! Compares the searches with plain negamax and minimax on boards small enough for those.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use otrera_board::{Bits, Position};
use otrera_testing::{NEVER, position, wins};

use super::alphabeta::history::History;
use super::alphabeta::node::AlphaBeta;
use super::alphabeta::table::TranspositionTable;
use super::alphabeta::{Cut, PER_SQUARE, Value, WIN};
use super::budget::{GRANT, SharedBudget};
use super::evaluation::Evaluation;
use super::mcts::history::ProgressiveHistory;
use super::mcts::order::{HistoryBonus, MoveOrdering, NodeContext, Scope};
use super::mcts::tree::{Blend, Candidate, Coverage, Tree};
use super::{Breadth, Deepening, Mcts, MctsSettings, Player, Pruning, SizedEvaluation};
use crate::choice::Proven;
use crate::engine::{Engine, EngineOptions};
use crate::engines::min_distance;
use crate::eval::{Evaluator, View};
use crate::limits::Limits;
use crate::random::Random;

const FULL: Pruning = Pruning { width: None, reductions: false, cuts: &[] };
const SETTINGS: MctsSettings = MctsSettings {
    exploration: 0.5,
    temperature: 2.0,
    narrow: Breadth { steps: 3, width: 6, slack: 1.0 },
    broad: Breadth { steps: 6, width: 12, slack: 1.0 },
    broaden_after: 8,
    root_width: 24,
    minimax: 0.2,
    evaluation_visits: 1.0,
    own_share: 0.5,
    history_weight: 12.0,
};

/// Position after `moves` random moves, or at the end of the game if that comes first.
fn after(start: &str, moves: usize, seed: u64) -> Position {
    let mut random = Random::new(seed);
    let mut position: Position = position(start);
    for _ in 0..moves {
        let Some(action) = random.one(&position.actions()) else { break };
        position.play_unchecked(action);
    }
    position
}

fn options(threads: usize) -> EngineOptions {
    EngineOptions { threads, memory: 8 << 20, ..EngineOptions::default() }
}

fn deepening(pruning: Pruning, threads: usize) -> Box<dyn Engine> {
    Box::new(Player(Deepening::new(pruning, SizedEvaluation::new(min_distance), &options(threads))))
}

fn mcts(threads: usize) -> Box<dyn Engine> {
    Box::new(Player(Mcts::new(SETTINGS, SizedEvaluation::new(min_distance), &options(threads))))
}

fn kinds(threads: usize) -> Vec<Box<dyn Engine>> {
    let cuts = Cut::FITTED;
    let prunings =
        [FULL, Pruning { width: Some(6), ..FULL }, Pruning { reductions: true, ..FULL }, Pruning { cuts, ..FULL }];
    prunings.map(|pruning| deepening(pruning, threads)).into_iter().chain([mcts(threads)]).collect()
}

fn negamax(evaluator: &Evaluator, position: &Position, depth: u32, ply: Value) -> Value {
    if !position.can_move() {
        return ply - WIN;
    }
    if depth == 0 {
        return (evaluator.evaluate(position) * PER_SQUARE).round() as Value;
    }
    let mut best = -WIN;
    position.for_each_child(|_, child| best = best.max(-negamax(evaluator, child, depth - 1, ply + 1)));
    best
}

#[test]
fn full_width_values_are_those_of_negamax() {
    let starts = [("start:4x4", 2), ("start:5x4", 8), ("start:5x5", 14), ("start:4x7", 14), ("start:10x10", 62)];
    for (start, moves) in starts {
        for seed in 0..6 {
            let position = after(start, moves, seed);
            if !position.can_move() || position.count_moves() > 120 {
                continue;
            }
            let evaluator = min_distance(position.size());
            for depth in 1..=3 {
                let expected = negamax(&evaluator, &position, depth, 0);
                let budget = SharedBudget::new(&Limits::none(&NEVER));
                let (table, mut history) = (TranspositionTable::new(1 << 16), History::new());
                let mut search = AlphaBeta::new(&evaluator, &table, budget.for_thread(), FULL, &mut history);
                // Narrow windows decide on which side of them the value is, and fill the table.
                for window in [-300, 0, 300] {
                    let value = search.search_root(&position, depth, window, window + 1).unwrap();
                    assert_eq!(value > window, expected > window, "{position} to depth {depth} around {window}");
                }
                let value = search.search_root(&position, depth, -WIN, WIN);
                assert_eq!(value, Some(expected), "{position} to depth {depth}");
                assert!(position.check(position.name(search.line()[0])).is_ok());
            }
        }
    }
}

/// Cuts whose bounds no value reaches.
const NEVER_CERTAIN: &[Cut] = &[
    Cut { deep: 3, shallow: 1, slope: 1.0, shift: 0.0, error: 100_000.0 },
    Cut { deep: 4, shallow: 2, slope: 1.0, shift: 0.0, error: 100_000.0 },
];

#[test]
fn probcut_saves_nodes_within_its_error() {
    let mut all = [0, 0];
    let mut differences = Vec::new();
    for seed in 0..6 {
        let position: Position<u64> = after("start:6x6", 12, seed).resized().unwrap();
        let evaluator = min_distance(position.size());
        let searched = |cuts: &'static [Cut]| {
            let budget = SharedBudget::new(&Limits::none(&NEVER));
            let (table, mut history) = (TranspositionTable::new(1 << 20), History::new());
            let pruning = Pruning { cuts, ..FULL };
            let mut search = AlphaBeta::new(&evaluator, &table, budget.for_thread(), pruning, &mut history);
            let value = (1..=4).map(|depth| search.search_root(&position, depth, -WIN, WIN).unwrap()).last().unwrap();
            drop(search);
            (value, budget.spent())
        };
        let (plain, nodes) = searched(&[]);
        let (never, _) = searched(NEVER_CERTAIN);
        assert_eq!(never, plain, "{position}");
        let (cut, fewer) = searched(Cut::FITTED);
        all[0] += nodes;
        all[1] += fewer;
        differences.push((cut - plain).abs());
    }
    assert!(all[1] * 10 < all[0] * 9, "{all:?}");
    // Most values do not change, and none by more than the error that the cuts allow for.
    differences.sort_unstable();
    assert!(differences[2] == 0 && differences[5] <= 300, "{differences:?}");
}

#[test]
fn proofs_are_true_and_every_small_position_is_proven() {
    let mut known = HashMap::new();
    let mut outcomes = [0, 0];
    for (start, moves) in [("start:4x4", 3), ("start:4x4", 5), ("start:5x4", 6), ("start:5x4", 8)] {
        for seed in 0..8 {
            let position = after(start, moves, seed);
            if position.count_moves() < 2 {
                continue;
            }
            let expected = if wins(&position.resized().unwrap(), &mut known) { Proven::Win } else { Proven::Loss };
            outcomes[usize::from(expected == Proven::Win)] += 1;
            for (kind, mut engine) in kinds(1).into_iter().enumerate() {
                let choice = engine.choose(&position, &Limits::none(&NEVER), &mut |choice| {
                    assert!(choice.score.proven.is_none_or(|proven| proven == expected), "{position} by search {kind}");
                });
                let choice = choice.unwrap();
                assert_eq!(choice.score.proven, Some(expected), "{position} by search {kind}");
                let mut next = position;
                next.play(choice.play).unwrap();
                assert_eq!(!wins(&next.resized().unwrap(), &mut known), expected == Proven::Win);
            }
        }
    }
    assert!(outcomes[0] >= 5 && outcomes[1] >= 5, "both outcomes are tested: {outcomes:?}");
}

#[test]
fn one_thread_and_equal_node_limits_give_equal_games() {
    for size in ["start:6x6", "start:10x10"] {
        let play = |kind: usize| {
            let mut engine = kinds(1).swap_remove(kind);
            let mut position: Position = position(size);
            let mut choices = Vec::new();
            for _ in 0..3 {
                let choice = engine.choose(&position, &Limits::nodes(6_000, &NEVER), &mut |_| {}).unwrap();
                position.play(choice.play).unwrap();
                choices.push(choice);
            }
            choices
        };
        for kind in 0..kinds(1).len() {
            assert_eq!(play(kind), play(kind), "search {kind} on {size}");
        }
    }
}

#[test]
fn node_limits_are_kept_exactly() {
    for nodes in [1, 2, 31, 33, 1_000, 5_000] {
        for (kind, mut engine) in kinds(1).into_iter().enumerate() {
            let start: Position = position("start:8x8");
            let choice = engine.choose(&start, &Limits::nodes(nodes, &NEVER), &mut |_| {}).unwrap();
            assert!(choice.nodes <= nodes, "{} nodes of {nodes} by search {kind}", choice.nodes);
            assert!(start.check(choice.play).is_ok());
        }
    }
}

/// Min-distance that sets the stop flag after [`UNTIL_STOP`] positions and counts those evaluated too late. A busy machine
/// may be late itself; a search answers only for the work it does after it could have seen the flag.
struct Watched(Evaluator);

static STOP: AtomicBool = AtomicBool::new(false);
static UNTIL_STOP: AtomicI64 = AtomicI64::new(0);
static LATEST: Mutex<Option<Instant>> = Mutex::new(None);
static LATE: AtomicU64 = AtomicU64::new(0);

impl Evaluation for Watched {
    fn evaluate_batch<B: Bits>(&self, positions: &[View<B>], ahead: &mut [f32]) {
        for _ in positions {
            match UNTIL_STOP.fetch_sub(1, Relaxed) {
                1 => STOP.store(true, Relaxed),
                ..=0 => drop(LATE.fetch_add(1, Relaxed)),
                _ => {}
            }
            if LATEST.lock().unwrap().is_some_and(|latest| Instant::now() > latest) {
                LATE.fetch_add(1, Relaxed);
            }
        }
        self.0.evaluate_batch(positions, ahead);
    }

    fn chance(&self, ahead: f32) -> f32 {
        self.0.chance(ahead)
    }
}

#[test]
fn clock_and_stop_flag_are_obeyed_with_any_number_of_threads() {
    let start: Position = position("start:10x10");
    for threads in [1, 3] {
        // One read of the clock per grant and thread, and one position that is always evaluated.
        let most = (GRANT + 1) * threads as u64 + 1;
        let evaluations = || SizedEvaluation::new(|size| Watched(min_distance(size)));
        let engines: [Box<dyn Engine>; 2] = [
            Box::new(Player(Deepening::new(FULL, evaluations(), &options(threads)))),
            Box::new(Player(Mcts::new(SETTINGS, evaluations(), &options(threads)))),
        ];
        for mut engine in engines {
            for (positions, milliseconds) in
                [(0, None), (10, None), (3_000, None), (i64::MAX, Some(0)), (i64::MAX, Some(20))]
            {
                STOP.store(positions == 0, Relaxed);
                UNTIL_STOP.store(positions, Relaxed);
                LATE.store(0, Relaxed);
                let limits =
                    milliseconds.map_or(Limits::none(&STOP), |time| Limits::time(Duration::from_millis(time), &STOP));
                *LATEST.lock().unwrap() = limits.deadline.map(|deadline| deadline.hard);
                let choice = engine.choose(&start, &limits, &mut |_| {}).unwrap();
                assert!(start.check(choice.play).is_ok());
                let late = LATE.load(Relaxed);
                assert!(late <= most, "{late} positions too late with {threads} threads");
            }
        }
    }
}

#[test]
fn every_board_with_a_legal_move_gets_one() {
    let boards = "w...b w, wb w, b.w b, .w.#.b. b, w.../..../..../...b w, start:4x7, start:11x11, start:16x8, \
                  w/./././././b w, ...../..... w, w#b/### w, b.../.... w, ww../.... w, \
                  w..w..w..w..w..w..w..w..w. w, ##w./###. w";
    for text in boards.split(", ") {
        let start: Position = position(text);
        for mut engine in kinds(1) {
            let choice = engine.choose(&start, &Limits::nodes(3_000, &NEVER), &mut |_| {});
            assert_eq!(choice.is_some(), start.can_move(), "{text}");
            if let Some(choice) = choice {
                let mut line = start;
                for &play in &choice.line {
                    line.play(play).unwrap();
                }
                assert_eq!(choice.line[0], choice.play);
            }
        }
    }
}

#[test]
fn the_tree_is_reused_for_the_next_move() {
    let mut position: Position = position("start:6x6");
    let mut engine = mcts(1);
    let first = engine.choose(&position, &Limits::nodes(60_000, &NEVER), &mut |_| {}).unwrap();
    for &play in &first.line[..2] {
        position.play(play).unwrap();
    }
    let fresh = mcts(1).choose(&position, &Limits::nodes(2_000, &NEVER), &mut |_| {}).unwrap();
    let continued = engine.choose(&position, &Limits::nodes(2_000, &NEVER), &mut |_| {}).unwrap();
    assert!(continued.depth > fresh.depth, "{} and {}", continued.depth, fresh.depth);
    engine.new_game();
    let forgotten = engine.choose(&position, &Limits::nodes(2_000, &NEVER), &mut |_| {}).unwrap();
    assert_eq!(forgotten, fresh);
}

#[test]
fn a_full_pool_is_pruned_and_the_search_continues() {
    let small = EngineOptions { memory: 1, ..options(1) };
    let mut engine = Player(Mcts::new(SETTINGS, SizedEvaluation::new(min_distance), &small));
    let start: Position = position("start:8x8");
    let choice = engine.choose(&start, &Limits::nodes(2_000_000, &NEVER), &mut |_| {}).unwrap();
    assert_eq!(choice.nodes, 2_000_000);
    // Without pruning no node is added any more, and the line has six moves.
    assert!(choice.depth > 8, "{} moves", choice.depth);
}

const BLEND: Blend = Blend { minimax: 0.3, evaluation_visits: 1.0, alone: false };

/// The first `count` moves, all with the same chance.
fn candidates(position: &Position, count: usize, chance: f32) -> Vec<Candidate> {
    let candidate = |action| Candidate { action, ahead: 0.0, bonus: 0.0, prior: 0.1, chance };
    position.actions().into_iter().take(count).map(candidate).collect()
}

#[test]
fn broadening_keeps_the_mean_of_finished_visits() {
    let start: Position = position("start:4x4");
    let moves = |count| candidates(&start, count, 0.75);
    let tree = Tree::new(1 << 20);
    let node = tree.node(tree.add(7, &moves(3), Coverage::Narrow).unwrap());
    assert_eq!(node.mean(), 0.75, "without visits it is the minimax value");
    for (edge, chance) in [(0, 0.5), (2, 1.0), (0, 0.75)] {
        node.begin(edge, BLEND);
        node.end(edge, chance, BLEND);
    }
    let broad = tree.node(tree.broaden(node, &moves(5), Coverage::Broad).unwrap());
    for node in [node, broad] {
        node.begin(1, BLEND);
        assert_eq!(node.mean(), 0.75, "a visit under way is left out");
        node.cancel(1, BLEND);
    }
}

#[test]
fn moves_that_gained_elsewhere_are_ordered_first() {
    let start: Position = position("start:6x6");
    let evaluator = min_distance(start.size());
    let budget = SharedBudget::new(&Limits::none(&NEVER));
    let breadth = Breadth { steps: 3, width: 4, slack: 0.5 };
    let kept = |history: &ProgressiveHistory, weight| {
        let mut ordering = MoveOrdering::default();
        let bonus = HistoryBonus { history, weight };
        let budget = &mut budget.for_thread();
        let mut context = NodeContext { position: &start, evaluation: &evaluator, bonus, budget };
        assert!(ordering.evaluate(&mut context, Scope::Best(breadth)));
        assert!(!ordering.keep_best(&evaluator, breadth.width, 1.0), "there are more moves");
        ordering.candidates.iter().map(|candidate| candidate.action).collect::<Vec<_>>()
    };
    let mut history = ProgressiveHistory::new();
    let plain = kept(&history, 50.0);
    let other = start.actions().into_iter().find(|action| plain.iter().all(|kept| kept.from != action.from)).unwrap();
    for _ in 0..100 {
        history.learn(start.to_move(), other, 0.3);
    }
    assert_eq!(kept(&history, 50.0)[0], other);
    assert_eq!(kept(&history, 0.0), plain, "weight 0 ignores the history");
}

#[test]
fn pruning_keeps_the_most_visited_nodes_in_half_of_the_pool() {
    let start: Position = position("start:6x6");
    let tree = Tree::new(1);
    let moves = |count| candidates(&start, count, 0.5);
    // Edge n leads to a node with n visits; the pool is filled by what is below the last of them.
    let root = tree.add(7, &moves(9), Coverage::Broad).unwrap();
    for (n, edge) in tree.node(root).edges().iter().enumerate() {
        let below = tree.add(7, &moves(500), Coverage::Broad).unwrap();
        (0..n).for_each(|edge| tree.node(below).begin(edge, BLEND));
        assert!(edge.claim());
        edge.publish(Some(below));
        tree.node(root).begin(n, BLEND);
        tree.node(root).end(n, 0.25, BLEND);
    }
    let last = tree.node(tree.node(root).edges()[8].node().unwrap());
    for edge in last.edges() {
        assert!(edge.claim());
        edge.publish(tree.add(7, &moves(50), Coverage::Narrow));
    }
    assert!(!tree.is_full());
    while tree.add(7, &moves(60), Coverage::Narrow).is_some() {}
    assert!(tree.is_full());

    let hasty = Tree::new(1);
    let place = tree.copy_to(root, &hasty, 0, || false).unwrap();
    for (new, old) in hasty.node(place).edges().iter().zip(tree.node(root).edges()) {
        assert_eq!((new.visits(), new.node()), (old.visits(), None), "without time only the root is copied");
    }
    assert!(tree.pruned(root, || false).is_none(), "without time there is no tree");
    let (pruned, place) = tree.pruned(root, || true).unwrap();
    assert!(!pruned.is_full());
    let nodes = pruned.node(place).edges().iter().map(|edge| edge.node().map(|below| pruned.node(below)));
    // The visited nodes fill a quarter of that half; the unvisited ones do not fit into it.
    for (n, (node, old)) in nodes.zip(tree.node(root).edges()).enumerate() {
        assert_eq!(node.map(|node| node.visits()), (n > 0).then_some(n as u32), "edge {n}");
        let new = &pruned.node(place).edges()[n];
        assert_eq!((new.visits(), new.total(), new.action()), (old.visits(), old.total(), old.action()));
        assert!(node.is_none_or(|node| node.edges().iter().all(|edge| edge.node().is_none())));
    }
}

#[test]
fn a_node_with_several_parents_is_copied_once_and_in_its_newest_form() {
    let start: Position = position("start:6x6");
    let moves = |count| candidates(&start, count, 0.5);
    let tree = Tree::new(1);
    let root = tree.add(1, &moves(4), Coverage::Broad).unwrap();
    let shared = tree.add(2, &moves(2), Coverage::Narrow).unwrap();
    for edge in &tree.node(root).edges()[1..3] {
        assert!(edge.claim());
        edge.publish(Some(shared));
    }
    let broad = tree.broaden(tree.node(shared), &moves(5), Coverage::Broad).unwrap();
    tree.node(shared).replace_by(broad);
    assert_eq!(tree.below(&tree.node(root).edges()[1]), Some(broad));
    for copied in [
        {
            let new = Tree::new(1);
            tree.copy_to(root, &new, 0, || true).map(|root| (new, root))
        },
        tree.pruned(root, || true),
    ] {
        let (new, root) = copied.unwrap();
        let below: Vec<_> = new.node(root).edges().iter().map(|edge| new.below(edge)).collect();
        assert_eq!((below[0], below[3]), (None, None));
        assert!(below[1].is_some() && below[1] == below[2], "{below:?}");
        let mut nodes = Vec::new();
        new.for_each_node(|index, hash| nodes.push((hash, new.node(index).edges().len())));
        assert_eq!(nodes, [(1, 4), (2, 5)]);
    }
}

#[test]
fn a_proof_is_known_on_every_path_to_its_node() {
    let start: Position = position("start:6x6");
    let tree = Tree::new(1);
    let won = Candidate { ahead: f32::INFINITY, chance: 1.0, ..candidates(&start, 1, 1.0)[0] };
    let open = candidates(&start, 2, 0.5);
    let outcome = |moves: &[Candidate], coverage| tree.node(tree.add(3, moves, coverage).unwrap()).outcome();
    assert_eq!(outcome(&[open[0], won], Coverage::Narrow), Some(Proven::Win));
    assert_eq!(outcome(&open, Coverage::All), None);
    assert_eq!(outcome(&[], Coverage::All), Some(Proven::Loss));
    let node = tree.node(tree.add(3, &open, Coverage::All).unwrap());
    for (edge, minimax) in [(0, 0.5), (1, 0.0)] {
        node.prove(edge, Proven::Loss);
        assert_eq!(node.minimax(), minimax, "of the moves that do not lose");
    }
    assert_eq!(node.proven(), Some(Proven::Loss));
    node.record(Proven::Loss);
    assert_eq!(node.outcome(), Some(Proven::Loss));
}
