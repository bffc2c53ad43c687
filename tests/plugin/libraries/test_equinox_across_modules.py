"""A module of equinox is the same to other modules in every mode of mypy, and the rules see the class in each."""

from __future__ import annotations

from pathlib import Path

import pytest
from plugin.workspace import Report, Workspace

BASE = """\
import equinox as eqx
import jax


def as_array(value: float) -> jax.Array:
    raise NotImplementedError


class Base(eqx.Module):
    order: eqx.AbstractVar[int]
    x: jax.Array = eqx.field({converter})


class Child(Base):
    order: int
    mean: jax.Array = eqx.field(static=True, default=None)
"""

USE = """\
from base import Child

child = Child(1.0, 2)
child.order = 3
"""


@pytest.mark.thorough
@pytest.mark.slow
def test_a_module_survives_the_cache_and_follows_an_edit(stubs: Path, tmp_path: Path) -> None:
    workspace = Workspace(tmp_path, stubs)
    workspace.write({"base.py": "", "use.py": ""})
    workspace.remember("equinox")
    found: dict[str, Report] = {}
    try:
        for converter in ("converter=as_array", "", "converter=as_array"):
            workspace.write({"base.py": BASE.format(converter=converter), "use.py": USE})
            cold = found.get(converter) or workspace.cold()
            found[converter] = cold
            codes = [text.rpartition("[")[2].rstrip("]") for _, _, text in cold]
            assert sorted(codes) == sorted(
                ["jdc-static-array", "jdc-frozen", *([] if converter else ["arg-type"])]
            ), cold
            assert workspace.warm() == cold
            assert workspace.daemon() == cold
    finally:
        workspace.close()


TEMPLATE = """\
import equinox as eqx
import jax


class Template(eqx.Module):
    x: jax.Array

    def __init__(self) -> None:
        self.setup()

    def setup(self) -> None:
        raise NotImplementedError
"""

FILLED = """\
import jax.numpy as jnp
from template import Template


class Filled(Template):
    def setup(self) -> None:
        self.x = jnp.ones(3)

    def later(self) -> None:
        self.x = jnp.zeros(3)
"""


@pytest.mark.thorough
@pytest.mark.slow
def test_a_method_that_the_constructor_of_another_module_calls(stubs: Path, tmp_path: Path) -> None:
    workspace = Workspace(tmp_path, stubs)
    workspace.write({"template.py": "", "filled.py": ""})
    workspace.remember("equinox")
    try:
        workspace.write({"template.py": TEMPLATE, "filled.py": FILLED})
        cold = workspace.cold()
        assert [line for _, line, text in cold if text.endswith("[jdc-frozen]")] == [10]
        assert workspace.warm() == cold
    finally:
        workspace.close()


WRITTEN = """\
import equinox as eqx
import jax


class Made(eqx.Module):
    x: jax.Array
    name: str = "made"


class Written(Made):
    y: jax.Array

    def {constructor}(self, x: jax.Array) -> None:
        {body}


class Inherits(Written):
    z: int = 0
{more}"""

USE_WRITTEN = """\
import jax
from written import Inherits


def make(x: jax.Array) -> Inherits:
    return Inherits(x)
"""


@pytest.mark.thorough
@pytest.mark.slow
def test_a_written_constructor_is_inherited_after_an_edit(stubs: Path, tmp_path: Path) -> None:
    workspace = Workspace(tmp_path, stubs)
    workspace.write({"written.py": "", "use.py": ""})
    workspace.remember("equinox")
    init, other = ("__init__", "self.x = self.y = x"), ("other", "print(x)")
    steps = [(init, ""), (init, "total: int = 1\n"), (other, ""), (init, "")]
    try:
        for (constructor, body), more in steps:
            written = WRITTEN.format(constructor=constructor, body=body, more=more)
            workspace.write({"written.py": written, "use.py": USE_WRITTEN})
            cold = workspace.cold()
            codes = {text.rpartition("[")[2].rstrip("]") for _, _, text in cold}
            assert codes == (set() if constructor == "__init__" else {"misc", "call-arg"}), cold
            assert workspace.warm() == cold
            assert workspace.daemon() == cold
    finally:
        workspace.close()
