"""Programs on which the plugin failed once. It is silent on all of them, and so is mypy but for its own errors."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from plugin.runner import run

from .repeating import REPEATING

FOUND: Final = {
    "attribute_bound_before_its_annotation": """
import chex, dataclasses, equinox, flax.struct, jdc_runtime as jdc

def rows() -> list[int]: return []

@jdc.pytree_dataclass
class A:
    for x in rows():
        pass
    x: int = 1

@dataclasses.dataclass
class B:
    with open("") as x:
        pass
    x: int = 1

@flax.struct.dataclass
class C:
    x, y = rows()
    x: int = 1
    z: int = 2

@flax.struct.dataclass
class D(C):
    w: int = 3

class E(equinox.Module):
    for x in rows():
        pass
    x: int = 1

@chex.dataclass
class F:
    for x in rows():
        pass
    x: int = 1

class G(flax.struct.PyTreeNode):
    for x in rows():
        pass
    x: int = 1

def use(d: D) -> D:
    return d.replace(w=4)
""",
    "field_named_as_a_definition": """
import chex, dataclasses, flax.struct, jax_dataclasses, jdc_runtime as jdc

@jdc.pytree_dataclass
class A:
    def x(self) -> int: return 1
    x: int = 1

@jax_dataclasses.pytree_dataclass
class B:
    class x:
        pass
    x: int = 1

@flax.struct.dataclass
class C:
    import math as x
    x: int = 1
    y: int = 1

@dataclasses.dataclass
class D:
    def x(self) -> int: return 1
    x: int = 1

@chex.dataclass
class E:
    class x:
        pass
    x: int = 1

@jdc.pytree_dataclass
class F(A):
    def x(self) -> int: return 1
    x: int = 1

def use(c: C) -> C:
    return c.replace(y=4)
""",
    "names_that_only_values_with_them_bind": """
import jax, jax.numpy as jnp, jdc_runtime as jdc
from jaxtyping import Array, Bool

@jax.jit
def updated(mask: Bool[Array, "n"]) -> jax.Array:
    x = x.at[mask].set(0.0)
    return x

@jdc.pytree_dataclass
class Cell:
    h: jax.Array
    n: jdc.Static[int] = 0

def grown(x: jax.Array) -> Cell:
    cell = cell.replace(h=x)
    return jax.lax.cond(True, lambda c: c, lambda c: c.replace(h=x), cell)

def stacked() -> Cell:
    made = []
    for i, cell in enumerate():
        made.append(Cell(jnp.ones(3), i))
    return jax.tree.map(lambda *xs: jnp.stack(xs), *made)
""",
    "lists_that_hold_one_list_many_times": """
import copy
import jax, jax.numpy as jnp

x: list = [jnp.ones(3)]
for _ in range(40):
    x = [x, x, x]
y = copy.deepcopy(x)
jax.jit(lambda tree: tree)(x)
jax.tree.map(lambda a, b: a, x, y)
print(len(jax.tree.leaves(x)), x == y)
x.append(x)
jnp.ones(3) + jnp.asarray(x)
""",
    "results_of_half_written_loops": """
import jax, numpy as np

@jax.jit
def use(x, *rest):
    first = jax.lax.while_loop()
    second = jax.lax.fori_loop(0)
    third, fourth = jax.lax.scan()
    np.abs(jax.lax.map())
    first[x] = second[x] = third[x] = 1
    return fourth
""",
    **REPEATING,
}


@pytest.fixture(scope="module")
def codes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """Return the codes that mypy gives each program, all of them in one run."""
    folder = tmp_path_factory.mktemp("found")
    files: list[Path] = []
    for name, text in FOUND.items():
        files.append(folder / f"{name}.py")
        files[-1].write_text(text)
    codes: dict[str, set[str]] = {name: set() for name in FOUND}
    for finding in run(files):
        codes[finding.file.removesuffix(".py")].add(finding.code)
    return codes


@pytest.mark.parametrize("name", FOUND)
def test_the_plugin_says_nothing(codes: dict[str, set[str]], name: str) -> None:
    assert not {code for code in codes[name] if code.startswith("jdc-")}
