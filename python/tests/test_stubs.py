"""The stubs describe the native module as it is, and the package passes the type checker."""

import ast
import inspect
import pathlib
import shutil
import subprocess
import sys

import pytest

import otrera
from otrera import _otrera

PACKAGE = pathlib.Path(otrera.__file__).parent


def declared(body):
    """Names and parameters that the stubs declare."""
    found = {}
    for item in body:
        if isinstance(item, ast.ClassDef):
            found[item.name] = declared(item.body)
        elif isinstance(item, ast.FunctionDef):
            is_property = any(getattr(d, "id", "") == "property" for d in item.decorator_list)
            arguments = [a.arg for a in item.args.posonlyargs + item.args.args + item.args.kwonlyargs]
            found[item.name] = None if is_property else [name for name in arguments if name not in ("self", "cls")]
        elif isinstance(item, ast.AnnAssign):
            found[item.target.id] = None
    return found


def parameters(function):
    """Parameters of a native function, without those that Python adds."""
    signature = inspect.signature(function)
    kinds = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return [p.name for p in signature.parameters.values() if p.name not in ("self", "cls") and p.kind not in kinds]


stubs = declared(ast.parse((PACKAGE / "_otrera.pyi").read_text()).body)
native = {name: object for name, object in vars(_otrera).items() if not name.startswith("_")}


def test_stubs_and_module_have_the_same_names():
    assert {name for name in stubs if not name.startswith("_")} == native.keys()


@pytest.mark.parametrize("name", [name for name, object in native.items() if isinstance(object, type)])
def test_classes_have_the_members_of_their_stubs(name):
    members = {member for member in vars(native[name]) if not member.startswith("__")}
    if issubclass(native[name], BaseException):
        return
    assert {member for member in stubs[name] if not member.startswith("__")} == members
    for member in members:
        if stubs[name][member] is not None:
            assert parameters(getattr(native[name], member)) == stubs[name][member], member


@pytest.mark.parametrize("name", [name for name, object in native.items() if not isinstance(object, type)])
def test_functions_have_the_parameters_of_their_stubs(name):
    assert parameters(native[name]) == stubs[name]


def test_the_type_checker_accepts_the_package(tmp_path):
    pytest.importorskip("mypy")
    assert (PACKAGE / "py.typed").exists()
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", "/dev/null"]
    # Errors in site-packages would not be shown.
    shutil.copytree(PACKAGE, tmp_path / "otrera", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    # Libraries that are not installed have no types.
    command += ["--ignore-missing-imports", "--allow-subclassing-any"]
    done = subprocess.run([*command, "-p", "otrera"], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout
