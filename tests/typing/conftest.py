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
from migrating.pages import PAGES, Pair, pairs

import jdc_runtime

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


STUB: Final = "stub.pyi"
FUNCTIONS: Final = Path(__file__).with_name("structure_functions.py")


OLD: Final = "import jax_dataclasses as jdc"
NEW: Final = "import jdc_runtime as jdc"
PAIRS: Final = tuple(pair for page in PAGES for pair in pairs(page) if pair.runs_here)


def programs(pair: Pair) -> Mapping[str, str]:
    """Return the old program of a pair and what becomes of it."""
    found = {pair.old.name: pair.old.code, pair.new.name: pair.new.code}
    if OLD in pair.old.code:
        found[f"{pair.old.name}_moved"] = pair.old.code.replace(OLD, NEW)
    return found


MIGRATED: Final = {name: code for pair in PAIRS for name, code in programs(pair).items()}


def installed_stub(folder: Path) -> Path:
    """Return a copy of the installed stub, to be checked as a file of one's own."""
    copied = folder / "source" / STUB
    copied.parent.mkdir(exist_ok=True)
    installed = Path(jdc_runtime.__file__).parent.with_name("jdc_runtime-stubs")
    shutil.copy(installed / "__init__.pyi", copied)
    return copied


def migrated_programs(folder: Path) -> list[Path]:
    """Write the programs of the pages on migrating, before and after."""
    for name, code in MIGRATED.items():
        (folder / "source" / f"{name}.py").write_text(code, encoding="utf-8")
    return [folder / "source" / f"{name}.py" for name in MIGRATED]


@pytest.fixture(scope="session")
def diagnostics(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Callable[[str, str], list[Diagnostic]]:
    """Return a function from a checker and a Python version to what it reports on all files that tests ask for."""
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
                files = [*BASELINES, CONSTRUCTS, FUNCTIONS, installed_stub(folder), *migrated_programs(folder)]
                results.write_text(json.dumps(check(checker, files, folder, target)))
        return [Diagnostic(*item) for item in json.loads(results.read_text())]

    return run
