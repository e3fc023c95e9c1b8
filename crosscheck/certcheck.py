#!/usr/bin/env python3
"""Checker for proof certificates of the Game of the Amazons, format version 4, and for parts of certificates.

Written from certificate.md alone. Black is Left and positive, White is Right and negative.

Usage: certcheck.py [--time SECONDS] FILE...
       certcheck.py [--time SECONDS] --link BOARD PART...
"""

from __future__ import annotations

import argparse
import operator
import re
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import combinations

BURNT, EMPTY, BLACK, WHITE = 0, 1, 2, 3
NAMES = {BLACK: "black", WHITE: "white"}
SWAP_COLOURS = bytes([BURNT, EMPTY, WHITE, BLACK, *range(4, 256)])  # a table for bytes.translate


class Refused(Exception):
    """Reason why a certificate is not valid."""


class GaveUp(Exception):
    """Limit that ran out before the certificate was decided."""


class Clock:
    """Time limit for one file."""

    deadline: float = float("inf")

    @classmethod
    def check(cls) -> None:
        """Raise GaveUp when the time is over."""
        if time.monotonic() > cls.deadline:
            raise GaveUp("time ran out")


def demand(condition: bool, reason: str) -> None:
    """Refuse the file with this reason unless the condition is true."""
    if not condition:
        raise Refused(reason)


def other(side: int) -> int:
    """Return the opponent of a side."""
    return BLACK + WHITE - side


# ---------------------------------------------------------------------------------------------------------------------
# Combinatorial games
#
# A value is a pair (base, number). The base is the index of an interned game in canonical form whose number (the middle
# of its stops) is 0; base 0 is the game 0. The number is an integer in units of 2^-40. By the number translation
# theorem, the canonical options of base + number are those of the base, each plus the number, unless the base is 0.

UNIT = 1 << 40
Value = tuple[int, int]
ZERO: Value = (0, 0)
Options = frozenset[Value]


class Games:
    """Table of interned bases, with memos of comparisons, sums and negatives."""

    def __init__(self) -> None:
        self.options: list[tuple[Options, Options]] = [(frozenset(), frozenset())]
        self.stops: list[tuple[int, int]] = [(0, 0)]
        self.small: list[tuple[int, int] | None] = [(0, 0)]  # (ups, nimber), if the base is a sum of these
        self.index: dict[tuple[Options, Options], int] = {}
        self.of_small: dict[tuple[int, int], int] = {(0, 0): 0}
        self.negatives: dict[int, int] = {0: 0}
        self.sums: dict[tuple[int, int], Value] = {}
        self.comparisons: dict[tuple[int, int, int], bool] = {}
        self.forms: dict[tuple[Options, Options], Value] = {}

    def left_stop(self, value: Value) -> int:
        """Return the number at which the value arrives if Black begins."""
        return self.stops[value[0]][0] + value[1]

    def right_stop(self, value: Value) -> int:
        """Return the number at which the value arrives if White begins."""
        return self.stops[value[0]][1] + value[1]

    def canonical_options(self, value: Value, side: int) -> Iterable[Value]:
        """Return the options of one side in the canonical form of the value."""
        base, number = value
        if base == 0:
            return number_options(number, side)
        return [(b, x + number) for b, x in self.options[base][side - BLACK]]

    def le(self, a: Value, b: Value) -> bool:
        """Tell whether a <= b."""
        (base_a, x), (base_b, y) = a, b
        if base_a == base_b:
            return x <= y
        (left_a, right_a), (left_b, right_b) = self.stops[base_a], self.stops[base_b]
        if left_a + x < right_b + y:
            return True
        if left_a + x > left_b + y or right_a + x > right_b + y:
            return False
        key = (base_a, base_b, y - x)
        known = self.comparisons.get(key)
        if known is None:
            known = self.comparisons[key] = self.compute_le(*key)
        return known

    def compute_le(self, base_a: int, base_b: int, y: int) -> bool:
        """Tell whether base_a <= base_b + y by the options.

        Base 0 has no options here: of a number and a game that is none, moves in the number need not be tried.
        """
        Clock.check()
        a, b = (base_a, 0), (base_b, y)
        if any(self.le(b, option) for option in self.options[base_a][0]):
            return False
        return not any(self.le((o, x + y), a) for o, x in self.options[base_b][1])

    def negative(self, value: Value) -> Value:
        """Return the value with the sides exchanged."""
        base, number = value
        if base not in self.negatives:
            lefts, rights = self.options[base]
            found = self.intern(frozenset(map(self.negative, rights)), frozenset(map(self.negative, lefts)))[0]
            self.negatives[base] = found
            self.negatives[found] = base
        return self.negatives[base], -number

    def add(self, a: Value, b: Value) -> Value:
        """Return the sum of two values."""
        base_a, base_b = sorted((a[0], b[0]))
        number = a[1] + b[1]
        if base_a == 0:
            return base_b, number
        key = (base_a, base_b)
        if key not in self.sums:
            self.sums[key] = self.compute_sum(base_a, base_b)
        base, shift = self.sums[key]
        return base, shift + number

    def compute_sum(self, base_a: int, base_b: int) -> Value:
        """Return the sum of two bases, neither of which is 0."""
        if self.negative((base_a, 0)) == (base_b, 0):
            return ZERO
        small_a, small_b = self.small[base_a], self.small[base_b]
        if small_a and small_b:
            return self.ups_and_nimber(small_a[0] + small_b[0], small_a[1] ^ small_b[1])
        a, b = (base_a, 0), (base_b, 0)
        sides = []
        for i in (0, 1):
            in_a = frozenset(self.add(option, b) for option in self.options[base_a][i])
            in_b = frozenset(self.add(a, option) for option in self.options[base_b][i])
            sides.append(in_a | in_b)
        return self.canonical(*sides)

    def canonical(self, lefts: Options, rights: Options) -> Value:
        """Return the canonical form of the game with these options."""
        key = (lefts, rights)
        if key not in self.forms:
            number = self.as_number(lefts, rights)
            self.forms[key] = (0, number) if number is not None else self.intern(*self.reduced(lefts, rights))
        return self.forms[key]

    def as_number(self, lefts: Options, rights: Options) -> int | None:
        """Return the number that the game {lefts | rights} equals, or None.

        By the simplicity theorem, it is the simplest number that is neither <= a left option nor >= a right option.
        """
        low = max(map(self.right_stop, lefts), default=None)
        high = min(map(self.left_stop, rights), default=None)

        def too_low(x: int) -> bool:
            return any(self.le((0, x), option) for option in lefts)

        def too_high(x: int) -> bool:
            return any(self.le(option, (0, x)) for option in rights)

        if low is not None and high is not None and low >= high:
            return low if low == high and not too_low(low) and not too_high(low) else None
        return simplest_number(low, high, too_low, too_high)

    def reduced(self, lefts: Options, rights: Options) -> tuple[Options, Options]:
        """Return the canonical options of a game that is not a number."""
        lefts = self.maximal(lefts)
        rights = self.minimal(rights)
        form = Form(self, lefts, rights)
        new_lefts = self.bypass(lefts, BLACK, form.at_least)
        new_rights = self.bypass(rights, WHITE, form.at_most)
        return self.maximal(new_lefts), self.minimal(new_rights)

    def bypass(self, options: Options, side: int, reverses: Callable[[Value], bool]) -> Options:
        """Replace each reversible option of a side by the side's options after the opponent's answer."""
        done: set[Value] = set()
        todo = list(options)
        seen = set(todo)
        while todo:
            option = todo.pop()
            answers = self.canonical_options(option, other(side))
            answer = next((a for a in answers if reverses(a)), None)
            if answer is None:
                done.add(option)
                continue
            fresh = set(self.canonical_options(answer, side)) - seen
            todo.extend(fresh)
            seen |= fresh
        return frozenset(done)

    def maximal(self, values: Iterable[Value]) -> Options:
        """Return the values that are not below another one."""
        values = set(values)
        return frozenset(a for a in values if not any(a != b and self.le(a, b) for b in values))

    def minimal(self, values: Iterable[Value]) -> Options:
        """Return the values that are not above another one."""
        values = set(values)
        return frozenset(a for a in values if not any(a != b and self.le(b, a) for b in values))

    def intern(self, lefts: Options, rights: Options) -> Value:
        """Return the value of a game in canonical form that is not a number."""
        left, right = max(map(self.right_stop, lefts)), min(map(self.left_stop, rights))
        number, rest = divmod(left + right, 2)
        if rest:
            raise GaveUp("a denominator is too large")
        key = (frozenset((b, x - number) for b, x in lefts), frozenset((b, x - number) for b, x in rights))
        if key not in self.index:
            self.index[key] = base = len(self.options)
            self.options.append(key)
            self.stops.append((left - number, right - number))
            small = self.recognise(*key)
            self.small.append(small)
            if small:
                self.of_small[small] = base
        return self.index[key], number

    def recognise(self, lefts: Options, rights: Options) -> tuple[int, int] | None:
        """Return (ups, nimber) if the canonical form is that of such a sum with number 0, or None.

        The canonical forms are *m = {0, ..., *(m-1) | 0, ..., *(m-1)}; for n > 0, n ups + *m = {0 | n-1 ups + *(m^1)},
        except up + * = {0, * | 0}; and the negatives of these.
        """
        if any(x or not self.small[b] for b, x in lefts | rights):
            return None
        left, right = [sorted(self.small[b] or (0, 0) for b, _ in side) for side in (lefts, rights)]
        zero, zero_star = [(0, 0)], [(0, 0), (0, 1)]
        if left == right:
            return (0, len(left)) if left == [(0, m) for m in range(len(left))] else None
        if (left, right) == (zero_star, zero):
            return (1, 1)
        if (left, right) == (zero, zero_star):
            return (-1, 1)
        if left == zero and len(right) == 1 and right[0][0] >= 0:
            return right[0][0] + 1, right[0][1] ^ 1
        if right == zero and len(left) == 1 and left[0][0] <= 0:
            return left[0][0] - 1, left[0][1] ^ 1
        return None

    def ups_and_nimber(self, ups: int, nimber: int) -> Value:
        """Return the sum of ups (downs if negative) and a nimber, built from its canonical form."""
        if (ups, nimber) not in self.of_small:
            if ups < 0:
                return self.negative(self.ups_and_nimber(-ups, nimber))
            if ups == 0:
                smaller = frozenset(self.ups_and_nimber(0, m) for m in range(nimber))
                lefts, rights = smaller, smaller
            elif (ups, nimber) == (1, 1):
                lefts, rights = frozenset([ZERO, self.ups_and_nimber(0, 1)]), frozenset([ZERO])
            else:
                lefts, rights = frozenset([ZERO]), frozenset([self.ups_and_nimber(ups - 1, nimber ^ 1)])
            self.intern(lefts, rights)
        return self.of_small[ups, nimber], 0


class Form:
    """Game {lefts | rights} that is not a number and not interned yet, to be compared with values."""

    def __init__(self, games: Games, lefts: Options, rights: Options) -> None:
        self.games, self.lefts, self.rights = games, lefts, rights
        self.left_stop = max(map(games.right_stop, lefts))
        self.right_stop = min(map(games.left_stop, rights))
        self.memo: dict[tuple[Value, bool], bool] = {}

    def at_least(self, value: Value) -> bool:
        """Tell whether the game is >= the value."""
        left, right = self.games.left_stop(value), self.games.right_stop(value)
        if left < self.right_stop:
            return True
        if left > self.left_stop or right > self.right_stop:
            return False
        if (value, True) not in self.memo:
            moves = self.games.canonical_options(value, BLACK) if value[0] else []
            self.memo[value, True] = not any(self.games.le(r, value) for r in self.rights) and not any(
                self.at_most(option) for option in moves
            )
        return self.memo[value, True]

    def at_most(self, value: Value) -> bool:
        """Tell whether the game is <= the value."""
        left, right = self.games.left_stop(value), self.games.right_stop(value)
        if right > self.left_stop:
            return True
        if right < self.right_stop or left < self.left_stop:
            return False
        if (value, False) not in self.memo:
            moves = self.games.canonical_options(value, WHITE) if value[0] else []
            self.memo[value, False] = not any(self.games.le(value, option) for option in self.lefts) and not any(
                self.at_least(option) for option in moves
            )
        return self.memo[value, False]


def number_options(number: int, side: int) -> list[Value]:
    """Return the options of one side in the canonical form of a number."""
    sign = 1 if side == BLACK else -1
    if number % UNIT == 0:
        return [(0, number - sign * UNIT)] if number * sign > 0 else []
    step = number & -number  # the lowest bit: one part of the denominator
    return [(0, number - sign * step)]


def simplest_number(
    low: int | None, high: int | None, too_low: Callable[[int], bool], too_high: Callable[[int], bool]
) -> int:
    """Return the simplest number that is neither too low nor too high; every number between low and high is neither."""
    x = 0
    if low is not None and low > 0:
        x = low // UNIT * UNIT
    elif high is not None and high < 0:
        x = -(-high // UNIT) * UNIT
    step = UNIT if too_low(x) else -UNIT
    beyond = too_low if step > 0 else too_high  # tells that x is not yet there
    while beyond(x):
        x += step
    while True:  # x is the first integer that may do; if it does not, the number is found by halving the step
        if too_low(x):
            direction = 1
        elif too_high(x):
            direction = -1
        else:
            return x
        step = abs(step) // 2
        if step == 0:
            raise GaveUp("a denominator is too large")
        x += direction * step


GAMES = Games()


# ---------------------------------------------------------------------------------------------------------------------
# Boards and areas
#
# Sets of squares are bit masks; square i of the reading order is bit i.

Area = tuple[int, int, bytes]  # width, height, squares; the order of areas is that of these tuples


def bits(mask: int) -> Iterator[int]:
    """Yield the squares of a set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Grid:
    """Geometry of a rectangle of squares."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        steps = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
        self.rays: list[list[list[int]]] = [
            [self.ray(x, y, *step) for step in steps] for y in range(height) for x in range(width)
        ]
        self.neighbours = [sum(1 << ray[0] for ray in rays if ray) for rays in self.rays]
        column = sum(1 << (y * width) for y in range(height))
        everything = (1 << (width * height)) - 1
        self.not_first, self.not_last = everything & ~column, everything & ~(column << (width - 1))
        self.images = self.make_images()

    def ray(self, x: int, y: int, dx: int, dy: int) -> list[int]:
        """Return the squares in one direction from a square, nearest first."""
        squares = []
        while 0 <= x + dx < self.width and 0 <= y + dy < self.height:
            x, y = x + dx, y + dy
            squares.append(y * self.width + x)
        return squares

    def make_images(self) -> list[tuple[int, int, Callable]]:
        """Return width, height and selection of squares of the images that are not wider than high."""
        rows = [[y * self.width + x for x in range(self.width)] for y in range(self.height)]
        images = []
        for _ in range(4):
            for image in (rows, [row[::-1] for row in rows]):
                if len(image[0]) <= len(image) and len(image) > 1:
                    order = [square for row in image for square in row]
                    images.append((len(image[0]), len(image), operator.itemgetter(*order)))
            rows = [list(row) for row in zip(*rows[::-1])]
        return images

    def reach(self, square: int, empty: int) -> Iterator[int]:
        """Yield the squares that a queen reaches over empty squares."""
        for ray in self.rays[square]:
            for target in ray:
                if not empty >> target & 1:
                    break
                yield target

    def touching(self, squares: int) -> int:
        """Return the set of squares next to a square of the set, or in it."""
        rows = squares | (squares & self.not_last) << 1 | (squares & self.not_first) >> 1
        return rows | rows << self.width | rows >> self.width

    def components(self, squares: int) -> list[int]:
        """Return the connected components of a set."""
        found = []
        while squares:
            part, grown = 0, squares & -squares
            while grown != part:
                part, grown = grown, self.touching(grown) & squares
            found.append(part)
            squares &= ~part
        return found


@lru_cache(maxsize=None)
def grid_of(width: int, height: int) -> Grid:
    """Return the geometry of a rectangle."""
    return Grid(width, height)


def mask_of(cells: bytes, *kinds: int) -> int:
    """Return the set of squares of these kinds."""
    return sum(1 << i for i, cell in enumerate(cells) if cell in kinds)


def cut(width: int, cells: bytes | bytearray, part: int) -> tuple[int, int, bytes]:
    """Return a part of a board in its bounding box, as it lies."""
    squares = list(bits(part))
    top, bottom = squares[0] // width, squares[-1] // width
    columns = [square % width for square in squares]
    left, right = min(columns), max(columns)
    box = bytearray((right - left + 1) * (bottom - top + 1))
    for square, x in zip(squares, columns):
        box[(square // width - top) * (right - left + 1) + x - left] = cells[square]
    return right - left + 1, bottom - top + 1, bytes(box)


@lru_cache(maxsize=None)
def one_form(area: Area) -> Area:
    """Return the image of an area with the least bytes."""
    width, height, cells = area
    if len(cells) == 1:
        return area
    return min((w, h, bytes(select(cells))) for w, h, select in grid_of(width, height).images)


@lru_cache(maxsize=None)
def opposite(area: Area) -> Area:
    """Return the one form of the area with the colours exchanged."""
    return one_form((area[0], area[1], area[2].translate(SWAP_COLOURS)))


def live_areas(width: int, cells: bytes | bytearray, components: Iterable[int]) -> tuple[Area, ...]:
    """Return those of the components that are not dead, in their one form and in order."""
    areas = []
    for part in components:
        kinds = {cells[square] for square in bits(part)}
        if EMPTY in kinds and len(kinds) > 1:
            areas.append(one_form(cut(width, cells, part)))
    return tuple(sorted(areas))


def square_count(area: Area) -> int:
    """Return the number of unburnt squares."""
    return len(area[2]) - area[2].count(BURNT)


def moves(grid: Grid, cells: bytes, side: int) -> Iterator[tuple[int, int, int]]:
    """Yield the moves of a side: from, to, arrow."""
    return moves_over(grid, mask_of(cells, EMPTY), mask_of(cells, side))


def moves_over(grid: Grid, empty: int, amazons: int) -> Iterator[tuple[int, int, int]]:
    """Yield the moves of amazons over empty squares: from, to, arrow."""
    for start in bits(amazons):
        for target in grid.reach(start, empty):
            for arrow in grid.reach(target, empty & ~(1 << target) | 1 << start):
                yield start, target, arrow


def after_move(cells: bytes, side: int, move: tuple[int, int, int]) -> bytearray:
    """Return the squares after a move."""
    start, target, arrow = move
    new = bytearray(cells)
    new[start], new[target] = EMPTY, side
    new[arrow] = BURNT
    return new


KEPT_MOVES = 1 << 16  # areas whose ordered moves are remembered


@lru_cache(maxsize=None)
def moves_of_area(area: Area, side: int) -> dict[tuple[Area, ...], tuple[int, int, int]]:
    """Return what a side can make of an area: the live areas after a move, with one such move."""
    Clock.check()
    width, height, cells = area
    grid = grid_of(width, height)
    unburnt = mask_of(cells, EMPTY, BLACK, WHITE)
    components: dict[int, list[int]] = {}
    results: dict[tuple[Area, ...], tuple[int, int, int]] = {}
    for move in moves(grid, cells, side):
        arrow = move[2]
        if arrow not in components:
            components[arrow] = grid.components(unburnt & ~(1 << arrow))
        results.setdefault(live_areas(width, after_move(cells, side, move), components[arrow]), move)
    return results


@lru_cache(maxsize=KEPT_MOVES)
def ordered_moves(area: Area, side: int) -> list[tuple[int, int, int]]:
    """Return the moves of a side in the order of the file."""
    width, height, cells = area
    return sorted(moves(grid_of(width, height), cells, side))


# ---------------------------------------------------------------------------------------------------------------------
# Values of known areas


class Filling:
    """Longest lines of moves of one side alone on a grid.

    A position is three sets: empty squares, amazons, and blockers, whose first move has to shoot back to the square
    that they leave. A defect is an empty square that is never turned into a move.
    """

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.memo: dict[tuple[int, int, int], tuple[int, bool]] = {}  # least defects so far, and whether reached

    def most_moves(self, empty: int, amazons: int, blockers: int) -> int:
        """Return the largest number of moves."""
        squares = empty.bit_count()
        return squares - self.defects(empty, amazons, blockers, squares)

    def defects(self, empty: int, amazons: int, blockers: int, limit: int) -> int:
        """Return the least number of defects, or limit + 1 if it is above the limit."""
        parts = []
        total = 0
        for part in self.grid.components(empty | amazons | blockers):
            if part & empty:
                if part & (amazons | blockers):
                    parts.append(part)
                else:
                    total += part.bit_count()
        for part in parts:
            if total > limit:
                return limit + 1
            total += self.part_defects(part & empty, part & amazons, part & blockers, limit - total)
        return min(total, limit + 1)

    def part_defects(self, empty: int, amazons: int, blockers: int, limit: int) -> int:
        """Return the same as `defects` for a connected position; search with more and more defects allowed."""
        key = (empty, amazons, blockers)
        least, reached = self.memo.get(key, (0, False))
        while not reached and least <= limit:
            reached = self.can_fill(empty, amazons, blockers, least)
            least += not reached
            self.memo[key] = least, reached
        return min(least, limit + 1)

    def can_fill(self, empty: int, amazons: int, blockers: int, allowed: int) -> bool:
        """Tell whether a line of moves leaves at most the allowed number of defects."""
        if empty.bit_count() <= allowed:
            return True
        Clock.check()
        lines = self.successors(empty, amazons, blockers)
        return any(self.defects(*line, allowed) <= allowed for _, line in lines)

    def successors(self, empty: int, amazons: int, blockers: int) -> list[tuple[int, tuple[int, int, int]]]:
        """Return the positions after a move, the most promising first: short steps along the edge that shoot back."""
        found = []
        for start in bits(amazons | blockers):
            bit = 1 << start
            others, guards = amazons & ~bit, blockers & ~bit
            for target in self.grid.reach(start, empty):
                to = 1 << target
                near = self.grid.neighbours[start] >> target & 1
                rank = (self.grid.neighbours[target] & empty).bit_count() + (0 if near else 20)
                found.append((rank, (empty & ~to, others | to, guards)))
                if blockers & bit:
                    continue
                free = empty & ~to | bit
                for arrow in self.grid.reach(target, free):
                    if arrow != start:
                        found.append((rank + 40, (free & ~(1 << arrow), others | to, guards)))
        found.sort(key=operator.itemgetter(0))
        return found


@lru_cache(maxsize=None)
def filling_of(width: int, height: int) -> Filling:
    """Return the memo of fillings on a rectangle."""
    return Filling(grid_of(width, height))


@lru_cache(maxsize=None)
def value_of(area: Area) -> Value:
    """Return the value of an area in its one form; it is small, or it has amazons of one colour only."""
    width, height, cells = area
    empty, black, white = (mask_of(cells, kind) for kind in (EMPTY, BLACK, WHITE))
    if not empty or not black | white:
        return ZERO
    if not white:
        return 0, filling_of(width, height).most_moves(empty, black, 0) * UNIT
    if opposite(area) < area:
        return GAMES.negative(value_of(opposite(area)))
    if not black:
        return 0, -filling_of(width, height).most_moves(empty, white, 0) * UNIT
    options = [frozenset(sum_of_values(parts) for parts in moves_of_area(area, side)) for side in (BLACK, WHITE)]
    return GAMES.canonical(*options)


@lru_cache(maxsize=None)
def sum_of_values(areas: tuple[Area, ...]) -> Value:
    """Return the sum of the values of areas."""
    total = ZERO
    for area in areas:
        total = GAMES.add(total, value_of(area))
    return total


# ---------------------------------------------------------------------------------------------------------------------
# Lower bounds of large areas, for Black

MOST_SURE_MOVES = 3  # the largest k of rule 4
KEPT_SURE_MOVES = 1 << 18  # answers about sure moves that are remembered

Field = tuple[int, int, int]  # a bound of rule 1 or 2 without its 2k; the field's empty squares; the movers


@lru_cache(maxsize=KEPT_SURE_MOVES)
def is_sure(grid: Grid, empty: int, movers: int, white: int, k: int) -> bool:
    """Tell whether Black is sure of k moves with these movers in a field, White to move (rule 4)."""
    if k == 0 or k == 1 and (grid.touching(movers) & empty).bit_count() >= 3:  # White fills at most two of three
        return True
    Clock.check()
    return has_step(grid, empty, movers, white, k) and all(
        has_step(grid, left, movers, whites, k) for left, whites in after_moves(grid, empty, white)
    )


def has_step(grid: Grid, empty: int, movers: int, white: int, k: int) -> bool:
    """Tell whether Black has a step after which she is sure of k - 1 moves."""
    return any(
        is_sure(grid, empty & ~(1 << target), movers & ~(1 << start) | 1 << target, white, k - 1)
        for start in bits(movers)
        for target in bits(grid.neighbours[start] & empty)
    )


def after_moves(grid: Grid, empty: int, amazons: int) -> set[tuple[int, int]]:
    """Return the sets of empty squares and amazons after the moves of the amazons."""
    return {
        ((empty | 1 << start) & ~(1 << target) & ~(1 << arrow), amazons & ~(1 << start) | 1 << target)
        for start, target, arrow in moves_over(grid, empty, amazons)
    }


class Bounds:
    """Lower bounds of one large area by the rules 1 to 4."""

    def __init__(self, area: Area, known_size: int) -> None:
        self.area, self.known_size = area, known_size
        width, height, self.cells = area
        self.grid = grid_of(width, height)
        self.filling = filling_of(width, height)
        self.empty, self.black, self.white = (mask_of(self.cells, kind) for kind in (EMPTY, BLACK, WHITE))
        self.whole_field: Field = (-self.empty.bit_count(), self.empty, self.black)
        self.lists: dict[int, list[Value]] = {}

    def up_to_rule(self, rule: int) -> list[Value]:
        """Return the best bounds of the first rules: one number for rules 1 and 2, any number of games with rule 3."""
        if rule not in self.lists:
            if rule == 1:
                self.lists[1] = [(0, self.safe_moves_bound(self.whole_field) * UNIT)]
            elif rule == 2:
                self.lists[2] = [(0, max(map(self.safe_moves_bound, self.fields)) * UNIT)]
            else:
                self.lists[3] = list(GAMES.maximal([*self.up_to_rule(2), *self.wall_bounds()]))
        return self.lists[rule]

    def touched(self, square: int, squares: int) -> int:
        """Return those of the squares that an amazon touches."""
        return self.grid.neighbours[square] & squares

    def safe_moves_bound(self, field: Field) -> int:
        """Return the bound of rule 1 or 2 for a field, with the k of rule 1."""
        bound, empty, movers = field
        return bound + 2 * self.safe_moves(empty, movers)

    def safe_moves(self, empty: int, movers: int) -> int:
        """Return the k of rule 1 for the movers in a field."""
        open_sets = [self.touched(mover, empty) for mover in bits(movers)]
        for a, b in combinations(open_sets, 2):
            if not a & b and min(a.bit_count(), b.bit_count()) >= 3 and (a | b).bit_count() >= 7:
                return 2
        near = self.grid.touching(movers)
        if not near & empty:
            return 0
        if (near & empty).bit_count() >= 3:
            return 1
        return int(all(near & left for left, _ in after_moves(self.grid, empty, self.white)))

    def sure_moves_bound(self, wanted: int) -> int:
        """Return the larger bound of rules 1 and 2 with the k of rule 4, or any bound from the wanted one on."""
        best = self.up_to_rule(2)[0][1] // UNIT
        for bound, empty, movers in self.fields:
            while best < min(wanted, bound + 2 * MOST_SURE_MOVES):
                k = (best - bound) // 2 + 1  # the least k that is an improvement
                if not is_sure(self.grid, empty, movers, self.white, k):
                    break
                best = bound + 2 * k
        return best

    @cached_property
    def fields(self) -> list[Field]:
        """Return the field of rule 1, and those of rule 2: one for each set of spared blockers."""
        private = 0
        for part in self.grid.components(self.empty):
            if not self.grid.touching(part) & self.white:
                private |= part
        holders = self.grid.touching(private) & self.black
        unburnt = self.empty | self.black | self.white
        blockers = sum(1 << a for a in bits(holders) if self.touched(a, unburnt & ~private & ~holders))
        outside = self.empty & ~private
        fields = [self.whole_field]
        for spared in subsets(blockers) if blockers.bit_count() <= 4 else [0]:
            most = self.filling.most_moves(private, holders & ~blockers, blockers & ~spared)
            fields.append((most - outside.bit_count(), outside, self.black & ~holders | spared))
        return fields

    def wall_bounds(self) -> Iterator[Value]:
        """Yield the bounds of rule 3."""
        if self.black.bit_count() <= 6:
            for walls in subsets(self.black):
                if walls:
                    yield self.wall_bound(walls)

    def wall_bound(self, walls: int) -> Value:
        """Return the bound of rule 3 for one choice of walls."""
        unburnt = self.empty | self.black | self.white
        total, safe = ZERO, 0
        for part in self.grid.components(unburnt & ~walls):
            if part & self.white:
                total = GAMES.add(total, self.part_value(part))
            else:
                safe |= part
        private = safe & self.empty
        inner = self.grid.touching(private) & walls
        blockers = sum(1 << a for a in bits(inner) if self.touched(a, unburnt & ~safe & ~inner))
        most = self.filling.most_moves(private, safe & self.black | inner & ~blockers, blockers)
        return total[0], total[1] + most * UNIT

    def part_value(self, part: int) -> Value:
        """Return the value of a part with white amazons, or its bound of rule 1 if it has more than S squares."""
        area = one_form(cut(self.grid.width, self.cells, part))
        if square_count(area) <= self.known_size:
            return value_of(area)
        return Bounds(area, self.known_size).up_to_rule(1)[0]


def subsets(mask: int) -> Iterator[int]:
    """Yield all subsets of a set, the empty one first."""
    subset = 0
    while True:
        yield subset
        if subset == mask:
            return
        subset = (subset - mask) & mask


# ---------------------------------------------------------------------------------------------------------------------
# The file

Code = tuple[int, int, int, int]  # first varint, varint of ups, nimber, varint of the number
Claims = dict[int, tuple[int, list[int]]]  # n and replies, by number of the core
Lists = list[tuple[tuple["Area", ...], Claims]]


def unzigzag(code: int) -> int:
    """Return the signed number of a zigzag."""
    return code >> 1 ^ -(code & 1)


def zigzag(number: int) -> int:
    """Return the zigzag of a signed number."""
    return 2 * number if number >= 0 else -2 * number - 1


class Header:
    """First line of a certificate or part."""

    PATTERN = re.compile(
        rb"otrera (?:certificate 4: (black|white) wins ([bw#./0-9]+ [bw])|part 4: (black|white) wins), areas of (NUM) "
        rb"squares known, (NUM) games, (NUM) cores, (NUM) lists, (NUM) claims"
        rb"(?:, (NUM) required lists, (NUM) required claims)?".replace(b"NUM", rb"0|[1-9][0-9]*")
    )

    def __init__(self, line: bytes) -> None:
        match = self.PATTERN.fullmatch(line)
        demand(match is not None, "the first line is not that of a certificate of version 4")
        self.is_part = match[3] is not None
        demand(self.is_part == (match[9] is not None), "only a part has required claims, and every part their number")
        self.winner = BLACK if (match[1] or match[3]) == b"black" else WHITE
        numbers = [match[i] or b"0" for i in range(4, 11)]
        demand(all(len(number) <= 20 for number in numbers), "a number of the first line is too large")
        self.known_size, self.games, self.cores, self.lists, self.claims, self.required_lists, self.required_claims = (
            int(number) for number in numbers
        )
        demand(2 <= self.known_size <= 10, "S is not from 2 to 10")
        self.board = None if self.is_part else Board(match[2].decode())


class Board:
    """Position with a side to move."""

    def __init__(self, board: str) -> None:
        self.board = board
        demand(re.fullmatch(r"[bw#./0-9]+ [bw]", board) is not None, "this is not a board with a side to move")
        self.read_board()

    def read_board(self) -> None:
        """Read the board text and refuse it if it is not as the program prints it."""
        text, side = self.board.split(" ")
        self.side = BLACK if side == "b" else WHITE
        rows = []
        for row in text.split("/"):
            runs = re.findall(r"[0-9]+|.", row)
            demand(all(len(run) <= 3 for run in runs), "a row of the board is too long")
            rows.append("".join("." * int(run) if run.isdigit() else run for run in runs))
        self.width, height = len(rows[0]), len(rows)
        demand(all(len(row) == self.width for row in rows), "the rows of the board are not equally long")
        demand(1 <= self.width <= 26 and height <= 26, "the board does not have 1 to 26 columns and rows")
        demand(self.width * height <= 128, "the board has more than 128 squares")
        if self.width > 9:
            printed = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)
        else:
            printed = "/".join(rows)
        demand(printed == text, "the board is not written as the program prints it")
        self.cells = bytes("#.bw".index(square) for row in rows for square in row)


class Certificate:
    """Contents of a file, read and checked in everything except whether the claims hold."""

    def __init__(self, data: bytes) -> None:
        end = data.find(b"\n", 0, 1000)
        demand(end >= 0, "the first line does not end within 1,000 bytes")
        self.header = Header(data[:end])
        demand(len(data) >= end + 5, "the file is too short")
        checksum = int.from_bytes(data[-4:], "little")
        demand(zlib.crc32(data[:-4]) == checksum, "the checksum is wrong")
        self.data, self.at = data[:-4], end + 1
        self.bases: list[int] = []  # of the games
        self.depths: list[int] = []
        self.used: set[int] = set()
        self.cores: list[Value] = []
        self.firsts: dict[int, int] = {}  # first varint of a listed game or of its negative, by base
        self.read_games()
        self.read_cores()
        self.used_cores: set[int] = set()
        header = self.header
        self.lists: Lists = self.read_lists(header.lists, header.claims, True)
        self.required: Lists = self.read_lists(header.required_lists, header.required_claims, False)
        demand(len(self.used_cores) == header.cores, "a core has no claim")
        demand(self.at == len(self.data), "there are bytes between the last list and the checksum")
        demand(len(self.used) == self.header.games, "a game is not used")

    def byte(self) -> int:
        """Read a byte."""
        demand(self.at < len(self.data), "the file ends too early")
        self.at += 1
        return self.data[self.at - 1]

    def varint(self) -> int:
        """Read a varint."""
        number = shift = 0
        while True:
            byte = self.byte()
            number |= (byte & 127) << shift
            if byte < 128:
                demand(byte > 0 or shift == 0, "a varint has more bytes than needed")
                demand(number < 1 << 64, "a varint is not below 2^64")
                return number
            shift += 7
            demand(shift < 70, "a varint is not below 2^64")

    def number(self) -> tuple[int, int]:
        """Read a number; return it and its varint."""
        code = self.varint()
        numerator, exponent = unzigzag(code >> 5), code & 31
        demand(exponent <= 12, "a denominator is above 2^12")
        demand(exponent == 0 or numerator % 2 == 1, "a number is not in lowest terms")
        demand(abs(numerator) < 1024 << exponent, "the absolute value of a number is not below 1,024")
        return numerator * (UNIT >> exponent), code

    def value(self) -> tuple[Value, Code]:
        """Read a value; return it and the numbers by which it is ordered."""
        first = self.varint()
        base = ups = nimber = 0
        if first == 1:
            ups, nimber = self.varint(), self.varint()
            demand(ups > 0 or nimber > 0, "ups and nimber are both 0")
            demand(abs(unzigzag(ups)) < 1024 and nimber < 1024, "ups or nimber is not below 1,024")
            base = GAMES.ups_and_nimber(unzigzag(ups), nimber)[0]
        elif first > 1:
            game = first // 2 - 1
            demand(game < len(self.bases), "a value names a game that was not listed before")
            self.used.add(game)
            base = self.bases[game]
            if first % 2:
                negative = GAMES.negative((base, 0))[0]
                demand(negative != base, "a value names the negative of a game that is its own negative")
                base = negative
        number, code = self.number()
        return (base, number), (first, ups, nimber, code)

    def negative_code(self, code: Code) -> Code:
        """Return the numbers with which the negative of a value is written."""
        first, ups, nimber, number = code
        if first > 1:
            base = self.bases[first // 2 - 1]
            if GAMES.negative((base, 0)) != (base, 0):
                first ^= 1
        number = zigzag(-unzigzag(number >> 5)) << 5 | number & 31
        return first, zigzag(-unzigzag(ups)), nimber, number

    def read_games(self) -> None:
        """Read the games."""
        last = (0, (), ())
        for index in range(self.header.games):
            Clock.check()
            counts = self.varint(), self.varint()
            values, codes = [], []
            for count in counts:
                pairs = [self.value() for _ in range(self.checked_count(count))]
                values.append(frozenset(value for value, _ in pairs))
                codes.append(tuple(code for _, code in pairs))
                rising = all(a < b for a, b in zip(codes[-1], codes[-1][1:]))
                demand(rising, f"the options of game {index} are not in order")
            self.check_game(index, values[0], values[1])
            depth = 1 + max(self.depth_of(code) for side in codes for code in side)
            demand(depth <= 128, f"the depth of game {index} is above 128")
            place = (depth, codes[0], codes[1])
            demand(last < place, f"game {index} is not in order")
            mirror = [tuple(sorted(map(self.negative_code, side))) for side in (codes[1], codes[0])]
            demand((codes[0], codes[1]) <= (mirror[0], mirror[1]), f"the negative of game {index} should be listed")
            last = place
            self.depths.append(depth)

    def checked_count(self, count: int) -> int:
        """Return a number of things that are still to be read, refusing what the file cannot hold."""
        demand(count <= len(self.data) - self.at, "the file ends too early")
        return count

    def depth_of(self, code: Code) -> int:
        """Return the depth of an option."""
        return self.depths[code[0] // 2 - 1] if code[0] > 1 else 0

    def check_game(self, index: int, lefts: Options, rights: Options) -> None:
        """Refuse a game that is not in canonical form, or is to be written in another way; list it otherwise."""
        base, number = GAMES.canonical(lefts, rights)
        demand(base != 0, f"game {index} is a number")
        demand(GAMES.small[base] is None, f"game {index} is a sum of a number, ups and a nimber")
        shifted = [frozenset((b, x + number) for b, x in side) for side in GAMES.options[base]]
        demand(shifted == [lefts, rights], f"game {index} is not in canonical form")
        demand(number == 0, f"the number of game {index} is not 0")
        self.firsts.setdefault(GAMES.negative((base, 0))[0], 3 + 2 * index)
        self.firsts[base] = 2 + 2 * index
        self.bases.append(base)

    def read_cores(self) -> None:
        """Read the cores."""
        last: Code | None = None
        for index in range(self.header.cores):
            value, code = self.value()
            demand(0 <= value[1] < UNIT, f"the number of core {index} is not from 0 to below 1")
            demand(last is None or last < code, f"core {index} is not in order")
            last = code
            self.cores.append(value)

    def read_lists(self, count: int, claims: int, has_replies: bool) -> Lists:
        """Read lists with their claims, or required lists with their required claims."""
        last = b""
        total = 0
        lists: Lists = []
        for index in range(1, count + 1):
            Clock.check()
            start = self.at
            areas = self.read_areas(index)
            text = self.data[start : self.at]
            demand(last < text, f"list {index} is not in order")
            last = text
            demand(sum(map(square_count, areas)) <= 128, f"list {index} has more squares than a board")
            found = self.read_claims(index, has_replies)
            total += len(found)
            self.used_cores |= found.keys()
            lists.append((areas, found))
        demand(total == claims, "the number of claims is not that of the first line")
        return lists

    def read_areas(self, index: int) -> tuple[Area, ...]:
        """Read the areas of a list."""
        count = self.checked_count(self.varint())
        demand(count > 0, f"list {index} has no area")
        areas = tuple(self.area(index) for _ in range(count))
        demand(all(a <= b for a, b in zip(areas, areas[1:])), f"the areas of list {index} are not in order")
        demand(cancel(areas) == areas, f"two areas of list {index} are opposite")
        return areas

    def area(self, index: int) -> Area:
        """Read an area, which has to be large, connected and in its one form."""
        width, height = self.byte(), self.byte()
        size = width * height
        length = (size + 3) // 4
        demand(size > 0, f"an area of list {index} has no squares")
        demand(self.at + length <= len(self.data), "the file ends too early")
        packed = self.data[self.at : self.at + length]
        self.at += length
        squares = bytes(byte >> shift & 3 for byte in packed for shift in (6, 4, 2, 0))
        demand(not any(squares[size:]), f"an area of list {index} is not filled up with zeros")
        area = (width, height, squares[:size])
        large = set(area[2]) >= {EMPTY, BLACK, WHITE} and square_count(area) > self.header.known_size
        demand(large, f"an area of list {index} is not large")
        demand(square_count(area) <= 128, f"an area of list {index} has more squares than a board")
        demand(max(width, height) <= square_count(area), f"an area of list {index} is not connected")
        parts = grid_of(width, height).components(mask_of(area[2], EMPTY, BLACK, WHITE))
        demand(len(parts) == 1, f"an area of list {index} is not connected")
        demand(one_form(cut(width, area[2], parts[0])) == area, f"an area of list {index} is not in its one form")
        return area

    def read_claims(self, index: int, has_replies: bool) -> Claims:
        """Read the claims of a list: n and replies by number of the core."""
        claims: Claims = {}
        count = self.checked_count(self.varint())
        demand(count > 0, f"list {index} has no claim")
        last = -1
        for _ in range(count):
            core, n = self.varint(), unzigzag(self.varint())
            demand(core > last, f"the claims of list {index} are not in order")
            demand(core < len(self.cores), f"a claim of list {index} names a core that is not listed")
            demand(abs(n) < 1024, f"an n of list {index} is not below 1,024")
            replies = [self.varint() for _ in range(self.checked_count(self.varint()))] if has_replies else []
            claims[core] = n, replies
            last = core
        return claims

    def options_in_order(self, core: Value, n: int, side: int) -> list[Value]:
        """Return the canonical options of core + n in the order of the file."""
        if core == ZERO:
            return number_options(n * UNIT, side)
        options = sorted(GAMES.canonical_options(core, side), key=self.code_of)
        return [(base, number + n * UNIT) for base, number in options]

    def code_of(self, value: Value) -> Code:
        """Return the numbers with which an option of a core is written."""
        base, number = value
        exponent = 0
        while number * (1 << exponent) % UNIT:
            exponent += 1
        code = zigzag(number * (1 << exponent) // UNIT) << 5 | exponent
        small = GAMES.small[base]
        if base == 0:
            return 0, 0, 0, code
        if small:
            return 1, zigzag(small[0]), small[1], code
        return self.firsts[base], 0, 0, code


# ---------------------------------------------------------------------------------------------------------------------
# Situations and claims

Situation = tuple[tuple[Area, ...], Value, int]  # large areas, G, side to move


def cancel(areas: Iterable[Area]) -> tuple[Area, ...]:
    """Leave out pairs of areas that are equal up to exchange of colours; return the others in order."""
    left: list[Area] = []
    for area in sorted(areas):
        if opposite(area) in left:
            left.remove(opposite(area))
        else:
            left.append(area)
    return tuple(left)


class Checker:
    """Check of the claims of a certificate or part, or of linked parts."""

    def __init__(self, winner: int, known_size: int) -> None:
        self.winner, self.known_size = winner, known_size
        self.loser = other(winner)
        self.claims: dict[tuple[tuple[Area, ...], Value], int] = {}  # n, by areas and core
        self.bounds: dict[Area, Bounds] = {}
        self.evident_memo: dict[Situation, bool] = {}
        self.split_memo: dict[tuple[Area, ...], tuple[tuple[Area, ...], Value]] = {}

    def believe(self, certificate: Certificate, lists: Lists) -> None:
        """Count the claims of these lists as made, the strongest of each areas and core."""
        for areas, claims in lists:
            for core, (n, _) in claims.items():
                key = areas, certificate.cores[core]
                known = self.claims.get(key)
                if known is None or not self.covers(known, n):
                    self.claims[key] = n

    def covers(self, claimed: int, n: int) -> bool:
        """Tell whether a claim with one n is also about another."""
        return claimed <= n if self.winner == BLACK else claimed >= n

    def check(self, certificate: Certificate) -> None:
        """Refuse the file unless every claim of it holds."""
        self.believe(certificate, certificate.lists)
        self.believe(certificate, certificate.required)
        number = 0
        for index, (areas, claims) in enumerate(certificate.lists, 1):
            for core, (n, replies) in claims.items():
                number += 1
                where = f"claim {number} (list {index})"
                self.check_claim(certificate, areas, certificate.cores[core], n, replies, where)

    def check_claim(
        self, certificate: Certificate, areas: tuple[Area, ...], core: Value, n: int, replies: list[int], where: str
    ) -> None:
        """Refuse a claim unless every reply to a move of the loser is right."""
        game = (core[0], core[1] + n * UNIT)
        left = iter(replies)
        for _, situation in self.moves_in_areas((areas, game, self.loser)):
            self.check_reply(situation, next(left, None), where)
        for option in certificate.options_in_order(core, n, self.loser):
            self.check_reply((areas, option, self.winner), next(left, None), where)
        demand(next(left, None) is None, f"{where}: there are more replies than moves")

    def check_reply(self, situation: Situation, reply: int | None, where: str) -> None:
        """Refuse a reply that is not right; the situation is the one after the move of the loser."""
        Clock.check()
        demand(reply is not None, f"{where}: a move has no reply")
        areas, game, _ = situation
        if reply == 0:
            demand(self.known_evident(situation), f"{where}: a move that is said to need no answer needs one")
        elif reply == 1:
            won = any(self.won((areas, option, self.loser)) for option in self.options(game, self.winner))
            demand(won, f"{where}: no answer in G wins")
        else:
            answer = next((after for i, after in self.moves_in_areas(situation, reply - 2)), None)
            demand(answer is not None, f"{where}: a reply names no move")
            demand(self.won(answer), f"{where}: a reply does not win")

    def moves_in_areas(self, situation: Situation, only: int | None = None) -> Iterator[tuple[int, Situation]]:
        """Yield the moves in the areas, all or the one with a number, in the order of the file, and their results."""
        areas, game, side = situation
        number = 0
        for index, area in enumerate(areas):
            if area in areas[:index]:
                continue
            width, height, cells = area
            grid = grid_of(width, height)
            rest = areas[:index] + areas[index + 1 :]
            for move in ordered_moves(area, side):
                if only is None or number == only:
                    new = after_move(cells, side, move)
                    live = live_areas(width, new, grid.components(mask_of(new, EMPTY, BLACK, WHITE)))
                    yield number, self.situation(rest, game, live, other(side))
                number += 1

    def check_position(self, board: Board) -> None:
        """Refuse a position that is not won."""
        width, cells = board.width, board.cells
        grid = grid_of(width, len(cells) // width)
        live = live_areas(width, cells, grid.components(mask_of(cells, EMPTY, BLACK, WHITE)))
        root = self.situation((), ZERO, live, board.side)
        if board.side == self.loser:
            demand(self.won(root), "the position is not won")
            return
        after = [(root[0], option, self.loser) for option in self.options(root[1], self.winner)]
        after += [situation for _, situation in self.moves_in_areas(root)]
        won = any(map(self.claimed, after)) or self.known_evident(root) or any(map(self.known_evident, after))
        demand(won, "the position is not won")

    def check_required(self, certificate: Certificate, where: str) -> None:
        """Refuse a part with a required claim that is neither made nor evident."""
        for areas, claims in certificate.required:
            for core, (n, _) in claims.items():
                base, number = certificate.cores[core]
                won = self.won((areas, (base, number + n * UNIT), self.loser))
                demand(won, f"{where} requires a claim that is not made")

    def options(self, game: Value, side: int) -> list[Value]:
        """Return the canonical options of G."""
        return list(GAMES.canonical_options(game, side))

    def situation(self, large: tuple[Area, ...], game: Value, live: tuple[Area, ...], side: int) -> Situation:
        """Return the situation of large areas, G, and areas that are not sorted into large and known ones yet."""
        if live not in self.split_memo:
            new = tuple(area for area in live if self.is_large(area))
            self.split_memo[live] = new, sum_of_values(tuple(area for area in live if not self.is_large(area)))
        new, value = self.split_memo[live]
        return cancel(large + new), GAMES.add(game, value), side

    def is_large(self, area: Area) -> bool:
        """Tell whether a live area is large."""
        return BLACK in area[2] and WHITE in area[2] and square_count(area) > self.known_size

    def claimed(self, situation: Situation) -> bool:
        """Tell whether there is a claim about a situation with the loser to move."""
        areas, (base, number), _ = situation
        n, fraction = divmod(number, UNIT)
        claimed = self.claims.get((areas, (base, fraction)))
        return claimed is not None and self.covers(claimed, n)

    def won(self, situation: Situation) -> bool:
        """Tell whether a situation with the loser to move has a claim or is evident for the winner."""
        return self.claimed(situation) or self.known_evident(situation)

    def known_evident(self, situation: Situation) -> bool:
        """Tell whether a situation is evident for the winner."""
        if situation not in self.evident_memo:
            self.evident_memo[situation] = self.evident(*situation)
        return self.evident_memo[situation]

    def evident(self, areas: tuple[Area, ...], game: Value, side: int) -> bool:
        """Tell whether a situation is evident for the winner; for White, the mirror image is taken."""
        if self.winner == WHITE:
            areas, game, side = tuple(map(opposite, areas)), GAMES.negative(game), other(side)
        bounds = [self.bounds_of(area) for area in areas]
        if any(self.enough(game, [b.up_to_rule(rule) for b in bounds], side) for rule in (1, 2, 3)):
            return True
        return self.enough_sure_moves(game, bounds, side)

    def bounds_of(self, area: Area) -> Bounds:
        """Return the bounds of an area."""
        if area not in self.bounds:
            self.bounds[area] = Bounds(area, self.known_size)
        return self.bounds[area]

    def enough(self, game: Value, bounds: list[list[Value]], side: int) -> bool:
        """Tell whether Black wins the game plus some choice of one bound for each area."""
        sums: Iterable[Value] = [game]
        for choices in bounds:
            sums = GAMES.maximal(GAMES.add(total, bound) for total in sums for bound in choices)
        if side == WHITE:
            return any(GAMES.le(ZERO, total) for total in sums)
        return any(not GAMES.le(total, ZERO) for total in sums)

    def enough_sure_moves(self, game: Value, bounds: list[Bounds], side: int) -> bool:
        """Tell whether Black wins the game plus the bounds with the k of rule 4; ask for no more than is missing."""
        own = [bound.up_to_rule(2)[0][1] // UNIT for bound in bounds]
        for missing in range(1, 2 * MOST_SURE_MOVES * len(bounds) + 1):
            if self.enough(game, [[(0, (sum(own) + missing) * UNIT)]], side):
                break
        else:
            return False
        for bound, number in zip(bounds, own):
            missing -= bound.sure_moves_bound(number + missing) - number
        return missing <= 0


# ---------------------------------------------------------------------------------------------------------------------
# Command line


def read(path: str) -> Certificate:
    """Read a file."""
    try:
        with open(path, "rb") as file:
            return Certificate(file.read())
    except OSError as error:
        raise Refused(f"cannot be read: {error.strerror}") from error


def decided(check: Callable[[], str], seconds: float) -> tuple[bool, str]:
    """Run a check within a time limit; return whether it succeeds, and the message."""
    Clock.deadline = time.monotonic() + seconds
    try:
        return True, f"valid: {check()}"
    except Refused as reason:
        return False, f"refused: {reason}"
    except GaveUp as reason:
        return False, f"gave up: {reason}"
    except RecursionError:
        return False, "gave up: the recursion is too deep"
    except MemoryError:
        return False, "gave up: memory ran out"


def check_file(path: str) -> str:
    """Check one file; return what it proves."""
    certificate = read(path)
    header = certificate.header
    checker = Checker(header.winner, header.known_size)
    checker.check(certificate)
    winner = NAMES[header.winner].capitalize()
    if header.is_part:
        return f"{winner} wins {header.claims} situations if {header.required_claims} required claims hold"
    checker.check_position(header.board)
    return f"{winner} wins {header.board.board}"


def link(board: str, paths: list[str]) -> str:
    """Link parts that were checked; return what they prove."""
    position = Board(board)
    parts = [read(path) for path in paths]
    header = parts[0].header
    for part in parts:
        same = (part.header.is_part, part.header.winner, part.header.known_size)
        demand(same == (True, header.winner, header.known_size), "these are not parts of one winner and one S")
    checker = Checker(header.winner, header.known_size)
    for part in parts:
        checker.believe(part, part.lists)
    for path, part in zip(paths, parts):
        checker.check_required(part, path)
    checker.check_position(position)
    return f"{NAMES[header.winner].capitalize()} wins {board}"


def main() -> int:
    """Check the files of the command line; return the exit status."""
    parser = argparse.ArgumentParser(description="check certificates of the Game of the Amazons, version 4, and parts")
    parser.add_argument("--time", type=float, default=float("inf"), metavar="SECONDS", help="limit for each file")
    parser.add_argument("--link", metavar="BOARD", help="link the parts to a proof of who wins this board")
    parser.add_argument("files", nargs="+", metavar="FILE")
    options = parser.parse_args()
    all_valid = True
    for path in options.files:
        valid, message = decided(lambda path=path: check_file(path), options.time)
        print(f"{path}: {message}", flush=True)
        all_valid &= valid
    if options.link is not None:
        valid, message = decided(lambda: link(options.link, options.files), options.time)
        print(f"linked: {message}", flush=True)
        all_valid &= valid
    return 0 if all_valid else 1


def run() -> None:
    """Run main in a thread with a stack for deep recursion, and exit with its status."""
    status = [1]
    sys.setrecursionlimit(100_000)
    threading.stack_size(512 << 20)
    thread = threading.Thread(target=lambda: status.__setitem__(0, main()))
    thread.start()
    thread.join()
    sys.exit(status[0])


if __name__ == "__main__":
    run()
