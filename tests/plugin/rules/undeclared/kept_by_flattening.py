"""jdc-undeclared: attributes of objects that a decorator of the project flattens with all that they have."""

import dataclasses
from typing import Any

import jax


def flattened(cls):
    made = dataclasses.dataclass(cls)
    jax.tree_util.register_pytree_node(
        made,
        lambda each: (list(vars(each).values()), tuple(vars(each))),
        lambda names, values: _built(made, names, values),
    )
    return made


def _built(cls, names, values):
    made = cls.__new__(cls)
    made.__dict__.update(zip(names, values, strict=True))
    return made


def registered(cls):
    made = dataclasses.dataclass(cls)
    jax.tree_util.register_dataclass(made, [each.name for each in dataclasses.fields(made)], [])
    return made


@flattened
class Kept:
    x: jax.Array

    def keep(self) -> "Kept":
        self.extra: Any = self.x
        return self


@registered
class Lost:
    x: jax.Array

    def keep(self) -> "Lost":
        self.extra: Any = self.x  # E: jdc-undeclared
        return self
