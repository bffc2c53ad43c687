"""Classes of which only the last field is an array: from Python 3.13 on ``==`` gives the comparison of that field."""

from typing import Any

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Last:
    step: int
    x: jax.Array


@flax.struct.dataclass
class First:
    x: jax.Array
    step: int


@flax.struct.dataclass
class Around:
    name: str = flax.struct.field(pytree_node=False)
    last: Last


def asked(a: Last, b: Last, rows: list[Last]) -> bool:
    if a == b:  # E: jdc-compare
        return True
    assert a == b  # E: jdc-compare
    while not a == b:  # E: jdc-compare
        pass
    print(1 if a == b else 2, a != b)  # E: jdc-compare
    print(bool(a == b), a == b and a)  # E: jdc-compare
    print([each for each in rows if each == b])  # E: jdc-compare
    return a == b  # E: jdc-compare


def handed_on(a: Last, b: Last, around: Around) -> Any:
    print(jnp.all(a == b))  # E-3.13: jdc-compare
    print((around == Around("a", b)).all())  # type: ignore[attr-defined] # E-3.13: jdc-compare
    print(b.step and a == b)  # E-3.13: jdc-compare
    return a == b  # E-3.13: jdc-compare


def others(a: First, b: First) -> Any:
    print(jnp.all(a == b))  # E: jdc-compare
    return a == b  # E: jdc-compare


def shown(a: Last) -> None:
    print(a.step == 3, jnp.all(a.x == 1))
