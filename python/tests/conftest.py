"""The package under test, the program of the same version, and an atlas for both."""

import json
import os
import pathlib
import subprocess
import tempfile

import pytest

import otrera

ROOT = pathlib.Path(__file__).resolve().parents[2]


def pytest_configure(config):
    # Found by the program, and by questions that name no atlas.
    config.folder = tempfile.TemporaryDirectory(prefix="otrera-python-")
    os.environ["OTRERA_ATLAS"] = os.path.join(config.folder.name, "atlas.otrera")


def pytest_unconfigure(config):
    config.folder.cleanup()


@pytest.fixture(scope="session")
def atlas():
    """The usual atlas of these tests, of size 5."""
    return otrera.Atlas.build(5)


@pytest.fixture(scope="session")
def program(atlas):
    """Runs the program with `--json` and returns what it prints."""
    named = os.environ.get("OTRERA_PROGRAM")
    built = [ROOT / "target" / profile / "otrera" for profile in ("debug", "release")]
    file = next((str(path) for path in [named, *built] if path and os.path.exists(path)), None)
    if file is None:
        pytest.skip("the program is not built: run `cargo build`, or set OTRERA_PROGRAM")

    def run(*words):
        done = subprocess.run([file, *words, "--json", "--quiet"], capture_output=True, text=True)
        assert done.returncode == 0, (words, done.stderr)
        return json.loads(done.stdout)

    run.file = file
    return run
