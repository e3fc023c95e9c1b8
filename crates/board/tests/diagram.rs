//! Diagrams as text and SVG.

use otrera_board::diagram::{Colour, Diagram, Style, Tint};
use otrera_board::{Cell, Move, Setup, Side, Square};
use proptest::prelude::*;

const UNICODE: Style = Style { colour: Colour::None, unicode: true };

fn board(text: &str) -> Diagram {
    Diagram::try_from(&text.parse::<Setup>().unwrap()).unwrap()
}

fn after(text: &str, played: &str) -> Diagram {
    let mut position = text.parse::<Setup>().unwrap().position().unwrap();
    let played: Move = played.parse().unwrap();
    position.play(played).unwrap();
    Diagram::from(&position).last_move(played)
}

fn squares(text: &str) -> impl Iterator<Item = Square> {
    text.split(' ').map(|name| name.parse().unwrap())
}

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

/// Two areas that share a blocker.
fn divided() -> Diagram {
    board("b.w/##w/b.. w").area(squares("a3 b3 c3 c2"), Tint::Active, "A").area(
        squares("a1 b1 c1 c2"),
        Tint::BlackTerritory,
        "B",
    )
}

fn assert_drawn(diagram: &Diagram, style: Style, expected: &[&str]) {
    let drawn = diagram.terminal(style);
    assert_eq!(drawn.lines().collect::<Vec<_>>(), expected, "\n{drawn}");
}

#[test]
fn plain_boards_show_the_last_move() {
    assert_drawn(
        &after("start:5x6", "b1-b4xd4"),
        Style::PLAIN,
        &[
            "  +-----------+",
            "6 | . b . b . |",
            "5 | b . . . b |",
            "4 | . w'. #'. |",
            "3 | . . . . . |",
            "2 | w . . . w |",
            "1 | . .'. w . |",
            "  +-----------+",
            "    a b c d e",
            "  b1-b4xd4, Black to move",
        ],
    );
    assert_drawn(
        &after("start:4x4", "a2-b3xa2"),
        UNICODE,
        &[
            "  ┌─────────┐",
            "4 │ · ♛ ♛ · │",
            "3 │ ♛ ♕'· ♛ │",
            "2 │ ▒'· · ♕ │",
            "1 │ · ♕ ♕ · │",
            "  └─────────┘",
            "    a b c d",
            "  a2-b3xa2, Black to move",
        ],
    );
}

#[test]
fn boards_of_one_row_or_column_are_drawn() {
    assert_drawn(
        &board("b..#.w.."),
        Style::PLAIN,
        &["  +-----------------+", "1 | b . . # . w . . |", "  +-----------------+", "    a b c d e f g h"],
    );
    assert_drawn(
        &board("b/./w b").coordinates(false).caption(""),
        Style::PLAIN,
        &["+---+", "| b |", "| . |", "| w |", "+---+"],
    );
    let tall = board(&["."; 10].join("/")).terminal(Style::PLAIN);
    assert!(tall.starts_with("   +---+\n10 | . |\n 9 | . |\n"), "{tall}");
}

#[test]
fn areas_are_filled_with_their_letters() {
    assert_drawn(
        &divided(),
        Style::PLAIN,
        &[
            "  +----------+",
            "3 | bA A  wA |",
            "2 | #  #  w& |",
            "1 | bB B  B  |",
            "  +----------+",
            "    a  b  c",
            "  White to move",
            "  active: A",
            "  black territory: B",
            "  & blocker: c2 (A, B)",
        ],
    );
}

#[test]
fn tints_and_numbers_are_shown_without_colour() {
    let mut diagram = board("...../b...w b").caption("who gets there first");
    let tints = [Tint::Active, Tint::BlackTerritory, Tint::WhiteTerritory, Tint::Dead, Tint::Heat(0.5)];
    for (square, tint) in squares("a2 b2 c2 d2 e2").zip(tints) {
        diagram = diagram.tint(square, tint);
    }
    assert_drawn(
        &diagram.label(square("b1"), "1").label(square("c1"), "12").label(square("e1"), "3"),
        Style::PLAIN,
        &[
            "  +----------------+",
            "2 | ~  +  -  x  +5 |",
            "1 | b  1  12 .  w3 |",
            "  +----------------+",
            "    a  b  c  d  e",
            "  who gets there first",
            "  ~ active",
            "  + black territory",
            "  - white territory",
            "  x dead",
            "  -9..+9 White (light) to Black (dark)",
        ],
    );
}

/// The text without escape sequences.
fn stripped(text: &str) -> String {
    let mut pieces = text.split("\x1b[");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |shown, piece| shown + piece.split_once('m').expect("a sequence ends with m").1)
}

#[test]
fn coloured_squares_are_two_columns_and_reset_their_colour() {
    for colour in [Colour::Ansi256, Colour::TrueColor] {
        let drawn = after("start:5x6", "b1-b4xd4").terminal(Style { colour, unicode: true });
        let lines: Vec<String> = stripped(&drawn).lines().map(str::to_owned).collect();
        assert_eq!(
            lines[..7],
            [
                "▄▄▄▄▄▄▄▄▄▄▄▄▄",
                "6   ♛   ♛    ",
                "5 ♛       ♛  ",
                "4   ♛   ░░   ",
                "3            ",
                "2 ♛       ♛  ",
                "1   ◦   ♛    ",
            ]
        );
        assert_eq!(lines[7..], ["  a b c d e  ", "  b1-b4xd4, Black to move"]);
        assert!(drawn.lines().all(|line| !line.contains('\x1b') || line.ends_with("\x1b[0m")));
    }
}

/// The elements of a class.
fn of_class<'a>(document: &'a roxmltree::Document<'_>, class: &str) -> Vec<roxmltree::Node<'a, 'a>> {
    document.descendants().filter(|node| node.attribute("class") == Some(class)).collect()
}

#[test]
fn pictures_contain_every_highlight() {
    let diagram = divided().label(square("b1"), "7").caption("5 < 6 & \"b\" \u{1b}[31m\u{0}");
    let svg = diagram.svg();
    let document = roxmltree::Document::parse(&svg).unwrap();
    for (class, count) in
        [("amazon black", 2), ("amazon white", 2), ("arrow", 2), ("area", 2), ("blocker", 1), ("swatch", 3)]
    {
        assert_eq!(of_class(&document, class).len(), count, "{class}");
    }
    let texts: Vec<&str> = document.descendants().filter(|n| n.has_tag_name("text")).filter_map(|n| n.text()).collect();
    for text in
        ["7", "A", "B", "a", "3", "5 < 6 & \"b\" \u{fffd}[31m\u{fffd}", "black territory: B", "blocker: c2 (A, B)"]
    {
        assert!(texts.contains(&text), "{text:?} is not among {texts:?}");
    }
    assert!(svg.contains("<title>Amazons board, 3x3: "));
    assert!(svg.contains("<desc>Black amazons: a3 a1. White amazons: c3 c2. Burnt: a2 b2.</desc>"));
    assert!(!diagram.coordinates(false).svg().contains("coordinates"));
}

#[test]
fn boards_longer_than_the_alphabet_cannot_be_drawn() {
    let setup = ".".repeat(27).parse::<Setup>().unwrap();
    let error = Diagram::try_from(&setup).unwrap_err();
    assert_eq!(error.to_string(), "a board of 27x1 is too long: sides go up to 26");
}

#[test]
#[should_panic(expected = "c1 is not on a 2x2 board")]
fn squares_off_the_board_panic() {
    let _ = board("../..").tint(square("c1"), Tint::Dead);
}

fn any_cell() -> impl Strategy<Value = Cell> {
    prop_oneof![
        4 => Just(Cell::Empty),
        2 => Just(Cell::Burnt),
        1 => Just(Cell::Amazon(Side::Black)),
        1 => Just(Cell::Amazon(Side::White)),
    ]
}

fn any_setup() -> impl Strategy<Value = Setup> {
    (1..=26usize, 1..=26usize).prop_flat_map(|(width, height)| {
        let turn = prop_oneof![Just(None), Just(Some(Side::Black)), Just(Some(Side::White))];
        (proptest::collection::vec(any_cell(), width * height), turn)
            .prop_map(move |(cells, turn)| Setup::from_cells(width, height, cells, turn))
    })
}

fn any_tint() -> impl Strategy<Value = Tint> {
    prop_oneof![proptest::sample::select(Tint::KINDS.to_vec()), (-2.0..2.0f32).prop_map(Tint::Heat)]
}

/// A random board with random highlights.
fn any_diagram() -> impl Strategy<Value = (Setup, Diagram)> {
    let at = || (any::<u8>(), any::<u8>());
    let area = (proptest::collection::vec(at(), 0..30), any_tint(), "\\PC{0,2}");
    let mark = (at(), any_tint(), any::<String>());
    let marks = (proptest::collection::vec(area, 0..4), proptest::collection::vec(mark, 0..8));
    (any_setup(), marks, [at(), at(), at()], any::<String>()).prop_map(|(setup, (areas, marks), played, caption)| {
        let square = |(col, row): (u8, u8)| Square { col: col % setup.width() as u8, row: row % setup.height() as u8 };
        let [from, to, arrow] = played.map(square);
        let mut diagram = Diagram::try_from(&setup).unwrap().last_move(Move { from, to, arrow }).caption(caption);
        for (squares, tint, label) in areas {
            diagram = diagram.area(squares.into_iter().map(square), tint, label);
        }
        for (at, tint, label) in marks {
            diagram = diagram.tint(square(at), tint).label(square(at), label);
        }
        (setup, diagram)
    })
}

fn count(setup: &Setup, wanted: Cell) -> usize {
    setup.rows().flatten().filter(|&&cell| cell == wanted).count()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_picture_is_well_formed_and_complete((setup, diagram) in any_diagram()) {
        let svg = diagram.svg();
        prop_assert_eq!(&svg, &diagram.clone().svg());
        let document = roxmltree::Document::parse(&svg).unwrap();
        prop_assert_eq!(of_class(&document, "amazon black").len(), count(&setup, Cell::Amazon(Side::Black)));
        prop_assert_eq!(of_class(&document, "amazon white").len(), count(&setup, Cell::Amazon(Side::White)));
        prop_assert_eq!(of_class(&document, "arrow").len(), count(&setup, Cell::Burnt));
    }

    #[test]
    fn every_plain_drawing_is_complete_and_has_no_trailing_blanks(setup in any_setup()) {
        let drawn = Diagram::try_from(&setup).unwrap().coordinates(false).caption("").terminal(Style::PLAIN);
        for (letter, cell) in [
            ('.', Cell::Empty),
            ('#', Cell::Burnt),
            ('b', Cell::Amazon(Side::Black)),
            ('w', Cell::Amazon(Side::White)),
        ] {
            prop_assert_eq!(drawn.matches(letter).count(), count(&setup, cell));
        }
        prop_assert!(drawn.lines().all(|line| line == line.trim_end()));
    }

    #[test]
    fn drawings_contain_no_control_characters_of_their_texts((_, diagram) in any_diagram()) {
        prop_assert!(!diagram.terminal(Style::PLAIN).contains('\x1b'));
        let coloured = diagram.terminal(Style { colour: Colour::TrueColor, unicode: true });
        let shown = stripped(&coloured);
        prop_assert!(shown.chars().all(|c| c == '\n' || !c.is_control()));
    }
}
