//! All engines, by name.

use otrera_board::Size;

use crate::complete::Complete;
use crate::engine::{Engine, EngineOptions};
use crate::eval::{Evaluator, POWERS, Term, Weights};
use crate::levels::{FULL, Levelled};
use crate::random::Random;
use crate::search::{
    Breadth, Cut, Deepening, Evaluation, Mcts, MctsSettings, Player, Pruning, Refined, SizedEvaluation,
};
use crate::simple::{Greedy, RandomMoves};

/// An engine with a name.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// Name on the command line and in protocols.
    pub name: &'static str,
    /// Description in a sentence or two.
    pub about: &'static str,
    /// True if its choices have meaningful scores. Otherwise the scores are always even.
    pub judges: bool,
    /// True if the engine converts every win that it calls proven. All engines report only true proofs, but a search
    /// starts from scratch with every move and may not find the proof again; exact endgame play remembers it.
    keeps_wins: bool,
    make: fn(&EngineOptions) -> Box<dyn Engine>,
}

impl Named {
    /// Builds the engine at the level in `options`. An engine that does not judge has no levels.
    pub fn build(&self, options: &EngineOptions) -> Box<dyn Engine> {
        let engine = (self.make)(options);
        if self.judges { Levelled::at_level(engine, options) } else { engine }
    }

    /// True if a game may be adjudicated once the engine with these options calls its win proven. An engine below full level
    /// may not find the proof again.
    pub fn keeps_wins(&self, options: &EngineOptions) -> bool {
        self.keeps_wins && options.level >= FULL
    }
}

/// All engines, from the weakest to the strongest.
pub const NAMED: &[Named] = &[
    Named {
        name: "random",
        about: "Plays a random legal move.",
        judges: false,
        keeps_wins: false,
        make: |options| Box::new(RandomMoves(Random::new(options.seed))),
    },
    Named {
        name: "greedy",
        about: "Looks one move ahead and maximises the squares that it reaches first.",
        judges: true,
        keeps_wins: false,
        make: |options| Box::new(Greedy(Random::new(options.seed))),
    },
    Named {
        name: "arrow-full",
        about: "Alpha-beta over all moves, with min-distance as its only evaluation: the full-width search of Müller & \
                Tegos' program Arrow (2002).",
        judges: true,
        keeps_wins: false,
        make: |options| alpha_beta(FULL_WIDTH, min_distance, options),
    },
    Named {
        name: "arrow",
        about: "Alpha-beta over the 15 moves that look best one move ahead, with min-distance as its only evaluation: the \
                selective search of Müller & Tegos' program Arrow (2002).",
        judges: true,
        keeps_wins: false,
        make: |options| alpha_beta(SELECTIVE, min_distance, options),
    },
    Named {
        name: "amsbot",
        about: "Alpha-beta over all moves that prunes moves a shallow search shows to be hopeless (Multi-ProbCut), after \
                Buro's program Amsbot (2000). Amsbot's evaluation was not published; this one uses amazong's.",
        judges: true,
        keeps_wins: false,
        make: |options| alpha_beta(PROB_CUT, lieberum, options),
    },
    Named {
        name: "amazong",
        about: "Alpha-beta over 15 moves with the evaluation of Lieberum (2005): territory by queen and king distance, \
                weighted by how open the game is, and enclosed amazons, without his corrections for guards and zugzwangs.",
        judges: true,
        keeps_wins: false,
        make: |options| alpha_beta(SELECTIVE, lieberum, options),
    },
    Named {
        name: "amazong-whole",
        about: "amazong with the rest of Lieberum's evaluation (2005) at every leaf: guards, generic zugzwangs and shape.",
        judges: true,
        keeps_wins: false,
        make: |options| alpha_beta(SELECTIVE, |size| Refined(lieberum(size)), options),
    },
    Named {
        name: "campya",
        about: "Monte-Carlo tree search that evaluates leaves instead of playing games out and backs up means, after \
                Lorentz' programs Invader and Campya (2008), with amazong's evaluation.",
        judges: true,
        keeps_wins: false,
        make: |options| monte_carlo(MEANS, lieberum, options),
    },
    Named {
        name: "otrera",
        about: "The strongest engine: opening book; Monte-Carlo tree search with a fitted evaluation that mixes means and \
                minimax and widens with visits; and exact endgame play.",
        judges: true,
        keeps_wins: true,
        make: |options| {
            // The endgame gets its share of the memory.
            let memory = options.memory - options.memory / 16 * ENDGAME_SHARE;
            let search = monte_carlo(BEST, Evaluator::for_size, &EngineOptions { memory, ..options.clone() });
            Box::new(Complete::new(search, options))
        },
    },
];

/// The engine of this name.
pub fn named(name: &str) -> Option<&'static Named> {
    NAMED.iter().find(|engine| engine.name == name)
}

/// Memory of [`Endgame`](crate::Endgame), in sixteenths.
const ENDGAME_SHARE: usize = 5;

/// The largest width of Müller & Tegos (2002, section 6.1).
const SELECTIVE: Pruning = Pruning { width: Some(15), reductions: false, cuts: &[] };
const FULL_WIDTH: Pruning = Pruning { width: None, reductions: true, cuts: &[] };
const PROB_CUT: Pruning = Pruning { width: None, reductions: true, cuts: Cut::FITTED };

/// `campya`. Breadth, slack and history weight from games at equal nodes; temperature, own share and minimax from matches
/// with a clock (docs/notes/search-settings.md); the others by judgement. `otrera` differs only where its method does.
const MEANS: MctsSettings = MctsSettings {
    exploration: 0.5,
    temperature: 1.0,
    narrow: Breadth { steps: 8, width: 16, slack: 0.5 },
    broad: Breadth { steps: 24, width: 48, slack: 0.5 },
    broaden_after: 12,
    root_width: 128,
    minimax: 0.0,
    evaluation_visits: 1.0,
    own_share: 0.5,
    history_weight: 0.0,
};
const BEST: MctsSettings = MctsSettings { minimax: 0.3, history_weight: 16.0, ..MEANS };

fn alpha_beta<E: Evaluation + 'static>(
    pruning: Pruning,
    evaluator: fn(Size) -> E,
    options: &EngineOptions,
) -> Box<dyn Engine> {
    Box::new(Player(Deepening::new(pruning, SizedEvaluation::new(evaluator), options)))
}

fn monte_carlo(
    settings: MctsSettings,
    evaluator: impl Fn(Size) -> Evaluator + Send + 'static,
    options: &EngineOptions,
) -> Box<dyn Engine> {
    Box::new(Player(Mcts::new(settings, SizedEvaluation::new(evaluator), options)))
}

/// The search of `otrera` with the given weights, without book and endgame.
pub(crate) fn bare_search(weights: &Weights, options: &EngineOptions) -> Box<dyn Engine> {
    let weights = weights.clone();
    monte_carlo(BEST, move |size| Evaluator::new(&weights, size), options)
}

/// Lead in squares at odds of e to 1: the error of min-distance in the middle of a game.
const SCALE: f32 = 4.0;

/// Min-distance. Squares that both sides reach at the same time count for neither.
pub(crate) fn min_distance(size: Size) -> Evaluator {
    Evaluator::new(&weights(&[(Term::QueenTerritory, [1.0, 0.0, 0.0, 0.0])]), size)
}

/// Lieberum's evaluation without the corrections of [`Refinements`](crate::eval::Refinements). His
/// f1 to f4 add up to 1, and f1 is 1 where nothing is open. He gives no numbers; these are shares by stage as in public programs
/// of that family. Ties follow his rule that |κ| is at most 1/5.
fn lieberum(size: Size) -> Evaluator {
    let terms = [
        (Term::QueenTerritory, [1.0, -2.2, 1.4, 0.0]),
        (Term::KingTerritory, [0.0, 0.5, -0.1, 0.0]),
        (Term::QueenAccess, [0.0, 0.85, -0.65, 0.0]),
        (Term::KingAccess, [0.0, 0.85, -0.65, 0.0]),
        (Term::Enclosure, [0.0, 14.0, 0.0, 0.0]),
        (Term::QueenTies, [0.1, -0.15, 0.07, 0.0]),
        (Term::KingTies, [0.0, 0.04, 0.0, 0.0]),
    ];
    Evaluator::new(&weights(&terms), size)
}

/// Weights of the given terms, and 0 for all others.
fn weights(terms: &[(Term, [f32; POWERS])]) -> Weights {
    let mut weights = Weights { scale: SCALE, apart: 0.0, factors: [[0.0; POWERS]; Term::COUNT] };
    for &(term, factors) in terms {
        weights.factors[term as usize] = factors;
    }
    weights
}
