"""Ctrl-C ends long calls within 100 ms, and other threads run meanwhile."""

import os
import signal
import threading
import time

import pytest

import otrera
from otrera import Board, Value

#: Each takes minutes or more.
LONG = {
    "solve": lambda: Board("start:6x6").solve(),
    "solve on two threads": lambda: Board("start:8x8").solve(threads=2),
    "score": lambda: Board("start:6x6").score(),
    "best": lambda: Board("start:10x10").best(time=60, book=False),
    "analyse": lambda: Board("start:10x10").analyse(time=60, book=False),
    "value": lambda: Board("b......./......../.......w").value(),
    "perft": lambda: Board().perft(4),
    "engine": lambda: otrera.Engine("otrera", book=False).play(Board("start:10x10"), otrera.Limit(time=60)),
    "sum": lambda: Value("+".join("{%d|%d||%d}" % (3 * n, n, -2 * n) for n in range(1, 40))),
    "regions": lambda: otrera.regions(11),
    "strips": lambda: otrera.tables.strips(13),
}
#: Seconds from the signal to the exception: the promise, and the noise of a busy machine.
PROMISE, NOISE = 0.1, 0.1


@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_ends_a_call(atlas, name):
    import otrera.tables  # noqa: F401, used by name above

    late = []
    for _ in range(3):
        sent = []

        def interrupt():
            sent.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)

        timer = threading.Timer(0.3, interrupt)
        timer.start()
        try:
            LONG[name]()
        except KeyboardInterrupt:
            late.append(time.monotonic() - sent[0])
        finally:
            timer.cancel()
        assert late, "the call ended before the signal"
        if late[-1] <= PROMISE:
            return
    assert min(late) <= PROMISE + NOISE, late


def test_other_threads_run_meanwhile(atlas):
    turns = 0

    def work():
        try:
            Board("start:6x6").solve(time=0.6)
        except otrera.OutOfLimits:
            pass

    thread = threading.Thread(target=work)
    thread.start()
    while thread.is_alive():
        turns += 1
        time.sleep(0.001)
    assert turns > 100
