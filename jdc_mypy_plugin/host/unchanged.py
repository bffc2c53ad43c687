"""The answers of hooks that leave a place as mypy understands it."""

from __future__ import annotations

from mypy.plugin import (
    AttributeContext,
    ClassDefContext,
    FunctionContext,
    FunctionSigContext,
    MethodContext,
    MethodSigContext,
)
from mypy.types import FunctionLike, Type


def nothing(ctx: ClassDefContext) -> None:
    """Leave a class."""


def attribute_type(ctx: AttributeContext) -> Type:
    """Return the type of an attribute."""
    return ctx.default_attr_type


def return_type(ctx: FunctionContext | MethodContext) -> Type:
    """Return the type of what a call returns."""
    return ctx.default_return_type


def signature(ctx: MethodSigContext | FunctionSigContext) -> FunctionLike:
    """Return the signature of a function or method."""
    return ctx.default_signature
