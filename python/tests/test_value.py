"""Values: arithmetic, order and thermographs, against laws and brute force."""

import itertools
import random
from fractions import Fraction

import pytest

from otrera import Board, OutOfLimits, Value
from plain import PlainBoard, small_boards

GAMES = ["0", "1", "-3/4", "*", "*2", "^", "v*", "{2|0}", "+-1", "{3||1|-2}", "Tiny(2)", "{1|*}", "^[2]"]
GAMES += ["{4|1||0|||-2}"]


def test_values_form_a_partially_ordered_group():
    games = [Value(text) for text in GAMES]
    for a, b in itertools.product(games, games):
        assert a + b == b + a and a - b == a + -b and (a - b) + b == a
        relations = [a < b, a > b, a == b, a.confused(b)]
        assert sum(relations) == 1, (a, b)
        assert (a <= b) == (a < b or a == b) and (a >= b) == (b <= a) and (a != b) != (a == b)
        assert {"L": a > b, "R": a < b, "P": a == b, "N": a.confused(b)}[(a - b).outcome]
        assert a != b or hash(a) == hash(b)
    for a in games:
        assert a - a == 0 and -(-a) == a == +a == Value(str(a)) == Value(a)


def test_numbers_are_those_of_python():
    half = Value("1/2")
    assert half + 1 == Fraction(3, 2) == Value(Fraction(3, 2)) and 1 - half == half and hash(half) == hash(0.5)
    assert half.number == Fraction(1, 2) and Value("^").number is None and {Value(3): "x"}[3] == "x"
    assert (half == "1/2") is False
    # No dyadic fraction, and more than a game can have.
    for other in (Fraction(1, 3), 10**30, Fraction(1, 2**90), 2**40):
        assert half != other and not half == other and half not in [other] and {other: 1}.get(half) is None
    for other in ("1/2", None, 0.5):
        with pytest.raises(TypeError):
            half + other


def test_facts_of_the_books():
    # Berlekamp, Conway & Guy, Winning Ways; Siegel, Combinatorial Game Theory.
    hot = Value("{3|1}")
    assert (hot.mean, hot.temperature, hot.left_stop, hot.right_stop) == (2, 1, 3, 1)
    assert hot.left == [Value(3)] and hot.right == [Value(1)] and hot.outcome == "L"
    assert Value("^").atomic_weight == 1 and Value("^3*").atomic_weight == 3 and hot.atomic_weight is None
    assert Value("*").birthday == 1 and Value("^").birthday == 2 and Value("1/4").birthday == 3
    assert Value("^").is_all_small and Value("Tiny(2)").is_infinitesimal and not Value("Tiny(2)").is_all_small
    assert Value("*").confused(0) and Value("^") > 0 and not Value("^") > Value("*") and Value("^2") > Value("*")
    assert Value("{0|*}") == Value("^")


def test_thermographs_are_exact():
    for text in GAMES:
        game = Value(text)
        graph = game.thermograph()
        assert graph.left[-1] == graph.right[-1] == (game.mean, game.temperature)
        assert graph.at(0) == (game.left_stop, game.right_stop) == (graph.left_stop, graph.right_stop)
        assert all(isinstance(part, Fraction) for corner in graph.left for part in corner)
        # Walls lean together: a temperature higher never takes them apart.
        widths = [left - right for left, right in map(graph.at, [Fraction(k, 4) for k in range(-4, 20)])]
        assert widths == sorted(widths, reverse=True)
        assert graph._repr_svg_().startswith("<svg") and "t" in str(graph)
    assert Value("{2|0}+*").thermograph() != Value("{2|0}+1").thermograph()


def test_outcomes_are_those_of_plain_play():
    for text in small_boards(150, 5, most_empty=5):
        board = text.split()[0]
        left, right = PlainBoard(f"{board} b").wins(), PlainBoard(f"{board} w").wins()
        expected = {(True, True): "N", (False, False): "P", (True, False): "L", (False, True): "R"}[left, right]
        assert Board(text).value().sum.outcome == expected, text


def test_the_value_of_a_board_is_the_game_of_its_moves():
    known = {}

    def value(board):
        """By definition: the options are the values after the moves."""
        if board.canonical() not in known:
            sides = []
            for side in ("black", "white"):
                position = Board(str(board), turn=side)
                options = []
                for move in position.legal_moves:
                    position.push(move)
                    options.append(str(value(Board(position.grid()))))
                    position.pop()
                sides.append(",".join(options))
            known[board.canonical()] = Value("{" + sides[0] + "|" + sides[1] + "}")
        return known[board.canonical()]

    for text in small_boards(60, 6, most_empty=4):
        board = Board(Board(text).grid())
        assert board.value().sum == value(board), text


def test_areas_add_up(atlas):
    for text in small_boards(200, 7):
        board = Board(text)
        values = board.value()
        assert sum((area.value for area in values.areas), Value(0)) == values.sum
        assert [area.label for area in values.areas] == [area.label for area in board.areas(basic=True)]
        known = board.value(atlas=atlas)
        assert known.sum == values.sum and [a.value for a in known.areas] == [a.value for a in values.areas]
        for area in values.areas:
            assert area.board.value().sum == area.crop.value().sum == area.value


def test_options_name_the_moves_to_them():
    for text in small_boards(60, 8):
        for area in Board(text).value().areas:
            for side, options in (("black", area.left_options()), ("white", area.right_options())):
                canonical = area.value.left if side == "black" else area.value.right
                assert [option.value for option in options] == canonical
                for option in options:
                    for move in option.moves:
                        board = Board(str(area.board).split()[0], turn=side)
                        board.push(move)
                        assert Board(board.grid()).value().sum == option.value


def test_values_of_different_origin_mix(atlas):
    dice = random.Random(9)
    large = Board("b..../....w").value().sum
    mixed = [large, Value("+-1"), atlas.value("b..w").sum, Value("{2|0}+^*"), Value(2)]
    for a, b in itertools.product(mixed, mixed):
        assert a + b - b == a and (a == b) == (str(a) == str(b)) and hash(a) == hash(Value(str(a)))
    assert atlas.value("b..w").sum == Value("+-1") and len({Value("+-1"), atlas.value("b..w").sum}) == 1
    total = Value(0)
    for game in dice.choices(mixed, k=12):
        total += game
        total -= game
    assert total == 0


def test_a_limit_is_raised_with_what_is_known():
    board = Board("b..w##b......./######.......w")
    with pytest.raises(OutOfLimits, match="area B: more than 5 empty squares") as raised:
        board.value(largest=5)
    assert [str(area.value) for area in raised.value.report.areas] == ["+-1", "None"]
    assert raised.value.report.sum is None and raised.value.report.areas[0].value + 1 == Value("{2|0}")
    with pytest.raises(OutOfLimits, match="area B") as raised:
        board.value(time=0.3)
    assert raised.value.report.areas[0].value + 1 == Value("{2|0}")
    with pytest.raises(OutOfLimits, match="more memory than the limit"):
        board.value(memory="1M")
