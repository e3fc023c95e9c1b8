"""Turns in three steps, as reinforcement learning plays them: the amazon, its destination, the arrow's target.

An action is a square: ``row * width + column``, with rows from the top. OpenSpiel numbers squares the same way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._otrera import Move, whole
from .board import Board

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

#: Planes of :meth:`Steps.planes`: those of the board, and the squares chosen so far.
PLANES = 6


class Steps:
    """A board on which a turn is three actions.

    >>> steps = Steps(Board("b..w w"))
    >>> steps.legal_actions()
    [3]
    >>> for action in (3, 1, 3):
    ...     steps.apply(action)
    >>> steps.board.fen(), steps.board.move_stack
    ('bw.# b', [Move('d1-b1xd1')])
    """

    __slots__ = ("board", "chosen")

    def __init__(self, board: Board) -> None:
        if board.turn is None:
            raise ValueError("no side to move: write w or b after the board, or set the side to move")
        #: The board after the last complete move.
        self.board = board.copy()
        #: The squares of the move that is being made.
        self.chosen: list[int] = []

    def legal_actions(self) -> list[int]:
        """The next squares, in order; none if the game is over."""
        return self.board.next_squares(self.chosen)

    def apply(self, action: int) -> None:
        """Chooses a square. The third one makes the move."""
        square = self._square(action)
        if square not in self.legal_actions():
            raise ValueError(f"{self.name(square)} is not a legal choice")
        self.chosen.append(square)
        if len(self.chosen) == 3:
            self.board.push(self.move())
            self.chosen.clear()

    def undo(self) -> None:
        """Takes back the last choice."""
        if not self.chosen:
            move = self.board.pop()
            self.chosen = [self.number(square) for square in (move.origin, move.to, move.arrow)]
        self.chosen.pop()

    def move(self) -> Move:
        """The move of the three chosen squares."""
        if len(self.chosen) != 3:
            raise ValueError("a move has three squares")
        origin, to, arrow = map(self.name, self.chosen)
        return Move.from_squares(origin, to, arrow)

    def name(self, action: int) -> str:
        """The square of an action."""
        row, column = divmod(self._square(action), self.board.width)
        return f"{chr(ord('a') + column)}{self.board.height - row}"

    def _square(self, action: int) -> int:
        return whole("action", action, self.board.width * self.board.height - 1)

    def number(self, square: str) -> int:
        """The action of a square."""
        self.board.cell(square)  # Refuses what is no square of this board.
        column, row = ord(square[0]) - ord("a"), self.board.height - int(square[1:])
        return row * self.board.width + column

    def copy(self) -> Steps:
        """A copy."""
        copy = Steps(self.board)
        copy.chosen = list(self.chosen)
        return copy

    def planes(self) -> NDArray[numpy.uint8]:
        """The planes of the board, and one each for the chosen amazon and its destination. Needs numpy."""
        import numpy

        planes = numpy.zeros((PLANES, self.board.height, self.board.width), numpy.uint8)
        planes[:4] = self.board.planes()
        for plane, action in enumerate(self.chosen, 4):
            planes[plane].flat[action] = 1
        return planes

    def mask(self) -> NDArray[numpy.int8]:
        """1 for each legal action, else 0. Needs numpy."""
        import numpy

        mask: NDArray[numpy.int8] = numpy.zeros(self.board.width * self.board.height, numpy.int8)
        mask[self.legal_actions()] = 1
        return mask

    def __str__(self) -> str:
        return " ".join([str(self.board), *map(self.name, self.chosen)])
