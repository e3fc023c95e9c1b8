use std::time::Duration;

use otrera_board::{Move, Side};
use otrera_engine::{Candidate, Proven, Score};
use schemars::JsonSchema;
use serde::Serialize;

use super::View;
use super::{Analysis, annotate, graph};
use crate::best::{lead, proven, rounded};

/// Least loss of chances of a doubtful move, a mistake and a blunder, in percent. From games/10x10-variations.sgf at half
/// a second a move: 10 of its 40 moves are marked, and 28 were with 5, 10 and 20.
const DOUBTFUL: i32 = 15;
const MISTAKE: i32 = 25;
const BLUNDER: i32 = 35;

/// Least visits of a move, as a part of the best one's, for it to be judged by the same search.
const LOOKED_AT: f32 = 0.05;
/// Least number of moves for an estimate of the bias.
const COMPARED: usize = 3;

/// Scores of all positions of a game, and its mistakes.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AnalyzeReport {
    pub(super) board: String,
    pub(super) engine: &'static str,
    pub(super) black: Option<String>,
    pub(super) white: Option<String>,
    /// One more than there are moves.
    pub(super) positions: Vec<PositionReport>,
    pub(super) moves: Vec<MoveReport>,
    /// Doubtful moves, mistakes and blunders of each side.
    pub(super) mistakes: Mistakes,
    pub(super) seconds: f64,
    #[serde(skip)]
    analysis: Analysis,
}

/// A position, as the side to move sees it.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct PositionReport {
    pub(super) board: String,
    pub(super) to_move: &'static str,
    pub(super) chance: f32,
    pub(super) score: f32,
    /// `win` or `loss`, if it is proven.
    pub(super) proven: Option<&'static str>,
    pub(super) best: Option<String>,
    pub(super) line: Vec<String>,
    pub(super) depth: u32,
    pub(super) nodes: u64,
    /// The chance of White, for the graph.
    pub(super) white: f32,
}

/// A move, as its side sees it.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct MoveReport {
    pub(super) number: usize,
    pub(super) side: &'static str,
    pub(super) r#move: String,
    pub(super) best: String,
    /// The chance before the move and after it.
    pub(super) before: f32,
    pub(super) after: f32,
    pub(super) loss: f32,
    /// `?!`, `?`, `??` or nothing.
    pub(super) mark: &'static str,
    /// The proven result after the move, for its side: `win` or `loss`.
    pub(super) proven: Option<&'static str>,
}

#[derive(Debug, Default, Serialize, JsonSchema)]
pub(crate) struct Mistakes {
    pub(super) black: [u32; 3],
    pub(super) white: [u32; 3],
}

impl AnalyzeReport {
    pub(super) fn new(analysis: Analysis, engine: &'static str, time: Duration) -> AnalyzeReport {
        let Analysis { game, nodes, views } = &analysis;
        let steps = || {
            let step = |(pair, &id)| game.node(id).step().map(|step| (step, pair));
            views.windows(2).zip(&nodes[1..]).filter_map(step)
        };
        let lean = lean(steps().map(|(step, pair)| (step.played, &pair[0], &pair[1])));
        let mut moves: Vec<MoveReport> = Vec::new();
        for (step, pair) in steps() {
            moves.push(MoveReport::new(moves.len() + 1, step.side, step.played, &pair[0], &pair[1], lean));
        }
        let mut mistakes = Mistakes::default();
        for played in &moves {
            let counts = if played.side == Side::Black.name() { &mut mistakes.black } else { &mut mistakes.white };
            if let Some(kind) = ["?!", "?", "??"].iter().position(|mark| *mark == played.mark) {
                counts[kind] += 1;
            }
        }
        AnalyzeReport {
            board: game.start().to_string(),
            engine,
            black: game.info("PB"),
            white: game.info("PW"),
            positions: views.iter().map(|view| PositionReport::new(view, lean)).collect(),
            moves,
            mistakes,
            seconds: time.as_secs_f64(),
            analysis,
        }
    }

    /// The evaluation over the game as an SVG document.
    pub fn svg(&self) -> String {
        graph::svg(self)
    }

    /// The game as SGF, with a comment on each move and better lines beside mistakes.
    pub fn annotated(&self) -> String {
        annotate::annotated(&self.analysis, self).to_string()
    }

    /// The report as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        if !self.moves.is_empty() {
            text +=
                &format!("{:>3}  {:<17}  {:>6}  {:>6}  {:<11}  {:>5}\n", "", "move", "before", "after", "best", "loss");
        }
        for (played, position) in self.moves.iter().zip(&self.positions) {
            let is_best = played.best == played.r#move;
            let loss = if played.loss > 0.0 { format!("{:.0} %", played.loss * 100.0) } else { String::new() };
            let row = format!(
                "{:>3}  {:<5} {:<11}  {:>6}  {:>6}  {:<11}  {loss:>5}  {}",
                played.number,
                played.side,
                played.r#move,
                chance(played.before, position.proven),
                chance(played.after, played.proven),
                if is_best { "same" } else { &played.best },
                played.mark
            );
            text += row.trim_end();
            text += "\n";
        }
        for (side, [doubtful, mistakes, blunders]) in [("white", self.mistakes.white), ("black", self.mistakes.black)] {
            if !self.moves.is_empty() {
                text += &format!("{side}: {doubtful} doubtful, {mistakes} mistakes, {blunders} blunders\n");
            }
        }
        text + &self.positions.last().map_or(String::new(), standing)
    }
}

impl PositionReport {
    /// `lean` is the bias of the search towards the side to move.
    pub(super) fn new(view: &View, lean: f32) -> PositionReport {
        let View { position, score, choice } = view;
        let chance = score.chance;
        let fair = less(*score, lean).chance;
        PositionReport {
            board: position.to_string(),
            to_move: position.to_move().name(),
            chance: rounded(chance),
            score: rounded(score.ahead),
            proven: score.proven.map(proven),
            best: choice.as_ref().map(|choice| choice.play.to_string()),
            line: choice.iter().flat_map(|choice| &choice.line).map(ToString::to_string).collect(),
            depth: choice.as_ref().map_or(0, |choice| choice.depth),
            nodes: choice.as_ref().map_or(0, |choice| choice.nodes),
            white: rounded(if position.to_move() == Side::White { fair } else { 1.0 - fair }),
        }
    }
}

impl MoveReport {
    fn new(number: usize, side: Side, played: Move, before: &View, after: &View, lean: f32) -> MoveReport {
        let best = before.choice.as_ref().map(|choice| choice.play);
        let known = turned(after.score);
        // One search of both moves compares them best, unless a result is proven.
        let (was, is) = match looked_at(before, played) {
            Some(look) if before.score.proven.is_none() && known.proven.is_none() => (before.score, look),
            _ => (less(before.score, lean), turned(less(after.score, lean))),
        };
        // The best move costs nothing, whatever the next search says.
        let is_best = best == Some(played);
        // In percent as they are shown, so that equal drops have equal marks.
        let loss = if is_best { 0 } else { (percent(was.chance) - percent(is.chance)).max(0) };
        let thrown_away = was.proven == Some(Proven::Win) && is.proven == Some(Proven::Loss);
        let mark = match loss {
            _ if thrown_away => "??",
            _ if loss >= BLUNDER => "??",
            _ if loss >= MISTAKE => "?",
            _ if loss >= DOUBTFUL => "?!",
            _ => "",
        };
        MoveReport {
            number,
            side: side.name(),
            r#move: played.to_string(),
            best: best.map_or(String::new(), |best| best.to_string()),
            before: rounded(was.chance),
            after: rounded(is.chance),
            loss: rounded(loss as f32 / 100.0),
            mark,
            proven: is.proven.map(proven),
        }
    }
}

/// A chance in whole percent, rounded as its three printed decimals are.
fn percent(chance: f32) -> i32 {
    ((chance * 1000.0).round() as i32 + 5) / 10
}

/// The score of a move in the search before it, if it had enough visits.
fn looked_at(before: &View, played: Move) -> Option<Score> {
    let choice = before.choice.as_ref()?;
    if choice.play == played {
        return Some(choice.score);
    }
    let visits = |candidate: &Candidate| candidate.visits as f32;
    let best = choice.candidates.iter().find(|candidate| candidate.play == choice.play).map(visits)?;
    let looked = choice.candidates.iter().find(|candidate| candidate.play == played)?;
    (visits(looked) > 0.0 && visits(looked) >= LOOKED_AT * best).then_some(looked.score)
}

/// Bias of the chance towards the side to move. A short search overrates the side to move, since the best of many estimates
/// tends to be too high; then every move seems to lose the amount that the next search adds again. So if a move was
/// searched before and after it was played, half the difference is the bias; this is the median over the game.
fn lean<'v>(moves: impl Iterator<Item = (Move, &'v View, &'v View)>) -> f32 {
    let difference = |(played, before, after): (Move, &View, &View)| {
        let look = looked_at(before, played).filter(|look| look.proven.is_none())?;
        (before.score.proven.is_none() && after.score.proven.is_none())
            .then(|| look.chance - turned(after.score).chance)
    };
    let mut differences: Vec<f32> = moves.filter_map(difference).collect();
    if differences.len() < COMPARED {
        return 0.0;
    }
    let middle = differences.len() / 2;
    *differences.select_nth_unstable_by(middle, f32::total_cmp).1 / 2.0
}

/// The score with `lean` less chance, unless it is proven.
fn less(score: Score, lean: f32) -> Score {
    match score.proven {
        Some(_) => score,
        None => Score { chance: (score.chance - lean).clamp(0.0, 1.0), ..score },
    }
}

fn turned(score: Score) -> Score {
    let proven = score.proven.map(|outcome| match outcome {
        Proven::Win => Proven::Loss,
        Proven::Loss => Proven::Win,
    });
    Score { chance: 1.0 - score.chance, ahead: -score.ahead, proven }
}

fn chance(chance: f32, known: Option<&str>) -> String {
    match known {
        Some("win") => "won".into(),
        Some(_) => "lost".into(),
        None => format!("{} %", percent(chance)),
    }
}

fn standing(last: &PositionReport) -> String {
    let side = if last.to_move == Side::White.name() { Side::White } else { Side::Black };
    let Some(best) = &last.best else { return format!("{side} cannot move and has lost") };
    let stands = match last.proven {
        Some("win") => format!("{side} to move wins (proven)"),
        Some(_) => format!("{side} to move loses (proven)"),
        None => format!("{side} to move {:.0} %, {}", last.chance * 100.0, lead(last.score)),
    };
    format!("{stands}\nbest  {best}\nline  {}", last.line.join(" "))
}

#[cfg(test)]
mod tests {
    use otrera_board::{Position, Setup};
    use otrera_engine::Choice;

    use super::*;

    /// A search of the start of 6x6 with these chances and visits of its moves.
    fn view(thoughts: &[(f32, u64)]) -> (View, Vec<Move>) {
        let position: Position = "start:6x6".parse::<Setup>().unwrap().position().unwrap();
        let moves = position.moves();
        let candidate = |(&play, &(chance, visits)): (&Move, &(f32, u64))| Candidate {
            play,
            score: Score::guess(chance, 0.0),
            visits,
            line: vec![play],
        };
        let candidates: Vec<Candidate> = moves.iter().zip(thoughts).map(candidate).collect();
        let Candidate { play, score, ref line, .. } = candidates[0];
        let choice = Choice { play, score, line: line.clone(), depth: 1, nodes: 1, candidates };
        (View { position, score, choice: Some(choice) }, moves)
    }

    /// Both sides overrate themselves by 0.1 in an even game, and play the best moves.
    #[test]
    fn a_biased_search_makes_no_mistakes_and_no_zigzag() {
        let (look, moves) = view(&[(0.6, 100), (0.59, 50), (0.3, 40), (0.6, 1)]);
        let lean = lean([0, 1, 0, 1].map(|at| (moves[at], &look, &look)).into_iter());
        assert!((0.0949..0.1001).contains(&lean), "{lean}");
        assert!((PositionReport::new(&look, lean).white - 0.5).abs() < 0.011);
        let report = |at: usize| MoveReport::new(1, Side::White, moves[at], &look, &look, lean);
        let losses = [0, 1, 2, 3].map(|at| report(at).loss);
        // The last move was hardly visited; the search after it is as good as the one before.
        assert_eq!((losses[0], losses[3], report(3).mark), (0.0, 0.0, ""), "{losses:?}");
        assert!((losses[1] - 0.01).abs() < 1e-4 && (losses[2] - 0.3).abs() < 1e-4, "{losses:?}");
        assert_eq!((report(1).mark, report(2).mark), ("", "?"));
    }

    /// Both moves drop from 60 to 45 % as shown, though not by the same amount.
    #[test]
    fn equal_drops_have_equal_marks() {
        for (best, played) in [(0.604, 0.446), (0.5951, 0.4541)] {
            let (look, moves) = view(&[(best, 100), (played, 50)]);
            let report = MoveReport::new(1, Side::White, moves[1], &look, &look, 0.0);
            assert_eq!((report.mark, report.loss), ("?!", 0.15), "{best} to {played}");
        }
    }

    #[test]
    fn proven_results_override_estimates() {
        let (mut before, moves) = view(&[(0.6, 100), (0.6, 90)]);
        let (mut after, _) = view(&[(0.5, 1)]);
        before.score = Score::proven(Proven::Win, 1.0);
        after.score = Score::proven(Proven::Win, 1.0);
        let report = MoveReport::new(1, Side::White, moves[1], &before, &after, 0.1);
        assert_eq!((report.loss, report.mark, report.proven), (1.0, "??", Some("loss")));
    }

    #[test]
    fn few_moves_give_no_bias() {
        let (look, moves) = view(&[(0.6, 100)]);
        assert_eq!(lean([(moves[0], &look, &look), (moves[0], &look, &look)].into_iter()), 0.0);
    }
}
