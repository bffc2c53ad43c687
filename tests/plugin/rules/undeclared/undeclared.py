"""Attributes that are not fields."""

import contextlib
import dataclasses
from typing import Any

import equinox as eqx
import flax.struct
import jax

import jdc_runtime as jdc


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Registered:
    x: jax.Array
    count = 0

    def keep(self) -> None:
        self.extra: int = 3  # E: jdc-undeclared
        self.one, self.two = 1, 2  # E: jdc-undeclared, jdc-undeclared
        self.count = 4

    @staticmethod
    def other(self: "Plain") -> None:
        self.extra = 3


@flax.struct.dataclass
class Frozen:
    x: jax.Array

    def __post_init__(self) -> None:
        object.__setattr__(self, "made", 3)

    def keep(self) -> None:
        object.__setattr__(self, "more", 3)  # E: jdc-undeclared
        object.__setattr__(self, "made", 4)
        object.__setattr__(self, "x", self.x)

    def cached(self) -> Any:
        if "_cache" not in self.__dict__:
            object.__setattr__(self, "_cache", 3)
        return self._cache  # E: attr-defined


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Remembering:
    x: jax.Array

    def memo(self) -> int:
        try:
            return self._memo  # E: has-type
        except AttributeError:
            self._memo = self.x.size
            return self._memo

    def either(self) -> int:
        try:
            return self._either  # E: has-type
        except (AttributeError, KeyError):
            pass
        self._either = self.x.size
        return self._either

    def suppressed(self) -> int:
        with contextlib.suppress(AttributeError):
            return self._suppressed  # E: has-type
        self._suppressed = self.x.size
        return self._suppressed

    def other_error(self) -> None:
        try:
            print(self.x[0])
        except IndexError:
            self.other = 3  # E: jdc-undeclared
        print(self.other)


@flax.struct.dataclass
class FrozenRemembering:
    x: jax.Array

    def memo(self) -> Any:
        try:
            return self._memo  # E: attr-defined
        except AttributeError:
            object.__setattr__(self, "_memo", 3)
            return 3


@dataclasses.dataclass
class Plain:
    x: jax.Array
    extra: int = 0

    def keep(self) -> None:
        self.other = 3


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class BySetattr:
    x: jax.Array

    def __post_init__(self) -> None:
        setattr(self, "made", 3)

    def keep(self, other: "BySetattr", name: str) -> None:
        setattr(self, "later", 3)  # E: jdc-undeclared
        setattr(self, "made", 4)
        setattr(self, "x", other.x)
        setattr(self, name, 3)
        setattr(other, "elsewhere", 3)  # E: jdc-undeclared

    def probed(self) -> Any:
        setattr(self, "probe", 3)
        return getattr(self, "probe")


LATER = "by_constant"
PROBED = "by_probe"


@jax.tree_util.register_dataclass
@dataclasses.dataclass(frozen=True)
class ByName:
    x: jax.Array

    def keep(self) -> None:
        name = "by_name"
        object.__setattr__(self, name, 3)  # E: jdc-undeclared
        object.__setattr__(self, LATER, 3)  # E: jdc-undeclared
        me = self
        object.__setattr__(me, "by_me", 3)  # E: jdc-undeclared

    def probed(self, other: "ByName") -> Any:
        object.__setattr__(self, PROBED, 3)
        field = "x"
        object.__setattr__(self, field, other.x)
        me = other
        object.__setattr__(me, "of_other", 3)
        return getattr(self, PROBED)


@jdc.pytree_dataclass
class Probe:
    x: jax.Array
    size: jdc.Static[int] = jdc.field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", 3)
        object.__setattr__(self, "seen", 0)  # E: jdc-undeclared

    def keep(self) -> None:
        object.__setattr__(self, "kept_by_jdc", self.x)  # E: jdc-undeclared
        object.__setattr__(self, "x", self.x)

    def asked_for(self) -> Any:
        if not hasattr(self, "asked"):
            object.__setattr__(self, "asked", self.x)
        return self.asked  # E: attr-defined


class Module(eqx.Module):
    x: jax.Array

    def keep(self) -> None:
        object.__setattr__(self, "kept_by_module", self.x)  # E: jdc-undeclared

    def __call__(self) -> jax.Array:
        object.__setattr__(self, "kept_by_call", self.x)  # E: jdc-undeclared
        return self.x
