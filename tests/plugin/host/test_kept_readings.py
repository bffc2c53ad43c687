"""Readings of sources beside mypy's cache: of the same text alone, and never in the way."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from mypy.options import Options

from jdc_mypy_plugin.host.kept_readings import KeptReadings
from jdc_mypy_plugin.host.project_files import ProjectFile
from jdc_mypy_plugin.transformed import source_facts

SOURCE = """
from states import State as S
from points import *
import jax, states

class Below(S): ...

@jax.jit
def step(state: S, other: "dict[str, states.Other]"): ...

register(Named)
jax.tree_util.register_static(Alone)
made = S(1)
jax.vmap(step)(made)
"""


def _started(folder: Path | str) -> KeptReadings:
    options = Options()
    options.cache_dir = str(folder)
    readings = KeptReadings()
    readings.start(options)
    return readings


def test_a_reading_is_that_of_one_text(tmp_path: Path) -> None:
    _started(tmp_path).keep("a a.py", "digest", [1, "x"])
    later = _started(tmp_path)
    assert later.get("a a.py", "digest") == [1, "x"]
    assert later.get("a a.py", "another") is None
    assert later.get("b b.py", "digest") is None


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"of": 3}', "\udcff"])
def test_what_was_damaged_is_no_reading(tmp_path: Path, text: str) -> None:
    _started(tmp_path).keep("a a.py", "digest", [])
    (file,) = (tmp_path / "jdc-sources").iterdir()
    file.write_text(text, errors="surrogateescape")
    assert _started(tmp_path).get("a a.py", "digest") is None


@pytest.mark.parametrize("folder", [os.devnull, "file"])
def test_a_cache_that_keeps_nothing(tmp_path: Path, folder: str) -> None:
    (tmp_path / "file").write_text("")
    readings = _started(tmp_path / folder)
    readings.keep("a a.py", "digest", [])
    assert readings.get("a a.py", "digest") is None


def test_facts_are_the_same_from_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = ProjectFile(str(tmp_path / "home.py"), "home", SOURCE)
    monkeypatch.setattr(source_facts, "KEPT_READINGS", _started(tmp_path))
    found: list[source_facts.SourceFacts] = []
    for _ in range(2):
        monkeypatch.setattr(source_facts, "_READ", {})
        facts = source_facts.facts_of(file, "home")
        assert facts is not None
        found.append(
            facts._replace(
                imported=set(facts.imported), bases=set(facts.bases), bound=dict(facts.bound), met=dict(facts.met)
            )
        )
        monkeypatch.setattr(source_facts, "parsed", None)
    read, kept = found
    assert read == kept
    assert {"Named", "Alone"} <= set(read.values) and "Alone" not in read.besides
    assert read.imports_all and not read.hands_out_all
    assert read.bases == {"S"} and read.bound["State"] == ["S"]
    assert "states.State" in read.called
    assert {each.by for each in read.met["states.State"]} == {"jax.jit", "jax.vmap"}
    assert {each.by for each in read.met["states.Other"]} == {"jax.jit"}


def test_what_does_not_parse_has_no_facts(tmp_path: Path) -> None:
    assert source_facts.facts_of(ProjectFile(str(tmp_path / "a.py"), "a", "def f(:"), "a") is None
