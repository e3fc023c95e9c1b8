//! The sample games of testdata/games.

use otrera_board::game::{Game, RecordLimits};

macro_rules! sample {
    ($name:literal) => {
        ($name, include_str!(concat!("../../../testdata/games/", $name)))
    };
}

const FILES: [(&str, &str); 8] = [
    sample!("10x10-variations.sgf"),
    sample!("5x8.sgf"),
    sample!("6x6-to-the-end.sgf"),
    sample!("collection.sgf"),
    sample!("foreign-layout.sgf"),
    sample!("published-default.sgf"),
    sample!("server.ggf"),
    sample!("usual-colours.sgf"),
];

fn games(name: &str) -> Vec<Game> {
    let (_, text) = FILES.iter().find(|(file, _)| *file == name).expect("the file is in the table");
    Game::parse_collection(text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn game(name: &str) -> Game {
    games(name).remove(0)
}

#[test]
fn each_game_has_the_moves_and_positions_of_the_table() {
    // File; moves of the main line; all nodes; start; end of the main line, as replayed by an independent script.
    for row in "
        5x8.sgf; 8; 9; .b.b./b...b/...../...../...../...../w...w/.w.w. w; ...b./bw..#/..b#./w.#.#/#.w.#/.#b#./...../...w. w
        6x6-to-the-end.sgf; 26; 27; .b..b./b....b/....../....../w....w/.w..w. w; b###b./###w##/w####w/######/##wb##/b###.# w
        10x10-variations.sgf; 40; 55; 3b2b3/10/10/b8b/10/10/w8w/10/10/3w2w3 w; \
            2#2#4/1bw#3##b/1###1###2/#3##1###/#1###1wb2/1#2##1#1#/3#####2/2#3#1##/w4##bw#/3#2#3 w
        server.ggf; 24; 25; 3w2w3/10/10/w8w/10/10/b8b/10/10/3b2b3 b; \
            3#1#4/2wb4#1/3#1##3/4##1##1/2b##5/1#2##b1w1/#1#1#1#2#/2#1w2#2/5#bw2/3#6 b
        foreign-layout.sgf; 3; 6; .bb./b..b/w..w/.ww. w; .bb./#b.b/#w.w/w#w. b
        published-default.sgf; 3; 4; 3w2w3/10/10/w8w/10/10/b8b/10/10/3b2b3 b; 3w#1w3/10/10/#2b2#2w/10/10/b2w5b/4b5/10/10 w
        usual-colours.sgf; 3; 4; 3b2b3/10/10/b8b/10/10/w8w/10/10/3w2w3 w; 3b#1b3/10/10/#2w2#2b/10/10/w2b5w/4w5/10/10 b
    "
    .lines()
    .map(str::trim)
    .filter(|row| !row.is_empty())
    {
        let [name, moves, nodes, start, end] = row.split("; ").collect::<Vec<_>>()[..] else {
            panic!("a row has five columns: {row}")
        };
        let game = game(name);
        assert_eq!(game.moves().count().to_string(), moves, "{name}");
        assert_eq!(game.walk().count().to_string(), nodes, "{name}");
        assert_eq!(game.start().to_string(), start, "{name}");
        assert_eq!(game.last_position().to_string(), end, "{name}");
    }
    assert!(!game("6x6-to-the-end.sgf").last_position().can_move());
}

#[test]
fn written_games_read_back_equal() {
    for (name, _) in FILES {
        for game in games(name) {
            let written = game.to_string();
            assert_eq!(written.parse::<Game>().as_ref(), Ok(&game), "{name}");
            assert!(written.starts_with("(;FF[4]GM[18]SZ["), "{written}");
        }
    }
}

#[test]
fn files_of_our_own_are_written_byte_by_byte() {
    for name in ["10x10-variations.sgf", "5x8.sgf", "6x6-to-the-end.sgf"] {
        let (_, text) = FILES.iter().find(|(file, _)| *file == name).unwrap();
        assert_eq!(game(name).to_string(), *text, "{name}");
    }
}

#[test]
fn positions_are_found_by_the_number_of_moves() {
    let game = game("10x10-variations.sgf");
    assert_eq!(game.position_after(0).unwrap(), game.start());
    assert_eq!(game.position_after(40).unwrap(), game.last_position());
    let mut replayed = *game.start();
    for (made, played) in game.moves().enumerate() {
        assert_eq!(*game.position_after(made).unwrap(), replayed);
        replayed.play(played).unwrap();
    }
    assert_eq!(game.last_move(), game.moves().last());
    assert_eq!(
        game.position_after(50).unwrap_err().to_string(),
        "the game has 40 moves, there is no position after 50"
    );
    let short = Game::from_moves(*game.start(), game.moves().take(1)).unwrap();
    assert_eq!(short.position_after(2).unwrap_err().to_string(), "the game has 1 move, there is no position after 2");
}

#[test]
fn a_collection_has_all_its_games() {
    let names: Vec<_> = games("collection.sgf").iter().map(|game| game.info("GN").unwrap()).collect();
    assert_eq!(names, ["first", "second", "third"]);
    let (_, text) = FILES[3];
    assert_eq!(text.parse::<Game>().unwrap(), games("collection.sgf")[0]);
}

#[test]
fn comments_and_unknown_properties_are_kept() {
    let game = game("10x10-variations.sgf");
    let first = game.node(game.main_line().nth(1).unwrap());
    assert_eq!(
        first.comment().as_deref(),
        Some("White shoots far [as usual].\nA backslash \\ and a colon: both survive.")
    );
    let second = game.node(game.main_line().nth(2).unwrap());
    let names: Vec<_> = second.properties().iter().map(|property| property.name()).collect();
    assert_eq!(names, ["WL", "ZZPRIVATE"]);
    assert_eq!(game.info("PB").as_deref(), Some("Zoë"));
    assert_eq!(game.info("XX"), None);
}

/// Long names, blanks, two AW in a node, and a variation that changes the board.
#[test]
fn old_and_unusual_files_are_read() {
    let game = game("foreign-layout.sgf");
    assert_eq!(game.info("PB").as_deref(), Some("someone [2d]"));
    let first = game.main_line().nth(1).unwrap();
    assert_eq!(game.node(first).comment().as_deref(), Some("a soft line break"));
    let changed = game.node(game.node(first).children()[1]);
    assert_eq!(changed.step(), None);
    assert_eq!(changed.position().to_string(), "#bb./b..b/ww.w/..w. w");
    let last = game.node(changed.children()[0]);
    assert_eq!(last.position().to_string(), "#bb./bw.b/w#.w/..w. b");
}

#[test]
fn ggf_properties_get_their_sgf_names() {
    let game = game("server.ggf");
    for (name, text) in [("RE", "B+3.00"), ("BR", "1837.5"), ("WR", "1901.2"), ("PC", "GGS/ams"), ("TY", "10")] {
        assert_eq!(game.info(name).as_deref(), Some(text), "{name}");
    }
    let node = |number: usize| game.node(game.main_line().nth(number).unwrap());
    let texts = |number: usize| {
        node(number).properties().iter().map(|p| format!("{}[{}]", p.name(), p.text())).collect::<Vec<_>>().concat()
    };
    assert_eq!(node(1).step().unwrap().played.to_string(), "d1-d7xi7");
    assert_eq!(texts(1), "EVAL[3.00]TIME[5.00]");
    assert_eq!(texts(2), "TIME[8.25]");
}

/// The first moves of the example at https://www.skatgame.net/mburo/ggsa/ggf.
#[test]
fn the_example_of_the_ggf_page_is_legal() {
    let text = "(;GM[Amazons]PC[GGS/ams]DT[945277754]PB[amsbot5]PW[Raphael]RB[1897.01]RW[1874.15]TI[30:00/00:05/02:00]
        TY[10]RE[-3.00]BO[10 ---*--*--- ---------- ---------- *--------* ---------- ---------- O--------O ----------
        ---------- ---O--O--- *]B[D1-D7-G7/11.50/5.04]W[J7-G4-B4//21.42]B[G1-E3-E10/8.30/5.01]W[G10-I8-I5//14.01]
        B[A4-A6-G6/9.00/5.01]W[A7-D4-A7//8.03]B[A6-C8-H8/10.60/5.01]W[G4-I4-J5//7.42]B[D7-F9-D9/12.20/5.01];)";
    let game: Game = text.parse().unwrap();
    assert_eq!(game.moves().count(), 9);
    assert_eq!(game.info("RE").as_deref(), Some("W+3.00"));
}

#[test]
fn caller_names_the_side_to_move_if_the_file_does_not() {
    let problem = "(;GM[18]SZ[4]AB[aa]AW[dd])";
    assert!(Game::parse_collection(problem).is_err());
    for side in otrera_board::Side::BOTH {
        let games = Game::parse_collection_with(problem, Some(side), RecordLimits::default()).unwrap();
        assert_eq!(games[0].start().to_move(), side);
    }
}

#[test]
fn the_examples_of_the_document_are_games() {
    let document = include_str!("../../../docs/formats/sgf.md");
    let examples: Vec<String> = document
        .split("\n\n")
        .filter(|block| block.starts_with("    ("))
        .map(|block| block.lines().map(str::trim_start).collect::<Vec<_>>().join("\n"))
        .collect();
    assert_eq!(examples.len(), 2);
    for example in examples {
        let game = example.parse::<Game>().unwrap_or_else(|error| panic!("{error}\n{example}"));
        assert!(game.moves().count() > 1);
    }
}
