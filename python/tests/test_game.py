"""Game records."""

import subprocess

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


PGN = """[Event "Casual"]
[White "Hippolyta"]
[Variant "Amazons"]
[FEN "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w - - 0 1"]

1. b1b4 P@d4 {Into the middle.} b6b5 P@c5 *
"""


def test_pgn_is_read():
    game = Game(PGN)
    assert game.moves == [Move("b1-b4xd4"), Move("b6-b5xc5")] and game.info("PW") == "Hippolyta"
    assert game.main_line[1].comment == "Into the middle."
    assert Board(PGN) == game.board() == Game(str(game)).board() and len(Game.read_all(PGN + "\n" + PGN)) == 2
    with pytest.raises(ValueError, match="this is a game of Chess"):
        Game('[Variant "Chess"]')


def test_boards_of_a_game_know_their_moves():
    game = Game(PGN)
    variation = game.root.children[0].play("b6-b5xb6")
    for node in game.nodes:
        board = node.board()
        assert board.move_stack == node.moves and board.root() == game.board(0)
    assert variation.board().pop() == Move("b6-b5xb6") and game.board(1).move_stack == game.moves[:1]
    # The last move is marked.
    assert game._repr_svg_() == game.board().svg() != Board(game.board().fen()).svg()


def test_games_become_pictures(program, tmp_path):
    (tmp_path / "game.pgn").write_text(PGN)
    file = tmp_path / "game.gif"
    words = ["show", str(tmp_path / "game.pgn"), "--gif", str(file), "--width", "80", "--pause", "0.5"]
    subprocess.run([program.file, *words], check=True, capture_output=True)
    assert Game(PGN).gif(width=80, pause=0.5) == file.read_bytes()


def test_a_board_becomes_a_game():
    board = Board("start:6x6")
    board.push("b1-b4xd4")
    game = Game(board)
    assert game.moves == board.move_stack and game.board() == board and str(game) == board.sgf()
    with pytest.raises(ValueError, match="move 1"):
        Game("(;FF[4]GM[18]SZ[10];B[aaaaaa])")
    with pytest.raises(OSError, match="cannot read"):
        Game.load("/nowhere/game.sgf")
