"""Each checker runs once in a test session, over all files, however many workers share the session."""

from __future__ import annotations

import json
import shutil
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from checker_table import BASELINES, CONSTRUCTS
from checkers import Diagnostic, check
from filelock import FileLock

import jdc_runtime

if TYPE_CHECKING:
    from collections.abc import Callable


STUB: Final = "stub.pyi"


def installed_stub(folder: Path) -> Path:
    """Return a copy of the installed stub, to be checked as a file of one's own."""
    copied = folder / "source" / STUB
    copied.parent.mkdir(exist_ok=True)
    installed = Path(jdc_runtime.__file__).parent.with_name("jdc_runtime-stubs")
    shutil.copy(installed / "__init__.pyi", copied)
    return copied


@pytest.fixture(scope="session")
def diagnostics(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Callable[[str, str], list[Diagnostic]]:
    """Return a function from a checker and a Python version to what it reports on baselines, constructs and stub."""
    try:
        metadata.version("jax-jdc")
    except metadata.PackageNotFoundError:
        pytest.fail("checkers read the installed wheel: run `make install`, then pytest of .venv")
    base = tmp_path_factory.getbasetemp()
    shared = base if worker_id == "master" else base.parent

    def run(checker: str, target: str) -> list[Diagnostic]:
        folder = shared / f"{checker.replace(' ', '_')}_{target}"
        results = folder / "results.json"
        with FileLock(f"{folder}.lock"):
            if not results.exists():
                folder.mkdir(exist_ok=True)
                files = [*BASELINES, CONSTRUCTS, installed_stub(folder)]
                results.write_text(json.dumps(check(checker, files, folder, target)))
        return [Diagnostic(*item) for item in json.loads(results.read_text())]

    return run
