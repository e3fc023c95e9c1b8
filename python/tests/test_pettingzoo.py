"""The PettingZoo environment passes PettingZoo's own tests."""

import random
import warnings

import pytest

pytest.importorskip("pettingzoo")

from otrera import Board  # noqa: E402
from otrera.pettingzoo import env, raw_env  # noqa: E402


@pytest.mark.parametrize("start", ["start:10x10", "start:6x6", "start:5x7"])
def test_the_api_test_passes(start):
    from pettingzoo.test import api_test

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(start), num_cycles=300)


def test_the_seed_test_passes():
    from pettingzoo.test import seed_test

    seed_test(lambda: env("start:6x6"), num_cycles=100)


def test_a_game_ends_with_the_winner_of_the_board():
    for seed in range(5):
        dice = random.Random(seed)
        game = raw_env("start:5x5")
        game.reset()
        board, chosen = Board("start:5x5"), []
        for agent in game.agent_iter():
            observation, reward, ended, _, _ = game.last()
            if ended:
                assert reward == (1 if agent == board.winner() else -1)
                game.step(None)
                continue
            legal = [action for action, legal in enumerate(observation["action_mask"]) if legal]
            assert agent == board.turn and legal == board.next_squares(chosen)
            assert (observation["observation"][:, :, :3] == board.planes()[:3].transpose(1, 2, 0)).all()
            chosen.append(dice.choice(legal))
            game.step(chosen[-1])
            if len(chosen) == 3:
                squares = [f"{'abcde'[action % 5]}{5 - action // 5}" for action in chosen]
                board.push("{}-{}x{}".format(*squares))
                chosen = []


def test_drawings_and_starts():
    game = env("b..w w", render_mode="ansi")
    game.reset(options={"start": "b.w. b"})
    assert game.agent_selection == "black" and game.render().startswith("b.w.")
    with pytest.raises(ValueError, match="another size"):
        game.reset(options={"start": "start:6x6"})
