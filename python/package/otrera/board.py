"""Boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from . import _otrera
from ._ask import PICTURE_WIDTH, Memory, Path, Progress, ask, made, resources, written
from .values import Values, values_of

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from .atlas import Atlas
    from .reports import (
        AnalyseReport,
        BestReport,
        GraphReport,
        OpeningsReport,
        PerftReport,
        ScoreReport,
        SolveReport,
        TerritoryReport,
    )

Side = Literal["black", "white"]

BLACK: Side = "black"
WHITE: Side = "white"


class Board(_otrera.Board):
    """A position of the Game of the Amazons, with the moves that led to it.

    The text may be a board in any form that ``otrera`` reads (its own, Fairy-Stockfish's FEN, CGSuite's grid, one row
    a line), a game record (SGF, GGF, PGN), or ``start:WxH``. Without a text it is the standard setup of 10x10. A grid names
    no side to move: ``turn`` is then ``None`` until it is given or set, and only questions that need it refuse.

    >>> board = Board("start:6x6")
    >>> board.push("b1-b4xd4")
    >>> board.turn, board.move_stack, board.is_over()
    ('black', [Move('b1-b4xd4')], False)
    >>> board.pop()
    Move('b1-b4xd4')
    >>> board == Board("start:6x6"), board.fen()
    (True, '.b..b./b....b/....../....../w....w/.w..w. w')
    """

    __slots__ = ()

    def fen(self) -> str:
        """The board in Otrera's board text."""
        return self.text("fen")

    def grid(self) -> str:
        """The board in CGSuite's form, which has no side to move.

        >>> Board("b..w w").grid()
        'x..o'
        """
        return self.text("grid")

    def planes(self) -> NDArray[numpy.uint8]:
        """Four planes of 0 and 1, rows from the top: black amazons, white amazons, burnt squares, White to move.

        Needs numpy.

        >>> Board("b#.w w").planes()[:, 0].tolist()
        [[1, 0, 0, 0], [0, 0, 0, 1], [0, 1, 0, 0], [1, 1, 1, 1]]
        """
        import numpy

        return numpy.frombuffer(self.plane_bytes(), numpy.uint8).reshape(4, self.height, self.width)

    def perft(
        self,
        depth: int,
        *,
        threads: int | None = 1,
        time: float | None = None,
        progress: Progress | None = None,
    ) -> int:
        """The number of lines of play of ``depth`` moves.

        >>> Board("start:4x4").perft(2)
        4336
        """
        return self._perft(depth, False, threads, time, progress).nodes

    def divide(
        self,
        depth: int,
        *,
        threads: int | None = 1,
        time: float | None = None,
        progress: Progress | None = None,
    ) -> PerftReport:
        """The number of lines of play of ``depth`` moves, by first moves.

        >>> Board("b..w w").divide(2).divide[0]
        FirstMove(move=Move('d1-b1xc1'), nodes=0)
        """
        return self._perft(depth, True, threads, time, progress)

    def _perft(self, depth: int, divide: bool, *limits: Any) -> PerftReport:
        from .reports import PerftReport

        return made(PerftReport, _otrera.perft(str(self), depth, divide, *limits))[0]

    def solve(
        self,
        *,
        all_moves: bool = False,
        preset: str = "full",
        without: str = "",
        certificate: Path | None = None,
        unchecked: bool = False,
        checkpoint: Path | None = None,
        time: float | None = None,
        nodes: int | None = None,
        threads: int | None = 1,
        memory: Memory | None = None,
        atlas: Path | None = None,
        progress: Progress | None = None,
    ) -> SolveReport:
        """Finds the winner with best play and a move that wins.

        ``certificate`` is a file for the proof, ``checkpoint`` one to save the search to and to go on from. If the
        limits end the search, :class:`otrera.OutOfLimits` is raised with the report so far.

        >>> report = Board("b..w w").solve()
        >>> report.winner, report.move
        ('white', Move('d1-c1xb1'))
        """
        from .reports import SolveReport

        options = {
            "position": str(self),
            "all_moves": all_moves,
            "preset": preset,
            "without": without,
            "unchecked": unchecked,
            "nodes": nodes,
            "memory": memory,
        }
        means = resources(threads, atlas, certificate, checkpoint)
        return ask(SolveReport, options, means, time, progress)

    def score(
        self,
        *,
        komi: int | None = None,
        komi_for: Side = "black",
        komi_rule: Literal["passes", "points"] = "passes",
        time: float | None = None,
        nodes: int | None = None,
        threads: int | None = 1,
        memory: Memory | None = None,
        progress: Progress | None = None,
    ) -> ScoreReport:
        """Finds the margin with best play, and a game that ends with it.

        >>> report = Board("b...w b").score()
        >>> report.winner, report.margin
        ('black', 2)
        """
        from .reports import ScoreReport

        options = {
            "position": str(self),
            "komi": komi,
            "komi_for": komi_for,
            "komi_rule": komi_rule,
            "nodes": nodes,
            "memory": memory,
        }
        return ask(ScoreReport, options, resources(threads), time, progress)

    def best(
        self,
        *,
        engine: str | None = None,
        level: int | None = None,
        seed: int | None = None,
        book: bool = True,
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        threads: int | None = 1,
        memory: Memory | None = None,
        atlas: Path | None = None,
        progress: Progress | None = None,
    ) -> BestReport:
        """Chooses the move to play. Without a limit it takes a second.

        >>> report = Board("start:6x6").best(engine="greedy", nodes=2000)
        >>> report.engine, report.move in Board("start:6x6").legal_moves
        ('greedy', True)
        """
        from .reports import BestReport

        options = self._engine_options(str(self), engine, level, seed, book, time, nodes, depth, memory)
        return ask(BestReport, options, resources(threads, atlas), None, progress)

    def analyse(
        self,
        *,
        engine: str | None = None,
        level: int | None = None,
        seed: int | None = None,
        book: bool = True,
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        threads: int | None = 1,
        memory: Memory | None = None,
        atlas: Path | None = None,
        progress: Progress | None = None,
    ) -> Analysis:
        """Judges every position of the game that led here, and its moves. ``time`` is for each position.

        >>> board = Board("start:5x5")
        >>> board.push("b1-b4xb1")
        >>> analysis = board.analyse(engine="greedy", nodes=500)
        >>> len(analysis.report.positions), analysis.report.moves[0].move
        (2, Move('b1-b4xb1'))
        """
        from .reports import AnalyseReport

        options = self._engine_options(self.sgf(), engine, level, seed, book, time, nodes, depth, memory)
        answer = _otrera.analyze(written(options), resources(threads, atlas), None, progress)
        report, (annotated, svg) = made(AnalyseReport, answer)
        return Analysis(report, annotated, svg)

    def openings(self) -> OpeningsReport:
        """The moves that the opening book or a proof knows, best first.

        >>> report = Board("start:5x4").openings()
        >>> report.winner, report.moves[0].move, report.moves[0].result
        ('white', Move('b1-b2xd2'), 'win')
        """
        from .reports import OpeningsReport

        return ask(OpeningsReport, {"position": str(self)})

    @staticmethod
    def _engine_options(
        position: str,
        engine: str | None,
        level: int | None,
        seed: int | None,
        book: bool,
        time: float | None,
        nodes: int | None,
        depth: int | None,
        memory: Memory | None,
    ) -> dict[str, Any]:
        return {
            "position": position,
            "engine": engine,
            "level": level,
            "seed": seed,
            "no_book": not book,
            "time": time,
            "nodes": nodes,
            "depth": depth,
            "memory": memory,
        }

    def territory(
        self,
        *,
        time: float | None = None,
        memory: Memory | None = None,
        progress: Progress | None = None,
    ) -> TerritoryReport:
        """The number of moves that the owner of each territory has there.

        >>> Board("b...").territory().moves
        3
        """
        from .reports import TerritoryReport

        return ask(TerritoryReport, {"position": str(self), "memory": memory}, None, time, progress)

    def value(
        self,
        *,
        atlas: Atlas | None = None,
        largest: int | None = None,
        time: float | None = None,
        memory: Memory | None = None,
        progress: Progress | None = None,
    ) -> Values:
        """The exact value of each connected area and of their sum.

        ``atlas`` answers small areas at once. ``largest`` leaves out areas with more empty squares.

        >>> values = Board("b..w#.b.").value()
        >>> [str(area.value) for area in values.areas], str(values.sum)
        (['+-1', '2'], '{3|1}')
        """
        return values_of(self, atlas, largest, time, memory, progress)

    def graph(self, *, bare: bool = False) -> Graph:
        """The line segment graph of the squares that are not burnt. With ``bare``, amazons count as empty squares.

        >>> Board("b..w").graph().report.name
        '4:b0w2:0312'
        """
        from .reports import GraphReport

        report, drawings = made(GraphReport, _otrera.graph(str(self), bare))
        return Graph(report, drawings[0] if drawings else None)

    def svg(self, *, areas: Literal["basic", "improved"] | None = None, eval: bool = False) -> str:
        """The drawing of the board, with its areas tinted or the evaluation if asked for."""
        if areas not in (None, "basic", "improved"):
            raise ValueError("areas: write basic or improved")
        options: dict[str, Any] = {"position": str(self), "areas": areas, "eval": eval}
        if self.move_stack:
            # Names the last move, so that it is marked.
            before = self.copy()
            options.update(play=str(before.pop()), position=str(before))
        return _otrera.show(written(options))[2][0]

    def png(
        self,
        *,
        width: int = PICTURE_WIDTH,
        areas: Literal["basic", "improved"] | None = None,
        eval: bool = False,
    ) -> bytes:
        """The drawing of :meth:`svg` as a PNG file, ``width`` pixels wide.

        >>> Board("start:6x6").png(width=200)[1:4]
        b'PNG'
        """
        return _otrera.png(self.svg(areas=areas, eval=eval), width)

    def _repr_svg_(self) -> str:
        return self.svg()


class Analysis:
    """An analysed game: the report, the annotated record, and the graph of the evaluation."""

    __slots__ = ("report", "sgf", "_svg")

    def __init__(self, report: AnalyseReport, sgf: str, svg: str) -> None:
        #: Scores and mistakes.
        self.report = report
        #: The game as SGF, with a comment on each move and better lines beside mistakes.
        self.sgf = sgf
        self._svg = svg

    def svg(self) -> str:
        """The evaluation over the game."""
        return self._svg

    def png(self, *, width: int = PICTURE_WIDTH) -> bytes:
        """The same as a PNG file, ``width`` pixels wide."""
        return _otrera.png(self._svg, width)

    def _repr_svg_(self) -> str:
        return self._svg


class Graph:
    """A line segment graph: the report with its name, and its drawing."""

    __slots__ = ("report", "_svg")

    def __init__(self, report: GraphReport, svg: str | None) -> None:
        #: Points, lines and names.
        self.report = report
        self._svg = svg

    @property
    def name(self) -> str:
        """The canonical name, equal exactly for isomorphic graphs."""
        return self.report.name

    def svg(self) -> str | None:
        """The drawing; ``None`` if every square is burnt."""
        return self._svg

    def png(self, *, width: int = PICTURE_WIDTH) -> bytes | None:
        """The same as a PNG file, ``width`` pixels wide."""
        return None if self._svg is None else _otrera.png(self._svg, width)

    def _repr_svg_(self) -> str | None:
        return self._svg
