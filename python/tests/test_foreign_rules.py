"""The rules agree with those of other programs: Fairy-Stockfish (pyffish) and OpenSpiel."""

import random

import pytest

from otrera import Board
from otrera.openspiel import AmazonsState, load_game

GAMES = 20


def test_fairy_stockfish_has_the_same_moves():
    pyffish = pytest.importorskip("pyffish")
    start = Board().text("fairy")
    for seed in range(GAMES):
        dice = random.Random(seed)
        board, played = Board(), []
        while True:
            theirs = sorted(pyffish.legal_moves("amazons", start, played))
            assert sorted(move.uci() for move in board.legal_moves) == theirs, board
            if not theirs:
                break
            move = dice.choice(theirs)
            played.append(move)
            board.push(move)


@pytest.mark.parametrize("size", [6, 8, 10])
def test_openspiel_has_the_same_actions(size):
    pyspiel = pytest.importorskip("pyspiel")
    if "board_size" not in pyspiel.load_game("amazons").get_type().parameter_specification:
        pytest.skip("OpenSpiel has boards of other sizes from version 2 on")
    game = pyspiel.load_game(f"amazons(board_size={size})")
    for seed in range(GAMES):
        dice = random.Random(seed)
        theirs, ours = game.new_initial_state(), AmazonsState(f"start:{size}x{size}")
        while not theirs.is_terminal():
            assert ours.current_player() == theirs.current_player()
            assert ours.legal_actions() == sorted(theirs.legal_actions())
            action = dice.choice(theirs.legal_actions())
            theirs.apply_action(action)
            ours.apply_action(action)
        assert ours.is_terminal() and ours.returns() == theirs.returns()


@pytest.mark.parametrize("start", ["start:5x5", "start:7x4", "b.../...w w"])
def test_pyspiel_plays_on_any_board(start):
    pytest.importorskip("pyspiel")
    game = load_game(start)
    for seed in range(3):
        dice = random.Random(seed)
        state, plain = game.new_initial_state(), AmazonsState(start)
        while not state.is_terminal():
            assert state.legal_actions() == plain.legal_actions()
            assert state.legal_actions_mask() == plain.legal_actions_mask()
            action = dice.choice(state.legal_actions())
            text = state.action_to_string(state.current_player(), action)
            assert text == plain.action_to_string(plain.current_player(), action)
            copy = state.clone()
            state.apply_action(action)
            copy.apply_action(action)
            plain.apply_action(action)
            assert str(copy) == str(state) == str(plain)
        assert state.returns() == plain.returns() and sum(state.returns()) == 0
        assert state.history() == plain.history()


def test_openspiel_runs_its_own_checks():
    pyspiel = pytest.importorskip("pyspiel")
    load_game("start:4x4")
    game = pyspiel.load_game("otrera_amazons", {"start": "start:4x4"})
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)


def test_the_adapter_takes_actions_back():
    dice = random.Random(1)
    state = AmazonsState("start:6x6")
    states = []
    while not state.is_terminal():
        states.append(str(state))
        state.apply_action(dice.choice(state.legal_actions()))
    while state.history():
        state.undo_action(0, state.history()[-1])
        assert str(state) == states.pop()
    with pytest.raises(ValueError, match="a1 is not a legal choice"):
        state.apply_action(30)
