"""Array trees of optax and chex: ``tx.init(params)`` takes every pytree, and is declared to take nested containers.

The declared types leave out dataclasses (https://github.com/google-deepmind/optax/issues/384). They take nearly
everything else, a str among it, so that little is lost where they take anything.
"""

from __future__ import annotations

from typing import Final

from mypy.plugin import FunctionContext
from mypy.types import AnyType, Type

from ..host.known_types import known_type
from ..model.classes import is_pytree_dataclass
from ..typefacts.instances import sole_instance

UPDATES: Final = frozenset(
    f"optax._src.update.{name}" for name in ("apply_updates", "incremental_update", "periodic_update")
)
"""Functions that return a tree of the class of their first argument."""


def keep_class(ctx: FunctionContext) -> Type:
    """Type ``optax.apply_updates(params, updates)`` by the parameters, where those are a pytree dataclass."""
    given = ctx.arg_types[0][0] if ctx.arg_types and ctx.arg_types[0] else None
    instance = sole_instance(given)
    is_open = isinstance(known_type(ctx.default_return_type), AnyType)
    if given is None or instance is None or not is_open or not is_pytree_dataclass(instance.type):
        return ctx.default_return_type
    return given
