"""The endgame database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _otrera
from ._ask import Memory, Path, Progress, made, path
from .board import Board
from .values import Values

if TYPE_CHECKING:
    from .reports import AtlasInfoReport, AtlasReport


class Atlas(_otrera.Atlas):
    """The values of all small areas, in one file.

    >>> import tempfile, os
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     atlas = Atlas.build(4, os.path.join(folder, "atlas.otrera"))
    >>> atlas.size, str(Board("b..w").value(atlas=atlas).sum)
    (4, '+-1')
    """

    __slots__ = ()

    @classmethod
    def open(cls, file: Path | None = None) -> Atlas:
        """Opens a file, or the usual one: that of ``OTRERA_ATLAS``, or the one in the user's data directory."""
        return cls(path(file))

    @classmethod
    def build(
        cls,
        size: int = 8,
        file: Path | None = None,
        *,
        threads: int | None = None,
        memory: Memory | None = None,
        time: float | None = None,
        progress: Progress | None = None,
    ) -> Atlas:
        """Builds the atlas of all regions of up to ``size`` squares, or goes on with a smaller one, and opens it."""
        from .reports import AtlasBuildReport

        answer = cls.build_file(size, path(file), threads=threads, memory=memory, time=time, progress=progress)
        return cls(made(AtlasBuildReport, answer)[0].file)

    def describe(self) -> AtlasInfoReport:
        """The contents of the file."""
        from .reports import AtlasInfoReport

        return made(AtlasInfoReport, self.info())[0]

    def lookup(self, board: Board | str) -> AtlasReport:
        """The entries of all areas of a board. A missing one raises :class:`otrera.OutOfLimits` with the report.

        >>> import tempfile, os
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     report = Atlas.build(4, os.path.join(folder, "atlas.otrera")).lookup("b..w")
        >>> report.areas[0].graph, report.areas[0].value
        ('4:1302', '+-1')
        """
        from .reports import AtlasReport

        return made(AtlasReport, self.query(str(board)))[0]

    def value(self, board: Board | str) -> Values:
        """The values of the areas of a board, computed where the atlas lacks one."""
        return (board if isinstance(board, Board) else Board(board)).value(atlas=self)
