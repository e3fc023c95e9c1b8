//! Errors for programs: a code and its parameters, so that a page can say them in its own words and language.

use otrera_board::game::{Cause, GameError, GgfError, IllegalStep, PgnError, SgfError};
use otrera_board::text::{BoardError, MoveError};
use otrera_board::{Cell, IllegalMove, SetupError, Side, Size, SizeError, StartError};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::input::NoSideToMove;
use crate::limits::OutOfLimits;
use crate::solve::WideArea;

/// The cause of an error: a code, and its parameters by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// One of [`Problem::CODES`].
    pub code: &'static str,
    /// The parameters: numbers and texts.
    pub parameters: Map<String, Value>,
}

impl Problem {
    /// All codes.
    pub const CODES: [&'static str; 40] = [
        "board.alphabets",
        "board.empty",
        "board.emptyrow",
        "board.letter",
        "board.long",
        "board.ragged",
        "board.side",
        "board.start",
        "board.trailing",
        "board.zero",
        "campaign.none",
        "campaign.reading",
        "campaign.unreadable",
        "illegal.arrow",
        "illegal.arrowline",
        "illegal.line",
        "illegal.off",
        "illegal.own",
        "illegal.path",
        "illegal.vacant",
        "limits",
        "move.landings",
        "move.squares",
        "noside",
        "record.game",
        "record.illegal",
        "record.move",
        "record.other",
        "record.syntax",
        "record.turn",
        "server.bug",
        "server.busy",
        "server.large",
        "server.late",
        "server.replaced",
        "size.empty",
        "size.long",
        "size.squares",
        "size.start",
        "solve.wide",
    ];

    /// A problem with parameters, which are a JSON object.
    pub fn new(code: &'static str, parameters: Value) -> Problem {
        debug_assert!(Problem::CODES.contains(&code), "{code} is listed");
        let Value::Object(parameters) = parameters else { return Problem { code, parameters: Map::new() } };
        Problem { code, parameters }
    }

    /// The problem behind an error, if it has a code.
    pub fn of(error: &anyhow::Error) -> Option<Problem> {
        if error.is::<OutOfLimits>() {
            return Some(Problem::new("limits", Value::Null));
        }
        error.chain().find_map(|cause| {
            let board = || cause.downcast_ref().map(board);
            let setup = || cause.downcast_ref().map(setup);
            let game = || cause.downcast_ref().map(game);
            let written = || cause.downcast_ref().map(written);
            let illegal = || cause.downcast_ref().map(illegal);
            let wide = || cause.downcast_ref().map(wide);
            let no_side = || cause.is::<NoSideToMove>().then(|| Problem::new("noside", Value::Null));
            board().or_else(setup).or_else(game).or_else(written).or_else(illegal).or_else(wide).or_else(no_side)
        })
    }
}

fn board(error: &BoardError) -> Problem {
    let text = |text: &str| json!({ "text": text });
    match error {
        BoardError::Empty => Problem::new("board.empty", Value::Null),
        BoardError::Ragged { row, found, expected } => {
            Problem::new("board.ragged", json!({ "row": row, "found": found, "expected": expected }))
        }
        BoardError::EmptyRow { row } => Problem::new("board.emptyrow", json!({ "row": row })),
        BoardError::UnknownLetter { row, column, letter } => {
            Problem::new("board.letter", json!({ "row": row, "column": column, "letter": letter }))
        }
        BoardError::MixedAlphabets { row, column, letter, first } => {
            let place = json!({ "row": row, "column": column, "letter": letter, "first": first });
            Problem::new("board.alphabets", place)
        }
        BoardError::ZeroRun { row } => Problem::new("board.zero", json!({ "row": row })),
        BoardError::TooLong => Problem::new("board.long", Value::Null),
        BoardError::UnknownSide(word) => Problem::new("board.side", text(word)),
        BoardError::Trailing(rest) => Problem::new("board.trailing", text(rest)),
        BoardError::Start(written) => Problem::new("board.start", text(written)),
        BoardError::NoStart(StartError::Size(error)) => size(*error),
        BoardError::NoStart(StartError::TooSmall(small)) => Problem::new("size.start", dimensions(*small)),
    }
}

fn setup(error: &SetupError) -> Problem {
    match error {
        SetupError::Size(error) => size(*error),
        SetupError::NoSideToMove => Problem::new("noside", Value::Null),
    }
}

fn size(error: SizeError) -> Problem {
    let (code, width, height) = match error {
        SizeError::Empty { width, height } => ("size.empty", width, height),
        SizeError::Side { width, height } => ("size.long", width, height),
        SizeError::Squares { width, height } => ("size.squares", width, height),
    };
    let [squares, most] = [width * height, Size::MAX_SQUARES];
    let longest = Size::MAX_SIDE;
    Problem::new(
        code,
        json!({ "width": width, "height": height, "squares": squares, "most": most, "longest": longest }),
    )
}

fn dimensions(size: Size) -> Value {
    json!({ "width": size.width(), "height": size.height() })
}

fn written(error: &MoveError) -> Problem {
    match error {
        MoveError::NotThreeSquares(text) => Problem::new("move.squares", json!({ "text": text })),
        MoveError::TwoLandings { text } => Problem::new("move.landings", json!({ "text": text })),
    }
}

fn illegal(error: &IllegalMove) -> Problem {
    let by = |cell: Cell| match cell {
        Cell::Amazon(Side::Black) => "b",
        Cell::Amazon(Side::White) => "w",
        Cell::Burnt => "#",
        Cell::Empty => ".",
    };
    match *error {
        IllegalMove::OffBoard { square, .. } => Problem::new("illegal.off", json!({ "square": square.to_string() })),
        IllegalMove::NoAmazon { square } => Problem::new("illegal.vacant", json!({ "square": square.to_string() })),
        IllegalMove::NotYours { square, to_move } => {
            Problem::new("illegal.own", json!({ "square": square.to_string(), "side": to_move.name() }))
        }
        IllegalMove::NotALine { from, to } => {
            Problem::new("illegal.line", json!({ "from": from.to_string(), "to": to.to_string() }))
        }
        IllegalMove::PathBlocked { square, by: cell } => {
            Problem::new("illegal.path", json!({ "square": square.to_string(), "piece": by(cell) }))
        }
        IllegalMove::ArrowNotALine { from, to } => {
            Problem::new("illegal.arrowline", json!({ "from": from.to_string(), "to": to.to_string() }))
        }
        IllegalMove::ArrowBlocked { square, by: cell } => {
            Problem::new("illegal.arrow", json!({ "square": square.to_string(), "piece": by(cell) }))
        }
    }
}

/// The error of a record, with its place. Rare mistakes of its author share a code.
fn game(error: &GameError) -> Problem {
    let GameError { line, column, why } = error;
    let step = |IllegalStep { number, played, .. }: &IllegalStep| {
        Problem::new("record.illegal", json!({ "number": number, "move": played.to_string() }))
    };
    let unread = |number: usize, written: &str| json!({ "number": number, "text": written });
    let mut problem = match why {
        Cause::Syntax(_) => Problem::new("record.syntax", Value::Null),
        Cause::Sgf(SgfError::OtherGame { name, .. })
        | Cause::Ggf(GgfError::OtherGame(name))
        | Cause::Pgn(PgnError::OtherGame(name)) => Problem::new("record.game", json!({ "name": name })),
        Cause::Sgf(SgfError::Illegal(error))
        | Cause::Ggf(GgfError::Illegal(error))
        | Cause::Pgn(PgnError::Illegal(error)) => step(error),
        Cause::Sgf(SgfError::OutOfTurn { number, side }) | Cause::Ggf(GgfError::OutOfTurn { number, side }) => {
            Problem::new("record.turn", json!({ "number": number, "side": side.name() }))
        }
        Cause::Sgf(SgfError::NotAMove { number, written }) => Problem::new("record.move", unread(*number, written)),
        Cause::Ggf(GgfError::NotAMove { number, why }) | Cause::Pgn(PgnError::NotAMove { number, why }) => {
            let (MoveError::NotThreeSquares(text) | MoveError::TwoLandings { text }) = why;
            Problem::new("record.move", unread(*number, text))
        }
        Cause::Sgf(SgfError::Size(error)) => size(*error),
        Cause::Ggf(GgfError::Setup(error)) | Cause::Pgn(PgnError::Setup(error)) => setup(error),
        Cause::Pgn(PgnError::Board(error)) => board(error),
        Cause::Pgn(PgnError::NoArrow { number, text }) => Problem::new("record.move", unread(*number, text)),
        Cause::Sgf(_) | Cause::Ggf(_) | Cause::Pgn(_) => Problem::new("record.other", Value::Null),
    };
    problem.parameters.insert("line".into(), json!(line));
    problem.parameters.insert("column".into(), json!(column));
    problem
}

fn wide(error: &WideArea) -> Problem {
    let WideArea { label, size } = error;
    Problem::new("solve.wide", json!({ "label": label, "width": size.width(), "height": size.height() }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::Place;

    #[test]
    fn causes_have_codes_and_parameters() {
        for (text, code, parameters) in [
            ("zzz", "board.letter", json!({ "row": 1, "column": 1, "letter": "z" })),
            ("b../..", "board.ragged", json!({ "row": 2, "found": 2, "expected": 3 })),
            ("b../..w", "noside", json!({})),
            ("start:3x3", "size.start", json!({ "width": 3, "height": 3 })),
            ("(;GM[1])", "record.game", json!({ "name": "Go", "line": 1, "column": 3 })),
            ("(;GM[18]", "record.syntax", json!({ "line": 1, "column": 9 })),
            ("[Variant \"Chess\"]", "record.game", json!({ "name": "Chess", "line": 1, "column": 1 })),
            (
                "[Variant \"Amazons\"]\n1. d1e3,e3e4",
                "record.illegal",
                json!({ "number": 1, "move": "d1-e3xe4", "line": 2, "column": 4 }),
            ),
        ] {
            let error = Place::from(text).input().and_then(|input| input.position()).unwrap_err();
            let problem = Problem::of(&error).unwrap_or_else(|| panic!("{text}: {error:#}"));
            assert_eq!((problem.code, Value::Object(problem.parameters)), (code, parameters), "{text}");
        }
        let place = Place { play: Some("b1-b3xz9".into()), ..Place::from("start:4x4") };
        let problem = Problem::of(&place.input().unwrap_err()).unwrap();
        assert_eq!((problem.code, &problem.parameters["square"]), ("illegal.off", &json!("z9")));
        assert_eq!(Problem::of(&anyhow::anyhow!("anything else")), None);
    }

    #[test]
    fn codes_are_sorted_and_each_is_listed_once() {
        assert!(Problem::CODES.is_sorted());
    }
}
