"""Speed, as ratios taken in one run where that is possible. Not part of the gate: `python -m pytest python/tests/speed.py`."""

import resource
import signal
import subprocess
import sys
import time

import pytest

from otrera import Board, regions
from plain import PlainBoard, small_boards
from test_interrupt import LONG, lateness


def seconds(work, times=5):
    """The best of some runs."""
    best = float("inf")
    for _ in range(times):
        begin = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - begin)
    return best


def test_listing_moves_beats_plain_python_20_times():
    board, plain = Board(), PlainBoard(Board().text("fen"))
    ratio = seconds(plain.legal_moves) / seconds(lambda: list(board.legal_moves), 50)
    assert ratio >= 20, ratio


def test_push_and_pop_beat_plain_python_20_times():
    board, plain = Board(), PlainBoard(Board().text("fen"))
    moves, plain_moves = list(board.legal_moves), plain.legal_moves()

    def ours():
        for move in moves:
            board.push(move)
            board.pop()

    def theirs():
        for move in plain_moves:
            plain.push(move)
            plain.pop()

    ratio = seconds(theirs) / seconds(ours, 20)
    assert ratio >= 20, ratio


def test_perft_is_as_fast_as_the_program(program):
    # Time of the processor, as other work comes and goes; runs alternate for the same reason. The start of the program
    # does not count.
    def own():
        return time.process_time()

    def of_children():
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    def spent(clock, work):
        begin = clock()
        work()
        return clock() - begin

    board = Board("start:6x6")
    ours, theirs, starts = [], [], []
    for _ in range(20):
        ours.append(spent(own, lambda: board.perft(3)))
        theirs.append(spent(of_children, lambda: program("perft", "start:6x6", "3")))
        starts.append(spent(of_children, lambda: program("perft", "start:6x6", "0")))
    assert min(ours) <= 1.05 * (min(theirs) - min(starts)), (min(ours), min(theirs), min(starts))


def test_a_thousand_values_of_the_atlas_take_50_ms(atlas):
    texts = [text.split()[0] for text in small_boards(3000, 30, most_empty=3)]
    boards = [Board(text) for text in texts if "." in text]
    boards = [board for board in boards if all(len(area.squares) <= 5 for area in board.areas(basic=True))][:1000]
    assert len(boards) == 1000
    atlas.value("b..w")

    def work():
        for board in boards:
            board.value(atlas=atlas)

    assert seconds(work) < 0.050


@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_ends_a_call_within_100_ms(atlas, name):
    late = min(lateness(name) for _ in range(3))
    assert late <= 0.1, late


def test_millions_of_objects_do_not_hold_up_ctrl_c():
    # Time of this thread on a processor: while it waits for the work, it hears every signal.
    times = []
    before = signal.signal(signal.SIGALRM, lambda *_: times.append(time.thread_time()))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
        regions(10)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    longest = max(after - early for early, after in zip(times, times[1:]))
    # regions(11) has four times as many objects.
    assert longest <= 0.05, longest


def test_the_import_takes_less_than_50_ms():
    # Time of the processor: other work on the machine does not count.
    code = "import time; t = time.process_time(); import otrera; print(time.process_time() - t)"
    command = [sys.executable, "-c", code]
    times = [float(subprocess.run(command, capture_output=True, check=True).stdout) for _ in range(7)]
    assert min(times) < 0.050, times
