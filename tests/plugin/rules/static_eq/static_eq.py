"""jdc-static-eq: static values whose class compares in a way that JAX cannot use."""

from dataclasses import dataclass
from typing import Any

import flax.struct
import jax
import jax.numpy as jnp
import numpy as np


class Holder:
    def __init__(self, array: Any) -> None:
        self.array = array

    def __hash__(self) -> int:
        return hash(np.asarray(self.array).tobytes())


class ByJax(Holder):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, ByJax) and bool(jnp.all(self.array == other.array))  # E: jdc-static-eq

    __hash__ = Holder.__hash__


class ByJaxToo(Holder):
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ByJaxToo):
            return NotImplemented
        return bool(jnp.array_equal(self.array, other.array))  # E: jdc-static-eq

    __hash__ = Holder.__hash__


class ByNumPy(Holder):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, ByNumPy) and bool(np.array_equal(self.array, other.array))

    __hash__ = Holder.__hash__


class Unguarded(Holder):
    def __eq__(self, other: Any) -> bool:
        return bool(self.array.tobytes() == other.array.tobytes())  # E: jdc-static-eq

    __hash__ = Holder.__hash__


class Trying(Holder):
    def __eq__(self, other: Any) -> bool:
        try:
            return bool(self.array.tobytes() == other.array.tobytes())
        except AttributeError:
            return False

    __hash__ = Holder.__hash__


class Answering(Holder):
    def __eq__(self, other: object) -> jax.Array:  # E: override
        return jnp.asarray(self.array == other)  # E: jdc-static-eq

    __hash__ = Holder.__hash__


class ByClass(Holder):
    def __eq__(self, other: object) -> bool:
        return self.__class__ == other.__class__ and self.array == other.array  # type: ignore[attr-defined]

    __hash__ = Holder.__hash__


class ByIdentityOfClass(Holder):
    def __eq__(self, other: Any) -> bool:
        return other.__class__ is ByIdentityOfClass and bool(self.array == other.array)

    __hash__ = Holder.__hash__


class NotNone(Holder):
    def __eq__(self, other: Any) -> bool:
        return other is not None and bool(self.array == other.array)  # E: jdc-static-eq

    __hash__ = Holder.__hash__


class Truthy(Holder):
    def __eq__(self, other: Any) -> bool:
        return bool(other and self.array == other.array)

    __hash__ = Holder.__hash__


class Asking(Holder):
    def __eq__(self, other: Any) -> bool:
        return is_same(self, other) and bool(self.array == other.array)

    __hash__ = Holder.__hash__


def is_same(one: object, other: object) -> bool:
    return type(one) is type(other)


@dataclass(frozen=True)
class Generated:
    size: int


class Inherits(ByJax):
    pass


@dataclass(frozen=True)
class Replaced(ByJax):
    size: int


@dataclass(frozen=True, eq=False)
class Unclear(ByJax):
    size: int


@flax.struct.dataclass
class State:
    x: jax.Array
    by_jax: ByJax = flax.struct.field(pytree_node=False)
    optional: ByJaxToo | None = flax.struct.field(pytree_node=False)
    answering: Answering = flax.struct.field(pytree_node=False)
    inherits: Inherits = flax.struct.field(pytree_node=False)
    replaced: Replaced = flax.struct.field(pytree_node=False)
    unclear: Unclear = flax.struct.field(pytree_node=False)
    either: Unguarded | None = flax.struct.field(pytree_node=False)
    other: Unguarded | str = flax.struct.field(pytree_node=False)
    not_none_or_str: NotNone | str = flax.struct.field(pytree_node=False)
    by_class: ByClass | str | None = flax.struct.field(pytree_node=False)
    by_identity_of_class: ByIdentityOfClass | None = flax.struct.field(pytree_node=False)
    not_none: NotNone | None = flax.struct.field(pytree_node=False)
    truthy: Truthy | None = flax.struct.field(pytree_node=False)
    asking: Asking | str = flax.struct.field(pytree_node=False)
    alone: Unguarded = flax.struct.field(pytree_node=False)
    by_numpy: ByNumPy | None = flax.struct.field(pytree_node=False)
    trying: Trying | None = flax.struct.field(pytree_node=False)
    generated: Generated | None = flax.struct.field(pytree_node=False)
    identity: Holder | None = flax.struct.field(pytree_node=False)
    name: str | None = flax.struct.field(pytree_node=False)
    anything: Any = flax.struct.field(pytree_node=False)


# In a container, and by the method of an array


class ByMethod:
    def __init__(self, array: jax.Array, table: np.ndarray) -> None:
        self.array = array
        self.table = table

    def __hash__(self) -> int:
        return 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ByMethod) and bool((self.array == other.array).all())  # E: jdc-static-eq


class ByMethodOfNumPy:
    def __init__(self, array: jax.Array, table: np.ndarray) -> None:
        self.array = array
        self.table = table

    def __hash__(self) -> int:
        return 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ByMethodOfNumPy) and bool((self.table == other.table).all())


class ByShape:
    def __init__(self, array: jax.Array) -> None:
        self.array = array

    def __hash__(self) -> int:
        return 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ByShape) and bool((np.asarray(self.array) == other.array).all())


@dataclass(frozen=True)
class Around:
    held: ByMethod


@flax.struct.dataclass
class Holding:
    x: jax.Array
    one: ByMethod = flax.struct.field(pytree_node=False)
    many: tuple[ByJax, ...] = flax.struct.field(pytree_node=False)
    around: Around = flax.struct.field(pytree_node=False)
    by_numpy: ByMethodOfNumPy = flax.struct.field(pytree_node=False)
    of_numpy: tuple[ByNumPy, ByMethodOfNumPy, ByShape] = flax.struct.field(pytree_node=False)
    classes: tuple[type[ByJax], ...] = flax.struct.field(pytree_node=False)
    data: tuple[ByJax, ...]


# Arrays that are compared with ==, and decide what comes back


class ByArray:
    def __init__(self, rows: np.ndarray, name: str) -> None:
        self.rows = rows
        self.name = name

    def __hash__(self) -> int:
        return hash(self.name)


class Bare(ByArray):
    def __eq__(self, other: Any) -> Any:
        return self.rows == other.rows  # E: jdc-static-eq

    __hash__ = ByArray.__hash__


class Guarded(ByArray):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Guarded) and self.name == other.name and self.rows == other.rows  # type: ignore[no-any-return]  # E: jdc-static-eq

    __hash__ = ByArray.__hash__


class Reduced(ByArray):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reduced) and bool((self.rows == other.rows).all())

    __hash__ = ByArray.__hash__


class OfShapes(ByArray):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, OfShapes) and self.rows.shape == other.rows.shape and self.name == other.name

    __hash__ = ByArray.__hash__


class OfBytes(ByArray):
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, OfBytes):
            return NotImplemented
        equal = self.rows == other.rows
        return bool(np.all(equal))

    __hash__ = ByArray.__hash__


class OfBoth(ByArray):
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, OfBoth):
            return NotImplemented
        return (self.name == other.name) & (self.rows == other.rows)  # type: ignore[return-value, unused-ignore]  # E: jdc-static-eq

    __hash__ = ByArray.__hash__


class OfBothReduced(ByArray):
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, OfBothReduced):
            return NotImplemented
        return bool((self.name == other.name) & (self.rows == other.rows).all())

    __hash__ = ByArray.__hash__


@flax.struct.dataclass
class WithRows:
    x: jax.Array
    of_both: OfBoth = flax.struct.field(pytree_node=False)
    of_both_reduced: OfBothReduced = flax.struct.field(pytree_node=False)
    bare: Bare = flax.struct.field(pytree_node=False)
    guarded: Guarded = flax.struct.field(pytree_node=False)
    reduced: Reduced = flax.struct.field(pytree_node=False)
    of_shapes: OfShapes = flax.struct.field(pytree_node=False)
    of_bytes: OfBytes = flax.struct.field(pytree_node=False)
