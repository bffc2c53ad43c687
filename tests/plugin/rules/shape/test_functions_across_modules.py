"""Functions with array annotations say the same to other modules in every mode of mypy."""

from __future__ import annotations

from pathlib import Path

import pytest
from plugin.workspace import Workspace

BASE = """\
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float

Vec = Float[Array, "{size}"]


def norm(x: Float[Array, "n {size}"]) -> Float[Array, "n"]:
    raise NotImplementedError


def aliased(x: Vec) -> Vec:
    return x


class Net:
    def __call__(self, x: Vec) -> Vec:
        return x
"""

USE = """\
import jax.numpy as jnp
from base import Net, aliased, norm

norm(jnp.zeros((2, 3)))
aliased(jnp.zeros(3))
Net()(jnp.zeros(3))
norm(jnp.zeros((2, {size}))) + jnp.zeros(3)
"""


@pytest.mark.thorough
@pytest.mark.slow
def test_functions_survive_the_cache_and_follow_an_edit(stubs: Path, tmp_path: Path) -> None:
    workspace = Workspace(tmp_path, stubs)
    workspace.write({"base.py": "", "use.py": ""})
    workspace.remember("jaxtyping")
    try:
        for size, wrong in ((3, [7]), (4, [4, 5, 6, 7]), (3, [7])):
            workspace.write({"base.py": BASE.format(size=size), "use.py": USE.format(size=size)})
            cold = workspace.cold()
            assert [line for _, line, _ in sorted(cold)] == wrong, cold
            assert workspace.warm() == cold
            assert workspace.warm() == cold
            assert workspace.daemon() == cold
        workspace.write({"base.py": BASE.format(size=4), "use.py": USE.format(size=3)})
        assert [line for _, line, _ in sorted(workspace.daemon())] == [4, 5, 6, 7]
        assert workspace.warm() == workspace.daemon()
    finally:
        workspace.close()
