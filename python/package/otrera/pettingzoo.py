"""The PettingZoo environment. Needs pettingzoo and numpy.

>>> from otrera.pettingzoo import env
>>> game = env("start:6x6")
>>> game.reset(seed=1)
>>> game.agent_selection, int(game.observe("white")["action_mask"].sum())
('white', 4)
"""

from __future__ import annotations

from typing import Any

import numpy
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .board import Board
from .steps import PLANES, Steps


def env(start: str = "start:10x10", render_mode: str | None = None) -> AECEnv:
    """The environment with the usual checks: illegal actions end the game, and calls come in order."""
    game: AECEnv = raw_env(start, render_mode)
    game = wrappers.TerminateIllegalWrapper(game, illegal_reward=-1)
    game = wrappers.AssertOutOfBoundsWrapper(game)
    return wrappers.OrderEnforcingWrapper(game)


class raw_env(AECEnv):  # noqa: N801, the name that PettingZoo's environments have
    """Two agents, ``white`` and ``black``. A turn is three steps of one agent.

    An observation has ``observation``, planes with the rows of the board first, and ``action_mask``. The winner gets 1,
    the loser -1.
    """

    metadata = {"render_modes": ["ansi", "svg"], "name": "amazons_v0", "is_parallelizable": False}

    def __init__(self, start: str = "start:10x10", render_mode: str | None = None) -> None:
        super().__init__()
        self._start = Board(start)
        self.render_mode = render_mode
        self.possible_agents = ["white", "black"]
        size = (self._start.height, self._start.width)
        squares = size[0] * size[1]
        observation = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (*size, PLANES), numpy.uint8),
                "action_mask": spaces.Box(0, 1, (squares,), numpy.int8),
            }
        )
        self.observation_spaces = {agent: observation for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(squares) for agent in self.possible_agents}
        self._steps = Steps(self._start)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The squares."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins anew. ``options`` may have a ``start``, a board of the same size."""
        board = Board((options or {}).get("start", self._start.fen()))
        if (board.width, board.height) != (self._start.width, self._start.height):
            raise ValueError(f"the start has another size than {self._start.width}x{self._start.height}")
        self._steps = Steps(board)
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._turn()
        self._end_if_over()

    def observe(self, agent: str) -> dict[str, Any]:
        """The board, and the legal actions of the agent whose turn it is."""
        steps = self._steps
        mask: NDArray[numpy.int8] = numpy.zeros(self.action_spaces[agent].n, numpy.int8)
        if agent == steps.board.turn and not any(self.terminations.values()):
            mask = steps.mask()
        return {"observation": steps.planes().transpose(1, 2, 0), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Chooses a square for the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if action is None:
            raise ValueError("an action is a square")
        self._steps.apply(action)
        self.agent_selection = self._turn()
        self._end_if_over()
        self._accumulate_rewards()

    def _turn(self) -> str:
        # Steps refuse a board without a side to move.
        return str(self._steps.board.turn)

    def _end_if_over(self) -> None:
        winner = self._steps.board.winner()
        if winner is not None:
            self.rewards = {agent: 1 if agent == winner else -1 for agent in self.agents}
            self.terminations = {agent: True for agent in self.agents}

    def render(self) -> str | None:
        """The board as text or as SVG."""
        board = self._steps.board
        return {"ansi": board.text("plain"), "svg": board.svg()}.get(self.render_mode or "")

    def close(self) -> None:
        """Nothing is open."""
