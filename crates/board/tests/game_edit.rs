//! Edits of games.

use otrera_board::game::{EditError, Game, NodeId, Property, Value};
use otrera_board::{Move, Setup};

fn game(moves: &[&str]) -> Game {
    let start = "start:4x4".parse::<Setup>().unwrap().position().unwrap();
    Game::from_moves(start, moves.iter().map(|m| m.parse::<Move>().unwrap())).unwrap()
}

fn play(game: &mut Game, at: NodeId, played: &str) -> NodeId {
    game.play(at, played.parse().unwrap()).unwrap()
}

fn main_moves(game: &Game) -> String {
    game.moves().map(|m| m.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn variations_are_added_promoted_and_deleted() {
    let mut game = game(&["b1-b2xb1", "a3-b3xa3"]);
    let first = game.main_line().nth(1).unwrap();
    let second = game.main_line().nth(2).unwrap();
    assert_eq!(play(&mut game, first, "a3-b3xa3"), second, "a move that exists returns its node");

    let other = play(&mut game, first, "d3-c3xd3");
    let last = play(&mut game, other, "a2-a1xa2");
    assert_eq!(game.node(first).children(), [second, other]);
    assert_eq!(main_moves(&game), "b1-b2xb1 a3-b3xa3");
    assert_eq!(game.moves_to(last).len(), 3);

    game.promote(other);
    assert_eq!(main_moves(&game), "b1-b2xb1 d3-c3xd3 a2-a1xa2");
    assert_eq!(game.to_string().parse::<Game>().unwrap(), game);

    game.delete(other).unwrap();
    assert_eq!(main_moves(&game), "b1-b2xb1 a3-b3xa3");
    assert_eq!(game.delete(Game::ROOT), Err(EditError::Start));
    assert_eq!(game.to_string().parse::<Game>().unwrap(), game, "equality ignores the order of construction");
}

#[test]
fn illegal_moves_change_nothing() {
    let mut game = game(&[]);
    let before = game.clone();
    let error = game.play(Game::ROOT, "b1-b3xd2".parse().unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "arrow from b3 to d2 is not a queen's move");
    assert_eq!(game, before);
    let moves = ["b1-b2xb1", "b1-b2xb1"].map(|m| m.parse().unwrap());
    assert_eq!(
        Game::from_moves(*before.start(), moves).unwrap_err().to_string(),
        "move 2 (b1-b2xb1) is illegal: no amazon on b1"
    );
}

#[test]
fn properties_are_replaced_and_reserved_ones_refused() {
    let mut game = game(&["b1-b2xb1"]);
    let node = game.main_line().nth(1).unwrap();
    for (name, text) in [("N", "a"), ("C", "b"), ("ZZ", "c"), ("C", "d]\\")] {
        game.set_property(node, Property::new(name, text).unwrap()).unwrap();
    }
    let values = vec![Value::from_text("aa:1"), Value::from_text("bb:2")];
    game.set_property(node, Property::with_values("LB", values).unwrap()).unwrap();
    assert!(game.to_string().ends_with(";W[bdbcbd]N[a]C[d\\]\\\\]ZZ[c]LB[aa:1][bb:2])\n"), "{game}");
    assert!(game.remove_property(node, "ZZ") && !game.remove_property(node, "ZZ"));
    game.set_comment(node, "");
    assert!(game.to_string().ends_with(";W[bdbcbd]N[a]LB[aa:1][bb:2])\n"), "{game}");

    for name in ["B", "W", "AB", "AW", "AA", "AE", "PL", "FF", "GM", "SZ"] {
        let error = game.set_property(node, Property::new(name, "x").unwrap()).unwrap_err();
        assert_eq!(error.to_string(), format!("{name} is part of the game itself and cannot be set as a property"));
    }
}
