"""Reports: typed objects with the fields of the JSON that the program prints.

Exact numbers are :class:`fractions.Fraction`, moves are :class:`otrera.Move`. A field that the program leaves out is
``None``. :meth:`Report.to_json` gives the JSON back.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, TypeVar, Union

from ._otrera import Move

R = TypeVar("R", bound="Report")


class Report:
    """Base of all reports."""

    #: Name of the question that it answers.
    question: ClassVar[str] = ""

    @classmethod
    def from_json(cls: type[R], data: dict[str, Any]) -> R:
        """Makes the object of a JSON report. A field that it does not know is an error."""
        kinds = _kinds(cls)
        unknown = data.keys() - kinds.keys()
        if unknown:
            raise TypeError(f"{cls.__name__} has no field {', '.join(sorted(unknown))}")
        return cls(**{name: _read(kind, data.get(name)) for name, kind in kinds.items()})

    def to_json(self) -> dict[str, Any]:
        """The report as the program prints it, with missing fields as ``None``."""
        return {name: _write(getattr(self, name)) for name in _kinds(type(self))}


_KINDS: dict[type, dict[str, Any]] = {}


def _kinds(cls: type) -> dict[str, Any]:
    """The type of each field."""
    if cls not in _KINDS:
        hints = typing.get_type_hints(cls)
        _KINDS[cls] = {field.name: hints[field.name] for field in dataclasses.fields(cls)}
    return _KINDS[cls]


def _read(kind: Any, data: Any) -> Any:
    origin = typing.get_origin(kind)
    if origin in (Union, types.UnionType):
        if data is None:
            return None
        (kind,) = [option for option in typing.get_args(kind) if option is not type(None)]
        return _read(kind, data)
    if origin is tuple:
        arguments = typing.get_args(kind)
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return tuple(_read(arguments[0], item) for item in data or ())
        return tuple(_read(argument, item) for argument, item in zip(arguments, data, strict=True))
    if isinstance(kind, type) and issubclass(kind, Report):
        return kind.from_json(data)
    if kind in (Fraction, Move):
        return kind(data)
    return data


def _write(data: Any) -> Any:
    if isinstance(data, Report):
        return data.to_json()
    if isinstance(data, tuple):
        return [_write(item) for item in data]
    if isinstance(data, (Fraction, Move)):
        return str(data)
    return data


@dataclass(frozen=True)
class JudgedMove(Report):
    """A move, and its result for the side that makes it: ``win``, ``loss`` or ``unknown``."""

    move: Move
    result: str


@dataclass(frozen=True)
class TableUse(Report):
    """The transposition table."""

    entries: int
    places: int
    bytes: int


@dataclass(frozen=True)
class Resumed(Report):
    """Work before this run."""

    nodes: int
    seconds: float


@dataclass(frozen=True)
class SavedCheckpoint(Report):
    """The last checkpoint."""

    file: str
    entries: int
    bytes: int
    seconds: float


@dataclass(frozen=True)
class MadeCertificate(Report):
    """A certificate that was made."""

    file: str | None
    id: str | None
    claims: int
    bytes: int
    checked: bool


@dataclass(frozen=True)
class SolveReport(Report):
    """The winner of a position."""

    question: ClassVar[str] = "solve"

    board: str
    to_move: str
    #: ``black``, ``white`` or ``unknown``.
    winner: str
    #: A move that wins, if the side to move does.
    move: Move | None
    moves: tuple[JudgedMove, ...] | None
    nodes: int
    evaluated: int
    seconds: float
    threads: int
    table: TableUse | None
    resumed: Resumed | None
    checkpoint: SavedCheckpoint | None
    certificate: MadeCertificate | None


@dataclass(frozen=True)
class KomiReport(Report):
    """Points given beforehand."""

    side: str
    points: int
    rule: str


@dataclass(frozen=True)
class ScoreReport(Report):
    """The winner, the margin, and best play."""

    question: ClassVar[str] = "score"

    board: str
    to_move: str
    winner: str
    #: Moves that the winner has left when the loser cannot move.
    margin: int
    #: Best play; ``pass`` where a komi is used for it.
    line: tuple[str, ...]
    komi: KomiReport | None
    nodes: int
    seconds: float
    threads: int


@dataclass(frozen=True)
class Candidate(Report):
    """A move that was considered."""

    move: Move
    score: float
    chance: float
    proven: str | None
    visits: int
    line: tuple[Move, ...]


@dataclass(frozen=True)
class BestReport(Report):
    """A move and the engine's opinion of it."""

    question: ClassVar[str] = "best"

    board: str
    to_move: str
    engine: str
    #: ``None`` if the side to move has lost.
    move: Move | None
    #: Moves by which the side to move is expected to be ahead.
    score: float | None
    #: Chance to win, from 0 to 1.
    chance: float | None
    #: ``win`` or ``loss`` for the side to move, where that is known.
    proven: str | None
    line: tuple[Move, ...]
    candidates: tuple[Candidate, ...]
    depth: int
    nodes: int
    seconds: float
    threads: int


@dataclass(frozen=True)
class OpeningMove(Report):
    """A move that the book or a proof knows."""

    move: Move
    #: The book plays it.
    chosen: bool
    #: The book's estimate of the chance to win for the side that makes it, from 0 to 1.
    chance: float | None
    #: Positions of the book after it.
    positions: int
    #: ``win`` or ``loss`` for the side that makes it, if that is proven.
    result: str | None


@dataclass(frozen=True)
class OpeningsReport(Report):
    """The moves of a position that the opening book or a proof knows, best first."""

    question: ClassVar[str] = "openings"

    board: str
    to_move: str
    #: Positions in the book for this board size; 0 if there is none.
    book: int
    #: The winner, if the position is one of the solved ones.
    winner: str | None
    moves: tuple[OpeningMove, ...]
    #: Number of legal moves.
    count: int


@dataclass(frozen=True)
class AnalysedPosition(Report):
    """A position, as the side to move sees it."""

    board: str
    to_move: str
    chance: float
    score: float
    proven: str | None
    best: Move | None
    line: tuple[Move, ...]
    depth: int
    nodes: int
    #: The chance of White.
    white: float


@dataclass(frozen=True)
class AnalysedMove(Report):
    """A move, as its side sees it."""

    number: int
    side: str
    move: Move
    best: Move
    before: float
    after: float
    loss: float
    #: ``?!``, ``?``, ``??`` or nothing.
    mark: str
    proven: str | None


@dataclass(frozen=True)
class Mistakes(Report):
    """Doubtful moves, mistakes and blunders of each side."""

    black: tuple[int, int, int]
    white: tuple[int, int, int]


@dataclass(frozen=True)
class AnalyseReport(Report):
    """Scores of all positions of a game, and its mistakes."""

    question: ClassVar[str] = "analyze"

    board: str
    engine: str
    black: str | None
    white: str | None
    positions: tuple[AnalysedPosition, ...]
    moves: tuple[AnalysedMove, ...]
    mistakes: Mistakes
    seconds: float


@dataclass(frozen=True)
class Filling(Report):
    """Moves in a territory without some of its blockers."""

    left_out: tuple[str, ...]
    moves: int | None
    empty: int
    defects: int | None
    line: tuple[Move, ...]
    most: int
    nodes: int


@dataclass(frozen=True)
class TerritoryArea(Report):
    """The moves that the owner of a territory has there."""

    label: str
    kind: str
    owner: str
    board: str
    crop: str
    blockers: tuple[str, ...]
    moves: int | None
    empty: int
    defects: int | None
    #: The longest line that is known. Regions larger than a board name squares by numbers.
    line: tuple[str, ...]
    #: Upper bound of the moves.
    most: int
    nodes: int
    without: tuple[Filling, ...]
    needed: tuple[str, ...] | None


@dataclass(frozen=True)
class TerritoryReport(Report):
    """Moves of the owner of each territory. A board with one territory has its figures here too."""

    question: ClassVar[str] = "territory"

    board: str
    moves: int | None
    empty: int | None
    defects: int | None
    line: tuple[str, ...] | None
    most: int | None
    nodes: int | None
    areas: tuple[TerritoryArea, ...]
    unfinished: str | None


@dataclass(frozen=True)
class VerifyReport(Report):
    """The verdict on a certificate."""

    file: str
    valid: bool
    claim: str | None
    board: str | None
    winner: str | None
    #: Number of claims.
    positions: int
    #: Number of claims that a part requires of others.
    required: int | None
    #: SHA-256 of a part.
    sha256: str | None
    #: Number of parts of a directory.
    parts: int | None
    #: Why nothing is proved.
    reason: str | None
    seconds: float
    threads: int


@dataclass(frozen=True)
class FirstMove(Report):
    """Lines of play that begin with a move."""

    move: Move
    nodes: int


@dataclass(frozen=True)
class PerftReport(Report):
    """Counts of lines of play."""

    board: str
    depth: int
    nodes: int
    seconds: float
    threads: int
    divide: tuple[FirstMove, ...] | None


@dataclass(frozen=True)
class AtlasBuildReport(Report):
    """An atlas that was built, or was complete already."""

    file: str
    built: bool
    size: int
    guarded: int
    values: int
    bytes: int
    seconds: float


@dataclass(frozen=True)
class AtlasInfoReport(Report):
    """The contents of an atlas."""

    file: str
    bytes: int
    size: int
    guarded: int
    forms: int
    graphs: tuple[int, ...]
    regions: int
    values: int
    games: int
    thermographs: int


@dataclass(frozen=True)
class Walls(Report):
    """Corners of the walls as pairs of value and temperature, from temperature -1 up."""

    left: tuple[tuple[Fraction, Fraction], ...]
    right: tuple[tuple[Fraction, Fraction], ...]


@dataclass(frozen=True)
class ValueFacts(Report):
    """Facts about a value."""

    value: str
    cut: bool
    mean: Fraction
    temperature: Fraction
    left_stop: Fraction
    right_stop: Fraction
    outcome: str
    thermograph: Walls


@dataclass(frozen=True)
class WithoutBlockers(Report):
    """Moves in a territory without some of its blockers."""

    blockers: tuple[str, ...]
    moves: int


@dataclass(frozen=True)
class KnownArea(Report):
    """An area and its entry in the atlas."""

    label: str
    kind: str
    board: str
    crop: str
    squares: tuple[str, ...]
    empty: int
    black: int
    white: int
    blockers: tuple[str, ...]
    #: ``None`` if the area is not in the atlas.
    graph: str | None
    moves: int | None
    defects: int | None
    without: tuple[WithoutBlockers, ...]
    value: str | None
    cut: bool | None
    mean: Fraction | None
    temperature: Fraction | None
    left_stop: Fraction | None
    right_stop: Fraction | None
    outcome: str | None
    thermograph: Walls | None


@dataclass(frozen=True)
class AtlasReport(Report):
    """The areas of a position, with their entries in the atlas."""

    board: str
    size: int
    areas: tuple[KnownArea, ...]
    parts: tuple[KnownArea, ...]
    sum: ValueFacts | None


@dataclass(frozen=True)
class GraphPoint(Report):
    """A point of a line segment graph."""

    label: str
    square: str
    content: str
    orbit: str


@dataclass(frozen=True)
class GraphPart(Report):
    """The graph of one area."""

    label: str
    squares: tuple[str, ...]
    name: str
    shape: str


@dataclass(frozen=True)
class GraphReport(Report):
    """A line segment graph and its canonical name."""

    board: str
    #: Equal exactly for isomorphic graphs, amazons included.
    name: str
    #: The name without the amazons.
    shape: str
    connected: bool
    areas: int
    automorphisms: str
    points: tuple[GraphPoint, ...]
    lines: tuple[tuple[str, ...], ...]
    labelled_lines: tuple[tuple[str, ...], ...]
    parts: tuple[GraphPart, ...]
