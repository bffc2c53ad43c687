"""The parts of `make mutants`, an example of each kind that no probe shows, and mutants of a small package."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import equinox
import flax.struct
import jax
import jax.numpy as jnp
import pytest
from mutants.judging import KINDS, Judged, judge
from mutants.page import PAGE, table, with_table
from mutants.sources import Changed, Edit, Source, Span
from warm_cache import copy_to

CODE = """
import jax
import flax.struct


@flax.struct.dataclass
class Named:
    weights: jax.Array
    name: str = flax.struct.field(pytree_node=False, default="a")


@flax.struct.dataclass
class Sized:
    weights: jax.Array
    size: int = flax.struct.field(pytree_node=False)


@flax.struct.dataclass
class Settings:
    rate: float = 0.1


@flax.struct.dataclass
class State(Settings):
    step: int = 0


def train(state: State) -> State:
    state = state.replace(step=state.step + 1)
    return state


def scaled(weights: jax.Array) -> jax.Array:
    weights = weights.at[0].set(1.0)
    return weights


def start(state: Settings) -> State:
    return State(step=1)
"""
EXPECTED = {
    "marker removed from a str field, object under jit": "Named.name",
    "static field made an array": "Sized.size",
    "decorator dropped from a subclass": "State",
    "result of replace thrown away": "train",
    "assignment to an item for .at[].set": "scaled",
    "assignment to an argument": "start.rate",
}


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Judged:
    folder = tmp_path_factory.mktemp("mutants")
    package = folder / "source" / "small_package"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(CODE)
    work = folder / "work"
    work.mkdir()
    copy_to(work / "cache")
    kinds = [kind for kind in KINDS if kind.name in EXPECTED]
    return judge(package, Path(sys.executable), work, most=1, seed=2, kinds=kinds)


@pytest.mark.thorough
@pytest.mark.slow
def test_small_package(judged: Judged) -> None:
    assert judged.missed == []
    assert {kind.name for kind, _ in judged.found} == EXPECTED.keys()
    assert judged.besides == []


@pytest.mark.thorough
@pytest.mark.slow
def test_table(judged: Judged) -> None:
    rows = table([judged]).splitlines()
    assert rows[-1].startswith("| all | ")
    assert len(rows) == 3 + len({kind.name for kind, _ in [*judged.found, *judged.missed]})


def test_kinds_are_told_apart() -> None:
    assert len({kind.name for kind in KINDS}) == len(KINDS)
    assert all(kind.reason.endswith(".") for kind in KINDS)


def test_page() -> None:
    assert with_table("a\n<!-- mutants -->\nold\n<!-- /mutants -->", "new") == (
        "a\n<!-- mutants -->\nnew\n<!-- /mutants -->"
    )
    assert with_table(PAGE.read_text(), "new") != PAGE.read_text()
    with pytest.raises(ValueError, match="has no"):
        with_table("a", "new")
    assert with_table(PAGE.read_text(), "new", "shapes of packages") != PAGE.read_text()


def test_places_after_edits() -> None:
    source = Source("a/b.py", "first\nsecond\nthird\n")
    second, third = Span(6, 12), Span(13, 18)
    changed = Changed(source, (Edit(second, "one\ntwo"),), ("\n\nlast\n",))
    assert changed.text == "first\none\ntwo\nthird\n\n\nlast\n"
    assert changed.lines(second) == range(2, 4)
    assert changed.lines(third) == range(4, 5)
    assert 7 in changed.appended_lines("\n\nlast\n")
    assert source.module == "a.b"
    assert Source("a/__init__.py", "").module == "a"


LENGTHY = (pytest.mark.slow, pytest.mark.thorough)


@pytest.mark.thorough
@pytest.mark.parametrize(("probe", "text", "fails"), [
    ("import", "raise ValueError", True),
    ("import", "pass", False),
    pytest.param("leaf", "import flax\n\n@flax.struct.dataclass\nclass Named:\n    name: str = 'a'", True, marks=LENGTHY),
    pytest.param("written", "class Named: pass", True, marks=LENGTHY),
    pytest.param("text leaf", "raise ValueError", False, marks=LENGTHY),
    ("text leaf", "import flax\n\n@flax.struct.dataclass\nclass Named:\n    name: str = 'a'", True),
])  # fmt: skip
def test_probes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, probe: str, text: str, fails: bool) -> None:
    (tmp_path / "probed.py").write_text(
        "import flax.struct\n\n@flax.struct.dataclass\nclass Named:\n"
        "    name: str = flax.struct.field(pytree_node=False, default='a')\n"
    )
    asked = {"module": "probed", "path": "probed.py", "text": text, "probe": probe, "class": "Named", "field": "name"}
    (tmp_path / "mutants.json").write_text(json.dumps([asked]))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    trial = Path(__file__).parent / "trial.py"
    command = [sys.executable, trial, "probe", tmp_path / "mutants.json"]
    outcomes = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert [bool(outcome) for outcome in outcomes] == [fails]


@flax.struct.dataclass
class Row:
    values: jax.Array
    scale: float = 1.0


class Wide(Row):
    scale = 7.0


def test_replace_changes_nothing() -> None:
    row = Row(jnp.ones(3))
    row.replace(scale=2.0)
    assert row.scale == 1.0


def test_update_changes_nothing() -> None:
    values = jnp.ones(3)
    values.at[0].set(5.0)
    assert (values == 1).all()


def test_items_are_not_assigned() -> None:
    with pytest.raises(TypeError, match="immutable"):
        jnp.ones(3)[0] = 5.0  # type: ignore[index]


def test_inherited_field_keeps_its_default() -> None:
    class Module(equinox.Module):
        scale: float = 1.0

    class Other(Module):
        scale = 7.0

    assert Other().scale == 1.0
    assert flax.struct.dataclass(Wide)(jnp.ones(3)).scale == 1.0
