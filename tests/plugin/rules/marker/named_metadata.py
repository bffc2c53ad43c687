"""jdc-marker: metadata of fields to which the module gives a name."""

import dataclasses
from dataclasses import field
from typing import Any

import flax.struct
import jax
import jax.numpy as jnp

STATIC = {"static": True}
NOT_A_LEAF = dict(pytree_node=False)  # noqa: C408
SHOWN: dict[str, object] = {"static": False, "doc": "shown in the help"}
CHANGED = {"static": False}
CHANGED["static"] = True
if jax.device_count() > 1:
    EITHER = {"static": True}
else:
    EITHER = {"documented": True}


def static(**options: Any) -> Any:
    return field(metadata=STATIC, **options)


def marked(metadata: dict[str, bool], **options: Any) -> Any:
    return field(metadata=metadata, **options)


@flax.struct.dataclass
class OfFlax:
    x: jax.Array
    size: int = field(default=2, metadata=STATIC)  # E: jdc-marker
    count: int = static(default=2)  # E: jdc-marker
    name: str = field(default="a", metadata=NOT_A_LEAF)
    scale: float = field(default=1.0, metadata=SHOWN)
    changed: int = field(default=1, metadata=CHANGED)
    either: int = field(default=1, metadata=EITHER)
    given: int = marked(STATIC, default=1)


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class OfJax:
    x: jax.Array
    size: int = field(default=2, metadata=STATIC)
    count: int = static(default=2)
    name: int = field(default=1, metadata=NOT_A_LEAF)  # E: jdc-marker


@jax.jit
def zeros(object: OfJax) -> jax.Array:
    return jnp.zeros((object.size, object.count))


@jax.jit
def too_many(object: OfJax) -> jax.Array:
    return jnp.zeros(object.name)  # E: jdc-concrete


zeros(OfJax(jnp.ones(1)))
