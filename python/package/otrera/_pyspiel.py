"""The classes that ``pyspiel`` asks for. Imported only where open_spiel is installed."""

from __future__ import annotations

from typing import Any

import numpy
import pyspiel

from .board import Board
from .openspiel import AmazonsState
from .steps import PLANES

_TYPE = pyspiel.GameType(
    short_name="otrera_amazons",
    long_name="Amazons by Otrera",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"start": "start:10x10"},
)


class AmazonsGame(pyspiel.Game):
    """Amazons from any start."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = {"start": "start:10x10", **(params or {})}
        self.board = Board(params["start"])
        squares = self.board.width * self.board.height
        info = pyspiel.GameInfo(
            num_distinct_actions=squares,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            # Each move burns an empty square and takes three actions.
            max_game_length=3 * max(1, len(self.board.empty)),
        )
        super().__init__(_TYPE, info, params)

    def new_initial_state(self) -> PySpielState:
        """The start."""
        return PySpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Planes and text."""
        return Observer(self.board)


class PySpielState(pyspiel.State):
    """An :class:`AmazonsState` as a state of ``pyspiel``."""

    def __init__(self, game: AmazonsGame) -> None:
        super().__init__(game)
        self.inner = AmazonsState(game.board)

    def current_player(self) -> int:
        """0, 1 or the terminal player."""
        return self.inner.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        return self.inner.legal_actions(player)

    def _apply_action(self, action: int) -> None:
        self.inner.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.inner.action_to_string(player, action)

    def is_terminal(self) -> bool:
        """True if the side to move has no move."""
        return self.inner.is_terminal()

    def returns(self) -> list[float]:
        """1 for the winner and -1 for the loser."""
        return self.inner.returns()

    def __str__(self) -> str:
        return str(self.inner)


class Observer:
    """Observations, as OpenSpiel's Python games make them."""

    def __init__(self, board: Board) -> None:
        shape = (PLANES, board.height, board.width)
        self.tensor = numpy.zeros(shape, numpy.float32).reshape(-1)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: PySpielState, player: int) -> None:
        """Fills the tensor."""
        self.dict["observation"][:] = state.inner._steps.planes()

    def string_from(self, state: PySpielState, player: int) -> str:
        """The state as text."""
        return str(state)


pyspiel.register_game(_TYPE, AmazonsGame)
