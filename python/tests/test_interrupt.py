"""Ctrl-C ends long calls, and other threads run meanwhile. `speed.py` measures how soon."""

import os
import signal
import tempfile
import threading
import time

import pytest

import otrera
from otrera import Board, Value, tables


def build_atlas():
    with tempfile.TemporaryDirectory() as folder:
        otrera.Atlas.build(9, os.path.join(folder, "atlas"))


def long_game():
    game = otrera.Game(Board())
    node = game.root
    while moves := list(node.board().legal_moves):
        node = node.play(moves[0])
    return game


#: Each takes many seconds, most of them minutes or more.
LONG = {
    "solve": lambda: Board("start:6x6").solve(),
    "solve on two threads": lambda: Board("start:8x8").solve(threads=2),
    "score": lambda: Board("start:6x6").score(),
    "best": lambda: Board("start:10x10").best(time=600, book=False),
    "analyse": lambda: Board("start:10x10").analyse(time=600, book=False),
    "value": lambda: Board("b......./......../.......w").value(),
    "perft": lambda: Board().perft(4),
    "engine": lambda: otrera.Engine("otrera", book=False).play(Board("start:10x10"), otrera.Limit(time=600)),
    "sum": lambda: Value("+".join("{%d|%d||%d}" % (3 * n, n, -2 * n) for n in range(1, 40))),
    "regions": lambda: otrera.regions(11),
    "strips": lambda: tables.strips(13),
    "puzzles": lambda: otrera.make_puzzles(100_000),
    "divide": lambda: Board().divide(4),
    "atlas": build_atlas,
    "lsg": lambda: tables.lsg(13),
    "defects": lambda: tables.defects(13),
    "zugzwang": lambda: tables.zugzwang(8),
    "positions of strips": lambda: tables.strip_positions(13),
    "solved": lambda: tables.solved(all=True),
    "solving": tables.solving,
    "ablation": lambda: tables.ablation(seconds=60),
    "gif": lambda: long_game().gif(width=8192),
}
#: Seconds from the start of a call to the signal.
BEFORE = 0.3
#: Seconds from the signal to the exception, on the busiest machine.
LONGEST = 20


def lateness(name):
    """Seconds from Ctrl-C to the end of a call."""
    sent = []

    def interrupt():
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(BEFORE, interrupt)
    with pytest.raises(KeyboardInterrupt):
        timer.start()
        LONG[name]()
    assert sent, "the call ended before the signal"
    return time.monotonic() - sent[0]


@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_ends_a_call(atlas, name):
    assert lateness(name) < LONGEST


def test_other_threads_run_meanwhile(atlas):
    class Enough(Exception):
        pass

    turns, reports = 0, 0

    def count(_):
        nonlocal reports
        reports += 1
        if reports == 5:
            raise Enough

    def work():
        with pytest.raises(Enough):
            Board("start:6x6").solve(progress=count)

    thread = threading.Thread(target=work)
    thread.start()
    while thread.is_alive():
        turns += 1
        time.sleep(0.001)
    # A search that kept the interpreter would leave one turn to this thread for each report, and both wait for the
    # same processors.
    assert turns > 5 * reports, (turns, reports)
