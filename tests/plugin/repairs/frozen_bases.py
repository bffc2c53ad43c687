"""Classes that a library freezes below frozen dataclasses: only a class that is not frozen is refused."""

import dataclasses

import chex  # type: ignore[import-untyped]
import flax.struct
import jax
import jax_dataclasses

import jdc_runtime as jdc


@dataclasses.dataclass(frozen=True)
class Counted:
    count: int = 0


@flax.struct.dataclass
class OfFlax(Counted):
    x: jax.Array | None = None


@flax.struct.dataclass(kw_only=True)
class Called(Counted):
    x: jax.Array


@flax.struct.dataclass(frozen=False)
class Thawed(Counted):  # E: misc, jdc-inheritance
    x: jax.Array | None = None


@jax_dataclasses.pytree_dataclass
class Upstream(Counted):
    x: jax.Array | None = None


@jax_dataclasses.pytree_dataclass
class Child(Upstream):
    y: jax.Array | None = None


@jdc.pytree_dataclass
class OfJdc(Counted):
    x: jax.Array | None = None


@chex.dataclass(frozen=True)
class OfChex(Counted):
    x: jax.Array | None = None


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Registered(Counted):  # E: misc, jdc-inheritance
    x: jax.Array | None = None


@dataclasses.dataclass(frozen=True)
class Below(Upstream):
    z: int = 0


@jax.tree_util.register_dataclass
@dataclasses.dataclass(frozen=True)
class BelowFlax(OfFlax):
    z: int = 0


@dataclasses.dataclass(frozen=True)
class BelowThawed(Thawed):  # E: misc
    z: int = 0
