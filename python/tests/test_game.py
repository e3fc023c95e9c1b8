"""Game records."""

import pytest

from otrera import Board, Game, Move


def test_a_tree_is_written_and_read_back(tmp_path):
    game = Game(Board("start:6x6"))
    first = game.root.play("b1-b4xd4")
    first.comment = "Into the middle [of it]."
    second = first.play(next(iter(first.board().legal_moves)))
    other = game.root.play("b1-b3xb5")
    other.set_property("LB", "aa:1", "bb:2")
    game.set_info("PB", "Hippolyta")
    again = Game(str(game))
    assert again == game and again.info("PB") == "Hippolyta" and again.moves == [first.move, second.move]
    assert [node.move for node in again.root.children] == [Move("b1-b4xd4"), Move("b1-b3xb5")]
    assert again.root.children[0].comment == "Into the middle [of it]."
    assert again.root.children[1].properties == {"LB": ["aa:1", "bb:2"]}
    game.save(tmp_path / "game.sgf")
    assert Game.load(tmp_path / "game.sgf") == game and len(Game.read_all(str(game) * 2)) == 2


def test_edits_change_the_tree():
    game = Game(Board("start:6x6"))
    first, other = game.root.play("b1-b4xd4"), game.root.play("b1-b3xb5")
    assert game.root.play("b1-b4xd4") == first and first != other and len(game.nodes) == 3
    other.promote()
    assert game.moves == [other.move] and other.parent == game.root and other.side == "white"
    other.delete()
    assert game.moves == [first.move] and [node.move for node in game.main_line] == [None, first.move]
    assert first.moves == [first.move] and game.board(0) == Board("start:6x6") and game.board() == first.board()
    for edit, sentence in [
        (game.root.delete, "the start of a game cannot be deleted"),
        (lambda: first.set_property("AB", "aa"), "AB is part of the game itself"),
        (lambda: first.set_property("ab", "aa"), "'ab' is not the name of a property"),
        (lambda: first.play("a1-a2xa3"), "no amazon on a1"),
        (lambda: game.board(9), "the game has 1 move, there is no position after 9"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            edit()
    assert first.remove_property("C") is False


def test_a_board_becomes_a_game():
    board = Board("start:6x6")
    board.push("b1-b4xd4")
    game = Game(board)
    assert game.moves == board.move_stack and game.board() == board and str(game) == board.sgf()
    with pytest.raises(ValueError, match="move 1"):
        Game("(;FF[4]GM[18]SZ[10];B[aaaaaa])")
    with pytest.raises(OSError, match="cannot read"):
        Game.load("/nowhere/game.sgf")
