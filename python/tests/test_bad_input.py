"""Bad input raises ValueError or TypeError with the library's sentence, and nothing panics."""

import random
import string

import pytest

import otrera
from otrera import Board, Game, Move, Value



def played():
    """A game of one move."""
    board = Board("start:4x4")
    board.push("b1-b2xb1")
    return Game(board)


SENTENCES = [
    (lambda: Board("start:3x3"), "there is no standard setup for 3x3"),
    (lambda: Board("start:99x99"), "too long"),
    (lambda: Board("b.x/w"), "row 1, column 3: 'x' and the earlier 'b' are from different alphabets"),
    (lambda: Board("b..w", turn="green"), "write b or w"),
    (lambda: Board("start:6x6").push("a1-a2xa3"), "no amazon on a1"),
    (lambda: Board("start:6x6").push("hello"), "'hello' is not a move"),
    (lambda: Board("b..w w").text("ascii"), "there is no form ascii"),
    (lambda: Move("d1d7"), "is not a move"),
    (lambda: Move.from_squares("a0", "a1", "a2"), "'a0' is not a square"),
    (lambda: Move("d1d7g7").text("morse"), "write one of"),
    (lambda: Value("{1|"), "'{' is never closed|expected"),
    (lambda: Value("1/3"), "denominator must be a power of two"),
    (lambda: Value(10**30), "too large"),
    (lambda: Value("99999999999"), "out of range"),
    (lambda: Value("0").thermograph().at(-2), "begins at temperature -1"),
    (lambda: Game("(;GM[1])"), "this is a game of Go"),
    (lambda: Board("b..w w").solve(preset="magic"), "preset"),
    (lambda: Board("b..w w").solve(without="luck"), "there is no technique luck"),
    (lambda: Board("b..w w").solve(time=-1), "write a number of seconds"),
    (lambda: Board("b..w w").solve(time=float("nan")), "write a number of seconds"),
    (lambda: Board("b..w w").solve(threads=0), "write a number from 1 to 1024"),
    (lambda: Board("b..w w").solve(memory="much"), "write a size"),
    (lambda: Board("b..w w").score(komi=500), "komi: write a whole number from 0 to 128"),
    (lambda: Board("b..w w").best(engine="deep blue"), "write one of"),
    (lambda: Board("b..w w").svg(areas="red"), "areas: write basic or improved"),
    (lambda: Board("b..w w").solve(atlas=""), "the name of a file is empty"),
    (lambda: otrera.regions(0), "size: write a whole number from 1 to 11"),
    (lambda: otrera.regions(99), "size: write a whole number from 1 to 11"),
    (lambda: otrera.Atlas.build(99), "size: write a whole number from 1 to 9"),
    (lambda: otrera.steps.Steps(Board("b..w w")).apply(99), "action: write a whole number from 0 to 3"),
    (lambda: Board("b..w w").next_squares([1, 2, 3]), "a move has three squares"),
    (lambda: otrera.regions(-1), "size: write a whole number from 1 to 11"),
    (lambda: otrera.regions(10**30), "size: write a whole number from 1 to 11"),
    (lambda: Board("b..w w").png(width=15), "width: write a whole number from 16 to 8192"),
    (lambda: Board("b..w w").png(width=10**30), "width: write a whole number from 16 to 8192"),
    (lambda: Board("b..w").openings(), "no side to move"),
    (lambda: Game(Board("start:4x4")).gif(), "there is nothing to animate: the game has no moves"),
    (lambda: played().gif(pause=1e9), "pause: write at most 60 seconds"),
    (lambda: played().gif(pause=-1), "pause: write a number of seconds"),
    (lambda: otrera.puzzles("mate"), "there is no kind mate: write one of win, fill, zugzwang, half, save"),
    (lambda: otrera.puzzles(grade=6), "grade: write a whole number from 1 to 5"),
    (lambda: otrera.make_puzzles(0), "count: write a whole number from 1 to 100000"),
]


@pytest.mark.parametrize("number", range(len(SENTENCES)))
def test_bad_input_is_refused_with_a_sentence(number):
    import otrera.steps  # noqa: F401

    call, sentence = SENTENCES[number]
    with pytest.raises(ValueError, match=sentence) as raised:
        call()
    assert str(raised.value) and "\n" not in str(raised.value)


@pytest.mark.parametrize("make", [Board, Value, Move, Game, Game.read_all], ids=lambda make: make.__qualname__)
def test_random_texts_never_panic(make):
    dice = random.Random(1)
    letters = "bw.#/|xoXO0123456789{}()[];:+-*^v,<> \n" + string.ascii_letters + "±↑…é"
    for number in range(3000):
        text = "".join(dice.choices(letters[: dice.randint(4, len(letters))], k=dice.randint(0, 40)))
        try:
            make(text)
        except ValueError:
            pass


def test_wrong_types_are_type_errors():
    for call in (
        lambda: Board(3),
        lambda: Value(None),
        lambda: Board("b..w w").push(3),
        lambda: Game(3),
        lambda: 3 in Board("b..w w").legal_moves,
        lambda: otrera.Engine().play("b..w w"),
        lambda: otrera.Engine().play(Board("b..w w"), 1),
    ):
        with pytest.raises(TypeError):
            call()
