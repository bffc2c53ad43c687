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
