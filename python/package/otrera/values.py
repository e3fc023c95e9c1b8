"""Values of the areas of a board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from . import _otrera
from ._ask import Memory, Progress
from ._otrera import Area, Move, Thermograph, Value

if TYPE_CHECKING:
    from fractions import Fraction

    from .atlas import Atlas
    from .board import Board


class OptionMoves(NamedTuple):
    """A canonical option and the moves that lead to it. There are none where a reversible move leads to it."""

    value: Value
    moves: tuple[Move, ...]


class _Valued:
    """Facts of a value, with the fields of the JSON report of ``otrera value``."""

    __slots__ = ("value",)

    def __init__(self, value: Value | None) -> None:
        #: The value; ``None`` if the limits ended the work before.
        self.value = value

    def _known(self) -> Value:
        if self.value is None:
            raise ValueError("the value was not worked out within the limits")
        return self.value

    @property
    def mean(self) -> Fraction:
        """The mean."""
        return self._known().mean

    @property
    def temperature(self) -> Fraction:
        """The temperature."""
        return self._known().temperature

    @property
    def left_stop(self) -> Fraction:
        """The number reached if Black begins."""
        return self._known().left_stop

    @property
    def right_stop(self) -> Fraction:
        """The number reached if White begins."""
        return self._known().right_stop

    @property
    def outcome(self) -> str:
        """``L``, ``R``, ``N`` or ``P``."""
        return self._known().outcome

    @property
    def thermograph(self) -> Thermograph:
        """The thermograph."""
        return self._known().thermograph()


def _options(board: Board, value: Value, side: str, limits: dict[str, Any]) -> tuple[OptionMoves, ...]:
    """The canonical options of a side, with the moves that lead to each."""
    moves: dict[Value, list[Move]] = {option: [] for option in (value.left if side == "black" else value.right)}
    for move, after in _otrera.option_moves(board, side, **limits):
        if after in moves:
            moves[after].append(move)
    return tuple(OptionMoves(option, tuple(plays)) for option, plays in moves.items())


class AreaValue(_Valued):
    """An area and its value."""

    __slots__ = ("area",)

    def __init__(self, area: Area, value: Value | None) -> None:
        super().__init__(value)
        #: The area.
        self.area = area

    def __repr__(self) -> str:
        return f"<AreaValue {self.label}: {self.value}>"

    @property
    def label(self) -> str:
        """A, B, ... in reading order."""
        return self.area.label

    @property
    def kind(self) -> str:
        """``active``, ``black territory``, ``white territory`` or ``dead``."""
        return self.area.kind

    @property
    def empty(self) -> int:
        """Number of empty squares."""
        return self.area.empty

    @property
    def board(self) -> Board:
        """The whole board with everything else burnt."""
        return self.area.board

    @property
    def crop(self) -> Board:
        """The area cut out of the board."""
        return self.area.crop

    def left_options(self, **limits: Any) -> tuple[OptionMoves, ...]:
        """Black's canonical options and the moves to them. ``limits`` are ``time``, ``memory``, ``progress``.

        >>> import otrera
        >>> area = otrera.Board("b..w").value().areas[0]
        >>> [(str(option.value), option.moves) for option in area.left_options()]
        [('1', (Move('a1-b1xc1'), Move('a1-c1xa1')))]
        """
        return _options(self.board, self._known(), "black", limits)

    def right_options(self, **limits: Any) -> tuple[OptionMoves, ...]:
        """White's canonical options and the moves to them."""
        return _options(self.board, self._known(), "white", limits)


class Values(_Valued):
    """The values of the connected areas of a board, and their sum."""

    __slots__ = ("board", "areas")

    def __init__(self, board: Board, areas: tuple[AreaValue, ...], value: Value | None) -> None:
        super().__init__(value)
        #: The board.
        self.board = board
        #: The areas with their values.
        self.areas = areas

    @property
    def sum(self) -> Value | None:
        """The value of the board; ``None`` if an area was not worked out."""
        return self.value

    def __repr__(self) -> str:
        return f"<Values of {self.board}: {self.sum}>"

    def _repr_svg_(self) -> str | None:
        return None if self.sum is None else self.sum.thermograph().svg()


def values_of(
    board: Board,
    atlas: Atlas | None,
    largest: int | None,
    time: float | None,
    memory: Memory | None,
    progress: Progress | None,
) -> Values:
    """The values of a board. An incomplete result is raised with its reason."""
    areas, total, missing = _otrera.values(
        board, atlas=atlas, largest=largest, time=time, memory=memory, progress=progress
    )
    values = Values(board, tuple(AreaValue(area, value) for area, value in areas), total)
    if missing is not None:
        missing.report = values  # type: ignore[attr-defined]
        raise missing
    return values
