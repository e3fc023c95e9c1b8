"""The package and the program give the same answers."""

import dataclasses
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor

import pytest

from conftest import ROOT
from otrera import Board, OutOfLimits, reports
from plain import small_boards

POSITIONS = small_boards(500, 20)


@pytest.fixture(scope="module")
def answers(program):
    """The JSON of four commands on every position."""

    def all_of(text):
        return [program("moves", text), program("areas", text), program("value", text), program("solve", text)]

    with ThreadPoolExecutor(2) as pool:
        return dict(zip(POSITIONS, pool.map(all_of, POSITIONS)))


def test_moves_are_the_programs(answers):
    for text, (moves, *_) in answers.items():
        assert sorted(map(str, Board(text).legal_moves)) == sorted(moves["moves"])


def test_areas_are_the_programs(answers):
    fields = ("label", "kind", "board", "crop", "squares", "empty", "black", "white", "blockers")
    for text, (_, areas, *_) in answers.items():
        found = [{name: getattr(area, name) for name in fields} for area in Board(text).areas()]
        for area in found:
            area.update(board=str(area["board"]), crop=str(area["crop"]))
        assert found == areas["areas"], text


def facts(value):
    """The fields of a value in the JSON."""
    graph = value.thermograph()
    walls = {name: [[str(part) for part in corner] for corner in getattr(graph, name)] for name in ("left", "right")}
    names = ("mean", "temperature", "left_stop", "right_stop", "outcome")
    return {"value": str(value), "thermograph": walls, **{name: str(getattr(value, name)) for name in names}}


def test_values_are_the_programs(answers):
    for number, (text, (_, _, values, _)) in enumerate(answers.items()):
        found = Board(text).value()
        assert facts(found.sum).items() <= values["sum"].items(), text
        for area, known in zip(found.areas, values["areas"], strict=True):
            assert facts(area.value).items() <= known.items(), text
            if number % 10 == 0:
                for name in ("left_options", "right_options"):
                    options = [
                        {"value": str(option.value), "moves": list(map(str, option.moves))}
                        for option in getattr(area, name)()
                    ]
                    assert options == known[name], text


def test_winners_are_the_programs(answers):
    for text, (*_, solved) in answers.items():
        report = Board(text).solve().to_json()
        for name in ("board", "to_move", "winner", "move", "nodes", "evaluated", "threads"):
            assert report[name] == solved[name], (text, name)


def test_other_reports_have_the_fields_of_the_program(program, atlas, tmp_path):
    """Every field that the program prints is in the report, with the same content."""
    record = "(;FF[4]GM[18]SZ[10];B[djddgd]C[Strong.];W[addgad])"
    board = Board(record)
    proof, part = str(tmp_path / "proof"), str(ROOT / "testdata/line.part")
    Board("start:4x4").solve(certificate=proof)
    import otrera

    (tmp_path / "game.sgf").write_text(record)
    pairs = [
        (Board("b...w b").score(komi=1), program("score", "b...w b", "--komi", "1")),
        (Board("b.w./.... w").territory(), program("territory", "b.w./....")),
        (Board("b....#..w w").territory(), program("territory", "b....#..w w")),
        (Board("b.#/..w w").graph().report, program("lsg", "b.#/..w w")),
        (Board("start:4x4").divide(2), program("perft", "start:4x4", "2", "--divide")),
        (board.best(engine="greedy", nodes=100), program("best", str(board), "--engine", "greedy", "--nodes", "100")),
        (
            board.analyse(engine="greedy", nodes=100).report,
            program("analyze", str(tmp_path / "game.sgf"), "--engine", "greedy", "--nodes", "100"),
        ),
        (atlas.lookup("b..w#.b."), program("atlas", "query", "b..w#.b.")),
        (atlas.describe(), program("atlas", "info")),
        (otrera.Certificate(proof).verify(), program("verify", proof, "--threads", "1")),
        (otrera.Certificate(part).verify(), program("verify", part, "--threads", "1")),
        (Board("b..w w").solve(all_moves=True), program("solve", "b..w w", "--all-moves")),
    ]
    for report, printed in pairs:
        found = report.to_json()

        def check(found, printed):
            if isinstance(printed, dict):
                for name, content in printed.items():
                    if name not in ("seconds", "board"):
                        check(found[name], content)
            elif isinstance(printed, list):
                assert len(found) == len(printed)
                for pair in zip(found, printed):
                    check(*pair)
            else:
                assert found == printed

        check(found, printed)


#: The file and the type of each report in the library.
SOURCES = {
    "SolveReport": ("solve/report.rs", "SolveReport"),
    "JudgedMove": ("solve/report.rs", "JudgedMove"),
    "TableUse": ("solve/report.rs", "TableReport"),
    "Resumed": ("solve/report.rs", "ResumedReport"),
    "SavedCheckpoint": ("solve/report.rs", "CheckpointReport"),
    "MadeCertificate": ("solve/report.rs", "CertificateReport"),
    "ScoreReport": ("score.rs", "ScoreReport"),
    "KomiReport": ("score.rs", "KomiReport"),
    "BestReport": ("best.rs", "BestReport"),
    "Candidate": ("best.rs", "CandidateReport"),
    "OpeningsReport": ("openings.rs", "OpeningsReport"),
    "OpeningMove": ("openings.rs", "OpeningMove"),
    "AnalyseReport": ("analyze/report.rs", "AnalyzeReport"),
    "AnalysedPosition": ("analyze/report.rs", "PositionReport"),
    "AnalysedMove": ("analyze/report.rs", "MoveReport"),
    "Mistakes": ("analyze/report.rs", "Mistakes"),
    "TerritoryReport": ("territory/mod.rs", "TerritoryReport"),
    "TerritoryArea": ("territory/mod.rs", "TerritoryArea"),
    "Filling": ("territory/mod.rs", "WithoutReport"),
    "VerifyReport": ("verify.rs", "VerifyReport"),
    "PerftReport": ("perft.rs", "PerftReport"),
    "FirstMove": ("perft.rs", "FirstMove"),
    "GraphReport": ("lsg.rs", "LsgReport"),
    "GraphPoint": ("lsg.rs", "Point"),
    "GraphPart": ("lsg.rs", "Part"),
    "AtlasBuildReport": ("atlas/mod.rs", "AtlasBuildReport"),
    "AtlasInfoReport": ("atlas/mod.rs", "AtlasInfoReport"),
    "AtlasReport": ("atlas/query.rs", "AtlasQueryReport"),
    "KnownArea": ("atlas/query.rs", "KnownArea"),
    "WithoutBlockers": ("atlas/query.rs", "WithoutBlockers"),
    "ValueFacts": ("report.rs", "ValueFacts"),
    "Walls": ("report.rs", "Walls"),
}


def json_fields(file, name):
    """The fields of a Rust type in JSON."""
    folder = ROOT / "crates/api/src"
    text = (folder / file).read_text()
    if not re.search(rf"struct {name}\b", text):
        text = (folder / "report.rs").read_text()
    body = re.search(rf"struct {name}(?:<[^>]*>)? \{{\n(.*?)\n\}}", text, re.DOTALL).group(1)
    fields = set()
    for attributes, field, kind in re.findall(r"((?: +(?:///|#).*\n)*) +(?:pub(?:\(\w+\))? )?(?:r#)?(\w+): (.+),", body + "\n"):
        renamed = re.search(r'rename = "(\w+)"', attributes)
        if "flatten" in attributes:
            fields |= json_fields(file, re.sub(r"Option<(.*)>", r"\1", kind))
        elif "serde(skip)" not in attributes:
            fields.add(renamed.group(1) if renamed else field)
    return fields


def test_reports_have_every_field_of_the_library():
    kinds = {name: kind for name, kind in vars(reports).items() if dataclasses.is_dataclass(kind)}
    assert kinds.keys() == SOURCES.keys()
    for name, kind in kinds.items():
        assert {field.name for field in dataclasses.fields(kind)} == json_fields(*SOURCES[name]), name


def test_tables_are_the_programs(program):
    from otrera import tables

    assert tables.lsg(5) == program("tables", "lsg", "--size", "5")["rows"]
    assert tables.defects(6) == program("tables", "defects", "--size", "6")["rows"]
    assert tables.zugzwang(5) == program("tables", "zugzwang", "--size", "5")["rows"]
    rows = program("tables", "strips", "--length", "4")["rows"]
    for found, printed in zip(tables.strips(4), rows, strict=True):
        assert {**found, "seconds": 0} == {**printed, "seconds": 0}


def test_arrow_reads_the_parquet_of_the_program(program, tmp_path):
    import csv

    parquet = pytest.importorskip("pyarrow.parquet")
    # Strips of length 8 have more rows than a group of the file, which has 100,000.
    for length, rows_at_least in (("3", 1), ("8", 100_001)):
        files = {ending: tmp_path / f"strips.{ending}" for ending in ("csv", "parquet")}
        for file in files.values():
            command = [program.file, "tables", "strips", "--length", length, "--export", str(file), "--quiet"]
            subprocess.run(command, check=True, capture_output=True)
        with open(files["csv"], newline="") as lines:
            rows = list(csv.DictReader(lines))
        table = parquet.read_table(files["parquet"])
        assert table.num_rows == len(rows) >= rows_at_least and table.column_names == list(rows[0])
        kinds = {name: str(table.schema.field(name).type) for name in ("board", "squares", "cut")}
        assert kinds == {"board": "string", "squares": "int64", "cut": "bool"}
        found = [{name: str(cell) for name, cell in row.items()} for row in table.to_pylist()]
        assert found == [{**row, "cut": row["cut"].capitalize()} for row in rows]


def test_positions_of_strips_have_their_values(tmp_path):
    from otrera import Value, tables

    rows = tables.strip_positions(3)
    assert len(rows) == sum(row["positions"] for row in tables.strips(3))
    for row in rows:
        value = Board(row["board"]).value().sum
        assert (str(value), value.mean, value.temperature) == (row["value"], row["mean"], row["temperature"])
        assert value == Value(row["value"]) and value.outcome == row["outcome"] and not row["cut"]
    parquet = pytest.importorskip("pyarrow.parquet")
    tables.to_parquet(rows, tmp_path / "strips.parquet")
    again = parquet.read_table(tmp_path / "strips.parquet").to_pylist()
    assert [row["board"] for row in again] == [row["board"] for row in rows] and again[0]["mean"] == "0"


def without_times(rows):
    return [{name: cell for name, cell in row.items() if name not in ("seconds", "checked_in")} for row in rows]


def test_solved_boards_are_the_programs(program, atlas, tmp_path):
    from otrera import Certificate, tables

    rows = tables.solved(["4x4", "5x4"], certificates=tmp_path, threads=1)
    printed = program("tables", "solved", "--boards", "4x4,5x4", "--threads", "1")["rows"]
    printed = [{"opening": None, "certificate": str(tmp_path / f"{row['board']}.certificate"), **row} for row in printed]
    assert without_times(rows) == without_times(printed)
    assert [row["board"] for row in rows] == ["4x4", "5x4"]
    assert all(Certificate.load(row["certificate"]).verify().valid for row in rows)
    with pytest.raises(ValueError, match="boards: there is no 9x9: write some of 4x4, "):
        tables.solved(["9x9"])
    with pytest.raises(OutOfLimits, match="4x7 is not solved") as raised:
        tables.solved(["4x4", "4x7"], time=1)
    assert [row["board"] for row in raised.value.report] == ["4x4"]


def test_the_table_of_solving_is_the_programs(program, atlas, tmp_path):
    from otrera import tables

    file = tmp_path / "attempts"
    rows = tables.solving(["5x5", "6x5"], games=2, moves=(13, 15), file=file)
    words = ["--size", "5x5,6x5", "--games", "2", "--moves", "13-15", "--file", str(file)]
    report = program("tables", "solving", *words)
    expected = [
        {"size": table["size"], "moves": row["moves"], "preset": preset, "solved": cell["solved"], "nodes": cell["nodes"]}
        for table in report["tables"]
        for row in table["rows"]
        for preset, cell in row["presets"].items()
    ]
    assert [{name: row[name] for name in expected[0]} for row in rows] == expected
    assert {row["preset"] for row in rows} == {"full", "paper"} and len(rows) == 12
    # Song & Müller 2014, Table II: after 13 moves on 6x5 rules decide 13 games, with databases 26, the search all.
    paper = next(row for row in rows if row["size"] == "6x5" and row["moves"] == 13)
    assert [paper[f"paper_2014_{name}"] for name in ("no_db", "db", "search", "games")] == [13, 26, 100, 100]
    assert all(row["paper_2014_games"] is None for row in rows if row["size"] == "5x5")
    for bad, sentence in (
        ({"sizes": ["4x4"]}, "sizes: there is no 4x4"),
        ({"presets": ["best"]}, "presets: there is no best"),
        ({"presets": []}, "presets: name a solver"),
    ):
        with pytest.raises(ValueError, match=sentence):
            tables.solving(**bad)


def test_the_ablation_is_the_programs(program, atlas):
    from otrera import tables

    rows = tables.ablation(["4x4"], presets=["full"], seconds=20)
    report = program("tables", "solving", "--ablation", "--on", "4x4", "--preset", "full", "--seconds", "20")
    assert [(row["preset"], row["without"], row["nodes"]) for row in rows if row["solved"]] == [
        (row["preset"], row["without"], row["cells"][0]["nodes"]) for row in report["rows"] if row["cells"][0]["solved"]
    ]
    assert {"preset": "full", "without": None, "on": "4x4"}.items() <= rows[0].items()


def test_every_table_of_the_program_can_be_written_as_parquet(program, atlas, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    from otrera import tables

    small = {
        "lsg": lambda: tables.lsg(4),
        "defects": lambda: tables.defects(5),
        "zugzwang": lambda: tables.zugzwang(5),
        "strips": lambda: tables.strips(3),
        "solved": lambda: tables.solved(["4x4"]),
        "solving": lambda: tables.solving(["6x5"], games=1, moves=(14, 15)),
    }
    help_text = subprocess.run([program.file, "tables", "--help"], capture_output=True, text=True, check=True).stdout
    commands = re.findall(r"^  (\w+) ", help_text.split("Commands:")[1].split("Options:")[0], re.MULTILINE)
    assert set(commands) - {"help"} == small.keys()
    for name, make in [*small.items(), ("ablation", lambda: tables.ablation(["4x4"], seconds=0.05))]:
        rows = make()
        assert rows and all(isinstance(row, dict) for row in rows)
        tables.to_parquet(rows, tmp_path / name)
        read = parquet.read_table(tmp_path / name)
        assert read.num_rows == len(rows) and read.column_names == list(rows[0]), name
