"""jdc-default: defaults of fields in classes of flax.linen."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import flax.linen as nn
import jax
import jax.numpy as jnp


class Bad(nn.Module):
    width: int
    bias: jax.Array = jnp.zeros(3)  # E: jdc-default
    sizes: list[int] = [1, 2]  # E: jdc-default
    other: dict[str, int] = dataclasses.field(default={})  # E: jdc-default


class Good(nn.Module):
    width: int
    table: ClassVar[list[int]] = [1, 2]
    sizes: Sequence[int] = (1, 2)
    act: Callable[[jax.Array], jax.Array] = nn.relu
    dtype: Any = jnp.float32
    init: Callable[..., Any] = nn.initializers.zeros
    more: list[int] = dataclasses.field(default_factory=list)
    table2 = jnp.zeros(3)
