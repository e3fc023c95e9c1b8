//! The engines that there are, by name.

use otrera_board::Size;

use crate::complete::Complete;
use crate::engine::{Engine, EngineOptions};
use crate::eval::{Evaluator, POWERS, Term, Weights};
use crate::levels::{FULL, Levelled};
use crate::search::{Breadth, Cuts, Deepening, Mcts, MctsSettings, Player, Pruning, SizedEvaluation};
use crate::simple::{Greedy, Randomly};

/// An engine with a name.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// What it is asked for by.
    pub name: &'static str,
    /// What it stands for, in a sentence or two.
    pub about: &'static str,
    /// Whether the scores of its choices say something about the game. If not, they are always even.
    pub judges: bool,
    /// Whether a win that it calls proven is won against everybody. All say it only where it is true, but searches begin anew
    /// with every move, and nothing makes them find it again; exact play in endings remembers it and is given the time.
    keeps_wins: bool,
    make: fn(&EngineOptions) -> Box<dyn Engine>,
}

impl Named {
    /// Ready to play, at the level of the options.
    pub fn build(&self, options: &EngineOptions) -> Box<dyn Engine> {
        Levelled::hold_back((self.make)(options), options)
    }

    /// Whether, with these options, a game is over when it calls its win proven: it goes on with the proof. Engines that are
    /// held back may not see it again.
    pub fn keeps_wins(&self, options: &EngineOptions) -> bool {
        self.keeps_wins && options.level >= FULL
    }
}

/// All of them, from the weakest to the strongest.
pub const NAMED: &[Named] = &[
    Named {
        name: "random",
        about: "Plays any legal move, each with the same chance.",
        judges: false,
        keeps_wins: false,
        make: |options| Box::new(Randomly::new(options)),
    },
    Named {
        name: "greedy",
        about: "Looks one move ahead, for the most squares that it reaches before the other side.",
        judges: true,
        keeps_wins: false,
        make: |options| Box::new(Greedy::new(options)),
    },
    Named {
        name: "arrow-full",
        about: "Alpha-beta over all moves, with min-distance and nothing else as its evaluation: the other of the two \
                searches of Müller & Tegos' program Arrow (2002).",
        judges: true,
        keeps_wins: false,
        make: |options| alpha_beta(FULL_WIDTH, min_distance, options),
    },
    Named {
        name: "arrow",
        about: "Alpha-beta over the 15 moves of a position that look best one move ahead, with min-distance and nothing \
                else as its evaluation, after Müller & Tegos' program Arrow (2002).",
        judges: true,
        keeps_wins: false,
        make: |options| alpha_beta(SELECTIVE, min_distance, options),
    },
    Named {
        name: "amsbot",
        about: "Alpha-beta over all moves that leaves out what a shallow search shows to be hopeless (Multi-ProbCut), \
                after Buro's program Amsbot (2000). Its own evaluation was not published; this has amazong's.",
        judges: true,
        keeps_wins: false,
        make: |options| alpha_beta(PROB_CUT, lieberum, options),
    },
    Named {
        name: "amazong",
        about: "Alpha-beta over few moves with the evaluation that Lieberum describes (2005): who is nearer by queen and \
                by king moves, blended by how open the game is, and amazons that are shut in.",
        judges: true,
        keeps_wins: false,
        make: |options| alpha_beta(SELECTIVE, lieberum, options),
    },
    Named {
        name: "campya",
        about: "Monte-Carlo tree search whose games are cut off by an evaluation at once, with means and no minimax, \
                after Lorentz' programs Invader and Campya (2008), with amazong's evaluation.",
        judges: true,
        keeps_wins: false,
        make: |options| monte_carlo(MEANS, lieberum, options),
    },
    Named {
        name: "otrera",
        about: "The best we have: the opening book; a tree that grows where our evaluation, means and minimax promise most, and \
                that looks at few moves of a position until it has come there often; and exact play in endings.",
        judges: true,
        keeps_wins: true,
        make: |options| {
            // What is known about endings takes its part of the memory.
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

/// Sixteenths of the memory that [`Endgame`](crate::Endgame) may take.
const ENDGAME_SHARE: usize = 5;

/// As many moves as Müller & Tegos go on with at the most (2002, section 6.1).
const SELECTIVE: Pruning = Pruning { width: Some(15), reductions: false, cuts: None };
const FULL_WIDTH: Pruning = Pruning { width: None, reductions: true, cuts: None };
const PROB_CUT: Pruning = Pruning { width: None, reductions: true, cuts: Some(&Cuts::FITTED) };

/// Breadth and slack after a few games at equal nodes, trust after more of them, temperature, calm and minimax by matches with
/// a clock (docs/results.md, "Searching"), the others by judgement. Whatever does not set the two engines apart is the same.
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

fn alpha_beta(pruning: Pruning, evaluator: fn(Size) -> Evaluator, options: &EngineOptions) -> Box<dyn Engine> {
    Box::new(Player::new(Deepening::new(pruning, SizedEvaluation::new(evaluator), options)))
}

fn monte_carlo(
    settings: MctsSettings,
    evaluator: impl Fn(Size) -> Evaluator + Send + 'static,
    options: &EngineOptions,
) -> Box<dyn Engine> {
    Box::new(Player::new(Mcts::new(settings, SizedEvaluation::new(evaluator), options)))
}

/// The search of `otrera` with other weights, and without book and endings.
pub(crate) fn bare_search(weights: &Weights, options: &EngineOptions) -> Box<dyn Engine> {
    let weights = weights.clone();
    monte_carlo(BEST, move |size| Evaluator::new(&weights, size), options)
}

/// Squares ahead that are odds of e to 1: the error of min-distance in the middle of a game.
const SCALE: f32 = 4.0;

/// Squares that both sides reach at the same time are nobody's.
pub(crate) fn min_distance(size: Size) -> Evaluator {
    Evaluator::new(&weights(&[(Term::QueenTerritory, [1.0, 0.0, 0.0, 0.0])]), size)
}

/// What Lieberum describes and no more. His f1 to f4 add up to 1, and f1 is 1 where nothing is open; he gives no numbers,
/// so these are shares by stage as public programs of that family have them. Ties by his rule that |κ| is at most 1/5.
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

/// These terms and no others.
fn weights(terms: &[(Term, [f32; POWERS])]) -> Weights {
    let mut weights = Weights { scale: SCALE, apart: 0.0, factors: [[0.0; POWERS]; Term::COUNT] };
    for &(term, factors) in terms {
        weights.factors[term as usize] = factors;
    }
    weights
}
