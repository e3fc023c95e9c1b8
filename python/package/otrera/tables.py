"""The tables of the papers, made anew: lists of dicts, one for each row.

>>> from otrera import tables
>>> tables.lsg(4)
[{'size': 1, 'boards': 1, 'graphs': 1}, {'size': 2, 'boards': 2, 'graphs': 1}, {'size': 3, 'boards': 5, 'graphs': 3}, \
{'size': 4, 'boards': 22, 'graphs': 11}]
"""

from __future__ import annotations

import csv
import json
import os
import tempfile
from fractions import Fraction
from typing import Any, Callable, Iterable, Literal

from . import _otrera
from ._ask import Answer, Memory, Path, Progress, path

Row = dict[str, Any]

#: Columns of positions that are exact numbers, whole numbers and truth values.
_FRACTIONS = ("mean", "temperature", "left_stop", "right_stop")
_WHOLE = ("squares", "left_options", "right_options", "depth", "left_sectors", "right_sectors")


def lsg(size: int = 8, **limits: Any) -> list[Row]:
    """Small regions and their line segment graphs (Müller & Tegos 2002, Table 1).

    ``limits`` are ``threads``, ``time`` and ``progress``.
    """
    return _rows("lsg", size, **limits)


def defects(size: int = 8, amazons: int = 1, **limits: Any) -> list[Row]:
    """Territories that cannot be filled (Müller & Tegos 2002, Table 2)."""
    return _rows("defects", size, amazons=amazons, **limits)


def zugzwang(size: int = 7, **limits: Any) -> list[Row]:
    """Small regions where moving first is worse (Müller & Tegos 2002, section 5)."""
    return _rows("zugzwang", size, **limits)


def solved(
    boards: Iterable[str] = (),
    *,
    all: bool = False,
    certificates: Path | None = None,
    threads: int | None = None,
    memory: Memory | None = None,
    atlas: Path | None = None,
    time: float | None = None,
    progress: Progress | None = None,
) -> list[Row]:
    """Winners of the standard setups of small boards, each with a checked certificate (Song & Müller 2014, Table I).

    Without ``boards`` those that take seconds, or with ``all`` every board of the paper, some of which take hours.
    ``certificates`` is a directory to keep the certificates in. Player 1 moves first.

    >>> row = solved(["4x4"])[0]
    >>> row["board"], row["winner"], row["paper"]
    ('4x4', 2, 2)
    """
    limits: dict[str, Any] = {"threads": threads, "memory": memory, "time": time, "progress": progress}
    answer = _otrera.solved(list(boards), all=all, certificates=path(certificates), atlas=path(atlas), **limits)
    return _made(answer, lambda report: [{"opening": None, "certificate": None, **row} for row in report["rows"]])


Preset = Literal["full", "paper", "paper-ab", "plain"]


def solving(
    sizes: Iterable[str] = (),
    *,
    presets: Iterable[Preset] = ("full", "paper"),
    sample: bool = False,
    games: int | None = None,
    moves: tuple[int, int] | None = None,
    seconds: float | None = None,
    file: Path | None = None,
    threads: int | None = None,
    memory: Memory | None = None,
    atlas: Path | None = None,
    time: float | None = None,
    progress: Progress | None = None,
) -> list[Row]:
    """Positions of self-play games whose winner a solver finds (Song & Müller 2014, Tables II and III).

    One row for each size, number of moves and preset. ``games`` of each size are taken, and positions after at least
    and at most ``moves``. ``seconds`` is for each position, ``time`` for all. ``sample`` takes five games and five
    seconds each. ``file`` keeps the attempts, and a later call goes on from there. Columns that begin with ``paper_2014``
    have the figures of the paper, out of 100 games.

    >>> row = solving(["5x5"], presets=["full"], games=1, moves=(14, 14))[0]
    >>> row["size"], row["moves"], row["preset"], row["tried"], row["solved"]
    ('5x5', 14, 'full', 1, 1)
    """
    attempts = _attempts(presets, seconds, threads, memory, atlas)
    answer = _otrera.solving(
        list(sizes), attempts, sample=sample, games=games, moves=moves, file=path(file), time=time, progress=progress
    )
    return _made(answer, lambda report: [row for table in report["tables"] for row in _solving_rows(table)])


def _solving_rows(table: dict[str, Any]) -> list[Row]:
    rows = []
    for row in table["rows"]:
        paper = row.get("paper_2014") or {}
        figures = {f"paper_2014_{name}": paper.get(name) for name in ("no_db", "db", "search", "games")}
        for preset, cell in row["presets"].items():
            common = {name: row[name] for name in ("moves", "games", "no_db", "db")}
            rows.append({"size": table["size"], **common, "preset": preset, **cell, **figures})
    return rows


def ablation(
    on: Iterable[str] = (),
    *,
    presets: Iterable[Preset] = ("full", "paper"),
    seconds: float | None = None,
    threads: int | None = None,
    memory: Memory | None = None,
    atlas: Path | None = None,
    time: float | None = None,
    progress: Progress | None = None,
) -> list[Row]:
    """Nodes and seconds without each technique of the solver in turn: one row for each preset, technique and board.

    ``on`` are some of ``4x4``, ``5x4``, ``4x5`` and ``suite``. ``seconds`` is for each position.

    >>> rows = ablation(["4x4"], presets=["full"], seconds=0.2)
    >>> rows[0]["preset"], rows[0]["without"], rows[0]["on"], rows[0]["solved"]
    ('full', None, '4x4', 1)
    """
    answer = _otrera.ablation(
        list(on), _attempts(presets, seconds, threads, memory, atlas), time=time, progress=progress
    )
    return _made(answer, _ablation_rows)


def _ablation_rows(report: dict[str, Any]) -> list[Row]:
    return [
        {"preset": row["preset"], "without": row["without"], "on": column, **cell}
        for row in report["rows"]
        for column, cell in zip(report["columns"], row["cells"])
    ]


def _attempts(
    presets: Iterable[str],
    seconds: float | None,
    threads: int | None,
    memory: Memory | None,
    atlas: Path | None,
) -> dict[str, Any]:
    named = list(presets)
    if not named:
        raise ValueError("presets: name a solver")
    return {"presets": named, "seconds": seconds, "threads": threads, "memory": memory, "atlas": path(atlas)}


def _rows(name: str, size: int, **options: Any) -> list[Row]:
    return _made(_otrera.table(name, size, **options), _rows_of)


def _rows_of(report: dict[str, Any]) -> list[Row]:
    rows: list[Row] = report["rows"]
    return rows


def _made(answer: Answer, rows_of: Callable[[dict[str, Any]], list[Row]]) -> list[Row]:
    """The rows of an answer. Those of an incomplete one are raised with its reason."""
    text, missing, _ = answer
    rows = rows_of(json.loads(text))
    if missing is not None:
        missing.report = rows  # type: ignore[attr-defined]
        raise missing
    return rows


def strips(
    length: int,
    *,
    file: Path | None = None,
    threads: int | None = None,
    memory: Memory | None = None,
    time: float | None = None,
    progress: Progress | None = None,
) -> list[Row]:
    """All boards inside 2 x ``length`` with one amazon of each side, by number of squares (Snatzke 2002, Table 1).

    >>> [(row["squares"], row["positions"]) for row in strips(3)][:3]
    [(2, 2), (3, 12), (4, 30)]
    """
    limits: dict[str, Any] = {"threads": threads, "memory": memory, "time": time, "progress": progress}
    return _made(_otrera.strips(length, file=path(file), **limits), _rows_of)


def strip_positions(length: int, *, file: Path | None = None, **limits: Any) -> list[Row]:
    """Every position of :func:`strips`, with its value.

    >>> rows = strip_positions(2)
    >>> rows[0]["board"], rows[0]["value"], rows[0]["temperature"]
    ('bw', '0', Fraction(-1, 1))
    """
    with tempfile.TemporaryDirectory() as folder:
        export = os.path.join(folder, "strips.csv")
        _otrera.strips(length, file=path(file), export=export, **limits)
        with open(export, newline="", encoding="utf-8") as lines:
            return [_position(row) for row in csv.DictReader(lines)]


def _position(row: dict[str, str]) -> Row:
    typed: Row = dict(row)
    typed.update({name: Fraction(row[name]) for name in _FRACTIONS})
    typed.update({name: int(row[name]) for name in _WHOLE})
    typed["cut"] = row["cut"] == "true"
    return typed


def to_parquet(rows: list[Row], file: Path) -> None:
    """Writes rows as a Parquet file. Needs pyarrow. Fractions become texts, as in the CSV of the program."""
    import pyarrow
    import pyarrow.parquet

    plain = [{name: str(cell) if isinstance(cell, Fraction) else cell for name, cell in row.items()} for row in rows]
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(plain), os.fspath(file))
