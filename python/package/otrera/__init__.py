"""The Game of the Amazons: boards, exact values, proofs, the atlas and the engine of Otrera.

>>> import otrera
>>> board = otrera.Board("start:5x4")
>>> board.turn, board.legal_moves.count()
('white', 170)
>>> board.solve().winner
'white'
"""

from ._otrera import (
    Area,
    EngineError,
    Game,
    LegalMoves,
    Move,
    Node,
    OutOfLimits,
    Region,
    Thermograph,
    Unproven,
    Value,
    regions,
)
from .atlas import Atlas
from .board import BLACK, WHITE, Board, Side
from .certificate import Certificate
from .engine import Engine, Limit, PlayResult
from .puzzle import Puzzle, make_puzzles, puzzles
from .values import AreaValue, OptionMoves, Values

# Where nothing was found before the limits.
OutOfLimits.report = None
Unproven.report = None

__all__ = [
    "BLACK",
    "WHITE",
    "Area",
    "AreaValue",
    "Atlas",
    "Board",
    "Certificate",
    "Engine",
    "EngineError",
    "Game",
    "LegalMoves",
    "Limit",
    "Move",
    "Node",
    "OptionMoves",
    "OutOfLimits",
    "PlayResult",
    "Puzzle",
    "Region",
    "Side",
    "Thermograph",
    "Unproven",
    "Value",
    "Values",
    "make_puzzles",
    "puzzles",
    "regions",
]
