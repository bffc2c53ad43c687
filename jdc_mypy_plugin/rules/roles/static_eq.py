"""``jdc-static-eq``: a static field whose class writes an ``__eq__`` that JAX cannot use.

JAX compares static values while it traces too, where every function of `jax.numpy` makes a tracer, and it compares
them with whatever else the field ever held.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import CallExpr, FuncDef, MemberExpr, NameExpr, RefExpr, SymbolNode, TypeInfo
from mypy.types import CallableType, Instance, Type, UnionType, get_proper_type

from jdc_spec.rules import STATIC_EQ

from ...host.diagnostics import Diagnostic
from ...syntax import INDEX
from ...syntax.index import ModuleIndex
from ...typefacts.arrays import is_certainly_array
from ..places import CLASS, asked
from ..sites import ClassSite

_COMPARING: Final = frozenset(("all", "any", "array_equal", "allclose", "isclose", "equal", "array_equiv"))
_JAX_NUMPY: Final = ("jax.numpy.", "jax._src.numpy.")
_GUARDS: Final = frozenset(("isinstance", "type", "hasattr", "getattr", "issubclass"))


@asked(STATIC_EQ, at=CLASS)
def check(site: ClassSite) -> Iterator[Diagnostic]:
    """Report static fields whose class, in the same module, compares by `jax.numpy` or cannot meet other values."""
    index = INDEX.of(site.api.tree)
    for field in site.own_fields:
        if field.declared is None or field.role != "static":
            continue
        classes = _classes(field.declared)
        found = next(filter(None, (_problem(each, len(classes) > 1, index) for each in classes if each)), None)
        if found is not None:
            yield Diagnostic(
                STATIC_EQ,
                f'static field "{field.name}" of "{site.defn.name}" {found}',
                field.annotation,
            )


def _classes(declared: Type) -> list[TypeInfo | None]:
    """Return the class of each member of a union; None for what is no object of a class, `None` say."""
    value = get_proper_type(declared)
    items = [get_proper_type(item) for item in value.items] if isinstance(value, UnionType) else [value]
    return [item.type if isinstance(item, Instance) else None for item in items]


def _problem(info: TypeInfo, meets_others: bool, index: ModuleIndex) -> str | None:
    method = _written_eq(info)
    if not isinstance(method, FuncDef) or len(method.arg_names) != 2 or index.position(method) is None:
        return None
    kind = get_proper_type(method.type)
    if isinstance(kind, CallableType) and is_certainly_array(kind.ret_type):
        return (
            f'is an object of "{info.name}", whose __eq__ returns an array: JAX needs True or False where it '
            "compares static values; compare by numpy.array_equal"
        )
    called = _jax_function(method, index)
    if called is not None:
        return (
            f'is an object of "{info.name}", whose __eq__ calls jax.numpy.{called}: where one jitted function calls '
            "another JAX compares static values while it traces, and the result is a tracer without a value; compare "
            "by numpy"
        )
    if meets_others and _takes_other_for_its_own(method, index):
        return (
            f'may be an object of "{info.name}", whose __eq__ reads attributes of whatever it is compared with: '
            "JAX compares static values of any kind, and gets an AttributeError here; return NotImplemented for "
            "other classes"
        )
    return None


def _written_eq(info: TypeInfo) -> SymbolNode | None:
    """Return the ``__eq__`` of a class, or of a base whose own is not replaced by that of a dataclass."""
    for base in info.mro[:-1]:
        symbol = base.names.get("__eq__")
        if symbol is not None:
            return None if symbol.plugin_generated else symbol.node
        if "dataclass" in base.metadata or base.fallback_to_any:
            return None
    return None


def _jax_function(method: FuncDef, index: ModuleIndex) -> str | None:
    for call in index.inside(method).expressions_of(CallExpr):
        name = call.callee.fullname if isinstance(call.callee, RefExpr) else ""
        short = name.rpartition(".")[2]
        if name.startswith(_JAX_NUMPY) and short in _COMPARING:
            return short
    return None


def _takes_other_for_its_own(method: FuncDef, index: ModuleIndex) -> bool:
    """Return whether the body reads attributes of the other object and does nothing to find out what that is."""
    body = index.inside(method)
    other = method.arguments[1].variable
    if len(body.statements) != 1:
        return False
    names = [each.name for each in body.expressions_of(NameExpr)]
    if any(name in _GUARDS or name == "NotImplemented" for name in names):
        return False
    reads = [each for each in body.expressions_of(MemberExpr) if isinstance(each.expr, NameExpr)]
    return any(
        isinstance(each.expr, NameExpr) and each.expr.node is other and each.name != "__class__" for each in reads
    )
