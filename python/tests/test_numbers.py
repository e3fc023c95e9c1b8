"""Every number that a call takes: one that is out of range raises ValueError with a sentence that names the argument.

The table lists all of them. A test compares it with the annotations of the package.
"""

import ast
import pathlib

import pytest

import otrera
import otrera.openspiel
import otrera.steps
from otrera import Atlas, Board, Certificate, Engine, Game, Limit, OutOfLimits, Value, regions, tables

PACKAGE = pathlib.Path(otrera.__file__).parent
NAN, INFINITE = float("nan"), float("inf")
#: Numbers that fit no argument of a kind.
BAD = {
    "whole": [-1, 10**30, 2**64, True, False, 1.5, 2.0, NAN, INFINITE],
    "seconds": [-1, -0.5, 1e300, 10**400, True, False, NAN, INFINITE],
    "bytes": [-1, 10**30, True, 1.5, 2.0, NAN, INFINITE],
}


def board():
    return Board("b..w w")


def state():
    return otrera.openspiel.AmazonsState("b..w w")


def undo(player, action):
    changed = state()
    changed.apply_action(3)
    changed.undo_action(player, action)


def play(**limits):
    with Engine("greedy") as engine:
        engine.play(Board("start:4x4"), Limit(**limits))


def game():
    started = Game(board())
    started.root.play("d1-c1xd1")
    return started


def area():
    return board().value().areas[0]


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    file = tmp_path_factory.mktemp("numbers") / "proof"
    board().solve(certificate=file)
    return Certificate(file)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("atlas")


#: Calls with one number, by the argument that it is for; the kind of the number, and one that fits.
TABLE = {
    "regions.size": ("whole", 2, regions),
    "regions.threads": ("whole", 1, lambda n: regions(2, threads=n)),
    "Board.perft.depth": ("whole", 1, lambda n: board().perft(n)),
    "Board.perft.threads": ("whole", 1, lambda n: board().perft(1, threads=n)),
    "Board.perft.time": ("seconds", 9, lambda n: board().perft(1, time=n)),
    "Board.divide.depth": ("whole", 1, lambda n: board().divide(n)),
    "Board.divide.threads": ("whole", 1, lambda n: board().divide(1, threads=n)),
    "Board.divide.time": ("seconds", 9, lambda n: board().divide(1, time=n)),
    "Board.solve.time": ("seconds", 9, lambda n: board().solve(time=n)),
    "Board.solve.nodes": ("whole", 9, lambda n: board().solve(nodes=n)),
    "Board.solve.threads": ("whole", 1, lambda n: board().solve(threads=n)),
    "Board.solve.memory": ("bytes", 10**8, lambda n: board().solve(memory=n)),
    "Board.score.komi": ("whole", 1, lambda n: board().score(komi=n)),
    "Board.score.time": ("seconds", 9, lambda n: board().score(time=n)),
    "Board.score.nodes": ("whole", 99, lambda n: board().score(nodes=n)),
    "Board.score.threads": ("whole", 1, lambda n: board().score(threads=n)),
    "Board.score.memory": ("bytes", 10**8, lambda n: board().score(memory=n)),
    "Board.best.level": ("whole", 1, lambda n: board().best(nodes=9, level=n)),
    "Board.best.seed": ("whole", 1, lambda n: board().best(nodes=9, seed=n)),
    "Board.best.time": ("seconds", 0.1, lambda n: board().best(time=n)),
    "Board.best.nodes": ("whole", 9, lambda n: board().best(nodes=n)),
    "Board.best.depth": ("whole", 1, lambda n: board().best(nodes=9, depth=n)),
    "Board.best.threads": ("whole", 1, lambda n: board().best(nodes=9, threads=n)),
    "Board.best.memory": ("bytes", 10**8, lambda n: board().best(nodes=9, memory=n)),
    "Board.analyse.level": ("whole", 1, lambda n: board().analyse(nodes=9, level=n)),
    "Board.analyse.seed": ("whole", 1, lambda n: board().analyse(nodes=9, seed=n)),
    "Board.analyse.time": ("seconds", 0.1, lambda n: board().analyse(time=n)),
    "Board.analyse.nodes": ("whole", 9, lambda n: board().analyse(nodes=n)),
    "Board.analyse.depth": ("whole", 1, lambda n: board().analyse(nodes=9, depth=n)),
    "Board.analyse.threads": ("whole", 1, lambda n: board().analyse(nodes=9, threads=n)),
    "Board.analyse.memory": ("bytes", 10**8, lambda n: board().analyse(nodes=9, memory=n)),
    "Board.territory.time": ("seconds", 9, lambda n: Board("b...").territory(time=n)),
    "Board.territory.memory": ("bytes", 10**8, lambda n: Board("b...").territory(memory=n)),
    "Board.value.largest": ("whole", 9, lambda n: board().value(largest=n)),
    "Board.value.time": ("seconds", 9, lambda n: board().value(time=n)),
    "Board.value.memory": ("bytes", 10**8, lambda n: board().value(memory=n)),
    "Board.next_squares.chosen": ("whole", 3, lambda n: board().next_squares([n])),
    "Area.left_options.time": ("seconds", 9, lambda n: area().left_options(time=n)),
    "Area.right_options.memory": ("bytes", 10**8, lambda n: area().right_options(memory=n)),
    "Board.png.width": ("whole", 16, lambda n: board().png(width=n)),
    "Analysis.png.width": ("whole", 16, lambda n: board().analyse(nodes=9).png(width=n)),
    "Graph.png.width": ("whole", 16, lambda n: board().graph().png(width=n)),
    "Thermograph.png.width": ("whole", 16, lambda n: Value(1).thermograph().png(width=n)),
    "Game.board.moves": ("whole", 0, lambda n: Game(board()).board(n)),
    "Game.gif.width": ("whole", 16, lambda n: game().gif(width=n)),
    "Game.gif.pause": ("seconds", 0.1, lambda n: game().gif(width=16, pause=n)),
    "Engine.level": ("whole", 3, lambda n: Engine(level=n)),
    "Engine.threads": ("whole", 1, lambda n: Engine(threads=n)),
    "Engine.memory": ("bytes", 10**8, lambda n: Engine(memory=n)),
    "Engine.seed": ("whole", 3, lambda n: Engine(seed=n)),
    "Engine.popen.grace": ("seconds", 1, lambda n: Engine.popen("true", grace=n)),
    "Limit.time": ("seconds", 0.1, lambda n: play(time=n)),
    "Limit.nodes": ("whole", 9, lambda n: play(nodes=n)),
    "Limit.depth": ("whole", 1, lambda n: play(nodes=9, depth=n)),
    "Atlas.build.size": ("whole", 2, lambda n, folder: Atlas.build(n, folder / "atlas")),
    "Atlas.build.threads": ("whole", 1, lambda n, folder: Atlas.build(2, folder / "atlas", threads=n)),
    "Atlas.build.memory": ("bytes", 10**8, lambda n, folder: Atlas.build(2, folder / "atlas", memory=n)),
    "Atlas.build.time": ("seconds", 9, lambda n, folder: Atlas.build(2, folder / "atlas", time=n)),
    "Certificate.verify.threads": ("whole", 1, lambda n, certificate: certificate.verify(threads=n)),
    "Certificate.verify.memory": ("bytes", 10**8, lambda n, certificate: certificate.verify(memory=n)),
    "Certificate.verify.time": ("seconds", 9, lambda n, certificate: certificate.verify(time=n)),
    "puzzle.puzzles.grade": ("whole", 1, lambda n: otrera.puzzles(grade=n)),
    "puzzle.make_puzzles.count": ("whole", 1, lambda n: otrera.make_puzzles(n, time=0)),
    "puzzle.make_puzzles.seed": ("whole", 1, lambda n: otrera.make_puzzles(1, seed=n, time=0)),
    "puzzle.make_puzzles.time": ("seconds", 0, lambda n: otrera.make_puzzles(1, time=n)),
    "tables.lsg.size": ("whole", 2, tables.lsg),
    "tables.lsg.threads": ("whole", 1, lambda n: tables.lsg(2, threads=n)),
    "tables.lsg.time": ("seconds", 9, lambda n: tables.lsg(2, time=n)),
    "tables.defects.size": ("whole", 2, tables.defects),
    "tables.defects.amazons": ("whole", 1, lambda n: tables.defects(2, n)),
    "tables.zugzwang.size": ("whole", 2, tables.zugzwang),
    "tables.strips.length": ("whole", 2, tables.strips),
    "tables.strips.threads": ("whole", 1, lambda n: tables.strips(2, threads=n)),
    "tables.strips.memory": ("bytes", 10**8, lambda n: tables.strips(2, memory=n)),
    "tables.strips.time": ("seconds", 9, lambda n: tables.strips(2, time=n)),
    "tables.strip_positions.length": ("whole", 2, tables.strip_positions),
    "tables.solved.threads": ("whole", 1, lambda n: tables.solved(["4x4"], threads=n)),
    "tables.solved.memory": ("bytes", 10**8, lambda n: tables.solved(["4x4"], memory=n)),
    "tables.solved.time": ("seconds", 60, lambda n: tables.solved(["4x4"], time=n)),
    "tables.solving.games": ("whole", 1, lambda n: solving(games=n)),
    "tables.solving.moves": ("whole", 14, lambda n: solving(moves=(n, 14))),
    "tables.solving.seconds": ("seconds", 9, lambda n: solving(seconds=n)),
    "tables.solving.threads": ("whole", 1, lambda n: solving(threads=n)),
    "tables.solving.memory": ("bytes", 10**8, lambda n: solving(memory=n)),
    "tables.solving.time": ("seconds", 60, lambda n: solving(time=n)),
    "tables.ablation.seconds": ("seconds", 0.01, lambda n: tables.ablation(["4x4"], presets=["plain"], seconds=n)),
    "tables.ablation.threads": ("whole", 1, lambda n: ablation(threads=n)),
    "tables.ablation.memory": ("bytes", 10**8, lambda n: ablation(memory=n)),
    "tables.ablation.time": ("seconds", 60, lambda n: ablation(time=n)),
    "Steps.apply.action": ("whole", 3, lambda n: otrera.steps.Steps(board()).apply(n)),
    "Steps.name.action": ("whole", 3, lambda n: otrera.steps.Steps(board()).name(n)),
    "AmazonsState.legal_actions.player": ("whole", 0, lambda n: state().legal_actions(n)),
    "AmazonsState.legal_actions_mask.player": ("whole", 0, lambda n: state().legal_actions_mask(n)),
    "AmazonsState.apply_action.action": ("whole", 3, lambda n: state().apply_action(n)),
    "AmazonsState.child.action": ("whole", 3, lambda n: state().child(n)),
    "AmazonsState.undo_action.player": ("whole", 0, lambda n: undo(n, 3)),
    "AmazonsState.undo_action.action": ("whole", 3, lambda n: undo(0, n)),
    "AmazonsState.player_return.player": ("whole", 0, lambda n: state().player_return(n)),
    "AmazonsState.action_to_string.player": ("whole", 0, lambda n: state().action_to_string(n, 3)),
    "AmazonsState.action_to_string.action": ("whole", 3, lambda n: state().action_to_string(0, n)),
    "AmazonsState.observation_string.player": ("whole", 0, lambda n: state().observation_string(n)),
    "AmazonsState.information_state_string.player": ("whole", 0, lambda n: state().information_state_string(n)),
    "AmazonsState.observation_tensor.player": ("whole", 0, lambda n: state().observation_tensor(n)),
    "raw_env.step.action": ("whole", 3, lambda n: environment().step(n)),
}


def solving(**options):
    return tables.solving(["5x5"], **{"presets": ["full"], "games": 1, "moves": (14, 14), **options})


def ablation(**options):
    return tables.ablation(["4x4"], presets=["plain"], seconds=0.01, **options)


def environment():
    made = pytest.importorskip("otrera.pettingzoo").raw_env("b..w w")
    made.reset()
    return made


@pytest.mark.parametrize("name", TABLE)
def test_a_number_out_of_range_is_refused_by_the_name_of_its_argument(name, request, atlas):
    kind, good, call = TABLE[name]
    fixtures = call.__code__.co_varnames[1 : call.__code__.co_argcount] if hasattr(call, "__code__") else ()
    resources = [request.getfixturevalue(fixture) for fixture in fixtures if fixture in ("folder", "certificate")]
    for bad in BAD[kind]:
        with pytest.raises(ValueError) as raised:
            call(bad, *resources)
        argument = {"chosen": "square"}.get(name.split(".")[-1], name.split(".")[-1])
        sentence = str(raised.value)
        assert sentence.startswith(f"{argument}: write ") and "\n" not in sentence, (bad, sentence)
    try:
        call(good, *resources)
    except OutOfLimits:
        pass


def numbers_of(path):
    """Public calls of a module, and their arguments that are numbers."""
    for item in ast.walk(ast.parse(path.read_text())):
        if not isinstance(item, (ast.ClassDef, ast.Module)):
            continue
        owner = getattr(item, "name", path.stem)
        for function in item.body:
            if isinstance(function, ast.FunctionDef) and not function.name.startswith("_"):
                for argument in function.args.args + function.args.kwonlyargs:
                    words = ast.unparse(argument.annotation).split() if argument.annotation else []
                    if {"int", "float", "Memory", "list[int]", "tuple[int,"} & set(words):
                        yield f"{owner}.{function.name}.{argument.arg}"


def test_the_table_has_every_number_of_the_package():
    found = {name for path in PACKAGE.glob("*.py") if not path.stem.startswith("_") for name in numbers_of(path)}
    found |= {name for name in numbers_of(PACKAGE / "_otrera.pyi") if name.split(".")[0] in ("Board", "Game", "Thermograph")}
    # A reading function of reports, a seed that nothing depends on, and classes behind those of the table.
    found -= {name for name in found if name.split(".")[0] in ("reports", "Report", "values")}
    found -= {"raw_env.reset.seed"}
    assert found - TABLE.keys() == set()
    assert len(found) > 60


def test_numbers_of_other_kinds_are_no_values():
    for bad in (True, 0.5, NAN, INFINITE):
        for call in (Value, Value("1").confused):
            with pytest.raises(ValueError, match="a whole number or a fraction"):
                call(bad)
        assert Value("1") != bad
        with pytest.raises(TypeError):
            Value("1") + bad
    for bad in (10**30, -(10**30)):
        with pytest.raises(ValueError, match="too large"):
            Value("1") + bad
    for bad in (True, NAN, INFINITE, 10**30, -2):
        with pytest.raises(ValueError):
            Value("1").thermograph().at(bad)


def test_numbers_of_numpy_are_numbers():
    numpy = pytest.importorskip("numpy")
    assert len(regions(numpy.int64(3))) == 5
    assert board().solve(nodes=numpy.uint8(9), time=numpy.float32(9)).winner == "white"
    steps = otrera.steps.Steps(board())
    steps.apply(numpy.int32(3))
    assert steps.chosen == [3]
