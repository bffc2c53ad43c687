"""``jax.nn.initializers``: what an initializer makes of a key and a shape."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..arguments import Call, Rule
from ..dtypes import FLOAT
from ..values import Value


def made(call: Call) -> Value:
    """``zeros(key, shape, dtype)``."""
    call.without("out_sharding")
    return call.result(call.sizes("shape"), call.dtype("dtype", FLOAT), None)


INITIALIZED: Final = "jax.nn.initializers.zeros"
"""The function that gives what every initializer gives, for the same arguments."""
_MAKERS: Final = frozenset(
    (
        *(
            f"{name}_{kind}"
            for name in ("glorot", "he", "kaiming", "lecun", "xavier")
            for kind in ("normal", "uniform")
        ),
        *("constant", "delta_orthogonal", "normal", "orthogonal", "truncated_normal", "uniform", "variance_scaling"),
    )
)


def is_initializer(name: str) -> bool:
    """Return whether a full name is that of a function that returns an initializer."""
    module, _, function = name.rpartition(".")
    return module == "jax.nn.initializers" and function in _MAKERS


def makes_arrays(name: str) -> bool:
    """Return whether a full name is that of an initializer itself."""
    module, _, function = name.rpartition(".")
    return module == "jax.nn.initializers" and function in INITIALIZERS


INITIALIZERS: Final[Mapping[str, tuple[str, Rule]]] = dict.fromkeys(
    ("zeros", "ones"), ("key, shape, dtype=None, out_sharding=None", made)
)
"""Functions of `jax.nn.initializers`, each with its signature."""
