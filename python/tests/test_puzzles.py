"""Puzzles and openings."""

import pytest

from otrera import Board, OutOfLimits, make_puzzles, puzzles
from plain import PlainBoard


def test_the_right_moves_of_small_puzzles_win_by_plain_play():
    small = [puzzle for kind in ("win", "half", "save") for puzzle in puzzles(kind, grade=1)]
    # Plain play visits every line: boards with few empty squares only.
    small = [puzzle for puzzle in small if len(puzzle.board.empty) <= 6]
    assert len(small) >= 5
    for puzzle in small:
        wins = []
        for move in puzzle.board.legal_moves:
            board = puzzle.board
            board.push(move)
            if not PlainBoard(board.fen()).wins():
                wins.append(str(move))
        assert sorted(wins) == sorted(puzzle.answers), puzzle


def test_answers_are_judged():
    puzzle = puzzles("win")[0]
    (answer,) = puzzle.answers
    (move,) = [move for move in puzzle.board.legal_moves if str(move) == answer]
    assert puzzle.is_right(move) and puzzle.is_right(move.uci()) and puzzle.task == "Find the only winning move"
    assert not any(puzzle.is_right(other) for other in puzzle.board.legal_moves if other != move)
    with pytest.raises(ValueError, match="is not a move"):
        puzzle.is_right("A")
    zugzwang = puzzles("zugzwang")[0]
    assert {area.label for area in zugzwang.board.areas(basic=True) if zugzwang.is_right(area.label)} == {
        *zugzwang.answers
    }
    assert "B" in zugzwang._repr_svg_() and puzzle._repr_svg_().startswith("<svg")
    # The board is a new one each time.
    puzzle.board.push(move)
    assert puzzle.board.fen() == puzzle.position and len({*puzzles()}) == 320


def test_puzzles_are_those_of_the_program(program):
    printed = program("puzzles", "--count", "2", "--seed", "3")["puzzles"]
    made = [
        {"kind": puzzle.kind, "grade": puzzle.grade, "board": puzzle.position, "answers": list(puzzle.answers)}
        for puzzle in make_puzzles(2, seed=3)
    ]
    assert made == printed
    with pytest.raises(OutOfLimits, match="of 9999 puzzles") as raised:
        make_puzzles(9999, time=0)
    assert raised.value.report is None


def test_openings_are_those_of_the_program(program):
    for text in ("start:10x10", "start:8x8", "start:5x6", "start:4x4", "start:6x6", "b..w w"):
        report = Board(text).openings()
        assert report.to_json() == program("openings", text), text
    moves = Board("start:8x8").openings().moves
    assert moves[0].chosen and all(0 <= move.chance <= 1 for move in moves)
    assert all(move.move in Board("start:8x8").legal_moves for move in moves)
