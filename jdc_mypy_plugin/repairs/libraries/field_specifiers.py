"""Functions that make fields and that mypy takes for defaults: ``jax.tree.static()``, those of unread libraries.

It knows `dataclasses.field` by its name alone. jax shows checkers another name for it, and what is in a library
without types has no name at all.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import CallExpr, ClassDef, Decorator, FuncDef, MypyFile, RefExpr, Var

from ...libraries.own.names import own_field
from ...libraries.registry import FIELD_FUNCTIONS
from ...model.field_calls import STANDARD_FIELD
from ...model.fields import annotated_assignments
from ...syntax.arguments import bound, positional
from ...syntax.names.imported_names import as_imported

_PASSED_ON: Final = frozenset((STANDARD_FIELD, "flax.struct.field"))
"""Field functions that mypy knows by the name under which programs import them."""
_DEFAULTS: Final = ("default", "default_factory")
_LIBRARIES: Final = ("dataclasses.", "flax.", "equinox.", "jax.", "jdc_runtime.")
_ALIASES: Final = frozenset(("jax.tree.static", "jax._src.tree.static"))


def name_field_specifiers(cls: ClassDef, module: MypyFile) -> None:
    """Let mypy take these calls in a class body for those of `dataclasses.field`."""
    for _, statement in annotated_assignments(cls):
        call = statement.rvalue
        if isinstance(call, CallExpr) and isinstance(call.callee, RefExpr) and _is_unnamed(call.callee, module):
            call.callee.fullname = STANDARD_FIELD
        elif isinstance(call, CallExpr) and isinstance(call.callee, RefExpr) and _gives_default(call):
            call.callee.fullname = ""
        elif isinstance(call, CallExpr) and isinstance(call.callee, RefExpr) and all(call.arg_names):
            own = own_field(call.callee, module)
            if own is not None and own.passes_on and not own.gives_default and own.function in _PASSED_ON:
                call.callee.fullname = own.function


def _is_unnamed(function: RefExpr, module: MypyFile) -> bool:
    if function.fullname in _ALIASES:
        return True
    is_unread = isinstance(function.node, Var | None)
    return is_unread and as_imported(function, module) in FIELD_FUNCTIONS


def _gives_default(call: CallExpr) -> bool:
    """Return whether a function of a program gets the default of a field by position, where mypy looks for none."""
    node = call.callee.node if isinstance(call.callee, RefExpr) else None
    function = node.func if isinstance(node, Decorator) else node
    if not isinstance(function, FuncDef) or function.fullname.startswith(_LIBRARIES):
        return False
    given = bound(call, function.arg_names)
    return any(value in positional(call) and name in _DEFAULTS for value, name in given)
