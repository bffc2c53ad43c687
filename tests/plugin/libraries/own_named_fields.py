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


def by_exclusion(cls: type[T]) -> type[T]:
    made: Any = dataclasses.dataclass(cls)
    everything = [each.name for each in dataclasses.fields(made)]
    meta = [each.name for each in dataclasses.fields(made) if each.metadata.get("static", False)]
    return register_dataclass(made, [name for name in everything if name not in meta], meta)


def of_fields(cls: type[T]) -> type[T]:
    made: Any = dataclasses.dataclass(cls)
    meta = tuple(each.name for each in dataclasses.fields(made) if each.metadata.get("static"))
    data = tuple(each.name for each in dataclasses.fields(made) if each.name not in meta)
    register_dataclass(made, data, meta)
    return made


def listing(*, meta_fields: tuple[str, ...] = ()) -> Callable[[type[T]], type[T]]:
    def wrap(cls: type[T]) -> type[T]:
        made: Any = dataclasses.dataclass(cls)
        data = [each.name for each in dataclasses.fields(made) if each.name not in meta_fields]
        register_dataclass(made, data, meta_fields)
        return made

    return wrap


def of_length(cls: type[T]) -> type[T]:
    made: Any = dataclasses.dataclass(cls)
    everything = [each.name for each in dataclasses.fields(made)]
    data = [name for name in everything if len(name) < 3]
    return register_dataclass(made, data, [name for name in everything if name not in data])


@by_exclusion
class Tank:
    level: jax.Array
    fills: int = static(default=0)
    rate: float = 1.0


@of_fields
class Valve:
    opening: jax.Array
    turns: int = static(default=0)


@listing(meta_fields=("teeth",))
class Gear:
    angle: jax.Array
    teeth: int = 8


@of_length
class Short:
    x: jax.Array
    width: int = 3


def filled(_: int, tank: Tank) -> Tank:
    tank.fills += 1  # E: jdc-static-state
    return tank


def turned(_: int, valve: Valve) -> Valve:
    valve.turns = valve.turns + 1  # E: jdc-static-state
    return valve


def geared(_: int, gear: Gear) -> Gear:
    gear.teeth += 1  # E: jdc-static-state
    return gear


def poured(_: int, tank: Tank) -> Tank:
    tank.level = tank.level + tank.rate
    return tank


@jax.jit
def rows(tank: Tank, gear: Gear, short: Short) -> jax.Array:
    if tank.rate > 0:  # E: jdc-concrete
        return jnp.zeros(tank.fills)
    return jnp.zeros((gear.teeth, short.width))


jax.lax.fori_loop(0, 3, poured, Tank(jnp.ones(2)))


def loops() -> None:
    jax.lax.fori_loop(0, 3, filled, Tank(jnp.ones(2)))
    jax.lax.fori_loop(0, 3, turned, Valve(jnp.ones(2)))
    jax.lax.fori_loop(0, 3, geared, Gear(jnp.ones(2)))
