"""No call leaks: memory stays level over 100,000 boards, values and cancelled searches."""

import gc
import resource
import time

import pytest

from otrera import Board, Game, OutOfLimits, Value

#: Growth allowed in bytes: 55 for each board or value, of which none is measured. Cancelled searches have threads, and
#: the allocator keeps pages for each.
ALLOWED, ALLOWED_WITH_THREADS = 4 << 20, 32 << 20
#: Parts of the work. Caches fill up during the first.
PARTS = 4


def resident():
    """Bytes in memory."""
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def boards(count):
    for number in range(count):
        board = Board("start:6x6")
        board.push("b1-b4xd4")
        assert len(list(board.legal_moves)) == board.legal_moves.count()
        copy = board.copy()
        copy.areas()
        if number % 100 == 0:
            Game(board).root.play("b1-b3xb5")


def values(count):
    for number in range(count):
        game = Value(number % 1000) + Value("^") - Value("*2")
        assert game - game == 0


def failures(count):
    for _ in range(count):
        for bad in ("start:99x99", "b.x/w", "(;FF[4]"):
            with pytest.raises(ValueError):
                Board(bad)


def cancelled(count):
    class Stop(Exception):
        pass

    def stop(_):
        raise Stop

    board = Board("start:4x5")
    for number in range(count):
        # Cancelled at once, by a node limit, and once in a while by its own report of progress.
        how = [{"time": 0}, {"nodes": 1}][number % 2]
        if number % 5000 == 0:
            how = {"progress": stop}
        try:
            board.solve(**how)
        except (OutOfLimits, Stop):
            continue
        raise AssertionError("a cancelled search has an answer")


@pytest.mark.parametrize(
    ("work", "count", "allowed"),
    [
        (boards, 100_000, ALLOWED),
        (values, 100_000, ALLOWED),
        (failures, 9_000, ALLOWED),
        (cancelled, 100_000, ALLOWED_WITH_THREADS),
    ],
)
def test_memory_stays_level(atlas, work, count, allowed):
    work(count // PARTS)
    before = resident()
    for _ in range(PARTS - 1):
        work(count // PARTS)
    # Work that was left alone may still be ending.
    for _ in range(20):
        if resident() - before < allowed:
            return
        time.sleep(0.2)
    assert resident() - before < allowed
