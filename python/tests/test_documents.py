"""Docstrings, the pages about the package and the notebooks run."""

import doctest
import importlib
import json
import os
import pathlib
import pkgutil
import subprocess
import sys

import pytest

import otrera
from otrera import _otrera

PYTHON = pathlib.Path(__file__).resolve().parents[1]
#: Modules that need a library which may be missing, by its name.
NEEDS = {"otrera.pettingzoo": "pettingzoo", "otrera._pyspiel": "pyspiel", "otrera.board": "numpy"}
#: Bytes of a notebook with its output.
LARGEST = 200_000

modules = ["otrera", *(f"otrera.{module.name}" for module in pkgutil.iter_modules(otrera.__path__))]


@pytest.mark.parametrize("name", modules)
def test_docstrings_run(name, atlas):
    if name in NEEDS:
        pytest.importorskip(NEEDS[name])
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert not failed


def test_docstrings_of_the_native_module_run():
    names = {name: getattr(otrera, name) for name in otrera.__all__}
    runner = doctest.DocTestRunner()
    finder = doctest.DocTestFinder(exclude_empty=True)
    count = 0
    for name, object in vars(_otrera).items():
        for test in finder.find(object, name, module=False, globs=dict(names)):
            runner.run(test)
            count += len(test.examples)
    assert runner.failures == 0 and count >= 15


@pytest.mark.parametrize("page", ["python/README.md", "docs/guide/python.md"])
def test_examples_of_the_pages_run(page, atlas, tmp_path, monkeypatch):
    text = (PYTHON.parent / page).read_text()
    monkeypatch.chdir(tmp_path)
    test = doctest.DocTestParser().get_doctest(text.replace("```", "\n"), {}, page, page, 0)
    assert len(test.examples) >= 5
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test)
    assert runner.failures == 0


def test_everything_public_has_a_docstring():
    for module in map(importlib.import_module, (name for name in modules if name not in NEEDS)):
        for name, object in vars(module).items():
            is_ours = str(getattr(object, "__module__", "")).startswith("otrera")
            if name.startswith("_") or not callable(object) or not is_ours:
                continue
            assert object.__doc__, name
            for member, value in vars(object).items() if isinstance(object, type) else ():
                is_own = callable(value) or isinstance(value, (property, staticmethod, classmethod))
                if is_own and not member.startswith("_"):
                    assert value.__doc__, (name, member)


#: Drawings of each notebook. The census has one for each of the denominators 1, 2, 4 and 8.
DRAWINGS = {"census": 1 + 4, "endgame": 3, "training": 1}
notebooks = sorted((PYTHON / "examples").glob("*.ipynb"))


#: Runs the cells of a notebook, and draws what the last line of a cell shows, as a notebook does.
KERNEL = """
import ast, json, sys
names, drawings = {"__name__": "__main__"}, 0
for cell in json.load(open(sys.argv[1]))["cells"]:
    if cell["cell_type"] == "code":
        tree = ast.parse("".join(cell["source"]))
        is_shown = isinstance(tree.body[-1], ast.Expr)
        last = ast.Expression(tree.body.pop().value) if is_shown else None
        exec(compile(tree, "cell", "exec"), names)
        if last is not None:
            shown = eval(compile(last, "cell", "eval"), names)
            if hasattr(shown, "_repr_svg_"):
                drawings += shown._repr_svg_().startswith("<svg")
            elif hasattr(shown, "_repr_html_"):
                drawings += shown._repr_html_().count("<svg")
print("drawings:", drawings)
"""


@pytest.mark.parametrize("file", notebooks, ids=lambda file: file.stem)
def test_notebooks_run(file, tmp_path, atlas):
    pytest.importorskip("numpy")
    assert len(notebooks) == 3 and file.stat().st_size <= LARGEST
    # A process of its own, as a kernel is, and quick settings: the same code on less of it.
    environment = {**os.environ, "OTRERA_EXAMPLE": "quick"}
    command = [sys.executable, "-c", KERNEL, str(file)]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(f"drawings: {DRAWINGS[file.stem]}\n"), done.stdout
    assert len(done.stdout) <= LARGEST
