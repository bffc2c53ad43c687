"""jdc-name-clash: names that a library overwrites, refuses or needs."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any, Self

import flax.struct
import jax

import jdc_runtime as jdc


@flax.struct.dataclass
class Flax:
    x: jax.Array
    keys: int = 0

    def replace(self, **changes: Any) -> Flax:  # E: jdc-name-clash
        print("replaced")
        return self

    def items(self) -> Iterator[int]:
        return iter(())


class Node(flax.struct.PyTreeNode):
    x: jax.Array

    def replace(self, **changes: Any) -> Self:  # E: jdc-name-clash
        assert changes
        return super().replace(**changes)


@flax.struct.dataclass
class Forwarding:
    """A typing aid, which many projects have."""

    x: jax.Array

    def replace(self, **changes: Any) -> Self:
        """Return a copy."""
        raise NotImplementedError


@flax.struct.dataclass
class Stub:
    x: jax.Array

    def replace(self, **changes: Any) -> Self: ...  # E: empty-body


class ForwardingNode(flax.struct.PyTreeNode):
    x: jax.Array

    def replace(self, **changes: Any) -> Self:
        return super().replace(**changes)


class ForwardingByName(flax.struct.PyTreeNode):
    x: jax.Array

    def replace(self, **changes: Any) -> Self:
        new = dataclasses.replace(self, **changes)
        return new


class Changing(flax.struct.PyTreeNode):
    x: jax.Array

    def replace(self, **changes: Any) -> Self:  # E: jdc-name-clash
        new = dataclasses.replace(self, **changes)
        return new.copied()

    def copied(self) -> Self:
        return self


@jdc.pytree_dataclass
class Jdc:
    x: jax.Array

    def to_tuple(self) -> tuple[jax.Array]:
        return (self.x,)

    def representation(self) -> str:
        return super().__repr__()


# Inherited, and not written with def


class Replacing:
    def replace(self, **changes: Any) -> Self:
        print(changes)
        return self

    def to_tuple(self) -> tuple[int, ...]:
        return (1,)


@flax.struct.dataclass
class Inheriting(Replacing):  # E: jdc-name-clash
    x: jax.Array


@flax.struct.dataclass
class InheritingTwice(Inheriting):
    y: jax.Array


class Typed:
    def replace(self, **changes: Any) -> Self:
        raise NotImplementedError


@flax.struct.dataclass
class InheritingTypes(Typed):
    x: jax.Array


@jdc.pytree_dataclass
class JdcReplacing(Replacing):
    x: jax.Array


@flax.struct.dataclass
class ByLambda:
    x: jax.Array
    replace = lambda self, **changes: print(self, changes)  # E: jdc-name-clash


def replaced(self: Any, **changes: Any) -> Any:
    print(changes)
    return self


def forwarded(self: Any, **changes: Any) -> Any:
    return dataclasses.replace(self, **changes)


@flax.struct.dataclass
class ByFunction:
    x: jax.Array
    replace = replaced  # E: jdc-name-clash
    to_tuple = replaced


@flax.struct.dataclass
class ByForwarding:
    x: jax.Array
    replace = dataclasses.replace


@flax.struct.dataclass
class ByForwardingFunction:
    x: jax.Array
    replace = forwarded


@jax.tree_util.register_dataclass
@dataclasses.dataclass(slots=True)
class Slotted:
    x: jax.Array

    def shown(self) -> str:
        return super().__repr__()  # E: jdc-name-clash

    def right(self) -> str:
        return super(Slotted, self).__repr__()


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Unslotted:
    x: jax.Array

    def shown(self) -> str:
        return super().__repr__()


@flax.struct.dataclass
class Counting:
    x: jax.Array
    version: int = 0

    def replace(self, **changes: Any) -> Counting:  # E: jdc-name-clash
        return dataclasses.replace(self, version=self.version + 1, **changes)


@flax.struct.dataclass
class ForwardingFields:
    x: jax.Array
    version: int = 0

    def replace(self, *, x: jax.Array, version: int = 0) -> ForwardingFields:
        return dataclasses.replace(self, x=x, version=version)
