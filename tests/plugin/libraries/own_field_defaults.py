"""Field functions of a program that take the default by position, where mypy looks for a keyword."""

import dataclasses
from typing import Any, TypeVar

import jax
from typing_extensions import dataclass_transform

T = TypeVar("T")


def static(default: Any = dataclasses.MISSING, **kwargs: Any) -> Any:
    if default is not dataclasses.MISSING:
        kwargs["default"] = default
    return dataclasses.field(metadata={"static": True}, **kwargs)


@dataclass_transform(frozen_default=True, field_specifiers=(static, dataclasses.field))
def pytree(cls: type[T]) -> type[T]:
    cls = dataclasses.dataclass(frozen=True)(cls)
    data: list[str] = []
    meta: list[str] = []
    for each in dataclasses.fields(cls):  # type: ignore[arg-type]
        (meta if each.metadata.get("static", False) else data).append(each.name)
    jax.tree_util.register_dataclass(cls, data_fields=data, meta_fields=meta)
    return cls


@pytree
class Biquad:
    b: jax.Array
    name: str = static("biquad")
    rate: int = static(default=48_000)


@pytree
class Needed:
    b: jax.Array
    name: str = static()


@jax.jit
def run(biquad: Biquad, needed: Needed) -> jax.Array:
    return biquad.b + needed.b


def make(b: jax.Array) -> None:
    run(Biquad(b), Needed(b, "a"))
    Biquad(b, "a", 3)
    Needed(b)  # E: call-arg
