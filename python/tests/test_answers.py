"""Answers: typed reports, limits, certificates, the atlas, regions and graphs."""

import dataclasses
import itertools

import pytest

import otrera
from otrera import Atlas, Board, Certificate, OutOfLimits, reports
from plain import PlainBoard, small_boards

#: Takes minutes to solve.
HARD = "start:6x6"


def test_the_solver_agrees_with_plain_play(atlas):
    for text in small_boards(120, 10, most_empty=5):
        plain = PlainBoard(text)
        report = Board(text).solve(all_moves=True)
        wins = plain.wins()
        assert (report.winner == report.to_move) == wins, text
        for judged in report.moves:
            board = Board(text)
            board.push(judged.move)
            assert (judged.result == "win") != PlainBoard(board.fen()).wins()


def test_reports_are_typed(atlas):
    report = Board("start:4x4").solve()
    assert isinstance(report, reports.SolveReport) and report.winner == "black" and report.move is None
    assert report.table.entries > 0 and report.nodes > 0 and report.moves is None
    with pytest.raises(dataclasses.FrozenInstanceError):
        report.winner = "white"
    assert report.to_json()["winner"] == "black"
    with pytest.raises(TypeError, match="SolveReport has no field height"):
        reports.SolveReport.from_json({"height": 3})


def test_margins_and_komi():
    report = Board("b...w b").score()
    assert (report.winner, report.margin, report.komi) == ("black", 2, None)
    komi = Board("b...w b").score(komi=3, komi_for="white", komi_rule="points")
    # Three points against a margin of two.
    assert (komi.winner, komi.komi.side, komi.komi.points, komi.komi.rule) == ("white", "white", 3, "points")


def test_the_engine_names_a_legal_move(atlas):
    report = Board("start:6x6").best(nodes=300, seed=7)
    assert report.move in Board("start:6x6").legal_moves and 0 <= report.chance <= 1
    assert report == dataclasses.replace(Board("start:6x6").best(nodes=300, seed=7), seconds=report.seconds)
    assert Board("bw w").best().move is None


def test_a_game_is_analysed(atlas):
    board = Board("start:5x5")
    for _ in range(3):
        board.push(next(iter(board.legal_moves)))
    seen = []
    analysis = board.analyse(nodes=200, progress=seen.append)
    done = [report["done"] for report in seen if isinstance(report, dict)]
    assert done == list(range(1, len(board.move_stack) + 2)) and len(analysis.report.positions) == done[-1]
    assert [move.move for move in analysis.report.moves] == board.move_stack
    assert otrera.Game(analysis.sgf).moves == board.move_stack and analysis._repr_svg_().startswith("<svg")


def test_territories_are_filled():
    report = Board(".#./#.#/#.#/##./#.#/.../.b./...").territory()
    assert (report.moves, report.defects, report.areas[0].owner, len(report.line)) == (13, 1, "black", 13)


def test_certificates_are_verified_and_forgeries_refused(atlas, tmp_path):
    file = tmp_path / "proof"
    report = Board("start:4x4").solve(certificate=file)
    assert report.certificate.checked and report.certificate.file == str(file)
    verdict = Certificate.load(file).verify()
    assert verdict.valid and verdict.winner == "black" and verdict.positions == report.certificate.claims
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    verdict = Certificate.load(file).verify()
    assert not verdict.valid and verdict.reason and verdict.claim is None
    with pytest.raises(FileNotFoundError):
        Certificate.load(tmp_path / "nothing")


def test_a_limit_raises_with_the_report(atlas, tmp_path):
    for limit, least in ({"nodes": 50}, 50), ({"time": 0.05}, 0):
        with pytest.raises(OutOfLimits, match="who wins is not known") as raised:
            Board(HARD).solve(**limit)
        assert raised.value.report.winner == "unknown" and raised.value.report.nodes >= least
    with pytest.raises(OutOfLimits, match="the margin is not known"):
        Board(HARD).score(nodes=50)
    with pytest.raises(OutOfLimits, match="first moves counted"):
        Board().perft(4, time=0.05)


def test_a_search_goes_on_from_its_checkpoint(atlas, tmp_path):
    file = tmp_path / "checkpoint"
    with pytest.raises(OutOfLimits):
        Board("start:5x5").solve(nodes=500, checkpoint=file)
    with pytest.raises(OutOfLimits) as raised:
        Board("start:5x5").solve(nodes=1000, checkpoint=file)
    assert raised.value.report.resumed.nodes >= 500


def test_the_atlas_answers_what_it_has(atlas):
    assert atlas.size == 5 == atlas.describe().size and Atlas.open().size == 5
    report = atlas.lookup("b..w#.b.")
    assert [area.value or area.moves for area in report.areas] == ["+-1", 2] and report.sum.mean == 2
    with pytest.raises(OutOfLimits, match="area A is not in the atlas") as raised:
        atlas.lookup("b....w w")
    assert raised.value.report.areas[0].graph is None
    with pytest.raises(OSError):
        Atlas.open("/nowhere/atlas")


def line_graph(region):
    """The line segment graph of a region up to renaming of its points, by trying all names."""
    squares = [(ord(name[0]), int(name[1:])) for name in region.squares]
    lines = []
    for column, row in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for x, y in squares:
            if (x - column, y - row) not in squares:
                line = []
                while (x, y) in squares:
                    line.append(squares.index((x, y)))
                    x, y = x + column, y + row
                if len(line) > 1:
                    lines.append(line)
    renamed = []
    for names in itertools.permutations(range(len(squares))):
        named = [[names[point] for point in line] for line in lines]
        renamed.append(sorted(min(line, line[::-1]) for line in named))
    return str(min(renamed))


def test_names_of_graphs_are_equal_exactly_for_isomorphic_graphs():
    # Free polyplets: OEIS A030222.
    for size, boards in enumerate([1, 2, 5, 22, 94, 524, 3031], 1):
        regions = otrera.regions(size)
        assert len(regions) == boards == len(set(regions))
        assert all(len(region) == size == len(region.squares) for region in regions)
        if size <= 5:
            pairs = {(region.graph, line_graph(region)) for region in regions}
            assert len(pairs) == len({name for name, _ in pairs}) == len({graph for _, graph in pairs})


def test_regions_become_boards():
    region = otrera.regions(4)[0]
    board = region.board(black=["a1"], white=["d1"], turn="white")
    assert str(board) == "b..w w" and board.graph(bare=True).name == region.graph
    names = {image.graph().name for image in Board("b.#/..w w").symmetries()}
    assert len(names) == 1 and Board("b.#/..w w").graph()._repr_svg_().startswith("<svg")
    with pytest.raises(ValueError, match="two amazons on a1"):
        region.board(black=["a1"], white=["a1"])


class Enough(Exception):
    """Raised by a progress callback."""


def test_progress_is_reported_and_may_end_a_call(atlas):
    def gather(reports, count):
        def add(report):
            reports.append(report)
            if len(reports) == count:
                raise Enough

        return add

    reports, texts = [], []
    with pytest.raises(Enough):
        Board(HARD).solve(progress=gather(reports, 2))
    assert all(report["nodes"] >= 0 for report in reports)
    with pytest.raises(Enough):
        otrera.regions(11, progress=gather(texts, 1))
    assert texts[0].endswith(" regions")
