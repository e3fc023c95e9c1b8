"""Certificates."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from . import _otrera
from ._ask import Memory, Path, Progress, made

if TYPE_CHECKING:
    from .reports import VerifyReport


class Certificate:
    """A proof of the winner of a position: a file, or a part of one, or the directory of a campaign.

    >>> import os, tempfile
    >>> from otrera import Board
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = os.path.join(folder, "proof")
    ...     report = Board("b..w w").solve(certificate=file)
    ...     verdict = Certificate.load(file).verify()
    >>> verdict.valid, verdict.winner, verdict.claim
    (True, 'white', 'White wins b..w with White to move')
    """

    __slots__ = ("file",)

    def __init__(self, file: Path) -> None:
        #: The file or directory.
        self.file = os.fspath(file)

    @classmethod
    def load(cls, file: Path) -> Certificate:
        """The certificate of a file that can be read, or of a directory with parts."""
        certificate = cls(file)
        if not os.path.isdir(certificate.file):
            with open(certificate.file, "rb"):
                pass
        return certificate

    def verify(
        self,
        *,
        threads: int | None = 1,
        memory: Memory | None = None,
        time: float | None = None,
        progress: Progress | None = None,
    ) -> VerifyReport:
        """Checks every claim. A certificate that proves nothing has ``valid`` false and a ``reason``."""
        from .reports import VerifyReport

        return made(VerifyReport, _otrera.verify(self.file, threads, memory, time, progress))[0]

    def __repr__(self) -> str:
        return f"Certificate({self.file!r})"
