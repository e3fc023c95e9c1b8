use otrera_board::game::{Game, Property};

use super::Analysis;
use super::report::{AnalyzeReport, MoveReport};

/// Moves of a best line that are written down.
const LINE: usize = 6;

/// The game with a comment on each move, and the best line beside moves that were not best.
pub(super) fn annotated(analysis: &Analysis, report: &AnalyzeReport) -> Game {
    let Analysis { nodes, views, .. } = analysis;
    let mut game = analysis.game.clone();
    let mut moves = report.moves.iter();
    for (pair, view) in nodes.windows(2).zip(views) {
        if game.node(pair[1]).step().is_none() {
            continue;
        }
        let Some(played) = moves.next() else { break };
        let remark = remark(played, report.engine);
        let before = game.node(pair[1]).comment();
        let comment = before.map_or(remark.clone(), |before| format!("{before}\n{remark}"));
        game.set_comment(pair[1], &comment);
        let sign = match played.mark {
            "?!" => Some(("DO", "")),
            "?" => Some(("BM", "1")),
            "??" => Some(("BM", "2")),
            _ => None,
        };
        if let Some((name, value)) = sign {
            let property = Property::new(name, value).expect("the names are capitals");
            game.set_property(pair[1], property).expect("these are only remarks");
        }
        if let Some(choice) = view.choice.as_ref().filter(|choice| choice.play.to_string() != played.r#move) {
            let mut at = pair[0];
            for &better in choice.line.iter().take(LINE) {
                // A line that is not legal to its end is cut off there.
                let Ok(next) = game.play(at, better) else { break };
                at = next;
            }
        }
    }
    game
}

fn remark(played: &MoveReport, engine: &str) -> String {
    let percent = |chance: f32| format!("{:.0} %", chance * 100.0);
    let mut text = match played.proven {
        Some("win") => "won (proven)".into(),
        Some(_) => "lost (proven)".into(),
        None => percent(played.after),
    };
    if played.best != played.r#move {
        text += &format!("; best {} ({})", played.best, percent(played.before));
    }
    let mark = if played.mark.is_empty() { String::new() } else { format!(" {}", played.mark) };
    format!("{engine}: {text}{mark}")
}
