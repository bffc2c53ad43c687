"""Calls of functions and methods that another module jits: ``train(state)``, ``agent.step(x)``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Decorator, Expression, FuncDef, MemberExpr, RefExpr, TypeInfo
from mypy.typeops import function_type
from mypy.types import CallableType

from ..model.subclasses_in_sight import is_overridden_in_sight
from ..syntax import INDEX
from ..syntax.arguments import bound, has_stars
from .jitted_functions import Jitted
from .transformations import Transformed
from .transformed_elsewhere import transformed_by


class JittedCall(NamedTuple):
    """A call of what another module jits."""

    node: CallExpr
    transformed: Transformed
    function: FuncDef
    """The function as it is declared there; its body is not at hand."""
    api: TypeChecker

    @property
    def names(self) -> Sequence[str | None]:
        """The parameters that the arguments of the call fill."""
        return self.function.arg_names[1 if self.function.info else 0 :]

    @property
    def arguments(self) -> Iterator[tuple[Expression, str]]:
        """Each argument with its parameter."""
        return ((value, name) for value, name in bound(self.node, self.names) if name is not None)

    @property
    def jitted(self) -> Jitted | None:
        """The function under its ``jit``."""
        plain = self.transformed.function
        kind = function_type(plain, self.api.named_type("builtins.function")) if isinstance(plain, FuncDef) else None
        if not isinstance(kind, CallableType):
            return None
        return Jitted(self.transformed.by.name, kind, None, self.node, self.transformed.options, self.api)


def jitted_call(call: CallExpr, owner: TypeInfo | None, api: TypeChecker) -> JittedCall | None:
    """Return the call of what another module jits; ``owner`` is the class of ``x`` in ``x.f()``."""
    callee = call.callee
    if owner is not None and isinstance(callee, MemberExpr):
        symbol = owner.get(callee.name)
        node = None if symbol is None or is_overridden_in_sight(owner, callee.name, api) else symbol.node
    else:
        node = callee.node if isinstance(callee, RefExpr) else None
    if not isinstance(node, Decorator) or INDEX.of(api.tree).position(node) is not None or has_stars(call):
        return None
    function = node.func
    if function.is_static or function.is_class or bool(function.info) != (owner is not None):
        return None
    transformed = transformed_by(node, api)
    is_jit = transformed is not None and transformed.by.name.endswith(".jit")
    return JittedCall(call, transformed, function, api) if transformed is not None and is_jit else None
