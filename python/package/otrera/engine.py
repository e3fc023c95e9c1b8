"""Engines that play."""

from __future__ import annotations

from typing import NamedTuple

from . import _otrera
from ._ask import Memory, Path, path
from ._otrera import Move
from .board import Board


class Limit(NamedTuple):
    """Limits of the search for one move: seconds, positions, moves ahead. Without any, a second."""

    time: float | None = None
    nodes: int | None = None
    depth: int | None = None


class PlayResult(NamedTuple):
    """A chosen move."""

    move: Move
    #: Positions that the engine evaluated, if it reports them.
    nodes: int
    #: Its chance to win, from 0 to 1, if it reports one.
    chance: float | None
    #: The win is proven, and the engine keeps it.
    won: bool


class Engine(_otrera.Engine):
    """An engine: a built-in one, or an external program.

    >>> from otrera import Board, Limit
    >>> with Engine("otrera", level=5) as engine:
    ...     result = engine.play(Board("start:6x6"), Limit(nodes=500))
    >>> result.move in Board("start:6x6").legal_moves
    True
    """

    __slots__ = ()

    def __new__(
        cls,
        name: str = "otrera",
        *,
        level: int = 10,
        threads: int = 1,
        memory: Memory | None = None,
        seed: int = 1,
        book: bool = True,
        atlas: Path | None = None,
    ) -> Engine:
        return super().__new__(
            cls, name, level=level, threads=threads, memory=memory, seed=seed, book=book, atlas=path(atlas)
        )

    @staticmethod
    def popen(command: str, protocol: str = "uci", *, grace: float = 1) -> Program:
        """Starts a program that speaks ``uci``, ``gtp``, ``botzone`` or ``botzone-simple``.

        The command is split into words as a shell does. The referee of ``otrera match`` drives it: a program that is
        late, ends or answers with an illegal move raises :class:`otrera.EngineError`, and is started anew for the
        next move. ``grace`` is the number of seconds by which an answer may overrun its limit.
        """
        return Program(command, protocol, grace=grace)

    def play(self, board: Board, limit: Limit | None = None) -> PlayResult:
        """Chooses a move."""
        return _play(self, board, limit)

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Program:
    """An external program."""

    __slots__ = ("_engine",)

    def __init__(self, command: str, protocol: str = "uci", *, grace: float = 1) -> None:
        self._engine = _otrera.Engine.open_program(command, protocol, grace)

    @property
    def name(self) -> str:
        """The command."""
        return self._engine.name

    def play(self, board: Board, limit: Limit | None = None) -> PlayResult:
        """Asks for a move."""
        return _play(self._engine, board, limit)

    def close(self) -> None:
        """Tells the program to quit."""
        self._engine.close()

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _play(engine: _otrera.Engine, board: Board, limit: Limit | None) -> PlayResult:
    limit = Limit() if limit is None else limit
    if not isinstance(limit, Limit):
        raise TypeError("a limit is a Limit, like Limit(time=1)")
    return PlayResult(*engine.choose(board, time=limit.time, nodes=limit.nodes, depth=limit.depth))
