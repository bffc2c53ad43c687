"""Classes that are flattened by hand are made of sequences of any length, which leave places to what follows them."""

from __future__ import annotations

from typing import Any, assert_type

import jax
from jax import Array


@jax.tree_util.register_pytree_node_class
class Sparse:
    def __init__(self, data: Array, indices: Array, size: int, name: str = "") -> None:
        self.data, self.indices, self.size, self.name = data, indices, size, name

    def tree_flatten(self) -> tuple[tuple[Array, ...], tuple[int, str]]:
        return (self.data, self.indices), (self.size, self.name)

    @classmethod
    def tree_unflatten(cls, aux: tuple[int, str], children: tuple[Array, ...]) -> Sparse:
        return cls(*children, *aux)

    @classmethod
    def of_parts(cls, size: int, children: tuple[Array, ...]) -> Sparse:
        return cls(*children, size)

    @classmethod
    def of_anything(cls, aux: Any, children: Any) -> Sparse:
        return cls(*children, aux[0], name=aux[1])

    @classmethod
    def of_names(cls, aux: dict[str, Any], children: list[Array]) -> Sparse:
        return cls(*children, **aux)

    @classmethod
    def of_size(cls, size: int, children: tuple[Array, Array]) -> Sparse:
        return cls(*children, size=size)

    @classmethod
    def of_too_many(cls, size: int, children: tuple[Array, Array]) -> Sparse:
        return cls(*children, size, "", size)  # E: call-arg

    @classmethod
    def of_one(cls, children: tuple[Array, ...]) -> Sparse:
        return cls(children[0])  # E: call-arg


def make(children: list[Array], size: int) -> Sparse:
    assert_type(Sparse(*children, size), Sparse)
    return Sparse(*children, *[size])


def make_wrongly(data: Array, children: tuple[Array, Array]) -> None:
    Sparse(data, data)  # E: call-arg
    Sparse(*children, "size")  # E: arg-type


class Plain:
    def __init__(self, data: Array, size: int) -> None:
        self.data, self.size = data, size

    @classmethod
    def of_parts(cls, size: int, children: tuple[Array, ...]) -> Plain:
        return cls(*children, size)  # E: call-arg, arg-type
