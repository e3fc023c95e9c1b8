"""Questions to the native module, and their answers as typed objects."""

from __future__ import annotations

import json
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, Callable, TypeVar, Union

from . import _otrera

if TYPE_CHECKING:
    from .reports import Report

#: Called now and then during long work: with a dict of figures, or with a text.
Progress = Callable[[Any], object]
#: A size in bytes: a number, or a text with a unit such as ``"500M"``.
Memory = Union[int, str]
Path = Union[str, "PathLike[str]"]
#: A report as JSON, the exception if it is incomplete, and drawings.
Answer = tuple[str, "BaseException | None", list[str]]

#: Width of pictures by default, in pixels.
PICTURE_WIDTH = 640
#: Largest whole numbers of options.
_LARGEST = {"komi": 128, "nodes": 2**64 - 1, "seed": 2**64 - 1, "depth": 2**32 - 1}
#: Options that the libraries read from a text.
_TEXTS = ("level", "time", "memory")

# Reports are imported with the first answer: thirty data classes take longer than the rest of the package.
R = TypeVar("R", bound="Report")


def resources(
    threads: int | None = 1,
    atlas: Path | None = None,
    certificate: Path | None = None,
    checkpoint: Path | None = None,
) -> dict[str, Any]:
    """Resources of a question that are no part of its options."""
    return {
        "threads": threads,
        "atlas": path(atlas),
        "certificate": path(certificate),
        "checkpoint": path(checkpoint),
    }


def path(named: Path | None) -> str | None:
    """A path as text. An empty one names no file."""
    text = None if named is None else fspath(named)
    if text == "":
        raise ValueError("the name of a file is empty")
    return text


def ask(
    kind: type[R],
    options: dict[str, Any],
    means: dict[str, Any] | None = None,
    time: float | None = None,
    progress: Progress | None = None,
) -> R:
    """Asks the question that a report answers."""
    answer = _otrera.ask(kind.question, written(options), means or resources(), time, progress)
    return made(kind, answer)[0]


def written(options: dict[str, Any]) -> str:
    """Options as JSON. A number that is out of range is refused by its name."""
    for name, number in options.items():
        if number is None:
            continue
        if name in _LARGEST:
            options[name] = _otrera.whole(name, number, _LARGEST[name])
        elif name in _TEXTS:
            options[name] = str(number)
    return json.dumps(options)


def made(kind: type[R], answer: Answer) -> tuple[R, list[str]]:
    """The report of an answer, and its drawings. An incomplete report is raised with its reason."""
    text, missing, drawings = answer
    report = kind.from_json(json.loads(text))
    if missing is not None:
        missing.report = report  # type: ignore[attr-defined]
        raise missing
    return report, drawings
