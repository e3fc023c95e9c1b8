"""Boards: the verbs of python-chess, text forms, symmetries."""

import pickle
import random
import struct

import pytest

import otrera
from otrera import Board, Move
from plain import PlainBoard, small_boards


def test_a_board_plays_like_python_chess():
    board = Board("start:6x6")
    assert board.turn == otrera.WHITE and (board.width, board.height) == (6, 6)
    move = Move.from_uci("b1b4,b4d4")
    assert move in board.legal_moves and "b1-b4xb3" in board.legal_moves and "a1-a2xa3" not in board.legal_moves
    board.push(move)
    assert board.turn == otrera.BLACK and board.move_stack == [move] and str(move) == "b1-b4xd4"
    copy = board.copy()
    assert copy == board and hash(copy) == hash(board) and copy.move_stack == [move]
    assert board.pop() == move and board != copy and board == copy.root() == Board("start:6x6")
    with pytest.raises(IndexError):
        board.pop()


@pytest.mark.parametrize("size", ["4x4", "5x7", "8x8", "10x10"])
def test_moves_are_those_of_the_plain_rules_throughout_a_game(size):
    dice = random.Random(size)
    board = Board(f"start:{size}")
    plain = PlainBoard(board.fen())
    while True:
        moves = board.legal_moves
        names = sorted(map(str, moves))
        assert names == sorted(map(str, plain.legal_moves()))
        assert len(moves) == moves.count() == len(names) and bool(moves) != board.is_over()
        if not names:
            break
        move = dice.choice(plain.legal_moves())
        plain.push(move)
        board.push(str(move))
        assert Board(plain.text()) == board
    assert board.winner() == {"w": "black", "b": "white"}[plain.turn]
    while board.move_stack:
        assert str(board.pop()) == str(plain.pop())
    assert board == Board(f"start:{size}")


def test_every_text_form_is_read_back():
    for text in small_boards(200, 1):
        board = Board(text)
        for form in ("fen", "fairy", "plain"):
            assert Board(board.text(form)) == board, form
        grid = Board(board.grid())
        assert grid.turn is None and grid != board
        grid.turn = board.turn
        assert grid == board == Board(board.grid(), turn=board.turn)
        assert Board(board.sgf()) == board


def test_a_record_becomes_its_stack():
    board = Board("start:5x5")
    for _ in range(4):
        board.push(next(iter(board.legal_moves)))
    again = Board(board.sgf())
    assert again == board and again.move_stack == board.move_stack and again.root() == Board("start:5x5")


def test_a_board_without_a_side_refuses_what_needs_one():
    board = Board("x..o")
    assert board.turn is None and str(board.value().sum) == "+-1"
    for ask in (lambda: board.legal_moves, board.is_over, board.winner, board.sgf, lambda: board.push("a1-b1xa1")):
        with pytest.raises(ValueError, match="no side to move"):
            ask()
    with pytest.raises(ValueError, match="no side to move"):
        board.solve()
    with pytest.raises(ValueError, match="no side to move"):
        board.svg(eval=True)
    for text in ("x..o", "b..w", "b./.w", "..", "#"):
        assert Board(text).turn is None and Board(text).svg(areas="basic").startswith("<svg")
    assert Board("x..o").svg() == Board("b..w").svg()


def test_pickles_keep_the_moves():
    board = Board("start:6x6")
    board.push("b1-b4xd4")
    for object in (board, Board("x..o"), Move("b1-b4xd4"), otrera.Value("{2|0}+^*"), otrera.Game(board)):
        assert pickle.loads(pickle.dumps(object)) == object
    assert pickle.loads(pickle.dumps(board)).move_stack == board.move_stack
    assert type(pickle.loads(pickle.dumps(board))) is Board


def test_symmetries_keep_the_game():
    for text in small_boards(100, 2):
        board = Board(text)
        images = board.symmetries()
        assert images[0] == board and {image.canonical() for image in images} == {board.canonical()}
        assert {image.legal_moves.count() for image in images} == {board.legal_moves.count()}
        assert board.swapped().swapped() == board and board.swapped().turn != board.turn
        assert all(type(image) is Board for image in images)


def test_perft_counts_lines_of_play():
    def count(plain, depth):
        if depth == 0:
            return 1
        total = 0
        for move in plain.legal_moves():
            plain.push(move)
            total += count(plain, depth - 1)
            plain.pop()
        return total

    for text in small_boards(50, 3):
        assert [Board(text).perft(depth) for depth in range(4)] == [count(PlainBoard(text), d) for d in range(4)]
    # Two plies of the standard game: Kawano & Matsuzaki 2004 and every program since.
    assert Board().perft(1) == 2176 and Board().perft(2, threads=2) == 4307152
    report = Board("start:4x4").divide(2)
    assert sum(first.nodes for first in report.divide) == report.nodes == Board("start:4x4").perft(2)


def test_planes_are_the_cells():
    numpy = pytest.importorskip("numpy")
    for text in small_boards(50, 4):
        board, plain = Board(text), PlainBoard(text)
        planes = board.planes()
        assert planes.shape == (4, board.height, board.width) and planes.dtype == numpy.uint8
        for (column, row), cell in plain.cells.items():
            at = planes[:, board.height - 1 - row, column].tolist()
            assert at == [cell == "b", cell == "w", cell == "#", plain.turn == "w"]


def test_cells_have_names():
    board = Board("b#.w w")
    assert [board.cell(square) for square in ("a1", "b1", "c1", "d1")] == ["black", "burnt", "empty", "white"]
    assert (board.amazons("w"), board.burnt, board.empty) == (["d1"], ["b1"], ["c1"])
    with pytest.raises(ValueError, match="e1 is not on a 4x1 board"):
        board.cell("e1")


def test_the_drawing_has_the_options_of_show(program, tmp_path):
    import subprocess

    board = Board("start:6x6")
    board.push("b1-b4xd4")
    for options, words in [
        ({}, []),
        ({"areas": "basic"}, ["--areas=basic"]),
        ({"areas": "improved"}, ["--areas=improved"]),
        ({"eval": True}, ["--eval"]),
    ]:
        file = tmp_path / "board.svg"
        words = ["show", "start:6x6", "--play", "b1-b4xd4", *words, "--svg", str(file)]
        subprocess.run([program.file, *words], check=True, capture_output=True)
        assert board.svg(**options) == file.read_text().rstrip("\n"), options
        words[-2:] = ["--png", str(file), "--width", "90"]
        subprocess.run([program.file, *words], check=True, capture_output=True)
        assert board.png(width=90, **options) == file.read_bytes(), options
    assert board._repr_svg_() == board.svg()


def test_every_drawing_becomes_pixels():
    def size(picture):
        assert picture[:8] == b"\x89PNG\r\n\x1a\n"
        return struct.unpack(">II", picture[16:24])

    graph = Board("b..w").graph()
    for make in (Board("b..w").png, graph.png, otrera.Value("{3|1}").thermograph().png):
        assert size(make(width=60))[0] == 60 and size(make())[0] == 640
    # A picture that would be too high is narrower.
    assert 8000 < size(Board("b/./w w").png(width=8192))[1] <= 8192
    assert Board("#").graph().png() is None
