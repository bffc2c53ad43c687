"""Updates ``x.at[...].set(...)`` of what mypy has no type of: an array, whatever ``x`` is, and so is what they make.

But not for references of Pallas, which an update changes, nor where classes of a program have an ``at`` of their own.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, IndexExpr, MemberExpr, MypyFile, NameExpr, StrExpr, TupleExpr, TypeInfo
from mypy.types import AnyType, CallableType, Type, TypeOfAny

from ...host.known_types import known_type
from ...model.functions.pure_methods import AT_METHODS
from ...syntax import INDEX
from ...syntax.names.flow import FLOW
from ...syntax.per_module import PerModule

_NUMPY: Final = ("jax.numpy", "jax")
_CHANGED: Final = frozenset(
    ("pallas", "state", "pl", "pltpu", "plgpu", "new_ref", "array_ref", "mutable_array", "pandas")
)
"""Parts of the names of what a module imports that has an ``at`` of things that change."""


def updated_by(call: Expression | None) -> Expression | None:
    """Return what ``x.at[...].set(...)`` is called on."""
    callee = call.callee if isinstance(call, CallExpr) else None
    if not isinstance(callee, MemberExpr) or callee.name not in AT_METHODS or callee.name == "get":
        return None
    at = callee.expr.base if isinstance(callee.expr, IndexExpr) else None
    return at.expr if isinstance(at, MemberExpr) and at.name == "at" else None


def has_text(call: CallExpr) -> bool:
    """Return whether the index or the value of an update is text, which no array has."""
    item = call.callee.expr if isinstance(call.callee, MemberExpr) else None
    index = item.index if isinstance(item, IndexExpr) else None
    parts = index.items if isinstance(index, TupleExpr) else [index]
    return any(isinstance(each, StrExpr) for each in (*parts, *call.args[:1]))


def _updates_arrays(tree: MypyFile) -> bool:
    """Return whether a module works with arrays, and with nothing else that has an ``at``."""
    index = INDEX.of(tree)
    parts = {part for name in index.imports.modules for part in name.split(".")} | set(index.imports.names)
    is_of_arrays = any(name in _NUMPY for name in index.imports.modules) and _CHANGED.isdisjoint(parts)
    return is_of_arrays and not index.rebinding.binds("at") and not _imports_at(tree)


UPDATES_ARRAYS: Final = PerModule(_updates_arrays)


def _imports_at(tree: MypyFile) -> bool:
    """Return whether a class that a module imports has an attribute `at` of its own."""
    imported = [symbol.node for symbol in tree.names.values()]
    modules = [each for each in imported if isinstance(each, MypyFile) and not _is_of_arrays(each)]
    nodes = (*imported, *(symbol.node for each in modules for symbol in each.names.values()))
    return any(isinstance(each, TypeInfo) and "at" in each.names and not _is_of_arrays(each) for each in nodes)


def _is_of_arrays(node: MypyFile | TypeInfo) -> bool:
    return node.fullname.partition(".")[0] in ("jax", "numpy")


def is_open(updated: Expression, api: TypeChecker) -> bool:
    """Return whether mypy has no type of what is updated: a parameter without annotation, or something in one.

    Nor what updates make of that. mypy has been nowhere in a function whose type variable has a list of constraints,
    of which it checks copies.
    """
    declared = given_type(updated, api.tree)
    if declared is not None:
        return isinstance(declared, AnyType) and declared.type_of_any == TypeOfAny.unannotated
    kind = api.lookup_type_or_none(updated)
    if kind is not None:
        return isinstance(known_type(kind), AnyType)
    root = _source(updated, api.tree)
    made = None if root is None else FLOW.of(api.tree).value_at(root)
    before = updated_by(made) if isinstance(made, CallExpr) else None
    return before is not None and is_open(before, api)


def given_type(read: Expression, tree: MypyFile) -> Type | None:
    """Return the annotation of the parameter that something is, or is in; `Any` without one, None for the rest."""
    root = _source(read, tree)
    variable = None if root is None else root.node
    function = None if variable is None else FLOW.of(tree).variables.functions.get(variable)
    for place, each in enumerate(() if function is None else function.arguments):
        if function is not None and each.variable is variable and not each.variable.is_self:
            kind = known_type(function.type)
            if not isinstance(kind, CallableType) or each.type_annotation is None:
                return AnyType(TypeOfAny.unannotated)
            return kind.arg_types[place]
    return None


def _source(updated: Expression, tree: MypyFile) -> NameExpr | None:
    """Return the variable that something comes from, also by other names: ``args`` after ``loss, state = args``."""
    root, flow = root_of(updated), FLOW.of(tree)
    seen: set[Expression] = set()
    while root is not None and root not in seen:
        seen.add(root)
        given = flow.value_at(root)
        before = root_of(given) if isinstance(given, Expression) else None
        if before is None:
            break
        root = before
    return root


def root_of(updated: Expression) -> NameExpr | None:
    """Return the variable that something is in, as ``state`` for ``state.buffers[0]``, unless a name is a ref's."""
    while isinstance(updated, MemberExpr | IndexExpr) and not _is_named_ref(updated):
        updated = updated.expr if isinstance(updated, MemberExpr) else updated.base
    return updated if isinstance(updated, NameExpr) and not _is_named_ref(updated) else None


def _is_named_ref(part: Expression) -> bool:
    """Return whether a name is one that Pallas kernels give to the references that they change."""
    return isinstance(part, NameExpr | MemberExpr) and part.name.endswith(("ref", "refs"))
