"""An empty cache starts with what was analysed before, in another project; no trouble with that stops a run."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import pytest
from mypy.options import Options
from mypy.plugin import ReportConfigContext

from jdc_check import shared_cache
from jdc_check.cache import Cache
from jdc_check.shared_cache import KEPT, PLACE, fill
from jdc_mypy_plugin import _plugin, plugin
from jdc_mypy_plugin.host import codes
from jdc_spec.project import Project

VERSION: Final = f"{sys.version_info[0]}.{sys.version_info[1]}"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where shared caches lie, of a module that takes less than jax does."""
    place = tmp_path / "shared"
    monkeypatch.setenv(PLACE, str(place))
    monkeypatch.setattr(shared_cache, "_IMPORTED", "import keyword\n")
    return place


def filled(directory: Path, *, fine_grained: bool = False) -> list[str]:
    """Fill a cache, and return its parts."""
    with Cache(directory) as cache:
        fill(cache, sys.executable, None, fine_grained=fine_grained)
    return sorted(part.name for part in directory.iterdir() if part.is_dir())


def test_a_new_project_starts_with_what_was_analysed_for_another(home: Path, tmp_path: Path) -> None:
    assert filled(tmp_path / "one") == [VERSION]
    (made,) = (each for each in home.iterdir() if each.is_dir())
    (made / VERSION / "kept").touch()
    filled(tmp_path / "other")
    assert (tmp_path / "other" / VERSION / "kept").exists()
    assert not (tmp_path / "one" / VERSION / "kept").exists(), "a cache that is used stays as it is"


def test_the_cache_of_an_editor_is_another_one(home: Path, tmp_path: Path) -> None:
    filled(tmp_path / "one")
    filled(tmp_path / "editor", fine_grained=True)
    assert len([each for each in home.iterdir() if each.is_dir()]) == 2


def test_two_at_once_make_one(home: Path, tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as pool:
        parts = list(pool.map(filled, (tmp_path / "one", tmp_path / "other")))
    assert parts == [[VERSION], [VERSION]]
    assert len([each for each in home.iterdir() if each.is_dir()]) == 1


def test_the_oldest_go(home: Path, tmp_path: Path) -> None:
    for number in range(KEPT + 1):
        (home / f"old{number}").mkdir(parents=True)
        os.utime(home / f"old{number}", (number, number))
    filled(tmp_path / "one")
    left = {each.name for each in home.iterdir() if each.is_dir()}
    assert len(left) == KEPT
    assert not {"old0", "old1"} & left


def test_turned_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PLACE, "")
    assert filled(tmp_path / "one") == []


@pytest.mark.parametrize("place", [".", "below"])
def test_a_place_that_cannot_be_used(place: str, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home.write_text("no directory")
    monkeypatch.setenv(PLACE, str(home / place))
    assert filled(tmp_path / "one") == []


def test_an_analysis_that_fails_is_not_kept(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_cache, "_IMPORTED", "import (\n")
    assert filled(tmp_path / "one") == []
    assert [each for each in home.iterdir() if each.is_dir()] == []


def test_an_interpreter_without_jax(home: Path, tmp_path: Path) -> None:
    base = Path(sys.base_prefix, "bin", f"python{VERSION}")
    lacks_jax = subprocess.run([base, "-c", "import jax"], capture_output=True, check=False).returncode != 0
    assert lacks_jax, "this test needs an interpreter without jax"
    with Cache(tmp_path / "one") as cache:
        fill(cache, str(base), None, fine_grained=False)
    assert not home.exists()


def test_what_is_shared_does_not_depend_on_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codes, "IS_RUN_BY_COMMAND", True)
    made = plugin("2.4")(Options())
    data = [
        made.report_config_data(ReportConfigContext(module, path, is_check=True))
        for module, path in (("jax.numpy", "numpy/__init__.pyi"), ("jax", "__init__.py"), ("jaxtree", "jaxtree.py"))
    ]
    assert data[0] == data[1]
    assert data[0] != data[2]


def test_what_jdc_check_analyses_does_not_depend_on_the_rules_it_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codes, "IS_RUN_BY_COMMAND", True)
    context = ReportConfigContext("own", "own.py", is_check=True)
    before = plugin("2.4")(Options()).report_config_data(context)
    monkeypatch.setattr(_plugin, "project", lambda: Project(Path(), selected=frozenset()))
    assert plugin("2.4")(Options()).report_config_data(context) == before
    monkeypatch.setattr(codes, "IS_RUN_BY_COMMAND", False)
    assert plugin("2.4")(Options()).report_config_data(context) != before
