use std::time::Duration;

use otrera_board::Side;
use otrera_engine::rating::Verdict;
use serde::Serialize;

use super::Match;
use super::resign::ResignCheck;
use super::score::{MatchScore, Total};
use otrera_api::player::Spec;

/// Result of a match. Infinite numbers are `null` in JSON.
#[derive(Serialize)]
pub(super) struct MatchReport {
    first: String,
    second: String,
    start: String,
    games: u32,
    /// Wins of the first player.
    wins: u32,
    losses: u32,
    /// Rating difference of the first player; `null` if all pairs were won, or all lost.
    elo: Option<f64>,
    /// Half the width of the 95 % interval, by the trinomial distribution of pairs.
    elo_error: Option<f64>,
    /// Likelihood that the first player is the stronger one.
    superiority: Option<f64>,
    /// Openings of which the first player won 0, 1 and 2 games.
    pairs: [u64; 3],
    /// Wins and losses of the first player with White, and with Black.
    white: [u32; 2],
    black: [u32; 2],
    /// Games that ended by resignation or by a proof; absent without --resign if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    resigned: Option<u32>,
    /// Of these, games that ended by a proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    proven: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    resign_check: Vec<ResignCheck>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtReport>,
    engines: [EngineReport; 2],
    seconds: f64,
}

#[derive(Serialize)]
struct SprtReport {
    elo0: f64,
    elo1: f64,
    llr: f64,
    lower: f64,
    upper: f64,
    /// `elo0`, `elo1` or `open`.
    accepted: &'static str,
}

#[derive(Serialize)]
struct EngineReport {
    name: String,
    moves: u32,
    /// Seconds per move.
    mean: f64,
    longest: f64,
    /// Longest time by which a move exceeded its limit.
    over: f64,
    /// `null` if the engine does not report them.
    nodes: Option<u64>,
    nodes_per_second: Option<u64>,
    /// Games lost by a late reply, an illegal reply, a crash.
    late: u32,
    wrong: u32,
    crashed: u32,
}

impl EngineReport {
    fn new(spec: &Spec, total: &Total) -> EngineReport {
        let spent = total.spent;
        let known = (spent.nodes > 0).then_some(spent.nodes);
        let per = |whole: f64, parts: f64| if parts > 0.0 { whole / parts } else { 0.0 };
        EngineReport {
            name: spec.name.clone(),
            moves: spent.moves,
            mean: per(spent.seconds, f64::from(spent.moves)),
            longest: spent.longest,
            over: spent.over,
            nodes: known,
            nodes_per_second: known.map(|nodes| per(nodes as f64, spent.seconds) as u64),
            late: total.late,
            wrong: total.wrong,
            crashed: total.crashed,
        }
    }
}

impl MatchReport {
    pub(super) fn new(
        played: &Match<'_>,
        score: &MatchScore,
        resign_check: Vec<ResignCheck>,
        time: Duration,
    ) -> MatchReport {
        let Match { specs, args, start, .. } = played;
        let rating = score.pairs.rating();
        // External programs may resign without --resign.
        let resigned = score.resigned + score.proven;
        let has_resignations = args.resign.is_some() || resigned > 0;
        let finite = |number: f64| number.is_finite().then_some(number);
        let sprt = args.sprt.map(|test| {
            let (lower, upper) = test.bounds();
            let accepted = match test.verdict(&score.pairs) {
                Verdict::Lower => "elo0",
                Verdict::Higher => "elo1",
                Verdict::Open => "open",
            };
            SprtReport { elo0: test.elo0, elo1: test.elo1, llr: test.ratio(&score.pairs), lower, upper, accepted }
        });
        MatchReport {
            first: specs[0].text.clone(),
            second: specs[1].text.clone(),
            start: start.to_string(),
            games: score.games,
            wins: score.wins,
            losses: score.games - score.wins,
            elo: rating.and_then(|rating| finite(rating.elo)),
            elo_error: rating.and_then(|rating| finite(rating.error)),
            superiority: rating.map(|rating| rating.superiority),
            pairs: score.pairs.counts,
            white: score.by_side[Side::White.index()],
            black: score.by_side[Side::Black.index()],
            resigned: has_resignations.then_some(resigned),
            proven: has_resignations.then_some(score.proven),
            resign_check,
            sprt,
            engines: [0, 1].map(|number| EngineReport::new(&specs[number], &score.totals[number])),
            seconds: time.as_secs_f64(),
        }
    }
}

pub(super) fn human(report: &MatchReport) -> String {
    let MatchReport { games, wins, losses, .. } = report;
    let [first, second] = report.engines.each_ref().map(|engine| &engine.name);
    let mut text = format!("{first} against {second}: {games} games, {wins} won, {losses} lost\n");
    let [none, one, two] = report.pairs;
    text += &match (report.elo, report.elo_error) {
        (Some(elo), Some(error)) => format!("Elo       {elo:+.1} ± {error:.1} (95 %)\n"),
        (Some(elo), None) => format!("Elo       {elo:+.1}, error unknown: too few different pairs\n"),
        _ if none + one + two == 0 => "Elo       needs a pair of games\n".into(),
        _ => "Elo       off the scale: all pairs ended the same way\n".into(),
    };
    text += &format!("pairs     {two} with both games won, {one} with one, {none} with none\n");
    if let Some(superiority) = report.superiority {
        text += &format!("superior  {:.1} %\n", superiority * 100.0);
    }
    if let Some(test) = &report.sprt {
        let verdict = match test.accepted {
            "elo0" => format!("no better than {:+}", test.elo0),
            "elo1" => format!("at least {:+}", test.elo1),
            _ => "not decided".into(),
        };
        text += &format!("test      {verdict}: LLR {:.2} ({:.2} to {:.2})\n", test.llr, test.lower, test.upper);
    }
    for (side, [won, lost]) in [("White", report.white), ("Black", report.black)] {
        text += &format!("{:<10}{won} won, {lost} lost\n", format!("as {side}"));
    }
    if let (Some(resigned), Some(proven)) = (report.resigned, report.proven) {
        text += &format!("resigned  {resigned} of {games} games, {proven} of them proven\n");
    }
    for check in &report.resign_check {
        text += &format!("resign    {check}\n");
    }
    text + &engines(&report.engines)
}

fn engines(engines: &[EngineReport; 2]) -> String {
    let width = engines.iter().map(|engine| engine.name.chars().count()).max().unwrap_or(0).max(6);
    let mut text = format!("{:<width$}  s/move  longest   over     nodes/s  late  wrong  crashed\n", "engine");
    for engine in engines {
        let rate = engine.nodes_per_second.map_or("-".into(), otrera_api::grouped);
        text += &format!(
            "{:<width$}  {:>6.3}  {:>7.3}  {:>5.3}  {rate:>10}  {:>4}  {:>5}  {:>7}\n",
            engine.name, engine.mean, engine.longest, engine.over, engine.late, engine.wrong, engine.crashed
        );
    }
    text
}
