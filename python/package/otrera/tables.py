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
from typing import Any

from . import _otrera
from ._ask import Memory, Path, Progress, path

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


def _rows(name: str, size: int, **options: Any) -> list[Row]:
    text, missing, _ = _otrera.table(name, size, **options)
    rows: list[Row] = json.loads(text)["rows"]
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
    rows: list[Row] = json.loads(_otrera.strips(length, file=path(file), **limits)[0])["rows"]
    return rows


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
