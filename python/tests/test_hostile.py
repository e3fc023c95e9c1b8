"""Threads, forks, pipes, pickles and programs that end early: nothing panics, hangs or aborts."""

import gc
import os
import pickle
import subprocess
import sys
import threading
import time
import weakref

import pytest

import otrera
from otrera import Atlas, Board, Certificate, Engine, Game, Limit, Move, OutOfLimits, Value, tables

#: Seconds after which a call is said to hang, on the busiest machine.
LONGEST = 60


def in_threads(*works):
    """Runs each function in a thread of its own and returns what they raised."""
    raised = []

    def guarded(work):
        try:
            work()
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=guarded, args=(work,), daemon=True) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LONGEST)
        assert not thread.is_alive(), "a call hangs"
    return raised


def test_a_game_is_edited_while_it_is_drawn():
    game = Game(Board("start:6x6"))
    node = game.root
    for _ in range(6):
        node = node.play(next(iter(node.board().legal_moves)))
    done = threading.Event()

    def draw():
        for _ in range(5):
            game.gif(width=300)
            game._repr_svg_()
        done.set()

    def edit():
        number = 0
        while not done.is_set():
            number += 1
            node.comment = str(number)
            game.set_info("PB", str(number))
            variation = game.root.play("b1-b3xb5")
            variation.promote()
            assert game == Game(str(game))
            variation.delete()

    assert in_threads(draw, edit) == []


def test_threads_share_boards_values_and_engines(atlas):
    board, engine = Board("start:4x4"), Engine("greedy")
    value = Board("b..../....w").value().sum
    winner = board.solve().winner

    def solve():
        for _ in range(5):
            assert board.solve().winner == winner

    def play():
        for _ in range(20):
            assert engine.play(board, Limit(nodes=20)).move in board.legal_moves

    def compute():
        for _ in range(20):
            assert value + value - value == value and value.thermograph().mean == value.mean
            assert atlas.value("b..w").sum == Value("+-1")

    def push():
        own = board.copy()
        for move in list(own.legal_moves) * 20:
            own.push(move)
            assert own.pop() == move

    assert in_threads(solve, solve, play, play, compute, compute, push) == []
    assert board == Board("start:4x4")


def in_child(work):
    """Runs a function in a forked process. It has ended well if the result is 0."""
    process = os.fork()
    if process == 0:
        result = 1
        try:
            work()
            result = 0
        finally:
            os._exit(result)
    end = time.monotonic() + LONGEST
    while time.monotonic() < end:
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.01)
    os.kill(process, 9)
    os.waitpid(process, 0)
    pytest.fail("the forked process hangs")


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_goes_on(atlas):
    assert Board("start:4x4").solve().winner == "black"

    def work():
        assert Board("start:4x4").solve().winner == "black"
        assert atlas.value("b..w").sum == Value("+-1") == Board("b..w").value().sum
        assert Engine("greedy").play(Board("start:4x4"), Limit(nodes=10)).move

    assert in_child(work) == 0


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_call_that_forks_in_its_callback_ends_in_both_processes(atlas):
    class Enough(Exception):
        pass

    results = []

    def fork(_):
        if not results:
            results.append(None)
            process = os.fork()
            if process == 0:
                return
            results[0] = process
        raise Enough

    try:
        Board("start:6x6").solve(progress=fork)
    except RuntimeError as error:
        os._exit(0 if results[0] is None and "forked" in str(error) else 1)
    except Enough:
        pass
    end = time.monotonic() + LONGEST
    while time.monotonic() < end:
        ended, status = os.waitpid(results[0], os.WNOHANG)
        if ended:
            assert os.waitstatus_to_exitcode(status) == 0
            return
        time.sleep(0.01)
    os.kill(results[0], 9)
    pytest.fail("the forked process hangs")


#: Programs that end while a call is under way, and their exit codes.
ENDING = {
    "daemon threads": (
        """
import threading, time
from otrera import Board
for number in range(4):
    threading.Thread(target=Board("start:6x6").solve, daemon=True).start()
time.sleep(0.3)
""",
        0,
    ),
    "cancelled work": (
        """
from otrera import Board
def stop(_): raise SystemExit(3)
Board("start:6x6").solve(progress=stop)
""",
        3,
    ),
    "values and engines as globals": (
        """
from otrera import Board, Engine, Game, Value
value, engine, game = Value("{3|1}"), Engine("greedy"), Game(Board("start:4x4"))
node, board = game.root, Board("b..w").value()
""",
        0,
    ),
}


@pytest.mark.parametrize("name", ENDING)
def test_a_program_ends_quietly(name, atlas):
    code, expected = ENDING[name]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=LONGEST)
    assert (done.returncode, done.stderr) == (expected, "")


def test_other_interpreters_work_or_are_refused():
    code = """
import sys, otrera
name = "_interpreters" if sys.version_info >= (3, 13) else "_xxsubinterpreters"
interpreters = __import__(name)
made = interpreters.create()
words = "import sys; sys.path[:] = " + repr(sys.path) + chr(10) + '''
try:
    import otrera
    assert otrera.Board("start:4x4").legal_moves.count() == 88
except ImportError as error:
    assert "interpreter" in str(error), error
'''
if sys.version_info >= (3, 13):
    failed = interpreters.exec(made, words)
    assert failed is None, failed
else:
    interpreters.run_string(made, words)
interpreters.destroy(made)
assert otrera.Board("start:4x4").legal_moves.count() == 88
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=LONGEST)
    assert (done.returncode, done.stderr) == (0, "")


def test_cycles_are_collected():
    kinds = {
        Board: lambda kind: kind("start:4x4"),
        Atlas: lambda kind: kind(),
        Engine: lambda kind: kind("greedy"),
        Certificate: lambda kind: kind("proof"),
    }
    Atlas.build(2)
    for base, make in kinds.items():

        class Own(base):
            pass

        own = make(Own)
        own.self = [own]
        seen = weakref.ref(own)
        del own
        gc.collect()
        assert seen() is None, base


def test_tampered_pickles_are_refused():
    board = Board("start:4x4")
    board.push("b1-b2xb1")
    game = Game(board)
    pickles = [pickle.dumps(thing, 2) for thing in (board, Value("{3|1}"), Move("b1-b2xb1"), game)]
    for good in pickles:
        pickle.loads(good)
        for place in range(len(good)):
            for letter in b"\x00z|({9":
                bad = bytearray(good)
                bad[place] = letter
                try:
                    pickle.loads(bytes(bad))
                except Exception as error:
                    # Python's own errors too, as the pickle may name anything.
                    assert "bug" not in str(error) and type(error).__name__ != "PanicException"
    for change in (["a1-a2xa3"], ["hello"], ["b1-b2xb1", "b1-b2xb1"]):
        fresh = Board("start:4x4")
        with pytest.raises(ValueError):
            fresh.__setstate__(change)
        assert fresh == Board("start:4x4") and fresh.move_stack == []
    for change in (None, 3, [3], "b1"):
        with pytest.raises((TypeError, ValueError)):
            Board("start:4x4").__setstate__(change)


def test_deeply_nested_texts_are_refused():
    for letter, close in ("{", "}"), ("(", ")"), ("-", ""), ("+-", ""), ("^", ""), ("{0|", "}"), ("(;B[aabbcc]", ")"):
        for count in (1000, 200_000):
            for make in (Value, Game, Board, Move):
                try:
                    make(letter * count + "0" + close * count)
                except ValueError:
                    pass


@pytest.fixture
def pipe(tmp_path):
    """A pipe to which nobody writes."""
    file = tmp_path / "pipe"
    os.mkfifo(file)
    return file


class Enough(Exception):
    """Raised by a signal."""


@pytest.mark.parametrize(
    "read",
    [
        Game.load,
        Atlas.open,
        lambda file: Certificate.load(file).verify(),
        lambda file: Certificate(file).verify(),
        lambda file: Board("start:4x4").solve(atlas=file),
        lambda file: tables.strips(2, file=file),
        lambda _: Game.load("/dev/zero"),
    ],
    ids=["game", "atlas", "certificate", "verify", "solve", "strips", "device"],
)
def test_a_file_without_an_end_does_not_hold_up_ctrl_c(read, pipe):
    import signal

    def stop(*_):
        raise Enough

    before = signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        begin = time.monotonic()
        with pytest.raises((Enough, OSError, ValueError, OutOfLimits)):
            read(pipe)
        assert time.monotonic() - begin < LONGEST
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_files_that_cannot_be_read_raise_what_open_raises(tmp_path):
    for read in (Game.load, Atlas.open, Certificate.load):
        with pytest.raises(FileNotFoundError):
            read(tmp_path / "nothing")
    for read in (Game.load, Atlas.open, lambda file: Board("start:4x4").solve(atlas=file)):
        # A directory cannot be read, or is no atlas.
        with pytest.raises((IsADirectoryError, ValueError)) as raised:
            read(tmp_path)
        assert str(tmp_path) in str(raised.value)
    # No certificate is not an error: the verdict has the reason.
    for file in (tmp_path, tmp_path / "nothing"):
        verdict = Certificate(file).verify()
        assert not verdict.valid and "cannot be read" in verdict.reason
    text = tmp_path / "latin-1.sgf"
    text.write_bytes(b"(;FF[4]GM[18]C[\xff])")
    with pytest.raises(ValueError, match="UTF-8"):
        Game.load(text)
    with pytest.raises(TypeError):
        Certificate.load(0)
    for write in (
        Game(Board("start:4x4")).save,
        lambda file: Board("b..w w").solve(certificate=file),
        lambda file: Board("start:5x5").solve(checkpoint=file, nodes=10),
        lambda file: tables.strips(2, file=file),
    ):
        for place in (tmp_path, tmp_path / "no/such/file"):
            with pytest.raises((OSError, ValueError, OutOfLimits)) as raised:
                write(place)
            assert str(place) in str(raised.value)
    # The directory of an atlas is made.
    with pytest.raises((OSError, ValueError), match=str(tmp_path)):
        Atlas.build(2, tmp_path)


def test_atlases_that_are_gone_take_no_space(tmp_path):
    folder = os.path.realpath(tmp_path)

    def mapped():
        with open("/proc/self/maps") as lines:
            return sum(folder in line for line in lines)

    for number in range(12):
        Atlas.build(2, tmp_path / f"atlas-{number}").value("b.w")
    gc.collect()
    assert mapped() <= 4


def test_a_callback_may_ask_questions(atlas):
    found = []

    def ask(_):
        found.append(Board("start:4x4").solve().winner)
        if len(found) == 3:
            raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        Board("start:6x6").solve(progress=ask)
    assert found == ["black"] * 3
    with pytest.raises(TypeError):
        Board("start:6x6").solve(progress=3)
