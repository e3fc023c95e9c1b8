"""Amazons for OpenSpiel, on any board.

:class:`AmazonsState` has the methods of an OpenSpiel state and needs nothing but this package. :func:`load_game` makes
a game for ``pyspiel`` itself, which must be installed. Actions are squares, ``row * width + column``; a turn is three of
them, as in OpenSpiel's own ``amazons``.

>>> state = AmazonsState("start:6x6")
>>> state.current_player(), state.legal_actions()
(0, [24, 29, 31, 34])
"""

from __future__ import annotations

from typing import Any

from ._otrera import whole
from .board import Board
from .steps import PLANES, Steps

#: Player of a game that is over.
TERMINAL = -4


class AmazonsState:
    """A state in the manner of OpenSpiel: player 0 moves first."""

    def __init__(self, start: Board | str = "start:10x10") -> None:
        self._steps = Steps(start if isinstance(start, Board) else Board(start))
        self._first = self._steps.board.turn
        self._history: list[int] = []

    @property
    def board(self) -> Board:
        """The board after the last complete move."""
        return self._steps.board

    def current_player(self) -> int:
        """0, 1, or -4 if the game is over."""
        return TERMINAL if self.is_terminal() else self._player()

    def _player(self) -> int:
        return int(self._steps.board.turn != self._first)

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal squares; none for a player whose turn it is not."""
        if _known(player) not in (None, self.current_player()):
            return []
        return self._steps.legal_actions()

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """1 for each legal action, else 0."""
        legal = set(self.legal_actions(player))
        return [int(action in legal) for action in range(self.num_distinct_actions())]

    def apply_action(self, action: int) -> None:
        """Chooses a square."""
        self._steps.apply(action)
        self._history.append(int(action))

    def undo_action(self, player: int, action: int) -> None:
        """Takes back the last choice, which was ``action`` of ``player``."""
        _known(player)
        if not self._history or self._history[-1] != whole("action", action, self.num_distinct_actions() - 1):
            raise ValueError(f"the last action is not {action}")
        self._history.pop()
        self._steps.undo()

    def child(self, action: int) -> AmazonsState:
        """The state after an action."""
        child = self.clone()
        child.apply_action(action)
        return child

    def clone(self) -> AmazonsState:
        """A copy."""
        copy = AmazonsState.__new__(AmazonsState)
        copy._steps, copy._first, copy._history = self._steps.copy(), self._first, list(self._history)
        return copy

    def is_terminal(self) -> bool:
        """True if the side to move has no move."""
        return not self._steps.chosen and self._steps.board.is_over()

    def is_chance_node(self) -> bool:
        """There is no chance."""
        return False

    def returns(self) -> list[float]:
        """1 for the winner and -1 for the loser; 0 before the end."""
        if not self.is_terminal():
            return [0.0, 0.0]
        loser = self._player()
        return [-1.0 if player == loser else 1.0 for player in range(2)]

    rewards = returns

    def player_return(self, player: int) -> float:
        """The return of one player."""
        return self.returns()[whole("player", player, 1)]

    def history(self) -> list[int]:
        """All actions."""
        return list(self._history)

    def move_number(self) -> int:
        """Number of actions."""
        return len(self._history)

    def num_players(self) -> int:
        """2."""
        return 2

    def num_distinct_actions(self) -> int:
        """The squares of the board."""
        return self._steps.board.width * self._steps.board.height

    def action_to_string(self, player: int, action: int) -> str:
        """The role of the square in the move, and its name."""
        _known(player)
        role = ("From", "To", "Shoot")[len(self._steps.chosen)]
        return f"{role} {self._steps.name(action)}"

    def observation_string(self, player: int | None = None) -> str:
        """The board text, and the squares chosen so far; every player sees the same."""
        _known(player)
        return str(self._steps)

    def information_state_string(self, player: int | None = None) -> str:
        """All actions; every player sees the same."""
        _known(player)
        return " ".join(map(str, self._history))

    def observation_tensor_shape(self) -> list[int]:
        """Planes, rows, columns."""
        return [PLANES, self._steps.board.height, self._steps.board.width]

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The planes of :meth:`otrera.steps.Steps.planes`, flat; every player sees the same. Needs numpy."""
        _known(player)
        return [float(cell) for cell in self._steps.planes().flat]

    def __str__(self) -> str:
        return self.observation_string()


def _known(player: int | None) -> int | None:
    """A player, who may be that of a game that is over."""
    return player if player is None or player == TERMINAL else whole("player", player, 1)


def load_game(start: str = "start:10x10") -> Any:
    """The game for ``pyspiel``, on any board. Needs open_spiel.

    The first call registers the short name ``otrera_amazons``, so that
    ``pyspiel.load_game("otrera_amazons", {"start": "start:7x5"})`` finds it.
    """
    from . import _pyspiel

    return _pyspiel.AmazonsGame({"start": start})
