"""jdc-marker in every library: markers of others, misspelt ones, and what equinox alone reads."""

# ruff: noqa: C408, RUF009 - every spelling counts

import dataclasses
import functools
from dataclasses import dataclass, field
from typing import Annotated, Any, Final

import equinox
import flax.struct
import jax
import jax.numpy as jnp
import jax_dataclasses
from jax.tree_util import register_dataclass

import jdc_runtime as jdc


@register_dataclass
@dataclass
class Registered:
    x: jax.Array
    by_key: str = field(metadata={"pytree_node": False})  # E: jdc-marker
    by_flax: str = flax.struct.field(pytree_node=False)  # E: jdc-marker
    by_type: jdc.Static[str] = ""  # E: jdc-marker
    by_old_type: jax_dataclasses.Static[str] = ""  # E: jdc-marker
    misspelt: str = field(default="", metadata={"Static": True})  # E: jdc-marker
    hyphen: str = field(default="", metadata=dict(STATIC=True))  # E: jdc-marker
    converted: jax.Array = equinox.field(converter=jnp.asarray, default=0.0)  # E: jdc-marker
    good: str = field(default="", metadata={"static": True})
    good_too: str = field(default="", metadata=dict(static=True))
    by_jax: str = jax.tree.static(default="")
    by_equinox: str = equinox.field(static=True, default="")
    by_jdc: str = jdc.static_field(default="")
    data: jax.Array | None = field(default=None, metadata={"static": False})
    both: str = field(default="", metadata={"static": True, "pytree_node": False})
    described: jax.Array | None = field(default=None, metadata={"doc": "statics", "units": True})


@functools.partial(register_dataclass, data_fields=["x", "name"], meta_fields=["other"])
@dataclass
class Listed:
    x: jax.Array
    name: str = field(metadata={"static": True})  # E: jdc-marker
    other: str = field(metadata={"static": True})


@flax.struct.dataclass
class Flax:
    x: jax.Array
    by_metadata: str = field(metadata={"static": True})  # E: jdc-marker
    by_equinox: str = equinox.field(static=True)  # E: jdc-marker
    by_jax: str = jax.tree.static()  # E: jdc-marker
    by_jdc: str = jdc.static_field()  # E: jdc-marker
    by_type: jdc.Static[str] = ""  # E: jdc-marker
    nested: jdc.Static[str] | None = None  # E: jdc-marker
    misspelt: str = field(default="", metadata={"pytreenode": False})  # E: jdc-marker
    hyphen: str = field(default="", metadata={"pytree-node": False})  # E: jdc-marker
    converted: jax.Array = equinox.field(converter=jnp.asarray, default=0.0)  # E: jdc-marker
    good: str = flax.struct.field(pytree_node=False, default="")
    good_too: str = field(metadata={"pytree_node": False}, default="")
    data: jax.Array | None = flax.struct.field(pytree_node=True, default=None)
    plain: jax.Array | None = flax.struct.field(default=None, metadata={"doc": "x"})
    both: str = flax.struct.field(pytree_node=False, default="", metadata={"static": True})


class Node(flax.struct.PyTreeNode):
    x: jax.Array
    name: str = dataclasses.field(metadata={"static": True})  # E: jdc-marker

    def __check_init__(self) -> None:  # E: jdc-marker
        assert self.x.ndim == 1


@jax_dataclasses.pytree_dataclass
class Classic:
    x: jax.Array
    by_metadata: str = field(metadata={"static": True})  # E: jdc-marker
    by_flax: str = flax.struct.field(pytree_node=False)  # E: jdc-marker
    optional: jax_dataclasses.Static[str] | None = None  # E: jdc-marker
    inside: tuple[jax_dataclasses.Static[str], ...] = ()  # E: jdc-marker
    final: Final[jax_dataclasses.Static[str]] = ""  # E: jdc-marker
    good: jax_dataclasses.Static[str] = ""
    annotated: Annotated[jax_dataclasses.Static[str], "doc"] = ""

    def __check_init__(self) -> None:  # E: jdc-marker
        pass


@jdc.pytree_dataclass
class Own:
    x: jax.Array
    converted: jax.Array = equinox.field(converter=jnp.asarray)  # E: jdc-marker
    good: str = equinox.field(static=True)

    def __check_init__(self) -> None:  # E: jdc-marker
        pass


class OwnNode(jdc.PyTreeNode):
    x: jax.Array

    def __check_init__(self) -> None:  # E: jdc-marker
        pass


class Module(equinox.Module):
    x: jax.Array = equinox.field(converter=jnp.asarray)
    name: str = equinox.field(static=True)

    def __check_init__(self) -> None:
        pass


@flax.struct.dataclass
class Called:
    """It calls the method itself."""

    x: jax.Array

    def __post_init__(self) -> None:
        self.__check_init__()

    def __check_init__(self) -> None:
        pass


@flax.struct.dataclass  # E: jdc-registration
class Mixed(equinox.Module):
    x: jax.Array

    def __check_init__(self) -> None:
        pass


def helper(**options: Any) -> Any:
    return field(metadata={"pytree_node": False}, **options)


@flax.struct.dataclass
class Helped:
    x: jax.Array
    name: str = helper()


@flax.struct.dataclass
class RefusedByFlax:
    x: jax.Array
    name: int = flax.struct.field(static=True)  # E: jdc-marker
    other: str = flax.struct.field(pytree_node=False)
    size: int = flax.struct.field(default=3, static=False)  # E: jdc-marker


class RefusedByEquinox(equinox.Module):
    x: jax.Array
    name: int = equinox.field(pytree_node=False)  # E: jdc-marker
    other: str = equinox.field(static=True)
    plain: str = equinox.field(static=False, default="")
