"""``jdc-flatten`` on a class without the methods that JAX calls, or with other parameters than it gives.

``register_pytree_node_class`` looks for ``tree_unflatten`` at once, and calls it on the class with two arguments.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import CallExpr, ClassDef, Context, Decorator, Expression, FuncDef, RefExpr, TypeInfo

from jdc_spec.rules import FLATTEN

from ...host.diagnostics import Diagnostic
from ...libraries.definition import STANDARD, applied
from ...libraries.flattening import UNFLATTEN
from ...libraries.registering.registering_functions import is_registering
from ..places import REGISTERING, asked
from ..registrations import Registering

_METHODS: Final = {
    "register_pytree_node_class": ("tree_flatten", UNFLATTEN),
    "register_pytree_with_keys_class": ("tree_flatten_with_keys", UNFLATTEN),
}
"""The methods that a registered class needs, by the function that registers it."""


@asked(FLATTEN, at=REGISTERING)
def check(site: Registering) -> Iterator[Diagnostic]:
    """Report the first of the methods that is missing, or that cannot be called as JAX does."""
    info, node = site.info, site.node
    if info.fallback_to_any or info.metaclass_type is not None:
        return
    written = [node.callee] if isinstance(node, CallExpr) else [applied(each) for each in node.decorators]
    registering = next((name for each in written if (name := _name(each)) in _METHODS), None)
    # another decorator may add a method, and a statement before a call may too
    is_whole = isinstance(node, ClassDef) and all(is_registering(each) or _is_standard(each) for each in written)
    for name in () if registering is None else _METHODS[registering]:
        problem = _problem(info, name) if is_whole or info.get(name) is not None else None
        if problem is not None:
            message = f'"{info.name}" cannot be flattened: {registering} calls {problem}'
            is_here = info.module_name == site.api.tree.fullname
            yield Diagnostic(FLATTEN, message, (_written(info, name) if is_here else None) or node)
            return


def _name(function: Expression) -> str:
    is_known = isinstance(function, RefExpr) and is_registering(function)
    return function.fullname.rpartition(".")[2] if is_known and isinstance(function, RefExpr) else ""


def _is_standard(function: Expression) -> bool:
    return isinstance(function, RefExpr) and function.fullname == STANDARD


def _written(info: TypeInfo, name: str) -> Context | None:
    """Return the method of this name if the class body itself has it."""
    symbol = info.names.get(name)
    node = symbol.node if symbol is not None else None
    method = node.func if isinstance(node, Decorator) else node
    return method if isinstance(method, FuncDef) else None


def _problem(info: TypeInfo, name: str) -> str | None:
    symbol = info.get(name)
    is_unflatten = name == UNFLATTEN
    call = "tree_unflatten(aux, children) on the class" if is_unflatten else f"{name}() on an object"
    if symbol is None:
        return f"{call}, which has no such method"
    node = symbol.node
    is_marked = isinstance(node, Decorator)
    method = node.func if isinstance(node, Decorator) else node
    if not isinstance(method, FuncDef) or (isinstance(node, Decorator) and node.decorators):
        return None
    given = 2 + int(method.is_class) if is_unflatten else int(not method.is_static)
    kinds = method.arg_kinds
    required = sum(kind.is_required() for kind in kinds)
    taken = len(kinds) if not any(kind.is_star() for kind in kinds) else max(len(kinds), given)
    if required <= given <= taken:
        return None
    mend = "; decorate it with @classmethod" if is_unflatten and not is_marked and required == given + 1 else ""
    return f"{call}, and this method takes other arguments{mend}"
