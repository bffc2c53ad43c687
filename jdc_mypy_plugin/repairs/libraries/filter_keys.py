"""Filters as the keys of a dict for flax.nnx: ``nnx.StateAxes({nnx.Param: 0, ...: None})``.

flax declares a mapping from any filter, and no dict of some filters is one to mypy, whose keys are not covariant.
"""

from __future__ import annotations

from typing import Final

from mypy.plugin import FunctionSigContext, MethodSigContext
from mypy.types import AnyType, FunctionLike, Instance, Type, TypeOfAny, UnionType

from ...host.known_types import known_type

FUNCTIONS: Final = frozenset(
    (
        "flax.nnx.transforms.iteration.StateAxes",
        "flax.nnx.transforms.compilation.StateSharding",
        "flax.nnx.rnglib.split_rngs",
        "flax.nnx.rnglib.fork_rngs",
    )
)
METHODS: Final = frozenset(f"flax.nnx.rnglib.Rngs.{name}" for name in ("fork", "split"))


def accept_filters(ctx: FunctionSigContext | MethodSigContext) -> FunctionLike:
    """Let the parameters that take such a mapping take one from anything."""
    signature = ctx.default_signature
    taken = [_opened(each) for each in signature.arg_types]
    return signature.copy_modified(arg_types=taken)  # pyright: ignore[reportUnknownMemberType] - untyped defaults


def _opened(declared: Type) -> Type:
    kind = known_type(declared)
    if isinstance(kind, UnionType):
        return UnionType([_opened(item) for item in kind.items])
    if not isinstance(kind, Instance) or kind.type.fullname != "typing.Mapping":
        return declared
    args = [AnyType(TypeOfAny.special_form), *kind.args[1:]]
    return kind.copy_modified(args=args)  # pyright: ignore[reportUnknownMemberType] - untyped defaults
