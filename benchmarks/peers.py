"""The same class in each library: ``n`` fields ``f0``, ``f1``, ..."""

from __future__ import annotations

import dataclasses
from typing import Any

import chex
import equinox
import flax.struct
import jax
import jax_dataclasses

import jdc_runtime as jdc

LIMIT = "register_dataclass"
"""A plain dataclass that is not frozen, which no frozen one can be faster than."""
OURS = "jdc"

_register = jax.tree_util.register_dataclass
_GLOBALS = {
    "dataclass": dataclasses.dataclass,
    "register": _register,
    "static": lambda: dataclasses.field(metadata={"static": True}),
    "jdc": jdc,
    "jax_dataclasses": jax_dataclasses,
    "flax": flax,
    "chex": chex,
    "equinox": equinox,
}
# Each head is the text from the decorators up to the colon of the class statement.
_HEADS = {
    LIMIT: "@register\n@dataclass\nclass C:",
    "frozen register_dataclass": "@register\n@dataclass(frozen=True)\nclass C:",
    OURS: "@jdc.pytree_dataclass\nclass C:",
    "jax_dataclasses": "@jax_dataclasses.pytree_dataclass\nclass C:",
    "flax.struct": "@flax.struct.dataclass\nclass C:",
    "chex": "@chex.dataclass(frozen=True)\nclass C:",
    "equinox": "class C(equinox.Module):",
}
_VARIANT_HEADS = {
    LIMIT: _HEADS[LIMIT],
    OURS: _HEADS[OURS],
    "jdc PyTreeNode": "class C(jdc.PyTreeNode):",
    "jdc slots": "@jdc.pytree_dataclass(slots=True)\nclass C:",
    "jdc __post_init__": _HEADS[OURS] + "\n    def __post_init__(self): pass",
    "static: register_dataclass": _HEADS[LIMIT],
    "static: jdc": _HEADS[OURS],
}
PEERS = tuple(_HEADS)
VARIANTS = tuple(_VARIANT_HEADS)


def make_class(name: str, n: int) -> type[Any]:
    """Define the class of a peer or variant anew; a variant ``static: ...`` has a static last field."""
    head = _HEADS.get(name) or _VARIANT_HEADS[name]
    fields = [f"    f{i}: object" for i in range(n)]
    if name.startswith("static: "):
        fields[-1] += " = jdc.static_field()" if name.endswith(OURS) else " = static()"
    namespace: dict[str, Any] = {**_GLOBALS, "__name__": __name__}
    exec("\n".join([head, *fields]), namespace)
    made: type[Any] = namespace["C"]
    return made


def names(n: int) -> list[str]:
    """Return the names of the fields."""
    return [f"f{i}" for i in range(n)]
