"""Decorators of a project that give the fields of the class a name before they list them."""

import dataclasses
from collections.abc import Callable
from typing import Any, TypeVar, dataclass_transform, overload

import jax
import jax.numpy as jnp
from jax.tree_util import register_dataclass

T = TypeVar("T")


def static(**kwargs: Any) -> Any:
    return dataclasses.field(metadata={"static": True}, **kwargs)


@overload
def state(cls: type[T], /) -> type[T]: ...
@overload
def state(*, frozen: bool = ...) -> Callable[[type[T]], type[T]]: ...
@dataclass_transform(field_specifiers=(static, dataclasses.field))
def state(cls: type[T] | None = None, /, *, frozen: bool = False) -> Any:
    def wrap(cls: type[T]) -> type[T]:
        made: Any = dataclasses.dataclass(frozen=frozen)(cls)
        fields = dataclasses.fields(made)
        data = [each.name for each in fields if not each.metadata.get("static", False)]
        meta = [each.name for each in fields if each.metadata.get("static", False)]
        return register_dataclass(made, data_fields=data, meta_fields=meta)

    return wrap if cls is None else wrap(cls)


@state
class Loop:
    error: jax.Array
    ticks: int = 0
    name: str = static(default="loop")


def pushed(loop: Loop, by: jax.Array) -> jax.Array:
    return loop.error + by


jax.vmap(pushed, in_axes=(Loop(0, None), 0))(Loop(jnp.ones(3)), jnp.ones(3))


@jax.jit
def clipped(loop: Loop) -> jax.Array:
    if loop.name == "loop":
        return loop.error
    return loop.error[: loop.ticks]  # E: jdc-concrete


@state(frozen=True)
class Plant:
    order: jax.Array


Plant(jnp.ones(1)).order = jnp.ones(1)  # E: jdc-frozen
