//! Laws of random games on random boards, with variations, hostile comments and unknown properties.

mod common;

use otrera_board::game::{Game, NodeId, Property, Value};
use proptest::prelude::*;
use proptest::sample::Index;

/// A random edit. Indices choose among the existing nodes and legal moves.
#[derive(Clone, Debug)]
enum Edit {
    Play(Index, Index),
    Comment(Index, String),
    Property(Index, String, Vec<String>),
    Promote(Index),
    Delete(Index),
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let node = any::<Index>;
    let hostile = || prop_oneof!["[\\]\\[\\\\:;()\n\r\t a-c]{0,12}", any::<String>()];
    let name = "[A-Z][A-Z0-9]{0,3}";
    prop::collection::vec(
        prop_oneof![
            6 => (node(), node()).prop_map(|(at, choice)| Edit::Play(at, choice)),
            2 => (node(), hostile()).prop_map(|(at, text)| Edit::Comment(at, text)),
            2 => (node(), name, prop::collection::vec(hostile(), 0..3)).prop_map(|(at, n, v)| Edit::Property(at, n, v)),
            1 => node().prop_map(Edit::Promote),
            1 => node().prop_map(Edit::Delete),
        ],
        0..30,
    )
}

fn apply(game: &mut Game, edit: &Edit) {
    let nodes: Vec<NodeId> = game.walk().map(|(_, id)| id).collect();
    match edit {
        Edit::Play(at, choice) => {
            let position = *game.node(*at.get(&nodes)).position();
            let moves = position.moves();
            if !moves.is_empty() {
                game.play(*at.get(&nodes), *choice.get(&moves)).unwrap();
            }
        }
        Edit::Comment(at, text) => game.set_comment(*at.get(&nodes), text),
        Edit::Property(at, name, values) => {
            let values = values.iter().map(|text| Value::from_text(text)).collect();
            // Reserved names are refused.
            let _ = game.set_property(*at.get(&nodes), Property::with_values(name, values).unwrap());
        }
        Edit::Promote(at) => game.promote(*at.get(&nodes)),
        Edit::Delete(at) => {
            let _ = game.delete(*at.get(&nodes));
        }
    }
}

/// Boards at the limits of the setup properties.
#[test]
fn boards_without_amazons_or_empty_squares_read_back() {
    for board in [". w", "# b", "b b", "./. w", "########## w", "10/10/10/10/10/10/10/10/10/10 b", "26 w", "#b#w w"] {
        let start = board.parse::<otrera_board::Setup>().unwrap().position().unwrap();
        let written = Game::new(start).to_string();
        assert_eq!(*written.parse::<Game>().unwrap().start(), start, "{written}");
    }
}

proptest! {
    #[test]
    fn a_written_game_reads_back_equal(start in common::positions(128), edits in edits()) {
        let mut game = Game::new(start);
        for edit in &edits {
            apply(&mut game, edit);
        }
        let written = game.to_string();
        let again: Game = written.parse().unwrap();
        prop_assert_eq!(&again, &game, "{}", written);
        prop_assert_eq!(again.to_string(), written);
    }

    #[test]
    fn every_node_has_the_position_of_its_moves(start in common::positions(40), edits in edits()) {
        let mut game = Game::new(start);
        for edit in &edits {
            apply(&mut game, edit);
        }
        for (_, id) in game.walk() {
            let line = Game::from_moves(start, game.moves_to(id)).unwrap();
            prop_assert_eq!(line.last_position(), game.node(id).position());
        }
    }

    #[test]
    fn comments_read_back_as_they_were_set(text in any::<String>()) {
        let plain: String = text.chars().map(|c| if c.is_ascii_control() && c != '\n' { ' ' } else { c }).collect();
        prop_assume!(!plain.is_empty());
        let mut game = Game::new("start:4x4".parse::<otrera_board::Setup>().unwrap().position().unwrap());
        game.set_comment(Game::ROOT, &plain);
        let again: Game = game.to_string().parse().unwrap();
        prop_assert_eq!(again.node(Game::ROOT).comment().unwrap(), plain);
    }

    #[test]
    fn damaged_games_do_not_panic(cut in any::<Index>(), letter in any::<char>()) {
        let text = include_str!("../../../testdata/games/10x10-variations.sgf");
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let at = *cut.get(&places);
        let _ = Game::parse_collection(&text[..at]);
        let _ = Game::parse_collection(&format!("{}{letter}{}", &text[..at], &text[at..]));
    }
}
