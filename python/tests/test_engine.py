"""Engines: built-in ones, and programs of others through the referee's code."""

import os
import signal
import stat
import sys
import threading

import pytest

from otrera import Board, Engine, EngineError, Limit


def test_engines_play_a_game_against_each_other(atlas):
    board = Board("start:5x5")
    players = {"white": Engine("otrera", level=5, seed=3), "black": Engine("greedy")}
    while not board.is_over():
        result = players[board.turn].play(board, Limit(nodes=200))
        assert result.chance is None or 0 <= result.chance <= 1
        board.push(result.move)
    assert board.winner() in ("black", "white")
    with pytest.raises(ValueError, match="cannot move and has lost"):
        players["white"].play(board)


def test_an_engine_repeats_itself():
    moves = [Engine("otrera", seed=5, book=False).play(Board("start:6x6"), Limit(nodes=500)).move for _ in range(2)]
    assert moves[0] == moves[1]


#: Seconds by which a program may be late on the busiest machine.
GRACE = 60


@pytest.mark.parametrize(
    ("protocol", "words", "start", "other"),
    [
        ("uci", "uci", "start:6x6", "start:5x5"),
        ("gtp", "gtp", "start:6x6", "start:5x5"),
        ("botzone", "botzone --time 0.1", "start:8x8", "start:8x8"),
        ("botzone-simple", "botzone --time 0.1 --keep-running", "start:8x8", "start:8x8"),
    ],
)
def test_the_program_plays_through_its_protocols(program, protocol, words, start, other):
    with Engine.popen(f"'{program.file}' {words}", protocol=protocol, grace=GRACE) as engine:
        board = Board(start)
        for _ in range(4):
            result = engine.play(board, Limit(time=0.1))
            assert result.move in board.legal_moves
            board.push(result.move)
        # Another game, and a move taken back.
        board.pop()
        assert engine.play(board, Limit(time=0.1)).move in board.legal_moves
        assert engine.play(Board(other), Limit(time=0.1)).move in Board(other).legal_moves
    with pytest.raises(EngineError, match="the engine is closed"):
        engine.play(board)


FAKE = """#!{python}
import sys
for line in sys.stdin:
    if line.startswith("uci\\n"): print("uciok", flush=True)
    if line.startswith("isready"): print("readyok", flush=True)
    if line.startswith("go"):
        if sys.argv[1] == "crash": sys.exit(3)
        if sys.argv[1] != "silent": print("bestmove", sys.argv[1], flush=True)
    if line.startswith("quit"): break
"""


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("a1a2,a2a3", "illegal move a1-a2xa3: no amazon on a1"),
        ("hello", "the answer 'hello' is not a move"),
        ("crash", "the program ended: exit status: 3"),
        ("silent", "no answer in time"),
    ],
)
def test_a_program_that_misbehaves_raises(tmp_path, answer, sentence):
    file = tmp_path / "fake"
    file.write_text(FAKE.format(python=sys.executable))
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    with Engine.popen(f"{file} {answer}") as engine, pytest.raises(EngineError, match=sentence):
        engine.play(Board("start:5x5"), Limit(time=0.1))


SLOW = """
import sys, time
for line in sys.stdin:
    if line.startswith("uci\\n"): print("uciok", flush=True)
    if line.startswith("isready"): print("readyok", flush=True)
    if line.startswith("go"):
        # The first search is cancelled, and its answer comes late.
        if line.split()[-1] == "600000": time.sleep(1)
        move = "b1-b2xb1" if line.split()[-1] == "600000" else "b1-b3xb1"
        print("bestmove", move, flush=True)
    if line.startswith("quit"): break
"""


def test_the_answer_to_a_cancelled_question_is_not_that_of_the_next(tmp_path):
    file = tmp_path / "slow.py"
    file.write_text(SLOW)
    with Engine.popen(f"'{sys.executable}' '{file}'", grace=GRACE) as engine:
        timer = threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
        with pytest.raises(KeyboardInterrupt):
            timer.start()
            engine.play(Board("start:5x5"), Limit(time=600))
        assert str(engine.play(Board("start:5x5"), Limit(time=10)).move) == "b1-b3xb1"


def test_bad_engines_are_refused():
    for make, sentence in [
        (lambda: Engine("deep blue"), "write one of random"),
        (lambda: Engine("otrera", level=11), "write a level from 1 to 10"),
        (lambda: Engine("otrera", memory="much"), "write a size"),
        (lambda: Engine.popen("true", protocol="xboard"), "there is no protocol xboard"),
        (lambda: Engine.popen("", protocol="uci"), "there is no program to start"),
        (lambda: Engine.popen("'open"), "a quote in the command is not closed"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            make()
    with pytest.raises(EngineError, match="cannot be started"):
        Engine.popen("/nowhere/engine")
