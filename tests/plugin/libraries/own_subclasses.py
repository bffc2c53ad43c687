"""A project's own base classes that make dataclasses of their subclasses, and say nothing of it to type checkers."""

import dataclasses
from typing import Any

import jax
import jax.numpy as jnp
from jax.tree_util import register_dataclass, register_pytree_node


class Struct:
    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        dataclasses.dataclass(frozen=True)(cls)
        names = [field.name for field in dataclasses.fields(cls)]  # type: ignore[arg-type]
        register_dataclass(cls, names, [])


class Point(Struct):
    x: jax.Array
    y: jax.Array

    def norm(self) -> jax.Array:
        return jnp.hypot(self.x, self.y)


class Point3(Point):
    z: jax.Array


class Chosen:
    def __init_subclass__(cls, frozen: bool = False) -> None:
        cls = dataclasses.dataclass(cls, frozen=frozen)
        data = [field.name for field in dataclasses.fields(cls)]  # type: ignore[arg-type]
        register_dataclass(cls, data_fields=data, meta_fields=[])


class Body(Chosen, frozen=True):
    mass: jax.Array
    at: Point


class Open(Chosen):
    mass: jax.Array


class Registered:
    def __init_subclass__(cls) -> None:
        register_dataclass(dataclasses.dataclass(cls))


class Cell(Registered):
    value: jax.Array
    name: str = dataclasses.field(default="cell", metadata={"static": True})


class Unregistered:
    def __init_subclass__(cls) -> None:
        register_pytree_node(cls, lambda each: (tuple(vars(each).values()), None), lambda _, made: cls(*made))


class Own(Unregistered):
    value: jax.Array

    def __init__(self, value: jax.Array) -> None:
        self.value = value


def use(own: Own) -> jax.Array:
    point = Point(jnp.ones(()), y=jnp.zeros(()))
    point.x = jnp.zeros(())  # E: jdc-frozen
    Point(jnp.ones(()))  # E: call-arg
    deep = Point3(point.x, point.y, jnp.ones(()))
    body = Body(jnp.ones(()), point)
    body.mass = jnp.zeros(())  # E: jdc-frozen
    Open(jnp.ones(())).mass = jnp.zeros(())
    cell = Cell(jnp.ones(2), name="other")
    cell.value = jnp.zeros(2)
    own.value = jnp.zeros(2)
    return deep.norm() + jax.jit(lambda each: each.value)(cell).sum() + Own(jnp.ones(1)).value.sum() + body.mass


class Copying:
    def __init_subclass__(cls) -> None:
        register_dataclass(dataclasses.dataclass(frozen=True)(cls))

    def replace(self, **changes: Any) -> Any:
        return dataclasses.replace(self, **changes)  # type: ignore[type-var]


class Motor(Copying):
    torque: jax.Array
    poles: int = dataclasses.field(default=2, metadata={"static": True})


def spun(motor: Motor) -> Any:
    def body(_: int, each: Motor) -> Any:
        return each.replace(torque=each.torque * 2, poles=each.poles + 1)  # E: jdc-static-state

    return jax.lax.fori_loop(0, 3, body, motor.replace(poles=4))
