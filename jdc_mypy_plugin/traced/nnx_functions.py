"""Functions that `flax.nnx.jit` calls with tracers: arrays and numbers, but nothing in an object of nnx.

Such an object keeps its plain attributes as they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Decorator, FuncDef
from mypy.plugin import FunctionContext
from mypy.types import AnyType, Type

from ..host.known_types import known_type
from ..model.classes import model_of
from ..syntax import INDEX
from ..transformed.given_functions import given_function, is_here, is_meant
from ..transformed.transformations import Table, Transformation, Transformed, made_by, maker
from ..typefacts.arrays import is_certainly_array
from ..typefacts.instances import sole_instance
from .functions import TracedFunction, parameters
from .names import NUMBERS

NNX_JIT: Final = "flax.nnx.transforms.compilation.jit"
_JIT: Final = Transformation("nnx.jit", "traced", skips=("static_argnums", "static_argnames"))
_TABLE: Final[Table] = {NNX_JIT: _JIT, "flax.nnx.jit": _JIT}


def nnx_functions(ctx: FunctionContext) -> Iterator[TracedFunction]:
    """Yield the function that a call or a decorator of `flax.nnx.jit` jits, a partial of it too."""
    assert isinstance(ctx.api, TypeChecker)
    node = ctx.context
    outer = INDEX.of(ctx.api.tree).parent(node) if isinstance(node, CallExpr) else node
    if isinstance(outer, Decorator):
        made = maker(outer.original_decorators[-1], _TABLE) if outer.original_decorators else None
        if made is not None:
            yield from _of(Transformed(*made, outer.func), outer.func, ctx)
    elif isinstance(node, CallExpr) and (transformed := made_by(node, _TABLE)) is not None:
        given = given_function(node.args[0], ctx.api)
        if given is not None and not given.bound:
            yield from _of(transformed, given.definition, ctx)


def _of(made: Transformed, definition: FuncDef, ctx: FunctionContext) -> Iterator[TracedFunction]:
    """Yield a function of the module, with the parameters that are tracers or hold some."""
    assert isinstance(ctx.api, TypeChecker)
    if is_here(definition, ctx.api) and not is_meant(definition, ctx.api):
        return
    made = made._replace(function=definition)
    looked_at = [index for index, name in enumerate(definition.arg_names) if made.looks_at(index, name)]
    found = parameters(definition, looked_at)
    traced = {variable: declared for variable, declared in found.items() if _is_traced(declared)}
    yield TracedFunction(made.by.name, True, definition, (), traced, ctx.context, ctx.api)


def _is_traced(declared: Type) -> bool:
    """Return whether a value is a number, an array, or an object of a pytree dataclass that is none of nnx."""
    if is_certainly_array(declared):
        return True
    instance = sole_instance(declared)
    if instance is None or isinstance(known_type(declared), AnyType):
        return False
    if any(base.fullname.startswith("flax.nnx.") for base in instance.type.mro):
        return False
    return instance.type.fullname in NUMBERS or model_of(instance.type) is not None
