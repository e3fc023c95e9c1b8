"""Puzzles: positions with a task, whose right answers are proven."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Literal

from . import _otrera
from ._ask import Answer, Progress
from ._otrera import Move
from .board import Board

Kind = Literal["win", "fill", "zugzwang", "half", "save"]


@dataclass(frozen=True)
class Puzzle:
    """A position with a task. White is to move.

    >>> puzzle = puzzles("half", grade=1)[0]
    >>> puzzle.task
    'Keep the larger half'
    >>> puzzle.is_right(puzzle.answers[0]), puzzle.is_right("a1-b1xc1")
    (True, False)
    """

    #: ``win``, ``fill``, ``zugzwang``, ``half`` or ``save``.
    kind: str
    #: Difficulty, from 1 to 5.
    grade: int
    #: The board text.
    position: str
    #: All right moves, or the label of the right area.
    answers: tuple[str, ...]

    @property
    def board(self) -> Board:
        """The board, a new one each time."""
        return Board(self.position)

    @property
    def task(self) -> str:
        """The task in words."""
        return dict(_otrera.puzzle_tasks())[self.kind]

    def is_right(self, answer: Move | str) -> bool:
        """True for a right move in any notation, or for the label of the right area."""
        return (str(answer) if self.kind == "zugzwang" else str(Move(str(answer)))) in self.answers

    def _repr_svg_(self) -> str:
        return self.board.svg(areas="basic" if self.kind == "zugzwang" else None)


def puzzles(kind: Kind | None = None, *, grade: int | None = None) -> list[Puzzle]:
    """The puzzles of the program, or those of a kind or of a grade from 1 to 5.

    >>> len(puzzles()), len(puzzles("zugzwang"))
    (320, 64)
    """
    kinds = [name for name, _ in _otrera.puzzle_tasks()]
    if kind is not None and kind not in kinds:
        raise ValueError(f"there is no kind {kind}: write one of {', '.join(kinds)}")
    if grade is not None:
        grade = _otrera.whole("grade", grade, 5, least=1)
    known = _read(_otrera.known_puzzles())
    return [puzzle for puzzle in known if kind in (None, puzzle.kind) and grade in (None, puzzle.grade)]


def make_puzzles(
    count: int, *, seed: int = 1, time: float | None = None, progress: Progress | None = None
) -> list[Puzzle]:
    """Makes puzzles, the same number of each kind as far as possible. The same count and seed give the same puzzles.

    If ``time`` ends the work, :class:`otrera.OutOfLimits` is raised with the puzzles so far as its ``report``.

    >>> [puzzle.kind for puzzle in make_puzzles(1)]
    ['win']
    """
    return _read(_otrera.make_puzzles(count, seed, time, progress))


def _read(answer: Answer) -> list[Puzzle]:
    text, missing, _ = answer
    found = [
        Puzzle(puzzle["kind"], puzzle["grade"], puzzle["board"], tuple(puzzle["answers"]))
        for puzzle in json.loads(text)["puzzles"]
    ]
    if missing is not None:
        missing.report = found  # type: ignore[attr-defined]
        raise missing
    return found
