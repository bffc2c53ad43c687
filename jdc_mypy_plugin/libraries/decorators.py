"""Which library a class decorator belongs to."""

from __future__ import annotations

from typing import Final

from mypy.nodes import CallExpr, DataclassTransformSpec, Expression, MypyFile
from mypy.plugin import ClassDefContext
from mypy.semanal_shared import find_dataclass_transform_spec

from jdc_spec.libraries import FIELD_FUNCTIONS, JAX_DATACLASSES, Library

from ..host.project import project
from ..syntax.imported_names import spelled
from .known import decorators

STANDARD: Final = "dataclasses.dataclass"


FIELD_SPECIFIERS: Final = ("dataclasses.field", *FIELD_FUNCTIONS)

_FREEZES: Final = {
    "flax.struct.dataclass": True,
    "chex._src.dataclass.dataclass": False,
    "chex.dataclass": False,
}
"""Decorators of which the plugin reads how their classes compare and nothing else, and whether they freeze."""


def freezes(resolved: str) -> bool | None:
    """Return whether a decorator freezes a class when it is not told; None where mypy knows.

    chex has no types: mypy names its decorator after the module that imports it.
    """
    return _FREEZES.get(resolved, False if resolved.endswith(".chex.dataclass") else None)


def compares(resolved: str) -> bool:
    """Return whether the plugin reads how the classes of a decorator compare, and nothing else of them."""
    return resolved == STANDARD or freezes(resolved) is not None


def makes_dataclass(ctx: ClassDefContext, resolved: str) -> bool:
    """Return whether mypy itself can make a dataclass of what a decorator stands on.

    Not where the decorator's package is missing or skipped, nor in ``@pytree_dataclass[int]``: hooks are called there
    too, but mypy's dataclass plugin would stop at an assertion.
    """
    return resolved == STANDARD or transform_of(ctx, resolved) is not None


def transform_of(ctx: ClassDefContext, resolved: str) -> DataclassTransformSpec | None:
    """Return how a decorator makes dataclasses; that of a project's own need not say it by `dataclass_transform`."""
    spec = find_dataclass_transform_spec(ctx.reason)
    if spec is None and resolved in project().decorators:
        return DataclassTransformSpec(field_specifiers=FIELD_SPECIFIERS)
    return spec


def library_of_decorator(decorator: Expression, resolved: str, module: MypyFile) -> Library | None:
    """Recognise a class decorator, bare or called; ``resolved`` is mypy's full name for it.

    jax_dataclasses shows its decorator to checkers as ``dataclasses.dataclass``. A package that re-exports it is
    recognised by the name ``pytree_dataclass``, which the standard library does not have.
    """
    if resolved != STANDARD:
        return decorators().get(resolved)
    callee = decorator.callee if isinstance(decorator, CallExpr) else decorator
    name = spelled(callee, module)
    if name in decorators():
        return decorators()[name]
    return JAX_DATACLASSES if name.endswith(".pytree_dataclass") else None
