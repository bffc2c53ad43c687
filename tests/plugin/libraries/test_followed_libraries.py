"""Packages without types that a project lets mypy follow, under ``--strict``."""

from __future__ import annotations

from pathlib import Path

from plugin.runner import run

FOLLOWED = ("--strict", "--follow-untyped-imports")
PROGRAM = """\
import chex
import jax
import jax.numpy as jnp
import optax
from jax.tree_util import KeyPath
from simple_pytree import Pytree


@chex.dataclass(frozen=True)
class World:
    grid: chex.Array
    steps: chex.Numeric = 0

    def moved(self, by: chex.Array) -> chex.Array:
        return (self.grid.at[0].set(1.0) + by[0]) % 4


class Own(Pytree):
    x: jax.Array


def step(world: World, params: dict[str, World], name: KeyPath) -> optax.Updates:
    tx = optax.chain(optax.clip(1.0), optax.scale_by_learning_rate(0.1))
    updates, state = tx.update(params, tx.init(params), params)
    print(state, len(name), world.moved(jnp.ones(2)) @ jnp.ones(2))
    return updates


def begun(tx: optax.GradientTransformation, params: dict[str, World]) -> optax.OptState:
    return tx.init(params)
"""


def test_what_they_import_is_exported_and_what_a_project_imports_is_not(tmp_path: Path) -> None:
    """A program that uses them as their documentation does is clean; its own modules are as public as mypy says."""
    file, outer, inner = (tmp_path / f"followed_{name}.py" for name in ("program", "outer", "inner"))
    file.write_text(PROGRAM)
    inner.write_text("import chex as chex\nfrom chex import Array\n")
    outer.write_text("from followed_inner import Array\n")
    found = run([file, outer, inner], options=[*FOLLOWED, f"--cache-dir={tmp_path / 'cache'}"])
    assert [(finding.file, finding.code) for finding in found] == [(outer.name, "attr-defined")]


def test_a_typed_package_exports_what_it_documents(tmp_path: Path) -> None:
    """`flax` imports this name without ``as``."""
    file = tmp_path / "followed_table.py"
    file.write_text("import flax.linen as nn\n\nprint(nn.tabulate)\n")
    assert run([file], options=["--strict", f"--cache-dir={tmp_path / 'cache'}"]) == []


def test_a_package_has_the_names_of_a_compiled_module(tmp_path: Path) -> None:
    """Names from a module without source are not missing; a package that names what it takes is held to it."""
    for name, source in {"mctx": "from mctx._fast import *\n", "rlax": "from rlax.slow import *\n"}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(source)
    (tmp_path / "rlax" / "slow.py").write_text("def td(x: int) -> int:\n    return x\n")
    file = tmp_path / "compiled_names.py"
    file.write_text("import mctx\nimport rlax\n\nfound: mctx.Tree = mctx.search(rlax.td(1))\nrlax.other\n")
    files = [file, *tmp_path.rglob("__init__.py")]
    found = run(files, options=[f"--cache-dir={tmp_path / 'cache'}"])
    assert [(each.line, each.code) for each in found if each.file == file.name] == [(5, "attr-defined")]


JAX_MD = """\
import dataclasses
from dataclasses import replace as _replace

import jax


def dataclass(clz):
    return jax.tree_util.register_dataclass(dataclasses.dataclass(frozen=True)(clz))


def static_field(**options):
    return dataclasses.field(metadata={"static": True}, **options)


replace = _replace
"""
SIMULATION = """\
import jax
import jax.numpy as jnp
from jax_md import dataclasses


@dataclasses.dataclass
class Fluid:
    density: jax.Array
    cells: int = dataclasses.static_field(default=4)


fluid = dataclasses.replace(Fluid(jnp.ones(2)), cells=8)
fluid = dataclasses.replace(fluid, density=jnp.zeros(2))
print(dataclasses.replace(fluid, densty=jnp.zeros(2)))
dataclasses.replace(fluid, cells=2)
"""


def test_jax_md_has_the_replace_of_dataclasses(tmp_path: Path) -> None:
    """Its module gives the function another name, which says nothing of fields to mypy alone."""
    package, file = tmp_path / "jax_md", tmp_path / "followed_fluid.py"
    package.mkdir()
    files = [package / "__init__.py", package / "dataclasses.py", file]
    for path, text in zip(files, ("", JAX_MD, SIMULATION), strict=True):
        path.write_text(text)
    found = run(files, options=[f"--cache-dir={tmp_path / 'cache'}"])
    assert [(finding.line, finding.code) for finding in found] == [(14, "call-arg"), (15, "jdc-discarded")]
