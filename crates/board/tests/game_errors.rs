//! Errors of games: one sentence with its place, in bounded time.

use std::time::{Duration, Instant};

use otrera_board::game::{Game, MAX_NODES, RecordLimits};

/// The root of a game on a small board.
const SMALL: &str = "(;GM[18]SZ[4]PL[W]AB[ba]AW[bd][cd]AA[cb]";

fn sentence(text: &str) -> String {
    let error = Game::parse_collection(text).expect_err(text).to_string();
    assert!(!error.contains(['\n', '\r']) && error.len() < 300, "{error}");
    error
}

fn assert_sentences(table: &[(&str, &str)]) {
    for (text, expected) in table {
        assert_eq!(sentence(text), *expected, "{text:?}");
    }
}

#[test]
fn errors_of_syntax_give_place_and_cause() {
    assert_sentences(&[
        ("", "line 1, column 1: there is no game: expected (; and found the end"),
        (" \n\t ", "line 2, column 3: there is no game: expected (; and found the end"),
        ("\u{feff}\n12", "line 2, column 3: there is no game: expected (; and found the end"),
        ("hello", "line 1, column 1: there is no game: expected (; and found 'h'"),
        ("\0\u{1}\u{2}", "line 1, column 1: there is no game: expected (; and found '\\0'"),
        ("(;GM[18])\n x", "line 2, column 2: there is no game: expected (; and found 'x'"),
        ("()", "line 1, column 2: a node begins with ; and there is none after the ("),
        ("((;))", "line 1, column 2: a node begins with ; and there is none after the ("),
        ("(GM[18])", "line 1, column 2: a node begins with ; and there is none after the ("),
        ("(;GM[18]", "line 1, column 9: the game is not closed by )"),
        ("(;GM[18];B[djddgd", "line 1, column 11: the value of B is not closed by ]"),
        ("(;C[a\\]", "line 1, column 4: the value of C is not closed by ]"),
        ("(;C[a\\", "line 1, column 4: the value of C is not closed by ]"),
        ("(;GM[18]C)", "line 1, column 10: the property C has no value: expected ["),
        ("(;é[1])", "line 1, column 3: expected the name of a property, ; or a parenthesis, found 'é'"),
        ("(;c[1])", "line 1, column 3: expected the name of a property, ; or a parenthesis, found 'c'"),
        (
            "(;GM[18](;C[1])C[2])",
            "line 1, column 16: a move or property after a variation: it belongs before the first ( of the variations",
        ),
    ]);
}

#[test]
fn errors_of_sgf_give_place_and_cause() {
    assert_sentences(&[
        ("(;FF[4]GM[1]SZ[19];B[pd])", "line 1, column 8: this is a game of Go (GM[1]), not of Amazons (GM[18])"),
        ("(;GM[9])", "line 1, column 3: this is a game of Lines of Action (GM[9]), not of Amazons (GM[18])"),
        ("(;GM[Othello])", "line 1, column 3: this is a game of Othello (GM[Othello]), not of Amazons (GM[18])"),
        ("(;GM[0])", "line 1, column 3: this is a game of 0 (GM[0]), not of Amazons (GM[18])"),
        (
            "(;FF[4];B[djddgd])",
            "line 1, column 2: the file does not say which game it is, and SGF then means Go: write GM[18] for Amazons",
        ),
        ("(;FF[5]GM[18])", "line 1, column 3: FF[5] is not supported: files may have FF[1] to FF[4]"),
        ("(;GM[18]GM[1])", "line 1, column 3: GM is written twice in one node"),
        ("(;GM[18]SZ[8][9])", "line 1, column 9: SZ is written twice in one node"),
        ("(;GM[18];SZ[8])", "line 1, column 10: SZ belongs in the first node"),
        (
            "(;GM[18]SZ[ten])",
            "line 1, column 9: 'ten' is not a size: write SZ[10], or SZ[8:10] for 8 columns and 10 rows",
        ),
        (
            "(;GM[18]SZ[+8])",
            "line 1, column 9: '+8' is not a size: write SZ[10], or SZ[8:10] for 8 columns and 10 rows",
        ),
        ("(;GM[18]SZ[0])", "line 1, column 9: a board of 0x0 has no squares"),
        ("(;GM[18]SZ[19])", "line 1, column 9: a board of 19x19 has 361 squares: at most 128 are supported"),
        ("(;GM[18]SZ[6])", "line 1, column 9: a 6x6 board has no default setup: set up the amazons with AB and AW"),
        ("(;GM[18]AB[aa])", "line 1, column 2: no side to move: write PL[B] or PL[W]"),
        ("(;GM[18]PL[x])", "line 1, column 9: 'x' is not a side: write PL[B] or PL[W]"),
        ("(;GM[18]PL[W]AB[kk])", "line 1, column 14: point 'kk' is not on a 10x10 board"),
        ("(;GM[18]PL[W]AB[aA])", "line 1, column 14: point 'aA' is not on a 10x10 board"),
        (
            "(;GM[18]PL[W]AB[a1])",
            "line 1, column 14: 'a1' is not a point: write the letter of the column and the letter of the row from the \
             top, like dj",
        ),
        (
            "(;GM[18]PL[W]AA[cc:aa])",
            "line 1, column 14: 'cc:aa' is not a point: write the letter of the column and the letter of the row from \
             the top, like dj",
        ),
        ("(;GM[18]PL[W]AB[aa]AW[aa])", "line 1, column 20: a10 is set up twice in one node"),
        ("(;GM[18]PL[W]AA[aa:cc][bb])", "line 1, column 14: b9 is set up twice in one node"),
        ("(;GM[18]B[djddgd])", "line 1, column 9: a move in the first node: write it in a node of its own, after a ;"),
    ]);
}

#[test]
fn errors_of_moves_give_number_and_cause() {
    for (moves, expected) in [
        (";W[bdbbbd];W[cdccbc])", "column 52: move 2 is White's, but it is Black's turn"),
        (";B[babbbc])", "column 42: move 1 is Black's, but it is White's turn"),
        (
            ";W[])",
            "column 42: move 1 is empty: there is no passing in Amazons (a resignation is written as RE[B+R] or \
             RE[W+R])",
        ),
        (";W[bdbc])", "column 42: move 1: 'bdbc' is not a move: write three points, like djddgd"),
        (";W[b1-b3xb1])", "column 42: move 1: 'b1-b3xb1' is not a move: write three points, like djddgd"),
        (";W[bdbcbz])", "column 42: point 'bz' is not on a 4x4 board"),
        (";W[aaabac])", "column 42: move 1 (a4-a3xa2) is illegal: no amazon on a4"),
        (
            ";W[babbbc])",
            "column 42: move 1 (b4-b3xb2) is illegal: the amazon on b4 is not White's, and White is to move",
        ),
        (";W[bdcbbb])", "column 42: move 1 (b1-c3xb3) is illegal: b1 to c3 is not a queen's move"),
        (";W[cdcacb])", "column 42: move 1 (c1-c4xc3) is illegal: path blocked at c3 by an arrow"),
        (";W[cdccba])", "column 42: move 1 (c1-c2xb4) is illegal: arrow from c2 to b4 is not a queen's move"),
        (";W[cdccca])", "column 42: move 1 (c1-c2xc4) is illegal: arrow blocked at c3 by an arrow"),
        (
            ";W[bdbbbd](;B[baaaba])(;B[baaabb]))",
            "column 65: move 2 (b4-a4xb3) is illegal: arrow blocked at b3 by a white amazon",
        ),
        (";W[bdbbbd]B[baaaba])", "column 51: two moves in one node: write each in a node of its own"),
        (";W[bdbbbd][cdccbc])", "column 42: two moves in one node: write each in a node of its own"),
        (";W[bdbbbd]PL[B])", "column 42: a move and a setup in one node: write each in a node of its own"),
    ] {
        assert_eq!(sentence(&format!("{SMALL}{moves}")), format!("line 1, {expected}"), "{moves}");
    }
}

#[test]
fn errors_of_ggf_give_place_and_cause() {
    const BOARD: &str = "BO[4 -**- *--* O--O -OO- *]";
    for (text, expected) in [
        ("GM[Othello]BO[8 * O]".into(), "line 1, column 3: this is a game of Othello (GM[Othello]), not of Amazons"),
        (
            "GM[Amazons]BO[-**-]".into(),
            "line 1, column 14: the board begins with '-**-': write its number of rows first, like BO[10 ...",
        ),
        (
            "GM[Amazons]BO[4 -**- *--* O-O -OO- *]".into(),
            "line 1, column 14: the board has 15 squares before the side to move, expected 16",
        ),
        (
            "GM[Amazons]BO[4 -**- *--* O--O -OO- ---- *]".into(),
            "line 1, column 14: the board has 20 squares before the side to move, expected 16",
        ),
        (
            "GM[Amazons]BO[4 -**- *--* O--O -OO-]".into(),
            "line 1, column 14: the board does not name the side to move: write * or O after its squares",
        ),
        ("GM[Amazons]BO[2 -x -- *]".into(), "line 1, column 14: 'x' is not a square of the board: use *, O and -"),
        ("GM[Amazons]BO[0 *]".into(), "line 1, column 14: a board of 0x0 has no squares"),
        (format!("GM[Amazons]{BOARD}{BOARD}"), "line 1, column 41: BO is written twice"),
        (
            format!("GM[Amazons]{BOARD}B[B1-B2]"),
            "line 1, column 41: move 1: 'B1-B2' is not a move: write three squares, like d1-d7xg7",
        ),
        (format!("GM[Amazons]{BOARD}W[A3-A2-A3]"), "line 1, column 41: move 1 is White's, but it is Black's turn"),
        (
            format!("GM[Amazons]{BOARD}B[B1-B2-B1]W[A3-B3-A3/1/2]B[B1-B2-B1]"),
            "line 1, column 67: move 3 (b1-b2xb1) is illegal: no amazon on b1",
        ),
        (
            format!("GM[Amazons]{BOARD}KB[B1-B2-B1/3]"),
            "line 1, column 41: komi games (KB) are not supported: in them both players move at once",
        ),
        (format!("GM[Amazons]{BOARD}(;C[x])(;C[y])"), "line 1, column 49: a GGF game has no variations"),
    ] {
        assert_eq!(sentence(&format!("(;{text})")), expected, "{text}");
    }
}

/// Text made to take time, memory or stack.
#[test]
fn hostile_text_takes_bounded_time() {
    let many = 10_000_000;
    for (name, text) in [
        ("open", "(".repeat(many)),
        ("nested", "(;".repeat(many / 2)),
        ("semicolons", format!("(;GM[18]{}", ";".repeat(many))),
        ("chain", format!("(;GM[18]{})", ";".repeat(MAX_NODES - 1))),
        ("nest", format!("(;GM[18]{}{})", "(;".repeat(MAX_NODES - 1), ")".repeat(MAX_NODES - 1))),
        ("siblings", format!("(;GM[18]{})", "(;)".repeat(MAX_NODES - 1))),
        ("comment", format!("(;GM[18]C[{}])", "x".repeat(many))),
        ("escapes", format!("(;GM[18]C[{}])", "\\]".repeat(many / 2))),
        ("name", format!("(;GM[18]{}[])", "X".repeat(many))),
        ("values", format!("(;GM[18]X{})", "[]".repeat(many / 2))),
        ("setup", format!("(;GM[18]PL[W]AE{})", "[aa:jj]".repeat(many / 7))),
        ("size", format!("(;GM[18]SZ[{}])", "9".repeat(many))),
        ("moves", format!("(;GM[18]{})", ";B[djddgd]".repeat(many / 10))),
        ("digits", "1".repeat(many)),
        ("rubbish", "\0\u{7f}é\u{fffd}".repeat(many / 7)),
        ("board", format!("(;GM[Amazons]BO[10 {}])", "-".repeat(many))),
    ] {
        let begun = Instant::now();
        let read = text.parse::<Game>();
        // At most 0.4 s on an idle machine; tests run in parallel.
        assert!(begun.elapsed() < Duration::from_secs(5), "{name} took {:?}", begun.elapsed());
        // Writing and comparing must not recurse either. Long values need not be written.
        if let Ok(game) = read
            && text.len() < many / 2
        {
            let again = game.to_string().parse::<Game>();
            assert!(again.is_ok_and(|again| again == game), "{name}");
        }
    }
    assert_eq!(
        sentence(&format!("({}", ";".repeat(MAX_NODES + 1))),
        format!("line 1, column {}: more than {MAX_NODES} nodes", MAX_NODES + 2)
    );
}

#[test]
fn a_record_beyond_its_limits_is_refused() {
    let limits = RecordLimits { nodes: 3, properties: 4 };
    let read = |text: &str| Game::parse_collection_with(text, None, limits).map_err(|error| error.to_string());
    assert!(read("(;GM[18]C[a]C[b];C[c];)").is_ok());
    assert_eq!(read("(;GM[18];;)(;GM[18])"), Err("line 1, column 13: more than 3 nodes".into()));
    assert_eq!(read("(;GM[18]C[a]C[b];C[c]C[d])"), Err("line 1, column 22: more than 4 properties".into()));
}
