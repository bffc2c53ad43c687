"""Attributes of a jitted function that JAX does not declare: the function it was made of, its name, its cache."""

from __future__ import annotations

from typing import Final

from mypy.nodes import FuncDef
from mypy.plugin import ClassDefContext
from mypy.plugins.common import add_attribute_to_class, add_method_to_class
from mypy.types import AnyType, CallableType, NoneType, TypeOfAny

WRAPPED: Final = "jax._src.stages.Wrapped"
"""The base of the class that `jax.jit` says it returns."""
_EVAL_SHAPE: Final = "eval_shape"
"""A method of that which JAX leaves without annotations."""


def add_attributes(ctx: ClassDefContext) -> None:
    """Add to a class what it inherits at run time from no class that mypy can see."""
    anything, text = AnyType(TypeOfAny.explicit), ctx.api.named_type("builtins.str")
    for name, declared in (("__wrapped__", anything), ("__name__", text), ("__qualname__", text)):
        if name not in ctx.cls.info.names:
            add_attribute_to_class(ctx.api, ctx.cls, name, declared)
    number = ctx.api.named_type("builtins.int")
    for name, result in (("clear_cache", NoneType()), ("_cache_size", number)):
        if name not in ctx.cls.info.names:
            add_method_to_class(ctx.api, ctx.cls, name, [], result)
    _say_anything(ctx, _EVAL_SHAPE)


def _say_anything(ctx: ClassDefContext, name: str) -> None:
    """Give a method without annotations some that say nothing: a program can do nothing about its calls."""
    symbol = ctx.cls.info.names.get(name)
    method = None if symbol is None else symbol.node
    if not isinstance(method, FuncDef) or method.type is not None:
        return
    anything = AnyType(TypeOfAny.explicit)
    fallback = ctx.api.named_type("builtins.function")
    method.type = CallableType(
        [anything] * len(method.arg_kinds), method.arg_kinds, method.arg_names, anything, fallback, definition=method
    )
